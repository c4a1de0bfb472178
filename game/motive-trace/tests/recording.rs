//! A tiny game in plain Rust, recorded and explained.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_arbiter::teleo::{Definition, Library, Rule};
use motive_arbiter::{Arbiter, Character, Goal};
use motive_core::{
    Agent, Condition, Expr, Facts, Id, Kind, Memory, Pattern, Property, Range, Thing, Time, Type, Vocabulary,
};
use motive_trace::{
    AgentChoice, DecisionExplanation, Reader, Recording, RunInfo, TraceError, TraceStats, compare, explain,
    partial_path,
};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A guard that chases a thief who is near, and patrols otherwise.
struct Game {
    names: Arc<Vocabulary>,
    character: Arc<Character>,
    thief: Kind,
    distance: Property,
}

const BURGLAR: u64 = 20;

impl Game {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let thief = names.kind("thief");
        let distance = names.property("distance", Type::Number);
        let (chase, walk) = (names.action("chase", 1), names.action("walk", 0));
        let names = names.finish().unwrap();
        let near = Pattern::of(thief).named("it").within(distance, Range::new(0.0, 5.0));
        let programs = vec![
            Definition::new("Catch")
                .done_when(Condition::no(Pattern::of(thief)))
                .rule(Rule::new("run").when(near.clone()).act(chase, [Expr::var("it")])),
            Definition::new("Patrol").rule(Rule::new("walk").act(walk, [])),
        ];
        let library = Library::new(&names, programs).unwrap();
        let character = Character::new(names.clone())
            .goal(Goal::achieve("catch", "Catch").when(Condition::exists(Pattern::of(thief)), 90))
            .goal(Goal::maintain("patrol", "Patrol").always(10))
            .library(&library)
            .conflict(chase, walk)
            .build()
            .unwrap();
        Self { names, character, thief, distance }
    }

    fn guard(&self, number: u64) -> Agent<Arbiter> {
        Agent::new(Memory::new(self.names.clone()), Arbiter::new(self.character.clone()), 1, number)
    }

    /// At tick 2 a thief is seen far away, from tick 4 on near.
    fn perceive(&self, guard: &mut Agent<Arbiter>, tick: u64) {
        let distance = if tick < 4 { 9.0 } else { 3.0 };
        if tick >= 2 {
            let thief = Thing::new(Id::new(BURGLAR)).kind(self.thief).with(self.distance, distance);
            guard.memory_mut().put(thief).unwrap();
        }
    }

    /// Records two guards for so many ticks and returns the actions of the first.
    fn play(&self, recording: &mut Recording, ticks: u64) -> Vec<String> {
        let mut guards = [self.guard(0), self.guard(1)];
        recording.introduce(&guards[1], "Bob", "");
        let mut done = Vec::new();
        for tick in 0..ticks {
            for guard in &mut guards {
                self.perceive(guard, tick);
                let decision = recording.tick(guard, Time::of_tick(tick, 50_000));
                if guard.number() == 0 {
                    done.push(decision.display(guard.memory().vocabulary()).join(" "));
                }
            }
        }
        done
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn open(path: &Path) -> Reader<BufReader<File>> {
    Reader::new(BufReader::new(File::open(path).unwrap())).unwrap()
}

fn why(path: &Path, tick: u64, agent: &AgentChoice) -> DecisionExplanation {
    explain(&mut open(path), tick, agent).unwrap()
}

#[test]
fn a_game_is_recorded_and_explained() {
    let (game, path) = (Game::new(), path("guards.trace"));
    let mut recording = Recording::create(&path).unwrap();
    let done = game.play(&mut recording, 6);
    assert_eq!(done[1], "walk()");
    let size = recording.finish().unwrap();
    // The index and the end mark are not counted.
    let rest = std::fs::metadata(&path).unwrap().len() - size.bytes;
    assert!(size.ticks == 6 && (1..200).contains(&rest), "{rest}");

    let text = why(&path, 4, &AgentChoice::Name("Bob".into())).text();
    for part in [
        "Tick 4, agent 1 (Bob)",
        "Decision: chase(thief#20)",
        "Goal `catch` (priority 90): rule `Catch.run` applies.",
        "it = thief#20",
        "proposes walk(): dropped, it conflicts with chase(thief#20) of `catch`, which is more important",
        "thief#20: distance 9 -> 3",
    ] {
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part.trim()), "{part} is not in\n{text}");
    }
    let text = why(&path, 2, &AgentChoice::Number(0)).text();
    for part in [
        "Tick 2, agent 0\n",
        "Decision: walk()",
        "Goal `catch` (priority 90) does not act:",
        "no rule applies (`run`: nothing in memory matches `it: thief { distance: 0..5 }`)",
        "new: thief#20",
    ] {
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part.trim()), "{part} is not in\n{text}");
    }
}

