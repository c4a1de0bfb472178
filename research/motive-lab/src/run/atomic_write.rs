//! Atomic file writes.

use crate::error::LabError;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes a file so that at every moment it is either as it was or as it is to be. Folders on the way are made.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), LabError> {
    let content = content.as_ref();
    if fs::read(path).is_ok_and(|known| known == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(LabError::io("make the directory", folder))?;
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_data()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        // No partial file stays behind. A failure to remove it is ignored.
        let _ = fs::remove_file(&temporary);
        LabError::io("write", path)(error)
    })
}

/// Data as indented JSON.
pub(crate) fn json(data: &impl Serialize) -> String {
    // Only maps whose keys are not text fail, and there are none.
    serde_json::to_string_pretty(data).map_or_else(|_| String::new(), |text| text + "\n")
}
