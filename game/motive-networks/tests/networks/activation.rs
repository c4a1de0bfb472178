//! Sources of activation, spreading, decay and normalization.

use super::common::{EXAMPLES, Example};
use super::{flows, near, network, with_sensors};
use motive::networks::{
    ActivationTieBreak, AgentName, Coefficient, Decay, LinkKind, Literal, Network, NetworkError, NetworkGoal,
    NetworkProfile, NetworkSensor, NetworkSettings, Normalization, Precision, Skill, Summation, Update,
};

/// R-003-003
#[test]
fn cardinalities_count_every_entry_of_a_name() {
    let mut dude = Example::new("dude-take-1").build(NetworkProfile::Bad1990);
    dude.step();
    let why = dude.explain(dude.skill("locate-door").unwrap()).unwrap();
    let located = why.parts.iter().find(|part| &*part.from == "door-is-located").unwrap();
    near(located.amount, 2.5);
}

/// R-003-004
#[test]
fn a_tap_gives_its_energy_in_equal_parts() {
    let mut example = Example::new("cat-step");
    let mut cat = example.build(NetworkProfile::Bad1990);
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
fn a_protected_goal_inhibits_skills_that_delete_it() {
    let taken = |goal: NetworkGoal| {
        let mut network = network(NetworkProfile::Bad1990);
        network.register(NetworkSensor::new("clean", true)).unwrap();
        network.register(goal).unwrap();
        network.register(Skill::new("paint").makes_false(["clean"])).unwrap();
        network.step();
        flows(&network, "paint").protected
    };
    near(taken(NetworkGoal::new("clean").protected()), 50.0);
    near(taken(NetworkGoal::new("clean")), 0.0);
    let mut example = Example::new("dude-take-2");
    let mut dude = example.build(NetworkProfile::Bad1990);
    example.play(&mut dude, |dude, step| {
        if step.number == 23 {
            near(flows(dude, "close-window").before, 13.333334);
        }
    });
}

/// R-003-011
#[test]
fn activation_is_scaled_down_but_never_up() {
    let mut example = Example::new("cat-step");
    let mut cat = example.build(NetworkProfile::Bad1990);
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
fn exact_normalization_scales_up_and_down() {
    let mut settings = NetworkProfile::Bad1990.settings();
    settings.normalization = Normalization::Exact;
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
fn ties_go_to_the_first_registered_or_are_drawn() {
    let first = |settings: NetworkSettings| {
        let mut network = Network::new(settings).unwrap();
        network.register(NetworkSensor::new("a", true)).unwrap();
        network.register(NetworkSensor::new("b", false)).unwrap();
        network.register(NetworkGoal::new("b")).unwrap();
        for name in ["one", "two", "three"] {
            network.register(Skill::new(name).needs(["a"]).adds(["b"])).unwrap();
        }
        let selected = (0..50).find_map(|_| network.step().selected);
        network.skill_name(selected.unwrap()).to_owned()
    };
    assert_eq!(first(NetworkProfile::Bad1990.settings()), "one");
    let drawn = |seed| {
        let mut settings = NetworkProfile::Bad1990.settings();
        settings.tie_break = ActivationTieBreak::Random(seed);
        first(settings)
    };
    let names: std::collections::BTreeSet<String> = (0..20).map(drawn).collect();
    assert_eq!(names.len(), 3);
    assert!((0..20).all(|seed| drawn(seed) == drawn(seed)));
}

/// R-003-021
#[test]
fn parameters_can_be_read_and_changed() {
    let mut cat = Example::new("cat-step").build(NetworkProfile::Bad1990);
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

/// R-003-075
#[test]
fn a_skill_that_deletes_a_protected_goal_loses() {
    let mut network = network(NetworkProfile::Signed);
    network.register(NetworkSensor::new("energy-is-high", true)).unwrap();
    network.register(NetworkSensor::new("there", false)).unwrap();
    network.register(NetworkGoal::new("there")).unwrap();
    network.register(NetworkGoal::new("energy-is-high").protected()).unwrap();
    network.register(Skill::new("run").adds(["there"]).makes_false(["energy-is-high"])).unwrap();
    network.register(Skill::new("walk").adds(["there"])).unwrap();
    let selected = (0..50).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(selected), "walk");
    assert!(network.activation("run") < network.activation("walk"));
}

/// R-003-076
#[test]
fn coefficients_of_agents_kinds_and_links() {
    let build = || {
        let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b", "c"]);
        network.register(NetworkGoal::new("c")).unwrap();
        network.register(Skill::new("x").adds(["b"])).unwrap();
        network.register(Skill::new("y").needs(["b"]).adds(["c"])).unwrap();
        network
    };
    let goal =
        |value: Coefficient| Update::AgentCoefficient { who: AgentName::Goal(Literal::from("c")), value };
    let mut network = build();
    network.apply(goal(2.0.into())).unwrap();
    network.step();
    near(flows(&network, "y").goals, 140.0);

    let mut plain = build();
    plain.step();
    plain.step();
    let backward = flows(&plain, "x").backward;
    assert!(backward > 0.0);
    let of_kind = Update::KindCoefficient { kind: LinkKind::Backward, value: 0.5.into() };
    let link = Update::LinkCoefficient {
        kind: LinkKind::Backward,
        from: "y".into(),
        to: "x".into(),
        value: 0.5.into(),
    };
    let skill = Update::AgentCoefficient { who: AgentName::skill("y"), value: 0.5.into() };
    for update in [of_kind, link, skill] {
        let mut network = build();
        network.apply(update.clone()).unwrap();
        network.step();
        network.step();
        near(flows(&network, "x").backward, backward / 2.0);
    }

    let tide = Coefficient::Sine { period: 4.0, amplitude: 1.0, phase: 0.0, offset: 1.0 };
    let mut network = build();
    network.apply(goal(tide.clone())).unwrap();
    for step in 1..=8 {
        network.step();
        near(flows(&network, "y").goals, 70.0 * [1.0, 2.0, 1.0, 0.0][step % 4]);
    }
    let table = Coefficient::Table([(2, 1.0), (4, 3.0)].into());
    assert_eq!([0, 2, 3, 4, 9].map(|step| table.at(step)), [1.0, 1.0, 2.0, 3.0, 3.0]);
    assert!(build().apply(goal((-1.0).into())).is_err());
}

/// R-003-077
#[test]
fn each_skill_has_its_own_decay() {
    let level = |decay: Decay| {
        let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b"]);
        network.register(NetworkGoal::new("a")).unwrap();
        network.register(NetworkGoal::new("b")).unwrap();
        network.register(Skill::new("x").adds(["a"]).decay(decay)).unwrap();
        network.register(Skill::new("y").adds(["b"])).unwrap();
        let step = network.step();
        assert!(step.scaled);
        (flows(&network, "x").before, network.activation("x").unwrap(), network.total())
    };
    near(level(Decay::None).1, 20.0);
    near(level(Decay::Hold(1.0)).1, 70.0);
    let (before, after, total) = level(Decay::Exponential(0.5));
    near(before, 35.0);
    near(after, 40.0 / 3.0);
    near(total, 40.0);
}

/// Repeated entries count once.
#[test]
fn lists_are_sets() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a"]);
    network.register(Skill::new("x").needs(["a", "a"])).unwrap();
    network.sense("a", true).unwrap();
    network.step();
    near(flows(&network, "x").state, 20.0);
}

#[test]
fn numbers_are_compared_after_rounding() {
    let mut network = network(NetworkProfile::Signed);
    network.register(NetworkSensor::new("warmth", 70.0).quantum(1.0)).unwrap();
    network.register(Skill::new("x").needs([("warmth", 72.0)])).unwrap();
    network.step();
    assert!(!network.is_executable(0));
    network.sense("warmth", 72.3).unwrap();
    network.step();
    assert!(network.is_executable(0));
    near(flows(&network, "x").state, 20.0);
}

/// How flows are summed, and in which precision, does not change what is selected.
#[test]
fn both_summations_agree_on_the_published_runs() {
    for name in EXAMPLES {
        for profile in [NetworkProfile::Bad1990, NetworkProfile::Signed] {
            let run = |summing, precision| {
                let mut example = Example::new(name);
                let mut settings = profile.settings();
                (settings.summation, settings.precision) = (summing, precision);
                let mut network = example.build(settings);
                let mut levels = Vec::new();
                let mut selected = Vec::new();
                // Only the sensors follow the script, so that every profile can play it.
                for step in 1..=example.steps() {
                    for update in example.updates(step) {
                        if matches!(update, Update::Sense { .. } | Update::Skill(_)) {
                            network.apply(update).unwrap();
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
            let (expected, levels) = run(Summation::ByLink, Precision::Double);
            let (selected, others) = run(Summation::ByProposition, Precision::Double);
            assert_eq!(selected, expected, "{name}");
            let pairs = levels.iter().flatten().zip(others.iter().flatten());
            pairs.for_each(|(one, other)| assert!((one - other).abs() < 1e-9, "{name}: {one} {other}"));
        }
    }
}
