//! `motive check`: all errors and warnings of files, without running them.

use crate::console::did_you_mean;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files::{self, Disk};
use crate::minds::{Placed, report};
use crate::text::counted;
use clap::Args;
use motive::kernel::{Catalogue, Vocabulary};
use motive_language::diagnostic::{Diagnostic, DiagnosticLevel, LineIndex};
use motive_language::syntax::ast::{AstNode, Item};
use motive_language::syntax::parse;
use motive_language::{FileProblem, Loaded, SourceText, WorldVocabulary, load, world_with_uses};
use motive_worlds::{AnyWorld, Worlds};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Checks .motive files and reports every error and warning with its place
///
/// A file is checked against the names of the world in its `world` line. Without such a line it must declare its names itself.
///
/// Exit code 0: no errors; there may be warnings. 2: a file has errors or cannot be read.
///
/// Examples:
///   motive check agent.motive
///   motive check agents/                        every .motive file in a directory
///   motive check snippet.motive --world pacman  as if it began with `world pacman`
///   motive check guard.motive --names names.motive   against the names of a game of your own
///   motive check --json agents/ | jq '.files[].problems[].message'
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Files, directories, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Check against this world, and ignore the `world` line of the files
    #[arg(long, value_name = "NAME")]
    world: Option<String>,
    /// A file with the names of a game of your own, as `write_names` writes it
    #[arg(long, value_name = "FILE", conflicts_with = "world")]
    names: Option<PathBuf>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Checked {
    files: Vec<CheckedFile>,
    errors: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct CheckedFile {
    file: String,
    world: Option<String>,
    minds: Vec<String>,
    problems: Vec<Placed>,
}

/// Checks files.
///
/// # Errors
/// If a file cannot be read, or there is no such world.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut worlds = BuiltWorlds { known: console.worlds.clone(), built: BTreeMap::new() };
    if let Some(name) = &arguments.world {
        worlds.find(name).map_err(Failure::input)?;
    }
    let names = match &arguments.names {
        None => None,
        Some(path) => match motive_language::read_names(files::read_text(path)?) {
            Ok(names) => Some(names),
            Err(loaded) => {
                let report = report(&loaded, console.colour);
                console.say(report)?;
                return Ok(Exit::BadInput);
            }
        },
    };
    let mut all = Checked { files: Vec::new(), errors: 0, warnings: 0 };
    let mut reported = Reported::default();
    for path in files::expand(&arguments.files, "motive")? {
        let text = files::read_text(&path)?;
        let mut loaded = match &names {
            Some(names) => {
                load(text, &WorldVocabulary { vocabulary: names, catalogue: &Catalogue::default() }, &Disk)
            }
            None => check(text, arguments.world.as_deref(), &mut worlds),
        };
        reported.keep_new(&mut loaded);
        let count = |severity| loaded.problems.iter().filter(|it| it.diagnostic.severity == severity).count();
        all.errors += count(DiagnosticLevel::Error);
        all.warnings += count(DiagnosticLevel::Warning);
        if !arguments.json && !loaded.problems.is_empty() {
            let report = report(&loaded, console.colour);
            console.say(report)?;
        }
        all.files.push(summary(&loaded, arguments.json));
    }
    if arguments.json {
        console.json(&all)?;
    } else {
        console.say(verdict(&all))?;
    }
    Ok(if all.errors == 0 { Exit::Fine } else { Exit::BadInput })
}

/// The problems reported so far. A file that several others use is read with each of them.
#[derive(Default)]
struct Reported(BTreeSet<(String, usize, String)>);

impl Reported {
    fn keep_new(&mut self, loaded: &mut Loaded) {
        let texts = &loaded.texts;
        loaded.problems.retain(|FileProblem { file, diagnostic }| {
            let name = texts.get(*file).map_or_else(String::new, |text| text.name.clone());
            self.0.insert((name, diagnostic.primary.span.start, diagnostic.message.clone()))
        });
    }
}

