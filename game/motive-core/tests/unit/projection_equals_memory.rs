//! A projection answers as a memory would to which the same was done, and undo restores every answer.

use super::*;
use crate::condition::{
    Bindings, Column, CompiledCondition, CompiledExpr, Condition, Expr, Pattern, Range, Scope,
};
use crate::vocabulary::{FactsMut, Kind, Purity, Query, Relation, Type, Vocabulary};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// Everything that changes and questions are about.
struct World {
    memory: Memory,
    kinds: Vec<Kind>,
    properties: Vec<Property>,
    /// Discrete values, by which things are looked for.
    equal: Vec<(Property, Value)>,
    values: Vec<Value>,
    near: Relation,
    conditions: Vec<CompiledCondition>,
    expressions: Vec<CompiledExpr>,
}

#[derive(Clone, Debug)]
enum Op {
    Put { thing: usize, property: usize, value: usize },
    Bond { thing: usize, with: usize },
    Create(usize),
    Destroy(usize),
    Relate(usize, usize),
    Unrelate(usize, usize),
    Checkpoint,
    Undo,
}

fn op() -> impl Strategy<Value = Op> {
    let thing = 0..12_usize;
    prop_oneof![
        6 => (thing.clone(), 0..6_usize, 0..12_usize)
            .prop_map(|(thing, property, value)| Op::Put { thing, property, value }),
        1 => (thing.clone(), thing.clone()).prop_map(|(thing, with)| Op::Bond { thing, with }),
        2 => (0..3_usize).prop_map(Op::Create),
        2 => thing.clone().prop_map(Op::Destroy),
        3 => (thing.clone(), thing.clone()).prop_map(|(a, b)| Op::Relate(a, b)),
        3 => (thing.clone(), thing).prop_map(|(a, b)| Op::Unrelate(a, b)),
        2 => Just(Op::Checkpoint),
        2 => Just(Op::Undo),
    ]
}

/// Some animals and some food, changed in this tick and in the one before, in either kind of memory.
fn world(as_list: bool) -> World {
    let mut names = Vocabulary::new();
    let animal = names.kind("animal");
    let cat = names.kind_of("cat", animal);
    let food = names.kind("food");
    let size = names.own("size", Type::Number);
    names.limit(size, 0.0, 10.0);
    let colour = names.property("colour", Type::Symbol);
    let tame = names.property("tame", Type::Bool);
    let stock = names.property("stock", Type::Number);
    let rank = names.property("rank", Type::Number);
    names.index(rank);
    let bond = names.property("bond", Type::Id);
    let big = names.computed("big", Type::Bool, Purity::Volatile, move |facts, id| {
        facts.values(id, size).number().map(|n| Value::from(n > 5.0))
    });
    let near = names.relation("near", 2);
    let (red, black) = (names.symbol("red"), names.symbol("black"));
    let names = names.finish().unwrap();

    let mut memory = if as_list { Memory::as_list(names.clone()) } else { Memory::new(names.clone()) };
    let id = Id::new;
    memory.set_own_kind(animal);
    memory.set_own(size, 4).unwrap();
    for n in 0..4 {
        let thing = Thing::new(id(n)).kind(if n % 2 == 0 { cat } else { animal }).with(size, n as f64 * 2.0);
        memory.put(thing.with(colour, if n < 2 { red } else { black }).with(tame, n == 1)).unwrap();
        memory.relate(near, &[id(n).into(), id((n + 1) % 4).into()]).unwrap();
    }
    memory.put(Thing::new(id(4)).kind(food).divisible(stock, 5.0).with(rank, 1)).unwrap();
    memory.put(Thing::new(id(5)).kind(food).with(stock, f64::INFINITY).with(bond, id(1))).unwrap();
    memory.end_tick();
    memory.set_all(id(0), colour, [red.into(), black.into()]).unwrap();
    memory.set(id(1), size, 6).unwrap();
    memory.note(food, None);

    let conditions = [
        Condition::exists(Pattern::of(animal).with(colour, red)),
        Condition::no(Pattern::of(food).with(tame, true)),
        Condition::every(Pattern::of(cat).named("c"), Expr::var("c").get(size).at_least(3)),
        Condition::bind(Pattern::of(food).with(stock, 2)),
        Condition::exists(Pattern::anything().with(rank, 1)),
        Condition::exists(Pattern::anything().with(bond, id(1)).with(big, false)),
        Expr::count(Pattern::of(cat).with(big, true)).at_least(2),
        Expr::own(size).at_least(8),
        Condition::related(near, [id(1).into(), Column::named("who")]) & Expr::var("who").get(big).holds(),
    ];
    let expressions = [
        Expr::choose(Pattern::of(animal).prefer_within(size, Range::at_least(0.0).highest())),
        Expr::choose(Pattern::of(food).with(rank, 1).prefer(tame, true)),
        Expr::from(id(1)).get(size) - Expr::from(id(1)).was(size),
    ];
    let numbers = [-3.0, 0.0, 1.0, 2.0, 6.0, 12.0, f64::INFINITY, f64::NAN].map(Value::from);
    let values = numbers.into_iter().chain([red.into(), black.into(), true.into(), false.into()]).collect();
    let equal = vec![
        (colour, red.into()),
        (colour, black.into()),
        (tame, true.into()),
        (rank, 1.into()),
        (big, true.into()),
        (bond, id(1).into()),
        (Property::ID, id(2).into()),
        (Property::ID, Id::SELF.into()),
    ];
    World {
        memory,
        kinds: vec![animal, cat, food],
        properties: vec![size, colour, tame, stock, rank, big, bond],
        equal,
        values,
        near,
        conditions: conditions.map(|one| Scope::new(&names).condition(&one).unwrap()).into(),
        expressions: expressions.map(|one| Scope::new(&names).expression(&one).unwrap()).into(),
    }
}

