//! The agents of one process, which share one connection.
//!
//! In a game, sensors observe its world. In a simulation, skills publish their effects, and peers with sensors for them report those
//! before the skills report that they have finished.

use crate::error::NetError;
use crate::keys::{self, Keys};
use crate::meeting_point::MeetingPoint;
use crate::message::{HostedAgent, OrderKind, PeerOrder, PeerReport, ReportItem, VERSION, decode, encode};
use motive::networks::{AgentName, Literal, NetworkGoal, NetworkSensor, SensorValue, Skill};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::{Publisher, Subscriber};
use zenoh::qos::CongestionControl;
use zenoh::query::{ConsolidationMode, QueryTarget};
use zenoh::sample::SampleKind;
use zenoh::{Session, Wait};

/// The agents of one process, before it joins a network.
#[derive(Clone, Debug)]
#[must_use]
pub struct AgentHost {
    keys: Keys,
    agents: Vec<HostedAgent>,
}

impl AgentHost {
    /// A host without agents, for the network of a name.
    ///
    /// # Errors
    /// If the name is not valid.
    pub fn new(network: &str) -> Result<Self, NetError> {
        Ok(Self { keys: Keys::new(network)?, agents: Vec::new() })
    }

    /// Adds a sensor.
    pub fn sensor(self, sensor: NetworkSensor) -> Self {
        self.agent(HostedAgent::Sensor(sensor))
    }

    /// Adds a goal.
    pub fn goal(self, goal: NetworkGoal) -> Self {
        self.agent(HostedAgent::Goal(goal))
    }

    /// Adds a skill.
    pub fn skill(self, skill: Skill) -> Self {
        self.agent(HostedAgent::Skill(skill))
    }

    /// Adds an agent: any of these, a template, a receptor or a derived sensor.
    pub fn agent(mut self, agent: HostedAgent) -> Self {
        self.agents.push(agent);
        self
    }

    /// Joins the network and waits until the dispatcher has registered the agents.
    ///
    /// # Errors
    /// If the network cannot be joined or no dispatcher answers in time.
    pub fn join(self, meeting_point: &MeetingPoint, wait: Duration) -> Result<JoinedHost, NetError> {
        let name = self.keys.name().to_owned();
        let joined = self.connect(meeting_point)?;
        let until = Instant::now() + wait;
        while !joined.is_registered() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(NetError::NoDispatcher(name, wait.as_secs_f64()));
            }
            drop(joined.shared.wait(left.min(RESEND_INTERVAL), |state| state.registered));
        }
        Ok(joined)
    }

    /// Joins the network without waiting: the agents are registered as soon as there is a dispatcher.
    ///
    /// # Errors
    /// If the network cannot be joined.
    pub fn connect(self, meeting_point: &MeetingPoint) -> Result<JoinedHost, NetError> {
        let session = meeting_point.open()?;
        let id = session.zid().to_string();
        let publisher = session.declare_publisher(self.keys.of_process("report", &id));
        let publisher = publisher.congestion_control(CongestionControl::Block).express(true).wait();
        let publisher = publisher.map_err(NetError::transport("report"))?;
        let shared = Arc::new(SharedHost::new(self.agents, publisher));
        let subscribers = subscribe(&session, &self.keys, &id, &shared)?;
        let token = session.liveliness().declare_token(self.keys.of_process("peer", &id)).wait();
        let token = token.map_err(NetError::transport("announce the process"))?;
        shared.lock().send_state(&shared.publisher)?;
        Ok(JoinedHost { keys: self.keys, id, shared, _token: token, _subscribers: subscribers, session })
    }
}

/// Something that a host has to react to.
#[derive(Clone, Debug, PartialEq)]
pub enum HostEvent {
    /// A skill was selected: execute it, then report with [`JoinedHost::complete`].
    Execute {
        /// The skill.
        skill: Arc<str>,
        /// The step in which it was selected.
        step: u64,
    },
    /// Stop executing a skill: its completion is no longer expected.
    Stop(Arc<str>),
    /// A sensor was created from a template: report it with [`JoinedHost::sense`] from now on.
    Measure(Arc<str>),
    /// The agents are registered, except for these, with the reason for each.
    Registered(Vec<(AgentName, String)>),
    /// A report was refused.
    Refused {
        /// Its sequence number; 0 if it could not be read.
        report: u64,
        /// The reason.
        why: String,
    },
    /// The dispatcher has made a step.
    Heartbeat(u64),
    /// The dispatcher is not reachable.
    DispatcherLost,
}

