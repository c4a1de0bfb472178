//! Sharing by quantity (report, section 6), and the work it takes.

use super::*;

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
    let gold = |amount: i32| Thing::new(GOLD).kind(n.money).with(n.number, amount);
    let wanted = |amount: i32| Pattern::of(n.money).with(n.number, amount);
    let mut tick = n.tick(report(), [gold(53)]);
    assert!(tick.gets(1, wanted(10)) && tick.gets(2, wanted(20)));
    assert_eq!(tick.ledger.reserved(GOLD, n.number), 30.0);
    assert!(!tick.gets(3, wanted(24)) && tick.gets(3, wanted(23)));
    let mut spending = n.tick(report(), [gold(20)]);
    assert!(spending.gets(1, wanted(5)) && spending.gets(2, wanted(15)) && !spending.gets(3, wanted(1)));
    let mut divided = n.tick(spec(), [Thing::new(GOLD).kind(n.money).divisible(n.number, 20.0)]);
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
    let mut tick = n.tick(report(), [Thing::new(GOLD).kind(n.money).with(n.number, 53)]);
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
    let clock = |left: f64| Thing::new(Id::new(50)).kind(n.clock).with(n.time, left);
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
        let rng = KeyedRng::new(1, 0, 0);
        let mut binder = Binder::new(Holder(1), &mut tick.ledger, &tick.rules, rng, &mut budget);
        let bindings = &mut scope.bindings();
        assert!(Eval { facts: &tick.memory, bindings, claims: &mut binder }.holds(&condition.code));
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
