//! Moving forward through a grounded problem: which tasks are next, and what a state becomes.
//!
//! A *situation* is a state and the tasks still to do. Tasks are steps that know their successors; the *front* is the steps with nothing before
//! them. Steps never change, so situations share them, and a step with at most one successor is made only once: then two stacks of tasks
//! are the same if their numbers are.

use super::ground_problem::{GroundProblem, NONE};
use super::tuple_set::TupleSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A step that only checks the condition of a method, rather than doing a task: the rest is the number of the method.
const CHECK: u32 = 1 << 31;
/// How many forced moves are made in a row before a situation is shown to the search, which knows those that it has seen: tasks that call
/// each other in a circle would go on forever.
pub(crate) const FORCED: usize = 32;

/// Steps with nothing before them.
pub(crate) type Frontier = SmallVec<[u32; 2]>;

/// Tasks still to do.
pub(crate) struct TaskGraph {
    task: Vec<u32>,
    next: Vec<SmallVec<[u32; 2]>>,
    /// Whether a step is the only one with its task and its successors, and so are all after it.
    canonical: Vec<bool>,
    shared: Option<FxHashMap<(u32, u32), u32>>,
}

impl TaskGraph {
    /// Steps that are shared where they are the same, or not.
    pub(crate) fn new(share: bool) -> Self {
        Self {
            task: Vec::new(),
            next: Vec::new(),
            canonical: Vec::new(),
            shared: share.then(FxHashMap::default),
        }
    }

    /// A step and what follows it, shared with equal ones. Only for a step beside which there is no other: two equal steps side by side must
    /// both be done.
    pub(crate) fn add_shared(&mut self, task: u32, next: SmallVec<[u32; 2]>) -> u32 {
        let key = match next.as_slice() {
            [] => Some((task, NONE)),
            [only] => Some((task, *only)),
            _ => None,
        };
        let number = self.task.len() as u32;
        if let (Some(key), Some(shared)) = (key, self.shared.as_mut()) {
            let known = *shared.entry(key).or_insert(number);
            if known != number {
                return known;
            }
            let canonical = next.iter().all(|step| self.canonical[*step as usize]);
            self.add(task, next);
            self.canonical[number as usize] = canonical;
            return number;
        }
        self.add(task, next)
    }

    /// A step of its own, even where there is an equal one.
    fn add(&mut self, task: u32, next: SmallVec<[u32; 2]>) -> u32 {
        self.task.push(task);
        self.next.push(next);
        self.canonical.push(false);
        self.task.len() as u32 - 1
    }

    pub(crate) fn task(&self, step: u32) -> u32 {
        self.task[step as usize]
    }

    pub(crate) fn next(&self, step: u32) -> &[u32] {
        &self.next[step as usize]
    }

    /// Roughly how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.task.len() * if self.shared.is_some() { 72 } else { 40 }
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

/// A state and what is still to do.
#[derive(Clone, Debug)]
pub(crate) struct SearchState {
    pub(crate) state: Vec<u32>,
    pub(crate) front: Frontier,
    /// What has been spent so far.
    pub(crate) cost: u32,
}

/// What was done to a situation, for whoever wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressionMove {
    /// A step was done by an action.
    Act {
        /// The step.
        step: u32,
    },
    /// A step was broken down.
    Decompose {
        /// The step.
        step: u32,
        /// By which method.
        method: u32,
        /// The first of its new steps, and how many: they were made one after the other, the last call first.
        first: u32,
        /// Whether the first new step only checks the method's condition.
        checked: bool,
    },
}

/// What can be done in a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NextMoves {
    /// Everything is done.
    Finished,
    /// Nothing can be done.
    Dead,
    /// One of these: a place in the front and a method, or none for doing the step there.
    Choose(Vec<(u32, u32)>),
}

/// Moves situations forward.
pub(crate) struct Progression<'a> {
    pub(crate) ground: &'a GroundProblem,
    pub(crate) steps: TaskGraph,
    /// Called with every move made.
    pub(crate) moves: Option<Vec<ProgressionMove>>,
    /// Of several tasks that may come next the first is always done first, and to its end: fewer plans, and no interleaving.
    pub(crate) serial: bool,
}

impl<'a> Progression<'a> {
    pub(crate) fn new(ground: &'a GroundProblem, share: bool) -> Self {
        Self { ground, steps: TaskGraph::new(share), moves: None, serial: false }
    }

