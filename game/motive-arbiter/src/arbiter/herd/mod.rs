//! Many agents of one character.
//!
//! A [`Herd`] decides exactly as that many single agents do, for a character that reads nothing but the agents' own properties. It
//! keeps each property as a column and runs the character as straight-line code over 64 agents at a time. A
//! [`Crowd`](motive_core::Crowd) takes agents of any characters, and makes herds by itself.
//!
//! ```
//! use motive::arbiter::teleo::{Definition, Library, Rule};
//! use motive::arbiter::{Character, Goal, Herd};
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
mod block;
mod code_builder;
mod columns;
mod compile;
mod lanes;
mod program;

pub use columns::ColumnMut;
pub use compile::Obstacle;

use crate::arbiter::{Arbiter, Character};
use block::Block;
use columns::{AgentFacts, Columns};
use compile::compile;
use lanes::{LANES, Mask, members};
use motive_core::action::{ActiveAction, Decision};
use motive_core::memory::{Memory, MemoryError};
use motive_core::mind::{Agent, AgentIdentity, JointMind, Mind};
use motive_core::vocabulary::{ActionId, FactsMut, Id, Property, Time, Value, VocabularyError};
use program::{BlockContext, ColumnProgram, Scratch, SiteCommand, SiteOrder};
use std::fmt;
use std::sync::Arc;

/// Why a call to a [`Herd`] failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HerdError {
    /// The character cannot be a herd.
    #[error("{0}")]
    Unsupported(Obstacle),
    /// More agents than a herd can have.
    #[error("a herd of {0} agents is too large; it can have up to {most}", most = Herd::MOST)]
    TooMany(usize),
    /// There is no agent with this number.
    /// Its parts: its place, how many places there are.
    #[error("there is no agent {0} in a herd with {1} places")]
    NoSuchAgent(usize, usize),
    /// The property is not an own property.
    #[error("`{0}` is not a property of the agent itself; declare it with `Vocabulary::own`")]
    NotOwn(String),
    /// The type of the property cannot be encoded as numbers.
    #[error("`{0}` holds no numbers, truth values or symbols, so there is no column of it")]
    NoColumn(String),
    /// The property cannot hold the value.
    #[error(transparent)]
    Value(#[from] MemoryError),
    /// A changed character does not know all names of the former one.
    #[error(transparent)]
    Names(#[from] VocabularyError),
}

/// Blocks in a group. It does not depend on the number of threads.
const BLOCKS: usize = 8;
const AGENTS: usize = BLOCKS * LANES;

/// Blocks that one thread works on at a time, with buffers for their results.
#[derive(Debug)]
struct BlockGroup {
    blocks: Vec<Block>,
    scratch: Scratch,
}

/// Many agents of one character.
///
/// Agent `i` decides exactly as `Agent::new(Memory::new(..), Arbiter::new(character), seed, i)` with the same properties and
/// ticks. With the feature `parallel` a tick uses all cores; the decisions do not depend on how many there are.
pub struct Herd {
    character: Arc<Character>,
    program: ColumnProgram,
    columns: Columns,
    groups: Vec<BlockGroup>,
    choices: Vec<u16>,
    /// How many places there are.
    count: usize,
    /// Places without an agent, the next one last.
    free: Vec<usize>,
    seed: u64,
    /// Of the last tick.
    time: Time,
}

impl fmt::Debug for Herd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Herd").field("count", &self.len()).finish_non_exhaustive()
    }
}

impl Herd {
    /// The most agents that a herd can have.
    pub const MOST: usize = 1 << 24;

    /// The choice of an agent that does nothing.
    pub const NOTHING: u16 = u16::MAX;

    /// A herd of agents without any properties yet.
    ///
    /// # Errors
    /// If the character cannot be a herd, or there are too many agents.
    pub fn new(character: Arc<Character>, count: usize, seed: u64) -> Result<Self, HerdError> {
        Self::numbered_from(0, character, count, seed)
    }

