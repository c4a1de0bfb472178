//! From a trace to an explanation.

use crate::event_text::{STEP, ending};
use crate::explanation::*;
use crate::format::{Fact, Record, RunInfo, TickRecord};
use crate::history::{AgentHistory, TaskHistory, shown};
use crate::reader::{Reader, TraceError};
use crate::text::{brief, listed_some, tidy};
use motive_core::trace::{Event, OtherPlan, SubtaskEvent, TaskEnd};
use motive_core::{Id, Property, Value};
use std::io::BufRead;

/// How many agents an error lists.
const MOST_LISTED: usize = 10;

/// Which agent of a recording is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentChoice {
    /// The one with this number.
    Number(u64),
    /// The first one with this name.
    Name(String),
    /// The first one that is recorded.
    First,
}

impl AgentChoice {
    /// A number, or else a name.
    pub fn read(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Name(text.to_owned()), Self::Number)
    }

    fn is(&self, number: u64, name: &str) -> bool {
        match self {
            Self::Number(wanted) => *wanted == number,
            Self::Name(wanted) => wanted == name,
            Self::First => true,
        }
    }
}

/// Why a tick cannot be explained.
#[derive(Debug, thiserror::Error)]
pub enum WhyError {
    /// The trace cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The trace has no such tick.
    #[error("there is no tick {tick}{}", range(.first_last))]
    NoTick {
        /// The tick asked for.
        tick: u64,
        /// The first and the last tick of the agent.
        first_last: Option<(u64, u64)>,
    },
    /// The trace was cut off before the tick.
    #[error("there is no tick {tick}{}: {why}", range(.first_last))]
    CutBefore {
        /// The tick asked for.
        tick: u64,
        /// The first and the last complete tick of the agent.
        first_last: Option<(u64, u64)>,
        /// Where it was cut.
        why: TraceError,
    },
    /// The trace has no such agent.
    #[error("there is no agent {wanted}; this recording has {}", if .agents.is_empty() { "none".to_owned() } else { listed_some(.agents, MOST_LISTED) })]
    NoAgent {
        /// The agent asked for.
        wanted: String,
        /// Numbers and names of those that there are.
        agents: Vec<String>,
    },
}

fn range(first_last: &Option<(u64, u64)>) -> String {
    first_last
        .map_or_else(String::new, |(first, last)| format!("; this agent has the ticks {first} to {last}"))
}

/// Explains one decision of one agent.
///
/// # Errors
/// If the trace cannot be read that far, or has no such tick or agent.
pub fn explain<R: BufRead>(
    trace: &mut Reader<R>,
    tick: u64,
    agent: &AgentChoice,
) -> Result<DecisionExplanation, WhyError> {
    let mut found: Option<AgentHistory> = None;
    let mut agents = Vec::new();
    let mut first_last: Option<(u64, u64)> = None;
    let cut = loop {
        match trace.next_record() {
            Ok(None) => break None,
            Err(cut @ TraceError::Cut { .. }) => break Some(cut),
            Err(error) => return Err(error.into()),
            Ok(Some(Record::Agent(info))) => {
                let told = format!("{} ({})", info.agent, info.name);
                if !agents.contains(&told) {
                    agents.push(told);
                }
                match &mut found {
                    Some(history) if history.info().agent == info.agent => {
                        history.reload(info).map_err(TraceError::from)?;
                    }
                    None if agent.is(info.agent, &info.name) => {
                        found = Some(AgentHistory::new(info).map_err(TraceError::from)?);
                    }
                    _ => {}
                }
            }
            Ok(Some(Record::Backdrop(_) | Record::Scene(_))) => {}
            Ok(Some(Record::Tick(record))) => {
                let is_its = |history: &&mut AgentHistory| history.info().agent == record.agent;
                let Some(history) = found.as_mut().filter(is_its) else { continue };
                if record.tick == tick {
                    return Ok(explain_next(history, &record, trace.run()));
                }
                history.follow(&record);
                let first = first_last.map_or(record.tick, |(first, _)| first);
                first_last = Some((first, record.tick));
            }
        }
    };
    let wanted = match agent {
        AgentChoice::Number(number) => number.to_string(),
        AgentChoice::Name(name) => format!("`{name}`"),
        AgentChoice::First => "at all".to_owned(),
    };
    Err(match cut {
        Some(why) => WhyError::CutBefore { tick, first_last, why },
        None if found.is_none() => WhyError::NoAgent { wanted, agents },
        None => WhyError::NoTick { tick, first_last },
    })
}

