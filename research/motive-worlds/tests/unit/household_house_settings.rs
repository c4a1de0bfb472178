//! Tests of `household::house_settings` from inside.

use super::*;

/// R-001-087: the numbers are for the actions of the table, in its order, and touch the drives that the table names, no others.
#[test]
fn the_numbers_fit_the_table() {
    let drawn = [Numbers::drawn(7), Numbers::drawn(8).weakened(), Numbers::unfitted(7), Numbers::unfitted(8)];
    for numbers in std::iter::once(Numbers::fitted()).chain(drawn) {
        for ((action, (name, ..)), gains) in Action::ALL.iter().zip(&FITTED).zip(&numbers.gains) {
            assert_eq!(action.name, *name);
            for drive in Drive::ALL {
                let touched = action.touches.contains(&drive);
                assert_eq!(gains[drive as usize] != 0.0, touched, "{name} and {}", drive.name());
            }
            if let Length::UntilFull(drive) = action.length {
                assert!(gains[drive as usize] > numbers.decay, "{name} would never end");
            }
        }
    }
}
