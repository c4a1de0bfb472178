//! The dispatcher's desk, without anything in between: what becomes of what processes say.

use motive::network::{AgentName, Goal, Network, Profile, Sensor, SensorValue, Skill};
use motive_net::{Agent, Answer, Command, DispatchSession, Grace, Order, Report, Said, VERSION, What};
use std::sync::Arc;
use std::time::Duration;

/// A process at the other end.
struct Process {
    id: Arc<str>,
    pass: u64,
    number: u64,
    line: u64,
    heard: u64,
}

impl Process {
    fn new(id: &str, pass: u64) -> Self {
        Self { id: id.into(), pass, number: 0, line: 0, heard: 0 }
    }

    fn say(&mut self, desk: &mut DispatchSession, said: Vec<Said>) {
        self.number += 1;
        let report = Report { version: VERSION, pass: self.pass, number: self.number, said };
        desk.hear(&self.id, &serde_json::to_vec(&report).unwrap());
    }

    fn state(&mut self, desk: &mut DispatchSession, agents: Vec<Agent>, doing: &[&str]) {
        let doing = doing.iter().map(|skill| Arc::from(*skill)).collect();
        let (line, heard) = (self.line, self.heard);
        self.say(desk, vec![Said::Here { agents, doing, line, heard }]);
    }

    /// What it is told.
    fn orders(&mut self, desk: &mut DispatchSession) -> Vec<What> {
        let mine = desk.orders().into_iter().filter(|(agency, _)| *agency == self.id);
        let hear = |(_, order): (Arc<str>, Order)| {
            (self.line, self.heard) = (order.line, order.number);
            order.what
        };
        mine.map(hear).collect()
    }
}

fn desk() -> DispatchSession {
    desk_with(Grace::default())
}

fn desk_with(grace: Grace) -> DispatchSession {
    DispatchSession::new(Network::new(Profile::Bad1990).unwrap(), 77, grace)
}

fn reflex() -> Vec<Agent> {
    vec![
        Agent::Sensor(Sensor::new("tap", true)),
        Agent::Sensor(Sensor::new("lifted", false)),
        Agent::Goal(Goal::new("lifted")),
        Agent::Skill(Skill::new("lift").needs(["tap"]).adds(["lifted"])),
    ]
}

fn refusal(orders: &[What]) -> String {
    let why = |order: &What| match order {
        What::Refused { why, .. } => Some(why.clone()),
        _ => None,
    };
    orders.iter().find_map(why).unwrap_or_default()
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Steps until a skill is started.
fn until_started(desk: &mut DispatchSession) -> Arc<str> {
    (0..50).find_map(|_| desk.step().selected.into_iter().next()).unwrap()
}

#[test]
fn a_skill_is_told_to_begin_and_reports_its_end() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    assert_eq!(leg.orders(&mut desk), [What::Registered(Vec::new())]);
    assert_eq!(*until_started(&mut desk), *"lift");
    let step = desk.network().steps();
    assert_eq!(leg.orders(&mut desk), [What::Do { skill: "lift".into(), step }]);
    assert!(desk.is_busy("leg"));
    leg.say(&mut desk, vec![Said::Took("lift".into())]);
    let lifted = Said::Sense { sensor: "lifted".into(), value: SensorValue::TRUE };
    leg.say(&mut desk, vec![lifted, Said::Complete("lift".into())]);
    assert_eq!(desk.network().activation("lift"), Some(0.0));
    assert!(!desk.is_busy("leg") && desk.refused() == 0);
}

