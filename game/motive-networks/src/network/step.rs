//! One step: activation spreads, is normalized, and the strongest executable skill is selected.

use super::Network;
use crate::activation::engine::{ExternalInputs, GoalInput, SensorInput, SequenceInput};
use crate::activation::field::StepContext;
use crate::activation::normalization::NormalizationLimits;
use crate::graph::links::LinkGraph;
use crate::model::agents::Decay;
use crate::model::literal::SensorValue;
use crate::model::parameters::Parameters;
use crate::model::profile::{Profile, SkillDuration, Summation, TieBreak};
use motive_core::binding::KeyedRng;

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Step {
    /// Its number; the first is 1.
    pub number: u64,
    /// The number of the skill that was selected.
    pub selected: Option<usize>,
    /// The threshold that a skill had to reach.
    pub used: f64,
    /// The threshold after the step.
    pub threshold: f64,
    /// The sum of all activations before normalization.
    pub total: f64,
    /// Whether activations were scaled.
    pub scaled: bool,
}

/// With [`Summation::Automatic`], flows are summed by proposition in networks with more links than this.
pub const EXACT_LINKS: usize = 1 << 17;

/// Buffers that are filled again when something changes, so that a step without changes allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct StepBuffers {
    sensors: Vec<SensorInput>,
    goals: Vec<GoalInput>,
    pub(super) sequences: Vec<SequenceInput>,
    /// By skill, whether it is disabled; empty if none is.
    pub(super) suppressed: Vec<bool>,
    /// Empty if none decays.
    decay: Vec<Decay>,
    /// Some coefficient changes with time.
    varying: bool,
    /// Skills whose input must be recalculated in this step.
    sensed_by: Vec<u32>,
    /// There are at most [`EXACT_LINKS`] links.
    few_links: bool,
    /// The parameters of the last step, so that it can be explained.
    pub(super) explained: Parameters,
}

impl Network {
    /// Spreads activation once and selects a skill.
    pub fn step(&mut self) -> Step {
        self.notices.reopen();
        self.disable_silent_agents();
        for skill in std::mem::take(&mut self.selection.spent) {
            self.field.set_level(skill, 0.0);
        }
        self.process_next_reports();
        self.process_receptors();
        self.update_instances();
        if std::mem::take(&mut self.stale.graph) {
            self.compile();
        }
        self.steps += 1;
        let step = if self.settings.profile == Profile::Extended {
            self.step_extended()
        } else {
            self.step_classic()
        };
        self.selection.last = Some(step);
        self.check_for_loop(step);
        self.remove_missing_agents();
        self.notices.close();
        step
    }

    fn step_classic(&mut self) -> Step {
        self.spread();
        let limits = NormalizationLimits {
            mean: self.settings.parameters.mean,
            normalization: self.settings.normalization,
            decay: &self.buffers.decay,
        };
        let (total, scaled) = self.field.normalize(&limits);
        let used = self.selection.threshold;
        let selected = self.strongest();
        self.selection.started.clear();
        self.selection.threshold = match selected {
            Some(skill) => {
                self.start(skill);
                self.field.round(self.settings.parameters.threshold)
            }
            None => self.field.round(used * self.settings.parameters.factor),
        };
        Step { number: self.steps, selected, used, threshold: self.selection.threshold, total, scaled }
    }

