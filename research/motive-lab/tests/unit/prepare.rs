//! Tests of `prepare` from inside.

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
