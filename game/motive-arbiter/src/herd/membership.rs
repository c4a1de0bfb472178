//! Agents come to a columnar herd and leave it.

use super::block::Block;
use super::column_program::{ColumnProgram, Scratch};
use super::columnar::{AGENTS, BlockGroup, Columnar};
use super::lanes::LANES;
use crate::arbiter::{Arbiter, Character};
use motive_core::mind::{Agent, AgentIdentity};
use motive_core::vocabulary::Time;
use std::sync::Arc;

impl Columnar {
    /// A place where nobody is; there is one more if all are taken.
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

    /// The block and the choices of a place.
    fn block_mut(&mut self, place: usize) -> (&mut Block, &mut u16) {
        let block = &mut self.groups[place / AGENTS].blocks[place % AGENTS / LANES];
        (block, &mut self.choices[place])
    }

    /// A new agent without properties. Returns its place.
    pub(super) fn add(&mut self, identity: AgentIdentity) -> usize {
        let place = self.free_place();
        self.columns.set_identity(place, identity);
        self.block_mut(place).0.occupy(place % LANES);
        place
    }

    /// An agent comes in with all that it knows and does. Returns its place; `None` if there is something that columns have no place for.
    pub(super) fn join(&mut self, agent: &Agent<Arbiter>) -> Option<usize> {
        let place = self.free_place();
        if !self.put_at(place, agent) {
            self.free.push(place);
            return None;
        }
        Some(place)
    }

    fn put_at(&mut self, place: usize, agent: &Agent<Arbiter>) -> bool {
        let can = agent.has_usual_budget()
            && Arc::ptr_eq(agent.mind().character(), &self.character)
            && self.columns.can_hold(agent.memory());
        let Some(pursuits) = (if can { agent.mind().pursuits() } else { None }) else { return false };
        let block = &mut self.groups[place / AGENTS].blocks[place % AGENTS / LANES];
        if !block.put(&self.program, place % LANES, &pursuits, &mut self.choices[place]) {
            return false;
        }
        self.columns.set_identity(place, agent.identity());
        self.columns.take_in(place, agent.memory());
        true
    }

    /// A herd of agents, each at the place that goes with it, out of so many. Those that columns have no place for are given back.
    pub(super) fn of_agents(
        (program, character): (ColumnProgram, Arc<Character>),
        places: usize,
        time: Time,
        agents: Vec<(usize, Agent<Arbiter>)>,
    ) -> (Self, Vec<(usize, Agent<Arbiter>)>) {
        let mut new = Self::new(program, character, Vec::new());
        new.time = time;
        (0..places).for_each(|_| _ = new.free_place());
        let others: Vec<_> = agents.into_iter().filter(|(place, agent)| !new.put_at(*place, agent)).collect();
        let is_free = |place: &usize| new.place(*place).is_none();
        new.free = (0..places).rev().filter(is_free).collect();
        (new, others)
    }

    /// An agent as a single one that goes on with what it knows and does. It stays in the herd.
    pub(super) fn copy_of(&self, place: usize) -> Option<Agent<Arbiter>> {
        let (block, lane) = self.place(place)?;
        let mut memory = self.columns.memory_of(place, self.time);
        let pursuits = block.pursuits(&self.program, lane, self.time);
        let mind = Arbiter::resuming(self.character.clone(), pursuits, &mut memory);
        Some(Agent::with_identity(memory, mind, self.columns.identity(place)))
    }

    /// Nobody is at a place any more. Returns whether somebody was.
    pub(super) fn remove(&mut self, place: usize) -> bool {
        if self.place(place).is_none() {
            return false;
        }
        let (block, choice) = self.block_mut(place);
        block.vacate(place % LANES);
        *choice = u16::MAX;
        self.columns.clear(place);
        self.free.push(place);
        true
    }

    /// The places of all agents, in order.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        (0..self.count).filter(|place| self.place(*place).is_some())
    }
}
