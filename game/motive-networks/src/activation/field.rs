//! The activation of every skill, and the flows that made it.

use crate::activation::coefficients::LinkKind;
use crate::activation::conflicters::Conflicters;
use crate::activation::generation_set::Marks;
use crate::activation::precision::Float;
use crate::graph::links::LinkGraph;
use crate::model::parameters::Parameters;

/// Activation of all skills and the flows of the last step, by skill.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActivationField<N> {
    pub(super) level: Vec<N>,
    /// Levels at the beginning of the last step.
    pub(super) previous: Vec<N>,
    /// Levels before normalization.
    pub(super) before: Vec<N>,
    pub(super) sources: FlowSources<N>,
    pub(super) rates: FlowRates<N>,
    /// Working space of a step.
    pub(super) buffers: SpreadBuffers<N>,
    pub(super) conflicters: Conflicters<N>,
}

/// The flows to each skill in the last step. Flows that are written together are stored together: seven arrays read in lockstep
/// would evict each other from the cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlowSources<N> {
    pub(super) external: Vec<ExternalFlow<N>>,
    pub(super) spread: Vec<SpreadFlow<N>>,
}

/// What a skill got from sensors, goals and remembered sequences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ExternalFlow<N> {
    pub(super) state: N,
    pub(super) goals: N,
    pub(super) protected: N,
    pub(super) followers: N,
}

/// What a skill got from its links to other skills.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpreadFlow<N> {
    pub(super) backward: N,
    pub(super) forward: N,
    pub(super) inhibition: N,
}

/// The divisors of flows, and the ratios between kinds of flow.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlowRates<N> {
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
        let keys = 0..links.keys();
        let needing: Vec<u32> = keys.clone().map(|key| links.needing_key(key).len() as u32).collect();
        let adding: Vec<u32> = keys.clone().map(|key| links.adding_key(key).len() as u32).collect();
        let deleting: Vec<u32> = keys.map(|key| links.deleting().row(key).len() as u32).collect();
        let over = |counts: &[u32]| counts.iter().map(|count| N::ONE / N::count((*count).max(1))).collect();
        let lengths =
            |rows: &motive_util::Rows| rows.lengths().map(|length| length as u32).collect::<Vec<_>>();
        Self {
            per_needing: over(&needing),
            per_adding: over(&adding),
            per_deleting: over(&deleting),
            per_need: over(&lengths(&links.needs().keys)),
            per_add: over(&lengths(&links.adds().keys)),
            per_delete: over(links.delete_lengths()),
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
pub(crate) struct FlowSum<N> {
    pub(super) sum: N,
    pub(super) largest: N,
}

/// Arrays that are filled again in each step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpreadBuffers<N> {
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
    /// Something flowed forward in the last step.
    pub(super) any_forward: bool,
    /// By skill: a sum that is being added up, see [`SpreadBuffers::add_to_sum`].
    pub(super) sums: Vec<N>,
    pub(super) begun: Marks,
    /// The skills that have a sum.
    pub(super) summed: Vec<u32>,
    pub(super) marks: Marks,
    /// How many entries the last step examined one by one to cap inhibition.
    pub(super) examined: usize,
    /// Remembered sequences gave something in the last step.
    pub(super) any_sequence: bool,
}

/// What spreading activation depends on, for one step.
#[derive(Clone, Copy)]
pub(crate) struct StepContext<'a> {
    pub(crate) links: &'a LinkGraph,
    /// By literal: whether it holds.
    pub(crate) holds: &'a [bool],
    /// By skill: how many of its preconditions do not hold.
    pub(crate) unmet: &'a [u32],
    /// By skill: whether it neither sends nor receives activation; empty if all do.
    pub(crate) suppressed: &'a [bool],
    pub(crate) cap_inhibition: bool,
    pub(crate) spare_stronger: bool,
}

impl StepContext<'_> {
    #[inline]
    pub(crate) fn holds(&self, literal: u32) -> bool {
        self.holds.get(literal as usize).copied().unwrap_or(false)
    }

    #[inline]
    pub(crate) fn executable(&self, skill: usize) -> bool {
        self.unmet.get(skill).is_some_and(|unmet| *unmet == 0)
    }

    #[inline]
    pub(crate) fn suppressed(&self, skill: usize) -> bool {
        self.suppressed.get(skill).copied().unwrap_or(false)
    }
}

impl<N: Float> ActivationField<N> {
    /// Resizes all arrays for new links; levels stay.
    pub(crate) fn fit(&mut self, links: &LinkGraph, by_link: bool) {
        let skills = links.skills();
        self.conflicters = if by_link { Conflicters::default() } else { Conflicters::new(links) };
        self.rates =
            FlowRates { influence: std::mem::take(&mut self.rates.influence), ..FlowRates::new(links) };
        self.sources.external.clear();
        self.sources.external.resize(skills, ExternalFlow::default());
        self.sources.spread.clear();
        self.sources.spread.resize(skills, SpreadFlow::default());
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            list.resize(skills, N::ZERO);
        }
        let buffers = &mut self.buffers;
        for list in [&mut buffers.executable_flow, &mut buffers.flow, &mut buffers.sums] {
            clear(list, skills);
        }
        for list in [&mut buffers.backward, &mut buffers.forward] {
            clear(list, links.keys());
        }
        buffers.level_and_flow.clear();
        buffers.level_and_flow.resize(skills, [N::ZERO; 2]);
        // When all conflicters are listed, sums per key are not needed.
        let (literals, listed) = (links.literals(), self.conflicters.is_complete());
        clear(&mut buffers.demand, if listed { literals } else { 0 });
        clear(&mut buffers.forward_by_literal, if listed { literals } else { 0 });
        buffers.held.clear();
        buffers.held.resize(if listed { 0 } else { links.keys() }, FlowSum::default());
        buffers.demand_with_largest.clear();
        buffers.demand_with_largest.resize(if listed { 0 } else { literals }, FlowSum::default());
        buffers.any_forward = false;
        (buffers.begun, buffers.marks) = (Marks::new(skills), Marks::new(skills));
    }

    /// Removes a skill; those after it move up.
    pub(crate) fn remove(&mut self, skill: usize) {
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            if skill < list.len() {
                list.remove(skill);
            }
        }
        if skill < self.sources.external.len() {
            self.sources.external.remove(skill);
            self.sources.spread.remove(skill);
        }
    }

    /// Finds how much flows from each skill.
    pub(crate) fn begin_step(&mut self, cx: &StepContext<'_>) {
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
    pub(crate) fn apply_flows(&mut self, cx: &StepContext<'_>) {
        let gains = self.sources.external.iter().zip(&self.sources.spread);
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
    pub(crate) fn total(&self) -> N {
        self.level.iter().fold(N::ZERO, |sum, level| sum + *level)
    }
}

fn clear<N: Float>(list: &mut Vec<N>, len: usize) {
    list.clear();
    list.resize(len, N::ZERO);
}
