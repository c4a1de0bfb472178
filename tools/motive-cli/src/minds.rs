//! Minds from files.

use crate::console::{Console, Failure, did_you_mean};
use crate::files::{self, Disk};
use crate::text::counted;
use motive::kernel::Vocabulary;
use motive_language::diagnostic::{Colour, Diagnostic, DiagnosticLevel, LineIndex, NamedText, render_all};
use motive_language::{
    InitialState, Loaded, MindDefinition, Model, SourceText, TeamDefinition, WorldVocabulary,
};
use motive_worlds::AnyWorld;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The agents that come with the program, by the world that they play in.
const DEFAULTS: &[(&str, &str)] = &[
    ("arena", "agents/arena/udgoap.motive"),
    ("household", "agents/household/udgoap.motive"),
    ("pacman", "agents/pacman/ours.motive"),
    ("room", "agents/room/dude.motive"),
    ("scenes", "agents/scenes/goap.motive"),
    ("shooter", "agents/shooter/gordon.motive"),
    ("tileworld", "agents/tileworld/ours.motive"),
];

/// The text of an agent that comes with the program.
pub(crate) fn shipped(path: &str) -> Option<&'static str> {
    motive_agents::FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// Which mind is meant: the last of a file, or one by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// `FILE` or `FILE:NAME`
    File(PathBuf, Option<String>),
    /// `rust:NAME`: one in plain Rust that comes with the world.
    Plain(String),
    /// The one that comes with the program.
    Default,
}

impl Choice {
    /// Reads `FILE[:NAME]`. A file whose own name has a colon is found first.
    pub(crate) fn read(text: &str) -> Self {
        match text.rsplit_once(':') {
            Some(("rust", name)) => Self::Plain(name.to_owned()),
            Some((file, name)) if !Path::new(text).exists() && !file.is_empty() && !name.is_empty() => {
                Self::File(file.into(), Some(name.to_owned()))
            }
            _ => Self::File(text.into(), None),
        }
    }

    /// The default for a world: the agent that comes with the program, or else the best mind that comes with the world.
    pub(crate) fn of_world(world: &dyn AnyWorld) -> Self {
        match world.minds().last() {
            Some(name) if DEFAULTS.iter().all(|(known, _)| *known != world.name()) => {
                Self::Plain((*name).to_owned())
            }
            _ => Self::Default,
        }
    }

    /// What it names among the minds or teams of a file.
    fn one_of<'m, T>(
        &self,
        sort: &str,
        example: &str,
        file: &str,
        known: impl Iterator<Item = &'m str>,
        find: impl Fn(Option<&str>) -> Option<&'m T>,
    ) -> Result<&'m T, Unusable> {
        let wanted = if let Self::File(_, name) = self { name.as_deref() } else { None };
        find(wanted).ok_or_else(|| {
            let known: Vec<&str> = known.collect();
            Unusable::because(match wanted {
                None => format!("there is no {sort} in `{file}`; a line such as `{example}` makes one"),
                Some(name) if known.is_empty() => {
                    format!("there is no {sort} `{name}` in `{file}`, nor any other")
                }
                Some(name) => {
                    let hint = did_you_mean(name, known.iter().copied());
                    format!("there is no {sort} `{name}` in `{file}`{hint}; it has {}", known.join(", "))
                }
            })
        })
    }

    /// The text of its file.
    pub(crate) fn text(&self, world: &str) -> Result<SourceText, Failure> {
        match self {
            Self::File(path, _) => files::read_text(path),
            Self::Plain(name) => Err(Failure::Input(format!("`rust:{name}` has no file"))),
            Self::Default => {
                let found = DEFAULTS.iter().find(|(name, _)| *name == world);
                let found = found.and_then(|(_, path)| Some((*path, shipped(path)?)));
                let none =
                    || Failure::Input(format!("`{world}` has no agent of its own; name one with `--mind`"));
                found.map(|(path, text)| SourceText::new(path, text)).ok_or_else(none)
            }
        }
    }
}

/// Whether a world has a mind of this name in plain Rust.
pub(crate) fn check_plain(name: &str, world: &dyn AnyWorld) -> Result<(), Failure> {
    let known = world.minds();
    if known.contains(&name) {
        return Ok(());
    }
    Err(Failure::Input(match known {
        [] => format!("`{}` has no minds in Rust; name a file with `--mind`", world.name()),
        _ => {
            let hint = did_you_mean(name, known.iter().copied());
            let hint = if hint.is_empty() { format!("; it has {}", known.join(", ")) } else { hint };
            format!("`{}` has no mind `{name}` in Rust{hint}", world.name())
        }
    }))
}

/// The definition of a mind or a team, ready to be played, and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct FoundDefinition<T> {
    pub(crate) definition: T,
    pub(crate) vocabulary: Arc<Vocabulary>,
    /// The things and facts that the file declares.
    pub(crate) initial_state: InitialState,
    /// The file that it was asked from.
    pub(crate) file: String,
    /// That file and all that it uses.
    pub(crate) files: Vec<PathBuf>,
}

pub(crate) type FoundMind = FoundDefinition<MindDefinition>;
pub(crate) type FoundTeam = FoundDefinition<TeamDefinition>;

/// Why a file has no mind to be played.
#[derive(Clone, Debug)]
pub(crate) struct Unusable {
    /// What is wrong, with its places; may be empty.
    pub(crate) report: String,
    /// The same in a sentence.
    pub(crate) summary: String,
}

