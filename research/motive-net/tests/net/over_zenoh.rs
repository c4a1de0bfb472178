//! A network over zenoh on the loopback interface. Each peer is a zenoh session of its own.

use motive::networks::{
    AgentName, Network, NetworkGoal, NetworkProfile, NetworkSensor, SensorValue, Skill, Update,
};
use motive_net::{
    AgentHost, CommandAnswer, Dispatcher, DispatcherOptions, Grace, HostEvent, JoinedHost, MeetingPoint,
    NetError, NetworkObserver, ObserverCommand, StepPace, UpdateRecording,
};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zenoh::Wait;

/// A timeout that is only reached by failing tests.
const LONG: Duration = Duration::from_secs(60);

/// The endpoint of one test.
struct Meeting(String);

impl Meeting {
    fn new() -> Self {
        Self(crate::free_endpoint::endpoint())
    }

    /// The end of a peer is noticed whatever the lease; a long one avoids losses on a busy machine.
    fn served(&self) -> MeetingPoint {
        MeetingPoint::explicit().listen(&self.0).lease(LONG)
    }

    fn joined(&self) -> MeetingPoint {
        MeetingPoint::explicit().connect(&self.0).lease(LONG)
    }
}

/// Options for steps only on request.
fn options(name: &str) -> DispatcherOptions {
    let mut options = DispatcherOptions::new(name, NetworkProfile::Signed).unwrap();
    (options.pace, options.settle) = (StepPace::Requested, Duration::ZERO);
    options
}

/// Serves until a condition holds.
fn until(dispatcher: &mut Dispatcher, what: &str, mut holds: impl FnMut(&Dispatcher) -> bool) {
    let end = Instant::now() + LONG;
    while !holds(dispatcher) {
        assert!(Instant::now() < end, "waited in vain until {what}");
        dispatcher.serve(Duration::from_millis(20)).unwrap();
    }
}

/// Makes steps until a condition holds.
fn step_until(dispatcher: &mut Dispatcher, what: &str, mut holds: impl FnMut(&Dispatcher) -> bool) {
    let end = Instant::now() + LONG;
    while !holds(dispatcher) {
        assert!(Instant::now() < end, "waited in vain until {what}");
        dispatcher.serve(Duration::from_millis(5)).unwrap();
        dispatcher.make_step();
    }
}

/// Joins while the dispatcher of the same thread serves.
fn join(host: AgentHost, meeting: &Meeting, dispatcher: &mut Dispatcher) -> JoinedHost {
    let joined = host.connect(&meeting.joined()).unwrap();
    until(dispatcher, "it is registered", |_| joined.is_registered());
    joined
}

fn senses() -> AgentHost {
    let host = AgentHost::new("dude").unwrap().goal(NetworkGoal::new("door-is-open"));
    let says = [("at-door", false), ("door-is-open", false), ("standing", false), ("sitting", true)];
    says.into_iter().fold(host, |host, (name, value)| host.sensor(NetworkSensor::new(name, value)))
}

fn leg_skills() -> Vec<Skill> {
    let stand = Skill::new("stand-up").needs(["sitting"]).adds(["standing"]).makes_false(["sitting"]);
    let walk = Skill::new("walk").needs([("standing", true), ("at-door", false)]).adds(["at-door"]);
    vec![stand, walk]
}

fn hand_skills() -> Vec<Skill> {
    vec![Skill::new("open").needs(["at-door"]).adds(["door-is-open"])]
}

fn host(skills: Vec<Skill>) -> AgentHost {
    skills.into_iter().fold(AgentHost::new("dude").unwrap(), AgentHost::skill)
}

fn legs() -> AgentHost {
    host(leg_skills())
}

fn crawl() -> Skill {
    Skill::new("crawl").needs([("at-door", false)]).adds(["at-door"])
}

/// A peer whose skills have the effects that they predict, until it is dropped.
struct Acting {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Acting {
    fn new(host: AgentHost, skills: Vec<Skill>, meeting: &Meeting) -> Self {
        let joined = host.connect(&meeting.joined()).unwrap();
        joined.simulate_sensors([]).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                if let Some(HostEvent::Execute { skill, .. }) = joined.next(Duration::from_millis(20)) {
                    let known = skills.iter().find(|known| known.name == skill).unwrap();
                    joined.publish_effects(&known.effects(), LONG).unwrap();
                    joined.complete(&skill).unwrap();
                }
            }
        });
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Acting {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

fn bits(network: &Network) -> Vec<u64> {
    (0..network.skill_count()).map(|skill| network.level(skill).to_bits()).collect()
}

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("file")
}

