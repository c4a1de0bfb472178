//! Why an agent does what it does.

use crate::agent::MotiveAgent;
use crate::clock::MotiveClock;
use crate::herd::leave_herd;
use crate::observe::Observed;
use crate::value::with_entities;
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use motive::kernel::trace::{ConditionFailure, Event, ProposalResult, Recorder};
use motive::kernel::{Memory, Mind as _, TaskState};
use std::fmt;

/// The agent explains itself: it gets the component [`Why`], renewed at each decision. An agent that explains itself decides in every
/// tick; it decides the same. While an [observer](crate::ObserverPlugin) looks at it, `Why` stays as it was.
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

type Explaining<'a> = (&'a mut MotiveAgent, &'a mut Why);

/// Agents that explain themselves decide one by one, in the same way as the others.
pub(crate) fn decide_explaining(
    clock: Res<MotiveClock>,
    mut agents: Query<Explaining<'_>, (With<Explain>, Without<Observed>)>,
) {
    let now = clock.now();
    for (mut agent, mut why) in &mut agents {
        if agent.is_due {
            let mut recorder = Recorder::default();
            agent.decide_with(now, &mut recorder);
            *why = Why::of(&agent, now.tick, recorder.events());
        } else {
            agent.decide(now);
        }
    }
}