    /// The situation in the beginning.
    pub(crate) fn start(&mut self) -> SearchState {
        let mut state = vec![0; self.ground.facts.len().div_ceil(32)];
        for (fact, init) in self.ground.init.iter().enumerate() {
            if *init {
                state[fact / 32] |= 1 << (fact % 32);
            }
        }
        let root = self.steps.add_shared(self.ground.root, SmallVec::new());
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
            [first, ..] if self.serial => self.options_of_one(at, *first),
            _ => self.options_of_many(at),
        }
    }

    fn options_of_one(&self, at: &SearchState, step: u32) -> NextMoves {
        let task = self.steps.task(step);
        if self.is_primitive(task) {
            return if self.is_possible(at, task) {
                NextMoves::Choose(vec![(0, NONE)])
            } else {
                NextMoves::Dead
            };
        }
        let methods = self.ground.task_methods.row(task as usize).iter();
        let possible = methods.filter(|method| self.is_hopeful(&at.state, **method));
        let options: Vec<(u32, u32)> = possible.map(|method| (0, *method)).collect();
        if options.is_empty() { NextMoves::Dead } else { NextMoves::Choose(options) }
    }

    /// Whether a method can be used now. If it starts with an action, that must be possible too.
    fn is_hopeful(&self, state: &[u32], method: u32) -> bool {
        if !holds(state, self.ground.method_needs.row(method as usize)) {
            return false;
        }
        match self.ground.subtasks.row(method as usize) {
            [first, ..] if self.ground.is_chain(method) => {
                let action = self.ground.task_action[*first as usize];
                action == NONE || holds(state, self.ground.needs.row(action as usize))
            }
            _ => true,
        }
    }

    fn options_of_many(&self, at: &SearchState) -> NextMoves {
        let mut possible = Vec::new();
        for (place, step) in at.front.iter().enumerate() {
            let task = self.steps.task(*step);
            let place = place as u32;
            if !self.is_primitive(task) {
                // How a task is broken down does not depend on the state, so one of them can come first.
                let methods = self.ground.task_methods.row(task as usize).iter();
                let options: Vec<(u32, u32)> = methods.map(|method| (place, *method)).collect();
                return if options.is_empty() { NextMoves::Dead } else { NextMoves::Choose(options) };
            }
            if self.is_possible(at, task) {
                possible.push((place, NONE));
            }
        }
        // What changes nothing is best done as soon as it can be.
        if let Some(idle) =
            possible.iter().find(|(place, _)| self.is_idle(self.steps.task(at.front[*place as usize])))
        {
            return NextMoves::Choose(vec![*idle]);
        }
        if possible.is_empty() { NextMoves::Dead } else { NextMoves::Choose(possible) }
    }

    fn is_primitive(&self, task: u32) -> bool {
        task & CHECK != 0 || self.ground.task_action[task as usize] != NONE
    }

    fn needs(&self, task: u32) -> &'a [u32] {
        if task & CHECK != 0 {
            return self.ground.method_needs.row((task & !CHECK) as usize);
        }
        self.ground.needs.row(self.ground.task_action[task as usize] as usize)
    }

    fn is_possible(&self, at: &SearchState, task: u32) -> bool {
        holds(&at.state, self.needs(task))
    }

    fn is_idle(&self, task: u32) -> bool {
        if task & CHECK != 0 {
            return true;
        }
        let action = self.ground.task_action[task as usize];
        let changes =
            self.ground.adds.row(action as usize).len() + self.ground.drops.row(action as usize).len();
        changes + self.ground.conditional.row(action as usize).len() == 0
    }

    /// Makes a move.
    pub(crate) fn choose(&mut self, at: &mut SearchState, (place, method): (u32, u32)) {
        let Some(step) = at.front.get(place as usize).copied() else { return };
        if method != NONE {
            self.decompose(at, place as usize, step, method);
            return;
        }
        let task = self.steps.task(step);
        if task & CHECK == 0 {
            let action = self.ground.task_action[task as usize];
            at.cost = at.cost.saturating_add(self.ground.costs[action as usize]);
            self.apply(&mut at.state, action);
            if let Some(moves) = &mut self.moves {
                moves.push(ProgressionMove::Act { step });
            }
        }
        self.remove(at, place as usize, step);
    }

    /// Makes the changes of an action.
    pub(crate) fn apply(&self, state: &mut [u32], action: u32) {
        let ground = self.ground;
        let changes = ground.conditional.row(action as usize);
        let fired: SmallVec<[u32; 4]> = changes
            .iter()
            .copied()
            .filter(|change| holds(state, ground.if_needs.row(*change as usize)))
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
        let checked = at.front.len() > 1 && !ground.method_needs.row(method as usize).is_empty();
        let first = self.steps.task.len() as u32;
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

    /// Steps one after the other; `alone` if nothing goes on beside them.
    fn add_chain(&mut self, subtasks: &[u32], after: SmallVec<[u32; 2]>, alone: bool) -> SmallVec<[u32; 2]> {
        let mut next = after;
        for task in subtasks.iter().rev() {
            let step = if alone { self.steps.add_shared(*task, next) } else { self.steps.add(*task, next) };
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

    /// All tasks still to do, in an order that fits, without those that only check. And whether that order is the only one.
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

    /// Numbers that are the same for situations that cannot be told apart, and practically never for others.
    pub(crate) fn key(&self, states: &mut TupleSet, at: &SearchState) -> (u32, u64) {
        let (state, _) = states.add(&at.state);
        match at.front.as_slice() {
            [] => return (state, u64::MAX),
            [only] if self.steps.canonical[*only as usize] => {
                return (state, u64::from(*only));
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
        (state, hash.0 | 1 << 63)
    }
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

#[inline]
fn change(state: &mut [u32], drops: &[u32], adds: &[u32]) {
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
