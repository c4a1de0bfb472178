//! Studies and their files: built into the library, or on disk.

use crate::error::{LabError, StudyError};
use crate::host_minds::{HOST, HostMind};
use crate::study::Study;
use motive_language::diagnostic::nearest;
use motive_language::{Files, FolderFiles, SourceText};
use motive_util::read_text;
use motive_worlds::Worlds;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The agents and studies that come with the library, by name, in order.
fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> {
    motive_agents::FILES.iter().chain(motive_experiments::FILES).copied()
}

/// Where the files of a study are searched for.
///
/// A study that comes with the library uses only what comes with it, so that it is the same everywhere. A study on disk may use
/// files beside it, then those that a path finds from where the program runs, and then those of the library.
#[derive(Clone, Debug, Default)]
pub struct AssetSources {
    /// Searched before the built-in files.
    folders: Vec<PathBuf>,
    /// Searched after them.
    after: Vec<PathBuf>,
    /// Files that stand in the place of others.
    swapped: Vec<(String, String)>,
    /// A directory of results whose inputs are all that there is.
    archive: Option<PathBuf>,
    /// Minds of the program that runs the lab.
    host_minds: Vec<HostMind>,
    /// The worlds that the program knows.
    worlds: Worlds,
}

impl AssetSources {
    /// Only the built-in files.
    pub fn built_in() -> Self {
        Self::default()
    }

    /// Also files on disk, searched for in these folders in order, before the built-in ones.
    pub fn with_folders(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { folders: folders.into_iter().collect(), ..Self::default() }
    }

    /// Only what a directory of results was made from, which it keeps under `inputs/`.
    pub fn archive(directory: impl Into<PathBuf>) -> Self {
        Self { archive: Some(directory.into()), ..Self::default() }
    }

    /// Also files of a folder, searched after all others: for agents that are added to a study.
    pub fn and_then(mut self, folder: impl Into<PathBuf>) -> Self {
        self.after.push(folder.into());
        self
    }

    /// The worlds of a program with worlds of its own; without this, those that come with Motive.
    pub fn with_worlds(mut self, worlds: Worlds) -> Self {
        self.worlds = worlds;
        self
    }

    /// The worlds that studies can name.
    pub fn worlds(&self) -> &Worlds {
        &self.worlds
    }

    /// Also a mind of this program, which a study names as `host:NAME`. One of the same name is replaced.
    pub fn with_host_mind(mut self, mind: HostMind) -> Self {
        self.host_minds.retain(|known| known.name() != mind.name());
        self.host_minds.push(mind);
        self
    }

    /// The mind of this program with a name.
    pub(crate) fn host_mind(&self, name: &str) -> Result<&HostMind, String> {
        self.host_minds.iter().find(|mind| mind.name() == name).ok_or_else(|| {
            let known: Vec<String> =
                self.host_minds.iter().map(|mind| format!("`{}`", mind.name())).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            format!(
                "`{HOST}:{name}` is a mind of the program that runs the study, and this one brings {known}"
            )
        })
    }

    /// The same, but of each pair the second file stands in the place of the first.
    pub(crate) fn with_swapped(mut self, files: Vec<(String, String)>) -> Self {
        self.swapped = files;
        self
    }

    /// The text of a path.
    ///
    /// # Errors
    /// A sentence that says why there is none, with a similar path if there is one.
    pub fn text(&self, path: &str) -> Result<SourceText, String> {
        let other = self.swapped.iter().find(|(first, _)| first == path);
        let path = other.map_or(path, |(_, second)| second);
        if let Some(archive) = &self.archive {
            let kept = archive.join(archived(path));
            let text = read_text(&kept, MOST_BYTES);
            return text.map(|text| SourceText::new(path, text)).map_err(|error| {
                format!("the archive lacks `{path}`: cannot read `{}`: {error}", kept.display())
            });
        }
        if let Some(found) = on_disk(&self.folders, path)? {
            return Ok(found);
        }
        if let Some((name, text)) = built_in().find(|(name, _)| *name == path) {
            return Ok(SourceText::new(name, text));
        }
        on_disk(&self.after, path)?.ok_or_else(|| missing(path))
    }

