//! A run drawn live in the terminal.

mod layout;
mod world_picture;

use super::reload::Reload;
use super::session::PlaySession;
use crate::console::Failure;
use crate::interrupt::Interrupt;
use motive_language::diagnostic::Colour;
use motive_trace::view::AgentView;
use motive_trace::view::{ActionView, Palette, PaneLayout};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

/// The speeds to choose from, in ticks per second.
const SPEEDS: [u32; 9] = [1, 2, 4, 7, 10, 20, 40, 80, 160];
/// The one to begin with.
const FIRST_SPEED: usize = 4;
/// How many ticks one can go back.
const MOST_SNAPSHOTS: usize = 5000;
/// How often keys and files are checked while nothing moves.
const IDLE: Duration = Duration::from_millis(100);

/// Which half is drawn where there is no room for both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PaneChoice {
    #[default]
    World,
    Agent,
}

/// The result of the last reload: the text, and whether it failed.
struct ReloadMessage {
    text: String,
    failed: bool,
}

/// What is shown, and how it moves.
#[derive(Default)]
struct WatchState {
    past: VecDeque<WatchedTick>,
    /// How many ticks before the newest one is shown.
    back: usize,
    agent: usize,
    speed: usize,
    paused: bool,
    over: bool,
    pane: PaneChoice,
    /// For each agent.
    layouts: Vec<PaneLayout>,
    message: Option<ReloadMessage>,
}

/// Restores the terminal when it is dropped, even by a panic.
struct RestoredTerminal(DefaultTerminal);

impl Drop for RestoredTerminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Draws a run for so many steps, until the user quits or a signal comes.
pub(crate) fn watch(
    session: &mut PlaySession,
    steps: u64,
    colour: Colour,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let palette = Palette { colour: colour == Colour::On };
    let terminal = ratatui::try_init();
    let terminal =
        terminal.map_err(|error| Failure::Failed(format!("the terminal cannot be used: {error}")))?;
    let mut terminal = RestoredTerminal(terminal);
    session.watch_agents();
    let mut state = WatchState::new(session);
    let mut last = Instant::now();
    while !interrupt.asked() {
        terminal.0.draw(|frame| layout::draw(frame, &state, palette)).map_err(terminal_error)?;
        let wait = if state.moves() { state.tick_length().saturating_sub(last.elapsed()) } else { IDLE };
        if event::poll(wait.min(IDLE)).map_err(terminal_error)? {
            match pressed(&event::read().map_err(terminal_error)?) {
                Some(KeyCode::Char('q') | KeyCode::Esc) => return Ok(()),
                Some(key) => state.obey(key, session, steps)?,
                None => {}
            }
        }
        state.reload(session);
        if state.moves() && last.elapsed() >= state.tick_length() {
            last = Instant::now();
            state.step(session, steps)?;
        }
    }
    Ok(())
}

fn terminal_error(error: io::Error) -> Failure {
    Failure::Failed(format!("the terminal cannot be used any more: {error}"))
}

impl WatchState {
    /// The session before its first step.
    fn new(session: &PlaySession) -> Self {
        let layouts = vec![PaneLayout::default(); session.players().len()];
        let mut state = Self { speed: FIRST_SPEED, layouts, ..Self::default() };
        state.add(WatchedTick::of(session));
        state
    }

    /// Whether time passes by itself.
    fn moves(&self) -> bool {
        !self.paused && (!self.over || self.back > 0)
    }

    /// How long a tick is shown.
    fn tick_length(&self) -> Duration {
        Duration::from_secs(1) / SPEEDS[self.speed]
    }

    /// What is shown now.
    fn shown(&self) -> Option<&WatchedTick> {
        self.past.get(self.past.len().checked_sub(self.back + 1)?)
    }

