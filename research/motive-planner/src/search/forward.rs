//! Search over situations, best-first or depth-first.

use super::progression::{NextMoves, Progression, SearchState};
use super::task_graph::{Frontier, spilled_bytes};
use crate::ground::GroundProblem;
use crate::ground::relaxed_plan::RelaxedPlanHeuristic;
use crate::limits::{LimitReached, WorkMeter};
use crate::schema::NONE;
use crate::storage::{ChunkedList, ShardedMap, TupleSet, facts, holds};
use motive_util::BucketQueue;

/// The order in which situations are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchOrder {
    /// Best first, by the cost so far and the weighted estimate; among equals the newest.
    Weighted(u32),
    /// Best first, by the estimate alone; among equals the newest.
    Greedy,
    /// The same, but the estimate is computed at expansion, and until then that of the parent is used. From every situation that is
    /// expanded, the choices of its relaxed plan are followed as far as they go.
    Lookahead(EstimateScope),
    /// Depth-first, methods in order of declaration.
    Written,
}

/// The tasks that the estimate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EstimateScope {
    /// All that remain.
    All,
    /// The next of the top-level tasks. Situations with fewer top-level tasks left come first.
    TopTask,
    /// All that remain, in two stages: what the next top-level task surely leaves false is false for the tasks after it, and what only it
    /// can make true for them is what its methods are chosen by. Situations with fewer top-level tasks left come first.
    TwoStages,
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
    /// Whether the top-level tasks are known on the way to it.
    has_top: bool,
}

/// A search that can be interrupted and continued.
pub(crate) struct ForwardSearch<'a> {
    progress: Progression<'a>,
    relaxation: RelaxedPlanHeuristic<'a>,
    first_stage: Option<FirstStage<'a>>,
    dead_ends: DeadEnds,
    order: SearchOrder,
    states: TupleSet,
    /// Visited situations, with the least cost of reaching them.
    seen: ShardedMap<(u32, u64), u32>,
    nodes: ChunkedList<SearchNode>,
    /// The bytes of fronts that do not fit into their nodes.
    front_bytes: usize,
    open: BucketQueue<u32>,
    tasks: Vec<u32>,
    /// The steps of top-level tasks.
    top: ShardedMap<u32, ()>,
    /// A plan must cost less than this.
    pub(crate) bound: u32,
    started: bool,
    /// The estimate that lazily evaluated situations inherit.
    inherited: u32,
}

impl SearchOrder {
    /// Whether situations with fewer top-level tasks left come first.
    fn counts_top_tasks(self) -> bool {
        matches!(self, Self::Lookahead(EstimateScope::TopTask | EstimateScope::TwoStages))
    }
}

impl<'a> ForwardSearch<'a> {
    pub(crate) fn new(ground: &'a GroundProblem, order: SearchOrder) -> Self {
        Self {
            progress: Progression::new(ground, true),
            relaxation: RelaxedPlanHeuristic::new(ground),
            first_stage: (order == SearchOrder::Lookahead(EstimateScope::TwoStages))
                .then(|| FirstStage::new(ground)),
            dead_ends: DeadEnds::default(),
            order,
            states: TupleSet::new(ground.facts.len().div_ceil(32)),
            seen: ShardedMap::default(),
            nodes: ChunkedList::default(),
            front_bytes: 0,
            open: BucketQueue::new(),
            tasks: Vec::new(),
            top: ShardedMap::default(),
            bound: u32::MAX,
            started: false,
            inherited: 0,
        }
    }

    /// The bytes that a new one takes.
    pub(crate) fn bytes_for(ground: &GroundProblem, in_stages: bool) -> usize {
        RelaxedPlanHeuristic::bytes_for(ground) * (1 + usize::from(in_stages))
    }

