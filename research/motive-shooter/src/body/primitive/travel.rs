//! Going to a place, straight or over a path.

use super::PrimitiveContext;
use super::kind::{PrimitiveEnd, PrimitiveFailure};
use super::monitor::{MovementMonitor, PathMonitor, WaitStatus};
use crate::map::PATH_LIMIT;
use glam::Vec3;
use std::collections::VecDeque;

/// A body on its way.
#[derive(Clone, Debug)]
pub(super) struct Travel {
    to: Vec3,
    stage: TravelStage,
}

#[derive(Clone, Debug)]
enum TravelStage {
    /// Waits for the path.
    Asking(PathMonitor),
    /// Runs along it.
    Running {
        movement: MovementMonitor,
        /// Legs after this one.
        legs: VecDeque<Vec3>,
        /// Whether the path was cut off, so that the rest must be asked for.
        cut_off: bool,
    },
}

impl Travel {
    /// Runs straight there.
    pub(super) fn straight(to: Vec3, cx: &mut PrimitiveContext<'_>) -> Self {
        let mut travel = Self { to, stage: TravelStage::Asking(PathMonitor::new(0.0, cx.now())) };
        travel.follow(VecDeque::from([to]), false, cx);
        travel
    }

    /// Asks for the path first.
    pub(super) fn over_path(to: Vec3, cx: &mut PrimitiveContext<'_>) -> Self {
        let query = cx.ask_path(to);
        Self { to, stage: TravelStage::Asking(PathMonitor::new(query, cx.now())) }
    }

    /// Where it leads.
    pub(super) fn to(&self) -> Vec3 {
        self.to
    }

    pub(super) fn look(&mut self, cx: &mut PrimitiveContext<'_>) -> Option<PrimitiveEnd> {
        let (now, bumped) = (cx.now(), cx.bumped());
        match &mut self.stage {
            TravelStage::Asking(monitor) => match cx.path(monitor.query()) {
                Some(Some(nodes)) => {
                    let cut_off = nodes.len() >= PATH_LIMIT;
                    let end = (!cut_off).then_some(self.to);
                    self.follow(nodes.iter().copied().chain(end).collect(), cut_off, cx);
                    None
                }
                Some(None) => Some(Err(PrimitiveFailure::NoPath)),
                None => match monitor.look(now, cx.settings) {
                    WaitStatus::Wait => None,
                    _ => self.find_locally(cx),
                },
            },
            TravelStage::Running { movement, legs, cut_off } => {
                match movement.look(&cx.seen.own, now, bumped, cx.settings) {
                    WaitStatus::Wait => None,
                    WaitStatus::Again => {
                        cx.run_to(movement.destination());
                        None
                    }
                    WaitStatus::Stalled => Some(Err(PrimitiveFailure::Stalled)),
                    WaitStatus::TooLong => Some(Err(PrimitiveFailure::TooLong)),
                    WaitStatus::Done if legs.is_empty() && *cut_off => {
                        *self = Self::over_path(self.to, cx);
                        None
                    }
                    WaitStatus::Done if legs.is_empty() => Some(Ok(())),
                    WaitStatus::Done => {
                        let (legs, cut_off) = (std::mem::take(legs), *cut_off);
                        self.follow(legs, cut_off, cx);
                        None
                    }
                }
            }
        }
    }

    /// Without an answer, the path over the places that the bot knows.
    fn find_locally(&mut self, cx: &mut PrimitiveContext<'_>) -> Option<PrimitiveEnd> {
        let path = if cx.settings.local_paths { cx.atlas.path(cx.seen.own.position, self.to) } else { None };
        let Some(path) = path else { return Some(Err(PrimitiveFailure::NoPath)) };
        self.follow(path.into_iter().chain([self.to]).collect(), false, cx);
        None
    }

    /// Runs the next leg.
    fn follow(&mut self, mut legs: VecDeque<Vec3>, cut_off: bool, cx: &mut PrimitiveContext<'_>) {
        let next = legs.pop_front().unwrap_or(self.to);
        cx.run_to(next);
        let is_last_leg = legs.is_empty() && !cut_off;
        let movement = MovementMonitor::new(&cx.seen.own, cx.now(), next, is_last_leg);
        self.stage = TravelStage::Running { movement, legs, cut_off };
    }
}
