//! Many agents of one character.
//!
//! A [`Herd`] decides exactly as that many single agents do. If the character reads nothing but the agents' own properties,
//! the herd keeps each property as a column and runs the character as straight-line code over 64 agents at a time;
//! otherwise the agents decide one by one. [`Herd::layout`] says which and why.
//!
//! ```
//! use motive::arbiter::teleo::{Definition, Library, Rule};
//! use motive::arbiter::{Character, Goal, Herd, Layout};
//! use motive::kernel::{Condition, Expr, Time, Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let hunger = names.own("hunger", Type::Number);
//! let (graze, rest) = (names.action("graze", 0), names.action("rest", 0));
//! let names = names.finish()?;
//! let library = Library::new(&names, vec![
//!     Definition::new("Live")
//!         .rule(Rule::new("hungry").when(Expr::own(hunger).above(0.5)).act(graze, []))
//!         .rule(Rule::new("sated").act(rest, [])),
//! ])?;
//! let sheep = Character::new(names)
//!     .goal(Goal::maintain("live", "Live").always(1))
//!     .library(&library)
//!     .build()?;
//!
//! let mut herd = Herd::new(sheep, 10_000, 7)?;
//! assert_eq!(*herd.layout(), Layout::Columns);
//! herd.column_mut(hunger)?.fill(0.2);
//! herd.set(42, hunger, 0.9)?;
//! herd.tick(Time::default());
//!
//! assert!(herd.decision(42).any(|act| act.action == graze));
//! let grazing = herd.choices().iter().filter(|choice| herd.actions()[**choice as usize] == graze);
//! assert_eq!(grazing.count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action_phases;
mod agent_facts;
mod block;
mod code_builder;
mod column_mut;
mod column_program;
mod columnar;
mod columns;
mod compile;
mod former_columns;
mod interpret;
mod lane_state;
mod lanes;
mod members;
mod membership;
mod own_effects;
mod single_agents;
mod unsupported;

pub use column_mut::ColumnMut;
pub use unsupported::Obstacle;

use crate::arbiter::{Arbiter, Character};
use columnar::Columnar;
use columns::{ColumnRule, encode};
use motive_core::action::ActiveAction;
use motive_core::memory::MemoryError;
use motive_core::mind::{Agent, AgentIdentity};
use motive_core::vocabulary::{ActionId, Id, Property, Time, Value};
use single_agents::SingleAgents;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// How a herd stores its agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As columns of properties, decided 64 at a time.
    Columns,
    /// As single agents, because of this obstacle; `None` if [`Herd::of_agents`] asked for it.
    Agents(Option<Obstacle>),
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Columns => f.write_str("columns"),
            Self::Agents(None) => f.write_str("agents one by one"),
            Self::Agents(Some(obstacle)) => write!(f, "agents one by one: {obstacle}"),
        }
    }
}

/// Why a call to a [`Herd`] failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HerdError {
    /// More agents than a herd can have.
    #[error("a herd of {0} agents is too large; it can have up to {most}", most = Herd::MOST)]
    TooMany(usize),
    /// There is no agent with this number.
    #[error("there is no agent {agent} in a herd with {count} places")]
    NoSuchAgent {
        /// Its place.
        agent: usize,
        /// How many places there are.
        count: usize,
    },
    /// The property is not an own property.
    #[error("`{0}` is not a property of the agent itself; declare it with `Vocabulary::own`")]
    NotOwn(String),
    /// The type of the property cannot be encoded as numbers.
    #[error("`{0}` holds no numbers, truth values or symbols, so there is no column of it")]
    NoColumn(String),
    /// The property cannot hold the value.
    #[error(transparent)]
    Value(#[from] MemoryError),
}

/// Many agents of one character.
///
/// Agent `i` decides exactly as `Agent::new(Memory::new(..), Arbiter::new(character), seed, i)` with the same properties and
/// ticks. With the feature `parallel` a tick uses all cores; the decisions do not depend on how many there are.
pub struct Herd {
    character: Arc<Character>,
    layout: Layout,
    state: HerdState,
    seed: u64,
}

enum HerdState {
    Columns(Box<Columnar>),
    SingleAgents(SingleAgents),
}

impl fmt::Debug for Herd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Herd")
            .field("count", &self.len())
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

impl Herd {
    /// The most agents that a herd can have.
    pub const MOST: usize = 1 << 24;

