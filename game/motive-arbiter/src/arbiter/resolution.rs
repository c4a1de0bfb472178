//! Fourth stage of a decision: what tasks, reflexes and running actions propose is checked against each other.

use super::character::Character;
use super::stability::Stability;
use super::task::Task;
use motive_core::action::{Command, ConflictScope, DropReason, Proposal, Resolution, RunningActions};
use motive_core::binding::{Holder, Ledger};
use motive_core::condition::Bindings;
use motive_core::engine::Binder;
use motive_core::engine::Eval;
use motive_core::mind::TickContext;
use motive_core::trace::{Event, ProposalResult};
use motive_core::vocabulary::{ActionId, ActionTarget, Vocabulary};
use smallvec::SmallVec;

/// Reflexes propose on behalf of no task.
pub(super) const REFLEX: Holder = Holder(0);

/// All proposals of a tick: first those of reflexes, then those of tasks, then latched actions that nobody proposes any more.
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

/// What reflexes propose. They see everything, whoever holds it.
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
            DropReason::Conflict { with } => ProposalResult::Conflict { with: with.display(&names) },
            DropReason::Blended { with } => ProposalResult::Blended { with: with.display(&names) },
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
