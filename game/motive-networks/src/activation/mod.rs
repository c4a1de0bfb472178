//! The activation of all skills of a network: external input, spreading, inhibition, normalization.

mod by_link;
mod by_proposition;
mod conflicters;
mod engine;
mod external;
mod field;
mod numbers;

pub use engine::Flows;
pub(crate) use engine::{LinkCoefficients, NamedLink, SequenceInput};

use crate::graph::{LinkGraph, TruthTable};
use crate::model::{Coefficient, Decay, NetworkSettings, Parameters, Precision, Summation};
use crate::registry::AgentRegistry;
use engine::{ActivationEngine, ExternalInputs, GoalInput, NormalizationLimits, SensorInput, StepContext};
use field::ActivationField;

/// With [`Summation::Automatic`], flows are summed by proposition in networks with more links than this.
pub const EXACT_LINKS: usize = 1 << 17;

/// What has become invalid since the last step. Each value includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stale {
    /// Nothing.
    #[default]
    Nothing,
    /// What goals give, and what sensors give to the skills that need a literal that has changed.
    Goals,
    /// What goals and sensors give to all skills, and which skills take part.
    Inputs,
    /// The coefficients of agents and of kinds of links.
    Coefficients,
    /// The links between skills, and everything else that is calculated from the lists of agents.
    Links,
}

impl Stale {
    /// Everything that can be invalid, in the order in which it is calculated again.
    const PARTS: [Self; 4] = [Self::Links, Self::Coefficients, Self::Inputs, Self::Goals];
}

/// The activation of all skills, and what it is calculated from.
///
/// A change of something on which activation depends is followed by [`Activation::invalidate`]. [`Activation::refresh`] is the one
/// place where what is invalid is calculated again.
#[derive(Clone)]
pub(crate) struct Activation {
    field: Box<dyn ActivationEngine>,
    pub(crate) links: LinkGraph,
    pub(crate) truth: TruthTable,
    pub(crate) coefficients: LinkCoefficients,
    inputs: AgentInputs,
    stale: Stale,
    /// Skills that need a literal that has changed since the last step.
    sensed_by: Vec<u32>,
    /// Some coefficient changes with time.
    varying: bool,
    /// There are at most [`EXACT_LINKS`] links.
    few_links: bool,
    /// The parameters of the last step, so that it can be explained.
    pub(crate) explained: Parameters,
}

/// What sensors, goals and skills give in a step, in arrays that are filled again when something changes.
#[derive(Clone, Debug, Default)]
struct AgentInputs {
    sensors: Vec<SensorInput>,
    goals: Vec<GoalInput>,
    /// Skills that need a literal that has changed before this step.
    sensed_by: Vec<u32>,
    /// By skill, whether it is disabled; empty if none is.
    suppressed: Vec<bool>,
    /// Empty if none decays.
    decay: Vec<Decay>,
}

impl AgentInputs {
    fn read_goals(
        &mut self,
        registry: &AgentRegistry,
        links: &LinkGraph,
        settings: &NetworkSettings,
        step: u64,
    ) {
        let suppress = settings.suppress_disabled;
        self.goals.clear();
        let goals = registry.goals.iter().filter(|record| !(record.presence.disabled && suppress));
        self.goals.extend(goals.map(|record| GoalInput {
            literal: links.index(record.literal).unwrap_or(0),
            importance: record.agent.importance.at(step),
            protected: record.agent.protected,
        }));
    }

    fn read_sensors_and_skills(&mut self, registry: &AgentRegistry, settings: &NetworkSettings, step: u64) {
        let suppress = settings.suppress_disabled;
        self.sensors.clear();
        self.sensors.extend(registry.sensors.iter().map(|record| SensorInput {
            proposition: record.proposition,
            trust: record.agent.trust.at(step),
            silent: record.presence.disabled && suppress,
        }));
        let skills = &registry.skills;
        self.suppressed.clear();
        if suppress && skills.iter().any(|record| record.presence.disabled) {
            self.suppressed.extend(skills.iter().map(|record| record.presence.disabled));
        }
        self.decay.clear();
        if skills.iter().any(|record| record.agent.decay != Decay::None) {
            self.decay.extend(skills.iter().map(|record| record.agent.decay));
        }
    }
}

