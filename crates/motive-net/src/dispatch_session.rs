//! The dispatcher without I/O: how messages from processes change the network. It knows nothing of how they travel.

use crate::command::{self, Answer, Command, Shown};
use crate::message::{Agent, Order, Report, Said, Stepped, VERSION, What, decode};
use crate::recording::Recorder;
use crate::roster::{Roster, Sent};
use motive::network::{AgentName, Network, NetworkError, Notice, RecordedUpdate, SkillDuration, Update};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// When a process that is not to be seen any more is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// How long its agents are only disabled, before they are amputated. Nothing gives them up at once, as in 1991.
    pub lost: Duration,
    /// The same after a restart of the dispatcher, when nobody has come back yet.
    pub restart: Duration,
}

impl Default for Grace {
    /// One second, and five after a restart; ours.
    fn default() -> Self {
        Self { lost: Duration::from_secs(1), restart: Duration::from_secs(5) }
    }
}

/// A network and the processes that its agents live in.
///
/// Everything that comes is judged here: who may say what, what a statement means for what is known, what has to be said in
/// return. Nothing here waits, and nothing that comes can make it fail.
pub struct DispatchSession {
    pub(crate) network: Network,
    pub(crate) roll: Roster,
    pub(crate) line: u64,
    pub(crate) sent: u64,
    orders: Vec<(Arc<str>, Order)>,
    grace: Grace,
    /// How long a lost process is waited for now.
    waits: Duration,
    now: Duration,
    /// Skills that owe an answer to their order.
    owed: BTreeSet<Arc<str>>,
    /// Sensors made from templates whose processes have been told to report them.
    measured: BTreeSet<Arc<str>>,
    pub(crate) recorder: Option<Recorder>,
    refused: u64,
    heard: u64,
    pub(crate) control: Control,
}

/// What observers have asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Control {
    pub(crate) running: bool,
    /// Steps that are still to be made.
    pub(crate) asked: u64,
    pub(crate) stopped: bool,
}

impl DispatchSession {
    /// A desk for a network without agents of its own. `line` tells its orders from those of others.
    #[must_use]
    pub fn new(network: Network, line: u64, grace: Grace) -> Self {
        Self {
            network,
            roll: Roster::default(),
            line,
            sent: 0,
            orders: Vec::new(),
            grace,
            waits: grace.lost,
            now: Duration::ZERO,
            owed: BTreeSet::new(),
            measured: BTreeSet::new(),
            recorder: None,
            refused: 0,
            heard: 0,
            control: Control { running: true, ..Control::default() },
        }
    }

