//! Goals under arbitration: the thesis of 2005, the report of 2002, and what holds for both.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod baselines;
mod checks;
mod crowd;
mod dice;
mod herd;
mod herd_members;
mod invariants;
mod learning;
mod planner_plugin;
mod report_actions;
mod report_arbitration;
mod report_binding;
mod report_common;
mod report_examples;
mod report_goals;
mod report_profiles;
mod report_programs;
mod report_resources;
mod thesis_arbitration;
mod thesis_beyond;
mod thesis_binding;
mod thesis_common;
mod thesis_goals;
mod thesis_programs;
