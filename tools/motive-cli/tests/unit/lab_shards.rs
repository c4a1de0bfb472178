use super::*;

#[test]
fn a_word_of_a_shell_stays_one_word() {
    assert_eq!(quoted("a/b-c.toml"), "a/b-c.toml");
    assert_eq!(quoted("it's $HOME"), r"'it'\''s $HOME'");
    assert_eq!(quoted(""), "''");
}
