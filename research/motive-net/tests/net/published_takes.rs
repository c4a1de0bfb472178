//! The published takes of the door over several peers: the same activations as in one process, bit for bit.

#[path = "../../../../game/motive-networks/tests/networks/common/mod.rs"]
mod network_common;

use motive::networks::{AgentName, Literal, Network, NetworkProfile, NetworkSensor, Skill, Update};
use motive_net::{
    AgentHost, Dispatcher, DispatcherOptions, HostedAgent, JoinedHost, MeetingPoint, NetworkObserver,
    ObserverCommand, StepPace,
};
use network_common::Example;
use std::time::{Duration, Instant};

/// A timeout that is only reached by failing tests.
const LONG: Duration = Duration::from_secs(60);

/// What is seen of a step: what was selected, and all activations to the last bit.
type EffectCounts = (Option<String>, Vec<(String, u64)>);

fn levels(network: &Network) -> Vec<(String, u64)> {
    let level = |skill: usize| (network.skill_name(skill).to_owned(), network.level(skill).to_bits());
    (0..network.skill_count()).map(level).collect()
}

/// The take in one process.
fn in_process(name: &str) -> Vec<EffectCounts> {
    let mut example = Example::new(name);
    let mut network = example.build(NetworkProfile::Bad1990);
    let mut seen = Vec::new();
    example.play(&mut network, |network, step| {
        let selected = step.selected.map(|skill| network.skill_name(skill).to_owned());
        seen.push((selected, levels(network)));
    });
    seen
}

/// A dude whose agents live in three processes: what is sensed and wanted, and the skills in two halves.
struct Spread {
    dude: Dispatcher,
    senses: JoinedHost,
    /// Each with its skills.
    skills: Vec<(JoinedHost, Vec<String>)>,
    observer: Option<NetworkObserver>,
    place: MeetingPoint,
}

impl Spread {
    fn new(example: &Example) -> Self {
        let endpoint = crate::free_endpoint::endpoint();
        let mut options = DispatcherOptions::new("dude", NetworkProfile::Bad1990).unwrap();
        (options.pace, options.settle) = (StepPace::Requested, Duration::ZERO);
        // The script says who is silent, not how busy the machine is.
        options.answer = Duration::from_secs(3600);
        let mut dude =
            Dispatcher::open(options, &MeetingPoint::explicit().listen(&endpoint).lease(LONG)).unwrap();
        dude.record();
        let place = MeetingPoint::explicit().connect(&endpoint).lease(LONG);
        // What a network has at the beginning, read off one that is built in this process.
        let built = example.build(NetworkProfile::Bad1990);
        let host = || AgentHost::new("dude").unwrap();
        let senses =
            built.sensors().map(|(name, value)| HostedAgent::Sensor(NetworkSensor::new(name, value.clone())));
        let senses = senses.chain(built.goals().map(|goal| HostedAgent::Goal(goal.clone())));
        let senses = join(senses.fold(host(), AgentHost::agent), &place, &mut dude);
        let all: Vec<Skill> =
            (0..built.skill_count()).map(|skill| built.skill_agent(skill).unwrap().clone()).collect();
        let mut skills = Vec::new();
        for half in all.chunks(all.len().div_ceil(2)) {
            let names = half.iter().map(|skill| skill.name.to_string()).collect();
            let joined = join(half.iter().cloned().fold(host(), AgentHost::skill), &place, &mut dude);
            skills.push((joined, names));
        }
        let observer = Some(NetworkObserver::open(&place).unwrap());
        Self { dude, senses, skills, observer, place }
    }

    /// Sends one update from the peer to which it belongs, and waits until it is applied.
    fn bring(&mut self, update: &Update) {
        let before = self.updates();
        match update {
            Update::Sense { sensor, value } => self.senses.sense(sensor, value.clone()).unwrap(),
            Update::Complete(skill) => self.owner(skill).complete(skill).unwrap(),
            Update::Skill(skill) => {
                let late = AgentHost::new("dude").unwrap().skill(skill.clone());
                let late = join(late, &self.place, &mut self.dude);
                self.skills.push((late, vec![skill.name.to_string()]));
            }
            Update::Disable(who) => return self.command(ObserverCommand::Disable(who.clone())),
            Update::Amputate(who) => {
                let AgentName::Skill(name) = who else { panic!("the takes lose skills only") };
                self.owner(name).remove(who).unwrap();
            }
            other => panic!("no take has {other:?}"),
        }
        self.until("it has arrived", |spread| {
            let recording = spread.dude.recorder().unwrap().recording().unwrap();
            recording.updates[before..].iter().any(|seen| seen.update == *update)
        });
    }

