//! What agents of one sort are driven by and can do, made ready to plan with.

use super::ambiance::{Ambiance, AmbianceError, Surroundings, Temper};
use super::compile::{self, CompiledAbility, CompiledDrive, CompiledScript, CompiledUtility, SubtaskEvent};
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

/// What is wrong with what agents are driven by and can do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// Something in it cannot be built.
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
    /// A weight, a score or a limit that is negative or not a number.
    #[error("{what} must be a number from 0 to {most}, but is {found}")]
    Number {
        /// What it is.
        what: String,
        /// What it may be at most.
        most: f64,
        /// What it is.
        found: f64,
    },
    /// An action with more than one parameter: it is done with one thing or with none.
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
        /// What is called so.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A kind of thing supplies an action that nobody can do.
    #[error(
        "`{kind}` supplies `{action}`, which is not among the actions; add it or take it from the object"
    )]
    UnknownAction {
        /// The kind.
        kind: String,
        /// The action.
        action: String,
    },
    /// Something is said of an action that is not among them.
    #[error("something is said of `{action}`, which is not among the actions; add it before")]
    UnknownVerb {
        /// The action.
        action: String,
    },
    /// An ambiance cannot be minded.
    #[error(transparent)]
    Ambiance(#[from] AmbianceError),
    /// A drive is named that there is not.
    #[error("there is no drive called `{name}`")]
    UnknownDrive {
        /// Its name.
        name: String,
    },
    /// Nothing can be done at all.
    #[error("there is no action to plan with; declare at least one")]
    NoActions,
    /// Nothing is wanted at all.
    #[error("there is no drive to plan for; declare at least one")]
    NoDrives,
}

/// An action as it is declared for planning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ability {
    pub(super) action: Action,
    pub(super) interruptible: bool,
    pub(super) until: Option<Condition>,
    pub(super) misses: Option<Expr>,
}

/// Collects what agents of one sort are driven by and can do.
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
    /// Actions that something was said of before they were added.
    pub(super) unknown: Vec<ActionId>,
    pub(super) considered: Option<Condition>,
    pub(super) written: Vec<ScriptedPlan>,
    pub(super) ambiances: Vec<Ambiance>,
    pub(super) temper: Temper,
    pub(super) rules: Rules,
}

/// What agents of one sort are driven by and can do. Immutable, shared by all of them.
#[derive(Clone, Debug)]
pub struct Domain {
    pub(super) names: Arc<Vocabulary>,
    pub(super) actions: Vec<CompiledAbility>,
    pub(super) offers: Vec<CompiledOffer>,
    pub(super) drives: Vec<CompiledDrive>,
    pub(super) utility: CompiledUtility,
    pub(super) dead: Option<CompiledCondition>,
    pub(super) passing: Option<SubtaskEvent>,
    pub(super) answers: Option<SubtaskEvent>,
    pub(super) considered: Option<CompiledCondition>,
    pub(super) written: Vec<CompiledScript>,
    pub(super) around: Surroundings,
    pub(super) rules: Rules,
    pub(super) reads: ReadSet,
    /// Properties at which only drives look. While they change nothing that a drive wants, they change no plan either.
    pub(super) only_wanted: Vec<Property>,
    /// What decides which drives and goals there are, as places in `reads`; nothing if that may change by itself.
    pub(super) comings: Option<Vec<u16>>,
    pub(super) warnings: Vec<DomainWarning>,
}

impl DomainBuilder {
    /// Adds an action that the agents can do. Of plans that are equally good the one that begins with the earlier action is
    /// chosen. An action with a parameter is done with a thing that supplies it. A [steady](Action::steady) one is always brought to
    /// its end once it is begun.
    #[must_use]
    pub fn action(mut self, action: Action) -> Self {
        self.abilities.push(Ability { interruptible: !action.steady, action, until: None, misses: None });
        self
    }

    /// Adds an action that is always brought to its end once it is begun.
    #[must_use]
    pub fn uninterrupted(mut self, action: Action) -> Self {
        self.abilities.push(Ability { action, interruptible: false, until: None, misses: None });
        self
    }

    /// Adds an action that is done until a condition holds. Without one it is done as long as it takes, or until the world says
    /// that it has ended.
    #[must_use]
    pub fn action_until(mut self, action: Action, until: impl Into<Condition>) -> Self {
        self.abilities.push(Ability {
            interruptible: !action.steady,
            action,
            until: Some(until.into()),
            misses: None,
        });
        self
    }

