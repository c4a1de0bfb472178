//! Combinations of readings: all of them, one change at a time, or a balanced sample.

use crate::statistics::bootstrap::below;
use crate::study::{MOST_UNIVERSES, OpenPoint, Universes};
use motive::kernel::engine::{SplitMix64, splitmix64};

/// The combinations that a part plays: of each point, in order, the number of its reading. Nothing if there would be more than can be run.
pub(crate) fn universes(points: &[&OpenPoint], which: Universes, seed: u64) -> Option<Vec<Vec<usize>>> {
    let sizes: Vec<usize> = points.iter().map(|point| point.reading.len()).collect();
    match which {
        Universes::All => cross(&sizes),
        Universes::Each => Some(one_change_each(&sizes)),
        Universes::Drawn(count) => match cross(&sizes) {
            Some(all) if all.len() <= count => Some(all),
            _ => Some(drawn(&sizes, count, seed)),
        },
    }
}

fn cross(sizes: &[usize]) -> Option<Vec<Vec<usize>>> {
    let total = sizes.iter().try_fold(1_usize, |total, size| total.checked_mul(*size));
    total.filter(|total| *total <= MOST_UNIVERSES)?;
    let mut all = vec![Vec::new()];
    for size in sizes {
        let extended = all.iter().flat_map(|start: &Vec<usize>| {
            (0..*size).map(move |reading| start.iter().copied().chain([reading]).collect())
        });
        all = extended.collect();
    }
    Some(all)
}

fn one_change_each(sizes: &[usize]) -> Vec<Vec<usize>> {
    let first = vec![0; sizes.len()];
    let mut all = vec![first.clone()];
    for (point, size) in sizes.iter().enumerate() {
        for reading in 1..*size {
            let mut changed = first.clone();
            changed[point] = reading;
            all.push(changed);
        }
    }
    all
}

/// A sample in which each reading of a point occurs equally often, as near as the count allows (a Latin hypercube). Of equal combinations one is left.
fn drawn(sizes: &[usize], count: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut columns = Vec::new();
    for (point, size) in sizes.iter().enumerate() {
        let mut stream = SplitMix64(splitmix64(seed ^ splitmix64(point as u64)));
        let mut column: Vec<usize> = (0..count).map(|at| at % size).collect();
        for at in (1..count).rev() {
            column.swap(at, below(&mut stream, at + 1));
        }
        // The first combination is the one of first readings.
        if let Some(first) = column.iter().position(|reading| *reading == 0) {
            column.swap(0, first);
        }
        columns.push(column);
    }
    let mut all: Vec<Vec<usize>> = Vec::with_capacity(count);
    for at in 0..count {
        let combination: Vec<usize> = columns.iter().map(|column| column[at]).collect();
        if !all.contains(&combination) {
            all.push(combination);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_change_at_a_time_begins_with_the_first_readings() {
        assert_eq!(one_change_each(&[2, 3]), [[0, 0], [1, 0], [0, 1], [0, 2]]);
        assert_eq!(cross(&[2, 2]).unwrap(), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(cross(&[1000, 1000]), None);
    }

    #[test]
    fn a_sample_is_balanced_and_repeats() {
        let sizes = [2, 3, 4, 2, 3];
        let sample = drawn(&sizes, 60, 7);
        assert_eq!(sample, drawn(&sizes, 60, 7));
        assert_ne!(sample, drawn(&sizes, 60, 8));
        assert_eq!(sample[0], [0; 5]);
        for (point, size) in sizes.iter().enumerate() {
            for reading in 0..*size {
                let often = sample.iter().filter(|one| one[point] == reading).count();
                // Some combinations may have been drawn twice.
                let lost = 60 - sample.len();
                assert!(often + lost >= 60 / size && often <= 60 / size, "{point} {reading}: {often}");
            }
        }
    }
}
