//! The crates of all workspaces, and their sources without comments and unit tests.

use crate::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of tools, not of the repository.
const NOT_OURS: [&str; 3] = [".git", "node_modules", "target"];

/// A crate by its folder, such as `game/motive-core`, with the files of its `src`.
pub(crate) struct CrateSources {
    pub(crate) folder: String,
    /// The paths below `src`, and the texts.
    pub(crate) files: Vec<(PathBuf, String)>,
}

/// Every crate with a folder `src`, of every workspace.
pub(crate) fn crates() -> Vec<CrateSources> {
    let mut found = Vec::new();
    find_crates(&root(), &mut found);
    let sources = |folder: &PathBuf| {
        let mut files = Vec::new();
        read(&folder.join("src"), &folder.join("src"), &mut files);
        let folder = folder.strip_prefix(root()).unwrap().display().to_string();
        CrateSources { folder, files }
    };
    found.iter().map(sources).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn find_crates(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("Cargo.toml").is_file() && folder.join("src").is_dir() {
        found.push(folder.to_owned());
    }
    let is_ours = |path: &PathBuf| path.is_dir() && !NOT_OURS.iter().any(|name| path.ends_with(name));
    entries(folder).iter().filter(|path| is_ours(path)).for_each(|inner| find_crates(inner, found));
}

fn read(src: &Path, folder: &Path, files: &mut Vec<(PathBuf, String)>) {
    for path in entries(folder) {
        if path.is_dir() {
            read(src, &path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = without_tests(&fs::read_to_string(&path).unwrap());
            files.push((path.strip_prefix(src).unwrap().to_owned(), text));
        }
    }
}

/// A source without its comments and its unit tests, which stand at its end.
pub(crate) fn without_tests(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned() + "\n";
    source.lines().map(code).collect()
}