/// Reads a trace to its end.
fn read_all(bytes: &[u8]) -> Result<(), TraceError> {
    let mut reader = Reader::new(bytes)?;
    while reader.next_record()?.is_some() {}
    Ok(())
}

#[test]
fn no_changed_bit_goes_unnoticed() {
    let (game, path) = (Game::new(), path("bits.trace"));
    let info = RunInfo { world: Some("yard".into()), seed: Some(7), ..RunInfo::default() };
    let mut recording = Recording::create_for(&path, &info).unwrap();
    game.play(&mut recording, 4);
    recording.finish().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    read_all(&bytes).unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            assert!(read_all(&bytes).is_err(), "bit {bit} of byte {at}");
            bytes[at] ^= 1 << bit;
        }
    }
}

#[test]
fn no_missing_record_goes_unnoticed() {
    let (game, path) = (Game::new(), path("records.trace"));
    let mut recording = Recording::create(&path).unwrap();
    game.play(&mut recording, 4);
    recording.finish().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut at = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut records = 0;
    // The last sixteen bytes say where the index is.
    while at < bytes.len() - 16 {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let without = [&bytes[..at], &bytes[at + 8 + length..]].concat();
        assert!(read_all(&without).is_err(), "the record at byte {at}");
        (at, records) = (at + 8 + length, records + 1);
    }
    assert!(records > 8);
}

#[test]
fn recording_changes_no_decision() {
    let (game, path) = (Game::new(), path("same.trace"));
    let recorded = game.play(&mut Recording::create(path).unwrap(), 6);
    let mut guard = game.guard(0);
    for (tick, recorded) in (0..6).zip(recorded) {
        game.perceive(&mut guard, tick);
        let decision = guard.tick(Time::of_tick(tick, 50_000)).display(&game.names);
        assert_eq!(decision.join(" "), recorded);
    }
}

#[test]
fn a_recording_that_a_crash_cut_off_is_read_up_to_there() {
    let (game, path) = (Game::new(), path("crash.trace"));
    let crashed = std::thread::spawn({
        let path = path.clone();
        move || {
            let mut recording = Recording::create(path).unwrap();
            game.play(&mut recording, 5);
            std::panic::resume_unwind(Box::new("the game crashes"));
        }
    });
    assert!(crashed.join().is_err());
    let path = partial_path(&path);
    assert_eq!(why(&path, 4, &AgentChoice::First).actions[0].command, "chase(thief#20)");
    let mut trace = open(&path);
    let cut = loop {
        match trace.next_record() {
            Ok(Some(_)) => {}
            other => break other,
        }
    };
    assert!(matches!(cut, Err(TraceError::Cut { .. })), "{cut:?}");
    assert_eq!(TraceStats::of(&mut open(&path)).unwrap().rules["Catch.run"].ran, 2);
}

#[test]
fn ticks_of_earlier_frames_survive_when_the_process_is_killed() {
    let (game, path) = (Game::new(), path("killed.trace"));
    let mut recording = Recording::create(&path).unwrap();
    game.play(&mut recording, 6);
    std::thread::sleep(std::time::Duration::from_millis(15));
    game.play(&mut recording, 1);
    // A killed process runs no destructor.
    std::mem::forget(recording);
    assert_eq!(why(&partial_path(&path), 4, &AgentChoice::First).tick, 4);
}

#[test]
fn an_existing_recording_is_replaced_only_by_a_complete_one() {
    let (game, path) = (Game::new(), path("kept.trace"));
    game.play(&mut Recording::create(&path).unwrap(), 6);
    let mut killed = Recording::create(&path).unwrap();
    game.play(&mut killed, 3);
    std::mem::forget(killed);
    assert_eq!(why(&path, 5, &AgentChoice::First).tick, 5, "the earlier recording is still there");
    game.play(&mut Recording::create(&path).unwrap(), 4);
    assert!(explain(&mut open(&path), 5, &AgentChoice::First).is_err(), "the new recording has four ticks");
    assert!(!partial_path(&path).exists());
}

