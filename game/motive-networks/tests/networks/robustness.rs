//! Regression tests for defects found by robustness testing.

use super::network;
use motive::networks::{
    AgentName, Network, NetworkGoal, NetworkProfile, NetworkSensor, Precision, SensorValue, Skill, Summation,
    Update,
};

/// Two skills are in a mutual conflict until a proposition turns false; then the stronger is inhibited too.
#[test]
fn a_conflict_that_is_no_longer_mutual_inhibits_the_stronger() {
    let levels = |summation: Summation| -> Vec<f64> {
        let mut settings = NetworkProfile::Signed.settings();
        settings.summation = summation;
        let mut network = Network::new(settings).unwrap();
        for (name, value) in [("a", true), ("b", true), ("d", false), ("e", true)] {
            network.register(NetworkSensor::new(name, value)).unwrap();
        }
        network.register(Skill::new("strong").needs(["a", "e"]).makes_false(["b"])).unwrap();
        network.register(Skill::new("weak").needs(["b", "d"]).makes_false(["a"])).unwrap();
        for _ in 0..3 {
            network.step();
        }
        network.sense("e", false).unwrap();
        network.step();
        network.sense("a", false).unwrap();
        network.step();
        (0..2).map(|skill| network.level(skill)).collect()
    };
    let (exact, fast) = (levels(Summation::ByLink), levels(Summation::ByProposition));
    assert_eq!(levels(Summation::Automatic), exact);
    for (one, other) in exact.iter().zip(&fast) {
        assert!((one - other).abs() < 1e-9, "{exact:?} and {fast:?}");
    }
}

/// The size of a network does not grow with the number of agents that were registered and removed.
#[test]
fn propositions_of_agents_that_are_gone_are_freed() {
    let mut network = network(NetworkProfile::Signed);
    network.register(NetworkSensor::new("wanted", false)).unwrap();
    network.register(NetworkGoal::new("wanted")).unwrap();
    network.register(Skill::new("stay").needs(["ready"]).adds(["wanted"])).unwrap();
    let mut sizes = Vec::new();
    for round in 0..3_000 {
        let (skill, sensor) = (format!("skill {round}"), format!("thing {round}"));
        network.register(NetworkSensor::new(&sensor, true)).unwrap();
        network.register(Skill::new(&skill).needs([&*sensor]).adds(["ready"])).unwrap();
        network.step();
        network.apply(Update::Amputate(AgentName::skill(&skill))).unwrap();
        network.apply(Update::Amputate(AgentName::sensor(&sensor))).unwrap();
        sizes.push(format!("{:?}", network.save()).len());
    }
    let (early, late) = (sizes[..600].iter().max().unwrap(), sizes[2_400..].iter().max().unwrap());
    assert!(*late < early + early / 10, "{early} bytes became {late}");
}

#[test]
fn parameters_out_of_the_range_of_single_precision_are_rejected() {
    for precision in [Precision::Single, Precision::Double] {
        let mut settings = NetworkProfile::Bad1990.settings();
        settings.precision = precision;
        let mut network = Network::new(settings).unwrap();
        let bad =
            [("threshold", 1e300), ("goals", 1e-60), ("mean", 1e39), ("state", 1e-40), ("factor", 1e-50)];
        for (name, value) in bad {
            assert!(network.set(name, value).is_err(), "{name} {value}");
        }
        for value in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            assert!(network.register(NetworkSensor::new("s", value)).is_err());
            assert!(network.register(NetworkGoal::new(("g", value))).is_err());
        }
        settings.parameters.goals = 1e-50;
        assert!(Network::new(settings).is_err());
    }
}

/// With the most extreme numbers that are allowed, activations stay finite and the network can be saved and restored.
#[test]
fn activations_stay_finite_with_extreme_parameters() {
    for (precision, summation) in [
        (Precision::Single, Summation::ByLink),
        (Precision::Single, Summation::ByProposition),
        (Precision::Double, Summation::Automatic),
    ] {
        let mut settings = NetworkProfile::Signed.settings();
        (settings.precision, settings.summation) = (precision, summation);
        let mut network = Network::new(settings).unwrap();
        for (name, value) in [("goals", 1e-9), ("state", 1e9), ("protection", 1e9), ("mean", 1e9)] {
            network.set(name, value).unwrap();
        }
        for name in ["a", "b", "c"] {
            network.register(NetworkSensor::new(name, name == "a").trust(1e9)).unwrap();
            network.register(NetworkGoal::new(name).importance(1e9)).unwrap();
        }
        let all = [("one", "a", "b", "c"), ("two", "b", "c", "a"), ("three", "c", "a", "b")];
        for (name, needs, adds, deletes) in all {
            let skill = Skill::new(name).needs([needs]).adds([adds]).makes_false([deletes]).influence(1e9);
            network.register(skill).unwrap();
        }
        for step in 0..200 {
            let sensor = ["a", "b", "c"][step % 3];
            network.sense(sensor, SensorValue::Truth(step % 2 == 0)).unwrap();
            network.step();
            for skill in 0..3 {
                let level = network.level(skill);
                assert!(level.is_finite() && level >= 0.0, "{level}");
            }
            Network::restore(network.save()).unwrap();
        }
    }
}
