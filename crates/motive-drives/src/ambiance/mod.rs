//! Smart ambiance: places, events and things that make some actions dearer and others cheaper for those who mind (Sloan 2015,
//! chapter 7).
//!
//! A [`Modifier`] puts a cost on actions with a tag, at once or over time, and takes it back again. It belongs to an [`Area`], comes into one
//! with an action that is done there, or surrounds a thing. It moves only those to whose [`Temper`] the tag belongs. It never forbids an
//! action, and it works with whatever planner counts costs, or with plans from drives, which pay for it by
//! [`Rules::ambiance`](super::Rules).
//!
//! Who keeps since when it has been there? An [`Area`] if the world does; a planner that is told of an [`Ambiance`] does it for its agent.
//!
//! ```
//! use motive::drives::ambiance::{Area, Guards, Modifier, Rate, Temper};
//! use motive::Vocabulary;
//!
//! let mut names = Vocabulary::new();
//! let (loud, chat) = (names.symbol("loud"), names.symbol("chat"));
//! let mut library = Area::new(Guards::default());
//! library.add(Modifier::new(loud, 5.0, Rate::AtOnce), 0.0);
//!
//! let outgoing = Temper::new([loud]);
//! assert_eq!(library.on(&[loud], &outgoing, 1.0), 5.0);  // what is loud costs 5 more here
//! assert_eq!(library.on(&[chat], &outgoing, 1.0), 0.0);
//! assert_eq!(library.on(&[loud], &Temper::new([]), 1.0), 0.0); // who does not mind is not moved
//! ```

mod area;
mod declared;
mod felt;
mod rate;
mod surroundings;

pub use area::{Area, Around, Guards, Temper};
pub use declared::{Ambiance, AmbianceError};
pub(super) use felt::Felt;
pub use rate::{Modifier, Rate, RateError};
pub(super) use surroundings::Surroundings;

/// No action costs less than this, whatever the ambiance: the cheapest plan is only defined where every action costs something (ours).
pub const LEAST_COST: f64 = 0.01;
