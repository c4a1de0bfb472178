//! An explanation as text: the decision and its reason first, then every goal in detail, then what changed.

use crate::explanation::*;
use crate::text::{brief, listed, listed_some, percent, thousands, wrapped};
use motive_core::trace::OtherPlan;
use std::fmt::Write;

/// How many changed things, or properties of one, are listed before the rest is counted.
const MOST_LISTED: usize = 5;
/// How many subtask events are shown from the beginning and from the end.
const FIRST_SUBTASKS: usize = 40;
const LAST_SUBTASKS: usize = 10;
/// How far subtasks are indented.
const DEEPEST: usize = 24;

/// Lines under a heading, wrapped and indented.
struct Lines(String);

impl Lines {
    fn add(&mut self, indent: usize, line: &str) {
        self.0.push_str(&wrapped(&format!("{:indent$}{line}", ""), indent + 4));
    }
}

impl DecisionExplanation {
    /// The explanation as text for a terminal.
    pub fn text(&self) -> String {
        let mut lines = Lines(String::new());
        lines.add(0, &self.heading());
        lines.0.push('\n');
        self.decision_lines(&mut lines);
        lines.0.push('\n');
        self.goal_lines(&mut lines);
        if !self.notes.is_empty() {
            lines.0.push('\n');
            lines.add(0, "Also:");
            self.notes.iter().for_each(|note| lines.add(2, note));
        }
        lines.0.push('\n');
        self.change_lines(&mut lines);
        lines.0
    }

    fn heading(&self) -> String {
        let Self { tick, agent, name, .. } = self;
        let world = self.world.as_ref().map_or_else(String::new, |world| format!(" of {world}"));
        let seed = self.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let name = if *name == format!("agent {agent}") { String::new() } else { format!(" ({name})") };
        format!("Tick {tick}{world}{seed}, agent {agent}{name}")
    }

    /// What is done, by whom it was proposed, and what more important goals lacked.
    fn decision_lines(&self, lines: &mut Lines) {
        let commands: Vec<String> = self.actions.iter().map(|action| action.command.clone()).collect();
        let what = if commands.is_empty() { "no action".to_owned() } else { listed(&commands) };
        lines.add(0, &format!("Decision: {what}"));
        if let Some(tick) = self.decided_at {
            lines.add(2, &format!("Decided at tick {tick}; nothing that it depends on has changed since."));
        }
        let mut acting: Vec<&TaskExplanation> = Vec::new();
        for task in self.tasks.iter().filter(|task| task.acts()) {
            let only = if self.actions.len() > 1 && task.proposals.len() < self.actions.len() {
                let done = task.proposals.iter().filter(|proposal| proposal.accepted);
                format!("{}: ", listed(&done.map(|proposal| proposal.command.clone()).collect::<Vec<_>>()))
            } else {
                String::new()
            };
            lines.add(2, &format!("{only}{}.", task.cause()));
            task.cause_details().iter().for_each(|line| lines.add(4, line));
            acting.push(task);
        }
        if self.actions.iter().any(|action| action.task.is_none()) {
            lines.add(2, "A reflex acts whatever the goals propose.");
        }
        if self.tasks.is_empty() && commands.is_empty() {
            lines.add(2, "No goal is active.");
        }
        let most = acting.first().map_or(f64::NEG_INFINITY, |task| task.priority);
        for task in self.tasks.iter().filter(|task| !task.acts() && task.priority >= most) {
            lines.add(2, &format!("{} does not act: {}.", capital(&task.title()), task.obstacle()));
        }
    }

    fn goal_lines(&self, lines: &mut Lines) {
        if !self.tasks.is_empty() {
            lines.add(0, "Goals, most important first:");
        }
        for (number, task) in (1..).zip(&self.tasks) {
            let activated = self.goals.iter().find(|goal| goal.goal == task.goal).map(|goal| &goal.state);
            lines.add(0, &format!("{number}. {}", task.heading(self.tick)));
            if let Some(GoalState::Activated { condition, .. }) = activated
                && !condition.is_empty()
            {
                lines.add(3, &format!("activated by `{condition}`"));
            }
            task.detail_lines(self.tick, lines);
        }
        let mut inactive: Vec<String> = Vec::new();
        let mut add = |line: String| lines.add(0, &line);
        for GoalExplanation { goal, state } in &self.goals {
            match state {
                GoalState::Activated { .. } => {}
                GoalState::Filtered { priority, threshold } => {
                    let (priority, threshold) = (brief(*priority), brief(*threshold));
                    add(format!("Filtered out: `{goal}`, priority {priority} does not exceed {threshold}"));
                }
                GoalState::NoProgram => add(format!("No program pursues `{goal}`, which is active")),
                GoalState::NoPriority => add(format!("Ignored: `{goal}`, its priority has no value")),
                GoalState::Inactive => inactive.push(format!("`{goal}`")),
            }
        }
        if !inactive.is_empty() {
            lines.add(0, &format!("Inactive goals: {}", listed(&inactive)));
        }
    }

