//! Running an archived directory again, from what it holds alone.

use super::{Manifest, Options, Progress, run};
use crate::asset_sources::AssetSources;
use crate::design::{Design, Prepared};
use crate::error::LabError;
use crate::report::read_study;
use crate::results::Results;
use std::path::Path;

/// What running a directory again showed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rerun {
    /// The runs that were made now.
    pub results: Results,
    /// Runs of the archive, which were compared.
    pub archived: usize,
    /// The first run that did not come out the same: its line in the journal there and here.
    pub differs: Option<(String, String)>,
}

/// Plays what a directory of results holds once more into another: its study, its agents' files and its request, wherever the directory is. Then compares
/// both run by run.
///
/// # Errors
/// If the directory is not whole, its study cannot be designed as it was by this version, or the other directory cannot be written.
pub fn rerun(directory: &Path, options: &Options, progress: &mut dyn Progress) -> Result<Rerun, LabError> {
    let (prepared, archived) = read_archive(directory)?;
    let results = run(&prepared, options, progress)?.results;
    let differs = archived.records().find_map(|record| {
        let again = results.record(record.cell, record.run)?;
        (!again.agrees(record)).then(|| (record.line(), again.line()))
    });
    Ok(Rerun { results, archived: archived.done(), differs })
}

/// A directory of results, made ready to be played again.
pub(super) fn read_archive(directory: &Path) -> Result<(Prepared, Results), LabError> {
    let (manifest, archived) = Results::read(directory)?;
    let study = read_study(directory, &manifest)?;
    let prepared = Design::new(&study, &AssetSources::archive(directory), &manifest.request)?;
    if let Some(differs) = Manifest::of(&prepared).difference(&manifest)
        && prepared.design != manifest.design
    {
        return Err(LabError::Differs { path: directory.to_owned(), differs });
    }
    Ok((prepared, archived))
}
