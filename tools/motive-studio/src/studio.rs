//! The side of the game.

use crate::agent_numbers::AgentNumbers;
use crate::breakpoint::BreakpointState;
use crate::control::{ControlState, GameControl, GamePlan, HandEntry, MOST_CHANGES, StopReason};
use crate::hand_change::{DisabledPart, HandChange};
use crate::live::{LiveRun, QUEUE, Report};
use crate::page_session::LiveGame;
use crate::server::Server;
use motive_core::mind::TaskState;
use motive_core::trace::{Event, MindPart, NoTrace, Recorder, Tracer};
use motive_core::{Agent, AgentLabel, Decision, Mind, Observer, Time, Vocabulary};
use motive_trace::{AgentInfo, FactsSent, Names, Recording, RecordingSize, RunInfo, TickRecord};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::ToSocketAddrs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::time::Instant;

/// Serves the agents of a game to pages in a browser. See the [crate](crate) for an example.
///
/// Let every decision go through [`Studio::tick`]. Agents are told apart by their numbers, so give each one its own. The studio never
/// changes a decision, unless somebody does in a page.
///
/// A page can pause the game: [`Studio::tick`] then waits when a new tick begins. When the last page goes, the game goes on.
pub struct Studio {
    control: Arc<GameControl>,
    live: Arc<LiveRun>,
    reports: SyncSender<(u64, Report)>,
    server: Arc<Server>,
    /// How many runs there were before this one.
    run: u64,
    is_touched: bool,
    agents: BTreeMap<u64, ServedAgent>,
    known: AgentNumbers,
    /// The agents that decide as if there was no studio: the only thing that is asked of every agent in every tick.
    left_alone: AgentNumbers,
    plan: GamePlan,
    /// What has to be done once, before the agent decides next.
    todo: BTreeMap<u64, AgentOrders>,
    tick: Option<u64>,
    began: Option<Instant>,
    tracer: StudioTracer,
    recording: Option<Recording>,
}

/// What the studio knows of an agent.
struct ServedAgent {
    name: String,
    source: String,
    vocabulary: Arc<Vocabulary>,
    /// Of an agent that is followed.
    sent: Option<FactsSent>,
    stops: BreakpointState,
}

/// What has to be done once for an agent. An agent may never decide again, so there is a most of it.
#[derive(Default)]
struct AgentOrders {
    notes: Vec<String>,
    changes: Vec<(HandChange, String)>,
}

impl AgentOrders {
    fn add_note(&mut self, what: String) {
        if self.notes.len() < MOST_CHANGES {
            self.notes.push(what);
        }
    }

    fn add_change(&mut self, change: HandChange, words: String) {
        if self.changes.len() < MOST_CHANGES {
            self.changes.push((change, words));
        }
    }
}

/// Keeps events, and knows what is disabled.
#[derive(Default)]
struct StudioTracer {
    recorder: Recorder,
    disabled: Vec<DisabledPart>,
}

impl Tracer for StudioTracer {
    fn event(&mut self, event: Event) {
        self.recorder.event(event);
    }

    fn is_disabled(&self, part: MindPart<'_>) -> bool {
        self.disabled.iter().any(|disabled| disabled.is(part))
    }
}

impl Studio {
    /// Serves at an address: `127.0.0.1:0` is any free port of this machine.
    ///
    /// An address that other machines can reach lets everybody in who knows the token, unencrypted: better serve on this machine and
    /// come through a tunnel, such as `ssh -L`.
    ///
    /// # Errors
    /// If nothing can be served there.
    pub fn serve(address: impl ToSocketAddrs) -> io::Result<Self> {
        Self::serve_run(address, "a game", RunInfo::default())
    }

    /// As [`Studio::serve`], with a title and what is known about the run.
    ///
    /// # Errors
    /// If nothing can be served there.
    pub fn serve_run(address: impl ToSocketAddrs, title: &str, run: RunInfo) -> io::Result<Self> {
        let game = new_game(title, run);
        let server = Arc::new(Server::serve(address, std::slice::from_ref(&game))?);
        Self::new(game, server)
    }

