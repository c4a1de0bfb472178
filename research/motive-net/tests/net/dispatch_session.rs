//! The dispatcher without I/O: how it reacts to messages of peers.

use motive::networks::{AgentName, Network, NetworkGoal, NetworkProfile, NetworkSensor, SensorValue, Skill};
use motive_net::{
    CommandAnswer, DispatchSession, Grace, HostedAgent, MAX_MESSAGE_BYTES, ObserverCommand, OrderKind,
    PeerOrder, PeerReport, ReportItem, VERSION,
};
use std::sync::Arc;
use std::time::Duration;

/// A simulated peer.
struct Peer {
    id: Arc<str>,
    incarnation: u64,
    sequence: u64,
    epoch: u64,
    last_order: u64,
}

impl Peer {
    fn new(id: &str, incarnation: u64) -> Self {
        Self { id: id.into(), incarnation, sequence: 0, epoch: 0, last_order: 0 }
    }

    fn say(&mut self, session: &mut DispatchSession, items: Vec<ReportItem>) {
        self.sequence += 1;
        let report =
            PeerReport { version: VERSION, incarnation: self.incarnation, sequence: self.sequence, items };
        session.receive(&self.id, &serde_json::to_vec(&report).unwrap());
    }

    fn state(&mut self, session: &mut DispatchSession, agents: Vec<HostedAgent>, executing: &[&str]) {
        let executing = executing.iter().map(|skill| Arc::from(*skill)).collect();
        let (epoch, last_order) = (self.epoch, self.last_order);
        self.say(session, vec![ReportItem::State { agents, executing, epoch, last_order }]);
    }

    /// The orders that it gets.
    fn orders(&mut self, session: &mut DispatchSession) -> Vec<OrderKind> {
        let mine = session.take_orders().into_iter().filter(|(host, _)| *host == self.id);
        let receive = |(_, order): (Arc<str>, PeerOrder)| {
            (self.epoch, self.last_order) = (order.epoch, order.sequence);
            order.kind
        };
        mine.map(receive).collect()
    }
}

fn session() -> DispatchSession {
    session_with(Grace::default())
}

fn session_with(grace: Grace) -> DispatchSession {
    DispatchSession::new(Network::new(NetworkProfile::Bad1990).unwrap(), 77, grace)
}

fn reflex() -> Vec<HostedAgent> {
    vec![
        HostedAgent::Sensor(NetworkSensor::new("tap", true)),
        HostedAgent::Sensor(NetworkSensor::new("lifted", false)),
        HostedAgent::Goal(NetworkGoal::new("lifted")),
        HostedAgent::Skill(Skill::new("lift").needs(["tap"]).adds(["lifted"])),
    ]
}

fn refusal(orders: &[OrderKind]) -> String {
    let why = |order: &OrderKind| match order {
        OrderKind::Refused { why, .. } => Some(why.clone()),
        _ => None,
    };
    orders.iter().find_map(why).unwrap_or_default()
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Steps until a skill is started.
fn until_started(session: &mut DispatchSession) -> Arc<str> {
    (0..50).find_map(|_| session.step().selected.into_iter().next()).unwrap()
}

#[test]
fn a_skill_is_ordered_to_execute_and_reports_its_end() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    assert_eq!(leg.orders(&mut session), [OrderKind::Registered(Vec::new())]);
    assert_eq!(*until_started(&mut session), *"lift");
    let step = session.network().steps();
    assert_eq!(leg.orders(&mut session), [OrderKind::Execute { skill: "lift".into(), step }]);
    assert!(session.is_busy("leg"));
    leg.say(&mut session, vec![ReportItem::Accepted("lift".into())]);
    let lifted = ReportItem::Sense { sensor: "lifted".into(), value: SensorValue::TRUE };
    leg.say(&mut session, vec![lifted, ReportItem::Complete("lift".into())]);
    assert_eq!(session.network().activation("lift"), Some(0.0));
    assert!(!session.is_busy("leg") && session.refused() == 0);
}

