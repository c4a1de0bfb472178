//! The activation of every skill, and the flows that made it.

use super::conflicters::Conflicters;
use super::engine::{ActivationEngine, ExternalInputs, Flows, NormalizationLimits, StepContext};
use super::numbers::{Float, Marks};
use crate::graph::LinkGraph;
use crate::model::{Decay, LinkKind, Normalization, Parameters};
use motive_util::Rows;

/// Activation of all skills and the flows of the last step, by skill.
#[derive(Clone, Debug, Default)]
pub(super) struct ActivationField<N> {
    pub(super) level: Vec<N>,
    /// Levels at the beginning of the last step.
    pub(super) previous: Vec<N>,
    /// Levels before normalization.
    pub(super) before: Vec<N>,
    /// The flows to each skill in the last step. Flows that are written together are stored together: seven arrays read in lockstep
    /// would evict each other from the cache.
    pub(super) external_flows: Vec<ExternalFlow<N>>,
    pub(super) spread_flows: Vec<SpreadFlow<N>>,
    pub(super) rates: FlowRates<N>,
    /// Working space of a step.
    pub(super) buffers: SpreadBuffers<N>,
    pub(super) conflicters: Conflicters<N>,
}

/// What a skill got from sensors, goals and remembered sequences.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExternalFlow<N> {
    pub(super) state: N,
    pub(super) goals: N,
    pub(super) protected: N,
    pub(super) followers: N,
}

/// What a skill got from its links to other skills.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpreadFlow<N> {
    pub(super) backward: N,
    pub(super) forward: N,
    pub(super) inhibition: N,
}

/// The divisors of flows, and the ratios between kinds of flow.
#[derive(Clone, Debug, Default)]
pub(super) struct FlowRates<N> {
    /// By key: how many preconditions, add list entries and delete list entries have it.
    pub(super) needing: Vec<u32>,
    pub(super) adding: Vec<u32>,
    pub(super) deleting: Vec<u32>,
    /// By key, one over each of them.
    pub(super) per_needing: Vec<N>,
    pub(super) per_adding: Vec<N>,
    pub(super) per_deleting: Vec<N>,
    /// By skill, one over the length of its precondition, add and delete list.
    pub(super) per_need: Vec<N>,
    pub(super) per_add: Vec<N>,
    pub(super) per_delete: Vec<N>,
    pub(super) forward: N,
    pub(super) inhibit: N,
    /// By kind of link.
    pub(super) kinds: [N; LinkKind::ALL.len()],
    /// By skill, a factor for what flows from it; empty if all are 1.
    pub(super) influence: Vec<N>,
}

impl<N: Float> FlowRates<N> {
    fn new(links: &LinkGraph) -> Self {
        let keys = 0..links.keys;
        let needing: Vec<u32> = keys.clone().map(|key| links.needing_key(key).len() as u32).collect();
        let adding: Vec<u32> = keys.clone().map(|key| links.adding_key(key).len() as u32).collect();
        let deleting: Vec<u32> = keys.map(|key| links.deleting.row(key).len() as u32).collect();
        let over = |counts: &[u32]| counts.iter().map(|count| N::ONE / N::count((*count).max(1))).collect();
        let lengths = |rows: &Rows| rows.lengths().map(|length| length as u32).collect::<Vec<_>>();
        Self {
            per_needing: over(&needing),
            per_adding: over(&adding),
            per_deleting: over(&deleting),
            per_need: over(&lengths(&links.needs.keys)),
            per_add: over(&lengths(&links.adds.keys)),
            per_delete: over(&links.delete_lengths),
            needing,
            adding,
            deleting,
            forward: N::ZERO,
            inhibit: N::ZERO,
            kinds: [N::ONE; LinkKind::ALL.len()],
            influence: Vec::new(),
        }
    }

    pub(super) fn set(&mut self, parameters: &Parameters) {
        self.forward = N::of(parameters.state / parameters.goals);
        self.inhibit = N::of(parameters.protection / parameters.goals);
    }

    pub(super) fn kind(&self, kind: LinkKind) -> N {
        self.kinds[kind as usize]
    }
}

/// A sum of flows, and the largest of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FlowSum<N> {
    pub(super) sum: N,
    pub(super) largest: N,
}

