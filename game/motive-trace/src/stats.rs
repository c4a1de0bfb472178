//! How often goals, rules, tasks and actions occurred in a run, and how they ended.

use crate::explanation::UNNAMED_GOAL;
use crate::format::{Record, TickRecord};
use crate::history::AgentHistory;
use crate::reader::{Reader, TraceError};
use crate::text::{counted, tidy};
use motive_core::trace::{Event, ProposalResult, SubtaskEvent};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::BufRead;

/// Counts over a whole run, of all agents together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TraceStats {
    /// By goal.
    pub goals: BTreeMap<String, GoalStats>,
    /// By rule, as `Program.rule`.
    pub rules: BTreeMap<String, RuleStats>,
    /// By task, method and primitive of task networks.
    pub tasks: BTreeMap<String, TaskStats>,
    /// How often each action was proposed and accepted in a new decision, without its arguments.
    pub actions: BTreeMap<String, u64>,
}

/// How often a goal was started, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GoalStats {
    /// How often it was started.
    pub started: u64,
    /// How often it ended because it was achieved.
    pub achieved: u64,
    /// How often it ended for another reason.
    pub abandoned: u64,
    /// How often it was suspended.
    pub suspended: u64,
}

/// How often a rule was tried. Ticks in which nothing relevant changed are not counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RuleStats {
    /// How often it ran.
    pub ran: u64,
    /// How often it was rejected.
    pub rejected: u64,
}

/// How often a task was entered, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TaskStats {
    /// How often it was entered.
    pub entered: u64,
    /// How often it was skipped, because it was achieved already.
    pub already_achieved: u64,
    /// How often it succeeded.
    pub succeeded: u64,
    /// How often it failed.
    pub failed: u64,
    /// How often each of its preconditions was false, which made it not applicable.
    pub false_preconditions: BTreeMap<String, u64>,
    /// How often it was aborted, because a precondition no longer held.
    pub aborted: u64,
    /// How many ticks it took, summed over those that ended.
    pub ticks: u64,
    /// How many ended.
    pub ended: u64,
}

/// Where a task is in its decomposition: agent, task of the arbiter, depth.
type TaskPosition = (u64, u64, u32);

#[derive(Default)]
struct Counter {
    stats: TraceStats,
    agents: BTreeMap<u64, AgentHistory>,
    /// The task at each position, and since which tick.
    open: BTreeMap<TaskPosition, (String, u64)>,
}

impl TraceStats {
    /// Counts over a whole trace. One that was cut off is counted as far as it goes.
    ///
    /// # Errors
    /// If the trace is damaged.
    pub fn of<R: BufRead>(trace: &mut Reader<R>) -> Result<Self, TraceError> {
        let mut counter = Counter::default();
        loop {
            match trace.next_record() {
                Ok(Some(Record::Tick(record))) => counter.count(&record),
                Ok(Some(Record::Backdrop(_) | Record::Scene(_))) => {}
                Ok(Some(Record::Agent(info))) => {
                    counter.agents.insert(info.agent, AgentHistory::new(info)?);
                }
                Ok(None) | Err(TraceError::Cut { .. }) => return Ok(counter.stats),
                Err(error) => return Err(error),
            }
        }
    }

    /// The counts as tables for a terminal.
    pub fn text(&self) -> String {
        let row = |name: &String, counts: &[u64]| (name.clone(), counts.iter().map(u64::to_string).collect());
        let goals = self.goals.iter().map(|(name, goal)| {
            let GoalStats { started, achieved, abandoned, suspended } = *goal;
            row(name, &[started, achieved, abandoned, suspended])
        });
        let rules = self.rules.iter().map(|(name, rule)| row(name, &[rule.ran, rule.rejected]));
        let tasks = self.tasks.iter().flat_map(|(name, task)| task.rows(name));
        let actions = self.actions.iter().map(|(name, count)| row(name, &[*count]));
        let tables = [
            table(&["goal", "started", "achieved", "abandoned", "suspended"], goals.collect()),
            table(&["rule", "ran", "rejected"], rules.collect()),
            table(&["task", "entered", "succeeded", "achieved", "failed", "mean ticks"], tasks.collect()),
            table(&["action", "decided"], actions.collect()),
        ];
        let tables: Vec<String> = tables.into_iter().flatten().collect();
        if tables.is_empty() {
            "No goal, task or action was recorded.\n".to_owned()
        } else {
            tables.join("\n")
        }
    }
}

impl TaskStats {
    /// A row of counts, and one for each precondition that was false.
    fn rows(&self, name: &str) -> Vec<(String, Vec<String>)> {
        let failed = self.failed + self.aborted + self.false_preconditions.values().sum::<u64>();
        let mean = match self.ended {
            0 => "-".to_owned(),
            ended => format!("{:.1}", self.ticks as f64 / ended as f64),
        };
        let counts = [self.entered, self.succeeded, self.already_achieved, failed].map(|n| n.to_string());
        let mut rows = vec![(name.to_owned(), counts.into_iter().chain([mean]).collect())];
        for (condition, times) in &self.false_preconditions {
            let times = counted(*times as usize, "time");
            rows.push((format!("  not applicable {times}: {condition} is false"), Vec::new()));
        }
        if self.aborted > 0 {
            let times = counted(self.aborted as usize, "time");
            rows.push((format!("  aborted {times}: a precondition no longer held"), Vec::new()));
        }
        rows
    }
}

