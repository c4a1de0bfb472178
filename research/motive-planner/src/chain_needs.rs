//! What must be true for a chain of tasks to be done: what its first task needs, and what the rest needs that the first task cannot
//! make true.
//!
//! A search that knows it sees at once that it has used up something that a later task needs: the last free place, say, on which something
//! is still to be built. The sets of most chains are equal, so each is stored once.

use super::storage::ShardedMap;
use super::task_summaries::TaskSummaries;
use motive_util::Rows;

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
