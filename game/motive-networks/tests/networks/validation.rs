//! Rejected updates, warnings about a network before it runs, and its log.

use super::common::Example;
use super::{blueprint, with_sensors};
use motive::networks::{
    AgentName, Blueprint, Decay, Literal, Network, NetworkError, NetworkGoal, NetworkProfile, NetworkSensor,
    SensorValue, Skill, Update,
};

/// R-003-023, R-003-068
#[test]
fn invalid_updates_are_rejected_and_change_nothing() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a"]);
    network.register(Skill::new("x").needs(["a"])).unwrap();
    network.register(NetworkGoal::new("a")).unwrap();
    let rejected: Vec<(Update, &str)> = vec![
        (NetworkSensor::new("a", true).into(), "there is already a sensor `a`"),
        (NetworkGoal::new("a").into(), "there is already a goal `a T`"),
        (Skill::new("x").into(), "there is already a skill `x`"),
        (Skill::new("").into(), "a skill needs a name"),
        (Skill::new("y").needs([("a", true), ("a", false)]).into(), "needs `a` both as T and as F"),
        (Skill::new("y").adds(["a"]).makes_false(["a"]).into(), "predicts `a` both as T and as F"),
        (NetworkSensor::new("b", f64::NAN).into(), "finite number"),
        (NetworkSensor::new("b", 1.0).quantum(0.0).into(), "must be from 1e-9 to 1e9"),
        (Skill::new("y").takes("hand", -1.0).into(), "must be from 1e-9 to 1e9"),
        (Skill::new("y").decay(Decay::Hold(2.0)).into(), "must be from 0 to 1"),
        (Update::Sense { sensor: "b".into(), value: SensorValue::TRUE }, "there is no sensor `b`"),
        (Update::Complete("nobody".into()), "there is no skill `nobody`"),
        (Update::Amputate(AgentName::sensor("b")), "there is no sensor `b`"),
        (Update::Resource { name: "hand".into(), amount: 0.0 }, "must be from 1e-9 to 1e9"),
    ];
    for (update, expected) in rejected {
        let error = network.apply(update).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!((network.skill_count(), network.sensors().count(), network.goals().count()), (1, 1, 1));
    let mut pure = with_sensors(NetworkProfile::Maes1989, &["a"]);
    let error = pure.register(Skill::new("y").needs([("a", false)])).unwrap_err();
    assert!(matches!(error, NetworkError::OnlyTrue { .. }));
}

/// Where reports are queued, at most 65,536 wait, the oldest are passed over, and the newest counts in the end.
#[test]
fn a_flood_of_queued_reports_is_bounded() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a"]);
    for _ in 0..200_000 {
        network.sense("a", true).unwrap();
    }
    network.sense("a", false).unwrap();
    network.register(Skill::new("x").needs(["a"])).unwrap();
    network.step();
    assert_eq!(network.value("a"), Some(&SensorValue::TRUE));
    assert_eq!(network.passed_over("a"), Some(200_001 - 65_536));
    for _ in 0..65_536 {
        network.step();
    }
    assert_eq!(network.value("a"), Some(&SensorValue::FALSE));
}

/// The error names the parameter, and the value does not change.
#[test]
fn parameters_that_are_not_positive_are_rejected() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a"]);
    let before = network.parameters().all();
    for name in ["goals", "mean", "threshold"] {
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = network.set(name, value).unwrap_err().to_string();
            assert!(error.contains(name), "{name} = {value}: {error}");
        }
    }
    for (name, value) in
        [("state", -1.0), ("protection", -0.5), ("factor", 0.0), ("factor", 1.5), ("warmth", 1.0)]
    {
        assert!(network.set(name, value).is_err(), "{name} = {value}");
    }
    assert_eq!(network.parameters().all(), before);
    let mut settings = NetworkProfile::Bad1990.settings();
    settings.parameters.mean = 0.0;
    assert!(Network::new(settings).is_err());
}

/// A skill that needs it is not executable until a sensor is registered; other skills are.
#[test]
fn a_proposition_without_a_sensor_does_not_hold() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["b"]);
    network.register(NetworkGoal::new("b")).unwrap();
    network.register(Skill::new("lost").needs(["unheard-of"]).adds(["b"])).unwrap();
    for _ in 0..200 {
        assert_eq!(network.step().selected, None);
        assert!(network.total().is_finite());
    }
    network.register(Skill::new("found").adds(["b"])).unwrap();
    let done = (0..200).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(done), "found");
    network.register(NetworkSensor::new("unheard-of", true)).unwrap();
    let done = (0..200).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(done), "lost");
}

/// A clock that jumps back neither makes an agent look silent nor hides its silence.
#[test]
fn a_clock_that_jumps_back_changes_nothing() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a"]);
    network.register(Skill::new("x").needs(["a"])).unwrap();
    let who = AgentName::skill("x");
    network.apply(Update::Clock(50_000_000)).unwrap();
    network.apply(Update::Asked(who.clone())).unwrap();
    for micros in [0, 49_000_000, 59_999_999, 3] {
        network.apply(Update::Clock(micros)).unwrap();
        network.step();
        assert_eq!(network.is_disabled(&who), Some(false), "at {micros}");
    }
    network.apply(Update::Clock(60_000_000)).unwrap();
    network.step();
    assert_eq!(network.is_disabled(&who), Some(true));
}

/// R-003-068
#[test]
fn probable_mistakes_are_found() {
    use motive::networks::BlueprintWarning;
    assert!(blueprint("dude-take-1").findings().is_empty());
    let mut broken = Blueprint::new("broken", NetworkProfile::Bad1990);
    broken.sensors.push(NetworkSensor::new("a", false));
    broken.goals.push(NetworkGoal::new("unsensed"));
    broken.goals.push(NetworkGoal::new("a"));
    broken.skills.push(Skill::new("x").needs(["missing"]).adds(["a"]));
    let found = broken.findings();
    assert!(found.contains(&BlueprintWarning::GoalUnsensed(Literal::from("unsensed"))));
    assert!(found.contains(&BlueprintWarning::Unreachable(Literal::from("a"))));
    assert!(found.contains(&BlueprintWarning::PreconditionUnsensed("x".into(), Literal::from("missing"))));
}

/// R-003-088
#[test]
fn conflicts_between_parallel_skills_are_found() {
    let found: Vec<String> =
        blueprint("robot-sander").parallel_conflicts().iter().map(ToString::to_string).collect();
    let expected =
        "`pick-up-sprayer` may delete `hand-is-empty` while `pick-up-sander`, which needs it, is executing";
    assert!(found.iter().any(|finding| finding == expected), "{found:?}");
}

/// R-003-066
#[test]
fn a_log_has_the_lines_of_the_published_logs() {
    let mut example = Example::new("dude-take-1");
    let mut dude = example.build(NetworkProfile::Bad1990);
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