    /// Serves several runs that go on side by side, each with a studio of its own, in one page at one address: such as those that the threads of a study play.
    ///
    /// # Errors
    /// If nothing can be served there.
    pub fn serve_several(address: impl ToSocketAddrs, titles: &[String]) -> io::Result<Vec<Self>> {
        let games: Vec<LiveGame> = titles.iter().map(|title| new_game(title, RunInfo::default())).collect();
        let server = Arc::new(Server::serve(address, &games)?);
        games.into_iter().map(|game| Self::new(game, server.clone())).collect()
    }

    fn new(game: LiveGame, server: Arc<Server>) -> io::Result<Self> {
        let LiveGame { control, live } = game;
        Ok(Self {
            reports: keep_records(&live, QUEUE)?,
            control,
            live,
            server,
            run: 0,
            is_touched: false,
            agents: BTreeMap::new(),
            known: AgentNumbers::default(),
            left_alone: AgentNumbers::default(),
            plan: GamePlan::default(),
            todo: BTreeMap::new(),
            tick: None,
            began: None,
            tracer: StudioTracer::default(),
            recording: None,
        })
    }

    /// The address of the page, with its token.
    pub fn address(&self) -> &str {
        self.server.address()
    }

    /// Records every decision too, with what is changed by hand. [`Studio::finish`] ends the recording.
    pub fn with_recording(mut self, recording: Recording) -> Self {
        self.recording = Some(recording);
        self.leave_others_alone();
        self
    }