#[test]
fn who_registers_twice_or_lies_about_its_name_is_refused_and_the_rest_goes_on() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    let mut other = Process::new("other", 2);
    let agents = vec![reflex().remove(3), Agent::Skill(Skill::new("rest"))];
    other.state(&mut desk, agents, &[]);
    let orders = other.orders(&mut desk);
    let why = "`skill:lift` is registered by another process already";
    assert_eq!(orders, [What::Registered(vec![(AgentName::skill("lift"), why.to_owned())])]);
    assert!(desk.network().skill("rest").is_some());
    // Under its own name, about what belongs to another.
    other.say(&mut desk, vec![Said::Sense { sensor: "tap".into(), value: SensorValue::FALSE }]);
    assert_eq!(refusal(&other.orders(&mut desk)), "`sensor:tap` belongs to another process");
    // Under another's name.
    let mut liar = Process { number: 9, ..Process::new("leg", 3) };
    liar.say(&mut desk, vec![Said::Sense { sensor: "tap".into(), value: SensorValue::FALSE }]);
    assert_eq!(refusal(&liar.orders(&mut desk)), "it does not come from `leg`, whose name it uses");
    desk.step();
    assert_eq!(desk.network().value("tap"), Some(&SensorValue::TRUE));
    // The same agent twice in one statement.
    let mut twin = Process::new("twin", 4);
    let skill = Agent::Skill(Skill::new("sit"));
    twin.state(&mut desk, vec![skill.clone(), skill], &[]);
    let orders = twin.orders(&mut desk);
    assert_eq!(
        orders,
        [What::Registered(vec![(AgentName::skill("sit"), "`skill:sit` is stated twice".to_owned())])]
    );
}

#[test]
fn garbage_is_refused_and_changes_nothing() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    leg.orders(&mut desk);
    for garbage in [&b"\xff\x00"[..], b"", b"{", b"[1,2]", &[b'['; 1 << 16], &[0; 64]] {
        desk.hear(&leg.id.clone(), garbage);
        assert!(refusal(&leg.orders(&mut desk)).starts_with("a message cannot be understood"));
    }
    let report = Report { version: 99, pass: 1, number: 2, said: Vec::new() };
    desk.hear(&leg.id.clone(), &serde_json::to_vec(&report).unwrap());
    assert!(refusal(&leg.orders(&mut desk)).contains("version 1 of the messages is spoken here, not 99"));
    // What the network itself does not take.
    leg.say(&mut desk, vec![Said::Complete("lift".into())]);
    assert!(refusal(&leg.orders(&mut desk)).contains("`lift` is not executing"));
    assert_eq!(desk.refused(), 8);
    assert_eq!(*until_started(&mut desk), *"lift");
}

/// R-003-044: agents of a process that is gone are disabled, then amputated; with no grace, at once.
#[test]
fn a_lost_process_is_set_aside_and_then_given_up() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    desk.step();
    desk.lose("leg");
    assert_eq!(desk.network().is_disabled(&AgentName::skill("lift")), Some(true));
    assert_eq!(desk.agencies(), (1, 1));
    desk.tick(seconds(1));
    assert_eq!((desk.network().skill_count(), desk.agencies()), (0, (0, 0)));
    let mut desk = desk_with(Grace { lost: Duration::ZERO, restart: Duration::ZERO });
    let mut leg = Process::new("leg", 1);
    leg.state(&mut desk, reflex(), &[]);
    let rest = Agent::Skill(Skill::new("rest").needs(["warm"]));
    Process::new("other", 2).state(&mut desk, vec![rest], &[]);
    desk.step();
    desk.lose("leg");
    desk.step();
    let network = desk.network();
    assert_eq!(network.skill_count(), 1);
    assert!(network.total() <= network.parameters().mean);
}

#[test]
fn a_process_that_comes_back_in_time_goes_on() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    until_started(&mut desk);
    leg.orders(&mut desk);
    let before = desk.network().activation("lift");
    desk.lose("leg");
    desk.find("leg");
    assert_eq!(leg.orders(&mut desk), [What::State]);
    // It is still at it, and what its sensors say now counts.
    let mut agents = reflex();
    agents[0] = Agent::Sensor(Sensor::new("tap", false));
    leg.state(&mut desk, agents, &["lift"]);
    assert_eq!(desk.network().is_disabled(&AgentName::skill("lift")), Some(false));
    assert_eq!(desk.network().activation("lift"), before);
    assert!(desk.is_busy("leg"));
    desk.step();
    assert_eq!(desk.network().value("tap"), Some(&SensorValue::FALSE));
}

