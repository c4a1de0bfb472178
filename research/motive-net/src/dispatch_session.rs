//! The dispatcher without I/O: how messages from peers change the network.

use crate::message::{
    self, CommandAnswer, HostedAgent, NetworkStatus, ObserverCommand, OrderKind, PeerOrder, PeerReport,
    PeerStatus, ReportItem, StepSummary, VERSION, decode,
};
use crate::recording::UpdateRecorder;
use crate::roster::{MessageFaults, Roster, StartOrder};
use motive::networks::{AgentName, Network, NetworkError, Notice, RecordedUpdate, SkillDuration, Update};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How long the agents of an unreachable peer are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// How long its agents are only disabled before they are removed. With zero they are removed at once, as in Johnson's program.
    pub lost: Duration,
    /// The same after a restart of the dispatcher, until all peers have come back.
    pub restart: Duration,
}

impl Default for Grace {
    /// One second, and five after a restart.
    fn default() -> Self {
        Self { lost: Duration::from_secs(1), restart: Duration::from_secs(5) }
    }
}

/// A network and the peers that host its agents.
///
/// It decides which reports are valid, reconciles the state of a peer with its own, and collects the orders to be sent. It never
/// blocks, and no message makes it fail.
pub struct DispatchSession {
    pub(crate) network: Network,
    pub(crate) roster: Roster,
    pub(crate) epoch: u64,
    /// The sequence number of the last order.
    pub(crate) last_order: u64,
    orders: Vec<(Arc<str>, PeerOrder)>,
    grace: Grace,
    /// How long the agents of an unreachable peer are kept now.
    current_grace: Duration,
    now: Duration,
    /// Skills whose order was not yet accepted.
    awaiting_answer: BTreeSet<Arc<str>>,
    /// Sensor instances whose peers were ordered to report them.
    requested_sensors: BTreeSet<Arc<str>>,
    pub(crate) recorder: Option<UpdateRecorder>,
    faults: MessageFaults,
    received_items: u64,
    /// Announcements of other dispatchers that were not confirmed by an answer.
    pub(crate) unconfirmed_dispatchers: u64,
    pub(crate) control: StepControl,
}

/// What observers have requested.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepControl {
    pub(crate) running: bool,
    /// The number of steps still to be made on request.
    pub(crate) requested_steps: u64,
    pub(crate) stopped: bool,
}

impl DispatchSession {
    /// A session for a network without agents. `epoch` distinguishes its orders from those of other dispatchers.
    pub fn new(network: Network, epoch: u64, grace: Grace) -> Self {
        Self {
            network,
            roster: Roster::default(),
            epoch,
            last_order: 0,
            orders: Vec::new(),
            grace,
            current_grace: grace.lost,
            now: Duration::ZERO,
            awaiting_answer: BTreeSet::new(),
            requested_sensors: BTreeSet::new(),
            recorder: None,
            faults: MessageFaults::default(),
            received_items: 0,
            unconfirmed_dispatchers: 0,
            control: StepControl { running: true, ..StepControl::default() },
        }
    }

