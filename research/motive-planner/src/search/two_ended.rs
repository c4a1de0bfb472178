//! Search from both ends of a plan at once: the first action is chosen forwards from the initial state, the last one backwards from
//! what is required in the end, until nothing is left between them.
//!
//! In a search that only goes forwards, `a X b` commits to everything inside `X` before it sees that `b` cannot follow. Here both ends of
//! what is left are visible, and the end with the fewest choices is worked on. Which action comes first is known only if no compound
//! task could still begin with another, so such tasks are decomposed before; the same goes for the last action. Either choice misses no
//! plan, so a search that finds nothing proves that there is none.

use super::forward::OPEN_ENTRY_BYTES;
use super::progression::{FORCED, ProgressionMove};
use super::task_graph::spilled_bytes;
use crate::ground::{CHECK, GroundProblem};
use crate::limits::{LimitReached, WorkMeter};
use crate::schema::NONE;
use crate::storage::{ChunkedList, ShardedMap, change, facts, holds};
use motive_util::{BucketQueue, splitmix64};
use smallvec::SmallVec;

/// How much a task that is left counts against a decision made, in the order in which gaps are tried. Our choice.
const WEIGHT_OF_TASKS: u32 = 4;

/// A task that is left, with its direct neighbours in the order.
#[derive(Clone, Debug)]
struct OpenTask {
    task: u32,
    before: SmallVec<[u32; 2]>,
    after: SmallVec<[u32; 2]>,
    /// The number of the task on the way from the root tasks; only for the plan.
    number: u32,
}

/// What is between the two ends of a plan.
#[derive(Clone, Debug)]
struct Gap {
    /// The state after the actions at the start.
    state: Vec<u32>,
    /// The facts that the actions at the end require.
    required: Vec<u32>,
    /// In an order that they may be done in.
    tasks: Vec<OpenTask>,
    cost: u32,
    /// The number of the next new task.
    next_number: u32,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapMove {
    /// Decompose the task at a place by a method.
    Decompose(u32, u32),
    /// The task at a place comes first.
    First(u32),
    /// The task at a place comes last.
    Last(u32),
}

struct GapNode {
    gap: Gap,
    parent: u32,
    choice: GapMove,
    depth: u32,
}

/// The decisions of a plan, in the order of the plan, the task of each number, and the cost.
pub(crate) struct TwoEndedPlan {
    pub(crate) moves: Vec<ProgressionMove>,
    pub(crate) tasks: Vec<u32>,
    pub(crate) cost: u32,
}

/// A search that can be interrupted and continued.
pub(crate) struct TwoEndedSearch<'a> {
    ground: &'a GroundProblem,
    pairs: FactPairs,
    nodes: ChunkedList<GapNode>,
    open: BucketQueue<u32>,
    seen: ShardedMap<[u64; 2], ()>,
    /// The bytes of the gaps' lists.
    gap_bytes: usize,
}

impl<'a> TwoEndedSearch<'a> {
    /// None if an action has conditional effects: what is required before such an action is not one set of facts.
    pub(crate) fn new(
        ground: &'a GroundProblem,
        work: &mut WorkMeter<'_>,
    ) -> Result<Option<Self>, LimitReached> {
        if ground.conditional.lengths().any(|effects| effects > 0) {
            return Ok(None);
        }
        let mut this = Self {
            ground,
            pairs: FactPairs::of(ground, work)?,
            nodes: ChunkedList::default(),
            open: BucketQueue::new(),
            seen: ShardedMap::default(),
            gap_bytes: 0,
        };
        let start = this.start();
        this.keep(start, NONE, GapMove::First(0));
        Ok(Some(this))
    }

    /// Continues until there is a plan, nothing is left to try, or the work is used up.
    pub(crate) fn run(&mut self, work: &mut WorkMeter<'_>) -> Result<Option<TwoEndedPlan>, LimitReached> {
        while let Some(node) = self.open.pop() {
            match self.expand(node, work) {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(stop) => {
                    self.open.push(0, node);
                    return Err(stop);
                }
            }
        }
        Ok(None)
    }

    /// The bytes that it takes at most until the next gap is kept.
    pub(crate) fn bytes(&self) -> usize {
        self.gap_bytes + self.nodes.bytes() + self.nodes.len() * OPEN_ENTRY_BYTES + self.seen.bytes()
    }

    fn start(&self) -> Gap {
        let state = self.ground.initial_state();
        let required = vec![0; state.len()];
        let root =
            OpenTask { task: self.ground.root, before: SmallVec::new(), after: SmallVec::new(), number: 0 };
        Gap { state, required, tasks: vec![root], cost: 0, next_number: 1 }
    }

