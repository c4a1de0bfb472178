//! Open files, files on disk, and their analyses.

use crate::analysis::{Analysis, ParsedFile};
use crate::position::{LineMap, uri_to_path};
use crate::vocabularies::Vocabularies;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use motive_language::{Files, FolderFiles, SourceText};
use motive_util::read_text;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The most files of a workspace that are searched for uses of a name.
const MOST_FILES: usize = 2_000;

/// The largest file that is read from disk, in bytes.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// A file that an editor has open.
struct OpenFile {
    uri: Uri,
    version: i32,
    lines: LineMap,
}

/// Everything that the server knows of an editor's files. A path is the name of a file everywhere.
#[derive(Default)]
pub(crate) struct Workspace {
    roots: Vec<PathBuf>,
    open: BTreeMap<PathBuf, OpenFile>,
    parsed: RefCell<BTreeMap<PathBuf, Rc<ParsedFile>>>,
    analyses: RefCell<BTreeMap<PathBuf, Rc<Analysis>>>,
    vocabularies: RefCell<Vocabularies>,
}

impl Workspace {
    pub(crate) fn new(roots: Vec<PathBuf>) -> Workspace {
        Workspace { roots, ..Workspace::default() }
    }

    /// An editor opened a file, or replaced all of its text.
    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: String) {
        if let Some(path) = uri_to_path(&uri) {
            self.open.insert(path, OpenFile { uri, version, lines: LineMap::new(text) });
            self.forget_analyses();
        }
    }

    /// An editor changed a file that it has open. Changes come one after the other.
    pub(crate) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(file) = uri_to_path(uri).and_then(|path| self.open.get_mut(&path)) else { return };
        for change in changes {
            let text = match change.range {
                Some(range) => file.lines.replaced(range, &change.text),
                None => change.text,
            };
            file.lines = LineMap::new(text);
        }
        file.version = version;
        self.forget_analyses();
    }

    pub(crate) fn close(&mut self, uri: &Uri) {
        if let Some(path) = uri_to_path(uri) {
            self.open.remove(&path);
            self.forget_analyses();
        }
    }

    /// Something changed that other files may use, so all of them are looked at again when they are asked about.
    pub(crate) fn forget_analyses(&mut self) {
        self.parsed.get_mut().clear();
        self.analyses.get_mut().clear();
    }

    /// The open files with their versions.
    pub(crate) fn open_files(&self) -> impl Iterator<Item = (&Path, &Uri, i32)> {
        self.open.iter().map(|(path, file)| (path.as_path(), &file.uri, file.version))
    }

    /// The tree of a file. `None` if it cannot be read.
    pub(crate) fn parsed(&self, path: &Path) -> Option<Rc<ParsedFile>> {
        if let Some(known) = self.parsed.borrow().get(path) {
            return Some(known.clone());
        }
        let parsed = Rc::new(ParsedFile::new(path.display().to_string(), self.text(path)?));
        self.parsed.borrow_mut().insert(path.to_owned(), parsed.clone());
        Some(parsed)
    }

    /// The analysis of a file. `None` if it cannot be read.
    pub(crate) fn analysis(&self, path: &Path) -> Option<Rc<Analysis>> {
        if let Some(known) = self.analyses.borrow().get(path) {
            return Some(known.clone());
        }
        let file = self.parsed(path)?;
        let names = self.vocabularies.borrow_mut().names_for(path, &file.parse, |file| self.text(file));
        let analysis = Rc::new(Analysis::new(file, &names, self));
        self.analyses.borrow_mut().insert(path.to_owned(), analysis.clone());
        Some(analysis)
    }

    /// The analyses of all files of the workspace: those that are open, and those in its folders.
    pub(crate) fn all_analyses(&self) -> Vec<Rc<Analysis>> {
        let mut paths: Vec<PathBuf> = self.open.keys().cloned().collect();
        for root in &self.roots {
            find_files(root, &mut paths);
        }
        paths.sort();
        paths.dedup();
        paths.iter().filter_map(|path| self.analysis(path)).collect()
    }

    /// The newest text of a file: the editor's, or what is on disk.
    fn text(&self, path: &Path) -> Option<String> {
        if let Some(file) = self.open.get(path) {
            return Some(file.lines.text().to_owned());
        }
        read_text(path, LARGEST_FILE).ok()
    }
}

/// What an editor has open, and otherwise the files that a check permits: those in the editor's folder, or else in the folder of the text.
impl Files for Workspace {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        let used = FolderFiles::resolve(path, from);
        if let Some(open) = self.open.get(&used) {
            return Ok(SourceText::new(used.display().to_string(), open.lines.text()));
        }
        let from_path = Path::new(from);
        let files = FolderFiles::of(from_path);
        let root = self.roots.iter().find(|root| from_path.starts_with(root));
        root.map_or_else(|| files.clone(), |root| files.clone().root(root)).read(path, from)
    }
}

/// Adds all `.motive` files of a folder. Hidden folders and build results are left out.
fn find_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if found.len() >= MOST_FILES {
            return;
        }
        let (path, name) = (entry.path(), entry.file_name());
        let skipped = name.to_string_lossy().starts_with('.') || name == "target" || name == "node_modules";
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !skipped => find_files(&path, found),
            Ok(kind) if kind.is_file() && path.extension().is_some_and(|ending| ending == "motive") => {
                found.push(path);
            }
            _ => {}
        }
    }
}
