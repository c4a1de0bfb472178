//! What an agent can ask of its memory, when nobody holds anything.
use motive_core::*;
use std::sync::Arc;

struct Names {
    all: Arc<Vocabulary>,
    ghost: Kind,
    pill: Kind,
    dist: Property,
    blue: Property,
    mana: Property,
    target: Property,
    colours: Property,
    at: Relation,
    armed: Function,
    red: Symbol,
    green: Symbol,
}

fn declare() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("ghost");
    names.kind("pill");
    names.property("dist", Type::Number);
    names.property("blue", Type::Bool);
    names.property("place", Type::Point);
    let mana = names.own("mana", Type::Number);
    names.property("target", Type::Id);
    names.property("colours", Type::Symbol);
    names.relation("at", 2);
    let reads = Purity::Reads(vec![Dependency::Own(mana)]);
    names.function("armed", 0, reads, move |facts, _| {
        Some((facts.values(Id::SELF, mana).number()? > 0.0).into())
    });
    names.symbol("red");
    names.symbol("green");
    names
}

fn names() -> Names {
    let all = declare().finish().unwrap();
    let property = |name| all.find_property(name).unwrap();
    Names {
        ghost: all.find_kind("ghost").unwrap(),
        pill: all.find_kind("pill").unwrap(),
        dist: property("dist"),
        blue: property("blue"),
        mana: property("mana"),
        target: property("target"),
        colours: property("colours"),
        at: all.find_relation("at").unwrap(),
        armed: all.find_function("armed").unwrap(),
        red: all.find_symbol("red").unwrap(),
        green: all.find_symbol("green").unwrap(),
        all,
    }
}

fn thing(number: u64) -> Id {
    Id::new(number)
}

impl Names {
    /// Three ghosts at 3, 7 and 12, the last of them blue, and a pill.
    fn memory(&self) -> Memory {
        let mut memory = Memory::new(self.all.clone());
        for (number, dist) in [(1, 3), (2, 7), (3, 12)] {
            let ghost = Thing::new(thing(number)).kind(self.ghost);
            memory.put(ghost.with(self.dist, dist).with(self.blue, dist == 12)).unwrap();
        }
        memory.put(Thing::new(thing(4)).kind(self.pill).with(self.target, thing(2))).unwrap();
        memory.set_own(self.mana, 5).unwrap();
        memory
    }

    fn build(&self, condition: &Condition) -> Result<CompiledCondition, BuildError> {
        Scope::new(&self.all).condition(condition)
    }

    fn holds(&self, condition: &Condition) -> bool {
        self.build(condition).unwrap().check(&self.memory())
    }

    fn degree(&self, condition: &Condition) -> f64 {
        self.build(condition).unwrap().degree_of(&self.memory())
    }

    fn value(&self, expression: &Expr) -> Option<Value> {
        let mut scope = Scope::new(&self.all);
        scope.expression(expression).unwrap().value(&self.memory(), &mut scope.bindings())
    }

    /// What a variable stands for after a condition held.
    fn bound(&self, condition: &Condition, name: &str) -> Option<Value> {
        let mut scope = Scope::new(&self.all).lenient();
        let built = scope.condition(condition).unwrap();
        let mut bindings = scope.bindings();
        assert!(built.holds(&self.memory(), &mut bindings));
        bindings.get(scope.variable(name).unwrap())
    }

    fn ghost(&self, name: &str) -> Pattern {
        Pattern::of(self.ghost).named(name)
    }
}

/// R-004-042
#[test]
fn a_pattern_holds_when_something_fits() {
    let n = names();
    let blue = Condition::bind(n.ghost("g").with(n.blue, true));
    assert_eq!(n.bound(&blue, "g"), Some(thing(3).into()));
    let mut memory = n.memory();
    memory.remove(thing(3));
    assert!(!n.build(&blue).unwrap().check(&memory));
    assert!(
        !n.holds(&Condition::bind(n.ghost("g").with(n.target, thing(2)))),
        "a missing property never fits"
    );
}

/// R-000-002
#[test]
fn a_thing_can_be_asked_for_by_id() {
    let n = names();
    let second = Condition::bind(Pattern::anything().named("it").with(Property::ID, thing(2)));
    assert_eq!(n.bound(&second, "it"), Some(thing(2).into()));
    assert!(!n.holds(&Condition::bind(Pattern::anything().with(Property::ID, thing(9)))));
    let self_ = Condition::bind(Pattern::anything().named("it").with(Property::ID, Id::SELF));
    assert_eq!(n.bound(&self_, "it"), Some(Id::SELF.into()));
}

