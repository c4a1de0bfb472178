//! Where two runs part.

use super::history::History;
use crate::text::{listed, listed_some, wrapped};
use crate::trace::{Fact, Header, MindText, Reader, Record, TickRecord, TraceError};
use motive::Property;
use motive::trace::{Event, ProposalResult};
use serde::Serialize;
use std::io::BufRead;

/// How many differences are told before the rest is counted.
const MOST_TOLD: usize = 5;

/// How two runs differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Parting {
    /// They are the same from the first tick to the last.
    pub same: bool,
    /// The ticks that were compared and are the same.
    pub ticks_alike: u64,
    /// The first tick at which they part, if they do.
    pub tick: Option<u64>,
    /// The agent whose tick differs first.
    pub agent: Option<u32>,
    /// How the set-ups differ, in sentences.
    pub set_up: Vec<String>,
    /// What the agents know differs at that tick: this comes from the world, not from the mind.
    pub known: Vec<String>,
    /// The first run there.
    pub a: Side,
    /// The second run there.
    pub b: Side,
    /// How far the runs were read, if one was cut off.
    pub cut: Vec<String>,
}

/// One of two runs at the tick at which they part.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Side {
    /// The first thing that happened here and not in the other run, as a sentence without its full stop.
    pub first: Option<String>,
    /// What the agent does.
    pub does: Vec<String>,
    /// The run is over before this tick.
    pub over: bool,
}

/// Compares two runs.
///
/// # Errors
/// If one is damaged, or is no trace. One that is cut off is compared as far as it goes.
pub fn compare<A: BufRead, B: BufRead>(a: &mut Reader<A>, b: &mut Reader<B>) -> Result<Parting, TraceError> {
    let mut runs = (Run::new(a.header())?, Run::new(b.header())?);
    let mut parting = Parting { set_up: set_up(a.header(), b.header()), ..Parting::default() };
    let by_number = a.header().names == b.header().names;
    loop {
        let (left, right) = (runs.0.next(a)?, runs.1.next(b)?);
        parting.cut = [("first", &runs.0.cut), ("second", &runs.1.cut)]
            .into_iter()
            .filter_map(|(which, cut)| cut.as_ref().map(|cut| format!("the {which} run: {cut}")))
            .collect();
        let (Some(left), Some(right)) = (&left, &right) else {
            let longer = left.as_ref().or(right.as_ref());
            parting.same = longer.is_none();
            (parting.tick, parting.agent) = (longer.map(|it| it.tick), longer.map(|it| it.agent));
            (parting.a.over, parting.b.over) = (left.is_none(), right.is_none());
            return Ok(parting);
        };
        let by_number = by_number && !runs.0.reloaded && !runs.1.reloaded;
        let (mine, theirs) = (runs.0.history(left), runs.1.history(right));
        let alike = if by_number { left == right } else { told(mine, left) == told(theirs, right) };
        if !alike {
            let known = known(mine, left, theirs, right);
            mine.follow(left);
            theirs.follow(right);
            if known.is_empty() && same_outcome(mine, left, theirs, right) {
                parting.ticks_alike += u64::from(left.agent == 0);
                continue;
            }
            (parting.tick, parting.agent) = (Some(left.tick), Some(left.agent));
            parting.known = known;
            (parting.a.first, parting.b.first) = first(mine, left, theirs, right);
            (parting.a.does, parting.b.does) = (does(mine), does(theirs));
            return Ok(parting);
        }
        mine.follow(left);
        theirs.follow(right);
        parting.ticks_alike += u64::from(left.agent == 0);
    }
}

/// A run while it is followed.
struct Run {
    histories: Vec<History>,
    cut: Option<TraceError>,
    /// Numbers may mean something else than the header says.
    reloaded: bool,
}

impl Run {
    fn new(header: &Header) -> Result<Self, TraceError> {
        // A damaged trace may have a tick of an agent without a mind; the first stands in for it.
        let agents = 0..header.minds.len().max(1) as u32;
        let histories: Result<Vec<History>, _> = agents.map(|agent| History::new(header, agent)).collect();
        let histories = histories.map_err(|error| TraceError::BadHeader(error.to_string()))?;
        Ok(Self { histories, cut: None, reloaded: false })
    }

