//! State machines and schedules.

pub mod fsm;
pub mod schedule;
