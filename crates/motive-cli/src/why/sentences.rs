//! An explanation as text that reads well aloud.

use super::explanation::*;
use super::words::{LOOKED_AT, brief};
use crate::text::{UNWRITTEN, listed, listed_some, thousands, wrapped};
use std::fmt::Write;

/// How many changed things, or properties of one, are told before the rest is counted.
const MOST_TOLD: usize = 5;
/// How many steps of a task that falls apart are told at the beginning and at the end, and how far they are indented.
const FIRST_TOLD: usize = 40;
const LAST_TOLD: usize = 10;
const DEEPEST_TOLD: usize = 24;

impl Explanation {
    /// The explanation in sentences.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let Self { world, seed, tick, agent, mind, .. } = self;
        let paragraph = |text: &mut String, what: String| text.push_str(&wrapped(&what, 0));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Tick {tick} of {world}, seed {seed}. Agent {agent} has the mind {mind}.\n");
        paragraph(&mut text, self.changes_told());
        paragraph(&mut text, self.goals_told());
        text.push('\n');
        for (number, task) in (1..).zip(&self.tasks) {
            text.push_str(&task.told(number, self.tick));
        }
        if self.tasks.is_empty() {
            text.push_str("It pursues no goal.\n");
        }
        text.push('\n');
        for sentence in &self.also {
            paragraph(&mut text, format!("{}.", capital(sentence)));
        }
        paragraph(&mut text, self.decision_told());
        text
    }

    fn changes_told(&self) -> String {
        let of = |wanted: fn(&Turn) -> bool| -> Vec<&ThingChange> {
            self.changes.iter().filter(|change| wanted(&change.turn)).collect()
        };
        let names = |changes: &[&ThingChange]| -> Vec<String> {
            changes.iter().map(|change| change.thing.clone()).collect()
        };
        let new = of(|turn| matches!(turn, Turn::New { .. }));
        let gone = of(|turn| matches!(turn, Turn::Gone));
        let changed = of(|turn| matches!(turn, Turn::Changed { .. }));
        if self.changes.is_empty() {
            return "Nothing that it knows has changed since the last tick.".into();
        }
        let mut said = Vec::new();
        let told: Vec<String> = changed.iter().map(|change| change.told()).collect();
        if !told.is_empty() {
            said.push(format!("Since the last tick {}.", listed_some(&told, MOST_TOLD)));
        }
        if !new.is_empty() {
            said.push(format!("New to it: {}.", listed_some(&names(&new), MOST_TOLD)));
        }
        if !gone.is_empty() {
            said.push(format!("Gone: {}.", listed_some(&names(&gone), MOST_TOLD)));
        }
        said.join(" ")
    }

    fn goals_told(&self) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut not_wanted: Vec<String> = Vec::new();
        for GoalStory { goal, state } in &self.goals {
            said.push(match state {
                GoalState::CameUp { .. } if goal == UNWRITTEN => continue,
                GoalState::CameUp { priority, because } if because.is_empty() => {
                    format!(
                        "The goal `{goal}` came up with priority {}, as it always does.",
                        brief(*priority)
                    )
                }
                GoalState::CameUp { priority, because } => {
                    format!(
                        "The goal `{goal}` came up with priority {}, because `{because}` holds.",
                        brief(*priority)
                    )
                }
                GoalState::TooWeak { priority, threshold } => format!(
                    "The goal `{goal}` came up but was dropped: its priority {} is not above {}.",
                    brief(*priority),
                    brief(*threshold)
                ),
                GoalState::NoProgram => format!("The goal `{goal}` came up, but no program is known for it."),
                GoalState::NoPriority => {
                    format!("The goal `{goal}` was left alone, because its priority has no value.")
                }
                GoalState::NotWanted => {
                    not_wanted.push(format!("`{goal}`"));
                    continue;
                }
            });
        }
        match &not_wanted[..] {
            [] => {}
            [one] => said.push(format!("The goal {one} is not wanted now.")),
            several => said.push(format!("The goals {} are not wanted now.", listed(several))),
        }
        said.join(" ")
    }

    fn decision_told(&self) -> String {
        let does = if self.does.is_empty() {
            "it does nothing".to_owned()
        } else {
            format!("what it does is {}", listed(&self.does))
        };
        match self.decided_at {
            Some(tick) => {
                format!("Nothing that matters has changed since tick {tick}, so {does}, as decided then.")
            }
            None => format!("So {does}."),
        }
    }
}

