//! `motive lab` as a person or a script meets it.

use crate::common::{Folder, motive};
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Enough runs to be interrupted in, few enough for a test.
const STUDY: &str = r#"
title   = "Interrupted"
seed    = 3
runs    = 150
quick   = 2
steps   = 150
metrics = ["score", "work"]
ranking = "score"
[[part]]
name  = "main"
world = "pacman"
vary  = [{ option = "lives", values = [1, 2] }]
[[agent]]
folder = "agents/pacman"
"#;

fn read(folder: &Folder, file: &str) -> Vec<u8> {
    fs::read(folder.0.join(file)).unwrap()
}

#[test]
fn studies_are_listed() {
    let said = motive(&["lab", "list"]).ended(0);
    for part in ["gordon2005-tileworld", "11,920 runs", "league-pacman"] {
        assert!(said.out.contains(part), "{part} is not in\n{}", said.out);
    }
    let lines = motive(&["lab", "list", "--json"]).ended(0).out;
    assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{lines}");
}

/// Killed three times at moments of its own choosing, and gone on with: the same bytes as without.
#[test]
fn a_killed_run_goes_on_and_nothing_is_lost_or_doubled() {
    let folder = Folder::new("lab-kill");
    let (study, whole, broken) = (folder.file("s.toml", STUDY), folder.path("whole"), folder.path("broken"));
    motive(&["lab", "run", &study, "--out", &whole]).ended(0);
    let mut made = 0;
    for pause in [40, 90, 60] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_motive"))
            .args(["lab", "run", &study, "--out", &broken, "--resume", "--jobs", "2"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        // SIGKILL: no chance to tidy up.
        child.kill().unwrap();
        child.wait().unwrap();
        let journal = fs::read_to_string(folder.0.join("broken/runs.log")).unwrap_or_default();
        let now = journal.lines().count();
        assert!(now >= made, "{now} runs after {made}");
        made = now;
    }
    let json = motive(&["lab", "run", &study, "--out", &broken, "--resume", "--json"]).ended(0).json();
    assert_eq!(json["complete"], true, "{json}");
    assert_eq!(read(&folder, "broken/results.csv"), read(&folder, "whole/results.csv"));
    assert_eq!(read(&folder, "broken/manifest.json"), read(&folder, "whole/manifest.json"));
    let sorted = |file: &str| {
        let text = String::from_utf8(read(&folder, file)).unwrap();
        // All but the time that a run took, and the checksum over it.
        let mut lines: Vec<Vec<String>> = text
            .lines()
            .map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>())
            .map(|mut fields| {
                fields.pop();
                fields.remove(4);
                fields
            })
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("broken/runs.log"), sorted("whole/runs.log"));
}

#[test]
fn threads_and_shards_change_no_byte() {
    let folder = Folder::new("lab-threads");
    let study = folder.file("s.toml", STUDY);
    let (one, two, shared) = (folder.path("one"), folder.path("two"), folder.path("shared"));
    motive(&["lab", "run", &study, "--quick", "--jobs", "1", "--out", &one]).ended(0);
    motive(&["lab", "run", &study, "--quick", "--jobs", "2", "--out", &two]).ended(0);
    for shard in ["1/3", "2/3", "3/3"] {
        motive(&["lab", "run", &study, "--quick", "--shard", shard, "--out", &shared]).ended(0);
    }
    let said = motive(&["lab", "merge", &shared]).ended(0);
    let count = read(&folder, "one/results.csv").iter().filter(|byte| **byte == b'\n').count() - 1;
    assert!(said.out.contains(&format!("{count} of {count} runs")), "{}", said.out);
    for other in ["two", "shared"] {
        assert_eq!(
            read(&folder, "one/results.csv"),
            read(&folder, &format!("{other}/results.csv")),
            "{other}"
        );
    }
    let said = motive(&["lab", "report", &shared]).ended(0);
    assert!(said.out.contains("1. ours"), "{}", said.out);
    let json = motive(&["lab", "report", &shared, "--json"]).ended(0).json();
    assert_eq!(json["ranking"][0]["agent"], "ours");
}

/// R-000-103, R-000-120: all cells, tables and verdicts of the study, from a run of two seeds.
#[test]
fn gordons_study_runs_quickly_and_is_reported() {
    let folder = Folder::new("lab-gordon");
    let out = folder.path("o");
    let json = motive(&["lab", "run", "gordon2005-tileworld", "--runs", "2", "--out", &out, "--json"])
        .ended(0)
        .json();
    assert_eq!((&json["runs"], &json["complete"]), (&520.into(), &true.into()));
    let said = motive(&["lab", "report", &out, "--json"]);
    let json = said.json();
    assert!(json["claims"].as_array().unwrap().len() >= 16, "{json}");
    assert_eq!(said.code, Some(0), "nothing goes the other way without a word about why: {}", said.err);
    let page = String::from_utf8(read(&folder, "o/report.html")).unwrap();
    for part in ["Table 5.1", "Table G.17", "R-000-115", "What was tried", "Not fitted", "Fitted:"] {
        assert!(page.contains(part), "{part} is not on the page");
    }
}