/// Advances by a tick and explains it.
pub(crate) fn explain_next(
    history: &mut AgentHistory,
    record: &TickRecord,
    run: &RunInfo,
) -> DecisionExplanation {
    // What a decision changed in memory has to be found out before the history goes on.
    let changes = changes(history, record);
    history.follow(record);
    let action = |(task, command): (u64, &String)| {
        let (command, task) = (history.with_names(command), (task != 0).then_some(task));
        ActionExplanation { command, task }
    };
    let decided = &history.decided;
    DecisionExplanation {
        world: run.world.clone(),
        seed: run.seed,
        tick: record.tick,
        agent: record.agent,
        name: history.info().name.clone(),
        actions: history.accepted().map(action).collect(),
        decided_at: (decided.tick < record.tick).then_some(decided.tick),
        tasks: tasks(history, record),
        goals: goals(history, record),
        notes: notes(history, record),
        changes,
    }
}

/// What changed in memory: the agent itself first, then things in the order in which they were noticed.
fn changes(history: &AgentHistory, record: &TickRecord) -> Vec<ThingChange> {
    let mut changes: Vec<ThingChange> = Vec::new();
    let facts = |id: Id| record.facts.iter().filter(move |fact| fact.id == id);
    for event in &record.events {
        let Event::Perceived { added, changed, removed } = event else { continue };
        for id in added {
            let kinds =
                facts(*id).filter(|fact| fact.property == Property::KIND).flat_map(|fact| &fact.values);
            let kinds: Vec<String> = kinds.map(|kind| kind.display(&history.names)).collect();
            let value = |property| facts(*id).find(|fact| fact.property == property)?.values.first().cloned();
            let thing = shown(*id, value, &history.names);
            changes.push(ThingChange { thing, change: MemoryChange::New { kinds } });
        }
        for id in changed {
            // A property without a value before and now has not changed.
            let is_change = |change: &PropertyChange| change.before.is_some() || change.now.is_some();
            let properties: Vec<PropertyChange> =
                facts(*id).map(|fact| property(history, fact)).filter(is_change).collect();
            if !properties.is_empty() {
                let change = MemoryChange::Changed { properties };
                changes.push(ThingChange { thing: history.thing(*id), change });
            }
        }
        let gone = |id: &Id| ThingChange { thing: history.thing(*id), change: MemoryChange::Gone };
        changes.extend(removed.iter().map(gone));
    }
    let own = Id::SELF.display(&history.names);
    changes.sort_by_key(|change| change.thing != own);
    changes
}

fn property(history: &AgentHistory, fact: &Fact) -> PropertyChange {
    let text = |values: &[Value]| (!values.is_empty()).then(|| history.values(values));
    PropertyChange {
        property: history.property(fact.property).to_owned(),
        before: history.values_of(fact.id, fact.property).and_then(text),
        now: text(&fact.values),
    }
}

/// Goals that became active, in order, then those that are not pursued, in the order of the mind.
fn goals(history: &AgentHistory, record: &TickRecord) -> Vec<GoalExplanation> {
    let mut goals: Vec<GoalExplanation> = Vec::new();
    let known = &history.info().mind.goals;
    for event in &record.events {
        let (goal, state) = match event {
            Event::GoalMade { goal, priority, clause } => {
                let text = known.iter().find(|known| *known.name == **goal);
                let condition = text.and_then(|text| text.clauses.get(*clause)).map(|case| tidy(case));
                (goal, GoalState::Activated { priority: *priority, condition: condition.unwrap_or_default() })
            }
            Event::GoalFiltered { goal, priority, threshold } => {
                (goal, GoalState::Filtered { priority: *priority, threshold: *threshold })
            }
            Event::NoProgram { goal } => (goal, GoalState::NoProgram),
            Event::BadPriority { goal } => (goal, GoalState::NoPriority),
            _ => continue,
        };
        // The last event of a goal says its state.
        goals.retain(|known| *known.goal != **goal);
        goals.push(GoalExplanation { goal: goal.to_string(), state });
    }
    for goal in known {
        let pursued = history.tasks.values().any(|task| task.goal == goal.name);
        if !pursued && !goals.iter().any(|known| known.goal == goal.name) {
            goals.push(GoalExplanation { goal: goal.name.clone(), state: GoalState::Inactive });
        }
    }
    goals
}