    fn expand(&mut self, node: u32, work: &mut WorkMeter<'_>) -> Result<Option<TwoEndedPlan>, LimitReached> {
        let gap = self.nodes[node].gap.clone();
        work.spend(4 + gap.tasks.len() as u64 / 4)?;
        if gap.tasks.is_empty() {
            let is_plan = gap.required.iter().zip(&gap.state).all(|(required, state)| required & !state == 0);
            return Ok(is_plan.then(|| self.plan(node)));
        }
        for choice in self.choices(&gap).into_iter().rev() {
            let mut next = gap.clone();
            work.spend(4 + next.tasks.len() as u64 / 2)?;
            // This gap, the one before, and the one to be kept.
            work.hold(self.bytes() + 3 * gap_bytes(&next))?;
            self.make(&mut next, choice);
            let mut forced = 0;
            let continues = !self.advance(&mut next, &mut |_, _| forced += 1).is_empty();
            work.spend(forced * (2 + next.tasks.len() as u64 / 4))?;
            if continues || next.tasks.is_empty() {
                self.keep(next, node, choice);
            }
        }
        Ok(None)
    }

    fn keep(&mut self, gap: Gap, parent: u32, choice: GapMove) {
        if self.seen.insert(key(&gap), ()).is_some() {
            return;
        }
        let depth = self.nodes.get(parent as usize).map_or(0, |parent| parent.depth + 1);
        self.gap_bytes += gap_bytes(&gap);
        let number = self.nodes.len() as u32;
        let left = (gap.tasks.len() as u32).saturating_mul(WEIGHT_OF_TASKS);
        self.open.push(depth.saturating_add(left), number);
        self.nodes.push(GapNode { gap, parent, choice, depth });
    }

    /// Makes forced moves until there is a choice. Returns what can be chosen then.
    fn advance(&self, gap: &mut Gap, made: &mut dyn FnMut(&Gap, GapMove)) -> Vec<GapMove> {
        let mut choices = self.choices(gap);
        for _ in 0..FORCED {
            let [only] = choices.as_slice() else { break };
            made(gap, *only);
            self.make(gap, *only);
            choices = self.choices(gap);
        }
        choices
    }

