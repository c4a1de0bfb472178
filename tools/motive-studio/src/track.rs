//! What the timeline shows of a segment: what went on from when to when.

use crate::mind_view::by_hand;
use motive_core::trace::{Event, SkillLevel};
use motive_trace::Segment;
use motive_trace::view::AgentView;
use serde::Serialize;

/// A curve: values from the tick on at which they stand.
type Steps = Vec<(u64, Option<f64>)>;

/// What went on in a segment.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Track {
    pub(crate) from: u64,
    pub(crate) to: u64,
    /// Goals that are pursued, with their priorities; none while they are not.
    goals: Vec<(String, Steps)>,
    /// Goals that came up and were filtered out, with their priorities; none while they were not.
    filtered: Vec<(String, Steps)>,
    /// What is done, with the first and the last tick.
    actions: Vec<Span>,
    /// Programs with the rules or subtasks that they are at.
    rules: Vec<Span>,
    drives: Vec<(String, Steps)>,
    skills: Vec<(String, Steps)>,
    /// Of each skill, what it received in each step, by source.
    sources: Vec<(String, Vec<(String, Steps)>)>,
    by_hand: Vec<(u64, String)>,
}

/// Something that lasts from a tick to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Span(String, u64, u64);

impl Track {
    pub(crate) fn of(segment: &Segment) -> Option<Self> {
        let (from, to) = segment.ticks()?;
        let mut track = Self { from, to, ..Self::default() };
        segment.follow_all(|history, record| {
            let tick = record.tick;
            let AgentView { goals, actions, drives, .. } = AgentView::of(history, tick);
            track.by_hand.extend(record.events.iter().filter_map(by_hand).map(|what| (tick, what)));
            steps(&mut track.goals, tick, goals.iter().map(|goal| (&*goal.goal, goal.priority)));
            spans(
                &mut track.rules,
                tick,
                goals.into_iter().filter(|goal| !goal.suspended).map(|goal| goal.current),
            );
            spans(&mut track.actions, tick, actions.into_iter().map(|action| action.command));
            steps(&mut track.drives, tick, drives.iter().map(|(name, value)| (&**name, *value)));
            let filtered = record.events.iter().filter_map(|event| match event {
                Event::GoalFiltered { goal, priority, .. } => Some((&**goal, *priority)),
                _ => None,
            });
            steps(&mut track.filtered, tick, filtered);
            let activation = record.events.iter().rev().find_map(|event| match event {
                Event::Activation { skills, .. } => Some(skills),
                _ => None,
            });
            if let Some(skills) = activation {
                track.add_activation(tick, skills);
            }
        });
        Some(track)
    }

    fn add_activation(&mut self, tick: u64, skills: &[SkillLevel]) {
        steps(&mut self.skills, tick, skills.iter().map(|skill| (&*skill.skill, skill.level)));
        for SkillLevel { skill, sources, .. } in skills {
            let at = self.sources.iter().position(|(known, _)| **known == **skill).unwrap_or_else(|| {
                self.sources.push((skill.to_string(), Vec::new()));
                self.sources.len() - 1
            });
            // A skill that gets nothing gets 0 from those it had something from.
            let silent: Vec<String> = self.sources[at].1.iter().map(|(name, _)| name.clone()).collect();
            let silent = silent.iter().filter(|name| sources.iter().all(|(known, _)| **known != ***name));
            let now = sources.iter().map(|(name, amount)| (&**name, *amount));
            steps(&mut self.sources[at].1, tick, now.chain(silent.map(|name| (&**name, 0.0))));
        }
    }
}

/// Continues curves; those that are not named end.
fn steps<'n>(curves: &mut Vec<(String, Steps)>, tick: u64, now: impl Iterator<Item = (&'n str, f64)>) {
    let mut seen = Vec::new();
    for (name, value) in now {
        let value = (value * 1000.0).round() / 1000.0;
        let at = curves.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            curves.push((name.to_owned(), Vec::new()));
            curves.len() - 1
        });
        seen.push(at);
        step(&mut curves[at].1, tick, Some(value).filter(|value| value.is_finite()));
    }
    for (at, (_, curve)) in curves.iter_mut().enumerate() {
        if !seen.contains(&at) {
            step(curve, tick, None);
        }
    }
}

fn step(curve: &mut Steps, tick: u64, value: Option<f64>) {
    if curve.last().is_none_or(|(_, last)| *last != value) {
        curve.push((tick, value));
    }
}

/// Continues what went on until the tick before, and begins what is new.
fn spans(spans: &mut Vec<Span>, tick: u64, now: impl Iterator<Item = String>) {
    for what in now {
        let going = spans.iter_mut().rev().take(16).find(|span| span.0 == what && span.2 + 1 >= tick);
        match going {
            Some(span) => span.2 = tick,
            None => spans.push(Span(what, tick, tick)),
        }
    }
}
