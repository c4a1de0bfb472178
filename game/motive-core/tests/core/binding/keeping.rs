//! Keeping a thing from tick to tick, and shutting others out of it.

use super::*;

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
