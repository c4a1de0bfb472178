//! Finds goals that take turns endlessly, and damps them.

use std::sync::Arc;

/// Watches which goal leads. When the same few take turns repeatedly, all but the first of them are made less
/// important for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CycleGuard {
    /// How many times the same cycle must be seen.
    pub rounds: usize,
    /// The longest cycle to look for.
    pub longest: usize,
    /// Priorities are multiplied by this.
    pub damping: f64,
    /// For this many ticks.
    pub ticks: u64,
}

impl Default for CycleGuard {
    fn default() -> Self {
        Self { rounds: 3, longest: 8, damping: 0.5, ticks: 50 }
    }
}

/// The history of leading goals, and the goals that are damped.
#[derive(Clone, Debug, Default)]
pub(crate) struct CycleDetector {
    leaders: Vec<Arc<str>>,
    damped: Vec<(Arc<str>, u64)>,
}

impl CycleDetector {
    /// The factor by which a goal's priority is multiplied now.
    pub(crate) fn factor(&self, goal: &str, tick: u64, guard: &CycleGuard) -> f64 {
        let damped = self.damped.iter().any(|(name, until)| **name == *goal && tick < *until);
        if damped { guard.damping } else { 1.0 }
    }

    /// Records the goal that leads in this tick. Returns the goals of the cycle that it closes, if it does.
    pub(crate) fn lead(&mut self, goal: &Arc<str>, tick: u64, guard: &CycleGuard) -> Option<Vec<Arc<str>>> {
        self.damped.retain(|(_, until)| tick < *until);
        if self.leaders.last() == Some(goal) {
            return None;
        }
        self.leaders.push(goal.clone());
        let longest = guard.longest.max(2);
        let keep = longest.saturating_mul(guard.rounds.max(2));
        if self.leaders.len() > keep {
            self.leaders.drain(..self.leaders.len() - keep);
        }
        let period = (2..=longest).find(|period| self.repeats(*period, guard.rounds.max(2)))?;
        let cycle = self.leaders[self.leaders.len() - period..].to_vec();
        self.leaders.clear();
        for goal in &cycle[1..] {
            self.damped.push((goal.clone(), tick.saturating_add(guard.ticks)));
        }
        Some(cycle)
    }

    fn repeats(&self, period: usize, rounds: usize) -> bool {
        let Some(start) = self.leaders.len().checked_sub(period * rounds) else { return false };
        let tail = &self.leaders[start..];
        tail[period..].iter().zip(tail).all(|(later, earlier)| later == earlier)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/cycle_guard.rs"]
mod tests;
