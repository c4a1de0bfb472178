//! One request against one thing (report, section 5).

use super::*;

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
        let knife = Thing::new(Id::new(1)).with(n.rounds, 20).with(n.subtype, n.symbol("pistol"));
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
        || Thing::new(Id::new(1)).kind(n.gun).kind(n.money).with_all(n.colour, [red.into(), blue.into()]);
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

/// Kinds of kinds are not in the sources. What is inherited does not count as a value more, whichever way kinds are matched.
#[test]
fn inherited_kinds_are_not_counted() {
    let n = names();
    let pistol = n.all.find_kind("pistol").unwrap();
    for rules in [spec(), compat(), report()] {
        let fits = |pattern| fits(rules.clone(), &n, Thing::new(Id::new(1)).kind(pistol), pattern);
        assert!(
            fits(Pattern::of(pistol)) && fits(Pattern::of(n.gun)) && fits(Pattern::of(pistol).and_of(n.gun))
        );
        assert!(!fits(Pattern::of(n.money)) && !fits(Pattern::of(n.gun).and_of(n.money)));
    }
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
    let range = RangeExpr::new(Some(1.into()), Some(Expr::var("h").get(n.rounds)));
    let wanted = || {
        Condition::bind(Pattern::of(n.money).named("h"))
            & Condition::bind(Pattern::of(n.gun).within(n.dist, range.clone()))
    };
    let hole = || Thing::new(GOLD).kind(n.money).with(n.rounds, 4);
    assert!(n.tick(spec(), [hole(), n.gun(1).with(n.dist, 4)]).ask(1, wanted()).is_some());
    assert!(n.tick(spec(), [hole(), n.gun(1).with(n.dist, 5)]).ask(1, wanted()).is_none());
}
