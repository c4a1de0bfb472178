//! Subtasks as a tree, worked out from events that only tell how deep the executor's stack was.

use crate::explanation::SubtaskStep;

/// A subtask that was entered in this tick and has not ended.
struct OpenSubtask<'a> {
    name: &'a str,
    stack_depth: u32,
    depth: u32,
}

/// Gives each step its depth in the tree. A task's frame is removed before its last call, so the executor has both at
/// one depth; in the tree the callee is inside its caller, as it is in the file, and both end together.
pub(crate) fn nest(steps: &mut [SubtaskStep]) {
    let depths = depths(steps);
    steps.iter_mut().zip(depths).for_each(|(step, depth)| step.depth = depth);
}

fn depths(steps: &[SubtaskStep]) -> Vec<u32> {
    let mut open: Vec<OpenSubtask<'_>> = Vec::new();
    let mut after_leaf = false;
    let mut depths = Vec::with_capacity(steps.len());
    for step in steps {
        let (name, stack_depth) = (step.name.as_str(), step.depth);
        // What follows a leaf that runs in the same tick belongs to a parallel task.
        open.retain(|outer| outer.stack_depth < stack_depth + u32::from(!(after_leaf && step.entered)));
        let own = open.iter().rposition(|outer| (outer.name, outer.stack_depth) == (name, stack_depth));
        let depth = match own.filter(|_| !step.entered) {
            Some(place) => open[place].depth,
            None if step.entered => open.last().map_or(stack_depth, |outer| outer.depth + 1),
            None => stack_depth,
        };
        if step.entered {
            open.push(OpenSubtask { name, stack_depth, depth });
        } else if !step.is_running() {
            open.retain(|outer| outer.stack_depth < stack_depth);
        }
        after_leaf = step.is_running();
        depths.push(depth);
    }
    depths
}
