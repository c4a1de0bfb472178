//! A dispatcher: one network, which peers can join.

use crate::dispatch_session::{DispatchSession, Grace};
use crate::dispatcher_state::{self, DispatcherClock};
use crate::error::NetError;
use crate::inbox::{Inbox, InboxContents, PeerEvent};
use crate::keys::{self, Keys};
use crate::meeting_point::MeetingPoint;
use crate::message::{StepSummary, encode};
use crate::recording::UpdateRecorder;
use motive::networks::{Network, NetworkSettings};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::{Publisher, Subscriber};
use zenoh::qos::CongestionControl;
use zenoh::query::Queryable;
use zenoh::sample::SampleKind;
use zenoh::{Session, Wait};

/// When steps are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepPace {
    /// One in each interval; with zero, as fast as possible.
    Every(Duration),
    /// Only when an observer or the host requests one.
    Requested,
}

/// How a network is served.
#[derive(Clone, Debug)]
pub struct DispatcherOptions {
    keys: Keys,
    settings: NetworkSettings,
    /// When steps are made.
    pub pace: StepPace,
    /// Make no steps until an observer requests them.
    pub paused: bool,
    /// How long the agents of an unreachable peer are kept.
    pub grace: Grace,
    /// How long a skill may take to accept its order before it is disabled. Johnson's program used ten seconds.
    pub answer: Duration,
    /// A file from which the state is restored, and to which it is written.
    pub state: Option<PathBuf>,
    /// How often the state is written.
    pub save_every: Duration,
    /// A file to which all updates are recorded.
    pub record: Option<PathBuf>,
    /// How long another dispatcher of the name is looked for before serving.
    pub settle: Duration,
}

impl DispatcherOptions {
    /// Options for a network of this name, with 20 steps a second.
    ///
    /// # Errors
    /// If the name is not valid.
    pub fn new(name: &str, settings: impl Into<NetworkSettings>) -> Result<Self, NetError> {
        Ok(Self {
            keys: Keys::new(name)?,
            settings: settings.into(),
            pace: StepPace::Every(Duration::from_millis(50)),
            paused: false,
            grace: Grace::default(),
            answer: Duration::from_secs(10),
            state: None,
            save_every: Duration::from_secs(1),
            record: None,
            settle: Duration::from_millis(300),
        })
    }

    fn session(&self, epoch: u64) -> Result<(DispatchSession, DispatcherClock), NetError> {
        let restored = match &self.state {
            Some(path) => dispatcher_state::read(path, self.keys.name(), self.grace)?,
            None => None,
        };
        let (mut session, now) = match restored {
            Some(restored) => restored,
            None => (DispatchSession::new(Network::new(self.settings)?, epoch, self.grace), Duration::ZERO),
        };
        let health = session.network.health().clone().disabled_after(self.answer.as_micros() as u64);
        session.network.set_health(health);
        if let Some(path) = &self.record {
            session.recorder = Some(UpdateRecorder::to_file(path, &session.network)?);
        }
        session.control.running = self.pace != StepPace::Requested && !self.paused;
        Ok((session, DispatcherClock::from(now)))
    }
}

/// Serves one network. It ends when it is dropped.
pub struct Dispatcher {
    options: DispatcherOptions,
    session: DispatchSession,
    clock: DispatcherClock,
    inbox: Arc<Inbox>,
    due: Instant,
    saved: Instant,
    orders: BTreeMap<Arc<str>, Publisher<'static>>,
    heartbeat: Publisher<'static>,
    step: Publisher<'static>,
    observed: Arc<AtomicBool>,
    id: String,
    // Fields are dropped in this order: the token first, so that a dispatcher is not announced when it no longer listens.
    _token: LivelinessToken,
    _subscribers: Vec<Subscriber<()>>,
    _queryables: [Queryable<()>; 3],
    zenoh: Session,
}

