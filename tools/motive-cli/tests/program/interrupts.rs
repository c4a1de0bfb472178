//! Signals and full disks: what was recorded or played until then stays, the terminal is as it was, and every failure to write is said.

#![cfg(unix)]

use crate::common::{Folder, agent, motive};
use crate::studio_page::StudioPage;
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Nothing waits that long unless it fails.
const LONG: Duration = Duration::from_secs(120);

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
    let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + LONG;
    while !holds() {
        assert!(Instant::now() < end, "waited for {what} in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Moments that look random and are always the same, in milliseconds.
fn moments() -> impl Iterator<Item = Duration> {
    (1_u64..).map(|n| Duration::from_millis(n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56))
}

/// What an interrupted run has recorded can be read, whenever the signal comes and whichever it is.
#[test]
fn ten_interrupted_recordings_can_all_be_read() {
    let folder = Folder::new("interrupted-recordings");
    let signals = ["-INT", "-TERM", "-HUP", "-KILL"].into_iter().cycle();
    for (number, (signal, pause)) in signals.zip(moments()).take(10).enumerate() {
        let path = folder.path(&format!("{number}.trace"));
        let partial = motive_trace::partial_path(path.as_ref());
        let arguments = ["play", "tileworld", "cycles=0", "--steps", "1000000000", "--record", &path];
        let child = start(&arguments);
        wait_until("the first ticks", || std::fs::metadata(&partial).is_ok_and(|data| data.len() > 20_000));
        std::thread::sleep(pause);
        send(signal, &child);
        let output = child.wait_with_output().unwrap();
        let file = if signal == "-KILL" {
            partial.display().to_string()
        } else {
            assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
            let said = text(&output.stdout);
            assert!(said.contains(&format!("motive why {path} --tick N")), "{said}");
            assert!(!partial.exists(), "nothing is left behind");
            path
        };
        motive(&["why", &file, "--tick", "2"]).ended(0);
    }
}

const STUDY: &str = r#"
title = "interrupted"
summary = "A study that is interrupted again and again."
seed = 5
runs = 60
steps = 300
metrics = ["score"]
ranking = "score"
[[part]]
name = "all"
title = "all"
world = "pacman"
seeds = "same"
[[agent]]
name = "ours"
mind = "agents/pacman/ours.motive"
"#;

/// The same for studies: no run is lost, none is doubled, and the last line says how to go on.
#[test]
fn ten_interrupted_studies_can_all_be_gone_on_with() {
    let folder = Folder::new("interrupted-studies");
    let (study, whole, broken) = (folder.file("s.toml", STUDY), folder.path("whole"), folder.path("broken"));
    motive(&["lab", "run", &study, "--out", &whole]).ended(0);
    let journal = folder.0.join("broken/runs.log");
    let lines = || std::fs::read_to_string(&journal).unwrap_or_default().lines().count();
    let signals = ["-INT", "-TERM", "-HUP", "-KILL"].into_iter().cycle();
    let (mut before, mut told) = (0, 0);
    for (signal, pause) in signals.zip(moments()).take(10) {
        let child = start(&["lab", "run", &study, "--out", &broken, "--resume", "--jobs", "1"]);
        // Later the study may be over before there is another run.
        wait_until("a run", || lines() > before || before >= 50);
        std::thread::sleep(pause / 8);
        send(signal, &child);
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        if status.code() == Some(130) {
            let said = text(&stderr);
            let command = format!("continue with: motive lab run {study} --out {broken} --resume");
            assert!(said.contains(&command), "{said}");
            told += 1;
        }
        assert!(lines() >= before, "no run is lost");
        before = lines();
    }
    assert!(told > 0, "no signal came in time");
    motive(&["lab", "run", &study, "--out", &broken, "--resume"]).ended(0);
    let results = |of: &str| std::fs::read(folder.0.join(of).join("results.csv")).unwrap();
    assert!(results("whole") == results("broken"));
}

/// A signal from outside leaves the terminal as it was.
#[test]
fn the_terminal_is_restored_whatever_ends_a_live_view() {
    use nix::sys::termios::tcgetattr;
    for signal in ["-INT", "-TERM", "-HUP"] {
        let size = nix::pty::Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = nix::pty::openpty(Some(&size), None).unwrap();
        let before = tcgetattr(&pty.slave).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        command.args(["play", "pacman", "--watch", "--steps", "1000000"]).env("TERM", "xterm");
        let end = || pty.slave.try_clone().unwrap();
        let mut child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let mut screen = File::from(pty.master.try_clone().unwrap());
        let shown = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let kept = shown.clone();
        // Ends with the terminal.
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                kept.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        let has = |part: &str| text(&shown.lock().unwrap()).contains(part);
        wait_until("the live view", || has("\x1b[?1049h"));
        wait_until("raw mode", || tcgetattr(&pty.slave).unwrap().local_flags != before.local_flags);
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        let after = tcgetattr(&pty.slave).unwrap();
        assert_eq!(
            (after.local_flags, after.input_flags, after.output_flags),
            (before.local_flags, before.input_flags, before.output_flags),
            "{signal}"
        );
        wait_until("the screen from before", || has("\x1b[?1049l"));
    }
}

/// A command whose output cannot be written ends with 1 and a line, whichever it is.
#[cfg(target_os = "linux")]
#[test]
fn every_command_says_that_its_output_cannot_be_written() {
    let folder = Folder::new("full-disk");
    let mind = agent("ours.motive");
    let trace = folder.path("a.trace");
    motive(&["play", "pacman", "--steps", "20", "--record", &trace]).ended(0);
    let results = folder.path("results");
    motive(&["lab", "run", &folder.file("s.toml", STUDY), "--runs", "1", "--out", &results]).ended(0);
    let networks = format!("{}/../../agents/networks", env!("CARGO_MANIFEST_DIR"));
    let (network, script) =
        (format!("{networks}/door_take_1.motive"), format!("{networks}/door_take_1.script"));
    let household = format!("{}/../../agents/household/udgoap.motive", env!("CARGO_MANIFEST_DIR"));
    let commands: &[&[&str]] = &[
        &["--help"],
        &["--version"],
        &["play", "--help"],
        &["check", &mind],
        &["check", "--json", &mind],
        &["play", "pacman", "--steps", "20"],
        &["play", "pacman", "--steps", "20", "--json"],
        &["why", &trace, "--tick", "3"],
        &["trace", "stats", &trace],
        &["trace", "diff", &trace, &trace],
        &["world"],
        &["world", "pacman"],
        &["lab", "list"],
        &["lab", "report", &results],
        &["plan", &household],
        &["net", "run", &network],
        &["net", "run", &network, "--script", &script],
        &["net", "dot", &network],
        &["completions", "bash"],
    ];
    for arguments in commands {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        let output = command.args(*arguments).stdin(Stdio::null()).stdout(full).output().unwrap();
        let said = text(&output.stderr);
        // What has nothing to print has nothing to complain about.
        let printed = !motive(arguments).out.is_empty();
        if printed {
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
            assert!(said.contains("No space left on device"), "{arguments:?}: {said}");
        }
    }
}

/// A picture that cannot be written leaves no empty file, and an old one stays.
#[test]
fn a_picture_that_cannot_be_written_changes_nothing() {
    let folder = Folder::new("no-picture");
    let network = format!("{}/../../agents/networks/door_take_1.motive", env!("CARGO_MANIFEST_DIR"));
    let nowhere = folder.path("missing/run.svg");
    let said = motive(&["net", "run", &network, "--svg", &nowhere]);
    assert!(said.code != Some(0) && said.err.contains("cannot write"), "{}", said.err);
    assert!(folder.names().is_empty());
}

/// Interrupts so many runs with a page that has paused them, or has set a slow pace, or does nothing, and gives how long each took to end.
fn interrupt_studios(count: usize, name: &str) -> Vec<Duration> {
    let folder = Folder::new(name);
    let mut took = Vec::new();
    for (number, pause) in moments().take(count).enumerate() {
        let path = folder.path(&format!("{number}.trace"));
        let world = ["play", "tileworld", "cycles=0", "--steps", "1000000000", "--record", &path];
        let mut child = start(&[&world[..], &["--studio", "127.0.0.1:0"]].concat());
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let mut page = StudioPage::open(line.trim().strip_prefix("studio: ").unwrap(), 0);
        page.until("a tick", |now| now["tick"].as_u64() > Some(0));
        let orders = match number % 4 {
            0 => vec![json!({ "do": "pause" })],
            1 => vec![json!({ "do": "pace", "ticks": 0.01 })],
            2 => vec![
                json!({ "do": "pace", "ticks": 0.01 }),
                json!({ "do": "pause" }),
                json!({ "do": "step" }),
            ],
            _ => vec![json!({ "do": "pace", "ticks": null })],
        };
        for order in orders {
            page.ask(order);
        }
        std::thread::sleep(pause);
        send("-INT", &child);
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > LONG {
                child.kill().unwrap();
                panic!("run {number} does not end");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        took.push(begun.elapsed());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
        assert_eq!(folder.names(), [format!("{number}.trace")], "one recording, and nothing beside it");
        motive(&["trace", "stats", &path]).ended(0);
        motive(&["why", &path, "--tick", "0"]).ended(0);
        std::fs::remove_file(&path).unwrap();
    }
    took
}

/// What a page holds up ends with a signal all the same, and what was recorded can be read.
#[test]
fn ten_interrupted_studios_end_with_a_recording() {
    interrupt_studios(10, "interrupted-studios");
}

/// The long form of the test above, by hand: `cargo test -p motive-cli --test program two_hundred -- --ignored --nocapture`. It measures time, so that it wants a machine
/// that does little else.
#[test]
#[ignore = "takes minutes, and measures time"]
fn two_hundred_interrupted_studios_end_within_a_second() {
    let mut took = interrupt_studios(200, "two-hundred-interrupted-studios");
    took.sort();
    println!("median {:?}, most {:?}", took[took.len() / 2], took[took.len() - 1]);
    assert!(took[took.len() - 1] < Duration::from_secs(1), "{took:?}");
}
