use super::*;

#[test]
fn the_same_declaration_twice_is_one() {
    let mut names = Vocabulary::new();
    let a = names.property("distance", Type::Number);
    assert_eq!(names.property("Distance", Type::Number), a);
    assert!(names.finish().is_ok());
}

#[test]
fn one_name_with_two_meanings_is_reported() {
    let mut names = Vocabulary::new();
    names.property("distance", Type::Number);
    names.property("distance", Type::Symbol);
    let error = names.finish().unwrap_err();
    assert_eq!(error, VocabularyError::Twice("distance".into(), "a property"));
    assert!(error.to_string().contains("`distance` is declared twice as a property"));
}

#[test]
fn limits_must_leave_a_number() {
    for (low, high) in [(1.0, 0.0), (f64::NAN, 1.0)] {
        let mut names = Vocabulary::new();
        let health = names.own("health", Type::Number);
        names.limit(health, low, high);
        assert!(matches!(names.finish(), Err(VocabularyError::Limits { .. })));
    }
}

#[test]
fn a_kind_cannot_be_its_own_parent() {
    let mut names = Vocabulary::new();
    let piano = names.kind("piano");
    let keyboard = names.kind_of("keyboard", piano);
    assert_eq!(names.ancestors(keyboard), [piano]);
    names.kind_of("piano", keyboard);
    assert!(matches!(names.finish(), Err(VocabularyError::KindCycle(..))));
}

#[test]
fn an_extension_keeps_the_meaning_of_every_name() {
    let mut names = Vocabulary::new();
    names.property("size", Type::Number);
    let old = names.finish().unwrap();
    let mut new = (*old).clone();
    new.property("shape", Type::Number);
    assert!(new.extends(&old));
    assert!(!old.extends(&new));
    assert!(!Vocabulary::new().extends(&old));
}