    /// The choice of an agent that does nothing.
    pub const NOTHING: u16 = u16::MAX;

    /// A herd of agents without any properties yet, as columns if the character allows it.
    pub fn new(character: Arc<Character>, count: usize, seed: u64) -> Result<Self, HerdError> {
        Self::numbered_from(0, character, count, seed)
    }

    /// As [`Herd::new`], with agents that are numbered from `first`: agent `i` draws random numbers as the single agent `first + i` does.
    ///
    /// # Errors
    /// If there are too many.
    pub fn numbered_from(
        first: u64,
        character: Arc<Character>,
        count: usize,
        seed: u64,
    ) -> Result<Self, HerdError> {
        if count > Self::MOST {
            return Err(HerdError::TooMany(count));
        }
        let agents = (0..count as u64).map(|at| AgentIdentity::new(seed, first.wrapping_add(at))).collect();
        let (state, layout) = match compile::compile(&character) {
            Ok(program) => {
                let columnar = Columnar::new(program, character.clone(), agents);
                (HerdState::Columns(Box::new(columnar)), Layout::Columns)
            }
            Err(obstacle) => {
                let agents = SingleAgents::new(&character, agents);
                (HerdState::SingleAgents(agents), Layout::Agents(Some(obstacle)))
            }
        };
        Ok(Self { state, layout, character, seed })
    }

    /// A herd whose agents always decide one by one: for hosts that need their memories, and for comparison.
    pub fn of_agents(character: Arc<Character>, count: usize, seed: u64) -> Result<Self, HerdError> {
        if count > Self::MOST {
            return Err(HerdError::TooMany(count));
        }
        let agents = (0..count as u64).map(|at| AgentIdentity::new(seed, at)).collect();
        let state = HerdState::SingleAgents(SingleAgents::new(&character, agents));
        Ok(Self { state, layout: Layout::Agents(None), character, seed })
    }

    /// How the agents are stored, and why.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The character that all agents play.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.state {
            HerdState::Columns(herd) => herd.count - herd.free.len(),
            HerdState::SingleAgents(herd) => herd.crowd.len(),
        }
    }

    /// How many places there are for agents: columns and [choices](Herd::choices) are as long. Places are free where agents have
    /// [left](Herd::leave).
    #[must_use]
    pub fn places(&self) -> usize {
        self.choices().len()
    }

    /// Whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every agent decides what to do now.
    pub fn tick(&mut self, now: Time) {
        match &mut self.state {
            HerdState::Columns(herd) => herd.tick(now),
            HerdState::SingleAgents(herd) => herd.tick(now),
        }
    }
}

/// Decisions.
impl Herd {
    /// The actions of an agent as of the last tick, most important first. Empty if there is no such agent.
    pub fn decision(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        let (columns, agents) = self.either();
        let columns = columns.map(|herd| herd.decision(agent));
        let agents = agents.map(|herd| herd.crowd.actions(agent));
        columns.into_iter().flatten().chain(agents.into_iter().flatten())
    }

    /// The actions that an agent stopped in the last tick.
    pub fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        let (columns, agents) = self.either();
        let columns = columns.map(|herd| herd.stopped(agent));
        let agents = agents.map(|herd| herd.crowd.stopped(agent));
        columns.into_iter().flatten().chain(agents.into_iter().flatten())
    }

    /// The agents that started, changed or stopped an action in the last tick, in order: all others continue what they do.
    pub fn changed(&self) -> impl Iterator<Item = usize> {
        let (columns, agents) = self.either();
        let columns = columns.map(Columnar::changed);
        let agents = agents.map(|herd| herd.crowd.changed());
        columns.into_iter().flatten().chain(agents.into_iter().flatten())
    }

    fn either(&self) -> (Option<&Columnar>, Option<&SingleAgents>) {
        match &self.state {
            HerdState::Columns(herd) => (Some(herd), None),
            HerdState::SingleAgents(herd) => (None, Some(herd)),
        }
    }

    /// The actions on the world that [`Herd::choices`] refers to, in the order of their declaration.
    #[must_use]
    pub fn actions(&self) -> &[ActionId] {
        match &self.state {
            HerdState::Columns(herd) => &herd.program().actions,
            HerdState::SingleAgents(herd) => herd.actions(),
        }
    }

    /// The most important action of each agent as an index into [`Herd::actions`], or [`Herd::NOTHING`]: for tight loops over
    /// all agents.
    #[must_use]
    pub fn choices(&self) -> &[u16] {
        match &self.state {
            HerdState::Columns(herd) => herd.choices(),
            HerdState::SingleAgents(herd) => herd.choices(),
        }
    }
}

