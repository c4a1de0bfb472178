//! Files of a directory of results: writing and hashing them.

use crate::error::LabError;
use motive_util::{read_text, refuse_link, write_if_changed};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

/// Writes a file of a directory of results whole or not at all. Folders on the way are made; a file with this content stays. Links in the directory are refused:
/// somebody else may have prepared it.
pub(crate) fn write(
    directory: &Path,
    name: impl AsRef<Path>,
    content: impl AsRef<[u8]>,
) -> Result<PathBuf, LabError> {
    let name = name.as_ref();
    let path = directory.join(name);
    if !name.components().all(|part| matches!(part, Component::Normal(_))) {
        let outside =
            io::Error::new(io::ErrorKind::InvalidInput, "it is not a path in the directory of results");
        return Err(LabError::io("write", &path)(outside));
    }
    for part in name.ancestors().filter(|part| !part.as_os_str().is_empty()) {
        let part = directory.join(part);
        refuse_link(&part).map_err(LabError::io("write", &part))?;
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(LabError::io("make the directory", folder))?;
    }
    write_if_changed(&path, content).map_err(LabError::io("write", &path))?;
    Ok(path)
}

/// The most bytes of a file that is read whole.
pub(crate) const MOST_BYTES: u64 = 1 << 30;

/// The text of a file of a directory of results.
pub(crate) fn read(path: &Path) -> Result<String, LabError> {
    read_text(path, MOST_BYTES).map_err(LabError::io("read", path))
}

/// Data as indented JSON.
pub(crate) fn json(data: &impl Serialize) -> String {
    // Only maps whose keys are not text fail, and there are none.
    serde_json::to_string_pretty(data).map_or_else(|_| String::new(), |text| text + "\n")
}

/// The SHA-256 of texts, one after the other, in hexadecimal.
pub(crate) fn sha256(texts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut hasher = Sha256::new();
    texts.into_iter().for_each(|text| hasher.update(text));
    hexadecimal(hasher)
}

/// The SHA-256 of the running executable, computed once; empty if it cannot be read.
pub(crate) fn executable_sha256() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let hashed = || {
            // Linux reads the running program there even when a newer build has replaced its file.
            let mut file = fs::File::open("/proc/self/exe")
                .or_else(|_| std::env::current_exe().and_then(fs::File::open))?;
            let mut hasher = Sha256::new();
            io::copy(&mut file, &mut hasher).map(|_| hexadecimal(hasher))
        };
        hashed().unwrap_or_default()
    })
}

fn hexadecimal(hasher: Sha256) -> String {
    hasher.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
