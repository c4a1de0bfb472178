//! Files in the notations of publications.

mod htn_files;
mod import;
mod networks;
mod pddl;
