//! Broken connections: a proxy between peer and dispatcher stops their traffic, or ends it in the middle of a message.

use crate::free_endpoint::endpoint;
use motive::networks::{AgentName, NetworkGoal, NetworkProfile, NetworkSensor, SensorValue, Skill};
use motive_net::{
    AgentHost, Dispatcher, DispatcherOptions, HostEvent, JoinedHost, MeetingPoint, NetError, StepPace,
};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// A timeout that is only reached by failing tests.
const LONG: Duration = Duration::from_secs(90);
/// After this time without traffic a connection counts as broken. It must be longer than pauses on a busy machine.
const LEASE: Duration = Duration::from_secs(4);

/// Whether traffic passes.
struct Gate {
    open: AtomicBool,
    /// How many bytes may pass towards the dispatcher before the link breaks.
    left: AtomicI64,
}

/// A connection to the dispatcher that can be interrupted.
struct Way {
    endpoint: String,
    gate: Arc<Gate>,
}

impl Way {
    fn new(to: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("tcp/{}", listener.local_addr().unwrap());
        let gate = Arc::new(Gate { open: AtomicBool::new(true), left: AtomicI64::new(i64::MAX) });
        let (to, shared) = (to.strip_prefix("tcp/").unwrap().to_owned(), gate.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(&to) else { continue };
                let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
                pass(client, server, shared.clone(), true);
                pass(back.0, back.1, shared.clone(), false);
            }
        });
        Self { endpoint, gate }
    }

    fn place(&self) -> MeetingPoint {
        MeetingPoint::explicit().connect(&self.endpoint).lease(LEASE)
    }

    fn let_through(&self, open: bool) {
        self.gate.open.store(open, Ordering::Relaxed);
    }

    /// Lets so many more bytes through, and breaks the link in the middle of whatever comes then.
    fn break_after(&self, bytes: i64) {
        self.gate.left.store(bytes, Ordering::Relaxed);
    }
}

/// Carries bytes from one end to the other until either is closed. What comes while the way is cut waits.
fn pass(mut from: TcpStream, mut to: TcpStream, gate: Arc<Gate>, counts: bool) {
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            while !gate.open.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(5));
            }
            let left = if counts { gate.left.fetch_sub(count as i64, Ordering::Relaxed) } else { i64::MAX };
            let sent = (count as i64).min(left.max(0)) as usize;
            if to.write_all(&bytes[..sent]).is_err() || sent < count {
                break;
            }
        }
        // The other end may be closed already.
        let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    });
}

fn options() -> DispatcherOptions {
    let mut options = DispatcherOptions::new("dude", NetworkProfile::Signed).unwrap();
    (options.pace, options.settle, options.answer) =
        (StepPace::Requested, Duration::ZERO, Duration::from_secs(3600));
    options
}

fn dispatcher(endpoint: &str) -> Dispatcher {
    Dispatcher::open(options(), &MeetingPoint::explicit().listen(endpoint).lease(LEASE)).unwrap()
}

/// A dude that gets to the door, all in one process.
fn dude() -> AgentHost {
    let host = AgentHost::new("dude").unwrap().goal(NetworkGoal::new("at-door"));
    let says = [("at-door", false), ("standing", false), ("sitting", true)];
    let host = says.into_iter().fold(host, |host, (name, is)| host.sensor(NetworkSensor::new(name, is)));
    let stand = Skill::new("stand-up").needs(["sitting"]).adds(["standing"]).makes_false(["sitting"]);
    let walk = Skill::new("walk").needs([("standing", true), ("at-door", false)]).adds(["at-door"]);
    host.skill(stand).skill(walk)
}

/// Serves, with steps or without, until something holds.
fn until(dude: &mut Dispatcher, steps: bool, what: &str, mut holds: impl FnMut(&Dispatcher) -> bool) {
    let end = Instant::now() + LONG;
    while !holds(dude) {
        assert!(Instant::now() < end, "waited in vain until {what}");
        dude.serve(Duration::from_millis(10)).unwrap();
        if steps {
            dude.make_step();
        }
    }
}

fn is_doing(dude: &Dispatcher, skill: &str) -> bool {
    dude.network().skill(skill).is_some_and(|skill| dude.network().is_executing(skill))
}

/// Waits for an order, and passes over all other events.
fn is_told(joined: &JoinedHost, wanted: &str) -> bool {
    matches!(joined.next(Duration::ZERO), Some(HostEvent::Execute { skill, .. }) if *skill == *wanted)
}

