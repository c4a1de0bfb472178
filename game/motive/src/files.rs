//! Minds from `.motive` files.

use crate::error::Error;
use crate::game::Game;
use crate::kernel::{self, Catalogue, Memory, Vocabulary};
use crate::mind::{Mind, StartMind};
use crate::traits::Actions;
use motive_language::diagnostic::{Colour, DiagnosticLevel, NamedText, render};
use motive_language::{
    Files, FolderFiles, InitialState, Loaded, MindEngine, SourceText, WorldVocabulary, load,
};
use motive_util::read_regular_file;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::{fmt, fs, io};

/// How many bytes a mind's file may have: far more than anybody writes.
const MOST_BYTES: u64 = 16 << 20;

/// A file with mistakes. It prints like errors of rustc: every mistake with its line and, where possible, a suggestion.
pub struct LoadError {
    report: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.report.trim_end())
    }
}

/// Like `Display`, so that a `main` that returns the error prints it readably.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file has mistakes\n\n{self}")
    }
}

impl std::error::Error for LoadError {}

impl<A: Actions> Game<A> {
    /// Loads the last mind of a `.motive` file, with all files that it uses. See the [example of the crate](crate#three-steps).
    ///
    /// # Errors
    /// If a file cannot be read or has mistakes.
    pub fn load(&self, path: impl AsRef<Path>) -> Result<Mind<A>, Error> {
        self.load_from(MindFile::new(path.as_ref(), None))
    }

    /// Loads the mind with a name from a `.motive` file, with all files that it uses.
    ///
    /// # Errors
    /// As for [`Game::load`], and if the file has no such mind.
    pub fn load_mind(&self, path: impl AsRef<Path>, name: &str) -> Result<Mind<A>, Error> {
        self.load_from(MindFile::new(path.as_ref(), Some(name)))
    }

    /// Writes all declarations of the game to a file, for `motive check --names FILE` and editors. The file is replaced atomically, and
    /// only if its content changes.
    ///
    /// # Errors
    /// If two declarations do not agree, or the file cannot be written.
    pub fn write_names(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let text = motive_language::write_names(&**self.vocabulary());
        if fs::read_to_string(path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let unwritten = |source| Error::Unwritable { path: path.to_owned(), source };
        let draft = path.with_extension("motive.new");
        fs::write(&draft, text).and_then(|()| fs::rename(&draft, path)).map_err(unwritten)
    }

    fn load_from(&self, mut file: MindFile) -> Result<Mind<A>, Error> {
        file.catalogue = self.catalogue().clone();
        let text = file.read()?;
        let (vocabulary, start) = file.build(text, self.vocabulary())?;
        let mut mind = self.mind_of(&file.path.display().to_string(), vocabulary, start);
        mind.file = Some(Arc::new(file));
        Ok(mind)
    }

    /// Loads the last mind of a text in the Motive language. `name` is the file name in error messages. The text cannot use other files.
    ///
    /// # Errors
    /// If the text has mistakes.
    pub fn parse(&self, name: &str, text: &str) -> Result<Mind<A>, Error> {
        let mut file = MindFile::new(Path::new(name), None);
        file.catalogue = self.catalogue().clone();
        file.is_text = true;
        let (vocabulary, start) = file.build(text.to_owned(), self.vocabulary())?;
        let mut mind = self.mind_of(name, vocabulary, start);
        mind.file = Some(Arc::new(file));
        Ok(mind)
    }

    /// All minds of a text and of the texts that it uses, by name, those of the text itself last. The texts may come from
    /// anywhere: `files` reads those that are used.
    ///
    /// With the names of an earlier version of the text (`known`), the minds can replace those of that version
    /// ([`Mind::replace`]).
    ///
    /// # Errors
    /// If a text cannot be read, has mistakes, or if there is no mind in them.
    pub fn parse_minds(
        &self,
        text: SourceText,
        files: &dyn Files,
        known: Option<&Vocabulary>,
    ) -> Result<Vec<(String, Mind<A>)>, Error> {
        let given =
            WorldVocabulary { vocabulary: known.unwrap_or(self.vocabulary()), catalogue: self.catalogue() };
        let name = text.name.clone();
        let loaded = load(text, &given, files);
        let Some(model) = &loaded.model else {
            return Err(LoadError { report: report(&loaded, DiagnosticLevel::Error) }.into());
        };
        let minds: Vec<_> = model
            .minds
            .iter()
            .map(|mind| {
                let source = FileMind { engine: mind.engine.clone(), initial: model.initial_state.clone() };
                (mind.name.to_string(), self.mind_of(&name, model.vocabulary.clone(), Arc::new(source)))
            })
            .collect();
        if minds.is_empty() {
            return Err(LoadError { report: format!("error: `{name}` has no mind") }.into());
        }
        Ok(minds)
    }
}

/// The file of a mind, and when it and the files it uses last changed.
pub(crate) struct MindFile {
    path: PathBuf,
    mind: Option<String>,
    catalogue: Catalogue,
    is_text: bool,
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
    fn new(path: &Path, mind: Option<&str>) -> Self {
        Self {
            path: path.to_owned(),
            mind: mind.map(str::to_owned),
            catalogue: Catalogue::default(),
            is_text: false,
            state: Mutex::default(),
        }
    }

    fn read(&self) -> Result<String, Error> {
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

    fn build(&self, text: String, names: &Vocabulary) -> Result<Built, Error> {
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
fn report(loaded: &Loaded, severity: DiagnosticLevel) -> String {
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
struct FileMind {
    engine: MindEngine,
    initial: InitialState,
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

    fn character(&self) -> Option<Arc<motive_arbiter::Character>> {
        match &self.engine {
            MindEngine::Arbiter(character) if self.initial.is_empty() => Some(character.clone()),
            _ => None,
        }
    }
}
