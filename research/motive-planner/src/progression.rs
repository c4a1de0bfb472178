//! Progression through a grounded problem: which tasks are next, and how actions change the state.
//!
//! A *situation* is a state and the remaining tasks. Tasks are steps that know their successors; the *front* is the steps without
//! predecessors. Steps are immutable, so situations share them, and a step with at most one successor is interned: two stacks of tasks are
//! equal if their numbers are.

use super::chain_needs::{ChainNeeds, FactSet, IMPOSSIBLE};
use super::ground_problem::{CHECK, GroundProblem, NONE};
use super::task_summaries::TaskSummaries;
use super::storage::{ChunkedList, ShardedMap, TupleSet};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The most forced moves in a row before the situation is returned to the search, which detects cycles.
pub(crate) const FORCED: usize = 32;

/// Steps without predecessors.
pub(crate) type Frontier = SmallVec<[u32; 2]>;

/// The remaining tasks.
pub(crate) struct TaskGraph {
    steps: ChunkedList<TaskStep>,
    /// The bytes of successors that do not fit into their steps.
    spilled: usize,
    chains: ChainNeeds,
    /// Steps by their task and successor, if equal ones are shared.
    shared: Option<ShardedMap<(u32, u32), u32>>,
}

struct TaskStep {
    task: u32,
    /// The number of steps in a row from this one to the last.
    depth: u32,
    /// What must be true for it and all after it, where nothing can be interleaved with them.
    needs: FactSet,
    /// Whether it is the only one with its task and its successors, and so are all after it.
    is_canonical: bool,
    next: SmallVec<[u32; 2]>,
}

impl TaskGraph {
    /// Steps that are shared where they are the same, or not.
    pub(crate) fn new(share: bool) -> Self {
        Self {
            steps: ChunkedList::default(),
            spilled: 0,
            chains: ChainNeeds::default(),
            shared: share.then(ShardedMap::default),
        }
    }

    /// A step and what follows it, shared with equal ones. Only for a step beside which there is no other: two equal steps side by side must
    /// both be done.
    pub(crate) fn add_shared(
        &mut self,
        summaries: &TaskSummaries,
        task: u32,
        next: SmallVec<[u32; 2]>,
    ) -> u32 {
        let key = match next.as_slice() {
            [] => Some((task, NONE)),
            [only] => Some((task, *only)),
            _ => None,
        };
        let (Some(key), Some(shared)) = (key, self.shared.as_mut()) else { return self.add(task, next) };
        if let Some(known) = shared.get(&key) {
            return *known;
        }
        shared.insert(key, self.steps.len() as u32);
        let is_canonical = next.iter().all(|step| self.steps[*step].is_canonical);
        let later = next.first().map_or(0, |next| self.steps[*next].needs);
        let number = self.add(task, next);
        let needs = self.chains.before(summaries, task, later);
        let step = &mut self.steps[number];
        (step.is_canonical, step.needs) = (is_canonical, needs);
        number
    }

    /// A step of its own, even where there is an equal one.
    fn add(&mut self, task: u32, next: SmallVec<[u32; 2]>) -> u32 {
        let depth = 1 + next.first().map_or(0, |next| self.steps[*next].depth);
        self.spilled += spilled_bytes(&next);
        self.steps.push(TaskStep { task, depth, needs: 0, is_canonical: false, next });
        self.steps.len() as u32 - 1
    }

    pub(crate) fn task(&self, step: u32) -> u32 {
        self.steps[step].task
    }

    pub(crate) fn next(&self, step: u32) -> &[u32] {
        &self.steps[step].next
    }

    /// The number of steps in a row from one to the last.
    pub(crate) fn depth(&self, step: u32) -> u32 {
        self.steps[step].depth
    }

    /// The task of every step.
    pub(crate) fn tasks(&self) -> Vec<u32> {
        self.steps.iter().map(|step| step.task).collect()
    }

    /// The bytes that they take at most until a few are added.
    pub(crate) fn bytes(&self) -> usize {
        let shared = self.shared.as_ref().map_or(0, ShardedMap::bytes);
        self.steps.bytes() + self.spilled + shared + self.chains.bytes()
    }

    /// Whether a step, which is next and alone, and all after it may be possible in a state.
    fn is_hopeful(&self, step: u32, state: &[u32]) -> bool {
        let needs = self.steps[step].needs;
        needs != IMPOSSIBLE && holds(state, self.chains.facts(needs))
    }

