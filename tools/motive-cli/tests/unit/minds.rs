use super::*;

#[test]
fn a_mind_is_named_behind_the_file() {
    let named = |file: &str, name: &str| Choice::File(file.into(), Some(name.into()));
    assert_eq!(Choice::read("a.motive:Guard"), named("a.motive", "Guard"));
    assert_eq!(Choice::read("c:/a.motive:Guard"), named("c:/a.motive", "Guard"));
    assert_eq!(Choice::read("a.motive"), Choice::File("a.motive".into(), None));
    assert_eq!(Choice::read("a.motive:"), Choice::File("a.motive:".into(), None));
}
