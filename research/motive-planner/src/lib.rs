//! A planner for hierarchical task networks (HTN), with readers for HDDL and PDDL and a plan verifier.
//!
//! - [`hddl::read`] makes a [`HtnProblem`] of two texts, or says everything that is wrong with them. A problem is plain data, so it can also be
//!   put together in code. [`pddl`] reads classical planning problems.
//! - [`solve`] grounds a problem and searches for a [`HtnPlan`] within [`PlanningLimits`] of work, memory, and time as the host counts it.
//! - [`verify`] checks a plan and shares no code with the search. [`hddl::print_plan`] and [`hddl::read_plan`] are the competition's format.
//! - [`explain`] says what is in the way of a plan.
//!
//! ```
//! use motive_planner::{PlanningAnswer, PlanningLimits, explain, hddl, solve, verify};
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
//! let limits = PlanningLimits { work: 1_000_000, ..PlanningLimits::default() };
//! match solve(&problem, &limits)?.0 {
//!     PlanningAnswer::Plan(plan) => {
//!         assert_eq!(plan.steps.len(), 1, "the lamp in the hall is on already");
//!         verify(&problem, &plan)?;
//!         println!("{}", hddl::print_plan(&problem, &plan));
//!     }
//!     PlanningAnswer::Unsolvable => {
//!         let why = explain(&problem, &limits)?.map(|obstacle| obstacle.describe(&problem));
//!         return Err(why.unwrap_or_default().into());
//!     }
//!     PlanningAnswer::GaveUp(limit) => return Err(limit.into()),
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
//! | expand quantifiers and split alternatives | `schema::normal_form` |
//! | split independent choices of a method | `schema::split_choices` |
//! | move preconditions up into methods | `schema::implied_preconditions` |
//! | ground what is reachable | `ground`, `ground::reachability` |
//! | leave out methods that do the same as another | `ground::equal_methods` |
//! | infer what tasks need and change, and index methods by it | `ground::task_summaries`, `ground::method_index` |
//! | search by progression, guided by a relaxed problem | `search::forward`, `search::progression`, `ground::relaxed_plan` |
//! | search from both ends of a plan, if it is partially ordered | `search::two_ended` |
//!
//! A depth-first search that decomposes tasks without grounding (`lifted`) comes first, and takes turns with everything else.
//!
//! Each module uses only those above it: `storage`, `problem`, `plan`, `limits`, `error`, `validate`, `hddl`, `pddl`, `verify`, `schema`,
//! `recorder`, `ground`, `search`, `lifted`, `solve`.

mod error;
mod ground;
pub mod hddl;
mod lifted;
mod limits;
pub mod pddl;
mod plan;
mod problem;
mod recorder;
mod schema;
mod search;
mod solve;
mod storage;
mod validate;
mod verify;

pub use error::{Fault, PlanError};
pub use lifted::{ObstacleReason, PlanObstacle};
pub use limits::{LimitReached, PlanningLimits};
pub use plan::{Decomposition, HtnPlan, PlanPart, PlannedAction};
pub use problem::*;
pub use solve::{PlanningAnswer, PlanningReport, explain, solve};
pub use verify::verify;
