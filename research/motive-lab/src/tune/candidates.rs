//! Drawing candidates.

use super::SearchSettings;
use crate::study::TuneParameter;
use motive::kernel::engine::SplitMix64;

/// Values for each candidate. A candidate's draws depend on the seed and its number alone, so that more candidates leave the first
/// ones as they were.
pub(super) fn candidates(
    parameters: &[TuneParameter],
    search: &SearchSettings,
) -> Vec<(String, Vec<(String, f64)>)> {
    let candidate = |number: usize| {
        let mut state = stream(search.seed, number, 0);
        let values = parameters.iter().map(|parameter| (parameter.name.clone(), draw(parameter, &mut state)));
        (format!("candidate {}", number + 1), values.collect())
    };
    (0..search.trials).map(candidate).collect()
}

/// The draws of a candidate of a generation.
pub(super) fn stream(seed: u64, number: usize, generation: u64) -> SplitMix64 {
    let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    SplitMix64(seed ^ (number as u64).rotate_left(40) ^ generation.rotate_left(20))
}

/// Every combination of the parameters' steps, the last parameter fastest.
pub(super) fn grid(parameters: &[TuneParameter]) -> Vec<(String, Vec<(String, f64)>)> {
    let mut all: Vec<Vec<(String, f64)>> = vec![Vec::new()];
    for parameter in parameters {
        let [least, greatest] = parameter.range;
        let step = parameter.step.unwrap_or(greatest - least);
        // The last step counts even if rounding puts it just beyond the range.
        let steps = ((greatest - least) / step + 1e-9) as usize;
        let values = || (0..=steps).map(|at| rounded(least + at as f64 * step));
        all = all
            .into_iter()
            .take(MOST_CELLS)
            .flat_map(|cell| {
                values().map(move |value| {
                    let mut longer = cell.clone();
                    longer.push((parameter.name.clone(), value));
                    longer
                })
            })
            .collect();
    }
    all.truncate(MOST_CELLS);
    (1..).zip(all).map(|(number, cell)| (format!("cell {number}"), cell)).collect()
}

/// The most cells of a grid.
const MOST_CELLS: usize = 100_000;

fn draw(parameter: &TuneParameter, state: &mut SplitMix64) -> f64 {
    value(parameter, unit(state))
}

/// A number from 0 up to 1, but not 1.
pub(super) fn unit(state: &mut SplitMix64) -> f64 {
    (state.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The value at this fraction of a parameter's range.
pub(super) fn value(parameter: &TuneParameter, share: f64) -> f64 {
    let [least, greatest] = parameter.range;
    let value = match (parameter.logarithmic, parameter.whole) {
        (true, _) => (least.ln() + share * (greatest.ln() - least.ln())).exp(),
        // Each whole number has the same room, the last one too.
        (false, true) => least.ceil() + share * (greatest.floor() - least.ceil() + 1.0),
        (false, false) => least + share * (greatest - least),
    };
    if parameter.whole { value.floor().clamp(least.ceil(), greatest.floor()) } else { rounded(value) }
}

/// Four significant digits: more would suggest a precision that no search has.
fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10f64.powf(3.0 - value.abs().log10().floor());
    (value * scale).round() / scale
}

#[cfg(test)]
#[path = "../../tests/unit/tune_candidates.rs"]
mod tests;
