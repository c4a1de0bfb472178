//! Last stage of a decision: kept proposals change memory or become actions on the world.

use super::character::Character;
use super::resolution::{REFLEX, proposed};
use super::stability::Stability;
use super::task::Task;
use super::tasks::{Endings, Tasks};
use motive_core::action::{ActiveAction, Command, Decision, Proposal, Resolution, RunningActions};
use motive_core::engine::apply_internal;
use motive_core::memory::{Memory, Thing};
use motive_core::mind::TickContext;
use motive_core::trace::{ProposalResult, TaskEnd};
use motive_core::vocabulary::{ActionTarget, Id, Value};

/// The actions that are running, and the decision that the host gets.
#[derive(Default)]
pub(super) struct Actuator {
    runs: RunningActions,
}

impl Actuator {
    /// The actions of an agent go on.
    pub(super) fn resuming(runs: RunningActions) -> Self {
        Self { runs }
    }

    pub(super) fn decision(&self) -> &Decision {
        self.runs.decision()
    }

    pub(super) fn runs(&self) -> &RunningActions {
        &self.runs
    }

    pub(super) fn runs_mut(&mut self) -> &mut RunningActions {
        &mut self.runs
    }

    /// Whether a reflex acts.
    pub(super) fn has_reflex(&self) -> bool {
        self.decision().actions.iter().any(|action| action.task == REFLEX)
    }

    /// The last decision is made again: everything continues.
    pub(super) fn repeat(&mut self) {
        self.runs.repeat();
    }

    /// The last decision is made again with the present ranks of the tasks.
    pub(super) fn repeat_with_ranks(&mut self, tasks: &Tasks) {
        self.runs.continue_all(|task| tasks.rank_of(task.0));
    }

    /// Carries out a decision: memory changes, actions leave, tasks end.
    pub(super) fn carry_out(
        &mut self,
        resolution: &Resolution,
        mut endings: Endings,
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        tick_cx.memory.end_tick();
        let (ended_goals, failed) = apply_internal(&resolution.kept, &character.catalogue, tick_cx.memory);
        for proposal in failed {
            let names = tick_cx.memory.shared_vocabulary().clone();
            tick_cx.note(|| proposed(proposal, &names, ProposalResult::Failed));
        }
        for (task, ending) in tasks.list().iter().zip(&mut endings) {
            if ending.is_none() && ended_goals.contains(&&**task.name(character)) {
                *ending = Some(TaskEnd::Told);
            }
        }
        // An internal action may change memory in the next tick even if it did not now: what it reads is not watched.
        let changes_memory = |proposal: &Proposal| {
            !matches!(proposal.command, Command::End { .. })
                && proposal.command.target(&character.vocabulary) == ActionTarget::Memory
        };
        let mut stability = Stability::unstable_if(resolution.kept.iter().any(changes_memory));
        stability &= self.settle(&resolution.kept, tasks, character, tick_cx);
        stability &= tasks.end_by_profile(&endings, &character.profile, tick_cx);
        self.forget(tasks, character, tick_cx.memory);
        stability
    }

    /// Carries out actions that tasks propose again, none of which changes memory, for a character that forgets nothing.
    pub(super) fn act_again(
        &mut self,
        kept: &[Proposal],
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        tick_cx.memory.end_tick();
        self.settle(kept, tasks, character, tick_cx)
    }

    /// Whether these proposals are the actions that are running, in this order.
    pub(super) fn is_doing(&self, kept: &[(&Task, &Command)]) -> bool {
        let same = |action: &ActiveAction, (task, command): &(&Task, &Command)| {
            let Command::Act { action: proposed, arguments } = command else { return false };
            action.action == *proposed && action.task == task.holder() && action.arguments == *arguments
        };
        let actions = &self.decision().actions;
        actions.len() == kept.len() && actions.iter().zip(kept).all(|(action, kept)| same(action, kept))
    }

    /// Compares the kept proposals with the actions that are running.
    fn settle(
        &mut self,
        kept: &[Proposal],
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        self.runs.settle(kept, tick_cx.memory, character.shows_actions);
        let decision = self.runs.decision();
        Stability::unstable_if(decision.has_duplicates()) & tasks.note_acting(decision, character, tick_cx)
    }

    /// Applies the forgetting policy, except to things that live tasks hold or refer to.
    fn forget(&self, tasks: &Tasks, character: &Character, memory: &mut Memory) {
        let Some(policy) = &character.forgetting else { return };
        let mut spared: Vec<Id> = Vec::new();
        for task in tasks.list() {
            spared.extend(task.bindings.claims().iter().map(|claim| claim.id()));
            spared.extend(task.bindings.remembered().iter().map(|(_, id)| *id));
        }
        let live = |thing: &Thing| {
            thing.creator.is_some_and(|creator| tasks.list().iter().any(|task| task.number == creator))
        };
        for note in memory.things().filter(|thing| live(thing)) {
            spared.push(note.id());
            spared.extend(note.properties().flat_map(|(_, values)| values).filter_map(Value::id));
        }
        spared.extend(self.runs.refers_to());
        spared.sort_unstable();
        memory.forget(policy, &|id| spared.binary_search(&id).is_ok());
    }
}
