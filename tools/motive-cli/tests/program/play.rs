//! `play`, `why` and `trace diff` as a person or a script meets them.

use crate::common::{Folder, agent, motive, noise};

/// Records a run and gives where.
fn recorded(folder: &Folder, name: &str, arguments: &[&str]) -> String {
    let path = folder.path(name);
    let mut all = vec!["play", "pacman", "--record", &path];
    all.extend(arguments);
    motive(&all).ended(0);
    path
}

#[test]
fn a_world_is_played_by_its_own_agent() {
    let said = motive(&["play", "pacman", "--seed", "1", "--steps", "300"]).ended(0);
    for part in ["Pacman: score", "300 steps of pacman, seed 1", "decisions per second", "dots eaten"] {
        assert!(said.out.contains(part), "{part} is not in\n{}", said.out);
    }
}

#[test]
fn the_same_arguments_give_the_same_bytes() {
    let folder = Folder::new("play-same");
    let run = |name: &str| {
        let path = folder.path(name);
        let said = motive(&["play", "pacman", "--seed", "1", "--steps", "400", "--record", &path, "--json"])
            .ended(0);
        (said.out, std::fs::read(path).unwrap())
    };
    let (first, second) = (run("a.trace"), run("b.trace"));
    assert_eq!(first.0, second.0);
    assert!(first.1 == second.1, "the traces differ");
    assert_eq!(folder.names(), ["a.trace", "b.trace"], "nothing is left behind");
}

#[test]
fn json_is_one_object() {
    let json = motive(&["play", "pacman", "lives=1", "--steps", "50", "--json"]).ended(0).json();
    assert_eq!(json["steps"], 50);
    assert_eq!(json["agents"][0]["mind"], "Pacman");
    assert_eq!(json["agents"][0]["score"], json["metrics"]["score"]);
    assert_eq!(json["options"][0], "lives=1");
    assert_eq!(json["frame"]["pacman"]["tick"], 50);
    assert!(json.get("recording").is_none());
}

