//! Why an agent does what it does, and recordings.

use crate::agent::MotiveAgent;
use crate::clock::MotiveClock;
use crate::herd::leave_herd;
use crate::value::with_entities;
use bevy_ecs::prelude::*;
use bevy_log::error;
use bevy_reflect::Reflect;
use motive::kernel::trace::{ConditionFailure, Event, ProposalResult, Recorder};
use motive::kernel::{Memory, Mind as _, TaskState};
use motive::recording::Recording;
use std::fmt;
use std::path::PathBuf;

/// The agent explains itself: it gets the component [`Why`], renewed at each decision. An agent that explains itself thinks in every
/// tick; it decides the same.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
#[component(on_insert = leave_herd)]
#[require(Why)]
pub struct Explain;

/// Why an agent does what it does, as data for a debug view; it prints as text.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component)]
pub struct Why {
    /// The tick of the decision.
    pub tick: u64,
    /// What it does: `flee(wolf#12)`.
    pub actions: Vec<String>,
    /// What it pursues, most important first.
    pub goals: Vec<WhyGoal>,
    /// What it wanted to do and does not, and why.
    pub rejected: Vec<String>,
    /// The rules that were tried in this decision and could not run, and why.
    pub failed_rules: Vec<String>,
}

/// A goal that an agent pursues.
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
pub struct WhyGoal {
    /// Its name.
    pub goal: String,
    /// How important it is now.
    pub priority: f64,
    /// The program that pursues it.
    pub program: String,
    /// What that is doing, such as the rule that runs.
    pub doing: String,
    /// Whether it was put aside because nothing that it knows to do applied.
    pub is_suspended: bool,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "tick {}: {}", self.tick, self.actions.join(", "))?;
        for goal in &self.goals {
            let WhyGoal { goal, priority, program, doing, is_suspended } = goal;
            let aside = if *is_suspended { ", suspended" } else { "" };
            let doing = if doing.is_empty() { String::new() } else { format!(": {doing}") };
            writeln!(f, "  {priority:>8.2}  {goal} by {program}{doing}{aside}")?;
        }
        self.rejected.iter().try_for_each(|rejected| writeln!(f, "  not {rejected}"))
    }
}

impl Why {
    fn of(agent: &MotiveAgent, tick: u64, events: &[Event]) -> Self {
        let pursued = agent.game_agent().untyped().mind().pursued();
        let goals = pursued.into_iter().map(|task| WhyGoal {
            goal: task.goal.to_owned(),
            priority: task.priority,
            program: task.program.to_owned(),
            doing: task.current.unwrap_or_default().to_owned(),
            is_suspended: task.state == TaskState::Suspended,
        });
        Self {
            tick,
            actions: agent.actions(),
            goals: goals.collect(),
            rejected: events.iter().filter_map(|event| rejected(event, &agent.memory())).collect(),
            failed_rules: events.iter().filter_map(failed_rule).collect(),
        }
    }
}

/// A proposal that is not carried out.
fn rejected(event: &Event, memory: &Memory) -> Option<String> {
    let Event::Proposed { command, fate, .. } = event else { return None };
    let why = match fate {
        ProposalResult::Kept | ProposalResult::Blended { .. } => return None,
        ProposalResult::Conflict { with } => format!("it conflicts with {with}"),
        ProposalResult::Vetoed => "it is vetoed".to_owned(),
        ProposalResult::OnlyOne => "only one action is allowed".to_owned(),
        ProposalResult::Failed => "it could not change memory".to_owned(),
    };
    Some(with_entities(&format!("{command}: {why}"), memory))
}

/// A rule that cannot run.
fn failed_rule(event: &Event) -> Option<String> {
    let Event::RuleFailed { program, rule, part, why, .. } = event else { return None };
    let why = match why {
        ConditionFailure::False => "does not hold",
        ConditionFailure::Unknown => "fits nothing that is known",
        ConditionFailure::Held { .. } => "fits only what another goal holds",
        ConditionFailure::Call => "calls a program of which no rule can run",
        ConditionFailure::NoValue => "asks for something that has no value",
        ConditionFailure::CallDepth => "calls programs too deeply",
        ConditionFailure::Disabled => "was not looked at: the rule is disabled by hand",
        ConditionFailure::Budget => "was left out because the work allowed is used up",
    };
    Some(format!("rule {} of {program}: condition {} {why}", rule + 1, part + 1))
}

/// The agent's decisions are recorded, so that `motive why FILE --tick N` explains them: `commands.entity(e).insert(RecordDecisions::to("run.trace"))`.
///
/// The file is complete when the component is removed or the entity goes. Recording changes no decision.
#[derive(Component)]
#[component(on_insert = leave_herd)]
pub struct RecordDecisions {
    path: PathBuf,
    recording: Option<Recording>,
    has_failed: bool,
}

impl RecordDecisions {
    /// Records to a file, which is overwritten.
    pub fn to(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), recording: None, has_failed: false }
    }

    fn write(&mut self, agent: &MotiveAgent, name: Option<&Name>, tick: u64, events: &[Event]) {
        if self.has_failed {
            return;
        }
        let inner = agent.game_agent().untyped();
        if self.recording.is_none() {
            match Recording::create(&self.path) {
                Ok(mut recording) => {
                    if let Some(name) = name {
                        recording.introduce(inner, name.as_str(), "");
                    }
                    self.recording = Some(recording);
                }
                Err(error) => self.fail(&error),
            }
        }
        if let Some(recording) = &mut self.recording {
            recording.record(inner, tick, events);
            if let Some(error) = recording.error().map(ToString::to_string) {
                self.fail(&error);
            }
        }
    }

    fn fail(&mut self, error: &dyn fmt::Display) {
        error!("cannot record to `{}`: {error}", self.path.display());
        self.has_failed = true;
    }
}

type Watched<'a> =
    (&'a mut MotiveAgent, Option<&'a mut Why>, Option<&'a mut RecordDecisions>, Option<&'a Name>);

#[cfg(not(feature = "studio"))]
type IsWatched = Or<(With<Explain>, With<RecordDecisions>)>;
/// An agent in the studio decides there, and is neither recorded nor does it explain itself meanwhile.
#[cfg(feature = "studio")]
type IsWatched = (Or<(With<Explain>, With<RecordDecisions>)>, Without<crate::InStudio>);

/// Agents that explain themselves or are recorded decide one by one, in the same way as the others.
pub(crate) fn decide_watched(clock: Res<MotiveClock>, mut agents: Query<Watched<'_>, IsWatched>) {
    let now = clock.now();
    for (mut agent, why, record, name) in &mut agents {
        if !agent.is_due {
            agent.decide(now);
            continue;
        }
        let mut recorder = Recorder::default();
        agent.decide_traced(now, &mut recorder);
        if let Some(mut why) = why {
            *why = Why::of(&agent, now.tick, recorder.events());
        }
        if let Some(mut record) = record {
            record.write(&agent, name, now.tick, recorder.events());
        }
    }
}
