//! A study in the studio: its runs are seen while they are played, and its results are those that it has without.

use crate::common::{Folder, motive};
use crate::studio_page::StudioPage;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// `work` and what is counted in each tick would be other numbers if a run that is followed counted.
const STUDY: &str = r#"
title   = "Looked at"
seed    = 3
runs    = 6
steps   = 60
metrics = ["score", "work", "goals_per_tick", "things_per_tick"]
[[part]]
name  = "main"
world = "pacman"
vary  = [{ option = "lives", values = [1, 2] }]
[[agent]]
name = "ours"
mind = "agents/pacman/ours.motive"
[[agent]]
name = "classic"
mind = "agents/pacman/classic.motive"
"#;

/// Starts a study and gives the address of its page.
fn start(arguments: &[&str]) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_motive"))
        .args(["lab", "run"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("studio: ").unwrap_or_else(|| panic!("{line}")).to_owned();
    (child, address)
}

/// Waits for the end of a study whose page has gone.
fn ended(mut child: Child) {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("the study does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(child.wait().unwrap().success(), "{told}");
}

#[test]
fn runs_are_looked_at_and_changed_and_the_results_are_the_same() {
    let folder = Folder::new("lab-studio");
    let (study, plain, seen) = (folder.file("s.toml", STUDY), folder.path("plain"), folder.path("seen"));
    motive(&["lab", "run", &study, "--out", &plain]).ended(0);
    let (child, address) = start(&[&study, "--out", &seen, "--jobs", "2", "--studio", "--paused"]);
    // Both threads wait for their page.
    let mut pages = [0, 1].map(|run| StudioPage::open(&address, run));
    for page in &mut pages {
        page.until("a run stands", |now| now["paused"] == true && now["tick"] == 0 && now["run"] == 1);
        let title = page.ask(json!({ "do": "about" }))["title"].as_str().unwrap().to_owned();
        assert!(title.starts_with("main: ") && title.contains(", pacman lives="), "{title}");
        let agent = page.ask(json!({ "do": "agents" }))[0][0].as_u64().unwrap();
        page.ask(json!({ "do": "follow", "agent": agent }));
        page.ask(json!({ "do": "step", "ticks": 20 }));
        page.until("it is stepped", |now| now["tick"] == 20);
        let mind = page.mind(&json!(agent), 19);
        assert!(!mind["explanation"]["actions"].as_array().unwrap().is_empty(), "{mind}");
        assert!(page.ask(json!({ "do": "picture", "tick": 19 })).as_str().unwrap().len() > 100);
        page.ask(json!({ "do": "inject", "agent": agent, "text": "self.lives = 99", "hold": true }));
        page.ask(json!({ "do": "step", "ticks": 1 }));
        page.until("it is changed", |now| !now["by_hand"].as_array().unwrap().is_empty());
    }
    for page in &mut pages {
        page.ask(json!({ "do": "run" }));
    }
    // What was changed is forgotten with the run, and whoever is followed is followed in the next one too.
    for page in &mut pages {
        page.until("the study is over", |now| now["over"] == true);
        assert!(page.now["run"].as_u64() > Some(2), "{}", page.now);
        assert_eq!(page.now["held"], json!([]));
        assert!(page.ask(json!({ "do": "ticks", "agent": 0 }))["ticks"][1].as_u64() > Some(0));
    }
    drop(pages);
    ended(child);
    for file in ["results.csv", "manifest.json"] {
        let read = |out: &str| fs::read_to_string(folder.0.join(out).join(file)).unwrap();
        assert_eq!(read("seen"), read("plain"), "{file}");
    }
}

#[test]
fn a_study_on_a_cluster_has_no_studio() {
    let folder = Folder::new("lab-studio-cluster");
    let study = folder.file("s.toml", STUDY);
    let said = motive(&["lab", "run", &study, "--on", "slurm", "--studio"]).ended(2);
    assert!(said.err.contains("--studio"), "{}", said.err);
}
