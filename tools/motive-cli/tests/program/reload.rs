//! Files that change while they are played.

use crate::common::{Folder, motive};
use motive_cli::commands::play::{PlaySession, Reload, Setup};
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

const EATER: &str = "\
world pacman

goal eat maintains Eat { priority 20 }
goal idle maintains Idle { priority 1 }

program Eat {
    rule munch
        when self.nearest_pill
        do   move_toward(self.nearest_pill)
}

program Idle {
    otherwise
        do nothing
}

mind Me = arbiter { goals eat, idle }
";

/// Writes a file so that it counts as changed, however coarse the clock of the file system is.
fn save(file: &str, text: &str, version: u64) {
    fs::write(file, text).unwrap();
    let later = SystemTime::now() + Duration::from_secs(10 * version);
    File::options().write(true).open(file).unwrap().set_modified(later).unwrap();
}

fn begin(file: &str, record: Option<String>) -> PlaySession {
    let (world, minds, record) = ("pacman".into(), vec![file.to_owned()], record.map(Into::into));
    match PlaySession::new(&Setup { world, minds, record, seed: 1, ..Setup::default() }) {
        Ok(session) => session,
        Err(failure) => panic!("{failure}"),
    }
}

/// The tasks of the agent: number, goal and rule.
fn tasks(session: &PlaySession) -> Vec<(u64, String, Option<String>)> {
    let tasks = session.agents()[0].mind().pursued();
    tasks.iter().map(|task| (task.number, task.goal.to_owned(), task.current.map(str::to_owned))).collect()
}

#[track_caller]
fn step(session: &mut PlaySession) -> Vec<Reload> {
    let reloads = session.reload();
    session.step().ok().unwrap();
    reloads
}

#[test]
fn a_changed_file_is_loaded_and_only_what_changed_restarts() {
    let folder = Folder::new("reload");
    let file = folder.file("me.motive", EATER);
    let mut session = begin(&file, None);
    assert_eq!(step(&mut session), []);
    let before = tasks(&session);
    assert_eq!(before.len(), 2);

    save(&file, &EATER.replace("rule munch", "rule nibble"), 1);
    assert_eq!(step(&mut session), [Reload::Loaded { agent: 0, file: file.clone() }]);
    let after = tasks(&session);
    let task = |tasks: &[(u64, String, Option<String>)], goal: &str| {
        tasks.iter().find(|task| task.1 == goal).cloned().unwrap()
    };
    assert_eq!(task(&after, "idle").0, task(&before, "idle").0, "what did not change goes on");
    assert_ne!(task(&after, "eat").0, task(&before, "eat").0, "what changed begins anew");
    assert_eq!(task(&after, "eat").2.as_deref(), Some("nibble"));
    assert_eq!(step(&mut session), [], "a file is loaded once");
}

#[test]
fn a_broken_file_leaves_the_old_mind_in_place() {
    let folder = Folder::new("reload-broken");
    let file = folder.file("me.motive", EATER);
    let mut session = begin(&file, None);
    step(&mut session);
    let before = tasks(&session);
    save(&file, &EATER.replace("nearest_pill)", "nearest_plil)"), 1);
    let reloads = step(&mut session);
    let [Reload::Broken { report, summary, .. }] = &reloads[..] else { panic!("{reloads:?}") };
    assert!(report.contains("did you mean `nearest_pill`?") && summary.contains("1 error"), "{report}");
    assert_eq!(tasks(&session), before);
    assert_eq!(step(&mut session), [], "the error is shown once");

    fs::remove_file(&file).unwrap();
    assert_eq!(step(&mut session), [], "a file that is being replaced is waited for");
    save(&file, &EATER.replace("priority 20", "priority 30"), 2);
    assert!(matches!(&step(&mut session)[..], [Reload::Loaded { .. }]));
}

#[test]
fn goals_and_names_can_be_added_to_a_running_agent() {
    let folder = Folder::new("reload-added");
    let file = folder.file("me.motive", EATER);
    let mut session = begin(&file, None);
    step(&mut session);
    let more = EATER.replace("world pacman\n", "world pacman\n\nnote seen { worth: number }\n");
    let more = more.replace("goals eat, idle", "goals eat, idle, muse")
        + "\ngoal muse maintains Muse { priority 5 }\n\nprogram Muse {\n    otherwise\n        do note seen { worth: 1 }\n}\n";
    save(&file, &more, 1);
    let reloads = step(&mut session);
    assert!(matches!(&reloads[..], [Reload::Loaded { .. }]), "{reloads:?}");
    assert!(tasks(&session).iter().any(|task| task.1 == "muse"));
    save(&file, EATER, 2);
    assert!(matches!(&step(&mut session)[..], [Reload::Loaded { .. }]), "and taken away again");
    assert!(!tasks(&session).iter().any(|task| task.1 == "muse"));
}

#[test]
fn used_files_are_watched_too() {
    let folder = Folder::new("reload-used");
    let (goals, programs) = EATER.split_at(EATER.find("program Eat").unwrap());
    let used = folder.file("programs.motive", &programs[..programs.find("mind Me").unwrap()]);
    let main = format!("use \"programs.motive\"\n{goals}mind Me = arbiter {{ goals eat, idle }}\n");
    let file = folder.file("me.motive", main);
    let mut session = begin(&file, None);
    step(&mut session);
    let changed = fs::read_to_string(&used).unwrap().replace("rule munch", "rule nibble");
    save(&used, &changed, 1);
    assert!(matches!(&step(&mut session)[..], [Reload::Loaded { .. }]));
    assert!(tasks(&session).iter().any(|task| task.2.as_deref() == Some("nibble")));
}

#[test]
fn a_recording_knows_of_the_change() {
    let folder = Folder::new("reload-recorded");
    let file = folder.file("me.motive", EATER);
    let trace = folder.path("run.trace");
    let mut session = begin(&file, Some(trace.clone()));
    for _ in 0..5 {
        step(&mut session);
    }
    save(&file, &EATER.replace("rule munch", "rule nibble"), 1);
    for _ in 0..5 {
        step(&mut session);
    }
    session.finish().ok().unwrap();
    assert!(motive(&["why", &trace, "--tick", "4"]).ended(0).out.contains("rule `munch`: runs"));
    assert!(motive(&["why", &trace, "--tick", "5"]).ended(0).out.contains("rule `nibble`: runs"));
}
