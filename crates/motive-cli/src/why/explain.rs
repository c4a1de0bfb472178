//! From a trace to an explanation.

use super::explanation::*;
use super::history::{History, TaskPast};
use super::words::{STEP, ending};
use crate::text::tidy;
use crate::trace::{Reader, Record, TickRecord, TraceError};
use motive::trace::{Event, ProposalResult, TaskEnd};
use motive::{Id, Property, Value};
use std::io::BufRead;

/// Why a tick cannot be explained.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WhyError {
    /// The trace cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The trace was read to its end, and there is no such tick.
    #[error("there is no tick {tick}{}", range(.first_last))]
    NoTick {
        /// The tick asked for.
        tick: u64,
        /// The first and the last tick of the agent.
        first_last: Option<(u64, u64)>,
    },
    /// The trace ends too early, because it was cut off.
    #[error("there is no tick {tick}{}: {why}", range(.first_last))]
    CutBefore {
        /// The tick asked for.
        tick: u64,
        /// The first and the last whole tick of the agent.
        first_last: Option<(u64, u64)>,
        /// Where it was cut.
        why: TraceError,
    },
    /// There is no such agent.
    #[error("there is no agent {agent}; the agents of this run are 0 to {last}")]
    NoAgent {
        /// The agent asked for.
        agent: u32,
        /// The last that there is.
        last: usize,
    },
}

fn range(first_last: &Option<(u64, u64)>) -> String {
    first_last.map_or_else(String::new, |(first, last)| format!("; the ticks here are {first} to {last}"))
}

/// Explains one tick of one agent.
///
/// # Errors
/// If the trace cannot be read that far, or has no such tick or agent.
pub fn explain<R: BufRead>(trace: &mut Reader<R>, tick: u64, agent: u32) -> Result<Explanation, WhyError> {
    let header = trace.header().clone();
    let agents = header.minds.len();
    if agent as usize >= agents {
        return Err(WhyError::NoAgent { agent, last: agents.saturating_sub(1) });
    }
    let damaged = |error: motive::VocabularyError| TraceError::BadHeader(error.to_string());
    let mut history = History::new(&header, agent).map_err(damaged)?;
    let mut first_last: Option<(u64, u64)> = None;
    loop {
        match trace.next_record() {
            Ok(None) => return Err(WhyError::NoTick { tick, first_last }),
            Err(why @ TraceError::Cut { .. }) => return Err(WhyError::CutBefore { tick, first_last, why }),
            Err(error) => return Err(error.into()),
            Ok(Some(Record::Mind { agent: of, names, mind })) if of == agent => {
                history.replace(&names, mind).map_err(damaged)?;
            }
            Ok(Some(Record::Tick(record))) if record.agent == agent => {
                let changes = changes(&history, &record);
                history.follow(&record);
                if record.tick == tick {
                    let (world, seed) = (header.world, header.seed);
                    return Ok(Explanation { world, seed, agent, changes, ..story(&history, &record) });
                }
                let first = first_last.map_or(record.tick, |(first, _)| first);
                first_last = Some((first, record.tick));
            }
            Ok(Some(_)) => {}
        }
    }
}

fn story(history: &History, record: &TickRecord) -> Explanation {
    let (decided, proposals) = &history.decided;
    let does = proposals.iter().filter_map(|event| match event {
        Event::Proposed { command, fate: ProposalResult::Kept, .. } => Some(command.clone()),
        _ => None,
    });
    Explanation {
        tick: record.tick,
        mind: history.mind.name.clone(),
        goals: goals(history, record),
        tasks: tasks(history, record),
        also: also(history, record),
        does: does.collect(),
        decided_at: (*decided < record.tick).then_some(*decided),
        ..Explanation::default()
    }
}

/// What changed in what the agent knows: the agent itself first, then things in the order in which they were noticed.
fn changes(history: &History, record: &TickRecord) -> Vec<ThingChange> {
    let mut changes: Vec<ThingChange> = Vec::new();
    let facts = |id: Id| record.facts.iter().filter(move |fact| fact.id == id);
    for event in &record.events {
        let Event::Perceived { added, changed, removed } = event else { continue };
        for id in added {
            let kinds =
                facts(*id).filter(|fact| fact.property == Property::KIND).flat_map(|fact| &fact.values);
            let kinds = kinds.map(|kind| kind.display(&history.names)).collect();
            changes.push(ThingChange { thing: history.thing(*id), turn: Turn::New { kinds } });
        }
        for id in changed {
            // What had no value and has none now did not change.
            let is_news = |change: &PropertyChange| change.before.is_some() || change.now.is_some();
            let properties: Vec<PropertyChange> =
                facts(*id).map(|fact| property(history, fact)).filter(is_news).collect();
            if !properties.is_empty() {
                changes.push(ThingChange { thing: history.thing(*id), turn: Turn::Changed { properties } });
            }
        }
        changes.extend(removed.iter().map(|id| ThingChange { thing: history.thing(*id), turn: Turn::Gone }));
    }
    let own = Id::SELF.display(&history.names);
    changes.sort_by_key(|change| change.thing != own);
    changes
}

fn property(history: &History, fact: &crate::trace::Fact) -> PropertyChange {
    let text = |values: &[Value]| (!values.is_empty()).then(|| history.values(values));
    PropertyChange {
        property: history.property(fact.property).to_owned(),
        before: history.known(fact.id, fact.property).and_then(text),
        now: text(&fact.values),
    }
}