impl Activation {
    pub(crate) fn new(precision: Precision) -> Self {
        Self {
            field: match precision {
                Precision::Single => Box::new(ActivationField::<f32>::default()),
                Precision::Double => Box::new(ActivationField::<f64>::default()),
            },
            links: LinkGraph::default(),
            truth: TruthTable::default(),
            coefficients: LinkCoefficients::default(),
            inputs: AgentInputs::default(),
            stale: Stale::Links,
            sensed_by: Vec::new(),
            varying: false,
            few_links: false,
            explained: Parameters::default(),
        }
    }

    /// The activation of a skill, 0 if there is none.
    pub(crate) fn level(&self, skill: usize) -> f64 {
        self.field.level(skill)
    }

    /// The activation of a skill before the last step.
    pub(crate) fn previous(&self, skill: usize) -> f64 {
        self.field.previous(skill)
    }

    pub(crate) fn set_level(&mut self, skill: usize, level: f64) {
        self.field.set_level(skill, level);
    }

    /// What flowed to a skill in the last step.
    pub(crate) fn flows(&self, skill: usize) -> Flows {
        self.field.flows(skill)
    }

    /// A number rounded to the precision used.
    pub(crate) fn round(&self, value: f64) -> f64 {
        self.field.round(value)
    }

    /// Whether a skill neither sent nor received activation in the last step.
    pub(crate) fn was_suppressed(&self, skill: usize) -> bool {
        self.inputs.suppressed.get(skill).copied().unwrap_or(false)
    }

    /// Whether agents were registered or removed since the last step, so that its links are no longer known.
    pub(crate) fn has_stale_links(&self) -> bool {
        self.stale == Stale::Links
    }

    /// Something has changed on which activation depends.
    pub(crate) fn invalidate(&mut self, what: Stale) {
        self.stale = self.stale.max(what);
    }

    /// The coefficients of kinds of links and of single links, to be changed.
    pub(crate) fn coefficients_mut(&mut self, what: Stale) -> &mut LinkCoefficients {
        self.invalidate(what);
        &mut self.coefficients
    }

    /// Removes a skill; those after it move up.
    pub(crate) fn remove(&mut self, skill: usize) {
        self.field.remove(skill);
        self.invalidate(Stale::Links);
    }

    /// A sensor has another value. Returns whether another literal holds than before.
    pub(crate) fn sensor_changed(&mut self, sensor: usize, registry: &AgentRegistry) -> bool {
        // All literals are read when the links are compiled.
        self.stale != Stale::Links && self.read_literals(sensor, registry)
    }

    fn read_literals(&mut self, sensor: usize, registry: &AgentRegistry) -> bool {
        let Some(sensor) = registry.sensors.get(sensor) else { return false };
        let links = &self.links;
        let mut changed = false;
        for (value, literal) in registry.propositions.values(sensor.proposition) {
            let Some(literal) = links.index(*literal) else { continue };
            if !self.truth.set(literal, sensor.agrees(value, registry.has_degrees()), links) {
                continue;
            }
            let (needing, key) = (links.needing.row(literal as usize), links.key(literal));
            for skills in [needing, links.deleting.row(key), links.needing_key(key)] {
                self.field.touch(skills);
            }
            self.sensed_by.extend_from_slice(needing);
            self.stale = self.stale.max(Stale::Goals);
            changed = true;
        }
        changed
    }

