use super::*;

#[test]
fn numbers_are_in_the_set_until_they_are_removed() {
    let mut numbers = AgentNumbers::default();
    for number in [0, 63, 64, 1000] {
        numbers.insert(number);
    }
    numbers.remove(63);
    numbers.remove(70_000);
    let contained: Vec<u64> = (0..2000).filter(|number| numbers.contains(*number)).collect();
    assert_eq!(contained, [0, 64, 1000]);
    numbers.clear();
    assert!(!numbers.contains(0));
}

#[test]
fn a_number_that_is_too_great_takes_no_room() {
    let mut numbers = AgentNumbers::default();
    numbers.insert(u64::MAX);
    numbers.remove(u64::MAX);
    assert!(!numbers.contains(u64::MAX));
    assert!(numbers.0.is_empty());
}