/// Goals in the order of the mind, those that are pursued already aside.
fn goals(history: &History, record: &TickRecord) -> Vec<GoalStory> {
    let mut stories: Vec<GoalStory> = Vec::new();
    for event in &record.events {
        let (goal, state) = match event {
            Event::GoalMade { goal, priority, clause } => {
                let text = history.mind.goals.iter().find(|known| *known.name == **goal);
                let because = text.and_then(|text| text.cases.get(*clause)).map(|case| tidy(case));
                (goal, GoalState::CameUp { priority: *priority, because: because.unwrap_or_default() })
            }
            Event::GoalFiltered { goal, priority, threshold } => {
                (goal, GoalState::TooWeak { priority: *priority, threshold: *threshold })
            }
            Event::NoProgram { goal } => (goal, GoalState::NoProgram),
            Event::BadPriority { goal } => (goal, GoalState::NoPriority),
            _ => continue,
        };
        // What happened to a goal last is what became of it.
        stories.retain(|known| *known.goal != **goal);
        stories.push(GoalStory { goal: goal.to_string(), state });
    }
    for goal in &history.mind.goals {
        let pursued = history.tasks.values().any(|task| task.goal == goal.name);
        if !pursued && !stories.iter().any(|story| story.goal == goal.name) {
            stories.push(GoalStory { goal: goal.name.clone(), state: GoalState::NotWanted });
        }
    }
    stories
}

/// Tasks in the order in which they were run, then those that were put aside.
fn tasks(history: &History, record: &TickRecord) -> Vec<TaskStory> {
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
        history
            .tasks
            .get(number)
            .map(|task| TaskStory { skipped: *skipped, ..task_story(history, *number, task) })
    };
    order.iter().filter_map(one).collect()
}

fn task_story(history: &History, number: u64, task: &TaskPast) -> TaskStory {
    let (asked_at, events) = match &task.asked {
        Some((tick, events)) => (Some(*tick), events.as_slice()),
        None => (None, &[][..]),
    };
    TaskStory {
        task: number,
        goal: task.goal.clone(),
        program: task.program.clone(),
        priority: task.priority,
        priority_before: task.before,
        since: task.since,
        asked_at,
        skipped: false,
        put_aside: task.put_aside,
        waits: events.iter().any(|event| matches!(event, Event::Waiting { .. })),
        tried: events.iter().filter_map(|event| attempt(history, event)).collect(),
        decomposed: events.iter().filter_map(|event| decomposed(history, event)).collect(),
        plan: task.plan.clone(),
        bound: events.iter().filter_map(|event| binding(history, event)).collect(),
        proposed: history.decided.1.iter().filter_map(|event| proposal(history, number, event)).collect(),
        ended: task.ended.map(|why| match why {
            TaskEnd::Stuck if events.iter().any(|event| matches!(event, Event::Decomposing { .. })) => {
                "its task failed".to_owned()
            }
            why => ending(why),
        }),
    }
}

/// What happened to a part of a task.
fn decomposed(history: &History, event: &Event) -> Option<Decomposed> {
    let Event::Decomposing { depth, name, what, .. } = event else { return None };
    Some(Decomposed { depth: *depth, name: name.to_string(), what: history.happening(name, *what) })
}

fn attempt(history: &History, event: &Event) -> Option<Attempt> {
    match event {
        Event::RuleFailed { program, rule, part, why, .. } => {
            let text = history.part(program, *rule, *part);
            Some(Attempt {
                program: program.to_string(),
                number: rule.saturating_add(1),
                rule: history.rule(program, *rule),
                ran: false,
                continued: false,
                why: Some(history.failure(text.as_deref(), *part == STEP, why)),
                part: text,
            })
        }
        Event::RuleFired { program, rule, continued, .. } => Some(Attempt {
            program: program.to_string(),
            number: rule.saturating_add(1),
            rule: history.rule(program, *rule),
            ran: true,
            continued: *continued,
            part: None,
            why: None,
        }),
        _ => None,
    }
}

fn binding(history: &History, event: &Event) -> Option<Binding> {
    let Event::Bound { name, id, exclusive, portions, .. } = event else { return None };
    let portion = |(property, amount): &(Property, f64)| {
        format!("{} of its {}", super::words::brief(*amount), history.property(*property))
    };
    Some(Binding {
        name: name.as_ref().map(|name| tidy(name)).filter(|name| !name.is_empty()),
        thing: history.thing(*id),
        exclusive: *exclusive,
        portions: portions.iter().map(portion).collect(),
    })
}

fn proposal(history: &History, number: u64, event: &Event) -> Option<Proposal> {
    match event {
        Event::Proposed { task, command, fate, .. } if *task == number => {
            let why_not = history.rejection(command, fate);
            Some(Proposal { command: command.clone(), done: why_not.is_none(), why_not })
        }
        _ => None,
    }
}

/// What has no place of its own in the story.
fn also(history: &History, record: &TickRecord) -> Vec<String> {
    let told = |event: &&Event| {
        matches!(
            event,
            Event::Threshold { .. }
                | Event::GoalCycle { .. }
                | Event::NotesCollected { .. }
                | Event::Overridden { .. }
                | Event::TaskResumed { .. }
        ) || matches!(event, Event::Proposed { task: 0, .. })
    };
    record.events.iter().filter(told).map(|event| history.sentence(event)).collect()
}
