//! FindingKind can be said of programs without running them: the static rules of the thesis and the properties of its programs.
use motive::arbiter::teleo::{
    Caching, Definition, FindingKind, Library, ProgramError, Rule, Severity, Step, check, check_pursued,
};
use motive::arbiter::{Character, CharacterError, Goal};
use motive::kernel::{
    Action, ActionId, BuildError, Catalogue, Comparison, Condition, Effect, Expr, Memory, MemoryError,
    Pattern, Property, Range, RangeExpr, Thing, Type, Vocabulary,
};
use std::sync::Arc;

struct World {
    names: Arc<Vocabulary>,
    catalogue: Catalogue,
    ghost: motive::kernel::Kind,
    dot: motive::kernel::Kind,
    distance: Property,
    blue: Property,
    health: Property,
    go: ActionId,
    eat: ActionId,
    rest: ActionId,
    dance: ActionId,
}

fn world() -> World {
    let mut names = Vocabulary::new();
    let (ghost, dot) = (names.kind("ghost"), names.kind("dot"));
    let (distance, blue) = (names.property("distance", Type::Number), names.property("blue", Type::Bool));
    let health = names.own("health", Type::Number);
    let (go, eat) = (names.action("go", 1), names.action("eat", 1));
    let (rest, dance) = (names.action("rest", 0), names.action("dance", 0));
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    for action in [
        Action::new(go, &["to"]).effect(Effect::set(Expr::var("to"), distance, 0)),
        Action::new(eat, &["it"]).effect(Effect::Destroy(Expr::var("it"))),
        Action::new(rest, &[]).effect(Effect::add_own(health, 1)),
        Action::new(dance, &[]),
    ] {
        catalogue.add(&action, &names).unwrap();
    }
    World { names, catalogue, ghost, dot, distance, blue, health, go, eat, rest, dance }
}

impl World {
    fn it(&self) -> Pattern {
        Pattern::of(self.dot).named("it")
    }

    /// What is found, completeness aside.
    fn found(&self, definitions: &[Definition]) -> Vec<(Option<usize>, FindingKind)> {
        Library::new(&self.names, definitions.to_vec()).expect("it builds");
        check(definitions, &self.names, &self.catalogue)
            .into_iter()
            .filter(|finding| !matches!(finding.kind, FindingKind::Complete | FindingKind::Incomplete(..)))
            .map(|finding| (finding.rule.map(|(at, _)| at), finding.kind))
            .collect()
    }

    fn completeness(&self, definitions: &[Definition], program: &str) -> Option<FindingKind> {
        Library::new(&self.names, definitions.to_vec()).expect("it builds");
        let mut found = check(definitions, &self.names, &self.catalogue).into_iter();
        found
            .find(|finding| {
                *finding.program == *program
                    && matches!(finding.kind, FindingKind::Complete | FindingKind::Incomplete(..))
            })
            .map(|finding| finding.kind)
    }
}

/// R-000-068, rule 4.2.1; R-004-055
#[test]
fn a_program_with_parameters_cannot_pursue_a_goal() {
    let w = world();
    let fetch =
        Definition::new("approach").parameter("it").rule(Rule::new("go").act(w.go, [Expr::var("it")]));
    let found = check_pursued(std::slice::from_ref(&fetch), ["approach", "unknown"]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].severity(), &found[0].kind), (Severity::Error, &FindingKind::ArgumentsAtTop));
    assert_eq!(
        found[0].to_string(),
        "error: program `approach`: it has parameters, so it can be called but cannot pursue a goal"
    );
    assert!(w.found(std::slice::from_ref(&fetch)).contains(&(None, FindingKind::NeverCalled)));

    let library = Library::new(&w.names, vec![fetch]).unwrap();
    let goal = Goal::achieve("near", "approach").always(1);
    let error = Character::new(w.names.clone()).goal(goal).library(&library).build().unwrap_err();
    assert!(matches!(error, CharacterError::ArgumentsAtTop { arity: 1, .. }), "{error}");
}

