//! Drives, and plans that serve all of them at once (UDGOAP, Sloan 2015).
//!
//! An agent has [`Drive`]s. Each drive makes goals from memory ([`GoalTemplate`]), each goal is complete to a degree ([`Measure`]), and
//! together they give the utility of a state of the world ([`Utility`]). Things offer the actions that can be done with them
//! ([`Interaction`]). A [`PlanSearch`] chains actions backwards from what would help, and rates each chain by simulating it forwards, including
//! the reactions of the world. A [`Domain`] holds everything that agents of one sort share.
//!
//! Each module uses only those above it: `ambiance`, `definition` (what a designer writes), `domain` (the same, compiled), `plan` (states of
//! drives, simulation and search), `action_status`, `follow` (a plan, as a behaviour), `goap`.
//!
//! ```
//! use motive::drives::{GoalTemplate, Domain, Drive, Interaction, Measure, SearchProgress, PlanSearch, DriveStates};
//! use motive::kernel::{Action, Budget, Effect, Expr, Memory, Thing, Type, Vocabulary};
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
//! let full = |property| GoalTemplate::new("full").measure(Measure::toward(Expr::own(property), 0, 100));
//! let domain = Domain::new(names.clone())
//!     .action(drinking)
//!     .supplies(potion, drink, Interaction::default())
//!     .drive(Drive::new("health", 1.0).goal(full(health)))
//!     .drive(Drive::new("mana", 1.0).goal(full(mana)))
//!     .build()?;
//!
//! let mut memory = Memory::new(names);
//! memory.set_own(health, 20)?;
//! memory.set_own(mana, 20)?;
//! for (thing, (health, mana)) in things.into_iter().zip([(30, 0), (0, 30), (20, 20)]) {
//!     memory.put(Thing::new(thing).kind(potion).with(heals, health).with(refreshes, mana))?;
//! }
//! let mut drive_states = DriveStates::new(&domain);
//! drive_states.update(&domain, &memory);
//! let SearchProgress::Found(plan) = PlanSearch::new().run(&domain, &drive_states, &memory, &mut Budget::default()) else {
//!     panic!("there is something to drink");
//! };
//! assert_eq!(plan.display(&domain), ["drink(elixir)"]);
//! assert_eq!(plan.utility, 0.4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ambiance;
mod definition;
mod domain;
mod plan;

mod follow;
pub mod goap;

pub use definition::{
    Combine, Curve, CurveError, DomainBuilder, Drive, GoalTemplate, Hard, Interaction, Limits, Measure,
    Placement, Rating, Rules, Satisfaction, ScriptedPlan, Thoroughness, Utility, UtilityFunction,
};
pub use domain::{Domain, DomainError, DomainWarning};
pub use follow::{DriveBehaviour, PlanFailure, PlanFor};
pub use plan::{
    Considered, DriveEvent, DriveGoal, DriveState, DriveStates, Plan, PlanSearch, PlanStatus, PlanStep,
    SearchCounts, SearchProgress, Termination, best_script,
};
