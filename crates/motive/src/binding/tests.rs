//! Matching, choosing, dividing and holding, as the tasks of one tick see it.

use super::*;
use crate::condition::{
    Access, BindingRules, Comparison, Condition, Eval, Expr, ManyValues, Negation, Numbers, Pattern,
    Preferring, Range, RangeOf, RangeOrder, Scope, SharedHold, Sharing, Tie,
};
use crate::memory::{Memory, Resource};
use crate::vocabulary::{Facts, Id, Kind, Property, Symbol, Type, Value, Vocabulary};
use proptest::prelude::*;
use std::sync::Arc;

/// One agent and the tick it is in.
struct Tick {
    memory: Memory,
    ledger: Ledger,
    rules: BindingRules,
    remembered: Remembered,
    seed: u64,
    work: u64,
    overridden: Vec<Id>,
}

/// What one name got.
#[derive(Clone, Debug, PartialEq)]
struct Got {
    id: Id,
    portions: Vec<f64>,
}

impl Tick {
    fn new(memory: Memory, rules: BindingRules) -> Self {
        let (ledger, remembered, overridden) = (Ledger::default(), Vec::new(), Vec::new());
        Self { memory, ledger, rules, remembered, seed: 1, work: 1_000_000, overridden }
    }

    /// A task asks for what a condition needs. Gives what it got, in order, or nothing if the condition does not hold.
    fn ask(&mut self, task: u64, condition: impl Into<Condition>) -> Option<Vec<Got>> {
        let names = self.memory.shared_vocabulary().clone();
        let mut scope = Scope::new(&names);
        let condition = scope.condition(&condition.into()).unwrap();
        let mut bindings = scope.bindings();
        let mark = self.ledger.mark();
        let mut asker = Asker {
            ledger: &mut self.ledger,
            holder: Holder(task),
            rules: &self.rules,
            remembered: &self.remembered,
            draws: Draws::new(self.seed, 0, 0),
            budget: &mut Budget::new(self.work),
            volatile: &mut false,
            overridden: &mut self.overridden,
            avoid: &[],
            missed: None,
        };
        let held =
            Eval { facts: &self.memory, bindings: &mut bindings, claims: &mut asker }.holds(&condition.code);
        if !held {
            self.ledger.undo(mark);
            return None;
        }
        let got = |holding: Holding<'_>| Got {
            id: holding.id,
            portions: holding.portions.iter().map(|(_, amount)| *amount).collect(),
        };
        Some(self.ledger.since(mark).map(got).collect())
    }

    /// The thing that a task gets for a pattern.
    fn get(&mut self, task: u64, pattern: Pattern) -> Option<Id> {
        self.ask(task, pattern).map(|got| got[0].id)
    }

    /// How much a task gets of the one thing that it asks for.
    fn take(&mut self, task: u64, pattern: Pattern) -> Option<f64> {
        self.ask(task, pattern).map(|got| got[0].portions[0])
    }

    fn gets(&mut self, task: u64, pattern: Pattern) -> bool {
        self.ask(task, pattern).is_some()
    }
}

/// Names of the examples in both sources.
struct Names {
    all: Arc<Vocabulary>,
    gun: Kind,
    money: Kind,
    clock: Kind,
    number: Property,
    rounds: Property,
    dist: Property,
    location: Property,
    subtype: Property,
    colour: Property,
    time: Property,
}

fn names() -> Names {
    let mut names = Vocabulary::new();
    let (gun, money, clock) = (names.kind("gun"), names.kind("money"), names.kind("clock"));
    let mut number = |name: &str| names.property(name, Type::Number);
    let (amount, rounds, dist) = (number("number"), number("ammunition"), number("dist"));
    let (location, time) = (number("location"), number("time"));
    names.life_span(time);
    let subtype = names.property("subtype", Type::Symbol);
    let colour = names.property("colour", Type::Symbol);
    for symbol in ["pistol", "machine_gun", "rocket_launcher", "red", "blue"] {
        names.symbol(symbol);
    }
    let all = names.finish().unwrap();
    Names { all, gun, money, clock, number: amount, rounds, dist, location, subtype, colour, time }
}

impl Names {
    fn symbol(&self, name: &str) -> Symbol {
        self.all.find_symbol(name).unwrap()
    }

    fn tick(&self, rules: BindingRules, things: impl IntoIterator<Item = Resource>) -> Tick {
        let mut memory = Memory::new(self.all.clone());
        for thing in things {
            memory.put(thing).unwrap();
        }
        Tick::new(memory, rules)
    }

    fn gun(&self, id: u64) -> Resource {
        Resource::new(Id::new(id)).kind(self.gun)
    }

    /// Gold of which there are 53.
    fn gold(&self) -> Resource {
        Resource::new(GOLD).kind(self.money).divisible(self.number, 53.0)
    }

    fn want(&self, amount: impl Into<Expr>) -> Pattern {
        Pattern::of(self.money).exclusive().with(self.number, amount)
    }

    fn want_within(&self, range: impl Into<RangeOf>) -> Pattern {
        Pattern::of(self.money).exclusive().within(self.number, range)
    }
}

const GOLD: Id = Id::new(100);

/// The rules of the 2005 system as its program ran.
fn compat() -> BindingRules {
    BindingRules {
        many_values: ManyValues::Equals,
        range_order: RangeOrder::ByNumber,
        ..BindingRules::default()
    }
}

/// The rules of the 2002 report.
fn report() -> BindingRules {
    BindingRules {
        sharing: Sharing::ByQuantity,
        numbers: Numbers::AtLeast,
        infinite_shares: true,
        preferring: Preferring::Count,
        negation: Negation::Unknown,
        tie: Tie::Oldest,
        ..BindingRules::default()
    }
}

fn spec() -> BindingRules {
    BindingRules::default()
}

/// Whether a pattern fits the only thing there is.
fn fits(rules: BindingRules, n: &Names, thing: Resource, pattern: Pattern) -> bool {
    n.tick(rules, [thing]).gets(1, pattern)
}

// ---- matching one request against one thing (report, section 5)

/// R-004-012
#[test]
fn all_that_is_required_must_be_there() {
    let n = names();
    let pattern = || Pattern::of(n.gun).with(n.rounds, 20).with(n.subtype, n.symbol("pistol"));
    for rules in [spec(), report()] {
        let fits = |thing| fits(rules.clone(), &n, thing, pattern());
        assert!(fits(n.gun(1).with(n.rounds, 20).with(n.subtype, n.symbol("pistol"))));
        assert!(!fits(n.gun(1).with(n.rounds, 5).with(n.subtype, n.symbol("pistol"))));
        assert!(!fits(n.gun(1).with(n.rounds, 20)), "a property that is not listed never fits");
        let knife = Resource::new(Id::new(1)).with(n.rounds, 20).with(n.subtype, n.symbol("pistol"));
        assert!(!fits(knife));
    }
}