/// R-003-050, R-003-058: a replayed recording gives the same activations, bit for bit, from memory and from a file.
#[test]
fn the_door_opens_over_several_peers_and_again_in_a_replay() {
    let meeting = Meeting::new();
    let path = file("recorded_door");
    let mut recorded = options("dude");
    recorded.record = Some(path.clone());
    let mut dude = Dispatcher::open(recorded, &meeting.served()).unwrap();
    let _acting = [
        Acting::new(senses(), Vec::new(), &meeting),
        Acting::new(host(leg_skills()), leg_skills(), &meeting),
        Acting::new(host(hand_skills()), hand_skills(), &meeting),
    ];
    until(&mut dude, "all are there", |dude| {
        dude.session().peer_counts() == (3, 0) && dude.network().skill_count() == 3
    });
    let mut trace = Vec::new();
    let end = Instant::now() + LONG;
    while dude.network().value("door-is-open") != Some(&SensorValue::TRUE) {
        assert!(Instant::now() < end, "the door stays shut");
        dude.serve(Duration::from_millis(5)).unwrap();
        let stepped = dude.make_step();
        trace.push((stepped, bits(dude.network())));
    }
    dude.save().unwrap();
    let recording = UpdateRecording::read(&path).unwrap();
    let mut again = Vec::new();
    let network = recording.replay(|network, step| again.push((step.number, bits(network)))).unwrap();
    let first: Vec<_> = trace.iter().map(|(stepped, bits)| (stepped.step, bits.clone())).collect();
    // Steps made while the processes registered have no trace here.
    assert_eq!(again[again.len() - first.len()..], first[..]);
    assert_eq!(bits(&network), bits(dude.network()));
    let mut done: Vec<&str> =
        trace.iter().flat_map(|(stepped, _)| stepped.selected.iter().map(|skill| &**skill)).collect();
    // A skill is selected once more if news of its effect come late.
    done.dedup();
    assert_eq!(done, ["stand-up", "walk", "open"]);
    assert_eq!(dude.session().refused(), 0);
}

/// R-003-044: without the skills of a lost peer others are selected; when it comes back, it takes part again.
#[test]
fn when_a_peer_is_lost_other_skills_are_selected() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(options("dude"), &meeting.served()).unwrap();
    let senses = join(senses(), &meeting, &mut dude);
    let legs_process = join(legs(), &meeting, &mut dude);
    let knees = join(AgentHost::new("dude").unwrap().skill(crawl()), &meeting, &mut dude);
    senses.sense("standing", true).unwrap();
    drop(legs_process);
    until(&mut dude, "the loss is noticed", |dude| dude.session().peer_counts().0 == 2);
    assert_eq!(dude.network().skill_count(), 1);
    let crawling =
        |dude: &Dispatcher| dude.network().skill("crawl").is_some_and(|s| dude.network().is_executing(s));
    step_until(&mut dude, "it crawls", crawling);
    until(&mut dude, "knees are told", |_| {
        matches!(knees.next(Duration::ZERO), Some(HostEvent::Execute { .. }))
    });
    let _back = join(legs(), &meeting, &mut dude);
    assert_eq!(dude.network().skill_count(), 3);
    assert_eq!(dude.network().is_disabled(&AgentName::skill("walk")), Some(false));
}

