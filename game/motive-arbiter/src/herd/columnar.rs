//! A herd whose agents' properties are columns.

use super::agent_facts::AgentFacts;
use super::block::Block;
use super::column_program::{ColumnProgram, Scratch, SiteCommand, SiteOrder};
use super::columns::Columns;
use super::interpret::BlockContext;
use super::lanes::{LANES, Mask, members};
use crate::arbiter::Character;
use motive_core::action::ActiveAction;
use motive_core::mind::AgentIdentity;
use motive_core::vocabulary::Time;
use std::sync::Arc;

/// Blocks in a group. It does not depend on the number of threads.
const BLOCKS: usize = 8;
pub(super) const AGENTS: usize = BLOCKS * LANES;

/// Blocks that one thread works on at a time, with buffers for their results.
#[derive(Debug)]
pub(super) struct BlockGroup {
    pub(super) blocks: Vec<Block>,
    pub(super) scratch: Scratch,
}

/// A herd whose agents' properties are columns.
#[derive(Debug)]
pub(super) struct Columnar {
    pub(super) program: ColumnProgram,
    pub(super) character: Arc<Character>,
    pub(super) columns: Columns,
    pub(super) groups: Vec<BlockGroup>,
    pub(super) choices: Vec<u16>,
    /// How many places there are.
    pub(super) count: usize,
    /// Places where nobody is, the next one last.
    pub(super) free: Vec<usize>,
    /// Of the last tick.
    pub(super) time: Time,
}

impl Columnar {
    /// A herd with an agent for each of these.
    pub(super) fn new(program: ColumnProgram, character: Arc<Character>, agents: Vec<AgentIdentity>) -> Self {
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
            time: Time::default(),
        }
    }

    pub(super) fn program(&self) -> &ColumnProgram {
        &self.program
    }

    pub(super) fn choices(&self) -> &[u16] {
        &self.choices[..self.count]
    }

    pub(super) fn tick(&mut self, now: Time) {
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
    pub(super) fn place(&self, agent: usize) -> Option<(&Block, usize)> {
        let (block, lane) =
            (self.groups.get(agent / AGENTS)?.blocks.get(agent % AGENTS / LANES)?, agent % LANES);
        (block.present >> lane & 1 == 1).then_some((block, lane))
    }

    pub(super) fn decision(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        self.place(agent).into_iter().flat_map(move |(block, lane)| {
            let mut sites = SiteOrder::new();
            block.in_order(&self.program, lane, SiteCommand::is_external, &mut sites);
            sites.into_iter().filter_map(move |site| block.act(&self.program, lane, site))
        })
    }

    pub(super) fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        self.place(agent).into_iter().flat_map(|(block, lane)| block.stopped(&self.program, lane))
    }

    /// The agents whose actions are not all going on as before.
    pub(super) fn changed(&self) -> impl Iterator<Item = usize> {
        let blocks = self.groups.iter().flat_map(|group| &group.blocks).enumerate();
        blocks.flat_map(|(at, block)| members(block.changed_lanes()).map(move |lane| at * LANES + lane))
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