/// R-004-013, R-004-014
#[test]
fn a_plain_number_means_at_least_in_2002_and_exactly_in_2005() {
    let n = names();
    let table = [(19, false, false), (20, true, true), (21, true, false)];
    for property in [n.rounds, n.dist] {
        for (value, at_least, exact) in table {
            let check = |rules| {
                fits(rules, &n, n.gun(1).with(property, value), Pattern::of(n.gun).with(property, 20))
            };
            assert_eq!(check(report()), at_least, "{value}");
            assert_eq!(check(spec()), exact, "{value}");
            assert_eq!(check(compat()), exact, "{value}");
        }
    }
    let below_nought =
        |value: i32| fits(report(), &n, n.gun(1).with(n.dist, value), Pattern::of(n.gun).with(n.dist, -5));
    assert!(below_nought(-5) && below_nought(3) && !below_nought(-6));
    let thing = || n.gun(1).with(n.subtype, n.symbol("pistol"));
    assert!(!fits(report(), &n, thing(), Pattern::of(n.gun).with(n.subtype, 5)), "a symbol is no amount");
}

#[test]
fn an_index_on_a_number_does_not_hide_what_is_more() {
    let mut more = (*names().all).clone();
    let code = more.property("code", Type::Number);
    more.index(code);
    let n = Names { all: more.finish().unwrap(), ..names() };
    assert!(fits(report(), &n, n.gun(1).with(code, 7), Pattern::of(n.gun).with(code, 5)));
    assert!(!fits(spec(), &n, n.gun(1).with(code, 7), Pattern::of(n.gun).with(code, 5)));
}

/// R-000-003, R-004-015
#[test]
fn several_values_match_by_containment_or_as_a_whole() {
    let n = names();
    let (red, blue, pistol) = (n.symbol("red"), n.symbol("blue"), n.symbol("pistol"));
    let thing =
        || Resource::new(Id::new(1)).kind(n.gun).kind(n.money).with_all(n.colour, [red.into(), blue.into()]);
    let both = || Pattern::of(n.gun).and_of(n.money);
    for rules in [spec(), report()] {
        let fits = |pattern| fits(rules.clone(), &n, thing(), pattern);
        assert!(fits(Pattern::of(n.money)) && fits(both()));
        assert!(fits(Pattern::anything().with(n.colour, blue)));
        assert!(fits(Pattern::anything().with_all(n.colour, [blue.into(), red.into()])));
        assert!(!fits(Pattern::anything().with(n.colour, pistol)));
        assert!(!fits(Pattern::anything().with_all(n.colour, [red.into(), pistol.into()])));
    }
    let exact = |pattern| fits(compat(), &n, thing(), pattern);
    assert!(!exact(Pattern::of(n.money)) && exact(both()));
    assert!(!exact(Pattern::anything().with(n.colour, blue)));
    assert!(exact(Pattern::anything().with_all(n.colour, [red.into(), blue.into()])));
    assert!(!exact(Pattern::anything().with_all(n.colour, [blue.into(), red.into()])));
}

/// R-004-018
#[test]
fn several_numbers_match_as_a_tuple() {
    let n = names();
    let stairs = || n.gun(1).with_all(n.location, [45.into(), 50.into()]);
    let at = |x: i32, y: i32| Pattern::of(n.gun).with_all(n.location, [x.into(), y.into()]);
    for rules in [spec(), compat(), report()] {
        assert!(fits(rules.clone(), &n, stairs(), at(45, 50)));
        assert!(!fits(rules.clone(), &n, stairs(), at(50, 45)));
        assert!(!fits(rules, &n, stairs(), at(40, 50)));
    }
}

/// R-004-019
#[test]
fn a_request_without_end_is_met_by_what_has_no_end_only() {
    let n = names();
    let wanted = || Pattern::of(n.gun).with(n.number, f64::INFINITY);
    assert!(!fits(report(), &n, n.gun(1).with(n.number, 1_000_000), wanted()));
    assert!(fits(report(), &n, n.gun(1).with(n.number, f64::INFINITY), wanted()));
    let finite = Pattern::of(n.gun).with(n.number, 1e9);
    assert!(fits(report(), &n, n.gun(1).with(n.number, f64::INFINITY), finite));
}

/// R-004-017
#[test]
fn a_comparison_reserves_nothing() {
    let n = names();
    let endless = n.gun(1).with(n.dist, 9.99).with(n.number, f64::INFINITY);
    let mut tick = n.tick(report(), [endless]);
    let near = || Pattern::of(n.gun).where_is(n.dist, Comparison::Less, 10);
    assert!(tick.gets(1, near()) && tick.gets(2, near()));
    assert_eq!(tick.ledger.reserved(Id::new(1), n.dist), 0.0);
    assert!(!fits(report(), &n, n.gun(1).with(n.dist, 10), near()));
}

/// R-000-008
#[test]
fn ranges_with_firm_and_soft_bounds() {
    let n = names();
    let matches = |range: Range, value: f64| {
        fits(spec(), &n, n.gun(1).with(n.dist, value), Pattern::of(n.gun).within(n.dist, range))
    };
    let firm = Range::new(5.0, 10.0);
    assert_eq!([4.0, 5.0, 10.0, 11.0].map(|value| matches(firm, value)), [false, true, true, false]);
    assert!(matches(Range::soft(5.0, 10.0), -100.0) && matches(Range::soft(5.0, 10.0), 100.0));
    let half = Range { high_is_soft: true, ..Range::at_least(10.0) };
    assert!(matches(half, 1e9) && !matches(half, 9.0));
    let symbol = n.gun(1).with(n.colour, n.symbol("red"));
    assert!(!fits(spec(), &n, symbol, Pattern::of(n.gun).within(n.colour, firm)));
}

