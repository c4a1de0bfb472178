//! Settings in which the published executor and ours differ, and limits.

/// When the goals of a task are reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalMode {
    /// When all hold and there is at least one, as in the text of the thesis.
    #[default]
    All,
    /// When one of them holds, as in the program of the thesis.
    Any,
}

/// Whose preconditions are monitored while an action runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Monitor {
    /// Only those of tasks that are guarded.
    #[default]
    Guarded,
    /// Those of all tasks above the action.
    Ancestors,
}

/// How tasks are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// When the goals of a task are reached.
    pub goals: GoalMode,
    /// Whose preconditions are monitored while an action runs.
    pub monitor: Monitor,
    /// The greatest depth of nested tasks; tail calls do not count. 10,000 is from the specification.
    pub deepest: usize,
    /// The most tasks that may be entered without an action. 10,000 is from the specification.
    pub silent: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { goals: GoalMode::All, monitor: Monitor::Guarded, deepest: 10_000, silent: 10_000 }
    }
}

impl Settings {
    /// As in the program of 2008: one goal is enough, and nothing is monitored while an action runs.
    #[must_use]
    pub fn legacy() -> Self {
        Self { goals: GoalMode::Any, ..Self::default() }
    }

    /// The same, with the preconditions of all tasks above the action monitored.
    #[must_use]
    pub fn watching(mut self) -> Self {
        self.monitor = Monitor::Ancestors;
        self
    }

    /// The same, with other limits.
    #[must_use]
    pub fn bounded(mut self, deepest: usize, silent: u32) -> Self {
        (self.deepest, self.silent) = (deepest, silent);
        self
    }
}
