//! Finding a study by its name or file.

use crate::console::Failure;
use crate::files;
use motive_lab::{AssetSources, LabError, Study, studies};
use motive_language::diagnostic::nearest;
use std::path::{Path, PathBuf};

/// Finds a study by name or file, and where its agents are looked for.
pub(crate) fn find(name: &str) -> Result<(Study, AssetSources), Failure> {
    let path = Path::new(name);
    if path.extension().is_some_and(|ending| ending == "toml") || path.is_file() {
        let text = files::read_text(path)?;
        let study = Study::parse(name, &text.text).map_err(Failure::input)?;
        let beside = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        // The study of a directory of results is made from what that directory keeps.
        if path.file_name().is_some_and(|name| name == "study.toml") && beside.join("manifest.json").is_file()
        {
            return Ok((study, AssetSources::archive(beside)));
        }
        return Ok((study, AssetSources::with_folders([beside, PathBuf::new()])));
    }
    let Some((name, text)) = studies().find(|(known, _)| *known == name) else {
        let known = studies().map(|(known, _)| known);
        let nearest = nearest(name, known).map(str::to_owned);
        return Err(failure(LabError::NoStudy { name: name.to_owned(), nearest }));
    };
    let study = Study::parse(&format!("experiments/{name}.toml"), text).map_err(Failure::input)?;
    Ok((study, AssetSources::built_in()))
}

/// The failure for an error of the lab: unusable input (exit code 2), or a run that failed (1).
pub(crate) fn failure(error: LabError) -> Failure {
    match error {
        LabError::Results { .. } | LabError::Run { .. } => Failure::Failed(error.to_string()),
        error => Failure::Input(error.to_string()),
    }
}