#[test]
fn duplicates_and_forged_names_are_refused_and_the_rest_goes_on() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    let mut other = Peer::new("other", 2);
    let agents = vec![reflex().remove(3), HostedAgent::Skill(Skill::new("rest"))];
    other.state(&mut session, agents, &[]);
    let orders = other.orders(&mut session);
    let why = "`skill:lift` is registered by another process already";
    assert_eq!(orders, [OrderKind::Registered(vec![(AgentName::skill("lift"), why.to_owned())])]);
    assert!(session.network().skill("rest").is_some());
    // Under its own name, about an agent of another peer.
    other.say(&mut session, vec![ReportItem::Sense { sensor: "tap".into(), value: SensorValue::FALSE }]);
    assert_eq!(refusal(&other.orders(&mut session)), "`sensor:tap` belongs to another process");
    // Under the name of another peer.
    let mut liar = Peer { sequence: 9, ..Peer::new("leg", 3) };
    liar.say(&mut session, vec![ReportItem::Sense { sensor: "tap".into(), value: SensorValue::FALSE }]);
    assert_eq!(refusal(&liar.orders(&mut session)), "it was not sent by `leg`, whose name it uses");
    session.step();
    assert_eq!(session.network().value("tap"), Some(&SensorValue::TRUE));
    // The same agent twice in one state.
    let mut twin = Peer::new("twin", 4);
    let skill = HostedAgent::Skill(Skill::new("sit"));
    twin.state(&mut session, vec![skill.clone(), skill], &[]);
    let orders = twin.orders(&mut session);
    assert_eq!(
        orders,
        [OrderKind::Registered(vec![(AgentName::skill("sit"), "`skill:sit` is listed twice".to_owned())])]
    );
}

/// R-003-055
#[test]
fn messages_round_trip_and_garbage_is_rejected() {
    let items = vec![
        ReportItem::Sense { sensor: "heat".into(), value: SensorValue::Number(0.1 + 0.2) },
        ReportItem::Complete("stand-up".into()),
    ];
    let report = PeerReport { version: VERSION, incarnation: 7, sequence: 1, items };
    let bytes = serde_json::to_vec(&report).unwrap();
    assert_eq!(serde_json::from_slice::<PeerReport>(&bytes).unwrap(), report);
    let (mut session, mut peer) = (session(), Peer::new("arm", 7));
    for cut in 0..bytes.len() {
        session.receive(&peer.id.clone(), &bytes[..cut]);
        assert!(refusal(&peer.orders(&mut session)).starts_with("a message cannot be parsed"), "{cut}");
    }
    session.receive(&peer.id.clone(), &vec![b' '; MAX_MESSAGE_BYTES + 1]);
    let large = "a message has 4194305 bytes, and at most 4194304 are allowed";
    assert_eq!(refusal(&peer.orders(&mut session)), large);
    session.receive(&peer.id.clone(), "[".repeat(100_000).as_bytes());
    assert!(refusal(&peer.orders(&mut session)).starts_with("a message cannot be parsed"));
}

#[test]
fn garbage_is_refused_and_changes_nothing() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    leg.orders(&mut session);
    for garbage in [&b"\xff\x00"[..], b"", b"{", b"[1,2]", &[b'['; 1 << 16], &[0; 64]] {
        session.receive(&leg.id.clone(), garbage);
        assert!(refusal(&leg.orders(&mut session)).starts_with("a message cannot be parsed"));
    }
    let report = PeerReport { version: 99, incarnation: 1, sequence: 2, items: Vec::new() };
    session.receive(&leg.id.clone(), &serde_json::to_vec(&report).unwrap());
    assert!(refusal(&leg.orders(&mut session)).contains("messages have version 1 here, not 99"));
    // A report that the network rejects.
    leg.say(&mut session, vec![ReportItem::Complete("lift".into())]);
    assert!(refusal(&leg.orders(&mut session)).contains("`lift` is not executing"));
    assert_eq!(session.refused(), 8);
    assert_eq!(*until_started(&mut session), *"lift");
}

