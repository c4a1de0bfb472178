//! Progression through a grounded problem: which tasks are next, and how actions change the state.
//!
//! A *situation* is a state and the remaining tasks. Tasks are steps that know their successors; the *front* is the steps without
//! predecessors.

use super::task_graph::{Frontier, TaskGraph};
use crate::ground::{CHECK, GroundProblem};
use crate::schema::NONE;
use crate::storage::{TupleSet, change, holds};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The most forced moves in a row before the situation is returned to the search, which detects cycles.
pub(crate) const FORCED: usize = 32;

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
    Act(u32),
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
                moves.push(ProgressionMove::Act(step));
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
        let first = self.steps.len() as u32;
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

    /// Numbers that are the same for situations that do not differ, and practically never for others; and the number of steps that
    /// had to be visited for them.
    pub(crate) fn key(&self, states: &mut TupleSet, at: &SearchState) -> ((u32, u64), u64) {
        let (state, _) = states.add(&at.state);
        match at.front.as_slice() {
            [] => return ((state, u64::MAX), 0),
            [only] if self.steps.is_canonical(*only) => {
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

struct StructuralHash(u64);

impl StructuralHash {
    fn mix(&mut self, value: u64) {
        let mut mixed = self.0 ^ value.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = mixed ^ (mixed >> 32);
    }
}
