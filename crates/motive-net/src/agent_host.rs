//! The agents of one process, behind one connection.

use crate::error::NetError;
use crate::keys::{self, Keys};
use crate::meeting_point::MeetingPoint;
use crate::message::{Agent, Order, Report, Said, VERSION, What, decode, encode};
use motive::network::{AgentName, Goal, Literal, Sensor, SensorFunction, SensorValue, Skill};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::{Publisher, Subscriber};
use zenoh::qos::CongestionControl;
use zenoh::sample::SampleKind;
use zenoh::{Session, Wait};

/// The agents of one process, before it joins.
///
/// Any number of agents share one connection; each report says whom it is from.
#[derive(Clone, Debug)]
pub struct AgentHost {
    keys: Keys,
    agents: Vec<Agent>,
}

impl AgentHost {
    /// No agents yet, for the dude of a name.
    ///
    /// # Errors
    /// If there cannot be such a dude.
    pub fn new(dude: &str) -> Result<Self, NetError> {
        Ok(Self { keys: Keys::new(dude)?, agents: Vec::new() })
    }

    /// Adds a sensor.
    #[must_use]
    pub fn sensor(self, sensor: Sensor) -> Self {
        self.agent(Agent::Sensor(sensor))
    }

    /// Adds a goal.
    #[must_use]
    pub fn goal(self, goal: Goal) -> Self {
        self.agent(Agent::Goal(goal))
    }

    /// Adds a skill.
    #[must_use]
    pub fn skill(self, skill: Skill) -> Self {
        self.agent(Agent::Skill(skill))
    }

    /// Adds a skill with variables. Its instances are ordered by their own names.
    #[must_use]
    pub fn template(self, skill: Skill) -> Self {
        self.agent(Agent::Template(skill))
    }

    /// Adds a sensor with variables. [`Event::Measure`] says what has to be reported.
    #[must_use]
    pub fn sensor_template(self, sensor: Sensor) -> Self {
        self.agent(Agent::SensorTemplate(sensor))
    }

    /// Adds a receptor.
    #[must_use]
    pub fn receptor(self, name: &str) -> Self {
        self.agent(Agent::Receptor(name.into()))
    }

    /// Adds a sensor that is worked out from receptors, of this process or of others that have joined.
    #[must_use]
    pub fn derived(self, sensor: &str, function: SensorFunction) -> Self {
        self.agent(Agent::Derived { sensor: sensor.into(), function })
    }

    /// Adds an agent.
    #[must_use]
    pub fn agent(mut self, agent: Agent) -> Self {
        self.agents.push(agent);
        self
    }

    /// Joins the dude's network, and waits until the dispatcher has answered.
    ///
    /// # Errors
    /// If the network cannot be joined or no dispatcher answers in time.
    pub fn join(self, place: &MeetingPoint, wait: Duration) -> Result<Joined, NetError> {
        let name = self.keys.name().to_owned();
        let joined = self.connect(place)?;
        let until = Instant::now() + wait;
        while !joined.is_registered() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(NetError::Nobody { name, seconds: wait.as_secs_f64() });
            }
            drop(joined.shared.wait(left.min(RESTATE), |inner| inner.registered));
        }
        Ok(joined)
    }

    /// Joins the dude's network without waiting: the agents register as soon as there is a dispatcher.
    ///
    /// # Errors
    /// If the network cannot be joined.
    pub fn connect(self, place: &MeetingPoint) -> Result<Joined, NetError> {
        let session = place.open()?;
        let id = session.zid().to_string();
        let publisher = session.declare_publisher(self.keys.report(&id));
        let publisher = publisher.congestion_control(CongestionControl::Block).express(true).wait();
        let publisher = publisher.map_err(NetError::transport("report"))?;
        let shared = Arc::new(Shared::new(self.agents, publisher));
        let ears = listen(&session, &self.keys, &id, &shared)?;
        let token = session.liveliness().declare_token(self.keys.here(&id)).wait();
        let token = token.map_err(NetError::transport("announce the process"))?;
        shared.lock().state(&shared.publisher)?;
        Ok(Joined { keys: self.keys, id, shared, _token: token, _ears: ears, session })
    }
}

/// Something that has happened to a process's agents.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A skill was selected: do it, then [`Joined::complete`] it.
    Do {
        /// Which.
        skill: Arc<str>,
        /// In which step.
        step: u64,
    },
    /// Nobody waits for this skill any more.
    Stop(Arc<str>),
    /// A sensor for this was made from a template: [`Joined::sense`] it from now on.
    Measure(Arc<str>),
    /// The agents are registered, but for these.
    Registered(Vec<(AgentName, String)>),
    /// Something that was sent was refused.
    Refused {
        /// The number of the report.
        report: u64,
        /// Explanation.
        why: String,
    },
    /// A step was made.
    Beat(u64),
    /// The dispatcher is not to be seen.
    Standalone,
}

