//! A herd whose agents' properties are columns.

use super::agent_facts::AgentFacts;
use super::block::Block;
use super::column_program::{ColumnProgram, Ordered, Scratch, SiteCommand};
use super::columns::Columns;
use super::interpret::BlockContext;
use super::lanes::{LANES, Mask, members};
use crate::arbiter::Character;
use motive_core::action::ActiveAction;
use motive_core::vocabulary::Time;
use std::sync::Arc;

/// Blocks that one thread works on at a time. The partition does not depend on the number of threads.
const BLOCKS: usize = 8;
const AGENTS: usize = BLOCKS * LANES;

/// SingleAgents that one thread works on at a time, with room for their results.
#[derive(Debug)]
struct Flock {
    blocks: Vec<Block>,
    scratch: Scratch,
}

/// A herd whose agents' properties are columns.
#[derive(Debug)]
pub(super) struct Columnar {
    program: ColumnProgram,
    character: Arc<Character>,
    pub(super) columns: Columns,
    flocks: Vec<Flock>,
    choices: Vec<u16>,
    count: usize,
    seed: u64,
}

impl Columnar {
    pub(super) fn new(program: ColumnProgram, character: Arc<Character>, count: usize, seed: u64) -> Self {
        let flocks = (0..count.div_ceil(AGENTS)).map(|flock| {
            let agents = AGENTS.min(count - flock * AGENTS);
            let blocks =
                (0..agents.div_ceil(LANES)).map(|block| Block::new(&program, agents - block * LANES));
            Flock { blocks: blocks.collect(), scratch: Scratch::new(&program) }
        });
        Self {
            flocks: flocks.collect(),
            columns: Columns::new(&character.vocabulary, count, &program.before),
            choices: vec![u16::MAX; count.next_multiple_of(LANES)],
            program,
            character,
            count,
            seed,
        }
    }

    pub(super) fn program(&self) -> &ColumnProgram {
        &self.program
    }

    pub(super) fn choices(&self) -> &[u16] {
        &self.choices[..self.count]
    }

    pub(super) fn tick(&mut self, now: Time) {
        if !now.tick.is_multiple_of(self.program.profile.tasks_every.max(1)) {
            self.flocks.iter_mut().flat_map(|flock| &mut flock.blocks).for_each(Block::stand);
            self.columns.turn();
            return;
        }
        let (program, columns, seed) = (&self.program, &self.columns, self.seed);
        let decide = |(at, (flock, choices)): (usize, (&mut Flock, &mut [u16]))| {
            let (choices, _) = choices.as_chunks_mut::<LANES>();
            for (block, (agents, choices)) in flock.blocks.iter_mut().zip(choices).enumerate() {
                let block_cx = BlockContext { columns, block: at * BLOCKS + block, time: now, seed };
                agents.decide(program, &mut flock.scratch, &block_cx, choices);
            }
        };
        for_each_flock(&mut self.flocks, &mut self.choices, decide);
        self.columns.turn();
        if self.program.changes_self {
            self.change_selves(now);
        }
    }

    /// Carries out what agents do to themselves, the most important first, as a single agent does.
    fn change_selves(&mut self, now: Time) {
        for (at, flock) in self.flocks.iter_mut().enumerate() {
            let mut ordered = std::mem::take(&mut flock.scratch.ordered);
            for (number, block) in flock.blocks.iter().enumerate() {
                for lane in members(changing(&self.program, block)) {
                    block.in_order(&self.program, lane, SiteCommand::changes_self, &mut ordered);
                    let agent = at * AGENTS + number * LANES + lane;
                    let mut row = AgentFacts { columns: &mut self.columns, agent, time: now };
                    for site in &ordered {
                        change_self(&self.program, &self.character, block, lane, *site, &mut row);
                    }
                }
            }
            flock.scratch.ordered = ordered;
        }
    }

    fn place(&self, agent: usize) -> Option<(&Block, usize)> {
        if agent >= self.count {
            return None;
        }
        let block = self.flocks.get(agent / AGENTS)?.blocks.get(agent % AGENTS / LANES)?;
        Some((block, agent % LANES))
    }

    pub(super) fn decision(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        self.place(agent).into_iter().flat_map(move |(block, lane)| {
            let mut sites = Ordered::new();
            block.in_order(&self.program, lane, SiteCommand::is_external, &mut sites);
            sites.into_iter().filter_map(move |site| block.act(&self.program, lane, site))
        })
    }

    pub(super) fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        self.place(agent).into_iter().flat_map(|(block, lane)| block.stopped(&self.program, lane))
    }
}

/// Who changes something about itself.
fn changing(program: &ColumnProgram, block: &Block) -> Mask {
    let does = program.sites.iter().zip(&block.does[block.now]);
    does.filter(|(site, _)| site.command.changes_self()).fold(0, |any, (_, does)| any | does) & block.there
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
            // What cannot be changed stays as it is; a single agent reports that to its trace and continues, too.
            if let Some(action) = character.catalogue.action(action) {
                action.apply(row, &arguments);
            }
        }
        SiteCommand::Set { property } => {
            if let Some(value) = arguments.pop() {
                motive_core::vocabulary::FactsMut::put(
                    row,
                    motive_core::vocabulary::Id::SELF,
                    property,
                    value,
                );
            }
        }
        SiteCommand::External { .. } | SiteCommand::End { .. } => {}
    }
}

#[cfg(feature = "parallel")]
fn for_each_flock<'f>(
    flocks: &'f mut [Flock],
    choices: &'f mut [u16],
    work: impl Fn((usize, (&'f mut Flock, &'f mut [u16]))) + Sync + Send,
) {
    use rayon::prelude::*;
    flocks.par_iter_mut().zip(choices.par_chunks_mut(AGENTS)).enumerate().for_each(work);
}

#[cfg(not(feature = "parallel"))]
fn for_each_flock<'f>(
    flocks: &'f mut [Flock],
    choices: &'f mut [u16],
    work: impl Fn((usize, (&'f mut Flock, &'f mut [u16]))),
) {
    flocks.iter_mut().zip(choices.chunks_mut(AGENTS)).enumerate().for_each(work);
}
