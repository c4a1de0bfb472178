//! The program as a person or a script meets it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;
mod files;
mod gamebots;
mod gamebots_reaction;
mod growth;
mod interrupts;
mod lab;
#[cfg(unix)]
mod lab_clusters;
mod lab_studio;
mod limits;
mod net;
mod net_console;
mod net_spread;
mod openarena;
mod own_world;
mod pddl;
mod plan;
mod plan_drives;
mod play;
mod readme;
mod reload;
mod replay;
mod studio_page;
mod tasks;
mod worlds;
