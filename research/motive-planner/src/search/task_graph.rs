//! The tasks that remain: steps that know their successors, and what chains of them need.
//!
//! Steps are immutable, so situations share them, and a step with at most one successor is interned: two stacks of tasks are equal if their
//! numbers are.

use crate::ground::task_summaries::TaskSummaries;
use crate::schema::NONE;
use crate::storage::{ChunkedList, ShardedMap, holds};
use motive_util::Rows;
use smallvec::SmallVec;

/// Steps without predecessors.
pub(crate) type Frontier = SmallVec<[u32; 2]>;

/// The remaining tasks.
pub(crate) struct TaskGraph {
    steps: ChunkedList<GraphStep>,
    /// The bytes of successors that do not fit into their steps.
    spilled: usize,
    chains: ChainNeeds,
    /// Steps by their task and successor, if equal ones are shared.
    shared: Option<ShardedMap<(u32, u32), u32>>,
}

struct GraphStep {
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
    pub(crate) fn add(&mut self, task: u32, next: SmallVec<[u32; 2]>) -> u32 {
        let depth = 1 + next.first().map_or(0, |next| self.steps[*next].depth);
        self.spilled += spilled_bytes(&next);
        self.steps.push(GraphStep { task, depth, needs: 0, is_canonical: false, next });
        self.steps.len() as u32 - 1
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether a step is the only one with its task and its successors, and so are all after it.
    pub(crate) fn is_canonical(&self, step: u32) -> bool {
        self.steps[step].is_canonical
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
    pub(crate) fn is_hopeful(&self, step: u32, state: &[u32]) -> bool {
        let needs = self.steps[step].needs;
        needs != IMPOSSIBLE && holds(state, self.chains.facts(needs))
    }

    pub(crate) fn reaches(&self, from: &[u32], goal: u32) -> bool {
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

/// The bytes of a short list that does not fit into its place.
pub(crate) fn spilled_bytes(list: &SmallVec<[u32; 2]>) -> usize {
    if list.spilled() { list.capacity() * 4 + 16 } else { 0 }
}

/// The number of a set of facts. The empty set is 0.
pub(crate) type FactSet = u32;

/// Marks a chain that cannot be done in any state: a task surely makes something false that the rest needs.
pub(crate) const IMPOSSIBLE: FactSet = FactSet::MAX;
/// The most facts of a set; what is left out is found later by the search. Our choice.
const MOST_FACTS: usize = 256;

/// The needs of chains of tasks.
pub(crate) struct ChainNeeds {
    sets: Rows,
    numbers: ShardedMap<Box<[u32]>, FactSet>,
    /// The set of a task followed by a chain with a set.
    known: ShardedMap<(u32, FactSet), FactSet>,
}

impl Default for ChainNeeds {
    fn default() -> Self {
        let mut numbers = ShardedMap::default();
        numbers.insert(Box::default(), 0);
        Self { sets: Rows::from_rows([[0_u32; 0]]), numbers, known: ShardedMap::default() }
    }
}

impl ChainNeeds {
    /// The facts of a set.
    pub(crate) fn facts(&self, set: FactSet) -> &[u32] {
        self.sets.row(set as usize)
    }

    /// The needs of a task that is followed by a chain with these needs.
    pub(crate) fn before(&mut self, summaries: &TaskSummaries, task: u32, rest: FactSet) -> FactSet {
        if rest == IMPOSSIBLE {
            return IMPOSSIBLE;
        }
        if let Some(known) = self.known.get(&(task, rest)) {
            return *known;
        }
        let later = self.sets.row(rest as usize);
        let is_impossible = summaries.leaves_false(task).iter().any(|fact| later.binary_search(fact).is_ok());
        let set = if is_impossible {
            IMPOSSIBLE
        } else {
            let own = summaries.needs(task).iter();
            let later = later.iter().filter(|fact| !summaries.may_add(task, **fact));
            let mut facts: Vec<u32> = own.chain(later).copied().collect();
            facts.truncate(MOST_FACTS);
            facts.sort_unstable();
            facts.dedup();
            self.number(facts.into())
        };
        self.known.insert((task, rest), set);
        set
    }

    fn number(&mut self, facts: Box<[u32]>) -> FactSet {
        if let Some(number) = self.numbers.get(&facts) {
            return *number;
        }
        let number = self.sets.len() as FactSet;
        self.sets.push(facts.iter().copied());
        self.numbers.insert(facts, number);
        number
    }

    /// The bytes that they take at most while a set is added: each set is stored twice, and the list of all is copied to grow.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.sets.bytes() + self.numbers.bytes() + self.known.bytes()
    }
}
