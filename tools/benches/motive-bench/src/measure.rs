//! What is measured, with its limit, and what came out.

use anyhow::{Context, Result};

/// Something that can be measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpeedMeasure {
    /// Its name: a subject, a dot, and what of it.
    pub(crate) name: &'static str,
    /// What it is, in one line.
    pub(crate) says: &'static str,
    pub(crate) unit: Unit,
    pub(crate) limit: Limit,
    /// Takes it.
    pub(crate) take: fn(&Effort) -> Result<f64>,
    /// Whether the machine, as it is now, allows a judgement. Asked only where nobody named the measure.
    pub(crate) can_judge: fn() -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Ratio,
    Count,
    Nanoseconds,
    PerSecond,
    Bytes,
}

impl Unit {
    pub(crate) fn name(self) -> &'static str {
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
pub(crate) enum Limit {
    AtMost(f64),
    AtLeast(f64),
    /// For information.
    None,
}

impl Limit {
    pub(crate) fn number(self) -> Option<f64> {
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
pub(crate) struct Effort {
    /// Turns, of which the median counts.
    pub(crate) passes: usize,
    /// Agents of a herd.
    pub(crate) agents: usize,
    /// Ticks of a turn for a herd; what takes longer runs fewer.
    pub(crate) ticks: usize,
    /// Somebody asked for the measure by its name.
    pub(crate) named: bool,
}

impl Effort {
    pub(crate) const fn full(passes: usize) -> Self {
        Self { passes, agents: 10_000, ticks: 64, named: false }
    }

    /// Whether only so much is done that the value means nothing.
    pub(crate) const fn is_short(&self) -> bool {
        self.agents < 1000
    }

    /// Just enough to see that a measure works.
    #[cfg(test)]
    pub(crate) const fn short() -> Self {
        Self { passes: 1, agents: 100, ticks: 4, named: false }
    }
}

/// What came out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasureReading {
    pub(crate) measure: SpeedMeasure,
    pub(crate) value: f64,
    pub(crate) holds: bool,
    /// It is told, but counts for nothing.
    pub(crate) info: bool,
}

/// The measures of a subject, each as what it says, then `NAME UNIT [LIMIT] => HOW [, when ALLOWED]`: how it is taken, and whether the machine
/// allows a judgement, if that is not always so.
macro_rules! measures {
    ($(
        $(#[doc = $says:literal])+
        $name:literal $unit:ident $(<= $most:tt)? $(>= $least:tt)? => $take:expr $(, when $when:path)?;
    )*) => {
        pub(crate) const MEASURES: &[$crate::measure::SpeedMeasure] = &[$($crate::measure::SpeedMeasure {
            name: $name,
            says: concat!($($says),+).trim_ascii(),
            unit: $crate::measure::Unit::$unit,
            limit: [
                $($crate::measure::Limit::AtMost($most),)?
                $($crate::measure::Limit::AtLeast($least),)?
                $crate::measure::Limit::None,
            ][0],
            take: $take,
            can_judge: [$($when as fn() -> bool,)? || true][0],
        }),*];
    };
}
pub(crate) use measures;

impl SpeedMeasure {
    /// Takes the measure on one thread, whatever the machine has.
    pub(crate) fn take(&self, effort: &Effort) -> Result<MeasureReading> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().context("cannot start a thread")?;
        let value =
            pool.install(|| (self.take)(effort)).with_context(|| format!("measuring {}", self.name))?;
        let info = self.limit == Limit::None || !effort.named && !(self.can_judge)();
        Ok(MeasureReading { measure: *self, value, holds: self.limit.holds(value), info })
    }
}
