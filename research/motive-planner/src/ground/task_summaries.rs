//! What is known about doing a task, whichever methods are used: facts that must be true before it, facts that it may make true, and facts
//! that are surely false after it.
//!
//! A method that fetches a parcel needs a truck where the parcel is, if every way of fetching begins with loading and nothing in between
//! moves trucks. With such facts known, a search notices at once that a method leads nowhere. They hold only while nothing else is
//! interleaved with the task.

use super::GroundProblem;
use crate::limits::{LimitReached, WorkMeter};
use crate::schema::NONE;
use motive_util::Rows;

/// The most words that the sets of facts of all subtasks have; a larger problem goes without. Our choice.
const MOST_WORDS: usize = 1 << 24;
/// The most passes over the methods. Fewer find fewer facts of recursive tasks, none of which would be wrong: what is not settled by then is
/// left out. Our choice.
const PASSES: usize = 64;

/// Sets of facts of every task. Empty if the problem is too large for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaskSummaries {
    words: usize,
    /// For each task, the facts that doing it may make true, as bits.
    may_add: Vec<u64>,
    /// For each task, facts that must be true before it.
    needs: Rows,
    /// For each task, facts that are false after it.
    leaves_false: Rows,
}

impl TaskSummaries {
    /// Whether anything is known.
    pub(crate) fn are_known(&self) -> bool {
        !self.may_add.is_empty()
    }

    /// Facts that must be true before a task.
    pub(crate) fn needs(&self, task: u32) -> &[u32] {
        self.needs.row(task as usize)
    }

    /// Facts that are false after a task.
    pub(crate) fn leaves_false(&self, task: u32) -> &[u32] {
        self.leaves_false.row(task as usize)
    }

    /// Whether doing a task may make a fact true.
    pub(crate) fn may_add(&self, task: u32, fact: u32) -> bool {
        let word = self.may_add.get(task as usize * self.words + fact as usize / 64);
        word.is_none_or(|word| word >> (fact % 64) & 1 == 1)
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.may_add.len() * 8 + self.needs.bytes() + self.leaves_false.bytes()
    }
}

/// The summaries of all tasks, and for each method the facts that must be true when it is used.
pub(crate) fn summarise(
    ground: &GroundProblem,
    work: &mut WorkMeter<'_>,
) -> Result<(TaskSummaries, Rows), LimitReached> {
    let words = ground.facts.len().div_ceil(64);
    let tasks = ground.origins.len();
    let methods = 0..ground.method_task.len() as u32;
    let subtasks: usize = ground.subtasks.iter().map(<[u32]>::len).sum();
    // Of a partially ordered method every pair of subtasks is looked at.
    let pairs = ground.partial.iter().flatten().map(|order| order.len() * order.len());
    let (most_pairs, all_pairs) = (pairs.clone().max().unwrap_or(0), pairs.sum::<usize>());
    // Three sets of each task are held at once, and again as lists.
    let bytes = ground.bytes() + tasks.saturating_mul(words) * 8 * 4 + all_pairs * (size_of::<u32>() * 2 + 1);
    let most_words = (tasks + subtasks).max(most_pairs).saturating_mul(words);
    if most_words > MOST_WORDS || !work.has_room(bytes) {
        let needs = rows_within(methods.map(|method| plain_needs(ground, method)), ground.bytes(), work)?;
        return Ok((TaskSummaries::default(), needs));
    }
    let finder = SummaryFinder { ground, words, orders: ground.partial.iter().map(orders).collect() };
    let may_add = finder.may_add(work)?;
    let needs = finder.settle(
        work,
        &|method, needs, set| finder.needs_of(method, &may_add, needs, set),
        &|action| ground.preconditions.row(action).to_vec(),
    )?;
    let leaves_false = finder.settle(
        work,
        &|method, known, set| finder.left_false_by(method, &may_add, known, set),
        &|action| finder.left_false_by_action(action),
    )?;
    let mut set = vec![0; words];
    let method_needs = methods.map(|method| {
        finder.needs_of(method, &may_add, &needs, &mut set);
        members(&set, ground.facts.len())
    });
    let method_needs = rows_within(method_needs, bytes, work)?;
    let of_task = |task: usize| task * words..(task + 1) * words;
    let mut rows = |sets: &[u64], bytes| {
        rows_within((0..tasks).map(|task| members(&sets[of_task(task)], ground.facts.len())), bytes, work)
    };
    let bytes = bytes + method_needs.bytes();
    let needs = rows(&needs, bytes)?;
    let leaves_false = rows(&leaves_false, bytes + needs.bytes())?;
    Ok((TaskSummaries { words, may_add, needs, leaves_false }, method_needs))
}