    /// How many decisions of followed agents may wait for the thread that keeps them: 4,096 unless said otherwise. A game that decides in long bursts may want
    /// more, one that is short of memory fewer. What finds no room is dropped, and the pages say how much.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn with_queue(mut self, decisions: usize) -> io::Result<Self> {
        self.reports = keep_records(&self.live, decisions)?;
        Ok(self)
    }

    /// Lets pages choose how many ticks there are in a second, to begin with so many, or as many as possible if it is infinite: for games that
    /// would otherwise run as fast as they can.
    pub fn with_pace(self, ticks_per_second: f64) -> Self {
        let pace = Some(ticks_per_second).filter(|ticks| ticks.is_finite() && *ticks > 0.0);
        self.control.change(|state| (state.is_paced, state.pace) = (true, pace));
        self
    }

    /// Another run begins, such as the next one of a study: nobody is there yet, and time begins anew. Breakpoints stay, and whoever gets the number of an agent
    /// that somebody follows is followed from its first decision on.
    pub fn begin_run(&mut self, title: &str, run: RunInfo) {
        self.agents.clear();
        self.known.clear();
        self.left_alone.clear();
        self.todo.clear();
        self.tick = None;
        self.is_touched = false;
        self.run = self.live.begin(title, run);
        self.control.begin_run();
    }

    /// The game begins paused, if a page is open by then: somebody steps it from its first tick on, or lets it run.
    pub fn paused(self) -> Self {
        self.control.change(ControlState::pause);
        self
    }

    /// Once this is true, no page holds the game up: neither a pause nor a pace. For a program that a signal ends.
    pub fn release_when(&self, ends: Arc<AtomicBool>) {
        self.control.change(|state| state.ends = Some(ends));
    }

    /// Gives an agent a name, and says where its mind comes from, such as a file. Without this it is called by its number.
    pub fn introduce<M: Mind>(&mut self, agent: &Agent<M>, name: &str, source: &str) {
        self.register(agent.number(), name, source, agent.memory().shared_vocabulary());
        if let Some(recording) = &mut self.recording {
            recording.introduce(agent, name, source);
        }
    }

    /// Lists an agent that decides elsewhere as long as nobody follows it: a member of a herd, for example. [`Studio::followed`] says
    /// whom somebody follows; let those decide through [`Studio::tick`].
    pub fn list(&mut self, number: u64, name: &str, source: &str, vocabulary: &Arc<Vocabulary>) {
        self.register(number, name, source, vocabulary);
    }

    /// An agent is gone.
    pub fn remove(&mut self, number: u64) {
        self.agents.remove(&number);
        self.known.remove(number);
        self.left_alone.remove(number);
        self.todo.remove(&number);
        self.live.remove(number);
    }

    fn register(&mut self, number: u64, name: &str, source: &str, vocabulary: &Arc<Vocabulary>) {
        self.live.register(number, name, source, vocabulary);
        let agent = ServedAgent {
            name: name.to_owned(),
            source: source.to_owned(),
            vocabulary: vocabulary.clone(),
            sent: None,
            stops: BreakpointState::default(),
        };
        self.agents.insert(number, agent);
        self.known.insert(number);
        if self.recording.is_none() && !self.is_watched(number) {
            self.left_alone.insert(number);
        }
    }

    /// Whether anything has to be done for an agent when it decides.
    fn is_watched(&self, number: u64) -> bool {
        !self.plan.leaves_alone(number) || self.todo.contains_key(&number)
    }

    /// Notes who decides as if there was no studio: everybody for whom nothing has to be done, unless there is a recording.
    fn leave_others_alone(&mut self) {
        self.left_alone.clear();
        if self.recording.is_none() && !self.plan.touches_all {
            self.left_alone.clone_from(&self.known);
            let watched = self.plan.touched.iter().chain(self.todo.keys());
            watched.for_each(|number| self.left_alone.remove(*number));
        }
    }

    /// The agents that somebody follows, or has changed by hand.
    pub fn followed(&mut self) -> BTreeSet<u64> {
        self.refresh();
        if self.plan.touches_all {
            return self.agents.keys().copied().collect();
        }
        let watched = self.plan.touched.iter().chain(self.todo.keys()).copied();
        watched.filter(|number| self.agents.contains_key(number)).collect()
    }

    /// Whether somebody has followed, stopped at or changed an agent in this run. If nobody has, everything was as without the studio, down to the work
    /// that is counted.
    pub fn is_touched(&self) -> bool {
        self.is_touched
    }

    /// Whether a page is open.
    pub fn has_pages(&self) -> bool {
        self.control.state().pages > 0
    }

    /// Waits until a page is open. `give_up` is asked now and then; says whether there is a page.
    pub fn wait_for_page(&self, give_up: impl FnMut() -> bool) -> bool {
        self.control.wait_for_page(give_up)
    }

    /// A tick begins: waits while a page has paused the game. [`Studio::tick`] does this by itself; a game calls it to wait before its
    /// agents perceive.
    pub fn begin_tick(&mut self, now: Time) {
        if self.tick.replace(now.tick) != Some(now.tick) {
            if !self.plan.is_idle() {
                self.control.forget_absent_pages();
            }
            self.control.begin_tick(now.tick, &mut self.began);
        }
    }

    /// Shows the world as it is when a tick begins, as text. Nothing is asked of the world while nobody looks.
    pub fn picture(&mut self, tick: u64, draw: impl FnOnce() -> String) {
        if self.has_pages() {
            self.live.add_picture(tick, draw());
        }
    }

    /// Whether an agent has been introduced.
    fn knows(&self, number: u64) -> bool {
        self.known.contains(number) || self.agents.contains_key(&number)
    }

    /// Decides what an agent does now, as [`Agent::tick`] does.
    #[inline]
    pub fn tick<'a, M: Mind>(&mut self, agent: &'a mut Agent<M>, now: Time) -> &'a Decision {
        let is_as_before = self.tick == Some(now.tick) && self.control.version() == self.plan.version;
        if is_as_before && self.left_alone.contains(agent.number()) {
            return agent.tick(now);
        }
        self.tick_looked_at(agent, now, &mut NoTrace);
        agent.decision()
    }

    /// As [`Studio::tick`]; a tracer gets what the agent considers too, as from [`Agent::tick_traced`].
    pub fn tick_traced<'a, M: Mind, T: Tracer>(
        &mut self,
        agent: &'a mut Agent<M>,
        now: Time,
        tracer: &mut T,
    ) -> &'a Decision {
        self.tick_looked_at(agent, now, tracer);
        agent.decision()
    }

    /// As [`Studio::tick`], where something may have to be done for the studio.
    #[inline(never)]
    fn tick_looked_at<M: Mind, T: Tracer>(&mut self, agent: &mut Agent<M>, now: Time, also: &mut T) {
        self.begin_tick(now);
        self.refresh();
        let number = agent.number();
        if !self.knows(number) {
            self.introduce(agent, &format!("agent {number}"), "");
        }
        let is_watched = self.is_watched(number);
        if is_watched || self.recording.is_some() {
            self.tick_watched(agent, now, is_watched, also);
        } else {
            agent.tick_traced(now, also);
        }
    }

    fn tick_watched<M: Mind, T: Tracer>(
        &mut self,
        agent: &mut Agent<M>,
        now: Time,
        is_watched: bool,
        also: &mut T,
    ) {
        let mut tracer = std::mem::take(&mut self.tracer);
        if is_watched {
            self.is_touched = true;
            self.prepare(agent, now.tick, &mut tracer);
        }
        agent.tick_traced(now, &mut tracer);
        let events = tracer.recorder.events();
        if also.wants_events() {
            events.iter().for_each(|event| also.event(event.clone()));
        }
        if let Some(recording) = &mut self.recording {
            recording.record(agent, now.tick, events);
        }
        if is_watched {
            self.report(agent, now.tick, events);
            self.stop_at_breakpoints(agent, now.tick, events);
        }
        tracer.recorder.clear();
        self.tracer = tracer;
        if is_watched && self.recording.is_none() && !self.is_watched(agent.number()) {
            self.left_alone.insert(agent.number());
        }
    }

    /// Looks whether pages have asked for something new.
    fn refresh(&mut self) {
        if self.control.version() == self.plan.version {
            return;
        }
        let (plan, pending) = self.control.plan();
        let before = std::mem::replace(&mut self.plan, plan);
        for (agent, change, words) in pending {
            self.todo.entry(agent).or_default().add_change(change, words);
        }
        // What is no longer followed is described anew when somebody follows it again.
        for agent in before.followed.difference(&self.plan.followed) {
            if let Some(agent) = self.agents.get_mut(agent) {
                agent.sent = None;
            }
        }
        self.note_differences(&before);
        self.leave_others_alone();
    }

    /// Notes what was disabled, enabled, held and released since an earlier plan.
    fn note_differences(&mut self, before: &GamePlan) {
        let (now, todo) = (&self.plan, &mut self.todo);
        differences(&before.disabled, &now.disabled, |agent, (_, words), is_new| {
            let what = format!("{words} is {}", if is_new { "disabled" } else { "enabled again" });
            todo.entry(agent).or_default().add_note(what);
        });
        differences(&before.held, &now.held, |agent, (change, words), is_new| {
            let todo = todo.entry(agent).or_default();
            match is_new {
                true => todo.add_change(change.clone(), format!("{words} is held from now on")),
                false => todo.add_note(format!("{words} is no longer held")),
            }
        });
    }

    /// Makes what was changed by hand take effect.
    fn prepare<M: Mind>(&mut self, agent: &mut Agent<M>, tick: u64, tracer: &mut StudioTracer) {
        let number = agent.number();
        let disabled = self.plan.disabled.get(&number).into_iter().flatten();
        tracer.disabled = disabled.map(|(part, _)| part.clone()).collect();
        if self.plan.followed.contains(&number) {
            self.begin_to_follow(agent);
        }
        if let Some(AgentOrders { notes, changes }) = self.todo.remove(&number) {
            for what in notes {
                agent.mind_mut().reconsider();
                self.note_by_hand(number, tick, what, None, tracer);
            }
            for (change, words) in changes {
                let error = change.apply(agent).err();
                self.note_by_hand(number, tick, words, error, tracer);
            }
        }
        for (change, _) in self.plan.held.get(&number).into_iter().flatten() {
            // It was possible when it began; what the game has taken away since is not brought back.
            let _ = change.apply(agent);
        }
    }

    fn note_by_hand(
        &self,
        agent: u64,
        tick: u64,
        what: String,
        error: Option<String>,
        tracer: &mut StudioTracer,
    ) {
        if error.is_none() {
            tracer.event(Event::ByHand { what: (&*what).into() });
        }
        self.control.note_by_hand(HandEntry { agent, tick, what, error });
    }

    /// Describes an agent that somebody begins to follow, as it is before its next decision.
    fn begin_to_follow<M: Mind>(&mut self, agent: &mut Agent<M>) {
        let Some(served) = self.agents.get_mut(&agent.number()) else { return };
        let vocabulary = agent.memory().shared_vocabulary();
        let is_reloaded = !Arc::ptr_eq(&served.vocabulary, vocabulary);
        if served.sent.is_some() && !is_reloaded {
            return;
        }
        served.vocabulary = vocabulary.clone();
        let info = AgentInfo {
            agent: agent.number(),
            name: served.name.clone(),
            source: served.source.clone(),
            names: Arc::new(Names::of(vocabulary)),
            mind: Arc::new(agent.mind().describe()),
        };
        self.live.register(info.agent, &info.name, &info.source, vocabulary);
        let report = match (&mut served.sent, is_reloaded) {
            (Some(_), true) => {
                self.control.change(|state| state.reloads += 1);
                Report::Reloaded(info)
            }
            (sent, _) => {
                let mut facts = FactsSent::default();
                let begun =
                    Report::Begun { info, facts: facts.begin(agent.memory()), tasks: tasks_of(agent.mind()) };
                *sent = Some(facts);
                // Every rule is tried once more, so that it can be seen.
                agent.mind_mut().reconsider();
                begun
            }
        };
        self.send(agent.number(), report);
    }

    fn report<M: Mind>(&mut self, agent: &Agent<M>, tick: u64, events: &[Event]) {
        let number = agent.number();
        if !self.plan.followed.contains(&number) {
            return;
        }
        let Some(sent) = self.agents.get_mut(&number).and_then(|agent| agent.sent.as_mut()) else { return };
        let mut facts = Vec::new();
        sent.add_changes(events, agent.memory(), &mut facts);
        let record = TickRecord { tick, agent: number, facts, events: events.to_vec() };
        self.send(number, Report::Tick(record));
    }

    /// Passes something on without ever waiting. If there is no room, the agent is described anew next time.
    fn send(&mut self, agent: u64, report: Report) {
        if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) =
            self.reports.try_send((self.run, report))
        {
            self.control.count_dropped();
            if let Some(agent) = self.agents.get_mut(&agent) {
                agent.sent = None;
            }
        }
    }

    fn stop_at_breakpoints<M: Mind>(&mut self, agent: &Agent<M>, tick: u64, events: &[Event]) {
        let number = agent.number();
        let Some(served) = self.agents.get_mut(&number) else { return };
        let breakpoints = self.plan.breakpoints.iter().filter(|at| at.is_of(number));
        let hit = served.stops.hit(breakpoints, tick, events, agent.decision(), agent.memory());
        if let Some(hit) = hit {
            let mind = agent.mind().describe();
            let rule = |program: &str, rule: usize| {
                let known = mind.programs.get(program).and_then(|rules| rules.get(rule));
                known.map_or_else(|| format!("number {}", rule + 1), |rule| rule.name.clone())
            };
            let what = format!("{}: {}", served.name, hit.stop.describe(rule));
            self.control.stop(StopReason { agent: number, tick, what });
        }
    }

    /// Says in the pages that the run is over. What there was can be looked at as long as the studio is there.
    pub fn note_end(&self) {
        self.control.change(|state| state.over = true);
    }

    /// Says in the pages that files were loaded again.
    pub fn note_reload(&mut self) {
        self.control.change(|state| state.reloads += 1);
    }

    /// Lets pages edit the file of a mind. It is checked against these names before it is saved; the game has to load it again when it
    /// has changed.
    #[cfg(feature = "files")]
    pub fn add_file(&mut self, file: crate::EditableFile) {
        self.server.add_file(file);
    }

    /// Ends the recording, if there is one, and the studio.
    ///
    /// # Errors
    /// If the recording could not be written.
    pub fn finish(mut self) -> io::Result<Option<RecordingSize>> {
        self.recording.take().map(Recording::finish).transpose()
    }

    /// The recording, if there is one, for what is not a decision.
    pub fn recording_mut(&mut self) -> Option<&mut Recording> {
        self.recording.as_mut()
    }

    /// What went wrong while writing the recording, if anything did.
    pub fn recording_error(&self) -> Option<&io::Error> {
        self.recording.as_ref().and_then(Recording::error)
    }
}

