//! The relaxed problem in two stages: the next top-level task, and everything after it.
//!
//! In the relaxed problem nothing becomes false, so a part that is painted in the wrong colour could still be painted in the right one. Here,
//! what the next top-level task surely leaves false is false for the tasks after it. And what these tasks need, if only that task can make
//! it true, is required of it: its methods are chosen so that they may make it true, which is how a goal that is stated at the very end
//! decides on the first choice.

use super::ground_problem::{GroundProblem, NONE};
use super::progression::{facts, holds};
use super::relaxed_plan::RelaxedPlanHeuristic;

/// What is left of the next top-level task, apart from the tasks after it.
pub(crate) struct FirstStage {
    relaxation: RelaxedPlanHeuristic,
    /// The facts that the tasks after it need, and that only it can make true.
    required: Vec<u32>,
    /// The size of its relaxed plan.
    size: u32,
}

impl FirstStage {
    pub(crate) fn new(ground: &GroundProblem) -> Self {
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
        later: &mut RelaxedPlanHeuristic,
        state: &[u32],
        tasks: &[u32],
        later_tasks: &[u32],
    ) -> Option<u32> {
        self.required.clear();
        if !self.relaxation.explore_fully(ground, facts(state), tasks) {
            return None;
        }
        let left_false = left_false(ground, tasks);
        let stays = |fact: &u32| left_false.binary_search(fact).is_err();
        let possible = self.relaxation.reached_facts().filter(|(fact, _)| stays(fact));
        let state = facts(state).filter(stays);
        let later = later.estimate_after(ground, state, possible, later_tasks, &mut self.required)?;
        self.size = self.relaxation.relaxed_plan(ground, tasks, &self.required);
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
            let cost = self.relaxation.cost_of_method(ground, option.1);
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
