//! Searches in the records of an agent.

use crate::source::RunSource;
use motive_core::trace::Event;
use motive_trace::view::AgentView;
use motive_trace::{AgentHistory, AgentInfo, Segment, TickRecord};
use serde::Serialize;
use std::time::{Duration, Instant};

/// How long one search may take. The page goes on from where it ended.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often two things have to take turns to alternate, and within how many ticks.
const TURNS: usize = 4;
const TICKS: u64 = 60;

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunSearch {
    /// A rule begins to run.
    Rule(String),
    /// A goal begins to be pursued.
    Goal(String),
    /// An action begins.
    Action(String),
    /// Two of these take turns.
    Alternate(String, String),
    /// Any of the first three.
    Any(String),
}

impl RunSearch {
    /// Reads `rule flee`, `goal eat`, `action go`, `flee and eat alternate`, or a name; also as a question, such as
    /// ``when did rule `flee` first run?``. The page begins at the beginning if it is asked for what was first.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.trim().trim_end_matches('?').split_whitespace().collect();
        let asked = match &words[..] {
            ["when" | "When", "did" | "does" | "do", rest @ ..] => match rest {
                // A rule may be called `run`.
                ["rule" | "goal" | "action", _] => rest,
                [what @ .., "run" | "begin"] | [what @ .., "come", "up"] => what,
                _ => rest,
            },
            all => all,
        };
        let has_more = asked.len() > 1;
        let asked: Vec<&str> = asked.iter().copied().filter(|word| !has_more || *word != "first").collect();
        let name = |words: &[&str]| words.join(" ").trim_matches('`').to_owned();
        Ok(match &asked[..] {
            [] => {
                let help = "write what to search for: `rule flee`, `goal eat`, `action go`, `flee and eat alternate`";
                return Err(help.to_owned());
            }
            ["rule", rest @ ..] if !rest.is_empty() => Self::Rule(name(rest)),
            ["goal", rest @ ..] if !rest.is_empty() => Self::Goal(name(rest)),
            ["action", rest @ ..] if !rest.is_empty() => Self::Action(name(rest)),
            [one, "and", other, "alternate"] => Self::Alternate(name(&[one]), name(&[other])),
            all => Self::Any(name(all)),
        })
    }
}

/// What a search found.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SearchResult {
    tick: Option<u64>,
    /// The tick from which to go on, if there was no time to look at everything.
    go_on_from: Option<u64>,
}

/// Searches forwards from a tick on, or backwards before it.
pub(crate) fn find(
    source: &dyn RunSource,
    agent: u64,
    query: &RunSearch,
    from: u64,
    backwards: bool,
) -> Result<SearchResult, String> {
    let info = source.info(agent).ok_or("nothing is known of this agent yet")?;
    let mut starts = source.segment_starts(agent);
    if backwards {
        starts.truncate(starts.partition_point(|start| *start < from));
        starts.reverse();
    } else {
        starts.drain(..starts.partition_point(|start| *start <= from).saturating_sub(1));
    }
    let begun = Instant::now();
    let mut searched = from;
    for start in starts {
        if begun.elapsed() > PATIENCE {
            let from = if backwards { searched } else { start };
            return Ok(SearchResult { tick: None, go_on_from: Some(from) });
        }
        searched = start;
        let (mut tick, mut turns) = (None, Vec::new());
        // Turns that began shortly before count too.
        if let (RunSearch::Alternate(..), Some(before)) = (query, start.checked_sub(1)) {
            source.with_segment(agent, before, &mut |segment| {
                _ = ticks(segment, &info, query, &mut turns);
            })?;
        }
        source.with_segment(agent, start, &mut |segment| {
            let found = ticks(segment, &info, query, &mut turns);
            tick = match backwards {
                true => found.into_iter().rev().find(|tick| *tick < from),
                false => found.into_iter().find(|tick| *tick >= from),
            };
        })?;
        if tick.is_some() {
            return Ok(SearchResult { tick, go_on_from: None });
        }
    }
    Ok(SearchResult { tick: None, go_on_from: None })
}

/// The ticks of a segment at which something begins. `turns` are those of the segment before.
fn ticks(segment: &Segment, info: &AgentInfo, query: &RunSearch, turns: &mut Vec<(u64, bool)>) -> Vec<u64> {
    let (mut found, mut doing) = (Vec::new(), actions(segment.before()));
    segment.follow_all(|history, record| {
        let now = actions(history);
        let begins = |name: &str| is_action(&now, &doing, name);
        let hit = match query {
            RunSearch::Rule(name) => fired(record, info, name),
            RunSearch::Goal(name) => comes_up(record, name),
            RunSearch::Action(name) => begins(name),
            RunSearch::Any(name) => fired(record, info, name) || comes_up(record, name) || begins(name),
            RunSearch::Alternate(one, other) => {
                let leads = |name: &str| fired(record, info, name) || comes_up(record, name) || begins(name);
                take_turns(turns, record.tick, leads(one), leads(other))
            }
        };
        if hit {
            found.push(record.tick);
        }
        doing = now;
    });
    found
}

/// What is done.
fn actions(history: &AgentHistory) -> Vec<String> {
    AgentView::of(history, 0).actions.into_iter().map(|action| action.command).collect()
}

fn fired(record: &TickRecord, info: &AgentInfo, name: &str) -> bool {
    record.events.iter().any(|event| {
        let Event::RuleFired { program, rule, continued: false, .. } = event else { return false };
        let rule = crate::mind_view::rule_name(info, program, *rule);
        rule == name
            || name.strip_prefix(&**program).is_some_and(|rest| rest.strip_prefix('.') == Some(&rule))
    })
}

fn comes_up(record: &TickRecord, name: &str) -> bool {
    record.events.iter().any(|event| matches!(event, Event::TaskStarted { goal, .. } if **goal == *name))
}

/// Whether an action begins that has this name, or begins with this text.
fn is_action(now: &[String], before: &[String], name: &str) -> bool {
    let is_it = |command: &&String| {
        command
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('(') || name.contains('('))
    };
    now.iter().filter(is_it).any(|command| !before.contains(command))
}

/// Notes who has begun, and says whether they have taken turns often enough.
fn take_turns(turns: &mut Vec<(u64, bool)>, tick: u64, one: bool, other: bool) -> bool {
    for (began, which) in [(one, true), (other, false)] {
        if began && turns.last().is_none_or(|(_, last)| *last != which) {
            turns.push((tick, which));
        }
    }
    turns.retain(|(at, _)| tick.saturating_sub(*at) <= TICKS);
    let enough = turns.len() >= TURNS;
    if enough {
        turns.clear();
    }
    enough
}

#[cfg(test)]
#[path = "../tests/unit/find.rs"]
mod tests;
