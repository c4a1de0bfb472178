//! `motive net` over several processes, on the loopback interface: they are killed, stopped and started again.

#![cfg(all(unix, feature = "net"))]
#[path = "../../../../research/motive-net/tests/net/free_endpoint.rs"]
mod free_endpoint;

use crate::common::{Folder, motive};
use free_endpoint::endpoint;
use motive::networks::{AgentName, NetworkProfile, SensorValue};
use motive_net::{Dispatcher, DispatcherOptions, MeetingPoint, StepPace};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A timeout that is only reached by failing tests.
const LONG: Duration = Duration::from_secs(120);

/// Three ways to the door, each a skill of its own peer.
const WAYS: &str = "network dude {
    want  door_is_open
    sense standing is false
    sense at_door is false
    sense door_is_open is false
    sense waved is false
    skill stand_up { needs not standing  adds standing }
    skill walk  { needs standing, not at_door  adds at_door }
    skill run   { needs standing, not at_door  adds at_door }
    skill crawl { needs not at_door  adds at_door  drops standing }
    skill open  { needs at_door, not door_is_open  adds door_is_open }
    skill wave  { needs door_is_open, not waved  adds waved }
}";

/// A process of the program, which ends with the test.
struct Process(Child);

impl Process {
    fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Self(command.spawn().unwrap())
    }

    /// Sends it a signal by its id.
    fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn dispatcher(endpoint: &str) -> Dispatcher {
    let mut options = DispatcherOptions::new("dude", NetworkProfile::Signed).unwrap();
    (options.pace, options.settle) = (StepPace::Every(Duration::from_millis(10)), Duration::ZERO);
    Dispatcher::open(options, &MeetingPoint::explicit().listen(endpoint).lease(Duration::from_millis(1500)))
        .unwrap()
}

fn join(file: &str, endpoint: &str, more: &[&str]) -> Process {
    slow(file, endpoint, "0.05", more)
}

/// A process whose skills take so many seconds.
fn slow(file: &str, endpoint: &str, takes: &str, more: &[&str]) -> Process {
    let head = ["net", "join", "dude", file, "--connect", endpoint, "--lease", "1.5", "--takes", takes];
    Process::new(&[&head, more].concat())
}

/// Serves without a step until a condition holds.
fn serve_until(dude: &mut Dispatcher, what: &str, holds: impl Fn(&Dispatcher) -> bool) {
    let end = Instant::now() + LONG;
    while !holds(dude) {
        assert!(Instant::now() < end, "waited in vain until {what}");
        dude.serve(Duration::from_millis(20)).unwrap();
    }
}

/// Serves with steps until a condition holds. Returns the selected skills.
fn live_until(dude: &mut Dispatcher, what: &str, holds: impl Fn(&Dispatcher) -> bool) -> Vec<String> {
    let end = Instant::now() + LONG;
    let mut done = Vec::new();
    while !holds(dude) {
        assert!(Instant::now() < end, "waited in vain until {what}; done: {done:?}");
        if let Some(stepped) = dude.turn().unwrap() {
            done.extend(stepped.selected.iter().map(ToString::to_string));
        }
    }
    done
}

fn is_open(dude: &Dispatcher) -> bool {
    dude.network().value("door_is_open") == Some(&SensorValue::TRUE)
}

/// All skills are registered once, none is disabled, and none is executing.
fn nothing_is_wrong(dude: &mut Dispatcher, skills: usize) {
    live_until(dude, "all is well again", |dude| {
        let network = dude.network();
        let name = |skill: usize| AgentName::skill(network.skill_name(skill));
        network.skill_count() == skills
            && (0..skills).all(|skill| network.is_disabled(&name(skill)) == Some(false))
            && (0..skills).all(|skill| !network.is_executing(skill))
    });
    let network = dude.network();
    assert!(network.total() <= skills as f64 * network.parameters().mean * (1.0 + 1e-5));
}

