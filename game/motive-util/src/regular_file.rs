//! Reading files that may be anything: their kind and size are checked before they are read.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file.
///
/// Opening a pipe waits for a writer, and a device may never end; both are refused.
///
/// # Errors
/// If the file cannot be opened, or is not a regular file.
pub fn open_regular_file(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory, not a regular file"));
    }
    if !kind.is_file() {
        let why = format!("it is {}, and only regular files are read", name_of(kind));
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    File::open(path)
}

/// Reads a regular file of at most this many bytes.
///
/// ```
/// let folder = std::env::temp_dir();
/// assert!(motive_util::read_regular_file(&folder, 100).is_err(), "a directory has no text");
/// ```
///
/// # Errors
/// If the file cannot be read, is not a regular file, or is longer.
pub fn read_regular_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_at_most(open_regular_file(path)?, most)
}

/// As [`read_regular_file`], for a text in UTF-8.
///
/// # Errors
/// As for [`read_regular_file`], and if it is not text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
    String::from_utf8(read_regular_file(path, most)?).map_err(not_text)
}

/// Reads at most this many bytes to the end.
///
/// # Errors
/// If there are more, or they cannot be read.
pub fn read_at_most(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = match most >> 20 {
            0 => format!("it is longer than {most} bytes, the most that is read"),
            mebibytes => format!("it is longer than {mebibytes} MiB, the most that is read"),
        };
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn name_of(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        kind if kind.is_char_device() || kind.is_block_device() => "a device",
        _ => "something else",
    }
}

#[cfg(not(unix))]
fn name_of(_: FileType) -> &'static str {
    "something else"
}

#[cfg(test)]
#[path = "../tests/unit/regular_file.rs"]
mod tests;
