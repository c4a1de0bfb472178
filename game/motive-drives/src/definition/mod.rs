//! What a designer writes: drives, actions, the things that offer them, scripted plans and rules, collected by a [`DomainBuilder`].

mod drive;
mod rules;

pub use drive::{
    Combine, Curve, CurveError, Drive, GoalTemplate, Measure, Satisfaction, Utility, UtilityFunction,
};
pub use rules::{Hard, Limits, Placement, Rating, Rules, Thoroughness};

use crate::ambiance::{Ambiance, Sensitivity};
use motive_core::action::{Action, Effect};
use motive_core::condition::{Condition, Expr, Pattern};
use motive_core::vocabulary::{ActionId, Kind, Point, Symbol, Vocabulary};
use std::sync::Arc;

/// An action as it is declared for planning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ability {
    pub(crate) action: Action,
    pub(crate) interruptible: bool,
    pub(crate) misses: Option<Expr>,
}

/// Builds a [`Domain`](crate::Domain).
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct DomainBuilder {
    pub(crate) names: Arc<Vocabulary>,
    pub(crate) abilities: Vec<Ability>,
    pub(crate) offers: Vec<Offer>,
    pub(crate) drives: Vec<Drive>,
    pub(crate) utility: Utility,
    pub(crate) dead: Option<Condition>,
    pub(crate) passing: Vec<Effect>,
    pub(crate) answers: Vec<Effect>,
    /// Actions that a setting referred to before they were added.
    pub(crate) unknown: Vec<ActionId>,
    pub(crate) scripts: Vec<ScriptedPlan>,
    pub(crate) ambiances: Vec<Ambiance>,
    pub(crate) sensitivity: Sensitivity,
    pub(crate) rules: Rules,
}

impl DomainBuilder {
    pub(crate) fn new(names: Arc<Vocabulary>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Adds an action. Among equally good plans the one that begins with the action added first is chosen. An action with a parameter is
    /// done with a thing that supplies it. A [steady](Action::steady) action is never interrupted.
    pub fn action(mut self, action: Action) -> Self {
        self.abilities.push(Ability { interruptible: !action.steady, action, misses: None });
        self
    }

    /// Adds an action that is never interrupted.
    pub fn uninterrupted(mut self, action: Action) -> Self {
        self.abilities.push(Ability { action, interruptible: false, misses: None });
        self
    }

    /// Sets the odds, from 0 to 1, that an action misses, such as a blow. The action must have been added before. Its effects on the agent
    /// itself happen in any case. Plans are then rated by their expected utility, less what [`Rules::risk`] subtracts.
    ///
    /// ```
    /// use motive::drives::{GoalTemplate, Domain, Drive, Measure, SearchProgress, PlanSearch, DriveStates};
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
    /// let SearchProgress::Found(plan) = PlanSearch::new().run(&domain, &drive_states, &memory, &mut Budget::default()) else {
    ///     panic!("there is something to do");
    /// };
    /// assert_eq!(plan.display(&domain), ["stab(#1)"], "15 for sure are more than 20 every other time");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    pub fn answer(mut self, who: Pattern, when: impl Into<Condition>, effect: Effect) -> Self {
        self.answers.push(Effect::Each { pattern: Box::new(who), given: when.into(), effects: vec![effect] });
        self
    }

    /// Every thing of a kind supplies an action, with this interaction. Sub-kinds inherit it and can override it: the offer declared last
    /// counts.
    pub fn supplies(mut self, kind: Kind, action: ActionId, interaction: Interaction) -> Self {
        self.offers.push(Offer { kind, action, interaction, when: None });
        self
    }

    /// Like [`DomainBuilder::supplies`], with this interaction only while a condition holds, which refers to the thing as `it`. Otherwise
    /// the action can still be done, with the interaction of another offer or the default one.
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
    pub fn drive(mut self, drive: Drive) -> Self {
        self.drives.push(drive);
        self
    }

    /// Sets how the satisfactions of all drives are combined. The default is their weighted mean.
    pub fn utility(mut self, utility: Utility) -> Self {
        self.utility = utility;
        self
    }

    /// Sets when the agent is dead: in simulations, actions after that have no effect.
    pub fn dead_when(mut self, condition: impl Into<Condition>) -> Self {
        self.dead = Some(condition.into());
        self
    }

