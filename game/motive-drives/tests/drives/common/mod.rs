//! The wizard of Appendix A (Sloan 2015), and what tests of plans from drives share.

#![allow(dead_code, reason = "each test file uses a part of it")]

use motive::drives::{
    Considered, Domain, DomainBuilder, Drive, DriveStates, GoalTemplate, Interaction, Measure, Plan,
    PlanSearch, SearchProgress, Utility,
};
use motive::kernel::{
    Action, ActionId, Budget, BuiltinFunction, Condition, Effect, Expr, Id, Kind, Memory, Pattern, Point,
    Property, Thing, Type, Vocabulary,
};
use std::sync::Arc;

/// How near one must be to strike or to drink. The source does not say; any number below 10 does.
const REACH: f64 = 2.0;

pub(crate) struct Arena {
    pub(crate) names: Arc<Vocabulary>,
    pub(crate) enemy: Kind,
    pub(crate) item: Kind,
    pub(crate) goblin: Id,
    pub(crate) potion: Id,
    pub(crate) position: Property,
    pub(crate) health: Property,
    pub(crate) mana: Property,
    pub(crate) melee: ActionId,
    pub(crate) lightning: ActionId,
    pub(crate) goto: ActionId,
    pub(crate) drink: ActionId,
}

pub(crate) fn at(z: f32) -> Point {
    Point { x: 0.0, y: 0.0, z }
}

pub(crate) fn near(one: Expr, other: Expr, position: Property) -> Condition {
    Expr::builtin(BuiltinFunction::Distance, vec![one.get(position), other.get(position)]).at_most(REACH)
}

fn target() -> Expr {
    Expr::var("target")
}

pub(crate) fn me() -> Expr {
    Expr::from(Id::SELF)
}

impl Arena {
    pub(crate) fn new() -> Self {
        let mut names = Vocabulary::new();
        let (enemy, item) = (names.kind("enemy"), names.kind("item"));
        let position = names.own("position", Type::Point);
        let health = names.own("health", Type::Number);
        let mana = names.own("mana", Type::Number);
        names.limit(health, 0.0, 100.0);
        names.limit(mana, 0.0, 100.0);
        let (melee, lightning) = (names.latched("melee", 1), names.latched("lightning", 1));
        let (goto, drink) = (names.latched("goto", 1), names.latched("drink_mana_potion", 1));
        let (goblin, potion) = (names.id("goblin"), names.id("mana_potion"));
        let names = names.finish().unwrap();
        Self { names, enemy, item, goblin, potion, position, health, mana, melee, lightning, goto, drink }
    }