/// R-000-011
#[test]
fn the_bounds_of_a_range_may_be_worked_out() {
    let n = names();
    let range = RangeOf::new(Some(1.into()), Some(Expr::var("h").get(n.rounds)));
    let wanted = || {
        Condition::bind(Pattern::of(n.money).named("h"))
            & Condition::bind(Pattern::of(n.gun).within(n.dist, range.clone()))
    };
    let hole = || Resource::new(GOLD).kind(n.money).with(n.rounds, 4);
    assert!(n.tick(spec(), [hole(), n.gun(1).with(n.dist, 4)]).ask(1, wanted()).is_some());
    assert!(n.tick(spec(), [hole(), n.gun(1).with(n.dist, 5)]).ask(1, wanted()).is_none());
}

// ---- choosing

/// Guns at these distances; the first is #1.
fn at_distances(n: &Names, distances: &[f64]) -> Vec<Resource> {
    (1..).zip(distances).map(|(id, dist)| n.gun(id).with(n.dist, *dist)).collect()
}

/// R-000-013, R-004-020
#[test]
fn the_most_liked_is_chosen_whatever_the_order() {
    let n = names();
    let (red, pistol) = (n.symbol("red"), n.symbol("pistol"));
    let none = || n.gun(1);
    let one = || n.gun(2).with(n.colour, red);
    let two = || n.gun(3).with(n.colour, red).with(n.subtype, pistol);
    let liked = || Pattern::of(n.gun).prefer(n.colour, red).prefer(n.subtype, pistol);
    for rules in [spec(), compat(), report()] {
        for things in [[none(), one(), two()], [two(), one(), none()], [one(), two(), none()]] {
            assert_eq!(n.tick(rules.clone(), things).get(1, liked()), Some(Id::new(3)));
        }
        assert_eq!(n.tick(rules.clone(), [none(), one()]).get(1, liked()), Some(Id::new(2)));
    }
    let off = BindingRules { preferring: Preferring::Off, tie: Tie::Oldest, ..spec() };
    assert_eq!(n.tick(off, [none(), one(), two()]).get(1, liked()), Some(Id::new(1)));
}

/// R-004-020, R-004-021
#[test]
fn in_2002_every_satisfied_preference_counts_one() {
    let n = names();
    let pill = || Pattern::of(n.gun).prefer_where(n.dist, Comparison::Less, 10);
    for distances in [[4.0, 15.0], [15.0, 4.0]] {
        let near = if distances[0] == 4.0 { 1 } else { 2 };
        assert_eq!(n.tick(report(), at_distances(&n, &distances)).get(1, pill()), Some(Id::new(near)));
    }
    assert_eq!(n.tick(report(), at_distances(&n, &[15.0])).get(1, pill()), Some(Id::new(1)));
    let range = Pattern::of(n.gun).prefer_within(n.dist, Range::at_least(1.0).lowest());
    let mut tick = n.tick(report(), at_distances(&n, &[9.0, 2.0]));
    assert_eq!(
        tick.get(1, range),
        Some(Id::new(1)),
        "a range is satisfied or not; the oldest of equals is taken"
    );
}

/// R-000-014
#[test]
fn the_point_of_a_range_goes_to_the_best_only() {
    let n = names();
    let nearest = || Range { high_is_soft: true, ..Range::at_least(1.0) }.lowest();
    for rules in [spec(), compat()] {
        for distances in [[7.0, 3.0, 5.0], [3.0, 5.0, 7.0], [5.0, 7.0, 3.0]] {
            let things = at_distances(&n, &distances);
            let best = 1 + distances.iter().position(|dist| *dist == 3.0).unwrap() as u64;
            let got =
                n.tick(rules.clone(), things).get(1, Pattern::of(n.gun).prefer_within(n.dist, nearest()));
            assert_eq!(got, Some(Id::new(best)));
        }
    }
    // A gun that is red but second nearest ties with the nearest: each has one point, so with two points the third wins.
    let red = n.symbol("red");
    let things = [n.gun(1).with(n.dist, 3), n.gun(2).with(n.dist, 5).with(n.colour, red)];
    let liked = || Pattern::of(n.gun).prefer_within(n.dist, nearest()).prefer(n.colour, red);
    let oldest = BindingRules { tie: Tie::Oldest, ..spec() };
    assert_eq!(n.tick(oldest.clone(), things.clone()).get(1, liked()), Some(Id::new(1)));
    let heavier = liked().weight(2.0);
    assert_eq!(n.tick(oldest, things).get(1, heavier), Some(Id::new(2)));
}

/// R-000-009
#[test]
fn a_liked_range_is_ordered_by_sense_or_by_number_alone() {
    let n = names();
    let best = |rules: BindingRules, range: Range, distances: &[f64]| {
        let got = n
            .tick(rules, at_distances(&n, distances))
            .get(1, Pattern::of(n.gun).prefer_within(n.dist, range));
        distances[got.unwrap().number().unwrap() as usize - 1]
    };
    assert_eq!(best(spec(), Range::new(5.0, 10.0).highest(), &[6.0, 9.0, 11.0]), 9.0);
    assert_eq!(best(spec(), Range::new(1.0, 10.0).lowest(), &[9.0, 2.0, 0.5]), 2.0);
    let soft = Range::soft(5.0, 10.0).highest();
    assert_eq!(best(spec(), soft, &[100.0, 6.0]), 6.0);
    assert_eq!(best(compat(), soft, &[6.0, 100.0]), 100.0);
    assert_eq!(best(spec(), soft, &[100.0, 12.0, -100.0]), 12.0, "outside, nearer is better");
    let flat = Range::new(5.0, 10.0);
    assert_eq!(best(compat(), flat, &[9.0, 6.0]), 6.0, "the program took the smallest without an arrow");
}

/// R-000-014
#[test]
fn among_equally_good_numbers_the_program_of_2005_liked_one_and_we_like_all() {
    let n = names();
    let chosen = |rules: BindingRules| {
        let mut tick = n.tick(rules, at_distances(&n, &[5.0, 3.0, 3.0]));
        let mut chosen: Vec<Option<u64>> = (0..50)
            .map(|seed| {
                tick.seed = seed;
                tick.ledger.release();
                let nearest = Pattern::of(n.gun).prefer_within(n.dist, Range::at_least(0.0).lowest());
                tick.get(1, nearest).and_then(Id::number)
            })
            .collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    };
    assert_eq!(chosen(compat()), [Some(2)]);
    assert_eq!(chosen(spec()), [Some(2), Some(3)]);
}

