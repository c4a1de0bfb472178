//! A network over zenoh, on the loopback interface alone: every process is a session of its own.

use motive::network::{AgentName, Goal, Network, Profile, Sensor, SensorValue, Skill, Update};
use motive_net::{
    AgentHost, Answer, Command, Dispatcher, Event, Grace, Joined, MeetingPoint, NetError, Observer, Pace,
    Plan, Recording,
};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zenoh::Wait;

/// Long enough for a busy machine; nothing waits that long unless it fails.
const LONG: Duration = Duration::from_secs(60);

/// Where the processes of one test meet.
struct Meeting(String);

impl Meeting {
    fn new() -> Self {
        Self(crate::meeting::endpoint())
    }

    /// A process that is gone is noticed at once, whatever the lease; so nobody is lost because the machine is busy.
    fn served(&self) -> MeetingPoint {
        MeetingPoint::told().listen(&self.0).lease(LONG)
    }

    fn joined(&self) -> MeetingPoint {
        MeetingPoint::told().connect(&self.0).lease(LONG)
    }
}

/// A plan that makes steps only when the test says so.
fn plan(name: &str) -> Plan {
    let mut plan = Plan::new(name, Profile::Signed).unwrap();
    (plan.pace, plan.settle) = (Pace::Asked, Duration::ZERO);
    plan
}

/// Serves until something holds.
fn until(dispatcher: &mut Dispatcher, what: &str, mut holds: impl FnMut(&Dispatcher) -> bool) {
    let end = Instant::now() + LONG;
    while !holds(dispatcher) {
        assert!(Instant::now() < end, "waited in vain until {what}");
        dispatcher.serve(Duration::from_millis(20)).unwrap();
    }
}

/// Makes steps until something holds.
fn step_until(dispatcher: &mut Dispatcher, what: &str, mut holds: impl FnMut(&Dispatcher) -> bool) {
    let end = Instant::now() + LONG;
    while !holds(dispatcher) {
        assert!(Instant::now() < end, "waited in vain until {what}");
        dispatcher.serve(Duration::from_millis(5)).unwrap();
        dispatcher.make_step();
    }
}

/// Joins while the dispatcher of the same thread serves.
fn join(agency: AgentHost, meeting: &Meeting, dispatcher: &mut Dispatcher) -> Joined {
    let joined = agency.connect(&meeting.joined()).unwrap();
    until(dispatcher, "it is registered", |_| joined.is_registered());
    joined
}

fn senses() -> AgentHost {
    let agency = AgentHost::new("dude").unwrap().goal(Goal::new("door-is-open"));
    let says = [("at-door", false), ("door-is-open", false), ("standing", false), ("sitting", true)];
    says.into_iter().fold(agency, |agency, (name, value)| agency.sensor(Sensor::new(name, value)))
}

fn leg_skills() -> Vec<Skill> {
    let stand = Skill::new("stand-up").needs(["sitting"]).adds(["standing"]).makes_false(["sitting"]);
    let walk = Skill::new("walk").needs([("standing", true), ("at-door", false)]).adds(["at-door"]);
    vec![stand, walk]
}

fn hand_skills() -> Vec<Skill> {
    vec![Skill::new("open").needs(["at-door"]).adds(["door-is-open"])]
}

fn agency(skills: Vec<Skill>) -> AgentHost {
    skills.into_iter().fold(AgentHost::new("dude").unwrap(), AgentHost::skill)
}

fn legs() -> AgentHost {
    agency(leg_skills())
}

fn crawl() -> Skill {
    Skill::new("crawl").needs([("at-door", false)]).adds(["at-door"])
}

