//! One step: activation flows, is cut down to its limit, and the strongest skill that can be done is selected.

use crate::activation::engine::{ExternalInputs, GoalInput, SensorInput, SequenceInput};
use crate::activation::field::StepContext;
use crate::activation::normalization::NormalizationLimits;
use crate::graph::links::LinkGraph;
use crate::model::agents::Decay;
use crate::model::literal::SensorValue;
use crate::model::profile::{Profile, SkillDuration, Summation, TieBreak};
use crate::network::Network;
use crate::network::notice::Notice;
use motive_core::binding::KeyedRng;

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Step {
    /// Its number; the first is 1.
    pub number: u64,
    /// The skill that was selected, by number.
    pub selected: Option<usize>,
    /// The threshold that it had to reach.
    pub used: f64,
    /// The threshold after the step.
    pub threshold: f64,
    /// The sum of all activations before normalisation.
    pub total: f64,
    /// Whether activations were scaled.
    pub scaled: bool,
}

/// SkillEntries that are filled anew when something changes, kept so that a steady step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepBuffers {
    pub(crate) sensed: Vec<SensorInput>,
    pub(crate) wanted: Vec<GoalInput>,
    pub(crate) following: Vec<SequenceInput>,
    /// Empty if all skills take part.
    pub(crate) suppressed: Vec<bool>,
    /// Empty if none fades.
    pub(crate) decay: Vec<Decay>,
    /// Sensors with reports that have not counted yet.
    pub(crate) reporting: Vec<u32>,
    /// Some coefficient changes with time.
    pub(crate) varying: bool,
    /// Input that has to be worked out anew in this step.
    pub(crate) sensed_by: Vec<u32>,
}

impl Network {
    /// Spreads activation once, and selects.
    pub fn step(&mut self) -> Step {
        if std::mem::take(&mut self.said) {
            self.notices.clear();
        }
        self.mark_silent();
        for skill in std::mem::take(&mut self.spent) {
            self.engine.set_level(skill, 0.0);
        }
        self.hear_once();
        self.sense_receptors();
        self.make_instances();
        if std::mem::take(&mut self.stale.links) {
            self.compile();
        }
        self.steps += 1;
        let step = if self.settings.profile == Profile::Extended {
            self.step_extended()
        } else {
            self.step_classic()
        };
        self.last = Some(step);
        self.notice_loop(step);
        self.check_disabled();
        self.said = true;
        step
    }

    fn step_classic(&mut self) -> Step {
        self.spread();
        let limits = NormalizationLimits {
            mean: self.settings.parameters.mean,
            normalising: self.settings.normalization,
            decay: &self.room.decay,
        };
        let (total, scaled) = self.engine.normalise(&limits);
        let used = self.threshold;
        let selected = self.strongest();
        self.started.clear();
        self.threshold = match selected {
            Some(skill) => {
                self.start(skill);
                self.engine.round(self.settings.parameters.threshold)
            }
            None => self.engine.round(used * self.settings.parameters.factor),
        };
        Step { number: self.steps, selected, used, threshold: self.threshold, total, scaled }
    }

    /// Lets activation flow.
    fn spread(&mut self) {
        let varying = self.room.varying;
        let state = std::mem::take(&mut self.stale.state) || varying;
        let goals = std::mem::take(&mut self.stale.goals) || varying;
        if state || goals {
            self.read_agents();
        }
        if std::mem::take(&mut self.stale.influence) || varying {
            self.read_influence();
        }
        self.read_followers();
        self.room.sensed_by.clear();
        std::mem::swap(&mut self.room.sensed_by, &mut self.stale.sensed_by);
        self.room.sensed_by.sort_unstable();
        self.room.sensed_by.dedup();
        let scene = StepContext {
            links: &self.links,
            holds: &self.truth.holds,
            unmet: &self.truth.unmet,
            suppressed: &self.room.suppressed,
            cap_inhibition: self.settings.cap_inhibition,
            spare_stronger: self.settings.spare_stronger,
        };
        let inputs = ExternalInputs {
            parameters: &self.settings.parameters,
            influence: &self.influence,
            step: self.steps,
            sensors: &self.room.sensed,
            sensor_of: &self.sensor_of,
            sensed_by: (!state).then_some(&self.room.sensed_by),
            goals: goals.then_some(&self.room.wanted),
            followers: &self.room.following,
            by_link: self.by_link(),
        };
        self.engine.spread(&scene, &inputs);
    }