/// R-000-068, rule 4.2.2
#[test]
fn a_rule_that_does_nothing_is_noted() {
    let w = world();
    let idle = Definition::new("idle").done_when(Condition::no(w.it())).rule(Rule::new("wait"));
    assert_eq!(w.found(&[idle]), [(Some(1), FindingKind::DoesNothing)]);
}

/// R-000-068, rule 4.2.3
#[test]
fn a_name_that_nothing_binds_is_refused() {
    let w = world();
    let lost = Definition::new("lost").rule(Rule::new("go").act(w.go, [Expr::var("it")]));
    let error = Library::new(&w.names, vec![lost]).unwrap_err();
    assert!(matches!(error, ProgramError::Rule { error: BuildError::UnknownVariable(..), .. }), "{error}");
}

/// R-000-068, rule 4.2.4; R-000-069
#[test]
fn a_name_bound_in_one_branch_of_an_or_is_refused_where_it_is_used() {
    let w = world();
    let either = || Condition::bind(w.it()) | Condition::bind(Pattern::of(w.ghost).named("ghost"));
    let used = Definition::new("used").rule(Rule::new("eat").when(either()).act(w.eat, [Expr::var("it")]));
    let error = Library::new(&w.names, vec![used]).unwrap_err();
    assert!(matches!(error, ProgramError::Rule { error: BuildError::BoundInOneBranch(..), .. }), "{error}");
    let read = Rule::new("near").when(either()).when(Expr::var("it").get(w.distance).below(5));
    assert!(Library::new(&w.names, vec![Definition::new("read").rule(read)]).is_err());
    let unused = Definition::new("unused").rule(Rule::new("rest").when(either()).act(w.rest, []));
    assert!(Library::new(&w.names, vec![unused]).is_ok());
}

/// R-000-068, rule 4.2.5
#[test]
fn only_one_number_can_be_divided() {
    let w = world();
    let mut memory = Memory::new(w.names.clone());
    let thing = Thing::new(motive::kernel::Id::new(1)).kind(w.dot).divisible(w.distance, -1.0);
    assert!(matches!(memory.put(thing), Err(MemoryError::NotDivisible(..))));
}

/// R-000-068, rule 4.2.6
#[test]
fn a_range_with_two_soft_sides_needs_both_bounds() {
    let w = world();
    let half = RangeExpr::new(Some(1.into()), None).soft(true, true);
    let rule = Rule::new("near").when(w.it().within(w.distance, half)).act(w.rest, []);
    let error = Library::new(&w.names, vec![Definition::new("half").rule(rule)]).unwrap_err();
    assert!(matches!(error, ProgramError::Rule { error: BuildError::HalfSoft(..), .. }), "{error}");
}

/// R-000-068, rule 4.2.7; R-004-048
#[test]
fn a_program_without_a_success_rule_is_warned_of() {
    let w = world();
    let eat = || Rule::new("eat").when(w.it().exclusive()).act(w.eat, [Expr::var("it")]);
    assert_eq!(w.found(&[Definition::new("eat").rule(eat())]), [(Some(0), FindingKind::NoSuccessRule)]);
    let done = Definition::new("eat").done_when(Condition::no(w.it())).rule(eat());
    assert_eq!(w.found(&[done]), []);
    let quiet = Definition::new("quiet").rule(Rule::new("done").when(Condition::no(w.it()))).rule(eat());
    assert_eq!(w.found(&[quiet]), [], "a first rule without steps succeeds by convention");
}

/// R-000-068, rule 4.2.8
#[test]
fn a_shared_thing_that_is_changed_or_forgotten_is_warned_of() {
    let w = world();
    let program = |pattern: Pattern, step: Step| {
        let rule = Rule::new("do").when(pattern).step(step);
        w.found(&[Definition::new("p").done_when(Condition::no(w.it())).rule(rule)])
    };
    let it = || Expr::var("it");
    let modified = |by: &str| [(Some(1), FindingKind::SharedModified("it".into(), by.into()))];
    assert_eq!(program(w.it(), Step::act(w.eat, [it()])), modified("eat"));
    assert_eq!(program(w.it(), Step::forget("it")), modified("forget"));
    assert_eq!(program(w.it(), Step::FirstOf(vec![Step::forget("it")])), modified("forget"));
    assert!(program(w.it(), Step::Set(it(), w.distance, 1.into())).contains(&modified("set")[0]));
    assert_eq!(program(w.it().exclusive(), Step::act(w.eat, [it()])), []);
    assert!(
        !program(w.it(), Step::act(w.rest, []))
            .iter()
            .any(|(_, what)| { matches!(what, FindingKind::SharedModified(..)) })
    );
}