impl Dispatcher {
    /// Serves a network.
    ///
    /// # Errors
    /// If another dispatcher serves it, its state cannot be restored, or zenoh cannot be opened.
    pub fn open(options: DispatcherOptions, meeting_point: &MeetingPoint) -> Result<Self, NetError> {
        let zenoh = meeting_point.serve()?;
        let id = zenoh.zid().to_string();
        let epoch = u64::from_str_radix(id.get(..15).unwrap_or(&id), 16).unwrap_or(1);
        check_not_served(&zenoh, &options, &id)?;
        let (session, clock) = options.session(epoch)?;
        let inbox = Arc::new(Inbox::default());
        let subscribers = subscribe(&zenoh, &options.keys, &inbox, &id)?;
        let queryables = answer_queries(&zenoh, &options.keys, &inbox, &id)?;
        let publisher = |key: String| zenoh.declare_publisher(key).express(true).wait();
        let heartbeat =
            publisher(options.keys.of("heartbeat")).map_err(NetError::transport("announce steps"))?;
        let step = publisher(options.keys.of("step")).map_err(NetError::transport("announce steps"))?;
        let observed = Arc::new(AtomicBool::new(false));
        let matching = observed.clone();
        let listener = step.matching_listener();
        let listener = listener.callback(move |status| matching.store(status.matching(), Ordering::Relaxed));
        listener.background().wait().map_err(NetError::transport("announce steps"))?;
        let token = zenoh.liveliness().declare_token(options.keys.of_process("dispatcher", &id)).wait();
        let token = token.map_err(NetError::transport("announce the dispatcher"))?;
        let now = Instant::now();
        Ok(Self {
            options,
            session,
            clock,
            inbox,
            due: now,
            saved: now,
            orders: BTreeMap::new(),
            heartbeat,
            step,
            observed,
            id,
            _token: token,
            _subscribers: subscribers,
            _queryables: queryables,
            zenoh,
        })
    }

    /// The session: the network and its peers.
    pub fn session(&self) -> &DispatchSession {
        &self.session
    }

    /// The network.
    pub fn network(&self) -> &Network {
        self.session.network()
    }

    /// Records all updates in memory from now on.
    pub fn record(&mut self) {
        self.session.recorder = Some(UpdateRecorder::in_memory(&self.session.network));
    }

    /// The recorder, if updates are recorded.
    pub fn recorder(&self) -> Option<&UpdateRecorder> {
        self.session.recorder.as_ref()
    }

    /// How many commands of observers and how many events of peers wait.
    pub fn waiting(&self) -> (usize, usize) {
        self.inbox.waiting()
    }

    /// Whether an observer has stopped it.
    pub fn is_stopped(&self) -> bool {
        self.session.control.stopped
    }

    /// Serves until `go_on`, which is called after each step, returns false, or an observer stops it.
    ///
    /// # Errors
    /// As for [`Dispatcher::turn`].
    pub fn run(&mut self, mut go_on: impl FnMut(&StepSummary) -> bool) -> Result<(), NetError> {
        while !self.is_stopped() {
            if let Some(summary) = self.turn()?
                && !go_on(&summary)
            {
                break;
            }
        }
        self.save()
    }

    /// Handles what has arrived, and makes a step if one is due. Waits for either, but at most a tenth of a second.
    ///
    /// # Errors
    /// If another dispatcher has the name, or a file cannot be written.
    pub fn turn(&mut self) -> Result<Option<StepSummary>, NetError> {
        let wait = self.due.saturating_duration_since(Instant::now()).min(MAX_WAIT);
        let idle = !self.session.control.running && self.session.control.requested_steps == 0;
        self.serve(if idle { MAX_WAIT } else { wait })?;
        let summary = self.is_due().then(|| self.make_step());
        self.send_orders()?;
        if self.saved.elapsed() >= self.options.save_every {
            self.save()?;
        }
        Ok(summary)
    }

