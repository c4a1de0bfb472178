//! On what the published executor and ours differ, and bounds.

/// When the goals of a task count as reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalMode {
    /// When there is at least one and all hold, as the thesis says.
    #[default]
    All,
    /// When one of them holds, as its program does.
    Any,
}

/// Whose needs are looked at again while an action runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Monitor {
    /// Only those of tasks that are guarded.
    #[default]
    Guarded,
    /// Those of all tasks on the way down to the action.
    Ancestors,
}

/// How tasks are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// When the goals of a task count as reached.
    pub goals: GoalMode,
    /// Whose needs are looked at again while an action runs.
    pub monitor: Monitor,
    /// How many tasks may be inside each other; a call in the last place does not count. 10,000 is the specification's.
    pub deepest: usize,
    /// How many tasks may be entered without anything being done. 10,000 is the specification's.
    pub silent: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { goals: GoalMode::All, monitor: Monitor::Guarded, deepest: 10_000, silent: 10_000 }
    }
}

impl Settings {
    /// As the program of 2008 does it: one goal is enough, and nothing is looked at while an action runs.
    #[must_use]
    pub fn legacy() -> Self {
        Self { goals: GoalMode::Any, ..Self::default() }
    }

    /// The same, with all needs on the way down watched.
    #[must_use]
    pub fn watching(mut self) -> Self {
        self.monitor = Monitor::Ancestors;
        self
    }

    /// The same, with other bounds.
    #[must_use]
    pub fn bounded(mut self, deepest: usize, silent: u32) -> Self {
        (self.deepest, self.silent) = (deepest, silent);
        self
    }
}
