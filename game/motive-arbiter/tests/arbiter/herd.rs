//! A herd decides exactly as so many single agents do, whatever the character and however it is laid out.

use motive::arbiter::teleo::{Definition, Library, Rule, Step};
use motive::arbiter::{Arbiter, Character, Filter, Goal, Herd, HerdError, Profile, Pursuit, TieBreak};
use motive::kernel::{
    Action, ActionId, ActiveAction, Agent, CallFailure, Catalogue, Condition, Effect, Expr, GoalMode, Memory,
    Property, Symbol, Time, Type, Value, Vocabulary,
};
use proptest::prelude::*;
use std::sync::Arc;

/// The names that random characters use.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) all: Arc<Vocabulary>,
    numbers: Vec<Property>,
    truths: Vec<Property>,
    mood: Property,
    moods: Vec<Symbol>,
    pub(crate) actions: Vec<(ActionId, usize)>,
    tire: ActionId,
    set_to: ActionId,
}

pub(crate) fn names() -> Names {
    let mut names = Vocabulary::new();
    let numbers = ["hunger", "fear", "energy", "wealth"].map(|name| names.own(name, Type::Number)).to_vec();
    names.limit(numbers[3], -10.0, 10.0);
    let truths = ["awake", "alone"].map(|name| names.own(name, Type::Bool)).to_vec();
    let moods = ["calm", "angry", "sad"];
    let one_of = names.one_of(moods);
    let mood = names.own("mood", one_of);
    let moods = moods.map(|name| names.symbol(name)).to_vec();
    let actions = [("eat", 0), ("go", 1), ("hide", 0), ("give", 2)];
    let actions = actions.map(|(name, arity)| (names.action(name, arity), arity)).to_vec();
    let (tire, set_to) = (names.internal("tire", 0), names.internal("set_to", 1));
    Names { all: names.finish().unwrap(), numbers, truths, mood, moods, actions, tire, set_to }
}

pub(crate) fn catalogue(names: &Names, conflicts: &[(usize, usize)]) -> Catalogue {
    let mut catalogue = Catalogue::default();
    let (fear, energy) = (names.numbers[1], names.numbers[2]);
    let tire = Action::new(names.tire, &[])
        .effect(Effect::add_own(energy, -1))
        .effect(Effect::set_own(fear, Expr::own(energy) * Expr::from(2)));
    let set_to = Action::new(names.set_to, &["n"]).effect(Effect::set_own(names.numbers[3], Expr::var("n")));
    for action in [tire, set_to] {
        catalogue.add(&action, &names.all).unwrap();
    }
    let all: Vec<ActionId> =
        names.actions.iter().map(|(action, _)| *action).chain([names.tire, names.set_to]).collect();
    for (one, other) in conflicts {
        catalogue.conflict(all[one % all.len()], all[other % all.len()]);
    }
    catalogue
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-3..=6_i32).prop_map(f64::from),
        1 => prop::sample::select(vec![0.5, -0.0, 1e308, -1e308, f64::INFINITY, f64::NEG_INFINITY, 5e-324]),
    ]
}

fn numeric(names: &Names) -> BoxedStrategy<Expr> {
    let slots = names.numbers.clone();
    let leaf = prop_oneof![
        2 => number().prop_map(Expr::from),
        5 => prop::sample::select(slots.clone()).prop_map(Expr::own),
        1 => prop::sample::select(slots).prop_map(|slot| Expr::from(motive::kernel::Id::SELF).was(slot)),
        1 => Just(Expr::now()),
        1 => Just(Expr::own(names.truths[0])),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a + b),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a - b),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a * b),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a / b),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a % b),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.min(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.max(b)),
            inner.clone().prop_map(|a| Expr::builtin(motive::kernel::BuiltinFunction::Abs, vec![a])),
            prop::collection::vec(inner.clone().prop_map(|a| a + 0), 1..3).prop_map(Expr::drawn),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| Expr::when(
                a.clone().below(b.clone()),
                a + 0,
                c + b
            )),
        ]
    })
    .boxed()
}