    /// Goblin and potion as in Table A.1: the wizard has 15 health and no mana.
    pub(crate) fn memory(&self) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        memory.set_time(motive::kernel::Time { tick: 10, micros: 2_000_000 });
        memory.set_own(self.position, at(-10.0)).unwrap();
        memory.set_own(self.health, 15).unwrap();
        memory.set_own(self.mana, 0).unwrap();
        memory.put(Thing::new(self.potion).kind(self.item).with(self.position, at(10.0))).unwrap();
        let goblin = Thing::new(self.goblin).kind(self.enemy).with(self.position, at(20.0));
        memory.put(goblin.with(self.health, 30)).unwrap();
        memory
    }

    pub(crate) fn melee(&self) -> Action {
        Action::new(self.melee, &["target"]).needs(near(me(), target(), self.position)).effect(Effect::add(
            target(),
            self.health,
            -30,
        ))
    }

    /// The source's tables simulate lightning without its price in one place, so that both are tried.
    pub(crate) fn lightning(&self, price: i32) -> Action {
        Action::new(self.lightning, &["target"])
            .needs(Expr::own(self.mana).at_least(20))
            .effect(Effect::add_own(self.mana, -price))
            .effect(Effect::add(target(), self.health, -30))
    }

    /// Whoever walks up to a living enemy is hit.
    pub(crate) fn goto(&self, damage: i32) -> Action {
        let hit = Effect::Each {
            pattern: Box::new(Pattern::of(self.enemy).named("enemy")),
            given: Expr::var("enemy").get(self.health).above(0)
                & near(Expr::var("enemy"), me(), self.position),
            effects: vec![Effect::add_own(self.health, -damage)],
        };
        Action::new(self.goto, &["target"])
            .effect(Effect::set_own(self.position, target().get(self.position)))
            .reply(hit)
    }

    pub(crate) fn drink(&self) -> Action {
        Action::new(self.drink, &["target"])
            .needs(near(me(), target(), self.position))
            .effect(Effect::add_own(self.mana, 40))
            .effect(Effect::Destroy(target()))
    }

    pub(crate) fn kill_all_enemies(&self) -> Drive {
        let enemy = || Expr::var("enemy").get(self.health);
        let kill = GoalTemplate::each("kill_enemy", Pattern::of(self.enemy).named("enemy"))
            .when(enemy().above(0))
            .measure(Measure::toward(enemy(), 30, 0))
            .weight(2.0)
            .until(enemy().at_most(0))
            .when_gone(1.0);
        Drive::new("kill_all_enemies", 1.0).goal(kill)
    }

    pub(crate) fn maximize(&self, name: &str, property: Property) -> Drive {
        let aim = GoalTemplate::new(name)
            .when(Expr::own(property).below(100))
            .measure(Measure::toward(Expr::own(property), 0, 100))
            .until(Expr::own(property).at_least(100));
        Drive::new(name, 1.0).goal(aim)
    }

    /// Appendix A as it is printed: drives, actions in the order that decides ties, and who supplies what.
    pub(crate) fn appendix(&self, price_of_lightning: i32) -> DomainBuilder {
        let plain = Interaction::default;
        Domain::new(self.names.clone())
            .action(self.melee())
            .action(self.lightning(price_of_lightning))
            .action(self.goto(15))
            .action(self.drink())
            .supplies(self.enemy, self.melee, plain())
            .supplies(self.enemy, self.lightning, plain())
            .supplies(self.enemy, self.goto, plain())
            .supplies(self.item, self.drink, plain())
            .supplies(self.item, self.goto, plain())
            .drive(self.kill_all_enemies())
            .drive(self.maximize("maximize_health", self.health))
            .drive(self.maximize("maximize_mana", self.mana))
            .utility(Utility::weighted_mean().nothing_without("maximize_health"))
            .dead_when(Expr::own(self.health).at_most(0))
    }
}

/// Plans from scratch.
pub(crate) fn plan(domain: &Domain, memory: &Memory) -> (Option<Plan>, Vec<Considered>) {
    let mut drive_states = DriveStates::new(domain);
    drive_states.update(domain, memory);
    let mut search = PlanSearch::new();
    match search.run(domain, &drive_states, memory, &mut Budget::default()) {
        SearchProgress::Found(plan) => (Some(plan), search.considered(domain)),
        _ => (None, search.considered(domain)),
    }
}

/// A plan as the source's tables write it: the last action first, and what it is worth.
pub(crate) fn tell(considered: &Considered, domain: &Domain) -> String {
    let names = domain.vocabulary();
    let steps: Vec<_> = considered.steps.iter().rev().map(|step| names.action_name(step.action)).collect();
    format!("{{{}}} {:.4}", steps.join(", "), considered.utility)
}

/// The plans that were waiting after this many had been taken up.
pub(crate) fn waiting_after(taken: u32, considered: &[Considered], domain: &Domain) -> Vec<String> {
    let up = |number: usize| considered[number - 1].taken_up.is_some_and(|nth| nth <= taken);
    let born = |one: &Considered| one.from == 0 || up(one.from);
    considered.iter().filter(|one| born(one) && !up(one.number)).map(|one| tell(one, domain)).collect()
}