impl ThingChange {
    /// What changed of a known thing, in a clause.
    fn told(&self) -> String {
        let Turn::Changed { properties } = &self.turn else { return self.thing.clone() };
        let owner = if self.thing == "self" { "its own".to_owned() } else { possessive(&self.thing) };
        let one = |change: &PropertyChange| match (&change.before, &change.now) {
            (Some(before), Some(now)) => format!("{} went from {before} to {now}", change.property),
            (None, Some(now)) => format!("{} became {now}", change.property),
            (Some(before), None) => format!("{}, which was {before}, has no value any more", change.property),
            (None, None) => format!("{} has no value", change.property),
        };
        let told: Vec<String> = properties.iter().map(one).collect();
        format!("{owner} {}", listed_some(&told, MOST_TOLD))
    }
}

impl TaskStory {
    fn told(&self, number: usize, tick: u64) -> String {
        let mut text = wrapped(&format!("{number}. {}", self.heading(tick)), 3);
        for sentence in self.rules_told(tick) {
            text.push_str(&wrapped(&format!("   {sentence}"), 3));
        }
        text
    }

    fn heading(&self, tick: u64) -> String {
        let Self { goal, program, priority, .. } = self;
        let moved = match self.priority_before {
            Some(before) if before < *priority => format!(", up from {}", brief(before)),
            Some(before) => format!(", down from {}", brief(before)),
            None => String::new(),
        };
        let since = if self.since == tick { String::new() } else { format!(", since tick {}", self.since) };
        if goal == UNWRITTEN {
            return format!("It acts by {program}{since}.");
        }
        format!("The goal `{goal}`, priority {}{moved}, is pursued by {program}{since}.", brief(*priority))
    }

    fn rules_told(&self, tick: u64) -> Vec<String> {
        let mut said = Vec::new();
        if self.skipped {
            said.push("It was not asked, because enough others ran.".to_owned());
            return said;
        }
        match self.asked_at {
            None => said.push("It has not been asked yet.".to_owned()),
            Some(asked) if asked < tick && !self.put_aside => said.push(format!(
                "Nothing that matters to it has changed since tick {asked}, so what was found then stands:"
            )),
            Some(asked) if asked < tick => said.push(format!("It was last asked in tick {asked}:")),
            Some(_) => {}
        }
        said.extend(self.in_order().into_iter().map(|attempt| self.attempt_told(attempt)));
        said.extend(self.decomposed_told());
        said.extend(self.plan.iter().flat_map(|plan| plan.told(tick)));
        said.extend(self.bound_told());
        said.extend(self.proposed.iter().map(|proposal| match &proposal.why_not {
            None => format!("It proposed {}, which is done.", proposal.command),
            Some(why) => format!("It proposed {}, which is not done, because {why}.", proposal.command),
        }));
        if self.waits {
            said.push("It waits for something under way.".to_owned());
        }
        match &self.ended {
            Some(why) => said.push(format!("It ended in this tick: {why}.")),
            None if self.put_aside => said.push("It is put aside until something changes.".to_owned()),
            None => {}
        }
        said
    }

