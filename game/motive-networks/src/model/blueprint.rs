//! The description of a network, from which networks are opened.

use crate::error::NetworkError;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::profile::Settings;
use crate::model::update::Update;
use crate::network::Network;
use crate::templates::{instance, matched};
use std::sync::Arc;

/// The description of a network: its settings and the agents that it starts with.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Blueprint {
    /// Its name.
    pub name: Arc<str>,
    /// Its rules and parameters.
    pub settings: Settings,
    /// Sensors and their initial values.
    pub sensors: Vec<Sensor>,
    /// Goals.
    pub goals: Vec<Goal>,
    /// Skills.
    pub skills: Vec<Skill>,
    /// Skills with variables.
    pub templates: Vec<Skill>,
    /// Sensors with variables.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sensor_templates: Vec<Sensor>,
    /// In the extended profile: resources and the amount of each.
    pub resources: Vec<(Arc<str>, f64)>,
    /// In a [`Simulation`](crate::Simulation): propositions that can hold several times, such as two empty hands.
    pub counted: Vec<(Arc<str>, u32)>,
    /// In a [`Simulation`](crate::Simulation): how many steps a skill takes. Skills not named take none.
    pub durations: Vec<(Arc<str>, u64)>,
    /// In a [`Simulation`](crate::Simulation): what happens before which step.
    pub script: Vec<(u64, Update)>,
}

impl Blueprint {
    /// A network without agents.
    #[must_use]
    pub fn new(name: &str, settings: impl Into<Settings>) -> Self {
        Self { name: name.into(), settings: settings.into(), ..Self::default() }
    }

    /// Opens the network.
    ///
    /// # Errors
    /// If an agent is rejected.
    pub fn open(&self) -> Result<Network, NetworkError> {
        let mut network = Network::new(self.settings)?;
        self.updates().try_for_each(|update| network.apply(update))?;
        Ok(network)
    }

    /// The updates that register all agents.
    pub fn updates(&self) -> impl Iterator<Item = Update> {
        let resources = self.resources.iter();
        let resources =
            resources.map(|(name, amount)| Update::Resource { name: name.clone(), amount: *amount });
        resources
            .chain(self.sensors.iter().cloned().map(Update::Sensor))
            .chain(self.goals.iter().cloned().map(Update::Goal))
            .chain(self.skills.iter().cloned().map(Update::Skill))
            .chain(self.templates.iter().cloned().map(Update::Template))
            .chain(self.sensor_templates.iter().cloned().map(Update::SensorTemplate))
    }

    /// The skill of a name.
    #[must_use]
    pub fn skill(&self, name: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| *skill.name == *name)
    }

    /// The instance of a template that has this name.
    #[must_use]
    pub fn instance(&self, name: &str) -> Option<Skill> {
        self.templates.iter().find_map(|template| instance(template, name))
    }

    /// Whether a proposition has a sensor, or matches a sensor template.
    #[must_use]
    pub fn is_sensed(&self, proposition: &str) -> bool {
        self.sensors.iter().any(|sensor| *sensor.proposition == *proposition)
            || self.sensor_templates.iter().any(|sensor| matched(&sensor.proposition, proposition).is_some())
    }

    /// Adds a sensor that is false for every proposition of a skill or goal that has none.
    pub fn add_missing_sensors(&mut self) {
        let mentioned =
            self.skills.iter().flat_map(Skill::literals).chain(self.goals.iter().map(|goal| &goal.literal));
        let mut names: Vec<Arc<str>> = mentioned.map(|literal| literal.proposition.clone()).collect();
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()) && !self.is_sensed(name));
        self.sensors.extend(names.iter().map(|name| Sensor::new(name, false)));
    }
}