    /// Calculates again what has become invalid since the last step. Returns what that was.
    pub(crate) fn refresh(
        &mut self,
        registry: &mut AgentRegistry,
        settings: &NetworkSettings,
        step: u64,
    ) -> Stale {
        let varying = if self.varying { Stale::Coefficients } else { Stale::Nothing };
        let stale = std::mem::take(&mut self.stale).max(varying);
        for part in Stale::PARTS.into_iter().filter(|part| *part <= stale) {
            match part {
                Stale::Links => self.compile(registry, settings),
                Stale::Coefficients => self.read_coefficients(registry, step),
                Stale::Inputs => self.inputs.read_sensors_and_skills(registry, settings, step),
                Stale::Goals => self.inputs.read_goals(registry, &self.links, settings, step),
                Stale::Nothing => {}
            }
        }
        // The truth of literals was calculated again, and nothing has changed since.
        self.stale = Stale::Nothing;
        self.truth.begin_step();
        self.inputs.sensed_by.clear();
        std::mem::swap(&mut self.inputs.sensed_by, &mut self.sensed_by);
        self.inputs.sensed_by.sort_unstable();
        self.inputs.sensed_by.dedup();
        self.explained = settings.parameters;
        stale
    }

    /// Compiles the lists of all skills, and calculates again what holds.
    fn compile(&mut self, registry: &mut AgentRegistry, settings: &NetworkSettings) {
        registry.free_unused();
        let skills = registry.skills.iter().map(|record| &record.lists);
        self.links = LinkGraph::new(skills, &registry.propositions, settings.matching);
        self.few_links = self.links.link_count() <= EXACT_LINKS;
        self.coefficients.number(|name| registry.skill_number(name).map(|number| number as u32));
        let by_link = self.is_by_link(settings);
        self.field.fit(&self.links, by_link);
        self.truth.reset(&self.links);
        for sensor in 0..registry.sensors.len() {
            self.read_literals(sensor, registry);
        }
    }

    fn read_coefficients(&mut self, registry: &AgentRegistry, step: u64) {
        let skills = || registry.skills.iter().map(|record| &record.agent.influence);
        let all_one = skills().all(Coefficient::is_one);
        let influence: Vec<f64> =
            if all_one { Vec::new() } else { skills().map(|influence| influence.at(step)).collect() };
        self.field.set_influence(&influence);
        let sensors = registry.sensors.iter().map(|record| &record.agent.trust);
        let goals = registry.goals.iter().map(|record| &record.agent.importance);
        let mut of_agents = skills().chain(sensors).chain(goals);
        self.varying = self.coefficients.is_varying() || of_agents.any(|value| !value.is_constant());
    }

    /// Whether flows are summed link by link.
    fn is_by_link(&self, settings: &NetworkSettings) -> bool {
        self.coefficients.has_links()
            || match settings.summation {
                Summation::ByLink => true,
                Summation::ByProposition => false,
                Summation::Automatic => self.few_links,
            }
    }

    /// Spreads activation. `stale` is what [`Activation::refresh`] has calculated again.
    pub(crate) fn spread(
        &mut self,
        stale: Stale,
        registry: &AgentRegistry,
        settings: &NetworkSettings,
        step: u64,
        sequences: &[SequenceInput],
    ) {
        let inputs = &self.inputs;
        let cx = StepContext {
            links: &self.links,
            holds: &self.truth.holds,
            unmet: &self.truth.unmet,
            suppressed: &inputs.suppressed,
            cap_inhibition: settings.cap_inhibition,
            spare_stronger: settings.spare_stronger,
        };
        let by_link = self.is_by_link(settings);
        let inputs = ExternalInputs {
            parameters: &settings.parameters,
            coefficients: &self.coefficients,
            step,
            stale,
            sensors: &inputs.sensors,
            sensor_of: &registry.sensor_of,
            sensed_by: &inputs.sensed_by,
            goals: &inputs.goals,
            sequences,
            by_link,
        };
        self.field.spread(&cx, &inputs);
    }

    /// Decays and normalizes. Returns the sum before and whether anything was scaled.
    pub(crate) fn normalize(&mut self, settings: &NetworkSettings) -> (f64, bool) {
        self.field.normalize(&NormalizationLimits {
            mean: settings.parameters.mean,
            normalization: settings.normalization,
            decay: &self.inputs.decay,
        })
    }

    /// The relative difference up to which two activations count as equal. Summed link by link, they are compared exactly; otherwise
    /// those that differ by rounding errors are equal.
    pub(crate) fn tie_tolerance(&self, settings: &NetworkSettings) -> f64 {
        if self.is_by_link(settings) { 0.0 } else { self.field.tie_tolerance() }
    }
}