/// Tasks in the order in which they were evaluated, then those that were not.
fn tasks(history: &AgentHistory, record: &TickRecord) -> Vec<TaskExplanation> {
    let mut order: Vec<(u64, bool)> = Vec::new();
    for event in &record.events {
        match event {
            Event::TaskRun { task, .. } | Event::Unchanged { task } => order.push((*task, false)),
            Event::TaskSkipped { task } => order.push((*task, true)),
            _ => {}
        }
    }
    let rest: Vec<u64> =
        history.tasks.keys().copied().filter(|task| !order.iter().any(|(known, _)| known == task)).collect();
    order.extend(rest.into_iter().map(|task| (task, false)));
    let one = |(number, skipped): &(u64, bool)| {
        let task = history.tasks.get(number)?;
        Some(TaskExplanation { skipped: *skipped, ..task_explanation(history, *number, task) })
    };
    let mut tasks: Vec<TaskExplanation> = order.iter().filter_map(one).collect();
    tasks.sort_by(|a, b| b.priority.total_cmp(&a.priority));
    tasks
}

fn task_explanation(history: &AgentHistory, number: u64, task: &TaskHistory) -> TaskExplanation {
    let events = &task.events;
    let is_decomposed = events.iter().any(|event| matches!(event, Event::Decomposing { .. }));
    TaskExplanation {
        task: number,
        goal: task.goal.clone(),
        program: task.program.clone(),
        priority: task.priority,
        previous_priority: task.previous_priority,
        started_at: task.started_at,
        evaluated_at: task.evaluated_at,
        skipped: false,
        suspended: task.suspended,
        waiting: events.iter().any(|event| matches!(event, Event::Waiting { .. })),
        rules: events.iter().filter_map(|event| attempt(history, event)).collect(),
        subtasks: nested(events.iter().filter_map(|event| subtask(history, event)).collect()),
        plan: task.plan.as_ref().map(|plan| plan_with_names(history, plan)),
        bindings: events.iter().filter_map(|event| binding(history, event)).collect(),
        proposals: history
            .decided
            .proposals
            .iter()
            .filter_map(|event| proposal(history, number, event))
            .collect(),
        ended: task.ended.map(|why| match why {
            TaskEnd::Stuck if is_decomposed => "it failed".to_owned(),
            why => ending(why).to_owned(),
        }),
    }
}

fn plan_with_names(history: &AgentHistory, plan: &PlanExplanation) -> PlanExplanation {
    let named = |steps: &Vec<String>| steps.iter().map(|step| history.with_names(step)).collect::<Vec<_>>();
    let other = |(steps, utility): &(Vec<String>, f64)| (named(steps), *utility);
    let considered = |other: &OtherPlan| OtherPlan {
        steps: named(&other.steps),
        utility: other.utility,
        flaw: other.flaw.as_ref().map(|flaw| history.with_names(flaw)),
    };
    PlanExplanation {
        steps: named(&plan.steps),
        chosen_over: plan.chosen_over.iter().map(considered).collect(),
        not_adopted: plan.not_adopted.as_ref().map(other),
        ..plan.clone()
    }
}

fn subtask(history: &AgentHistory, event: &Event) -> Option<SubtaskStep> {
    let Event::Decomposing { depth, name, what, .. } = event else { return None };
    let (event, entered) = (history.happening(name, *what), *what == SubtaskEvent::Entered);
    Some(SubtaskStep { depth: *depth, name: name.to_string(), event, entered })
}

