//! One file as text and tree, and analysed with everything that it uses.

use crate::position::{LineMap, path_to_uri};
use crate::vocabularies::FileVocabulary;
use lsp_types::{Location, Uri};
use motive_language::syntax::{Parse, SyntaxToken, parse};
use motive_language::{
    DefinitionId, FileProblem, FileSpan, Files, Loaded, NamedDefinition, SemanticIndex, SourceText,
    load_parsed,
};
use std::path::Path;
use std::rc::Rc;

/// A file with its tree and the starts of its lines. What does not depend on the meaning of names is answered from it alone.
pub(crate) struct ParsedFile {
    pub(crate) name: String,
    pub(crate) parse: Parse,
    pub(crate) lines: LineMap,
}

impl ParsedFile {
    pub(crate) fn new(name: String, text: String) -> ParsedFile {
        ParsedFile { name, parse: parse(&text), lines: LineMap::new(text) }
    }

    /// The token that contains an offset, or ends there.
    pub(crate) fn token_at(&self, offset: usize) -> Option<SyntaxToken> {
        self.parse.syntax().token_at(offset)
    }
}

/// A file with its checked model, and the lines of every file that it uses.
pub(crate) struct Analysis {
    pub(crate) file: Rc<ParsedFile>,
    pub(crate) loaded: Loaded,
    /// The lines of the files that it uses, in the order of `loaded.texts` after the first.
    used_lines: Vec<LineMap>,
}

impl Analysis {
    pub(crate) fn new(file: Rc<ParsedFile>, names: &FileVocabulary, files: &dyn Files) -> Analysis {
        let text = SourceText::new(file.name.clone(), file.lines.text());
        let loaded = load_parsed(text, &file.parse, &names.as_world(), files);
        let used_lines = loaded.texts.iter().skip(1).map(|text| LineMap::new(text.text.clone())).collect();
        Analysis { file, loaded, used_lines }
    }

    /// Everything that is wrong, also what is found only when minds are built. That takes longer than an answer may.
    pub(crate) fn problems(&self) -> Vec<FileProblem> {
        self.loaded.problems_with_building()
    }

    /// The lines of the file itself.
    pub(crate) fn lines(&self) -> &LineMap {
        &self.file.lines
    }

    pub(crate) fn index(&self) -> &SemanticIndex {
        self.loaded.checked.index()
    }

    /// What the name at an offset of the file means.
    pub(crate) fn definition_at(&self, offset: usize) -> Option<(DefinitionId, &NamedDefinition)> {
        let id = self.index().definition_at(0, offset)?;
        Some((id, self.index().definition(id)?))
    }

    /// A place as an editor knows it.
    pub(crate) fn location(&self, place: &FileSpan) -> Option<Location> {
        let lines = match place.file.checked_sub(1) {
            None => self.lines(),
            Some(used) => self.used_lines.get(used)?,
        };
        let text = self.loaded.texts.get(place.file)?;
        Some(Location { uri: self.uri(&text.name)?, range: lines.range(&place.span) })
    }

    fn uri(&self, name: &str) -> Option<Uri> {
        path_to_uri(Path::new(name))
    }

    /// The number of the file with this name among those that were read.
    pub(crate) fn file(&self, name: &str) -> Option<usize> {
        self.loaded.texts.iter().position(|text| text.name == name)
    }
}
