//! What one page is answered.

use crate::breakpoint::{Breakpoint, StopAt};
use crate::control::{ControlState, GameControl};
use crate::find::{RunSearch, find};
use crate::hand_change::HandChange;
use crate::live::LiveRun;
use crate::mind_view::{MindView, WrittenMind, rule_name};
use crate::protocol::{Asked, BreakpointRow, LONGEST_ORDER, Now, Request};
use crate::source::RunSource;
use crate::track::Track;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What pages are served.
pub(crate) struct ServedRuns {
    pub(crate) runs: Vec<ServedRun>,
    #[cfg(feature = "files")]
    pub(crate) files: crate::editing::EditedFiles,
}

/// A run that pages can look at.
pub(crate) struct ServedRun {
    pub(crate) source: Arc<dyn RunSource>,
    /// Of a run that goes on.
    pub(crate) game: Option<LiveGame>,
}

/// The two things that a run that goes on shares with the threads of the pages.
#[derive(Clone)]
pub(crate) struct LiveGame {
    pub(crate) control: Arc<GameControl>,
    pub(crate) live: Arc<LiveRun>,
}

/// One page, and what it looks at.
pub(crate) struct PageSession {
    served: Arc<ServedRuns>,
    source: usize,
    /// The agents that this page follows.
    followed: BTreeSet<u64>,
    told: Option<Now>,
}

type Answered = Result<Value, String>;

