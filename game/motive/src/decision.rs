//! Decisions in the types of a game.

use crate::kernel::{self, Phase};
use crate::traits::Actions;
use smallvec::SmallVec;

/// One run of an action, from its start to its end.
///
/// It comes with each [`Active`] action; pass it to [`Agent::succeed`](crate::Agent::succeed) or [`Agent::fail`](crate::Agent::fail) when an
/// action that goes on until the game ends it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub(crate) u64);

impl RunId {
    /// Its number, which the kernel and recordings know it by.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// An action of a decision, with its phase. See [`Decision`] for how to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Active<A> {
    /// The action.
    pub action: A,
    /// Whether it starts, continues, continues with other arguments, or stops.
    pub phase: Phase,
    /// This run of the action, for [`Agent::succeed`](crate::Agent::succeed) and [`Agent::fail`](crate::Agent::fail).
    pub run: RunId,
    /// The priority of the task that wants it.
    pub priority: f64,
}

/// A decision in the types of a game. It borrows nothing, so the agent can be used while the decision is carried out.
///
/// ```
/// # use motive::prelude::*;
/// # #[derive(Actions, Debug)] enum Move { Walk, Wave }
/// # fn carry_out(decision: Decision<Move>) {
/// // All actions with their phases, those that stop last:
/// for Active { action, phase, .. } in &decision {
///     println!("{phase:?} {action:?}");
/// }
/// // Or only the actions to do in this tick:
/// for action in decision.actions() {
///     match action { Move::Walk => {} Move::Wave => {} }
/// }
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    active: SmallVec<[Active<A>; 2]>,
    unreadable: SmallVec<[RunId; 1]>,
}

impl<A: Actions> Decision<A> {
    /// Converts a decision of the kernel, with the handles of the actions.
    pub fn read(decision: &kernel::Decision, names: &A::Names) -> Self {
        let mut typed = Self { active: SmallVec::new(), unreadable: SmallVec::new() };
        for one in decision.actions.iter().chain(&decision.stopped) {
            match A::read(names, one.action, &one.arguments) {
                Some(action) => typed.active.push(Active {
                    action,
                    phase: one.phase,
                    run: RunId(one.run),
                    priority: one.priority,
                }),
                None => typed.unreadable.push(RunId(one.run)),
            }
        }
        typed
    }
}

impl<A> Decision<A> {
    /// The runs of actions that cannot be carried out, because an argument is of the wrong type. They end as failed.
    pub fn unreadable(&self) -> impl Iterator<Item = RunId> + use<A> {
        self.unreadable.clone().into_iter()
    }

    /// The actions to do in this tick, highest priority first: those that start, continue or change.
    pub fn actions(&self) -> impl Iterator<Item = &A> {
        self.active.iter().filter(|active| active.phase != Phase::Stopped).map(|active| &active.action)
    }

    /// The actions that start in this tick.
    pub fn started(&self) -> impl Iterator<Item = &Active<A>> {
        self.active.iter().filter(|active| active.phase == Phase::Started)
    }

    /// The actions that stop in this tick.
    pub fn stopped(&self) -> impl Iterator<Item = &Active<A>> {
        self.active.iter().filter(|active| active.phase == Phase::Stopped)
    }

    /// All actions with their phases.
    pub fn iter(&self) -> std::slice::Iter<'_, Active<A>> {
        self.active.iter()
    }

    /// Whether there are no actions at all.
    pub fn is_empty(&self) -> bool {
        self.active.is_empty()
    }
}

impl<A> IntoIterator for Decision<A> {
    type Item = Active<A>;
    type IntoIter = smallvec::IntoIter<[Active<A>; 2]>;

    fn into_iter(self) -> Self::IntoIter {
        self.active.into_iter()
    }
}

impl<'a, A> IntoIterator for &'a Decision<A> {
    type Item = &'a Active<A>;
    type IntoIter = std::slice::Iter<'a, Active<A>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