fn ids_of_base() -> Vec<Id> {
    (0..6).map(Id::new).chain([Id::note(1), Id::SELF]).collect()
}

/// Does one thing, and gives the answer. Things are called by their place in `ids`: those of the base, then those created, then
/// an unknown one.
fn apply(world: &World, facts: &mut impl FactsMut, ids: &mut Vec<Id>, op: &Op) -> bool {
    let id = |thing: usize| ids.get(thing).copied().unwrap_or(Id::new(1000));
    match *op {
        Op::Put { thing, property, value } => {
            facts.put(id(thing), world.properties[property], world.values[value].clone())
        }
        Op::Bond { thing, with } => facts.put(id(thing), world.properties[6], id(with).into()),
        Op::Create(kind) => {
            let created = facts.create(world.kinds[kind]);
            ids.extend(created);
            created.is_some()
        }
        Op::Destroy(thing) => facts.destroy(id(thing)),
        Op::Relate(a, b) => facts.relate(world.near, &[id(a).into(), id(b).into()]),
        Op::Unrelate(a, b) => facts.unrelate(world.near, &[id(a).into(), id(b).into()]),
        Op::Checkpoint | Op::Undo => true,
    }
}

fn apply_all(world: &World, facts: &mut impl FactsMut, mut ids: Vec<Id>, ops: &[Op]) -> Vec<Id> {
    for op in ops {
        apply(world, facts, &mut ids, op);
    }
    ids
}

/// Everything that can be asked, and the answers as text. Created things are called by their place, since memory and projection
/// number them differently.
struct Questions<'a, F> {
    world: &'a World,
    facts: &'a F,
    ids: &'a [Id],
    answers: String,
}

fn observe(world: &World, facts: &impl Facts, ids: &[Id]) -> String {
    let mut all = Questions { world, facts, ids, answers: String::new() };
    all.things();
    all.candidates();
    all.rows();
    all.judgements();
    all.answers
}