    fn change_lines(&self, lines: &mut Lines) {
        if self.changes.is_empty() {
            lines.add(0, "Nothing in memory has changed since the previous tick.");
            return;
        }
        lines.add(0, "Changes in memory since the previous tick:");
        let is_changed = |change: &&ThingChange| matches!(change.change, MemoryChange::Changed { .. });
        let changed: Vec<&ThingChange> = self.changes.iter().filter(is_changed).collect();
        let shown = if changed.len() <= MOST_LISTED + 1 { changed.len() } else { MOST_LISTED };
        changed[..shown].iter().for_each(|change| lines.add(2, &change.line()));
        if shown < changed.len() {
            lines.add(2, &format!("{} more things", changed.len() - shown));
        }
        let names = |wanted: fn(&MemoryChange) -> bool| -> Vec<String> {
            let found = self.changes.iter().filter(|change| wanted(&change.change));
            found.map(|change| change.thing.clone()).collect()
        };
        let new = names(|change| matches!(change, MemoryChange::New { .. }));
        let gone = names(|change| matches!(change, MemoryChange::Gone));
        for (what, things) in [("new", new), ("gone", gone)] {
            if !things.is_empty() {
                lines.add(2, &format!("{what}: {}", listed_some(&things, MOST_LISTED)));
            }
        }
    }
}

impl ThingChange {
    fn line(&self) -> String {
        let MemoryChange::Changed { properties } = &self.change else { return self.thing.clone() };
        let one = |change: &PropertyChange| match (&change.before, &change.now) {
            (Some(before), Some(now)) => format!("{} {before} -> {now}", change.property),
            (None, Some(now)) => format!("{} = {now}", change.property),
            (before, None) => {
                format!("{} removed (was {})", change.property, before.as_deref().unwrap_or("none"))
            }
        };
        let mut told: Vec<String> = properties.iter().map(one).collect();
        if told.len() > MOST_LISTED + 1 {
            let more = told.split_off(MOST_LISTED).len();
            told.push(format!("{more} more"));
        }
        format!("{}: {}", self.thing, told.join(", "))
    }
}

impl TaskExplanation {
    /// Whether something that it proposed is done.
    fn acts(&self) -> bool {
        self.proposals.iter().any(|proposal| proposal.accepted)
    }

    fn is_unnamed(&self) -> bool {
        self.goal == UNNAMED_GOAL
    }

    fn title(&self) -> String {
        match self.is_unnamed() {
            true => self.program.clone(),
            false => format!("goal `{}` (priority {})", self.goal, brief(self.priority)),
        }
    }

    /// Which goal, rule, step or subtask led to the action.
    fn cause(&self) -> String {
        let how = self.means();
        if self.is_unnamed() { capital(&how) } else { format!("{}: {how}", capital(&self.title())) }
    }

    /// The step, subtask or rule that proposed the action.
    fn means(&self) -> String {
        if let Some(plan) = self.plan.as_ref().filter(|plan| plan.current_step < plan.steps.len()) {
            let (step, all, program) = (plan.current_step + 1, plan.steps.len(), &self.program);
            let owner =
                if program.starts_with("plan ") { program.clone() } else { format!("plan of {program}") };
            return format!("step {step} of {all} of the {owner}");
        }
        // A task that a rule called in vain leaves no path: another rule acts.
        let path = self.subtask_path();
        if !path.is_empty() {
            return format!("subtask {}", path.join(" > "));
        }
        let rules = self.in_order();
        let mut ran = rules.iter().filter(|attempt| attempt.ran).map(|attempt| attempt.title());
        match ran.next() {
            None => format!("proposed by {}", self.program),
            Some(first) => {
                let calls: String = ran.map(|rule| format!(" and calls {rule}")).collect();
                format!("rule {first} applies{calls}")
            }
        }
    }

