use super::action_name;

#[test]
fn actions_are_counted_without_their_arguments() {
    let names = ["move(left)", "forget note#3", "note target { what: 3 }", "wait()"].map(action_name);
    assert_eq!(names, ["move", "forget", "note target", "wait"]);
}
