//! What pages have asked of the game.

use crate::breakpoint::Breakpoint;
use crate::hand_change::{DisabledPart, HandChange};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a paused game waits for a page that went away, such as one that is being reloaded.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often a game that is held up looks whether it ends.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The most of each that pages can ask for.
pub(crate) const MOST_BREAKPOINTS: usize = 64;
pub(crate) const MOST_CHANGES: usize = 256;
pub(crate) const MOST_FOLLOWED: usize = 32;
/// The most changes by hand that are listed.
const MOST_LISTED: usize = 200;

/// Shared by the game and the threads of the pages.
pub(crate) struct GameControl {
    state: Mutex<ControlState>,
    woken: Condvar,
    /// Counts changes that the game has to look at.
    version: AtomicU64,
    /// Whether the game has to stop and look when a tick begins.
    gated: AtomicBool,
    /// The tick that began last, plus one.
    tick: AtomicU64,
    /// Records that the queue had no room for.
    dropped: AtomicU64,
}

/// What pages have asked for.
#[derive(Default)]
pub(crate) struct ControlState {
    pub(crate) pages: usize,
    left: Option<Instant>,
    pub(crate) paused: bool,
    steps: u64,
    pub(crate) stopped_by: Option<StopReason>,
    /// Whether the game leaves to the page how many ticks there are in a second, and how many there are; none for as many as possible.
    pub(crate) is_paced: bool,
    pub(crate) pace: Option<f64>,
    pub(crate) breakpoints: Vec<(Breakpoint, String)>,
    next_breakpoint: u64,
    /// How many pages follow each agent.
    pub(crate) followed: BTreeMap<u64, usize>,
    pub(crate) disabled: BTreeMap<u64, Vec<(DisabledPart, String)>>,
    pub(crate) held: BTreeMap<u64, Vec<(HandChange, String)>>,
    pub(crate) pending: Vec<(u64, HandChange, String)>,
    pub(crate) by_hand: VecDeque<HandEntry>,
    pub(crate) reloads: u64,
    /// Runs that are over, in a game that plays one after the other.
    pub(crate) runs: u64,
    /// There are no more ticks.
    pub(crate) over: bool,
    /// Whether the game ends, so that no page holds it up any longer.
    pub(crate) ends: Option<Arc<AtomicBool>>,
}

/// Why the game stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StopReason {
    pub(crate) agent: u64,
    pub(crate) tick: u64,
    pub(crate) what: String,
}

/// Something that was changed by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct HandEntry {
    pub(crate) agent: u64,
    pub(crate) tick: u64,
    pub(crate) what: String,
    /// Why it could not be done, if so.
    pub(crate) error: Option<String>,
}

/// What the game has to do for pages, as of one version of the control.
#[derive(Default)]
pub(crate) struct GamePlan {
    pub(crate) version: u64,
    pub(crate) followed: BTreeSet<u64>,
    pub(crate) breakpoints: Vec<Breakpoint>,
    pub(crate) disabled: BTreeMap<u64, Vec<(DisabledPart, String)>>,
    pub(crate) held: BTreeMap<u64, Vec<(HandChange, String)>>,
    /// Agents for which something has to be done in every tick.
    pub(crate) touched: BTreeSet<u64>,
    pub(crate) touches_all: bool,
}

impl GamePlan {
    /// Whether all agents decide as if there was no studio.
    pub(crate) fn is_idle(&self) -> bool {
        !self.touches_all && self.touched.is_empty()
    }

    /// Whether an agent decides as if there was no studio.
    pub(crate) fn leaves_alone(&self, agent: u64) -> bool {
        !self.touches_all && (self.touched.is_empty() || !self.touched.contains(&agent))
    }
}

