//! A domain: the drives and actions that agents of one sort share.

mod compile;
mod thing_values;

use crate::ambiance::{AmbianceError, CompiledAmbiances};
use crate::definition::{
    Combine, Curve, CurveError, DomainBuilder, Interaction, Rules, Satisfaction, UtilityFunction,
};
use motive_core::action::{Action, CompiledAction, Effects};
use motive_core::condition::{Bindings, BuildError, CompiledCondition, CompiledExpr, ReadSet};
use motive_core::engine::ConditionCode;
use motive_core::vocabulary::{ActionId, Facts, Id, Kind, Property, Vocabulary};
use std::sync::Arc;
use thing_values::{CopiedProperty, EqualityNeed};

/// The drives and actions of agents of one sort. Immutable; share it between agents.
#[derive(Clone, Debug)]
pub struct Domain {
    pub(crate) names: Arc<Vocabulary>,
    pub(crate) actions: Vec<CompiledAbility>,
    pub(crate) offers: Vec<CompiledOffer>,
    pub(crate) drives: Vec<CompiledDrive>,
    pub(crate) utility: CompiledUtility,
    pub(crate) dead: Option<CompiledCondition>,
    pub(crate) passing: Option<BackgroundEffects>,
    pub(crate) answers: Option<BackgroundEffects>,
    pub(crate) scripts: Vec<CompiledScript>,
    pub(crate) ambiances: CompiledAmbiances,
    pub(crate) rules: Rules,
    pub(crate) reads: ReadSet,
    /// Properties that only drives read. A change of one that changes no score changes no plan.
    pub(crate) only_wanted: Vec<Property>,
    /// What decides which drives and goals are present, as positions in `reads`; none if that may change without a change in memory.
    pub(crate) presence_reads: Option<Vec<u16>>,
    pub(crate) warnings: Vec<DomainWarning>,
}

impl Domain {
    /// A builder without drives and actions.
    #[expect(clippy::new_ret_no_self, reason = "a domain is made by its builder, as a character is")]
    pub fn new(names: Arc<Vocabulary>) -> DomainBuilder {
        DomainBuilder::new(names)
    }

    /// The names in use.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names
    }

    /// How plans are made and followed.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The same domain with other rules.
    pub fn with_rules(mut self: Arc<Self>, rules: Rules) -> Arc<Self> {
        Arc::make_mut(&mut self).rules = rules;
        self
    }

    /// Probable mistakes.
    pub fn warnings(&self) -> &[DomainWarning] {
        &self.warnings
    }

    /// What plans may depend on.
    pub fn reads(&self) -> &ReadSet {
        &self.reads
    }

    /// The names of the drives, in the order in which they were declared.
    pub fn drive_names(&self) -> impl Iterator<Item = &str> {
        self.drives.iter().map(|drive| &*drive.name)
    }

    /// The actions, in the order in which they were declared.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter().map(|action| action.built.declared())
    }

    /// The action with this index.
    pub(crate) fn ability(&self, index: u16) -> Option<&CompiledAbility> {
        self.actions.get(usize::from(index))
    }

    /// A goal template of a drive.
    pub(crate) fn template(&self, drive: u16, template: u16) -> Option<&CompiledGoalTemplate> {
        self.drives.get(usize::from(drive))?.templates.get(usize::from(template))
    }

    /// Whether the world may change without the actions of a plan.
    pub(crate) fn changes_by_itself(&self) -> bool {
        let replies = self.actions().any(|action| !action.replies.is_empty());
        replies || self.passing.is_some() || self.answers.is_some()
    }

    /// The current interaction for doing an action with a thing; none if the thing does not supply the action or no offer applies now.
    pub fn interaction(&self, action: ActionId, thing: Id, facts: &impl Facts) -> Option<&Interaction> {
        let now = |offer: &&CompiledOffer| {
            let when = offer.when.as_ref();
            when.is_none_or(|when| when.holds(facts, &mut when.bindings(&[thing.into()])))
        };
        let offers = self.offers.iter().rev().filter(|offer| offer.action == action);
        offers.filter(|offer| facts.is_a(thing, offer.kind)).find(now).map(|offer| &offer.interaction)
    }
}

