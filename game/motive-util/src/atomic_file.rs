//! Writing files that are replaced whole or not at all.

use crate::read_regular_file;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that replaces its target when it is [finished](AtomicFile::finish).
///
/// Until then it is a draft in the target's directory. The draft is created by this process alone: a file or link that lies ready under its name is never
/// written to. A link at the target stays and the file that it leads to is replaced, with the same permissions. A target that is no regular file,
/// such as a pipe or `/dev/stdout`, is written to at once.
///
/// ```
/// use std::io::Write;
///
/// let path = std::env::temp_dir().join("motive-util-example.txt");
/// let mut file = motive_util::AtomicFile::create(&path)?;
/// writeln!(file, "whole")?;
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"whole\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    file: BufWriter<File>,
    /// Missing if the target is written to at once, and when the draft has replaced it.
    draft: Option<DraftFile>,
}

#[derive(Debug)]
struct DraftFile {
    path: PathBuf,
    target: PathBuf,
    stays: bool,
}

impl AtomicFile {
    /// Starts a file. If it is dropped before it is finished, its draft is removed.
    ///
    /// # Errors
    /// If the target is a directory, or it or its directory cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::start(path, None)
    }

    /// As [`create`](Self::create), with a draft whose name is the target's with an ending such as `.partial`. An older draft is removed. If the file is not
    /// finished, the draft stays, so that readers find what was written.
    ///
    /// # Errors
    /// As for [`create`](Self::create).
    pub fn create_with_ending(path: &Path, ending: &str) -> io::Result<Self> {
        Self::start(path, Some(ending))
    }

    fn start(path: &Path, ending: Option<&str>) -> io::Result<Self> {
        let known = fs::metadata(path).ok();
        if known.as_ref().is_some_and(Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let file = BufWriter::new(OpenOptions::new().write(true).open(path)?);
            return Ok(Self { file, draft: None });
        }
        let target = match &known {
            Some(_) => fs::canonicalize(path)?,
            None => end_of_links(path)?,
        };
        if known.is_some() {
            // A write-protected target fails now and not after hours.
            OpenOptions::new().append(true).open(&target)?;
        }
        let (file, path) = match ending {
            Some(ending) => named_draft(&target, ending, known.as_ref())?,
            None => random_draft(&target, known.as_ref())?,
        };
        if let Some(known) = known {
            // Not every file system has permissions.
            let _ = file.set_permissions(known.permissions());
        }
        let draft = Some(DraftFile { path, target, stays: ending.is_some() });
        Ok(Self { file: BufWriter::new(file), draft })
    }

    /// Writes everything to the disk and replaces the target.
    ///
    /// # Errors
    /// If that fails. The target is then as it was.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some(draft) = &self.draft else { return Ok(()) };
        self.file.get_ref().sync_all()?;
        fs::rename(&draft.path, &draft.target).map_err(failed("replace", &draft.target))?;
        self.draft = None;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(draft) = self.draft.as_ref().filter(|draft| !draft.stays) {
            // A draft that cannot be removed does no harm.
            let _ = fs::remove_file(&draft.path);
        }
    }
}

/// Replaces a file whole or not at all; see [`AtomicFile`].
///
/// # Errors
/// If it cannot be written. It is then as it was.
pub fn write_atomically(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(content.as_ref())?;
    file.finish()
}

/// As [`write_atomically`], but a file that has this content already is left alone.
///
/// # Errors
/// As for [`write_atomically`].
pub fn write_if_changed(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let content = content.as_ref();
    match read_regular_file(path, content.len() as u64) {
        Ok(known) if known == content => Ok(()),
        _ => write_atomically(path, content),
    }
}

/// Refuses a link, unless it leads to a device.
///
/// Writing follows links: a user may have one at a path that they name. A folder that somebody else has prepared may have one under a name that the program chooses,
/// which would let it overwrite any file of the user.
///
/// # Errors
/// If it is a link.
pub fn refuse_link(path: &Path) -> io::Result<()> {
    let is_device = || fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir());
    if path.is_symlink() && !is_device() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a link: remove it first"));
    }
    Ok(())
}

/// Where links lead to, although no file is there yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = directory(&target).join(next);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a link that leads back to itself"))
}

/// As many links as Linux follows.
const MOST_LINKS: usize = 40;

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn named_draft(target: &Path, ending: &str, known: Option<&Metadata>) -> io::Result<(File, PathBuf)> {
    let mut path = target.as_os_str().to_owned();
    path.push(ending);
    let path = PathBuf::from(path);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove", &path)(error)),
        _ => match open_new(&path, known) {
            Ok(file) => Ok((file, path)),
            Err(error) => Err(failed("create", &path)(error)),
        },
    }
}

fn random_draft(target: &Path, known: Option<&Metadata>) -> io::Result<(File, PathBuf)> {
    let directory = directory(target);
    loop {
        let random = RandomState::new().build_hasher().finish();
        let path = directory.join(format!(".motive-{random:016x}.tmp"));
        match open_new(&path, known) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed("create a file in", directory)(error)),
        }
    }
}

/// Creates a file where there is none, not even a link. Its permissions are at most those of the file that it will replace.
fn open_new(path: &Path, known: Option<&Metadata>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(known) = known {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(known.permissions().mode() & 0o777);
    }
    #[cfg(not(unix))]
    let _ = known;
    options.open(path)
}

/// Adds to an error what was tried, and where.
fn failed(doing: &str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("cannot {doing} `{}`: {error}", path.display()))
}

#[cfg(test)]
#[path = "../tests/unit/atomic_file.rs"]
mod tests;