/// Rows beside something that takes so many bytes.
fn rows_within(
    lists: impl Iterator<Item = Vec<u32>>,
    beside: usize,
    work: &mut WorkMeter<'_>,
) -> Result<Rows, LimitReached> {
    let mut rows = Rows::default();
    for list in lists {
        // The rows are copied to grow.
        work.hold(beside + 3 * rows.bytes() + list.len() * size_of::<u32>())?;
        work.check_time(1 + list.len() as u64 / 4)?;
        rows.push(list);
    }
    Ok(rows)
}

/// The precondition of a method and, if it starts with an action, that of the action.
fn plain_needs(ground: &GroundProblem, method: u32) -> Vec<u32> {
    let mut needs = ground.method_preconditions.row(method as usize).to_vec();
    if let [first, ..] = ground.subtasks.row(method as usize)
        && ground.is_chain(method)
        && ground.task_action[*first as usize] != NONE
    {
        needs.extend(ground.preconditions.row(ground.task_action[*first as usize] as usize));
    }
    needs.sort_unstable();
    needs.dedup();
    needs
}

/// Writes the set of a method, given the sets of all tasks.
type SetOfMethod<'f> = &'f dyn Fn(u32, &[u64], &mut [u64]);
/// For each subtask of a partially ordered method, the others that may come before it and those that may come after it.
struct PossibleOrder {
    before: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
}

fn orders(following: &Option<Vec<Vec<u32>>>) -> Option<PossibleOrder> {
    let following = following.as_ref()?;
    let count = following.len();
    let mut follows = vec![vec![false; count]; count];
    for place in (0..count).rev() {
        for next in &following[place] {
            let later = follows[*next as usize].clone();
            follows[place].iter_mut().zip(later).for_each(|(known, later)| *known |= later);
            follows[place][*next as usize] = true;
        }
    }
    let others = |place: usize, must: &dyn Fn(usize) -> bool| {
        (0..count).filter(|other| *other != place && !must(*other)).map(|other| other as u32).collect()
    };
    let before = (0..count).map(|place| others(place, &|other| follows[place][other])).collect();
    let after = (0..count).map(|place| others(place, &|other| follows[other][place])).collect();
    Some(PossibleOrder { before, after })
}

/// Finds sets of facts, as bits: one set of so many words for each task.
struct SummaryFinder<'a> {
    ground: &'a GroundProblem,
    words: usize,
    /// For each method schema that is not a chain.
    orders: Vec<Option<PossibleOrder>>,
}