fn condition(names: &Names) -> BoxedStrategy<Condition> {
    let (truths, mood, moods) = (names.truths.clone(), names.mood, names.moods.clone());
    let comparisons = prop::sample::select(vec![
        motive::kernel::Comparison::Less,
        motive::kernel::Comparison::AtMost,
        motive::kernel::Comparison::Equal,
        motive::kernel::Comparison::Unequal,
        motive::kernel::Comparison::AtLeast,
        motive::kernel::Comparison::More,
    ]);
    let leaf = prop_oneof![
        1 => Just(Condition::always()),
        5 => (numeric(names), comparisons.clone(), numeric(names)).prop_map(|(a, sign, b)| a.compare(sign, b)),
        2 => prop::sample::select(truths).prop_map(|truth| Expr::own(truth).holds()),
        1 => numeric(names).prop_map(Expr::holds),
        2 => (comparisons, prop::sample::select(moods))
            .prop_map(move |(sign, other)| Expr::own(mood).compare(sign, other)),
        1 => numeric(names).prop_map(move |n| Expr::own(mood).differs(n)),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Condition::all),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Condition::any),
            inner.prop_map(|inner| !inner),
        ]
    })
    .boxed()
}

fn step(names: &Names) -> BoxedStrategy<Step> {
    let of_numbers = names.clone();
    let act = (prop::sample::select(names.actions.clone()), numeric(names), any::<bool>()).prop_map(
        move |((action, arity), value, fixed)| {
            let fixed_argument = Expr::from(of_numbers.moods[0]);
            let arguments = [value, fixed_argument, Expr::own(of_numbers.mood)];
            let from = usize::from(fixed && arity < 3);
            Step::Do(action, arguments[from..from + arity].to_vec())
        },
    );
    let (tire, set_to, all) = (names.tire, names.set_to, names.numbers.clone());
    let goals = prop::sample::select(vec!["g0", "g1", "elsewhere"]);
    let leaf = prop_oneof![
        6 => act,
        1 => Just(Step::act(tire, [])),
        1 => numeric(names).prop_map(move |value| Step::act(set_to, [value])),
        1 => (prop::sample::select(all), numeric(names))
            .prop_map(|(slot, value)| Step::Set(Expr::from(motive::kernel::Id::SELF), slot, value)),
        1 => goals.prop_map(|goal| Step::End(goal.into())),
        1 => numeric(names).prop_map(|value| Step::call("Help", [value])),
    ];
    let one_of = prop::collection::vec(leaf.clone(), 1..3).prop_map(Step::FirstOf);
    prop_oneof![6 => leaf, 1 => one_of].boxed()
}

fn rule(names: &Names) -> impl Strategy<Value = Rule> + use<> {
    let steps = prop::collection::vec(step(names), 0..3);
    let named = prop::option::weighted(0.3, (numeric(names), prop::sample::select(names.actions.clone())));
    (condition(names), named, steps, prop::bool::weighted(0.15)).prop_map(|(when, named, steps, succeeds)| {
        let mut rule = Rule::new("r").when(when);
        if let Some((value, (action, arity))) = named {
            rule = rule.with("x", value).step(Step::Do(action, vec![Expr::var("x"); arity]));
        }
        rule.steps.extend(steps);
        if succeeds { rule.succeeds() } else { rule }
    })
}

pub(crate) fn program(names: &Names, name: &'static str) -> impl Strategy<Value = Definition> + use<> {
    prop::collection::vec(rule(names), 1..4)
        .prop_map(move |rules| rules.into_iter().fold(Definition::new(name), Definition::rule))
}

