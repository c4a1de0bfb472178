//! A domain: the drives and actions that agents of one sort share.

use super::ambiance::{Ambiance, AmbianceError, CompiledAmbiances, Sensitivity};
use super::compile::{
    self, BackgroundEffects, CompiledAbility, CompiledDrive, CompiledScript, CompiledUtility,
};
use super::curve::CurveError;
use super::domain_warning::DomainWarning;
use super::drive::{Drive, Utility};
use super::rules::Rules;
use super::scripted_plan::ScriptedPlan;
use super::smart_object::{CompiledOffer, Interaction, Offer};
use motive_core::action::{Action, Effect};
use motive_core::condition::{BuildError, CompiledCondition, Condition, Expr, Pattern, ReadSet};
use motive_core::vocabulary::{ActionId, Facts, Id, Kind, Property, Vocabulary};
use std::sync::Arc;

/// What is wrong with a domain.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// A condition or expression cannot be built.
    #[error("{what}: {source}")]
    Build {
        /// Where.
        what: String,
        /// What is wrong.
        source: BuildError,
    },
    /// A curve that gives no score somewhere.
    #[error("{what}: {source}")]
    Curve {
        /// Where.
        what: String,
        /// What is wrong.
        source: CurveError,
    },
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
    #[error(
        "`{action}` takes {found} things; an action that is planned for drives is done with one thing or with none"
    )]
    TooManyThings {
        /// The action.
        action: String,
        /// How many it takes.
        found: usize,
    },
    /// A name that is used twice.
    #[error("there are two {what}s called `{name}`; call one of them something else")]
    Twice {
        /// Drive or action.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A kind supplies an action that is not declared.
    #[error(
        "`{kind}` supplies `{action}`, which is not among the actions; add it or take it from the object"
    )]
    UnknownAction {
        /// The kind.
        kind: String,
        /// The action.
        action: String,
    },
    /// A setting refers to an action that was not added before.
    #[error("a setting refers to the action `{action}`, which was not added before")]
    UndeclaredAction {
        /// The action.
        action: String,
    },
    /// An ambiance is invalid.
    #[error(transparent)]
    Ambiance(#[from] AmbianceError),
    /// A drive that does not exist.
    #[error("there is no drive called `{name}`")]
    UnknownDrive {
        /// Its name.
        name: String,
    },
    /// There are no actions.
    #[error("there is no action to plan with; declare at least one")]
    NoActions,
    /// There are no drives.
    #[error("there is no drive to plan for; declare at least one")]
    NoDrives,
}

/// An action as it is declared for planning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ability {
    pub(super) action: Action,
    pub(super) interruptible: bool,
    pub(super) misses: Option<Expr>,
}

/// Builds a [`Domain`].
#[derive(Clone, Debug)]
pub struct DomainBuilder {
    pub(super) names: Arc<Vocabulary>,
    pub(super) abilities: Vec<Ability>,
    pub(super) offers: Vec<Offer>,
    pub(super) drives: Vec<Drive>,
    pub(super) utility: Utility,
    pub(super) dead: Option<Condition>,
    pub(super) passing: Vec<Effect>,
    pub(super) answers: Vec<Effect>,
    /// Actions that a setting referred to before they were added.
    pub(super) unknown: Vec<ActionId>,
    pub(super) scripts: Vec<ScriptedPlan>,
    pub(super) ambiances: Vec<Ambiance>,
    pub(super) sensitivity: Sensitivity,
    pub(super) rules: Rules,
}

/// The drives and actions of agents of one sort. Immutable; share it between agents.
#[derive(Clone, Debug)]
pub struct Domain {
    pub(super) names: Arc<Vocabulary>,
    pub(super) actions: Vec<CompiledAbility>,
    pub(super) offers: Vec<CompiledOffer>,
    pub(super) drives: Vec<CompiledDrive>,
    pub(super) utility: CompiledUtility,
    pub(super) dead: Option<CompiledCondition>,
    pub(super) passing: Option<BackgroundEffects>,
    pub(super) answers: Option<BackgroundEffects>,
    pub(super) scripts: Vec<CompiledScript>,
    pub(super) ambiances: CompiledAmbiances,
    pub(super) rules: Rules,
    pub(super) reads: ReadSet,
    /// Properties that only drives read. A change of one that changes no score changes no plan.
    pub(super) only_wanted: Vec<Property>,
    /// What decides which drives and goals are present, as positions in `reads`; none if that may change without a change in memory.
    pub(super) presence_reads: Option<Vec<u16>>,
    pub(super) warnings: Vec<DomainWarning>,
}