/// The most events that wait; then the oldest are dropped.
const MAX_EVENTS: usize = 1 << 16;
/// After how long the state is sent again if no dispatcher has answered.
const RESEND_INTERVAL: Duration = Duration::from_millis(400);

/// A process that has joined a network. When it is dropped, its agents leave.
pub struct JoinedHost {
    pub(crate) keys: Keys,
    id: String,
    pub(crate) shared: Arc<SharedHost>,
    _token: LivelinessToken,
    _subscribers: Vec<Subscriber<()>>,
    pub(crate) session: Session,
}

/// What the process and the threads of zenoh share.
pub(crate) struct SharedHost {
    state: Mutex<HostState>,
    changed: Condvar,
    publisher: Publisher<'static>,
}

pub(crate) struct HostState {
    incarnation: u64,
    /// The sequence number of the last report.
    last_report: u64,
    epoch: u64,
    last_order: u64,
    agents: BTreeMap<String, HostedAgent>,
    /// The order in which they are listed.
    order: Vec<String>,
    executing: BTreeSet<Arc<str>>,
    /// Sensors created from templates.
    sensor_instances: BTreeSet<Arc<str>>,
    /// The last signal of each receptor.
    signals: BTreeMap<Arc<str>, f64>,
    /// By skill, the step of the last order to execute it.
    last_started: BTreeMap<Arc<str>, u64>,
    events: VecDeque<HostEvent>,
    registered: bool,
    state_sent: Instant,
    ignoring: bool,
}

impl SharedHost {
    fn new(agents: Vec<HostedAgent>, publisher: Publisher<'static>) -> Self {
        let named = agents.into_iter().map(|agent| (agent.who().to_string(), agent));
        let (mut known, mut order) = (BTreeMap::new(), Vec::new());
        for (name, agent) in named {
            if known.insert(name.clone(), agent).is_none() {
                order.push(name);
            }
        }
        let state = HostState {
            incarnation: RandomState::new().hash_one(Instant::now()),
            last_report: 0,
            epoch: 0,
            last_order: 0,
            agents: known,
            order,
            executing: BTreeSet::new(),
            sensor_instances: BTreeSet::new(),
            signals: BTreeMap::new(),
            last_started: BTreeMap::new(),
            events: VecDeque::new(),
            registered: false,
            state_sent: Instant::now(),
            ignoring: false,
        };
        Self { state: Mutex::new(state), changed: Condvar::new(), publisher }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, HostState> {
        // A panic elsewhere cannot leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a condition holds, but not longer than `most`. Sends the state again if no dispatcher has answered.
    fn wait(&self, most: Duration, until: impl Fn(&HostState) -> bool) -> MutexGuard<'_, HostState> {
        let waited = self.changed.wait_timeout_while(self.lock(), most, |state| !until(state));
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if !state.registered && state.state_sent.elapsed() >= RESEND_INTERVAL {
            // If it fails, it will be tried again.
            let _ = state.send_state(&self.publisher);
        }
        state
    }

    /// Handles an order.
    fn handle_order(&self, bytes: &[u8]) {
        let Ok(order) = decode::<PeerOrder>(bytes) else { return };
        let mut state = self.lock();
        if order.version == VERSION && !state.ignoring {
            let _ = state.handle_order(order, &self.publisher);
            self.changed.notify_all();
        }
    }

    /// A dispatcher has appeared or disappeared.
    fn dispatcher_changed(&self, there: bool) {
        let mut state = self.lock();
        state.registered = false;
        if there {
            let _ = state.send_state(&self.publisher);
        } else {
            state.push(HostEvent::DispatcherLost);
        }
        self.changed.notify_all();
    }

    pub(crate) fn send(&self, items: Vec<ReportItem>) -> Result<(), NetError> {
        self.lock().send(items, &self.publisher)
    }

    /// Reports a sensor of this process. Returns whether it has that sensor.
    pub(crate) fn sense(&self, sensor: &str, value: SensorValue) -> Result<bool, NetError> {
        let mut state = self.lock();
        let Some(item) = state.sensed(sensor, value) else { return Ok(false) };
        state.send(vec![item], &self.publisher).map(|()| true)
    }
}

impl HostState {
    /// Notes the value of a sensor of this process. `None` if it has no such sensor.
    fn sensed(&mut self, sensor: &str, value: SensorValue) -> Option<ReportItem> {
        let sensor: Arc<str> = match self.agents.get_mut(&AgentName::sensor(sensor).to_string()) {
            Some(HostedAgent::Sensor(known)) => {
                known.value = value.clone();
                known.proposition.clone()
            }
            _ => self.sensor_instances.get(sensor)?.clone(),
        };
        Some(ReportItem::Sense { sensor, value })
    }