/// R-000-006, R-004-016
#[test]
fn any_value_will_do_but_there_must_be_one() {
    let n = names();
    let aimed = Condition::bind(Pattern::anything().named("it").has(n.target));
    assert_eq!(n.bound(&aimed, "it"), Some(thing(4).into()));
    assert!(!n.holds(&Condition::bind(Pattern::of(n.pill).has(n.dist))));
}

/// R-004-017, R-004-040
#[test]
fn comparisons_are_strict_where_they_say_so() {
    let n = names();
    use Comparison::*;
    let table = [
        (Less, [1, 0, 0]),
        (AtMost, [1, 1, 0]),
        (Equal, [0, 1, 0]),
        (Unequal, [1, 0, 1]),
        (AtLeast, [0, 1, 1]),
        (More, [0, 0, 1]),
    ];
    for (comparison, expected) in table {
        for (number, expected) in [4.99, 5.0, 5.01].into_iter().zip(expected) {
            assert_eq!(n.holds(&Expr::from(number).compare(comparison, Expr::own(n.mana))), expected == 1);
            let mut memory = Memory::new(n.all.clone());
            memory.put(Thing::new(thing(1)).with(n.dist, number)).unwrap();
            let pattern =
                Condition::bind(Pattern::anything().where_is(n.dist, comparison, Expr::own(n.mana)));
            memory.set_own(n.mana, 5).unwrap();
            assert_eq!(n.build(&pattern).unwrap().check(&memory), expected == 1);
        }
    }
    assert!(!n.holds(&Expr::from(n.red).below(n.green)), "only numbers have an order");
    assert!(n.holds(&Expr::from(n.red).equals(n.red)) && !n.holds(&Expr::from(n.red).equals(1)));
}

/// R-004-040
#[test]
fn not_and_or_combine_as_in_logic() {
    let n = names();
    let truth = |holds: bool| Expr::from(holds).holds();
    for bits in 0..8 {
        let [a, b, c] = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
        assert_eq!(n.holds(&(!truth(a) & truth(b) | truth(c))), !a && b || c);
    }
    assert!(n.holds(&Condition::always()) && !n.holds(&Condition::never()));
    assert!(n.holds(&Condition::all(vec![])) && !n.holds(&Condition::any(vec![])));
}

/// R-000-005, R-004-005
#[test]
fn a_property_gives_its_one_value_its_list_or_none() {
    let n = names();
    assert_eq!(n.value(&Expr::from(thing(1)).get(n.dist)), Some(3.into()));
    assert_eq!(n.value(&Expr::from(thing(4)).get(n.target).get(n.dist)), Some(7.into()));
    let missing = || Expr::from(thing(4)).get(n.dist);
    assert_eq!(n.value(&missing()), None);
    assert!(!n.holds(&missing().holds()) && !n.holds(&missing().equals(missing())));
    assert!(!n.holds(&missing().differs(1)), "a comparison with nothing does not hold, whichever it is");
    let mut memory = n.memory();
    memory.set_all(thing(1), n.colours, [n.red.into(), n.green.into()]).unwrap();
    let mut scope = Scope::new(&n.all);
    let colours = scope.expression(&Expr::from(thing(1)).get(n.colours)).unwrap();
    let both = Value::from(vec![n.red.into(), n.green.into()]);
    assert_eq!(colours.value(&memory, &mut scope.bindings()), Some(both));
}

/// R-004-041
#[test]
fn functions_of_the_host_can_be_asked() {
    let n = names();
    let armed = Expr::call(n.armed, []).holds();
    assert!(n.holds(&armed));
    let mut memory = n.memory();
    memory.set_own(n.mana, 0).unwrap();
    let built = n.build(&armed).unwrap();
    assert!(!built.check(&memory));
    assert_eq!(built.reads().dependencies(), [Dependency::Own(n.mana)]);
    let wrong = n.build(&Expr::call(n.armed, [1.into()]).holds());
    assert_eq!(wrong.unwrap_err(), BuildError::Arity { name: "armed".into(), expected: 0, found: 1 });
}