/// R-000-068, rule 4.2.9; R-000-075
#[test]
fn a_rule_that_cannot_make_an_earlier_one_run_is_warned_of() {
    let w = world();
    let healthy = || Expr::own(w.health).above(50);
    let program = |rule: Rule| w.found(&[Definition::new("heal").done_when(healthy()).rule(rule)]);
    assert_eq!(program(Rule::new("rest").act(w.rest, [])), []);
    assert_eq!(program(Rule::new("dance").act(w.dance, [])), [(Some(1), FindingKind::NotRegressive)]);
    let eat = Rule::new("eat").when(w.it().exclusive()).act(w.eat, [Expr::var("it")]);
    assert_eq!(program(eat), [(Some(1), FindingKind::NotRegressive)], "eating does not heal");
    let ends = Rule::new("stop").step(Step::End("heal".into()));
    assert_eq!(program(ends), []);
    let low = Definition::new("tire")
        .done_when(Expr::own(w.health).below(5))
        .rule(Rule::new("rest").act(w.rest, []));
    assert_eq!(w.found(&[low]), [(Some(1), FindingKind::NotRegressive)], "resting only ever adds health");
}

/// R-000-075: what a called program does counts.
#[test]
fn regression_looks_into_calls() {
    let w = world();
    let relax = Definition::new("relax").parameter("x").done_when(Expr::own(w.health).above(90));
    let heal = Definition::new("heal")
        .done_when(Expr::own(w.health).above(50))
        .rule(Rule::new("relax").step(Step::call("relax", [1.into()])));
    assert_eq!(
        w.found(&[relax.clone(), heal.clone()]),
        [(Some(1), FindingKind::NotRegressive)],
        "a called program that does nothing helps nobody"
    );
    assert_eq!(w.found(&[relax.rule(Rule::new("rest").act(w.rest, [])), heal]), []);
}

#[test]
fn a_rule_that_an_earlier_one_always_hides_is_unreachable() {
    let w = world();
    let ghost = || Pattern::of(w.ghost);
    let program = |earlier: Rule, later: Rule| {
        let definition =
            Definition::new("p").done_when(Expr::own(w.health).above(0)).rule(earlier).rule(later);
        let found = w.found(&[definition]);
        found.into_iter().any(|(at, what)| at == Some(2) && matches!(what, FindingKind::Unreachable(1, _)))
    };
    let rest = |name: &str| Rule::new(name).act(w.rest, []);
    assert!(program(rest("always"), rest("later").when(ghost())));
    assert!(program(rest("a").when(ghost()), rest("b").when(ghost())));
    assert!(
        program(rest("a").when(ghost()), rest("b").when(ghost().named("g")).when(w.it())),
        "more is asked for"
    );
    assert!(
        program(rest("a").when(ghost()), rest("b").when(ghost().with(w.blue, true))),
        "a narrower pattern"
    );
    assert!(
        program(rest("a").when(ghost()), rest("b").when(ghost().exclusive())),
        "exclusive is harder to get"
    );
    assert!(!program(rest("a").when(ghost().exclusive()), rest("b").when(ghost())));
    assert!(!program(rest("a").when(ghost().with(w.blue, true)), rest("b").when(ghost())));
    assert!(!program(rest("a").when(ghost()), rest("b").when(w.it())));
    let near = || Expr::var("g").get(w.distance).below(5);
    assert!(
        !program(
            rest("a").when(ghost().named("g")).when(near()),
            rest("b").when(ghost().named("g")).when(near())
        ),
        "two rules may get different ghosts"
    );
    let missing = Rule::new("a").act(w.go, [Expr::own(w.health)]);
    assert!(!program(missing, rest("b")), "a step without a value lets the next rule run");
}