    /// A desk taken up again: everybody counts as lost until they state themselves.
    pub(crate) fn restored(mut self, roll: Roster, sent: u64, now: Duration) -> Self {
        (self.roll, self.sent, self.now) = (roll, sent, now);
        self.waits = self.grace.restart;
        let all: Vec<Arc<str>> = self.roll.entries().keys().cloned().collect();
        all.iter().for_each(|agency| self.lose(agency));
        self
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// How many messages were refused.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// How many things processes have said, whether they were taken or not.
    #[must_use]
    pub fn heard(&self) -> u64 {
        self.heard
    }

    /// How many processes are there, and how many of them are lost.
    #[must_use]
    pub fn agencies(&self) -> (usize, usize) {
        let entries = self.roll.entries();
        (entries.len(), entries.values().filter(|entry| entry.lost.is_some()).count())
    }

    /// What has to be said to whom, since it was last asked for.
    pub fn orders(&mut self) -> Vec<(Arc<str>, Order)> {
        std::mem::take(&mut self.orders)
    }

    /// Whether one of a process's skills is being done; what it says is heard before others.
    #[must_use]
    pub fn is_busy(&self, agency: &str) -> bool {
        self.roll.get(agency).is_some_and(|entry| !entry.sent.is_empty())
    }

    pub(crate) fn apply(&mut self, update: Update) -> Result<(), NetworkError> {
        let after = self.network.steps();
        let kept = self.recorder.is_some().then(|| update.clone());
        self.network.apply(update)?;
        if let (Some(recorder), Some(update)) = (&mut self.recorder, kept) {
            recorder.note(RecordedUpdate { after, update });
        }
        Ok(())
    }

    fn order(&mut self, agency: &str, what: What) {
        self.sent += 1;
        let order = Order { version: VERSION, line: self.line, number: self.sent, what };
        self.orders.push((agency.into(), order));
    }

    fn refuse(&mut self, agency: &str, report: u64, why: impl ToString) {
        self.refused += 1;
        self.order(agency, What::Refused { report, why: why.to_string() });
    }

    /// A process has said something, whatever it is.
    pub fn hear(&mut self, agency: &Arc<str>, bytes: &[u8]) {
        let report: Report = match decode(bytes) {
            Ok(report) => report,
            Err(error) => return self.refuse(agency, 0, error),
        };
        if report.version != VERSION {
            let why = format!("version {} of the messages is spoken here, not {}", VERSION, report.version);
            return self.refuse(agency, report.number, why);
        }
        let states = matches!(report.said.first(), Some(Said::Here { .. }));
        let expected = match self.roll.get(agency) {
            Some(entry) if entry.pass != report.pass => {
                let why = format!("it does not come from `{agency}`, whose name it uses");
                return self.refuse(agency, report.number, why);
            }
            Some(entry) if report.number <= entry.reported => return,
            Some(entry) => entry.reported + 1,
            None if states => report.number,
            // It has come before its statement, or after it was given up.
            None => return self.order(agency, What::State),
        };
        // Something was lost on the way: only a statement can tell what.
        if report.number > expected && !states {
            self.order(agency, What::State);
        }
        self.roll.enter(agency, report.pass).reported = report.number;
        for said in report.said {
            self.heard += 1;
            self.hear_one(agency, report.number, said);
        }
    }

    fn hear_one(&mut self, agency: &Arc<str>, number: u64, said: Said) {
        let (who, update) = match said {
            Said::Here { agents, doing, line, heard } => {
                let heard = if line == self.line { heard } else { 0 };
                return self.state(agency, agents, &doing, heard);
            }
            Said::Sense { sensor, value } => {
                (AgentName::Sensor(sensor.clone()), Update::Sense { sensor, value })
            }
            Said::Signal { receptor, strength } => {
                (AgentName::Receptor(receptor.clone()), Update::Signal { receptor, strength })
            }
            Said::Complete(skill) => (AgentName::Skill(skill.clone()), Update::Complete(skill)),
            Said::Took(skill) => {
                self.owed.remove(&skill);
                let who = AgentName::Skill(skill);
                (who.clone(), Update::Answered(who))
            }
            Said::ReplaceGoal { from, to } => {
                (AgentName::Goal(from.clone()), Update::ReplaceGoal { from, to })
            }
        };
        match self.owner(&who) {
            Some(owner) if owner == *agency => self.hear_owner(agency, number, &who, update),
            Some(_) => self.refuse(agency, number, format!("`{who}` belongs to another process")),
            None => {
                self.refuse(agency, number, format!("nobody of the name `{who}` is registered"));
                self.order(agency, What::State);
            }
        }
    }

    /// The process to which an agent belongs. What was made from a template belongs to the template's.
    fn owner(&self, who: &AgentName) -> Option<Arc<str>> {
        let template = match who {
            AgentName::Skill(name) => {
                self.network.template_of(name).map(|of| AgentName::Template(of.clone()))
            }
            AgentName::Sensor(name) => {
                let made = self.network.template_sensors().find(|(sensor, _)| *sensor == name);
                made.map(|(_, of)| AgentName::SensorTemplate(of.clone()))
            }
            _ => None,
        };
        let owner = self.roll.owner(who);
        owner.or_else(|| self.roll.owner(template.as_ref()?)).cloned()
    }

    fn hear_owner(&mut self, agency: &Arc<str>, number: u64, who: &AgentName, update: Update) {
        // Skills that take no time are over when they begin; that they say so is no news.
        let instant = self.network.settings().duration == SkillDuration::Instant;
        if instant && matches!(update, Update::Complete(_) | Update::Answered(_)) {
            self.finished(agency, who);
            return;
        }
        let rewished = match &update {
            Update::ReplaceGoal { from, to } => Some((from.clone(), to.clone())),
            _ => None,
        };
        let completes = matches!(update, Update::Complete(_));
        match self.apply(update) {
            Ok(()) => {
                if completes {
                    self.finished(agency, who);
                }
                if let Some((from, to)) = rewished {
                    self.rename_goal(agency, &AgentName::Goal(from), to);
                }
            }
            Err(error) => self.refuse(agency, number, error),
        }
    }

    fn finished(&mut self, agency: &str, who: &AgentName) {
        if let (AgentName::Skill(skill), Some(entry)) = (who, self.roll.get_mut(agency)) {
            entry.sent.remove(skill);
            self.owed.remove(skill);
        }
    }

    fn rename_goal(&mut self, agency: &Arc<str>, from: &AgentName, to: motive::network::Literal) {
        self.roll.disown(from);
        self.roll.own(&AgentName::Goal(to.clone()), agency.clone());
        let Some(entry) = self.roll.get_mut(agency) else { return };
        if let Some(Agent::Goal(mut goal)) = entry.agents.remove(&from.to_string()) {
            goal.literal = to;
            let goal = Agent::Goal(goal);
            entry.agents.insert(goal.who().to_string(), goal);
        }
    }

    /// A process has stated everything that it is.
    fn state(&mut self, agency: &Arc<str>, agents: Vec<Agent>, doing: &[Arc<str>], heard: u64) {
        if let Some(entry) = self.roll.get_mut(agency) {
            entry.lost = None;
        }
        // A process that was away may not know what it has to report.
        self.measured.clear();
        let stated: BTreeSet<String> = agents.iter().map(|agent| agent.who().to_string()).collect();
        for who in self.agents_of(agency).into_iter().filter(|who| !stated.contains(&who.to_string())) {
            self.roll.strike(&who);
            // It may have gone by itself in the meantime.
            let _ = self.apply(Update::Amputate(who));
        }
        let (mut refused, mut seen) = (Vec::new(), BTreeSet::new());
        for agent in agents {
            let who = agent.who();
            let admitted = match seen.insert(who.to_string()) {
                true => self.admit(agency, agent),
                false => Err(format!("`{who}` is stated twice")),
            };
            if let Err(why) = admitted {
                self.refused += 1;
                refused.push((who, why));
            }
        }
        self.compare_deeds(agency, doing, heard);
        let agents = self.roll.get(agency).map_or(0, |entry| entry.agents.len());
        if agents == 0 {
            self.roll.forget(agency);
        }
        self.order(agency, What::Registered(refused));
    }

    /// One agent of a statement: new, known, or somebody else's.
    fn admit(&mut self, agency: &Arc<str>, agent: Agent) -> Result<(), String> {
        let who = agent.who();
        let owner = self.roll.owner(&who).cloned();
        let known = match &owner {
            None => None,
            Some(owner) if owner == agency => {
                let entry = self.roll.get(owner);
                entry.and_then(|entry| entry.agents.get(&who.to_string()).cloned())
            }
            Some(other) => match self.roll.get(other) {
                Some(entry) if entry.lost.is_some() => self.take_over(other, &who),
                _ => return Err(format!("`{who}` is registered by another process already")),
            },
        };
        match known {
            Some(known) => self.refresh(&known, &agent)?,
            None => self.apply(arrival_of(&agent)).map_err(|error| error.to_string())?,
        }
        self.roll.own(&who, agency.clone());
        if let Some(entry) = self.roll.get_mut(agency) {
            entry.agents.insert(who.to_string(), agent);
        }
        Ok(())
    }

    /// An agent of a process that is gone comes back in another. What the old one was doing, nobody will finish.
    fn take_over(&mut self, other: &Arc<str>, who: &AgentName) -> Option<Agent> {
        let known = self.roll.get(other)?.agents.get(&who.to_string()).cloned();
        self.roll.strike(who);
        if let AgentName::Skill(name) = who {
            self.owed.remove(name);
            let doing = self.network.skill(name).is_some_and(|skill| self.network.is_executing(skill));
            if doing {
                let _ = self.apply(Update::Complete(name.clone()));
            }
        }
        known
    }

    /// A known agent is stated again.
    fn refresh(&mut self, known: &Agent, agent: &Agent) -> Result<(), String> {
        let said = |error: NetworkError| error.to_string();
        let who = agent.who();
        if self.network.is_disabled(&who) == Some(true) {
            self.apply(Update::Enable(who.clone())).map_err(said)?;
        }
        match (known, agent) {
            (_, Agent::Sensor(sensor)) => {
                let (sensor, value) = (sensor.proposition.clone(), sensor.value.clone());
                self.apply(Update::Sense { sensor, value }).map_err(said)
            }
            (Agent::Skill(known), Agent::Skill(skill)) if known != skill => {
                self.apply(Update::Edit(skill.clone())).map_err(said)
            }
            (known, Agent::Template(_) | Agent::SensorTemplate(_) | Agent::Derived { .. })
                if known != agent =>
            {
                self.apply(Update::Amputate(who)).map_err(said)?;
                self.apply(arrival_of(agent)).map_err(said)
            }
            (Agent::Goal(known), Agent::Goal(goal)) if known.importance != goal.importance => {
                let value = goal.importance.clone();
                self.apply(Update::AgentCoefficient { who, value }).map_err(said)
            }
            _ => Ok(()),
        }
    }

    /// What the process is doing against what it was told to do.
    fn compare_deeds(&mut self, agency: &Arc<str>, doing: &[Arc<str>], heard: u64) {
        let Some(entry) = self.roll.get(agency) else { return };
        let sent = entry.sent.clone();
        for (skill, Sent { number, step }) in &sent {
            if doing.contains(skill) {
                continue;
            }
            if *number > heard {
                // The order was lost on the way, or is still on it: by its step it is known again.
                self.tell(agency, skill, *step);
            } else {
                // It was heard and is no longer being done: the report that it had finished was lost.
                let _ = self.apply(Update::Complete(skill.clone()));
                self.finished(agency, &AgentName::Skill(skill.clone()));
            }
        }
        let idle = |skill: &&Arc<str>| !sent.contains_key(*skill);
        for skill in doing.iter().filter(idle) {
            self.order(agency, What::Stop(skill.clone()));
        }
    }

    /// A process is not to be seen any more: its agents take no part.
    pub fn lose(&mut self, agency: &str) {
        let now = self.now;
        let Some(entry) = self.roll.get_mut(agency) else { return };
        entry.lost.get_or_insert(now);
        for who in self.agents_of(agency) {
            if self.network.is_disabled(&who) == Some(false) {
                let _ = self.apply(Update::Disable(who));
            }
        }
        self.give_up();
    }

    fn agents_of(&self, agency: &str) -> Vec<AgentName> {
        self.roll.get(agency).map_or(Vec::new(), |entry| entry.agents.values().map(Agent::who).collect())
    }

    /// A process is to be seen. If it was lost, it is asked what it is now.
    pub fn find(&mut self, agency: &str) {
        if self.roll.get(agency).is_none_or(|entry| entry.lost.is_some()) {
            self.order(agency, What::State);
        }
    }

    /// A process said more than can be looked at: only a statement can tell what it meant.
    pub fn flooded(&mut self, agency: &str) {
        self.refuse(agency, 0, "more was sent than can be looked at; some of it was dropped");
        self.order(agency, What::State);
    }

    /// Time goes on: who was lost for too long is given up.
    pub fn tick(&mut self, now: Duration) {
        self.now = now.max(self.now);
        self.give_up();
    }

    fn give_up(&mut self) {
        for agency in self.roll.lost_for(self.now, self.waits) {
            for who in self.roll.forget(&agency) {
                if let AgentName::Skill(name) = &who {
                    self.owed.remove(name);
                }
                let _ = self.apply(Update::Amputate(who));
            }
        }
        if self.waits != self.grace.lost && self.agencies().1 == 0 {
            self.waits = self.grace.lost;
        }
    }

    /// One step: activation flows, and what was selected is told to its process.
    pub fn step(&mut self) -> Stepped {
        if !self.owed.is_empty() {
            let _ = self.apply(Update::Clock(self.now.as_micros() as u64));
        }
        let step = self.network.step();
        let gone: Vec<AgentName> = self.network.notices().iter().filter_map(amputated).collect();
        for who in gone {
            self.roll.strike(&who);
        }
        let started: Vec<Arc<str>> =
            self.network.started().iter().map(|skill| self.network.skill_name(*skill).into()).collect();
        for skill in &started {
            self.start(skill, step.number);
        }
        self.ask_for_reports();
        if let Some(recorder) = &mut self.recorder {
            recorder.stepped(step.number);
        }
        Stepped {
            step: step.number,
            selected: started,
            used: step.used,
            threshold: step.threshold,
            skills: Vec::new(),
        }
    }

    /// Tells processes which sensors have been made from their templates.
    fn ask_for_reports(&mut self) {
        let made = self.network.template_sensors();
        let made: Vec<(Arc<str>, AgentName)> =
            made.map(|(sensor, of)| (sensor.clone(), AgentName::SensorTemplate(of.clone()))).collect();
        self.measured.retain(|known| made.iter().any(|(sensor, _)| sensor == known));
        for (sensor, template) in made {
            if let Some(owner) = self.roll.owner(&template).cloned()
                && self.measured.insert(sensor.clone())
            {
                self.order(&owner, What::Measure(sensor));
            }
        }
    }

    fn start(&mut self, skill: &Arc<str>, step: u64) {
        let who = AgentName::Skill(skill.clone());
        let Some(owner) = self.owner(&who) else { return };
        self.tell(&owner, skill, step);
        if self.apply(Update::Asked(who)).is_ok() {
            self.owed.insert(skill.clone());
        }
    }

    /// Orders a skill to be done.
    fn tell(&mut self, agency: &Arc<str>, skill: &Arc<str>, step: u64) {
        self.order(agency, What::Do { skill: skill.clone(), step });
        let number = self.sent;
        if let Some(entry) = self.roll.get_mut(agency) {
            entry.sent.insert(skill.clone(), Sent { number, step });
        }
    }

    /// All skills and their activation.
    #[must_use]
    pub fn levels(&self) -> Vec<(Arc<str>, f64)> {
        let network = &self.network;
        (0..network.skill_count())
            .map(|skill| (network.skill_name(skill).into(), network.level(skill)))
            .collect()
    }

    /// Does what an observer asks.
    pub fn command(&mut self, command: Command) -> Answer {
        let update = match command {
            Command::Show => return Answer::Shown(Box::new(self.show())),
            Command::Step(steps) => {
                self.control.asked = self.control.asked.saturating_add(steps);
                return Answer::Done;
            }
            Command::Run | Command::Pause => {
                self.control.running = command == Command::Run;
                self.control.asked = 0;
                return Answer::Done;
            }
            Command::Stop => {
                self.control.stopped = true;
                return Answer::Done;
            }
            Command::Explanation(skill) => return command::because(&self.network, &skill),
            Command::Set { name, value } => Update::Parameter { name, value },
            Command::Disable(who) => Update::Disable(who),
            Command::Enable(who) => Update::Enable(who),
            Command::Amputate(who) => Update::Amputate(who),
        };
        let gone = match &update {
            Update::Amputate(who) => Some(who.clone()),
            _ => None,
        };
        match self.apply(update) {
            Ok(()) => {
                gone.iter().for_each(|who| self.roll.strike(who));
                Answer::Done
            }
            Err(error) => Answer::Refused(error.to_string()),
        }
    }

    fn show(&self) -> Shown {
        let network = &self.network;
        Shown {
            steps: network.steps(),
            threshold: network.threshold(),
            running: self.control.running,
            agencies: self.agencies(),
            refused: self.refused,
            skills: command::skills(network),
            sensors: network.sensors().map(|(name, value)| (name.clone(), value.clone())).collect(),
            goals: network
                .goals()
                .map(|goal| (goal.literal.to_string(), network.holds(&goal.literal)))
                .collect(),
        }
    }
}

fn arrival_of(agent: &Agent) -> Update {
    match agent.clone() {
        Agent::Sensor(sensor) => Update::Sensor(sensor),
        Agent::Goal(goal) => Update::Goal(goal),
        Agent::Skill(skill) => Update::Skill(skill),
        Agent::Template(skill) => Update::Template(skill),
        Agent::SensorTemplate(sensor) => Update::SensorTemplate(sensor),
        Agent::Receptor(name) => Update::Receptor(name),
        Agent::Derived { sensor, function } => Update::DerivedSensor { sensor, function },
    }
}

fn amputated(notice: &Notice) -> Option<AgentName> {
    match notice {
        Notice::Amputated(who) => Some(who.clone()),
        _ => None,
    }
}
