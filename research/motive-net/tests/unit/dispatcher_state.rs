//! Tests of `dispatcher_state` from inside.

use super::*;

#[test]
fn a_suspension_of_the_process_does_not_count_as_time() {
    let mut clock = DispatcherClock::from(Duration::from_secs(5));
    let start = clock.read;
    assert_eq!(clock.at(start + Duration::from_millis(100)), Duration::from_millis(5100));
    assert_eq!(clock.at(start + Duration::from_secs(3600)), Duration::from_millis(5350));
    assert_eq!(clock.at(start), Duration::from_millis(5350));
}