    /// The problem that is searched.
    pub(crate) fn ground(&self) -> &'a GroundProblem {
        self.progress.ground
    }

    /// Continues until a plan is found or the work is used up.
    pub(crate) fn run(&mut self, work: &mut WorkMeter<'_>) -> Result<SearchOutcome, LimitReached> {
        if !self.started {
            let mut start = self.progress.start();
            let met = self.meet(&mut start, NONE, (0, 0), work)?;
            self.started = true;
            if let Met::Finished(found) = met {
                return Ok(found);
            }
        }
        while let Some(node) = self.take() {
            if let Err(stop) = work.spend(1) {
                self.put_back(node);
                return Err(stop);
            }
            let known = self.nodes.len();
            match self.expand(node, work) {
                Ok(None) => {
                    let dead_end = self.nodes.len() == known;
                    if self.order == SearchOrder::Written && self.dead_ends.is_due(dead_end) {
                        self.jump_back(node, work)?;
                    }
                }
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

    /// Looks for the first situation on the way to a dead end from which the relaxed problem has no solution, and drops everything after
    /// it. What follows a dead end is one too, so it is found by bisection.
    fn jump_back(&mut self, node: u32, work: &mut WorkMeter<'_>) -> Result<(), LimitReached> {
        let parent = |node: &u32| Some(self.nodes[*node].parent).filter(|parent| *parent != NONE);
        let mut way: Vec<u32> = std::iter::successors(Some(node), parent).collect();
        way.reverse();
        let (mut alive, mut dead) = (0, way.len());
        while alive < dead {
            let middle = alive.midpoint(dead);
            let at = self.situation(way[middle]);
            if self.estimate(&at, work)?.is_some() { alive = middle + 1 } else { dead = middle }
        }
        let dead = way.get(dead).copied();
        self.dead_ends.looked(dead.is_some());
        // Newer situations than a dead one are its descendants, since the newest is always expanded first.
        if let Some(dead) = dead {
            while let Some(next) = self.open.pop() {
                if next < dead {
                    self.open.push(0, next);
                    break;
                }
            }
        }
        Ok(())
    }

    /// The bytes that it takes at most until the next situation is met.
    pub(crate) fn bytes(&self) -> usize {
        let relaxations = 1 + usize::from(self.first_stage.is_some());
        self.states.bytes()
            + self.nodes.bytes()
            + self.nodes.len() * OPEN_ENTRY_BYTES
            + self.front_bytes
            + self.seen.bytes()
            + self.top.bytes()
            + self.progress.steps.bytes()
            + self.relaxation.bytes() * relaxations
    }

    fn is_late(&self) -> bool {
        matches!(self.order, SearchOrder::Lookahead(_))
    }

    fn take(&mut self) -> Option<u32> {
        self.open.pop()
    }

    fn put_back(&mut self, node: u32) {
        self.open.push(0, node);
    }

    fn situation(&self, node: u32) -> SearchState {
        let node = &self.nodes[node];
        SearchState {
            state: self.states.row(node.state).to_vec(),
            front: node.front.clone(),
            cost: node.cost,
        }
    }

    fn expand(&mut self, node: u32, work: &mut WorkMeter<'_>) -> Result<Option<SearchOutcome>, LimitReached> {
        let at = self.situation(node);
        if self.is_late() {
            match self.estimate(&at, work)? {
                Some(estimate) => self.inherited = estimate,
                None => return Ok(None),
            }
        }
        let NextMoves::Choose(options) = self.progress.options(&at) else { return Ok(None) };
        let best = if self.is_late() { self.cheapest(&at, &options) } else { None };
        // The newest of equals is expanded first, so the first declared is pushed last.
        for option in options.into_iter().rev().filter(|option| Some(*option) != best) {
            work.spend(1)?;
            let mut next = at.clone();
            self.progress.choose(&mut next, option);
            if let Met::Finished(found) = self.meet(&mut next, node, option, work)? {
                return Ok(Some(found));
            }
        }
        match best {
            Some(best) => self.look_ahead(at, node, best, work),
            None => Ok(None),
        }
    }

    /// Of the methods of a task, the one that is cheapest in the last relaxed plan.
    fn cheapest(&self, at: &SearchState, options: &[(u32, u32)]) -> Option<(u32, u32)> {
        if let Some(stage) = &self.first_stage {
            let (tasks, _) = self.stages(at);
            return stage.best(self.progress.ground, &at.state, &tasks, options);
        }
        let relaxation = &self.relaxation;
        if options.iter().any(|(_, method)| *method == NONE) {
            return options.iter().copied().find(|(place, _)| {
                let step = at.front.get(*place as usize);
                step.is_some_and(|step| relaxation.is_chosen(self.progress.steps.task(*step)))
            });
        }
        let cost = |option: &&(u32, u32)| relaxation.cost_of_method(option.1);
        options.iter().min_by_key(cost).filter(|option| cost(option) != u32::MAX).copied()
    }

    /// Follows the choices of the relaxed plan as far as they are possible. All situations on the way are kept.
    fn look_ahead(
        &mut self,
        mut at: SearchState,
        mut node: u32,
        mut choice: (u32, u32),
        work: &mut WorkMeter<'_>,
    ) -> Result<Option<SearchOutcome>, LimitReached> {
        // What is required of a task may be sought in ways that do not end.
        let most = self.first_stage.as_ref().map_or(usize::MAX, FirstStage::most_choices);
        for _ in 0..most {
            work.spend(1)?;
            self.progress.choose(&mut at, choice);
            match self.meet(&mut at, node, choice, work)? {
                Met::Finished(found) => return Ok(Some(found)),
                Met::Old => return Ok(None),
                Met::New(number) => node = number,
            }
            let NextMoves::Choose(options) = self.progress.options(&at) else { return Ok(None) };
            let Some(next) = self.planned(&at, &options) else { return Ok(None) };
            choice = next;
        }
        Ok(None)
    }

    /// The choice of the last relaxed plan, if it is possible.
    fn planned(&self, at: &SearchState, options: &[(u32, u32)]) -> Option<(u32, u32)> {
        let (place, _) = *options.first()?;
        if self.first_stage.is_some() || options.iter().any(|(_, method)| *method == NONE) {
            return self.cheapest(at, options);
        }
        let step = at.front.get(place as usize)?;
        let method = self.relaxation.method_of(self.progress.steps.task(*step))?;
        options.contains(&(place, method)).then_some((place, method))
    }

    /// Evaluates a new situation: a goal, a dead end, a visited one, or one to expand.
    fn meet(
        &mut self,
        at: &mut SearchState,
        parent: u32,
        choice: (u32, u32),
        work: &mut WorkMeter<'_>,
    ) -> Result<Met, LimitReached> {
        work.spend(4)?;
        work.pass(at.front.len() as u64);
        work.hold(self.bytes())?;
        let next = self.progress.advance(at);
        if at.cost >= self.bound {
            return Ok(Met::Old);
        }
        match next {
            NextMoves::Dead => return Ok(Met::Old),
            NextMoves::Finished => return Ok(Met::Finished(self.path(parent, choice, at.cost))),
            NextMoves::Choose(_) => {}
        }
        let (key, size) = self.progress.key(&mut self.states, at);
        work.spend(size / 4)?;
        let before = self.seen.get(&key).copied();
        // A visited situation matters only if it was reached at a lower cost.
        let counts_cost = matches!(self.order, SearchOrder::Weighted(_));
        if before.is_some_and(|before| !counts_cost || before <= at.cost) {
            return Ok(Met::Old);
        }
        self.seen.insert(key, at.cost);
        let had_top = self.nodes.get(parent as usize).is_some_and(|parent| parent.has_top);
        let has_top = had_top || self.find_top(at);
        let estimate = match self.order {
            SearchOrder::Written => Ok(Some(0)),
            SearchOrder::Lookahead(_) => Ok(Some(self.inherited)),
            SearchOrder::Greedy | SearchOrder::Weighted(_) => self.estimate(at, work),
        };
        let estimate = match estimate {
            Ok(Some(estimate)) => estimate,
            Ok(None) => return Ok(Met::Old),
            Err(stop) => {
                match before {
                    Some(before) => self.seen.insert(key, before),
                    None => self.seen.remove(&key),
                };
                return Err(stop);
            }
        };
        let number = self.nodes.len() as u32;
        let front = at.front.clone();
        self.front_bytes += spilled_bytes(&front);
        self.nodes.push(SearchNode { state: key.0, front, parent, choice, cost: at.cost, has_top });
        let rank = self.rank(at, estimate);
        self.open.push(rank, number);
        Ok(Met::New(number))
    }

    /// Notes the top-level tasks, if there are several tasks in a row. Returns whether there are.
    fn find_top(&mut self, at: &SearchState) -> bool {
        if !self.order.counts_top_tasks() {
            return false;
        }
        let steps: Vec<u32> = self.progress.chain(at).collect();
        let several = steps.len() > 1;
        if several {
            for step in steps {
                self.top.insert(step, ());
            }
        }
        several
    }

    /// How many top-level tasks are left.
    fn top_left(&self, at: &SearchState) -> u32 {
        let mut above = 0;
        for step in self.progress.chain(at) {
            if self.top.get(&step).is_some() {
                return self.progress.steps.depth(step) + above;
            }
            above = 1;
        }
        above
    }

    fn rank(&self, at: &SearchState, estimate: u32) -> u32 {
        match self.order {
            SearchOrder::Written => 0,
            SearchOrder::Greedy | SearchOrder::Lookahead(EstimateScope::All) => estimate,
            SearchOrder::Weighted(weight) => at.cost.saturating_add(estimate.saturating_mul(weight)),
            SearchOrder::Lookahead(EstimateScope::TopTask | EstimateScope::TwoStages) => {
                let most = (1 << RANK_BITS) - 1;
                (self.top_left(at).min(u32::MAX >> RANK_BITS) << RANK_BITS) | estimate.min(most)
            }
        }
    }

    /// The tasks up to the next top-level task, and those from it on.
    fn stages(&self, at: &SearchState) -> (Vec<u32>, Vec<u32>) {
        let mut tasks: Vec<u32> = Vec::new();
        let mut next_top = None;
        for (place, step) in self.progress.chain(at).enumerate() {
            if place > 0 && next_top.is_none() && self.top.get(&step).is_some() {
                next_top = Some(place);
                if self.first_stage.is_none() {
                    break;
                }
            }
            tasks.push(self.progress.steps.task(step));
        }
        let later = tasks.split_off(next_top.unwrap_or(tasks.len()));
        (tasks, later)
    }

    fn estimate(&mut self, at: &SearchState, work: &mut WorkMeter<'_>) -> Result<Option<u32>, LimitReached> {
        let mut in_order = true;
        if self.order.counts_top_tasks() {
            let (tasks, later) = self.stages(at);
            self.tasks = tasks;
            if let Some(stage) = &mut self.first_stage {
                let estimate = stage.estimate(
                    self.progress.ground,
                    &mut self.relaxation,
                    &at.state,
                    &self.tasks,
                    &later,
                );
                work.spend((stage.touched() + self.relaxation.touched) / 4 + 1)?;
                return Ok(estimate);
            }
        } else {
            in_order = self.progress.tasks(at, &mut self.tasks);
        }
        let state = facts(&at.state);
        let estimate = self.relaxation.estimate(state, &self.tasks, in_order);
        work.spend(self.relaxation.touched / 4 + 1)?;
        Ok(estimate)
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

/// The bytes of an open situation in the queue, while its bucket is copied to grow.
pub(crate) const OPEN_ENTRY_BYTES: usize = 3 * size_of::<u32>();
/// The bits of a rank that the estimate takes, where something else comes first.
const RANK_BITS: u32 = 20;

/// What a situation turned out to be.
enum Met {
    /// All tasks are done.
    Finished(SearchOutcome),
    /// A dead end, or visited before.
    Old,
    /// A new node.
    New(u32),
}

/// Decides when a depth-first search that meets dead ends looks for their common cause.
struct DeadEnds {
    met: u32,
    /// The number of dead ends after which to look. It grows as long as looking is in vain.
    patience: u32,
}

impl Default for DeadEnds {
    fn default() -> Self {
        Self { met: 0, patience: Self::PATIENCE }
    }
}

impl DeadEnds {
    /// Our choice.
    const PATIENCE: u32 = 64;

    fn is_due(&mut self, dead_end: bool) -> bool {
        self.met += u32::from(dead_end);
        self.met >= self.patience
    }

    fn looked(&mut self, found: bool) {
        self.met = 0;
        self.patience = if found { Self::PATIENCE } else { self.patience.saturating_mul(2) };
    }
}

/// What is left of the next top-level task, apart from the tasks after it.
pub(crate) struct FirstStage<'a> {
    relaxation: RelaxedPlanHeuristic<'a>,
    /// The facts that the tasks after it need, and that only it can make true.
    required: Vec<u32>,
    /// The size of its relaxed plan.
    size: u32,
}

impl<'a> FirstStage<'a> {
    pub(crate) fn new(ground: &'a GroundProblem) -> Self {
        Self { relaxation: RelaxedPlanHeuristic::new(ground), required: Vec::new(), size: 0 }
    }

    /// The work of its part of the last estimate.
    pub(crate) fn touched(&self) -> u64 {
        self.relaxation.touched
    }

    /// How many choices in a row are made by one estimate. Our choice.
    pub(crate) fn most_choices(&self) -> usize {
        self.size as usize * 2 + 16
    }

    /// Estimates the cost of its tasks and of those after it. None if they cannot be done.
    pub(crate) fn estimate(
        &mut self,
        ground: &GroundProblem,
        later: &mut RelaxedPlanHeuristic<'_>,
        state: &[u32],
        tasks: &[u32],
        later_tasks: &[u32],
    ) -> Option<u32> {
        self.required.clear();
        if !self.relaxation.explore_fully(facts(state), tasks) {
            return None;
        }
        let left_false = left_false(ground, tasks);
        let stays = |fact: &u32| left_false.binary_search(fact).is_err();
        let possible = self.relaxation.reached_facts().filter(|(fact, _)| stays(fact));
        let state = facts(state).filter(stays);
        let later = later.estimate_after(state, possible, later_tasks, &mut self.required)?;
        self.size = self.relaxation.relaxed_plan(tasks, &self.required);
        Some(later.saturating_add(self.size))
    }

    /// The choice for the first of its tasks that may make the most of the required facts true, not counting those that the others may make
    /// true; and of such choices the cheapest.
    pub(crate) fn best(
        &self,
        ground: &GroundProblem,
        state: &[u32],
        tasks: &[u32],
        options: &[(u32, u32)],
    ) -> Option<(u32, u32)> {
        if let Some(action) = options.iter().find(|(_, method)| *method == NONE) {
            return Some(*action);
        }
        let may_add =
            |tasks: &[u32], fact: u32| tasks.iter().any(|task| ground.summaries.may_add(*task, fact));
        let others = tasks.get(1..).unwrap_or_default();
        let is_missing = |fact: &u32| !holds(state, &[*fact]) && !may_add(others, *fact);
        let missing: Vec<u32> = self.required.iter().copied().filter(is_missing).collect();
        let rank = |option: &(u32, u32)| {
            let cost = self.relaxation.cost_of_method(option.1);
            let subtasks = ground.subtasks.row(option.1 as usize);
            let unmet = missing.iter().filter(|fact| !may_add(subtasks, **fact)).count();
            (cost != u32::MAX).then_some((unmet, cost, *option))
        };
        // The first declared of equals.
        options.iter().filter_map(rank).min_by_key(|(unmet, cost, _)| (*unmet, *cost)).map(|(.., best)| best)
    }
}

/// The facts that are surely false after tasks that are done one after the other, in order.
fn left_false(ground: &GroundProblem, tasks: &[u32]) -> Vec<u32> {
    let mut all = Vec::new();
    for task in tasks {
        all.retain(|fact| !ground.summaries.may_add(*task, *fact));
        all.extend_from_slice(ground.summaries.leaves_false(*task));
    }
    all.sort_unstable();
    all.dedup();
    all
}
