//! A dispatcher: one dude's network, reachable for processes.

use crate::clock::Clock;
use crate::dispatch_session::{DispatchSession, Grace};
use crate::error::NetError;
use crate::inbox::{Inbox, Post, Waiting};
use crate::keys::{self, Keys};
use crate::meeting_point::MeetingPoint;
use crate::message::{Stepped, encode};
use crate::recording::Recorder;
use crate::state;
use motive::network::{Network, Settings};
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
pub enum Pace {
    /// One in each interval; nothing stands for as fast as possible.
    Every(Duration),
    /// Only when an observer or the host asks for one.
    Asked,
}

/// How a dude is served.
#[derive(Clone, Debug)]
pub struct Plan {
    keys: Keys,
    settings: Settings,
    /// When steps are made.
    pub pace: Pace,
    /// Make none before an observer says so.
    pub paused: bool,
    /// When processes that are not to be seen are given up.
    pub grace: Grace,
    /// How long a skill may owe an answer to its order before it is disabled. Johnson's runs had ten seconds.
    pub answer: Duration,
    /// A file from which the state is restored, and to which it is written.
    pub state: Option<PathBuf>,
    /// How often it is written.
    pub save_every: Duration,
    /// A file to which everything that arrives is written.
    pub record: Option<PathBuf>,
    /// How long another dispatcher of the name is looked for at first.
    pub settle: Duration,
}

impl Plan {
    /// Serves a dude of this name, with 20 steps a second.
    ///
    /// # Errors
    /// If it cannot have that name.
    pub fn new(name: &str, settings: impl Into<Settings>) -> Result<Self, NetError> {
        Ok(Self {
            keys: Keys::new(name)?,
            settings: settings.into(),
            pace: Pace::Every(Duration::from_millis(50)),
            paused: false,
            grace: Grace::default(),
            answer: Duration::from_secs(10),
            state: None,
            save_every: Duration::from_secs(1),
            record: None,
            settle: Duration::from_millis(300),
        })
    }

    fn desk(&self, line: u64) -> Result<(DispatchSession, Clock), NetError> {
        let restored = match &self.state {
            Some(path) => state::read(path, self.keys.name(), self.grace)?,
            None => None,
        };
        let (mut desk, now) = match restored {
            Some(restored) => restored,
            None => (DispatchSession::new(Network::new(self.settings)?, line, self.grace), Duration::ZERO),
        };
        let health = desk.network.health().clone().disabled_after(self.answer.as_micros() as u64);
        desk.network.set_health(health);
        if let Some(path) = &self.record {
            desk.recorder = Some(Recorder::to_file(path, &desk.network)?);
        }
        desk.control.running = self.pace != Pace::Asked && !self.paused;
        Ok((desk, Clock::from(now)))
    }
}

/// One dude's network, reachable for processes. It ends when it is dropped.
pub struct Dispatcher {
    plan: Plan,
    desk: DispatchSession,
    clock: Clock,
    inbox: Arc<Inbox>,
    due: Instant,
    saved: Instant,
    orders: BTreeMap<Arc<str>, Publisher<'static>>,
    beat: Publisher<'static>,
    step: Publisher<'static>,
    watched: Arc<AtomicBool>,
    id: String,
    // What is declared last is undeclared first: nobody is told of a dispatcher that does not listen.
    _token: LivelinessToken,
    _ears: Vec<Subscriber<()>>,
    _door: Queryable<()>,
    session: Session,
}