    pub(crate) fn by_link(&self) -> bool {
        self.settings.summation == Summation::ByLink || self.influence.has_links()
    }

    /// Compiles the lists of all skills and works out what holds.
    fn compile(&mut self) {
        let skills = self.skills.iter().map(|record| &record.lists);
        self.links = LinkGraph::new(skills, &self.names, self.settings.matching);
        let numbers = &self.skill_numbers;
        self.influence.number(|name| numbers.get(name).copied());
        let by_link = self.by_link();
        self.engine.fit(&self.links, by_link);
        self.truth.holds = vec![false; self.links.rank.len()];
        self.truth.unmet = self.links.needs.keys.iter().map(|row| row.len() as u32).collect();
        for sensor in 0..self.sensors.len() {
            self.see(sensor);
        }
        self.sensor_of.resize(self.names.len(), crate::network::NO_SENSOR);
        self.stale.sensed_by.clear();
        (self.stale.state, self.stale.goals, self.stale.influence) = (true, true, true);
        self.templates.touched = true;
        self.read_agents();
    }

    /// Takes over what a sensor says into what holds.
    fn see(&mut self, sensor: usize) {
        let Some(record) = self.sensors.get(sensor) else { return };
        let quantum = record.agent.quantum.unwrap_or(0.0);
        let said = record.value.rounded(quantum);
        for (value, pair) in self.names.values(record.proposition) {
            let Some(pair) = self.links.rank.get(*pair as usize) else { continue };
            let Some(holds) = self.truth.holds.get_mut(*pair as usize) else { continue };
            let now = value.rounded(quantum) == said;
            if std::mem::replace(holds, now) == now {
                continue;
            }
            let needing = self.links.needing.row(*pair as usize);
            for unmet in needing.iter() {
                if let Some(unmet) = self.truth.unmet.get_mut(*unmet as usize) {
                    *unmet = if now { unmet.saturating_sub(1) } else { *unmet + 1 };
                }
            }
            let key = self.links.key_of.get(*pair as usize).copied().unwrap_or(0);
            self.engine.touch(needing);
            self.engine.touch(self.links.deleting.row(key as usize));
            self.engine.touch(self.links.needing_key(key as usize));
            self.stale.sensed_by.extend_from_slice(needing);
            self.stale.goals = true;
            self.templates.touched = true;
        }
    }

    /// A sensor says something new.
    pub(crate) fn hear(&mut self, sensor: usize, value: SensorValue) {
        let Some(record) = self.sensors.get_mut(sensor) else { return };
        record.value = value;
        if !self.stale.links {
            self.see(sensor);
        }
    }

    /// One report of each sensor counts.
    fn hear_once(&mut self) {
        let reporting = std::mem::take(&mut self.room.reporting);
        for sensor in &reporting {
            let next = self.sensors.get_mut(*sensor as usize).and_then(|record| record.waiting.pop_front());
            if let Some(value) = next {
                self.hear(*sensor as usize, value);
            }
        }
        self.room.reporting = reporting;
        let sensors = &self.sensors;
        let waits =
            |sensor: &u32| sensors.get(*sensor as usize).is_some_and(|record| !record.waiting.is_empty());
        self.room.reporting.retain(waits);
    }

    /// Every report that waits counts now.
    pub(crate) fn hear_everything(&mut self) {
        for sensor in std::mem::take(&mut self.room.reporting) {
            let last = self.sensors.get_mut(sensor as usize).and_then(|record| {
                let last = record.waiting.pop_back();
                record.waiting.clear();
                last
            });
            if let Some(value) = last {
                self.hear(sensor as usize, value);
            }
        }
    }

