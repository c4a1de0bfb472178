//! Skill networks: what each rule does, on networks small enough to work out by hand.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod network_common;

use motive::network::{
    Advising, Arrival, Blueprint, Change, Coefficient, Fading, Function, Goal, Health, Instances, Kind,
    Network, NetworkError, Normalising, Notice, Pair, Precision, Prediction, Profile, Recorded, Remedy,
    Sensor, Settings, Sign, Skill, Summing, Tie, Watchdog, Who, after_completion,
};
use network_common::{EXAMPLES, Example};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
}

fn network(profile: Profile) -> Network {
    Network::new(profile).unwrap()
}

/// Sensors that all say no.
fn with_sensors(profile: Profile, names: &[&str]) -> Network {
    let mut network = network(profile);
    for name in names {
        network.register(Sensor::new(name, false)).unwrap();
    }
    network
}

fn flows(network: &Network, skill: &str) -> motive::network::Flows {
    network.flows(network.skill(skill).unwrap())
}

/// R-003-003
#[test]
fn cardinalities_count_every_entry_of_a_name() {
    let mut dude = Example::new("dude-take-1").build(Profile::Bad1990);
    dude.step();
    let why = dude.why(dude.skill("locate-door").unwrap()).unwrap();
    let located = why.parts.iter().find(|part| &*part.from == "door-is-located").unwrap();
    near(located.amount, 2.5);
}

/// R-003-004
#[test]
fn a_tap_gives_its_energy_in_equal_parts() {
    let mut example = Example::new("cat-step");
    let mut cat = example.build(Profile::Bad1990);
    example.play(&mut cat, |cat, step| {
        if step.number == 11 {
            near(flows(cat, "flexion-reflex").state, 5.0);
            near(flows(cat, "extension-reflex").state, 5.0);
        }
        if step.number == 34 {
            near(flows(cat, "flexion-reflex").state, 10.0);
        }
    });
}

/// R-003-006
#[test]
fn a_protected_goal_takes_from_what_would_undo_it() {
    let taken = |goal: Goal| {
        let mut network = network(Profile::Bad1990);
        network.register(Sensor::new("clean", true)).unwrap();
        network.register(goal).unwrap();
        network.register(Skill::new("paint").undoes(["clean"])).unwrap();
        network.step();
        flows(&network, "paint").protected
    };
    near(taken(Goal::new("clean").protected()), 50.0);
    near(taken(Goal::new("clean")), 0.0);
    let mut example = Example::new("dude-take-2");
    let mut dude = example.build(Profile::Bad1990);
    example.play(&mut dude, |dude, step| {
        if step.number == 23 {
            near(flows(dude, "close-window").before, 13.333334);
        }
    });
}

/// R-003-011
#[test]
fn activation_is_cut_down_but_not_blown_up() {
    let mut example = Example::new("cat-step");
    let mut cat = example.build(Profile::Bad1990);
    example.play(&mut cat, |cat, step| match step.number {
        37 => {
            assert!(!step.scaled);
            near(cat.total(), 31.866667);
        }
        38 => {
            assert!(step.scaled);
            assert!((cat.total() - 40.0).abs() < 1e-4);
        }
        _ => {}
    });
}

/// R-003-022
#[test]
fn exact_normalising_works_from_both_sides() {
    let mut settings = Profile::Bad1990.settings();
    settings.normalising = Normalising::Exact;
    for name in EXAMPLES {
        let mut example = Example::new(name);
        let mut network = example.build(settings);
        example.play(&mut network, |network, step| {
            let limit = network.skill_count() as f64 * 20.0;
            assert!(
                network.total() == 0.0 || (network.total() - limit).abs() < 1e-3,
                "{name}, {}",
                step.number
            );
        });
    }
}

/// R-003-019
#[test]
fn equals_are_selected_in_the_order_of_registration_or_drawn() {
    let first = |settings: Settings| {
        let mut network = Network::new(settings).unwrap();
        network.register(Sensor::new("a", true)).unwrap();
        network.register(Sensor::new("b", false)).unwrap();
        network.register(Goal::new("b")).unwrap();
        for name in ["one", "two", "three"] {
            network.register(Skill::new(name).needs(["a"]).adds(["b"])).unwrap();
        }
        let selected = (0..50).find_map(|_| network.step().selected);
        network.skill_name(selected.unwrap()).to_owned()
    };
    assert_eq!(first(Profile::Bad1990.settings()), "one");
    let drawn = |seed| {
        let mut settings = Profile::Bad1990.settings();
        settings.tie = Tie::Drawn(seed);
        first(settings)
    };
    let names: std::collections::BTreeSet<String> = (0..20).map(drawn).collect();
    assert_eq!(names.len(), 3);
    assert!((0..20).all(|seed| drawn(seed) == drawn(seed)));
}