/// An action that may help with a precondition or a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Support {
    pub(crate) action: u16,
    /// It adds to a number, so several of them may be needed.
    pub(crate) in_part: bool,
}

/// A compiled [`ScriptedPlan`].
#[derive(Clone, Debug)]
pub(crate) struct CompiledScript {
    /// The actions, each with the index of its target.
    pub(crate) steps: Vec<(ActionId, Option<u16>)>,
    /// Expressions that choose the targets, without duplicates.
    pub(crate) targets: Vec<CompiledExpr>,
    pub(crate) variables: usize,
}

/// One part of the precondition of an action.
#[derive(Clone, Debug)]
pub(crate) struct PreconditionPart {
    pub(crate) condition: CompiledCondition,
    /// It binds variables that later parts and the effects use.
    pub(crate) binds: bool,
    /// It binds a thing that must stay reserved while the action runs.
    pub(crate) holds: bool,
    pub(crate) supports: Vec<Support>,
    /// It asks for a value that only some things can give.
    pub(crate) equality: Option<EqualityNeed>,
    pub(crate) text: String,
}

#[derive(Clone, Debug)]
pub(crate) struct CompiledAbility {
    pub(crate) built: CompiledAction,
    pub(crate) parts: Vec<PreconditionPart>,
    pub(crate) variables: usize,
    /// The kinds that supply it; empty if it takes no thing.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) needs_thing: bool,
    /// What it copies from its thing to the agent.
    pub(crate) copies: Vec<CopiedProperty>,
    pub(crate) interruptible: bool,
    pub(crate) misses: Option<Misses>,
}

impl CompiledAbility {
    /// The initial bindings of its conditions for this thing.
    pub(crate) fn bindings(&self, thing: Option<Id>) -> Bindings {
        let mut bindings = Bindings::new(self.variables);
        if let Some(thing) = thing {
            bindings.set(0, thing);
        }
        bindings
    }
}

/// How an action may miss.
#[derive(Clone, Debug)]
pub(crate) struct Misses {
    pub(crate) odds: CompiledExpr,
    /// The effects on the agent itself, which happen also on a miss: a blow that misses costs mana too.
    pub(crate) built: CompiledAction,
}

/// Effects that happen without an action of the agent.
#[derive(Clone, Debug)]
pub(crate) struct BackgroundEffects {
    pub(crate) effects: Effects,
    variables: usize,
}

