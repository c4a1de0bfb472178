//! One file and everything that it uses, analysed.

use crate::position::LineMap;
use crate::vocabularies::Names;
use crate::workspace::path_to_uri;
use lsp_types::{Location, Uri};
use motive_language::syntax::{Parse, SyntaxToken};
use motive_language::{
    DefinitionId, Files, Loaded, NamedDefinition, Place, Problem, SemanticIndex, SourceText, load_unbuilt,
};
use rowan::TextSize;
use std::path::Path;

/// A file with its tree, its checked model, and the lines of every file that it uses.
pub(crate) struct Analysis {
    pub(crate) loaded: Loaded,
    parse: Parse,
    lines: Vec<LineMap>,
}

impl Analysis {
    pub(crate) fn new(text: SourceText, parse: Parse, names: &Names, files: &dyn Files) -> Analysis {
        let loaded = load_unbuilt(text, &names.as_world(), files);
        let lines = loaded.texts.iter().map(|text| LineMap::new(text.text.clone())).collect();
        Analysis { loaded, parse, lines }
    }

    /// Everything that is wrong, also what is found only when minds are built. That takes longer than an answer may.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut built = self.loaded.clone();
        built.build();
        built.problems
    }

    pub(crate) fn parse(&self) -> &Parse {
        &self.parse
    }

    /// The lines of the file itself.
    pub(crate) fn lines(&self) -> &LineMap {
        // The first text is the one that was asked for: loading always gives it back.
        &self.lines[0]
    }

    pub(crate) fn index(&self) -> &SemanticIndex {
        self.loaded.checked.index()
    }

    /// What the name at an offset of the file means.
    pub(crate) fn definition_at(&self, offset: usize) -> Option<(DefinitionId, &NamedDefinition)> {
        let id = self.index().definition_at(0, offset)?;
        Some((id, self.index().definition(id)?))
    }

    /// The token that contains an offset, or ends there.
    pub(crate) fn token_at(&self, offset: usize) -> Option<SyntaxToken> {
        let offset = TextSize::try_from(offset).ok()?;
        let root = self.parse.syntax();
        if offset > root.text_range().end() { None } else { root.token_at_offset(offset).left_biased() }
    }

    /// A place as an editor knows it.
    pub(crate) fn location(&self, place: &Place) -> Option<Location> {
        let (text, lines) = (self.loaded.texts.get(place.file)?, self.lines.get(place.file)?);
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
