//! What an agent knows: writing it, reading it, noticing changes, forgetting, saving.
mod changes;
mod forgetting;
mod reading;
mod saving;

use motive_core::*;
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The names of the tests' small world, and a thing for each.
struct Names {
    all: Arc<Vocabulary>,
    tool: Kind,
    pickaxe: Kind,
    weapon: Kind,
    ghost: Kind,
    rounds: Property,
    colour: Property,
    time: Property,
    place: Property,
    distance: Property,
    health: Property,
    at: Relation,
    red: Symbol,
    blue: Symbol,
    a: Id,
    b: Id,
    c: Id,
}

fn declare() -> Vocabulary {
    let mut names = Vocabulary::new();
    let tool = names.kind("tool");
    names.kind_of("pickaxe", tool);
    names.kind("weapon");
    names.kind("ghost");
    names.property("rounds", Type::Number);
    let colour = names.one_of(["red", "blue"]);
    names.property("colour", colour);
    let time = names.property("TIME", Type::Number);
    names.life_span(time);
    let place = names.own("place", Type::Point);
    let health = names.own("health", Type::Number);
    names.limit(health, 0.0, 100.0);
    let reads = Purity::Reads(vec![Dependency::Property(place)]);
    names.computed("distance", Type::Number, reads, move |facts, id| {
        let here = facts.values(Id::SELF, place).first()?.point()?;
        Some(here.distance(facts.values(id, place).first()?.point()?).into())
    });
    names.relation("at", 2);
    for id in ["a", "b", "c"] {
        names.id(id);
    }
    names
}

impl Names {
    fn of(mut names: Vocabulary) -> Self {
        let (a, b, c) = (names.id("a"), names.id("b"), names.id("c"));
        let all = names.finish().unwrap();
        let kind = |name| all.find_kind(name).unwrap();
        let property = |name| all.find_property(name).unwrap();
        let symbol = |name| all.find_symbol(name).unwrap();
        Self {
            tool: kind("tool"),
            pickaxe: kind("pickaxe"),
            weapon: kind("weapon"),
            ghost: kind("ghost"),
            rounds: property("rounds"),
            colour: property("colour"),
            time: property("time"),
            place: property("place"),
            distance: property("distance"),
            health: property("health"),
            at: all.find_relation("at").unwrap(),
            red: symbol("red"),
            blue: symbol("blue"),
            a,
            b,
            c,
            all,
        }
    }

    fn new() -> Self {
        Self::of(declare())
    }

    fn memory(&self) -> Memory {
        Memory::new(self.all.clone())
    }
}

fn ids(memory: &Memory) -> Vec<Id> {
    memory.things().map(Thing::id).collect()
}

fn found(memory: &Memory, query: &Query<'_>) -> Vec<Id> {
    let mut ids = Vec::new();
    memory.candidates(query, &mut |id| {
        ids.push(id);
        ControlFlow::Continue(())
    });
    ids
}

fn previous(memory: &Memory, id: Id, property: Property) -> Option<f64> {
    memory.previous(id, property).number()
}

fn at_second(second: u64) -> Time {
    Time { tick: second, micros: second * 1_000_000 }
}
