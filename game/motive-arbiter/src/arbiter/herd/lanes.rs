//! Operations on 64 agents at a time: loops over arrays of fixed length, which the compiler turns into vector instructions, and
//! sets of agents as the bits of one word.

use motive_core::condition::{BuiltinFunction, Comparison};
use motive_core::engine::Arithmetic;

/// The number of agents in a block.
pub(super) const LANES: usize = 64;

/// One number of each agent. NaN means no value.
pub(super) type Lanes = [f64; LANES];

/// A set of agents.
pub(super) type Mask = u64;

/// The agents for which a test holds. Written so that the compiler tests several lanes at once.
#[inline(always)]
pub(super) fn mask(test: impl Fn(usize) -> bool) -> Mask {
    let mut who = 0;
    for (lane, bit) in BITS.iter().enumerate() {
        who |= if test(lane) { *bit } else { 0 };
    }
    who
}

/// The bit of each lane.
const BITS: [Mask; LANES] = {
    let mut bits = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// The agents that have a value.
pub(super) fn known(numbers: &Lanes) -> Mask {
    mask(|lane| !numbers[lane].is_nan())
}

/// The agents whose value is not zero.
pub(super) fn nonzero(numbers: &Lanes) -> Mask {
    mask(|lane| (numbers[lane] < 0.0) | (numbers[lane] > 0.0))
}

/// The agents for which a comparison holds. It does not hold where a value is missing.
pub(super) fn compare(comparison: Comparison, left: &Lanes, right: &Lanes) -> Mask {
    compare_each(comparison, |lane| left[lane], |lane| right[lane])
}

/// The agents for which a comparison with one number holds.
pub(super) fn compare_to(comparison: Comparison, left: &Lanes, right: f64) -> Mask {
    compare_each(comparison, |lane| left[lane], |_| right)
}

#[inline(always)]
fn compare_each(comparison: Comparison, left: impl Fn(usize) -> f64, right: impl Fn(usize) -> f64) -> Mask {
    match comparison {
        Comparison::Less => mask(|lane| left(lane) < right(lane)),
        Comparison::AtMost => mask(|lane| left(lane) <= right(lane)),
        Comparison::Equal => mask(|lane| left(lane) == right(lane)),
        Comparison::Unequal => mask(|lane| (left(lane) < right(lane)) | (left(lane) > right(lane))),
        Comparison::AtLeast => mask(|lane| left(lane) >= right(lane)),
        Comparison::More => mask(|lane| left(lane) > right(lane)),
    }
}

/// Arithmetic on the numbers of each agent.
pub(super) fn arithmetic(sign: Arithmetic, left: &Lanes, right: &Lanes, into: &mut Lanes) {
    macro_rules! each {
        ($sign:ident) => {
            for lane in 0..LANES {
                into[lane] = Arithmetic::$sign.of(left[lane], right[lane]);
            }
        };
    }
    match sign {
        Arithmetic::Add => each!(Add),
        Arithmetic::Subtract => each!(Subtract),
        Arithmetic::Multiply => each!(Multiply),
        Arithmetic::Divide => each!(Divide),
        Arithmetic::Remainder => each!(Remainder),
    }
}

/// A function of several numbers, one number at a time.
pub(super) fn fold(builtin: BuiltinFunction, so_far: Option<&Lanes>, numbers: &Lanes, into: &mut Lanes) {
    for lane in 0..LANES {
        let so_far = so_far.map(|so_far| so_far[lane]);
        let n = numbers[lane];
        let lacking = n.is_nan() || so_far.is_some_and(f64::is_nan);
        into[lane] = if lacking { f64::NAN } else { builtin.fold(so_far, n) };
    }
}

/// One number for some agents, another for the rest.
pub(super) fn select(who: Mask, then: &Lanes, otherwise: &Lanes, into: &mut Lanes) {
    match who {
        Mask::MAX => *into = *then,
        0 => *into = *otherwise,
        _ => {
            for lane in 0..LANES {
                into[lane] = either(who, lane, then[lane], otherwise[lane]);
            }
        }
    }
}

/// One number for a member of a set, another for the rest; without a branch that the processor would mispredict.
#[inline(always)]
pub(super) fn either(who: Mask, lane: usize, then: f64, otherwise: f64) -> f64 {
    let all_ones = (who >> lane & 1).wrapping_neg();
    f64::from_bits(then.to_bits() & all_ones | otherwise.to_bits() & !all_ones)
}

/// The members of a set, lowest first.
pub(super) fn members(mut set: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

#[cfg(test)]
#[path = "../../../tests/unit/lanes.rs"]
mod tests;
