//! Dividing quantities.

use super::*;

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
        let mut tick = n.tick(spec(), [Thing::new(GOLD).kind(n.money).divisible(n.number, amount)]);
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
    let three = || Thing::new(GOLD).kind(n.money).divisible(n.number, 3.0);
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
    let mut tick = n.tick(rules, [Thing::new(GOLD).kind(n.money).divisible(n.number, amount)]);
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
