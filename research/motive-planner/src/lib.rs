//! A planner for hierarchical task networks (HTN), with readers for HDDL and PDDL and a plan verifier.
//!
//! - [`hddl::read`] makes a [`Problem`] of two texts, or says everything that is wrong with them. A problem is plain data, so it can also be
//!   put together in code. [`pddl`] reads classical planning problems.
//! - [`solve`] grounds a problem and searches for a [`Plan`] within [`Limits`] of work, memory, and time as the host counts it.
//! - [`verify`] checks a plan and shares no code with the search. [`hddl::print_plan`] and [`hddl::read_plan`] are the competition's format.
//! - [`explain`] says what is in the way of a plan.
//!
//! ```
//! use motive_planner::{Answer, Limits, explain, hddl, solve, verify};
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
//! // The same problem and the same allowance of work give the same answer on every machine.
//! let limits = Limits { work: 1_000_000, ..Limits::default() };
//! match solve(&problem, &limits)?.0 {
//!     Answer::Plan(plan) => {
//!         assert_eq!(plan.steps.len(), 1, "the lamp in the hall is on already");
//!         verify(&problem, &plan)?;
//!         println!("{}", hddl::print_plan(&problem, &plan));
//!     }
//!     Answer::Unsolvable => {
//!         let why = explain(&problem, &limits)?.map(|obstacle| obstacle.describe(&problem));
//!         return Err(why.unwrap_or_default().into());
//!     }
//!     Answer::GaveUp(limit) => return Err(limit.into()),
//!     _ => unreachable!("there are no other answers yet"),
//! }
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
mod storage;
mod two_ended;
mod two_stages;
mod validate;
mod verify;

pub use error::PlanError;
pub use explain::explain;
pub use lifted::{Obstacle, ObstacleReason};
pub use limits::{Limits, LimitReached};
pub use plan::{Decomposition, Part, Plan, Step};
pub use problem::*;
pub use solve::{Answer, Report, solve};
pub use verify::{Fault, verify};
