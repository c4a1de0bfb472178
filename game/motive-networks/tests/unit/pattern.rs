use super::*;

fn found(pattern: &str, text: &str) -> Option<Vec<(String, String)>> {
    matched(pattern, text).map(|found| found.into_iter().collect())
}

fn is(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn a_variable_matches_the_text_between_literal_parts() {
    assert_eq!(found("actor-at-?x", "actor-at-red-chair"), Some(vec![is("x", "red-chair")]));
    assert_eq!(found("?a-is-on-?b", "cup-is-on-table"), Some(vec![is("a", "cup"), is("b", "table")]));
    assert_eq!(found("(at ?x ?y)", "(at dude chair)"), Some(vec![is("x", "dude"), is("y", "chair")]));
    assert_eq!(found("actor-at-?x", "actor-on-chair"), None);
    assert_eq!(found("?x-?x", "a-b"), None);
    assert_eq!(found("(at ?x)", "(at a b)"), None);
}