impl<F: Facts> Questions<'_, F> {
    fn say(&mut self, answer: impl std::fmt::Debug) {
        writeln!(self.answers, "{answer:?}").unwrap();
    }

    fn name(&self, value: &Value) -> String {
        match value.id().and_then(|id| self.ids.iter().position(|known| *known == id)) {
            Some(place) => format!("thing {place}"),
            None => format!("{value:?}"),
        }
    }

    fn names(&self, values: &[Value]) -> Vec<String> {
        values.iter().map(|value| self.name(value)).collect()
    }

    fn things(&mut self) {
        for id in self.ids.iter().copied().chain([Id::new(1000)]) {
            let kinds: Vec<bool> = self.world.kinds.iter().map(|kind| self.facts.is_a(id, *kind)).collect();
            self.say((self.name(&id.into()), self.facts.exists(id), self.facts.is_endless(id), kinds));
            for property in self.world.properties.iter().copied().chain([Property::ID, Property::KIND]) {
                let (now, before) = (self.facts.values(id, property), self.facts.previous(id, property));
                let (now, before) = (self.names(now.as_slice()), self.names(before.as_slice()));
                self.say((property, now, before, self.facts.divisible(id, property)));
            }
        }
    }

    fn candidates(&mut self) {
        let kinds: Vec<_> = self.world.kinds.iter().copied().map(Some).chain([None]).collect();
        for at in 0..=self.world.equal.len() {
            // Each pair alone, and none.
            let equal = self.world.equal.get(at..at + 1).unwrap_or_default();
            for kind in &kinds {
                let mut found = Vec::new();
                self.facts.candidates(&Query { kind: *kind, equal }, &mut |id| {
                    // More may be visited than fits, so only what fits is compared.
                    let has = |(property, value): &(Property, Value)| {
                        self.facts.values(id, *property).as_slice().contains(value)
                    };
                    let fits = kind.is_none_or(|kind| self.facts.is_a(id, kind)) && equal.iter().all(has);
                    found.extend(fits.then(|| self.name(&id.into())));
                    ControlFlow::Continue(())
                });
                self.say((kind, equal, found));
            }
        }
    }

    fn rows(&mut self) {
        let things = self.ids.iter().map(|id| Some(Value::Id(*id)));
        for known in
            things.clone().map(|id| [id, None]).chain(things.map(|id| [None, id])).chain([[None, None]])
        {
            let mut found = Vec::new();
            self.facts.rows(self.world.near, &known, &mut |row| {
                assert!(self.facts.related(self.world.near, row));
                found.push(self.names(row));
                ControlFlow::Continue(())
            });
            self.say(found);
        }
    }

    fn judgements(&mut self) {
        for condition in &self.world.conditions {
            self.say((condition.check(self.facts), condition.degree_of(self.facts)));
        }
        for expression in &self.world.expressions {
            let value = expression.value(self.facts, &mut Bindings::default());
            self.say(value.map(|value| self.name(&value)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_projection_answers_like_a_memory(as_list: bool, ops in prop::collection::vec(op(), 0..40)) {
        let world = world(as_list);
        let mut memory = world.memory.clone();
        let mut projection = Projection::new(&world.memory);
        let (mut remembered, mut imagined) = (ids_of_base(), ids_of_base());
        let mut marks = Vec::new();
        for op in &ops {
            match op {
                Op::Checkpoint => {
                    let answers = observe(&world, &projection, &imagined);
                    marks.push((projection.mark(), projection.fingerprint(), answers, memory.clone(), imagined.len()));
                }
                Op::Undo => {
                    let Some((mark, print, answers, earlier, things)) = marks.pop() else { continue };
                    projection.undo(mark);
                    memory = earlier;
                    remembered.truncate(things);
                    imagined.truncate(things);
                    prop_assert_eq!(projection.fingerprint(), print);
                    prop_assert_eq!(observe(&world, &projection, &imagined), answers);
                }
                op => {
                    let in_memory = apply(&world, &mut memory, &mut remembered, op);
                    prop_assert_eq!(apply(&world, &mut projection, &mut imagined, op), in_memory, "{:?}", op);
                }
            }
        }
        let answers = observe(&world, &memory, &remembered);
        prop_assert_eq!(observe(&world, &projection, &imagined), answers);
        projection.undo(Projection::new(&world.memory).mark());
        prop_assert_eq!(projection.fingerprint(), 0);
    }

    #[test]
    fn a_projection_over_a_projection_answers_like_one(ops in prop::collection::vec(op(), 0..40), split in 0..40_usize) {
        let world = world(false);
        let (first, rest) = ops.split_at(split.min(ops.len()));
        let mut flat = Projection::new(&world.memory);
        let flat_ids = apply_all(&world, &mut flat, ids_of_base(), &ops);
        let mut below = Projection::new(&world.memory);
        let ids = apply_all(&world, &mut below, ids_of_base(), first);
        let mut above = Projection::new(&below);
        let ids = apply_all(&world, &mut above, ids, rest);
        prop_assert_eq!(observe(&world, &above, &ids), observe(&world, &flat, &flat_ids));
        prop_assert_eq!(ids, flat_ids);
    }
}
