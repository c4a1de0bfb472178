//! Activation: how much every skill has, and from where it came.

use crate::activation::coefficients::LinkKind;
use crate::activation::float::Float;
use crate::activation::marks::Marks;
use crate::graph::links::LinkGraph;
use crate::model::parameters::Parameters;

/// Activation of all skills and what it came from in the last step, by skill.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActivationField<N> {
    pub(super) level: Vec<N>,
    /// Levels at the beginning of the last step.
    pub(super) previous: Vec<N>,
    /// Levels before normalisation.
    pub(super) before: Vec<N>,
    pub(super) sources: FlowSources<N>,
    pub(super) rates: FlowRates<N>,
    /// Working space of a step.
    pub(super) work: SpreadBuffers<N>,
    pub(super) rivals: crate::activation::conflicters::Conflicters<N>,
}

/// What each skill got in the last step, by source. What is written and read together lies together: arrays of their own for all
/// seven would be read in step, and memory that is read in step at the same distances gets in its own way.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlowSources<N> {
    pub(super) given: Vec<ExternalFlow<N>>,
    pub(super) spread: Vec<SpreadFlow<N>>,
}

/// What a skill got from outside, and from what it has followed before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ExternalFlow<N> {
    pub(super) state: N,
    pub(super) goals: N,
    pub(super) protected: N,
    pub(super) followers: N,
}

/// What a skill got from other skills, or lost to them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpreadFlow<N> {
    pub(super) backward: N,
    pub(super) forward: N,
    pub(super) inhibition: N,
}

/// By what flows are divided, and the ratios between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlowRates<N> {
    /// By key: how many entries of conditions, of adds, of deletes there are.
    pub(super) needing: Vec<u32>,
    pub(super) adding: Vec<u32>,
    pub(super) deleting: Vec<u32>,
    /// By key, one over each of them.
    pub(super) per_needing: Vec<N>,
    pub(super) per_adding: Vec<N>,
    pub(super) per_deleting: Vec<N>,
    /// By skill, one over the length of its list.
    pub(super) per_need: Vec<N>,
    pub(super) per_add: Vec<N>,
    pub(super) per_delete: Vec<N>,
    pub(super) forward: N,
    pub(super) inhibit: N,
    /// By kind of link.
    pub(super) kinds: [N; LinkKind::ALL.len()],
    /// By skill, how much of its activation counts where it flows to; empty if all count fully.
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
            |rows: &crate::graph::rows::RowList| rows.iter().map(|row| row.len() as u32).collect::<Vec<_>>();
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

/// What is taken for the sake of something that holds: by all skills that need it, and by the strongest of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HeldFlow<N> {
    pub(super) sum: N,
    pub(super) most: N,
}

/// Arrays that are filled anew in each step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpreadBuffers<N> {
    /// What flows from each skill if it can be done, and in any case.
    pub(super) ready: Vec<N>,
    pub(super) live: Vec<N>,
    /// Level and flow of each skill, side by side.
    pub(super) both: Vec<[N; 2]>,
    /// By literal: the flow of all skills that need it. Used where all that meet are listed; otherwise the next is. Whoever reads it or
    /// `fore` leaves zero behind, so that neither has to be gone over once more to begin a step.
    pub(super) needed: Vec<N>,
    /// By literal: the flow of all skills that need it, and the strongest of them.
    pub(super) asked: Vec<HeldFlow<N>>,
    /// By key: what flows backward, forward, and takes away.
    pub(super) back: Vec<N>,
    pub(super) fore: Vec<N>,
    /// By literal: what flows forward through its key, beside `needed`.
    pub(super) fore_of_literal: Vec<N>,
    pub(super) held: Vec<HeldFlow<N>>,
    /// Something flowed forward in the last step.
    pub(super) feeds: bool,
    /// By skill: a sum in the making, and in whose name.
    pub(super) sums: Vec<N>,
    pub(super) begun: Marks,
    pub(super) marks: Marks,
    pub(super) touched: Vec<u32>,
    /// How many entries were looked at one by one, to see who takes too much.
    pub(super) looked: usize,
    /// Something has come from what was followed before.
    pub(super) followed: bool,
}