    fn push(&mut self, event: HostEvent) {
        if let (HostEvent::Heartbeat(_), Some(HostEvent::Heartbeat(last))) = (&event, self.events.back_mut())
            && let HostEvent::Heartbeat(step) = event
        {
            *last = step;
            return;
        }
        if self.events.len() >= MAX_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    fn handle_order(&mut self, order: PeerOrder, out: &Publisher<'static>) -> Result<(), NetError> {
        if order.epoch != self.epoch {
            // A dispatcher without the state of the last one: earlier orders do not count.
            (self.epoch, self.last_order, self.registered) = (order.epoch, 0, false);
            self.last_started.clear();
        }
        self.last_order = self.last_order.max(order.sequence);
        match order.kind {
            OrderKind::Execute { skill, step } => self.accept(skill, step, out)?,
            OrderKind::Stop(skill) => {
                if self.executing.remove(&skill) {
                    self.push(HostEvent::Stop(skill));
                }
            }
            OrderKind::Measure(sensor) => {
                self.sensor_instances.insert(sensor.clone());
                self.push(HostEvent::Measure(sensor));
            }
            OrderKind::SendState => self.send_state(out)?,
            OrderKind::Registered(refused) => {
                self.registered = true;
                self.push(HostEvent::Registered(refused));
                // The state does not contain signals.
                let signal = |(receptor, strength): (&Arc<str>, &f64)| ReportItem::Signal {
                    receptor: receptor.clone(),
                    strength: *strength,
                };
                let signals: Vec<ReportItem> = self.signals.iter().map(signal).collect();
                if !signals.is_empty() {
                    self.send(signals, out)?;
                }
            }
            OrderKind::Refused { report, why } => self.push(HostEvent::Refused { report, why }),
        }
        Ok(())
    }

    fn accept(&mut self, skill: Arc<str>, step: u64, out: &Publisher<'static>) -> Result<(), NetError> {
        if self.last_started.get(&skill).is_some_and(|last| *last >= step) {
            return Ok(());
        }
        self.last_started.insert(skill.clone(), step);
        self.executing.insert(skill.clone());
        self.push(HostEvent::Execute { skill: skill.clone(), step });
        self.send(vec![ReportItem::Accepted(skill)], out)
    }

    /// Sends the complete state of the process.
    fn send_state(&mut self, out: &Publisher<'static>) -> Result<(), NetError> {
        self.state_sent = Instant::now();
        let agents = self.order.iter().filter_map(|name| self.agents.get(name).cloned()).collect();
        let executing = self.executing.iter().cloned().collect();
        let (epoch, last_order) = (self.epoch, self.last_order);
        self.publish(vec![ReportItem::State { agents, executing, epoch, last_order }], out)
    }

    /// Sends items. Without a dispatcher they are dropped: the next state will contain them.
    fn send(&mut self, items: Vec<ReportItem>, out: &Publisher<'static>) -> Result<(), NetError> {
        if !self.registered {
            return Ok(());
        }
        self.publish(items, out)
    }

    fn publish(&mut self, items: Vec<ReportItem>, out: &Publisher<'static>) -> Result<(), NetError> {
        let sequence = self.last_report + 1;
        let bytes = encode(&PeerReport { version: VERSION, incarnation: self.incarnation, sequence, items })?;
        self.last_report = sequence;
        out.put(bytes).wait().map_err(NetError::transport("report"))
    }
}

impl JoinedHost {
    /// The id of the process.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether a dispatcher has registered its agents.
    pub fn is_registered(&self) -> bool {
        self.shared.lock().registered
    }

