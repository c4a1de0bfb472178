//! Which goals and tasks are too weak to be pursued.

/// Which goals and tasks are too weak to be pursued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// What a priority must exceed; nothing is filtered without one.
    pub threshold: Option<f64>,
    /// A priority equal to the threshold passes too.
    pub inclusive: bool,
    /// Moves the threshold so that a number of tasks remain.
    pub control: Option<Control>,
}

/// Moves the threshold up while too many tasks are live and down while too few are (after Wright's MINDER1, which
/// aims at three).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// How many tasks to aim at.
    pub target: usize,
    /// How many more or fewer are left alone.
    pub slack: usize,
    /// How far the threshold moves in one tick. It is halved whenever the direction changes, so that the threshold
    /// does not swing.
    pub step: f64,
    /// It stays above this.
    pub low: f64,
    /// It stays below this.
    pub high: f64,
    /// Only the most important task passes.
    pub concentrate: bool,
}

impl Filter {
    /// Nothing is too weak.
    pub const fn off() -> Self {
        Self { threshold: None, inclusive: false, control: None }
    }

    /// Everything above a threshold passes.
    pub const fn above(threshold: f64) -> Self {
        Self { threshold: Some(threshold), inclusive: false, control: None }
    }

    /// Everything from a threshold on passes.
    pub const fn from(threshold: f64) -> Self {
        Self { threshold: Some(threshold), inclusive: true, control: None }
    }

    /// A threshold that moves so that about so many tasks remain.
    pub const fn aiming_at(target: usize, step: f64, low: f64, high: f64) -> Self {
        let control = Control { target, slack: 0, step, low, high, concentrate: false };
        Self { threshold: Some(low), inclusive: false, control: Some(control) }
    }
}

/// The present threshold of a filter.
#[derive(Clone, Debug)]
pub(crate) struct FilterThreshold {
    /// NaN if nothing is filtered.
    now: f64,
    inclusive: bool,
    /// Apart, since few thresholds move and every agent has one.
    controller: Option<Box<Controller>>,
}

/// What moves a threshold.
#[derive(Clone, Debug)]
struct Controller {
    control: Control,
    step: f64,
    direction: i8,
}

impl FilterThreshold {
    pub(crate) fn new(filter: Filter) -> Self {
        let controller =
            |control: Control| Box::new(Controller { control, step: control.step, direction: 0 });
        Self {
            now: filter.threshold.unwrap_or(f64::NAN),
            inclusive: filter.inclusive,
            controller: filter.control.map(controller),
        }
    }

    pub(crate) fn now(&self) -> f64 {
        if self.now.is_nan() { f64::NEG_INFINITY } else { self.now }
    }

    pub(crate) fn set(&mut self, threshold: f64) {
        if !threshold.is_nan() {
            self.now = threshold;
        }
    }

    /// A threshold that moves by itself is adjusted every tick.
    pub(crate) fn moves(&self) -> bool {
        self.controller.is_some()
    }

    pub(crate) fn passes(&self, priority: f64) -> bool {
        priority > self.now || self.now.is_nan() || self.inclusive && priority == self.now
    }

    /// Adjusts the threshold, given the priorities of all goals and tasks. Returns the old and new value if it moved.
    pub(crate) fn adjust(&mut self, priorities: &[f64]) -> Option<(f64, f64)> {
        let from = self.now();
        let passing = priorities.iter().filter(|priority| self.passes(**priority)).count();
        let controller = self.controller.as_deref_mut()?;
        let low = controller.control.low;
        let to = if controller.control.concentrate {
            second_highest(priorities).unwrap_or(low).max(low)
        } else {
            controller.moved(from, passing)
        };
        self.now = to;
        (from != to).then_some((from, to))
    }
}

impl Controller {
    /// Where a threshold moves that so many goals and tasks pass.
    fn moved(&mut self, threshold: f64, passing: usize) -> f64 {
        let control = &self.control;
        let direction = match passing {
            n if n > control.target + control.slack => 1,
            n if n + control.slack < control.target => -1,
            _ => 0,
        };
        if direction != 0 && self.direction != 0 && direction != self.direction {
            self.step /= 2.0;
        }
        if direction != 0 {
            self.direction = direction;
        } else {
            self.step = control.step;
            self.direction = 0;
        }
        (threshold + f64::from(direction) * self.step).clamp(control.low, control.high.max(control.low))
    }
}

fn second_highest(priorities: &[f64]) -> Option<f64> {
    let mut sorted: Vec<f64> = priorities.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    sorted.dedup();
    sorted.get(1).copied()
}

#[cfg(test)]
#[path = "../../tests/unit/filter.rs"]
mod tests;
