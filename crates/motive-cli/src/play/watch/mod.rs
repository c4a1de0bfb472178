//! A run drawn live in the terminal.

mod keys;
mod paint;
mod screen;
mod snapshot;

use super::reload::Reload;
use super::session::Session;
use crate::console::Failure;
use keys::{Wish, wish};
use motive_language::diagnostic::Colour;
use paint::Palette;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event;
use snapshot::Snapshot;
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

/// Ticks a second that can be chosen.
const SPEEDS: [u32; 9] = [1, 2, 4, 7, 10, 20, 40, 80, 160];
/// The one to begin with.
const FIRST_SPEED: usize = 4;
/// How many ticks one can go back.
const MOST_SNAPSHOTS: usize = 5000;
/// How often keys and files are looked at while nothing moves.
const IDLE: Duration = Duration::from_millis(100);

/// What is shown, and how it moves.
struct View {
    past: VecDeque<Snapshot>,
    /// How many ticks before the newest one is shown.
    back: usize,
    agent: usize,
    speed: usize,
    paused: bool,
    over: bool,
    /// What came of the last changed file: the words, and whether it is bad news.
    news: Option<(String, bool)>,
}

/// Gives the terminal back whatever happens.
struct Restored(DefaultTerminal);

impl Drop for Restored {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Draws a run until it has made so many steps and the person has seen enough.
pub(crate) fn watch(session: &mut Session, steps: u64, colour: Colour) -> Result<(), Failure> {
    let palette = Palette::new(colour);
    let terminal = ratatui::try_init();
    let terminal =
        terminal.map_err(|error| Failure::Failed(format!("the terminal cannot be used: {error}")))?;
    let mut restored = Restored(terminal);
    session.look_on();
    let mut view = View {
        past: VecDeque::from([Snapshot::of(session)]),
        back: 0,
        agent: 0,
        speed: FIRST_SPEED,
        paused: false,
        over: false,
        news: None,
    };
    let mut last = Instant::now();
    loop {
        draw(&mut restored.0, &view, &palette)?;
        let wait = if view.moves() { view.pause().saturating_sub(last.elapsed()) } else { IDLE };
        if event::poll(wait).map_err(lost)? {
            match wish(&event::read().map_err(lost)?) {
                Some(Wish::Quit) => return Ok(()),
                Some(wish) => view.obey(wish, session, steps)?,
                None => {}
            }
        }
        view.load_changes(session)?;
        if view.moves() && last.elapsed() >= view.pause() {
            last = Instant::now();
            view.step(session, steps)?;
        }
    }
}

fn draw(terminal: &mut DefaultTerminal, view: &View, palette: &Palette) -> Result<(), Failure> {
    terminal.draw(|frame| screen::draw(frame, view, palette)).map_err(lost)?;
    Ok(())
}

fn lost(error: io::Error) -> Failure {
    Failure::Failed(format!("the terminal was lost: {error}"))
}

impl View {
    /// Whether time passes by itself.
    fn moves(&self) -> bool {
        !self.paused && (!self.over || self.back > 0)
    }

    /// How long a tick is shown.
    fn pause(&self) -> Duration {
        Duration::from_secs(1) / SPEEDS[self.speed]
    }

    /// What is shown now.
    fn shown(&self) -> Option<&Snapshot> {
        self.past.get(self.past.len().checked_sub(self.back + 1)?)
    }

    fn obey(&mut self, wish: Wish, session: &mut Session, steps: u64) -> Result<(), Failure> {
        match wish {
            Wish::Quit => {}
            Wish::Pause => self.paused = !self.paused,
            Wish::Forward => {
                self.paused = true;
                self.step(session, steps)?;
            }
            Wish::Back => {
                self.paused = true;
                self.back = (self.back + 1).min(self.past.len() - 1);
            }
            Wish::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Wish::Slower => self.speed = self.speed.saturating_sub(1),
            Wish::NextAgent => self.agent = (self.agent + 1) % session.agents().len().max(1),
        }
        Ok(())
    }

    /// Shows the next tick: one from the past, if that is where we are, or a new one.
    fn step(&mut self, session: &mut Session, steps: u64) -> Result<(), Failure> {
        if self.back > 0 {
            self.back -= 1;
            return Ok(());
        }
        if self.over || session.steps() >= steps {
            self.over = true;
            return Ok(());
        }
        self.over = !session.step()? || session.steps() >= steps;
        if self.past.len() == MOST_SNAPSHOTS {
            self.past.pop_front();
        }
        self.past.push_back(Snapshot::of(session));
        Ok(())
    }

    fn load_changes(&mut self, session: &mut Session) -> Result<(), Failure> {
        for reload in session.reload()? {
            self.news = Some(match reload {
                Reload::Loaded { file, .. } => (format!("{file} was loaded again"), false),
                Reload::Broken { report, summary, .. } if report.is_empty() => (summary, true),
                Reload::Broken { report, .. } => (report, true),
            });
        }
        Ok(())
    }
}