impl Unusable {
    /// A file without a place to show.
    pub(crate) fn because(summary: String) -> Self {
        Self { report: String::new(), summary }
    }

    /// The failure of a command, after the places have been printed.
    pub(crate) fn told(self, console: &mut Console) -> Failure {
        let told = if self.report.is_empty() { Ok(()) } else { console.remark(self.report.trim_end()) };
        told.map_or_else(Failure::Output, |()| Failure::Input(self.summary))
    }
}

/// Loads a mind from a text.
pub(crate) fn load(
    text: SourceText,
    choice: &Choice,
    world: &str,
    given: &WorldVocabulary<'_>,
    colour: Colour,
) -> Result<FoundMind, Unusable> {
    let file = text.name.clone();
    let loaded = motive_language::load(text, given, &Disk);
    let model = usable(&loaded, &file, world, colour)?;
    let names = model.minds.iter().map(|mind| &*mind.name);
    let mind =
        choice.one_of("mind", "mind Me = arbiter { goals ... }", &file, names, |name| model.mind(name))?;
    Ok(FoundDefinition::new(mind, &loaded, model, file))
}

/// Loads a team from a text.
pub(crate) fn load_team(
    text: SourceText,
    choice: &Choice,
    world: &str,
    given: &WorldVocabulary<'_>,
    colour: Colour,
) -> Result<FoundTeam, Unusable> {
    let file = text.name.clone();
    let loaded = motive_language::load(text, given, &Disk);
    let model = usable(&loaded, &file, world, colour)?;
    let names = model.teams.iter().map(|team| &*team.name);
    let team =
        choice.one_of("team", "team Us { member ann do Play }", &file, names, |name| model.team(name))?;
    Ok(FoundDefinition::new(team, &loaded, model, file))
}

impl<T: Clone> FoundDefinition<T> {
    fn new(definition: &T, loaded: &Loaded, model: &Model, file: String) -> Self {
        let (vocabulary, initial_state) = (model.vocabulary.clone(), model.initial_state.clone());
        let files = loaded.texts.iter().map(|text| PathBuf::from(&text.name)).collect();
        Self { definition: definition.clone(), vocabulary, initial_state, file, files }
    }
}

/// What is in a file that can be used in a world.
fn usable<'l>(loaded: &'l Loaded, file: &str, world: &str, colour: Colour) -> Result<&'l Model, Unusable> {
    // A file for another world has as many errors as it has names, and all of them for one reason.
    let written_for = loaded.texts.first().and_then(|text| motive_language::world_of(&text.text));
    if let Some(other) = written_for.filter(|other| other != world) {
        let summary = format!("`{file}` is written for the world `{other}`, not for `{world}`");
        return Err(Unusable::because(summary));
    }
    let Some(model) = &loaded.model else {
        let errors =
            loaded.problems.iter().filter(|problem| problem.diagnostic.severity == DiagnosticLevel::Error);
        let summary = format!("`{file}` cannot be used: it has {}", counted(errors.count(), "error"));
        return Err(Unusable { report: report(loaded, colour), summary });
    };
    Ok(model)
}

/// A problem with its line and column, as `--json` prints it.
#[derive(Serialize)]
pub(crate) struct Placed {
    file: String,
    line: usize,
    column: usize,
    #[serde(flatten)]
    diagnostic: Diagnostic,
}

impl Placed {
    pub(crate) fn new(text: &SourceText, index: &LineIndex, diagnostic: &Diagnostic) -> Self {
        let (line, column) = index.position(&text.text, diagnostic.primary.span.start);
        Self { file: text.name.clone(), line, column, diagnostic: diagnostic.clone() }
    }
}

/// The most problems of one file that are printed; most of the others follow from the first.
const MOST_SHOWN: usize = 100;

/// Problems of one file as text.
pub(crate) fn shown(text: &SourceText, diagnostics: &[Diagnostic], colour: Colour) -> String {
    let some = &diagnostics[..diagnostics.len().min(MOST_SHOWN)];
    let mut report = render_all(NamedText { name: &text.name, text: &text.text }, some, colour);
    if diagnostics.len() > some.len() {
        let rest = counted(diagnostics.len() - some.len(), "more problem");
        report.push_str(&format!("\n{}: {rest} of this file not shown\n", text.name));
    }
    report
}

/// Prints the problems of one file, if there are any.
pub(crate) fn show<'d>(
    text: &SourceText,
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
    console: &mut Console,
) -> Result<(), Failure> {
    let diagnostics: Vec<Diagnostic> = diagnostics.cloned().collect();
    if diagnostics.is_empty() {
        return Ok(());
    }
    let report = shown(text, &diagnostics, console.error_colour);
    Ok(console.remark(report.trim_end())?)
}

/// All problems of a file and of those that it uses, as text.
pub(crate) fn report(loaded: &Loaded, colour: Colour) -> String {
    let mut reports = Vec::new();
    for (number, text) in loaded.texts.iter().enumerate() {
        let own = loaded.problems.iter().filter(|problem| problem.file == number);
        let diagnostics: Vec<Diagnostic> = own.map(|problem| problem.diagnostic.clone()).collect();
        if !diagnostics.is_empty() {
            reports.push(shown(text, &diagnostics, colour));
        }
    }
    reports.join("\n")
}

#[cfg(test)]
#[path = "../tests/unit/minds.rs"]
mod tests;