/// R-000-010
#[test]
fn a_liked_range_may_have_no_end() {
    let n = names();
    let best = |range: Range, distances: &[f64]| {
        let got = n
            .tick(spec(), at_distances(&n, distances))
            .get(1, Pattern::of(n.gun).prefer_within(n.dist, range));
        distances[got.unwrap().number().unwrap() as usize - 1]
    };
    assert_eq!(best(Range::at_least(5.0).lowest(), &[7.0, 5.0, 1000.0]), 5.0);
    assert_eq!(best(Range::at_least(5.0).highest(), &[7.0, 1000.0, 5.0]), 1000.0);
    let up_to = Range { low_is_soft: true, ..Range::at_most(5.0) }.lowest();
    assert_eq!(best(up_to, &[0.0, -9.0, 5.0]), -9.0);
    assert!(!fits(spec(), &n, n.gun(1).with(n.dist, 6), Pattern::of(n.gun).within(n.dist, up_to)));
}

/// R-000-016
#[test]
fn a_preference_never_vetoes() {
    let n = names();
    let liked = Pattern::of(n.gun)
        .prefer(n.subtype, n.symbol("rocket_launcher"))
        .prefer_within(n.dist, Range::new(1.0, 2.0))
        .prefer(n.rounds, Expr::from(Id::new(77)).get(n.rounds));
    for rules in [spec(), compat(), report()] {
        assert!(fits(rules, &n, n.gun(1), liked.clone()));
    }
}

/// R-000-017, R-004-023
#[test]
fn contradictory_preferences_mean_one_of_these() {
    let n = names();
    let of = |id, name: &str| n.gun(id).with(n.subtype, n.symbol(name));
    let liked = |names: &[&str]| {
        names.iter().fold(Pattern::of(n.gun), |pattern, name| pattern.prefer(n.subtype, n.symbol(name)))
    };
    for good in ["machine_gun", "rocket_launcher"] {
        for rules in [spec(), compat(), report()] {
            let mut tick = n.tick(rules, [of(1, "pistol"), of(2, good)]);
            assert_eq!(tick.get(1, liked(&["machine_gun", "rocket_launcher"])), Some(Id::new(2)));
        }
    }
    let things = || [of(1, "pistol"), of(2, "machine_gun")];
    assert_eq!(n.tick(spec(), things()).get(1, liked(&["pistol"])), Some(Id::new(1)));
    assert_eq!(n.tick(spec(), things()).get(1, liked(&["machine_gun"])), Some(Id::new(2)));
}

/// R-000-130
#[test]
fn preferences_can_be_weighed_and_equal_weights_change_nothing() {
    let n = names();
    let (red, pistol) = (n.symbol("red"), n.symbol("pistol"));
    let things =
        || [n.gun(1).with(n.colour, red), n.gun(2).with(n.subtype, pistol), n.gun(3).with(n.dist, 5)];
    let liked = |weights: [f64; 3]| {
        let pattern = Pattern::of(n.gun).prefer(n.colour, red).weight(weights[0]);
        let pattern = pattern.prefer(n.subtype, pistol).weight(weights[1]);
        pattern.prefer_within(n.dist, Range::at_least(0.0)).weight(weights[2])
    };
    let plain = || {
        Pattern::of(n.gun)
            .prefer(n.colour, red)
            .prefer(n.subtype, pistol)
            .prefer_within(n.dist, Range::at_least(0.0))
    };
    for (weights, best) in
        [([2.0, 1.0, 1.0], 1), ([1.0, 2.0, 1.0], 2), ([1.0, 1.0, 1.5], 3), ([-1.0, -1.0, -0.5], 3)]
    {
        assert_eq!(n.tick(spec(), things()).get(1, liked(weights)), Some(Id::new(best)));
    }
    for seed in 0..200 {
        let mut weighed = n.tick(spec(), things());
        let mut unweighed = n.tick(spec(), things());
        (weighed.seed, unweighed.seed) = (seed, seed);
        assert_eq!(weighed.get(1, liked([1.0; 3])), unweighed.get(1, plain()));
    }
}

/// R-000-015, R-004-022
#[test]
fn equals_are_drawn_evenly_and_the_same_seed_draws_the_same() {
    let n = names();
    const TIED: usize = 4;
    let mut tick = n.tick(spec(), (1..=TIED as u64).map(|id| n.gun(id).with(n.rounds, 1)));
    tick.memory.put(n.gun(9)).unwrap();
    let mut counts = [0_i64; TIED];
    let mut choose = |seed| {
        tick.seed = seed;
        tick.ledger.release();
        tick.get(1, Pattern::of(n.gun).prefer(n.rounds, 1)).and_then(Id::number).unwrap()
    };
    for seed in 0..10_000 {
        counts[choose(seed) as usize - 1] += 1;
    }
    for seed in 0..50 {
        assert_eq!(choose(seed), choose(seed));
    }
    let expected = 10_000 / TIED as i64;
    let sigma = (10_000.0 * 0.25 * 0.75_f64).sqrt();
    assert!(counts.iter().all(|count| ((count - expected) as f64).abs() <= 3.0 * sigma), "{counts:?}");
    let mut oldest = n.tick(BindingRules { tie: Tie::Oldest, ..spec() }, (1..5).rev().map(|id| n.gun(id)));
    for seed in 0..100 {
        oldest.seed = seed;
        oldest.ledger.release();
        assert_eq!(oldest.get(1, Pattern::of(n.gun)), Some(Id::new(4)));
    }
}

// ---- keeping things

/// R-000-018, R-004-034, R-004-035
#[test]
fn a_name_keeps_its_thing_though_a_better_one_appears() {
    let n = names();
    let of = |id, name: &str| n.gun(id).with(n.subtype, n.symbol(name)).with(n.rounds, 20);
    let wanted =
        || Pattern::of(n.gun).named("gun").with(n.rounds, 20).prefer(n.subtype, n.symbol("rocket_launcher"));
    let mut tick = n.tick(spec(), [of(1, "pistol"), of(2, "rocket_launcher")]);
    tick.remembered = vec![("gun".into(), Id::new(1))];
    assert_eq!(tick.get(1, wanted()), Some(Id::new(1)));
    assert_eq!(tick.get(1, wanted().fresh()), Some(Id::new(2)));
    tick.rules.persistence = false;
    assert_eq!(tick.get(1, wanted()), Some(Id::new(2)));
}