#[test]
fn arithmetic_that_has_no_answer_has_no_value() {
    let n = names();
    let number = |x: f64| Expr::from(x);
    assert_eq!(n.value(&((number(7.0) - 1) * 2 / 4 % 2)), Some(1.into()));
    assert_eq!(n.value(&-number(3.0)), Some((-3).into()));
    for nonsense in [
        number(1.0) / 0,
        number(0.0) / 0,
        number(5.0) % 0,
        number(f64::INFINITY) - f64::INFINITY,
        number(f64::INFINITY) * Expr::from(0),
        number(f64::INFINITY) / f64::INFINITY,
        number(1.0) + Expr::from(n.red),
        Expr::from(thing(9)).get(n.dist) + 1,
    ] {
        assert_eq!(n.value(&nonsense), None, "{}", nonsense.display(&n.all));
        assert!(!n.holds(&nonsense.clone().at_least(0)) && !n.holds(&nonsense.below(0)));
    }
    assert_eq!(n.value(&(number(f64::MAX) * 2)), Some(f64::INFINITY.into()), "without end is a number");
}

#[test]
fn built_in_functions() {
    let n = names();
    let of = |builtin, arguments: Vec<Expr>| n.value(&Expr::builtin(builtin, arguments));
    assert_eq!(n.value(&Expr::from(3).min(2)), Some(2.into()));
    assert_eq!(of(BuiltinFunction::Max, vec![1.into(), 5.into(), 3.into()]), Some(5.into()));
    assert_eq!(of(BuiltinFunction::Abs, vec![(-2).into()]), Some(2.into()));
    assert_eq!(of(BuiltinFunction::Floor, vec![1.7.into()]), Some(1.into()));
    assert_eq!(of(BuiltinFunction::Ceil, vec![1.2.into()]), Some(2.into()));
    let (here, there) = (Point::flat(0.0, 0.0), Point::flat(3.0, 4.0));
    assert_eq!(of(BuiltinFunction::Distance, vec![here.into(), there.into()]), Some(5.into()));
    assert_eq!(of(BuiltinFunction::Distance, vec![here.into(), 1.into()]), None);
    assert_eq!(of(BuiltinFunction::Min, vec![1.into(), n.red.into()]), None);
    for (builtin, found) in
        [(BuiltinFunction::Abs, 2), (BuiltinFunction::Distance, 1), (BuiltinFunction::Min, 0)]
    {
        let wrong = Expr::builtin(builtin, vec![Expr::from(1); found]);
        assert!(matches!(n.build(&wrong.holds()), Err(BuildError::Arity { .. })));
    }
}

#[test]
fn the_time_and_what_was_can_be_asked() {
    let n = names();
    let mut scope = Scope::new(&n.all);
    let closer =
        scope.condition(&Expr::from(thing(1)).get(n.dist).below(Expr::from(thing(1)).was(n.dist))).unwrap();
    let late = scope.condition(&Expr::now().at_least(2.5)).unwrap();
    assert!(closer.reads().is_volatile() && late.reads().is_volatile());
    let mut memory = n.memory();
    memory.end_tick();
    assert!(!closer.check(&memory) && !late.check(&memory));
    memory.set(thing(1), n.dist, 2).unwrap();
    memory.set_time(Time { tick: 1, micros: 2_500_000 });
    assert!(closer.check(&memory) && late.check(&memory));
    memory.end_tick();
    assert!(!closer.check(&memory));
}

#[test]
fn every_is_about_all_that_fit_and_empty_sets_satisfy_it() {
    let n = names();
    let far = |pattern, dist: i32| Condition::every(pattern, Expr::var("g").get(n.dist).at_least(dist));
    assert!(n.holds(&far(n.ghost("g"), 3)) && !n.holds(&far(n.ghost("g"), 4)));
    assert!(n.holds(&far(n.ghost("g").with(n.blue, true), 12)));
    assert!(n.holds(&far(Pattern::of(n.pill).named("g").has(n.dist), 100)));
}

#[test]
fn every_leaves_an_outer_variable_as_it_was() {
    let n = names();
    let mut scope = Scope::new(&n.all);
    let g = scope.parameter("g").unwrap();
    let each = Condition::every(n.ghost("g"), Expr::var("g").get(n.dist).at_least(3));
    let condition = scope.condition(&(each & Expr::var("g").get(n.dist).equals(7))).unwrap();
    let mut bindings = scope.bindings();
    bindings.set(g, thing(2));
    assert!(condition.holds(&n.memory(), &mut bindings));
    assert_eq!(bindings.thing(g), Some(thing(2)));
}

