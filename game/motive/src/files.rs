//! Minds from `.motive` files.

use crate::error::{Error, LoadError};
use crate::kernel::{self, Catalogue, Memory, Vocabulary};
use crate::shared_mind::StartMind;
use motive_language::diagnostic::{Colour, DiagnosticLevel, NamedText, render};
use motive_language::{
    Files, FolderFiles, InitialState, Loaded, MindEngine, SourceText, WorldVocabulary, load,
};
use motive_util::read_regular_file;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::{fs, io};

/// How many bytes a mind's file may have: far more than anybody writes.
const MOST_BYTES: u64 = 16 << 20;

/// The file of a mind, and when it and the files it uses last changed.
pub(crate) struct MindFile {
    pub(crate) path: PathBuf,
    mind: Option<String>,
    pub(crate) catalogue: Catalogue,
    pub(crate) is_text: bool,
    state: Mutex<FileState>,
}

#[derive(Default)]
struct FileState {
    stamps: Vec<FileStamp>,
    warnings: String,
}

/// A file with its modification time and length; none if it was not found.
type FileStamp = (PathBuf, Option<(SystemTime, u64)>);

type Built = (Arc<Vocabulary>, Arc<dyn StartMind>);

impl MindFile {
    pub(crate) fn new(path: &Path, mind: Option<&str>) -> Self {
        Self {
            path: path.to_owned(),
            mind: mind.map(str::to_owned),
            catalogue: Catalogue::default(),
            is_text: false,
            state: Mutex::default(),
        }
    }

    pub(crate) fn read(&self) -> Result<String, Error> {
        let unreadable = |source| Error::Unreadable { path: self.path.clone(), source };
        let bytes = read_regular_file(&self.path, MOST_BYTES).map_err(unreadable)?;
        String::from_utf8(bytes).map_err(io::Error::other).map_err(unreadable)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, FileState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        (!self.is_text).then_some(&*self.path)
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn warnings(&self) -> String {
        self.state().warnings.clone()
    }

    /// Loads the mind again if one of its files has changed.
    pub(crate) fn reload(&self, names: &Vocabulary) -> Result<Option<Built>, Error> {
        let changed = !self.is_text && self.state().stamps.iter().any(|(path, then)| stamp(path) != *then);
        if !changed {
            return Ok(None);
        }
        // An editor may replace a file in two steps: a missing file is tried again later.
        let text = match self.read() {
            Err(Error::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            text => text?,
        };
        self.build(text, names).map(Some)
    }

    pub(crate) fn build(&self, text: String, names: &Vocabulary) -> Result<Built, Error> {
        // Stamps are taken before the files are read, so a change in between is seen next time.
        let folder = (!self.is_text).then(|| FolderFiles::of(&self.path));
        let files = DiskFiles { folder, read: Mutex::default() };
        let own = (self.path.clone(), stamp(&self.path));
        let given = WorldVocabulary { vocabulary: names, catalogue: &self.catalogue };
        let loaded = load(SourceText::new(self.path.display().to_string(), text), &given, &files);
        let mut state = self.state();
        let used = files.read.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.stamps = std::iter::once(own).chain(used).collect();
        state.warnings = report(&loaded, DiagnosticLevel::Warning);
        let Some(model) = &loaded.model else {
            return Err(LoadError { report: report(&loaded, DiagnosticLevel::Error) }.into());
        };
        let mind = model.mind(self.mind.as_deref());
        let Some(engine) = mind.map(|mind| mind.engine.clone()) else {
            let what = self.mind.as_ref().map_or("no mind".into(), |name| format!("no mind named `{name}`"));
            return Err(LoadError { report: format!("error: `{}` has {what}", self.path.display()) }.into());
        };
        let initial = model.initial_state.clone();
        Ok((model.vocabulary.clone(), Arc::new(FileMind { engine, initial })))
    }
}

/// The rendered problems of a severity.
pub(crate) fn report(loaded: &Loaded, severity: DiagnosticLevel) -> String {
    let of_severity = loaded.problems.iter().filter(|problem| problem.diagnostic.severity == severity);
    let reports = of_severity.filter_map(|problem| {
        let text = loaded.texts.get(problem.file)?;
        Some(render(NamedText { name: &text.name, text: &text.text }, &problem.diagnostic, Colour::Off))
    });
    reports.collect::<Vec<_>>().join("\n")
}

/// The modification time and length of a file.
fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// Files on disk. Paths are relative to the file that uses them.
struct DiskFiles {
    /// What can be used; nothing by a text without a file.
    folder: Option<FolderFiles>,
    read: Mutex<Vec<FileStamp>>,
}

impl Files for DiskFiles {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        let folder = self.folder.as_ref().ok_or("a text cannot use files")?;
        let used = FolderFiles::resolve(path, from);
        let stamp = stamp(&used);
        self.read.lock().unwrap_or_else(PoisonError::into_inner).push((used, stamp));
        folder.read(path, from)
    }
}

/// A mind of a file.
pub(crate) struct FileMind {
    pub(crate) engine: MindEngine,
    pub(crate) initial: InitialState,
}

impl StartMind for FileMind {
    fn start(&self) -> Box<dyn kernel::Mind> {
        // It was tested at loading, so the fallback is never used.
        self.engine
            .start()
            .unwrap_or_else(|_| Box::new(motive_arbiter::Arbiter::new(self.engine.character().clone())))
    }

    fn replace(&self, mind: &mut Box<dyn kernel::Mind>, memory: &mut Memory) {
        // It was tested at loading.
        let _ = self.engine.take_over(mind, memory);
    }

    fn begin(&self, memory: &mut Memory) {
        // The memory has the names of the file, so this cannot fail.
        let _ = self.initial.apply_to(memory);
    }
}
