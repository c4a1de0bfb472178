//! What must be true when a method is used, because its tasks need it and nothing before them can make it true.
//!
//! A method that fetches a parcel needs a truck where the parcel is, if every way of fetching begins with loading and nothing in between
//! moves trucks. With such facts known, a search notices at once that a method leads nowhere. They hold only where nothing else can be
//! interleaved with the method, so they are found for totally ordered problems only.

use super::ground_problem::{GroundProblem, NONE};
use super::limits::{StopReason, WorkMeter};
use motive_util::Rows;

/// The most words that the sets of facts of all subtasks have; a larger problem goes without. Our choice.
const MOST_WORDS: usize = 1 << 24;
/// The most passes over the methods. Fewer find fewer facts of recursive tasks, none of which would be wrong: what is not settled by then is
/// left out. Our choice.
const PASSES: usize = 64;

/// For each method, the facts that must be true when it is used.
pub(crate) fn method_needs(ground: &GroundProblem, work: &mut WorkMeter<'_>) -> Result<Rows, StopReason> {
    let words = ground.facts.len().div_ceil(64);
    let tasks = ground.origins.len();
    let subtasks: usize = ground.subtasks.iter().map(<[u32]>::len).sum();
    if ground.is_partial() || (tasks + subtasks).saturating_mul(words) > MOST_WORDS {
        let methods = 0..ground.method_task.len() as u32;
        return Ok(Rows::from_rows(methods.map(|method| plain_needs(ground, method))));
    }
    let mut finder = NeedsFinder { ground, words, adds: vec![0; tasks * words], needs: Vec::new() };
    finder.find_adds(work)?;
    finder.find_needs(work)?;
    let mut set = vec![0; words];
    let rows = (0..ground.method_task.len() as u32).map(|method| {
        finder.needs_of(method, &mut set);
        members(&set).filter(|fact| (*fact as usize) < ground.facts.len()).collect::<Vec<u32>>()
    });
    Ok(Rows::from_rows(rows))
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

/// Sets of facts, as bits.
struct NeedsFinder<'a> {
    ground: &'a GroundProblem,
    words: usize,
    /// For each task, the facts that doing it may make true.
    adds: Vec<u64>,
    /// For each task, the facts that must be true before it.
    needs: Vec<u64>,
}

impl NeedsFinder<'_> {
    fn span(&self, task: u32) -> std::ops::Range<usize> {
        task as usize * self.words..(task as usize + 1) * self.words
    }

    /// The least sets that are closed under decomposition.
    fn find_adds(&mut self, work: &mut WorkMeter<'_>) -> Result<(), StopReason> {
        let ground = self.ground;
        for (action, task) in ground.action_task.iter().enumerate() {
            let start = self.span(*task).start;
            let changes =
                ground.conditional.row(action).iter().flat_map(|change| ground.if_adds.row(*change as usize));
            for fact in ground.adds.row(action).iter().chain(changes) {
                self.adds[start + *fact as usize / 64] |= 1 << (fact % 64);
            }
        }
        let mut set = vec![0; self.words];
        loop {
            let mut changed = false;
            // Subtasks were numbered after their tasks where possible, so the last come first.
            for method in (0..ground.method_task.len() as u32).rev() {
                let subtasks = ground.subtasks.row(method as usize);
                work.spend(1 + (subtasks.len() * self.words) as u64 / 4)?;
                let task = self.span(ground.method_task[method as usize]);
                set.copy_from_slice(&self.adds[task.clone()]);
                for sub in subtasks {
                    let adds = &self.adds[self.span(*sub)];
                    set.iter_mut().zip(adds).for_each(|(set, adds)| *set |= adds);
                }
                if set != self.adds[task.clone()] {
                    self.adds[task].copy_from_slice(&set);
                    changed = true;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// The greatest sets that agree with all methods, starting from everything.
    fn find_needs(&mut self, work: &mut WorkMeter<'_>) -> Result<(), StopReason> {
        let ground = self.ground;
        self.needs = vec![u64::MAX; ground.origins.len() * self.words];
        for (action, task) in ground.action_task.iter().enumerate() {
            let span = self.span(*task);
            self.needs[span.clone()].fill(0);
            for fact in ground.preconditions.row(action) {
                self.needs[span.start + *fact as usize / 64] |= 1 << (fact % 64);
            }
        }
        let mut set = vec![0; self.words];
        for _ in 0..PASSES {
            let mut changed = false;
            for method in (0..ground.method_task.len() as u32).rev() {
                work.spend(1 + (ground.subtasks.row(method as usize).len() * self.words) as u64 / 4)?;
                self.needs_of(method, &mut set);
                let task = self.span(ground.method_task[method as usize]);
                for (known, new) in self.needs[task].iter_mut().zip(&set) {
                    changed |= *known & new != *known;
                    *known &= new;
                }
            }
            if !changed {
                return Ok(());
            }
        }
        // Not settled: compound tasks are known to need nothing.
        for task in (0..ground.origins.len() as u32).filter(|task| ground.task_action[*task as usize] == NONE)
        {
            let span = self.span(task);
            self.needs[span].fill(0);
        }
        Ok(())
    }

    /// The facts that a method needs, given those of its tasks.
    fn needs_of(&self, method: u32, set: &mut [u64]) {
        set.fill(0);
        let subtasks = self.ground.subtasks.row(method as usize);
        for (place, task) in subtasks.iter().enumerate() {
            let needs = &self.needs[self.span(*task)];
            for (word, (set, needs)) in set.iter_mut().zip(needs).enumerate() {
                if needs & !*set == 0 {
                    continue;
                }
                let before = |sub: &u32| self.adds[self.span(*sub).start + word];
                *set |= needs & !subtasks[..place].iter().map(before).fold(0, |all, adds| all | adds);
            }
        }
        for fact in self.ground.method_preconditions.row(method as usize) {
            set[*fact as usize / 64] |= 1 << (fact % 64);
        }
    }
}

fn members(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0..set.len() as u32 * 64).filter(|fact| set[*fact as usize / 64] >> (fact % 64) & 1 == 1)
}