/// What a field needs to know of the world and the agents.
#[derive(Clone, Copy)]
pub(crate) struct StepContext<'a> {
    pub(crate) links: &'a LinkGraph,
    /// By literal: whether it holds.
    pub(crate) holds: &'a [bool],
    /// By skill: how many of its conditions do not hold.
    pub(crate) unmet: &'a [u32],
    /// By skill: whether it takes no part; empty if all do.
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
    /// Fits all arrays to new links; levels stay.
    pub(crate) fn fit(&mut self, links: &LinkGraph, by_link: bool) {
        let skills = links.skills();
        self.rivals = if by_link {
            crate::activation::conflicters::Conflicters::default()
        } else {
            crate::activation::conflicters::Conflicters::new(links)
        };
        self.rates =
            FlowRates { influence: std::mem::take(&mut self.rates.influence), ..FlowRates::new(links) };
        self.sources.given.clear();
        self.sources.given.resize(skills, ExternalFlow::default());
        self.sources.spread.clear();
        self.sources.spread.resize(skills, SpreadFlow::default());
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            list.resize(skills, N::ZERO);
        }
        let work = &mut self.work;
        for list in [&mut work.ready, &mut work.live, &mut work.sums] {
            clear(list, skills);
        }
        for list in [&mut work.back, &mut work.fore] {
            clear(list, links.keys());
        }
        work.both.clear();
        work.both.resize(skills, [N::ZERO; 2]);
        // Where all that meet are listed, nothing is taken by sums.
        let (literals, listed) = (links.rank().len(), self.rivals.complete);
        clear(&mut work.needed, if listed { literals } else { 0 });
        clear(&mut work.fore_of_literal, if listed { literals } else { 0 });
        work.held.clear();
        work.held.resize(if listed { 0 } else { links.keys() }, HeldFlow::default());
        work.asked.clear();
        work.asked.resize(if listed { 0 } else { literals }, HeldFlow::default());
        work.feeds = false;
        (work.begun, work.marks) = (Marks::new(skills), Marks::new(skills));
    }

    /// A skill has gone.
    pub(crate) fn remove(&mut self, skill: usize) {
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            if skill < list.len() {
                list.remove(skill);
            }
        }
        if skill < self.sources.given.len() {
            self.sources.given.remove(skill);
            self.sources.spread.remove(skill);
        }
    }

    /// Prepares what flows from whom.
    pub(crate) fn open(&mut self, scene: &StepContext<'_>) {
        self.previous.clone_from(&self.level);
        let Self { level, rates, work, .. } = self;
        let places = work.ready.iter_mut().zip(&mut work.live).zip(&mut work.both);
        for (skill, (((ready, live), both), level)) in places.zip(level.iter()).enumerate() {
            let flow = match rates.influence.get(skill) {
                Some(influence) => *level * *influence,
                None => *level,
            };
            let flow = if scene.suppressed(skill) { N::ZERO } else { flow };
            let can = scene.executable(skill);
            *live = flow;
            *both = [*level, flow];
            *ready = if can { flow } else { N::ZERO };
        }
    }

    /// Adds up what every skill got; those that take no part stay as they are.
    pub(crate) fn sum(&mut self, scene: &StepContext<'_>) {
        let gains = self.sources.given.iter().zip(&self.sources.spread);
        let places = self.level.iter_mut().zip(&mut self.before).zip(gains).enumerate();
        for (skill, ((level, before), (given, spread))) in places {
            let ExternalFlow { state, goals, protected, followers } = *given;
            let SpreadFlow { backward, forward, inhibition } = *spread;
            if !scene.suppressed(skill) {
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