#[test]
fn things_are_shown_by_the_names_that_the_game_gives_them() {
    let mut names = Vocabulary::new();
    let thief = names.kind("thief");
    let name = names.property("name", Type::Text);
    names.display_name(name);
    let chase = names.action("chase", 1);
    let names = names.finish().unwrap();
    let rule = Rule::new("run").when(Pattern::of(thief).named("it")).act(chase, [Expr::var("it")]);
    let library = Library::new(&names, vec![Definition::new("Catch").rule(rule)]).unwrap();
    let character = Character::new(names.clone())
        .goal(Goal::maintain("catch", "Catch").always(1))
        .library(&library)
        .build()
        .unwrap();
    let mut guard = Agent::new(Memory::new(names), Arbiter::new(character), 1, 0);
    let burglar = Thing::new(Id::new(BURGLAR)).kind(thief).with(name, "Arsene");
    guard.memory_mut().put(burglar).unwrap();
    let path = path("named.trace");
    let mut recording = Recording::create(&path).unwrap();
    recording.tick(&mut guard, Time::of_tick(0, 50_000));
    guard.memory_mut().remove(Id::new(BURGLAR));
    recording.tick(&mut guard, Time::of_tick(1, 50_000));
    recording.finish().unwrap();
    let first = why(&path, 0, &AgentChoice::First).text();
    for part in ["Decision: chase(Arsene)", "it = Arsene", "new: Arsene"] {
        assert!(first.contains(part), "{part} is not in\n{first}");
    }
    let second = why(&path, 1, &AgentChoice::First).text();
    assert!(second.contains("gone: Arsene") && !second.contains('#'), "{second}");
}

#[test]
fn runs_are_compared_and_counted() {
    let game = Game::new();
    let (a, b) = (path("a.trace"), path("b.trace"));
    game.play(&mut Recording::create(&a).unwrap(), 6);
    let run = RunInfo { seed: Some(7), ..RunInfo::default() };
    game.play(&mut Recording::create_for(&b, &run).unwrap(), 4);
    let same = compare(&mut open(&a), &mut open(&a)).unwrap();
    assert!(same.same && same.text().contains("The runs are the same: 6 ticks."), "{}", same.text());
    let shorter = compare(&mut open(&a), &mut open(&b)).unwrap().text();
    assert!(shorter.contains("The seeds differ: none and 7."), "{shorter}");
    assert!(shorter.contains("Then the second run ends; the first continues with tick 4."), "{shorter}");
    let stats = TraceStats::of(&mut open(&a)).unwrap();
    assert!(stats.rules["Catch.run"].ran > 0 && stats.rules["Catch.run"].rejected > 0, "{stats:?}");
    assert!(stats.text().contains("Patrol.walk"), "{}", stats.text());
}

#[test]
fn unknown_agents_and_ticks_are_answered_with_what_there_is() {
    let path = path("missing.trace");
    Game::new().play(&mut Recording::create(&path).unwrap(), 3);
    let error = |tick, agent| explain(&mut open(&path), tick, &agent).unwrap_err().to_string();
    assert_eq!(
        error(1, AgentChoice::Name("Eve".into())),
        "there is no agent `Eve`; this recording has 1 (Bob) and 0 (agent 0)"
    );
    assert_eq!(error(9, AgentChoice::Number(1)), "there is no tick 9; this agent has the ticks 0 to 2");
}

/// A folder of a stranger has a link where the draft of a recording would be: what it leads to stays as it is.
#[cfg(unix)]
#[test]
fn a_link_that_lies_ready_under_the_name_of_the_draft_is_not_written_to() {
    let folder = std::env::temp_dir().join(format!("motive-trace-link-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (path, precious) = (folder.join("run.trace"), folder.join("precious"));
    std::fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink(&precious, partial_path(&path)).unwrap();
    let game = Game::new();
    let mut recording = Recording::create(&path).unwrap();
    recording.tick(&mut game.guard(BURGLAR), Time::of_tick(0, 50_000));
    recording.finish().unwrap();
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
    assert!(!path.is_symlink() && Reader::new(BufReader::new(File::open(&path).unwrap())).is_ok());
    std::fs::remove_dir_all(&folder).unwrap();
}
