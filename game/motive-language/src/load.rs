//! From text to minds in one call: parse, check, build.

use crate::build::{Model, build};
use crate::check::{MOST_FILES, check};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::CheckedModel;
use crate::source::{Files, SourceText};
use crate::syntax::ast::Item;
use crate::syntax::{Parse, parse};
use motive_core::{Catalogue, Vocabulary};

/// What a world or game declares: the names that a file may use, and what is known of its actions.
#[derive(Clone, Copy, Debug)]
pub struct WorldVocabulary<'a> {
    /// Kinds, properties, relations, functions, actions and symbols.
    pub vocabulary: &'a Vocabulary,
    /// Preconditions, effects and conflicts of the world's actions.
    pub catalogue: &'a Catalogue,
}

/// A diagnostic and the file that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The index of the file in [`Loaded::texts`].
    pub file: usize,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

impl Problem {
    /// Whether the file cannot be used because of this.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}

/// The result of loading a file and every file that it uses.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The files that were read. The first is the loaded file itself.
    pub texts: Vec<SourceText>,
    /// All errors and warnings, in the order of files and places.
    pub problems: Vec<Problem>,
    /// The checked model, with every name resolved as far as possible. It exists even if there are errors.
    pub checked: CheckedModel,
    /// The minds and teams. `None` if there is an error.
    pub model: Option<Model>,
}

/// The world that a text says it is for (`world NAME`). Nothing else in the text is checked.
#[must_use]
pub fn world_of(text: &str) -> Option<String> {
    world_in(&parse(text))
}

/// The world that a text says it is for, by its tree.
#[must_use]
pub fn world_in(parsed: &Parse) -> Option<String> {
    parsed.file().items().find_map(|item| match item {
        Item::World(world) => world.name().map(|name| name.text().to_owned()),
        _ => None,
    })
}

/// The world that a text, or else the first of the files that it uses, says it is for.
#[must_use]
pub fn world_with_uses(text: &SourceText, files: &dyn Files) -> Option<String> {
    let mut texts = vec![text.clone()];
    let mut at = 0;
    while let Some(text) = texts.get(at).cloned() {
        if let Some(world) = world_of(&text.text) {
            return Some(world);
        }
        for item in parse(&text.text).file().items() {
            let Item::Use(item) = item else { continue };
            let used = item.path().and_then(|path| files.read(&path, &text.name).ok());
            let is_new = |used: &SourceText| texts.iter().all(|known| known.name != used.name);
            texts.extend(used.filter(is_new).filter(|_| at < MOST_FILES));
        }
        at += 1;
    }
    None
}

/// Reads a text and every file that it uses, checks them against a world, and builds their minds.
///
/// Loading never stops at the first error: [`Loaded::problems`] has all of them.
#[must_use]
pub fn load(text: SourceText, world: &WorldVocabulary<'_>, files: &dyn Files) -> Loaded {
    let mut loaded = load_unbuilt(text, world, files);
    loaded.build();
    loaded
}

/// As [`load`], without minds and without the problems that are only found when they are built. For editors, which build them later or never.
#[must_use]
pub fn load_unbuilt(text: SourceText, world: &WorldVocabulary<'_>, files: &dyn Files) -> Loaded {
    load_checked(text, None, world, files)
}

/// As [`load_unbuilt`], for a text that has been parsed already. `parsed` must be the tree of `text`.
#[must_use]
pub fn load_parsed(
    text: SourceText,
    parsed: &Parse,
    world: &WorldVocabulary<'_>,
    files: &dyn Files,
) -> Loaded {
    load_checked(text, Some(parsed), world, files)
}

fn load_checked(
    text: SourceText,
    parsed: Option<&Parse>,
    world: &WorldVocabulary<'_>,
    files: &dyn Files,
) -> Loaded {
    let (texts, checked, problems) = check(text, parsed, world, files);
    let mut loaded = Loaded { texts, problems, checked, model: None };
    loaded.sort();
    loaded
}

impl Loaded {
    /// Builds the minds and teams, if there is no error.
    pub fn build(&mut self) {
        if self.problems.iter().any(Problem::is_error) {
            return;
        }
        match build(&self.checked) {
            Ok(built) => self.model = Some(built),
            Err(error) => {
                self.problems.push(error.problem());
                self.sort();
            }
        }
    }

    /// All errors and warnings, with the one that building the minds and teams would find.
    #[must_use]
    pub fn problems_with_building(&self) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        if !problems.iter().any(Problem::is_error)
            && let Err(error) = build(&self.checked)
        {
            problems.push(error.problem());
            sort(&mut problems);
        }
        problems
    }

    fn sort(&mut self) {
        sort(&mut self.problems);
    }
}

/// Sorts problems by place. What was found twice stands there once.
fn sort(problems: &mut Vec<Problem>) {
    problems.sort_by_key(|problem| (problem.file, problem.diagnostic.primary.span.start));
    problems.dedup();
}
