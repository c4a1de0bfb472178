//! Agents come to a herd and leave it, and their character changes.

use super::columnar::Columnar;
use super::compile::compile;
use super::single_agents::{SingleAgents, start};
use super::{Herd, HerdError, HerdState, Layout};
use crate::arbiter::{Arbiter, Character};
use motive_core::memory::Memory;
use motive_core::mind::{Agent, AgentIdentity};
use motive_core::vocabulary::{Time, VocabularyError};
use std::borrow::Cow;
use std::sync::Arc;

/// Members come and go.
///
/// Whoever joins or leaves decides on as if nothing had happened. Only two things are not known of an agent that leaves columns, and no
/// decision depends on them: since when its tasks and actions run, and how much work it has done. What properties were at
/// the last decision (`was`) is known where the character reads it and where they were [set](Herd::set) one by one; of a column that was written as a
/// whole since then, the present values are taken for it.
impl Herd {
    /// Whether there is an agent at a place.
    #[must_use]
    pub fn has(&self, place: usize) -> bool {
        match &self.state {
            HerdState::Columns(herd) => herd.place(place).is_some(),
            HerdState::SingleAgents(herd) => herd.crowd.agent(place).is_some(),
        }
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
        let identity = AgentIdentity::new(self.seed, number);
        Ok(match &mut self.state {
            HerdState::Columns(herd) => herd.add(identity),
            HerdState::SingleAgents(herd) => herd.add(start(&self.character, identity)),
        })
    }

    /// A single agent joins the herd and goes on there. Returns its place.
    ///
    /// # Errors
    /// It is given back if it plays another character, or if there is something that columns have no place for, as when it knows of things. It
    /// may be able to join later: after a change of its character, an action may run that the character does not know.
    pub fn join(&mut self, agent: Agent<Arbiter>) -> Result<usize, Box<Agent<Arbiter>>> {
        let is_one = Arc::ptr_eq(agent.mind().character(), &self.character) && self.len() < Self::MOST;
        match &mut self.state {
            _ if !is_one => Err(Box::new(agent)),
            HerdState::Columns(herd) => herd.join(&agent).ok_or_else(|| Box::new(agent)),
            HerdState::SingleAgents(herd) => Ok(herd.add(agent)),
        }
    }

    /// As [`Herd::join`], if the herd is columns, and the single agent is left as it is.
    pub(crate) fn join_copy(&mut self, agent: &Agent<Arbiter>) -> Option<usize> {
        match &mut self.state {
            HerdState::Columns(herd) if herd.count < Self::MOST => herd.join(agent),
            _ => None,
        }
    }

    /// What an agent knows.
    #[must_use]
    pub fn memory(&self, place: usize) -> Option<Cow<'_, Memory>> {
        match &self.state {
            HerdState::Columns(herd) => {
                herd.place(place).map(|_| Cow::Owned(herd.columns.memory_of(place, herd.time)))
            }
            HerdState::SingleAgents(herd) => {
                herd.crowd.agent(place).map(|agent| Cow::Borrowed(agent.memory()))
            }
        }
    }

    /// An agent leaves the herd and goes on by itself. Its place becomes free.
    pub fn leave(&mut self, place: usize) -> Option<Agent<Arbiter>> {
        match &mut self.state {
            HerdState::Columns(herd) => {
                let agent = herd.copy_of(place)?;
                herd.remove(place);
                Some(agent)
            }
            HerdState::SingleAgents(herd) => herd.remove(place),
        }
    }

    /// Removes an agent. Returns whether there was one.
    pub fn remove(&mut self, place: usize) -> bool {
        match &mut self.state {
            HerdState::Columns(herd) => herd.remove(place),
            HerdState::SingleAgents(herd) => herd.remove(place).is_some(),
        }
    }

    /// All agents go on with a changed character, as [`Arbiter::replace`] says. They keep their places, whatever the layout is now. Returns those that
    /// cannot go on in columns, with the places that they had; they have left.
    ///
    /// # Errors
    /// If the character does not know all names of the former one: nothing changes then.
    pub fn replace(
        &mut self,
        character: Arc<Character>,
    ) -> Result<Vec<(usize, Agent<Arbiter>)>, VocabularyError> {
        if !character.vocabulary.extends(&self.character.vocabulary) {
            return Err(VocabularyError::NotAnExtension);
        }
        let places = self.places();
        let (time, mut agents) = self.take_all();
        for (_, agent) in &mut agents {
            let (mind, memory) = agent.parts_mut();
            memory.extend_vocabulary(character.vocabulary.clone())?;
            mind.replace(character.clone(), memory);
        }
        let wants_columns = self.layout != Layout::Agents(None);
        let mut others = Vec::new();
        (self.state, self.layout) = match compile(&character) {
            Ok(program) if wants_columns => {
                let new;
                (new, others) = Columnar::of_agents((program, character.clone()), places, time, agents);
                (HerdState::Columns(Box::new(new)), Layout::Columns)
            }
            compiled => {
                let mut by_place: Vec<_> = (0..places).map(|_| None).collect();
                agents.into_iter().for_each(|(place, agent)| by_place[place] = Some(agent));
                let state = HerdState::SingleAgents(SingleAgents::of(&character, by_place));
                (state, Layout::Agents(compiled.err().filter(|_| wants_columns)))
            }
        };
        self.character = character;
        Ok(others)
    }

    /// All agents as single ones, with their places, and the time of the last tick.
    fn take_all(&mut self) -> (Time, Vec<(usize, Agent<Arbiter>)>) {
        match &mut self.state {
            HerdState::Columns(herd) => {
                let agents = herd.places().filter_map(|place| Some((place, herd.copy_of(place)?)));
                (herd.time, agents.collect())
            }
            HerdState::SingleAgents(herd) => (Time::default(), herd.take_all()),
        }
    }
}