/// Arrays that are filled again in each step.
#[derive(Clone, Debug, Default)]
pub(super) struct SpreadBuffers<N> {
    /// By skill: what flows from it, if it is executable.
    pub(super) executable_flow: Vec<N>,
    /// By skill: what flows from it.
    pub(super) flow: Vec<N>,
    /// Level and flow of each skill, side by side.
    pub(super) level_and_flow: Vec<[N; 2]>,
    /// By literal: the flow of all skills that need it. Used when all conflicters are listed, otherwise the next is. Readers of
    /// this and of `forward` leave zeros behind, so that a step need not clear them.
    pub(super) demand: Vec<N>,
    pub(super) demand_with_largest: Vec<FlowSum<N>>,
    /// By key: what flows backward through it.
    pub(super) backward: Vec<N>,
    /// By key: what flows forward through it.
    pub(super) forward: Vec<N>,
    /// By literal: what flows forward through its key.
    pub(super) forward_by_literal: Vec<N>,
    /// By key: the flow of all skills for which it holds, which inhibits those that delete it.
    pub(super) held: Vec<FlowSum<N>>,
    /// By skill: a sum that is being added up, see [`SpreadBuffers::add_to_sum`].
    pub(super) sums: Vec<N>,
    pub(super) begun: Marks,
    /// The skills that have a sum.
    pub(super) summed: Vec<u32>,
    pub(super) marks: Marks,
    /// Remembered sequences gave something in the last step.
    pub(super) any_sequence: bool,
}

impl<N: Float> ActivationField<N> {
    /// Finds how much flows from each skill.
    pub(super) fn begin_step(&mut self, cx: &StepContext<'_>) {
        self.previous.clone_from(&self.level);
        let Self { level, rates, buffers, .. } = self;
        let places =
            buffers.executable_flow.iter_mut().zip(&mut buffers.flow).zip(&mut buffers.level_and_flow);
        for (skill, (((executable, flow), both), level)) in places.zip(level.iter()).enumerate() {
            let outflow = match rates.influence.get(skill) {
                Some(influence) => *level * *influence,
                None => *level,
            };
            *flow = if cx.suppressed(skill) { N::ZERO } else { outflow };
            *both = [*level, *flow];
            *executable = if cx.executable(skill) { *flow } else { N::ZERO };
        }
    }

    /// Adds all flows to the levels; suppressed skills keep theirs.
    pub(super) fn apply_flows(&mut self, cx: &StepContext<'_>) {
        let gains = self.external_flows.iter().zip(&self.spread_flows);
        let places = self.level.iter_mut().zip(&mut self.before).zip(gains).enumerate();
        for (skill, ((level, before), (external, spread))) in places {
            let ExternalFlow { state, goals, protected, followers } = *external;
            let SpreadFlow { backward, forward, inhibition } = *spread;
            if !cx.suppressed(skill) {
                let gain = state + goals - protected + backward + forward + followers - inhibition;
                *level = (*level + gain).as_activation();
            }
            *before = *level;
        }
    }

    /// The sum of all levels, in the order of registration.
    pub(super) fn total(&self) -> N {
        self.level.iter().fold(N::ZERO, |sum, level| sum + *level)
    }
}

fn clear<T: Clone + Default>(list: &mut Vec<T>, len: usize) {
    list.clear();
    list.resize(len, T::default());
}