    /// As [`Herd::new`], with agents that are numbered from `first`: agent `i` draws random numbers as the single agent `first + i` does.
    ///
    /// # Errors
    /// As there.
    pub fn numbered_from(
        first: u64,
        character: Arc<Character>,
        count: usize,
        seed: u64,
    ) -> Result<Self, HerdError> {
        if count > Self::MOST {
            return Err(HerdError::TooMany(count));
        }
        let program = compile(&character).map_err(HerdError::Unsupported)?;
        let agents = (0..count as u64).map(|at| AgentIdentity::new(seed, first.wrapping_add(at))).collect();
        Ok(Self::of_program(program, character, agents, seed))
    }

    /// A herd with an agent for each of these.
    fn of_program(
        program: ColumnProgram,
        character: Arc<Character>,
        agents: Vec<AgentIdentity>,
        seed: u64,
    ) -> Self {
        let count = agents.len();
        let groups = (0..count.div_ceil(AGENTS)).map(|group| {
            let agents = AGENTS.min(count - group * AGENTS);
            let blocks =
                (0..agents.div_ceil(LANES)).map(|block| Block::new(&program, agents - block * LANES));
            BlockGroup { blocks: blocks.collect(), scratch: Scratch::new(&program) }
        });
        Self {
            groups: groups.collect(),
            columns: Columns::new(&character.vocabulary, agents, &program.before),
            choices: vec![u16::MAX; count.next_multiple_of(LANES)],
            program,
            character,
            count,
            free: Vec::new(),
            seed,
            time: Time::default(),
        }
    }

    /// The character that all agents play.
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.count - self.free.len()
    }

    /// How many places there are for agents: columns and [choices](Herd::choices) are as long. Places are free where agents have
    /// [left](Herd::leave).
    pub fn places(&self) -> usize {
        self.count
    }

    /// Whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Members come and go.
///
/// An agent that joins or leaves decides on as if nothing had happened. Only two things are not known of an agent that leaves, and no
/// decision depends on them: since when its tasks and actions run, and how much work it has done. What properties were at
/// the last decision (`was`) is known where the character reads it and where they were [set](Herd::set) one by one; of a column that was written as a
/// whole since then, the present values are taken for it.
impl Herd {
    /// Whether there is an agent at a place.
    pub fn has(&self, place: usize) -> bool {
        self.place(place).is_some()
    }

    /// Adds an agent that knows nothing yet. Returns its place, which stays the same while it is in the herd. With its number it draws random numbers
    /// as the single agent of this number does.
    ///
    /// # Errors
    /// If the herd is full.
    pub fn add(&mut self, number: u64) -> Result<usize, HerdError> {
        if self.len() >= Self::MOST {
            return Err(HerdError::TooMany(self.len() + 1));
        }
        let place = self.free_place();
        self.columns.set_identity(place, AgentIdentity::new(self.seed, number));
        self.block_mut(place).0.occupy(place % LANES);
        Ok(place)
    }

    /// A single agent joins the herd and continues there. Returns its place.
    ///
    /// # Errors
    /// It is given back if it plays another character, or if there is something that columns have no place for, as when it knows of things. It
    /// may be able to join later: after a change of its character, an action may run that the character does not know.
    pub fn join(&mut self, agent: Agent<Arbiter>) -> Result<usize, Box<Agent<Arbiter>>> {
        self.join_copy(&agent, agent.mind()).ok_or_else(|| Box::new(agent))
    }

    /// As [`Herd::join`], and the single agent, whose mind this is, is left as it is.
    fn join_copy<M: Mind>(&mut self, agent: &Agent<M>, mind: &Arbiter) -> Option<usize> {
        if self.count >= Self::MOST {
            return None;
        }
        let place = self.free_place();
        if !self.put_at(place, agent, mind) {
            self.free.push(place);
            return None;
        }
        Some(place)
    }

    fn put_at<M: Mind>(&mut self, place: usize, agent: &Agent<M>, mind: &Arbiter) -> bool {
        let can = agent.has_usual_budget()
            && Arc::ptr_eq(mind.character(), &self.character)
            && self.columns.can_hold(agent.memory());
        let Some(pursuits) = (if can { mind.pursuits() } else { None }) else { return false };
        let block = &mut self.groups[place / AGENTS].blocks[place % AGENTS / LANES];
        if !block.put(&self.program, place % LANES, &pursuits, &mut self.choices[place]) {
            return false;
        }
        self.columns.set_identity(place, agent.identity());
        self.columns.take_in(place, agent.memory());
        true
    }