    /// Adds an effect of passing time. In simulations it is applied before the effects of each action that takes time; `seconds` is the
    /// duration.
    pub fn passing(mut self, effect: Effect) -> Self {
        self.passing.push(effect);
        self
    }

    /// Adds a scripted plan. A domain with scripted plans does not search: it follows the one with the highest utility, as in the early
    /// utility system of Sloan 2015.
    pub fn scripted(mut self, plan: ScriptedPlan) -> Self {
        self.scripts.push(plan);
        self
    }

    /// Adds an ambiance, which changes the rating of plans with actions of some [tags](Action::tags), for agents that
    /// [react](Self::sensitive_to) to the tag. It begins for each agent when the agent first observes it. [`Rules::ambiance`](crate::Rules)
    /// says how much it counts.
    pub fn ambiance(mut self, ambiance: Ambiance) -> Self {
        self.ambiances.push(ambiance);
        self
    }

    /// Sets the tags that the agents react to. The default is none.
    pub fn sensitive_to(mut self, sensitivity: Sensitivity) -> Self {
        self.sensitivity = sensitivity;
        self
    }

    /// Sets how plans are made and followed.
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }
}

/// How an action is performed with a thing: where the agent stands, and which animation plays.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Interaction {
    /// The distance at which the agent stands.
    pub stand_off: f64,
    /// The position relative to the thing. Without it the agent stands on the side it comes from.
    pub offset: Option<Point>,
    /// Whether the agent faces the thing.
    pub face: bool,
    /// A slot at the thing that only one agent can occupy.
    pub slot: Option<Symbol>,
    /// The animation.
    pub animation: Option<Symbol>,
}

impl Interaction {
    /// Standing at this distance, facing the thing.
    pub fn stand_off(distance: f64) -> Self {
        Self { stand_off: distance, face: true, ..Self::default() }
    }

    /// Standing at a position relative to the thing, such as in front of a door.
    pub fn at(offset: Point) -> Self {
        Self { offset: Some(offset), face: true, ..Self::default() }
    }

    /// A place at the thing that only one can have.
    pub fn slot(mut self, slot: Symbol) -> Self {
        self.slot = Some(slot);
        self
    }

    /// Where an agent that comes from one place stands at a thing in another.
    pub fn place(&self, from: Point, thing: Point) -> Point {
        if let Some(offset) = self.offset {
            return Point { x: thing.x + offset.x, y: thing.y + offset.y, z: thing.z + offset.z };
        }
        let distance = from.distance(thing);
        if distance <= self.stand_off || distance == 0.0 {
            return from;
        }
        let share = (self.stand_off / distance) as f32;
        let along = |from: f32, to: f32| to + (from - to) * share;
        Point { x: along(from.x, thing.x), y: along(from.y, thing.y), z: along(from.z, thing.z) }
    }

    /// The vector from the agent to the thing, if the agent faces it.
    pub fn facing(&self, standing: Point, thing: Point) -> Option<Point> {
        let toward = Point { x: thing.x - standing.x, y: thing.y - standing.y, z: thing.z - standing.z };
        self.face.then_some(toward)
    }
}

/// An action that things of a kind, sub-kinds included, supply.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Offer {
    pub(crate) kind: Kind,
    pub(crate) action: ActionId,
    pub(crate) interaction: Interaction,
    /// When this interaction applies. The condition refers to the thing as `it`.
    pub(crate) when: Option<Condition>,
}

/// A plan written by hand, whose targets are chosen when it is evaluated: `goto pills, get pills, goto patient, medicate patient`.
///
/// A [`Domain`](crate::Domain) with scripted plans does not search: it follows the one with the highest utility.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct ScriptedPlan {
    /// What it is called.
    pub name: Arc<str>,
    /// The actions, each with an expression for its target.
    pub steps: Vec<(ActionId, Option<Expr>)>,
}

impl ScriptedPlan {
    /// A plan without steps.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), steps: Vec::new() }
    }

    /// Adds an action with a target.
    pub fn step(mut self, action: ActionId, with: impl Into<Expr>) -> Self {
        self.steps.push((action, Some(with.into())));
        self
    }

    /// Adds an action without a target.
    pub fn alone(mut self, action: ActionId) -> Self {
        self.steps.push((action, None));
        self
    }
}