/// R-003-021
#[test]
fn parameters_can_be_read_and_changed() {
    let mut cat = Example::new("cat-step").build(Profile::Bad1990);
    cat.set("phi", 40.0).unwrap();
    assert_eq!(cat.parameters().get("state").unwrap(), 40.0);
    cat.sense("tap-on-foot", true).unwrap();
    cat.step();
    near(flows(&cat, "flexion-reflex").state, 10.0);
    for (name, value) in
        [("mean", 0.0), ("threshold", -1.0), ("goals", f64::NAN), ("factor", 1.5), ("state", -2.0)]
    {
        let error = cat.set(name, value).unwrap_err();
        assert!(matches!(error, NetworkError::Parameter { .. }), "{name}: {error}");
    }
    let error = cat.set("thresold", 3.0).unwrap_err();
    assert!(error.to_string().contains("there is no parameter `thresold`"), "{error}");
    assert_eq!(cat.parameters().state, 40.0);
}

/// R-003-033
#[test]
fn completion_keeps_what_failure_left() {
    let cases = [(1.0, 0, 0.0), (0.0, 0, 10.0), (0.5, 0, 5.0), (1.0, 2, 0.0), (0.0, 3, 0.0), (0.5, 1, 2.5)];
    for (success, invocations, left) in cases {
        near(after_completion(10.0, success, invocations, 3), left);
    }
}

/// A network whose only skill is being done.
fn busy(skill: Skill) -> Network {
    let mut network = with_sensors(Profile::Bad1990, &["a", "b", "wanted"]);
    network.register(Goal::new("wanted")).unwrap();
    let name = skill.name.clone();
    network.register(skill.adds(["wanted"])).unwrap();
    let started = (0..100).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(started), &*name);
    network
}

/// R-003-034
#[test]
fn a_skill_is_judged_by_what_the_sensors_say() {
    let mut network = busy(Skill::new("try").undoes(["a"]));
    let before = network.activation("try").unwrap();
    network.complete("try").unwrap();
    near(network.activation("try").unwrap(), before / 2.0);
    assert!(matches!(network.notices(), [.., Notice::Judged { success, .. }] if *success == 0.5));
    let again = network.complete("try").unwrap_err();
    assert!(matches!(again, NetworkError::NotExecuting { .. }));
}

/// R-003-035
#[test]
fn predictions_have_weights() {
    let mut network = with_sensors(Profile::Bad1990, &["a", "b"]);
    network.register(Goal::new("a")).unwrap();
    let skill =
        Skill::new("try").adds([Prediction::from("a").weight(3.0), Prediction::from("b").weight(1.0)]);
    network.register(skill).unwrap();
    while network.step().selected.is_none() {}
    let before = network.activation("try").unwrap();
    network.sense("a", true).unwrap();
    network.complete("try").unwrap();
    near(network.activation("try").unwrap(), before * 0.25);
}

/// R-003-037
#[test]
fn of_several_reports_one_counts_in_each_step() {
    let mut network = with_sensors(Profile::Bad1990, &["a"]);
    network.register(Skill::new("x").needs(["a"])).unwrap();
    network.step();
    network.sense("a", true).unwrap();
    network.sense("a", false).unwrap();
    assert_eq!(network.value("a"), Some(&Sign::FALSE));
    network.step();
    assert_eq!(network.value("a"), Some(&Sign::TRUE));
    near(flows(&network, "x").state, 20.0);
    network.step();
    assert_eq!(network.value("a"), Some(&Sign::FALSE));
    near(flows(&network, "x").state, 0.0);
}

/// R-003-036
#[test]
fn what_followed_before_is_helped_along() {
    let build = |credence: f64| {
        let mut network = with_sensors(Profile::Bad1990, &["a", "b", "c"]);
        network.set("credence", credence).unwrap();
        network.register(Skill::new("x").adds(["a"])).unwrap();
        network.register(Skill::new("y").needs(["b"]).adds(["c"])).unwrap();
        network.register(Skill::new("z").needs(["b"]).adds(["c"])).unwrap();
        network.register(Goal::new("a")).unwrap();
        network
    };
    let followed = |to: &str, times| motive::network::Followed {
        context: "a T".into(),
        from: "x".into(),
        to: to.into(),
        times,
    };
    let run = |credence| {
        let mut network = build(credence);
        network.remember_followed(&[followed("y", 3), followed("z", 1)]);
        while network.step().selected.is_none() {}
        let before = network.activation("x").unwrap();
        network.step();
        (before, flows(&network, "y").followers, flows(&network, "z").followers)
    };
    let (before, y, z) = run(0.5);
    near(y, before * 0.5 * 0.75);
    near(z, before * 0.5 * 0.25);
    assert_eq!(run(0.0).1, 0.0);
}