    /// Waits until a skill has accepted its order, so that it can be disabled for silence later.
    fn is_taken(&mut self, skill: &str) {
        let answered = Update::Answered(AgentName::skill(skill));
        let last = |spread: &Self| {
            let recording = spread.dude.recorder().unwrap().recording().unwrap();
            let asked = Update::Asked(AgentName::skill(skill));
            let seen = recording.updates.iter().rev().map(|seen| &seen.update);
            seen.into_iter().find(|seen| **seen == asked || **seen == answered).cloned()
        };
        self.until("it has taken its order", |spread| last(spread) == Some(answered.clone()));
    }

    fn updates(&self) -> usize {
        self.dude.recorder().unwrap().recording().unwrap().updates.len()
    }

    fn owner(&self, skill: &str) -> &JoinedHost {
        &self.skills.iter().find(|(_, names)| names.iter().any(|name| name == skill)).unwrap().0
    }

    fn command(&mut self, command: ObserverCommand) {
        let observer = self.observer.take().unwrap();
        let asked = std::thread::spawn(move || {
            observer.tell("dude", &command, LONG).unwrap();
            observer
        });
        self.until("the command is obeyed", |_| asked.is_finished());
        self.observer = Some(asked.join().unwrap());
    }

    fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let end = Instant::now() + LONG;
        while !holds(self) {
            assert!(Instant::now() < end, "waited in vain until {what}");
            self.dude.serve(Duration::from_millis(5)).unwrap();
        }
    }
}

fn join(host: AgentHost, place: &MeetingPoint, dude: &mut Dispatcher) -> JoinedHost {
    let joined = host.connect(place).unwrap();
    let end = Instant::now() + LONG;
    while !joined.is_registered() {
        assert!(Instant::now() < end, "it is not registered");
        dude.serve(Duration::from_millis(5)).unwrap();
    }
    joined
}

/// R-003-058: takes 1 to 3 give the published trace over several peers as in one process.
#[test]
fn the_takes_are_the_same_over_several_peers() {
    for name in ["dude-take-1", "dude-take-2", "dude-take-3"] {
        let expected = in_process(name);
        let example = Example::new(name);
        let mut spread = Spread::new(&example);
        for (step, expected) in (1..=example.steps()).zip(&expected) {
            for update in example.updates(step) {
                spread.bring(&update);
            }
            let stepped = spread.dude.make_step();
            let selected = stepped.selected.first().map(ToString::to_string);
            if let Some(skill) = &selected {
                spread.is_taken(skill);
            }
            assert_eq!((selected, levels(spread.dude.network())), *expected, "{name}, step {step}");
        }
        assert_eq!(spread.dude.session().refused(), 0, "{name}");
        let done: Vec<(u64, String)> =
            (1..).zip(&expected).filter_map(|(step, (done, _))| Some((step, done.clone()?))).collect();
        assert_eq!(done, example.expected(), "{name}");
    }
}

/// R-003-060: a goal that its peer withdraws or replaces is withdrawn or replaced in the network.
#[test]
fn goals_change_over_several_peers() {
    let example = Example::new("dude-take-1");
    let mut spread = Spread::new(&example);
    let wanted = |spread: &Spread| -> Vec<String> {
        spread.dude.network().goals().map(|goal| goal.literal.to_string()).collect()
    };
    let (open, other) = (Literal::from("door-is-open"), Literal::from("dude-is-standing"));
    assert_eq!(wanted(&spread), ["door-is-open T"]);
    spread.senses.replace_goal(&open, other.clone()).unwrap();
    spread.until("it wants something else", |spread| wanted(spread) == ["dude-is-standing T"]);
    spread.senses.remove(&AgentName::Goal(other)).unwrap();
    spread.until("it wants nothing", |spread| wanted(spread).is_empty());
}

/// R-003-072: over several peers. The best of several tries counts, because the machine may be busy.
#[test]
fn take_2_makes_a_thousand_steps_a_second() {
    let mut spread = Spread::new(&Example::new("dude-take-2"));
    let tries = (0..20).map(|_| {
        let begun = Instant::now();
        for _ in 0..100 {
            spread.dude.serve(Duration::ZERO).unwrap();
            spread.dude.make_step();
        }
        begun.elapsed()
    });
    let best = tries.min().unwrap();
    assert!(best < Duration::from_millis(100), "{best:?} for a hundred steps");
    assert!(spread.dude.network().steps() >= 2000 && spread.dude.network().total() > 0.0);
}
