//! Hierarchical task networks: tasks that are broken into smaller tasks until only actions are left.
//!
//! - [`planner`] looks ahead: it finds a sequence of actions, and how the tasks fall apart into it, before anything is done.

pub mod planner;