#[test]
fn what_follows_is_recorded_by_situation() {
    let mut example = Example::new("dude-take-1");
    let mut dude = example.build(Profile::Bad1990);
    dude.take(Arrival::RecordFollowers(true)).unwrap();
    example.play(&mut dude, |_, _| {});
    let pairs: Vec<(String, String, u64)> =
        dude.followed().iter().map(|row| (row.from.to_string(), row.to.to_string(), row.times)).collect();
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned(), 1);
    assert_eq!(
        pairs,
        [
            pair("locate-door", "put-down-glass"),
            pair("put-down-glass", "stand-up"),
            pair("stand-up", "walk-to-door"),
            pair("walk-to-door", "open-door"),
        ]
    );
    assert!(dude.followed().iter().all(|row| &*row.context == "door-is-open T"));
}

/// R-003-040, R-003-047
#[test]
fn an_agent_that_does_not_answer_is_set_aside() {
    let mut network = busy(Skill::new("walk"));
    network.take(Arrival::Asked(Who::skill("walk"))).unwrap();
    network.take(Arrival::Clock(9_999_999)).unwrap();
    network.step();
    assert_eq!(network.is_disabled(&Who::skill("walk")), Some(false));
    network.take(Arrival::Clock(10_000_000)).unwrap();
    // A clock that jumps back changes nothing.
    network.take(Arrival::Clock(5)).unwrap();
    network.step();
    assert_eq!(network.is_disabled(&Who::skill("walk")), Some(true));
    assert!(network.notices().contains(&Notice::Disabled { who: Who::skill("walk"), silent: 10_000_000 }));
}

/// R-003-041, R-003-043
#[test]
fn a_disabled_skill_takes_no_part_but_still_counts() {
    let mut network = with_sensors(Profile::Bad1990, &["a", "b"]);
    network.register(Goal::new("b")).unwrap();
    network.register(Skill::new("one").needs(["a"]).adds(["b"])).unwrap();
    network.register(Skill::new("two").needs(["a"]).adds(["b"])).unwrap();
    network.take(Arrival::Disable(Who::skill("one"))).unwrap();
    network.sense("a", true).unwrap();
    network.step();
    assert_eq!(flows(&network, "one"), motive::network::Flows::default());
    near(flows(&network, "two").goals, 35.0);
    near(flows(&network, "two").state, 10.0);
    let selected = (0..20).find_map(|_| network.step().selected);
    assert_eq!(selected, network.skill("two"));
    network.take(Arrival::Answered(Who::skill("one"))).unwrap();
    network.step();
    near(flows(&network, "one").goals, 35.0);
}

/// R-003-044
#[test]
fn an_agent_that_stays_silent_is_given_up() {
    let mut network = busy(Skill::new("walk"));
    network.register(Skill::new("other")).unwrap();
    network.set_health(Health::default().patience(1));
    network.take(Arrival::Asked(Who::skill("walk"))).unwrap();
    network.take(Arrival::Clock(20_000_000)).unwrap();
    for _ in 0..4 {
        network.step();
    }
    assert_eq!(network.skill("walk"), None);
    assert_eq!(network.skill_count(), 1);
    // The channel broke: it goes at once.
    network.take(Arrival::Amputate(Who::skill("other"))).unwrap();
    assert_eq!(network.skill_count(), 0);
    network.step();
    assert_eq!(network.total(), 0.0);
}

/// R-003-045
#[test]
fn losses_make_looks_more_frequent_and_quiet_times_rarer() {
    let mut network = busy(Skill::new("walk"));
    for _ in 0..40 {
        network.step();
    }
    assert_eq!(network.health().mark_every, 2);
    network.take(Arrival::Asked(Who::skill("walk"))).unwrap();
    network.take(Arrival::Clock(20_000_000)).unwrap();
    for _ in 0..2 {
        network.step();
    }
    assert_eq!(network.health().mark_every, 1);
}

/// R-003-060
#[test]
fn goals_may_change_and_be_withdrawn() {
    let mut network = with_sensors(Profile::Bad1990, &["a", "b"]);
    network.register(Goal::new("a")).unwrap();
    network.register(Skill::new("x").adds(["a"])).unwrap();
    network.register(Skill::new("y").adds(["b"])).unwrap();
    network.step();
    near(flows(&network, "x").goals, 70.0);
    network.take(Arrival::Rewish { from: Pair::from("a"), to: Pair::from("b") }).unwrap();
    network.step();
    near(flows(&network, "x").goals, 0.0);
    near(flows(&network, "y").goals, 70.0);
    network.take(Arrival::Withdraw(Pair::from("b"))).unwrap();
    network.step();
    near(flows(&network, "y").goals, 0.0);
    assert!(network.take(Arrival::Withdraw(Pair::from("b"))).is_err());
}

