//! What holds for the repository as a whole.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod book_figures;
mod crate_graph;
mod fidelity;
mod links;
mod module_layers;
mod releases;
mod root_names;
mod source_files;
mod type_names;

use std::path::{Path, PathBuf};

/// The top folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file, by its path from the top folder.
#[track_caller]
fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