#[test]
fn neighbours_are_tried_first_so_none_is_unreachable() {
    let w = world();
    let rest = |name: &str| Rule::new(name).act(w.rest, []);
    let definition = Definition::new("p")
        .done_when(Expr::own(w.health).above(0))
        .rule(rest("a"))
        .rule(rest("b"))
        .caching(Caching::Neighbour { scan_every: 10 });
    assert_eq!(w.found(&[definition]), []);
}

#[test]
fn a_rule_that_can_never_run_is_warned_of() {
    let w = world();
    let never = |condition: Condition| {
        let rule = Rule::new("never").when(condition).act(w.rest, []);
        let definition = Definition::new("p").done_when(Expr::own(w.health).above(0)).rule(rule);
        let found = w.found(&[definition]);
        found.into_iter().find_map(|(_, what)| match what {
            FindingKind::NeverHolds(because) => Some(because),
            _ => None,
        })
    };
    let within = |low, high| Condition::bind(w.it().within(w.distance, Range::new(low, high)));
    assert_eq!(never(within(10.0, 5.0)).unwrap(), "no `distance` lies between 10 and 5");
    assert_eq!(never(within(5.0, 10.0)), None);
    assert_eq!(never(Expr::from(1).above(2)).unwrap(), "`1 > 2`");
    assert_eq!(never(Expr::from(2).above(1)), None);
    assert!(never(Condition::never()).is_some());
    assert_eq!(never(Condition::bind(w.it().with(w.blue, 5))).unwrap(), "`blue` is never 5");
    let health = || Expr::own(w.health);
    assert!(never(health().above(5) & health().below(3)).is_some());
    assert!(never(health().above(5) & Expr::from(5).compare(Comparison::AtLeast, health())).is_some());
    assert_eq!(never(health().at_least(5) & health().at_most(5)), None);
    assert!(never(Condition::exists(w.it()) & Condition::no(w.it())).is_some());
    assert!(never(Condition::never() | Condition::never()).is_some());
    assert_eq!(never(Condition::never() | Condition::exists(w.it())), None);
}

#[test]
fn calls_that_never_end_are_an_error() {
    let w = world();
    let calls =
        |name: &str, callee: &str| Definition::new(name).rule(Rule::new("call").step(Step::call(callee, [])));
    let endless = |definitions: &[Definition]| -> Vec<String> {
        let found = check(definitions, &w.names, &w.catalogue).into_iter();
        found
            .filter(|finding| finding.severity() == Severity::Error)
            .map(|finding| finding.to_string())
            .collect()
    };
    assert_eq!(
        endless(&[calls("a", "b"), calls("b", "a")]),
        [
            "error: program `a`: every rule calls another program, so the calls never end: a -> b -> a",
            "error: program `b`: every rule calls another program, so the calls never end: b -> a -> b"
        ]
    );
    let way_out = calls("b", "a").rule(Rule::new("rest").act(w.rest, []));
    assert_eq!(endless(&[calls("a", "b"), way_out]), [""; 0]);
    let choice = Definition::new("b")
        .rule(Rule::new("try").step(Step::FirstOf(vec![Step::call("a", []), Step::act(w.rest, [])])));
    assert_eq!(endless(&[calls("a", "b"), choice]), [""; 0]);
}

#[test]
fn a_pair_of_opposite_rules_is_complete() {
    let w = world();
    let pair = |condition: Condition, opposite: Condition| {
        let definition =
            Definition::new("p").done_when(condition).rule(Rule::new("rest").when(opposite).act(w.rest, []));
        w.completeness(&[definition], "p")
    };
    let low = || Expr::own(w.health).below(50);
    assert_eq!(pair(low(), !low()), Some(FindingKind::Complete));
    assert_eq!(pair(low(), Expr::own(w.health).at_least(50)), Some(FindingKind::Complete));
    assert_eq!(pair(!Condition::bind(w.it()), Condition::bind(w.it())), Some(FindingKind::Complete));
    assert_eq!(pair(Condition::no(w.it()), Condition::exists(w.it())), Some(FindingKind::Complete));
    let gap = pair(low(), Expr::own(w.health).above(50));
    assert_eq!(gap, Some(FindingKind::Incomplete("when no other thing is known and `health` is 50".into())));
    assert_eq!(
        pair(Condition::no(w.it()), w.it().into()),
        None,
        "others may hold what is there: it cannot be told"
    );
}