fn summary(loaded: &Loaded, with_problems: bool) -> CheckedFile {
    let minds = loaded.model.iter().flat_map(|model| &model.minds).map(|mind| mind.name.clone()).collect();
    let indexes: Vec<LineIndex> = if with_problems {
        loaded.texts.iter().map(|text| LineIndex::new(&text.text)).collect()
    } else {
        Vec::new()
    };
    let place = |FileProblem { file, diagnostic }: &FileProblem| {
        Some(Placed::new(loaded.texts.get(*file)?, indexes.get(*file)?, diagnostic))
    };
    CheckedFile {
        file: loaded.texts.first().map(|text| text.name.clone()).unwrap_or_default(),
        world: loaded.model.as_ref().and_then(|model| model.world.clone()),
        minds,
        problems: loaded.problems.iter().filter_map(place).collect(),
    }
}

fn verdict(all: &Checked) -> String {
    let files = counted(all.files.len(), "file");
    let minds: usize = all.files.iter().map(|file| file.minds.len()).sum();
    match (all.errors, all.warnings) {
        (0, 0) => format!("{files} checked, {} ready to play", counted(minds, "mind")),
        (0, warnings) => format!("{files} checked: {}", counted(warnings, "warning")),
        (errors, 0) => format!("{files} checked: {}", counted(errors, "error")),
        (errors, warnings) => {
            format!("{files} checked: {} and {}", counted(errors, "error"), counted(warnings, "warning"))
        }
    }
}

/// The worlds that files were checked against so far, each built once.
struct BuiltWorlds {
    known: Worlds,
    built: BTreeMap<String, Box<dyn AnyWorld>>,
}

impl BuiltWorlds {
    fn find(&mut self, name: &str) -> Result<&dyn AnyWorld, motive_worlds::WorldError> {
        if !self.built.contains_key(name) {
            self.built.insert(name.to_owned(), self.known.find::<&str>(name, &[])?);
        }
        Ok(&*self.built[name])
    }
}

fn check(text: SourceText, world: Option<&str>, worlds: &mut BuiltWorlds) -> Loaded {
    let Some((name, place)) = named_world(&text, world) else {
        let (vocabulary, catalogue) = (Vocabulary::new(), Catalogue::default());
        return load(text, &WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue }, &Disk);
    };
    match worlds.find(&name) {
        Ok(world) => {
            let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
            load(text, &given, &Disk)
        }
        Err(_) => unknown_world(text, &name, place, &worlds.known),
    }
}

/// The world that a text is for, and where it says so. A text that names none is for the world of what it uses.
fn named_world(text: &SourceText, world: Option<&str>) -> Option<(String, std::ops::Range<usize>)> {
    if let Some(world) = world {
        return Some((world.to_owned(), 0..0));
    }
    let own = parse(&text.text).file().items().find_map(|item| match item {
        Item::World(world) => world.name().map(|name| (name.text().to_owned(), name.span())),
        _ => None,
    });
    own.or_else(|| Some((world_with_uses(text, &Disk)?, 0..0)))
}

/// Names cannot be resolved without the world, so only the syntax is checked.
fn unknown_world(text: SourceText, name: &str, place: std::ops::Range<usize>, worlds: &Worlds) -> Loaded {
    let known: Vec<&str> = worlds.list().iter().map(|about| about.name).collect();
    let message = format!("there is no world called `{name}`");
    let help = match did_you_mean(name, known.iter().copied()) {
        none if none.is_empty() => format!("the worlds are {}", known.join(", ")),
        hint => hint.trim_start_matches("; ").to_owned(),
    };
    let unknown =
        Diagnostic::error("unknown-world", place, message).with_label("no such world").with_help(help);
    let mut problems = vec![FileProblem { file: 0, diagnostic: unknown }];
    problems.extend(
        parse(&text.text).errors().iter().map(|error| FileProblem { file: 0, diagnostic: error.clone() }),
    );
    Loaded { texts: vec![text], problems, checked: motive_language::CheckedModel::default(), model: None }
}
