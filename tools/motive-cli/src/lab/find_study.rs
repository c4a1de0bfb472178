//! Finding a study by its name or file.

use crate::console::Failure;
use crate::files;
use motive_lab::{AssetSources, LabError, Study, find_study, names_a_file, study_of_file};
use std::path::Path;

/// Finds a study by name or file, and where its agents are looked for.
pub(crate) fn find(name: &str) -> Result<(Study, AssetSources), Failure> {
    if !names_a_file(name) {
        return find_study(name).map_err(failure);
    }
    let path = Path::new(name);
    let text = files::read_text(path)?;
    study_of_file(path, &text.text).map_err(Failure::input)
}

/// The failure for an error of the lab: unusable input (exit code 2), or a run that failed (1).
pub(crate) fn failure(error: LabError) -> Failure {
    match error {
        LabError::Results { .. } | LabError::Run { .. } => Failure::Failed(error.to_string()),
        error => Failure::Input(error.to_string()),
    }
}
