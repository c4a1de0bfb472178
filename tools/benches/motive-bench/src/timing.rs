//! Fair timing on a busy machine: turns, the thread's own time, medians.

use anyhow::{Context, Result};
use cpu_time::ThreadTime;

/// Seconds of work of this thread that something takes.
pub(crate) fn cpu_seconds(work: impl FnOnce()) -> Result<f64> {
    let clock = "cannot read this thread's time";
    let start = ThreadTime::try_now().context(clock)?;
    work();
    Ok(start.try_elapsed().context(clock)?.as_secs_f64())
}

/// Something that takes part in a race: one turn of it gives its time.
pub(crate) type Runner<'a> = &'a mut dyn FnMut() -> Result<f64>;

/// Lets runners take turns, so that a busy moment of the machine falls on all of them. Gives the times of each, turn by turn.
pub(crate) fn race<const N: usize>(passes: usize, mut runners: [Runner<'_>; N]) -> Result<[Vec<f64>; N]> {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..passes {
        for (runner, times) in runners.iter_mut().zip(&mut times) {
            times.push(runner()?);
        }
    }
    Ok(times)
}

/// How many times longer one took than the other: the median over the turns.
pub(crate) fn ratio(one: &[f64], other: &[f64]) -> f64 {
    median(one.iter().zip(other).map(|(one, other)| one / other.max(1e-12)).collect())
}

/// The number in the middle.
pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => 0.0,
        count => (numbers[(count - 1) / 2] + numbers[count / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runners_take_turns() {
        let order = std::cell::RefCell::new(String::new());
        let mut a = || {
            order.borrow_mut().push('a');
            Ok(3.0)
        };
        let mut b = || {
            order.borrow_mut().push('b');
            Ok(2.0)
        };
        let [one, other] = race(3, [&mut a, &mut b]).unwrap();
        assert_eq!(order.into_inner(), "ababab");
        assert_eq!(ratio(&one, &other), 1.5);
    }

    #[test]
    fn one_slow_turn_does_not_move_the_median() {
        assert_eq!(median(vec![1.0, 900.0, 2.0]), 2.0);
        assert_eq!(median(vec![1.0, 2.0]), 1.5);
        assert_eq!(median(vec![]), 0.0);
    }
}