impl DomainBuilder {
    /// Adds an action. Among equally good plans the one that begins with the action added first is chosen. An action with a parameter is
    /// done with a thing that supplies it. A [steady](Action::steady) action is never interrupted.
    #[must_use]
    pub fn action(mut self, action: Action) -> Self {
        self.abilities.push(Ability { interruptible: !action.steady, action, misses: None });
        self
    }

    /// Adds an action that is never interrupted.
    #[must_use]
    pub fn uninterrupted(mut self, action: Action) -> Self {
        self.abilities.push(Ability { action, interruptible: false, misses: None });
        self
    }

    /// Sets the odds, from 0 to 1, that an action misses, such as a blow. The action must have been added before. Its effects on the agent
    /// itself happen in any case. Plans are then rated by their expected utility, less what [`Rules::risk`] subtracts.
    ///
    /// ```
    /// use motive::drives::{GoalTemplate, Domain, Drive, Measure, SearchProgress, Search, DriveStates};
    /// use motive::kernel::{Action, Budget, Effect, Expr, Id, Memory, Thing, Type, Vocabulary};
    ///
    /// let mut names = Vocabulary::new();
    /// let goblin = names.kind("goblin");
    /// let health = names.property("health", Type::Number);
    /// let (stab, shoot) = (names.action("stab", 1), names.action("shoot", 1));
    /// let names = names.finish()?;
    /// let hit = |action, by: f64| Action::new(action, &["it"]).effect(Effect::add(Expr::var("it"), health, -by));
    /// let goblins = motive::kernel::Pattern::of(goblin).named("it");
    /// let kill = GoalTemplate::each("kill", goblins).measure(Measure::toward(Expr::var("it").get(health), 30, 0));
    /// let domain = Domain::new(names.clone())
    ///     .action(hit(stab, 15.0))
    ///     .action(hit(shoot, 20.0))
    ///     .misses(shoot, 0.5)
    ///     .supplies(goblin, stab, Default::default())
    ///     .supplies(goblin, shoot, Default::default())
    ///     .drive(Drive::new("win", 1.0).goal(kill))
    ///     .build()?;
    ///
    /// let mut memory = Memory::new(names);
    /// memory.put(Thing::new(Id::new(1)).kind(goblin).with(health, 30))?;
    /// let mut drive_states = DriveStates::new(&domain);
    /// drive_states.update(&domain, &memory);
    /// let SearchProgress::Found(plan) = Search::new().run(&domain, &drive_states, &memory, &mut Budget::default()) else {
    ///     panic!("there is something to do");
    /// };
    /// assert_eq!(plan.display(&domain), ["stab(#1)"], "15 for sure are more than 20 every other time");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn misses(mut self, action: ActionId, odds: impl Into<Expr>) -> Self {
        match self.abilities.iter_mut().find(|ability| ability.action.action == action) {
            Some(ability) => ability.misses = Some(odds.into()),
            None => self.unknown.push(action),
        }
        self
    }

    /// Adds a reaction of things to whatever the agent does, such as that of an enemy or of a burning place. In simulations the effect is
    /// applied after each action, for every thing that matches the pattern and satisfies the condition. The effect can use the pattern's
    /// name.
    #[must_use]
    pub fn answer(mut self, who: Pattern, when: impl Into<Condition>, effect: Effect) -> Self {
        self.answers.push(Effect::Each { pattern: Box::new(who), given: when.into(), effects: vec![effect] });
        self
    }

    /// Every thing of a kind supplies an action, with this interaction. Sub-kinds inherit it and can override it: the offer declared last
    /// counts.
    #[must_use]
    pub fn supplies(mut self, kind: Kind, action: ActionId, interaction: Interaction) -> Self {
        self.offers.push(Offer { kind, action, interaction, when: None });
        self
    }

    /// Like [`DomainBuilder::supplies`], with this interaction only while a condition holds, which refers to the thing as `it`. Otherwise
    /// the action can still be done, with the interaction of another offer or the default one.
    #[must_use]
    pub fn supplies_when(
        mut self,
        kind: Kind,
        action: ActionId,
        interaction: Interaction,
        when: impl Into<Condition>,
    ) -> Self {
        self.offers.push(Offer { kind, action, interaction, when: Some(when.into()) });
        self
    }

    /// Adds a drive.
    #[must_use]
    pub fn drive(mut self, drive: Drive) -> Self {
        self.drives.push(drive);
        self
    }

    /// Sets how the satisfactions of all drives are combined. The default is their weighted mean.
    #[must_use]
    pub fn utility(mut self, utility: Utility) -> Self {
        self.utility = utility;
        self
    }

    /// Sets when the agent is dead: in simulations, actions after that have no effect.
    #[must_use]
    pub fn dead_when(mut self, condition: impl Into<Condition>) -> Self {
        self.dead = Some(condition.into());
        self
    }

    /// Adds an effect of passing time. In simulations it is applied before the effects of each action that takes time; `seconds` is the
    /// duration.
    #[must_use]
    pub fn passing(mut self, effect: Effect) -> Self {
        self.passing.push(effect);
        self
    }

    /// Adds a scripted plan. A domain with scripted plans does not search: it follows the one with the highest utility, as in the early
    /// utility system of Sloan 2015.
    #[must_use]
    pub fn scripted(mut self, plan: ScriptedPlan) -> Self {
        self.scripts.push(plan);
        self
    }

    /// Adds an ambiance, which changes the rating of plans with actions of some [tags](Action::tags), for agents that
    /// [react](Self::sensitive_to) to the tag. It begins for each agent when the agent first observes it. [`Rules::ambiance`](super::Rules)
    /// says how much it counts.
    #[must_use]
    pub fn ambiance(mut self, ambiance: Ambiance) -> Self {
        self.ambiances.push(ambiance);
        self
    }

    /// Sets the tags that the agents react to. The default is none.
    #[must_use]
    pub fn sensitive_to(mut self, sensitivity: Sensitivity) -> Self {
        self.sensitivity = sensitivity;
        self
    }

    /// Sets how plans are made and followed.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// Builds the domain.
    ///
    /// # Errors
    /// If anything in it is invalid.
    pub fn build(self) -> Result<Arc<Domain>, DomainError> {
        compile::domain(self).map(Arc::new)
    }
}

