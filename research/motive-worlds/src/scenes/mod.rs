//! Three small scenes in which the surroundings change what people do: a library, a crossing, a guarded site. They are the
//! demonstrations of smart ambiance in C. Sloan, *Drive-Based Utility-Maximizing Computer Game Non-Player Characters*, 2015, chapter 7.
//!
//! - In the *library* a visitor wants company. A friend to chat with and a computer are there; chatting is loud.
//! - At the *crossing* people cross a road one after the other, at a walk or at a run. Whoever runs makes others nervous.
//! - The *spy* wants to leave a site. Running is faster, and looks suspicious where a camera sees it.
//!
//! The source gives what must come out and no numbers. Distances, speeds and times are in `constants.rs`, all of them ours; what actions cost is
//! up to the minds.

mod constants;
mod scene;
mod view;
mod world;

pub use scene::{Scene, SceneCounts};
pub use world::{Reactions, SceneOptions, ScenesWorld};
