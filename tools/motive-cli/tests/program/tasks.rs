//! Tasks and teams as a person meets them: played, summed up, drawn, and changed while they run.

use crate::common::{Folder, motive};
use motive::kernel::trace::Event;
use motive_cli::commands::play::{PlaySession, Reload, Setup};
use motive_trace::{Reader, Record};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::time::{Duration, SystemTime};

fn agents(file: &str) -> String {
    format!("{}/../../agents/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// A team from a file has a body for each member, and its coordinator can be asked why.
#[test]
fn a_team_plays_and_can_be_asked_why() {
    let folder = Folder::new("team");
    let (team, trace) = (agents("tileworld/team.motive"), folder.path("team.trace"));
    let arguments =
        ["play", "tileworld", "--team", &team, "--steps", "650", "--seed", "2", "--record", &trace];
    let said = motive(&arguments).ended(0).out;
    for member in ["ann: score", "bob: score", "cid: score", "dot: score"] {
        assert!(said.contains(member), "{said}");
    }
    let why = motive(&["why", &trace, "--tick", "602", "--agent", "4"]).ended(0).out;
    assert!(why.contains("coordinator"), "{why}");
    let why = motive(&["why", &trace, "--tick", "10", "--agent", "2"]).ended(0).out;
    assert!(why.contains("cid"), "{why}");
    let json = motive(&["play", "tileworld", "--team", &team, "--steps", "5", "--json"]).ended(0).json();
    assert_eq!(json["agents"].as_array().unwrap().len(), 4);
    let said = motive(&["play", "tileworld", "--team", &format!("{team}:Nobody"), "--steps", "5"]).ended(2);
    assert!(said.err.contains("there is no team `Nobody`"), "{}", said.err);
    let mind = agents("tileworld/tasks.motive");
    let said = motive(&["play", "tileworld", "--team", &mind, "--steps", "5"]).ended(2);
    assert!(said.err.contains("there is no team in"), "{}", said.err);
}

/// Subtasks are shown as a tree with the preconditions that were false; a very long list is shortened.
#[test]
fn why_shows_the_preconditions_that_were_false() {
    let folder = Folder::new("why-tasks");
    let why = |text: &str| {
        let file = folder.file("me.motive", format!("world tileworld\n{text}\nmind Me = task Go\n"));
        let trace = folder.path("me.trace");
        motive(&["play", "tileworld", "--mind", &file, "--steps", "3", "--record", &trace]).ended(0);
        motive(&["why", &trace, "--tick", "0"]).ended(0).out
    };
    let told = why(
        "task Go { do Carry or Wait }
        task Carry { needs self.load != none  do move(up) }
        task Wait { method never when some hole { distance: 1000 } do move(left)  method now do move(down) }",
    );
    for line in [
        "Carry: not applicable, `self.load != none` is false (self.load has no value)",
        "Wait.never: not applicable, `",
        "move: running",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("Carry: entered"), "one line for each: {told}");
    let told = why("task Go { do Go; move(up) }");
    assert!(told.contains(" more)") && told.lines().count() < 100, "{told}");
    let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Go: aborted, too many tasks were entered without an action"), "{told}");
    assert!(words.contains("ended in this tick: it failed"), "{told}");
}

/// A callee stands below its caller also where it is the last thing that the caller does; parallel tasks stand side by side.
#[test]
fn why_shows_subtasks_as_a_tree() {
    let folder = Folder::new("why-tree");
    let why = |text: &str| {
        let file = folder.file("me.motive", format!("world shooter\n{text}\nmind Me = task Go\n"));
        let trace = folder.path("me.trace");
        motive(&["play", "shooter", "--mind", &file, "--steps", "2", "--record", &trace]).ended(0);
        motive(&["why", &trace, "--tick", "0"]).ended(0).out
    };
    let told = why("task Go { do Fight or Walk; Go }
        task Fight { do Aim }
        task Aim { needs false  do stop() }
        task Walk { do Step }
        task Step { do jump() }");
    let tree = "
   Go: entered
     Fight: entered
       Aim: not applicable, `false` is false
     Walk: entered
       Step: entered
         jump: running
";
    assert!(told.contains(tree) && told.contains("Subtask Go > Walk > Step > jump."), "{told}");
    let told = why("task Go { do Hop with Halt; Go }
        task Hop { do Bounce }
        task Bounce { do jump() }
        task Halt { do stop() }");
    let tree = "
   Go: entered
     Hop: entered
       Bounce: entered
         jump: running
     Halt: entered
       stop: running
";
    assert!(told.contains(tree), "{told}");
}

/// R-002-136: what the statistics count is what the trace says.
#[test]
fn a_run_is_summed_up() {
    let folder = Folder::new("stats");
    let (mind, trace) = (agents("tileworld/tasks.motive"), folder.path("run.trace"));
    motive(&["play", "tileworld", "--mind", &mind, "--steps", "300", "--record", &trace]).ended(0);
    let rows = motive(&["trace", "stats", &trace, "--json"]).ended(0).json();
    // Counted by hand, from the same file.
    let mut reader = Reader::new(BufReader::new(File::open(&trace).unwrap())).unwrap();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    while let Some(record) = reader.next_record().unwrap() {
        let Record::Tick(record) = record else { continue };
        for event in record.events {
            if let Event::Decomposing { name, what, .. } = event
                && &*name == "Fetch"
            {
                let what = format!("{what:?}");
                *counts.entry(what.split(' ').next().unwrap().to_owned()).or_default() += 1;
            }
        }
    }
    let row = &rows["tasks"]["Fetch"];
    let count = |what: &str| counts.get(what).copied().unwrap_or(0);
    assert!(count("Entered") > 0, "{counts:?}");
    assert_eq!(row["entered"].as_u64().unwrap(), count("Entered"));
    assert_eq!(row["succeeded"].as_u64().unwrap(), count("Succeeded"));
    assert_eq!(row["failed"].as_u64().unwrap(), count("Failed"));
    let needs: u64 =
        row["false_preconditions"].as_object().unwrap().values().map(|times| times.as_u64().unwrap()).sum();
    assert_eq!(needs, count("NeedFailed"));
    let table = motive(&["trace", "stats", &trace]).ended(0).out;
    assert!(table.contains("mean ticks") && table.contains("Deliver"), "{table}");
}

/// R-002-038: the graph of a task, as Graphviz reads it.
#[test]
fn a_task_is_drawn() {
    let folder = Folder::new("dot");
    let text = "
        action fetch
        action shoot
        action rotate(yaw)
        action travel(point)
        kind it { armed: truth, at: number }
        task DefendPoint(point) { do GetWeapon; Defend(point) }
        task GetWeapon { achieves self.armed  do fetch }
        task Defend(point) { do Reach(point); Fight or rotate(7000) }
        task Reach(point) { achieves self.at == point  do travel(point) }
        task Fight { do shoot }
        mind Defender = task DefendPoint(3)
    ";
    let file = folder.file("defender.motive", text);
    let drawing = motive(&["plan", &file, "--dot", "--depth", "3"]).ended(0).out;
    let nodes = drawing.lines().filter(|line| line.contains("[label=") && !line.contains("->")).count();
    let edges = drawing.lines().filter(|line| line.contains("->")).count();
    // DefendPoint, GetWeapon, fetch, Defend, ActionTarget, travel, the choice, Fight, shoot, rotate.
    assert_eq!((nodes, edges), (10, 9), "{drawing}");
    for line in drawing.lines().filter(|line| line.starts_with("    n")) {
        assert!(line.ends_with(';') && line.matches('"').count() % 2 == 0, "{line}");
    }
    let flat = motive(&["plan", &file, "--dot", "--depth", "1"]).ended(0).out;
    assert_eq!(flat.lines().filter(|line| line.contains("->")).count(), 2, "{flat}");
}

/// R-002-037, for a team: its file is loaded again while it plays.
#[test]
fn a_team_changes_while_it_plays() {
    let text = "world tileworld\nteam Us { coordinator Main  member ann do Up  member bob do Down }
        task Up { do move(up); Up }\ntask Down { do move(down); Down }\ntask Main { do wait; Main }\n";
    let folder = Folder::new("team-reload");
    let file = folder.file("us.motive", text);
    let record = Some(folder.path("us.trace").into());
    let setup =
        Setup { world: "tileworld".into(), teams: vec![file.clone()], seed: 1, record, ..Setup::default() };
    let mut session = begin(&setup);
    let current = |session: &PlaySession| {
        let of =
            |agent: &motive::kernel::Agent| agent.mind().pursued()[0].current.map(str::to_owned).unwrap();
        session.agents().iter().map(of).collect::<Vec<String>>()
    };
    assert!(step(&mut session).is_empty());
    assert_eq!(current(&session), ["Up", "Down"]);
    let left = "task Left { do move(left); Left }\n";
    save(&file, &format!("{}{left}", text.replace("ann do Up", "ann do Left")), 1);
    assert_eq!(step(&mut session), [Reload::Loaded { agent: 0, file: file.clone() }]);
    assert_eq!(current(&session), ["Left", "Down"]);
    save(&file, &text.replace("move(up)", "mvoe(up)"), 2);
    let reloads = step(&mut session);
    let [Reload::Broken { report, summary, .. }] = &reloads[..] else { panic!("{reloads:?}") };
    assert!(report.contains("did you mean `move`?") && summary.contains("1 error"), "{report}{summary}");
    save(&file, &text.replace("member bob", "member bea"), 3);
    let reloads = step(&mut session);
    let [Reload::Broken { summary, .. }] = &reloads[..] else { panic!("{reloads:?}") };
    assert!(summary.contains("other members"), "{summary}");
    assert_eq!(current(&session), ["Left", "Down"], "the old one goes on");
    session.finish().ok().unwrap();
    // Nothing has changed for the rest, and from the command line it can be asked for, too.
    let arguments =
        ["play", "tileworld", "--team", &agents("tileworld/team.motive"), "--steps", "5", "--reload"];
    motive(&arguments).ended(0);
}

fn begin(setup: &Setup) -> PlaySession {
    match PlaySession::new(setup) {
        Ok(session) => session,
        Err(failure) => panic!("{failure}"),
    }
}

/// Writes a file so that it counts as changed, however coarse the clock of the file system is.
fn save(file: &str, text: &str, version: u64) {
    fs::write(file, text).unwrap();
    let later = SystemTime::now() + Duration::from_secs(10 * version);
    File::options().write(true).open(file).unwrap().set_modified(later).unwrap();
}

fn step(session: &mut PlaySession) -> Vec<Reload> {
    let reloads = session.reload();
    session.step().ok().unwrap();
    reloads
}

/// R-002-037: a method that is changed while it runs is used from the next tick on; a broken file changes nothing.
#[test]
fn tasks_change_while_they_run() {
    let text = "world tileworld\ntask Go { do move(up); Go }\nmind Me = task Go\n";
    let folder = Folder::new("task-reload");
    let file = folder.file("me.motive", text);
    let setup = Setup { world: "tileworld".into(), minds: vec![file.clone()], seed: 1, ..Setup::default() };
    let mut session = begin(&setup);
    let current = |session: &PlaySession| session.agents()[0].mind().pursued()[0].current.map(str::to_owned);
    let number = |session: &PlaySession| session.agents()[0].mind().pursued()[0].number;
    step(&mut session);
    assert_eq!(current(&session).as_deref(), Some("move"));
    let before = number(&session);
    save(&file, &text.replace("move(up)", "Turn").replace("mind", "task Turn { do move(left) }\nmind"), 1);
    assert!(matches!(step(&mut session)[..], [Reload::Loaded { .. }]));
    assert_ne!(number(&session), before, "it begins anew, with the new method");
    let after = number(&session);
    save(&file, "task Go { do Nowhere }\nmind Me = task Go\n", 2);
    assert!(matches!(step(&mut session)[..], [Reload::Broken { .. }]));
    assert_eq!(number(&session), after, "the old one goes on");
}