    /// A place without an agent; there is one more if all are taken.
    fn free_place(&mut self) -> usize {
        if let Some(place) = self.free.pop() {
            return place;
        }
        if self.count.is_multiple_of(LANES) {
            if self.count.is_multiple_of(AGENTS) {
                self.groups.push(BlockGroup { blocks: Vec::new(), scratch: Scratch::new(&self.program) });
            }
            let block = Block::new(&self.program, 0);
            if let Some(group) = self.groups.last_mut() {
                group.blocks.push(block);
            }
            self.choices.resize(self.choices.len() + LANES, u16::MAX);
        }
        self.count += 1;
        self.columns.grow(self.count);
        self.count - 1
    }

    /// The block and the choice of a place.
    fn block_mut(&mut self, place: usize) -> (&mut Block, &mut u16) {
        let block = &mut self.groups[place / AGENTS].blocks[place % AGENTS / LANES];
        (block, &mut self.choices[place])
    }

    /// What an agent knows.
    pub fn memory(&self, place: usize) -> Option<Memory> {
        self.place(place).map(|_| self.columns.memory_of(place, self.time))
    }

    /// An agent leaves the herd and continues by itself. Its place becomes free.
    pub fn leave(&mut self, place: usize) -> Option<Agent<Arbiter>> {
        let agent = self.copy_of(place)?;
        self.remove(place);
        Some(agent)
    }

    /// An agent as a single one that continues with what it knows and does. It stays in the herd.
    fn copy_of(&self, place: usize) -> Option<Agent<Arbiter>> {
        let (block, lane) = self.place(place)?;
        let mut memory = self.columns.memory_of(place, self.time);
        let pursuits = block.pursuits(&self.program, lane, self.time);
        let mind = Arbiter::resuming(self.character.clone(), pursuits, &mut memory);
        Some(Agent::with_identity(memory, mind, self.columns.identity(place)))
    }

    /// Removes an agent. Returns whether there was one.
    pub fn remove(&mut self, place: usize) -> bool {
        if !self.has(place) {
            return false;
        }
        let (block, choice) = self.block_mut(place);
        block.vacate(place % LANES);
        *choice = u16::MAX;
        self.columns.clear(place);
        self.free.push(place);
        true
    }

    /// All agents continue with a changed character, as [`Arbiter::replace`] says. They keep their places. Returns those that cannot be in a
    /// herd with it, with the places that they had; they have left.
    ///
    /// # Errors
    /// If the character cannot be a herd, or does not know all names of the former one: nothing changes then.
    pub fn replace(&mut self, character: Arc<Character>) -> Result<Vec<(usize, Agent<Arbiter>)>, HerdError> {
        if !character.vocabulary.extends(&self.character.vocabulary) {
            return Err(VocabularyError::NotAnExtension.into());
        }
        let program = compile(&character).map_err(HerdError::Unsupported)?;
        let mut new = Self::of_program(program, character.clone(), Vec::new(), self.seed);
        new.time = self.time;
        (0..self.count).for_each(|_| _ = new.free_place());
        let mut others = Vec::new();
        for place in 0..self.count {
            let Some(mut agent) = self.copy_of(place) else { continue };
            let (mind, memory) = agent.parts_mut();
            memory.extend_vocabulary(character.vocabulary.clone())?;
            mind.replace(character.clone(), memory);
            if !new.put_at(place, &agent, agent.mind()) {
                others.push((place, agent));
            }
        }
        new.free = (0..self.count).rev().filter(|place| !new.has(*place)).collect();
        *self = new;
        Ok(others)
    }
}

