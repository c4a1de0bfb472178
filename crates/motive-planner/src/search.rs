//! Search through situations, best first or depth first.

use super::ground_problem::GroundProblem;
use super::limits::{StopReason, WorkMeter};
use super::progression::{Frontier, NextMoves, Progression, SearchState, facts};
use super::relaxed_plan::RelaxedPlanHeuristic;
use super::tuple_set::TupleSet;
use motive_util::BucketQueue;
use rustc_hash::FxHashMap;

/// How many ways of searching share the memory.
fn ways(ground: &GroundProblem) -> usize {
    if ground.is_partial() { 5 } else { 3 }
}

/// In which order situations are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchOrder {
    /// The nearest to the end first; of equals the newest.
    Best {
        /// How much the estimate outweighs the cost so far; 0 when only the estimate counts.
        weight: u32,
        /// Whether a situation is judged only when its turn comes, and until then by the one that it came from.
        late: bool,
    },
    /// Methods in the order in which they are written, one decomposition followed to its end before the next.
    Written,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchOutcome {
    /// The choices that lead to the end, and the cost.
    Path(Vec<(u32, u32)>, u32),
    /// There is nothing more to look at.
    Nothing,
}

struct SearchNode {
    state: u32,
    front: Frontier,
    parent: u32,
    choice: (u32, u32),
    cost: u32,
}

/// A search that can be stopped and gone on with.
pub(crate) struct Search<'a> {
    progress: Progression<'a>,
    relaxation: Option<RelaxedPlanHeuristic>,
    order: SearchOrder,
    states: TupleSet,
    /// Situations met, with the least that it cost to get there.
    seen: FxHashMap<(u32, u64), u32>,
    nodes: Vec<SearchNode>,
    open: BucketQueue<u32>,
    tasks: Vec<u32>,
    /// A plan must cost less than this.
    pub(crate) bound: u32,
    started: bool,
    /// The rank that situations judged late take over.
    inherited: u32,
}

impl<'a> Search<'a> {
    pub(crate) fn new(ground: &'a GroundProblem, order: SearchOrder) -> Self {
        let foresee = order != SearchOrder::Written;
        Self {
            progress: Progression::new(ground, true),
            relaxation: foresee.then(|| RelaxedPlanHeuristic::new(ground)),
            order,
            states: TupleSet::new(ground.facts.len().div_ceil(32)),
            seen: FxHashMap::default(),
            nodes: Vec::new(),
            open: BucketQueue::new(),
            tasks: Vec::new(),
            bound: u32::MAX,
            started: false,
            inherited: 0,
        }
    }

    /// The same, with one task after the other where they could go on side by side. Finds less, but sooner.
    pub(crate) fn serial(mut self) -> Self {
        self.progress.serial = true;
        self
    }

    /// Whether tasks that could go on side by side are done one after the other.
    pub(crate) fn is_serial(&self) -> bool {
        self.progress.serial
    }

    /// Searches on until something is found or the work allowed is done.
    pub(crate) fn run(&mut self, work: &mut WorkMeter<'_>) -> Result<SearchOutcome, StopReason> {
        if !self.started {
            let mut start = self.progress.start();
            let found = self.meet(&mut start, u32::MAX, (0, 0), work)?;
            self.started = true;
            if let Some(found) = found {
                return Ok(found);
            }
        }
        while let Some(node) = self.take() {
            if let Err(stop) = work.spend(1) {
                self.put_back(node);
                return Err(stop);
            }
            match self.expand(node, work) {
                Ok(None) => {}
                Ok(Some(found)) => {
                    // Cheaper ends may lie behind the rest of what can be done here.
                    self.put_back(node);
                    return Ok(found);
                }
                Err(stop) => {
                    self.put_back(node);
                    return Err(stop);
                }
            }
        }
        Ok(SearchOutcome::Nothing)
    }