/// Rows with a name on the left and numbers on the right; none if there is no row. A row without numbers is a remark on the one above it.
fn table(heads: &[&str], rows: Vec<(String, Vec<String>)>) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let named = rows.iter().filter(|(_, numbers)| !numbers.is_empty());
    let name = named.map(|(name, _)| name.chars().count()).chain([heads[0].len()]).max().unwrap_or(0);
    let mut text = format!("{:name$}", heads[0]);
    heads[1..].iter().for_each(|head| text.push_str(&format!("  {head:>10}")));
    text.push('\n');
    for (title, numbers) in rows {
        text.push_str(&if numbers.is_empty() { title } else { format!("{title:name$}") });
        numbers.iter().for_each(|number| text.push_str(&format!("  {number:>10}")));
        text.push('\n');
    }
    Some(text)
}

/// A command without its arguments: `move` of `move(left)`, `forget` of `forget note#3`, `note target` of `note target { what: 3 }`.
fn action_name(command: &str) -> &str {
    let name = command.split(['(', '{']).next().unwrap_or(command).trim();
    if name.starts_with("forget ") { "forget" } else { name }
}

impl Counter {
    fn count(&mut self, record: &TickRecord) {
        for event in &record.events {
            match event {
                Event::Decomposing { task, depth, name, what } => {
                    self.count_task((record.agent, *task, *depth), name, *what, record.tick);
                }
                Event::RuleFired { program, rule, .. } => self.rule(record.agent, program, *rule).ran += 1,
                Event::RuleFailed { program, rule, .. } => {
                    self.rule(record.agent, program, *rule).rejected += 1;
                }
                Event::Proposed { command, fate: ProposalResult::Kept, .. } => {
                    *self.stats.actions.entry(action_name(command).to_owned()).or_default() += 1;
                }
                Event::TaskStarted { .. } | Event::TaskEnded { .. } | Event::TaskSuspended { .. } => {
                    self.count_goal(record.agent, event);
                }
                _ => {}
            }
        }
        if let Some(history) = self.agents.get_mut(&record.agent) {
            history.follow(record);
        }
    }

    fn rule(&mut self, agent: u64, program: &str, rule: usize) -> &mut RuleStats {
        let name =
            self.agents.get(&agent).map_or_else(|| rule.to_string(), |agent| agent.rule(program, rule));
        self.stats.rules.entry(format!("{program}.{name}")).or_default()
    }

    fn count_goal(&mut self, agent: u64, event: &Event) {
        use motive_core::trace::TaskEnd;
        let known = |task: &u64| Some(self.agents.get(&agent)?.tasks.get(task)?.goal.clone());
        let goal = match event {
            Event::TaskStarted { goal, .. } => Some(goal.to_string()),
            Event::TaskEnded { task, .. } | Event::TaskSuspended { task } => known(task),
            _ => None,
        };
        let Some(goal) = goal.filter(|goal| goal != UNNAMED_GOAL) else { return };
        let stats = self.stats.goals.entry(goal).or_default();
        match event {
            Event::TaskStarted { .. } => stats.started += 1,
            Event::TaskSuspended { .. } => stats.suspended += 1,
            Event::TaskEnded { why: TaskEnd::Achieved, .. } => stats.achieved += 1,
            _ => stats.abandoned += 1,
        }
    }

    fn count_task(&mut self, position: TaskPosition, name: &str, what: SubtaskEvent, tick: u64) {
        let mind = self.agents.get(&position.0).map(|agent| &agent.info().mind);
        let stats = self.stats.tasks.entry(name.to_owned()).or_default();
        match what {
            SubtaskEvent::Entered => {
                stats.entered += 1;
                self.open.insert(position, (name.to_owned(), tick));
                return;
            }
            SubtaskEvent::GoalReached => stats.already_achieved += 1,
            SubtaskEvent::NeedFailed { part } => {
                let rule = mind.and_then(|mind| mind.programs.get(name)?.first()?.conditions.get(part));
                let text = rule
                    .map_or_else(|| format!("precondition {}", part + 1), |text| format!("`{}`", tidy(text)));
                *stats.false_preconditions.entry(text).or_default() += 1;
            }
            SubtaskEvent::Succeeded => stats.succeeded += 1,
            SubtaskEvent::Failed => stats.failed += 1,
            SubtaskEvent::Broken => stats.aborted += 1,
            _ => return,
        }
        if let Some((open, since)) = self.open.get(&position)
            && *open == name
        {
            stats.ticks += tick.saturating_sub(*since);
            stats.ended += 1;
            self.open.remove(&position);
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/stats.rs"]
mod tests;