impl GameControl {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::default(),
            woken: Condvar::new(),
            version: AtomicU64::new(0),
            gated: AtomicBool::new(false),
            tick: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, ControlState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what the game has to do.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut ControlState) -> T) -> T {
        let mut state = self.state();
        let changed = change(&mut state);
        self.gated.store(state.paused || state.pace.is_some(), Ordering::Release);
        self.version.fetch_add(1, Ordering::Release);
        drop(state);
        self.woken.notify_all();
        changed
    }

    #[inline]
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    /// The tick that began last.
    pub(crate) fn tick(&self) -> Option<u64> {
        self.tick.load(Ordering::Acquire).checked_sub(1)
    }

    pub(crate) fn count_dropped(&self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// A tick begins: waits while a page has paused the game, and for the pace that a page set.
    pub(crate) fn begin_tick(&self, tick: u64, began: &mut Option<Instant>) {
        self.tick.store(tick.saturating_add(1), Ordering::Release);
        if !self.gated.load(Ordering::Acquire) {
            return;
        }
        let mut state = self.state();
        while !state.ends.as_ref().is_some_and(|ends| ends.load(Ordering::Relaxed)) {
            state.forget_absent_pages();
            let wait = match (state.paused && state.pages_may_come(), state.steps, state.pace) {
                (true, 0, _) => LOOK_EVERY,
                (true, ..) => {
                    state.steps -= 1;
                    break;
                }
                (false, _, None) => break,
                (false, _, Some(pace)) => {
                    let due = began.map(|began| began + Duration::from_secs_f64(1.0 / pace.clamp(0.01, 1e6)));
                    match due.and_then(|due| due.checked_duration_since(Instant::now())) {
                        Some(rest) if !rest.is_zero() => rest,
                        _ => break,
                    }
                }
            };
            let wait = wait.min(LOOK_EVERY);
            state = self.woken.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
        self.gated.store(state.paused || state.pace.is_some(), Ordering::Release);
        *began = Some(Instant::now());
    }

    /// Forgets what pages asked for that went some time ago.
    pub(crate) fn forget_absent_pages(&self) {
        if self.state().pages == 0 {
            self.change(ControlState::forget_absent_pages);
        }
    }

    /// Waits until a page is there, or something else ends the wait.
    pub(crate) fn wait_for_page(&self, mut give_up: impl FnMut() -> bool) -> bool {
        let mut state = self.state();
        while state.pages == 0 {
            if give_up() {
                return false;
            }
            let wait = Duration::from_millis(50);
            state = self.woken.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// What the game has to do now, and what it has to do once.
    pub(crate) fn plan(&self) -> (GamePlan, Vec<(u64, HandChange, String)>) {
        let version = self.version();
        let mut state = self.state();
        state.forget_absent_pages();
        let pending = std::mem::take(&mut state.pending);
        if !state.pages_may_come() {
            return (GamePlan { version, ..GamePlan::default() }, Vec::new());
        }
        let breakpoints: Vec<Breakpoint> = state.breakpoints.iter().map(|(at, _)| at.clone()).collect();
        let followed: BTreeSet<u64> = state.followed.keys().copied().collect();
        let touched = followed
            .iter()
            .chain(state.disabled.keys())
            .chain(state.held.keys())
            .chain(breakpoints.iter().filter_map(|at| at.agent.as_ref()))
            .copied()
            .collect();
        let plan = GamePlan {
            version,
            touched,
            touches_all: breakpoints.iter().any(|at| at.agent.is_none()),
            followed,
            breakpoints,
            disabled: state.disabled.clone(),
            held: state.held.clone(),
        };
        (plan, pending)
    }

    pub(crate) fn stop(&self, why: StopReason) {
        self.change(|state| {
            (state.paused, state.steps) = (true, 0);
            state.stopped_by = Some(why);
        });
    }

    /// Another run begins, in which nothing has been changed yet. Whoever was followed or stopped at still is, by number.
    pub(crate) fn begin_run(&self) {
        self.tick.store(0, Ordering::Release);
        self.change(|state| {
            state.runs += 1;
            state.disabled.clear();
            state.held.clear();
            state.pending.clear();
            state.by_hand.clear();
        });
    }

    pub(crate) fn note_by_hand(&self, entry: HandEntry) {
        let mut state = self.state();
        if state.by_hand.len() >= MOST_LISTED {
            state.by_hand.pop_front();
        }
        state.by_hand.push_back(entry);
    }
}

impl ControlState {
    pub(crate) fn page_came(&mut self) {
        self.pages += 1;
        self.left = None;
    }

    pub(crate) fn page_went(&mut self, followed: &BTreeSet<u64>) {
        self.pages = self.pages.saturating_sub(1);
        followed.iter().for_each(|agent| self.unfollow(*agent));
        if self.pages == 0 {
            self.left = Some(Instant::now());
        }
    }

    /// Whether a page is there, or was until just now.
    fn pages_may_come(&self) -> bool {
        self.pages > 0 || self.left.is_some_and(|left| left.elapsed() < PATIENCE)
    }

    /// What pages asked for lasts as long as one is there.
    fn forget_absent_pages(&mut self) {
        if self.pages_may_come() || self.left.is_none() {
            return;
        }
        self.left = None;
        (self.paused, self.steps, self.stopped_by) = (false, 0, None);
        self.breakpoints.clear();
        self.followed.clear();
        self.disabled.clear();
        self.held.clear();
        self.pending.clear();
    }

    pub(crate) fn pause(&mut self) {
        (self.paused, self.steps) = (true, 0);
    }

    pub(crate) fn go_on(&mut self) {
        (self.paused, self.steps, self.stopped_by) = (false, 0, None);
    }

    pub(crate) fn step(&mut self, ticks: u64) {
        self.paused = true;
        self.stopped_by = None;
        self.steps = self.steps.saturating_add(ticks);
    }

    pub(crate) fn follow(&mut self, agent: u64) -> Result<(), String> {
        if !self.followed.contains_key(&agent) && self.followed.len() >= MOST_FOLLOWED {
            return Err(format!("{MOST_FOLLOWED} agents are followed already: leave one of them"));
        }
        *self.followed.entry(agent).or_default() += 1;
        Ok(())
    }

    pub(crate) fn unfollow(&mut self, agent: u64) {
        if let Some(pages) = self.followed.get_mut(&agent) {
            *pages -= 1;
            if *pages == 0 {
                self.followed.remove(&agent);
            }
        }
    }

    pub(crate) fn add_breakpoint(
        &mut self,
        mut breakpoint: Breakpoint,
        words: String,
    ) -> Result<u64, String> {
        let same = |(known, _): &&(Breakpoint, String)| {
            known.agent == breakpoint.agent && known.stop == breakpoint.stop
        };
        if let Some((known, _)) = self.breakpoints.iter().find(same) {
            return Ok(known.id);
        }
        if self.breakpoints.len() >= MOST_BREAKPOINTS {
            return Err(format!("there are {MOST_BREAKPOINTS} breakpoints already: remove one of them"));
        }
        self.next_breakpoint += 1;
        breakpoint.id = self.next_breakpoint;
        self.breakpoints.push((breakpoint, words));
        Ok(self.next_breakpoint)
    }

    /// Refuses more changes by hand than anybody makes.
    pub(crate) fn room_for_change(&self) -> Result<(), String> {
        let count = self.pending.len()
            + self.held.values().map(Vec::len).sum::<usize>()
            + self.disabled.values().map(Vec::len).sum::<usize>();
        if count >= MOST_CHANGES {
            return Err(format!("{MOST_CHANGES} changes by hand are in force already: undo one of them"));
        }
        Ok(())
    }
}
