//! The indexed memory and the plain list give the same answers, whatever is done to them.
use motive_core::*;
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

const KINDS: [&str; 3] = ["thing", "tool", "ghost"];
const COLOURS: [&str; 3] = ["red", "green", "blue"];

struct Names {
    all: Arc<Vocabulary>,
    kinds: [Kind; 3],
    colours: [Symbol; 3],
    colour: Property,
    size: Property,
    code: Property,
    owner: Property,
    large: Property,
    at: Relation,
}

fn names() -> Names {
    let mut names = Vocabulary::new();
    let thing = names.kind(KINDS[0]);
    let kinds = [thing, names.kind_of(KINDS[1], thing), names.kind(KINDS[2])];
    let colours = COLOURS.map(|name| names.symbol(name));
    let colour = names.property("colour", Type::Symbol);
    let size = names.own("size", Type::Number);
    let code = names.property("code", Type::Number);
    names.index(code);
    let owner = names.property("owner", Type::Id);
    let large = names.computed("large", Type::Bool, Purity::Volatile, move |facts, id| {
        Some((facts.values(id, size).number()? > 2.0).into())
    });
    let at = names.relation("at", 2);
    Names { all: names.finish().unwrap(), kinds, colours, colour, size, code, owner, large, at }
}

/// One thing done to a memory. Small numbers, so that things meet.
#[derive(Clone, Debug)]
enum Step {
    Put { id: u8, kinds: Vec<u8>, colours: Vec<u8>, size: Option<u8>, divisible: bool },
    Insert(u8),
    Set { id: u8, property: u8, value: u8 },
    SetKind(u8, u8),
    Unset(u8, u8),
    Remove(u8),
    Relate(u8, u8),
    Unrelate(u8, u8),
    Note(u8),
    CollectNotes,
    Forget(u8),
    TakeChanges,
    Turn,
}

fn step() -> impl Strategy<Value = Step> {
    let id = 0_u8..6;
    let few = || prop::collection::vec(0_u8..3, 0..3);
    prop_oneof![
        4 => (id.clone(), few(), few(), prop::option::of(0_u8..5), any::<bool>())
            .prop_map(|(id, kinds, colours, size, divisible)| Step::Put { id, kinds, colours, size, divisible }),
        1 => id.clone().prop_map(Step::Insert),
        4 => (id.clone(), 0_u8..4, 0_u8..4).prop_map(|(id, property, value)| Step::Set { id, property, value }),
        1 => (id.clone(), 0_u8..3).prop_map(|(id, kind)| Step::SetKind(id, kind)),
        1 => (id.clone(), 0_u8..4).prop_map(|(id, property)| Step::Unset(id, property)),
        2 => id.clone().prop_map(Step::Remove),
        1 => (id.clone(), id.clone()).prop_map(|(a, b)| Step::Relate(a, b)),
        1 => (id.clone(), id.clone()).prop_map(|(a, b)| Step::Unrelate(a, b)),
        1 => (0_u8..3).prop_map(Step::Note),
        1 => Just(Step::CollectNotes),
        1 => (1_u8..6).prop_map(Step::Forget),
        1 => Just(Step::TakeChanges),
        1 => Just(Step::Turn),
    ]
}

impl Names {
    fn property(&self, at: u8) -> Property {
        [self.colour, self.size, self.code, self.owner][at as usize % 4]
    }

    fn value(&self, property: u8, value: u8) -> Value {
        match property % 4 {
            0 => self.colours[value as usize % 3].into(),
            3 => thing(value).into(),
            _ => i32::from(value).into(),
        }
    }