/// Lets agents decide while pages look on. The decision is the same, unless a page stops the game or changes something by hand.
impl Observer for Studio {
    fn wants(&self, number: u64) -> bool {
        self.recording.is_some() || self.is_watched(number) || !self.knows(number)
    }

    fn begin(&mut self, now: Time) {
        self.begin_tick(now);
        self.refresh();
    }

    fn decide<M: Mind>(&mut self, agent: &mut Agent<M>, label: AgentLabel<'_>, now: Time) {
        if !self.knows(agent.number()) {
            self.introduce(agent, &label.name_of(agent.number()), label.source);
        }
        self.tick(agent, now);
    }
}

/// Starts the thread that keeps records. It ends when nobody can send it any more.
fn keep_records(live: &Arc<LiveRun>, queue: usize) -> io::Result<SyncSender<(u64, Report)>> {
    let (reports, received) = sync_channel(queue);
    let keeper = live.clone();
    std::thread::Builder::new().name("motive-studio-keeper".into()).spawn(move || keeper.keep(&received))?;
    Ok(reports)
}

/// A run before its first tick.
fn new_game(title: &str, run: RunInfo) -> LiveGame {
    LiveGame { control: Arc::new(GameControl::new()), live: Arc::new(LiveRun::new(title, run)) }
}