/// R-000-075, with the programs of sections 6.6 and 7.7 of the thesis' specification.
#[test]
fn fill_hole_is_complete_and_get_health_is_not() {
    let tileworld = fill_hole();
    assert_eq!(tileworld.0.completeness(&[tileworld.1], "fill_hole"), Some(FindingKind::Complete));
    let (w, programs) = get_health();
    let Some(FindingKind::Incomplete(when)) = w.completeness(&programs, "get_health") else {
        panic!("not incomplete")
    };
    assert_eq!(when, "when no other thing is known and `health` is 49");
}

/// Appendix listing of fill_hole: fourteen rules, of which the last ends the task.
fn fill_hole() -> (World, Definition) {
    let mut w = world();
    let mut names = Vocabulary::clone(&w.names);
    let (hole, stack, direction) = (names.kind("hole"), names.kind("tile_stack"), names.kind("direction"));
    let (htarget, obstacle) = (names.kind("htarget"), names.kind("obstacle"));
    let (to_hole, random, young) = (names.symbol("hole"), names.symbol("random"), names.symbol("young"));
    let value = names.property("value", Type::Any);
    let (size, shape) = (names.property("size", Type::Number), names.property("shape", Type::Symbol));
    let (toward, age) = (names.property("toward", Type::Symbol), names.property("age", Type::Symbol));
    let way = names.property("direction_of", Type::Any);
    let (carrying, carried) = (names.own("carrying", Type::Number), names.own("carried", Type::Id));
    let walk = names.action("walk", 1);
    let drop = names.action("drop", 3);
    let direction_to = names.function("direction_to", 1, motive::kernel::Purity::Volatile, |_, _| None);
    w.names = names.finish().unwrap();

    let var = Expr::var;
    let none_to = |thing: &str| Expr::call(direction_to, [var(thing)]).holds();
    let target = || Pattern::of(htarget).named("target");
    let the_hole = || Pattern::of(hole).named("hole").with(Property::ID, var("target").get(value));
    let no_hole = || !Condition::bind(Pattern::of(hole).with(Property::ID, var("target").get(value)));
    let dir = || Pattern::of(direction).named("dir").with(toward, to_hole);
    let rnd = || Pattern::of(direction).named("rnd").with(toward, random);
    let here = || {
        let own = Expr::own(carried);
        Pattern::of(stack).named("stack").with(Property::ID, own).with(w.distance, 0)
    };
    let new_way = |thing: &str| {
        Step::Note(direction, vec![(value, Expr::call(direction_to, [var(thing)])), (toward, to_hole.into())])
    };
    let walk_to = |thing: &str| Step::act(walk, [Expr::call(direction_to, [var(thing)])]);
    let choose = |name: &str| {
        let liked = Pattern::of(hole)
            .named("hole")
            .prefer(shape, var("stack").get(shape))
            .prefer(age, young)
            .prefer_within(w.distance, Range::at_least(1.0).lowest())
            .prefer_within(size, Range::at_least(1.0).lowest());
        Rule::new(name).when(here()).when(liked)
    };
    let note_target = || Step::Note(htarget, vec![(value, var("hole"))]);
    let fits = RangeExpr::new(Some(1.into()), Some(var("hole").get(size)))
        .toward(motive::kernel::PreferredEnd::Highest);
    let at_hole = Rule::new("at_hole")
        .when(Expr::own(carrying).above(0))
        .when(Pattern::of(hole).named("hole").exclusive().with(w.distance, 0))
        .when(here().exclusive().within(size, fits))
        .when(Condition::optional(dir().exclusive()))
        .when(Condition::optional(target().exclusive()))
        .act(drop, [var("stack"), var("stack").get(size), var("hole")])
        .step(Step::forget("target"))
        .step(Step::forget("dir"));
    let definition = Definition::new("fill_hole")
        .done_when(Expr::own(carrying).equals(0))
        .rule(at_hole)
        .rule(
            Rule::new("move")
                .when(target())
                .when(the_hole())
                .when(dir().with(value, Expr::call(direction_to, [var("hole")])))
                .when(here())
                .act(walk, [var("dir").get(value)]),
        )
        .rule(
            Rule::new("bad target, no direction")
                .when(target().exclusive())
                .when(!Condition::bind(dir()))
                .when(no_hole())
                .when(here())
                .step(Step::forget("target")),
        )
        .rule(
            Rule::new("bad direction")
                .when(target())
                .when(dir().exclusive())
                .when(the_hole())
                .when(here())
                .step(Step::forget("dir")),
        )
        .rule(
            Rule::new("bad target")
                .when(target().exclusive())
                .when(dir().exclusive())
                .when(no_hole())
                .when(here())
                .step(Step::forget("target"))
                .step(Step::forget("dir")),
        )
        .rule(
            Rule::new("direction to known target")
                .when(here())
                .when(target())
                .when(the_hole())
                .when(none_to("hole"))
                .step(new_way("hole"))
                .step(walk_to("hole")),
        )
        .rule(
            choose("choose hole, drop random walk")
                .when(rnd().exclusive())
                .when(none_to("hole"))
                .step(new_way("hole"))
                .step(Step::forget("rnd"))
                .step(note_target())
                .step(walk_to("hole")),
        )
        .rule(
            choose("choose hole")
                .when(none_to("hole"))
                .step(new_way("hole"))
                .step(note_target())
                .step(walk_to("hole")),
        )
        .rule(
            Rule::new("random walk blocked")
                .when(rnd().exclusive())
                .when(Pattern::of(obstacle).with(w.distance, 1).with(way, var("rnd").get(value)))
                .when(here())
                .step(Step::forget("rnd")),
        )
        .rule(Rule::new("random walk").when(here()).when(rnd()).act(walk, [var("rnd").get(value)]))
        .rule(
            Rule::new("start random walk")
                .when(here())
                .step(Step::Note(direction, vec![(toward, random.into())]))
                .act(walk, [random.into()]),
        )
        .rule(Rule::new("stack vanished").step(Step::End("FillHole".into())));
    (w, definition)
}