    fn reaches(&self, from: &[u32], goal: u32) -> bool {
        let mut open: Frontier = from.into();
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(step) = open.pop() {
            if step == goal {
                return true;
            }
            if seen.insert(step) {
                open.extend(self.next(step).iter().copied());
            }
        }
        false
    }
}

/// A state and the remaining tasks.
#[derive(Clone, Debug)]
pub(crate) struct SearchState {
    pub(crate) state: Vec<u32>,
    pub(crate) front: Frontier,
    /// The cost so far.
    pub(crate) cost: u32,
}

/// A move, recorded for replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressionMove {
    /// A step was executed as an action.
    Act {
        /// The step.
        step: u32,
    },
    /// A step was decomposed.
    Decompose {
        /// The step.
        step: u32,
        /// The method.
        method: u32,
        /// The first of its new steps, and how many: they were made one after the other, the last call first.
        first: u32,
        /// Whether the first new step only checks the method's condition.
        checked: bool,
    },
}

/// The possible moves in a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NextMoves {
    /// All tasks are done.
    Finished,
    /// A dead end.
    Dead,
    /// Choices: a position in the front and a method, or none for executing the step.
    Choose(Vec<(u32, u32)>),
}

/// Moves situations forward.
pub(crate) struct Progression<'a> {
    pub(crate) ground: &'a GroundProblem,
    pub(crate) steps: TaskGraph,
    /// Records every move, if present.
    pub(crate) moves: Option<Vec<ProgressionMove>>,
}

impl<'a> Progression<'a> {
    pub(crate) fn new(ground: &'a GroundProblem, share: bool) -> Self {
        Self { ground, steps: TaskGraph::new(share), moves: None }
    }

    /// The initial situation.
    pub(crate) fn start(&mut self) -> SearchState {
        let state = self.ground.initial_state();
        let root = self.steps.add_shared(&self.ground.summaries, self.ground.root, SmallVec::new());
        SearchState { state, front: smallvec::smallvec![root], cost: 0 }
    }

    /// Makes forced moves until there is a choice.
    pub(crate) fn advance(&mut self, at: &mut SearchState) -> NextMoves {
        for _ in 0..FORCED {
            let next = self.options(at);
            match next {
                NextMoves::Choose(options) if options.len() == 1 => {
                    self.choose(at, options[0]);
                }
                other => return other,
            }
        }
        self.options(at)
    }

    /// What can be done in a situation.
    pub(crate) fn options(&self, at: &SearchState) -> NextMoves {
        match at.front.as_slice() {
            [] => NextMoves::Finished,
            [only] => self.options_of_one(at, *only),
            _ => self.options_of_many(at),
        }
    }

    fn options_of_one(&self, at: &SearchState, step: u32) -> NextMoves {
        if !self.steps.is_hopeful(step, &at.state) {
            return NextMoves::Dead;
        }
        let task = self.steps.task(step);
        if self.ground.is_primitive(task) {
            return if self.is_possible(at, task) {
                NextMoves::Choose(vec![(0, NONE)])
            } else {
                NextMoves::Dead
            };
        }
        let methods = self.ground.task_methods.row(task as usize);
        let is_hopeful = |method: &u32| holds(&at.state, self.ground.method_needs.row(*method as usize));
        let options: Vec<(u32, u32)> = match self.ground.method_index.candidates(task, &at.state) {
            Some(places) => {
                let candidates = places.iter().map(|place| methods[*place as usize]);
                candidates.filter(is_hopeful).map(|method| (0, method)).collect()
            }
            None => methods.iter().copied().filter(is_hopeful).map(|method| (0, method)).collect(),
        };
        if options.is_empty() { NextMoves::Dead } else { NextMoves::Choose(options) }
    }

    fn options_of_many(&self, at: &SearchState) -> NextMoves {
        let mut possible = Vec::new();
        for (place, step) in at.front.iter().enumerate() {
            let task = self.steps.task(*step);
            let place = place as u32;
            if !self.ground.is_primitive(task) {
                // A decomposition without precondition does not depend on the state, so one of them can come first.
                let methods = self.ground.task_methods.row(task as usize).iter();
                let options: Vec<(u32, u32)> = methods.map(|method| (place, *method)).collect();
                return if options.is_empty() { NextMoves::Dead } else { NextMoves::Choose(options) };
            }
            if self.is_possible(at, task) {
                possible.push((place, NONE));
            }
        }
        // An action without effects is done as soon as possible.
        if let Some(idle) =
            possible.iter().find(|(place, _)| self.is_idle(self.steps.task(at.front[*place as usize])))
        {
            return NextMoves::Choose(vec![*idle]);
        }
        if possible.is_empty() { NextMoves::Dead } else { NextMoves::Choose(possible) }
    }

