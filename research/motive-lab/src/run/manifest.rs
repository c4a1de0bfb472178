//! The manifest: everything that is needed to repeat a study exactly.

use crate::design::{Design, DesignOptions, Prepared};
use crate::error::LabError;
use crate::run::atomic_write;
use crate::run::registration::sha256;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name of the manifest in a directory of results.
pub(crate) const MANIFEST: &str = "manifest.json";
/// The study, as it was read.
pub(crate) const STUDY: &str = "study.toml";
/// Facts about the machine, which no result depends on.
const HOST: &str = "host.json";

/// What was run. Two directories with the same manifest hold results that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Manifest {
    /// The version of this library.
    pub motive: String,
    /// A fingerprint of the sources and of the lock file that it was built from.
    #[serde(default)]
    pub code: String,
    /// What was asked for beyond the study: runs, a quick look, further minds.
    #[serde(default)]
    pub request: DesignOptions,
    /// Which agent plays where, how often and with which seeds.
    pub design: Design,
    /// The texts that it was made from.
    pub inputs: Vec<Input>,
}

/// A text that results depend on. It is kept under `inputs/` in the directory of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Input {
    /// Its path.
    pub path: String,
    /// Its length in bytes.
    pub bytes: usize,
    /// The CRC-32 of its bytes.
    pub crc32: u32,
    /// Their SHA-256.
    #[serde(default)]
    pub sha256: String,
}

/// Facts about the machine.
#[derive(Serialize)]
struct Host {
    motive: &'static str,
    compiler: &'static str,
    system: &'static str,
    kernel: Option<String>,
    architecture: &'static str,
    processor: Option<String>,
    memory: Option<String>,
    cores: usize,
    threads: usize,
    optimised: bool,
}

/// What follows a name in a file of the system that has a line for each; nothing on systems without such files.
fn system_fact(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':').map_or(line, |(_, fact)| fact).trim().to_owned())
}

impl Manifest {
    pub(crate) fn of(prepared: &Prepared) -> Self {
        let input = |path: &str, text: &str| Input {
            path: path.to_owned(),
            bytes: text.len(),
            crc32: crc32fast::hash(text.as_bytes()),
            sha256: sha256([text]),
        };
        let agents = prepared.texts.iter().map(|text| input(&text.name, &text.text));
        Self {
            motive: env!("CARGO_PKG_VERSION").to_owned(),
            code: env!("MOTIVE_SOURCES").to_owned(),
            request: prepared.request.clone(),
            design: prepared.design.clone(),
            inputs: std::iter::once(input(STUDY, &prepared.study.text)).chain(agents).collect(),
        }
    }

    /// Reads the manifest of a directory.
    ///
    /// # Errors
    /// If there is none, or it is not whole.
    pub fn read(directory: &Path) -> Result<Self, LabError> {
        let path = directory.join(MANIFEST);
        let missing = |why: String| LabError::NoResults { path: directory.to_owned(), why };
        if !directory.is_dir() {
            return Err(missing("there is no such directory".to_owned()));
        }
        let text = std::fs::read_to_string(&path)
            .map_err(|error| missing(format!("its `{MANIFEST}` cannot be read: {error}")))?;
        serde_json::from_str(&text)
            .map_err(|error| missing(format!("its `{MANIFEST}` is not one of ours: {error}")))
    }

    /// Writes the manifest and the texts. What is there already and says the same stays.
    pub(crate) fn write(
        &self,
        directory: &Path,
        prepared: &Prepared,
        threads: usize,
    ) -> Result<(), LabError> {
        atomic_write::write(&directory.join(STUDY), &prepared.study.text)?;
        for text in &prepared.texts {
            atomic_write::write(&directory.join(place(&text.name)), &text.text)?;
        }
        let host = Host {
            motive: env!("CARGO_PKG_VERSION"),
            compiler: env!("MOTIVE_COMPILER"),
            system: std::env::consts::OS,
            kernel: system_fact("/proc/sys/kernel/osrelease", ""),
            architecture: std::env::consts::ARCH,
            processor: system_fact("/proc/cpuinfo", "model name"),
            memory: system_fact("/proc/meminfo", "MemTotal"),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads,
            optimised: !cfg!(debug_assertions),
        };
        atomic_write::write(&directory.join(HOST), atomic_write::json(&host))?;
        // Last, because a directory with a manifest has all the rest.
        atomic_write::write(&directory.join(MANIFEST), atomic_write::json(self))
    }

    /// In what two manifests differ, if they do.
    #[must_use]
    pub fn difference(&self, there: &Self) -> Option<String> {
        if self == there {
            return None;
        }
        let (here, other) = (&self.design, &there.design);
        if here.study != other.study {
            return Some(format!("there it is the study `{}`, here `{}`", other.study, here.study));
        }
        if self.motive != there.motive {
            return Some(format!("it was made with version {}, and this is {}", there.motive, self.motive));
        }
        let built = [&self.code, &there.code];
        if built[0] != built[1] && built.iter().all(|code| !code.is_empty()) {
            let what = "it was made by a build of other sources with the same version number";
            return Some(format!("{what} ({} there, {} here)", there.code, self.code));
        }
        for input in &self.inputs {
            let same_path = there.inputs.iter().find(|known| known.path == input.path);
            if same_path.is_some_and(|known| known != input) {
                return Some(format!("the file `{}` has changed since", input.path));
            }
        }
        if here.agents != other.agents {
            return Some("other agents take part".into());
        }
        let runs = |design: &Design| design.parts.iter().map(|part| part.runs).collect::<Vec<_>>();
        if runs(here) != runs(other) {
            let show = |design: &Design| design.parts.first().map_or(0, |part| part.runs);
            return Some(format!(
                "there are {} runs of each cell there, and {} here",
                show(other),
                show(here)
            ));
        }
        Some("the study has changed since".into())
    }
}

/// Where a text is kept in a directory of results. It never leads out of the directory.
pub(crate) fn place(path: &str) -> PathBuf {
    if path == STUDY {
        return PathBuf::from(STUDY);
    }
    let parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != "." && *part != "..");
    let parts = parts.map(|part| part.replace(':', "_"));
    PathBuf::from("inputs").join(parts.collect::<Vec<_>>().join("/"))
}
