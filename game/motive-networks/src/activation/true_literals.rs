//! Which literals hold.

use crate::graph::links::LinkGraph;

/// Which literals hold, and how many preconditions of each skill do not.
#[derive(Clone, Debug, Default)]
pub(crate) struct TruthTable {
    /// By literal.
    holds: Vec<bool>,
    /// By skill.
    unmet: Vec<u32>,
    /// Literals that have changed since the last step began, so that it can be explained.
    changed: Vec<u32>,
}

impl TruthTable {
    /// Resets all literals of a graph to not holding.
    pub(crate) fn reset(&mut self, graph: &LinkGraph) {
        self.holds.clear();
        self.holds.resize(graph.literals(), false);
        self.unmet.clear();
        self.unmet.extend(graph.needs().keys.lengths().map(|length| length as u32));
        self.changed.clear();
    }

    /// Begins a step: changes from here on belong to the next.
    pub(crate) fn begin_step(&mut self) {
        self.changed.clear();
    }

    /// Sets whether a literal holds. Returns whether that is new.
    pub(crate) fn set(&mut self, literal: u32, now: bool, graph: &LinkGraph) -> bool {
        let Some(holds) = self.holds.get_mut(literal as usize) else { return false };
        if std::mem::replace(holds, now) == now {
            return false;
        }
        for skill in graph.needing().row(literal as usize) {
            if let Some(unmet) = self.unmet.get_mut(*skill as usize) {
                *unmet = if now { unmet.saturating_sub(1) } else { *unmet + 1 };
            }
        }
        match self.changed.iter().position(|changed| *changed == literal) {
            Some(at) => {
                self.changed.swap_remove(at);
            }
            None => self.changed.push(literal),
        }
        true
    }

    /// By literal, whether it holds.
    pub(crate) fn holds(&self) -> &[bool] {
        &self.holds
    }

    /// By skill, how many preconditions do not hold.
    pub(crate) fn unmet(&self) -> &[u32] {
        &self.unmet
    }

    /// Whether all preconditions of a skill hold.
    pub(crate) fn is_executable(&self, skill: usize) -> bool {
        self.unmet.get(skill).is_some_and(|unmet| *unmet == 0)
    }

    /// Whether a literal held in the last step.
    pub(crate) fn held_in_step(&self, literal: u32) -> bool {
        self.holds.get(literal as usize).is_some_and(|holds| *holds != self.changed.contains(&literal))
    }
}