/// How many events may wait to be looked at; steps are dropped first.
const MOST_EVENTS: usize = 1 << 16;
/// After how long a statement that nobody answered is made again.
const RESTATE: Duration = Duration::from_millis(400);

/// A process that has joined. Its agents go when it is dropped.
pub struct Joined {
    pub(crate) keys: Keys,
    id: String,
    pub(crate) shared: Arc<Shared>,
    _token: LivelinessToken,
    _ears: Vec<Subscriber<()>>,
    pub(crate) session: Session,
}

/// What the process and zenoh's threads share.
pub(crate) struct Shared {
    inner: Mutex<Inner>,
    came: Condvar,
    publisher: Publisher<'static>,
}

pub(crate) struct Inner {
    pass: u64,
    /// The number of the last report.
    number: u64,
    line: u64,
    heard: u64,
    agents: BTreeMap<String, Agent>,
    /// The order in which they are stated.
    order: Vec<String>,
    doing: BTreeSet<Arc<str>>,
    /// What sensors made from templates measure.
    measured: BTreeSet<Arc<str>>,
    /// What receptors said last.
    signals: BTreeMap<Arc<str>, f64>,
    /// By skill, the step of the last order that was taken.
    taken: BTreeMap<Arc<str>, u64>,
    events: VecDeque<Event>,
    registered: bool,
    stated: Instant,
    deaf: bool,
}

