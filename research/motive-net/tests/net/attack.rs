//! Attacks from a stranger on the loopback interface: the network continues.

use crate::free_endpoint::endpoint;
use motive::networks::{AgentName, NetworkGoal, NetworkProfile, NetworkSensor, SensorValue, Skill};
use motive_net::{
    AgentHost, CommandAnswer, Dispatcher, DispatcherOptions, MeetingPoint, NetworkObserver, ObserverCommand,
    StepPace,
};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use zenoh::Wait;

/// A timeout that is only reached by failing tests.
const LONG: Duration = Duration::from_secs(60);

/// Serves and makes steps until a condition holds.
fn until(dispatcher: &mut Dispatcher, what: &str, mut holds: impl FnMut(&Dispatcher) -> bool) {
    let end = Instant::now() + LONG;
    while !holds(dispatcher) {
        assert!(Instant::now() < end, "waited in vain until {what}");
        dispatcher.serve(Duration::from_millis(10)).unwrap();
        dispatcher.make_step();
    }
}

fn stranger(endpoint: &str) -> zenoh::Session {
    let mut config = zenoh::Config::default();
    config.insert_json5("listen/endpoints", "[\"tcp/127.0.0.1:0\"]").unwrap();
    config.insert_json5("connect/endpoints", &format!("[\"{endpoint}\"]")).unwrap();
    config.insert_json5("scouting/multicast/enabled", "false").unwrap();
    zenoh::open(config).wait().unwrap()
}

/// Forged tokens of dispatchers and peers, forged reports, a flood and idle connections.
#[test]
fn forged_tokens_floods_and_idle_connections_do_no_harm() {
    let endpoint = endpoint();
    let mut options = DispatcherOptions::new("cat", NetworkProfile::Signed).unwrap();
    (options.pace, options.settle) = (StepPace::Requested, Duration::ZERO);
    let served = MeetingPoint::explicit().listen(&endpoint).lease(LONG);
    let mut cat = Dispatcher::open(options, &served).unwrap();
    let joined = MeetingPoint::explicit().connect(&endpoint).lease(LONG);
    let leg = AgentHost::new("cat")
        .unwrap()
        .sensor(NetworkSensor::new("tap", true))
        .goal(NetworkGoal::new("lifted"));
    let leg = leg.skill(Skill::new("lift").needs(["tap"]).adds(["lifted"])).connect(&joined).unwrap();
    until(&mut cat, "the leg is registered", |_| leg.is_registered());

    let stranger = stranger(&endpoint);
    // A dispatcher with the smallest id would win over the real one, if it answered.
    let dispatcher = stranger.liveliness().declare_token("motive/cat/dispatcher/0").wait().unwrap();
    // Its token under the name of a real peer appears and disappears.
    let forged_peer =
        stranger.liveliness().declare_token(format!("motive/cat/peer/{}", leg.id())).wait().unwrap();
    let tokens: Vec<_> = (0..200)
        .map(|n| stranger.liveliness().declare_token(format!("motive/cat/peer/forged-{n}")).wait().unwrap())
        .collect();
    let observer = NetworkObserver::open(&joined).unwrap();
    until(&mut cat, "the forged dispatcher is seen", |cat| cat.session().unconfirmed_dispatchers() > 0);
    forged_peer.undeclare().wait().unwrap();
    for _ in 0..10_000 {
        stranger.put("motive/cat/report/stranger", vec![b'x'; 100]).wait().unwrap();
    }
    until(&mut cat, "the flood is refused", |cat| cat.session().refused() > 0);
    drop(tokens);

    let address = endpoint.strip_prefix("tcp/").unwrap().to_owned();
    let idle: Vec<TcpStream> = (0..300).filter_map(|_| TcpStream::connect(&address).ok()).collect();
    assert!(idle.len() > 100);
    let arm =
        AgentHost::new("cat").unwrap().sensor(NetworkSensor::new("warm", false)).connect(&joined).unwrap();
    until(&mut cat, "another peer can join", |_| arm.is_registered());
    arm.sense("warm", true).unwrap();
    until(&mut cat, "its report counts", |cat| cat.network().value("warm") == Some(&SensorValue::TRUE));
    until(&mut cat, "the leg takes part", |cat| {
        let _ = leg.next(Duration::ZERO);
        cat.network().is_disabled(&AgentName::skill("lift")) == Some(false)
    });

    let status = std::thread::spawn(move || observer.tell("cat", &ObserverCommand::Status, LONG));
    until(&mut cat, "the status is answered", |_| status.is_finished());
    let Ok(CommandAnswer::Status(status)) = status.join().unwrap() else { panic!("no status") };
    let named = status.peers.iter().find(|peer| *peer.id == *"stranger").unwrap();
    assert!(named.refused > 0 && !named.reachable, "{named:?}");
    assert_eq!((status.unconfirmed_dispatchers, cat.session().peer_counts()), (1, (2, 0)));
    drop(dispatcher);
}
