//! The files of minds, as an editor has them.

use crate::protocol::Request;
use crate::source::lock;
use motive_core::condition::Scope;
use motive_core::{Catalogue, CompiledCondition, Vocabulary};
use motive_language::completion::complete;
use motive_language::diagnostic::DiagnosticLevel;
use motive_language::format::format;
use motive_language::highlight::{HighlightedToken, highlight};
use motive_language::syntax::parse;
use motive_language::{
    FileProblem, FolderFiles, Loaded, MindEngine, NoFiles, SourceText, WorldVocabulary, load, load_parsed,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

const LONGEST_FILE: u64 = 16 << 20;

/// The file of a mind that pages may edit, and the names that it is checked against.
#[derive(Clone)]
pub struct EditableFile {
    path: PathBuf,
    vocabulary: Arc<Vocabulary>,
    catalogue: Catalogue,
}

impl EditableFile {
    /// A file, and the names and actions of the game that it is for.
    pub fn new(path: impl Into<PathBuf>, vocabulary: Arc<Vocabulary>, catalogue: Catalogue) -> Self {
        Self { path: path.into(), vocabulary, catalogue }
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn read(&self) -> Result<String, String> {
        let read = motive_util::read_text(&self.path, LONGEST_FILE);
        read.map_err(|error| format!("`{}` cannot be read: {error}", self.name()))
    }

    fn load(&self, text: &str) -> Loaded {
        let given = WorldVocabulary { vocabulary: &self.vocabulary, catalogue: &self.catalogue };
        load(SourceText::new(self.name(), text.to_owned()), &given, &FolderFiles::of(&self.path))
    }
}

/// The files that pages may edit, and no others.
#[derive(Default)]
pub(crate) struct EditedFiles {
    files: Mutex<Vec<EditableFile>>,
    /// Held from when a file is compared until it is replaced.
    saving: Mutex<()>,
}

/// Something that is wrong with a text.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct TextMistake {
    /// Where, in bytes.
    from: usize,
    to: usize,
    severity: &'static str,
    message: String,
    help: Vec<String>,
}

impl EditedFiles {
    pub(crate) fn add(&self, file: EditableFile) {
        let mut files = lock(&self.files);
        files.retain(|known| known.path != file.path);
        files.push(file);
    }

    fn find(&self, name: &str) -> Result<EditableFile, String> {
        let files = lock(&self.files);
        let found = files.iter().find(|file| file.name() == name);
        found.cloned().ok_or_else(|| format!("`{name}` is not a file of this game"))
    }

    pub(crate) fn answer(&self, request: Request) -> Result<Value, String> {
        match request {
            Request::Open { file } => {
                let text = self.find(&file)?.read()?;
                Ok(json!({ "version": version_of(&text), "text": text }))
            }
            Request::Check { file, text } => Ok(json!(mistakes(&self.find(&file)?.load(&text)))),
            Request::Highlight { file, text } => Ok(colours(&self.find(&file)?, text)),
            Request::Complete { file, text, offset } => {
                let file = self.find(&file)?;
                let given = WorldVocabulary { vocabulary: &file.vocabulary, catalogue: &file.catalogue };
                let source = SourceText::new(file.name(), text);
                Ok(json!(complete(source, offset, &given, &FolderFiles::of(&file.path))))
            }
            Request::Format { file, text } => {
                self.find(&file)?;
                let formatted = format(&text);
                formatted
                    .map(Value::from)
                    .map_err(|_| "the file has syntax errors: mend them first".to_owned())
            }
            Request::Save { file, text, version } => {
                let file = self.find(&file)?;
                let _saving = lock(&self.saving);
                save(&file, &text, &version)
            }
            _ => {
                let files = lock(&self.files);
                Ok(files.iter().map(|file| Value::from(file.name())).collect())
            }
        }
    }
}

/// The parts of a text, with what they are.
fn colours(file: &EditableFile, text: String) -> Value {
    let given = WorldVocabulary { vocabulary: &file.vocabulary, catalogue: &file.catalogue };
    let parsed = parse(&text);
    let source = SourceText::new(file.name(), text);
    let loaded = load_parsed(source, &parsed, &given, &FolderFiles::of(&file.path));
    let row = |token: HighlightedToken| json!([token.span.start, token.span.end, token.class]);
    highlight(&parsed, loaded.checked.index()).map(row).collect()
}

/// Tells whether a file is still the one that a page has opened.
fn version_of(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Replaces a file by a text without errors, unless the file has another version on the disk. Nothing is written otherwise. The page gets the version of the file
/// that there is then.
fn save(file: &EditableFile, text: &str, version: &str) -> Result<Value, String> {
    let loaded = file.load(text);
    let mistakes = mistakes(&loaded);
    if loaded.model.is_none() {
        return Ok(json!({ "saved": false, "changed": false, "version": version, "mistakes": mistakes }));
    }
    let on_disk = version_of(&file.read()?);
    if on_disk != version {
        return Ok(json!({ "saved": false, "changed": true, "version": on_disk, "mistakes": mistakes }));
    }
    let written = motive_util::write_atomically(&file.path, text);
    written.map_err(|error| format!("`{}` cannot be written: {error}", file.name()))?;
    Ok(json!({ "saved": true, "changed": false, "version": version_of(text), "mistakes": mistakes }))
}

/// What is wrong with the file itself; what is wrong with files that it uses is told at its beginning.
fn mistakes(loaded: &Loaded) -> Vec<TextMistake> {
    let one = |FileProblem { file, diagnostic }: &FileProblem| {
        let other = loaded.texts.get(*file).filter(|_| *file != 0);
        let (from, to) = match other {
            Some(_) => (0, 0),
            None => (diagnostic.primary.span.start, diagnostic.primary.span.end),
        };
        let place = other.map_or_else(String::new, |text| format!("{}: ", text.name));
        TextMistake {
            from,
            to,
            severity: match diagnostic.severity {
                DiagnosticLevel::Error => "error",
                DiagnosticLevel::Warning => "warning",
                DiagnosticLevel::Note => "info",
            },
            message: format!("{place}{}", diagnostic.message),
            help: diagnostic.help.clone(),
        }
    };
    loaded.problems.iter().map(one).collect()
}

/// Reads a condition of the language.
pub(crate) fn condition(text: &str, names: &Vocabulary) -> Result<CompiledCondition, String> {
    let begin = "goal studio_condition achieves StudioProgram { when ";
    let source = format!(
        "{begin}{text}\n priority 1 }}\nprogram StudioProgram {{ done when 1 == 1 }}\n\
         mind StudioMind = arbiter {{ goals studio_condition }}\n"
    );
    let given = WorldVocabulary { vocabulary: names, catalogue: &Catalogue::default() };
    let loaded = load(SourceText::new("condition", source), &given, &NoFiles);
    let failed = || {
        let error = loaded.problems.iter().find(|problem| problem.is_error());
        let told = error.map_or("it is not a condition", |problem| &problem.diagnostic.message);
        let help = error.and_then(|problem| problem.diagnostic.help.first());
        let help = help.map_or_else(String::new, |help| format!(" ({help})"));
        format!("`{text}` is not a condition: {told}{help}")
    };
    let model = loaded.model.as_ref().ok_or_else(failed)?;
    let mind = model.mind(Some("StudioMind")).ok_or_else(failed)?;
    let MindEngine::Arbiter(character) = &mind.engine else { return Err(failed()) };
    let goal = character.goals().iter().find(|goal| &*goal.name == "studio_condition");
    let clause = goal.and_then(|goal| goal.clauses.first()).ok_or_else(failed)?;
    Scope::new(&model.vocabulary)
        .condition(&clause.when)
        .map_err(|error| format!("`{text}` is not a condition: {error}"))
}