    fn is_possible(&self, at: &SearchState, task: u32) -> bool {
        holds(&at.state, self.ground.preconditions_of(task))
    }

    fn is_idle(&self, task: u32) -> bool {
        let Some(action) = self.ground.action_of(task) else { return true };
        let ground = self.ground;
        [&ground.adds, &ground.drops, &ground.conditional]
            .iter()
            .all(|lists| lists.row(action as usize).is_empty())
    }

    /// Makes a move.
    pub(crate) fn choose(&mut self, at: &mut SearchState, (place, method): (u32, u32)) {
        let Some(step) = at.front.get(place as usize).copied() else { return };
        if method != NONE {
            self.decompose(at, place as usize, step, method);
            return;
        }
        let task = self.steps.task(step);
        if let Some(action) = self.ground.action_of(task) {
            at.cost = at.cost.saturating_add(self.ground.cost_of(task));
            self.apply(&mut at.state, action);
            if let Some(moves) = &mut self.moves {
                moves.push(ProgressionMove::Act { step });
            }
        }
        self.remove(at, place as usize, step);
    }

    /// Applies the effects of an action.
    pub(crate) fn apply(&self, state: &mut [u32], action: u32) {
        let ground = self.ground;
        let changes = ground.conditional.row(action as usize);
        let fired: SmallVec<[u32; 4]> = changes
            .iter()
            .copied()
            .filter(|change| holds(state, ground.effect_conditions.row(*change as usize)))
            .collect();
        change(state, ground.drops.row(action as usize), ground.adds.row(action as usize));
        for number in fired {
            change(state, ground.if_drops.row(number as usize), ground.if_adds.row(number as usize));
        }
    }

    fn remove(&mut self, at: &mut SearchState, place: usize, step: u32) {
        at.front.remove(place);
        if at.front.is_empty() {
            at.front = self.steps.next(step).into();
            return;
        }
        let others = at.front.clone();
        let freed = self.steps.next(step).iter().copied().filter(|next| !self.steps.reaches(&others, *next));
        for (offset, next) in freed.enumerate() {
            at.front.insert((place + offset).min(at.front.len()), next);
        }
    }

    fn decompose(&mut self, at: &mut SearchState, place: usize, step: u32, method: u32) {
        let ground = self.ground;
        let subtasks = ground.subtasks.row(method as usize);
        let checked = at.front.len() > 1 && !ground.method_preconditions.row(method as usize).is_empty();
        let first = self.steps.steps.len() as u32;
        let after: SmallVec<[u32; 2]> = self.steps.next(step).into();
        let mut heads = match ground.order(method) {
            None => self.add_chain(subtasks, after.clone(), at.front.len() == 1),
            Some(order) => self.add_partial(subtasks, order, &after),
        };
        if checked {
            let next = if subtasks.is_empty() { after } else { heads.clone() };
            heads = smallvec::smallvec![self.steps.add(CHECK | method, next)];
        }
        if let Some(moves) = &mut self.moves {
            moves.push(ProgressionMove::Decompose { step, method, first, checked });
        }
        if subtasks.is_empty() && !checked {
            self.remove(at, place, step);
        } else {
            at.front.remove(place);
            at.front.insert_many(place, heads);
        }
    }

    /// A chain of steps; `alone` if nothing can be interleaved with it.
    fn add_chain(&mut self, subtasks: &[u32], after: SmallVec<[u32; 2]>, alone: bool) -> SmallVec<[u32; 2]> {
        let mut next = after;
        for task in subtasks.iter().rev() {
            let step = if alone {
                self.steps.add_shared(&self.ground.summaries, *task, next)
            } else {
                self.steps.add(*task, next)
            };
            next = smallvec::smallvec![step];
        }
        next
    }

