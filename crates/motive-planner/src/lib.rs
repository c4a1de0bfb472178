//! A planner for hierarchical task networks (HTN), with readers for HDDL and PDDL and a plan verifier.
//!
//! A [`Problem`] is plain data: objects, facts, actions, compound tasks, methods and root tasks. [`solve`] searches for a [`Plan`] within
//! [`Limits`]; [`verify`] checks a plan and shares no code with the search; [`explain`] says what is in the way of one. [`hddl`] reads problems and plans from files; [`pddl`] reads
//! classical planning problems.
//!
//! ```
//! use motive_planner::{Answer, Limits, hddl, solve, verify};
//!
//! let domain = "(define (domain lamps)
//!     (:types lamp) (:predicates (on ?l - lamp))
//!     (:task light :parameters (?l - lamp))
//!     (:method already :parameters (?l - lamp) :task (light ?l) :precondition (on ?l) :subtasks ())
//!     (:method switch :parameters (?l - lamp) :task (light ?l) :subtasks (and (switch-on ?l)))
//!     (:action switch-on :parameters (?l - lamp) :precondition (not (on ?l)) :effect (on ?l)))";
//! let text = "(define (problem two) (:domain lamps) (:objects hall kitchen - lamp)
//!     (:htn :ordered-subtasks (and (light hall) (light kitchen))) (:init (on hall)))";
//!
//! let problem = hddl::read(domain, text).map_err(|mistakes| format!("{mistakes:?}"))?;
//! let (answer, _) = solve(&problem, &Limits::default())?;
//! let Answer::Plan(plan) = answer else { return Err("there is a plan".into()) };
//! assert_eq!(plan.steps.len(), 1, "the lamp in the hall is on already");
//! verify(&problem, &plan)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! | step | module |
//! |---|---|
//! | check all references | `validate` |
//! | expand quantifiers and split alternatives | `normal_form` |
//! | split independent choices of a method | `split_choices` |
//! | move preconditions up into methods | `implied_preconditions` |
//! | ground what is reachable | `reachability`, `ground_problem` |
//! | leave out methods that do the same as another | `equal_methods` |
//! | infer what tasks need and change, and index methods by it | `task_summaries`, `method_index` |
//! | search by progression, guided by a relaxed problem | `progression`, `chain_needs`, `search`, `relaxed_plan`, `two_stages` |
//! | search from both ends of a plan, if it is partially ordered | `two_ended`, `fact_pairs` |
//!
//! A depth-first search that decomposes tasks without grounding (`lifted`) comes first, and takes turns with everything else.

mod chain_needs;
mod equal_methods;
mod error;
mod explain;
mod fact_pairs;
mod ground_problem;
pub mod hddl;
mod implied_preconditions;
mod lifted;
mod limits;
mod method_index;
mod normal_form;
mod object_types;
pub mod pddl;
mod plan;
mod problem;
mod progression;
mod reachability;
mod relaxed_plan;
mod schema;
mod search;
mod solve;
mod split_choices;
mod task_summaries;
mod tuple_set;
mod two_ended;
mod two_stages;
mod validate;
mod verify;

pub use error::PlanError;
pub use explain::explain;
pub use lifted::{Obstacle, ObstacleReason};
pub use limits::{Limits, StopReason};
pub use plan::{Decomposition, Part, Plan, Step};
pub use problem::*;
pub use solve::{Answer, Report, solve};
pub use verify::{Fault, verify};
