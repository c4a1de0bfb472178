//! How many lines a client may send.

use super::*;

#[test]
fn who_spends_too_much_waits_and_saves_for_two_seconds_at_most() {
    let start = Instant::now();
    let mut allowance = Allowance::new(10, start);
    allowance.spend(20, start);
    assert_eq!(allowance.resumes(), start);
    allowance.spend(5, start);
    assert_eq!(allowance.resumes(), start + Duration::from_millis(500));
    let later = start + Duration::from_secs(3600);
    allowance.spend(30, later);
    assert_eq!(allowance.resumes(), later + Duration::from_secs(1));
}
