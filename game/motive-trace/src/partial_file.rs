//! A file that takes the place of an older one only when it is complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where a recording is written until it is complete: its own path with `.partial` at the end. What a program that was killed has
/// recorded can be read from there.
#[must_use]
pub fn partial_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".partial");
    name.into()
}

/// A file that is written beside its target and replaces it at the end.
pub(crate) struct PartialFile {
    file: BufWriter<File>,
    /// The path to write to and the target; none if the target is not a regular file, such as a pipe, and is written to at once.
    rename: Option<(PathBuf, PathBuf)>,
}

impl PartialFile {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        // A symbolic link is followed, not replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let known = fs::metadata(&target).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let file = File::options().write(true).open(&target)?;
            return Ok(Self { file: BufWriter::new(file), rename: None });
        }
        if known.is_some() {
            // Fails now, not at the end of the run, if the target is write-protected.
            File::options().append(true).open(&target)?;
        }
        let partial = partial_path(&target);
        let file = BufWriter::new(File::create(&partial)?);
        Ok(Self { file, rename: Some((partial, target)) })
    }

    /// Replaces the target.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.rename.map_or(Ok(()), |(partial, target)| fs::rename(partial, target))
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
