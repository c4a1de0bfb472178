//! What the derives say about mistakes, and where.

#[test]
fn mistakes_are_reported_where_they_are() {
    trybuild::TestCases::new().compile_fail("tests/derive_errors/*.rs");
}
