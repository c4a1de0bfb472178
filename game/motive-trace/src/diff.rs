//! Where two runs begin to differ.

use crate::format::{AgentInfo, Fact, Record, RunInfo, TickRecord};
use crate::history::AgentHistory;
use crate::reader::{Reader, TraceError};
use crate::text::{counted, listed, listed_some, wrapped};
use motive_core::trace::Event;
use motive_core::{Id, Property};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::BufRead;

/// How many differences are listed before the rest is counted.
const MOST_LISTED: usize = 5;

/// How two runs differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TraceDiff {
    /// They are the same from the first tick to the last.
    pub same: bool,
    /// How many ticks, counted for the first agent, are the same before the first difference.
    pub same_ticks: u64,
    /// The first tick that differs, if one does.
    pub tick: Option<u64>,
    /// The agent whose tick differs first.
    pub agent: Option<u64>,
    /// How worlds, options, seeds and minds differ, as sentences.
    pub setup: Vec<String>,
    /// How the agent's memory differs at that tick. Such a difference comes from the world, not from the mind.
    pub memory: Vec<String>,
    /// The first run there.
    pub a: DiffSide,
    /// The second run there.
    pub b: DiffSide,
    /// How far a run that was cut off could be compared.
    pub cut: Vec<String>,
}

/// One of two runs at the first tick that differs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DiffSide {
    /// The first event that happened here and not in the other run.
    pub first_event: Option<String>,
    /// What the agent does.
    pub actions: Vec<String>,
    /// The run ended before this tick.
    pub ended: bool,
}

/// Compares two runs.
///
/// # Errors
/// If one is damaged, or is no trace. One that is cut off is compared as far as it goes.
pub fn compare<A: BufRead, B: BufRead>(
    a: &mut Reader<A>,
    b: &mut Reader<B>,
) -> Result<TraceDiff, TraceError> {
    let mut runs = (FollowedRun::default(), FollowedRun::default());
    let mut diff = TraceDiff::default();
    loop {
        let (left, right) = (runs.0.next(a)?, runs.1.next(b)?);
        diff.cut = [("first", &runs.0.cut), ("second", &runs.1.cut)]
            .into_iter()
            .filter_map(|(which, cut)| cut.as_ref().map(|cut| format!("the {which} run: {cut}")))
            .collect();
        let (Some(left), Some(right)) = (&left, &right) else {
            let longer = left.as_ref().or(right.as_ref());
            diff.same = longer.is_none();
            (diff.tick, diff.agent) = (longer.map(|it| it.tick), longer.map(|it| it.agent));
            (diff.a.ended, diff.b.ended) = (left.is_none(), right.is_none());
            break;
        };
        let (mine, theirs) = (runs.0.history(left)?, runs.1.history(right)?);
        // The same names mean the same numbers, which are compared faster than sentences.
        let same = match std::sync::Arc::ptr_eq(&mine.info.names, &theirs.info.names)
            || mine.info.names == theirs.info.names
        {
            true => left == right,
            false => sentences(mine, left) == sentences(theirs, right),
        };
        let memory = if same { Vec::new() } else { memory_differences(mine, left, theirs, right) };
        mine.follow(left);
        theirs.follow(right);
        if same || memory.is_empty() && same_outcome(mine, left, theirs, right) {
            diff.same_ticks += u64::from(runs.0.is_first(left));
            continue;
        }
        (diff.tick, diff.agent) = (Some(left.tick), Some(left.agent));
        diff.memory = memory;
        (diff.a.first_event, diff.b.first_event) = first_difference(mine, left, theirs, right);
        (diff.a.actions, diff.b.actions) = (mine.actions(), theirs.actions());
        break;
    }
    diff.setup = setup((a.run(), &runs.0), (b.run(), &runs.1));
    Ok(diff)
}

/// A run while it is read.
#[derive(Default)]
struct FollowedRun {
    agents: BTreeMap<u64, AgentHistory>,
    /// The agents as they began.
    beginnings: BTreeMap<u64, AgentInfo>,
    first: Option<u64>,
    cut: Option<TraceError>,
}

