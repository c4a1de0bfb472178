//! A study in the studio, in a program that is built without it: there is none.

use crate::commands::studio::NOT_HERE;
use crate::console::{Console, Failure};
use motive_lab::Spectator;

/// Never made.
pub(super) enum NoStudyStudio {}

impl NoStudyStudio {
    pub(super) fn serve(_: &str, _: usize, _: bool) -> Result<Self, Failure> {
        Err(Failure::Input(NOT_HERE.to_owned()))
    }

    pub(super) fn wait_for_page(&self, _: &mut Console) -> Result<(), Failure> {
        match *self {}
    }

    pub(super) fn spectators(&self) -> Vec<Box<dyn Spectator>> {
        match *self {}
    }

    pub(super) fn stay(&self, _: &mut Console) -> Result<(), Failure> {
        match *self {}
    }
}
