//! Last stages of a decision: what tasks, reflexes and running actions propose is checked against each other. What is kept changes memory
//! or becomes actions on the world.

use super::character::Character;
use super::stability::Stability;
use super::task::Task;
use super::tasks::{Endings, Tasks};
use motive_core::action::{
    ActiveAction, Command, ConflictScope, Decision, DropReason, Proposal, Resolution, RunningActions,
};
use motive_core::binding::{Holder, Ledger};
use motive_core::condition::Bindings;
use motive_core::engine::{Binder, Eval, apply_internal};
use motive_core::memory::{Memory, Thing};
use motive_core::mind::TickContext;
use motive_core::trace::{Event, ProposalResult, TaskEnd};
use motive_core::vocabulary::{ActionId, ActionTarget, Id, Value, Vocabulary};
use smallvec::SmallVec;

/// The actions that are running, and the decision that the host gets.
#[derive(Default)]
pub(super) struct Actuator {
    runs: RunningActions,
}

impl Actuator {
    /// Continues the actions of an agent.
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
            spared.extend(task.bindings.claims.iter().map(|claim| claim.id()));
            spared.extend(task.bindings.remembered.iter().map(|(_, id)| *id));
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

/// Reflexes propose on behalf of no task.
pub(super) const REFLEX: Holder = Holder(0);

/// All proposals of a tick: first those of reflexes, then those of tasks, then latched actions that no task proposes any more.
pub(super) fn gather(
    mut of_tasks: Vec<Proposal>,
    runs: &RunningActions,
    character: &Character,
    tick_cx: &mut TickContext<'_>,
) -> (Vec<Proposal>, Stability) {
    let (mut proposals, stability) = reflexes(character, tick_cx);
    if proposals.is_empty() {
        proposals = of_tasks;
    } else {
        proposals.append(&mut of_tasks);
    }
    if !character.profile.internal_actions {
        proposals.retain(|proposal| proposal.command.target(&character.vocabulary) == ActionTarget::World);
    }
    if !runs.all_while_proposed() {
        proposals.extend(runs.latched(&proposals));
    }
    (proposals, stability)
}

/// What reflexes propose. They see everything, held or not.
pub(super) fn reflexes(character: &Character, tick_cx: &mut TickContext<'_>) -> (Vec<Proposal>, Stability) {
    let (mut proposals, mut stability) = (Vec::new(), Stability::STABLE);
    let mut nobody = Ledger::default();
    for reflex in &character.reflexes {
        let rules = &character.profile.binding;
        let mut binder = Binder::new(REFLEX, &mut nobody, rules, tick_cx.rng, &mut tick_cx.budget);
        let mut bindings = Bindings::new(reflex.variables);
        let mut eval = Eval { facts: &*tick_cx.memory, bindings: &mut bindings, claims: &mut binder };
        let arguments = eval
            .holds(&reflex.when)
            .then(|| reflex.arguments.iter().map(|value| eval.value(value)).collect::<Option<_>>());
        stability &= Stability::unstable_if(reflex.reads.is_volatile() || binder.is_volatile());
        nobody.undo(0);
        if let Some(Some(arguments)) = arguments {
            let command = Command::Act { action: reflex.action, arguments };
            proposals.push(Proposal { task: REFLEX, priority: f64::INFINITY, command });
        }
    }
    (proposals, stability)
}

/// Keeps the proposals that go together, as the character's catalogue says.
pub(super) fn resolve(
    proposals: Vec<Proposal>,
    character: &Character,
    tick_cx: &mut TickContext<'_>,
) -> Resolution {
    let profile = &character.profile;
    let catalogue = &character.catalogue;
    let only_one = !profile.multiple_actions;
    let mut resolution = catalogue.resolve(proposals, tick_cx.memory, profile.conflict_scope, only_one);
    if tick_cx.trace.wants_events() {
        report(&resolution, tick_cx);
    }
    if profile.least_first {
        resolution.kept.reverse();
    }
    resolution
}

/// What resolving the last commands of tasks would keep, in order. Only for characters whose actions may conflict, but neither
/// blend nor are vetoed. `None` if a task proposes anything but actions on the world.
pub(super) fn kept_commands<'t>(
    tasks: &'t [Task],
    character: &Character,
) -> Option<SmallVec<[(&'t Task, &'t Command); 4]>> {
    let mut kept = SmallVec::new();
    let mut rivals: SmallVec<[ActionId; 8]> = SmallVec::new();
    for task in tasks {
        for command in task.last_commands() {
            let action = command.action()?;
            if command.target(&character.vocabulary) != ActionTarget::World {
                return None;
            }
            let is_kept = !rivals.iter().any(|rival| character.catalogue.in_conflict(action, *rival));
            if is_kept {
                kept.push((task, command));
            }
            if is_kept || character.profile.conflict_scope == ConflictScope::Pairwise {
                rivals.push(action);
            }
        }
    }
    Some(kept)
}

/// Traces whether each proposal was kept, and why not.
pub(crate) fn report(resolution: &Resolution, tick_cx: &mut TickContext<'_>) {
    let names = tick_cx.memory.shared_vocabulary().clone();
    for proposal in &resolution.kept {
        tick_cx.note(|| proposed(proposal, &names, ProposalResult::Kept));
    }
    for (proposal, why) in &resolution.dropped {
        let fate = match why {
            DropReason::Conflict(with) => ProposalResult::Conflict { with: with.display(&names) },
            DropReason::Blended(with) => ProposalResult::Blended { with: with.display(&names) },
            DropReason::Vetoed => ProposalResult::Vetoed,
            DropReason::OnlyOne => ProposalResult::OnlyOne,
        };
        tick_cx.note(|| proposed(proposal, &names, fate));
    }
}

/// The event that says what happened to a proposal.
pub(super) fn proposed(proposal: &Proposal, names: &Vocabulary, fate: ProposalResult) -> Event {
    let (action, arguments) = match &proposal.command {
        Command::Act { action, arguments } => (Some(*action), arguments.to_vec()),
        _ => (None, Vec::new()),
    };
    Event::Proposed {
        task: proposal.task.0,
        action,
        arguments,
        command: proposal.command.display(names),
        fate,
    }
}