/// A program with an argument that others call.
pub(crate) fn helper(names: &Names) -> impl Strategy<Value = Definition> + use<> {
    let (go, eat, hunger) = (names.actions[1].0, names.actions[0].0, names.numbers[0]);
    condition(names).prop_map(move |when| {
        Definition::new("Help")
            .parameter("n")
            .rule(
                Rule::new("go")
                    .when(when & Expr::var("n").above(Expr::own(hunger)))
                    .act(go, [Expr::var("n")]),
            )
            .rule(Rule::new("eat").when(Expr::var("n").below(3)).act(eat, []))
    })
}

type AddClause = fn(Goal, Condition, Expr) -> Goal;

pub(crate) fn goal(names: &Names, at: usize) -> impl Strategy<Value = Goal> + use<> {
    let kinds: [AddClause; 3] = [
        |goal, when, priority| goal.when(when, priority),
        |goal, when, priority| goal.updated(when, priority),
        |goal, when, priority| goal.update(when, priority),
    ];
    let clause = (condition(names), numeric(names), prop::sample::select(kinds.to_vec()));
    (prop::collection::vec(clause, 0..3), any::<bool>(), 0..3_usize, 1..3_u64).prop_map(
        move |(clauses, keep, program, every)| {
            let mode = if keep { GoalMode::Maintain } else { GoalMode::Achieve };
            let pursuit = Pursuit::Program(["P0", "P1", "P2"][program].into());
            let goal = Goal::new(&format!("g{at}"), mode, pursuit).every(every);
            clauses.into_iter().fold(goal, |goal, (when, priority, clause)| clause(goal, when, priority))
        },
    )
}

pub(crate) fn profile() -> impl Strategy<Value = Profile> {
    let filters = vec![Filter::off(), Filter::above(0.0), Filter::from(1.0), Filter::above(-2.0)];
    let ties = vec![TieBreak::OldestFirst, TieBreak::NewestFirst];
    let failures = vec![CallFailure::NextRule, CallFailure::Nothing];
    (
        (prop::sample::select(filters), prop::sample::select(ties), prop::sample::select(failures)),
        (
            prop::sample::select(vec![0.0, 0.0, 2.5, -1.0]),
            any::<bool>(),
            any::<bool>(),
            prop::bool::weighted(0.8),
        ),
        (prop::sample::select(vec![1, 1, 1, 2]), prop::sample::select(vec![1, 1, 1, 3])),
    )
        .prop_map(|((filter, tie, failure), (commitment, updates, reuse, internal), (goals, tasks))| {
            let mut profile = Profile::motive();
            (profile.filter, profile.tie_break, profile.binding.call_failure) = (filter, tie, failure);
            (profile.commitment, profile.updates, profile.reuse) = (commitment, updates, reuse);
            (profile.internal_actions, profile.goals_every, profile.tasks_every) = (internal, goals, tasks);
            profile
        })
}

fn character(names: Names) -> impl Strategy<Value = Arc<Character>> {
    let goals: Vec<_> = (0..4).map(|at| goal(&names, at)).collect();
    let programs = (program(&names, "P0"), program(&names, "P1"), helper(&names));
    let conflicts = prop::collection::vec((0..6_usize, 0..6_usize), 0..6);
    (goals, 1..=4_usize, programs, conflicts, profile()).prop_map(
        move |(goals, count, (one, two, help), conflicts, profile)| {
            let library = Library::new(&names.all, vec![one, two, help]).unwrap();
            let builder = Character::new(names.all.clone())
                .library(&library)
                .profile(profile)
                .catalogue(catalogue(&names, &conflicts));
            goals
                .into_iter()
                .take(count)
                .fold(builder, motive::arbiter::CharacterBuilder::goal)
                .build()
                .unwrap()
        },
    )
}