fn value(answer: impl Serialize) -> Answered {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

impl PageSession {
    pub(crate) fn new(served: Arc<ServedRuns>, source: usize) -> Self {
        let session = Self { served, source, followed: BTreeSet::new(), told: None };
        if let Some(game) = session.game() {
            game.control.change(ControlState::page_came);
        }
        session
    }

    fn run(&self) -> &dyn RunSource {
        &*self.served.runs[self.source].source
    }

    /// Of a run that goes on.
    fn game(&self) -> Option<&LiveGame> {
        self.served.runs[self.source].game.as_ref()
    }

    /// The answer to a message.
    pub(crate) fn answer(&mut self, message: &str) -> String {
        let asked: Asked = match serde_json::from_str(message) {
            Ok(asked) => asked,
            Err(error) => {
                let id = serde_json::from_str::<Value>(message).ok().and_then(|value| value["id"].as_u64());
                return written(id.unwrap_or(0), Err(format!("the message cannot be read: {error}")));
            }
        };
        if message.len() > LONGEST_ORDER && !asked.request.has_file() {
            let told = format!(
                "the message is too long: {LONGEST_ORDER} bytes are the most, but for the text of a file"
            );
            return written(asked.id, Err(told));
        }
        let answered = self.answer_to(asked.request);
        written(asked.id, answered)
    }

    fn answer_to(&mut self, request: Request) -> Answered {
        match request {
            Request::About => value(self.run().about()),
            Request::Agents => value(self.run().agents()),
            Request::Written { agent } => {
                let info = self.run().info(agent).ok_or("nothing is known of this agent yet")?;
                value(WrittenMind::of(&info))
            }
            Request::Mind { agent, tick } => self.mind(agent, tick),
            Request::Track { agent, tick } => {
                let mut track = None;
                self.run().with_segment(agent, tick, &mut |segment| track = Track::of(segment))?;
                value(track)
            }
            Request::Ticks { agent } => {
                let ticks = self.run().ticks(agent);
                value(json!({ "ticks": ticks, "segments": self.run().segment_starts(agent) }))
            }
            Request::Picture { tick } => value(self.run().picture(tick)),
            Request::Backdrop => value(self.run().backdrop()),
            Request::Find { agent, text, from, backwards } => {
                value(find(self.run(), agent, &RunSearch::read(&text)?, from, backwards)?)
            }
            Request::Compare { with } => {
                let other = self.served.runs.get(with).ok_or("there is no such run")?;
                self.run().compare(&*other.source)
            }
            Request::Files
            | Request::Open { .. }
            | Request::Check { .. }
            | Request::Highlight { .. }
            | Request::Complete { .. }
            | Request::Format { .. }
            | Request::Save { .. } => self.edit(request),
            request => self.control(request),
        }
    }

    fn mind(&self, agent: u64, tick: u64) -> Answered {
        let (mut view, run) = (None, self.run().run());
        self.run().with_segment(agent, tick, &mut |segment| view = MindView::at(segment, &run, tick))?;
        value(view)
    }

    #[cfg(feature = "files")]
    fn edit(&self, request: Request) -> Answered {
        self.served.files.answer(request)
    }

    #[cfg(not(feature = "files"))]
    fn edit(&self, _request: Request) -> Answered {
        Err("this game was built without the feature `files` of the studio, so that no file can be edited"
            .to_owned())
    }

    /// What changes the run.
    fn control(&mut self, request: Request) -> Answered {
        let recorded = "this run is recorded: it can be looked at, and not be changed";
        let LiveGame { control, live } = self.game().cloned().ok_or(recorded)?;
        match request {
            Request::Follow { agent } => {
                if live.vocabulary(agent).is_none() {
                    return Err(format!("there is no agent {agent}"));
                }
                if !self.followed.contains(&agent) {
                    control.change(|state| state.follow(agent))?;
                    self.followed.insert(agent);
                }
            }
            Request::Unfollow { agent } if self.followed.remove(&agent) => {
                control.change(|state| state.unfollow(agent));
            }
            Request::Unfollow { .. } => {}
            Request::Pause => control.change(ControlState::pause),
            Request::Run => control.change(ControlState::go_on),
            Request::Step { ticks } => control.change(|state| state.step(ticks.clamp(1, 1_000_000))),
            Request::Pace { .. } if !control.state().is_paced => {
                return Err("this game goes at its own pace".to_owned());
            }
            Request::Pace { ticks } => {
                let pace = ticks.filter(|ticks| ticks.is_finite() && *ticks > 0.0);
                control.change(|state| state.pace = pace);
            }
            Request::Break { agent, stop } => return self.add_breakpoint(&control, &live, agent, stop),
            Request::Unbreak { breakpoint } => {
                control.change(|state| state.breakpoints.retain(|(known, _)| known.id != breakpoint));
            }
            Request::Disable { agent, part } => {
                live.vocabulary(agent).ok_or("there is no such agent")?;
                let words = part.describe(self.rule_names(Some(agent)));
                control.change(|state| -> Result<(), String> {
                    state.room_for_change()?;
                    let parts = state.disabled.entry(agent).or_default();
                    if parts.iter().all(|(known, _)| *known != part) {
                        parts.push((part, words));
                    }
                    Ok(())
                })?;
            }
            Request::Enable { agent, part } => control.change(|state| {
                if let Some(parts) = state.disabled.get_mut(&agent) {
                    parts.retain(|(known, _)| *known != part);
                }
                state.disabled.retain(|_, parts| !parts.is_empty());
            }),
            Request::Inject { agent, text, hold } => inject(&control, &live, agent, &text, hold)?,
            Request::Release { agent, text } => control.change(|state| {
                if let Some(held) = state.held.get_mut(&agent) {
                    held.retain(|(_, words)| *words != text);
                }
                state.held.retain(|_, held| !held.is_empty());
            }),
            Request::End { agent, action, succeeded } => {
                live.vocabulary(agent).ok_or("there is no such agent")?;
                let words = format!("`{action}` {}", if succeeded { "succeeds" } else { "fails" });
                control.change(|state| -> Result<(), String> {
                    state.room_for_change()?;
                    state.pending.push((agent, HandChange::End { action, succeeded }, words));
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(Value::Null)
    }

    /// The names of the rules of an agent, or their numbers if nothing is known of it.
    fn rule_names(&self, agent: Option<u64>) -> impl Fn(&str, usize) -> String + use<> {
        let info = agent.and_then(|agent| self.run().info(agent));
        move |program, rule| match &info {
            Some(info) => rule_name(info, program, rule),
            None => format!("number {}", rule.saturating_add(1)),
        }
    }

    fn add_breakpoint(
        &self,
        control: &GameControl,
        live: &LiveRun,
        agent: Option<u64>,
        stop: StopAt,
    ) -> Answered {
        let condition = match &stop {
            StopAt::Condition { text } => {
                let agent = agent.ok_or("a condition is about what one agent knows: choose an agent")?;
                let names = live.vocabulary(agent).ok_or("there is no such agent")?;
                Some(Arc::new(self.condition(text, &names)?))
            }
            _ => None,
        };
        let what = stop.describe(self.rule_names(agent));
        let breakpoint = Breakpoint { id: 0, agent, stop, condition };
        value(control.change(|state| state.add_breakpoint(breakpoint, what))?)
    }

    #[cfg(feature = "files")]
    fn condition(
        &self,
        text: &str,
        names: &motive_core::Vocabulary,
    ) -> Result<motive_core::CompiledCondition, String> {
        crate::editing::condition(text, names)
    }

    #[cfg(not(feature = "files"))]
    fn condition(
        &self,
        _: &str,
        _: &motive_core::Vocabulary,
    ) -> Result<motive_core::CompiledCondition, String> {
        Err("this game was built without the feature `files` of the studio, which reads conditions"
            .to_owned())
    }

    /// What is new since the page was last told.
    pub(crate) fn news(&mut self) -> Option<String> {
        let game = self.game()?;
        let now = now(&game.control, &game.live);
        if self.told.as_ref() == Some(&now) {
            return None;
        }
        let news = serde_json::to_string(&json!({ "now": now })).ok();
        self.told = Some(now);
        news
    }
}

impl Drop for PageSession {
    fn drop(&mut self) {
        if let Some(game) = self.game() {
            game.control.change(|state| state.page_went(&self.followed));
        }
    }
}

fn inject(control: &GameControl, live: &LiveRun, agent: u64, text: &str, hold: bool) -> Result<(), String> {
    let names = live.vocabulary(agent).ok_or("there is no such agent")?;
    let change = HandChange::read(text, &names)?;
    let words = text.trim().to_owned();
    control.change(|state| {
        state.room_for_change()?;
        match hold {
            true => state.held.entry(agent).or_default().push((change, words)),
            false => state.pending.push((agent, change, words)),
        }
        Ok(())
    })
}

fn written(id: u64, answered: Answered) -> String {
    let answer = match answered {
        Ok(answer) => json!({ "id": id, "answer": answer }),
        Err(error) => json!({ "id": id, "error": error }),
    };
    answer.to_string()
}

fn now(control: &GameControl, live: &LiveRun) -> Now {
    let state = control.state();
    let breakpoint = |(known, what): &(Breakpoint, String)| BreakpointRow {
        id: known.id,
        agent: known.agent,
        what: what.clone(),
        stop: known.stop.clone(),
    };
    let disabled = state.disabled.iter();
    let held = state.held.iter();
    Now {
        run: state.runs,
        paced: state.is_paced,
        tick: control.tick(),
        paused: state.paused,
        over: state.over,
        stopped_by: state.stopped_by.clone(),
        pace: state.pace,
        agents: live.count(),
        dropped: control.dropped(),
        reloads: state.reloads,
        breakpoints: state.breakpoints.iter().map(breakpoint).collect(),
        disabled: disabled
            .flat_map(|(agent, parts)| {
                parts.iter().map(|(part, words)| (*agent, part.clone(), words.clone()))
            })
            .collect(),
        held: held.flat_map(|(agent, held)| held.iter().map(|(_, words)| (*agent, words.clone()))).collect(),
        by_hand: state.by_hand.iter().cloned().collect(),
    }
}