impl FollowedRun {
    fn next<R: BufRead>(&mut self, trace: &mut Reader<R>) -> Result<Option<TickRecord>, TraceError> {
        loop {
            match trace.next_record() {
                Ok(Some(Record::Tick(record))) => return Ok(Some(record)),
                Ok(Some(Record::Backdrop(_) | Record::Scene(_))) => {}
                Ok(Some(Record::Agent(info))) => self.introduce(info)?,
                Ok(None) => return Ok(None),
                Err(cut @ TraceError::Cut { .. }) => {
                    self.cut = Some(cut);
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn introduce(&mut self, info: AgentInfo) -> Result<(), TraceError> {
        self.first.get_or_insert(info.agent);
        self.beginnings.entry(info.agent).or_insert_with(|| info.clone());
        match self.agents.get_mut(&info.agent) {
            Some(history) => history.reload(info)?,
            None => drop(self.agents.insert(info.agent, AgentHistory::new(info)?)),
        }
        Ok(())
    }

    fn is_first(&self, record: &TickRecord) -> bool {
        self.first == Some(record.agent)
    }

    /// The agent of a tick. A damaged trace may have none.
    fn history(&mut self, record: &TickRecord) -> Result<&mut AgentHistory, TraceError> {
        let missing = || TraceError::BadHeader(format!("agent {} is not introduced", record.agent));
        self.agents.get_mut(&record.agent).ok_or_else(missing)
    }
}

/// A tick as sentences, so that runs with different names can be compared.
fn sentences(history: &AgentHistory, record: &TickRecord) -> Vec<String> {
    let fact = |fact: &Fact| {
        let (thing, property) = (history.thing(fact.id), history.property(fact.property));
        format!("{thing}.{property} = {}", history.values(&fact.values))
    };
    let events = record.events.iter().map(|event| history.sentence(event));
    record.facts.iter().map(fact).chain(events).collect()
}

fn setup(a: (&RunInfo, &FollowedRun), b: (&RunInfo, &FollowedRun)) -> Vec<String> {
    let mut said = Vec::new();
    let mut differ = |what: &str, a: Option<String>, b: Option<String>| {
        if a != b {
            let none = || "none".to_owned();
            said.push(format!(
                "The {what} differ: {} and {}.",
                a.unwrap_or_else(none),
                b.unwrap_or_else(none)
            ));
        }
    };
    let options = |run: &RunInfo| (!run.options.is_empty()).then(|| run.options.join(" "));
    differ("worlds", a.0.world.clone(), b.0.world.clone());
    differ("options of the world", options(a.0), options(b.0));
    differ("seeds", a.0.seed.map(|seed| seed.to_string()), b.0.seed.map(|seed| seed.to_string()));
    for (number, mine) in &a.1.beginnings {
        if let Some(theirs) = b.1.beginnings.get(number) {
            said.extend(mind_differences(mine, theirs));
        }
    }
    said
}

fn mind_differences(a: &AgentInfo, b: &AgentInfo) -> Vec<String> {
    let mut said = Vec::new();
    let agent = a.agent;
    if a.name != b.name {
        said.push(format!("Agent {agent} is {} in the first run and {} in the second.", a.name, b.name));
    }
    let (mine, theirs) = (&a.mind.programs, &b.mind.programs);
    let mut programs: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
    programs.sort();
    programs.dedup();
    let differ = programs.into_iter().filter(|program| mine.get(*program) != theirs.get(*program));
    let differ: Vec<String> = differ.cloned().collect();
    if !differ.is_empty() {
        said.push(format!("The conditions of the rules of agent {agent} differ in {}.", listed(&differ)));
    }
    if a.mind.goals != b.mind.goals {
        said.push(format!("The goals of agent {agent} differ."));
    }
    said
}

/// The properties that differ between the two memories, of those that changed in this tick.
fn memory_differences(
    mine: &AgentHistory,
    a: &TickRecord,
    theirs: &AgentHistory,
    b: &TickRecord,
) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let value = |history: &AgentHistory, record: &TickRecord, key: (Id, Property)| {
        let fresh = record.facts.iter().find(|fact| (fact.id, fact.property) == key);
        let values = fresh.map(|fact| fact.values.as_slice()).or_else(|| history.values_of(key.0, key.1));
        let values = values.filter(|values| !values.is_empty());
        values.map_or_else(|| "no value".to_owned(), |values| history.values(values))
    };
    let mut keys: Vec<(Id, Property)> = Vec::new();
    for fact in a.facts.iter().chain(&b.facts) {
        if !keys.contains(&(fact.id, fact.property)) {
            keys.push((fact.id, fact.property));
        }
    }
    for key in keys {
        let (left, right) = (value(mine, a, key), value(theirs, b, key));
        if left != right {
            let (thing, property) = (mine.thing(key.0), mine.property(key.1));
            said.push(format!("{thing}.{property} is {left} in the first run and {right} in the second"));
        }
    }
    said
}

/// Whether goals, tasks and actions are the same, whatever rules led to them.
fn same_outcome(mine: &AgentHistory, a: &TickRecord, theirs: &AgentHistory, b: &TickRecord) -> bool {
    goal_events(mine, a) == goal_events(theirs, b) && mine.actions() == theirs.actions()
}

/// What happened to goals and tasks in a tick.
fn goal_events(history: &AgentHistory, record: &TickRecord) -> Vec<String> {
    let events = record.events.iter().filter(|event| {
        matches!(
            event,
            Event::GoalMade { .. }
                | Event::GoalFiltered { .. }
                | Event::NoProgram { .. }
                | Event::Priority { .. }
                | Event::TaskStarted { .. }
                | Event::TaskEnded { .. }
                | Event::TaskSuspended { .. }
                | Event::TaskResumed { .. }
        )
    });
    events.map(|event| history.sentence(event)).collect()
}

/// The first difference between the ticks, on either side. A task that was not evaluated now counts with what it found when it last
/// was, so that rules are compared with rules.
fn first_difference(
    mine: &AgentHistory,
    a: &TickRecord,
    theirs: &AgentHistory,
    b: &TickRecord,
) -> (Option<String>, Option<String>) {
    let all = |history: &AgentHistory, record: &TickRecord| -> Vec<String> {
        let events = history.tasks.values().flat_map(|task| &task.events).chain(&history.decided.proposals);
        let sentences = events.map(|event| history.sentence(event));
        goal_events(history, record).into_iter().chain(sentences).collect()
    };
    let (left, right) = (all(mine, a), all(theirs, b));
    let at = left.iter().zip(&right).take_while(|(one, other)| one == other).count();
    (left.get(at).cloned(), right.get(at).cloned())
}

impl TraceDiff {
    /// The difference as text for a terminal.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut say = |sentence: &str| text.push_str(&wrapped(sentence, 2));
        self.setup.iter().for_each(|sentence| say(sentence));
        for cut in &self.cut {
            say(&format!("Compared in part only; {cut}."));
        }
        let ticks = counted(self.same_ticks as usize, "tick");
        let Some((tick, agent)) = self.tick.zip(self.agent) else {
            say(&format!("The runs are the same: {ticks}."));
            return text;
        };
        if self.a.ended || self.b.ended {
            let (shorter, longer) = if self.a.ended { ("first", "second") } else { ("second", "first") };
            say(&format!(
                "The runs are the same for {ticks}. Then the {shorter} run ends; the {longer} continues with tick {tick}."
            ));
            return text;
        }
        say(&format!("The runs differ from tick {tick} on, first for agent {agent}."));
        if self.memory.is_empty() {
            say("The agent knows the same in both runs there, so the difference comes from its mind.");
        } else {
            say(&format!("Its memory differs there: {}.", listed_some(&self.memory, MOST_LISTED)));
        }
        for (which, side) in [("First", &self.a), ("Second", &self.b)] {
            let event = side.first_event.as_deref().unwrap_or("no further event");
            let actions = if side.actions.is_empty() { "none".to_owned() } else { listed(&side.actions) };
            say(&format!("{which} run: {event}. Actions: {actions}."));
        }
        text
    }
}
