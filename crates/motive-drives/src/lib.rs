//! Drives, and plans that serve all of them at once (UDGOAP, Sloan 2015).
//!
//! An agent is moved by [`Drive`]s. Each makes goals of what it finds in memory ([`Aim`]), each goal is complete to a degree
//! ([`Measure`]), and all of them together say what a state of the world is worth ([`Utility`]). Things say what can be done
//! with them and how ([`Manner`]). A [`Search`] chains actions backwards from what would help and rates each chain by thinking
//! it through forwards, with how the world may answer. Everything that agents of one sort share is a [`Domain`].
//!
//! ```
//! use motive::drives::{Aim, Domain, Drive, Manner, Measure, Progress, Search, Urges};
//! use motive::{Action, Budget, Effect, Expr, Memory, Thing, Type, Vocabulary};
//!
//! // A health potion gives 30 health, a mana potion 30 mana, an elixir 20 of each.
//! let mut names = Vocabulary::new();
//! let drink = names.action("drink", 1);
//! let potion = names.kind("potion");
//! let (health, mana) = (names.own("health", Type::Number), names.own("mana", Type::Number));
//! let (heals, refreshes) = (names.property("heals", Type::Number), names.property("refreshes", Type::Number));
//! let things = ["health_potion", "mana_potion", "elixir"].map(|name| names.id(name));
//! let names = names.finish()?;
//!
//! let drinking = Action::new(drink, &["it"])
//!     .effect(Effect::add_own(health, Expr::var("it").get(heals)))
//!     .effect(Effect::add_own(mana, Expr::var("it").get(refreshes)))
//!     .effect(Effect::Destroy(Expr::var("it")));
//! let full = |property| Aim::new("full").measure(Measure::toward(Expr::own(property), 0, 100));
//! let domain = Domain::new(names.clone())
//!     .action(drinking)
//!     .supplies(potion, drink, Manner::default())
//!     .drive(Drive::new("health", 1.0).aim(full(health)))
//!     .drive(Drive::new("mana", 1.0).aim(full(mana)))
//!     .build()?;
//!
//! let mut memory = Memory::new(names);
//! memory.set_own(health, 20)?;
//! memory.set_own(mana, 20)?;
//! for (thing, (health, mana)) in things.into_iter().zip([(30, 0), (0, 30), (20, 20)]) {
//!     memory.put(Thing::new(thing).kind(potion).with(heals, health).with(refreshes, mana))?;
//! }
//! let mut urges = Urges::new(&domain);
//! urges.update(&domain, &memory);
//! let Progress::Found(plan) = Search::new().run(&domain, &urges, &memory, &mut Budget::default()) else {
//!     panic!("there is something to drink");
//! };
//! assert_eq!(plan.display(&domain), ["drink(elixir)"]);
//! assert_eq!(plan.utility, 0.4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aim;
pub mod ambiance;
mod bound;
mod build;
mod chance;
mod curve;
mod domain;
mod drive;
mod finding;
mod follow;
pub mod goap;
mod object;
mod plan;
mod predefined;
mod rules;
mod search;
mod simulate;
mod step;
mod urges;

pub use aim::{Aim, Combine, Measure};
pub use curve::{Curve, CurveError};
pub use domain::{Domain, DomainBuilder, DomainError};
pub use drive::{Drive, Satisfaction, Utility, UtilityFunction};
pub use finding::Finding;
pub use follow::{Failure, PlanFor, Planned};
pub use object::Manner;
pub use plan::{Considered, Counts, Plan, Standing, Step, Termination};
pub use predefined::{Predefined, Written, most_useful};
pub use rules::{Hard, Limits, Placement, Rating, Rules, Thoroughness};
pub use search::{Progress, Search};
pub use urges::{Goal, Stir, Urge, Urges};