    /// The agent files of a folder, and of those in it, by path, in order; each once.
    pub fn agents_in(&self, folder: &str) -> Vec<String> {
        if let Some(archive) = &self.archive {
            let mut found = Vec::new();
            walk(&archive.join("inputs"), Path::new(folder), 0, &mut found);
            found.sort();
            return found;
        }
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let mut found: Vec<String> = built_in()
            .filter(|(name, _)| name.starts_with(&prefix) && name.ends_with(".motive"))
            .map(|(name, _)| name.to_owned())
            .collect();
        for base in &self.folders {
            walk(base, Path::new(folder), 0, &mut found);
        }
        found.sort();
        found.dedup();
        found
    }
}

fn missing(path: &str) -> String {
    match nearest(path, built_in().map(|(name, _)| name)) {
        Some(other) => format!("there is no file `{path}`; did you mean `{other}`?"),
        None => format!("there is no file `{path}`"),
    }
}

/// How many bytes a file of a study may have: far more than any study needs.
const MOST_BYTES: u64 = 16 << 20;

/// The text of a path in the first of some folders that has it.
fn on_disk(folders: &[PathBuf], path: &str) -> Result<Option<SourceText>, String> {
    for folder in folders {
        let file = folder.join(path);
        let unusable = |why: &dyn std::fmt::Display| format!("cannot read `{}`: {why}", file.display());
        match read_text(&file, MOST_BYTES) {
            Ok(text) => return Ok(Some(SourceText::new(path, text))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unusable(&error)),
        }
    }
    Ok(None)
}

/// The deepest level of folders that is searched; deeper ones are taken for links in a circle.
const DEEPEST: usize = 8;

fn walk(base: &Path, folder: &Path, depth: usize, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(base.join(folder)) else { return };
    for entry in entries.flatten() {
        let path = folder.join(entry.file_name());
        if base.join(&path).is_dir() && depth < DEEPEST {
            walk(base, &path, depth + 1, found);
        } else if path.extension().is_some_and(|extension| extension == "motive") {
            found.extend(path.to_str().map(|path| path.replace('\\', "/")));
        }
    }
}

impl Files for AssetSources {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        self.text(&FolderFiles::resolve(path, from).to_string_lossy().replace('\\', "/"))
    }
}

/// The studies that come with the library: name and text.
pub fn studies() -> impl Iterator<Item = (&'static str, &'static str)> {
    built_in()
        .filter_map(|(path, text)| Some((path.strip_prefix("experiments/")?.strip_suffix(".toml")?, text)))
        // Folders there hold what belongs to studies, and leagues of other programs.
        .filter(|(name, _)| !name.contains('/'))
}

/// The study in a directory of results, as it was read.
pub(crate) const STUDY: &str = "study.toml";

/// Where a text is kept in a directory of results. It never leads out of the directory.
pub(crate) fn archived(path: &str) -> PathBuf {
    if path == STUDY {
        return PathBuf::from(STUDY);
    }
    let parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != "." && *part != "..");
    let parts = parts.map(|part| part.replace(':', "_"));
    PathBuf::from("inputs").join(parts.collect::<Vec<_>>().join("/"))
}

/// Whether a study of this name is a file, and not one that comes with the library.
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
        return Ok(study_of_file(Path::new(name), &text.ok_or_else(missing)?.text, &Worlds::built_in())?);
    }
    let Some((name, text)) = studies().find(|(known, _)| *known == name) else {
        let nearest = nearest(name, studies().map(|(known, _)| known)).map(str::to_owned);
        return Err(LabError::NoStudy(name.to_owned(), nearest));
    };
    Ok((Study::parse(&format!("experiments/{name}.toml"), text)?, AssetSources::built_in()))
}

/// The study in the text of a file, and where its agents are looked for: beside it, then from where the program runs.
///
/// # Errors
/// If the text is not a study.
pub fn study_of_file(path: &Path, text: &str, worlds: &Worlds) -> Result<(Study, AssetSources), StudyError> {
    let study = Study::parse_for(&path.to_string_lossy(), text, worlds)?;
    let beside = path.parent().map_or_else(PathBuf::new, Path::to_owned);
    // The study of a directory of results is made from what that directory keeps.
    if path.file_name().is_some_and(|name| name == STUDY) && beside.join("manifest.json").is_file() {
        return Ok((study, AssetSources::archive(beside).with_worlds(worlds.clone())));
    }
    Ok((study, AssetSources::with_folders([beside, PathBuf::new()]).with_worlds(worlds.clone())))
}