    /// How the task fell apart, as a tree: parts are indented under their whole. What came of a task at once stands in its line. Of a long
    /// story the beginning and the end are told.
    fn decomposed_told(&self) -> Vec<String> {
        let line = |one: &Decomposed| {
            let indent = "  ".repeat((one.depth as usize).min(DEEPEST_TOLD));
            format!("{indent}{} {}", one.name, one.what)
        };
        let at_once = |one: &Decomposed, next: Option<&Decomposed>| {
            let same = next.is_some_and(|next| next.name == one.name && next.depth == one.depth);
            one.what == LOOKED_AT && same
        };
        let after = self.decomposed.iter().skip(1).map(Some).chain([None]);
        let told = self.decomposed.iter().zip(after).filter(|(one, next)| !at_once(one, *next));
        let mut lines: Vec<String> = told.map(|(one, _)| line(one)).collect();
        let left_out = lines.len().saturating_sub(FIRST_TOLD + LAST_TOLD);
        if left_out > 1 {
            let said = format!("({} more such steps)", thousands(left_out as f64));
            lines.splice(FIRST_TOLD..FIRST_TOLD + left_out, [said]);
        }
        lines
    }

    /// The rules in the order of telling: a rule that calls a program before the rules of that program, though it is known to
    /// run only after them.
    fn in_order(&self) -> Vec<&Attempt> {
        let mut order: Vec<&Attempt> = Vec::with_capacity(self.tried.len());
        let mut called = 0;
        for attempt in &self.tried {
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

    fn attempt_told(&self, attempt: &Attempt) -> String {
        let Attempt { program, rule, ran, continued, why, .. } = attempt;
        let of =
            if *program == self.program { String::new() } else { format!(" of {program}, which it calls,") };
        let is_done = rule == "done" && of.is_empty();
        match (ran, why) {
            (true, _) if is_done => "What it is for holds: there is nothing to do.".to_owned(),
            (true, _) if *continued => format!("The rule `{rule}`{of} goes on, as in the tick before."),
            (true, _) => format!("The rule `{rule}`{of} runs."),
            (false, Some(why)) if is_done => format!("It is not done, because {why}."),
            (false, Some(why)) => format!("The rule `{rule}`{of} cannot run, because {why}."),
            (false, None) => format!("The rule `{rule}`{of} cannot run."),
        }
    }

    fn bound_told(&self) -> Option<String> {
        let one = |binding: &Binding| {
            let mut told = binding.thing.clone();
            if !binding.portions.is_empty() {
                told = format!("{} of {told}", listed(&binding.portions));
            }
            if let Some(name) = &binding.name {
                let _ = write!(told, " as `{name}`");
            }
            if binding.exclusive {
                told.push_str(" for itself alone");
            }
            told
        };
        let told: Vec<String> = self.bound.iter().map(one).collect();
        (!told.is_empty()).then(|| format!("It has {}.", listed(&told)))
    }
}

impl PlanStory {
    /// How the plan came about and why it is this one.
    fn told(&self, tick: u64) -> Vec<String> {
        let when =
            if self.made_at == tick { "In this tick".into() } else { format!("In tick {}", self.made_at) };
        let mut said = vec![format!("{when} it looked for a plan, because {}.", self.why)];
        if !self.drives.is_empty() {
            let one = |(name, part): &(String, f64)| format!("{name} {} %", brief(part * 100.0));
            let told: Vec<String> = self.drives.iter().map(one).collect();
            said.push(format!("Its drives were satisfied so far: {}.", listed(&told)));
        }
        if self.steps.is_empty() {
            said.push("Of all that can be done, nothing would make it better off.".into());
            return said;
        }
        let chosen = listed(&self.steps);
        if self.considered == 0 {
            said.push(format!("The cheapest plan is to do {chosen}."));
        } else {
            said.push(format!(
                "Of {} plans that it considered it chose to do {chosen}, after which everything would be worth {:.3}.",
                self.considered, self.utility
            ));
        }
        if let Some((steps, utility)) = &self.runner_up {
            let other = listed(steps);
            said.push(format!(
                "The next best that it thought of was to do {other}, which promised {utility:.3}."
            ));
        }
        if let Some((steps, utility)) = &self.passed_over {
            let other = listed(steps);
            said.push(format!(
                "Since then it found {other}, worth {utility:.3}: not enough to change its mind."
            ));
        }
        if let Some(step) = self.steps.get(self.at) {
            let (number, all) = (self.at + 1, self.steps.len());
            said.push(format!("It is at step {number} of {all}: {step}."));
        }
        said
    }
}

fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
