//! What is read is checked before: the kind of a file, its size, how much work it asks for, and what it may make the program read.

use crate::common::{Folder, motive};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A pipe in the place of a file is refused at once, by every command that reads one.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = Folder::new("pipes");
    let [pipe, map, study] = ["motive", "map", "toml"].map(|ending| folder.path(&format!("pipe.{ending}")));
    assert!(Command::new("mkfifo").args([&pipe, &map, &study]).status().unwrap().success());
    let network = format!("{}/../../agents/networks/cat.motive", env!("CARGO_MANIFEST_DIR"));
    let used = folder.file("uses.motive", "use \"pipe.motive\"\n");
    let commands: &[&[&str]] = &[
        &["check", &pipe],
        &["check", &used],
        &["check", "/dev/zero"],
        &["fmt", &pipe],
        &["convert", &pipe],
        &["plan", &pipe],
        &["plan", "--hddl", &pipe, &pipe],
        &["verify", "--hddl", &pipe, &pipe, &pipe],
        &["play", "pacman", "--mind", &pipe],
        &["play", "shooter", "--map", &map],
        &["why", &pipe, "--tick", "1"],
        &["trace", "stats", &pipe],
        &["trace", "diff", &pipe, &pipe],
        &["lab", "run", &study],
        &["net", "run", &pipe],
        &["net", "run", &network, "--script", &pipe],
    ];
    for arguments in commands {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        let command =
            command.args(*arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        while child.try_wait().unwrap().is_none() {
            if Instant::now() >= end {
                child.kill().unwrap();
                panic!("{arguments:?} waits");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        let said =
            String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {said}");
        assert!(said.contains("regular file"), "{arguments:?}: {said}");
    }
}

/// A text that is too long is not read, and the message says what would help.
#[test]
fn a_long_text_is_refused_with_the_option_that_allows_it() {
    let folder = Folder::new("long-text");
    let long = folder.file("long.motive", vec![b'\n'; (16 << 20) + 1]);
    let said = motive(&["check", &long]).ended(2);
    assert!(said.err.contains("it is longer than 16 MiB, the most that is read"), "{}", said.err);
    assert!(said.err.contains("MOTIVE_LARGEST_FILE"), "{}", said.err);
    let two = folder.file("two.motive", vec![b'\n'; 2 << 20]);
    let with = |limit: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        let output = command.args(["check", &two]).env("MOTIVE_LARGEST_FILE", limit).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(with("2").0, Some(0));
    let (code, said) = with("1");
    assert!(code == Some(2) && said.contains("longer than 1 MiB"), "{said}");
    let (code, said) = with("lots");
    assert!(code == Some(2) && said.contains("is not a number of mebibytes"), "{said}");
}

/// A billion runs were 64 GB of memory at once.
#[test]
fn more_runs_than_fit_into_memory_are_refused() {
    let folder = Folder::new("many-runs");
    let out = folder.path("out");
    let said = motive(&["lab", "run", "league-room", "--runs", "1000000000", "--out", &out]);
    assert!(matches!(said.code, Some(1 | 2)), "{:?}", said.code);
    assert!(said.err.contains("5000000 is the most"), "{}", said.err);
    assert!(folder.names().is_empty(), "nothing is written");
}

/// Programs that call each other in a long chain are checked in time near linear in their number.
#[test]
fn a_chain_of_programs_is_checked_quickly() {
    let folder = Folder::new("chain");
    let chain = |programs: usize| {
        let mut text = String::from("world pacman\n");
        for number in 1..=programs {
            let next = if number < programs { format!("P{}", number + 1) } else { "nothing".to_owned() };
            text += &format!("program P{number} {{\n    otherwise do {next}\n}}\n");
        }
        text += "goal g maintains P1 { priority 1 }\nmind M = arbiter { goals g }\n";
        folder.file(&format!("{programs}.motive"), text)
    };
    let seconds = |file: &str| {
        let begun = Instant::now();
        motive(&["check", file]).ended(0);
        begun.elapsed().as_secs_f64()
    };
    let [short, long] = [1_000, 8_000].map(chain);
    // Eight times as many took five hundred times as long; a busy machine is forgiven a factor of eight.
    let (short, long) = (seconds(&short).min(seconds(&short)), seconds(&long));
    assert!(long < 64.0 * short.max(0.05), "{short:.2} s for 1,000 and {long:.2} s for 8,000");
}

/// Neither a mind nor a script of a stranger makes the program quote another file.
#[test]
fn messages_quote_no_file_of_somebody_else() {
    let folder = Folder::new("stranger");
    let secret = folder.file("secret.txt", "topsecret and more\n");
    std::fs::create_dir(folder.0.join("theirs")).unwrap();
    let network = format!("{}/../../agents/networks/cat.motive", env!("CARGO_MANIFEST_DIR"));
    for script in [format!("source {secret}\n"), "source ../secret.txt\n".to_owned()] {
        let script = folder.file("theirs/a.script", script);
        let said = motive(&["net", "run", &network, "--script", &script]).ended(2);
        assert!(
            said.err.contains("outside of the folder") && !said.err.contains("topsecret"),
            "{}",
            said.err
        );
    }
    let mind = folder.file("theirs/a.motive", format!("use \"{secret}\"\n"));
    let said = motive(&["check", &mind]).ended(2);
    assert!(!said.err.contains("topsecret") && !said.out.contains("topsecret"), "{}{}", said.out, said.err);
}
