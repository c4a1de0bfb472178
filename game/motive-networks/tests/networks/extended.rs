//! The extended profile: degrees of truth, and several skills at once.

use super::{near, network};
use motive::networks::{Network, NetworkGoal, NetworkProfile, NetworkSensor, Skill};

/// Skills that need different resources start in the same step; those that need the same take turns.
#[test]
fn in_the_extended_profile_several_compatible_skills_act_at_once() {
    let mut network = network(NetworkProfile::Extended);
    for name in ["near", "fed", "warm"] {
        network.register(NetworkSensor::new(name, 0.0)).unwrap();
    }
    for name in ["near", "fed", "warm"] {
        network.register(NetworkGoal::new(name)).unwrap();
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

/// A goal that holds to one half gives half as much; a skill that is executable to one half is half as strong.
#[test]
fn in_the_extended_profile_truth_has_degrees() {
    let level = |reached: f64, possible: f64| {
        let mut network = network(NetworkProfile::Extended);
        network.register(NetworkSensor::new("there", reached)).unwrap();
        network.register(NetworkSensor::new("possible", possible)).unwrap();
        network.register(NetworkGoal::new("there")).unwrap();
        network.register(Skill::new("go").needs(["possible"]).adds(["there"])).unwrap();
        network.step();
        (network.activation("go").unwrap(), network.executability(0))
    };
    near(level(0.0, 1.0).0, 0.8);
    near(level(0.5, 1.0).0, 0.4);
    near(level(0.0, 0.25).1, 0.25);
}

/// A skill that adds what an activated skill lacks is activated; one that deletes what it needs is inhibited.
#[test]
fn in_the_extended_profile_activation_goes_along_the_strongest_path() {
    let mut network = network(NetworkProfile::Extended);
    for (name, value) in [("a", 0.0), ("b", 0.0), ("c", 1.0)] {
        network.register(NetworkSensor::new(name, value)).unwrap();
    }
    network.register(NetworkGoal::new("b")).unwrap();
    network.register(Skill::new("last").needs(["a", "c"]).adds(["b"])).unwrap();
    network.register(Skill::new("first").adds(["a"])).unwrap();
    network.register(Skill::new("spoil").makes_false(["c"])).unwrap();
    network.step();
    network.step();
    assert!(network.activation("first").unwrap() > 0.0);
    assert_eq!(network.activation("spoil"), Some(0.0));
    assert!(network.started().iter().all(|skill| network.skill_name(*skill) != "last"));
}

/// A number of 1 is as true as a truth value, and one of 0 as false: goals are achieved by it, and effects have come about.
#[test]
fn in_the_extended_profile_numbers_achieve_goals() {
    let mut network = network(NetworkProfile::Extended);
    network.register(NetworkSensor::new("fed", 0.0)).unwrap();
    network.register(NetworkSensor::new("hungry", 1.0)).unwrap();
    network.register(NetworkGoal::new("fed")).unwrap();
    network.register(NetworkGoal::new(("hungry", false))).unwrap();
    network.register(Skill::new("eat").adds(["fed"]).makes_false(["hungry"])).unwrap();
    while network.started().is_empty() {
        network.step();
    }
    assert!(!network.is_satisfied());
    network.sense("fed", 0.75).unwrap();
    network.sense("hungry", 0.25).unwrap();
    network.step();
    assert!(!network.is_satisfied(), "nearly is not quite");
    network.sense("fed", 1.0).unwrap();
    network.sense("hungry", 0.0).unwrap();
    network.step();
    assert!(network.is_satisfied());
    network.complete("eat").unwrap();
    assert_eq!(network.activation("eat"), Some(0.0), "it has done what it was to do");
}