/// R-003-074
#[test]
fn a_template_makes_the_skill_that_is_wanted() {
    let run = |keep: bool| {
        let mut network = with_sensors(Profile::Signed, &["actor-at-red-chair", "path-to-red-chair"]);
        network.set_instances(Instances { keep, ..Instances::default() });
        let walk = Skill::new("walk-to-?x").needs(["path-to-?x"]).adds(["actor-at-?x"]);
        network.take(Arrival::Template(walk)).unwrap();
        let find = Skill::new("find-way-to-?y").adds(["path-to-?y"]);
        network.take(Arrival::Template(find)).unwrap();
        network.step();
        assert_eq!(network.skill_count(), 0);
        network.register(Goal::new("actor-at-red-chair")).unwrap();
        network.step();
        // What the instance lacks is made possible too.
        assert!(
            network.skill("walk-to-red-chair").is_some() && network.skill("find-way-to-red-chair").is_some()
        );
        network.sense("actor-at-red-chair", true).unwrap();
        network.step();
        network.step();
        network
    };
    assert_eq!(run(false).skill("walk-to-red-chair"), None);
    assert!(run(true).skill("walk-to-red-chair").is_some());
    let free = Skill::new("go-?x").needs(["near-?y"]).adds(["at-?x"]);
    let error = network(Profile::Signed).take(Arrival::Template(free)).unwrap_err();
    assert!(matches!(error, NetworkError::FreeParameter { .. }));
}

/// R-003-074: sensors are made from templates for what is wanted and for what instances need, and go with it.
#[test]
fn a_template_makes_the_sensor_that_is_needed() {
    let mut network = network(Profile::Signed);
    network.take(Arrival::SensorTemplate(Sensor::new("actor-at-?x", false))).unwrap();
    network.take(Arrival::SensorTemplate(Sensor::new("path-to-?x", true))).unwrap();
    let walk = Skill::new("walk-to-?x").needs(["path-to-?x"]).adds(["actor-at-?x"]);
    network.take(Arrival::Template(walk)).unwrap();
    assert!(network.sense("actor-at-door", true).is_err());
    network.register(Goal::new("actor-at-door")).unwrap();
    network.step();
    assert_eq!(network.value("actor-at-door"), Some(&Sign::FALSE));
    assert_eq!(network.value("path-to-door"), Some(&Sign::TRUE));
    let walk = (0..50).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(walk), "walk-to-door");
    network.sense("actor-at-door", true).unwrap();
    network.complete("walk-to-door").unwrap();
    network.take(Arrival::Withdraw(Pair::new("actor-at-door", true))).unwrap();
    network.step();
    network.step();
    assert_eq!(network.sensors().count(), 0);
    let twice = network.take(Arrival::SensorTemplate(Sensor::new("path-to-?x", false)));
    assert!(matches!(twice, Err(NetworkError::Twice { .. })));
}

/// R-003-075
#[test]
fn what_costs_a_protected_resource_loses() {
    let mut network = network(Profile::Signed);
    network.register(Sensor::new("energy-is-high", true)).unwrap();
    network.register(Sensor::new("there", false)).unwrap();
    network.register(Goal::new("there")).unwrap();
    network.register(Goal::new("energy-is-high").protected()).unwrap();
    network.register(Skill::new("run").adds(["there"]).undoes(["energy-is-high"])).unwrap();
    network.register(Skill::new("walk").adds(["there"])).unwrap();
    let selected = (0..50).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(selected), "walk");
    assert!(network.activation("run") < network.activation("walk"));
}

/// R-003-076
#[test]
fn coefficients_of_agents_kinds_and_links() {
    let build = || {
        let mut network = with_sensors(Profile::Bad1990, &["a", "b", "c"]);
        network.register(Goal::new("c")).unwrap();
        network.register(Skill::new("x").adds(["b"])).unwrap();
        network.register(Skill::new("y").needs(["b"]).adds(["c"])).unwrap();
        network
    };
    let goal = |value: Coefficient| Arrival::AgentCoefficient { who: Who::Goal(Pair::from("c")), value };
    let mut network = build();
    network.take(goal(2.0.into())).unwrap();
    network.step();
    near(flows(&network, "y").goals, 140.0);

    let mut plain = build();
    plain.step();
    plain.step();
    let backward = flows(&plain, "x").backward;
    assert!(backward > 0.0);
    let of_kind = Arrival::KindCoefficient { kind: Kind::Backward, value: 0.5.into() };
    let link = Arrival::LinkCoefficient {
        kind: Kind::Backward,
        from: "y".into(),
        to: "x".into(),
        value: 0.5.into(),
    };
    let skill = Arrival::AgentCoefficient { who: Who::skill("y"), value: 0.5.into() };
    for arrival in [of_kind, link, skill] {
        let mut network = build();
        network.take(arrival.clone()).unwrap();
        network.step();
        network.step();
        near(flows(&network, "x").backward, backward / 2.0);
    }

    let tide = Coefficient::Sine { period: 4.0, amplitude: 1.0, phase: 0.0, offset: 1.0 };
    let mut network = build();
    network.take(goal(tide.clone())).unwrap();
    for step in 1..=8 {
        network.step();
        near(flows(&network, "y").goals, 70.0 * [1.0, 2.0, 1.0, 0.0][step % 4]);
    }
    let table = Coefficient::Table([(2, 1.0), (4, 3.0)].into());
    assert_eq!([0, 2, 3, 4, 9].map(|step| table.at(step)), [1.0, 1.0, 2.0, 3.0, 3.0]);
    assert!(build().take(goal((-1.0).into())).is_err());
}

