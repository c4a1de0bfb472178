//! Plans for drives, with actions and their effects in the types of the game.

use super::EngineBuilder;
use super::condition::ConditionTerm;
use super::names::{Change, Later, NameResolver, Var, VarPlace};
use super::program::micros;
use super::term::{ActionTerm, Place, ValueTerm};
use crate::error::Error;
use crate::kernel::{Action, Effect, Id, Kind};
use crate::traits::Percept;
use motive_drives::{Domain, DomainBuilder, Drive, GoalTemplate, Interaction, Measure, PlanFor, Rules};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// Plans that serve several drives at once.
pub fn plan(name: &str, describe: impl FnOnce(&PlanBuilder)) -> EngineBuilder {
    let plan = PlanBuilder::default();
    describe(&plan);
    let (changes, title) = (plan.0.into_inner(), name.to_owned());
    EngineBuilder::new(name, move |names| {
        let domain = Domain::new(names.vocabulary.clone());
        let domain = changes.iter().fold(domain, |domain, change| change(names, domain));
        let domain = domain.build().map_err(|error| Error::part(&title, error))?;
        Ok(PlanFor::new(&title, domain))
    })
}

/// Describes a plan, inside of [`plan`].
#[derive(Default)]
pub struct PlanBuilder(RefCell<Vec<Change<DomainBuilder>>>);