    /// Does a step and tells what came of it.
    fn take(&self, step: &Step, memory: &mut Memory) -> String {
        match step {
            Step::Put { id, kinds, colours, size, divisible } => {
                let mut new = Thing::new(thing(*id));
                for kind in kinds {
                    new = new.kind(self.kinds[*kind as usize]);
                }
                if !colours.is_empty() {
                    new = new.with_all(self.colour, colours.iter().map(|c| self.colours[*c as usize].into()));
                }
                new = match (size, divisible) {
                    (Some(size), true) => new.divisible(self.size, f64::from(*size)),
                    (Some(size), false) => new.with(self.size, i32::from(*size)),
                    (None, _) => new,
                };
                format!("{:?}", memory.put(new))
            }
            Step::Insert(id) => format!("{:?}", memory.insert(Thing::new(thing(*id)))),
            Step::Set { id, property, value } => {
                let (property, value) = (self.property(*property), self.value(*property, *value));
                format!("{:?}", memory.set(thing(*id), property, value))
            }
            Step::SetKind(id, kind) => {
                let kind = self.kinds[*kind as usize].symbol();
                format!("{:?}", memory.set(thing(*id), Property::KIND, kind))
            }
            Step::Unset(id, property) => memory.unset(thing(*id), self.property(*property)).to_string(),
            Step::Remove(id) => memory.remove(thing(*id)).to_string(),
            Step::Relate(a, b) => {
                format!("{:?}", memory.relate(self.at, &[thing(*a).into(), thing(*b).into()]))
            }
            Step::Unrelate(a, b) => {
                format!("{:?}", memory.unrelate(self.at, &[thing(*a).into(), thing(*b).into()]))
            }
            Step::Note(kind) => {
                format!("{:?}", memory.note(self.kinds[*kind as usize], Some(u64::from(*kind))))
            }
            Step::CollectNotes => memory.collect_notes(|task| task == 0).to_string(),
            Step::Forget(capacity) => {
                let policy =
                    ForgettingPolicy { capacity: Some((*capacity).into()), ..ForgettingPolicy::default() };
                format!("{:?}", memory.forget(&policy, &|id| id == thing(1)))
            }
            Step::TakeChanges => format!("{:?}", memory.take_changes()),
            Step::Turn => {
                memory.end_tick();
                String::new()
            }
        }
    }

    /// Conditions of every sort that an index may answer.
    fn conditions(&self) -> Vec<Condition> {
        let any = || Pattern::anything().named("it");
        let mut patterns: Vec<Pattern> =
            self.kinds.iter().map(|kind| Pattern::of(*kind).named("it")).collect();
        for colour in self.colours {
            patterns.push(any().with(self.colour, colour));
            patterns.push(Pattern::of(self.kinds[0]).named("it").with(self.colour, colour));
        }
        patterns.push(any().with_all(self.colour, [self.colours[0].into(), self.colours[1].into()]));
        for number in 0..4 {
            patterns.push(any().with(self.code, number));
            patterns.push(any().with(self.size, number));
            patterns.push(any().with(self.owner, thing(number as u8)));
            patterns.push(any().with(Property::ID, thing(number as u8)));
            patterns.push(Pattern::of(self.kinds[1]).named("it").with(self.owner, thing(number as u8)));
        }
        patterns.push(any().with(self.large, true));
        patterns.push(any().within(self.size, Range::new(1.0, 3.0)).prefer(self.colour, self.colours[2]));
        patterns.push(any().has(self.owner).prefer_within(self.size, Range::at_least(0.0).highest()));
        let mut conditions: Vec<Condition> = patterns.iter().cloned().map(Condition::bind).collect();
        conditions.extend(patterns.into_iter().map(Condition::no));
        let related = Condition::related(self.at, [Column::named("it"), Column::named("there")]);
        conditions.push(related & Expr::var("it").get(self.size).above(0));
        conditions
    }
}

fn thing(number: u8) -> Id {
    Id::new(number.into())
}

fn matching(memory: &Memory, query: &Query<'_>) -> Vec<Id> {
    let mut ids = Vec::new();
    memory.candidates(query, &mut |id| {
        let kind = query.kind.is_none_or(|kind| memory.is_a(id, kind));
        let equal = query
            .equal
            .iter()
            .all(|(property, value)| memory.values(id, *property).as_slice().contains(value));
        if kind && equal {
            ids.push(id);
        }
        ControlFlow::Continue(())
    });
    ids
}

