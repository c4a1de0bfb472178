//! Texts that studies are made of: those that come with the library, and those on disk.

use motive_language::diagnostic::nearest;
use motive_language::lower::{Files, Text};
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// The agents and studies that come with the library, by name, in order.
static SHELF: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shelf.rs"));

/// Where texts are looked for.
///
/// A study that comes with the library uses only what comes with it, so that it is the same everywhere. A study on disk may use
/// files beside it, then those that a path finds from where the program runs, and then those of the library.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    folders: Vec<PathBuf>,
}

impl Shelf {
    /// Only what comes with the library.
    #[must_use]
    pub fn built_in() -> Self {
        Self::default()
    }

    /// Also files on disk, found from these folders, the first first.
    #[must_use]
    pub fn with_folders(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { folders: folders.into_iter().collect() }
    }

    /// The text of a path.
    ///
    /// # Errors
    /// A sentence that says why there is none, and which path may be meant.
    pub fn text(&self, path: &str) -> Result<Text, String> {
        for folder in &self.folders {
            match fs::read_to_string(folder.join(path)) {
                Ok(text) => return Ok(Text::new(path, text)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(format!("cannot read `{}`: {error}", folder.join(path).display())),
            }
        }
        let found = SHELF.iter().find(|(name, _)| *name == path);
        found.map(|(name, text)| Text::new(*name, *text)).ok_or_else(|| self.missing(path))
    }

    fn missing(&self, path: &str) -> String {
        match nearest(path, SHELF.iter().map(|(name, _)| *name)) {
            Some(other) => format!("there is no file `{path}`; did you mean `{other}`?"),
            None => format!("there is no file `{path}`"),
        }
    }

    /// The agent files of a folder, and of those in it, by path, in order; each once.
    #[must_use]
    pub fn agents_in(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let mut found: Vec<String> = SHELF
            .iter()
            .filter(|(name, _)| name.starts_with(&prefix) && name.ends_with(".motive"))
            .map(|(name, _)| (*name).to_owned())
            .collect();
        for base in &self.folders {
            walk(base, Path::new(folder), 0, &mut found);
        }
        found.sort();
        found.dedup();
        found
    }
}

/// Deeper folders than anybody keeps agents in: whoever gets there follows links in a circle.
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

impl Files for Shelf {
    fn read(&self, path: &str, from: &str) -> Result<Text, String> {
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
    SHELF
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix("experiments/")?.strip_suffix(".toml")?, *text)))
}