#[test]
fn lost_messages_are_made_good_by_a_statement() {
    // An order that never arrived is given again, for the same step.
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    leg.orders(&mut desk);
    until_started(&mut desk);
    let lost = desk.orders();
    leg.state(&mut desk, reflex(), &[]);
    let again = leg.orders(&mut desk);
    assert_eq!(lost[0].1.what, again[0]);
    // A report of completion that never arrived counts as given.
    leg.number += 1;
    leg.say(&mut desk, vec![Said::Sense { sensor: "lifted".into(), value: SensorValue::TRUE }]);
    assert_eq!(leg.orders(&mut desk), [What::State]);
    leg.state(&mut desk, reflex(), &[]);
    let lift = desk.network().skill("lift").unwrap();
    assert!(!desk.network().is_executing(lift) && !desk.is_busy("leg"));
    // Something is being done that nobody asked for.
    leg.orders(&mut desk);
    leg.state(&mut desk, reflex(), &["lift"]);
    assert_eq!(leg.orders(&mut desk)[0], What::Stop("lift".into()));
}

#[test]
fn a_new_process_takes_over_what_a_dead_one_was() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    until_started(&mut desk);
    desk.lose("leg");
    let mut new = Process::new("leg-2", 2);
    new.state(&mut desk, reflex(), &[]);
    let orders = new.orders(&mut desk);
    assert_eq!(orders, [What::Registered(Vec::new())]);
    let lift = desk.network().skill("lift").unwrap();
    assert!(!desk.network().is_executing(lift), "nobody is left who could finish it");
    desk.tick(seconds(60));
    assert_eq!((desk.network().skill_count(), desk.agencies()), (1, (1, 0)));
    assert_eq!(*until_started(&mut desk), *"lift");
}

#[test]
fn agents_come_change_and_go_by_statement() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    let mut agents = reflex();
    agents[3] = Agent::Skill(Skill::new("lift").adds(["lifted"]));
    agents.remove(2);
    leg.state(&mut desk, agents, &[]);
    let lift = desk.network().skill("lift").unwrap();
    assert!(desk.network().skill_agent(lift).unwrap().preconditions.is_empty());
    assert_eq!(desk.network().goals().count(), 0);
    leg.state(&mut desk, Vec::new(), &[]);
    assert_eq!((desk.network().skill_count(), desk.agencies()), (0, (0, 0)));
}

/// R-003-040: who does not answer its order is disabled after the time, and enabled again when it speaks.
#[test]
fn a_skill_that_does_not_answer_is_set_aside() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    until_started(&mut desk);
    desk.tick(seconds(9));
    desk.step();
    assert_eq!(desk.network().is_disabled(&AgentName::skill("lift")), Some(false));
    desk.tick(seconds(10));
    desk.step();
    assert_eq!(desk.network().is_disabled(&AgentName::skill("lift")), Some(true));
    leg.say(&mut desk, vec![Said::Took("lift".into())]);
    assert_eq!(desk.network().is_disabled(&AgentName::skill("lift")), Some(false));
    // Silent for good: it is given up, and comes back when it says something.
    desk.tick(seconds(20));
    for _ in 0..200 {
        desk.step();
    }
    leg.orders(&mut desk);
    leg.say(&mut desk, vec![Said::Complete("lift".into())]);
    leg.orders(&mut desk);
    leg.state(&mut desk, reflex(), &[]);
    assert_eq!(desk.network().is_disabled(&AgentName::skill("lift")), Some(false));
}

