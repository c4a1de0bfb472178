//! A network as it is written down: what it starts with.

use crate::error::NetworkError;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::profile::Settings;
use crate::model::update::Update;
use crate::network::Network;
use crate::templates::{instance, matched};
use std::sync::Arc;

/// A network as it is written down: how it runs, and the agents that it starts with.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Blueprint {
    /// Its name.
    pub name: Arc<str>,
    /// How it runs.
    pub settings: Settings,
    /// Sensors and what they say at first.
    pub sensors: Vec<Sensor>,
    /// What is wanted or protected.
    pub goals: Vec<Goal>,
    /// Skills.
    pub skills: Vec<Skill>,
    /// Skills with variables.
    pub templates: Vec<Skill>,
    /// Sensors with variables.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sensor_templates: Vec<Sensor>,
    /// In the extended profile: what there is to be taken up, and how much.
    pub resources: Vec<(Arc<str>, f64)>,
    /// Propositions of which a world counts how often they hold: two empty hands.
    pub counted: Vec<(Arc<str>, u32)>,
    /// How many steps a skill takes in a rehearsal; those not named take none.
    pub durations: Vec<(Arc<str>, u64)>,
    /// What happens before which step, in a rehearsal.
    pub script: Vec<(u64, Update)>,
}

impl Blueprint {
    /// A network without agents.
    #[must_use]
    pub fn new(name: &str, settings: impl Into<Settings>) -> Self {
        Self { name: name.into(), settings: settings.into(), ..Self::default() }
    }

    /// The network, ready to run.
    ///
    /// # Errors
    /// If an agent is refused.
    pub fn open(&self) -> Result<Network, NetworkError> {
        let mut network = Network::new(self.settings)?;
        self.updates().try_for_each(|update| network.apply(update))?;
        Ok(network)
    }

    /// The agents as they arrive.
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

    /// The skill of a name as one of the templates makes it.
    #[must_use]
    pub fn instance(&self, name: &str) -> Option<Skill> {
        self.templates.iter().find_map(|template| instance(template, name))
    }

    /// Whether a proposition has a sensor, or will have one that a template makes.
    #[must_use]
    pub fn is_sensed(&self, proposition: &str) -> bool {
        self.sensors.iter().any(|sensor| *sensor.proposition == *proposition)
            || self.sensor_templates.iter().any(|sensor| matched(&sensor.proposition, proposition).is_some())
    }

    /// Adds a sensor, saying no, for every proposition that somebody mentions, nobody senses and no template fits.
    pub fn add_missing_sensors(&mut self) {
        let mentioned =
            self.skills.iter().flat_map(Skill::literals).chain(self.goals.iter().map(|goal| &goal.literal));
        let mut names: Vec<Arc<str>> = mentioned.map(|literal| literal.proposition.clone()).collect();
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()) && !self.is_sensed(name));
        self.sensors.extend(names.iter().map(|name| Sensor::new(name, false)));
    }
}
