//! The studies that the lab of Motive brings along, as text.

/// Every file with its path in the repository, such as `experiments/league-pacman.toml`, in the order of the paths.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
