//! Tests of `keys` from inside.

use super::*;

#[test]
fn a_name_must_be_one_part_of_a_key() {
    for bad in ["", "a/b", "a*", "a b", "$x", "?", &"x".repeat(65)] {
        assert!(Keys::new(bad).is_err(), "{bad}");
    }
    let keys = Keys::new("dude-2").unwrap();
    assert_eq!(keys.of_process("report", "7f"), "motive/dude-2/report/7f");
    assert_eq!(
        (network(&keys.of_process("peer", "7f")), last(&keys.of_process("peer", "7f"))),
        ("dude-2", "7f")
    );
}