#[test]
fn recording_changes_nothing() {
    let folder = Folder::new("play-recorded");
    let path = folder.path("a.trace");
    let bare = motive(&["play", "pacman", "--steps", "500", "--json"]).ended(0).json();
    let mut recorded =
        motive(&["play", "pacman", "--steps", "500", "--json", "--record", &path]).ended(0).json();
    let recording = recorded.as_object_mut().unwrap().remove("recording").unwrap();
    assert_eq!(bare, recorded);
    // The index and the end mark are not counted.
    let (counted, written) = (recording["bytes"].as_u64().unwrap(), std::fs::metadata(path).unwrap().len());
    assert!((1..200).contains(&(written - counted)), "{counted} of {written}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_complete_recording() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = Folder::new("play-interrupted");
    let path = folder.path("a.trace");
    let arguments = ["play", "tileworld", "cycles=0", "--steps", "1000000000", "--record", &path];
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        let child = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let partial = motive_trace::partial_path(path.as_ref());
        while std::fs::metadata(&partial).map_or(0, |data| data.len()) < 100_000 {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("the run could continue") && said.contains("recorded to"), "{said}");
        assert_eq!(folder.names(), ["a.trace"], "nothing is left behind");
        assert!(!motive(&["why", &path, "--tick", "3"]).ended(0).err.contains("cut off"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_reported() {
    use std::process::Command;
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_motive")).arg("world").stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("cannot write the output: No space left on device"), "{said}");
    let said = motive(&["play", "pacman", "--steps", "50", "--record", "/dev/full"]).ended(1);
    assert!(said.err.contains("the recording cannot be written: No space left on device"), "{}", said.err);
}

#[test]
fn minds_are_chosen_by_name() {
    let folder = Folder::new("play-minds");
    let text = std::fs::read_to_string(agent("ours.motive")).unwrap();
    let file =
        folder.file("two.motive", format!("{text}\nmind Calm = Pacman but {{ without goals hunt }}\n"));
    let mind = |choice: &str| {
        let json = motive(&["play", "pacman", "--steps", "5", "--json", "--mind", choice]).ended(0).json();
        json["agents"][0]["mind"].as_str().unwrap().to_owned()
    };
    assert_eq!(mind(&file), "Calm");
    assert_eq!(mind(&format!("{file}:Pacman")), "Pacman");
    let said = motive(&["play", "pacman", "--mind", &format!("{file}:Clam")]).ended(2);
    assert!(said.err.contains("did you mean `Calm`?"), "{}", said.err);
    let said = motive(&["play", "pacman", "--mind", &file, "--mind", &file]).ended(2);
    assert!(said.err.contains("room for 1"), "{}", said.err);
}

#[test]
fn bad_arguments_are_answered() {
    assert!(motive(&["play", "pacmn"]).ended(2).err.contains("did you mean `pacman`?"));
    assert!(motive(&["play", "pacman", "livs=3"]).ended(2).err.contains("did you mean `lives`?"));
    assert!(motive(&["play", "pacman", "lives=many"]).ended(2).err.contains("a number from 1 on"));
    motive(&["play", "pacman", "--seed", "one"]).ended(2);
    motive(&["play"]).ended(2);
    let said = motive(&["play", "pacman", "--watch"]).ended(2);
    assert!(said.err.contains("draws in a terminal"), "{}", said.err);
    let folder = Folder::new("play-bad");
    let file = folder.file("typo.motive", "world pacman\ngoal eat achieves Eta { priority 1 }\nprogram Eat { otherwise do nothing }\nmind M = arbiter { goals eat }");
    let said = motive(&["play", "pacman", "--mind", &file]).ended(2);
    assert!(said.err.contains("did you mean `Eat`?") && said.err.contains("it has 1 error"), "{}", said.err);
    let file = folder.file("none.motive", "world pacman\n");
    assert!(motive(&["play", "pacman", "--mind", &file]).ended(2).err.contains("there is no mind"));
}

#[test]
fn a_tick_is_explained() {
    let folder = Folder::new("why");
    let trace = recorded(&folder, "a.trace", &["--seed", "1", "--steps", "400"]);
    let said = motive(&["why", &trace, "--tick", "40"]).ended(0);
    for part in [
        "Tick 40 of pacman, seed 1, agent 0 (Pacman)",
        "Decision: move(right)",
        "Goal `hunt` (priority 80): rule `Hunt.catch` applies.",
        "`eat`, priority 20, pursued by Eat, active since tick 0",
        "rule `fetch_fruit`: rejected, `self.safe_way_to_fruit` is false (self.safe_way_to_fruit has no value)",
        "rule `eat_dot`: runs",
        "proposes move(right): dropped, `hunt` does the same already",
        "Inactive goals: `lay_ambush`",
        "self: position (1, 1) -> (2, 1)",
    ] {
        let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{part} is not in\n{}", said.out);
    }
}

#[test]
fn an_explanation_is_data_too() {
    let folder = Folder::new("why-json");
    let trace = recorded(&folder, "a.trace", &["--seed", "1", "--steps", "100"]);
    let json = motive(&["why", &trace, "--tick", "40", "--json"]).ended(0).json();
    assert_eq!((&json["tick"], &json["name"]), (&40.into(), &"Pacman".into()));
    let tried = json["tasks"][0]["rules"].as_array().unwrap();
    assert!(tried.iter().any(|attempt| attempt["ran"] == true), "{json}");
    assert!(json["actions"][0]["command"].as_str().unwrap().starts_with("move("), "{json}");
    assert!(!json["changes"].as_array().unwrap().is_empty());
}

#[test]
fn every_tick_of_every_agent_can_be_explained() {
    let folder = Folder::new("why-all");
    for name in ["ours.motive", "thesis.motive", "report.motive", "classic.motive"] {
        let trace = recorded(&folder, "a.trace", &["--mind", &agent(name), "--steps", "60"]);
        for tick in 0..60 {
            let said = motive(&["why", &trace, "--tick", &tick.to_string()]);
            if said.code == Some(2) {
                assert!(said.err.contains("there is no tick"), "{}", said.err);
                break;
            }
            let text = said.ended(0).out;
            assert!(text.contains("Decision: ") && !text.contains("{ \"") && !text.contains("Id("), "{text}");
        }
    }
}

#[test]
fn ticks_and_agents_that_are_not_there() {
    let folder = Folder::new("why-missing");
    let trace = recorded(&folder, "a.trace", &["--steps", "10"]);
    let said = motive(&["why", &trace, "--tick", "99"]).ended(2);
    assert!(said.err.contains("there is no tick 99; this agent has the ticks 0 to 9"), "{}", said.err);
    assert!(
        motive(&["why", &trace, "--tick", "1", "--agent", "3"]).ended(2).err.contains("there is no agent 3")
    );
    motive(&["why", &folder.path("b.trace"), "--tick", "1"]).ended(2);
    assert!(motive(&["why", &folder.path(""), "--tick", "1"]).ended(2).err.contains("it is a directory"));
}

#[test]
fn a_cut_trace_is_read_as_far_as_it_goes() {
    let folder = Folder::new("why-cut");
    let trace = recorded(&folder, "a.trace", &["--steps", "30"]);
    let whole = std::fs::read(&trace).unwrap();
    let body = whole.iter().position(|byte| *byte == b'\n').unwrap();
    for length in
        (0..whole.len()).step_by(whole.len() / 60).chain([body, body + 1, body + 3, whole.len() - 1])
    {
        let cut = folder.file("cut.trace", &whole[..length]);
        let said = motive(&["why", &cut, "--tick", "29"]);
        // Behind the last tick stand only the index and the end mark.
        if length < whole.len() - 200 {
            let said = said.ended(2);
            assert!(
                said.err.contains("cut off") || said.err.contains("not a trace"),
                "{length}: {}",
                said.err
            );
        }
    }
    let cut = folder.file("cut.trace", &whole[..whole.len() - 1_000]);
    assert!(motive(&["why", &cut, "--tick", "3"]).ended(0).out.contains("Tick 3"));
    let said = motive(&["trace", "diff", &trace, &cut]).ended(1);
    assert!(said.out.contains("the second run: it is cut off"), "{}", said.out);
}

#[test]
fn damaged_and_foreign_traces_are_answered() {
    let folder = Folder::new("why-damaged");
    let trace = recorded(&folder, "a.trace", &["--steps", "20"]);
    let whole = std::fs::read(&trace).unwrap();
    let end_of_header = whole.iter().position(|byte| *byte == b'\n').unwrap();
    for seed in 0..60u64 {
        let mut bytes = whole.clone();
        for (step, byte) in noise(seed, 8).into_iter().enumerate() {
            let from = if seed % 2 == 0 { end_of_header } else { 0 };
            let at = from
                + (usize::from(byte) * 7919 + step * 104_729 + seed as usize * 31) % (bytes.len() - from);
            bytes[at] ^= byte | 1;
        }
        let bad = folder.file("bad.trace", bytes);
        let said = motive(&["why", &bad, "--tick", "19"]);
        assert!(matches!(said.code, Some(0 | 2)), "{seed}: {}", said.err);
        let said = motive(&["trace", "diff", &trace, &bad]);
        assert!(matches!(said.code, Some(0..=2)), "{seed}: {}", said.err);
    }
    for seed in 0..20 {
        let bad = folder.file("noise.trace", noise(seed, 5000));
        assert!(motive(&["why", &bad, "--tick", "1"]).ended(2).err.contains("it is not a trace"));
    }
    let version = format!("\"motive_trace\":{}", motive_trace::VERSION);
    let newer = motive_trace::VERSION + 1;
    let header = String::from_utf8_lossy(&whole[..end_of_header]);
    let text = header.replace(&version, &format!("\"motive_trace\":{newer}"));
    let other = folder.file("other.trace", format!("{text}\n"));
    let said = motive(&["why", &other, "--tick", "1"]).ended(2);
    assert!(said.err.contains(&format!("a trace of version {newer}")), "{}", said.err);
    let agent = agent("ours.motive");
    assert!(motive(&["why", &agent, "--tick", "1"]).ended(2).err.contains("it is not a trace"));
}

#[test]
fn runs_are_compared() {
    let folder = Folder::new("diff");
    let first = recorded(&folder, "a.trace", &["--seed", "1", "--steps", "200"]);
    let again = recorded(&folder, "b.trace", &["--seed", "1", "--steps", "200"]);
    assert!(
        motive(&["trace", "diff", &first, &again]).ended(0).out.contains("The runs are the same: 200 ticks.")
    );
    let shorter = recorded(&folder, "c.trace", &["--seed", "1", "--steps", "150"]);
    let said = motive(&["trace", "diff", &first, &shorter]).ended(1);
    assert!(
        said.out.contains("Then the second run ends; the first continues with tick 150."),
        "{}",
        said.out
    );
    let other = recorded(&folder, "d.trace", &["--seed", "2", "--steps", "200"]);
    let said = motive(&["trace", "diff", &first, &other]).ended(1);
    assert!(
        said.out.contains("The seeds differ: 1 and 2.") && said.out.contains("Its memory differs there"),
        "{}",
        said.out
    );
    let json = motive(&["trace", "diff", &first, &other, "--json"]).ended(1).json();
    assert!(json["same"] == false && json["tick"].is_u64(), "{json}");
}

#[test]
fn a_changed_rule_is_found_where_it_matters() {
    let folder = Folder::new("diff-rule");
    let text = std::fs::read_to_string(agent("ours.motive")).unwrap();
    let file = folder.file(
        "mine.motive",
        text.replace("when self.safe_way_to_dot\n", "when self.safe_way_to_dot, self.score < 100\n"),
    );
    let (first, second) = (
        recorded(&folder, "a.trace", &["--seed", "1", "--steps", "200"]),
        recorded(&folder, "b.trace", &["--seed", "1", "--steps", "200", "--mind", &file]),
    );
    let said = motive(&["trace", "diff", &first, &second]).ended(1).out;
    for part in [
        "The conditions of the rules of agent 0 differ in Eat.",
        "the difference comes from its mind",
        "First run: rule `eat_dot` of Eat runs",
        "Second run: rule `eat_dot` of Eat is rejected: `self.score < 100` is false",
        "Actions: move(",
    ] {
        assert!(
            said.split_whitespace().collect::<Vec<_>>().join(" ").contains(part),
            "{part} is not in\n{said}"
        );
    }
}

#[test]
fn a_file_for_another_world_is_refused_with_one_sentence() {
    let agent = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/tileworld/ours.motive");
    let refused = motive(&["play", "pacman", "--mind", agent]).ended(2);
    assert!(
        refused.err.contains("is written for the world `tileworld`, not for `pacman`"),
        "{}",
        refused.err
    );
    assert_eq!(refused.err.trim().lines().count(), 1, "{}", refused.err);
}