impl<N: Float> ActivationEngine for ActivationField<N> {
    fn fit(&mut self, links: &LinkGraph, by_link: bool) {
        let skills = links.skills();
        self.conflicters = if by_link { Conflicters::default() } else { Conflicters::new(links) };
        self.rates =
            FlowRates { influence: std::mem::take(&mut self.rates.influence), ..FlowRates::new(links) };
        clear(&mut self.external_flows, skills);
        clear(&mut self.spread_flows, skills);
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            list.resize(skills, N::ZERO);
        }
        let buffers = &mut self.buffers;
        for list in [&mut buffers.executable_flow, &mut buffers.flow, &mut buffers.sums] {
            clear(list, skills);
        }
        for list in [&mut buffers.backward, &mut buffers.forward] {
            clear(list, links.keys);
        }
        clear(&mut buffers.level_and_flow, skills);
        // When all conflicters are listed, sums per key are not needed.
        let listed = self.conflicters.complete;
        let (literals, keys) = (links.literals(), links.keys);
        clear(&mut buffers.demand, if listed { literals } else { 0 });
        clear(&mut buffers.forward_by_literal, if listed { literals } else { 0 });
        clear(&mut buffers.held, if listed { 0 } else { keys });
        clear(&mut buffers.demand_with_largest, if listed { 0 } else { literals });
        (buffers.begun, buffers.marks) = (Marks::new(skills), Marks::new(skills));
    }

    fn remove(&mut self, skill: usize) {
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            if skill < list.len() {
                list.remove(skill);
            }
        }
        if skill < self.external_flows.len() {
            self.external_flows.remove(skill);
            self.spread_flows.remove(skill);
        }
    }

    fn level(&self, skill: usize) -> f64 {
        self.level.get(skill).map_or(0.0, |level| level.to())
    }

    fn previous(&self, skill: usize) -> f64 {
        self.previous.get(skill).map_or(0.0, |level| level.to())
    }

    fn set_level(&mut self, skill: usize, level: f64) {
        if self.level.len() <= skill {
            self.level.resize(skill + 1, N::ZERO);
        }
        if let Some(place) = self.level.get_mut(skill) {
            *place = N::of(level).as_activation();
        }
    }

    fn set_influence(&mut self, influence: &[f64]) {
        self.rates.influence = influence.iter().map(|value| N::of(*value)).collect();
    }

    fn flows(&self, skill: usize) -> Flows {
        let at = |list: &Vec<N>| list.get(skill).map_or(0.0, |value| value.to());
        let external = self.external_flows.get(skill).copied().unwrap_or_default();
        let spread = self.spread_flows.get(skill).copied().unwrap_or_default();
        Flows {
            state: external.state.to(),
            goals: external.goals.to(),
            protected: external.protected.to(),
            backward: spread.backward.to(),
            forward: spread.forward.to(),
            followers: external.followers.to(),
            inhibition: spread.inhibition.to(),
            before: at(&self.before),
            after: at(&self.level),
        }
    }

    fn touch(&mut self, skills: &[u32]) {
        self.conflicters.touch(skills);
    }

    fn spread(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        self.rates.set(inputs.parameters);
        for kind in LinkKind::ALL {
            self.rates.kinds[kind as usize] = N::of(inputs.coefficients.of_kind(kind, inputs.step));
        }
        self.begin_step(cx);
        self.add_external(cx, inputs);
        if inputs.by_link {
            self.spread_by_link(cx, inputs.coefficients, inputs.step);
        } else {
            self.spread_by_proposition(cx);
        }
        self.apply_flows(cx);
    }

    fn normalize(&mut self, limits: &NormalizationLimits<'_>) -> (f64, bool) {
        self.decay(limits.decay);
        let total = self.total();
        let limit = N::of(self.level.len() as f64 * limits.mean);
        let scale = match limits.normalization {
            Normalization::Capped => total > limit,
            Normalization::Exact => total > N::ZERO,
        };
        if !scale {
            return (total.to(), false);
        }
        let held = self.held(limits.decay);
        if held > N::ZERO {
            self.scale_except_held(limits.decay, total, limit, held);
        } else {
            let factor = limit / total;
            self.level.iter_mut().for_each(|level| *level = *level * factor);
        }
        (total.to(), true)
    }

    fn round(&self, value: f64) -> f64 {
        N::of(value).to()
    }

    fn tie_tolerance(&self) -> f64 {
        N::TIE.to()
    }

    fn boxed(&self) -> Box<dyn ActivationEngine> {
        Box::new(self.clone())
    }
}

impl<N: Float> ActivationField<N> {
    fn decay(&mut self, decay: &[Decay]) {
        for (skill, decay) in decay.iter().enumerate() {
            if let (Decay::Exponential(rate), Some(level)) = (decay, self.level.get_mut(skill)) {
                *level = *level * N::of(1.0 - rate);
                if let Some(before) = self.before.get_mut(skill) {
                    *before = *level;
                }
            }
        }
    }

    /// The activation that normalization must not touch.
    fn held(&self, decay: &[Decay]) -> N {
        let parts = decay.iter().zip(&self.level);
        parts.fold(N::ZERO, |sum, (decay, level)| match decay {
            Decay::Hold(part) => sum + *level * N::of(*part),
            _ => sum,
        })
    }

    /// Scales what is not held so that the total reaches the limit, or what is held if that alone is more.
    fn scale_except_held(&mut self, decay: &[Decay], total: N, limit: N, held: N) {
        let free = total - held;
        let factor = if free > N::ZERO { ((limit - held) / free).larger(N::ZERO) } else { N::ONE };
        for (skill, level) in self.level.iter_mut().enumerate() {
            let kept = match decay.get(skill) {
                Some(Decay::Hold(part)) => *level * N::of(*part),
                _ => N::ZERO,
            };
            *level = kept + (*level - kept) * factor;
        }
    }
}
