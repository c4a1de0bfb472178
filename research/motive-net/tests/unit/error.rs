//! Tests of `error` from inside.

use super::*;

#[test]
fn a_message_contains_no_source_locations() {
    let message =
        "Unable to bind: in use at /build/zenoh/src/a.rs:61. - Caused by a thing at work at /b/c.rs:7.";
    assert_eq!(without_locations(message), "Unable to bind: in use. - Caused by a thing at work.");
    assert_eq!(without_locations("the peer is at home"), "the peer is at home");
    assert_eq!(without_locations(""), "");
}