/// R-000-019, R-000-020, R-004-036
#[test]
fn a_kept_thing_must_still_fit_be_known_and_be_free() {
    let n = names();
    let guns = || [n.gun(1).with(n.rounds, 20), n.gun(2).with(n.rounds, 20)];
    let wanted = || Pattern::of(n.gun).named("gun").exclusive().within(n.rounds, Range::at_least(10.0));
    let remembering = || {
        let mut tick = n.tick(spec(), guns());
        tick.remembered = vec![("gun".into(), Id::new(2))];
        tick
    };
    let mut current = remembering();
    current.memory.set(Id::new(2), n.rounds, 11).unwrap();
    assert!(current.ask(1, Condition::bind(wanted()) & Expr::var("gun").get(n.rounds).equals(11)).is_some());
    let mut empty = remembering();
    empty.memory.set(Id::new(2), n.rounds, 5).unwrap();
    assert_eq!(empty.get(1, wanted()), Some(Id::new(1)));
    let mut gone = remembering();
    gone.memory.remove(Id::new(2));
    assert_eq!(gone.get(1, wanted()), Some(Id::new(1)));
    let mut held = remembering();
    assert_eq!(held.get(7, Pattern::anything().exclusive().with(Property::ID, Id::new(2))), Some(Id::new(2)));
    assert_eq!(held.get(1, wanted()), Some(Id::new(1)));
}

/// R-000-025
#[test]
fn one_thing_may_serve_two_names_unless_the_rules_forbid() {
    let n = names();
    let two = || {
        Condition::bind(Pattern::of(n.gun).named("a").exclusive())
            & Condition::bind(Pattern::of(n.gun).named("b").exclusive())
    };
    for rules in [spec(), compat(), report()] {
        assert!(n.tick(rules.clone(), [n.gun(1)]).ask(1, two()).is_some());
        let distinct = BindingRules { distinct: true, ..rules };
        assert!(n.tick(distinct.clone(), [n.gun(1)]).ask(1, two()).is_none());
        let mut tick = n.tick(distinct, [n.gun(1), n.gun(2)]);
        tick.remembered = vec![("a".into(), Id::new(1)), ("b".into(), Id::new(1))];
        let got = tick.ask(1, two()).unwrap();
        assert_eq!((got[0].id, got[1].id), (Id::new(1), Id::new(2)), "also when both names had it");
    }
}

/// R-000-024, R-004-037
#[test]
fn a_condition_that_fails_holds_nothing() {
    let n = names();
    let mut tick = n.tick(spec(), [n.gun(1), n.gold()]);
    let gun = || Condition::bind(Pattern::of(n.gun).exclusive());
    let before = tick.memory.snapshot();
    assert!(tick.ask(1, gun() & Condition::bind(n.want(20)) & Condition::bind(n.want(40))).is_none());
    assert!(!tick.ledger.is_held(Id::new(1)) && tick.ledger.reserved(GOLD, n.number) == 0.0);
    assert!(tick.memory.snapshot() == before && !tick.ledger.is_held(GOLD));
    assert!(tick.ask(2, gun()).is_some());
}

/// R-004-043, R-004-044
#[test]
fn only_the_branch_that_holds_reserves_and_not_never_does() {
    let n = names();
    let mut tick = n.tick(spec(), [n.gun(1), n.gold()]);
    let (gun, gold) = (|| Condition::bind(Pattern::of(n.gun).exclusive()), || Condition::bind(n.want(10)));
    assert!(tick.ask(1, gold() & Condition::never() | gun() | gold()).is_some());
    assert!(tick.ledger.exclusive_holder(Id::new(1)).is_some() && !tick.ledger.is_held(GOLD));
    tick.ledger.release();
    assert!(tick.ask(1, !(gun() & gold())).is_none());
    assert!(tick.ask(1, !!(gun() & gold())).is_some());
    assert!(tick.ask(1, Condition::no(n.want(99))).is_some());
    assert_eq!(tick.ledger.mark(), 0, "nothing was claimed and given back");
    assert!(!tick.ledger.is_held(Id::new(1)) && !tick.ledger.is_held(GOLD));
}

/// R-000-032, R-000-033, R-004-045, R-004-046
#[test]
fn not_means_not_to_be_had_or_not_known_and_exists_means_known() {
    let n = names();
    let gun = || Pattern::of(n.gun).exclusive();
    let held = |rules| {
        let mut tick = n.tick(rules, [n.gun(1)]);
        assert!(tick.gets(1, gun()));
        tick
    };
    let mut availability = held(spec());
    assert!(availability.ask(2, !Condition::bind(gun())).is_some());
    assert!(availability.ask(2, Condition::exists(gun())).is_some());
    assert!(availability.ask(2, Condition::no_free(gun())).is_some());
    assert!(availability.ask(2, Condition::no(gun())).is_none());
    assert!(availability.ask(1, !Condition::bind(gun())).is_none(), "the holder itself could have it");
    let mut existence = held(BindingRules { negation: Negation::Unknown, ..spec() });
    assert!(existence.ask(2, !Condition::bind(gun())).is_none());
}

// ---- exclusive and shared

/// R-000-034, R-004-032
#[test]
fn exclusive_use_shuts_others_out() {
    let n = names();
    let (exclusive, shared) = (|| Pattern::of(n.gun).exclusive(), || Pattern::of(n.gun).shared());
    let mut tick = n.tick(spec(), [n.gun(1)]);
    assert!(tick.gets(1, exclusive()) && !tick.gets(2, exclusive()) && !tick.gets(2, shared()));
    assert!(tick.gets(1, shared()), "not its holder");
    tick.ledger.release();
    assert!(tick.gets(1, shared()) && tick.gets(2, shared()));
    assert_eq!(tick.ledger.sharers(Id::new(1)), [Holder(1), Holder(2)]);
    let mut two = n.tick(spec(), [n.gun(1), n.gun(2)]);
    let first = two.get(1, exclusive()).unwrap();
    assert_ne!(two.get(2, exclusive()).unwrap(), first, "the loser takes another");
}

/// R-000-036
#[test]
fn exclusive_use_of_what_another_shares_is_denied_warned_of_or_ignored() {
    let n = names();
    let ask = |shared_hold| {
        let mut tick = n.tick(BindingRules { shared_hold, ..spec() }, [n.gun(1)]);
        assert!(tick.gets(1, Pattern::of(n.gun).shared()));
        let got = tick.gets(2, Pattern::of(n.gun).exclusive());
        (got, tick.overridden)
    };
    assert_eq!(ask(SharedHold::Deny), (false, vec![]));
    assert_eq!(ask(SharedHold::Warn), (true, vec![Id::new(1)]));
    assert_eq!(ask(SharedHold::Ignore), (true, vec![]));
    let mut own = n.tick(spec(), [n.gun(1)]);
    assert!(own.gets(1, Pattern::of(n.gun).shared()) && own.gets(1, Pattern::of(n.gun).exclusive()));
}

