//! Worlds for game characters to decide in.
//!
//! Every world is headless, seeded and deterministic: the same seed and the same moves give the same bytes,
//! on any machine and any number of threads. None reads a clock, prints, or panics on any input.
//!
//! - [`pacman`]: a maze, dots, power pills, fruit and four ghosts with four minds of their own.

pub mod pacman;