    /// The odds, from 0 to 1, that an action which was added before comes to nothing: a blow that misses. What it does to the agent
    /// itself happens all the same. Plans are then rated by what is to be expected of them, less what [`Rules::risk`] takes.
    ///
    /// ```
    /// use motive::drives::{GoalTemplate, Domain, Drive, Measure, SearchProgress, Search, DriveStates};
    /// use motive::{Action, Budget, Effect, Expr, Id, Memory, Thing, Type, Vocabulary};
    ///
    /// let mut names = Vocabulary::new();
    /// let goblin = names.kind("goblin");
    /// let health = names.property("health", Type::Number);
    /// let (stab, shoot) = (names.action("stab", 1), names.action("shoot", 1));
    /// let names = names.finish()?;
    /// let hit = |action, by: f64| Action::new(action, &["it"]).effect(Effect::add(Expr::var("it"), health, -by));
    /// let goblins = motive::Pattern::of(goblin).named("it");
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

    /// Things answer whatever is done, as an enemy does or a place where it burns. After each action the effect is done in thought for
    /// everything that fits the pattern and for which the condition holds, under the name that the pattern has. Where there is no such
    /// thing, nothing is looked at.
    #[must_use]
    pub fn answer(mut self, who: Pattern, when: impl Into<Condition>, effect: Effect) -> Self {
        self.answers.push(Effect::Each { pattern: Box::new(who), given: when.into(), effects: vec![effect] });
        self
    }

    /// Everything of a kind lets an action be done with it, with this interaction. Sub-kinds inherit it, and may have one of
    /// their own: of several the one declared last counts.
    #[must_use]
    pub fn supplies(mut self, kind: Kind, action: ActionId, interaction: Interaction) -> Self {
        self.offers.push(Offer { kind, action, interaction, when: None });
        self
    }

    /// As [`DomainBuilder::supplies`], in this interaction only while a condition holds; the thing is called `it` in it. Without another
    /// offer the action can be done all the same, with the default interaction.
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

    /// What the satisfaction of all drives is worth. Their weighted mean unless said otherwise.
    #[must_use]
    pub fn utility(mut self, utility: Utility) -> Self {
        self.utility = utility;
        self
    }

    /// When the agent can do nothing any more: in thought, actions after that have no effect.
    #[must_use]
    pub fn dead_when(mut self, condition: impl Into<Condition>) -> Self {
        self.dead = Some(condition.into());
        self
    }

    /// What happens while time passes. It is done in thought before the effects of each action that takes time; `seconds` is how
    /// long that is.
    #[must_use]
    pub fn passing(mut self, effect: Effect) -> Self {
        self.passing.push(effect);
        self
    }

    /// Which things are considered at all, by the name `thing`: those within a distance. All, unless said otherwise.
    #[must_use]
    pub fn considering(mut self, condition: impl Into<Condition>) -> Self {
        self.considered = Some(condition.into());
        self
    }

    /// Adds a plan that is written beforehand. With one or more of them nothing is searched: the most useful of them is followed, as in
    /// the early utility system of Sloan 2015.
    #[must_use]
    pub fn written(mut self, plan: ScriptedPlan) -> Self {
        self.written.push(plan);
        self
    }

    /// Something around the agents puts ambiance on actions with some [tags](Action::tags), if they [mind](Self::minds) the tag. Since when it has been
    /// there is kept for each of them: it begins when they first see it. [`Rules::ambiance`](super::Rules) says what a point of it takes from a plan.
    #[must_use]
    pub fn ambiance(mut self, ambiance: Ambiance) -> Self {
        self.ambiances.push(ambiance);
        self
    }

    /// Which tags of actions the agents mind. None, unless said otherwise.
    #[must_use]
    pub fn minds(mut self, temper: Temper) -> Self {
        self.temper = temper;
        self
    }

    /// How plans are made and followed.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// Makes it ready to plan with.
    pub fn build(self) -> Result<Arc<Domain>, DomainError> {
        compile::domain(self).map(Arc::new)
    }
}

impl Domain {
    /// Begins with nothing wanted and nothing to do.
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
            considered: None,
            written: Vec::new(),
            ambiances: Vec::new(),
            temper: Temper::default(),
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

    /// The same with other rules: an ablation is a line.
    #[must_use]
    pub fn with_rules(mut self: Arc<Self>, rules: Rules) -> Arc<Self> {
        Arc::make_mut(&mut self).rules = rules;
        self
    }

    /// What is probably not meant.
    #[must_use]
    pub fn warnings(&self) -> &[DomainWarning] {
        &self.warnings
    }

    /// Everything that a plan may depend on.
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

    /// How an action is done with a thing here and now; nothing if the thing does not let it be done, or has no interaction for it now.
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