/// R-000-037
#[test]
fn exclusiveness_can_be_switched_off() {
    let n = names();
    let mut tick = n.tick(BindingRules { exclusive: false, ..spec() }, [n.gun(1)]);
    assert!(tick.gets(1, Pattern::of(n.gun).exclusive()) && tick.gets(2, Pattern::of(n.gun).exclusive()));
}

/// R-000-038
#[test]
fn everything_is_free_again_when_the_tick_ends() {
    let n = names();
    let mut tick = n.tick(spec(), [n.gun(1), n.gold()]);
    assert!(tick.gets(1, Pattern::of(n.gun).exclusive()) && tick.gets(1, n.want(50)));
    tick.ledger.release();
    assert!(!tick.ledger.is_held(Id::new(1)) && !tick.ledger.is_held(GOLD));
    assert!(tick.gets(2, Pattern::of(n.gun).exclusive()) && tick.gets(2, n.want(50)));
}

#[test]
fn ones_own_second_claim_is_taken_back_without_freeing_the_first() {
    let n = names();
    let mut tick = n.tick(spec(), [n.gun(1)]);
    let gun = || Condition::bind(Pattern::of(n.gun).exclusive());
    assert!(tick.ask(1, gun()).is_some());
    let mark = tick.ledger.mark();
    assert!(tick.ask(1, gun() & Condition::never()).is_none());
    assert_eq!((tick.ledger.mark(), tick.ledger.exclusive_holder(Id::new(1))), (mark, Some(Holder(1))));
    assert!(tick.ask(2, gun()).is_none());
    tick.ledger.undo(0);
    assert!(tick.ask(2, gun()).is_some());
}

// ---- dividing

/// R-000-026
#[test]
fn a_portion_is_the_asked_amount_or_the_best_of_the_range() {
    let n = names();
    let soft_end = |low| Range { high_is_soft: true, ..Range::at_least(low) };
    let take = |pattern| {
        let mut tick = n.tick(spec(), [n.gold()]);
        let taken = tick.take(1, pattern);
        (taken, 53.0 - tick.ledger.reserved(GOLD, n.number))
    };
    assert_eq!(take(n.want(20)), (Some(20.0), 33.0));
    assert_eq!(take(n.want_within(soft_end(10.0).highest())), (Some(53.0), 0.0));
    assert_eq!(take(n.want_within(soft_end(10.0))), (Some(10.0), 43.0));
    assert_eq!(take(n.want_within(soft_end(10.0).lowest())), (Some(10.0), 43.0));
    assert_eq!(take(n.want(54)), (None, 53.0));
    assert_eq!(take(n.want(-1)), (None, 53.0));
}

/// R-000-026
#[test]
fn a_name_sees_the_portion_that_was_taken() {
    let n = names();
    let named = Condition::bind(n.want(20).named("gold"));
    assert!(n.tick(spec(), [n.gold()]).ask(1, named & Expr::var("gold").get(n.number).equals(20)).is_some());
}

/// R-000-027
#[test]
fn a_range_takes_its_better_end_or_what_there_is() {
    let n = names();
    let range = || Range::new(1.0, 5.0).highest();
    for (amount, taken) in [(8.0, Some(5.0)), (5.0, Some(5.0)), (3.0, Some(3.0)), (0.5, None)] {
        let mut tick = n.tick(spec(), [Resource::new(GOLD).kind(n.money).divisible(n.number, amount)]);
        assert_eq!(tick.take(1, n.want_within(range())), taken, "{amount}");
        let left = amount - taken.unwrap_or(0.0);
        assert_eq!(
            tick.gets(2, Pattern::of(n.money).exclusive().has(n.number)),
            left > 0.0,
            "no remainder of nought"
        );
    }
}

#[test]
fn the_program_of_2005_accepted_less_than_a_firm_minimum() {
    let n = names();
    let three = || Resource::new(GOLD).kind(n.money).divisible(n.number, 3.0);
    let wanted = || n.want_within(Range::at_least(10.0).highest());
    assert_eq!(n.tick(spec(), [three()]).take(1, wanted()), None);
    assert_eq!(n.tick(compat(), [three()]).take(1, wanted()), Some(3.0));
}

/// R-000-028
#[test]
fn a_shared_portion_stays_for_others() {
    let n = names();
    let shared = |amount: i32| n.want(amount).shared();
    let mut tick = n.tick(spec(), [n.gold()]);
    assert_eq!(tick.take(1, shared(20)), Some(20.0));
    assert_eq!(tick.take(2, shared(53)), Some(53.0));
    assert_eq!(tick.ledger.reserved(GOLD, n.number), 0.0);
}

/// R-000-029
#[test]
fn tasks_divide_a_quantity_up_to_its_total() {
    let n = names();
    for rules in [spec(), compat(), report()] {
        let mut tick = n.tick(rules, [n.gold()]);
        assert_eq!((1..4).map(|task| tick.gets(task, n.want(20))).collect::<Vec<_>>(), [true, true, false]);
    }
}

/// R-000-031, R-004-027
#[test]
fn two_names_of_one_rule_cannot_have_more_than_there_is() {
    let n = names();
    for rules in [spec(), compat(), report()] {
        let ask = |a: i32, b: i32| {
            let both = Condition::bind(n.want(a).named("a")) & Condition::bind(n.want(b).named("b"));
            n.tick(rules.clone(), [n.gold()]).ask(1, both).is_some()
        };
        assert!(!ask(30, 30) && !ask(40, 40) && ask(40, 13) && !ask(40, 30));
        let mut tick = n.tick(rules.clone(), [n.gold()]);
        assert!(!tick.gets(1, n.want(30).with(n.number, 30)), "nor one name by asking twice");
        assert!(tick.gets(1, n.want(30).with(n.number, 23)));
        assert_eq!(tick.ledger.reserved(GOLD, n.number), 53.0);
    }
}

#[test]
fn several_quantities_of_one_thing_are_divided_each_for_itself() {
    let n = names();
    let both = n.gold().divisible(n.rounds, 10.0);
    let mut tick = n.tick(spec(), [both]);
    let rounds = |amount: i32| Pattern::of(n.money).exclusive().with(n.rounds, amount);
    assert!(tick.gets(1, n.want(50).with(n.rounds, 4)) && tick.gets(2, rounds(6)));
    assert!(!tick.gets(3, rounds(1)) && tick.gets(3, n.want(3)));
}

