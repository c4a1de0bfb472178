//! Where the files of a study come from: built into the library, or on disk.

use crate::host_minds::{HOST, HostMind};
use crate::run::place;
use motive_language::diagnostic::nearest;
use motive_language::{Files, SourceText};
use motive_util::read_regular_file;
use std::path::{Component, Path, PathBuf};
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
}

impl AssetSources {
    /// Only the built-in files.
    #[must_use]
    pub fn built_in() -> Self {
        Self::default()
    }

    /// Also files on disk, searched for in these folders in order, before the built-in ones.
    #[must_use]
    pub fn with_folders(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { folders: folders.into_iter().collect(), ..Self::default() }
    }

    /// Only what a directory of results was made from, which it keeps under `inputs/`.
    #[must_use]
    pub fn archive(directory: impl Into<PathBuf>) -> Self {
        Self { archive: Some(directory.into()), ..Self::default() }
    }

    /// Also files of a folder, searched after all others: for agents that are added to a study.
    #[must_use]
    pub fn and_then(mut self, folder: impl Into<PathBuf>) -> Self {
        self.after.push(folder.into());
        self
    }

    /// Also a mind of this program, which a study names as `host:NAME`. One of the same name is replaced.
    #[must_use]
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
    #[must_use]
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
            let kept = archive.join(place(path));
            let text = fs::read_to_string(&kept);
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
    #[must_use]
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

/// How many bytes a file of a study may have: far more than anybody writes.
const MOST_BYTES: u64 = 16 << 20;

/// The text of a path in the first of some folders that has it.
pub(crate) fn on_disk(folders: &[PathBuf], path: &str) -> Result<Option<SourceText>, String> {
    for folder in folders {
        let file = folder.join(path);
        let unusable = |why: &dyn std::fmt::Display| format!("cannot read `{}`: {why}", file.display());
        match read_regular_file(&file, MOST_BYTES) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes).map_err(|_| unusable(&"it is not text in UTF-8"))?;
                return Ok(Some(SourceText::new(path, text)));
            }
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
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let mut tidied = PathBuf::new();
        for part in folder.join(path).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir
                    if matches!(tidied.components().next_back(), Some(Component::Normal(_))) =>
                {
                    tidied.pop();
                }
                part => tidied.push(part),
            }
        }
        self.text(&tidied.to_string_lossy().replace('\\', "/"))
    }
}

/// The studies that come with the library: name and text.
pub fn studies() -> impl Iterator<Item = (&'static str, &'static str)> {
    built_in()
        .filter_map(|(path, text)| Some((path.strip_prefix("experiments/")?.strip_suffix(".toml")?, text)))
        // Folders there hold what belongs to studies, and leagues of other programs.
        .filter(|(name, _)| !name.contains('/'))
}
