//! Metrics that every run has, whatever the world.

use motive::kernel::trace::{Event, Tracer};

/// Their names.
pub(crate) const OWN_METRICS: &[&str] = &[
    "score",
    "steps",
    "work",
    CPU_SECONDS,
    TickMetric::ALL[0].1,
    TickMetric::ALL[1].1,
    TickMetric::ALL[2].1,
];

/// The time of the thread that a run took. It is the one metric that no second run repeats.
pub(crate) const CPU_SECONDS: &str = "cpu_seconds";

/// A number of each tick of the first agent, of which the mean is a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TickMetric {
    /// Things in memory.
    Things,
    /// Tasks that are run.
    Tasks,
    /// Goals that come up, whether or not the filter lets them pass.
    Goals,
}

impl TickMetric {
    /// All of them with their names.
    pub(crate) const ALL: [(Self, &'static str); 3] =
        [(Self::Things, "things_per_tick"), (Self::Tasks, "tasks_per_tick"), (Self::Goals, "goals_per_tick")];

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(metric, _)| metric)
    }
}

/// The sums over a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TickCounts {
    pub(crate) things: u64,
    tasks: u64,
    goals: u64,
}

impl TickCounts {
    pub(crate) fn of(&self, metric: TickMetric) -> u64 {
        match metric {
            TickMetric::Things => self.things,
            TickMetric::Tasks => self.tasks,
            TickMetric::Goals => self.goals,
        }
    }
}

impl Tracer for TickCounts {
    fn event(&mut self, event: Event) {
        match event {
            Event::TaskRun { .. } | Event::Unchanged { .. } => self.tasks += 1,
            Event::GoalMade { .. } => self.goals += 1,
            _ => {}
        }
    }
}
