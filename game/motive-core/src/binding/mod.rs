//! Reservations of one tick, random numbers, and work budgets.
//!
//! Things are handed out strictly in the order of priority: a [`Holder`] that asks later gets what those before it have left, so
//! that a less important task can never take anything from a more important one. All reservations end with the tick. A variable
//! first asks for the thing it had in the previous tick, so that agents do not dither.

pub(crate) mod binder;
mod ledger;

pub use binder::{Budget, KeyedRng};
pub use ledger::{Holder, Holding, Ledger};

pub(crate) use binder::{Binder, splitmix64};