    fn next<R: BufRead>(&mut self, trace: &mut Reader<R>) -> Result<Option<TickRecord>, TraceError> {
        loop {
            match trace.next_record() {
                Ok(Some(Record::Tick(record))) => return Ok(Some(record)),
                Ok(Some(Record::Mind { agent, names, mind })) => {
                    self.reloaded = true;
                    if let Some(history) = self.histories.get_mut(agent as usize) {
                        let bad = |error: motive::VocabularyError| TraceError::BadHeader(error.to_string());
                        history.replace(&names, mind).map_err(bad)?;
                    }
                }
                Ok(_) => return Ok(None),
                Err(cut @ TraceError::Cut { .. }) => {
                    self.cut = Some(cut);
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn history(&mut self, record: &TickRecord) -> &mut History {
        let at = (record.agent as usize).min(self.histories.len() - 1);
        &mut self.histories[at]
    }
}

/// A tick in words, so that runs whose numbers mean different things can be compared.
fn told(history: &History, record: &TickRecord) -> Vec<String> {
    let facts = record.facts.iter().map(|fact| fact_told(history, fact));
    facts.chain(record.events.iter().map(|event| history.sentence(event))).collect()
}

fn fact_told(history: &History, fact: &Fact) -> String {
    let (thing, property) = (history.thing(fact.id), history.property(fact.property));
    format!("{thing}.{property} = {}", history.values(&fact.values))
}

fn set_up(a: &Header, b: &Header) -> Vec<String> {
    let mut said = Vec::new();
    if a.world != b.world {
        said.push(format!("The worlds differ: {} and {}.", a.world, b.world));
    }
    if a.options != b.options {
        let options = |header: &Header| {
            if header.options.is_empty() { "none".to_owned() } else { header.options.join(" ") }
        };
        said.push(format!("The options of the world differ: {} and {}.", options(a), options(b)));
    }
    if a.seed != b.seed {
        said.push(format!("The seeds differ: {} and {}.", a.seed, b.seed));
    }
    for (number, (mine, theirs)) in a.minds.iter().zip(&b.minds).enumerate() {
        said.extend(minds(number, mine, theirs));
    }
    said
}

fn minds(agent: usize, a: &MindText, b: &MindText) -> Vec<String> {
    let mut said = Vec::new();
    if a.name != b.name {
        said.push(format!(
            "Agent {agent} has the mind {} in the first run and {} in the second.",
            a.name, b.name
        ));
    }
    let mut programs: Vec<&String> = a.rules.keys().chain(b.rules.keys()).collect();
    programs.sort();
    programs.dedup();
    let differ: Vec<String> = programs
        .into_iter()
        .filter(|program| a.rules.get(*program) != b.rules.get(*program))
        .cloned()
        .collect();
    if !differ.is_empty() {
        said.push(format!("The conditions of its rules differ in {}.", listed(&differ)));
    }
    if a.goals != b.goals {
        said.push("Its goals differ.".to_owned());
    }
    said
}

/// What the agents know and the other does not, in clauses.
fn known(mine: &History, a: &TickRecord, theirs: &History, b: &TickRecord) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let facts = |record: &TickRecord| -> Vec<(motive::Id, Property)> {
        record.facts.iter().map(|fact| (fact.id, fact.property)).collect()
    };
    let value = |history: &History, record: &TickRecord, key: (motive::Id, Property)| {
        let fresh = record.facts.iter().find(|fact| (fact.id, fact.property) == key);
        let values = fresh.map(|fact| fact.values.as_slice()).or_else(|| history.known(key.0, key.1));
        values.filter(|values| !values.is_empty()).map(|values| history.values(values))
    };
    let mut keys = facts(a);
    keys.extend(
        facts(b).into_iter().filter(|key| !a.facts.iter().any(|fact| (fact.id, fact.property) == *key)),
    );
    for key in keys {
        let (left, right) = (value(mine, a, key), value(theirs, b, key));
        if left != right {
            let nothing = || "nothing".to_owned();
            said.push(format!(
                "{} of {} is {} in the first run and {} in the second",
                mine.property(key.1),
                mine.thing(key.0),
                left.unwrap_or_else(nothing),
                right.unwrap_or_else(nothing)
            ));
        }
    }
    said
}

/// Whether the same goals came and went and the same is done, whoever had to be asked for it.
fn same_outcome(mine: &History, a: &TickRecord, theirs: &History, b: &TickRecord) -> bool {
    turns(mine, a) == turns(theirs, b) && does(mine) == does(theirs)
}

/// What became of goals and tasks in a tick, in sentences.
fn turns(history: &History, record: &TickRecord) -> Vec<String> {
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

/// The first difference between the ticks, on either side. A task that was not asked now stands by what it found when it last was, so
/// that rules are compared with rules.
fn first(
    mine: &History,
    a: &TickRecord,
    theirs: &History,
    b: &TickRecord,
) -> (Option<String>, Option<String>) {
    let stands = |history: &History, record: &TickRecord| -> Vec<String> {
        let found = history.tasks.values().filter_map(|task| task.asked.as_ref());
        let events = found.flat_map(|(_, events)| events).chain(&history.decided.1);
        let sentences = events.map(|event| history.sentence(event));
        turns(history, record).into_iter().chain(sentences).collect()
    };
    let (left, right) = (stands(mine, a), stands(theirs, b));
    let at = left.iter().zip(&right).take_while(|(one, other)| one == other).count();
    (left.get(at).cloned(), right.get(at).cloned())
}

fn does(history: &History) -> Vec<String> {
    let kept = |event: &Event| match event {
        Event::Proposed { command, fate: ProposalResult::Kept, .. } => Some(command.clone()),
        _ => None,
    };
    history.decided.1.iter().filter_map(kept).collect()
}

impl Parting {
    /// The difference in sentences.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut say = |sentence: &str| text.push_str(&wrapped(sentence, 0));
        self.set_up.iter().for_each(|sentence| say(sentence));
        for cut in &self.cut {
            say(&format!("Cut off, so compared only in part: {cut}."));
        }
        let Some((tick, agent)) = self.tick.zip(self.agent) else {
            say(&format!("The runs are the same, in all {} ticks.", self.ticks_alike));
            return text;
        };
        if self.a.over || self.b.over {
            let (shorter, longer) = if self.a.over { ("first", "second") } else { ("second", "first") };
            let alike = self.ticks_alike;
            say(&format!(
                "The runs are the same for {alike} ticks. Then the {shorter} is over; the {longer} goes on with tick {tick}."
            ));
            return text;
        }
        say(&format!("The runs part at tick {tick}, with agent {agent}."));
        if self.known.is_empty() {
            say("Both know the same there; what differs is the mind.");
        } else {
            say(&format!("What they know differs: {}.", listed_some(&self.known, MOST_TOLD)));
        }
        for (which, side) in [("first", &self.a), ("second", &self.b)] {
            let first = side.first.as_deref().unwrap_or("nothing more happens");
            let does = if side.does.is_empty() { "nothing".to_owned() } else { listed(&side.does) };
            say(&format!("In the {which} run {first}. What it does there is {does}."));
        }
        text
    }
}