/// The traffic of a peer is stopped while one of its skills is executing, and let through again: nothing stays disabled or executing,
/// and the network continues.
#[test]
fn a_partition_heals_and_leaves_nothing_wrong() {
    let endpoint = endpoint();
    let mut served = dispatcher(&endpoint);
    let way = Way::new(&endpoint);
    let process = dude().connect(&way.place()).unwrap();
    until(&mut served, false, "it is registered", |_| process.is_registered());
    until(&mut served, true, "it stands up", |served| is_doing(served, "stand-up"));
    until(&mut served, false, "it is told to", |_| is_told(&process, "stand-up"));
    way.let_through(false);
    until(&mut served, true, "it is given up", |served| served.session().peer_counts() == (0, 0));
    let network = served.network();
    assert_eq!((network.skill_count(), network.sensors().count(), network.goals().count()), (0, 0, 0));
    // No process hears of this.
    process.sense("standing", true).unwrap();
    process.sense("sitting", false).unwrap();
    process.complete("stand-up").unwrap();
    way.let_through(true);
    until(&mut served, false, "it is back", |served| {
        let _ = process.next(Duration::ZERO);
        served.session().peer_counts() == (1, 0) && process.is_registered()
    });
    served.make_step();
    let network = served.network();
    assert_eq!((network.skill_count(), network.sensors().count(), network.goals().count()), (2, 3, 1));
    assert_eq!(network.value("standing"), Some(&SensorValue::TRUE));
    assert_eq!(network.value("sitting"), Some(&SensorValue::FALSE));
    assert!(!is_doing(&served, "stand-up"));
    assert!(
        ["stand-up", "walk"].iter().all(|name| network.is_disabled(&AgentName::skill(name)) == Some(false))
    );
    assert!(network.total() <= 2.0 * network.parameters().mean * (1.0 + 1e-5));
    until(&mut served, true, "it walks", |served| is_doing(served, "walk"));
    until(&mut served, false, "it is told to", |_| is_told(&process, "walk"));
}

/// The connection breaks in the middle of the state of many agents: none is registered, and with a new connection all are.
#[test]
fn a_message_that_is_cut_off_has_no_effect() {
    let endpoint = endpoint();
    // A broken link is noticed at once, whatever the lease; so no peer may be lost because the machine is busy.
    let mut served =
        Dispatcher::open(options(), &MeetingPoint::explicit().listen(&endpoint).lease(LONG)).unwrap();
    let steady = dude().connect(&MeetingPoint::explicit().connect(&endpoint).lease(LONG)).unwrap();
    until(&mut served, false, "it is registered", |_| steady.is_registered());
    let way = Way::new(&endpoint);
    // Enough for the links to be made, and by far not enough for the statement.
    way.break_after(60_000);
    let many = (0..3000).fold(AgentHost::new("dude").unwrap(), |host, number| {
        host.skill(Skill::new(&format!("wave-{number}")).needs(["standing"]).adds(["waved"]))
    });
    let many = many.connect(&way.place()).unwrap();
    let broken = |way: &Way| way.gate.left.load(Ordering::Relaxed) < 0;
    until(&mut served, true, "the message is broken off", |_| broken(&way));
    let end = Instant::now() + Duration::from_secs(2);
    while Instant::now() < end {
        served.serve(Duration::from_millis(10)).unwrap();
        served.make_step();
        assert_eq!(served.network().skill_count(), 2, "half a message was believed");
    }
    assert!(served.session().peer_counts().0 >= 1);
    way.break_after(i64::MAX);
    until(&mut served, false, "all are there", |served| {
        let _ = many.next(Duration::ZERO);
        served.network().skill_count() == 3002
    });
    drop(many);
}

/// Serves with both until one of them ends with an error; the other continues.
fn meet(mut first: Dispatcher, second: &mut Dispatcher) -> NetError {
    let end = Instant::now() + LONG;
    loop {
        assert!(Instant::now() < end, "they do not notice each other");
        match [first.serve(Duration::from_millis(20)), second.serve(Duration::from_millis(20))] {
            [Ok(()), Ok(())] => {}
            [Err(error), Ok(())] | [Ok(()), Err(error)] => return error,
            [Err(_), Err(_)] => panic!("no dispatcher is left"),
        }
    }
}

/// Two dispatchers of one name that find each other only later: one of them ends with an error, the other continues.
#[test]
fn of_two_dispatchers_that_meet_one_stays() {
    let (one, other) = (endpoint(), endpoint());
    // The second looks for the first, which is not there yet.
    let place = MeetingPoint::explicit().listen(&other).connect(&one).lease(LEASE);
    let mut second = Dispatcher::open(options(), &place).unwrap();
    let said = match Dispatcher::open(options(), &MeetingPoint::explicit().listen(&one).lease(LEASE)) {
        // They may meet as soon as the first listens.
        Err(error) => error,
        Ok(first) => meet(first, &mut second),
    };
    assert!(matches!(said, NetError::ServedTwice { .. }), "{said}");
    assert!(said.to_string().contains("`dude` is already served"), "{said}");
}