/// Own properties.
impl Herd {
    fn check_own(&self, property: Property) -> Result<(), HerdError> {
        let names = &self.character.vocabulary;
        match names.property_info(property) {
            Some(info) if info.own.is_some() => Ok(()),
            _ => Err(HerdError::NotOwn(names.property_name(property).to_owned())),
        }
    }

    fn check_agent(&self, agent: usize) -> Result<(), HerdError> {
        if self.has(agent) { Ok(()) } else { Err(HerdError::NoSuchAgent { agent, count: self.places() }) }
    }

    /// The value of a property of an agent, if it has one.
    #[must_use]
    pub fn get(&self, agent: usize, property: Property) -> Option<Value> {
        match &self.state {
            HerdState::Columns(herd) => herd.columns.get(agent, property),
            HerdState::SingleAgents(herd) => herd.crowd.agent(agent)?.memory().own(property),
        }
    }

    /// Sets a property of an agent.
    pub fn set(
        &mut self,
        agent: usize,
        property: Property,
        value: impl Into<Value>,
    ) -> Result<(), HerdError> {
        self.check_agent(agent)?;
        self.check_own(property)?;
        match &mut self.state {
            HerdState::Columns(herd) => herd.columns.set(agent, property, value.into())?,
            HerdState::SingleAgents(herd) => {
                herd.crowd.tell(agent, |memory| memory.set_own(property, value)).transpose()?;
            }
        }
        Ok(())
    }

    /// Removes a property of an agent. Returns whether it had it.
    pub fn unset(&mut self, agent: usize, property: Property) -> bool {
        match &mut self.state {
            HerdState::Columns(herd) => herd.columns.unset(agent, property),
            HerdState::SingleAgents(herd) => {
                herd.crowd.tell(agent, |memory| memory.unset(Id::SELF, property)) == Some(true)
            }
        }
    }

    /// A property of all agents as numbers. Missing values are NaN, truth values are 0 and 1; for symbols see
    /// [`Herd::code`]. Agents that run one by one are read one by one.
    pub fn column(&self, property: Property) -> Result<Cow<'_, [f64]>, HerdError> {
        self.check_own(property)?;
        self.rule(property)?;
        match &self.state {
            HerdState::Columns(herd) => Ok(Cow::Borrowed(herd.columns.column(property).unwrap_or_default())),
            HerdState::SingleAgents(herd) => Ok(Cow::Owned(column_mut::gather(&herd.crowd, property))),
        }
    }

    /// Write access to a property of all agents as numbers.
    pub fn column_mut(&mut self, property: Property) -> Result<ColumnMut<'_>, HerdError> {
        self.check_own(property)?;
        let rule = self.rule(property)?;
        match &mut self.state {
            HerdState::Columns(herd) => {
                let (rule, column) = herd.columns.column_mut(property).ok_or(MemoryError::Foreign)?;
                Ok(ColumnMut::of_column(rule.clone(), column))
            }
            HerdState::SingleAgents(herd) => Ok(ColumnMut::of_agents(rule, &mut herd.crowd, property)),
        }
    }

    fn rule(&self, property: Property) -> Result<ColumnRule, HerdError> {
        let names = &self.character.vocabulary;
        ColumnRule::of(property, names)
            .ok_or_else(|| HerdError::NoColumn(names.property_name(property).to_owned()))
    }

    /// How a number, truth value or symbol is encoded in a column.
    #[must_use]
    pub fn code(value: &Value) -> Option<f64> {
        encode(value).map(|(_, code)| code)
    }

    /// One agent with its memory and mind, if the agents decide one by one.
    #[must_use]
    pub fn agent(&self, agent: usize) -> Option<&Agent<Arbiter>> {
        match &self.state {
            HerdState::Columns(_) => None,
            HerdState::SingleAgents(herd) => herd.crowd.agent(agent),
        }
    }

    /// One agent with its memory and mind, mutably, if the agents decide one by one.
    pub fn agent_mut(&mut self, agent: usize) -> Option<&mut Agent<Arbiter>> {
        match &mut self.state {
            HerdState::Columns(_) => None,
            HerdState::SingleAgents(herd) => herd.crowd.agent_mut(agent),
        }
    }
}