#[test]
fn bad_input_is_answered() {
    let folder = Folder::new("lab-bad");
    let study = folder.file("s.toml", STUDY);
    assert!(
        motive(&["lab", "run", "gordon2005-tilewrld"])
            .ended(2)
            .err
            .contains("did you mean `gordon2005-tileworld`?")
    );
    assert!(motive(&["lab", "run", "none.toml"]).ended(2).err.contains("there is no such file"));
    let typo =
        folder.file("typo.toml", STUDY.replace("\"score\"]", "\"scroe\"]").replace("steps ", "stesp "));
    assert!(motive(&["lab", "run", &typo]).ended(2).err.contains("did you mean `steps`?"));
    assert!(motive(&["lab", "run", &study, "--shard", "4/3"]).ended(2).err.contains("I/N"));
    motive(&["lab", "run", &study, "--runs", "0"]).ended(2);
    motive(&["lab", "run", &study, "--jobs", "0"]).ended(2);
    assert!(motive(&["lab", "report", &folder.path("none")]).ended(2).err.contains("there are no results"));
    assert!(motive(&["lab", "merge", &folder.path("none")]).ended(2).err.contains("there are no results"));
    let file = folder.file("file", "x");
    assert!(motive(&["lab", "run", &study, "--out", &file]).ended(2).err.contains("cannot"));
    assert!(motive(&["lab", "tune", &study]).ended(2).err.contains("has no `[tune]` section"));
    let out = folder.path("o");
    motive(&["lab", "run", &study, "--quick", "--out", &out]).ended(0);
    assert!(motive(&["lab", "run", &study, "--quick", "--out", &out]).ended(2).err.contains("--resume"));
    folder.file("o/manifest.json", "{");
    assert!(motive(&["lab", "report", &out]).ended(2).err.contains("not one of ours"));
}

/// A disk that is full from the first line on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_says_what_to_do() {
    let folder = Folder::new("lab-full");
    let (study, out) = (folder.file("s.toml", STUDY), folder.0.join("o"));
    fs::create_dir_all(&out).unwrap();
    std::os::unix::fs::symlink("/dev/full", out.join("runs.log")).unwrap();
    let said =
        motive(&["lab", "run", &study, "--quick", "--resume", "--out", &out.display().to_string()]).ended(1);
    assert!(said.err.contains("the disk is full") && said.err.contains("--resume"), "{}", said.err);
    fs::remove_file(out.join("runs.log")).unwrap();
    motive(&["lab", "run", &study, "--quick", "--resume", "--out", &out.display().to_string()]).ended(0);
}

/// A directory in which nothing can be made.
#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_directory_is_an_error() {
    let folder = Folder::new("lab-unwritable");
    let study = folder.file("s.toml", STUDY);
    let said = motive(&["lab", "run", &study, "--out", "/proc/nothing/here"]).ended(2);
    assert!(said.err.contains("cannot make the directory"), "{}", said.err);
}

#[test]
fn an_own_mind_takes_part() {
    let folder = Folder::new("lab-mind");
    let mine = fs::read_to_string(crate::common::agent("classic.motive")).unwrap();
    let (mine, out) = (folder.file("mine.motive", mine), folder.path("o"));
    motive(&["lab", "run", "league-pacman", "--runs", "2", "--mind", &mine, "--out", &out]).ended(0);
    let csv = String::from_utf8(read(&folder, "o/results.csv")).unwrap();
    let score = |name: &str| {
        let line = csv.lines().find(|line| line.split(',').nth(1) == Some(name)).unwrap().to_owned();
        line.split(',').nth(5).unwrap().to_owned()
    };
    assert_eq!(score(&mine), score("classic"), "the same text plays the same games");
}

/// A directory whose journal was lost keeps its table: merging it writes nothing and says why.
#[test]
fn merging_without_the_journal_leaves_the_table_as_it_was() {
    let folder = Folder::new("lab-merge-lost");
    let (study, out) = (folder.file("s.toml", STUDY), folder.path("o"));
    motive(&["lab", "run", &study, "--quick", "--out", &out]).ended(0);
    let table = read(&folder, "o/results.csv");
    let journal = read(&folder, "o/runs.log");
    fs::remove_file(folder.0.join("o/runs.log")).unwrap();
    let said = motive(&["lab", "merge", &out]).ended(2);
    assert!(said.err.contains("only 0 are in the journals; nothing is written"), "{}", said.err);
    assert_eq!(read(&folder, "o/results.csv"), table);
    // The same with a part of it: what is left is no reason to forget the rest.
    let half: Vec<u8> = journal.iter().copied().take(journal.len() / 2).collect();
    folder.file("o/runs.log", half);
    motive(&["lab", "merge", &out]).ended(2);
    assert_eq!(read(&folder, "o/results.csv"), table);
    folder.file("o/runs.log", journal);
    motive(&["lab", "merge", &out]).ended(0);
    assert_eq!(read(&folder, "o/results.csv"), table);
}

/// A directory of results that somebody else has prepared: none of the names that the lab chooses leads to a file elsewhere.
#[cfg(unix)]
#[test]
fn links_in_a_directory_of_results_are_not_followed() {
    let folder = Folder::new("lab-links");
    let study = folder.file("s.toml", STUDY);
    // Without the end of a line, all of it would be taken off as a line that was cut.
    let precious = folder.file("precious", "precious");
    fs::create_dir_all(folder.0.join("elsewhere")).unwrap();
    let links = ["runs.log", "manifest.json", "study.toml", "results.csv", "report.html", "inputs"];
    for (number, name) in links.into_iter().enumerate() {
        let out = folder.0.join(format!("o{number}"));
        fs::create_dir_all(&out).unwrap();
        let leads = if name == "inputs" { folder.path("elsewhere") } else { precious.clone() };
        std::os::unix::fs::symlink(leads, out.join(name)).unwrap();
        let out = out.display().to_string();
        let ran = motive(&["lab", "run", &study, "--quick", "--resume", "--out", &out]);
        // A study is played without its report.
        let said = if name == "report.html" { motive(&["lab", "report", &out]) } else { ran };
        assert!(said.code != Some(0) && said.err.contains("is a link"), "{name}: {}", said.err);
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious", "{name}");
    }
    assert_eq!(fs::read_dir(folder.0.join("elsewhere")).unwrap().count(), 0);
}