#[test]
fn things_can_be_counted_and_chosen() {
    let n = names();
    assert_eq!(n.value(&Expr::count(Pattern::of(n.ghost))), Some(3.into()));
    assert_eq!(n.value(&Expr::count(Pattern::of(n.ghost).with(n.blue, true))), Some(1.into()));
    let nearest = Pattern::of(n.ghost).prefer_within(n.dist, Range::at_least(0.0).lowest());
    assert_eq!(n.value(&Expr::choose(nearest)), Some(thing(1).into()));
    assert_eq!(n.value(&Expr::choose(Pattern::of(n.pill).has(n.dist))), None);
    let far = Pattern::of(n.ghost).where_is(n.dist, Comparison::More, 5);
    assert_eq!(n.value(&Expr::choose(far).get(n.dist)), Some(7.into()), "the oldest of equals");
}

#[test]
fn what_is_optional_holds_with_and_without() {
    let n = names();
    let pill = |kind| Condition::optional(Pattern::of(kind).named("p").has(n.target));
    assert_eq!(n.bound(&pill(n.pill), "p"), Some(thing(4).into()));
    assert_eq!(n.bound(&pill(n.ghost), "p"), None);
    assert!(n.holds(&(pill(n.pill) & Expr::var("p").get(n.target).equals(thing(2)))));
    assert!(!n.holds(&(pill(n.ghost) & Expr::var("p").get(n.target).equals(thing(2)))));
}

/// R-004-043, R-004-044
#[test]
fn what_does_not_hold_leaves_no_bindings() {
    let n = names();
    let g = || Condition::bind(n.ghost("g"));
    let failed = g() & Condition::never() | Condition::always();
    assert_eq!(n.bound(&failed, "g"), None);
    let first = g() | Condition::bind(Pattern::of(n.pill).named("p"));
    assert_eq!(n.bound(&first, "p"), None, "only the first branch that holds binds");
    let negated = !(g() & Condition::never());
    assert_eq!(n.bound(&negated, "g"), None);
    let doubly = !!(g() & Expr::from(true).holds());
    assert_eq!(n.bound(&doubly, "g"), None);
    let mut scope = Scope::new(&n.all);
    let condition = scope.condition(&(g() & Condition::never())).unwrap();
    let mut bindings = scope.bindings();
    assert!(!condition.holds(&n.memory(), &mut bindings));
    assert_eq!(bindings.get(0), None);
}

#[test]
fn a_failed_branch_gives_back_what_it_changed() {
    let n = names();
    let renamed =
        Condition::named("x", 1) & (Condition::named("x", 2) & Condition::never() | Condition::always());
    assert_eq!(n.bound(&renamed, "x"), Some(1.into()));
}

#[test]
fn a_bound_name_is_kept_and_only_checked() {
    let n = names();
    let twice = |dist: i32| {
        Condition::bind(n.ghost("g").where_is(n.dist, Comparison::More, 5))
            & Condition::bind(n.ghost("g").where_is(n.dist, Comparison::Less, dist))
    };
    assert_eq!(n.bound(&twice(8), "g"), Some(thing(2).into()));
    assert!(!n.holds(&twice(5)), "ghost 1 fits the second pattern but is not the g of the first");
    let known = Condition::bind(n.ghost("g").with(n.blue, true));
    assert!(n.holds(&(known.clone() & Condition::exists(n.ghost("g").with(n.dist, 12)))));
    assert!(!n.holds(&(known & Condition::exists(n.ghost("g").with(n.dist, 3)))));
}

#[test]
fn negated_patterns() {
    let n = names();
    let near = || Pattern::of(n.ghost).where_is(n.dist, Comparison::Less, 3);
    for none in [
        Condition::no(near()),
        Condition::no_free(near()),
        Condition::not_found(near()),
        !Condition::bind(near()),
    ] {
        assert!(n.holds(&none));
    }
    let any = || Pattern::of(n.ghost);
    for none in [Condition::no(any()), Condition::no_free(any()), !Condition::bind(any())] {
        assert!(!n.holds(&none));
    }
    assert!(n.holds(&Condition::exists(any())) && !n.holds(&Condition::exists(near())));
}