    /// The next event; `None` if there is none within a time.
    pub fn next(&self, wait: Duration) -> Option<HostEvent> {
        let until = Instant::now() + wait;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let mut state = self.shared.wait(left.min(RESEND_INTERVAL), |state| !state.events.is_empty());
            if let Some(event) = state.events.pop_front() {
                return Some(event);
            }
            if left.is_zero() {
                return None;
            }
        }
    }

    /// Reports the value of a sensor.
    ///
    /// # Errors
    /// If the process has no such sensor, or it cannot be sent.
    pub fn sense(&self, sensor: &str, value: impl Into<SensorValue>) -> Result<(), NetError> {
        match self.shared.sense(sensor, value.into())? {
            true => Ok(()),
            false => Err(NetError::NotMine(AgentName::sensor(sensor).to_string())),
        }
    }

    /// Reports the signal of a receptor.
    ///
    /// # Errors
    /// If the process has no such receptor, or it cannot be sent.
    pub fn signal(&self, receptor: &str, strength: f64) -> Result<(), NetError> {
        let mut state = self.shared.lock();
        let who = AgentName::Receptor(receptor.into()).to_string();
        if !state.agents.contains_key(&who) {
            return Err(NetError::NotMine(who));
        }
        state.signals.insert(receptor.into(), strength);
        state.send(vec![ReportItem::Signal { receptor: receptor.into(), strength }], &self.shared.publisher)
    }

    /// Reports the values of several sensors in one message.
    ///
    /// # Errors
    /// If the process has no such sensor, or it cannot be sent.
    pub fn sense_all<'n>(
        &self,
        values: impl IntoIterator<Item = (&'n str, SensorValue)>,
    ) -> Result<(), NetError> {
        let mut state = self.shared.lock();
        let mut items = Vec::new();
        for (sensor, value) in values {
            let item = state.sensed(sensor, value);
            items.push(item.ok_or_else(|| NetError::NotMine(AgentName::sensor(sensor).to_string()))?);
        }
        state.send(items, &self.shared.publisher)
    }

    /// Reports that a skill has finished, successfully or not. Sensors reported before count for its judgement.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn complete(&self, skill: &str) -> Result<(), NetError> {
        let mut state = self.shared.lock();
        state.executing.remove(skill);
        state.send(vec![ReportItem::Complete(skill.into())], &self.shared.publisher)
    }

    /// Replaces a goal.
    ///
    /// # Errors
    /// If the process has no such goal, or it cannot be sent.
    pub fn replace_goal(&self, from: &Literal, to: Literal) -> Result<(), NetError> {
        let mut state = self.shared.lock();
        let old = AgentName::Goal(from.clone()).to_string();
        let Some(HostedAgent::Goal(mut goal)) = state.agents.remove(&old) else {
            return Err(NetError::NotMine(old));
        };
        goal.literal = to.clone();
        let new = AgentName::Goal(to.clone()).to_string();
        state.agents.insert(new.clone(), HostedAgent::Goal(goal));
        state.order.iter_mut().filter(|name| **name == old).for_each(|name| name.clone_from(&new));
        state.send(vec![ReportItem::ReplaceGoal { from: from.clone(), to }], &self.shared.publisher)
    }

