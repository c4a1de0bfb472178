//! What a trace consists of.

use super::names::Names;
use motive::trace::Event;
use motive::{Character, GoalMode, Id, Property, Value};
use motive_language::{MindDefinition, RuleTexts};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The version of the notation. It grows whenever records change, [`Event`] included.
pub const VERSION: u32 = 2;

/// The first line of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the notation; tells a trace from any other file.
    pub motive_trace: u32,
    /// The world.
    pub world: String,
    /// Its options, as they were given.
    pub options: Vec<String>,
    /// The seed of the run.
    pub seed: u64,
    /// What the numbers in the records mean.
    pub names: Names,
    /// The minds, by the number of their agents.
    pub minds: Vec<MindText>,
}

/// A mind as far as explanations need it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MindText {
    /// Its name.
    pub name: String,
    /// The file that it came from.
    pub file: String,
    /// Its goals, in order.
    pub goals: Vec<GoalText>,
    /// Its rules: name and the parts of the condition, by program and number.
    pub rules: RuleTexts,
}

/// A goal as far as explanations need it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GoalText {
    /// Its name.
    pub name: String,
    /// Whether it is kept, not reached once.
    pub kept: bool,
    /// When it comes up: its cases, in order.
    pub cases: Vec<String>,
}

impl MindText {
    /// The text of a mind.
    #[must_use]
    pub fn of(mind: &MindDefinition, file: &str) -> Self {
        Self {
            name: mind.name.clone(),
            file: file.to_owned(),
            goals: goals(mind.character()),
            rules: (*mind.rules).clone(),
        }
    }

    /// A mind that has no text: one in plain Rust.
    #[must_use]
    pub fn plain(name: &str, file: &str) -> Self {
        Self { name: name.to_owned(), file: file.to_owned(), ..Self::default() }
    }
}

fn goals(character: &Character) -> Vec<GoalText> {
    let names = character.vocabulary();
    let cases = |goal: &motive::Goal| {
        let case = |clause: &motive::Clause| {
            let parts: Vec<String> = clause.when.conjuncts().iter().map(|part| part.display(names)).collect();
            parts.join(", ")
        };
        goal.clauses.iter().map(case).collect()
    };
    let text = |goal: &motive::Goal| GoalText {
        name: goal.name.to_string(),
        kept: goal.mode == GoalMode::Maintain,
        cases: cases(goal),
    };
    character.goals().iter().map(text).collect()
}

/// One entry of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Record {
    /// What one agent went through in one tick.
    Tick(TickRecord),
    /// An agent goes on with another mind, loaded while it ran.
    Mind {
        /// The agent.
        agent: u32,
        /// What numbers mean from here on.
        names: Names,
        /// The mind.
        mind: MindText,
    },
    /// Nothing follows.
    End,
}

/// What one agent went through in one tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TickRecord {
    /// The tick.
    pub tick: u64,
    /// The agent.
    pub agent: u32,
    /// What it knows that it did not know, or knew otherwise, a tick before.
    pub facts: Vec<Fact>,
    /// What it considered and chose, in order.
    pub events: Vec<Event>,
}

/// The values of one property. Nearly all have one.
pub(super) type Values = SmallVec<[Value; 1]>;

/// A property of a thing. Without values, the thing no longer has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The thing.
    pub id: Id,
    /// The property.
    pub property: Property,
    /// Its values.
    pub values: Values,
}