impl BackgroundEffects {
    pub(crate) fn bindings(&self) -> Bindings {
        Bindings::new(self.variables)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum CompiledMeasure {
    Toward { value: CompiledExpr, from: CompiledExpr, to: CompiledExpr, curve: Curve },
    Degree(CompiledCondition, Curve),
}

#[derive(Clone, Debug)]
pub(crate) struct CompiledGoalTemplate {
    pub(crate) name: Arc<str>,
    /// The pattern, and the variable that stands for the thing.
    pub(crate) each: Option<(ConditionCode, u16)>,
    pub(crate) when: CompiledCondition,
    pub(crate) measures: Vec<CompiledMeasure>,
    pub(crate) combine: Combine,
    pub(crate) weight: f64,
    pub(crate) until: Option<CompiledCondition>,
    pub(crate) gone: f64,
    pub(crate) required: f64,
    pub(crate) variables: usize,
    pub(crate) supports: Vec<Support>,
    /// The actions that serve a goal only with the goal's own thing.
    pub(crate) by_own_thing: Vec<u16>,
}

#[derive(Clone, Debug)]
pub(crate) struct CompiledDrive {
    pub(crate) name: Arc<str>,
    pub(crate) weight: f64,
    pub(crate) templates: Vec<CompiledGoalTemplate>,
    pub(crate) arrives: Option<CompiledCondition>,
    pub(crate) leaves: Option<CompiledCondition>,
    pub(crate) satisfaction: Satisfaction,
    pub(crate) idle: f64,
}

#[derive(Clone)]
pub(crate) struct CompiledUtility {
    pub(crate) function: Option<UtilityFunction>,
    pub(crate) nothing_when: Vec<CompiledCondition>,
    pub(crate) nothing_without: Vec<usize>,
}

impl std::fmt::Debug for CompiledUtility {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompiledUtility")
            .field("nothing_without", &self.nothing_without)
            .finish_non_exhaustive()
    }
}

/// A compiled offer.
#[derive(Clone, Debug)]
pub(crate) struct CompiledOffer {
    pub(crate) kind: Kind,
    pub(crate) action: ActionId,
    pub(crate) interaction: Interaction,
    pub(crate) when: Option<CompiledCondition>,
}

/// What is wrong with a domain.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DomainError {
    /// A condition or expression cannot be built.
    /// Its parts: where, what is wrong.
    #[error("{0}: {1}")]
    Build(String, #[source] BuildError),
    /// A curve that gives no score somewhere.
    /// Its parts: where, what is wrong.
    #[error("{0}: {1}")]
    Curve(String, #[source] CurveError),
    /// A weight, a score or a limit that is out of range or not a number.
    #[error("{what} must be a number from 0 to {most}, but is {found}")]
    Number {
        /// What it is.
        what: String,
        /// Its greatest allowed value.
        most: f64,
        /// What it is.
        found: f64,
    },
    /// An action with more than one parameter. Actions for drives take one thing or none.
    /// Its parts: the action, how many it takes.
    #[error(
        "`{0}` takes {1} things; an action that is planned for drives is done with one thing or with none"
    )]
    TooManyThings(String, usize),
    /// A name that is used twice.
    /// Its parts: drive or action, the name.
    #[error("there are two {0}s called `{1}`; call one of them something else")]
    Twice(&'static str, String),
    /// A kind supplies an action that is not declared.
    /// Its parts: the kind, the action.
    #[error("`{0}` supplies `{1}`, which is not among the actions; add it or take it from the object")]
    UnknownAction(String, String),
    /// A setting refers to an action that was not added before.
    #[error("a setting refers to the action `{0}`, which was not added before")]
    UndeclaredAction(String),
    /// An ambiance is invalid.
    #[error(transparent)]
    Ambiance(#[from] AmbianceError),
    /// A drive that does not exist.
    #[error("there is no drive called `{0}`")]
    UnknownDrive(String),
    /// There are no actions.
    #[error("there is no action to plan with; declare at least one")]
    NoActions,
    /// There are no drives.
    #[error("there is no drive to plan for; declare at least one")]
    NoDrives,
}

/// A probable mistake in a domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DomainWarning {
    /// No action helps with the goals of a template.
    /// Its parts: the drive, the goal template.
    #[error("no action helps with `{1}` of the drive `{0}`")]
    Unserved(Arc<str>, Arc<str>),
    /// An action that no kind of thing supplies.
    #[error("nothing supplies `{0}`, so it is never planned")]
    Unsupplied(String),
    /// An action that changes nothing.
    #[error("`{0}` changes nothing, so it is never planned")]
    Idle(String),
    /// An external drive that is never dropped.
    #[error("the drive `{0}` is external and is never dropped; say when it leaves")]
    Endless(Arc<str>),
    /// A goal template without a measure is always complete.
    /// Its parts: the drive, the template.
    #[error("`{1}` of the drive `{0}` measures nothing, so it is always complete")]
    Unmeasured(Arc<str>, Arc<str>),
}

impl DomainWarning {
    /// The drive that the warning is about, if any.
    pub fn drive(&self) -> Option<&str> {
        match self {
            Self::Unserved(drive, _) | Self::Endless(drive) | Self::Unmeasured(drive, _) => Some(drive),
            Self::Unsupplied(..) | Self::Idle(..) => None,
        }
    }
}
