//! One step: activation spreads, is normalized, and the strongest executable skill is selected.

use super::Network;
use crate::activation::{Activation, Stale};
use crate::model::{ActivationTieBreak, NetworkProfile, NetworkSettings, SkillDuration};
use crate::registry::AgentRegistry;
use motive_core::binding::KeyedRng;
use std::sync::Arc;

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NetworkStep {
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

/// Which skills start: the threshold, and recently selected skills.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    /// The activation needed for the next selection.
    pub(super) threshold: f64,
    /// Instant skills that acted in the last step: their activation is reset in the next.
    pub(super) spent: Vec<usize>,
    /// Skills that may have been executed several times in a row.
    repeated: Vec<usize>,
    /// Skills that started in the last step.
    pub(super) started: Vec<usize>,
    pub(super) last: Option<NetworkStep>,
}

impl Selection {
    pub(super) fn new(threshold: f64) -> Self {
        Self { threshold, ..Self::default() }
    }

    /// Removes a skill; those after it move up.
    pub(super) fn remove(&mut self, skill: usize) {
        for list in [&mut self.spent, &mut self.started, &mut self.repeated] {
            list.retain(|other| *other != skill);
            list.iter_mut().filter(|other| **other > skill).for_each(|other| *other -= 1);
        }
    }

    /// Notes that a skill may have been executed several times in a row.
    pub(super) fn note_repeated(&mut self, skill: usize) {
        if !self.repeated.contains(&skill) {
            self.repeated.push(skill);
        }
    }

    /// The strongest executable skill that reaches the threshold.
    fn strongest(
        &self,
        activation: &Activation,
        registry: &AgentRegistry,
        settings: &NetworkSettings,
        step: u64,
    ) -> Option<usize> {
        let tie = activation.tie_tolerance(settings);
        let threshold = self.threshold * (1.0 - tie);
        let beats = |(skill, level): (usize, f64), (other, best): (usize, f64)| {
            let equal = (level - best).abs() <= best * tie;
            match settings.tie_break {
                ActivationTieBreak::Random(seed) if equal => {
                    let rng = KeyedRng::new(seed, 0, step);
                    rng.at(skill as u64) > rng.at(other as u64)
                }
                _ => level > best && !equal,
            }
        };
        let mut best: Option<(usize, f64)> = None;
        // Few skills are executable: records are read only for those without unmet preconditions.
        let unmet = activation.truth.unmet.iter().zip(&registry.skills).enumerate();
        for (skill, (_, record)) in unmet.filter(|(_, (unmet, _))| **unmet == 0) {
            let level = activation.level(skill);
            let free = !record.executing && !record.presence.disabled;
            if free && level >= threshold && best.is_none_or(|best| beats((skill, level), best)) {
                best = Some((skill, level));
            }
        }
        best.map(|(skill, _)| skill)
    }

    /// Starts a skill. Returns its name.
    fn start(
        &mut self,
        skill: usize,
        registry: &mut AgentRegistry,
        duration: SkillDuration,
    ) -> Option<Arc<str>> {
        for other in std::mem::take(&mut self.repeated) {
            if let Some(record) = registry.skill_mut(other).filter(|_| other != skill) {
                record.invocations = 0;
            }
        }
        self.repeated.push(skill);
        let record = registry.skill_mut(skill)?;
        match duration {
            SkillDuration::Instant => self.spent.push(skill),
            SkillDuration::Durative => record.executing = true,
        }
        self.started.push(skill);
        Some(record.agent.name.clone())
    }
}

impl Network {
    /// Spreads activation once and selects a skill.
    pub fn step(&mut self) -> NetworkStep {
        self.journal.reopen();
        self.disable_silent_agents();
        for skill in std::mem::take(&mut self.selection.spent) {
            self.activation.set_level(skill, 0.0);
        }
        let reports = self.registry.next_reports();
        self.process_reports(reports);
        let derived = self.receptors.reports(&self.registry);
        self.process_reports(derived);
        self.update_instances();
        self.steps += 1;
        let stale = self.activation.refresh(&mut self.registry, &self.settings, self.steps);
        if stale == Stale::Links {
            self.templates.touch();
        }
        self.selection.started.clear();
        let step = match self.settings.profile {
            NetworkProfile::Extended => self.step_extended(),
            _ => self.step_classic(stale),
        };
        self.selection.last = Some(step);
        self.check_for_loop(step);
        self.remove_missing_agents();
        self.journal.close();
        step
    }

    fn step_classic(&mut self, stale: Stale) -> NetworkStep {
        let Self { settings, registry, activation, sequences, .. } = self;
        sequences.read(registry, settings.parameters.credence);
        activation.spread(stale, registry, settings, self.steps, &sequences.inputs);
        let (total, scaled) = activation.normalize(settings);
        let used = self.selection.threshold;
        let selected = self.selection.strongest(activation, registry, settings, self.steps);
        self.selection.threshold = activation.round(match selected {
            Some(_) => settings.parameters.threshold,
            None => used * settings.parameters.factor,
        });
        selected.into_iter().for_each(|skill| self.start(skill));
        NetworkStep { number: self.steps, selected, used, threshold: self.selection.threshold, total, scaled }
    }

    /// Starts a skill.
    pub(super) fn start(&mut self, skill: usize) {
        let started = self.selection.start(skill, &mut self.registry, self.settings.duration);
        if let Some(name) = started {
            self.sequences.skill_started(&name, &self.registry);
            self.journal.skill_started(&name, &self.registry);
        }
    }
}
