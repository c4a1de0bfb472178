use super::*;
use crate::vocabulary::Type;

#[test]
fn a_name_that_stands_for_two_things_is_described_once_or_twice() {
    let mut names = Vocabulary::new();
    let (kind, property) = (names.kind("light"), names.property("light", Type::Bool));
    names.describe("light", "a lamp");
    names.describe_as(property, "whether it is on");
    assert_eq!(names.description(kind), Some("a lamp"));
    assert_eq!(names.description(property), Some("whether it is on"));
}

#[test]
fn a_name_that_is_not_declared_cannot_be_described() {
    let mut names = Vocabulary::new();
    names.describe("gost", "a misspelt ghost");
    let error = names.finish().unwrap_err();
    assert_eq!(error.to_string(), "`gost` is described, but not declared");
}