impl Dispatcher {
    /// Serves a dude.
    ///
    /// # Errors
    /// If it is served already, its state cannot be restored, or the network cannot be joined.
    pub fn open(plan: Plan, place: &MeetingPoint) -> Result<Self, NetError> {
        let session = place.open()?;
        let id = session.zid().to_string();
        let line = u64::from_str_radix(id.get(..15).unwrap_or(&id), 16).unwrap_or(1);
        refuse_second(&session, &plan, &id)?;
        let (desk, clock) = plan.desk(line)?;
        let inbox = Arc::new(Inbox::default());
        let ears = listen(&session, &plan.keys, &inbox, &id)?;
        let what = "wait for commands";
        let box_of_commands = inbox.clone();
        let door = session.declare_queryable(plan.keys.command());
        let door = door.callback(move |query| box_of_commands.ask(query)).wait();
        let door = door.map_err(NetError::transport(what))?;
        let publisher = |key: String| session.declare_publisher(key).express(true).wait();
        let beat = publisher(plan.keys.beat()).map_err(NetError::transport("announce steps"))?;
        let step = publisher(plan.keys.step()).map_err(NetError::transport("announce steps"))?;
        let watched = Arc::new(AtomicBool::new(false));
        let seen = watched.clone();
        let listener = step.matching_listener();
        let listener = listener.callback(move |status| seen.store(status.matching(), Ordering::Relaxed));
        listener.background().wait().map_err(NetError::transport("announce steps"))?;
        let token = session.liveliness().declare_token(plan.keys.serve(&id)).wait();
        let token = token.map_err(NetError::transport("announce the dispatcher"))?;
        let now = Instant::now();
        Ok(Self {
            plan,
            desk,
            clock,
            inbox,
            due: now,
            saved: now,
            orders: BTreeMap::new(),
            beat,
            step,
            watched,
            id,
            _token: token,
            _ears: ears,
            _door: door,
            session,
        })
    }

    /// The desk: the network and who is there.
    #[must_use]
    pub fn desk(&self) -> &DispatchSession {
        &self.desk
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        self.desk.network()
    }

    /// Keeps everything that arrives from now on.
    pub fn record(&mut self) {
        self.desk.recorder = Some(Recorder::in_memory(&self.desk.network));
    }

    /// What is recorded.
    #[must_use]
    pub fn recorder(&self) -> Option<&Recorder> {
        self.desk.recorder.as_ref()
    }

    /// How much has come and waits to be served: commands of observers, and messages from or about processes.
    #[must_use]
    pub fn waiting(&self) -> (usize, usize) {
        self.inbox.waiting()
    }

    /// Whether an observer has asked it to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.desk.control.stopped
    }

    /// Serves until `on` says no, or an observer says stop. It is told of every step.
    ///
    /// # Errors
    /// As for [`Dispatcher::turn`].
    pub fn run(&mut self, mut on: impl FnMut(&Stepped) -> bool) -> Result<(), NetError> {
        while !self.is_stopped() {
            if let Some(stepped) = self.turn()?
                && !on(&stepped)
            {
                break;
            }
        }
        self.save()
    }

    /// One turn: takes in what has come, and makes a step if one is due. It waits for either, but not for long.
    ///
    /// # Errors
    /// If another dispatcher has the name, or a file cannot be written.
    pub fn turn(&mut self) -> Result<Option<Stepped>, NetError> {
        let wait = self.due.saturating_duration_since(Instant::now()).min(LONGEST_WAIT);
        let idle = !self.desk.control.running && self.desk.control.asked == 0;
        self.serve(if idle { LONGEST_WAIT } else { wait })?;
        let stepped = self.is_due().then(|| self.make_step());
        self.send_orders()?;
        if self.saved.elapsed() >= self.plan.save_every {
            self.save()?;
        }
        Ok(stepped)
    }

    /// Takes in what has come, waiting for something for at most so long. Makes no step.
    ///
    /// # Errors
    /// If another dispatcher has the name, or something cannot be sent.
    pub fn serve(&mut self, wait: Duration) -> Result<(), NetError> {
        let waiting = self.inbox.take(wait);
        self.check_rivals(&waiting)?;
        let now = self.clock.now();
        self.desk.tick(now);
        // The order of 1991: observers, then those whose skills are being done, then everybody else.
        for asked in waiting.commands {
            let answer = self.desk.command(asked.command.clone());
            asked.answer(&answer);
        }
        let (busy, others): (Vec<_>, Vec<_>) =
            waiting.posts.into_iter().partition(|(agency, _)| self.desk.is_busy(agency));
        for (agency, post) in busy.into_iter().chain(others) {
            match post {
                Post::Said(bytes) => self.desk.hear(&agency, &bytes),
                Post::Found => self.desk.find(&agency),
                Post::Lost => self.desk.lose(&agency),
                Post::Flooded => self.desk.flooded(&agency),
            }
        }
        self.send_orders()
    }

    fn is_due(&mut self) -> bool {
        let control = &mut self.desk.control;
        if control.asked > 0 {
            control.asked -= 1;
            return true;
        }
        let Pace::Every(interval) = self.plan.pace else { return control.running };
        let now = Instant::now();
        if !control.running || now < self.due {
            return false;
        }
        // Steps that were missed are not made up for.
        self.due = (self.due + interval).max(now);
        true
    }

    /// Makes a step now, due or not.
    pub fn make_step(&mut self) -> Stepped {
        let mut stepped = self.desk.step();
        // A process that is not connected does not need it.
        let _ = self.beat.put(stepped.step.to_string()).wait();
        if self.watched.load(Ordering::Relaxed) {
            stepped.skills = self.desk.levels();
            if let Ok(bytes) = encode(&stepped) {
                let _ = self.step.put(bytes).wait();
            }
        }
        stepped
    }

    fn send_orders(&mut self) -> Result<(), NetError> {
        for (agency, order) in self.desk.orders() {
            let Ok(bytes) = encode(&order) else { continue };
            if !self.orders.contains_key(&agency) {
                let publisher = self.session.declare_publisher(self.plan.keys.order(&agency));
                let publisher = publisher.congestion_control(CongestionControl::Block).express(true).wait();
                self.orders.insert(agency.clone(), publisher.map_err(NetError::transport("send orders"))?);
            }
            if let Some(publisher) = self.orders.get(&agency) {
                // Whoever is gone will be told when it comes back.
                let _ = publisher.put(bytes).wait();
            }
        }
        let desk = &self.desk;
        self.orders.retain(|agency, _| desk.roll.get(agency).is_some());
        Ok(())
    }

    fn check_rivals(&self, waiting: &Waiting) -> Result<(), NetError> {
        // Of two that came up at the same time, or met when a cut healed, the one with the smaller name stays.
        match waiting.rivals.iter().find(|rival| **rival < self.id) {
            Some(rival) => {
                Err(NetError::ServedTwice { name: self.plan.keys.name().to_owned(), by: rival.clone() })
            }
            None => Ok(()),
        }
    }

    /// Writes the state and what was recorded to their files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&mut self) -> Result<(), NetError> {
        self.saved = Instant::now();
        if let Some(path) = &self.plan.state {
            state::write(path, self.plan.keys.name(), &self.desk, self.clock.now())?;
        }
        self.desk.recorder.as_mut().map_or(Ok(()), Recorder::flush)
    }
}