/// A value for a slot, or none.
pub(crate) fn change(names: &Names) -> impl Strategy<Value = (usize, Property, Option<Value>)> + use<> {
    let numbers = (prop::sample::select(names.numbers.clone()), prop::option::weighted(0.9, number()))
        .prop_map(|(slot, n)| (slot, n.map(Value::from)));
    let truths = (prop::sample::select(names.truths.clone()), any::<Option<bool>>())
        .prop_map(|(slot, truth)| (slot, truth.map(Value::from)));
    let mood = names.mood;
    let moods =
        prop::sample::select(names.moods.clone()).prop_map(move |symbol| (mood, Some(Value::from(symbol))));
    (0..200_usize, prop_oneof![4 => numbers, 2 => truths, 1 => moods])
        .prop_map(|(who, (slot, value))| (who, slot, value))
}

type Script = Vec<Vec<(usize, Property, Option<Value>)>>;

fn script(names: &Names) -> impl Strategy<Value = Script> + use<> {
    prop::collection::vec(prop::collection::vec(change(names), 0..8), 1..14)
}

fn apply(herd: &mut Herd, changes: &[(usize, Property, Option<Value>)]) {
    for (who, slot, value) in changes {
        let agent = who % herd.len();
        match value {
            Some(value) => herd.set(agent, *slot, value.clone()).unwrap(),
            None => {
                herd.unset(agent, *slot);
            }
        }
    }
}

fn apply_to(agents: &mut [Agent<Arbiter>], changes: &[(usize, Property, Option<Value>)]) {
    let count = agents.len();
    for (who, slot, value) in changes {
        let memory = agents[who % count].memory_mut();
        match value {
            Some(value) => memory.set_own(*slot, value.clone()).unwrap(),
            None => {
                memory.unset(motive::kernel::Id::SELF, *slot);
            }
        }
    }
}