/// get_health with the part of go_to that it needs: no rule runs when health is low and no pack is known.
fn get_health() -> (World, Vec<Definition>) {
    let mut w = world();
    let mut names = Vocabulary::clone(&w.names);
    let pack = names.kind("health_pack");
    let location = names.property("location", Type::Point);
    let run_to = names.action("run_to", 1);
    w.names = names.finish().unwrap();
    let item = || Pattern::of(pack).named("item");
    let go_to =
        Definition::new("go_to").parameter("place").rule(Rule::new("run").act(run_to, [Expr::var("place")]));
    let get_health = Definition::new("get_health")
        .done_when(Expr::own(w.health).above(50))
        .rule(
            Rule::new("take")
                .when(item().exclusive().where_is(w.distance, Comparison::AtMost, 80))
                .step(Step::forget("item")),
        )
        .rule(Rule::new("go").when(item()).step(Step::call("go_to", [Expr::var("item").get(location)])));
    (w, vec![go_to, get_health])
}

#[test]
fn a_huge_program_is_checked_as_far_as_the_work_goes() {
    let w = world();
    let mut definition = Definition::new("huge").done_when(Expr::own(w.health).above(0));
    for n in 0..2_000 {
        let rule = Rule::new("r").when(Expr::own(w.health).equals(n)).act(w.dance, []);
        definition = definition.rule(rule);
    }
    let found = check(&[definition], &w.names, &w.catalogue);
    assert!(found.iter().any(|finding| finding.kind == FindingKind::NotAllChecked));
}
