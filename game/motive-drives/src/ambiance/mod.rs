//! Smart ambiance: places, events and objects that make some actions more expensive and others cheaper for agents that react to them (Sloan
//! 2015, chapter 7).
//!
//! A [`Modifier`] changes the cost of actions with a tag, at once or over time, and can fade again. It belongs to an [`Area`], is added to
//! one by an action that is done there, or surrounds an object. It affects only agents whose [`Sensitivity`] includes the tag. It never
//! forbids an action, and it works with every planner that counts costs. Plans for drives take it into account through
//! [`Rules::ambiance`](super::Rules).
//!
//! The start time is kept by the [`Area`] if the ambiance is part of the world, and by the planner if it is declared as an [`Ambiance`].
//!
//! ```
//! use motive::drives::ambiance::{Area, AmbianceLimits, Modifier, Rate, Sensitivity};
//! use motive::kernel::Vocabulary;
//!
//! let mut names = Vocabulary::new();
//! let (loud, chat) = (names.symbol("loud"), names.symbol("chat"));
//! let mut library = Area::new(AmbianceLimits::default());
//! library.add(Modifier::new(loud, 5.0, Rate::AtOnce), 0.0);
//!
//! let outgoing = Sensitivity::new([loud]);
//! assert_eq!(library.cost(&[loud], &outgoing, 1.0), 5.0);  // what is loud costs 5 more here
//! assert_eq!(library.cost(&[chat], &outgoing, 1.0), 0.0);
//! assert_eq!(library.cost(&[loud], &Sensitivity::new([]), 1.0), 0.0); // an agent that does not react to the tag
//! ```

mod area;
mod modifier;
mod observed;

pub use area::{AmbianceLimits, Area, ObjectModifier, Sensitivity};
pub use modifier::{Modifier, Rate, RateError};
pub use observed::{Ambiance, AmbianceError};
pub(crate) use observed::{AmbianceState, CompiledAmbiances};

/// No action costs less than this, whatever the ambiance: the cheapest plan is only defined if every action has a positive cost. Our
/// choice.
pub const MIN_COST: f64 = 0.01;
