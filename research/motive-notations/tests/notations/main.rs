//! Files in the notations of publications.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue fails")]

mod grue;
mod htn_files;
mod networks;
mod pddl;