/// A process that does what its skills predict, until it is dropped.
struct Acting {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Acting {
    fn new(agency: AgentHost, skills: Vec<Skill>, meeting: &Meeting) -> Self {
        let joined = agency.connect(&meeting.joined()).unwrap();
        joined.watch_world([]).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                if let Some(Event::Do { skill, .. }) = joined.next(Duration::from_millis(20)) {
                    let known = skills.iter().find(|known| known.name == skill).unwrap();
                    joined.bring_about(&known.effects(), LONG).unwrap();
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

/// R-003-050, R-003-058: processes find the dispatcher, the door opens, and what was recorded gives the same activations in
/// one process, bit for bit, from memory as from a file.
#[test]
fn the_door_opens_between_processes_and_again_in_one() {
    let meeting = Meeting::new();
    let path = file("recorded_door");
    let mut recorded = plan("dude");
    recorded.record = Some(path.clone());
    let mut dude = Dispatcher::open(recorded, &meeting.served()).unwrap();
    let _acting = [
        Acting::new(senses(), Vec::new(), &meeting),
        Acting::new(agency(leg_skills()), leg_skills(), &meeting),
        Acting::new(agency(hand_skills()), hand_skills(), &meeting),
    ];
    until(&mut dude, "all are there", |dude| {
        dude.desk().agencies() == (3, 0) && dude.network().skill_count() == 3
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
    let recording = Recording::read(&path).unwrap();
    let mut again = Vec::new();
    let network = recording.replay(|network, step| again.push((step.number, bits(network)))).unwrap();
    let first: Vec<_> = trace.iter().map(|(stepped, bits)| (stepped.step, bits.clone())).collect();
    // Steps made while the processes registered have no trace here.
    assert_eq!(again[again.len() - first.len()..], first[..]);
    assert_eq!(bits(&network), bits(dude.network()));
    let done: Vec<&str> =
        trace.iter().flat_map(|(stepped, _)| stepped.selected.iter().map(|skill| &**skill)).collect();
    assert_eq!(done, ["stand-up", "walk", "open"]);
    assert_eq!(dude.desk().refused(), 0);
}

/// R-003-044: of three ways to the door one is cut off; the dude finds another, and what comes back takes part again.
#[test]
fn when_a_process_is_lost_another_way_is_found() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(plan("dude"), &meeting.served()).unwrap();
    let senses = join(senses(), &meeting, &mut dude);
    let legs_process = join(legs(), &meeting, &mut dude);
    let knees = join(AgentHost::new("dude").unwrap().skill(crawl()), &meeting, &mut dude);
    senses.sense("standing", true).unwrap();
    drop(legs_process);
    until(&mut dude, "the loss is noticed", |dude| dude.desk().agencies().0 == 2);
    assert_eq!(dude.network().skill_count(), 1);
    let crawling =
        |dude: &Dispatcher| dude.network().skill("crawl").is_some_and(|s| dude.network().is_executing(s));
    step_until(&mut dude, "it crawls", crawling);
    until(&mut dude, "knees are told", |_| matches!(knees.next(Duration::ZERO), Some(Event::Do { .. })));
    let _back = join(legs(), &meeting, &mut dude);
    assert_eq!(dude.network().skill_count(), 3);
    assert_eq!(dude.network().is_disabled(&AgentName::skill("walk")), Some(false));
}

/// R-003-051: a dispatcher that is gone comes back with its state; its agents register again by themselves.
#[test]
fn a_dispatcher_survives_its_restart() {
    let (meeting, path) = (Meeting::new(), file("state"));
    let plan = || {
        let mut plan = plan("dude");
        (plan.state, plan.save_every) = (Some(path.clone()), Duration::ZERO);
        plan
    };
    let mut dude = Dispatcher::open(plan(), &meeting.served()).unwrap();
    let senses = join(senses(), &meeting, &mut dude);
    let legs = join(legs(), &meeting, &mut dude);
    let executing =
        |dude: &Dispatcher| dude.network().skill("stand-up").is_some_and(|s| dude.network().is_executing(s));
    step_until(&mut dude, "it stands up", executing);
    until(&mut dude, "the legs are told", |_| matches!(legs.next(Duration::ZERO), Some(Event::Do { .. })));
    dude.save().unwrap();
    let (steps, before) = (dude.network().steps(), bits(dude.network()));
    drop(dude);
    // Meanwhile the world goes on, and nobody hears of it.
    let end = Instant::now() + LONG;
    while legs.is_registered() || senses.is_registered() {
        assert!(Instant::now() < end, "the loss of the dispatcher is not noticed");
        let _ = (legs.next(Duration::from_millis(10)), senses.next(Duration::from_millis(10)));
    }
    senses.sense("standing", true).unwrap();
    senses.sense("sitting", false).unwrap();
    legs.complete("stand-up").unwrap();
    let mut dude = Dispatcher::open(plan(), &meeting.served()).unwrap();
    assert_eq!((dude.network().steps(), bits(dude.network())), (steps, before));
    assert_eq!(dude.network().is_disabled(&AgentName::skill("stand-up")), Some(true));
    until(&mut dude, "all are back", |dude| {
        let _ = (legs.next(Duration::ZERO), senses.next(Duration::ZERO));
        dude.desk().agencies() == (2, 0)
    });
    dude.make_step();
    assert_eq!(dude.network().value("standing"), Some(&SensorValue::TRUE));
    assert!(!executing(&dude), "that it was done, nobody had heard");
    assert_eq!(dude.network().skill_count(), 2);
    // A file that is not whole is said to be so, and nothing else is taken for it.
    drop(dude);
    std::fs::write(&path, b"{\"version\":1").unwrap();
    let error = Dispatcher::open(plan(), &meeting.served()).err().unwrap();
    assert!(matches!(error, NetError::BadFile { .. }), "{error}");
}

/// R-003-059: two dudes live side by side, and one name is served once.
#[test]
fn dudes_live_side_by_side_and_a_name_is_served_once() {
    let meeting = Meeting::new();
    let mut one = Dispatcher::open(plan("dude"), &meeting.served()).unwrap();
    let mut other = Dispatcher::open(plan("other"), &meeting.joined()).unwrap();
    let mut settled = plan("dude");
    settled.settle = LONG;
    let second = Dispatcher::open(settled, &meeting.joined()).err().unwrap();
    assert!(second.to_string().contains("`dude` is served already"), "{second}");
    let legs = join(legs(), &meeting, &mut one);
    let arm = AgentHost::new("other").unwrap().skill(Skill::new("wave"));
    let arm = arm.connect(&meeting.joined()).unwrap();
    until(&mut other, "the arm is there", |_| arm.is_registered());
    assert_eq!((one.network().skill_count(), other.network().skill_count()), (2, 1));
    let observer = Observer::open(&meeting.joined()).unwrap();
    let dudes = observer.dudes(LONG).unwrap();
    let names: Vec<&str> = dudes.iter().map(|dude| &*dude.name).collect();
    assert!(names.contains(&"dude"), "{names:?}");
    drop(legs);
}

/// R-003-053, R-003-054, R-003-056: what an observer asks is served before what agents said earlier.
#[test]
fn observers_are_served_first() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(plan("dude"), &meeting.served()).unwrap();
    dude.record();
    let senses = join(senses(), &meeting, &mut dude);
    let observer = Observer::open(&meeting.joined()).unwrap();
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
        let set = Command::Set { name: "mean".into(), value: 30.0 };
        observer.tell("dude", &set, LONG).map(|answer| (answer, observer))
    });
    waits(&dude, "the command", |(commands, _)| commands > 0);
    let sensed = |arrival: &Update| matches!(arrival, Update::Sense { value: SensorValue::Truth(true), sensor } if **sensor == *"at-door");
    until(&mut dude, "both are heard", |dude| {
        let arrivals = &dude.recorder().unwrap().recording().unwrap().arrivals;
        arrivals.iter().any(|seen| sensed(&seen.update)) && dude.network().parameters().mean == 30.0
    });
    let (answer, observer) = asked.join().unwrap().unwrap();
    assert_eq!(answer, Answer::Done);
    let arrivals = &dude.recorder().unwrap().recording().unwrap().arrivals;
    let at =
        |wanted: &dyn Fn(&Update) -> bool| arrivals.iter().position(|seen| wanted(&seen.update)).unwrap();
    let sensed = at(&sensed);
    let commanded = at(&|arrival| matches!(arrival, Update::Parameter { .. }));
    assert!(commanded < sensed, "{arrivals:?}");
    let nobody = observer.tell("nobody", &Command::Show, Duration::from_millis(50)).unwrap_err();
    assert!(nobody.to_string().contains("no dispatcher of `nobody` answers"), "{nobody}");
}

/// Bytes that are no message, sent to the socket and as a report; a flood; a sender that breaks off: the rest goes on.
#[test]
fn garbage_and_floods_do_not_stop_the_rest() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(plan("dude"), &meeting.served()).unwrap();
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
        dude.desk().refused() > 0
    });
    for turn in 0..20_000 {
        senses.sense("at-door", turn % 2 == 0).unwrap();
    }
    senses.sense("at-door", true).unwrap();
    let end = Instant::now() + LONG;
    loop {
        dude.serve(Duration::from_millis(20)).unwrap();
        // The flood is worn down one report a step; the last word counts in the end.
        for _ in 0..30_000 {
            dude.make_step();
        }
        let _ = senses.next(Duration::ZERO);
        if dude.network().value("at-door") == Some(&SensorValue::TRUE) {
            break;
        }
        assert!(Instant::now() < end, "the last word is not heard");
    }
    assert_eq!(dude.desk().agencies(), (1, 0));
}

