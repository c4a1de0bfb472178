//! What the page shows of one agent at one tick.

use motive_core::mind::RuleText;
use motive_core::trace::{Event, SkillLevel};
use motive_trace::{
    AgentHistory, AgentInfo, DecisionExplanation, KnownThing, RunInfo, Segment, SegmentMoment, TickRecord,
};
use serde::Serialize;

/// One agent at one tick.
#[derive(Serialize)]
pub(crate) struct MindView {
    tick: u64,
    /// The answer of `motive why`.
    text: String,
    explanation: DecisionExplanation,
    memory: Vec<KnownThing>,
    drives: Vec<(String, f64)>,
    networks: Vec<NetworkView>,
    by_hand: Vec<String>,
}

/// A network after a step.
#[derive(Serialize)]
struct NetworkView {
    task: u64,
    threshold: f64,
    skills: Vec<SkillLevel>,
}

impl MindView {
    /// The agent of a segment at a tick, or at the last one before it.
    pub(crate) fn at(segment: &Segment, run: &RunInfo, tick: u64) -> Option<Self> {
        let SegmentMoment { explanation, record, history } = segment.explain(run, tick)?;
        Some(Self::of(explanation, &record, &history))
    }

    /// An agent after a decision.
    pub(crate) fn of(explanation: DecisionExplanation, record: &TickRecord, history: &AgentHistory) -> Self {
        Self {
            tick: record.tick,
            text: explanation.text(),
            memory: history.known_things(),
            drives: history.drives(),
            networks: record.events.iter().filter_map(network).collect(),
            by_hand: record.events.iter().filter_map(by_hand).collect(),
            explanation,
        }
    }
}

pub(crate) fn by_hand(event: &Event) -> Option<String> {
    match event {
        Event::ByHand { what } => Some(what.to_string()),
        _ => None,
    }
}

fn network(event: &Event) -> Option<NetworkView> {
    let Event::Activation { task, threshold, skills } = event else { return None };
    Some(NetworkView { task: *task, threshold: *threshold, skills: skills.clone() })
}

/// The mind of an agent as it is written.
#[derive(Serialize)]
pub(crate) struct WrittenMind {
    name: String,
    source: String,
    goals: Vec<(String, Vec<String>)>,
    /// Programs, and the rules of each with their conditions and effects.
    programs: Vec<(String, Vec<RuleText>)>,
    actions: Vec<String>,
}

impl WrittenMind {
    pub(crate) fn of(info: &AgentInfo) -> Self {
        let rule = |rule: &RuleText| RuleText {
            conditions: rule.conditions.iter().map(|part| motive_trace::text::tidy(part)).collect(),
            ..rule.clone()
        };
        Self {
            name: info.name.clone(),
            source: info.source.clone(),
            goals: info.mind.goals.iter().map(|goal| (goal.name.clone(), goal.clauses.clone())).collect(),
            programs: info
                .mind
                .programs
                .iter()
                .map(|(name, rules)| (name.clone(), rules.iter().map(rule).collect()))
                .collect(),
            actions: info.names.actions.clone(),
        }
    }
}

/// The name of a rule of a mind, or its number.
pub(crate) fn rule_name(info: &AgentInfo, program: &str, rule: usize) -> String {
    let known = info.mind.programs.get(program).and_then(|rules| rules.get(rule));
    known.map_or_else(|| format!("number {}", rule.saturating_add(1)), |rule| rule.name.clone())
}