/// Standing, the character walks or runs to the door; kneeling, it can crawl there, but kneeling is not needed otherwise.
const KNEES: &str = "network dude {
    want  door_is_open
    sense standing is true
    sense kneeling is false
    sense at_door is false
    sense door_is_open is false
    sense waved is false
    skill walk  { needs standing, not at_door  adds at_door }
    skill run   { needs standing, not at_door  adds at_door }
    skill kneel { needs standing  adds kneeling  drops standing }
    skill crawl { needs kneeling, not at_door  adds at_door }
    skill open  { needs at_door, not door_is_open  adds door_is_open }
    skill wave  { needs door_is_open, not waved  adds waved }
}";

/// Two of six peers with skills are killed while one of them is executing: the remaining way to the door is taken. Started again, they
/// come back. If none is killed, that way is not taken.
#[test]
fn a_third_of_the_skills_is_killed_and_the_door_opens() {
    let folder = Folder::new("net_killed");
    let file = folder.file("knees.motive", KNEES);
    for killed in [false, true] {
        let endpoint = endpoint();
        let mut dude = dispatcher(&endpoint);
        let senses = join(&file, &endpoint, &["--sensors", "--goals"]);
        let names = ["walk", "run", "kneel", "crawl", "open", "wave"];
        // The killed peers are executing a skill.
        let process = |name: &str| match name {
            "walk" | "run" => slow(&file, &endpoint, if killed { "30" } else { "0.3" }, &["--skill", name]),
            _ => join(&file, &endpoint, &["--skill", name]),
        };
        let mut skills: Vec<Process> = names.iter().map(|name| process(name)).collect();
        serve_until(&mut dude, "all have joined", |dude| dude.session().peer_counts() == (7, 0));
        assert_eq!(dude.network().skill_count(), 6);
        let doing = |dude: &Dispatcher, name: &str| {
            dude.network().skill(name).is_some_and(|skill| dude.network().is_executing(skill))
        };
        let mut done =
            live_until(&mut dude, "it is on its way", |dude| doing(dude, "walk") || doing(dude, "run"));
        if killed {
            skills[0].signal("-KILL");
            skills[1].signal("-KILL");
        }
        done.extend(live_until(&mut dude, "the door is open", is_open));
        assert_eq!(done.iter().any(|skill| skill == "crawl"), killed, "{done:?}");
        if killed {
            live_until(&mut dude, "the dead are given up", |dude| dude.network().skill_count() == 4);
            skills[0] = join(&file, &endpoint, &["--skill", "walk"]);
            skills[1] = join(&file, &endpoint, &["--skill", "run"]);
        }
        nothing_is_wrong(&mut dude, 6);
        drop(senses);
    }
}

/// Peers that are suspended are removed; when they are resumed, they take part again.
#[test]
fn a_cut_heals_and_leaves_nothing_wrong() {
    let folder = Folder::new("net_cut");
    let (file, endpoint) = (folder.file("ways.motive", WAYS), endpoint());
    let mut dude = dispatcher(&endpoint);
    let senses = join(&file, &endpoint, &["--sensors", "--goals"]);
    let some = ["--skill", "walk", "--skill", "stand_up", "--skill", "run"];
    let legs = join(&file, &endpoint, &some);
    let hand = join(&file, &endpoint, &["--skill", "open"]);
    serve_until(&mut dude, "all have joined", |dude| dude.session().peer_counts() == (3, 0));
    // One of them is executing a skill.
    live_until(&mut dude, "it stands up", |dude| {
        dude.network().skill("stand_up").is_some_and(|skill| dude.network().is_executing(skill))
    });
    legs.signal("-STOP");
    senses.signal("-STOP");
    live_until(&mut dude, "both are given up", |dude| dude.session().peer_counts() == (1, 0));
    assert_eq!((dude.network().skill_count(), dude.network().sensors().count()), (1, 0));
    legs.signal("-CONT");
    senses.signal("-CONT");
    live_until(&mut dude, "the door is open", is_open);
    nothing_is_wrong(&mut dude, 4);
    assert_eq!(dude.network().sensors().count(), 4);
    drop(hand);
}

