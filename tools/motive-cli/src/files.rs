//! Reading and writing whole files; a file is replaced whole or not at all.

use crate::console::Failure;
use crate::console::did_you_mean;
use motive_language::{Files, FolderFiles, SourceText};
use motive_trace::partial_path;
use motive_util::{AtomicFile, open_regular_file, read_at_most};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Standard input or standard output, where a file is expected.
pub(crate) const DASH: &str = "-";

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(path: &Path) -> Result<SourceText, Failure> {
    let most = most_bytes()?;
    let (name, bytes) = if path == Path::new(DASH) {
        let read = read_at_most(io::stdin().lock(), most);
        let bytes = read.map_err(|error| {
            Failure::Input(format!("cannot read standard input: {}", with_remedy(&error)))
        })?;
        ("standard input".to_owned(), bytes)
    } else {
        let bytes = read_at_most(open(path)?, most).map_err(|error| unreadable(path, &error))?;
        (path.display().to_string(), bytes)
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceText::new(name, text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let byte = bytes.get(at).copied().unwrap_or_default();
            let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            let why =
                format!("is not text: the byte 0x{byte:02x} at offset {at}, on line {line}, is not UTF-8");
            Err(Failure::Input(format!("`{name}` {why}")))
        }
    }
}

/// How many mebibytes a text may have. Nobody writes that much, and some readers take a hundred times as much memory.
const MOST_MEBIBYTES: u64 = 16;

/// The environment variable that sets another limit.
const LIMIT_VARIABLE: &str = "MOTIVE_LARGEST_FILE";

fn most_bytes() -> Result<u64, Failure> {
    let Some(value) = std::env::var_os(LIMIT_VARIABLE) else { return Ok(MOST_MEBIBYTES << 20) };
    let mebibytes = value.to_str().and_then(|value| value.parse::<u32>().ok());
    mebibytes.map(|mebibytes| u64::from(mebibytes) << 20).ok_or_else(|| {
        let value = value.to_string_lossy();
        Failure::Input(format!("`{LIMIT_VARIABLE}={value}` is not a number of mebibytes, such as 64"))
    })
}

/// The reason of an error, and what would help.
fn with_remedy(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::FileTooLarge => {
            format!(
                "{error}; set the environment variable {LIMIT_VARIABLE} to a number of mebibytes to read more"
            )
        }
        io::ErrorKind::InvalidInput => format!("{error}; `-` reads from standard input"),
        _ => error.to_string(),
    }
}

/// Opens a file to be read.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    // What a shell passes with `<(...)` is a pipe that somebody writes to.
    let passed = path.starts_with("/dev/fd") || path == Path::new("/dev/stdin");
    let file = if passed { File::open(path) } else { open_regular_file(path) };
    file.map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::NotFound if partial_path(path).is_file() => {
            format!(
                "it is not complete; what was recorded until then is in `{}`",
                partial_path(path).display()
            )
        }
        io::ErrorKind::NotFound => format!("there is no such file{}", similar(path)),
        io::ErrorKind::IsADirectory => "it is a directory, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => with_remedy(error),
    };
    Failure::Input(format!("cannot read `{}`: {why}", path.display()))
}

/// A suggestion: a file in the same directory with a similar name.
fn similar(path: &Path) -> String {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|entries| entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect())
        .unwrap_or_default();
    names.sort();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    did_you_mean(&name, names.iter().map(String::as_str))
}

/// Expands directories to all files in them with an ending.
pub(crate) fn expand(paths: &[PathBuf], ending: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let before = found.len();
        walk(path, ending, &mut found).map_err(|error| unreadable(path, &error))?;
        if found.len() == before {
            let why = format!("there is no `.{ending}` file in the directory `{}`", path.display());
            return Err(Failure::Input(why));
        }
    }
    Ok(found)
}

/// Symbolic links are not followed, so that no directory is visited twice.
fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() {
            walk(&path, ending, found)?;
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    Ok(())
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error: io::Error| format!("cannot write `{}`: {error}", path.display());
    let mut file = AtomicFile::create(path).map_err(|error| Failure::Input(cannot(error)))?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.finish());
    written.map_err(|error| Failure::Failed(cannot(error)))
}

/// A recording that cannot be written here.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::IsADirectory => Failure::Input(format!("cannot write `{path}`: it is a directory")),
        _ => Failure::Input(format!("cannot write `{path}`: {error}")),
    }
}

/// The files that a file can use: those on disk, found from where it lies.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        FolderFiles::of(Path::new(from)).read(path, from)
    }
}
