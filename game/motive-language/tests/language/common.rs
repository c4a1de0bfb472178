//! Helpers for tests that load texts.

use motive_core::{Catalogue, Vocabulary};
use motive_language::diagnostic::{Colour, NamedText, render_all};
use motive_language::{Loaded, NoFiles, SourceText, WorldVocabulary, load};

const FILE: &str = "test.motive";

/// A text loaded for a world of these names.
pub(crate) fn load_in(names: &Vocabulary, text: &str) -> Loaded {
    load(
        SourceText::new(FILE, text),
        &WorldVocabulary { vocabulary: names, catalogue: &Catalogue::default() },
        &NoFiles,
    )
}

/// The errors and warnings of a text in a world of these names, as a user reads them.
pub(crate) fn reports_in(names: &Vocabulary, text: &str) -> String {
    let problems = load_in(names, text).problems;
    let diagnostics: Vec<_> = problems.into_iter().map(|problem| problem.diagnostic).collect();
    render_all(NamedText { name: FILE, text }, &diagnostics, Colour::Off)
}
