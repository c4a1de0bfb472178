//! Methods of a task that do the same as another one.
//!
//! Where a part can be painted by any of fifteen machines that no condition tells apart, grounding gives fifteen methods, and fifteen for
//! each way to get there. Two actions are equal if they need and change the same facts and cost the same; two tasks are equal if their
//! methods are; two methods are equal if they need the same facts and call equal tasks in the same order. One of each kind is enough to
//! find every plan up to such differences, and the cheapest plan.

use super::GroundProblem;
use crate::limits::{LimitReached, WorkMeter};
use crate::schema::NONE;
use motive_util::Rows;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most passes over the tasks. Fewer find fewer equal tasks, none of which would be wrong. Our choice.
const PASSES: usize = 16;
/// Stands for the task itself among the subtasks of its methods.
const ITSELF: u32 = NONE;

/// For each method, whether an earlier method of its task does the same.
pub(crate) fn repeated_methods(
    ground: &GroundProblem,
    work: &mut WorkMeter<'_>,
) -> Result<Vec<bool>, LimitReached> {
    let mut kinds = TaskKinds::of_actions(ground, work)?;
    for _ in 0..PASSES {
        if !kinds.merge(work)? {
            break;
        }
    }
    let mut repeated = vec![false; ground.method_task.len()];
    let mut seen = FxHashSet::default();
    for task in 0..ground.task_methods.len() as u32 {
        seen.clear();
        for method in ground.task_methods.row(task as usize) {
            repeated[*method as usize] = !seen.insert(kinds.of_method(task, *method));
        }
    }
    Ok(repeated)
}

/// Which tasks are known to be equal.
struct TaskKinds<'a> {
    ground: &'a GroundProblem,
    /// For each task one that is equal to it, which may have one itself; the task itself if none is known.
    equal: Vec<u32>,
    /// For each method schema a number that is the same for those with the same order of subtasks.
    orders: Vec<u32>,
}

impl<'a> TaskKinds<'a> {
    fn of_actions(ground: &'a GroundProblem, work: &mut WorkMeter<'_>) -> Result<Self, LimitReached> {
        let mut equal: Vec<u32> = (0..ground.origins.len() as u32).collect();
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for (action, task) in ground.action_task.iter().enumerate() {
            let kind = kind_of_action(ground, action);
            work.spend(1 + kind.len() as u64 / 4)?;
            equal[*task as usize] = *known.entry(kind).or_insert(*task);
        }
        let mut known: FxHashMap<&Option<Vec<Vec<u32>>>, u32> = FxHashMap::default();
        let orders =
            (0..).zip(&ground.partial).map(|(at, order)| *known.entry(order).or_insert(at)).collect();
        Ok(Self { ground, equal, orders })
    }

    fn of_task(&self, mut task: u32) -> u32 {
        while self.equal[task as usize] != task {
            task = self.equal[task as usize];
        }
        task
    }

    /// What a method needs, the order of its subtasks, and their kinds.
    fn of_method(&self, task: u32, method: u32) -> Vec<u32> {
        let ground = self.ground;
        let own = self.of_task(task);
        let needs = ground.method_preconditions.row(method as usize);
        let schema = ground.method_schema[method as usize];
        let order = self.orders.get(schema as usize).copied().filter(|_| !ground.is_chain(method));
        let subtasks = ground.subtasks.row(method as usize).iter().map(|sub| match self.of_task(*sub) {
            kind if kind == own => ITSELF,
            kind => kind,
        });
        [needs.len() as u32, order.unwrap_or(NONE)]
            .into_iter()
            .chain(needs.iter().copied())
            .chain(subtasks)
            .collect()
    }

    /// Looks for equal compound tasks, subtasks first. Returns whether there were any.
    fn merge(&mut self, work: &mut WorkMeter<'_>) -> Result<bool, LimitReached> {
        let ground = self.ground;
        let mut known: FxHashMap<Vec<Vec<u32>>, u32> = FxHashMap::default();
        let mut merged = false;
        // Subtasks were numbered after their tasks where possible, so the last come first.
        for task in (0..ground.origins.len() as u32).rev() {
            if ground.action_of(task).is_some() || self.equal[task as usize] != task {
                continue;
            }
            let methods = ground.task_methods.row(task as usize);
            let mut kind: Vec<Vec<u32>> =
                methods.iter().map(|method| self.of_method(task, *method)).collect();
            work.spend(1 + kind.iter().map(|method| 1 + method.len() as u64 / 4).sum::<u64>())?;
            kind.sort_unstable();
            kind.dedup();
            let first = *known.entry(kind).or_insert(task);
            merged |= first != task;
            self.equal[task as usize] = first;
        }
        Ok(merged)
    }
}

/// Everything that an action needs, changes and costs.
fn kind_of_action(ground: &GroundProblem, action: usize) -> Vec<u32> {
    let mut kind = vec![ground.costs[action]];
    let mut note = |lists: &Rows, row: usize| {
        let facts = lists.row(row);
        kind.push(facts.len() as u32);
        kind.extend_from_slice(facts);
    };
    [&ground.preconditions, &ground.adds, &ground.drops].iter().for_each(|lists| note(lists, action));
    for change in ground.conditional.row(action) {
        let lists = [&ground.effect_conditions, &ground.if_adds, &ground.if_drops];
        lists.iter().for_each(|lists| note(lists, *change as usize));
    }
    kind
}