    /// What sensors and goals give, at this step.
    fn read_agents(&mut self) {
        let suppress = self.settings.suppress_disabled;
        let step = self.steps;
        let room = &mut self.room;
        room.sensed.clear();
        room.sensed.extend(self.sensors.iter().map(|record| SensorInput {
            proposition: record.proposition,
            trust: record.agent.trust.at(step),
            silent: record.presence.disabled && suppress,
        }));
        room.wanted.clear();
        let goals = self.goals.iter().filter(|record| !(record.presence.disabled && suppress));
        room.wanted.extend(goals.map(|record| GoalInput {
            pair: self.links.rank.get(record.pair as usize).copied().unwrap_or(0),
            importance: record.agent.importance.at(step),
            protected: record.agent.protected,
        }));
        room.suppressed.clear();
        if suppress && self.skills.iter().any(|record| record.presence.disabled) {
            room.suppressed.extend(self.skills.iter().map(|record| record.presence.disabled));
        }
        room.decay.clear();
        if self.skills.iter().any(|record| record.agent.decay != Decay::None) {
            room.decay.extend(self.skills.iter().map(|record| record.agent.decay));
        }
    }

    /// How much each agent counts, at this step.
    fn read_influence(&mut self) {
        let step = self.steps;
        let all_count_fully = self.skills.iter().all(|record| record.agent.influence.is_one());
        let influence: Vec<f64> = if all_count_fully {
            Vec::new()
        } else {
            self.skills.iter().map(|record| record.agent.influence.at(step)).collect()
        };
        self.engine.set_influence(&influence);
        self.room.varying = self.influence.is_varying()
            || self.sensors.iter().any(|record| !record.agent.trust.is_constant())
            || self.goals.iter().any(|record| !record.agent.importance.is_constant())
            || self.skills.iter().any(|record| !record.agent.influence.is_constant());
    }

    /// The strongest skill that can be done and reaches the threshold.
    fn strongest(&self) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        // Few can be done: the flat list of who can is read first, and the rest of those alone.
        let ready =
            self.truth.unmet.iter().zip(&self.skills).enumerate().filter(|(_, (unmet, _))| **unmet == 0);
        for (skill, (_, record)) in ready {
            let level = self.engine.level(skill);
            let free = !record.executing && !record.presence.disabled;
            if free && level >= self.threshold && best.is_none_or(|best| self.beats((skill, level), best)) {
                best = Some((skill, level));
            }
        }
        best.map(|(skill, _)| skill)
    }

    fn beats(&self, (skill, level): (usize, f64), (other, best): (usize, f64)) -> bool {
        match self.settings.tie_break {
            TieBreak::Random(seed) if level == best => {
                let rng = KeyedRng::new(seed, 0, self.steps);
                rng.at(skill as u64) > rng.at(other as u64)
            }
            _ => level > best,
        }
    }

    /// A skill begins.
    pub(crate) fn start(&mut self, skill: usize) {
        // Few were done lately: the rest need not be looked at.
        for other in self.repeated.drain(..).filter(|other| *other != skill) {
            if let Some(record) = self.skills.get_mut(other) {
                record.invocations = 0;
            }
        }
        self.repeated.push(skill);
        let Some(record) = self.skills.get_mut(skill) else { return };
        let name = record.agent.name.clone();
        match self.settings.duration {
            SkillDuration::Instant => self.spent.push(skill),
            SkillDuration::Durative => record.executing = true,
        }
        self.started.push(skill);
        self.remember_follower(&name);
        self.observe_start(skill);
    }

    /// Keeps something for whoever asks.
    pub(crate) fn say(&mut self, notice: Notice) {
        if std::mem::take(&mut self.said) {
            self.notices.clear();
        }
        self.notices.push(notice);
    }
}