impl PlanBuilder {
    fn change(
        &self,
        change: impl Fn(&mut NameResolver<'_>, DomainBuilder) -> DomainBuilder + Send + Sync + 'static,
    ) {
        self.0.borrow_mut().push(Box::new(change));
    }

    /// Adds an action: what it is done with, what it needs and changes.
    pub fn action(&self, describe: impl FnOnce(&ActionBuilder)) {
        let action = ActionBuilder::default();
        describe(&action);
        let ActionParts { parameters, suppliers, does, changes } = action.0.into_inner();
        self.change(move |names, domain| {
            let Some((action, _)) = does.as_ref().and_then(|does| does.resolve(names)) else { return domain };
            let parameters: Vec<String> = parameters.iter().map(|parameter| parameter(names)).collect();
            let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
            let declared = Action::new(action, &parameters);
            let declared = changes.iter().fold(declared, |declared, change| change(names, declared));
            let kinds: Vec<Kind> = suppliers.iter().filter_map(|kind| kind(names)).collect();
            let supplied =
                |domain: DomainBuilder, kind| domain.supplies(kind, action, Interaction::default());
            kinds.into_iter().fold(domain.action(declared), supplied)
        });
    }

    /// Adds a drive: a lasting want with the goals that it makes.
    pub fn drive(&self, name: &str, weight: f64, describe: impl FnOnce(&DriveBuilder)) {
        let drive = DriveBuilder::default();
        describe(&drive);
        let (changes, name) = (drive.0.into_inner(), name.to_owned());
        self.change(move |names, domain| {
            let drive = Drive::new(&name, weight);
            domain.drive(changes.iter().fold(drive, |drive, change| change(names, drive)))
        });
    }

    /// The agent is dead when a condition holds: in simulations, actions after that change nothing.
    pub fn dead_when(&self, condition: impl Into<ConditionTerm>) {
        let condition = condition.into();
        self.change(move |names, domain| domain.dead_when(condition.condition(names)));
    }

    /// How plans are made and followed.
    pub fn rules(&self, rules: Rules) {
        self.change(move |_, domain| domain.rules(rules.clone()));
    }
}

/// Describes an action for planning, inside of [`PlanBuilder::action`].
#[derive(Default)]
pub struct ActionBuilder(RefCell<ActionParts>);

#[derive(Default)]
struct ActionParts {
    parameters: Vec<Later<String>>,
    suppliers: Vec<Later<Option<Kind>>>,
    does: Option<ActionTerm>,
    changes: Vec<Change<Action>>,
}

impl ActionBuilder {
    fn change(&self, change: impl Fn(&mut NameResolver<'_>, Action) -> Action + Send + Sync + 'static) {
        self.0.borrow_mut().changes.push(Box::new(change));
    }

    fn effect(&self, effect: impl Fn(&mut NameResolver<'_>) -> Option<Effect> + Send + Sync + 'static) {
        self.change(move |names, action| match effect(names) {
            Some(effect) => action.effect(effect),
            None => action,
        });
    }

    /// The action is done with a thing of a kind, which offers it.
    pub fn with<P: Percept>(&self) -> Var<P> {
        self.supplied_by::<P>();
        let mut parts = self.0.borrow_mut();
        let variable = Var::new(VarPlace::Given(parts.parameters.len() as u16));
        parts.parameters.push(Arc::new(move |names| names.variable(variable)));
        variable
    }

    /// Things of a kind offer the action.
    pub fn supplied_by<P: Percept>(&self) {
        self.0.borrow_mut().suppliers.push(Arc::new(|names| names.names::<P>().map(P::kind)));
    }

    /// Which action this is: its arguments are the things that it is done with, in this order.
    pub fn does(&self, action: impl Into<ActionTerm>) {
        self.0.borrow_mut().does = Some(action.into());
    }

    /// A precondition.
    pub fn needs(&self, condition: impl Into<ConditionTerm>) {
        let condition = condition.into();
        self.change(move |names, action| action.needs(condition.condition(names)));
    }

    /// It sets a property.
    pub fn sets<T: 'static>(&self, place: &Place<T>, value: impl Into<ValueTerm<T>>) {
        let (place, value) = (place.clone(), value.into());
        self.effect(move |names| {
            let (thing, property) = place.target(names)?;
            Some(Effect::set(thing, property, value.expr(names)))
        });
    }

    /// It adds to a number.
    pub fn adds(&self, place: &Place<f64>, by: impl Into<ValueTerm<f64>>) {
        let (place, by) = (place.clone(), by.into());
        self.effect(move |names| {
            let (thing, property) = place.target(names)?;
            Some(Effect::add(thing, property, by.expr(names)))
        });
    }

    /// It uses a thing up.
    pub fn removes(&self, thing: impl Into<ValueTerm<Id>>) {
        let thing = thing.into();
        self.effect(move |names| Some(Effect::Destroy(thing.expr(names))));
    }

    /// How long it takes.
    pub fn takes(&self, time: Duration) {
        self.change(move |_, action| action.takes(micros(time)));
    }

    /// How many seconds it takes, if that depends on the situation.
    pub fn lasts(&self, seconds: impl Into<ValueTerm<f64>>) {
        let seconds = seconds.into();
        self.change(move |names, action| action.lasts(seconds.expr(names)));
    }

    /// It is never interrupted.
    pub fn steady(&self) {
        self.change(|_, action| action.steady());
    }
}

/// Describes a drive, inside of [`PlanBuilder::drive`].
#[derive(Default)]
pub struct DriveBuilder(RefCell<Vec<Change<Drive>>>);

impl DriveBuilder {
    fn change(&self, change: impl Fn(&mut NameResolver<'_>, Drive) -> Drive + Send + Sync + 'static) {
        self.0.borrow_mut().push(Box::new(change));
    }

    /// A goal about the agent itself or the world at large.
    pub fn goal(&self, name: &str, describe: impl FnOnce(&TemplateBuilder)) {
        let goal = TemplateBuilder::default();
        describe(&goal);
        let (changes, name) = (goal.0.into_inner(), name.to_owned());
        self.change(move |names, drive| {
            let template = GoalTemplate::new(&name);
            drive.goal(changes.iter().fold(template, |template, change| change(names, template)))
        });
    }

    /// The drive is taken up when a condition begins to hold, instead of being always present.
    pub fn arrives(&self, when: impl Into<ConditionTerm>) {
        let when = when.into();
        self.change(move |names, drive| drive.arrives(when.condition(names)));
    }

    /// The drive is dropped when a condition holds, with all its goals.
    pub fn leaves(&self, when: impl Into<ConditionTerm>) {
        let when = when.into();
        self.change(move |names, drive| drive.leaves(when.condition(names)));
    }
}

/// Describes a goal of a drive: what its completeness is measured by, and when it comes and goes.
#[derive(Default)]
pub struct TemplateBuilder(RefCell<Vec<Change<GoalTemplate>>>);

impl TemplateBuilder {
    fn change(
        &self,
        change: impl Fn(&mut NameResolver<'_>, GoalTemplate) -> GoalTemplate + Send + Sync + 'static,
    ) {
        self.0.borrow_mut().push(Box::new(change));
    }

    /// How far a number has moved from one value toward another.
    pub fn toward(&self, value: impl Into<ValueTerm<f64>>, from: f64, to: f64) {
        let value = value.into();
        self.change(move |names, goal| goal.measure(Measure::toward(value.expr(names), from, to)));
    }

    /// The degree to which a condition holds.
    pub fn degree(&self, condition: impl Into<ConditionTerm>) {
        let condition = condition.into();
        self.change(move |names, goal| goal.measure(Measure::degree(condition.condition(names))));
    }

    /// When the goal is made.
    pub fn when(&self, condition: impl Into<ConditionTerm>) {
        let condition = condition.into();
        self.change(move |names, goal| goal.when(condition.condition(names)));
    }

    /// When the goal is dropped.
    pub fn until(&self, condition: impl Into<ConditionTerm>) {
        let condition = condition.into();
        self.change(move |names, goal| goal.until(condition.condition(names)));
    }

    /// How much it counts among the goals of the drive.
    pub fn weight(&self, weight: f64) {
        self.change(move |_, goal| goal.weight(weight));
    }

    /// How complete it is when its thing is gone: 1 for an enemy, 0 for a treasure.
    pub fn when_gone(&self, completeness: f64) {
        self.change(move |_, goal| goal.when_gone(completeness));
    }
}
