//! Search over situations, best-first or depth-first.

use super::ground_problem::GroundProblem;
use super::limits::{StopReason, WorkMeter};
use super::progression::{Frontier, NextMoves, Progression, SearchState, facts};
use super::relaxed_plan::RelaxedPlanHeuristic;
use super::tuple_set::TupleSet;
use motive_util::BucketQueue;
use rustc_hash::FxHashMap;

/// The number of searches that share the memory.
fn ways(ground: &GroundProblem) -> usize {
    if ground.is_partial() { 5 } else { 3 }
}

/// The order in which situations are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchOrder {
    /// Best first, by the estimate; among equals the newest.
    Best {
        /// The weight of the estimate against the cost so far; 0 if only the estimate counts.
        weight: u32,
        /// Whether the estimate is computed at expansion (lazily); until then that of the parent is used.
        late: bool,
    },
    /// Depth-first, methods in order of declaration.
    Written,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchOutcome {
    /// The choices of a plan, and its cost.
    Path(Vec<(u32, u32)>, u32),
    /// The search space is exhausted.
    Nothing,
}

struct SearchNode {
    state: u32,
    front: Frontier,
    parent: u32,
    choice: (u32, u32),
    cost: u32,
}

/// A search that can be interrupted and continued.
pub(crate) struct Search<'a> {
    progress: Progression<'a>,
    relaxation: Option<RelaxedPlanHeuristic>,
    order: SearchOrder,
    states: TupleSet,
    /// Visited situations, with the least cost of reaching them.
    seen: FxHashMap<(u32, u64), u32>,
    nodes: Vec<SearchNode>,
    open: BucketQueue<u32>,
    tasks: Vec<u32>,
    /// A plan must cost less than this.
    pub(crate) bound: u32,
    started: bool,
    /// The priority that lazily evaluated situations inherit.
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

    /// The same without interleaving. It is incomplete but faster.
    pub(crate) fn serial(mut self) -> Self {
        self.progress.serial = true;
        self
    }

    /// Whether tasks are not interleaved.
    pub(crate) fn is_serial(&self) -> bool {
        self.progress.serial
    }

    /// Continues until a plan is found or the work is used up.
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
                    // Cheaper plans may follow from the other choices.
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

    /// The approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.states.bytes()
            + self.nodes.len() * (size_of::<SearchNode>() + 4)
            + self.seen.len() * 20
            + self.progress.steps.bytes()
    }

    /// Clears the search.
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
        // The newest of equals is expanded first, so the first declared is pushed last.
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

    /// Evaluates a new situation: a goal, a dead end, a visited one, or one to expand.
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
        // A visited situation matters only if it was reached at a lower cost.
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
        // The first entry is the initial situation, without a choice.
        path.pop();
        path.reverse();
        SearchOutcome::Path(path, cost)
    }
}