/// R-003-077
#[test]
fn skills_fade_in_their_own_way() {
    let level = |fading: Fading| {
        let mut network = with_sensors(Profile::Bad1990, &["a", "b"]);
        network.register(Goal::new("a")).unwrap();
        network.register(Goal::new("b")).unwrap();
        network.register(Skill::new("x").adds(["a"]).fading(fading)).unwrap();
        network.register(Skill::new("y").adds(["b"])).unwrap();
        let step = network.step();
        assert!(step.scaled);
        (flows(&network, "x").before, network.activation("x").unwrap(), network.total())
    };
    near(level(Fading::None).1, 20.0);
    near(level(Fading::Hold(1.0)).1, 70.0);
    let (before, after, total) = level(Fading::Exponential(0.5));
    near(before, 35.0);
    near(after, 40.0 / 3.0);
    near(total, 40.0);
}

/// R-003-078
#[test]
fn a_noisy_signal_does_not_flicker() {
    let flips = |function: Function| {
        let mut network = network(Profile::Signed);
        network.take(Arrival::Receptor("heat".into())).unwrap();
        network.take(Arrival::Derived { sensor: "hot".into(), function }).unwrap();
        let (mut flips, mut was) = (0, Sign::FALSE);
        for strength in [0.2, 0.52, 0.48, 0.51, 0.49, 0.53, 0.47, 0.52, 0.2, 0.2, 0.2] {
            network.take(Arrival::Signal { receptor: "heat".into(), strength }).unwrap();
            network.step();
            let now = network.value("hot").unwrap().clone();
            flips += usize::from(now != was);
            was = now;
        }
        flips
    };
    let threshold = |off| Function::Threshold { receptor: "heat".into(), on: 0.5, off };
    assert_eq!(flips(threshold(0.5)), 8);
    assert_eq!(flips(threshold(0.4)), 2);
    assert_eq!(flips(Function::Debounce { steps: 3, of: Box::new(threshold(0.4)) }), 2);
    let mut network = network(Profile::Signed);
    let function = threshold(0.4);
    let error = network.take(Arrival::Derived { sensor: "hot".into(), function }).unwrap_err();
    assert!(matches!(error, NetworkError::SensorFunction { .. }), "{error}");
    assert_eq!(network.value("hot"), None);
}

/// R-003-081
#[test]
fn a_wrong_entry_is_advised_against_and_a_missing_one_for() {
    let mut network = with_sensors(Profile::Bad1990, &["a", "b", "c"]);
    network.keep_statistics();
    network.register(Goal::new("a")).unwrap();
    network.register(Skill::new("x").adds(["a"]).patience(1000)).unwrap();
    let mut runs = 0;
    while runs < 50 {
        if network.step().selected.is_some() {
            // It never makes `a` true, but always `b`.
            network.sense("b", true).unwrap();
            network.complete("x").unwrap();
            network.sense("b", false).unwrap();
            runs += 1;
        }
    }
    let advice = network.advice(&Advising::default());
    let given: Vec<(&str, Change)> =
        advice.iter().map(|advice| (&*advice.proposition, advice.change)).collect();
    assert_eq!(given, [("a", Change::NoLongerAdds), ("b", Change::Adds)]);
    // An editor follows the advice.
    network.take(Arrival::Edit(Skill::new("x").adds(["b"]))).unwrap();
    network.step();
    assert_eq!(flows(&network, "x").goals, 0.0);
}

/// R-003-082
#[test]
fn going_round_in_circles_is_noticed() {
    let mut settings = Profile::Maes1989.settings();
    settings.parameters.threshold = 5.0;
    let mut network = Network::new(settings).unwrap();
    network.register(Sensor::new("left", true)).unwrap();
    network.register(Sensor::new("right", false)).unwrap();
    network.register(Skill::new("go-right").needs(["left"]).adds(["right"]).undoes(["left"])).unwrap();
    network.register(Skill::new("go-left").needs(["right"]).adds(["left"]).undoes(["right"])).unwrap();
    network.set_watchdog(Some(Watchdog::new(16, 3, Remedy::ScaleState(0.5))));
    let (mut selections, mut seen) = (0, None);
    while seen.is_none() && selections < 20 {
        if let Some(skill) = network.step().selected {
            selections += 1;
            let right = network.skill_name(skill) == "go-right";
            network.sense("left", !right).unwrap();
            network.sense("right", right).unwrap();
        }
        let circles = |notice: &Notice| matches!(notice, Notice::Loop { times: 3, .. });
        seen = network.notices().iter().any(circles).then_some(selections);
    }
    // The third time round: within three cycles of two.
    assert!(seen.is_some_and(|selections| selections <= 6), "{seen:?}");
    assert_eq!(network.parameters().state, 10.0);
}