    fn add_partial(&mut self, subtasks: &[u32], order: &[Vec<u32>], after: &[u32]) -> SmallVec<[u32; 2]> {
        let mut numbers = vec![NONE; subtasks.len()];
        let mut has_before = vec![false; subtasks.len()];
        for place in (0..subtasks.len()).rev() {
            let following = order.get(place).map_or(&[][..], Vec::as_slice);
            following.iter().for_each(|next| has_before[*next as usize] = true);
            let next = if following.is_empty() {
                after.into()
            } else {
                following.iter().map(|next| numbers[*next as usize]).collect()
            };
            numbers[place] = self.steps.add(subtasks[place], next);
        }
        let heads = numbers.iter().zip(&has_before).filter(|(_, has_before)| !**has_before);
        heads.map(|(number, _)| *number).collect()
    }

    /// The steps from the first of the front to the last, following the first successor of each.
    pub(crate) fn chain(&self, at: &SearchState) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(at.front.first().copied(), |step| self.steps.next(*step).first().copied())
    }

    /// All remaining tasks in a possible order, without checks, and whether that order is the only one.
    pub(crate) fn tasks(&self, at: &SearchState, into: &mut Vec<u32>) -> bool {
        into.clear();
        if let [only] = at.front.as_slice() {
            let mut step = *only;
            loop {
                into.push(self.steps.task(step));
                match self.steps.next(step) {
                    [] => {
                        into.retain(|task| task & CHECK == 0);
                        return true;
                    }
                    [next] => step = *next,
                    _ => break,
                }
            }
            into.clear();
        }
        for step in self.in_order(at) {
            into.push(self.steps.task(step));
        }
        into.retain(|task| task & CHECK == 0);
        false
    }

    /// All steps, each once, in the order in which they are found from the front.
    fn in_order(&self, at: &SearchState) -> Vec<u32> {
        let mut order: Vec<u32> = at.front.to_vec();
        let mut seen: rustc_hash::FxHashSet<u32> = order.iter().copied().collect();
        let mut place = 0;
        while let Some(step) = order.get(place).copied() {
            place += 1;
            for next in self.steps.next(step) {
                if seen.insert(*next) {
                    order.push(*next);
                }
            }
        }
        order
    }

    /// Numbers that are the same for situations that cannot be told apart, and practically never for others; and the number of steps that
    /// had to be visited for them.
    pub(crate) fn key(&self, states: &mut TupleSet, at: &SearchState) -> ((u32, u64), u64) {
        let (state, _) = states.add(&at.state);
        match at.front.as_slice() {
            [] => return ((state, u64::MAX), 0),
            [only] if self.steps.steps[*only].is_canonical => {
                return ((state, u64::from(*only)), 0);
            }
            _ => {}
        }
        let order = self.in_order(at);
        let places: FxHashMap<u32, u32> = order.iter().zip(0..).map(|(step, place)| (*step, place)).collect();
        let mut hash = StructuralHash(0x9E37_79B9_7F4A_7C15 ^ at.front.len() as u64);
        for step in &order {
            hash.mix(u64::from(self.steps.task(*step)));
            for next in self.steps.next(*step) {
                hash.mix(u64::from(places.get(next).copied().unwrap_or(NONE)) | 1 << 40);
            }
        }
        ((state, hash.0 | 1 << 63), order.len() as u64)
    }
}

/// The bytes of a short list that does not fit into its place.
pub(crate) fn spilled_bytes(list: &SmallVec<[u32; 2]>) -> usize {
    if list.spilled() { list.capacity() * 4 + 16 } else { 0 }
}

struct StructuralHash(u64);

impl StructuralHash {
    fn mix(&mut self, value: u64) {
        let mut mixed = self.0 ^ value.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// Whether all facts are true.
#[inline]
pub(crate) fn holds(state: &[u32], facts: &[u32]) -> bool {
    facts.iter().all(|fact| state[*fact as usize / 32] >> (fact % 32) & 1 == 1)
}

/// Makes facts false, then others true.
#[inline]
pub(crate) fn change(state: &mut [u32], drops: &[u32], adds: &[u32]) {
    for fact in drops {
        state[*fact as usize / 32] &= !(1 << (fact % 32));
    }
    for fact in adds {
        state[*fact as usize / 32] |= 1 << (fact % 32);
    }
}

/// The facts that are true in a state.
pub(crate) fn facts(state: &[u32]) -> impl Iterator<Item = u32> + '_ {
    state.iter().enumerate().flat_map(|(word, bits)| {
        let mut bits = *bits;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            Some(word as u32 * 32 + bit)
        })
    })
}