/// How a random task asks for gold.
#[derive(Clone, Copy, Debug)]
enum Request {
    Exactly(u8),
    Within(u8, u8, u8),
    Whole,
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        4 => (0_u8..60).prop_map(Request::Exactly),
        3 => (0_u8..40, 0_u8..60, 0_u8..3).prop_map(|(low, width, toward)| Request::Within(low, width, toward)),
        1 => Just(Request::Whole),
    ]
}

fn pattern_of(n: &Names, request: Request) -> Pattern {
    match request {
        Request::Exactly(amount) => n.want(f64::from(amount)),
        Request::Within(low, width, toward) => {
            let range = Range::new(low.into(), f64::from(low) + f64::from(width));
            n.want_within(match toward {
                0 => range,
                1 => range.lowest(),
                _ => range.highest(),
            })
        }
        Request::Whole => Pattern::of(n.money).exclusive(),
    }
}

/// Asks in turn, one condition a task, and checks after each that no more is reserved than there is.
fn conserves(
    n: &Names,
    rules: BindingRules,
    amount: f64,
    tasks: &[Vec<Request>],
) -> Result<(), TestCaseError> {
    let mut tick = n.tick(rules, [Resource::new(GOLD).kind(n.money).divisible(n.number, amount)]);
    let before = tick.memory.snapshot();
    for (task, requests) in (0..).zip(tasks) {
        let (mark, reserved, held) =
            (tick.ledger.mark(), tick.ledger.reserved(GOLD, n.number), tick.ledger.is_held(GOLD));
        let parts = requests.iter().map(|request| Condition::bind(pattern_of(n, *request))).collect();
        let got = tick.ask(task, Condition::all(parts));
        let now = tick.ledger.reserved(GOLD, n.number);
        prop_assert!(now <= amount, "{now} of {amount} after {requests:?}");
        match got {
            Some(got) => {
                let taken: f64 = got.iter().flat_map(|got| &got.portions).sum();
                prop_assert_eq!(reserved + taken, now);
                // What was committed can be taken back exactly as well.
                let claims: Vec<_> = tick.ledger.claims_since(mark).cloned().collect();
                tick.ledger.undo(mark);
                prop_assert_eq!(
                    (tick.ledger.reserved(GOLD, n.number), tick.ledger.is_held(GOLD)),
                    (reserved, held)
                );
                tick.ledger.replay(Holder(task), &claims, &tick.rules);
                prop_assert_eq!(tick.ledger.reserved(GOLD, n.number), now);
            }
            None => {
                prop_assert_eq!((now, tick.ledger.mark(), tick.ledger.is_held(GOLD)), (reserved, mark, held));
            }
        }
    }
    tick.ledger.release();
    prop_assert!(tick.ledger.reserved(GOLD, n.number) == 0.0 && tick.memory.snapshot() == before);
    Ok(())
}