#[test]
fn relations_give_names_to_their_columns() {
    let n = names();
    let mut memory = n.memory();
    for (id, place) in [(1, 10), (2, 20), (3, 30)] {
        memory.relate(n.at, &[thing(id).into(), place.into()]).unwrap();
    }
    memory.relate(n.at, &[7.into(), 7.into()]).unwrap();
    let check = |condition: &Condition| n.build(condition).unwrap().check(&memory);
    let at = |columns: [Column; 2]| Condition::related(n.at, columns);
    let value = |condition: &Condition, name: &str| {
        let mut scope = Scope::new(&n.all);
        let built = scope.condition(condition).unwrap();
        let mut bindings = scope.bindings();
        assert!(built.holds(&memory, &mut bindings));
        bindings.get(scope.variable(name).unwrap())
    };
    assert_eq!(value(&at([Expr::from(thing(2)).into(), Column::named("where")]), "where"), Some(20.into()));
    assert_eq!(value(&at([Column::named("who"), Expr::from(30).into()]), "who"), Some(thing(3).into()));
    let of_blue =
        Condition::bind(n.ghost("g").with(n.blue, true)) & at([Column::named("g"), Column::named("where")]);
    assert_eq!(value(&of_blue, "where"), Some(30.into()), "a bound name is a value to look for");
    assert_eq!(
        value(&at([Column::named("x"), Column::named("x")]), "x"),
        Some(7.into()),
        "one name, one value"
    );
    assert!(
        check(&at([Column::Any, Expr::from(10).into()])) && !check(&at([Column::Any, Expr::from(11).into()]))
    );
    let of_itself = at([Column::named("y"), Expr::var("y").into()]);
    assert!(matches!(n.build(&of_itself), Err(BuildError::UnknownVariable(..))));
    let nothing = Expr::from(thing(9)).get(n.dist);
    assert!(!check(&at([Column::Any, nothing.into()])));
    let three = Condition::related_with(n.at, vec![Column::Any; 3]);
    assert_eq!(n.build(&three).unwrap_err(), BuildError::Arity { name: "at".into(), expected: 2, found: 3 });
}

/// R-000-011
#[test]
fn bounds_may_come_from_what_was_bound_before() {
    let n = names();
    let within = |low: Expr| {
        Condition::bind(Pattern::of(n.pill).named("p"))
            & Condition::bind(n.ghost("g").within(n.dist, RangeExpr::new(Some(low), None)))
    };
    let of_target = || Expr::var("p").get(n.target).get(n.dist);
    assert_eq!(n.bound(&within(of_target()), "g"), Some(thing(2).into()));
    assert_eq!(n.bound(&within(of_target() + 1), "g"), Some(thing(3).into()));
    assert!(!n.holds(&within(of_target() + 6)));
    assert!(!n.holds(&within(Expr::var("p").get(n.dist))), "a bound without a value fits nothing");
}

// ---- degrees

#[test]
fn comparisons_that_fail_hold_to_a_degree() {
    let n = names();
    let mana = || Expr::own(n.mana);
    assert_eq!(n.degree(&mana().at_least(20)), 0.25);
    assert_eq!(n.degree(&mana().at_least(4)), 1.0);
    assert_eq!(n.degree(&mana().at_most(4)), 0.8);
    assert_eq!(n.degree(&mana().equals(10)), 0.5);
    assert_eq!(n.degree(&mana().at_least(f64::INFINITY)), 0.0);
    assert_eq!(n.degree(&Expr::from(-1).at_least(1)), 0.0);
    assert_eq!(n.degree(&mana().equals(n.red)), 0.0);
    assert_eq!(n.degree(&Expr::from(thing(9)).get(n.dist).at_least(1)), 0.0);
}

#[test]
fn degrees_combine_by_least_greatest_and_rest() {
    let n = names();
    let to = |degree: f64| Expr::from(degree).holds();
    assert_eq!(n.degree(&(to(0.25) & to(0.75))), 0.25);
    assert_eq!(n.degree(&(to(0.25) | to(0.75))), 0.75);
    assert_eq!(n.degree(&!to(0.25)), 0.75);
    assert_eq!(n.degree(&to(7.0)), 1.0);
    assert_eq!(n.degree(&Condition::bind(Pattern::of(n.ghost))), 1.0);
    assert_eq!(n.degree(&Condition::no(Pattern::of(n.ghost))), 0.0);
}

