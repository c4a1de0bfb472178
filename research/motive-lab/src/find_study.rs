//! Finding a study by its name or file.

use crate::asset_sources::{AssetSources, on_disk, studies};
use crate::error::{LabError, StudyError};
use crate::study::Study;
use motive_language::diagnostic::nearest;
use std::path::{Path, PathBuf};

/// Whether a study of this name is a file, and not one that comes with the library.
#[must_use]
pub fn names_a_file(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some_and(|ending| ending == "toml") || path.is_file()
}

/// Finds a study by name or file, and where its agents are looked for.
///
/// ```
/// let (study, _) = motive_lab::find_study("league-pacman")?;
/// assert_eq!(study.name, "league-pacman");
/// # Ok::<(), motive_lab::LabError>(())
/// ```
///
/// # Errors
/// If there is no such study or file, or it is not a study.
pub fn find_study(name: &str) -> Result<(Study, AssetSources), LabError> {
    if names_a_file(name) {
        let text = on_disk(&[PathBuf::new()], name).map_err(LabError::Request)?;
        let missing = || LabError::Request(format!("cannot read `{name}`: there is no such file"));
        return Ok(study_of_file(Path::new(name), &text.ok_or_else(missing)?.text)?);
    }
    let Some((name, text)) = studies().find(|(known, _)| *known == name) else {
        let nearest = nearest(name, studies().map(|(known, _)| known)).map(str::to_owned);
        return Err(LabError::NoStudy { name: name.to_owned(), nearest });
    };
    Ok((Study::parse(&format!("experiments/{name}.toml"), text)?, AssetSources::built_in()))
}

/// The study in the text of a file, and where its agents are looked for: beside it, then from where the program runs.
///
/// # Errors
/// If the text is not a study.
pub fn study_of_file(path: &Path, text: &str) -> Result<(Study, AssetSources), StudyError> {
    let study = Study::parse(&path.to_string_lossy(), text)?;
    let beside = path.parent().map_or_else(PathBuf::new, Path::to_owned);
    // The study of a directory of results is made from what that directory keeps.
    if path.file_name().is_some_and(|name| name == "study.toml") && beside.join("manifest.json").is_file() {
        return Ok((study, AssetSources::archive(beside)));
    }
    Ok((study, AssetSources::with_folders([beside, PathBuf::new()])))
}