    /// How many bytes the search takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.states.bytes()
            + self.nodes.len() * (size_of::<SearchNode>() + 4)
            + self.seen.len() * 20
            + self.progress.steps.bytes()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let (bound, serial) = (self.bound, self.progress.serial);
        *self = Self::new(self.progress.ground, self.order);
        (self.bound, self.progress.serial) = (bound, serial);
    }

    fn is_late(&self) -> bool {
        matches!(self.order, SearchOrder::Best { late: true, .. })
    }

    fn take(&mut self) -> Option<u32> {
        self.open.pop()
    }

    fn put_back(&mut self, node: u32) {
        self.open.push(0, node);
    }

    fn situation(&self, node: u32) -> SearchState {
        let node = &self.nodes[node as usize];
        SearchState {
            state: self.states.row(node.state).to_vec(),
            front: node.front.clone(),
            cost: node.cost,
        }
    }

    fn expand(&mut self, node: u32, work: &mut WorkMeter<'_>) -> Result<Option<SearchOutcome>, StopReason> {
        let at = self.situation(node);
        if self.is_late() {
            match self.rank(&at, work)? {
                Some(rank) => self.inherited = rank,
                None => return Ok(None),
            }
        }
        let NextMoves::Choose(options) = self.progress.options(&at) else { return Ok(None) };
        // The newest of equals is taken first, so the first written goes in last.
        for option in options.into_iter().rev() {
            work.spend(1)?;
            let mut next = at.clone();
            self.progress.choose(&mut next, option);
            if let Some(found) = self.meet(&mut next, node, option, work)? {
                return Ok(Some(found));
            }
        }
        work.hold(self.bytes().saturating_mul(ways(self.progress.ground)))?;
        Ok(None)
    }

    /// Looks at a new situation: the end, a dead end, one seen before, or one to go on from.
    fn meet(
        &mut self,
        at: &mut SearchState,
        parent: u32,
        choice: (u32, u32),
        work: &mut WorkMeter<'_>,
    ) -> Result<Option<SearchOutcome>, StopReason> {
        work.spend(4)?;
        let next = self.progress.advance(at);
        if at.cost >= self.bound {
            return Ok(None);
        }
        match next {
            NextMoves::Dead => return Ok(None),
            NextMoves::Finished => return Ok(Some(self.path(parent, choice, at.cost))),
            NextMoves::Choose(_) => {}
        }
        let key = self.progress.key(&mut self.states, at);
        let before = self.seen.get(&key).copied();
        // Met again it matters only if it was cheaper to get here, and only to those who care about cost.
        let counts_cost = matches!(self.order, SearchOrder::Best { weight: 1.., .. });
        if before.is_some_and(|before| !counts_cost || before <= at.cost) {
            return Ok(None);
        }
        self.seen.insert(key, at.cost);
        let rank = if self.is_late() { Ok(Some(self.inherited)) } else { self.rank(at, work) };
        let rank = match rank {
            Ok(Some(rank)) => rank,
            Ok(None) => return Ok(None),
            Err(stop) => {
                match before {
                    Some(before) => self.seen.insert(key, before),
                    None => self.seen.remove(&key),
                };
                return Err(stop);
            }
        };
        let number = self.nodes.len() as u32;
        self.nodes.push(SearchNode { state: key.0, front: at.front.clone(), parent, choice, cost: at.cost });
        self.open.push(rank, number);
        Ok(None)
    }

    fn rank(&mut self, at: &SearchState, work: &mut WorkMeter<'_>) -> Result<Option<u32>, StopReason> {
        let Some(relaxation) = &mut self.relaxation else { return Ok(Some(0)) };
        let in_order = self.progress.tasks(at, &mut self.tasks);
        let estimate = relaxation.estimate(self.progress.ground, facts(&at.state), &self.tasks, in_order);
        work.spend(relaxation.touched / 4 + 1)?;
        Ok(estimate.map(|estimate| match self.order {
            SearchOrder::Best { weight: 0, .. } => estimate,
            SearchOrder::Best { weight, .. } => at.cost.saturating_add(estimate.saturating_mul(weight)),
            SearchOrder::Written => 0,
        }))
    }

    fn path(&self, mut node: u32, last: (u32, u32), cost: u32) -> SearchOutcome {
        let mut path = vec![last];
        while let Some(at) = self.nodes.get(node as usize) {
            path.push(at.choice);
            node = at.parent;
        }
        // The first entry stands for the start, where nothing was chosen.
        path.pop();
        path.reverse();
        SearchOutcome::Path(path, cost)
    }
}