/// Decisions.
impl Herd {
    /// Every agent decides what to do now.
    pub fn tick(&mut self, now: Time) {
        self.time = now;
        if !now.tick.is_multiple_of(self.program.profile.tasks_every.max(1)) {
            self.groups.iter_mut().flat_map(|group| &mut group.blocks).for_each(Block::repeat);
            self.columns.keep_as_former();
            return;
        }
        let (program, columns) = (&self.program, &self.columns);
        let decide = |(at, (group, choices)): (usize, (&mut BlockGroup, &mut [u16]))| {
            let (choices, _) = choices.as_chunks_mut::<LANES>();
            for (block, (agents, choices)) in group.blocks.iter_mut().zip(choices).enumerate() {
                if agents.present == 0 {
                    continue;
                }
                let block_cx = BlockContext { columns, block: at * BLOCKS + block, time: now };
                agents.decide(program, &mut group.scratch, &block_cx, choices);
            }
        };
        for_each_group(&mut self.groups, &mut self.choices, decide);
        self.columns.keep_as_former();
        if self.program.changes_self {
            self.change_selves(now);
        }
    }

    /// Applies internal actions, most important first, as a single agent does.
    fn change_selves(&mut self, now: Time) {
        for (at, group) in self.groups.iter_mut().enumerate() {
            let mut ordered = std::mem::take(&mut group.scratch.ordered);
            for (number, block) in group.blocks.iter().enumerate() {
                for lane in members(changing(&self.program, block)) {
                    block.in_order(&self.program, lane, SiteCommand::changes_self, &mut ordered);
                    let agent = at * AGENTS + number * LANES + lane;
                    let mut row = AgentFacts { columns: &mut self.columns, agent, time: now };
                    for site in &ordered {
                        change_self(&self.program, &self.character, block, lane, *site, &mut row);
                    }
                }
            }
            group.scratch.ordered = ordered;
        }
    }

    /// The block of an agent and its lane there.
    fn place(&self, agent: usize) -> Option<(&Block, usize)> {
        let block = self.groups.get(agent / AGENTS)?.blocks.get(agent % AGENTS / LANES)?;
        let lane = agent % LANES;
        (block.present >> lane & 1 == 1).then_some((block, lane))
    }

    /// The actions of an agent as of the last tick, most important first. Empty if there is no such agent.
    pub fn decision(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        self.place(agent).into_iter().flat_map(move |(block, lane)| {
            let mut sites = SiteOrder::new();
            block.in_order(&self.program, lane, SiteCommand::is_external, &mut sites);
            sites.into_iter().filter_map(move |site| block.act(&self.program, lane, site))
        })
    }

    /// The actions that an agent stopped in the last tick.
    pub fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        self.place(agent).into_iter().flat_map(|(block, lane)| block.stopped(&self.program, lane))
    }

    /// The agents that started, changed or stopped an action in the last tick, in order: all others continue what they do.
    pub fn changed(&self) -> impl Iterator<Item = usize> {
        let blocks = self.groups.iter().flat_map(|group| &group.blocks).enumerate();
        blocks.flat_map(|(at, block)| members(block.changed_lanes()).map(move |lane| at * LANES + lane))
    }

    /// The actions on the world that [`Herd::choices`] refers to, in the order of their declaration.
    pub fn actions(&self) -> &[ActionId] {
        &self.program.actions
    }

    /// The most important action of each agent as an index into [`Herd::actions`], or [`Herd::NOTHING`]: for tight loops over
    /// all agents.
    pub fn choices(&self) -> &[u16] {
        &self.choices[..self.count]
    }
}

/// Own properties.
impl Herd {
    fn check_own(&self, property: Property) -> Result<(), HerdError> {
        if self.columns.slot_of(property).is_some() {
            return Ok(());
        }
        Err(HerdError::NotOwn(self.character.vocabulary.property_name(property).to_owned()))
    }

    fn no_column(&self, property: Property) -> HerdError {
        HerdError::NoColumn(self.character.vocabulary.property_name(property).to_owned())
    }

    /// The value of a property of an agent, if it has one.
    pub fn get(&self, agent: usize, property: Property) -> Option<Value> {
        self.columns.get(agent, property)
    }

    /// Sets a property of an agent.
    ///
    /// # Errors
    /// If there is no such agent, the property is not an own one or cannot hold the value.
    pub fn set(
        &mut self,
        agent: usize,
        property: Property,
        value: impl Into<Value>,
    ) -> Result<(), HerdError> {
        if !self.has(agent) {
            return Err(HerdError::NoSuchAgent(agent, self.count));
        }
        self.check_own(property)?;
        Ok(self.columns.set(agent, property, value.into())?)
    }

