//! Every number of the scenes. The source gives none of them; all are ours.

use motive::drives::ambiance::Rate;
use std::time::Duration;

/// How long a tick is.
pub(super) const TICK: Duration = Duration::from_secs(1);

/// Where the friend and the computer are, seen from the door of the library, in units; and how far one walks in a tick.
pub(super) const FRIEND: (f32, f32) = (300.0, 0.0);
pub(super) const COMPUTER: (f32, f32) = (0.0, 300.0);
pub(super) const STRIDE: f32 = 100.0;

/// People who are calm by nature at the crossing, and ticks from one to the next.
pub(super) const CALM: usize = 10;
pub(super) const EVERY: u64 = 2;

/// How what was seen at the crossing wears off: it stays for half a minute and is gone in another.
pub(super) fn wearing_off() -> Rate {
    Rate::After(30.0, Box::new(Rate::Over(30.0)))
}

/// Where the exit of the site is, where its cameras hang, and how far one gets in a tick at a walk and at a run.
pub(super) const EXIT: f32 = 3_000.0;
pub(super) const CAMERAS: [f32; 3] = [500.0, 1_300.0, 2_100.0];
/// How far a camera sees.
pub(super) const SIGHT: f32 = 300.0;
pub(super) const WALK: f32 = 50.0;
pub(super) const RUN: f32 = 100.0;