/// R-003-051: a restarted dispatcher restores its state, and its peers register again.
#[test]
fn a_dispatcher_survives_its_restart() {
    let (meeting, path) = (Meeting::new(), file("state"));
    let options = || {
        let mut options = options("dude");
        (options.state, options.save_every) = (Some(path.clone()), Duration::ZERO);
        options
    };
    let mut dude = Dispatcher::open(options(), &meeting.served()).unwrap();
    let senses = join(senses(), &meeting, &mut dude);
    let legs = join(legs(), &meeting, &mut dude);
    let executing =
        |dude: &Dispatcher| dude.network().skill("stand-up").is_some_and(|s| dude.network().is_executing(s));
    step_until(&mut dude, "it stands up", executing);
    until(&mut dude, "the legs are told", |_| {
        matches!(legs.next(Duration::ZERO), Some(HostEvent::Execute { .. }))
    });
    dude.save().unwrap();
    let (steps, before) = (dude.network().steps(), bits(dude.network()));
    drop(dude);
    // Meanwhile the world changes, and no process hears of it.
    let end = Instant::now() + LONG;
    while legs.is_registered() || senses.is_registered() {
        assert!(Instant::now() < end, "the loss of the dispatcher is not noticed");
        let _ = (legs.next(Duration::from_millis(10)), senses.next(Duration::from_millis(10)));
    }
    senses.sense("standing", true).unwrap();
    senses.sense("sitting", false).unwrap();
    legs.complete("stand-up").unwrap();
    let mut dude = Dispatcher::open(options(), &meeting.served()).unwrap();
    assert_eq!((dude.network().steps(), bits(dude.network())), (steps, before));
    assert_eq!(dude.network().is_disabled(&AgentName::skill("stand-up")), Some(true));
    until(&mut dude, "all are back", |dude| {
        let _ = (legs.next(Duration::ZERO), senses.next(Duration::ZERO));
        dude.session().peer_counts() == (2, 0)
    });
    dude.make_step();
    assert_eq!(dude.network().value("standing"), Some(&SensorValue::TRUE));
    assert!(!executing(&dude), "no process had heard that it was done");
    assert_eq!(dude.network().skill_count(), 2);
    // A file that is not whole is refused, and no other is read instead.
    drop(dude);
    std::fs::write(&path, b"{\"version\":1").unwrap();
    let error = Dispatcher::open(options(), &meeting.served()).err().unwrap();
    assert!(matches!(error, NetError::BadFile { .. }), "{error}");
}

/// R-003-059
#[test]
fn networks_run_side_by_side_and_a_name_is_served_once() {
    let meeting = Meeting::new();
    let mut one = Dispatcher::open(options("dude"), &meeting.served()).unwrap();
    let mut other = Dispatcher::open(options("other"), &meeting.joined()).unwrap();
    let mut settled = options("dude");
    settled.settle = LONG;
    let second = Dispatcher::open(settled, &meeting.joined()).err().unwrap();
    assert!(second.to_string().contains("`dude` is already served"), "{second}");
    let legs = join(legs(), &meeting, &mut one);
    let arm = AgentHost::new("other").unwrap().skill(Skill::new("wave"));
    let arm = arm.connect(&meeting.joined()).unwrap();
    until(&mut other, "the arm is there", |_| arm.is_registered());
    assert_eq!((one.network().skill_count(), other.network().skill_count()), (2, 1));
    let observer = NetworkObserver::open(&meeting.joined()).unwrap();
    let dudes = observer.networks(LONG).unwrap();
    let names: Vec<&str> = dudes.iter().map(|dude| &*dude.name).collect();
    assert!(names.contains(&"dude"), "{names:?}");
    drop(legs);
}