    /// Handles what has arrived, and waits for something if there is nothing, but not longer than `wait`. Makes no step.
    ///
    /// # Errors
    /// If another dispatcher has the name, or something cannot be sent.
    pub fn serve(&mut self, wait: Duration) -> Result<(), NetError> {
        let contents = self.inbox.take(wait);
        self.check_other_dispatchers(&contents)?;
        let now = self.clock.now();
        self.session.tick(now);
        // The order of Johnson's program: observers, then peers with executing skills, then all others.
        for pending in contents.commands {
            let answer = self.session.command(pending.command.clone());
            pending.answer(&answer);
        }
        let (busy, others): (Vec<_>, Vec<_>) =
            contents.events.into_iter().partition(|(peer, _)| self.session.is_busy(peer));
        for (peer, event) in busy.into_iter().chain(others) {
            match event {
                PeerEvent::Message(bytes) => self.session.receive(&peer, &bytes),
                PeerEvent::Announced => self.session.peer_announced(&peer),
                PeerEvent::Lost => self.session.peer_lost(&peer),
                PeerEvent::Flooded => self.session.peer_flooded(&peer),
            }
        }
        self.send_orders()
    }

    fn is_due(&mut self) -> bool {
        let control = &mut self.session.control;
        if control.requested_steps > 0 {
            control.requested_steps -= 1;
            return true;
        }
        let StepPace::Every(interval) = self.options.pace else { return control.running };
        let now = Instant::now();
        if !control.running || now < self.due {
            return false;
        }
        // Steps that were missed are skipped.
        self.due = (self.due + interval).max(now);
        true
    }

    /// Makes a step now, due or not.
    pub fn make_step(&mut self) -> StepSummary {
        let mut summary = self.session.step();
        // A peer that is not connected does not need it.
        let _ = self.heartbeat.put(summary.step.to_string()).wait();
        if self.observed.load(Ordering::Relaxed) {
            summary.skills = self.session.levels();
            if let Ok(bytes) = encode(&summary) {
                let _ = self.step.put(bytes).wait();
            }
        }
        summary
    }

    fn send_orders(&mut self) -> Result<(), NetError> {
        for (peer, order) in self.session.take_orders() {
            let Ok(bytes) = encode(&order) else { continue };
            if !self.orders.contains_key(&peer) {
                let publisher = self.zenoh.declare_publisher(self.options.keys.of_process("order", &peer));
                let publisher = publisher.congestion_control(CongestionControl::Block).express(true).wait();
                self.orders.insert(peer.clone(), publisher.map_err(NetError::transport("send orders"))?);
            }
            if let Some(publisher) = self.orders.get(&peer) {
                // An unreachable peer will be asked for its state when it comes back.
                let _ = publisher.put(bytes).wait();
            }
        }
        let session = &self.session;
        self.orders.retain(|peer, _| session.roster.get(peer).is_some());
        Ok(())
    }

    /// Asks announced dispatchers to confirm themselves: a forged liveliness token alone must not end this one. Of two real ones,
    /// which started at the same time or met when a partition healed, the one with the smaller id stays.
    fn check_other_dispatchers(&mut self, contents: &InboxContents) -> Result<(), NetError> {
        if let Some(other) = contents.confirmed_dispatchers.iter().find(|other| **other < self.id) {
            let name = self.options.keys.name().to_owned();
            return Err(NetError::ServedTwice(name, other.clone()));
        }
        for other in &contents.announced_dispatchers {
            self.session.unconfirmed_dispatchers += 1;
            let (inbox, id) = (self.inbox.clone(), other.clone());
            let query = self
                .zenoh
                .get(self.options.keys.of_process("dispatcher", other))
                .timeout(CONFIRMATION_TIMEOUT);
            let query = query.callback(move |reply| {
                if reply.result().is_ok() {
                    inbox.other_dispatcher(&id, true);
                }
            });
            query.wait().map_err(NetError::transport("ask another dispatcher"))?;
        }
        self.session.unconfirmed_dispatchers -=
            (contents.confirmed_dispatchers.len() as u64).min(self.session.unconfirmed_dispatchers);
        Ok(())
    }