/// R-003-087
#[test]
fn a_recorded_run_can_be_played_again() {
    for name in EXAMPLES {
        let mut example = Example::new(name);
        let mut settings = Profile::Bad1990.settings();
        settings.suppress_disabled = false;
        let mut network = Network::new(settings).unwrap();
        network.record();
        network_common::register_all(&mut network, &example.network).unwrap();
        let levels = |network: &Network| -> Vec<u64> {
            (0..network.skill_count()).map(|skill| network.level(skill).to_bits()).collect()
        };
        let mut first = Vec::new();
        example.play(&mut network, |network, step| first.push((step, levels(network))));
        let recorded: Vec<Recorded> = network.recorded().to_vec();
        let mut second = Vec::new();
        let mut again = Network::new(settings).unwrap();
        again
            .replay(&recorded, network.steps(), |network, step| second.push((step, levels(network))))
            .unwrap();
        assert_eq!(first, second, "{name}");
    }
}

/// R-003-023, R-003-068
#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut network = with_sensors(Profile::Bad1990, &["a"]);
    network.register(Skill::new("x").needs(["a"])).unwrap();
    network.register(Goal::new("a")).unwrap();
    let refused: Vec<(Arrival, &str)> = vec![
        (Sensor::new("a", true).into(), "there is already a sensor `a`"),
        (Goal::new("a").into(), "there is already a goal `a T`"),
        (Skill::new("x").into(), "there is already a skill `x`"),
        (Skill::new("").into(), "a skill needs a name"),
        (Skill::new("y").needs([("a", true), ("a", false)]).into(), "needs `a` both as T and as F"),
        (Skill::new("y").adds(["a"]).undoes(["a"]).into(), "predicts `a` both as T and as F"),
        (Sensor::new("b", f64::NAN).into(), "is not a number"),
        (Sensor::new("b", 1.0).quantum(0.0).into(), "must be above 0"),
        (Skill::new("y").takes("hand", -1.0).into(), "must be above 0"),
        (Skill::new("y").fading(Fading::Hold(2.0)).into(), "must be from 0 to 1"),
        (Arrival::Sense { sensor: "b".into(), value: Sign::TRUE }, "there is no sensor `b`"),
        (Arrival::Complete("nobody".into()), "there is no skill `nobody`"),
        (Arrival::Amputate(Who::sensor("b")), "there is no sensor `b`"),
        (Arrival::Resource { name: "hand".into(), amount: 0.0 }, "must be above 0"),
    ];
    for (arrival, expected) in refused {
        let error = network.take(arrival).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!((network.skill_count(), network.sensors().count(), network.goals().count()), (1, 1, 1));
    let mut pure = with_sensors(Profile::Maes1989, &["a"]);
    let error = pure.register(Skill::new("y").needs([("a", false)])).unwrap_err();
    assert!(matches!(error, NetworkError::OnlyTrue { .. }));
}

/// Repeated entries count once.
#[test]
fn lists_are_sets() {
    let mut network = with_sensors(Profile::Bad1990, &["a"]);
    network.register(Skill::new("x").needs(["a", "a"])).unwrap();
    network.sense("a", true).unwrap();
    network.step();
    near(flows(&network, "x").state, 20.0);
}

#[test]
fn numbers_are_compared_after_rounding() {
    let mut network = network(Profile::Signed);
    network.register(Sensor::new("warmth", 70.0).quantum(1.0)).unwrap();
    network.register(Skill::new("x").needs([("warmth", 72.0)])).unwrap();
    network.step();
    assert!(!network.is_executable(0));
    network.sense("warmth", 72.3).unwrap();
    network.step();
    assert!(network.is_executable(0));
    near(flows(&network, "x").state, 20.0);
}

/// Skills that need different things start in the same step; those that need the same take turns.
#[test]
fn in_the_extended_profile_several_compatible_skills_act_at_once() {
    let mut network = network(Profile::Extended);
    for name in ["near", "fed", "warm"] {
        network.register(Sensor::new(name, 0.0)).unwrap();
    }
    for name in ["near", "fed", "warm"] {
        network.register(Goal::new(name)).unwrap();
    }
    network.register(Skill::new("walk").adds(["near"]).takes("legs", 1.0)).unwrap();
    network.register(Skill::new("eat").adds(["fed"]).takes("hands", 1.0)).unwrap();
    network.register(Skill::new("dress").adds(["warm"]).takes("hands", 1.0)).unwrap();
    let started = |network: &mut Network| -> Vec<String> {
        network.step();
        network.started().iter().map(|skill| network.skill_name(*skill).to_owned()).collect()
    };
    assert_eq!(started(&mut network), ["walk", "eat"]);
    assert_eq!(network.resource("hands"), Some(0.0));
    assert_eq!(started(&mut network), Vec::<String>::new());
    network.sense("fed", 1.0).unwrap();
    network.complete("eat").unwrap();
    let next = (0..20).find_map(|_| started(&mut network).first().cloned());
    assert_eq!(next.as_deref(), Some("dress"));
}