/// R-003-053, R-003-054, R-003-056: commands are handled before earlier reports.
#[test]
fn commands_of_observers_are_handled_first() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(options("dude"), &meeting.served()).unwrap();
    dude.record();
    let senses = join(senses(), &meeting, &mut dude);
    let observer = NetworkObserver::open(&meeting.joined()).unwrap();
    senses.sense("at-door", true).unwrap();
    let waits = |dude: &Dispatcher, what: &str, all: fn((usize, usize)) -> bool| {
        let end = Instant::now() + LONG;
        while !all(dude.waiting()) {
            assert!(Instant::now() < end, "{what} does not come");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    waits(&dude, "the report", |(_, said)| said > 0);
    let asked = std::thread::spawn(move || {
        let set = ObserverCommand::Set { name: "mean".into(), value: 30.0 };
        observer.tell("dude", &set, LONG).map(|answer| (answer, observer))
    });
    waits(&dude, "the command", |(commands, _)| commands > 0);
    let sensed = |update: &Update| matches!(update, Update::Sense { value: SensorValue::Truth(true), sensor } if **sensor == *"at-door");
    until(&mut dude, "both are heard", |dude| {
        let updates = &dude.recorder().unwrap().recording().unwrap().updates;
        updates.iter().any(|seen| sensed(&seen.update)) && dude.network().parameters().mean == 30.0
    });
    let (answer, observer) = asked.join().unwrap().unwrap();
    assert_eq!(answer, CommandAnswer::Done);
    let updates = &dude.recorder().unwrap().recording().unwrap().updates;
    let at = |wanted: &dyn Fn(&Update) -> bool| updates.iter().position(|seen| wanted(&seen.update)).unwrap();
    let sensed = at(&sensed);
    let commanded = at(&|update| matches!(update, Update::Parameter { .. }));
    assert!(commanded < sensed, "{updates:?}");
    let nobody = observer.tell("nobody", &ObserverCommand::Status, Duration::from_millis(50)).unwrap_err();
    assert!(nobody.to_string().contains("no dispatcher of `nobody` answered"), "{nobody}");
}

/// Garbage sent to the socket and as a report, and a flood of reports: the others continue.
#[test]
fn garbage_and_floods_do_not_stop_the_rest() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(options("dude"), &meeting.served()).unwrap();
    let senses = join(senses(), &meeting, &mut dude);
    let address = meeting.0.strip_prefix("tcp/").unwrap().to_owned();
    for bytes in [&[0xff_u8; 4096][..], b"GET / HTTP/1.1\r\n\r\n", &[0x40, 0, 0]] {
        let mut socket = TcpStream::connect(&address).unwrap();
        std::io::Write::write_all(&mut socket, bytes).unwrap();
    }
    let mut config = zenoh::Config::default();
    config.insert_json5("listen/endpoints", "[\"tcp/127.0.0.1:0\"]").unwrap();
    config.insert_json5("connect/endpoints", &format!("[\"{}\"]", meeting.0)).unwrap();
    config.insert_json5("scouting/multicast/enabled", "false").unwrap();
    let stranger = zenoh::open(config).wait().unwrap();
    until(&mut dude, "garbage is refused", |dude| {
        stranger.put("motive/dude/report/stranger", vec![0xff_u8; 100]).wait().unwrap();
        dude.session().refused() > 0
    });
    for turn in 0..20_000 {
        senses.sense("at-door", turn % 2 == 0).unwrap();
    }
    senses.sense("at-door", true).unwrap();
    let end = Instant::now() + LONG;
    loop {
        dude.serve(Duration::from_millis(20)).unwrap();
        dude.make_step();
        let _ = senses.next(Duration::ZERO);
        if dude.network().value("at-door") == Some(&SensorValue::TRUE) {
            break;
        }
        assert!(Instant::now() < end, "the newest report does not count");
    }
    assert_eq!(dude.session().peer_counts(), (1, 0));
}

/// R-003-071: a hundred agents of one peer share one connection. R-003-070: a thousand agents of ten peers register and run.
#[test]
fn a_thousand_agents_live_in_ten_processes() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(options("dude"), &meeting.served()).unwrap();
    let crowd: Vec<JoinedHost> = (0..10)
        .map(|process| {
            let host = AgentHost::new("dude").unwrap();
            let agents = (0..50).map(|n| format!("x{process}-{n}"));
            let host = agents.fold(host, |host, name| {
                host.sensor(NetworkSensor::new(&name, true)).skill(Skill::new(&name).needs([&*name]))
            });
            host.connect(&meeting.joined()).unwrap()
        })
        .collect();
    until(&mut dude, "all are there", |dude| {
        dude.network().skill_count() == 500 && crowd.iter().all(JoinedHost::is_registered)
    });
    assert_eq!((dude.session().peer_counts(), dude.network().sensors().count()), ((10, 0), 500));
    step_until(&mut dude, "one of them is told to act", |_| {
        crowd.iter().any(|process| matches!(process.next(Duration::ZERO), Some(HostEvent::Execute { .. })))
    });
}

/// R-003-047
#[test]
fn a_skill_that_ignores_its_orders_is_disabled() {
    let meeting = Meeting::new();
    let mut quick = options("dude");
    (quick.answer, quick.grace) = (Duration::from_millis(50), Grace::default());
    let mut dude = Dispatcher::open(quick, &meeting.served()).unwrap();
    let _senses = join(senses(), &meeting, &mut dude);
    let legs = join(legs(), &meeting, &mut dude);
    legs.ignore(true);
    step_until(&mut dude, "it is disabled or removed", |dude| {
        dude.network().is_disabled(&AgentName::skill("stand-up")) != Some(false)
    });
    legs.ignore(false);
    legs.send(vec![motive_net::ReportItem::Accepted("stand-up".into())]).unwrap();
    until(&mut dude, "it is back", |dude| {
        dude.network().is_disabled(&AgentName::skill("stand-up")) == Some(false)
    });
}