impl Shared {
    fn new(agents: Vec<Agent>, publisher: Publisher<'static>) -> Self {
        let named = agents.into_iter().map(|agent| (agent.who().to_string(), agent));
        let (mut known, mut order) = (BTreeMap::new(), Vec::new());
        for (name, agent) in named {
            if known.insert(name.clone(), agent).is_none() {
                order.push(name);
            }
        }
        let inner = Inner {
            pass: RandomState::new().hash_one(Instant::now()),
            number: 0,
            line: 0,
            heard: 0,
            agents: known,
            order,
            doing: BTreeSet::new(),
            measured: BTreeSet::new(),
            signals: BTreeMap::new(),
            taken: BTreeMap::new(),
            events: VecDeque::new(),
            registered: false,
            stated: Instant::now(),
            deaf: false,
        };
        Self { inner: Mutex::new(inner), came: Condvar::new(), publisher }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic elsewhere cannot leave it half changed.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something holds, states itself again if nobody has answered, and gives what is there then.
    fn wait(&self, most: Duration, until: impl Fn(&Inner) -> bool) -> MutexGuard<'_, Inner> {
        let waited = self.came.wait_timeout_while(self.lock(), most, |inner| !until(inner));
        let (mut inner, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if !inner.registered && inner.stated.elapsed() >= RESTATE {
            // If it cannot be sent now, it will be tried again.
            let _ = inner.state(&self.publisher);
        }
        inner
    }

    /// An order has come.
    fn obey(&self, bytes: &[u8]) {
        let Ok(order) = decode::<Order>(bytes) else { return };
        let mut inner = self.lock();
        if order.version == VERSION && !inner.deaf {
            let _ = inner.obey(order, &self.publisher);
            self.came.notify_all();
        }
    }

    /// A dispatcher has come or gone.
    fn see(&self, there: bool) {
        let mut inner = self.lock();
        inner.registered = false;
        if there {
            let _ = inner.state(&self.publisher);
        } else {
            inner.push(Event::Standalone);
        }
        self.came.notify_all();
    }

    pub(crate) fn say(&self, said: Vec<Said>) -> Result<(), NetError> {
        self.lock().send(said, &self.publisher)
    }

    /// A sensor of this process says something. Gives whether it has that sensor.
    pub(crate) fn sense(&self, sensor: &str, value: SensorValue) -> Result<bool, NetError> {
        let mut inner = self.lock();
        let made = inner.measured.contains(sensor);
        let sensor: Arc<str> = match inner.agents.get_mut(&AgentName::sensor(sensor).to_string()) {
            Some(Agent::Sensor(known)) => {
                known.value = value.clone();
                known.proposition.clone()
            }
            _ if made => sensor.into(),
            _ => return Ok(false),
        };
        inner.send(vec![Said::Sense { sensor, value }], &self.publisher).map(|()| true)
    }
}

impl Inner {
    fn push(&mut self, event: Event) {
        if let (Event::Beat(_), Some(Event::Beat(last))) = (&event, self.events.back_mut())
            && let Event::Beat(step) = event
        {
            *last = step;
            return;
        }
        if self.events.len() >= MOST_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    fn obey(&mut self, order: Order, out: &Publisher<'static>) -> Result<(), NetError> {
        if order.line != self.line {
            // A dispatcher that knows nothing of what was: neither do we.
            (self.line, self.heard, self.registered) = (order.line, 0, false);
            self.taken.clear();
        }
        self.heard = self.heard.max(order.number);
        match order.what {
            What::Do { skill, step } => self.begin(skill, step, out)?,
            What::Stop(skill) => {
                if self.doing.remove(&skill) {
                    self.push(Event::Stop(skill));
                }
            }
            What::Measure(sensor) => {
                self.measured.insert(sensor.clone());
                self.push(Event::Measure(sensor));
            }
            What::State => self.state(out)?,
            What::Registered(refused) => {
                self.registered = true;
                self.push(Event::Registered(refused));
                // A statement says nothing of how strong signals are.
                let signal = |(receptor, strength): (&Arc<str>, &f64)| Said::Signal {
                    receptor: receptor.clone(),
                    strength: *strength,
                };
                let signals: Vec<Said> = self.signals.iter().map(signal).collect();
                if !signals.is_empty() {
                    self.send(signals, out)?;
                }
            }
            What::Refused { report, why } => self.push(Event::Refused { report, why }),
        }
        Ok(())
    }

    fn begin(&mut self, skill: Arc<str>, step: u64, out: &Publisher<'static>) -> Result<(), NetError> {
        if self.taken.get(&skill).is_some_and(|last| *last >= step) {
            return Ok(());
        }
        self.taken.insert(skill.clone(), step);
        self.doing.insert(skill.clone());
        self.push(Event::Do { skill: skill.clone(), step });
        self.send(vec![Said::Took(skill)], out)
    }

    /// States everything that the process is.
    fn state(&mut self, out: &Publisher<'static>) -> Result<(), NetError> {
        self.stated = Instant::now();
        let agents = self.order.iter().filter_map(|name| self.agents.get(name).cloned()).collect();
        let doing = self.doing.iter().cloned().collect();
        self.put(vec![Said::Here { agents, doing, line: self.line, heard: self.heard }], out)
    }

    /// Says something. While nobody listens that is no use: the next statement will tell.
    fn send(&mut self, said: Vec<Said>, out: &Publisher<'static>) -> Result<(), NetError> {
        if !self.registered {
            return Ok(());
        }
        self.put(said, out)
    }

    fn put(&mut self, said: Vec<Said>, out: &Publisher<'static>) -> Result<(), NetError> {
        let number = self.number + 1;
        let bytes = encode(&Report { version: VERSION, pass: self.pass, number, said })?;
        self.number = number;
        out.put(bytes).wait().map_err(NetError::transport("report"))
    }
}

impl Joined {
    /// By what the process is known.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether a dispatcher has taken its statement.
    #[must_use]
    pub fn is_registered(&self) -> bool {
        self.shared.lock().registered
    }

    /// The next thing that happens, within so much time.
    #[must_use]
    pub fn next(&self, wait: Duration) -> Option<Event> {
        let until = Instant::now() + wait;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let mut inner = self.shared.wait(left.min(RESTATE), |inner| !inner.events.is_empty());
            if let Some(event) = inner.events.pop_front() {
                return Some(event);
            }
            if left.is_zero() {
                return None;
            }
        }
    }

    /// A sensor reports.
    ///
    /// # Errors
    /// If the process has no such sensor, or it cannot be sent.
    pub fn sense(&self, sensor: &str, value: impl Into<SensorValue>) -> Result<(), NetError> {
        match self.shared.sense(sensor, value.into())? {
            true => Ok(()),
            false => Err(NetError::NotMine { who: AgentName::sensor(sensor).to_string() }),
        }
    }

    /// A receptor reports.
    ///
    /// # Errors
    /// If the process has no such receptor, or it cannot be sent.
    pub fn signal(&self, receptor: &str, strength: f64) -> Result<(), NetError> {
        let mut inner = self.shared.lock();
        let who = AgentName::Receptor(receptor.into()).to_string();
        if !inner.agents.contains_key(&who) {
            return Err(NetError::NotMine { who });
        }
        inner.signals.insert(receptor.into(), strength);
        inner.send(vec![Said::Signal { receptor: receptor.into(), strength }], &self.shared.publisher)
    }