/// Runs a herd and single agents side by side.
fn check(
    character: &Arc<Character>,
    count: usize,
    script: &Script,
    names: &Names,
) -> Result<(), TestCaseError> {
    let mut columns = Herd::new(character.clone(), count, 9).unwrap();
    let mut singles: Vec<_> = (0..count)
        .map(|at| Agent::new(Memory::new(names.all.clone()), Arbiter::new(character.clone()), 9, at as u64))
        .collect();
    for (tick, changes) in (0..).zip(script) {
        let now = Time::of_tick(tick, 100_000);
        apply(&mut columns, changes);
        apply_to(&mut singles, changes);
        columns.tick(now);
        for (at, single) in singles.iter_mut().enumerate() {
            let expected = single.tick(now).clone();
            let continues = |act: &ActiveAction| act.phase == motive::kernel::Phase::Continued;
            let is_changed = !expected.stopped.is_empty() || !expected.actions.iter().all(continues);
            prop_assert_eq!(columns.changed().any(|changed| changed == at), is_changed);
            let actions: Vec<ActiveAction> = columns.decision(at).collect();
            prop_assert_eq!(&actions, &expected.actions, "agent {} at tick {}", at, tick);
            prop_assert_eq!(columns.stopped(at).collect::<Vec<_>>(), expected.stopped.clone());
            let first = columns.actions().get(columns.choices()[at] as usize).copied();
            prop_assert_eq!(first, expected.actions.first().map(|act| act.action));
            for slot in names.all.own_properties() {
                prop_assert_eq!(columns.get(at, *slot), single.memory().own(*slot));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, ..ProptestConfig::default() })]

    #[test]
    fn a_herd_decides_as_single_agents_do(
        (character, script, count) in (character(names()), script(&names()), prop_oneof![3 => 1..4_usize, 1 => 60..140_usize])
    ) {
        check(&character, count, &script, &names())?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn a_herd_numbered_from_elsewhere_decides_as_single_agents_with_those_numbers(
        (character, script) in (character(names()), script(&names()))
    ) {
        let (first, count) = (1_000, 3);
        let mut herd = Herd::numbered_from(first, character.clone(), count, 9).unwrap();
        let mut singles: Vec<_> = (first..)
            .take(count)
            .map(|number| Agent::new(Memory::new(names().all.clone()), Arbiter::new(character.clone()), 9, number))
            .collect();
        for (tick, changes) in (0..).zip(&script) {
            apply(&mut herd, changes);
            apply_to(&mut singles, changes);
            herd.tick(Time::of_tick(tick, 100_000));
            for (at, single) in singles.iter_mut().enumerate() {
                let expected = single.tick(Time::of_tick(tick, 100_000));
                prop_assert_eq!(&herd.decision(at).collect::<Vec<_>>(), &expected.actions);
            }
        }
    }
}

/// A character that greets whoever is near, and rests otherwise.
fn sheep(names: &Names) -> motive::arbiter::CharacterBuilder {
    let (eat, go) = (names.actions[0].0, names.actions[1].0);
    let hunger = names.numbers[0];
    let program = Definition::new("Graze")
        .rule(Rule::new("hungry").when(Expr::own(hunger).above(5)).act(eat, []))
        .rule(Rule::new("wander").act(go, [Expr::own(hunger)]));
    let library = Library::new(&names.all, vec![program]).unwrap();
    Character::new(names.all.clone()).library(&library).goal(Goal::maintain("graze", "Graze").always(1))
}

fn obstacle(builder: motive::arbiter::CharacterBuilder) -> String {
    let error = Herd::new(builder.build().unwrap(), 2, 1).unwrap_err();
    assert!(matches!(error, HerdError::Unsupported(_)), "{error:?}");
    error.to_string()
}

#[test]
fn a_character_that_cannot_be_columnar_says_why() {
    let names = names();
    let eat = names.actions[0].0;
    let with = |profile: Profile| sheep(&names).profile(profile);
    assert_eq!(obstacle(with(Profile::report2002())), "the profile suspends tasks");
    assert_eq!(obstacle(with(Profile::thesis2005())), "the profile removes ended tasks a tick later");
    let reflex = motive::arbiter::Reflex { when: Condition::never(), action: eat, arguments: vec![] };
    assert_eq!(obstacle(sheep(&names).reflex(reflex)), "the character has reflexes");
    let generated = |_: &Memory, _: &mut dyn FnMut(&str, f64)| {};
    assert_eq!(
        obstacle(sheep(&names).generator(1, generated)),
        "the character has goals that Rust generates"
    );
    let looks = Condition::exists(motive::kernel::Pattern::anything());
    assert_eq!(
        obstacle(sheep(&names).goal(Goal::maintain("look", "Graze").when(looks, 1))),
        "goal `look` searches for things"
    );
    let (hunger, go) = (names.numbers[0], names.actions[1].0);
    let perhaps = Condition::named("x", Expr::own(hunger)) | Condition::always();
    let vague = Definition::new("Vague").rule(Rule::new("go").when(perhaps).act(go, [Expr::var("x")]));
    let library = Library::lenient(&names.all, vec![vague]).unwrap();
    assert_eq!(
        obstacle(sheep(&names).library(&library).goal(Goal::maintain("vague", "Vague").always(1))),
        "program `Vague`, rule `go` uses a variable that may have no value"
    );
    let slow = Definition::new("Slow").rule(Rule::new("stay").for_at_least(5).act(eat, []));
    let library = Library::new(&names.all, vec![slow]).unwrap();
    assert_eq!(
        obstacle(sheep(&names).library(&library).goal(Goal::maintain("slow", "Slow").always(1))),
        "program `Slow`, rule `stay` may continue without its condition"
    );
}

#[test]
fn recursive_programs_are_not_columnar() {
    let names = names();
    let endless = Definition::new("Endless").rule(Rule::new("again").step(Step::call("Endless", [])));
    let library = Library::new(&names.all, vec![endless]).unwrap();
    let builder = sheep(&names).library(&library).goal(Goal::maintain("endless", "Endless").always(2));
    assert_eq!(obstacle(builder), "program `Endless` is called too deeply");
}

#[test]
fn values_out_of_range_are_clamped_or_refused() {
    let names = names();
    let mut herd = Herd::new(sheep(&names).build().unwrap(), 3, 1).unwrap();
    let (hunger, wealth, awake, mood) = (names.numbers[0], names.numbers[3], names.truths[0], names.mood);
    herd.column_mut(wealth).unwrap().copy_from_slice(&[-50.0, 3.0, f64::INFINITY]);
    assert_eq!(herd.column(wealth).unwrap()[..], [-10.0, 3.0, 10.0]);
    herd.column_mut(awake).unwrap().copy_from_slice(&[0.0, 7.0, f64::NAN]);
    assert_eq!([0, 1, 2].map(|at| herd.get(at, awake)), [Some(false.into()), Some(true.into()), None]);
    let sad = Value::from(names.moods[2]).code().unwrap();
    herd.column_mut(mood).unwrap().copy_from_slice(&[sad, 0.5, 1e9]);
    assert_eq!([0, 1, 2].map(|at| herd.get(at, mood)), [Some(names.moods[2].into()), None, None]);

    assert!(herd.set(0, hunger, f64::NAN).is_err(), "not a number is no value");
    assert!(herd.set(0, hunger, true).is_err(), "a number is no truth value");
    let error = herd.set(3, hunger, 1).unwrap_err();
    assert_eq!(error.to_string(), "there is no agent 3 in a herd with 3 places");
    let error = herd.column(Property::KIND).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`kind` is not a property of the agent itself; declare it with `Vocabulary::own`"
    );
    assert!(herd.unset(0, wealth) && !herd.unset(0, wealth) && !herd.unset(9, wealth));
    assert_eq!((herd.get(9, wealth), herd.decision(9).count(), herd.stopped(9).count()), (None, 0, 0));
    assert!(Herd::new(herd.character().clone(), Herd::MOST + 1, 1).is_err());
}