    /// The condition of the rule that ran, and the things that it uses.
    fn cause_details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for attempt in self.in_order().into_iter().filter(|attempt| attempt.ran) {
            if !attempt.conditions.is_empty() {
                let conditions: Vec<String> =
                    attempt.conditions.iter().map(|part| format!("`{part}`")).collect();
                let (verb, rule) = (if conditions.len() == 1 { "holds" } else { "hold" }, &attempt.rule);
                lines.push(format!("condition of `{rule}`: {} {verb}", listed(&conditions)));
            }
        }
        lines.extend(self.bindings_line());
        if let Some(plan) = &self.plan {
            lines.extend(plan.choice_line());
        }
        lines
    }

    /// Why it does nothing.
    fn obstacle(&self) -> String {
        let is_rejected = |attempt: &&RuleAttempt| !attempt.ran && attempt.rule != "done";
        let rejected = self.rules.iter().rev().find(is_rejected);
        let rejected = rejected.and_then(|rule| Some((&rule.rule, rule.reason.as_deref()?)));
        let dropped = self.proposals.iter().find(|proposal| !proposal.accepted);
        if let (Some(why), None) = (&self.ended, rejected) {
            return format!("it ended, because {why}");
        }
        if self.skipped {
            return "it is not evaluated, because the limit of tasks is reached".to_owned();
        }
        if let Some(ProposalOutcome { command, reason, .. }) = dropped {
            return format!("it proposes {command}, but {}", reason.as_deref().unwrap_or("that is dropped"));
        }
        if self.is_achieved() {
            return "it is achieved".to_owned();
        }
        if self.waiting {
            return "it waits: an action is running, or its search for a plan goes on".to_owned();
        }
        if self.plan.as_ref().is_some_and(|plan| plan.steps.is_empty()) {
            return "no plan improves its situation".to_owned();
        }
        let why = match rejected {
            Some((rule, why)) => format!("no rule applies (`{rule}`: {why})"),
            None => "it proposes nothing".to_owned(),
        };
        if self.suspended { format!("it is suspended until something changes; {why}") } else { why }
    }

    /// Whether its program is done, so that there is nothing to do.
    fn is_achieved(&self) -> bool {
        self.rules.iter().any(|rule| rule.ran && rule.rule == "done" && rule.program == self.program)
    }

    fn heading(&self, tick: u64) -> String {
        let Self { goal, program, priority, .. } = self;
        let change = match self.previous_priority {
            Some(before) if before < *priority => format!(" (up from {})", brief(before)),
            Some(before) => format!(" (down from {})", brief(before)),
            None => String::new(),
        };
        let since = match self.started_at == tick {
            true => "started in this tick".to_owned(),
            false => format!("active since tick {}", self.started_at),
        };
        if self.is_unnamed() {
            return format!("{program}, {since}");
        }
        format!("`{goal}`, priority {}{change}, pursued by {program}, {since}", brief(*priority))
    }

    fn detail_lines(&self, tick: u64, lines: &mut Lines) {
        let mut add = |line: &str| lines.add(3, line);
        if self.skipped {
            add("not evaluated, because the limit of tasks is reached");
            return;
        }
        match self.evaluated_at {
            None => add("not evaluated yet"),
            Some(at) if at < tick => {
                add(&format!("evaluated at tick {at}; nothing that it depends on has changed since"));
            }
            Some(_) => {}
        }
        self.in_order().into_iter().for_each(|attempt| add(&self.attempt_line(attempt)));
        self.subtask_lines().iter().for_each(|line| lines.add(3, line));
        if let Some(plan) = &self.plan {
            plan.lines(tick).iter().for_each(|line| lines.add(3, line));
        }
        self.bindings_line().iter().for_each(|line| lines.add(3, line));
        for ProposalOutcome { command, reason, .. } in &self.proposals {
            match reason {
                None => lines.add(3, &format!("proposes {command}: accepted")),
                Some(why) => lines.add(3, &format!("proposes {command}: dropped, {why}")),
            }
        }
        if self.waiting {
            lines.add(3, "waits: an action is running, or a search for a plan goes on");
        }
        match &self.ended {
            Some(why) => lines.add(3, &format!("ended in this tick: {why}")),
            None if self.suspended => lines.add(3, "suspended until something changes"),
            None => {}
        }
    }

    /// The subtasks from the outermost to the action that runs.
    fn subtask_path(&self) -> Vec<&str> {
        let mut path: Vec<&SubtaskStep> = Vec::new();
        for step in &self.subtasks {
            path.retain(|outer| outer.depth < step.depth);
            if step.entered || step.is_running() {
                path.push(step);
            }
        }
        path.into_iter().map(|step| step.name.as_str()).collect()
    }

    /// The subtasks as a tree. A subtask that ends at once takes one line. Of a long list the beginning and the end are shown.
    fn subtask_lines(&self) -> Vec<String> {
        let line = |one: &SubtaskStep| {
            let indent = "  ".repeat((one.depth as usize).min(DEEPEST));
            format!("{indent}{}: {}", one.name, one.event)
        };
        let ends_at_once = |one: &SubtaskStep, next: Option<&SubtaskStep>| {
            one.entered && next.is_some_and(|next| next.name == one.name && next.depth == one.depth)
        };
        let next = self.subtasks.iter().skip(1).map(Some).chain([None]);
        let shown = self.subtasks.iter().zip(next).filter(|(one, next)| !ends_at_once(one, *next));
        let mut lines: Vec<String> = shown.map(|(one, _)| line(one)).collect();
        let left_out = lines.len().saturating_sub(FIRST_SUBTASKS + LAST_SUBTASKS);
        if left_out > 1 {
            let count = format!("({} more)", thousands(left_out as f64));
            lines.splice(FIRST_SUBTASKS..FIRST_SUBTASKS + left_out, [count]);
        }
        lines
    }

    /// The rules from caller to callee: a rule that calls a program comes before the rules of that program, though it is known to
    /// run only after them.
    fn in_order(&self) -> Vec<&RuleAttempt> {
        let mut order: Vec<&RuleAttempt> = Vec::with_capacity(self.rules.len());
        let mut called = 0;
        for attempt in &self.rules {
            if attempt.program == self.program {
                order.insert(order.len() - called, attempt);
                called = 0;
            } else {
                order.push(attempt);
                called += 1;
            }
        }
        order
    }

    fn attempt_line(&self, attempt: &RuleAttempt) -> String {
        let is_own = attempt.program == self.program;
        let rule = if is_own { format!("`{}`", attempt.rule) } else { attempt.title() };
        let is_done = attempt.rule == "done" && is_own;
        match (attempt.ran, &attempt.reason) {
            (true, _) if is_done => "achieved: nothing to do".to_owned(),
            (true, _) if attempt.continued => format!("rule {rule}: runs, as in the previous tick"),
            (true, _) => format!("rule {rule}: runs"),
            (false, Some(why)) if is_done => format!("not achieved: {why}"),
            (false, Some(why)) => format!("rule {rule}: rejected, {why}"),
            (false, None) => format!("rule {rule}: rejected"),
        }
    }

    fn bindings_line(&self) -> Option<String> {
        let one = |binding: &BoundThing| {
            let mut told = match &binding.variable {
                Some(name) => format!("{name} = {}", binding.thing),
                None => binding.thing.clone(),
            };
            if !binding.portions.is_empty() {
                let _ = write!(told, " ({})", listed(&binding.portions));
            }
            if binding.exclusive {
                told.push_str(" (exclusive)");
            }
            told
        };
        let told: Vec<String> = self.bindings.iter().map(one).collect();
        (!told.is_empty()).then(|| format!("uses {}", told.join(", ")))
    }
}