    /// Continues from saved state: all peers are unreachable until they send their state.
    pub(crate) fn restored(mut self, roster: Roster, last_order: u64, now: Duration) -> Self {
        (self.roster, self.last_order, self.now) = (roster, last_order, now);
        self.current_grace = self.grace.restart;
        let all: Vec<Arc<str>> = self.roster.entries().keys().cloned().collect();
        all.iter().for_each(|peer| self.peer_lost(peer));
        self
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The number of refused messages and agents.
    pub fn refused(&self) -> u64 {
        self.faults.refused
    }

    /// The number of announcements of other dispatchers that were not confirmed by an answer.
    pub fn unconfirmed_dispatchers(&self) -> u64 {
        self.unconfirmed_dispatchers
    }

    /// The number of report items received, accepted or not.
    pub fn received_items(&self) -> u64 {
        self.received_items
    }

    /// The number of peers, and how many of them are unreachable.
    pub fn peer_counts(&self) -> (usize, usize) {
        let entries = self.roster.entries();
        (entries.len(), entries.values().filter(|entry| entry.lost.is_some()).count())
    }

    /// Takes the orders to be sent, each with its peer.
    pub fn take_orders(&mut self) -> Vec<(Arc<str>, PeerOrder)> {
        std::mem::take(&mut self.orders)
    }

    /// Whether a skill of a peer is executing. Its messages are handled before those of others.
    pub fn is_busy(&self, peer: &str) -> bool {
        self.roster.get(peer).is_some_and(|entry| !entry.started.is_empty())
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

    fn order(&mut self, peer: &str, kind: OrderKind) {
        self.last_order += 1;
        let order = PeerOrder { version: VERSION, epoch: self.epoch, sequence: self.last_order, kind };
        self.orders.push((peer.into(), order));
    }

    fn refuse(&mut self, peer: &str, report: u64, why: impl ToString) {
        self.faults.refuse(peer);
        self.order(peer, OrderKind::Refused { report, why: why.to_string() });
    }

    /// Handles a message of a peer.
    pub fn receive(&mut self, peer: &Arc<str>, bytes: &[u8]) {
        let report: PeerReport = match decode(bytes) {
            Ok(report) => report,
            Err(error) => return self.refuse(peer, 0, error),
        };
        if report.version != VERSION {
            let why = format!("messages have version {VERSION} here, not {}", report.version);
            return self.refuse(peer, report.sequence, why);
        }
        let is_state = matches!(report.items.first(), Some(ReportItem::State { .. }));
        let expected = match self.roster.get(peer) {
            Some(entry) if entry.incarnation != report.incarnation => {
                let why = format!("it was not sent by `{peer}`, whose name it uses");
                return self.refuse(peer, report.sequence, why);
            }
            Some(entry) if report.sequence <= entry.last_report => return,
            // A peer that reports is reachable, whatever its liveliness token says.
            Some(entry) if entry.lost.is_some() && !is_state => {
                return self.order(peer, OrderKind::SendState);
            }
            Some(entry) => entry.last_report + 1,
            None if is_state => report.sequence,
            // Its state has not arrived yet, or it was removed.
            None => return self.order(peer, OrderKind::SendState),
        };
        // A report was lost: only the complete state has what it contained.
        if report.sequence > expected && !is_state {
            self.order(peer, OrderKind::SendState);
        }
        self.roster.enter(peer, report.incarnation).last_report = report.sequence;
        for item in report.items {
            self.received_items += 1;
            self.receive_item(peer, report.sequence, item);
        }
    }

    fn receive_item(&mut self, peer: &Arc<str>, report: u64, item: ReportItem) {
        let (who, update) = match item {
            ReportItem::State { agents, executing, epoch, last_order } => {
                let last_order = if epoch == self.epoch { last_order } else { 0 };
                return self.reconcile(peer, agents, &executing, last_order);
            }
            ReportItem::Sense { sensor, value } => {
                (AgentName::Sensor(sensor.clone()), Update::Sense { sensor, value })
            }
            ReportItem::Signal { receptor, strength } => {
                (AgentName::Receptor(receptor.clone()), Update::Signal { receptor, strength })
            }
            ReportItem::Complete(skill) => (AgentName::Skill(skill.clone()), Update::Complete(skill)),
            ReportItem::Accepted(skill) => {
                self.awaiting_answer.remove(&skill);
                let who = AgentName::Skill(skill);
                (who.clone(), Update::Answered(who))
            }
            ReportItem::ReplaceGoal { from, to } => {
                (AgentName::Goal(from.clone()), Update::ReplaceGoal { from, to })
            }
        };
        match self.owner(&who) {
            Some(owner) if owner == *peer => self.apply_report(peer, report, &who, update),
            Some(_) => self.refuse(peer, report, format!("`{who}` belongs to another process")),
            None => {
                self.refuse(peer, report, format!("`{who}` is not registered"));
                self.order(peer, OrderKind::SendState);
            }
        }
    }

    /// The peer to which an agent belongs. An instance belongs to the peer of its template.
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
        let owner = self.roster.owner(who);
        owner.or_else(|| self.roster.owner(template.as_ref()?)).cloned()
    }

    fn apply_report(&mut self, peer: &Arc<str>, report: u64, who: &AgentName, update: Update) {
        // Instant skills have finished already.
        let instant = self.network.settings().duration == SkillDuration::Instant;
        if instant && matches!(update, Update::Complete(_) | Update::Answered(_)) {
            self.execution_finished(peer, who);
            return;
        }
        let replaced_goal = match &update {
            Update::ReplaceGoal { from, to } => Some((from.clone(), to.clone())),
            _ => None,
        };
        let completes = matches!(update, Update::Complete(_));
        match self.apply(update) {
            Ok(()) => {
                if completes {
                    self.execution_finished(peer, who);
                }
                if let Some((from, to)) = replaced_goal {
                    self.rename_goal(peer, &AgentName::Goal(from), to);
                }
            }
            Err(error) => self.refuse(peer, report, error),
        }
    }

    fn execution_finished(&mut self, peer: &str, who: &AgentName) {
        if let (AgentName::Skill(skill), Some(entry)) = (who, self.roster.get_mut(peer)) {
            entry.started.remove(skill);
            self.awaiting_answer.remove(skill);
        }
    }

    fn rename_goal(&mut self, peer: &Arc<str>, from: &AgentName, to: motive::networks::Literal) {
        self.roster.clear_owner(from);
        self.roster.set_owner(&AgentName::Goal(to.clone()), peer.clone());
        let Some(entry) = self.roster.get_mut(peer) else { return };
        if let Some(HostedAgent::Goal(mut goal)) = entry.agents.remove(&from.to_string()) {
            goal.literal = to;
            let goal = HostedAgent::Goal(goal);
            entry.agents.insert(goal.who().to_string(), goal);
        }
    }

    /// Reconciles the roster and the network with the state of a peer.
    fn reconcile(
        &mut self,
        peer: &Arc<str>,
        agents: Vec<HostedAgent>,
        executing: &[Arc<str>],
        last_order: u64,
    ) {
        if let Some(entry) = self.roster.get_mut(peer) {
            entry.lost = None;
        }
        // A peer that was unreachable may not know which sensor instances it has to report.
        self.requested_sensors.clear();
        let named: BTreeSet<String> = agents.iter().map(|agent| agent.who().to_string()).collect();
        for who in self.agents_of(peer).into_iter().filter(|who| !named.contains(&who.to_string())) {
            self.roster.remove_agent(&who);
            // It may have been removed already.
            let _ = self.apply(Update::Amputate(who));
        }
        let (mut refused, mut seen) = (Vec::new(), BTreeSet::new());
        for agent in agents {
            let who = agent.who();
            let registered = match seen.insert(who.to_string()) {
                true => self.register(peer, agent),
                false => Err(format!("`{who}` is listed twice")),
            };
            if let Err(why) = registered {
                self.faults.refused += 1;
                refused.push((who, why));
            }
        }
        self.reconcile_executing(peer, executing, last_order);
        let agents = self.roster.get(peer).map_or(0, |entry| entry.agents.len());
        if agents == 0 {
            self.roster.remove(peer);
        }
        self.order(peer, OrderKind::Registered(refused));
    }

    /// Registers one agent of the state of a peer, or updates it if it is registered.
    fn register(&mut self, peer: &Arc<str>, agent: HostedAgent) -> Result<(), String> {
        let who = agent.who();
        let owner = self.roster.owner(&who).cloned();
        let known = match &owner {
            None => None,
            Some(owner) if owner == peer => {
                let entry = self.roster.get(owner);
                entry.and_then(|entry| entry.agents.get(&who.to_string()).cloned())
            }
            Some(other) => match self.roster.get(other) {
                Some(entry) if entry.lost.is_some() => self.take_over(other, &who),
                _ => return Err(format!("`{who}` is registered by another process already")),
            },
        };
        match known {
            Some(known) => self.update_agent(&known, &agent)?,
            None => self.apply(registration(&agent)).map_err(|error| error.to_string())?,
        }
        self.roster.set_owner(&who, peer.clone());
        if let Some(entry) = self.roster.get_mut(peer) {
            entry.agents.insert(who.to_string(), agent);
        }
        Ok(())
    }

    /// An agent of an unreachable peer registers from another. If it is an executing skill, it will not finish there, and is
    /// completed.
    fn take_over(&mut self, other: &Arc<str>, who: &AgentName) -> Option<HostedAgent> {
        let known = self.roster.get(other)?.agents.get(&who.to_string()).cloned();
        self.roster.remove_agent(who);
        if let AgentName::Skill(name) = who {
            self.awaiting_answer.remove(name);
            let executing = self.network.skill(name).is_some_and(|skill| self.network.is_executing(skill));
            if executing {
                let _ = self.apply(Update::Complete(name.clone()));
            }
        }
        known
    }

    /// Updates a registered agent.
    fn update_agent(&mut self, known: &HostedAgent, agent: &HostedAgent) -> Result<(), String> {
        let text = |error: NetworkError| error.to_string();
        let who = agent.who();
        if self.network.is_disabled(&who) == Some(true) {
            self.apply(Update::Enable(who.clone())).map_err(text)?;
        }
        match (known, agent) {
            (_, HostedAgent::Sensor(sensor)) => {
                let (sensor, value) = (sensor.proposition.clone(), sensor.value.clone());
                self.apply(Update::Sense { sensor, value }).map_err(text)
            }
            (HostedAgent::Skill(known), HostedAgent::Skill(skill)) if known != skill => {
                self.apply(Update::Edit(skill.clone())).map_err(text)
            }
            (
                known,
                HostedAgent::Template(_) | HostedAgent::SensorTemplate(_) | HostedAgent::Derived { .. },
            ) if known != agent => {
                self.apply(Update::Amputate(who)).map_err(text)?;
                self.apply(registration(agent)).map_err(text)
            }
            (HostedAgent::Goal(known), HostedAgent::Goal(goal)) if known.importance != goal.importance => {
                let value = goal.importance.clone();
                self.apply(Update::AgentCoefficient { who, value }).map_err(text)
            }
            _ => Ok(()),
        }
    }

    /// Reconciles the skills that a peer executes with those that it was ordered to execute.
    fn reconcile_executing(&mut self, peer: &Arc<str>, executing: &[Arc<str>], last_order: u64) {
        let Some(entry) = self.roster.get(peer) else { return };
        let started = entry.started.clone();
        for (skill, StartOrder { sequence, step }) in &started {
            if executing.contains(skill) {
                continue;
            }
            if *sequence > last_order {
                // The order was lost or is on its way: the peer recognizes it by its step.
                self.order_execution(peer, skill, *step);
            } else {
                // It was received, and the skill is no longer executing: the report of its completion was lost.
                let _ = self.apply(Update::Complete(skill.clone()));
                self.execution_finished(peer, &AgentName::Skill(skill.clone()));
            }
        }
        let not_ordered = |skill: &&Arc<str>| !started.contains_key(*skill);
        for skill in executing.iter().filter(not_ordered) {
            self.order(peer, OrderKind::Stop(skill.clone()));
        }
    }

    /// The liveliness token of a peer has disappeared: its agents are disabled. In case it is reachable after all, because the token
    /// was forged, it is asked for its state.
    pub fn peer_lost(&mut self, peer: &str) {
        let now = self.now;
        let Some(entry) = self.roster.get_mut(peer) else { return };
        entry.lost.get_or_insert(now);
        for who in self.agents_of(peer) {
            if self.network.is_disabled(&who) == Some(false) {
                let _ = self.apply(Update::Disable(who));
            }
        }
        self.order(peer, OrderKind::SendState);
        self.remove_lost();
    }

    fn agents_of(&self, peer: &str) -> Vec<AgentName> {
        self.roster
            .get(peer)
            .map_or(Vec::new(), |entry| entry.agents.values().map(HostedAgent::who).collect())
    }

    /// The liveliness token of a peer has appeared: it is asked for its state, unless that is known.
    pub fn peer_announced(&mut self, peer: &str) {
        if self.roster.get(peer).is_none_or(|entry| entry.lost.is_some()) {
            self.order(peer, OrderKind::SendState);
        }
    }

    /// A peer sent too much, and some of it was dropped: it is asked for its state.
    pub fn peer_flooded(&mut self, peer: &str) {
        self.faults.flood(peer);
        self.refuse(peer, 0, "too many messages in one step; some were dropped");
        self.order(peer, OrderKind::SendState);
    }

    /// Advances the clock and removes peers that were unreachable for too long.
    pub fn tick(&mut self, now: Duration) {
        self.now = now.max(self.now);
        self.remove_lost();
    }

    fn remove_lost(&mut self) {
        for peer in self.roster.lost_for(self.now, self.current_grace) {
            for who in self.roster.remove(&peer) {
                if let AgentName::Skill(name) = &who {
                    self.awaiting_answer.remove(name);
                }
                let _ = self.apply(Update::Amputate(who));
            }
        }
        if self.current_grace != self.grace.lost && self.peer_counts().1 == 0 {
            self.current_grace = self.grace.lost;
        }
    }

    /// Makes a step of the network, and orders the peers of selected skills to execute them.
    pub fn step(&mut self) -> StepSummary {
        if !self.awaiting_answer.is_empty() {
            let _ = self.apply(Update::Clock(self.now.as_micros() as u64));
        }
        let step = self.network.step();
        for notice in self.network.notices() {
            if let Notice::Amputated(who) = notice {
                self.roster.remove_agent(who);
            }
        }
        let started: Vec<Arc<str>> =
            self.network.started().iter().map(|skill| self.network.skill_name(*skill).into()).collect();
        for skill in &started {
            self.start(skill, step.number);
        }
        self.order_measurements();
        if let Some(recorder) = &mut self.recorder {
            recorder.stepped(step.number);
        }
        StepSummary {
            step: step.number,
            selected: started,
            used: step.used,
            threshold: step.threshold,
            skills: Vec::new(),
        }
    }

    /// Orders peers to report the sensors that were created from their templates.
    fn order_measurements(&mut self) {
        let made = self.network.template_sensors();
        let made: Vec<(Arc<str>, AgentName)> =
            made.map(|(sensor, of)| (sensor.clone(), AgentName::SensorTemplate(of.clone()))).collect();
        self.requested_sensors.retain(|known| made.iter().any(|(sensor, _)| sensor == known));
        for (sensor, template) in made {
            if let Some(owner) = self.roster.owner(&template).cloned()
                && self.requested_sensors.insert(sensor.clone())
            {
                self.order(&owner, OrderKind::Measure(sensor));
            }
        }
    }

    fn start(&mut self, skill: &Arc<str>, step: u64) {
        let who = AgentName::Skill(skill.clone());
        let Some(owner) = self.owner(&who) else { return };
        self.order_execution(&owner, skill, step);
        if self.apply(Update::Asked(who)).is_ok() {
            self.awaiting_answer.insert(skill.clone());
        }
    }

    /// Orders a peer to execute a skill.
    fn order_execution(&mut self, peer: &Arc<str>, skill: &Arc<str>, step: u64) {
        self.order(peer, OrderKind::Execute { skill: skill.clone(), step });
        let sequence = self.last_order;
        if let Some(entry) = self.roster.get_mut(peer) {
            entry.started.insert(skill.clone(), StartOrder { sequence, step });
        }
    }

    /// All skills and their activations.
    pub fn levels(&self) -> Vec<(Arc<str>, f64)> {
        let network = &self.network;
        (0..network.skill_count())
            .map(|skill| (network.skill_name(skill).into(), network.level(skill)))
            .collect()
    }

    /// Executes the command of an observer.
    pub fn command(&mut self, command: ObserverCommand) -> CommandAnswer {
        let update = match command {
            ObserverCommand::Status => return CommandAnswer::Status(Box::new(self.status())),
            ObserverCommand::Step(steps) => {
                self.control.requested_steps = self.control.requested_steps.saturating_add(steps);
                return CommandAnswer::Done;
            }
            ObserverCommand::Run | ObserverCommand::Pause => {
                self.control.running = command == ObserverCommand::Run;
                self.control.requested_steps = 0;
                return CommandAnswer::Done;
            }
            ObserverCommand::Stop => {
                self.control.stopped = true;
                return CommandAnswer::Done;
            }
            ObserverCommand::Explain(skill) => return message::flows(&self.network, &skill),
            ObserverCommand::Set { name, value } => Update::Parameter { name, value },
            ObserverCommand::Disable(who) => Update::Disable(who),
            ObserverCommand::Enable(who) => Update::Enable(who),
            ObserverCommand::Amputate(who) => Update::Amputate(who),
        };
        let gone = match &update {
            Update::Amputate(who) => Some(who.clone()),
            _ => None,
        };
        match self.apply(update) {
            Ok(()) => {
                gone.iter().for_each(|who| self.roster.remove_agent(who));
                CommandAnswer::Done
            }
            Err(error) => CommandAnswer::Refused(error.to_string()),
        }
    }

    /// All peers, and others that sent faulty messages.
    fn peer_status(&self) -> Vec<PeerStatus> {
        let strangers = self.faults.peers().filter(|peer| self.roster.get(peer).is_none());
        let status = |id: &Arc<str>| {
            let faults = self.faults.of(id);
            let entry = self.roster.get(id);
            PeerStatus {
                id: id.clone(),
                agents: entry.map_or(0, |entry| entry.agents.len()),
                reachable: entry.is_some_and(|entry| entry.lost.is_none()),
                refused: faults.refused,
                floods: faults.floods,
            }
        };
        self.roster.entries().keys().chain(strangers).map(status).collect()
    }

    fn status(&self) -> NetworkStatus {
        let network = &self.network;
        NetworkStatus {
            steps: network.steps(),
            threshold: network.threshold(),
            running: self.control.running,
            peers: self.peer_status(),
            refused: self.faults.refused,
            unconfirmed_dispatchers: self.unconfirmed_dispatchers,
            skills: message::skill_status(network),
            sensors: message::sensor_status(network),
            goals: network
                .goals()
                .map(|goal| (goal.literal.to_string(), network.holds(&goal.literal)))
                .collect(),
        }
    }
}

fn registration(agent: &HostedAgent) -> Update {
    match agent.clone() {
        HostedAgent::Sensor(sensor) => Update::Sensor(sensor),
        HostedAgent::Goal(goal) => Update::Goal(goal),
        HostedAgent::Skill(skill) => Update::Skill(skill),
        HostedAgent::Template(skill) => Update::Template(skill),
        HostedAgent::SensorTemplate(sensor) => Update::SensorTemplate(sensor),
        HostedAgent::Receptor(name) => Update::Receptor(name),
        HostedAgent::Derived { sensor, function } => Update::DerivedSensor { sensor, function },
    }
}