#[test]
fn an_empty_herd_ticks() {
    let mut herd = Herd::new(sheep(&names()).build().unwrap(), 0, 1).unwrap();
    herd.tick(Time::default());
    assert!(herd.is_empty() && herd.choices().is_empty());
}

/// Byte for byte the same, whatever the number of threads.
#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    use proptest::strategy::ValueTree;
    let names = names();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..20 {
        let character = character(names.clone()).new_tree(&mut runner).unwrap().current();
        let script = script(&names).new_tree(&mut runner).unwrap().current();
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut herd = Herd::new(character.clone(), 1_500, 3).unwrap();
            let mut said = String::new();
            for (tick, changes) in (0..).zip(&script) {
                apply(&mut herd, changes);
                pool.install(|| herd.tick(Time::of_tick(tick, 100_000)));
                let acts =
                    (0..herd.len()).map(|at| herd.decision(at).chain(herd.stopped(at)).collect::<Vec<_>>());
                said += &format!("{:?}", acts.collect::<Vec<_>>());
            }
            said
        };
        let one_by_one = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut crowd = motive::kernel::Crowd::default().with_herds_from(usize::MAX);
            for number in 0..1_500 {
                let memory = Memory::new(names.all.clone());
                crowd.add(Agent::new(memory, Arbiter::new(character.clone()), 3, number).boxed());
            }
            let (mut said, mut told) = (String::new(), 0);
            for (tick, changes) in (0..).zip(&script) {
                for (who, slot, value) in changes {
                    match value {
                        Some(value) => crowd.set(who % 1_500, *slot, value.clone()).unwrap().unwrap(),
                        None => _ = crowd.unset(who % 1_500, *slot),
                    }
                }
                let now = Time::of_tick(tick, 100_000);
                pool.install(|| crowd.tick_in_parallel(now, |_, _| told += 1));
                let acts =
                    (0..1_500).map(|at| crowd.actions(at).chain(crowd.stopped(at)).collect::<Vec<_>>());
                said += &format!("{:?}", acts.collect::<Vec<_>>());
            }
            assert!(told >= crowd.len());
            said
        };
        let alone = run(1);
        assert!(alone == run(2) && alone == run(3) && alone == one_by_one(3));
    }
}
