//! The words for single events, as clauses that stand in sentences.

use super::history::History;
use crate::text::{listed, tidy};
use motive::trace::{ConditionFailure, Event, ProposalResult, SubtaskEvent, TaskEnd};
use motive::{Id, Property, Value};

/// A step of a rule failed, not a part of its condition.
pub(super) const STEP: usize = usize::MAX;

/// What happened to a task whose turn has come.
pub(super) const LOOKED_AT: &str = "is looked at";

impl History {
    /// A thing as a person would name it.
    pub(super) fn thing(&self, id: Id) -> String {
        id.display(&self.names)
    }

    /// Values as a person would write them. The third coordinate of a place in a flat world is left out.
    pub(super) fn values(&self, values: &[Value]) -> String {
        let one = |value: &Value| match value {
            Value::Point(point) if point.z == 0.0 => format!("({}, {})", point.x, point.y),
            Value::Number(number) => brief(*number),
            other => other.display(&self.names),
        };
        values.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// A property as a person would name it.
    pub(super) fn property(&self, property: Property) -> &str {
        self.names.property_name(property)
    }

    /// The goal of a task.
    pub(super) fn goal(&self, task: u64) -> String {
        match self.tasks.get(&task) {
            Some(task) => format!("`{}`", task.goal),
            None if task == 0 => "a reflex".into(),
            None => format!("task {task}"),
        }
    }

    /// The name of a rule.
    pub(super) fn rule(&self, program: &str, rule: usize) -> String {
        let found = self.mind.rules.get(program).and_then(|rules| rules.get(rule));
        found.map_or_else(|| format!("#{}", rule.saturating_add(1)), |(name, _)| name.clone())
    }

    /// The text of a part of a rule's condition.
    pub(super) fn part(&self, program: &str, rule: usize, part: usize) -> Option<String> {
        let (_, parts) = self.mind.rules.get(program)?.get(rule)?;
        parts.get(part).map(|text| tidy(text))
    }

    /// What happened to a part of a task, as the end of a sentence.
    pub(super) fn happening(&self, name: &str, what: SubtaskEvent) -> String {
        match what {
            SubtaskEvent::GoalReached => "is reached already".to_owned(),
            SubtaskEvent::NeedFailed { part } => match self.part(name, 0, part) {
                Some(need) => format!("cannot be done: `{need}` does not hold{}", self.evidence(&need)),
                None => format!("cannot be done: need {} does not hold", part + 1),
            },
            SubtaskEvent::Started => "is being done".to_owned(),
            SubtaskEvent::Succeeded => "is done".to_owned(),
            SubtaskEvent::Failed => "failed".to_owned(),
            SubtaskEvent::Broken => "is given up: what it needs no longer holds".to_owned(),
            SubtaskEvent::EmptySlot => "cannot be done: there is no task in the slot".to_owned(),
            SubtaskEvent::TooDeep => "is given up: tasks are too deeply inside each other".to_owned(),
            SubtaskEvent::NoProgress => "is given up: task after task was begun and nothing done".to_owned(),
            _ => LOOKED_AT.to_owned(),
        }
    }

    /// Why a rule did not run, in a clause.
    pub(super) fn failure(&self, part: Option<&str>, is_step: bool, why: &ConditionFailure) -> String {
        let evidence = part.map_or_else(String::new, |part| self.evidence(part));
        let part = part.map_or_else(|| "its condition".to_owned(), |part| format!("`{part}`"));
        match why {
            ConditionFailure::Unknown => format!("nothing that it knows fits {part}"),
            ConditionFailure::Held { id, by } => {
                let holder = by.map_or_else(|| "another goal".to_owned(), |task| self.goal(task));
                format!("{} fits {part}, but {holder} holds it", self.thing(*id))
            }
            ConditionFailure::Call => "the program that it calls has no rule that can run".into(),
            ConditionFailure::NoValue if is_step => "something that its action needs has no value".into(),
            ConditionFailure::NoValue => format!("something in {part} has no value{evidence}"),
            ConditionFailure::CallDepth => "programs call each other too deeply".into(),
            ConditionFailure::Budget => "the work allowed for one decision was used up".into(),
            _ => format!("{part} does not hold{evidence}"),
        }
    }

    /// What the agent's own properties were that a condition mentions, in brackets.
    fn evidence(&self, part: &str) -> String {
        let mut told: Vec<String> = Vec::new();
        for (at, _) in part.match_indices("self.") {
            let rest = &part[at + "self.".len()..];
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let Some(property) = self.names.find_property(&rest[..end]) else { continue };
            let name = self.property(property);
            let fact = match self.known(Id::SELF, property) {
                Some(values) => format!("its {name} is {}", self.values(values)),
                None => format!("it has no {name}"),
            };
            if !told.contains(&fact) {
                told.push(fact);
            }
        }
        if told.is_empty() { String::new() } else { format!(" ({})", listed(&told)) }
    }

    /// Why something proposed is not done, in a clause; none if it is done.
    pub(super) fn rejection(&self, command: &str, fate: &ProposalResult) -> Option<String> {
        match fate {
            ProposalResult::Kept => None,
            ProposalResult::Conflict { with } if with == command => {
                let by = self.proposer(with).unwrap_or_else(|| "another goal".to_owned());
                Some(format!("{by} does the same already"))
            }
            ProposalResult::Conflict { with } => {
                let by =
                    self.proposer(with).map_or_else(String::new, |goal| format!(", which {goal} wants more"));
                Some(format!("it conflicts with {with}{by}"))
            }
            ProposalResult::Blended { with } => Some(format!("it was blended with {with}")),
            ProposalResult::Vetoed => Some("it is vetoed".into()),
            ProposalResult::OnlyOne => Some("only one action at a time is allowed".into()),
            _ => Some("it was to change memory and could not".into()),
        }
    }

    /// Who proposed something that is done.
    fn proposer(&self, wanted: &str) -> Option<String> {
        self.decided.1.iter().find_map(|event| match event {
            Event::Proposed { task, command, fate: ProposalResult::Kept, .. } if command == wanted => {
                Some(self.goal(*task))
            }
            _ => None,
        })
    }

    /// One event as a sentence without its full stop.
    pub(super) fn sentence(&self, event: &Event) -> String {
        match event {
            Event::Tick { time } => format!("tick {} begins", time.tick),
            Event::Perceived { added, changed, removed } => {
                let all = |ids: &[Id]| ids.iter().map(|id| self.thing(*id)).collect::<Vec<_>>().join(" ");
                format!("new: {}; changed: {}; gone: {}", all(added), all(changed), all(removed))
            }
            Event::GoalMade { goal, priority, .. } => {
                format!("the goal `{goal}` comes up with priority {}", brief(*priority))
            }
            Event::GoalFiltered { goal, priority, threshold } => {
                format!(
                    "the goal `{goal}` is too weak: {} is not above {}",
                    brief(*priority),
                    brief(*threshold)
                )
            }
            Event::NoProgram { goal } => format!("no program is known for the goal `{goal}`"),
            Event::BadPriority { goal } => format!("the priority of the goal `{goal}` has no value"),
            Event::Priority { task, from, to } => {
                format!("the priority of {} goes from {} to {}", self.goal(*task), brief(*from), brief(*to))
            }
            Event::TaskStarted { goal, program, priority, .. } => {
                format!("the goal `{goal}` is pursued by {program}, with priority {}", brief(*priority))
            }
            Event::TaskEnded { task, why } => format!("{} ends: {}", self.goal(*task), ending(*why)),
            Event::TaskSuspended { task } => format!("{} is put aside", self.goal(*task)),
            Event::TaskResumed { task } => format!("{} is tried again", self.goal(*task)),
            Event::TaskSkipped { task } => {
                format!("{} is not asked, because enough others run", self.goal(*task))
            }
            Event::TaskRun { task, priority } => {
                format!("{} is asked, with priority {}", self.goal(*task), brief(*priority))
            }
            Event::Unchanged { task } => format!("nothing that matters to {} has changed", self.goal(*task)),
            Event::RuleFailed { program, rule, part, why, .. } => {
                let text = self.part(program, *rule, *part);
                let why = self.failure(text.as_deref(), *part == STEP, why);
                format!("the rule `{}` of {program} cannot run, because {why}", self.rule(program, *rule))
            }
            Event::RuleFired { program, rule, .. } => {
                format!("the rule `{}` of {program} runs", self.rule(program, *rule))
            }
            Event::Bound { task, name, id, exclusive, .. } => {
                let (who, thing) = (self.goal(*task), self.thing(*id));
                let name = name.as_ref().map_or_else(String::new, |name| format!(" as {}", tidy(name)));
                let alone = if *exclusive { ", for itself alone" } else { "" };
                format!("{who} has {thing}{name}{alone}")
            }
            Event::Overridden { task, id } => {
                format!(
                    "{} gets {} for itself alone, though others share it",
                    self.goal(*task),
                    self.thing(*id)
                )
            }
            Event::Decomposing { name, what, .. } => {
                format!("the task {name} {}", self.happening(name, *what))
            }
            Event::Waiting { task } => format!("{} waits for something under way", self.goal(*task)),
            Event::Proposed { task, command, fate, .. } => match self.rejection(command, fate) {
                None => format!("{} proposes {command}, which is done", self.goal(*task)),
                Some(why) => {
                    format!("{} proposes {command}, which is not done, because {why}", self.goal(*task))
                }
            },
            Event::NotesCollected { count } => format!("{count} notes of goals that are over were forgotten"),
            Event::GoalCycle { goals } => {
                format!(
                    "the goals {} take turns without end, and count for less for a while",
                    goals.join(", ")
                )
            }
            Event::Threshold { from, to } => {
                format!("goals must now exceed {} instead of {}", brief(*to), brief(*from))
            }
            Event::Decided { work } => format!("the decision took {work} steps of work"),
            other => format!("{other:?}"),
        }
    }
}

/// Why a task ended, in a clause.
pub(super) fn ending(why: TaskEnd) -> String {
    match why {
        TaskEnd::Achieved => "it is reached",
        TaskEnd::Stuck => "no rule can run",
        TaskEnd::Filtered => "it became too weak",
        TaskEnd::Told => "a program ended it",
        TaskEnd::Withdrawn => "its program was replaced",
        TaskEnd::Expired => "it was put aside for too long",
    }
    .into()
}

/// A number with no more digits than people want to hear.
pub(super) fn brief(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "infinite" } else { "minus infinite" }.into();
    }
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_brief() {
        assert_eq!(brief(20.0), "20");
        assert_eq!(brief(2.0 / 3.0), "0.667");
        assert_eq!(brief(-0.000_01), "0");
        assert_eq!(brief(f64::INFINITY), "infinite");
    }
}
