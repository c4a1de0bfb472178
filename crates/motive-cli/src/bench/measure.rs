//! What is measured, with its limit, and what came out.

use anyhow::{Context, Result};

/// Something that can be measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    /// Its name: a subject, a dot, and what of it.
    pub(super) name: &'static str,
    /// What it is, in one line.
    pub(super) says: &'static str,
    pub(super) unit: Unit,
    pub(super) limit: Limit,
    /// Takes it.
    pub(super) take: fn(&Effort) -> Result<f64>,
    /// Whether the machine, as it is now, allows a judgement. Asked only where nobody named the measure.
    pub(super) can_judge: fn() -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Ratio,
    Count,
    Nanoseconds,
    PerSecond,
    Bytes,
}

impl Unit {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ratio => "ratio",
            Self::Count => "count",
            Self::Nanoseconds => "ns",
            Self::PerSecond => "per_second",
            Self::Bytes => "bytes",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Limit {
    AtMost(f64),
    AtLeast(f64),
    /// For information.
    None,
}

impl Limit {
    pub(super) fn number(self) -> Option<f64> {
        match self {
            Self::AtMost(limit) | Self::AtLeast(limit) => Some(limit),
            Self::None => None,
        }
    }

    fn holds(self, value: f64) -> bool {
        match self {
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
            Self::None => true,
        }
    }
}

/// How much work is put into a measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Turns, of which the median counts.
    pub(super) passes: usize,
    /// Agents of a herd.
    pub(super) agents: usize,
    /// Ticks of a turn for a herd; what takes longer runs fewer.
    pub(super) ticks: usize,
    /// Somebody asked for the measure by its name.
    pub(super) named: bool,
}

impl Effort {
    pub(super) const fn full(passes: usize) -> Self {
        Self { passes, agents: 10_000, ticks: 64, named: false }
    }

    /// Whether only so much is done that the value means nothing.
    pub(super) const fn is_short(&self) -> bool {
        self.agents < 1000
    }

    /// Just enough to see that a measure works.
    #[cfg(test)]
    pub(super) const fn short() -> Self {
        Self { passes: 1, agents: 100, ticks: 4, named: false }
    }
}

/// What came out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) measure: Measure,
    pub(super) value: f64,
    pub(super) holds: bool,
    /// It is told, but counts for nothing.
    pub(super) info: bool,
}

impl Measure {
    /// A measure that any machine can be judged by.
    pub(super) const fn new(
        name: &'static str,
        says: &'static str,
        unit: Unit,
        limit: Limit,
        take: fn(&Effort) -> Result<f64>,
    ) -> Self {
        Self { name, says, unit, limit, take, can_judge: || true }
    }

    /// Takes the measure on one thread, whatever the machine has.
    pub(super) fn take(&self, effort: &Effort) -> Result<Reading> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().context("cannot start a thread")?;
        let value =
            pool.install(|| (self.take)(effort)).with_context(|| format!("measuring {}", self.name))?;
        let info = self.limit == Limit::None || !effort.named && !(self.can_judge)();
        Ok(Reading { measure: *self, value, holds: self.limit.holds(value), info })
    }
}