    /// Removes a property of an agent. Returns whether it had it.
    pub fn unset(&mut self, agent: usize, property: Property) -> bool {
        self.columns.unset(agent, property)
    }

    /// A property of all agents as numbers. Missing values are NaN, truth values are 0 and 1; for symbols see
    /// [`Value::code`].
    ///
    /// # Errors
    /// If the property is not an own one, or holds no numbers, truth values or symbols.
    pub fn column(&self, property: Property) -> Result<&[f64], HerdError> {
        self.check_own(property)?;
        self.columns.column(property).ok_or_else(|| self.no_column(property))
    }

    /// Write access to a property of all agents as numbers.
    ///
    /// # Errors
    /// As for [`Herd::column`].
    pub fn column_mut(&mut self, property: Property) -> Result<ColumnMut<'_>, HerdError> {
        self.check_own(property)?;
        let error = self.no_column(property);
        self.columns.column_mut(property).ok_or(error)
    }
}

impl JointMind for Herd {
    fn len(&self) -> usize {
        self.len()
    }

    fn join(&mut self, agent: &Agent) -> Option<usize> {
        self.join_copy(agent, agent.mind().as_any()?.downcast_ref::<Arbiter>()?)
    }

    fn leave(&mut self, place: usize) -> Option<Agent> {
        self.leave(place).map(Agent::boxed)
    }

    fn memory(&self, place: usize) -> Option<Memory> {
        self.memory(place)
    }

    fn get(&self, place: usize, property: Property) -> Option<Value> {
        self.get(place, property)
    }

    fn set(&mut self, place: usize, property: Property, value: Value) -> Option<Result<(), MemoryError>> {
        self.columns.slot_of(property).map(|_| self.columns.set(place, property, value))
    }

    fn unset(&mut self, place: usize, property: Property) -> bool {
        self.unset(place, property)
    }

    fn set_codes(&mut self, property: Property, codes: &[(usize, f64)]) {
        self.columns.set_codes(property, codes);
    }

    fn tick(&mut self, now: Time) {
        self.tick(now);
    }

    fn decision(&self, place: usize) -> Decision {
        Decision { actions: self.decision(place).collect(), stopped: self.stopped(place).collect() }
    }

    fn changed(&self, note: &mut dyn FnMut(usize)) {
        self.changed().for_each(note);
    }
}

/// The agents that change an own property.
fn changing(program: &ColumnProgram, block: &Block) -> Mask {
    let does = program.sites.iter().zip(&block.does[block.now]);
    does.filter(|(site, _)| site.command.changes_self()).fold(0, |any, (_, does)| any | does) & block.present
}

fn change_self(
    program: &ColumnProgram,
    character: &Character,
    block: &Block,
    lane: usize,
    site: usize,
    row: &mut AgentFacts<'_>,
) {
    let mut arguments = block.arguments_of(program, lane, site);
    match program.sites[site].command {
        SiteCommand::Internal { action } => {
            // As for a single agent, an action that cannot be applied changes nothing.
            if let Some(action) = character.catalogue.action(action) {
                action.apply(row, &arguments);
            }
        }
        SiteCommand::Set { property } => {
            if let Some(value) = arguments.pop() {
                row.put(Id::SELF, property, value);
            }
        }
        SiteCommand::External { .. } | SiteCommand::End { .. } => {}
    }
}

#[cfg(feature = "parallel")]
fn for_each_group<'f>(
    groups: &'f mut [BlockGroup],
    choices: &'f mut [u16],
    work: impl Fn((usize, (&'f mut BlockGroup, &'f mut [u16]))) + Sync + Send,
) {
    use rayon::prelude::*;
    groups.par_iter_mut().zip(choices.par_chunks_mut(AGENTS)).enumerate().for_each(work);
}

#[cfg(not(feature = "parallel"))]
fn for_each_group<'f>(
    groups: &'f mut [BlockGroup],
    choices: &'f mut [u16],
    work: impl Fn((usize, (&'f mut BlockGroup, &'f mut [u16]))),
) {
    groups.iter_mut().zip(choices.chunks_mut(AGENTS)).enumerate().for_each(work);
}