impl Domain {
    /// A builder without drives and actions.
    #[expect(clippy::new_ret_no_self, reason = "a domain is made by its builder, as a character is")]
    #[must_use]
    pub fn new(names: Arc<Vocabulary>) -> DomainBuilder {
        DomainBuilder {
            names,
            abilities: Vec::new(),
            offers: Vec::new(),
            drives: Vec::new(),
            utility: Utility::default(),
            dead: None,
            passing: Vec::new(),
            answers: Vec::new(),
            unknown: Vec::new(),
            scripts: Vec::new(),
            ambiances: Vec::new(),
            sensitivity: Sensitivity::default(),
            rules: Rules::default(),
        }
    }

    /// The names in use.
    #[must_use]
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names
    }

    /// How plans are made and followed.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The same domain with other rules.
    #[must_use]
    pub fn with_rules(mut self: Arc<Self>, rules: Rules) -> Arc<Self> {
        Arc::make_mut(&mut self).rules = rules;
        self
    }

    /// Probable mistakes.
    #[must_use]
    pub fn warnings(&self) -> &[DomainWarning] {
        &self.warnings
    }

    /// What plans may depend on.
    #[must_use]
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

    /// The current interaction for doing an action with a thing; none if the thing does not supply the action or no offer applies now.
    #[must_use]
    pub fn interaction(&self, action: ActionId, thing: Id, facts: &impl Facts) -> Option<&Interaction> {
        let now = |offer: &&CompiledOffer| {
            let when = offer.when.as_ref();
            when.is_none_or(|when| when.holds(facts, &mut when.bindings(&[thing.into()])))
        };
        let offers = self.offers.iter().rev().filter(|offer| offer.action == action);
        offers.filter(|offer| facts.is_a(thing, offer.kind)).find(now).map(|offer| &offer.interaction)
    }
}