    /// Adds an agent, or replaces the one of the same name.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn add(&self, agent: HostedAgent) -> Result<(), NetError> {
        let mut state = self.shared.lock();
        let name = agent.who().to_string();
        if state.agents.insert(name.clone(), agent).is_none() {
            state.order.push(name);
        }
        state.send_state(&self.shared.publisher)
    }

    /// Removes an agent.
    ///
    /// # Errors
    /// If the process has none of that name, or it cannot be sent.
    pub fn remove(&self, who: &AgentName) -> Result<(), NetError> {
        let mut state = self.shared.lock();
        let name = who.to_string();
        if state.agents.remove(&name).is_none() {
            return Err(NetError::NotMine(name));
        }
        state.order.retain(|known| *known != name);
        state.send_state(&self.shared.publisher)
    }

    /// Publishes the effects of a skill. Waits until every peer with sensors has answered, but not longer than `wait`. Returns the
    /// number of answers.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn publish_effects(&self, changes: &[Literal], wait: Duration) -> Result<usize, NetError> {
        let query = self.session.get(self.keys.of("world")).payload(encode(&changes)?).timeout(wait);
        let query = query.target(QueryTarget::All).consolidation(ConsolidationMode::None);
        let replies = query.wait().map_err(NetError::transport("publish effects"))?;
        let mut answers = 0;
        while let Ok(reply) = replies.recv() {
            answers += usize::from(reply.result().is_ok());
        }
        Ok(answers)
    }

    /// Makes the sensors of this process report the effects that skills publish. Some propositions are counted, so that one of two
    /// empty hands can be filled.
    ///
    /// # Errors
    /// If effects cannot be received.
    pub fn simulate_sensors(
        &self,
        counted: impl IntoIterator<Item = (Arc<str>, i64)>,
    ) -> Result<(), NetError> {
        let counts: Mutex<BTreeMap<Arc<str>, i64>> = Mutex::new(counted.into_iter().collect());
        let shared = self.shared.clone();
        let key = self.keys.of("world");
        let world = self.session.declare_queryable(key.clone()).callback(move |query| {
            let bytes = query.payload().map(|payload| payload.to_bytes().into_owned()).unwrap_or_default();
            let changes: Vec<Literal> = decode(&bytes).unwrap_or_default();
            for Literal { proposition, value } in changes {
                let value = counted_value(&counts, &proposition, value);
                // A proposition without a sensor here belongs to another peer.
                let _ = shared.sense(&proposition, value);
            }
            let _ = query.reply(key.clone(), "").wait();
        });
        world.background().wait().map_err(NetError::transport("receive effects"))
    }

    /// Sends report items unchecked, to test how the dispatcher reacts.
    ///
    /// # Errors
    /// If they cannot be sent.
    pub fn send(&self, items: Vec<ReportItem>) -> Result<(), NetError> {
        self.shared.send(items)
    }

    /// Ignores all orders, or no longer, to test how the network reacts.
    pub fn ignore(&self, ignoring: bool) {
        self.shared.lock().ignoring = ignoring;
    }

    /// Leaves the network: its agents are removed at once.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn leave(self) -> Result<(), NetError> {
        let mut state = self.shared.lock();
        state.order.clear();
        state.send_state(&self.shared.publisher)
    }
}

/// Subscribes to orders, heartbeats and the liveliness of dispatchers.
fn subscribe(
    session: &Session,
    keys: &Keys,
    id: &str,
    shared: &Arc<SharedHost>,
) -> Result<Vec<Subscriber<()>>, NetError> {
    let what = "receive orders";
    let orders_host = shared.clone();
    let orders = session.declare_subscriber(keys.of_process("order", id));
    let orders = orders.callback(move |sample| orders_host.handle_order(&sample.payload().to_bytes())).wait();
    let heartbeat_host = shared.clone();
    let heartbeats = session.declare_subscriber(keys.of("heartbeat")).callback(move |sample| {
        let step = sample.payload().try_to_string().ok().and_then(|text| text.parse().ok());
        if let Some(step) = step {
            heartbeat_host.lock().push(HostEvent::Heartbeat(step));
            heartbeat_host.changed.notify_all();
        }
    });
    let heartbeats = heartbeats.wait();
    let dispatcher_host = shared.clone();
    let dispatchers =
        session.liveliness().declare_subscriber(keys.of_process("dispatcher", "*")).history(true);
    let dispatchers = dispatchers.callback(move |sample| {
        if !keys::last(sample.key_expr().as_str()).is_empty() {
            dispatcher_host.dispatcher_changed(sample.kind() == SampleKind::Put);
        }
    });
    let dispatchers = dispatchers.wait();
    let subscribers = [orders, heartbeats, dispatchers].into_iter();
    subscribers.map(|subscriber| subscriber.map_err(NetError::transport(what))).collect()
}

/// The value that an effect gives a proposition, which may be counted.
fn counted_value(
    counts: &Mutex<BTreeMap<Arc<str>, i64>>,
    proposition: &Arc<str>,
    value: SensorValue,
) -> SensorValue {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    match counts.get_mut(proposition) {
        Some(count) => {
            *count = count.saturating_add(if value == SensorValue::TRUE { 1 } else { -1 });
            SensorValue::Truth(*count > 0)
        }
        None => value,
    }
}