impl SummaryFinder<'_> {
    fn span(&self, task: u32) -> std::ops::Range<usize> {
        task as usize * self.words..(task as usize + 1) * self.words
    }

    fn order(&self, method: u32) -> Option<&PossibleOrder> {
        let schema = self.ground.method_schema.get(method as usize)?;
        self.orders.get(*schema as usize)?.as_ref()
    }

    fn cost_of(&self, method: u32) -> u64 {
        1 + (self.ground.subtasks.row(method as usize).len() * self.words) as u64 / 4
    }

    /// The least sets of facts that tasks may make true.
    fn may_add(&self, work: &mut WorkMeter<'_>) -> Result<Vec<u64>, LimitReached> {
        let ground = self.ground;
        let mut sets = vec![0; ground.origins.len() * self.words];
        for (action, task) in ground.action_task.iter().enumerate() {
            let changes =
                ground.conditional.row(action).iter().flat_map(|change| ground.if_adds.row(*change as usize));
            let set = &mut sets[self.span(*task)];
            ground.adds.row(action).iter().chain(changes).for_each(|fact| insert(set, *fact));
        }
        let mut set = vec![0; self.words];
        loop {
            let mut changed = false;
            // Subtasks were numbered after their tasks where possible, so the last come first.
            for method in (0..ground.method_task.len() as u32).rev() {
                work.spend(self.cost_of(method))?;
                let task = self.span(ground.method_task[method as usize]);
                set.copy_from_slice(&sets[task.clone()]);
                for sub in ground.subtasks.row(method as usize) {
                    set.iter_mut().zip(&sets[self.span(*sub)]).for_each(|(set, adds)| *set |= adds);
                }
                if set != sets[task.clone()] {
                    sets[task].copy_from_slice(&set);
                    changed = true;
                }
            }
            if !changed {
                return Ok(sets);
            }
        }
    }

    /// The greatest sets that agree with all methods, starting from everything: what `of_method` says given the sets of its subtasks, and
    /// `of_action` for actions.
    fn settle(
        &self,
        work: &mut WorkMeter<'_>,
        of_method: SetOfMethod<'_>,
        of_action: &dyn Fn(usize) -> Vec<u32>,
    ) -> Result<Vec<u64>, LimitReached> {
        let ground = self.ground;
        let mut sets = vec![u64::MAX; ground.origins.len() * self.words];
        for (action, task) in ground.action_task.iter().enumerate() {
            let set = &mut sets[self.span(*task)];
            set.fill(0);
            of_action(action).into_iter().for_each(|fact| insert(set, fact));
        }
        let mut set = vec![0; self.words];
        for _ in 0..PASSES {
            let mut changed = false;
            for method in (0..ground.method_task.len() as u32).rev() {
                work.spend(self.cost_of(method))?;
                of_method(method, &sets, &mut set);
                let task = self.span(ground.method_task[method as usize]);
                for (known, new) in sets[task].iter_mut().zip(&set) {
                    changed |= *known & new != *known;
                    *known &= new;
                }
            }
            if !changed {
                return Ok(sets);
            }
        }
        // Not settled: nothing is known of compound tasks.
        for task in (0..ground.origins.len() as u32).filter(|task| ground.task_action[*task as usize] == NONE)
        {
            sets[self.span(task)].fill(0);
        }
        Ok(sets)
    }

    /// The facts that a method needs: its precondition, and what its tasks need unless one that may come before can make it true.
    fn needs_of(&self, method: u32, may_add: &[u64], needs: &[u64], set: &mut [u64]) {
        let subtasks = self.ground.subtasks.row(method as usize);
        match self.order(method) {
            None => self.gather_in_a_row(subtasks.iter(), needs, may_add, set),
            Some(order) => self.gather(subtasks, &order.before, needs, may_add, set),
        }
        for fact in self.ground.method_preconditions.row(method as usize) {
            insert(set, *fact);
        }
    }

    /// The facts that are false after a method: those that a task leaves false, unless one that may come after can make them true.
    fn left_false_by(&self, method: u32, may_add: &[u64], known: &[u64], set: &mut [u64]) {
        let subtasks = self.ground.subtasks.row(method as usize);
        match self.order(method) {
            None => self.gather_in_a_row(subtasks.iter().rev(), known, may_add, set),
            Some(order) => self.gather(subtasks, &order.after, known, may_add, set),
        }
    }

    /// The union of sets of tasks, each without what those visited before it may make true.
    fn gather_in_a_row<'t>(
        &self,
        tasks: impl Iterator<Item = &'t u32>,
        sets: &[u64],
        may_add: &[u64],
        into: &mut [u64],
    ) {
        into.fill(0);
        let mut made_true = vec![0; self.words];
        for task in tasks {
            let adds = &may_add[self.span(*task)];
            for (word, set) in sets[self.span(*task)].iter().enumerate() {
                into[word] |= set & !made_true[word];
                made_true[word] |= adds[word];
            }
        }
    }

    /// The union of sets of subtasks, each without what certain others may make true.
    fn gather(&self, subtasks: &[u32], others: &[Vec<u32>], sets: &[u64], may_add: &[u64], into: &mut [u64]) {
        into.fill(0);
        for (task, others) in subtasks.iter().zip(others) {
            for (word, (into, set)) in into.iter_mut().zip(&sets[self.span(*task)]).enumerate() {
                if set & !*into == 0 {
                    continue;
                }
                let others = others.iter().map(|other| self.span(subtasks[*other as usize]).start + word);
                *into |= set & !others.fold(0, |made_true, place| made_true | may_add[place]);
            }
        }
    }

    fn left_false_by_action(&self, action: usize) -> Vec<u32> {
        let ground = self.ground;
        let mut facts = ground.drops.row(action).to_vec();
        let changes = ground.conditional.row(action).iter();
        let added: Vec<u32> = changes
            .flat_map(|change| ground.if_adds.row(*change as usize))
            .chain(ground.adds.row(action))
            .copied()
            .collect();
        facts.retain(|fact| !added.contains(fact));
        facts
    }
}

fn insert(set: &mut [u64], fact: u32) {
    set[fact as usize / 64] |= 1 << (fact % 64);
}

/// The facts of a set, of so many facts in all.
fn members(set: &[u64], facts: usize) -> Vec<u32> {
    (0..facts as u32).filter(|fact| set[*fact as usize / 64] >> (fact % 64) & 1 == 1).collect()
}
