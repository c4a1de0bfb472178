//! `plan` and `verify` as a person or a script meets them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Folder, motive};

const DOMAIN: &str = include_str!("../../motive-language/tests/hddl/courier-domain.hddl");
const PROBLEM: &str = include_str!("../../motive-language/tests/hddl/courier-letters.hddl");

struct Files {
    folder: Folder,
    domain: String,
    problem: String,
}

fn files(name: &str, domain: &str, problem: &str) -> Files {
    let folder = Folder::new(name);
    let (domain, problem) = (folder.file("domain.hddl", domain), folder.file("problem.hddl", problem));
    Files { folder, domain, problem }
}

#[test]
fn a_plan_is_found_written_and_valid() {
    let files = files("plan-found", DOMAIN, PROBLEM);
    let out = files.folder.path("letters.plan");
    motive(&["plan", "--hddl", &files.domain, &files.problem, "--out", &out]).ended(0);
    let said = motive(&["verify", "--hddl", &files.domain, &files.problem, &out]).ended(0);
    assert!(said.out.contains("the plan is valid"), "{}", said.out);
    let json = motive(&["plan", "--json", "--hddl", &files.domain, &files.problem]).ended(0).json();
    assert_eq!(json["answer"], "plan");
    assert_eq!(json["plan"].as_str().unwrap(), std::fs::read_to_string(&out).unwrap());
    let tree = motive(&["plan", "--explain", "--hddl", &files.domain, &files.problem]).ended(0).out;
    assert!(
        tree.contains("deliver(bill, mill) by bring\n  go(anna, post-office) by step\n    0. walk("),
        "{tree}"
    );
}

#[test]
fn a_wrong_step_is_pointed_at() {
    let files = files("plan-wrong", DOMAIN, PROBLEM);
    let plan = motive(&["plan", "--hddl", &files.domain, &files.problem]).ended(0).out;
    let wrong = files.folder.file("wrong.plan", plan.replacen("walk anna inn", "walk anna mill", 1));
    let said = motive(&["verify", "--hddl", &files.domain, &files.problem, &wrong]).ended(1);
    for part in ["wrong.plan:2", "walk(anna, mill", "at(anna, mill) is not true"] {
        assert!(said.err.contains(part), "{part} is not in\n{}", said.err);
    }
    let noise = files.folder.file("noise.plan", "no plan at all");
    motive(&["verify", "--hddl", &files.domain, &files.problem, &noise]).ended(2);
}

#[test]
fn exit_codes_tell_certain_from_given_up() {
    let files = files("plan-none", DOMAIN, &PROBLEM.replace("(lane mill inn)", ""));
    let said = motive(&["plan", "--hddl", &files.domain, &files.problem]).ended(1);
    assert!(said.err.contains("there is no plan"), "{}", said.err);
    let fine = files_again();
    motive(&["plan", "--time", "0", "--hddl", &fine.domain, &fine.problem]).ended(3);
    let broken = self::files("plan-broken", &DOMAIN.replace("(at ?who ?from)", "(att ?who ?from)"), PROBLEM);
    let said = motive(&["plan", "--hddl", &broken.domain, &broken.problem]).ended(2);
    assert!(said.err.contains("did you mean `at`?") && said.err.contains("domain.hddl:"), "{}", said.err);
}

fn files_again() -> Files {
    // Large enough that the clock is looked at.
    let lanes: String = (0..3000).map(|number| format!("(lane x{number} x{}) ", number + 1)).collect();
    let places: String = (0..=3000).map(|number| format!("x{number} ")).collect();
    let problem = PROBLEM
        .replace("(:objects", &format!("(:objects {places} - place"))
        .replace("(:init", &format!("(:init {lanes}"));
    files("plan-time", DOMAIN, &problem)
}