/// R-003-053: observers register nothing and are obeyed.
#[test]
fn an_observer_asks_and_commands() {
    let (mut desk, mut leg) = (desk(), Process::new("leg", 1));
    leg.state(&mut desk, reflex(), &[]);
    desk.step();
    let Answer::Shown(shown) = desk.command(Command::Show) else { panic!("it shows") };
    assert_eq!((shown.steps, shown.agencies, shown.skills.len()), (1, (1, 0), 1));
    assert_eq!(desk.command(Command::Set { name: "threshold".into(), value: 1.0 }), Answer::Done);
    let Answer::Refused(why) = desk.command(Command::Set { name: "threshold".into(), value: -1.0 }) else {
        panic!("it refuses")
    };
    assert!(why.contains("must be from 1e-9 to 1e9"), "{why}");
    let Answer::Because(sources) = desk.command(Command::Explanation("lift".into())) else {
        panic!("it says")
    };
    assert!(sources.iter().any(|(source, amount)| source == "goals" && *amount > 0.0), "{sources:?}");
    assert_eq!(desk.command(Command::Amputate(AgentName::skill("lift"))), Answer::Done);
    leg.orders(&mut desk);
    leg.say(&mut desk, vec![Said::Complete("lift".into())]);
    let orders = leg.orders(&mut desk);
    assert!(refusal(&orders).contains("nobody of the name `skill:lift`"), "{orders:?}");
    assert!(orders.contains(&What::State));
}

/// Whatever is said, in whatever order, by whomever: no activation is lost or created, and nothing fails.
#[test]
fn activation_is_neither_lost_nor_created_whatever_is_said() {
    let mut seed = 1_u64;
    let mut roll = move |sides: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % sides
    };
    for _ in 0..60 {
        let mut desk = desk();
        let mut all: Vec<Process> = (0..3).map(|n| Process::new(&format!("p{n}"), n)).collect();
        for time in 0..200_u64 {
            let process = &mut all[roll(3) as usize];
            let name = |n: u64| format!("x{n}");
            let skill = |roll: &mut dyn FnMut(u64) -> u64| {
                Skill::new(&name(roll(6))).needs([&*name(roll(4))]).adds([&*name(roll(4))])
            };
            match roll(9) {
                0 => {
                    let mut agents: Vec<Agent> =
                        (0..roll(4)).map(|_| Agent::Skill(skill(&mut roll))).collect();
                    agents.extend((0..roll(3)).map(|n| Agent::Sensor(Sensor::new(&name(n), n == 0))));
                    process.state(&mut desk, agents, &[&name(roll(6))]);
                }
                1 => process.say(&mut desk, vec![Said::Complete(name(roll(6)).into())]),
                2 => process.say(&mut desk, vec![Said::Took(name(roll(6)).into())]),
                3 => {
                    let value = SensorValue::Truth(roll(2) == 0);
                    process.say(&mut desk, vec![Said::Sense { sensor: name(roll(4)).into(), value }]);
                }
                4 => desk.lose(&process.id.clone()),
                5 => desk.find(&process.id.clone()),
                6 => process.number += 1,
                7 => desk.tick(seconds(time / 8)),
                _ => drop(process.orders(&mut desk)),
            }
            let skills = desk.network().skill_count();
            desk.step();
            // An agent that is given up at the end of a step still takes part in it.
            let network = desk.network();
            let limit = skills as f64 * network.parameters().mean;
            assert!(network.total() <= limit * (1.0 + 1e-5));
        }
    }
}