fn same(indexed: &Memory, list: &Memory, names: &Names) -> Result<(), TestCaseError> {
    let ids = |memory: &Memory| memory.things().map(Thing::id).collect::<Vec<_>>();
    prop_assert_eq!(ids(indexed), ids(list));
    prop_assert_eq!(indexed.changes(), list.changes());
    for id in (0..6).map(thing).chain(ids(list)) {
        prop_assert_eq!(indexed.exists(id), list.exists(id));
        for property in names.all.properties() {
            prop_assert_eq!(indexed.values(id, property).to_value(), list.values(id, property).to_value());
            prop_assert_eq!(
                indexed.previous(id, property).to_value(),
                list.previous(id, property).to_value()
            );
            prop_assert_eq!(indexed.divisible(id, property), list.divisible(id, property));
        }
    }
    for kind in names.kinds.map(Some).into_iter().chain([None]) {
        let mut queries = vec![vec![]];
        for value in 0..4 {
            queries.extend((0..4).map(|p| vec![(names.property(p), names.value(p, value))]));
            queries.push(vec![(names.code, names.value(2, value)), (names.colour, names.value(0, value))]);
        }
        for equal in &queries {
            let query = Query { kind, equal };
            prop_assert_eq!(matching(indexed, &query), matching(list, &query));
        }
    }
    prop_assert_eq!(
        indexed.rows_of(names.at).collect::<Vec<_>>(),
        list.rows_of(names.at).collect::<Vec<_>>()
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// R-000-012, R-000-064
    #[test]
    fn any_sequence_of_steps_leaves_both_memories_alike(steps in prop::collection::vec(step(), 1..60)) {
        let names = names();
        let conditions: Vec<(CompiledCondition, Bindings)> = names
            .conditions()
            .iter()
            .map(|condition| {
                let mut scope = Scope::new(&names.all);
                let built = scope.condition(condition).unwrap();
                (built, scope.bindings())
            })
            .collect();
        let (mut indexed, mut list) = (Memory::new(names.all.clone()), Memory::as_list(names.all.clone()));
        for step in &steps {
            prop_assert_eq!(names.take(step, &mut indexed), names.take(step, &mut list), "{:?}", step);
        }
        same(&indexed, &list, &names)?;
        for (condition, room) in &conditions {
            let (mut one, mut other) = (room.clone(), room.clone());
            prop_assert_eq!(condition.holds(&indexed, &mut one), condition.holds(&list, &mut other));
            prop_assert_eq!(one.get(0), other.get(0));
            prop_assert_eq!(condition.degree_of(&indexed), condition.degree_of(&list));
        }
        let restored = Memory::restore(names.all.clone(), &list.snapshot()).unwrap();
        same(&restored, &list, &names)?;
    }
}

/// R-000-064: asking for a kind looks at the things of that kind, however many others there are.
#[test]
fn asking_for_a_kind_does_not_look_at_other_things() {
    let looked_at = |others: u64| {
        let names = names();
        let mut memory = Memory::new(names.all.clone());
        for number in 0..others {
            memory.put(Thing::new(Id::new(1_000 + number)).kind(names.kinds[0])).unwrap();
        }
        (0..5).for_each(|number| memory.put(Thing::new(Id::new(1 + number)).kind(names.kinds[2])).unwrap());
        let (mut visited, mut found) = (0, 0);
        memory.candidates(&Query { kind: Some(names.kinds[2]), equal: &[] }, &mut |id| {
            visited += 1;
            found += u32::from(memory.is_a(id, names.kinds[2]));
            ControlFlow::Continue(())
        });
        assert_eq!(found, 5);
        visited
    };
    assert_eq!((looked_at(100), looked_at(10_000)), (5, 5));
}