/// A goal that is half reached pulls half as much; a skill that can half be done is half as strong.
#[test]
fn in_the_extended_profile_truth_has_degrees() {
    let level = |reached: f64, possible: f64| {
        let mut network = network(Profile::Extended);
        network.register(Sensor::new("there", reached)).unwrap();
        network.register(Sensor::new("possible", possible)).unwrap();
        network.register(Goal::new("there")).unwrap();
        network.register(Skill::new("go").needs(["possible"]).adds(["there"])).unwrap();
        network.step();
        (network.activation("go").unwrap(), network.executability(0))
    };
    near(level(0.0, 1.0).0, 0.8);
    near(level(0.5, 1.0).0, 0.4);
    near(level(0.0, 0.25).1, 0.25);
}

/// What helps a helper is helped too, and what would undo it is held back.
#[test]
fn in_the_extended_profile_activation_goes_along_the_strongest_path() {
    let mut network = network(Profile::Extended);
    for (name, value) in [("a", 0.0), ("b", 0.0), ("c", 1.0)] {
        network.register(Sensor::new(name, value)).unwrap();
    }
    network.register(Goal::new("b")).unwrap();
    network.register(Skill::new("last").needs(["a", "c"]).adds(["b"])).unwrap();
    network.register(Skill::new("first").adds(["a"])).unwrap();
    network.register(Skill::new("spoil").undoes(["c"])).unwrap();
    network.step();
    network.step();
    assert!(network.activation("first").unwrap() > 0.0);
    assert_eq!(network.activation("spoil"), Some(0.0));
    assert!(network.started().iter().all(|skill| network.skill_name(*skill) != "last"));
}

/// How flows are added up, and with how many digits, never changes what is done.
#[test]
fn all_ways_of_adding_up_agree_on_the_published_runs() {
    for name in EXAMPLES {
        for profile in [Profile::Bad1990, Profile::Signed] {
            let run = |summing, precision| {
                let mut example = Example::new(name);
                let mut settings = profile.settings();
                (settings.summing, settings.precision) = (summing, precision);
                let mut network = example.build(settings);
                let mut levels = Vec::new();
                let mut selected = Vec::new();
                // Only the sensors follow the script, so that every profile can play it.
                for step in 1..=example.steps() {
                    for arrival in example.arrivals(step) {
                        if matches!(arrival, Arrival::Sense { .. } | Arrival::Skill(_)) {
                            network.take(arrival).unwrap();
                        }
                    }
                    selected.push(network.step().selected);
                    levels.push(
                        (0..network.skill_count()).map(|skill| network.level(skill)).collect::<Vec<_>>(),
                    );
                    if let Some(Some(skill)) = selected.last() {
                        let name = network.skill_name(*skill).to_owned();
                        network.complete(&name).unwrap();
                    }
                }
                let _ = &mut example;
                (selected, levels)
            };
            let (expected, levels) = run(Summing::ByLink, Precision::Double);
            let (selected, others) = run(Summing::ByProposition, Precision::Double);
            assert_eq!(selected, expected, "{name}");
            let pairs = levels.iter().flatten().zip(others.iter().flatten());
            pairs.for_each(|(one, other)| assert!((one - other).abs() < 1e-9, "{name}: {one} {other}"));
        }
    }
}

/// R-003-080
#[test]
fn a_skill_above_is_a_goal_below() {
    let mut above = with_sensors(Profile::Bad1990, &["at-door"]);
    above.register(Goal::new("at-door")).unwrap();
    above.register(Skill::new("go-to-door").adds(["at-door"])).unwrap();
    let mut below = with_sensors(Profile::Bad1990, &["stepped"]);
    below.register(Skill::new("step").adds(["stepped"])).unwrap();
    let mut bridge = motive::network::Bridge::new("go-to-door", Goal::new("stepped"));
    bridge.carry(&mut above, &mut below).unwrap();
    assert_eq!(below.goals().count(), 0);
    while above.step().selected.is_none() {}
    bridge.carry(&mut above, &mut below).unwrap();
    assert_eq!(below.goals().count(), 1);
    while below.step().selected.is_none() {}
    below.sense("stepped", true).unwrap();
    below.complete("step").unwrap();
    bridge.carry(&mut above, &mut below).unwrap();
    assert_eq!(below.goals().count(), 0);
    assert!(!above.is_executing(0));
}

/// R-003-079: a perception agent is a sensor and a goal on one pair; flow, critic and editor agents act through arrivals.
#[test]
fn other_kinds_of_agents_are_made_of_arrivals() {
    let mut network = with_sensors(Profile::Signed, &["a"]);
    network.register(Sensor::new("seen", false)).unwrap();
    network.register(Goal::new("seen")).unwrap();
    network.register(Skill::new("look").adds(["seen"])).unwrap();
    network.step();
    let before = flows(&network, "look").goals;
    network.take(Arrival::KindCoefficient { kind: Kind::Goals, value: 0.5.into() }).unwrap();
    network.step();
    near(flows(&network, "look").goals, before / 2.0);
    network.take(Arrival::Edit(Skill::new("look").needs(["a"]).adds(["seen"]))).unwrap();
    network.step();
    assert!(!network.is_executable(0));
    let unknown = network.take(Arrival::Edit(Skill::new("nobody"))).unwrap_err();
    assert!(matches!(unknown, NetworkError::Unknown { .. }));
}