    /// Writes the state and the recording to their files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&mut self) -> Result<(), NetError> {
        self.saved = Instant::now();
        if let Some(path) = &self.options.state {
            dispatcher_state::write(path, self.options.keys.name(), &self.session, self.clock.now())?;
        }
        self.session.recorder.as_mut().map_or(Ok(()), UpdateRecorder::flush)
    }
}

/// The longest time that a turn waits.
const MAX_WAIT: Duration = Duration::from_millis(100);

/// How long another dispatcher may take to confirm itself.
const CONFIRMATION_TIMEOUT: Duration = Duration::from_secs(2);

/// Fails if another dispatcher serves the network and confirms it.
fn check_not_served(zenoh: &Session, options: &DispatcherOptions, id: &str) -> Result<(), NetError> {
    let until = Instant::now() + options.settle;
    let what = "look for other dispatchers";
    loop {
        let query = zenoh.get(options.keys.of_process("dispatcher", "*")).timeout(Duration::from_millis(200));
        let replies = query.wait().map_err(NetError::transport(what))?;
        while let Ok(reply) = replies.recv() {
            let Ok(sample) = reply.result() else { continue };
            let by = keys::last(sample.key_expr().as_str());
            if by != id {
                let name = options.keys.name().to_owned();
                return Err(NetError::ServedTwice(name, by.to_owned()));
            }
        }
        if Instant::now() >= until {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Answers commands and questions, and other dispatchers that ask whether this one exists.
fn answer_queries(
    zenoh: &Session,
    keys: &Keys,
    inbox: &Arc<Inbox>,
    id: &str,
) -> Result<[Queryable<()>; 3], NetError> {
    let what = "wait for commands";
    let (commands, questions) = (inbox.clone(), inbox.clone());
    let commands =
        zenoh.declare_queryable(keys.of("command")).callback(move |query| commands.command(query, false));
    let questions =
        zenoh.declare_queryable(keys.of("question")).callback(move |query| questions.command(query, true));
    let key = keys.of_process("dispatcher", id);
    let existence = zenoh.declare_queryable(key.clone()).callback(move |query| {
        // The process that asked may be gone.
        let _ = query.reply(key.clone(), "").wait();
    });
    Ok([
        commands.wait().map_err(NetError::transport(what))?,
        questions.wait().map_err(NetError::transport(what))?,
        existence.wait().map_err(NetError::transport(what))?,
    ])
}

/// Subscribes to reports, the liveliness of peers and the liveliness of other dispatchers.
fn subscribe(
    zenoh: &Session,
    keys: &Keys,
    inbox: &Arc<Inbox>,
    id: &str,
) -> Result<Vec<Subscriber<()>>, NetError> {
    let what = "receive reports";
    let reports = inbox.clone();
    let reports = zenoh.declare_subscriber(keys.of_process("report", "*")).callback(move |sample| {
        let message = PeerEvent::Message(sample.payload().to_bytes().into_owned());
        reports.post(keys::last(sample.key_expr().as_str()), message);
    });
    let reports = reports.wait().map_err(NetError::transport(what))?;
    let peers = inbox.clone();
    let peers = zenoh.liveliness().declare_subscriber(keys.of_process("peer", "*")).history(true).callback(
        move |sample| {
            let event = if sample.kind() == SampleKind::Put { PeerEvent::Announced } else { PeerEvent::Lost };
            peers.post(keys::last(sample.key_expr().as_str()), event);
        },
    );
    let peers = peers.wait().map_err(NetError::transport(what))?;
    let (announced, own) = (inbox.clone(), id.to_owned());
    let others = zenoh.liveliness().declare_subscriber(keys.of_process("dispatcher", "*")).history(true);
    let others = others.callback(move |sample| {
        let other = keys::last(sample.key_expr().as_str());
        if sample.kind() == SampleKind::Put && other != own {
            announced.other_dispatcher(other, false);
        }
    });
    let others = others.wait().map_err(NetError::transport(what))?;
    Ok(vec![reports, peers, others])
}
