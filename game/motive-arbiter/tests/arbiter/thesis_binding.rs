//! Binding as the thesis asks for it, seen through the arbiter: which thing a rule gets, who else can have it, and for how long.

use crate::thesis_common::*;
use motive::arbiter::teleo::{Definition, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::{ConditionFailure, Event};
use motive::kernel::*;
use proptest::prelude::*;

/// A player with one goal that uses a gun.
fn gunman(names: &Names, profile: Profile, pattern: Pattern) -> Player {
    play_as(profile, character(names, vec![using("use", pattern, names.go)]).goal(always("use", 50)))
}

/// Two goals, `high` and `low`, that each use what fits.
fn rivals(names: &Names, profile: Profile, high: Pattern, low: Pattern) -> Player {
    let programs = vec![using("high", high, names.go), using("low", low, names.shoot)];
    play_as(profile, character(names, programs).goal(always("high", 90)).goal(always("low", 10)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// R-000-012
    #[test]
    fn only_what_satisfies_every_request_is_bound(
        guns in prop::collection::vec((0..4_i32, 0..4_i32, any::<bool>()), 0..8),
        (low, high, size) in (0..4_i32, 0..4_i32, 0..4_i32),
    ) {
        let n = names();
        let range = Range::new(low.into(), high.into());
        let wanted = Pattern::of(n.gun).within(n.distance, range).with(n.size, size);
        let fits: Vec<String> = (1..).zip(&guns)
            .filter(|(_, (distance, its_size, is_gun))| {
                *is_gun && (low..=high).contains(distance) && *its_size == size
            })
            .map(|(number, _)| format!("go(#{number})"))
            .collect();
        for profile in both() {
            let mut player = gunman(&n, profile, wanted.clone());
            for (number, (distance, size, is_gun)) in (1..).zip(&guns) {
                let kind = if *is_gun { n.gun } else { n.dot };
                player.put(thing(number, kind).with(n.distance, *distance).with(n.size, *size));
            }
            match &player.tick()[..] {
                [] => prop_assert!(fits.is_empty()),
                [one] => prop_assert!(fits.contains(one)),
                more => prop_assert!(false, "{more:?}"),
            }
        }
    }
}

/// R-000-013
#[test]
fn the_thing_with_most_preferred_properties_is_chosen() {
    let n = names();
    for profile in both() {
        let wanted = Pattern::of(n.gun).prefer(n.sort, n.pistol).prefer(n.size, 1);
        let mut player = gunman(&n, profile, wanted);
        player.put(thing(1, n.gun).with(n.sort, n.machine_gun).with(n.size, 2));
        player.put(thing(2, n.gun).with(n.sort, n.pistol).with(n.size, 1));
        player.put(thing(3, n.gun).with(n.sort, n.pistol).with(n.size, 2));
        assert_eq!(player.tick(), ["go(#2)"]);
    }
}

/// R-000-014: the nearest gets a point for its distance, the others one for their sort; so all three are equally liked.
#[test]
fn a_preferred_range_gives_its_point_to_the_best_alone() {
    let n = names();
    let wanted =
        Pattern::of(n.gun).prefer_within(n.distance, Range::at_least(1.0).lowest()).prefer(n.sort, n.pistol);
    for profile in both() {
        let built = character(&n, vec![using("use", wanted.clone(), n.go)]).goal(always("use", 50));
        let character = built.profile(profile).build().unwrap();
        let mut chosen = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let mut player = Player::new(character.clone(), seed);
            player.put(thing(1, n.gun).with(n.distance, 2));
            player.put(thing(2, n.gun).with(n.distance, 6).with(n.sort, n.pistol));
            player.put(thing(3, n.gun).with(n.distance, 9).with(n.sort, n.pistol));
            chosen.extend(player.tick());
        }
        assert_eq!(chosen.len(), 3, "{chosen:?}");
    }
}

/// R-000-003, through the arbiter.
#[test]
fn a_thing_of_several_kinds_is_found_by_one_of_them_unless_lists_must_be_equal() {
    let n = names();
    for (profile, done) in [(Profile::motive(), vec!["go(#1)"]), (Profile::thesis2005(), vec![])] {
        let mut player = gunman(&n, profile.clone(), Pattern::of(n.gun));
        player.put(thing(1, n.gold).kind(n.gun));
        assert_eq!(player.tick(), done);
        let mut player = gunman(&n, profile, Pattern::of(n.gun).and_of(n.gold));
        assert_eq!(player.put(thing(1, n.gold).kind(n.gun)).tick(), ["go(#1)"], "the whole list");
    }
}

/// R-000-009, through the arbiter.
#[test]
fn inside_a_soft_range_beats_outside_unless_numbers_alone_decide() {
    let n = names();
    for (profile, done) in [(Profile::motive(), "go(#1)"), (Profile::thesis2005(), "go(#2)")] {
        let wanted = Pattern::of(n.gun).prefer_within(n.distance, Range::soft(5.0, 10.0).highest());
        let mut player = gunman(&n, profile, wanted);
        player.put(thing(1, n.gun).with(n.distance, 6)).put(thing(2, n.gun).with(n.distance, 100));
        assert_eq!(player.tick(), [done]);
    }
}

/// R-000-015
#[test]
fn ties_are_drawn_evenly_and_the_same_for_the_same_seed() {
    let n = names();
    let built = character(&n, vec![using("use", Pattern::of(n.gun), n.go)]).goal(always("use", 50));
    let character = built.build().unwrap();
    let choice = |seed: u64| {
        let mut player = Player::new(character.clone(), seed);
        for number in 1..=4 {
            player.put(thing(number, n.gun));
        }
        player.tick().remove(0)
    };
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..10_000 {
        *counts.entry(choice(seed)).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 4);
    // Three standard deviations of a binomial with p = 1/4 and n = 10,000.
    assert!(counts.values().all(|count| count.abs_diff(2500) < 130), "{counts:?}");
    assert!((0..50).all(|seed| choice(seed) == choice(seed)));
}

/// R-000-016
#[test]
fn preferences_never_veto() {
    let n = names();
    let mut player = gunman(&n, Profile::motive(), Pattern::of(n.gun).prefer(n.sort, n.rocket_launcher));
    player.put(thing(1, n.gun).with(n.sort, n.pistol));
    assert_eq!(player.tick(), ["go(#1)"]);
}

/// R-000-017
#[test]
fn contradictory_preferences_mean_either() {
    let n = names();
    let wanted = Pattern::of(n.gun).prefer(n.sort, n.machine_gun).prefer(n.sort, n.rocket_launcher);
    for liked in [n.machine_gun, n.rocket_launcher] {
        let mut player = gunman(&n, Profile::motive(), wanted.clone());
        player.put(thing(1, n.gun).with(n.sort, n.pistol));
        player.put(thing(2, n.gun).with(n.sort, liked));
        assert_eq!(player.tick(), ["go(#2)"]);
    }
}

/// R-000-018, F6
#[test]
fn a_variable_keeps_its_thing_though_a_better_one_appears() {
    let n = names();
    let wanted = Pattern::of(n.gun).prefer_within(n.distance, Range::at_least(0.0).lowest());
    for (persistence, second) in [(true, "go(#1)"), (false, "go(#2)")] {
        for mut profile in both() {
            profile.binding.persistence = persistence;
            let mut player = gunman(&n, profile, wanted.clone());
            player.put(thing(1, n.gun).with(n.distance, 9));
            assert_eq!(player.tick(), ["go(#1)"]);
            player.put(thing(2, n.gun).with(n.distance, 1));
            assert_eq!(player.tick(), [second]);
        }
    }
}

/// R-000-019
#[test]
fn a_kept_thing_has_its_present_properties() {
    let n = names();
    let rule = Rule::new("tell").when(Pattern::of(n.gun).named("it")).act(n.say, [var("it").get(n.distance)]);
    let mut player = play(character(&n, vec![Definition::new("use").rule(rule)]).goal(always("use", 50)));
    player.put(thing(1, n.gun).with(n.distance, 9));
    assert_eq!(player.tick(), ["say(9)"]);
    player.put(thing(2, n.gun).with(n.distance, 1)).set(1, n.distance, 8);
    assert_eq!(player.tick(), ["say(8)"]);
}

/// R-000-020
#[test]
fn a_kept_thing_that_no_longer_fits_is_given_up() {
    let n = names();
    let mut player = gunman(&n, Profile::motive(), Pattern::of(n.gun).with(n.size, 1));
    player.put(thing(1, n.gun).with(n.size, 1));
    assert_eq!(player.tick(), ["go(#1)"]);
    player.put(thing(2, n.gun).with(n.size, 1)).set(1, n.size, 2);
    assert_eq!(player.tick(), ["go(#2)"]);
}

/// R-000-020
#[test]
fn a_kept_thing_that_is_gone_is_given_up() {
    let n = names();
    let mut player = gunman(&n, Profile::motive(), Pattern::of(n.gun));
    player.put(thing(1, n.gun));
    assert_eq!(player.tick(), ["go(#1)"]);
    player.put(thing(2, n.gun)).remove(1);
    assert_eq!(player.tick(), ["go(#2)"]);
}

/// R-000-020
#[test]
fn a_kept_thing_that_a_more_important_task_takes_is_given_up() {
    let n = names();
    let programs = vec![
        using("low", Pattern::of(n.gun).exclusive(), n.shoot),
        using("high", Pattern::of(n.gun).exclusive().prefer(n.size, 1), n.go),
    ];
    let danger = Expr::own(n.mood).above(0);
    let goals =
        character(&n, programs).goal(always("low", 10)).goal(Goal::achieve("high", "high").when(danger, 90));
    let mut player = play(goals);
    player.put(thing(1, n.gun).with(n.size, 1)).own(n.mood, 0);
    assert_eq!(player.tick(), ["shoot(#1)"]);
    player.put(thing(2, n.gun).with(n.size, 2)).own(n.mood, 1);
    assert_eq!(player.tick(), ["go(#1)", "shoot(#2)"]);
}

/// R-000-021
#[test]
fn a_variable_that_was_not_used_for_one_tick_is_searched_afresh() {
    let n = names();
    let nearest = Pattern::of(n.gun).named("it").prefer_within(n.distance, Range::at_least(0.0).lowest());
    let program = Definition::new("use")
        .rule(Rule::new("rest").when(Expr::own(n.mood).above(0)).act(n.say, [Expr::from(0)]))
        .rule(Rule::new("use").when(nearest).act(n.go, [var("it")]));
    for (rests, then) in [(false, "go(#1)"), (true, "go(#2)")] {
        let mut player = play(character(&n, vec![program.clone()]).goal(always("use", 50)));
        player.put(thing(1, n.gun).with(n.distance, 9)).own(n.mood, 0);
        assert_eq!(player.tick(), ["go(#1)"]);
        player.put(thing(2, n.gun).with(n.distance, 1)).own(n.mood, i32::from(rests));
        player.tick();
        player.own(n.mood, 0);
        assert_eq!(player.tick(), [then], "rested: {rests}");
    }
}

/// R-000-021: nor does a task keep anything over a tick in which it was not run.
#[test]
fn a_task_that_was_not_run_for_one_tick_searches_afresh() {
    let n = names();
    let nearest = Pattern::of(n.gun).prefer_within(n.distance, Range::at_least(0.0).lowest());
    let urgent = Goal::achieve("urgent", "urgent")
        .updated(Expr::own(n.mood).above(0), 90)
        .updated(Condition::always(), 0);
    let built = character(&n, vec![using("use", nearest, n.go), doing("urgent", n.say, 0)])
        .goal(always("use", 50))
        .goal(urgent);
    let mut player = play_as(motive_with(|p| p.max_runnable = Some(1)), built);
    player.put(thing(1, n.gun).with(n.distance, 9)).own(n.mood, 0);
    assert_eq!(player.tick(), ["go(#1)"]);
    player.put(thing(2, n.gun).with(n.distance, 1)).own(n.mood, 1);
    assert_eq!(player.tick(), ["say(0)"]);
    assert_eq!(player.own(n.mood, 0).tick(), ["go(#2)"]);
}

/// R-000-021: a rule that binds and then fails on another part leaves nothing to keep.
#[test]
fn bindings_of_rules_that_did_not_run_are_not_remembered() {
    let n = names();
    let nearest = Pattern::of(n.gun).named("it").prefer_within(n.distance, Range::at_least(0.0).lowest());
    let program = Definition::new("use")
        .rule(Rule::new("use").when(nearest).when(Expr::own(n.mood).above(0)).act(n.go, [var("it")]))
        .rule(Rule::new("rest").act(n.say, [Expr::from(0)]));
    let mut player = play(character(&n, vec![program]).goal(always("use", 50)));
    player.put(thing(1, n.gun).with(n.distance, 9)).own(n.mood, 0);
    assert_eq!(player.tick(), ["say(0)"]);
    player.put(thing(2, n.gun).with(n.distance, 1)).own(n.mood, 1);
    assert_eq!(player.tick(), ["go(#2)"]);
}

/// R-000-022
#[test]
fn a_fresh_variable_takes_the_best_while_another_of_its_rule_stays() {
    let n = names();
    let nearest =
        |name: &str| Pattern::of(n.gun).named(name).prefer_within(n.distance, Range::at_least(0.0).lowest());
    let rule = Rule::new("use")
        .when(nearest("stays"))
        .when(nearest("moves").fresh())
        .act(n.go, [var("stays")])
        .act(n.shoot, [var("moves")]);
    let mut player = play(character(&n, vec![Definition::new("use").rule(rule)]).goal(always("use", 50)));
    player.put(thing(1, n.gun).with(n.distance, 9));
    assert_eq!(player.tick(), ["go(#1)", "shoot(#1)"]);
    player.put(thing(2, n.gun).with(n.distance, 1));
    assert_eq!(player.tick(), ["go(#1)", "shoot(#2)"]);
}

/// R-000-023: the second task starts later and would like another gun than the first.
#[test]
fn equal_names_in_two_programs_interfere_only_where_they_are_kept_for_the_whole_agent() {
    let n = names();
    let programs = vec![
        using("first", Pattern::of(n.gun).prefer(n.size, 1), n.go),
        using("second", Pattern::of(n.gun).prefer(n.size, 2), n.shoot),
    ];
    let later = Expr::own(n.mood).above(0);
    let built = || {
        character(&n, programs.clone())
            .goal(always("first", 90))
            .goal(Goal::achieve("second", "second").when(later.clone(), 10))
    };
    for (profile, second) in [(Profile::motive(), "shoot(#2)"), (Profile::thesis2005(), "shoot(#1)")] {
        let mut player = play_as(profile, built());
        player.put(thing(1, n.gun).with(n.size, 1)).put(thing(2, n.gun).with(n.size, 2)).own(n.mood, 0);
        assert_eq!(player.tick(), ["go(#1)"]);
        player.own(n.mood, 1);
        player.tick();
        assert_eq!(player.does("second"), [second]);
        assert_eq!(player.does("first"), ["go(#1)"]);
    }
}

/// R-000-024
#[test]
fn a_rule_that_does_not_fire_changes_nothing() {
    let n = names();
    let program = Definition::new("high").rule(
        Rule::new("both")
            .when(Pattern::of(n.gun).exclusive().named("gun"))
            .when(Pattern::of(n.gold).exclusive().with(n.amount, 5).named("gold"))
            .when(Pattern::of(n.ghost))
            .act(n.go, [var("gun")])
            .step(Step::forget("gun")),
    );
    let low = Rule::new("both")
        .when(Pattern::of(n.gun).exclusive().named("gun"))
        .when(Pattern::of(n.gold).exclusive().with(n.amount, 8).named("gold"))
        .act(n.say, [var("gold").get(n.amount)]);
    let programs = vec![program, Definition::new("low").rule(low)];
    let mut player = play(character(&n, programs).goal(always("high", 90)).goal(always("low", 10)));
    player.put(thing(1, n.gun)).put(thing(2, n.gold).divisible(n.amount, 8.0));
    let before = player.memory().snapshot();
    assert_eq!(player.tick(), ["say(8)"], "what the failed rule tried to get is left to others, whole");
    player.agent.memory_mut().set_time(Time::default());
    player.agent.memory_mut().end_tick();
    let mut fresh = Memory::restore(n.all.clone(), &before).unwrap();
    fresh.end_tick();
    assert_eq!(player.memory().snapshot(), fresh.snapshot());
}

/// R-000-025
#[test]
fn one_thing_may_serve_several_variables_of_a_rule() {
    let n = names();
    let rule = Rule::new("use")
        .when(Pattern::of(n.gun).exclusive().named("a"))
        .when(Pattern::of(n.gun).exclusive().named("b"))
        .act(n.go, [var("a")])
        .act(n.shoot, [var("b")]);
    for profile in both() {
        let built = character(&n, vec![Definition::new("use").rule(rule.clone())]).goal(always("use", 50));
        let mut player = play_as(profile, built);
        player.put(thing(1, n.gun));
        let mut done = player.tick();
        done.sort();
        assert_eq!(done, ["go(#1)", "shoot(#1)"]);
    }
}

/// A program that takes gold, says how much it got, and leaves the rest.
fn taking(n: &Names, name: &str, pattern: Pattern) -> Definition {
    let rule = Rule::new("take").when(pattern.named("gold")).act(n.say, [var("gold").get(n.amount)]);
    Definition::new(name).rule(rule)
}

/// What a first and a second task get of an amount, tick after tick.
fn shares(n: &Names, profile: Profile, amount: f64, first: Pattern, second: Pattern) -> [Vec<String>; 2] {
    let programs = vec![taking(n, "first", first), taking(n, "second", second)];
    let built = character(n, programs).goal(always("first", 90)).goal(always("second", 10));
    let mut player = play_as(profile, built);
    player.put(thing(1, n.gold).divisible(n.amount, amount));
    player.tick();
    let got = [player.does("first"), player.does("second")];
    for _ in 0..4 {
        player.tick();
        assert_eq!(player.does("first"), got[0], "the amount is whole again in every tick");
        assert_eq!(player.memory().get(Id::new(1), n.amount), Some(amount.into()));
    }
    got
}

/// R-000-026, F7
#[test]
fn a_portion_is_taken_and_the_rest_is_left() {
    let n = names();
    let gold = || Pattern::of(n.gold).exclusive();
    let all_left = || gold().within(n.amount, Range::at_least(1.0).highest());
    for profile in both() {
        let got = shares(&n, profile.clone(), 53.0, gold().with(n.amount, 20), all_left());
        assert_eq!(got, [["say(20)"], ["say(33)"]]);
        let highest = gold().within(n.amount, Range::at_least(10.0).highest());
        assert_eq!(shares(&n, profile.clone(), 53.0, highest, all_left()), [vec!["say(53)"], vec![]]);
        let no_end = gold().within(n.amount, Range::at_least(10.0));
        assert_eq!(shares(&n, profile.clone(), 53.0, no_end, all_left()), [["say(10)"], ["say(43)"]]);
    }
}

/// R-000-027
#[test]
fn a_range_takes_its_optimum_or_all_there_is_and_no_empty_rest_remains() {
    let n = names();
    let wanted = || Pattern::of(n.gold).exclusive().within(n.amount, Range::new(1.0, 5.0).highest());
    let anything = || Pattern::of(n.gold).exclusive();
    for profile in both() {
        let first = |amount| shares(&n, profile.clone(), amount, wanted(), anything())[0].clone();
        assert_eq!(first(8.0), ["say(5)"]);
        assert_eq!(first(3.0), ["say(3)"]);
        assert_eq!(first(5.0), ["say(5)"]);
        assert!(
            shares(&n, profile.clone(), 5.0, wanted(), anything())[1].is_empty(),
            "what was taken whole is not there for others, whatever they ask of it"
        );
        assert!(!shares(&n, profile.clone(), 8.0, wanted(), anything())[1].is_empty());
    }
}

/// R-000-026: the published program took what there was, though less than the firm minimum, when more is better without end.
#[test]
fn less_than_a_firm_minimum_is_refused_except_by_the_published_program() {
    let n = names();
    let wanted = || Pattern::of(n.gold).exclusive().within(n.amount, Range::at_least(10.0).highest());
    let none = || Pattern::of(n.ghost).within(n.amount, Range::at_least(0.0));
    let first = |profile| shares(&n, profile, 3.0, wanted(), none())[0].clone();
    assert!(first(Profile::motive()).is_empty());
    assert_eq!(first(Profile::thesis2005()), ["say(3)"]);
}

/// R-000-028
#[test]
fn a_shared_portion_stays_available() {
    let n = names();
    let first = Pattern::of(n.gold).shared().with(n.amount, 20);
    let second = Pattern::of(n.gold).shared().with(n.amount, 53);
    for profile in both() {
        assert_eq!(shares(&n, profile, 53.0, first.clone(), second.clone()), [["say(20)"], ["say(53)"]]);
    }
}

/// R-000-029
#[test]
fn several_tasks_share_a_quantity_up_to_its_total() {
    let n = names();
    let take = |name| taking(&n, name, Pattern::of(n.gold).exclusive().with(n.amount, 20));
    for profile in both() {
        let built = character(&n, vec![take("a"), take("b"), take("c")])
            .goal(always("a", 30))
            .goal(always("b", 20))
            .goal(always("c", 10));
        let mut player = play_as(profile, built);
        player.put(thing(1, n.gold).divisible(n.amount, 53.0));
        assert_eq!(player.tick(), ["say(20)", "say(20)"]);
        assert!(player.does("c").is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// R-000-030
    #[test]
    fn no_more_is_given_out_than_there_is_and_the_total_is_whole_after_every_tick(
        total in 1..60_i32,
        asked in prop::collection::vec((1..30_i32, 0..3_u8), 1..6),
    ) {
        let n = names();
        for profile in both() {
            let mut programs = Vec::new();
            let mut goals = Vec::new();
            for (number, (amount, form)) in (1..).zip(&asked) {
                let gold = Pattern::of(n.gold).exclusive();
                let low = f64::from(*amount);
                let pattern = match form {
                    0 => gold.with(n.amount, *amount),
                    1 => gold.within(n.amount, Range::at_least(low)),
                    _ => gold.within(n.amount, Range::new(1.0, low).highest()),
                };
                let name = format!("goal{number}");
                programs.push(taking(&n, &name, pattern));
                goals.push(always(&name, 100 - number));
            }
            let mut built = character(&n, programs).profile(profile);
            for goal in goals {
                built = built.goal(goal);
            }
            let mut player = play(built);
            player.put(thing(1, n.gold).divisible(n.amount, total.into()));
            for _ in 0..5 {
                player.tick();
                let decision = player.agent.mind().decision();
                let given: f64 = decision.actions.iter().filter_map(|act| act.arguments[0].number()).sum();
                prop_assert!(given <= f64::from(total), "{given} of {total}");
                prop_assert_eq!(player.memory().get(Id::new(1), n.amount), Some(total.into()));
            }
        }
    }
}

/// R-000-031
#[test]
fn two_variables_of_a_rule_cannot_both_have_the_same_portion() {
    let n = names();
    let part = |name: &str, amount: i32| Pattern::of(n.gold).exclusive().with(n.amount, amount).named(name);
    let program = |amount| {
        let rule = Rule::new("both")
            .when(part("a", amount))
            .when(part("b", amount))
            .act(n.say, [Expr::from(amount)]);
        Definition::new("use").rule(rule)
    };
    for (amount, done) in [(30, vec![]), (26, vec!["say(26)"])] {
        let mut player = play(character(&n, vec![program(amount)]).goal(always("use", 50)));
        player.put(thing(1, n.gold).divisible(n.amount, 53.0));
        assert_eq!(player.tick(), done);
    }
}

/// What a task says of the only gun while a more important one has it.
fn says_of_held_gun(n: &Names, profile: Profile, condition: Condition) -> Vec<String> {
    let high = using("high", Pattern::of(n.gun).exclusive(), n.go);
    let low = Definition::new("low").rule(Rule::new("say").when(condition).act(n.say, [Expr::from(1)]));
    let built = character(n, vec![high, low]).goal(always("high", 90)).goal(always("low", 10));
    let mut player = play_as(profile, built);
    player.put(thing(1, n.gun));
    player.tick();
    player.does("low")
}

/// R-000-032
#[test]
fn not_means_not_available() {
    let n = names();
    for profile in both() {
        assert_eq!(says_of_held_gun(&n, profile.clone(), !Condition::bind(Pattern::of(n.gun))), ["say(1)"]);
        assert_eq!(says_of_held_gun(&n, profile.clone(), Condition::no_free(Pattern::of(n.gun))), ["say(1)"]);
        let none: Vec<String> = Vec::new();
        assert_eq!(says_of_held_gun(&n, profile, Condition::no(Pattern::of(n.gun))), none, "there is one");
    }
}

/// R-000-033
#[test]
fn exists_ignores_who_holds_it() {
    let n = names();
    for profile in both() {
        let exists = Condition::exists(Pattern::of(n.gun).exclusive());
        assert_eq!(says_of_held_gun(&n, profile.clone(), exists), ["say(1)"]);
        let none: Vec<String> = Vec::new();
        assert_eq!(says_of_held_gun(&n, profile, Pattern::of(n.gun).into()), none);
    }
}

/// R-000-034, F5
#[test]
fn what_is_held_exclusively_is_hidden_from_less_important_tasks() {
    let n = names();
    for profile in both() {
        let gun = Pattern::of(n.gun).exclusive();
        let mut player = rivals(&n, profile.clone(), gun.clone().prefer(n.size, 1), gun.prefer(n.size, 1));
        player.put(thing(1, n.gun).with(n.size, 1));
        player.tick();
        assert_eq!((player.does("high"), player.does("low")), (vec!["go(#1)".into()], vec![]));
        let held = player.failures("low");
        assert!(
            matches!(held[..], [ConditionFailure::Held { id, by: Some(_) }] if id == Id::new(1)),
            "{held:?}"
        );
        player.put(thing(2, n.gun).with(n.size, 2));
        // In the published profile the goal of the task that ended comes up two ticks later.
        player.ticks(2);
        assert_eq!(
            (player.does("high"), player.does("low")),
            (vec!["go(#1)".into()], vec!["shoot(#2)".into()])
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// R-000-035
    #[test]
    fn less_important_tasks_never_deprive_more_important_ones(
        guns in prop::collection::vec(0..3_i32, 0..4),
        gold in 0..40_i32,
        asks in prop::collection::vec((0..3_i32, any::<bool>(), 0..20_i32), 1..6),
        top in 0..6_usize,
    ) {
        let n = names();
        let top = top.min(asks.len());
        for profile in [Profile::motive(), motive_with(|p| p.binding.shared_hold = SharedHold::Warn)] {
            let done = |count: usize| {
                let mut programs = Vec::new();
                let mut built_goals = Vec::new();
                for (number, (size, exclusive, amount)) in (1..).zip(&asks[..count]) {
                    let mut gun = Pattern::of(n.gun).with(n.size, *size).named("gun");
                    if *exclusive {
                        gun = gun.exclusive();
                    }
                    let name = format!("goal{number}");
                    let mut rule = Rule::new("use").when(gun);
                    if *amount > 0 {
                        rule = rule.when(Pattern::of(n.gold).exclusive().with(n.amount, *amount));
                    }
                    programs.push(Definition::new(&name).rule(rule.act(n.go, [var("gun")])));
                    built_goals.push(always(&name, 100 - number));
                }
                let mut built = character(&n, programs).profile(profile.clone());
                for goal in built_goals {
                    built = built.goal(goal);
                }
                let mut player = play(built);
                for (number, size) in (1..).zip(&guns) {
                    player.put(thing(number, n.gun).with(n.size, *size));
                }
                player.put(thing(99, n.gold).divisible(n.amount, gold.into()));
                let mut all = Vec::new();
                for _ in 0..3 {
                    player.tick();
                    all.extend((1..=top).map(|number| player.does(&format!("goal{number}"))));
                }
                all
            };
            prop_assert_eq!(done(top), done(asks.len()));
        }
    }
}

/// R-000-036
#[test]
fn exclusive_use_of_what_another_shares_is_refused_reported_or_allowed() {
    let n = names();
    let modes = [
        (motive_with(|p| p.binding.shared_hold = SharedHold::Deny), false, false),
        (motive_with(|p| p.binding.shared_hold = SharedHold::Warn), true, true),
        (motive_with(|p| p.binding.shared_hold = SharedHold::Ignore), true, false),
        (Profile::motive(), false, false),
        (Profile::thesis2005(), true, false),
    ];
    for (profile, granted, reported) in modes {
        let mut player = rivals(&n, profile, Pattern::of(n.gun), Pattern::of(n.gun).exclusive());
        player.put(thing(1, n.gun));
        player.tick();
        assert_eq!(player.does("high"), ["go(#1)"]);
        assert_eq!(!player.does("low").is_empty(), granted);
        let warned = player.events.iter().any(|event| matches!(event, Event::Overridden { .. }));
        assert_eq!(warned, reported);
    }
}

/// R-000-036: a rule that gets hold of a shared thing and then fails has overridden nobody.
#[test]
fn only_what_was_really_taken_is_reported_as_overridden() {
    let n = names();
    let low = Definition::new("low").rule(
        Rule::new("both")
            .when(Pattern::of(n.gun).exclusive())
            .when(Pattern::of(n.ghost))
            .act(n.say, [Expr::from(1)]),
    );
    let high = using("high", Pattern::of(n.gun), n.go);
    let built = character(&n, vec![high, low]).goal(always("high", 90)).goal(always("low", 10));
    let mut player = play_as(motive_with(|p| p.binding.shared_hold = SharedHold::Warn), built);
    player.put(thing(1, n.gun));
    player.tick();
    assert!(!player.events.iter().any(|event| matches!(event, Event::Overridden { .. })));
}

/// R-000-037, F5
#[test]
fn without_exclusivity_both_have_the_same_thing() {
    let n = names();
    for mut profile in both() {
        profile.binding.exclusive = false;
        let gun = Pattern::of(n.gun).exclusive();
        let mut player = rivals(&n, profile, gun.clone(), gun);
        player.put(thing(1, n.gun));
        player.tick();
        assert_eq!(
            (player.does("high"), player.does("low")),
            (vec!["go(#1)".into()], vec!["shoot(#1)".into()])
        );
    }
}

/// R-000-038
#[test]
fn what_was_held_is_free_in_the_next_tick() {
    let n = names();
    let gun = || Pattern::of(n.gun).exclusive();
    let programs = vec![using("high", gun(), n.go), using("low", gun(), n.shoot)];
    let danger = Expr::own(n.mood).above(0);
    let built = character(&n, programs)
        .goal(Goal::achieve("high", "high").updated(danger, 90).updated(Condition::always(), 0))
        .goal(always("low", 10));
    let mut player = play(built);
    player.put(thing(1, n.gun)).own(n.mood, 1);
    assert_eq!(player.tick(), ["go(#1)"]);
    player.own(n.mood, 0);
    assert_eq!(player.tick(), ["shoot(#1)"]);
}

/// R-000-039
#[test]
fn a_thing_that_its_holder_removes_does_not_come_back() {
    let n = names();
    let eat = Definition::new("eat").rule(
        Rule::new("eat")
            .when(Pattern::of(n.dot).exclusive().named("it"))
            .act(n.go, [var("it")])
            .step(Step::forget("it")),
    );
    for profile in both() {
        let mut player = play_as(profile, character(&n, vec![eat.clone()]).goal(always("eat", 50)));
        player.put(thing(1, n.dot)).put(thing(2, n.dot));
        player.tick();
        assert_eq!(player.memory().len(), 1, "gone at the end of the tick");
        player.tick();
        assert_eq!(player.memory().len(), 0);
        assert!(player.tick().is_empty());
    }
}

/// R-000-039
#[test]
fn a_thing_that_is_added_can_be_had_in_the_next_tick() {
    let n = names();
    let program = Definition::new("think")
        .rule(Rule::new("see").when(Pattern::of(n.memo).named("it")).act(n.say, [var("it").get(n.size)]))
        .rule(Rule::new("note").step(Step::note(n.memo, [(n.size, Expr::from(7))])));
    for profile in both() {
        let mut player = play_as(profile, character(&n, vec![program.clone()]).goal(always("think", 50)));
        assert!(player.tick().is_empty());
        assert_eq!(player.tick(), ["say(7)"]);
        assert_eq!(player.memory().len(), 1, "the rule that writes it ran once");
    }
}