/// R-003-071: a hundred agents of one process share one connection. R-003-070: with ten of them, a thousand register and run.
#[test]
fn a_thousand_agents_live_in_ten_processes() {
    let meeting = Meeting::new();
    let mut dude = Dispatcher::open(plan("dude"), &meeting.served()).unwrap();
    let crowd: Vec<Joined> = (0..10)
        .map(|process| {
            let agency = AgentHost::new("dude").unwrap();
            let agents = (0..50).map(|n| format!("x{process}-{n}"));
            let agency = agents.fold(agency, |agency, name| {
                agency.sensor(Sensor::new(&name, true)).skill(Skill::new(&name).needs([&*name]))
            });
            agency.connect(&meeting.joined()).unwrap()
        })
        .collect();
    until(&mut dude, "all are there", |dude| {
        dude.network().skill_count() == 500 && crowd.iter().all(Joined::is_registered)
    });
    assert_eq!((dude.desk().agencies(), dude.network().sensors().count()), ((10, 0), 500));
    step_until(&mut dude, "one of them is told to act", |_| {
        crowd.iter().any(|process| matches!(process.next(Duration::ZERO), Some(Event::Do { .. })))
    });
}

/// R-003-047: a process that ignores its orders while it is there is found out by them.
#[test]
fn a_deaf_skill_is_set_aside() {
    let meeting = Meeting::new();
    let mut quick = plan("dude");
    (quick.answer, quick.grace) = (Duration::from_millis(50), Grace::default());
    let mut dude = Dispatcher::open(quick, &meeting.served()).unwrap();
    let _senses = join(senses(), &meeting, &mut dude);
    let legs = join(legs(), &meeting, &mut dude);
    legs.ignore(true);
    step_until(&mut dude, "it is disabled or given up", |dude| {
        dude.network().is_disabled(&AgentName::skill("stand-up")) != Some(false)
    });
    legs.ignore(false);
    legs.say(vec![motive_net::Said::Took("stand-up".into())]).unwrap();
    until(&mut dude, "it is back", |dude| {
        dude.network().is_disabled(&AgentName::skill("stand-up")) == Some(false)
    });
}