    fn spread(&mut self) {
        self.truth.begin_step();
        let varying = self.buffers.varying;
        let state = std::mem::take(&mut self.stale.state) || varying;
        let goals = std::mem::take(&mut self.stale.goals) || varying;
        if state || goals {
            self.read_agents();
        }
        if std::mem::take(&mut self.stale.coefficients) || varying {
            self.read_coefficients();
        }
        self.read_sequences();
        let buffers = &mut self.buffers;
        buffers.sensed_by.clear();
        std::mem::swap(&mut buffers.sensed_by, &mut self.stale.sensed_by);
        buffers.sensed_by.sort_unstable();
        buffers.sensed_by.dedup();
        buffers.explained = self.settings.parameters;
        let cx = StepContext {
            links: &self.graph,
            holds: self.truth.holds(),
            unmet: self.truth.unmet(),
            suppressed: &self.buffers.suppressed,
            cap_inhibition: self.settings.cap_inhibition,
            spare_stronger: self.settings.spare_stronger,
        };
        let inputs = ExternalInputs {
            parameters: &self.settings.parameters,
            coefficients: &self.coefficients,
            step: self.steps,
            sensors: &self.buffers.sensors,
            sensor_of: self.registry.sensor_of(),
            sensed_by: (!state).then_some(&self.buffers.sensed_by),
            goals: goals.then_some(&self.buffers.goals),
            sequences: &self.buffers.sequences,
            by_link: self.by_link(),
        };
        self.field.spread(&cx, &inputs);
    }

    /// Whether flows are summed link by link.
    fn by_link(&self) -> bool {
        self.coefficients.has_links()
            || match self.settings.summation {
                Summation::ByLink => true,
                Summation::ByProposition => false,
                Summation::Automatic => self.buffers.few_links,
            }
    }

    /// Compiles the lists of all skills and recalculates what holds.
    fn compile(&mut self) {
        self.registry.free_unused();
        let skills = self.registry.skills().iter().map(|record| &record.lists);
        self.graph = LinkGraph::new(skills, self.registry.propositions(), self.settings.matching);
        self.buffers.few_links = self.graph.link_count() <= EXACT_LINKS;
        let registry = &self.registry;
        self.coefficients.number(|name| registry.skill_number(name).map(|number| number as u32));
        let by_link = self.by_link();
        self.field.fit(&self.graph, by_link);
        self.truth.reset(&self.graph);
        for sensor in 0..self.registry.sensors().len() {
            self.update_truth(sensor);
        }
        self.stale.sensed_by.clear();
        self.stale.coefficients();
        self.templates.touch();
        self.read_agents();
    }

    /// Recalculates which literals hold according to a sensor.
    fn update_truth(&mut self, sensor: usize) {
        let Some(record) = self.registry.sensors().get(sensor) else { return };
        let quantum = record.agent.quantum.unwrap_or(0.0);
        let has_degrees = self.settings.profile == Profile::Extended;
        for (value, literal) in self.registry.propositions().values(record.proposition) {
            let Some(literal) = self.graph.index_of().get(*literal as usize).copied() else { continue };
            if !self.truth.set(literal, record.value.agrees(value, quantum, has_degrees), &self.graph) {
                continue;
            }
            let needing = self.graph.needing().row(literal as usize);
            let key = self.graph.key_of().get(literal as usize).copied().unwrap_or(0);
            self.field.touch(needing);
            self.field.touch(self.graph.deleting().row(key as usize));
            self.field.touch(self.graph.needing_key(key as usize));
            self.stale.sensed_by.extend_from_slice(needing);
            self.stale.goals = true;
            self.templates.touch();
        }
    }

    /// Changes the value of a sensor.
    pub(super) fn set_sensor_value(&mut self, sensor: usize, value: SensorValue) {
        let Some(record) = self.registry.sensor_mut(sensor) else { return };
        record.value = value;
        if !self.stale.graph {
            self.update_truth(sensor);
        }
    }

    /// Processes one report of each sensor.
    fn process_next_reports(&mut self) {
        for (sensor, value) in self.registry.next_reports() {
            self.set_sensor_value(sensor, value);
        }
    }

    /// Processes the newest report of each sensor now.
    pub(crate) fn process_newest_reports(&mut self) {
        for (sensor, value) in self.registry.newest_reports() {
            self.set_sensor_value(sensor, value);
        }
    }