#[test]
fn a_branch_does_not_bind_for_the_next_when_graded_either() {
    let n = names();
    let half = |pattern| Condition::bind(pattern) & Expr::from(0.5).holds();
    let either = half(n.ghost("x")) | Condition::bind(Pattern::of(n.pill).named("x"));
    assert_eq!(n.degree(&either), 1.0);
    let not = !half(n.ghost("x")) & Condition::bind(Pattern::of(n.pill).named("x"));
    assert_eq!(n.degree(&not), 0.5);
    let used = (Condition::bind(n.ghost("g").with(n.blue, true)) | Condition::never())
        & Expr::var("g").get(n.dist).at_least(24);
    let mut scope = Scope::new(&n.all).lenient();
    assert_eq!(scope.condition(&used).unwrap().degree_of(&n.memory()), 0.5, "a branch that holds binds");
}

// ---- mistakes

#[test]
fn an_unknown_variable_is_reported_with_the_nearest_name() {
    let n = names();
    let near = Condition::bind(n.ghost("nearest")) & Expr::var("neares").get(n.dist).below(3);
    let error = n.build(&near).unwrap_err();
    assert!(error.to_string().ends_with("; did you mean `nearest`?"), "{error}");
    let error = n.build(&(Condition::bind(n.ghost("nearest")) & Expr::var("pill").holds())).unwrap_err();
    assert_eq!(error, BuildError::UnknownVariable("pill".into(), None));
    let itself = Condition::bind(n.ghost("g").with(n.target, Expr::var("g")));
    assert!(matches!(n.build(&itself), Err(BuildError::UnknownVariable(..))));
}

/// R-000-069, R-004-058
#[test]
fn what_one_branch_binds_cannot_be_used_after_the_or() {
    let n = names();
    let either = || Condition::bind(n.ghost("r")) | Condition::bind(Pattern::of(n.pill).named("e"));
    let used = either() & Expr::var("r").get(n.dist).below(5);
    assert_eq!(n.build(&used).unwrap_err(), BuildError::BoundInOneBranch("r".into()));
    assert!(n.build(&either()).is_ok());
    let within = Condition::bind(n.ghost("r")) & Expr::var("r").get(n.dist).below(5) | Condition::never();
    assert!(n.build(&within).is_ok(), "inside its own branch it can be used");
    assert!(n.build(&(Condition::bind(n.ghost("r")) & either() & Expr::var("r").holds())).is_ok());
    for hidden in [
        !(Condition::bind(n.ghost("r")) & Expr::from(true).holds()),
        Condition::every(n.ghost("r"), Condition::always()),
    ] {
        let used = hidden & Expr::var("r").holds();
        assert!(matches!(n.build(&used), Err(BuildError::BoundInOneBranch(..))));
    }
    let mut lenient = Scope::new(&n.all).lenient();
    let built = lenient.condition(&used).unwrap();
    assert!(built.check(&n.memory()));
    let mut without_ghosts = n.memory();
    (1..4).for_each(|ghost| assert!(without_ghosts.remove(thing(ghost))));
    assert!(!built.check(&without_ghosts), "the other branch held, so r has no value");
}

#[test]
fn a_number_that_is_none_is_refused_when_built() {
    let n = names();
    let nan = f64::NAN;
    let not_a_number = |condition: Condition| matches!(n.build(&condition), Err(BuildError::NotANumber(..)));
    assert!(not_a_number(Expr::own(n.mana).below(nan)));
    assert!(not_a_number(Expr::from(Value::from(vec![1.into(), nan.into()])).holds()));
    assert!(not_a_number(Condition::bind(Pattern::of(n.ghost).with(n.dist, nan))));
    assert!(not_a_number(Condition::bind(Pattern::of(n.ghost).within(n.dist, Range::new(nan, 1.0)))));
    assert!(not_a_number(Condition::bind(Pattern::of(n.ghost).prefer_within(n.dist, Range::new(0.0, nan)))));
    assert!(not_a_number(Condition::bind(Pattern::of(n.ghost).prefer(n.dist, 1).weight(nan))));
    assert!(not_a_number(Condition::bind(Pattern::of(n.ghost).prefer(n.dist, 1).weight(f64::INFINITY))));
    assert!(not_a_number(Condition::bind(Pattern::of(n.ghost).for_seconds(nan))));
}

