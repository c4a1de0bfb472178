//! What a task has bound to its variables, and other things that many tasks do not have.

use motive_core::engine::{Claim, RememberedBindings};
use motive_core::mind::Program;
use motive_core::vocabulary::Id;
use std::sync::Arc;

/// What a task has bound to its variables, and its program if that is none of the character's. Many tasks have nothing of this, so
/// room is made when there is something.
#[derive(Default)]
pub(super) struct TaskBindings(Option<Box<BindingLists>>);

#[derive(Default)]
pub(super) struct BindingLists {
    /// What its variables were bound to in the last tick.
    pub(super) remembered: RememberedBindings,
    /// The same before it was last asked.
    before: RememberedBindings,
    /// What it held when it last ran, if it keeps that while it is suspended.
    pub(super) kept: Vec<Claim>,
    /// What it claimed when it was last asked.
    pub(super) claims: Vec<Claim>,
    /// Its program, if that is none of the character's.
    other_program: Option<Arc<dyn Program>>,
}

impl TaskBindings {
    pub(super) fn get_mut(&mut self) -> Option<&mut BindingLists> {
        self.0.as_deref_mut()
    }

    /// What its variables were bound to in the last tick.
    pub(super) fn remembered(&self) -> &[(Arc<str>, Id)] {
        self.0.as_ref().map_or(&[], |lists| &lists.remembered)
    }

    /// What its variables were bound to before it was last asked.
    pub(super) fn before(&self) -> &[(Arc<str>, Id)] {
        self.0.as_ref().map_or(&[], |lists| &lists.before)
    }

    /// What it held when it last ran, if it keeps that while it is suspended.
    pub(super) fn kept(&self) -> &[Claim] {
        self.0.as_ref().map_or(&[], |lists| &lists.kept)
    }

    /// What it claimed when it was last asked.
    pub(super) fn claims(&self) -> &[Claim] {
        self.0.as_ref().map_or(&[], |lists| &lists.claims)
    }

    /// Whether there is nothing of all this.
    pub(super) fn are_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|lists| {
            lists.remembered.is_empty()
                && lists.kept.is_empty()
                && lists.claims.is_empty()
                && lists.other_program.is_none()
        })
    }

    pub(super) fn hold_nothing(&self) -> bool {
        self.0.as_ref().is_none_or(|lists| lists.claims.is_empty() && lists.kept.is_empty())
    }

    /// It was asked, and claimed this. What its variables were bound to before is its own, or shared with other tasks.
    pub(super) fn note_answer<'c>(
        &mut self,
        claims: impl Iterator<Item = &'c Claim>,
        shared: Option<&RememberedBindings>,
    ) {
        let mut claims = claims.peekable();
        if self.0.is_none() && claims.peek().is_none() && shared.is_none_or(|shared| shared.is_empty()) {
            return;
        }
        let BindingLists { remembered, before, claims: former, .. } = &mut **self.0.get_or_insert_default();
        former.clear();
        former.extend(claims.cloned());
        before.clear();
        before.extend_from_slice(shared.unwrap_or(remembered));
    }

    /// Its program, if that is none of the character's.
    pub(super) fn other_program(&self) -> Option<&Arc<dyn Program>> {
        self.0.as_ref()?.other_program.as_ref()
    }

    /// It follows a program that is none of the character's.
    pub(super) fn note_program(&mut self, program: Arc<dyn Program>) {
        self.0.get_or_insert_default().other_program = Some(program);
    }

    /// It has to be asked again, as if for the first time, and follows another program.
    pub(super) fn forget_answer(&mut self) {
        if let Some(lists) = &mut self.0 {
            lists.other_program = None;
            lists.claims.clear();
            lists.before.clear();
        }
    }
}