    /// The decisions that have to be tried: those at the end where they are fewest. None for a dead end.
    fn choices(&self, gap: &Gap) -> Vec<GapMove> {
        let places = || (0..).zip(&gap.tasks);
        let firsts = places().filter(|(_, task)| task.before.is_empty());
        let lasts = places().filter(|(_, task)| task.after.is_empty());
        let mut best: Option<Vec<GapMove>> = None;
        let mut offer = |moves: Vec<GapMove>| {
            if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                best = Some(moves);
            }
        };
        let is_compound = |(_, task): &(u32, &OpenTask)| !self.ground.is_primitive(task.task);
        if !firsts.clone().any(|it| is_compound(&it)) {
            let possible =
                firsts.clone().filter(|(_, it)| holds(&gap.state, self.ground.preconditions_of(it.task)));
            offer(possible.map(|(place, _)| GapMove::First(place)).collect());
        }
        if !lasts.clone().any(|it| is_compound(&it)) {
            let possible = lasts.clone().filter(|(_, it)| self.can_be_last(gap, it.task));
            offer(possible.map(|(place, _)| GapMove::Last(place)).collect());
        }
        for (place, it) in firsts.chain(lasts).filter(is_compound) {
            let methods = self.ground.task_methods.row(it.task as usize).iter();
            offer(methods.map(|method| GapMove::Decompose(place, *method)).collect());
        }
        best.unwrap_or_default()
    }

    /// The facts that a primitive task makes true, and those that it makes false. Additions win over deletions.
    fn effects(&self, task: u32) -> [&'a [u32]; 2] {
        let ground = self.ground;
        match ground.action_of(task) {
            Some(action) => [ground.adds.row(action as usize), ground.drops.row(action as usize)],
            None => [&[], &[]],
        }
    }

    /// Whether a task does not make false what is required after it, and what is required before it can be true.
    fn can_be_last(&self, gap: &Gap, task: u32) -> bool {
        let [adds, drops] = self.effects(task);
        if drops.iter().any(|fact| holds(&gap.required, &[*fact]) && !adds.contains(fact)) {
            return false;
        }
        let mut required = gap.required.clone();
        change(&mut required, adds, self.ground.preconditions_of(task));
        self.pairs.are_possible(&facts(&required).collect::<Vec<u32>>())
    }

    fn make(&self, gap: &mut Gap, choice: GapMove) {
        match choice {
            GapMove::Decompose(place, method) => self.decompose(gap, place, method),
            GapMove::First(place) => {
                let task = gap.tasks[place as usize].task;
                let [adds, drops] = self.effects(task);
                change(&mut gap.state, drops, adds);
                self.pay(gap, task);
                remove(&mut gap.tasks, place);
            }
            GapMove::Last(place) => {
                let task = gap.tasks[place as usize].task;
                let [adds, _] = self.effects(task);
                change(&mut gap.required, adds, self.ground.preconditions_of(task));
                self.pay(gap, task);
                remove(&mut gap.tasks, place);
            }
        }
    }

    fn pay(&self, gap: &mut Gap, task: u32) {
        gap.cost = gap.cost.saturating_add(self.ground.cost_of(task));
    }

    /// Replaces a task by the subtasks of a method, and a task before them that only checks the method's precondition.
    fn decompose(&self, gap: &mut Gap, place: u32, method: u32) {
        let subtasks = self.ground.subtasks.row(method as usize);
        let count = subtasks.len() as u32;
        // Numbered as in other searches: the last subtask first.
        let first_number = gap.next_number;
        let numbered = |index: u32| first_number + (count - 1 - index);
        let mut new: Vec<OpenTask> = (0..)
            .zip(subtasks)
            .map(|(index, task)| OpenTask {
                task: *task,
                before: SmallVec::new(),
                after: SmallVec::new(),
                number: numbered(index),
            })
            .collect();
        gap.next_number += count;
        match self.ground.order(method) {
            None => (1..count).for_each(|index| link(&mut new, index - 1, index)),
            Some(order) => {
                for (index, following) in (0..).zip(order) {
                    following.iter().for_each(|next| link(&mut new, index, *next));
                }
            }
        }
        if !self.ground.method_preconditions.row(method as usize).is_empty() {
            for task in &mut new {
                let neighbours = task.before.iter_mut().chain(&mut task.after);
                neighbours.for_each(|place| *place += 1);
            }
            let check = OpenTask {
                task: CHECK | method,
                before: SmallVec::new(),
                after: SmallVec::new(),
                number: NONE,
            };
            new.insert(0, check);
            let heads: Vec<u32> =
                (1..new.len() as u32).filter(|place| new[*place as usize].before.is_empty()).collect();
            heads.into_iter().for_each(|head| link(&mut new, 0, head));
        }
        replace(&mut gap.tasks, place, new);
    }

    /// The decisions that led to a node.
    fn plan(&self, node: u32) -> TwoEndedPlan {
        let parent = |node: &u32| Some(self.nodes[*node].parent).filter(|parent| *parent != NONE);
        let mut way: Vec<u32> = std::iter::successors(Some(node), parent).collect();
        // The first node is the start, without a decision.
        way.pop();
        let mut gap = self.start();
        let mut tasks = vec![self.ground.root];
        let (mut moves, mut at_the_end) = (Vec::new(), Vec::new());
        let mut note = |gap: &Gap, choice: GapMove| match choice {
            GapMove::Decompose(place, method) => {
                let subtasks = self.ground.subtasks.row(method as usize);
                let (step, first) = (gap.tasks[place as usize].number, gap.next_number);
                moves.push(ProgressionMove::Decompose { step, method, first, checked: false });
                tasks.extend(subtasks.iter().rev());
            }
            GapMove::First(place) | GapMove::Last(place) => {
                let it = &gap.tasks[place as usize];
                if it.task & CHECK == 0 {
                    let list = if choice == GapMove::First(place) { &mut moves } else { &mut at_the_end };
                    list.push(ProgressionMove::Act(it.number));
                }
            }
        };
        for node in way.into_iter().rev() {
            let choice = self.nodes[node].choice;
            note(&gap, choice);
            self.make(&mut gap, choice);
            self.advance(&mut gap, &mut note);
        }
        moves.extend(at_the_end.into_iter().rev());
        TwoEndedPlan { moves, tasks, cost: gap.cost }
    }
}

/// The bytes of a gap's lists.
fn gap_bytes(gap: &Gap) -> usize {
    let neighbours = gap.tasks.iter().map(|task| spilled_bytes(&task.before) + spilled_bytes(&task.after));
    let states = 2 * (gap.state.len() * size_of::<u32>() + 16);
    gap.tasks.capacity() * size_of::<OpenTask>() + 16 + neighbours.sum::<usize>() + states
}

fn link(tasks: &mut [OpenTask], first: u32, second: u32) {
    tasks[first as usize].after.push(second);
    tasks[second as usize].before.push(first);
}

/// Removes a task; what came before it comes before what came after it.
fn remove(tasks: &mut Vec<OpenTask>, place: u32) {
    replace(tasks, place, Vec::new());
}

