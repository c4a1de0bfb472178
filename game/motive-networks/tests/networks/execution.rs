//! Execution of selected skills: completion, sequences, loops, statistics.

use super::common::Example;
use super::{blueprint, busy, flows, near, with_sensors};
use motive::networks::{
    AdviceCriteria, ListChange, Literal, Network, NetworkError, NetworkGoal, NetworkProfile, NetworkSensor,
    Notice, Prediction, Remedy, SensorValue, Skill, Update, Watchdog, after_completion,
};

/// R-003-033
#[test]
fn a_failed_skill_keeps_activation() {
    let cases = [(1.0, 0, 0.0), (0.0, 0, 10.0), (0.5, 0, 5.0), (1.0, 2, 0.0), (0.0, 3, 0.0), (0.5, 1, 2.5)];
    for (success, invocations, left) in cases {
        near(after_completion(10.0, success, invocations, 3), left);
    }
}

/// R-003-034
#[test]
fn a_skill_is_judged_by_what_the_sensors_say() {
    let mut network = busy(Skill::new("try").makes_false(["a"]));
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
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b"]);
    network.register(NetworkGoal::new("a")).unwrap();
    let skill =
        Skill::new("try").adds([Prediction::from("a").weight(3.0), Prediction::from("b").weight(1.0)]);
    network.register(skill).unwrap();
    while network.step().selected.is_none() {}
    let before = network.activation("try").unwrap();
    network.sense("a", true).unwrap();
    network.complete("try").unwrap();
    near(network.activation("try").unwrap(), before * 0.25);
}

/// R-003-037: in the profile of Johnson's program.
#[test]
fn queued_reports_count_one_in_each_step() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a"]);
    network.register(Skill::new("x").needs(["a"])).unwrap();
    network.step();
    network.sense("a", true).unwrap();
    network.sense("a", false).unwrap();
    assert_eq!(network.value("a"), Some(&SensorValue::FALSE));
    network.step();
    assert_eq!(network.value("a"), Some(&SensorValue::TRUE));
    near(flows(&network, "x").state, 20.0);
    network.step();
    assert_eq!(network.value("a"), Some(&SensorValue::FALSE));
    near(flows(&network, "x").state, 0.0);
}

/// In the other profiles the newest report counts at once, and those that were passed over are counted, however many there are.
#[test]
fn the_newest_report_counts_and_older_ones_are_counted() {
    for profile in [NetworkProfile::Maes1989, NetworkProfile::Signed, NetworkProfile::Extended] {
        let mut network = with_sensors(profile, &["a"]);
        for step in 1..=200 {
            for report in 0..4 {
                network.sense("a", f64::from(step * 4 + report)).unwrap();
            }
            network.step();
            assert_eq!(network.value("a"), Some(&SensorValue::Number(f64::from(step * 4 + 3))));
        }
        assert_eq!((network.passed_over("a"), network.waiting_reports("a")), (Some(600), Some(0)));
        assert_eq!((network.passed_over("b"), network.waiting_reports("b")), (None, None));
        assert_eq!(Network::restore(network.save()).unwrap().passed_over("a"), Some(600));
    }
}

/// R-003-036
#[test]
fn skills_of_a_remembered_sequence_get_activation() {
    let build = |credence: f64| {
        let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b", "c"]);
        network.set("credence", credence).unwrap();
        network.register(Skill::new("x").adds(["a"])).unwrap();
        network.register(Skill::new("y").needs(["b"]).adds(["c"])).unwrap();
        network.register(Skill::new("z").needs(["b"]).adds(["c"])).unwrap();
        network.register(NetworkGoal::new("a")).unwrap();
        network
    };
    let succession = |to: &str, times| motive::networks::Succession {
        context: "a T".into(),
        from: "x".into(),
        to: to.into(),
        times,
    };
    let run = |credence| {
        let mut network = build(credence);
        network.set_successions(&[succession("y", 3), succession("z", 1)]);
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
fn sequences_are_recorded_by_open_goals() {
    let mut example = Example::new("dude-take-1");
    let mut dude = example.build(NetworkProfile::Bad1990);
    dude.apply(Update::RecordFollowers(true)).unwrap();
    example.play(&mut dude, |_, _| {});
    let pairs: Vec<(String, String, u64)> =
        dude.successions().iter().map(|row| (row.from.to_string(), row.to.to_string(), row.times)).collect();
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
    assert!(dude.successions().iter().all(|row| &*row.context == "door-is-open T"));
}

/// R-003-082
#[test]
fn a_loop_is_detected() {
    let mut settings = NetworkProfile::Maes1989.settings();
    settings.parameters.threshold = 5.0;
    let mut network = Network::new(settings).unwrap();
    network.register(NetworkSensor::new("left", true)).unwrap();
    network.register(NetworkSensor::new("right", false)).unwrap();
    network.register(Skill::new("go-right").needs(["left"]).adds(["right"]).makes_false(["left"])).unwrap();
    network.register(Skill::new("go-left").needs(["right"]).adds(["left"]).makes_false(["right"])).unwrap();
    network.set_watchdog(Some(Watchdog::new(16, 3, Remedy::ScaleState(0.5))));
    let (mut selections, mut seen) = (0, None);
    while seen.is_none() && selections < 20 {
        if let Some(skill) = network.step().selected {
            selections += 1;
            let right = network.skill_name(skill) == "go-right";
            network.sense("left", !right).unwrap();
            network.sense("right", right).unwrap();
        }
        let is_loop = |notice: &Notice| matches!(notice, Notice::Loop { times: 3, .. });
        seen = network.notices().iter().any(is_loop).then_some(selections);
    }
    // Two skills alternate, so the third selection of one is at most the sixth of all.
    assert!(seen.is_some_and(|selections| selections <= 6), "{seen:?}");
    assert_eq!(network.parameters().state, 10.0);
}

/// R-003-081
#[test]
fn advice_removes_wrong_and_adds_missing_list_entries() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b", "c"]);
    network.keep_statistics();
    network.register(NetworkGoal::new("a")).unwrap();
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
    let advice = network.advice(&AdviceCriteria::default());
    let given: Vec<(&str, ListChange)> =
        advice.iter().map(|advice| (&*advice.proposition, advice.change)).collect();
    assert_eq!(given, [("a", ListChange::NoLongerAdds), ("b", ListChange::Adds)]);
    // The advice is followed.
    network.apply(Update::Edit(Skill::new("x").adds(["b"]))).unwrap();
    network.step();
    assert_eq!(flows(&network, "x").goals, 0.0);
}

/// R-003-084: with skills that take time, and with skills that fail half of the time.
#[test]
fn the_door_is_opened_in_every_simulation() {
    let mut slow = blueprint("dude-take-1");
    slow.durations = vec![("walk-to-door".into(), 7), ("stand-up".into(), 2)];
    let door = Literal::from("door-is-open");
    let mut simulation = motive::networks::Simulation::new(&slow).unwrap();
    let done = simulation.run(200).unwrap();
    assert!(simulation.network().holds(&door));
    assert_eq!(&*done.last().unwrap().1, "open-door");
    for seed in 0..5 {
        let mut simulation = motive::networks::Simulation::new(&slow).unwrap().success_rate(0.5, seed);
        simulation.run(2000).unwrap();
        assert!(simulation.network().holds(&door), "seed {seed}");
    }
}