/// The longest time that a turn waits for something to come.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Refuses to serve a dude that is served.
fn refuse_second(session: &Session, plan: &Plan, id: &str) -> Result<(), NetError> {
    let until = Instant::now() + plan.settle;
    let what = "look for other dispatchers";
    loop {
        let found = session.liveliness().get(plan.keys.serve("*")).timeout(Duration::from_millis(200)).wait();
        let found = found.map_err(NetError::transport(what))?;
        while let Ok(reply) = found.recv() {
            if let Ok(sample) = reply.result() {
                let by = keys::last(sample.key_expr().as_str());
                if by != id {
                    return Err(NetError::ServedTwice {
                        name: plan.keys.name().to_owned(),
                        by: by.to_owned(),
                    });
                }
            }
        }
        if Instant::now() >= until {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Hears what processes say, whether they are there, and whether there is another dispatcher.
fn listen(
    session: &Session,
    keys: &Keys,
    inbox: &Arc<Inbox>,
    id: &str,
) -> Result<Vec<Subscriber<()>>, NetError> {
    let what = "listen for agents";
    let reports = inbox.clone();
    let reports = session.declare_subscriber(keys.report("*")).callback(move |sample| {
        let said = Post::Said(sample.payload().to_bytes().into_owned());
        reports.post(keys::last(sample.key_expr().as_str()), said);
    });
    let reports = reports.wait().map_err(NetError::transport(what))?;
    let here = inbox.clone();
    let here =
        session.liveliness().declare_subscriber(keys.here("*")).history(true).callback(move |sample| {
            let post = if sample.kind() == SampleKind::Put { Post::Found } else { Post::Lost };
            here.post(keys::last(sample.key_expr().as_str()), post);
        });
    let here = here.wait().map_err(NetError::transport(what))?;
    let (rivals, own) = (inbox.clone(), id.to_owned());
    let rivals =
        session.liveliness().declare_subscriber(keys.serve("*")).history(true).callback(move |sample| {
            let other = keys::last(sample.key_expr().as_str());
            if sample.kind() == SampleKind::Put && other != own {
                rivals.meet_rival(other);
            }
        });
    let rivals = rivals.wait().map_err(NetError::transport(what))?;
    Ok(vec![reports, here, rivals])
}
