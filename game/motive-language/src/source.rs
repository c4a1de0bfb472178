//! Source texts, and the files on disk that they `use`.

use motive_util::read_text;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A text and the name that it is reported under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The file name, or whatever stands for it in diagnostics.
    pub name: String,
    /// The contents.
    pub text: String,
}

impl SourceText {
    /// A text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// Resolves `use "path"` to the text of another file. [`FolderFiles`] reads them from disk.
pub trait Files {
    /// The text that `path` means when it is used in the file `from`.
    ///
    /// # Errors
    /// A short reason why the file cannot be read, as the end of the sentence "`path` cannot be used: ...".
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String>;
}

/// Refuses every `use`: for texts that stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: &str) -> Result<SourceText, String> {
        Err("other files are not available here".into())
    }
}

/// The ending of files that a text can use.
const ENDING: &str = "motive";

/// How many bytes a file may have unless a limit is set: far more than anybody writes.
const DEFAULT_LIMIT: u64 = 16 << 20;

/// Resolves `use "path"` to files on disk. Paths are relative to the file that uses them.
///
/// A text may come from a stranger, so that it cannot read whatever it likes: a used file ends in `.motive`, is a regular file of
/// limited size, and lies in the root folder. That is the current directory if the first file lies in it, or else the folder of the
/// first file. Symbolic links are followed before this is checked. Messages name the path, and never quote a file that was refused.
#[derive(Clone, Debug)]
pub struct FolderFiles {
    root: PathBuf,
    limit: u64,
}

impl FolderFiles {
    /// The files that a text at this path can use.
    pub fn of(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let current = std::env::current_dir().and_then(fs::canonicalize);
        let root = current.ok().filter(|current| folder.starts_with(current)).unwrap_or(folder);
        Self { root, limit: DEFAULT_LIMIT }
    }

    /// Lets texts use files in another folder.
    #[must_use]
    pub fn root(mut self, folder: &Path) -> Self {
        self.root = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        self
    }

    /// Refuses files with more bytes than this.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// The path that is meant by `use "path"` in the file `from`, whether or not it can be read.
    pub fn resolve(path: &str, from: &str) -> PathBuf {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        tidy(&folder.join(path))
    }

    /// Checks that a text may use a path.
    fn permit(&self, path: &Path) -> Result<(), String> {
        if path.extension().is_none_or(|ending| ending != ENDING) {
            return Err(format!("only files that end in `.{ENDING}` can be used"));
        }
        let real = fs::canonicalize(path).map_err(|error| reason(&error))?;
        if !real.starts_with(&self.root) {
            let root = self.root.display();
            return Err(format!(
                "it lies outside of `{root}`; move it there, or start in a folder above both"
            ));
        }
        Ok(())
    }
}

impl Files for FolderFiles {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        let path = Self::resolve(path, from);
        self.permit(&path)?;
        let text = read_text(&path, self.limit).map_err(|error| reason(&error))?;
        Ok(SourceText::new(path.display().to_string(), text))
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// The path without `.` and `a/..`, so that one file has one name however it is reached.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidied.components().next_back(), Some(Component::Normal(_))) => {
                tidied.pop();
            }
            part => tidied.push(part),
        }
    }
    tidied
}