    /// The last actions of the agent that is shown, newest first. One that continues counts once.
    fn recent(&self, most: usize) -> Vec<(u64, &ActionView)> {
        let newest = self.past.len() - self.back;
        let shown: Vec<_> =
            self.past.iter().take(newest).rev().filter_map(|shown| shown.agents.get(self.agent)).collect();
        let mut recent = Vec::new();
        for (at, agent) in shown.iter().enumerate() {
            let before = shown.get(at + 1).map_or(&[][..], |agent| &agent.actions);
            let is_new = |action: &&ActionView| !before.contains(action);
            recent.extend(agent.actions.iter().filter(is_new).map(|action| (agent.tick, action)));
            if recent.len() >= most {
                break;
            }
        }
        recent
    }

    fn add(&mut self, snapshot: WatchedTick) {
        self.layouts.iter_mut().zip(&snapshot.agents).for_each(|(layout, agent)| layout.include(agent));
        if self.past.len() == MOST_SNAPSHOTS {
            self.past.pop_front();
        }
        self.past.push_back(snapshot);
    }

    fn obey(&mut self, key: KeyCode, session: &mut PlaySession, steps: u64) -> Result<(), Failure> {
        match key {
            KeyCode::Char(' ') => self.paused = !self.paused,
            KeyCode::Right => {
                self.paused = true;
                self.step(session, steps)?;
            }
            KeyCode::Left => {
                self.paused = true;
                self.back = (self.back + 1).min(self.past.len() - 1);
            }
            KeyCode::Up | KeyCode::Char('+') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Down | KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Tab => self.agent = (self.agent + 1) % session.agents().len().max(1),
            KeyCode::Char('w') if self.pane == PaneChoice::World => self.pane = PaneChoice::Agent,
            KeyCode::Char('w') => self.pane = PaneChoice::World,
            _ => {}
        }
        Ok(())
    }

    /// Shows the next tick: the next of those seen before, or a new one.
    fn step(&mut self, session: &mut PlaySession, steps: u64) -> Result<(), Failure> {
        if self.back > 0 {
            self.back -= 1;
            return Ok(());
        }
        if self.over || session.steps() >= steps {
            self.over = true;
            return Ok(());
        }
        self.over = !session.step()? || session.steps() >= steps;
        self.add(WatchedTick::of(session));
        Ok(())
    }

    fn reload(&mut self, session: &mut PlaySession) {
        for reload in session.reload() {
            let (text, failed) = match reload {
                Reload::Loaded { file, .. } => (format!("reloaded {file}"), false),
                Reload::Broken { report, summary, .. } if report.is_empty() => (summary, true),
                Reload::Broken { report, .. } => (report, true),
            };
            self.message = Some(ReloadMessage { text, failed });
        }
    }
}

/// One tick, ready to be drawn.
pub(super) struct WatchedTick {
    pub(super) world: String,
    pub(super) tick: u64,
    pub(super) picture: String,
    pub(super) legend: &'static str,
    pub(super) metrics: Vec<(&'static str, f64)>,
    pub(super) agents: Vec<AgentView>,
    pub(super) scores: Vec<f64>,
}

impl WatchedTick {
    /// The session as it is now.
    pub(super) fn of(session: &PlaySession) -> Self {
        let world = session.world();
        let agents = 0..session.players().len();
        let tick = world.time().tick;
        // The decisions were made before the world went on by a tick.
        let view = |number| {
            let view = session.history(number).map(|history| AgentView::of(history, tick.saturating_sub(1)));
            view.unwrap_or_default()
        };
        Self {
            world: world.name().to_owned(),
            tick,
            picture: world.draw(),
            legend: world.legend(),
            metrics: world.metrics(),
            agents: agents.clone().map(view).collect(),
            scores: agents.map(|number| world.score(number)).collect(),
        }
    }
}

/// The key that a terminal event presses. Ctrl-C is `q`.
fn pressed(event: &Event) -> Option<KeyCode> {
    let Event::Key(key) = event else { return None };
    let is_interrupt = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
    let code = if is_interrupt { KeyCode::Char('q') } else { key.code };
    (key.kind != KeyEventKind::Release).then_some(code)
}
