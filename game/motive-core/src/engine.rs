//! What the author of a decision engine uses, beside what the author of a game uses.
//!
//! An engine is a [`Program`]: immutable, shared by all agents, and able to start a [`Behaviour`]. An arbiter asks each behaviour
//! once a tick, in the order of priority. The behaviour reads memory through its [`Context`], reserves the things it needs and
//! proposes [`Command`]s:
//!
//! ```
//! use motive_core::engine::{Behaviour, Context, Outcome, Program, Standalone, Stuck};
//! use motive_core::{Command, Facts, Id, Memory, Property, Type, Vocabulary};
//! use std::sync::Arc;
//!
//! /// Rests while there is little energy.
//! struct Rest { name: Arc<str>, energy: Property, sleep: motive_core::ActionId }
//!
//! struct Resting { energy: Property, sleep: motive_core::ActionId }
//!
//! impl Program for Rest {
//!     fn name(&self) -> &Arc<str> { &self.name }
//!     fn start(&self) -> Box<dyn Behaviour> {
//!         Box::new(Resting { energy: self.energy, sleep: self.sleep })
//!     }
//! }
//!
//! impl Behaviour for Resting {
//!     fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
//!         match cx.memory().values(Id::SELF, self.energy).number() {
//!             None => Outcome::Stuck(Stuck::Nothing),
//!             Some(energy) if energy >= 10.0 => Outcome::Done,
//!             Some(_) => {
//!                 cx.propose(Command::Act { action: self.sleep, arguments: Default::default() });
//!                 Outcome::Acting
//!             }
//!         }
//!     }
//! }
//!
//! let mut names = Vocabulary::new();
//! let (energy, sleep) = (names.own("energy", Type::Number), names.action("sleep", 0));
//! let mut memory = Memory::new(names.finish()?);
//! let rest = Rest { name: "Rest".into(), energy, sleep };
//! memory.set_own(energy, 3)?;
//! let mut alone = Standalone::default();
//! let (outcome, proposals) = alone.ask(&mut *rest.start(), &memory);
//! assert_eq!((outcome, proposals.len()), (Outcome::Acting, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything here is optional except [`Program::start`] and [`Behaviour::propose`]:
//!
//! - **Being asked less often.** [`Behaviour::reads`] names what the last proposal depended on; while none of it changes, the behaviour is
//!   not asked again. [`Context::ask_again`] and [`Context::ask_at`] say when time alone may change the answer. A [`Mind`] that
//!   can sleep returns a [`WakeCondition`].
//! - **Conditions.** [`Context::ask`] evaluates a compiled condition and reserves what it binds. [`Eval`] evaluates parts of one
//!   ([`ConditionCode`], [`ExprCode`]) over any [`Facts`](crate::Facts); [`NoClaims`] is for reading without reserving.
//! - **Conditions as data.** [`ConditionNode`] and [`ExprNode`] are the written form, for engines that translate conditions. [`PossibleChange`] tells
//!   which conditions an action can make true or false.
//! - **Reservations.** The [`Ledger`] holds the [`Claim`]s of a tick; a [`Binder`] claims for one task.
//! - **Ending a tick.** An arbiter of your own resolves proposals with a [`Catalogue`](crate::Catalogue), applies internal commands with
//!   [`apply_internal`], updates [`RunningActions`](crate::RunningActions) and calls [`Memory::end_tick`](crate::Memory::end_tick).
//! - **Random numbers** are keyed, never streamed: [`KeyedRng`].
//! - **Prefetching.** [`prefetch_value`] and [`prefetch_slice`] hide memory latency when many agents decide one after another.

pub use crate::action::effect::{EffectCode, ExpectedFact};
pub use crate::action::effect::{KnownKinds, constant_change};
pub use crate::action::running_actions::apply_internal;
pub use crate::action::{Command, Proposal};
pub use crate::binding::binder::{Binder, RememberedBindings};
pub use crate::binding::binder::{SplitMix64, splitmix64};
pub use crate::binding::{Budget, Holder, Holding, KeyedRng, Ledger};
pub use crate::condition::claims::{Claim, Claimant, NoClaims};
pub use crate::condition::compiled::{ColumnCode, ConditionCode, ExprCode, PatternCode, closest_name};
pub use crate::condition::eval::Eval;
pub use crate::condition::expression::{Arithmetic, ExprNode};
pub use crate::condition::pattern::{Preference, PropertyRequest, PropertyTest};
pub use crate::condition::possible_change::{PossibleChange, PropertyOwner, ValueChange};
pub use crate::condition::written::ConditionNode;
pub use crate::memory::validation::{check_values, clamp};
pub use crate::memory::{Channel, WatchToken};
pub use crate::mind::{
    Behaviour, Callable, Context, Mind, Outcome, Program, Standalone, Stuck, TickContext, WakeCondition,
};
pub use crate::prefetch::{prefetch_slice, prefetch_value};
