//! The names, and which actions exclude each other.

use motive_shooter::vocabulary::ShooterNames;

/// The page of the book with the table of names.
const PAGE: &str = include_str!("../../../../docs/book/src/gamebots.md");

#[test]
fn every_name_has_a_description() {
    let names = ShooterNames::new().unwrap();
    let vocabulary = &names.vocabulary;
    for action in vocabulary.actions() {
        assert!(vocabulary.description(action).is_some(), "{}", vocabulary.action_name(action));
    }
    for property in vocabulary.properties() {
        assert!(vocabulary.description(property).is_some(), "{}", vocabulary.property_name(property));
    }
    for kind in vocabulary.kinds() {
        assert!(vocabulary.description(*kind).is_some(), "{}", vocabulary.name(kind.symbol()));
    }
    for function in vocabulary.functions() {
        assert!(vocabulary.description(function).is_some(), "{}", vocabulary.function_name(function));
    }
}

#[test]
fn every_name_of_the_gamebots_table_is_declared() {
    let names = ShooterNames::new().unwrap();
    let vocabulary = &names.vocabulary;
    let (_, table) = PAGE.split_once("| in agent files |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let listed: Vec<&str> = rows.map(|row| row.split('`').nth(1).unwrap()).collect();
    assert_eq!(listed.len(), 48, "{listed:?}");
    for name in listed {
        let declared = vocabulary.find_action(name).is_some()
            || vocabulary.find_property(name).is_some()
            || vocabulary.find_kind(name).is_some();
        assert!(declared, "{name}");
    }
}

#[test]
fn exactly_the_published_pairs_of_actions_conflict() {
    let names = ShooterNames::new().unwrap();
    let published = [
        ("run_to", "run_to"),
        ("stop", "run_to"),
        ("turn_to", "turn_to"),
        ("stop", "turn_to"),
        ("run_to", "turn_to"),
        ("stop_shooting", "shoot"),
        ("get_path", "run_to"),
    ];
    let seven = ["stop", "run_to", "turn_to", "shoot", "stop_shooting", "get_path", "rotate"];
    for one in seven {
        for other in seven {
            let id = |name: &str| names.vocabulary.find_action(name).unwrap();
            let expected = published.contains(&(one, other)) || published.contains(&(other, one));
            assert_eq!(names.catalogue.in_conflict(id(one), id(other)), expected, "{one} and {other}");
        }
    }
}