impl RuleAttempt {
    fn title(&self) -> String {
        format!("`{}.{}`", self.program, self.rule)
    }
}

impl PlanExplanation {
    /// The steps, and why this plan was chosen.
    fn choice_line(&self) -> Option<String> {
        let steps = steps_of(&self.steps)?;
        Some(match self.considered {
            0 => format!("plan: {steps} (the cheapest)"),
            count => format!(
                "plan: {steps} (utility {:.3}, the best of {})",
                self.utility,
                thousands(count as f64)
            ),
        })
    }

    fn lines(&self, tick: u64) -> Vec<String> {
        let when =
            if self.made_at == tick { "in this tick".into() } else { format!("at tick {}", self.made_at) };
        let mut lines = vec![format!("planned {when}, because {}", self.reason)];
        if !self.satisfaction.is_empty() {
            let one = |(name, part): &(String, f64)| format!("{name} {}", percent(*part));
            let drives: Vec<String> = self.satisfaction.iter().map(one).collect();
            lines.push(format!("drives then (100 % = satisfied): {}", drives.join(", ")));
        }
        match self.choice_line() {
            Some(line) => lines.push(line),
            None => lines.push("plan: none, nothing that can be done improves its situation".into()),
        }
        lines.extend(self.chosen_over.iter().map(other_plan_line));
        if let Some((steps, utility)) = &self.not_adopted {
            let steps = steps_or_nothing(steps);
            lines.push(format!("found since, not better by enough: {steps} (utility {utility:.3})"));
        }
        if let Some(step) = self.steps.get(self.current_step) {
            lines.push(format!("current step: {} of {}, {step}", self.current_step + 1, self.steps.len()));
        }
        lines
    }
}

fn other_plan_line(plan: &OtherPlan) -> String {
    let flaw = plan.flaw.as_ref().map_or_else(String::new, |flaw| format!("; {flaw}"));
    format!("chosen over: {} (utility {:.3}{flaw})", steps_or_nothing(&plan.steps), plan.utility)
}

fn steps_or_nothing(steps: &[String]) -> String {
    steps_of(steps).unwrap_or_else(|| "to do nothing".to_owned())
}

fn steps_of(steps: &[String]) -> Option<String> {
    (!steps.is_empty()).then(|| steps.join(", then "))
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
