//! The published networks and their scripts, as data.

#![allow(dead_code, reason = "each test file uses a part")]

use motive::networks::{
    AgentName, Network, NetworkError, NetworkGoal, NetworkSensor, NetworkSettings, NetworkStep, SensorValue,
    Skill, Update,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The names of the published examples.
pub(crate) const EXAMPLES: [&str; 5] =
    ["cat-step", "dude-take-1", "dude-take-2", "dude-take-3", "robot-sander"];

/// A file of the test data.
pub(crate) fn data(name: &str) -> String {
    // Tests of other crates use this module too.
    let path = format!("{}/../../game/motive-networks/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a table, by column.
pub(crate) fn table(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = data(name);
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        columns.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(str::to_owned)).collect()
    };
    lines.map(row).collect()
}

/// One published example.
#[derive(Clone)]
pub(crate) struct Example {
    pub(crate) network: Value,
    counts: BTreeMap<String, i64>,
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn pairs(value: &Value) -> Vec<(&str, &str)> {
    list(value).iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect()
}

/// A skill as the data files have it.
pub(crate) fn skill(value: &Value) -> Skill {
    Skill::new(text(&value["name"]))
        .needs(pairs(&value["condition"]))
        .adds(pairs(&value["add"]))
        .deletes(pairs(&value["delete"]))
}

/// Registers all agents of a network of the data files.
pub(crate) fn register_all(network: &mut Network, value: &Value) -> Result<(), NetworkError> {
    for (proposition, sign) in pairs(&value["sensors"]) {
        network.register(NetworkSensor::new(proposition, sign))?;
    }
    for goal in pairs(&value["goals"]) {
        network.register(NetworkGoal::new(goal))?;
    }
    list(&value["skills"]).iter().try_for_each(|value| network.register(skill(value)))
}

impl Example {
    pub(crate) fn new(name: &str) -> Self {
        let all: Value = serde_json::from_str(&data("examples.json")).unwrap();
        let network = all[name].clone();
        let counted = network["counted"].as_object().unwrap();
        let counts = counted.iter().map(|(name, count)| (name.clone(), count.as_i64().unwrap())).collect();
        Self { network, counts }
    }

    pub(crate) fn build(&self, settings: impl Into<NetworkSettings>) -> Network {
        let mut network = Network::new(settings).unwrap();
        register_all(&mut network, &self.network).unwrap();
        network
    }

    pub(crate) fn steps(&self) -> u64 {
        self.network["script"]["steps"].as_u64().unwrap()
    }

    pub(crate) fn expected(&self) -> Vec<(u64, String)> {
        let actions = list(&self.network["script"]["expected_actions"]);
        actions.iter().map(|pair| (pair[0].as_u64().unwrap(), text(&pair[1]).to_owned())).collect()
    }

    /// The updates before a step.
    pub(crate) fn updates(&self, step: u64) -> Vec<Update> {
        let mut all = Vec::new();
        let events = list(&self.network["script"]["events"]);
        for event in events.iter().filter(|event| event["before_step"].as_u64() == Some(step)) {
            for (set, complete) in [("set", "complete"), ("then_set", "then_complete")] {
                let sense = |(sensor, value): (&str, &str)| Update::Sense {
                    sensor: sensor.into(),
                    value: SensorValue::from(value),
                };
                all.extend(pairs(&event[set]).into_iter().map(sense));
                all.extend(list(&event[complete]).iter().map(|name| Update::Complete(text(name).into())));
            }
            all.extend(
                list(&event["mark_disabled"])
                    .iter()
                    .map(|name| Update::Disable(AgentName::skill(text(name)))),
            );
            for name in list(&event["register"]) {
                let late = list(&self.network["late"]).iter().find(|late| late["name"] == *name).unwrap();
                all.push(Update::Skill(skill(late)));
            }
            all.extend(
                list(&event["amputate"]).iter().map(|name| Update::Amputate(AgentName::skill(text(name)))),
            );
        }
        all
    }

    /// Plays the script; `seen` is called after each step, before the world reacts.
    pub(crate) fn play(&mut self, network: &mut Network, mut seen: impl FnMut(&Network, NetworkStep)) {
        let instant = self.network["script"]["instant_world"].as_bool().unwrap_or(false);
        while network.steps() < self.steps() {
            for update in self.updates(network.steps() + 1) {
                network.apply(update).unwrap();
            }
            let step = network.step();
            seen(network, step);
            if let (true, Some(skill)) = (instant, step.selected) {
                self.answer(network, skill);
            }
        }
    }

    /// The predictions of a skill come true at once; some propositions are counted.
    pub(crate) fn answer(&mut self, network: &mut Network, skill: usize) {
        let agent = network.skill_agent(skill).unwrap().clone();
        for made in agent.deletes.iter().chain(&agent.adds) {
            let name = &*made.literal.proposition;
            let value = match self.counts.get_mut(name) {
                Some(count) => {
                    *count += if made.literal.value == SensorValue::TRUE { 1 } else { -1 };
                    SensorValue::Truth(*count > 0)
                }
                None => made.literal.value.clone(),
            };
            network.sense(name, value).unwrap();
        }
        if network.is_executing(skill) {
            network.complete(&agent.name).unwrap();
        }
    }
}

/// The selected skills and the step of each.
pub(crate) fn actions(example: &mut Example, network: &mut Network) -> Vec<(u64, String)> {
    let mut done = Vec::new();
    example.play(network, |network, step| {
        if let Some(skill) = step.selected {
            done.push((step.number, network.skill_name(skill).to_owned()));
        }
    });
    done
}
