//! When a game stops by itself.

use motive_core::trace::Event;
use motive_core::{CompiledCondition, Decision, Memory};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// How often an agent has to return to what it did before to count as dithering, and within how many ticks.
const TURNS: usize = 4;
const TICKS: u64 = 40;

/// What a game stops at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub(crate) enum StopAt {
    /// A rule begins to run.
    Rule { program: String, rule: usize },
    /// A goal begins to be pursued.
    Goal { goal: String },
    /// A condition over memory becomes true.
    Condition { text: String },
    /// The agent keeps returning to what it did before.
    Dithering,
}

/// A breakpoint of one agent, or of all.
#[derive(Clone, Debug)]
pub(crate) struct Breakpoint {
    pub(crate) id: u64,
    pub(crate) agent: Option<u64>,
    pub(crate) stop: StopAt,
    /// Of a condition.
    pub(crate) condition: Option<Arc<CompiledCondition>>,
}

impl Breakpoint {
    pub(crate) fn is_of(&self, agent: u64) -> bool {
        self.agent.is_none_or(|of| of == agent)
    }
}

/// What breakpoints have to remember of an agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct BreakpointState {
    doing: VecDeque<(u64, String)>,
    /// The conditions that held in the last tick, by the numbers of their breakpoints.
    held: Vec<u64>,
}

impl BreakpointState {
    /// The first breakpoint that a decision hits.
    pub(crate) fn hit<'b>(
        &mut self,
        breakpoints: impl Iterator<Item = &'b Breakpoint>,
        tick: u64,
        events: &[Event],
        decision: &Decision,
        memory: &Memory,
    ) -> Option<&'b Breakpoint> {
        let mut found = None;
        for breakpoint in breakpoints {
            let hits = match &breakpoint.stop {
                StopAt::Rule { program, rule } => events.iter().any(|event| {
                    matches!(event, Event::RuleFired { program: of, rule: fired, continued: false, .. }
                        if **of == **program && fired == rule)
                }),
                StopAt::Goal { goal } => events
                    .iter()
                    .any(|event| matches!(event, Event::TaskStarted { goal: of, .. } if **of == **goal)),
                StopAt::Condition { .. } => self.begins_to_hold(breakpoint, memory),
                StopAt::Dithering => self.dithers(tick, decision, memory),
            };
            if hits && found.is_none() {
                found = Some(breakpoint);
            }
        }
        found
    }

    fn begins_to_hold(&mut self, breakpoint: &Breakpoint, memory: &Memory) -> bool {
        let holds = breakpoint.condition.as_ref().is_some_and(|condition| condition.check(memory));
        let held = self.held.contains(&breakpoint.id);
        match (held, holds) {
            (false, true) => self.held.push(breakpoint.id),
            (true, false) => self.held.retain(|id| *id != breakpoint.id),
            _ => {}
        }
        holds && !held
    }

    /// Whether the agent went to and fro between two things.
    fn dithers(&mut self, tick: u64, decision: &Decision, memory: &Memory) -> bool {
        let now = decision.display(memory.shared_vocabulary().as_ref()).join(", ");
        if now.is_empty() || self.doing.back().is_some_and(|(_, last)| *last == now) {
            return false;
        }
        self.doing.push_back((tick, now));
        while self.doing.len() > TURNS + 1
            || self.doing.front().is_some_and(|(at, _)| tick.saturating_sub(*at) > TICKS)
        {
            self.doing.pop_front();
        }
        let returns = self.doing.len() > TURNS
            && self.doing.iter().zip(self.doing.iter().skip(2)).all(|(one, next)| one.1 == next.1);
        if returns {
            self.doing.clear();
        }
        returns
    }
}

impl StopAt {
    /// As a sentence without a full stop.
    pub(crate) fn describe(&self, rule_name: impl Fn(&str, usize) -> String) -> String {
        match self {
            Self::Rule { program, rule } => format!("rule `{}` of {program} runs", rule_name(program, *rule)),
            Self::Goal { goal } => format!("goal `{goal}` comes up"),
            Self::Condition { text } => format!("`{text}` becomes true"),
            Self::Dithering => "it goes to and fro between two things".to_owned(),
        }
    }
}