    /// Several sensors report, in one message.
    ///
    /// # Errors
    /// If the process has no such sensor, or it cannot be sent.
    pub fn sense_all<'n>(
        &self,
        values: impl IntoIterator<Item = (&'n str, SensorValue)>,
    ) -> Result<(), NetError> {
        let mut inner = self.shared.lock();
        let mut said = Vec::new();
        for (sensor, value) in values {
            let who = AgentName::sensor(sensor).to_string();
            let Some(Agent::Sensor(known)) = inner.agents.get_mut(&who) else {
                return Err(NetError::NotMine { who });
            };
            known.value = value.clone();
            said.push(Said::Sense { sensor: known.proposition.clone(), value });
        }
        inner.send(said, &self.shared.publisher)
    }

    /// A skill is finished, for better or worse. What its process sensed before counts for its judgement.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn complete(&self, skill: &str) -> Result<(), NetError> {
        let mut inner = self.shared.lock();
        inner.doing.remove(skill);
        inner.send(vec![Said::Complete(skill.into())], &self.shared.publisher)
    }

    /// A goal wants something else from now on.
    ///
    /// # Errors
    /// If the process has no such goal, or it cannot be sent.
    pub fn replace_goal(&self, from: &Literal, to: Literal) -> Result<(), NetError> {
        let mut inner = self.shared.lock();
        let old = AgentName::Goal(from.clone()).to_string();
        let Some(Agent::Goal(mut goal)) = inner.agents.remove(&old) else {
            return Err(NetError::NotMine { who: old });
        };
        goal.literal = to.clone();
        let new = AgentName::Goal(to.clone()).to_string();
        inner.agents.insert(new.clone(), Agent::Goal(goal));
        inner.order.iter_mut().filter(|name| **name == old).for_each(|name| name.clone_from(&new));
        inner.send(vec![Said::ReplaceGoal { from: from.clone(), to }], &self.shared.publisher)
    }

    /// An agent comes, or is replaced by one of the same name.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn add(&self, agent: Agent) -> Result<(), NetError> {
        let mut inner = self.shared.lock();
        let name = agent.who().to_string();
        if inner.agents.insert(name.clone(), agent).is_none() {
            inner.order.push(name);
        }
        inner.state(&self.shared.publisher)
    }

    /// An agent goes.
    ///
    /// # Errors
    /// If the process has none of that name, or it cannot be sent.
    pub fn remove(&self, who: &AgentName) -> Result<(), NetError> {
        let mut inner = self.shared.lock();
        let name = who.to_string();
        if inner.agents.remove(&name).is_none() {
            return Err(NetError::NotMine { who: name });
        }
        inner.order.retain(|known| *known != name);
        inner.state(&self.shared.publisher)
    }

    /// Says something as it is, to see what becomes of it.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn say(&self, said: Vec<Said>) -> Result<(), NetError> {
        self.shared.say(said)
    }

    /// Hears no orders from now on, or hears them again: to see how the rest gets along.
    pub fn ignore(&self, deaf: bool) {
        self.shared.lock().deaf = deaf;
    }

    /// Leaves: its agents go at once and not only when they are missed.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn leave(self) -> Result<(), NetError> {
        let mut inner = self.shared.lock();
        inner.order.clear();
        inner.state(&self.shared.publisher)
    }
}

/// Hears orders, steps and whether there is a dispatcher.
fn listen(
    session: &Session,
    keys: &Keys,
    id: &str,
    shared: &Arc<Shared>,
) -> Result<Vec<Subscriber<()>>, NetError> {
    let what = "listen for orders";
    let obeying = shared.clone();
    let orders = session.declare_subscriber(keys.order(id));
    let orders = orders.callback(move |sample| obeying.obey(&sample.payload().to_bytes())).wait();
    let beating = shared.clone();
    let beats = session.declare_subscriber(keys.beat()).callback(move |sample| {
        let step = sample.payload().try_to_string().ok().and_then(|text| text.parse().ok());
        if let Some(step) = step {
            beating.lock().push(Event::Beat(step));
            beating.came.notify_all();
        }
    });
    let beats = beats.wait();
    let seeing = shared.clone();
    let serving = session.liveliness().declare_subscriber(keys.serve("*")).history(true);
    let serving = serving.callback(move |sample| {
        if !keys::last(sample.key_expr().as_str()).is_empty() {
            seeing.see(sample.kind() == SampleKind::Put);
        }
    });
    let serving = serving.wait();
    let ears = [orders, beats, serving].into_iter();
    ears.map(|ear| ear.map_err(NetError::transport(what))).collect()
}