fn attempt(history: &AgentHistory, event: &Event) -> Option<RuleAttempt> {
    let (program, rule, ran) = match event {
        Event::RuleFailed { program, rule, .. } => (program, *rule, false),
        Event::RuleFired { program, rule, .. } => (program, *rule, true),
        _ => return None,
    };
    let text = history.rule_text(program, rule);
    let mut attempt = RuleAttempt {
        program: program.to_string(),
        number: rule.saturating_add(1),
        rule: history.rule(program, rule),
        ran,
        continued: matches!(event, Event::RuleFired { continued: true, .. }),
        conditions: text
            .map_or_else(Vec::new, |text| text.conditions.iter().map(|part| tidy(part)).collect()),
        failed_condition: None,
        reason: None,
    };
    if let Event::RuleFailed { part, why, .. } = event {
        attempt.failed_condition = history.condition(program, rule, *part);
        attempt.reason = Some(history.failure(attempt.failed_condition.as_deref(), *part == STEP, why));
    }
    Some(attempt)
}

fn binding(history: &AgentHistory, event: &Event) -> Option<BoundThing> {
    let Event::Bound { name, id, exclusive, portions, .. } = event else { return None };
    let portion = |(property, amount): &(Property, f64)| {
        format!("{} of its {}", brief(*amount), history.property(*property))
    };
    Some(BoundThing {
        variable: name.as_ref().map(|name| tidy(name)).filter(|name| !name.is_empty()),
        thing: history.thing(*id),
        exclusive: *exclusive,
        portions: portions.iter().map(portion).collect(),
    })
}

fn proposal(history: &AgentHistory, number: u64, event: &Event) -> Option<ProposalOutcome> {
    match event {
        Event::Proposed { task, command, fate, .. } if *task == number => {
            let reason = history.rejection(command, fate);
            let (command, accepted) = (history.with_names(command), reason.is_none());
            Some(ProposalOutcome { command, accepted, reason })
        }
        _ => None,
    }
}

/// Events that have no place of their own in an explanation.
fn notes(history: &AgentHistory, record: &TickRecord) -> Vec<String> {
    let is_note = |event: &&Event| {
        matches!(
            event,
            Event::ByHand { .. }
                | Event::Threshold { .. }
                | Event::GoalCycle { .. }
                | Event::NotesCollected { .. }
                | Event::Overridden { .. }
                | Event::SkillStarted { .. }
                | Event::TaskResumed { .. }
        ) || matches!(event, Event::Proposed { task: 0, .. })
    };
    record.events.iter().filter(is_note).map(|event| history.sentence(event)).collect()
}

/// A subtask that was entered in this tick and has not ended.
struct OpenSubtask<'a> {
    name: &'a str,
    stack_depth: u32,
    depth: u32,
}

/// Gives each step its depth in the tree. A task's frame is removed before its last call, so the executor has both at
/// one depth; in the tree the callee is inside its caller, as it is in the file, and both end together.
fn nested(mut steps: Vec<SubtaskStep>) -> Vec<SubtaskStep> {
    let depths = depths(&steps);
    steps.iter_mut().zip(depths).for_each(|(step, depth)| step.depth = depth);
    steps
}

fn depths(steps: &[SubtaskStep]) -> Vec<u32> {
    let mut open: Vec<OpenSubtask<'_>> = Vec::new();
    let mut after_leaf = false;
    let mut depths = Vec::with_capacity(steps.len());
    for step in steps {
        let (name, stack_depth) = (step.name.as_str(), step.depth);
        // What follows a leaf that runs in the same tick belongs to a parallel task.
        open.retain(|outer| outer.stack_depth < stack_depth + u32::from(!(after_leaf && step.entered)));
        let own = open.iter().rposition(|outer| (outer.name, outer.stack_depth) == (name, stack_depth));
        let depth = match own.filter(|_| !step.entered) {
            Some(place) => open[place].depth,
            None if step.entered => open.last().map_or(stack_depth, |outer| outer.depth + 1),
            None => stack_depth,
        };
        if step.entered {
            open.push(OpenSubtask { name, stack_depth, depth });
        } else if !step.is_running() {
            open.retain(|outer| outer.stack_depth < stack_depth);
        }
        after_leaf = step.is_running();
        depths.push(depth);
    }
    depths
}