fn blueprint(name: &str) -> Blueprint {
    let example = Example::new(name);
    let network = example.build(Profile::Bad1990);
    let mut blueprint = Blueprint::new(name, Profile::Bad1990);
    blueprint.sensors = network.sensors().map(|(about, value)| Sensor::new(about, value.clone())).collect();
    blueprint.goals = network.goals().cloned().collect();
    blueprint.skills =
        (0..network.skill_count()).filter_map(|skill| network.skill_agent(skill).cloned()).collect();
    blueprint
}

/// R-003-068
#[test]
fn what_looks_wrong_is_found() {
    use motive::network::Finding;
    assert!(blueprint("dude-take-1").findings().is_empty());
    let mut broken = Blueprint::new("broken", Profile::Bad1990);
    broken.sensors.push(Sensor::new("a", false));
    broken.goals.push(Goal::new("unsensed"));
    broken.goals.push(Goal::new("a"));
    broken.skills.push(Skill::new("x").needs(["missing"]).adds(["a"]));
    let found = broken.findings();
    assert!(found.contains(&Finding::GoalUnsensed(Pair::from("unsensed"))));
    assert!(found.contains(&Finding::Unreachable(Pair::from("a"))));
    assert!(found.contains(&Finding::ConditionUnsensed { skill: "x".into(), pair: Pair::from("missing") }));
}

/// R-003-088
#[test]
fn skills_that_would_spoil_each_other_in_parallel_are_found() {
    let said: Vec<String> =
        blueprint("robot-sander").parallel_conflicts().iter().map(ToString::to_string).collect();
    let expected =
        "`pick-up-sprayer` may undo `hand-is-empty` while `pick-up-sander` is being done, which needs it";
    assert!(said.iter().any(|finding| finding == expected), "{said:?}");
}

/// R-003-066
#[test]
fn a_log_tells_what_the_published_logs_tell() {
    let mut example = Example::new("dude-take-1");
    let mut dude = example.build(Profile::Bad1990);
    let mut log = String::new();
    example.play(&mut dude, |dude, step| log.push_str(&dude.log(step)));
    for line in [
        "**** Time Step [6]:",
        "sending [2.500000] activation to skill locate-door from sensor door-is-located.",
        "skill open-door decreases (inhibits) skill close-door with 0.000000 for door-is-open.",
        "skill locate-door = 138.033295   skill locate-door = 50.333614",
        "skill put-down-glass has been determined to be active.",
        "lowering threshold to 29.524500",
        "resetting threshold to 45.000000",
    ] {
        assert!(log.lines().any(|found| found == line), "no line `{line}`");
    }
}

/// R-003-084: by rules that take time, and by rules that fail half of the time.
#[test]
fn the_dude_opens_the_door_in_every_rehearsal() {
    let mut slow = blueprint("dude-take-1");
    slow.durations = vec![("walk-to-door".into(), 7), ("stand-up".into(), 2)];
    let door = Pair::from("door-is-open");
    let mut rehearsal = motive::network::Rehearsal::new(&slow).unwrap();
    let done = rehearsal.run(200).unwrap();
    assert!(rehearsal.network().holds(&door));
    assert_eq!(&*done.last().unwrap().1, "open-door");
    for seed in 0..5 {
        let mut rehearsal = motive::network::Rehearsal::new(&slow).unwrap().chance(0.5, seed);
        rehearsal.run(2000).unwrap();
        assert!(rehearsal.network().holds(&door), "seed {seed}");
    }
}

/// R-003-058, R-003-072: several networks side by side, each driven by its own arrivals, do not know of each other.
#[test]
fn two_dudes_run_side_by_side() {
    let run = |together: bool| {
        let (mut first, mut second) = (Example::new("dude-take-1"), Example::new("dude-take-2"));
        let mut one = first.build(Profile::Bad1990);
        let mut two = second.build(Profile::Bad1990);
        if together {
            second.play(&mut two, |_, _| {});
        }
        first.play(&mut one, |_, _| {});
        (0..one.skill_count()).map(|skill| one.level(skill).to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(run(true), run(false));
}

/// A network cannot be made to grow more links than it can carry.
#[test]
fn a_flood_is_refused_and_the_rest_goes_on() {
    let mut network = with_sensors(Profile::Bad1990, &["a"]);
    for _ in 0..70_000 {
        network.sense("a", true).unwrap();
    }
    network.sense("a", false).unwrap();
    network.register(Skill::new("x").needs(["a"])).unwrap();
    network.step();
    assert_eq!(network.value("a"), Some(&Sign::TRUE));
}
