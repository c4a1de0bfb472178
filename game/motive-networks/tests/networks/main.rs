//! Tests of skill networks.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue fails")]

mod activation;
mod agent_lifecycle;
mod common;
mod execution;
mod extended;
mod extended_reference;
mod golden;
mod properties;
mod reference;
mod robustness;
mod speed;
mod templates_and_receptors;
mod validation;

use common::Example;
use motive::networks::{Blueprint, Network, NetworkGoal, NetworkProfile, NetworkSensor, Skill};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
}

fn network(profile: NetworkProfile) -> Network {
    Network::new(profile).unwrap()
}

/// A network with sensors that are all false.
fn with_sensors(profile: NetworkProfile, names: &[&str]) -> Network {
    let mut network = network(profile);
    for name in names {
        network.register(NetworkSensor::new(name, false)).unwrap();
    }
    network
}

fn flows(network: &Network, skill: &str) -> motive::networks::Flows {
    network.flows(network.skill(skill).unwrap())
}

/// A network whose only skill is executing.
fn busy(skill: Skill) -> Network {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b", "wanted"]);
    network.register(NetworkGoal::new("wanted")).unwrap();
    let name = skill.name.clone();
    network.register(skill.adds(["wanted"])).unwrap();
    let started = (0..100).find_map(|_| network.step().selected).unwrap();
    assert_eq!(network.skill_name(started), &*name);
    network
}

fn blueprint(name: &str) -> Blueprint {
    let example = Example::new(name);
    let network = example.build(NetworkProfile::Bad1990);
    let mut blueprint = Blueprint::new(name, NetworkProfile::Bad1990);
    blueprint.sensors =
        network.sensors().map(|(about, value)| NetworkSensor::new(about, value.clone())).collect();
    blueprint.goals = network.goals().cloned().collect();
    blueprint.skills =
        (0..network.skill_count()).filter_map(|skill| network.skill_agent(skill).cloned()).collect();
    blueprint
}
