use super::*;

#[test]
fn searches_are_read_as_words_and_as_questions() {
    let rule = |name: &str| RunSearch::Rule(name.to_owned());
    let turns = RunSearch::Alternate("flee".into(), "eat".into());
    for (text, query) in [
        ("rule flee", rule("flee")),
        ("when did rule `flee` first run?", rule("flee")),
        ("when does rule flee run", rule("flee")),
        ("when did rule run run?", rule("run")),
        ("rule run", rule("run")),
        ("goal eat", RunSearch::Goal("eat".into())),
        ("when did goal eat come up?", RunSearch::Goal("eat".into())),
        ("first action go", RunSearch::Action("go".into())),
        ("flee and eat alternate", turns.clone()),
        ("when did `flee` and `eat` alternate?", turns),
        ("run", RunSearch::Any("run".into())),
        ("Flee.run", RunSearch::Any("Flee.run".into())),
    ] {
        assert_eq!(RunSearch::read(text), Ok(query), "{text}");
    }
    for text in ["", " ", "?", "when did?"] {
        assert!(RunSearch::read(text).is_err(), "{text}");
    }
}