/// Puts tasks, whose neighbours are places among themselves, where one task was.
fn replace(tasks: &mut Vec<OpenTask>, place: u32, mut new: Vec<OpenTask>) {
    let old = tasks[place as usize].clone();
    let count = new.len() as u32;
    let moved = |other: u32| if other > place { other + count - 1 } else { other };
    for task in tasks.iter_mut() {
        for neighbours in [&mut task.before, &mut task.after] {
            neighbours.retain(|other| *other != place);
            neighbours.iter_mut().for_each(|other| *other = moved(*other));
        }
    }
    for task in &mut new {
        task.before.iter_mut().chain(&mut task.after).for_each(|other| *other += place);
    }
    let inside = place..place + count;
    tasks.splice(place as usize..=place as usize, new);
    let (before, after): (Vec<u32>, Vec<u32>) =
        (old.before.iter().map(|it| moved(*it)).collect(), old.after.iter().map(|it| moved(*it)).collect());
    if count == 0 {
        for first in &before {
            for second in &after {
                if !tasks[*first as usize].after.contains(second) {
                    link(tasks, *first, *second);
                }
            }
        }
        return;
    }
    let heads: Vec<u32> = inside.clone().filter(|it| tasks[*it as usize].before.is_empty()).collect();
    let tails: Vec<u32> = inside.filter(|it| tasks[*it as usize].after.is_empty()).collect();
    for first in &before {
        heads.iter().for_each(|head| link(tasks, *first, *head));
    }
    for second in &after {
        tails.iter().for_each(|tail| link(tasks, *tail, *second));
    }
}

/// The same for gaps that do not differ, and practically never for others.
fn key(gap: &Gap) -> [u64; 2] {
    let mut hash = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];
    let mut mix = |value: u64| {
        hash[0] = splitmix64(hash[0] ^ value);
        hash[1] = splitmix64(hash[1].rotate_left(23) ^ value);
    };
    gap.state.iter().chain(&gap.required).for_each(|word| mix(u64::from(*word)));
    for task in &gap.tasks {
        mix(u64::from(task.task) | 1 << 40);
        let mut after = task.after.clone();
        after.sort_unstable();
        after.into_iter().for_each(|next| mix(u64::from(next) | 1 << 41));
    }
    hash
}

/// The most facts for which pairs are looked at. Our choice.
const MOST_FACTS: usize = 512;

/// The pairs of facts that may be true together. All of them if there are too many facts to know.
pub(crate) struct FactPairs {
    facts: usize,
    possible: Vec<bool>,
}

impl FactPairs {
    /// The pairs that can be reached from the initial state by actions without conditional effects.
    pub(crate) fn of(ground: &GroundProblem, work: &mut WorkMeter<'_>) -> Result<Self, LimitReached> {
        let facts = ground.facts.len();
        let has_conditions = ground.conditional.lengths().any(|effects| effects > 0);
        if facts > MOST_FACTS || has_conditions {
            return Ok(Self { facts: 0, possible: Vec::new() });
        }
        let mut pairs = Self { facts, possible: vec![false; facts * facts] };
        let init: Vec<u32> = (0..facts as u32).filter(|fact| ground.init[*fact as usize]).collect();
        for first in &init {
            for second in &init {
                pairs.add(*first, *second);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for action in 0..ground.action_task.len() {
                let needed = ground.preconditions.row(action);
                work.spend(1 + (needed.len() * needed.len()) as u64 / 4)?;
                if pairs.are_possible(needed) {
                    work.spend((facts * (needed.len() + ground.adds.row(action).len())) as u64 / 4)?;
                    changed |= pairs.apply(ground, action);
                }
            }
        }
        Ok(pairs)
    }

    /// Whether no two of these facts exclude each other.
    pub(crate) fn are_possible(&self, facts: &[u32]) -> bool {
        self.facts == 0
            || (0..)
                .zip(facts)
                .all(|(place, first)| facts[place..].iter().all(|second| self.may(*first, *second)))
    }

    fn may(&self, first: u32, second: u32) -> bool {
        self.possible[first as usize * self.facts + second as usize]
    }

    fn add(&mut self, first: u32, second: u32) -> bool {
        let is_new = !self.may(first, second);
        self.possible[first as usize * self.facts + second as usize] = true;
        self.possible[second as usize * self.facts + first as usize] = true;
        is_new
    }

    /// Adds the pairs after an action that is possible: two facts that it adds, or one with a fact that stays true.
    fn apply(&mut self, ground: &GroundProblem, action: usize) -> bool {
        let (needed, adds, drops) =
            (ground.preconditions.row(action), ground.adds.row(action), ground.drops.row(action));
        let mut changed = false;
        for first in adds {
            for second in adds {
                changed |= self.add(*first, *second);
            }
        }
        for other in 0..self.facts as u32 {
            let stays = !drops.contains(&other) && self.may(other, other);
            if stays && needed.iter().all(|fact| self.may(*fact, other)) {
                for first in adds {
                    changed |= self.add(*first, other);
                }
            }
        }
        changed
    }
}
