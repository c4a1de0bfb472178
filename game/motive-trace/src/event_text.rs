//! The words for single events.

use crate::explanation::RUNNING;
use crate::history::{AgentHistory, task_of};
use crate::text::{brief, listed, percent, tidy};
use motive_core::mind::RuleText;
use motive_core::trace::{ConditionFailure, Event, ProposalResult, SubtaskEvent, TaskEnd};
use motive_core::{Id, Property, Value};

/// The part number of a failure in the steps of a rule instead of in its condition.
pub(crate) const STEP: usize = usize::MAX;

impl AgentHistory {
    /// A text in which things are named as by [`AgentHistory::thing`] instead of `#20` or `ghost#20`.
    pub(crate) fn with_names(&self, text: &str) -> String {
        let mut named = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('#') {
            let (before, after) = rest.split_at(at);
            named.push_str(before);
            let digits = after[1..].len() - after[1..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
            // The numbers of notes are not those of things.
            let is_note = ["note", "imagined"].iter().any(|word| named.ends_with(word));
            match after[1..=digits].parse().map(|number| self.thing(Id::new(number))) {
                Ok(thing) if !is_note => {
                    let kind = |c: char| c.is_alphanumeric() || c == '_';
                    // A thing that was never perceived keeps the kind that the text gives it.
                    if !thing.starts_with('#') {
                        named.truncate(named.trim_end_matches(kind).len());
                    }
                    named.push_str(&thing);
                }
                _ => named.push_str(&after[..=digits]),
            }
            rest = &after[digits + 1..];
        }
        named.push_str(rest);
        named
    }

    /// Values as text. The third coordinate of a point in a flat world is left out.
    pub(crate) fn values(&self, values: &[Value]) -> String {
        let one = |value: &Value| match value {
            Value::Point(point) if point.z == 0.0 => {
                format!("({}, {})", brief(point.x.into()), brief(point.y.into()))
            }
            Value::Number(number) => brief(*number),
            Value::Id(id) => self.thing(*id),
            other => other.display(&self.names),
        };
        values.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The name of a property.
    pub(crate) fn property(&self, property: Property) -> &str {
        self.names.property_name(property)
    }

    /// The goal of a task, or who else proposed something.
    pub(crate) fn proposer(&self, task: u64) -> String {
        match self.tasks.get(&task) {
            Some(task) => format!("`{}`", task.goal),
            None if task == 0 => "a reflex".into(),
            None => format!("task {task}"),
        }
    }

    pub(crate) fn rule_text(&self, program: &str, rule: usize) -> Option<&RuleText> {
        self.info.mind.programs.get(program)?.get(rule)
    }

    /// The name of a rule, or its number if it has no text.
    pub(crate) fn rule(&self, program: &str, rule: usize) -> String {
        let number = || format!("number {}", rule.saturating_add(1));
        self.rule_text(program, rule).map_or_else(number, |rule| rule.name.clone())
    }

    /// The text of a part of a rule's condition.
    pub(crate) fn condition(&self, program: &str, rule: usize, part: usize) -> Option<String> {
        self.rule_text(program, rule)?.conditions.get(part).map(|text| tidy(text))
    }

    /// What happened to a subtask.
    pub(crate) fn happening(&self, name: &str, what: SubtaskEvent) -> String {
        match what {
            SubtaskEvent::Entered => "entered".to_owned(),
            SubtaskEvent::GoalReached => "skipped, already achieved".to_owned(),
            SubtaskEvent::NeedFailed { part } => match self.condition(name, 0, part) {
                Some(need) => format!("not applicable, `{need}` is false{}", self.evidence(&need)),
                None => format!("not applicable, precondition {} is false", part + 1),
            },
            SubtaskEvent::Started => RUNNING.to_owned(),
            SubtaskEvent::Succeeded => "succeeded".to_owned(),
            SubtaskEvent::Failed => "failed".to_owned(),
            SubtaskEvent::Broken => "aborted, a precondition no longer holds".to_owned(),
            SubtaskEvent::Disabled => "failed, it is disabled by hand".to_owned(),
            SubtaskEvent::EmptySlot => "failed, its slot names no task".to_owned(),
            SubtaskEvent::TooDeep => "aborted, tasks are nested too deeply".to_owned(),
            SubtaskEvent::NoProgress => "aborted, too many tasks were entered without an action".to_owned(),
        }
    }

    /// Why a rule did not run.
    pub(crate) fn failure(&self, condition: Option<&str>, is_step: bool, why: &ConditionFailure) -> String {
        let evidence = condition.map_or_else(String::new, |part| self.evidence(part));
        let part = condition.map_or_else(|| "its condition".to_owned(), |part| format!("`{part}`"));
        match why {
            ConditionFailure::Unknown => format!("nothing in memory matches {part}{evidence}"),
            ConditionFailure::Held { id, by } => {
                let holder = by.map_or_else(|| "another goal".to_owned(), |task| self.proposer(task));
                format!("{} matches {part}, but {holder} has reserved it", self.thing(*id))
            }
            ConditionFailure::Call => "the program that it calls has no rule that can run".into(),
            ConditionFailure::NoValue if is_step => "an argument of its action has no value".into(),
            ConditionFailure::NoValue => format!("{part} has no value{evidence}"),
            ConditionFailure::CallDepth => "programs call each other too deeply".into(),
            ConditionFailure::Budget => "the work allowed for one decision is used up".into(),
            ConditionFailure::Disabled => "it is disabled by hand".into(),
            ConditionFailure::False => format!("{part} is false{evidence}"),
        }
    }

    /// The values of the agent's own properties that a condition mentions, in brackets.
    fn evidence(&self, condition: &str) -> String {
        let mut told: Vec<String> = Vec::new();
        for (at, _) in condition.match_indices("self.") {
            let rest = &condition[at + "self.".len()..];
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let Some(property) = self.names.find_property(&rest[..end]) else { continue };
            let name = self.property(property);
            let fact = match self.values_of(Id::SELF, property) {
                Some(values) => format!("self.{name} is {}", self.values(values)),
                None => format!("self.{name} has no value"),
            };
            if !told.contains(&fact) {
                told.push(fact);
            }
        }
        if told.is_empty() { String::new() } else { format!(" ({})", listed(&told)) }
    }

    /// Why a proposal was not accepted; none if it was.
    pub(crate) fn rejection(&self, command: &str, fate: &ProposalResult) -> Option<String> {
        match fate {
            ProposalResult::Kept => None,
            ProposalResult::Conflict { with } if with == command => {
                let by = self.who_does(with).unwrap_or_else(|| "another goal".to_owned());
                Some(format!("{by} does the same already"))
            }
            ProposalResult::Conflict { with } => {
                let by = self.who_does(with).map_or_else(String::new, |goal| format!(" of {goal}"));
                Some(format!("it conflicts with {}{by}, which is more important", self.with_names(with)))
            }
            ProposalResult::Blended { with } => {
                Some(format!("it was blended with {}", self.with_names(with)))
            }
            ProposalResult::Vetoed => Some("it is vetoed".into()),
            ProposalResult::OnlyOne => Some("only one action at a time is allowed".into()),
            ProposalResult::Failed => Some("it failed to change memory".into()),
        }
    }

    /// Whose proposal was accepted.
    fn who_does(&self, wanted: &str) -> Option<String> {
        self.accepted().find(|(_, command)| *command == wanted).map(|(task, _)| self.proposer(task))
    }

    /// One event as a clause.
    pub(crate) fn sentence(&self, event: &Event) -> String {
        match event {
            Event::Tick { time } => format!("tick {} begins", time.tick),
            Event::Perceived { added, changed, removed } => {
                let all = |ids: &[Id]| ids.iter().map(|id| self.thing(*id)).collect::<Vec<_>>().join(" ");
                format!("new: {}; changed: {}; gone: {}", all(added), all(changed), all(removed))
            }
            Event::RuleFailed { program, rule, part, why, .. } => {
                let text = self.condition(program, *rule, *part);
                let why = self.failure(text.as_deref(), *part == STEP, why);
                format!("rule `{}` of {program} is rejected: {why}", self.rule(program, *rule))
            }
            Event::RuleFired { program, rule, .. } => {
                format!("rule `{}` of {program} runs", self.rule(program, *rule))
            }
            Event::Bound { task, name, id, exclusive, .. } => {
                let (who, thing) = (self.proposer(*task), self.thing(*id));
                let name = name.as_ref().map_or_else(String::new, |name| format!(" as {}", tidy(name)));
                let alone = if *exclusive { ", exclusively" } else { "" };
                format!("{who} reserves {thing}{name}{alone}")
            }
            Event::Overridden { task, id } => {
                let (who, thing) = (self.proposer(*task), self.thing(*id));
                format!("{who} takes {thing} exclusively, though others share it")
            }
            Event::Decomposing { name, what, .. } => format!("task {name}: {}", self.happening(name, *what)),
            Event::SkillStarted { skill, level, threshold, sources } => {
                let one = |(name, amount): &(std::sync::Arc<str>, f64)| format!("{name} {}", brief(*amount));
                let from: Vec<String> = sources.iter().map(one).collect();
                let from =
                    if from.is_empty() { String::new() } else { format!("; input: {}", from.join(", ")) };
                let (level, threshold) = (brief(*level), brief(*threshold));
                format!(
                    "skill `{skill}` starts: its activation {level} reaches the threshold {threshold}{from}"
                )
            }
            Event::Proposed { task, command, fate, .. } => {
                let (who, told) = (self.proposer(*task), self.with_names(command));
                match self.rejection(command, fate) {
                    None => format!("{who} proposes {told}, which is accepted"),
                    Some(why) => format!("{who} proposes {told}, which is dropped: {why}"),
                }
            }
            Event::Activation { threshold, skills, .. } => {
                let strongest = skills.iter().max_by(|a, b| a.level.total_cmp(&b.level));
                let strongest = strongest.map_or_else(String::new, |strongest| {
                    format!("; `{}` is the most active skill, at {}", strongest.skill, brief(strongest.level))
                });
                format!("activation spreads, with the threshold {}{strongest}", brief(*threshold))
            }
            Event::ByHand { what } => format!("changed by hand: {what}"),
            Event::NotesCollected { count } => format!("{count} notes of ended tasks are forgotten"),
            Event::Decided { work } => format!("the decision took {work} units of work"),
            other => self.task_sentence(other),
        }
    }

    /// An event in the life of a task, or of a goal.
    fn task_sentence(&self, event: &Event) -> String {
        let who = task_of(event).map_or_else(String::new, |task| self.proposer(task));
        match event {
            Event::Priority { from, to, .. } => {
                format!("the priority of {who} changes from {} to {}", brief(*from), brief(*to))
            }
            Event::TaskStarted { goal, program, priority, .. } => {
                format!("goal `{goal}` starts {program} with priority {}", brief(*priority))
            }
            Event::TaskEnded { why, .. } => format!("{who} ends: {}", ending(*why)),
            Event::TaskSuspended { .. } => format!("{who} is suspended"),
            Event::TaskResumed { .. } => format!("{who} is resumed"),
            Event::TaskSkipped { .. } => format!("{who} is not evaluated, the limit of tasks is reached"),
            Event::TaskRun { priority, .. } => {
                format!("{who} is evaluated with priority {}", brief(*priority))
            }
            Event::Unchanged { .. } => format!("nothing that {who} depends on has changed"),
            Event::Waiting { .. } => {
                format!("{who} waits: an action is running, or a search for a plan goes on")
            }
            Event::Planned { why, steps, utility, .. } => {
                let steps: Vec<String> = steps.iter().map(|step| self.with_names(step)).collect();
                format!("{who} plans, because {why}: {}; utility {}", listed(&steps), brief(*utility))
            }
            Event::Driven { drives, .. } => {
                let one = |(name, part): &(std::sync::Arc<str>, f64)| format!("{name} {}", percent(*part));
                let drives: Vec<String> = drives.iter().map(one).collect();
                format!("the drives of {who} are satisfied to: {}", drives.join(", "))
            }
            Event::Following { step, .. } => {
                format!("{who} begins step {} of its plan", step.saturating_add(1))
            }
            other => goal_sentence(other),
        }
    }
}

fn goal_sentence(event: &Event) -> String {
    match event {
        Event::GoalMade { goal, priority, .. } => {
            format!("goal `{goal}` becomes active with priority {}", brief(*priority))
        }
        Event::GoalFiltered { goal, priority, threshold } => {
            let (priority, threshold) = (brief(*priority), brief(*threshold));
            format!("goal `{goal}` is filtered out: priority {priority} does not exceed {threshold}")
        }
        Event::NoProgram { goal } => format!("goal `{goal}` has no program"),
        Event::BadPriority { goal } => format!("goal `{goal}` is ignored: its priority has no value"),
        Event::GoalCycle { goals } => {
            format!("goals {} keep replacing each other; their priorities are lowered", goals.join(", "))
        }
        Event::Threshold { from, to } => {
            format!("the filter's threshold changes from {} to {}", brief(*from), brief(*to))
        }
        other => format!("{other:?}"),
    }
}

/// Why a task ended.
pub(crate) fn ending(why: TaskEnd) -> &'static str {
    match why {
        TaskEnd::Achieved => "its goal is achieved",
        TaskEnd::Stuck => "no rule can run",
        TaskEnd::Filtered => "its priority fell below the filter's threshold",
        TaskEnd::Told => "a program ended it",
        TaskEnd::Withdrawn => "its program was replaced",
        TaskEnd::Expired => "it was suspended for too long",
        TaskEnd::Disabled => "it was disabled by hand",
    }
}
