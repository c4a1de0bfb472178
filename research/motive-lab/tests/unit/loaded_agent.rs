//! Tests of `loaded_agent` from inside.

use super::*;
use motive_language::NoFiles;

#[test]
fn only_the_named_value_changes() {
    let set = [("near".to_owned(), 2.5), ("far".to_owned(), -1.0), ("none".to_owned(), 1.0)];
    let replacing = Replacing::new(&NoFiles, &set);
    let text = "let near = 80 // close\nlet other = near + 1\nlet far = 100\n";
    let replaced = replacing.replace(SourceText::new("a", text)).text;
    assert_eq!(replaced, "let near = 2.5 // close\nlet other = near + 1\nlet far = (-1)\n");
    assert_eq!(replacing.missing(), Some("none"));
}

#[test]
fn a_mind_is_named_behind_its_file() {
    assert_eq!(split("agents/a.motive:Guard"), ("agents/a.motive", Some("Guard")));
    assert_eq!(split("agents/a.motive"), ("agents/a.motive", None));
    assert_eq!(split("c:/a.motive"), ("c:/a.motive", None));
}
