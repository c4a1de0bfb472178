//! From text to minds in one call: parse, check, build.

use crate::build::{Model, build};
use crate::check::{MOST_FILES, check};
use crate::model::{CheckedModel, FileProblem, WorldVocabulary};
use crate::source::{Files, SourceText};
use crate::syntax::ast::Item;
use crate::syntax::{Parse, parse};

/// The result of loading a file and every file that it uses.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The files that were read. The first is the loaded file itself.
    pub texts: Vec<SourceText>,
    /// All errors and warnings, in the order of files and places.
    pub problems: Vec<FileProblem>,
    /// The checked model, with every name resolved as far as possible. It exists even if there are errors.
    pub checked: CheckedModel,
    /// The minds and teams. `None` if there is an error.
    pub model: Option<Model>,
}

/// The world that a text says it is for (`world NAME`). Nothing else in the text is checked.
pub fn world_of(text: &str) -> Option<String> {
    world_in(&parse(text))
}

/// The world that a text says it is for, by its tree.
pub fn world_in(parsed: &Parse) -> Option<String> {
    parsed.file().items().find_map(|item| match item {
        Item::World(world) => world.name().map(|name| name.text().to_owned()),
        _ => None,
    })
}

/// The world that a text, or else the first of the files that it uses, says it is for.
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
pub fn load(text: SourceText, world: &WorldVocabulary<'_>, files: &dyn Files) -> Loaded {
    let mut loaded = load_unbuilt(text, world, files);
    loaded.build();
    loaded
}

/// As [`load`], without minds and without the problems that are only found when they are built. For editors, which build them later or never.
pub fn load_unbuilt(text: SourceText, world: &WorldVocabulary<'_>, files: &dyn Files) -> Loaded {
    let parsed = parse(&text.text);
    load_parsed(text, &parsed, world, files)
}

/// As [`load_unbuilt`], for a text that has been parsed already. `parsed` must be the tree of `text`.
pub fn load_parsed(
    text: SourceText,
    parsed: &Parse,
    world: &WorldVocabulary<'_>,
    files: &dyn Files,
) -> Loaded {
    let (texts, checked, mut problems) = check(text, parsed, world, false, files);
    sort(&mut problems);
    Loaded { texts, problems, checked, model: None }
}

impl Loaded {
    /// Builds the minds and teams, if there is no error. What engines refuse is added to the problems.
    pub fn build(&mut self) {
        let (model, problems) = self.built();
        (self.model, self.problems) = (model, problems);
    }

    /// All errors and warnings, with those that building the minds and teams would find.
    pub fn problems_with_building(&self) -> Vec<FileProblem> {
        self.built().1
    }

    fn built(&self) -> (Option<Model>, Vec<FileProblem>) {
        let mut problems = self.problems.clone();
        if problems.iter().any(FileProblem::is_error) {
            return (None, problems);
        }
        let (model, found) = build(&self.checked);
        // Warnings are about files that are right otherwise.
        if model.is_none() {
            problems.clear();
        }
        problems.extend(found.into_iter().filter(|problem| model.is_some() || problem.is_error()));
        sort(&mut problems);
        (model, problems)
    }
}

/// Sorts problems by place. What was found twice stands there once.
fn sort(problems: &mut Vec<FileProblem>) {
    problems.sort_by_key(|problem| (problem.file, problem.diagnostic.primary.span.start));
    problems.dedup();
}