/// R-003-044: agents of a lost peer are disabled, then removed; without grace, at once.
#[test]
fn agents_of_a_lost_peer_are_disabled_and_then_removed() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    session.step();
    session.peer_lost("leg");
    assert_eq!(session.network().is_disabled(&AgentName::skill("lift")), Some(true));
    assert_eq!(session.peer_counts(), (1, 1));
    session.tick(seconds(1));
    assert_eq!((session.network().skill_count(), session.peer_counts()), (0, (0, 0)));
    let mut session = session_with(Grace { lost: Duration::ZERO, restart: Duration::ZERO });
    let mut leg = Peer::new("leg", 1);
    leg.state(&mut session, reflex(), &[]);
    let rest = HostedAgent::Skill(Skill::new("rest").needs(["warm"]));
    Peer::new("other", 2).state(&mut session, vec![rest], &[]);
    session.step();
    session.peer_lost("leg");
    session.step();
    let network = session.network();
    assert_eq!(network.skill_count(), 1);
    assert!(network.total() <= network.parameters().mean);
}

#[test]
fn a_peer_that_comes_back_in_time_goes_on() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    until_started(&mut session);
    leg.orders(&mut session);
    let before = session.network().activation("lift");
    session.peer_lost("leg");
    session.peer_announced("leg");
    assert_eq!(leg.orders(&mut session), [OrderKind::SendState, OrderKind::SendState]);
    // Its skill is still executing, and the new values of its sensors count.
    let mut agents = reflex();
    agents[0] = HostedAgent::Sensor(NetworkSensor::new("tap", false));
    leg.state(&mut session, agents, &["lift"]);
    assert_eq!(session.network().is_disabled(&AgentName::skill("lift")), Some(false));
    assert_eq!(session.network().activation("lift"), before);
    assert!(session.is_busy("leg"));
    session.step();
    assert_eq!(session.network().value("tap"), Some(&SensorValue::FALSE));
}

#[test]
fn lost_messages_are_repaired_by_the_state_of_the_peer() {
    // An order that was lost is sent again, for the same step.
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    leg.orders(&mut session);
    until_started(&mut session);
    let lost = session.take_orders();
    leg.state(&mut session, reflex(), &[]);
    let again = leg.orders(&mut session);
    assert_eq!(lost[0].1.kind, again[0]);
    // A lost report of completion is inferred.
    leg.sequence += 1;
    leg.say(&mut session, vec![ReportItem::Sense { sensor: "lifted".into(), value: SensorValue::TRUE }]);
    assert_eq!(leg.orders(&mut session), [OrderKind::SendState]);
    leg.state(&mut session, reflex(), &[]);
    let lift = session.network().skill("lift").unwrap();
    assert!(!session.network().is_executing(lift) && !session.is_busy("leg"));
    // A skill is executing that was not ordered.
    leg.orders(&mut session);
    leg.state(&mut session, reflex(), &["lift"]);
    assert_eq!(leg.orders(&mut session)[0], OrderKind::Stop("lift".into()));
}

#[test]
fn a_new_peer_takes_over_the_agents_of_a_dead_one() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    until_started(&mut session);
    session.peer_lost("leg");
    let mut new = Peer::new("leg-2", 2);
    new.state(&mut session, reflex(), &[]);
    let orders = new.orders(&mut session);
    assert_eq!(orders, [OrderKind::Registered(Vec::new())]);
    let lift = session.network().skill("lift").unwrap();
    assert!(!session.network().is_executing(lift), "the peer that executed it is gone");
    session.tick(seconds(60));
    assert_eq!((session.network().skill_count(), session.peer_counts()), (1, (1, 0)));
    assert_eq!(*until_started(&mut session), *"lift");
}

