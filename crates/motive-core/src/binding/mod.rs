//! Who holds what in this tick, and what asking costs.
//!
//! Things are handed out strictly in the order of priority: a [`Holder`] that asks later gets what those before it have left, so
//! that a less important task can never take anything from a more important one. Everything is free again when the tick ends; the
//! same variable then asks for the same thing first, so that agents do not dither.

pub(crate) mod binder;
mod budget;
pub(crate) mod keyed_rng;
mod ledger;
#[cfg(test)]
mod tests;

pub use budget::Budget;
pub use keyed_rng::KeyedRng;
pub use ledger::{Holder, Holding, Ledger};

pub(crate) use binder::Binder;
pub(crate) use keyed_rng::splitmix64;
