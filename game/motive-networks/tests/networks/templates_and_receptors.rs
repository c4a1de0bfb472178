//! Instances of templates, and sensors derived from receptors.

use super::{network, with_sensors};
use motive::networks::{
    Literal, NetworkError, NetworkGoal, NetworkProfile, NetworkSensor, SensorFunction, SensorValue, Skill,
    TemplateLimits, Update,
};

/// R-003-074
#[test]
fn a_template_creates_the_skill_for_a_goal() {
    let run = |keep: bool| {
        let mut network = with_sensors(NetworkProfile::Signed, &["actor-at-red-chair", "path-to-red-chair"]);
        network.set_template_limits(TemplateLimits { keep, ..TemplateLimits::default() });
        let walk = Skill::new("walk-to-?x").needs(["path-to-?x"]).adds(["actor-at-?x"]);
        network.apply(Update::Template(walk)).unwrap();
        let find = Skill::new("find-way-to-?y").adds(["path-to-?y"]);
        network.apply(Update::Template(find)).unwrap();
        network.step();
        assert_eq!(network.skill_count(), 0);
        network.register(NetworkGoal::new("actor-at-red-chair")).unwrap();
        network.step();
        // Instances are created for the preconditions of an instance too.
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
    let error = network(NetworkProfile::Signed).apply(Update::Template(free)).unwrap_err();
    assert!(matches!(error, NetworkError::FreeParameter { .. }));
}

/// R-003-074: sensor instances are created for goals and preconditions of instances, and removed with them.
#[test]
fn a_template_creates_the_sensor_for_a_goal() {
    let mut network = network(NetworkProfile::Signed);
    network.apply(Update::SensorTemplate(NetworkSensor::new("actor-at-?x", false))).unwrap();
    network.apply(Update::SensorTemplate(NetworkSensor::new("path-to-?x", true))).unwrap();
    let walk = Skill::new("walk-to-?x").needs(["path-to-?x"]).adds(["actor-at-?x"]);
    network.apply(Update::Template(walk)).unwrap();
    assert!(network.sense("actor-at-door", true).is_err());
    network.register(NetworkGoal::new("actor-at-door")).unwrap();
    network.step();
    assert_eq!(network.value("actor-at-door"), Some(&SensorValue::FALSE));
    assert_eq!(network.value("path-to-door"), Some(&SensorValue::TRUE));
    let walk = (0..50).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(walk), "walk-to-door");
    network.sense("actor-at-door", true).unwrap();
    network.complete("walk-to-door").unwrap();
    network.apply(Update::Withdraw(Literal::new("actor-at-door", true))).unwrap();
    network.step();
    network.step();
    assert_eq!(network.sensors().count(), 0);
    let twice = network.apply(Update::SensorTemplate(NetworkSensor::new("path-to-?x", false)));
    assert!(matches!(twice, Err(NetworkError::Duplicate { .. })));
}

/// R-003-078
#[test]
fn a_noisy_signal_does_not_flicker() {
    let flips = |function: SensorFunction| {
        let mut network = network(NetworkProfile::Signed);
        network.apply(Update::Receptor("heat".into())).unwrap();
        network.apply(Update::DerivedSensor { sensor: "hot".into(), function }).unwrap();
        let (mut flips, mut was) = (0, SensorValue::FALSE);
        for strength in [0.2, 0.52, 0.48, 0.51, 0.49, 0.53, 0.47, 0.52, 0.2, 0.2, 0.2] {
            network.apply(Update::Signal { receptor: "heat".into(), strength }).unwrap();
            network.step();
            let now = network.value("hot").unwrap().clone();
            flips += usize::from(now != was);
            was = now;
        }
        flips
    };
    let threshold = |off| SensorFunction::Threshold { receptor: "heat".into(), on: 0.5, off };
    assert_eq!(flips(threshold(0.5)), 8);
    assert_eq!(flips(threshold(0.4)), 2);
    assert_eq!(flips(SensorFunction::Debounce { steps: 3, of: Box::new(threshold(0.4)) }), 2);
    let mut network = network(NetworkProfile::Signed);
    let function = threshold(0.4);
    let error = network.apply(Update::DerivedSensor { sensor: "hot".into(), function }).unwrap_err();
    assert!(matches!(error, NetworkError::SensorFunction { .. }), "{error}");
    assert_eq!(network.value("hot"), None);
}