#[test]
fn agents_are_added_changed_and_removed_by_the_state_of_a_peer() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    let mut agents = reflex();
    agents[3] = HostedAgent::Skill(Skill::new("lift").adds(["lifted"]));
    agents.remove(2);
    leg.state(&mut session, agents, &[]);
    let lift = session.network().skill("lift").unwrap();
    assert!(session.network().skill_agent(lift).unwrap().preconditions.is_empty());
    assert_eq!(session.network().goals().count(), 0);
    leg.state(&mut session, Vec::new(), &[]);
    assert_eq!((session.network().skill_count(), session.peer_counts()), (0, (0, 0)));
}

/// R-003-040: a skill that does not accept its order in time is disabled until it does.
#[test]
fn a_skill_that_does_not_answer_is_disabled() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    until_started(&mut session);
    session.tick(seconds(9));
    session.step();
    assert_eq!(session.network().is_disabled(&AgentName::skill("lift")), Some(false));
    session.tick(seconds(10));
    session.step();
    assert_eq!(session.network().is_disabled(&AgentName::skill("lift")), Some(true));
    leg.say(&mut session, vec![ReportItem::Accepted("lift".into())]);
    assert_eq!(session.network().is_disabled(&AgentName::skill("lift")), Some(false));
    // It stays silent and is removed; when it reports again, it is asked for its state.
    session.tick(seconds(20));
    for _ in 0..200 {
        session.step();
    }
    leg.orders(&mut session);
    leg.say(&mut session, vec![ReportItem::Complete("lift".into())]);
    leg.orders(&mut session);
    leg.state(&mut session, reflex(), &[]);
    assert_eq!(session.network().is_disabled(&AgentName::skill("lift")), Some(false));
}

/// R-003-053: observers give commands without registering.
#[test]
fn an_observer_gives_commands() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    session.step();
    let CommandAnswer::Status(status) = session.command(ObserverCommand::Status) else { panic!("no status") };
    assert_eq!((status.steps, status.peers.len(), status.skills.len()), (1, 1, 1));
    assert_eq!(
        session.command(ObserverCommand::Set { name: "threshold".into(), value: 1.0 }),
        CommandAnswer::Done
    );
    let CommandAnswer::Refused(why) =
        session.command(ObserverCommand::Set { name: "threshold".into(), value: -1.0 })
    else {
        panic!("not refused")
    };
    assert!(why.contains("must be from 1e-9 to 1e9"), "{why}");
    let CommandAnswer::Flows(flows) = session.command(ObserverCommand::Explain("lift".into())) else {
        panic!("no flows")
    };
    assert!(flows.iter().any(|(kind, amount)| kind == "goals" && *amount > 0.0), "{flows:?}");
    assert_eq!(session.command(ObserverCommand::Amputate(AgentName::skill("lift"))), CommandAnswer::Done);
    leg.orders(&mut session);
    leg.say(&mut session, vec![ReportItem::Complete("lift".into())]);
    let orders = leg.orders(&mut session);
    assert!(refusal(&orders).contains("`skill:lift` is not registered"), "{orders:?}");
    assert!(orders.contains(&OrderKind::SendState));
}