/// R-003-074 between processes: instances of a template are ordered from its process, sensors made from one are asked of theirs.
#[test]
fn templates_belong_to_their_processes() {
    let (mut desk, mut leg, mut eye) = (desk(), Process::new("leg", 1), Process::new("eye", 2));
    let go = Skill::new("go-to-?place").needs([("at-?place", false)]).adds(["at-?place"]);
    leg.state(&mut desk, vec![Agent::Template(go), Agent::Goal(Goal::new("at-bed"))], &[]);
    eye.state(&mut desk, vec![Agent::SensorTemplate(Sensor::new("at-?place", false))], &[]);
    assert_eq!(leg.orders(&mut desk), [What::Registered(Vec::new())]);
    desk.step();
    // Both are asked of one desk: whoever asks first would get the orders of both.
    let orders = desk.orders();
    let told = |id: &str| -> Vec<What> {
        orders.iter().filter(|(agency, _)| **agency == *id).map(|(_, order)| order.what.clone()).collect()
    };
    assert!(told("eye").contains(&What::Measure("at-bed".into())), "{orders:?}");
    assert_eq!(*until_started(&mut desk), *"go-to-bed");
    assert!(
        leg.orders(&mut desk)
            .iter()
            .any(|what| matches!(what, What::Do { skill, .. } if **skill == *"go-to-bed"))
    );
    leg.say(&mut desk, vec![Said::Sense { sensor: "at-bed".into(), value: SensorValue::TRUE }]);
    assert_eq!(refusal(&leg.orders(&mut desk)), "`sensor:at-bed` belongs to another process");
    eye.say(&mut desk, vec![Said::Sense { sensor: "at-bed".into(), value: SensorValue::TRUE }]);
    leg.say(&mut desk, vec![Said::Took("go-to-bed".into()), Said::Complete("go-to-bed".into())]);
    assert_eq!(desk.network().activation("go-to-bed"), Some(0.0));
    assert_eq!(refusal(&leg.orders(&mut desk)), "");
    // A template that is lost makes nothing, and with its process everything that it made is gone.
    desk.lose("leg");
    assert_eq!(desk.network().is_disabled(&AgentName::Template("go-to-?place".into())), Some(true));
    desk.tick(seconds(1));
    desk.step();
    assert_eq!((desk.network().skill_count(), desk.agencies()), (0, (1, 0)));
    desk.lose("eye");
    desk.tick(seconds(3));
    assert_eq!((desk.network().sensors().count(), desk.agencies()), (0, (0, 0)));
}

/// R-003-078 between processes: a sensor is worked out from receptors of another process.
#[test]
fn receptors_report_from_their_processes() {
    use motive::network::SensorFunction;
    let (mut desk, mut skin, mut mind) = (desk(), Process::new("skin", 1), Process::new("mind", 2));
    skin.state(&mut desk, vec![Agent::Receptor("heat".into())], &[]);
    let function = SensorFunction::Threshold { receptor: "heat".into(), on: 0.6, off: 0.4 };
    let hot = |function: SensorFunction| vec![Agent::Derived { sensor: "hot".into(), function }];
    mind.state(&mut desk, hot(function.clone()), &[]);
    let felt = |desk: &mut DispatchSession, skin: &mut Process, strength: f64| {
        skin.say(desk, vec![Said::Signal { receptor: "heat".into(), strength }]);
        desk.step();
        desk.step();
        desk.network().value("hot").cloned()
    };
    assert_eq!(felt(&mut desk, &mut skin, 0.7), Some(SensorValue::TRUE));
    assert_eq!(felt(&mut desk, &mut skin, 0.5), Some(SensorValue::TRUE));
    assert_eq!(felt(&mut desk, &mut skin, 0.3), Some(SensorValue::FALSE));
    mind.say(&mut desk, vec![Said::Signal { receptor: "heat".into(), strength: 1.0 }]);
    assert_eq!(refusal(&mind.orders(&mut desk)), "`receptor:heat` belongs to another process");
    // Stated again with another function, it is worked out by that.
    mind.state(&mut desk, hot(SensorFunction::Threshold { receptor: "heat".into(), on: 0.2, off: 0.1 }), &[]);
    assert_eq!(felt(&mut desk, &mut skin, 0.25), Some(SensorValue::TRUE));
    assert_eq!(desk.refused(), 1);
}