/// What is in one list of an agent and not in the other.
fn differences<T>(
    before: &BTreeMap<u64, Vec<(T, String)>>,
    now: &BTreeMap<u64, Vec<(T, String)>>,
    mut tell: impl FnMut(u64, &(T, String), bool),
) {
    for (these, others, is_new) in [(before, now, false), (now, before, true)] {
        for (agent, list) in these {
            let known =
                |words: &String| others.get(agent).into_iter().flatten().any(|(_, other)| other == words);
            list.iter().filter(|(_, words)| !known(words)).for_each(|entry| tell(*agent, entry, is_new));
        }
    }
}

/// The tasks of a mind, as the events by which they began.
fn tasks_of(mind: &impl Mind) -> Vec<TickRecord> {
    let began = |task: motive_core::mind::TaskView<'_>| {
        let started = Event::TaskStarted {
            task: task.number,
            goal: task.goal.into(),
            program: task.program.into(),
            priority: task.priority,
        };
        let suspended =
            (task.state == TaskState::Suspended).then_some(Event::TaskSuspended { task: task.number });
        let events = std::iter::once(started).chain(suspended).collect();
        TickRecord { tick: task.created, events, ..TickRecord::default() }
    };
    let mut tasks: Vec<TickRecord> = mind.pursued().into_iter().map(began).collect();
    tasks.sort_by_key(|record| record.tick);
    tasks
}