/// Whatever peers send, in any order, the sum of activations stays within its limit, and nothing fails.
#[test]
fn activation_stays_within_its_limit_whatever_peers_send() {
    let mut seed = 1_u64;
    let mut roll = move |sides: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % sides
    };
    for _ in 0..60 {
        let mut session = session();
        let mut all: Vec<Peer> = (0..3).map(|n| Peer::new(&format!("p{n}"), n)).collect();
        for time in 0..200_u64 {
            let process = &mut all[roll(3) as usize];
            let name = |n: u64| format!("x{n}");
            let skill = |roll: &mut dyn FnMut(u64) -> u64| {
                Skill::new(&name(roll(6))).needs([&*name(roll(4))]).adds([&*name(roll(4))])
            };
            match roll(9) {
                0 => {
                    let mut agents: Vec<HostedAgent> =
                        (0..roll(4)).map(|_| HostedAgent::Skill(skill(&mut roll))).collect();
                    agents.extend(
                        (0..roll(3)).map(|n| HostedAgent::Sensor(NetworkSensor::new(&name(n), n == 0))),
                    );
                    process.state(&mut session, agents, &[&name(roll(6))]);
                }
                1 => process.say(&mut session, vec![ReportItem::Complete(name(roll(6)).into())]),
                2 => process.say(&mut session, vec![ReportItem::Accepted(name(roll(6)).into())]),
                3 => {
                    let value = SensorValue::Truth(roll(2) == 0);
                    process
                        .say(&mut session, vec![ReportItem::Sense { sensor: name(roll(4)).into(), value }]);
                }
                4 => session.peer_lost(&process.id.clone()),
                5 => session.peer_announced(&process.id.clone()),
                6 => process.sequence += 1,
                7 => session.tick(seconds(time / 8)),
                _ => drop(process.orders(&mut session)),
            }
            let skills = session.network().skill_count();
            session.step();
            // An agent that is removed at the end of a step still takes part in it.
            let network = session.network();
            let limit = skills as f64 * network.parameters().mean;
            assert!(network.total() <= limit * (1.0 + 1e-5));
        }
    }
}

/// R-003-074 between processes: the peer of a template executes and reports its instances.
#[test]
fn instances_belong_to_the_peers_of_their_templates() {
    let (mut session, mut leg, mut eye) = (session(), Peer::new("leg", 1), Peer::new("eye", 2));
    let go = Skill::new("go-to-?place").needs([("at-?place", false)]).adds(["at-?place"]);
    leg.state(
        &mut session,
        vec![HostedAgent::Template(go), HostedAgent::Goal(NetworkGoal::new("at-bed"))],
        &[],
    );
    eye.state(&mut session, vec![HostedAgent::SensorTemplate(NetworkSensor::new("at-?place", false))], &[]);
    assert_eq!(leg.orders(&mut session), [OrderKind::Registered(Vec::new())]);
    session.step();
    // The orders of both peers are taken at once.
    let orders = session.take_orders();
    let ordered = |id: &str| -> Vec<OrderKind> {
        orders.iter().filter(|(host, _)| **host == *id).map(|(_, order)| order.kind.clone()).collect()
    };
    assert!(ordered("eye").contains(&OrderKind::Measure("at-bed".into())), "{orders:?}");
    assert_eq!(*until_started(&mut session), *"go-to-bed");
    assert!(
        leg.orders(&mut session)
            .iter()
            .any(|kind| matches!(kind, OrderKind::Execute { skill, .. } if **skill == *"go-to-bed"))
    );
    leg.say(&mut session, vec![ReportItem::Sense { sensor: "at-bed".into(), value: SensorValue::TRUE }]);
    assert_eq!(refusal(&leg.orders(&mut session)), "`sensor:at-bed` belongs to another process");
    eye.say(&mut session, vec![ReportItem::Sense { sensor: "at-bed".into(), value: SensorValue::TRUE }]);
    leg.say(
        &mut session,
        vec![ReportItem::Accepted("go-to-bed".into()), ReportItem::Complete("go-to-bed".into())],
    );
    assert_eq!(session.network().activation("go-to-bed"), Some(0.0));
    assert_eq!(refusal(&leg.orders(&mut session)), "");
    // A template of a lost peer is disabled, then removed with its instances.
    session.peer_lost("leg");
    assert_eq!(session.network().is_disabled(&AgentName::Template("go-to-?place".into())), Some(true));
    session.tick(seconds(1));
    session.step();
    assert_eq!((session.network().skill_count(), session.peer_counts()), (0, (1, 0)));
    session.peer_lost("eye");
    session.tick(seconds(3));
    assert_eq!((session.network().sensors().count(), session.peer_counts()), (0, (0, 0)));
}

