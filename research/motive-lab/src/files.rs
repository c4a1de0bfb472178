//! Files of a directory of results: writing and hashing them.

use crate::error::LabError;
use motive_util::write_if_changed;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::OnceLock;
use std::{fs, io};

/// Writes a file whole or not at all. Folders on the way are made; a file with this content stays.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), LabError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(LabError::io("make the directory", folder))?;
    }
    write_if_changed(path, content).map_err(LabError::io("write", path))
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
