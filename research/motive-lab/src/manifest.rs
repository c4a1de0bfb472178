//! The manifest: everything that is needed to repeat a study exactly; and the registration, made before its first run.

use crate::asset_sources::{STUDY, archived};
use crate::design::{Design, DesignOptions};
use crate::error::LabError;
use crate::files::{self, executable_sha256, sha256};
use crate::prepare::Prepared;
use crate::study::Study;
use motive_util::read_text;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The name of the manifest in a directory of results.
pub(crate) const MANIFEST: &str = "manifest.json";
/// Where the registration stands there.
const REGISTRATION: &str = "registration.json";
/// Facts about the machine, which no result depends on.
const HOST: &str = "host.json";

/// What was run. Two directories with the same manifest hold results that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this library.
    pub motive: String,
    /// SHA-256 of the executable that runs it; empty if the lab is part of a library that another program has loaded, such as Python.
    #[serde(default)]
    pub code: String,
    /// What was asked for beyond the study: runs, a quick look, further minds.
    #[serde(default)]
    pub request: DesignOptions,
    /// Which agent plays where, how often and with which seeds.
    pub design: Design,
    /// The texts that it was made from.
    pub inputs: Vec<ManifestInput>,
}

/// A text that results depend on. It is kept under `inputs/` in the directory of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestInput {
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
        let input = |path: &str, text: &str| ManifestInput {
            path: path.to_owned(),
            bytes: text.len(),
            crc32: crc32fast::hash(text.as_bytes()),
            sha256: sha256([text]),
        };
        let agents = prepared.texts.iter().map(|text| input(&text.name, &text.text));
        Self {
            motive: env!("CARGO_PKG_VERSION").to_owned(),
            code: if prepared.is_in_library { String::new() } else { executable_sha256().to_owned() },
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
        let missing = |why: String| LabError::NoResults(directory.to_owned(), why);
        if !directory.is_dir() {
            return Err(missing("there is no such directory".to_owned()));
        }
        let text = read_text(&path, files::MOST_BYTES)
            .map_err(|error| missing(format!("its `{MANIFEST}` cannot be read: {error}")))?;
        serde_json::from_str(&text)
            .map_err(|error| missing(format!("its `{MANIFEST}` is not one of ours: {error}")))
    }

    /// The study as it was when it was run.
    pub(crate) fn read_study(&self, directory: &Path) -> Result<Study, LabError> {
        let path = directory.join(STUDY);
        let text = files::read(&path)?;
        Ok(Study::parse_archived(&format!("{}.toml", self.design.study), &text)?)
    }

    /// Writes the manifest and the texts. What is there already and says the same stays.
    pub(crate) fn write(
        &self,
        directory: &Path,
        prepared: &Prepared,
        threads: usize,
    ) -> Result<(), LabError> {
        files::write(directory, STUDY, &prepared.study.text)?;
        for text in &prepared.texts {
            files::write(directory, archived(&text.name), &text.text)?;
        }
        let host = Host {
            motive: env!("CARGO_PKG_VERSION"),
            system: std::env::consts::OS,
            kernel: system_fact("/proc/sys/kernel/osrelease", ""),
            architecture: std::env::consts::ARCH,
            processor: system_fact("/proc/cpuinfo", "model name"),
            memory: system_fact("/proc/meminfo", "MemTotal"),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads,
            optimised: !cfg!(debug_assertions),
        };
        files::write(directory, HOST, files::json(&host))?;
        // Last, because a directory with a manifest has all the rest.
        files::write(directory, MANIFEST, files::json(self)).map(drop)
    }

    /// In what two manifests differ, if they do.
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
        if self.code != there.code {
            let name = |code: &str| match code {
                "" => "a library in another program".to_owned(),
                code => format!("the program with the SHA-256 {code}"),
            };
            let (there, here) = (name(&there.code), name(&self.code));
            return Some(format!("another build of the same version made it: {there}, not {here}"));
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

/// What a study was before its first run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        let text = files::read(&path)?;
        let wrong = |error: serde_json::Error| {
            LabError::Request(format!("`{}` is not a registration of ours: {error}", path.display()))
        };
        serde_json::from_str(&text).map(Some).map_err(wrong)
    }

    /// As it stands in its file.
    pub fn json(&self) -> String {
        files::json(self)
    }

    pub(crate) fn write(&self, directory: &Path) -> Result<(), LabError> {
        files::write(directory, REGISTRATION, self.json()).map(drop)
    }

    /// In what a study differs from what was registered, in words; nothing if it does not.
    pub fn difference(&self, study: &Study, manifest: &Manifest) -> Option<String> {
        if sha256([study.text.as_str()]) != self.study_sha256 {
            return Some("its file has been changed since".to_owned());
        }
        (seeds(&manifest.design) != self.seeds_sha256).then(|| "its seeds are others".to_owned())
    }
}

/// The hash of all seeds.
fn seeds(design: &Design) -> String {
    let cells = design.cells().into_iter();
    let all =
        cells.flat_map(|cell| (0..design.runs(cell)).map(move |run| format!("{}\n", design.seed(cell, run))));
    sha256(all)
}