/// R-000-007
#[test]
fn two_soft_sides_need_two_bounds() {
    let n = names();
    let range = |low: Option<i32>, high: Option<i32>, soft: (bool, bool)| {
        let range = RangeExpr::new(low.map(Expr::from), high.map(Expr::from)).soft(soft.0, soft.1);
        n.build(&Condition::bind(Pattern::of(n.ghost).within(n.dist, range)))
    };
    let half = BuildError::HalfSoft("dist".into());
    assert_eq!(range(Some(5), None, (true, true)).unwrap_err(), half);
    assert_eq!(range(None, Some(5), (true, true)).unwrap_err(), half);
    assert!(range(Some(5), Some(9), (true, true)).is_ok());
    assert!(range(Some(5), None, (false, true)).is_ok() && range(None, Some(5), (true, false)).is_ok());
    let plain = Pattern::of(n.ghost).within(n.dist, Range::soft(5.0, f64::INFINITY));
    assert_eq!(n.build(&Condition::bind(plain)).unwrap_err(), half);
}

#[test]
fn ranges_that_leave_no_number_match_nothing() {
    let n = names();
    for range in [Range::new(10.0, 5.0), Range::at_least(f64::INFINITY), Range::at_most(f64::NEG_INFINITY)] {
        assert!(!n.holds(&Condition::bind(Pattern::of(n.ghost).within(n.dist, range))));
    }
}

#[test]
fn nesting_too_deep_is_an_error_and_not_a_crash() {
    let n = names();
    let mut sum = Expr::from(1);
    let mut not = Condition::always();
    for _ in 0..100_000 {
        sum = sum + 1;
        not = !not;
    }
    assert_eq!(n.build(&sum.holds()).unwrap_err(), BuildError::TooDeep);
    assert_eq!(n.build(&not).unwrap_err(), BuildError::TooDeep);
    let deep = (0..90).fold(Expr::from(0), |sum, _| sum + 1);
    assert_eq!(n.value(&deep), Some(90.into()));
    let wide = (0..100_000).fold(Condition::always(), |all, _| all & Condition::always());
    assert!(n.holds(&wide), "many parts side by side are not deep");
}

#[test]
fn names_of_another_vocabulary_are_refused() {
    let n = names();
    let mut other = declare();
    let (kind, property) = (other.kind("alien"), other.property("alien_size", Type::Number));
    let relation = other.relation("alien_at", 1);
    let function = other.function("alien_eye", 0, Purity::Pure, |_, _| None);
    for foreign in [
        Condition::bind(Pattern::of(kind)),
        Condition::bind(Pattern::of(n.ghost).has(property)),
        Condition::related(relation, [Column::Any]),
        Expr::call(function, []).holds(),
        Expr::from(thing(1)).get(property).holds(),
        Expr::from(thing(1)).was(property).holds(),
    ] {
        assert_eq!(n.build(&foreign).unwrap_err(), BuildError::Foreign);
    }
}

#[test]
fn too_many_variables_are_refused() {
    let n = names();
    let mut scope = Scope::new(&n.all);
    let last = (0..70_000).map(|at| scope.parameter(&format!("v{at}"))).find(Result::is_err);
    assert_eq!(last, Some(Err(BuildError::TooManyVariables)));
}

// ---- what it looks at

#[test]
fn a_condition_knows_what_it_looks_at() {
    let n = names();
    let reads = |condition: Condition| {
        let built = n.build(&condition).unwrap();
        (built.reads().dependencies().to_vec(), built.reads().is_volatile())
    };
    use Dependency::*;
    let near = Condition::bind(Pattern::of(n.ghost).within(n.dist, Range::at_most(5.0)));
    assert_eq!(reads(near), (vec![Kind(n.ghost), KindProperty(n.ghost, n.dist)], false));
    assert_eq!(reads(Expr::own(n.mana).below(1)), (vec![Own(n.mana)], false));
    assert_eq!(reads(Expr::from(thing(1)).get(n.dist).below(1)), (vec![Property(n.dist)], false));
    assert_eq!(reads(Condition::related(n.at, [Column::Any, Column::Any])), (vec![Relation(n.at)], false));
    assert_eq!(reads(Condition::bind(Pattern::anything())), (vec![Anything], false));
    assert!(reads(Condition::bind(Pattern::of(n.ghost).for_seconds(5.0))).1, "a clock may run");
    assert!(!reads(Condition::bind(Pattern::of(n.ghost).for_seconds(f64::INFINITY))).1);
    assert!(reads(Expr::drawn(vec![1.into(), 2.into()]).holds()).1);
}
