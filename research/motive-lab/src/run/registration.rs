//! Registration: a study is hashed with its seeds before its first run.
//!
//! Whoever publishes these hashes first, in a commit or a registry, can show later that neither the claims nor the seeds were chosen by the results.

use crate::design::{Design, Prepared};
use crate::error::LabError;
use crate::run::{Manifest, atomic_write};
use crate::study::Study;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;

/// Where the registration stands in a directory of results.
pub(crate) const REGISTRATION: &str = "registration.json";

/// What a study was before its first run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Registration {
    /// The study's name.
    pub study: String,
    /// SHA-256 of its file: claims, bounds and tests included.
    pub study_sha256: String,
    /// SHA-256 of the agents' files, by path, in order.
    pub inputs_sha256: String,
    /// SHA-256 of the seeds of all runs, in the order of the design, as decimal lines.
    pub seeds_sha256: String,
    /// How many runs.
    pub runs: usize,
    /// The version that will run it.
    pub motive: String,
}

impl Registration {
    /// What a study is now.
    #[must_use]
    pub fn of(prepared: &Prepared) -> Self {
        let texts =
            prepared.texts.iter().flat_map(|text| [text.name.as_str(), "\0", text.text.as_str(), "\0"]);
        Self {
            study: prepared.design.study.clone(),
            study_sha256: sha256([prepared.study.text.as_str()]),
            inputs_sha256: sha256(texts),
            seeds_sha256: seeds(&prepared.design),
            runs: prepared.design.total(),
            motive: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The registration of a directory, if it has one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(directory: &Path) -> Result<Option<Self>, LabError> {
        let path = directory.join(REGISTRATION);
        if !path.exists() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).map_err(LabError::io("read", &path))?;
        let wrong = |error: serde_json::Error| {
            LabError::Request(format!("`{}` is not a registration of ours: {error}", path.display()))
        };
        serde_json::from_str(&text).map(Some).map_err(wrong)
    }

    /// As it stands in its file.
    #[must_use]
    pub fn json(&self) -> String {
        atomic_write::json(self)
    }

    pub(super) fn write(&self, directory: &Path) -> Result<(), LabError> {
        atomic_write::write(&directory.join(REGISTRATION), self.json())
    }

    /// In what a study differs from what was registered, in words; nothing if it does not.
    #[must_use]
    pub fn difference(&self, study: &Study, manifest: &Manifest) -> Option<String> {
        if sha256([study.text.as_str()]) != self.study_sha256 {
            return Some("its file has been changed since".to_owned());
        }
        (seeds(&manifest.design) != self.seeds_sha256).then(|| "its seeds are others".to_owned())
    }
}

/// The hash of all seeds.
fn seeds(design: &Design) -> String {
    let mut hasher = Sha256::new();
    for cell in design.cells() {
        for run in 0..design.runs(cell) {
            hasher.update(format!("{}\n", design.seed(cell, run)));
        }
    }
    hexadecimal(hasher)
}

/// The hash of texts, one after the other.
pub(crate) fn sha256<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    texts.into_iter().for_each(|text| hasher.update(text));
    hexadecimal(hasher)
}

fn hexadecimal(hasher: Sha256) -> String {
    let mut text = String::new();
    for byte in hasher.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
