//! Studies, their statistics and the tuner.

mod statistics;
mod studies;
mod tune;
