//! Tests of the language, in one binary so that it is linked once.

mod ambiance;
mod ast;
mod building;
mod checking;
mod common;
mod docs;
mod drives;
mod errors;
mod fixtures;
mod format;
mod lints;
mod loading;
mod mistakes;
mod network_things;
mod networks;
mod planners;
mod properties;
mod read_back;
mod references;
mod task_forms;
mod tasks;
mod team_reload;
mod used_files;