/// R-003-078 between processes: a sensor is derived from receptors of another peer.
#[test]
fn a_sensor_is_derived_from_receptors_of_another_peer() {
    use motive::networks::SensorFunction;
    let (mut session, mut skin, mut mind) = (session(), Peer::new("skin", 1), Peer::new("mind", 2));
    skin.state(&mut session, vec![HostedAgent::Receptor("heat".into())], &[]);
    let function = SensorFunction::Threshold { receptor: "heat".into(), on: 0.6, off: 0.4 };
    let hot = |function: SensorFunction| vec![HostedAgent::Derived { sensor: "hot".into(), function }];
    mind.state(&mut session, hot(function.clone()), &[]);
    let felt = |session: &mut DispatchSession, skin: &mut Peer, strength: f64| {
        skin.say(session, vec![ReportItem::Signal { receptor: "heat".into(), strength }]);
        session.step();
        session.step();
        session.network().value("hot").cloned()
    };
    assert_eq!(felt(&mut session, &mut skin, 0.7), Some(SensorValue::TRUE));
    assert_eq!(felt(&mut session, &mut skin, 0.5), Some(SensorValue::TRUE));
    assert_eq!(felt(&mut session, &mut skin, 0.3), Some(SensorValue::FALSE));
    mind.say(&mut session, vec![ReportItem::Signal { receptor: "heat".into(), strength: 1.0 }]);
    assert_eq!(refusal(&mind.orders(&mut session)), "`receptor:heat` belongs to another process");
    // With another function in its state, the peer changes the sensor.
    mind.state(
        &mut session,
        hot(SensorFunction::Threshold { receptor: "heat".into(), on: 0.2, off: 0.1 }),
        &[],
    );
    assert_eq!(felt(&mut session, &mut skin, 0.25), Some(SensorValue::TRUE));
    assert_eq!(session.refused(), 1);
}

/// A forged liveliness token of a peer may appear and disappear: the peer is asked for its state and continues.
#[test]
fn a_forged_loss_of_a_peer_does_no_harm() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    until_started(&mut session);
    leg.orders(&mut session);
    session.peer_lost("leg");
    assert_eq!(leg.orders(&mut session), [OrderKind::SendState]);
    // A report shows that it is reachable, too.
    leg.say(&mut session, vec![ReportItem::Accepted("lift".into())]);
    assert_eq!(leg.orders(&mut session), [OrderKind::SendState]);
    leg.state(&mut session, reflex(), &["lift"]);
    session.tick(seconds(60));
    assert_eq!(session.network().is_disabled(&AgentName::skill("lift")), Some(false));
    let lift = session.network().skill("lift").unwrap();
    assert!(session.network().is_executing(lift) && session.peer_counts() == (1, 0));
}

/// Peers that flood or send garbage are named in the status, but not more of them than can be listed.
#[test]
fn faulty_peers_are_named() {
    let (mut session, mut leg) = (session(), Peer::new("leg", 1));
    leg.state(&mut session, reflex(), &[]);
    session.peer_flooded("leg");
    for stranger in 0..1_000 {
        session.receive(&format!("stranger-{stranger}").into(), b"garbage");
    }
    let CommandAnswer::Status(status) = session.command(ObserverCommand::Status) else { panic!("no status") };
    let leg = status.peers.iter().find(|peer| *peer.id == *"leg").unwrap();
    assert_eq!((leg.agents, leg.reachable, leg.floods, leg.refused), (4, true, 1, 1));
    let stranger = status.peers.iter().find(|peer| *peer.id == *"stranger-7").unwrap();
    assert_eq!((stranger.agents, stranger.reachable, stranger.refused), (0, false, 1));
    assert_eq!((status.peers.len(), status.refused), (256, 1_001));
}