    /// Reads what sensors and goals give in this step.
    fn read_agents(&mut self) {
        let suppress = self.settings.suppress_disabled;
        let step = self.steps;
        let (buffers, registry) = (&mut self.buffers, &self.registry);
        buffers.sensors.clear();
        buffers.sensors.extend(registry.sensors().iter().map(|record| SensorInput {
            proposition: record.proposition,
            trust: record.agent.trust.at(step),
            silent: record.presence.disabled && suppress,
        }));
        buffers.goals.clear();
        let goals = registry.goals().iter().filter(|record| !(record.presence.disabled && suppress));
        buffers.goals.extend(goals.map(|record| GoalInput {
            literal: self.graph.index_of().get(record.literal as usize).copied().unwrap_or(0),
            importance: record.agent.importance.at(step),
            protected: record.agent.protected,
        }));
        let skills = registry.skills();
        buffers.suppressed.clear();
        if suppress && skills.iter().any(|record| record.presence.disabled) {
            buffers.suppressed.extend(skills.iter().map(|record| record.presence.disabled));
        }
        buffers.decay.clear();
        if skills.iter().any(|record| record.agent.decay != Decay::None) {
            buffers.decay.extend(skills.iter().map(|record| record.agent.decay));
        }
    }

    /// Reads the coefficients of agents in this step.
    fn read_coefficients(&mut self) {
        let (step, registry) = (self.steps, &self.registry);
        let all_one = registry.skills().iter().all(|record| record.agent.influence.is_one());
        let influence: Vec<f64> = if all_one {
            Vec::new()
        } else {
            registry.skills().iter().map(|record| record.agent.influence.at(step)).collect()
        };
        self.field.set_influence(&influence);
        self.buffers.varying = self.coefficients.is_varying()
            || registry.sensors().iter().any(|record| !record.agent.trust.is_constant())
            || registry.goals().iter().any(|record| !record.agent.importance.is_constant())
            || registry.skills().iter().any(|record| !record.agent.influence.is_constant());
    }

    /// The strongest executable skill that reaches the threshold.
    fn strongest(&self) -> Option<usize> {
        // Summed link by link, activations are compared exactly; otherwise those that differ by rounding errors are equal.
        let tie = if self.by_link() { 0.0 } else { self.field.tie_tolerance() };
        let threshold = self.selection.threshold * (1.0 - tie);
        let mut best: Option<(usize, f64)> = None;
        // Few skills are executable: records are read only for those without unmet preconditions.
        let unmet = self.truth.unmet().iter().zip(self.registry.skills()).enumerate();
        for (skill, (_, record)) in unmet.filter(|(_, (unmet, _))| **unmet == 0) {
            let level = self.field.level(skill);
            let free = !record.executing && !record.presence.disabled;
            if free && level >= threshold && best.is_none_or(|best| self.beats((skill, level), best, tie)) {
                best = Some((skill, level));
            }
        }
        best.map(|(skill, _)| skill)
    }

    fn beats(&self, (skill, level): (usize, f64), (other, best): (usize, f64), tie: f64) -> bool {
        let equal = (level - best).abs() <= best * tie;
        match self.settings.tie_break {
            TieBreak::Random(seed) if equal => {
                let rng = KeyedRng::new(seed, 0, self.steps);
                rng.at(skill as u64) > rng.at(other as u64)
            }
            _ => level > best && !equal,
        }
    }

    /// Starts a skill.
    pub(super) fn start(&mut self, skill: usize) {
        for other in std::mem::take(&mut self.selection.repeated) {
            if let Some(record) = self.registry.skill_mut(other).filter(|_| other != skill) {
                record.invocations = 0;
            }
        }
        self.selection.repeated.push(skill);
        let Some(record) = self.registry.skill_mut(skill) else { return };
        let name = record.agent.name.clone();
        match self.settings.duration {
            SkillDuration::Instant => self.selection.spent.push(skill),
            SkillDuration::Durative => record.executing = true,
        }
        self.selection.started.push(skill);
        self.remember_successor(&name);
        self.observe_start(&name);
    }
}