/// The commands of a user: serve, join, ls, tell, watch, a restart, and replay.
#[test]
fn a_network_is_served_watched_and_commanded() {
    let folder = Folder::new("net_served");
    let (file, endpoint) = (folder.file("ways.motive", WAYS), endpoint());
    let (state, record) = (folder.path("state"), folder.path("record"));
    let serve = |record: &str| {
        Process::new(&[
            "net",
            "serve",
            "dude",
            &file,
            "--listen",
            &endpoint,
            "--state",
            &state,
            "--record",
            record,
            "--interval",
            "0.02",
        ])
    };
    let served = serve(&record);
    let all = join(&file, &endpoint, &["--wait", "60"]);
    let ask = |words: &[&str]| {
        let place = ["--connect", &endpoint, "--wait", "60"];
        motive(&[&["net", "tell", "dude"], words, &place].concat())
    };
    let end = Instant::now() + LONG;
    let shown = loop {
        let shown = ask(&["show"]).ended(0).out;
        if shown.contains("sensor  door_is_open T") {
            break shown;
        }
        assert!(Instant::now() < end, "the door stays closed: {shown}");
    };
    assert!(shown.contains("goal    door_is_open T  (holds)") && shown.contains("skill   crawl"), "{shown}");
    let listed = motive(&["net", "ls", "--connect", &endpoint, "--wait", "30"]).ended(0).out;
    assert!(listed.contains("dude  served, 1 peer\n"), "{listed}");
    let watched =
        motive(&["net", "watch", "dude", "--steps", "3", "--json", "--connect", &endpoint, "--wait", "60"]);
    assert_eq!(watched.ended(0).out.lines().count(), 3);
    let drawn =
        motive(&["net", "watch", "dude", "--steps", "1", "--bars", "--connect", &endpoint, "--wait", "60"]);
    assert!(drawn.ended(0).out.lines().any(|line| line.starts_with("crawl ")));
    let listed = motive(&["net", "ls", "--json", "--connect", &endpoint, "--wait", "30"]).ended(0).out;
    assert!(listed.contains("\"name\":\"dude\"") && listed.contains("\"served\":true"), "{listed}");
    assert!(ask(&["set", "mean", "0"]).ended(1).err.contains("`mean` must be from 1e-9 to 1e9"));
    assert!(ask(&["dance"]).ended(2).err.contains("there is no command `dance`"));
    // Killed, and served again with its state: it counts on, and the agents are back.
    let steps = |shown: &str| -> u64 { shown.split([' ', ',']).nth(1).unwrap().parse().unwrap() };
    std::thread::sleep(Duration::from_millis(1200));
    let before = steps(&shown);
    drop(served);
    let served = serve(&folder.path("record-2"));
    let shown = ask(&["show"]).ended(0).out;
    assert!(steps(&shown) >= before, "{shown}");
    let end = Instant::now() + LONG;
    while ask(&["show"]).ended(0).out.contains("disabled") {
        assert!(Instant::now() < end, "they do not come back");
    }
    ask(&["stop"]).ended(0);
    drop((served, all));
    let replayed = motive(&["net", "replay", &record]).ended(0).out;
    assert!(replayed.lines().any(|line| line.ends_with("open")), "{replayed}");
    motive(&["net", "replay", &file]).ended(2);
}

#[test]
fn invalid_arguments_are_explained() {
    assert!(motive(&["net", "serve", "a/b"]).ended(2).err.contains("is not a valid name of a network"));
    let folder = Folder::new("net_spread_bad");
    let file = folder.file("ways.motive", WAYS);
    let said =
        motive(&["net", "join", "dude", &file, "--skill", "wlk", "--connect", "tcp/127.0.0.1:9"]).ended(2);
    assert!(said.err.contains("there is no skill `wlk`") && said.err.contains("walk"), "{}", said.err);
    let alone = ["net", "join", "dude", &file, "--wait", "0.2", "--connect", "tcp/127.0.0.1:9"];
    assert!(motive(&alone).ended(1).err.contains("no dispatcher of `dude` answered"));
}