/// R-004-027
#[test]
fn the_sums_that_the_program_of_2005_lost() {
    let n = names();
    for rules in [spec(), compat(), report()] {
        conserves(&n, rules.clone(), 53.0, &[vec![Request::Exactly(40), Request::Exactly(30)]]).unwrap();
        conserves(&n, rules, 20.0, &[vec![Request::Exactly(10)], vec![Request::Exactly(10)]]).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// R-004-027, R-000-030
    #[test]
    fn no_more_is_reserved_than_there_is_and_taking_back_is_exact(
        which in 0_usize..3,
        amount in prop_oneof![Just(53.0), Just(20.0), (0_u8..80).prop_map(f64::from)],
        tasks in prop::collection::vec(prop::collection::vec(request(), 1..4), 1..6),
    ) {
        conserves(&names(), [spec(), compat(), report()][which].clone(), amount, &tasks)?;
    }

    /// R-000-012
    #[test]
    fn what_is_bound_fits_and_nothing_is_bound_only_if_nothing_fits(
        distances in prop::collection::vec(0_u8..20, 0..8),
        (low, high) in (0_u8..20, 0_u8..20),
        colours in prop::collection::vec(prop::option::of(any::<bool>()), 8),
        like in 0_u8..20,
    ) {
        let n = names();
        let colour = |red: bool| n.symbol(if red { "red" } else { "blue" });
        let things = (1..).zip(&distances).zip(&colours).map(|((id, dist), red)| {
            let gun = n.gun(id).with(n.dist, i32::from(*dist));
            if let Some(red) = red { gun.with(n.colour, colour(*red)) } else { gun }
        });
        let wanted = Pattern::of(n.gun)
            .within(n.dist, Range::new(low.into(), high.into()))
            .with(n.colour, colour(true))
            .prefer_within(n.dist, Range::at_least(like.into()).lowest());
        let mut tick = n.tick(spec(), things);
        let fits = |id: Id, memory: &Memory| {
            let dist = memory.values(id, n.dist).number().unwrap();
            (f64::from(low)..=f64::from(high)).contains(&dist) && memory.get(id, n.colour) == Some(colour(true).into())
        };
        match tick.get(1, wanted) {
            Some(id) => prop_assert!(fits(id, &tick.memory)),
            None => prop_assert!(!tick.memory.things().any(|thing| fits(thing.id(), &tick.memory))),
        }
    }
}

// ---- sharing by quantity (report, section 6)

/// R-004-024
#[test]
fn without_an_amount_the_whole_thing_is_taken() {
    let n = names();
    let mut tick = n.tick(report(), [n.gun(1)]);
    assert!(tick.gets(1, Pattern::of(n.gun)) && !tick.gets(2, Pattern::of(n.gun)));
}

/// R-004-025, R-004-026
#[test]
fn amounts_are_reserved_and_the_rest_stays() {
    let n = names();
    let gold = |amount: i32| Resource::new(GOLD).kind(n.money).with(n.number, amount);
    let wanted = |amount: i32| Pattern::of(n.money).with(n.number, amount);
    let mut tick = n.tick(report(), [gold(53)]);
    assert!(tick.gets(1, wanted(10)) && tick.gets(2, wanted(20)));
    assert_eq!(tick.ledger.reserved(GOLD, n.number), 30.0);
    assert!(!tick.gets(3, wanted(24)) && tick.gets(3, wanted(23)));
    let mut spending = n.tick(report(), [gold(20)]);
    assert!(spending.gets(1, wanted(5)) && spending.gets(2, wanted(15)) && !spending.gets(3, wanted(1)));
    let mut divided = n.tick(spec(), [Resource::new(GOLD).kind(n.money).divisible(n.number, 20.0)]);
    assert!(divided.gets(1, n.want(5)) && divided.gets(2, n.want(15)) && !divided.gets(3, n.want(1)));
}

/// R-004-028
#[test]
fn an_amount_without_end_serves_everybody() {
    let n = names();
    let stairs = || n.gun(1).with(n.number, f64::INFINITY);
    let mut tick = n.tick(report(), [stairs()]);
    assert!((0..50).all(|task| tick.gets(task, Pattern::of(n.gun))));
    assert!(tick.gets(50, Pattern::of(n.gun).with(n.number, 7)) && !tick.ledger.is_held(Id::new(1)));
    let mut off = n.tick(BindingRules { infinite_shares: false, ..report() }, [stairs()]);
    assert!(off.gets(0, Pattern::of(n.gun)) && !off.gets(1, Pattern::of(n.gun)));
    let mut by_access = n.tick(BindingRules { infinite_shares: true, ..spec() }, [stairs()]);
    assert!(
        by_access.gets(0, Pattern::of(n.gun).exclusive())
            && !by_access.gets(1, Pattern::of(n.gun).exclusive())
    );
}

/// R-004-029
#[test]
fn time_without_end_does_not_make_a_thing_shareable() {
    let n = names();
    let mut tick = n.tick(report(), [n.gun(1).with(n.time, f64::INFINITY)]);
    assert!(tick.gets(1, Pattern::of(n.gun)) && !tick.gets(2, Pattern::of(n.gun)));
}

/// R-004-030
#[test]
fn the_whole_of_what_is_partly_reserved_cannot_be_had() {
    let n = names();
    let mut tick = n.tick(report(), [Resource::new(GOLD).kind(n.money).with(n.number, 53)]);
    assert!(tick.gets(1, Pattern::of(n.money).with(n.number, 10)));
    assert!(!tick.gets(2, Pattern::of(n.money)));
    tick.ledger.release();
    assert!(tick.gets(2, Pattern::of(n.money)) && !tick.gets(1, Pattern::of(n.money).with(n.number, 10)));
}

/// R-004-031
#[test]
fn time_is_limited_by_a_clock_if_there_is_one() {
    let n = names();
    let rules = |rules: BindingRules| BindingRules { clock: Some((n.clock, n.time)), ..rules };
    let clock = |left: f64| Resource::new(Id::new(50)).kind(n.clock).with(n.time, left);
    let guns = || [n.gun(1), n.gun(2)];
    let minute = || Pattern::of(n.gun).for_seconds(60.0);
    for rules in [rules(report()), rules(spec())] {
        assert!(n.tick(rules.clone(), guns()).gets(1, minute()), "without a clock there is time");
        assert!(!n.tick(rules.clone(), guns().into_iter().chain([clock(45.0)])).gets(1, minute()));
        let mut tick = n.tick(rules, guns().into_iter().chain([clock(90.0)]));
        assert!(tick.gets(1, minute()));
        assert_eq!(90.0 - tick.ledger.reserved(Id::new(50), n.time), 30.0);
        assert!(!tick.gets(2, minute()) && tick.gets(2, Pattern::of(n.gun).for_seconds(30.0)));
        tick.ledger.undo(0);
        assert!(tick.gets(1, Pattern::of(n.gun).for_seconds(-5.0)), "less than no time is no time");
        assert_eq!(tick.ledger.reserved(Id::new(50), n.time), 0.0);
        assert!(tick.gets(2, Pattern::of(n.gun).for_seconds(f64::INFINITY)), "without end asks for nothing");
    }
}

// ---- work

/// R-004-039
#[test]
fn the_work_of_binding_grows_no_faster_than_what_there_is() {
    let n = names();
    let work = |things: u64| {
        let mut tick = n.tick(spec(), (0..things).map(|id| n.gun(id).with(n.dist, 1)));
        tick.work = u64::MAX;
        let mut budget = Budget::new(u64::MAX);
        let mut scope = Scope::new(&n.all);
        let wanted = Pattern::of(n.gun).with(n.dist, 1).prefer(n.rounds, 1);
        let condition = scope.condition(&wanted.into()).unwrap();
        let mut asker = Asker {
            ledger: &mut tick.ledger,
            holder: Holder(1),
            rules: &tick.rules,
            remembered: &[],
            draws: Draws::new(1, 0, 0),
            budget: &mut budget,
            volatile: &mut false,
            overridden: &mut Vec::new(),
            avoid: &[],
            missed: None,
        };
        let bindings = &mut scope.bindings();
        assert!(Eval { facts: &tick.memory, bindings, claims: &mut asker }.holds(&condition.code));
        budget.spent()
    };
    let (one, two) = (work(1000), work(2000));
    assert!(one >= 1000 && two as f64 / one as f64 <= 2.1, "{one} {two}");
}

#[test]
fn running_out_of_work_makes_nothing_true() {
    let n = names();
    let gun = || Pattern::of(n.gun).named("g");
    let conditions = [
        Condition::no(gun()),
        Condition::no_free(gun()),
        !Condition::bind(gun()),
        !(Condition::bind(gun()) & Expr::from(true).holds()),
        Condition::every(gun(), Condition::never()),
        Expr::count(gun()).equals(0),
    ];
    for condition in conditions {
        let mut tick = n.tick(spec(), (0..20).map(|id| n.gun(id)));
        tick.work = 3;
        assert!(tick.ask(1, condition.clone()).is_none(), "{}", condition.display(&n.all));
        let mut empty = n.tick(spec(), []);
        assert!(empty.ask(1, condition).is_some());
    }
}

#[test]
fn what_was_claimed_can_be_read_back() {
    let n = names();
    let mut tick = n.tick(spec(), [n.gun(1), n.gold()]);
    let mark = tick.ledger.mark();
    assert!(
        tick.ask(3, Condition::bind(Pattern::of(n.gun).named("gun")) & Condition::bind(n.want(5))).is_some()
    );
    let held: Vec<Holding<'_>> = tick.ledger.since(mark).collect();
    let name: Arc<str> = "gun".into();
    let gun = Holding {
        holder: Holder(3),
        name: Some(&name),
        id: Id::new(1),
        access: Access::Shared,
        portions: &[],
    };
    assert_eq!(held[0], gun);
    assert_eq!(
        (held[1].id, held[1].access, held[1].portions),
        (GOLD, Access::Exclusive, &[(n.number, 5.0)][..])
    );
    assert_eq!(tick.memory.get(GOLD, n.number), Some(Value::from(53)), "memory itself is not divided");
}
