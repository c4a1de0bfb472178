//! From syntax trees to the checked model: every name resolved, every type checked, against a world's vocabulary.
//!
//! Checking works in passes. The first reads the files and fills the table of names ([`NameTable`]). The next ones check items, each
//! by an [`ItemChecker`] of its own: the declarations, then the definitions engine by engine, then minds and teams, which refer to all
//! others. The last ones warn. Passes share the table, which only the first changes, and the list of findings ([`Findings`]). They
//! never stop at the first error.

mod actions;
mod conditions;
mod declarations;
mod drives;
mod expressions;
mod findings;
mod goals;
mod goap;
mod initial_state;
mod item;
mod lints;
mod machines;
mod minds;
mod names;
#[cfg(feature = "networks")]
mod networks;
mod patterns;
mod programs;
mod scope;
mod steps;
mod tasks;
mod teams;
mod types;

pub(crate) use declarations::MOST_FILES;

use crate::model::{
    CheckedItems, CheckedModel, CheckedNetworks, DefinitionKind, DrivePlanning, FileProblem, WorldVocabulary,
};
use crate::source::{Files, NoFiles, SourceText};
use crate::syntax::Parse;
use findings::{Findings, span_of};
use item::{ItemChecker, each, every};
use motive_core::{Catalogue, Vocabulary};
use names::NameTable;
use scope::NameMeaning;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The files that were read, the model, and what is wrong with it.
type Checked = (Vec<SourceText>, CheckedModel, Vec<FileProblem>);

/// Checks a text that declares a vocabulary, with functions.
pub(crate) fn check_names(text: SourceText) -> Checked {
    let world = WorldVocabulary { vocabulary: &Vocabulary::new(), catalogue: &Catalogue::default() };
    check_all(text, None, &world, true, &NoFiles)
}

/// Reads and checks a text and every file that it uses. The text need not be parsed if its tree is known.
pub(crate) fn check(
    text: SourceText,
    parsed: Option<&Parse>,
    world: &WorldVocabulary<'_>,
    files: &dyn Files,
) -> Checked {
    check_all(text, parsed, world, false, files)
}

/// All passes. Warnings are reported only if there are no errors.
fn check_all(
    text: SourceText,
    parsed: Option<&Parse>,
    world: &WorldVocabulary<'_>,
    declares_functions: bool,
    files: &dyn Files,
) -> Checked {
    let mut findings = Findings::default();
    let (texts, trees) = declarations::read_all(text, parsed, files, &mut findings);
    let names = declarations::declare(trees, world, declares_functions, &mut findings);
    let mut items = items(&names, world.catalogue.clone(), &mut findings);
    let minds = minds::minds(&names, &items, &mut findings);
    let teams = teams::teams(&names, &mut findings);
    unused_names(&names, &mut findings);
    if !findings.has_errors() {
        lints::review(&names, &minds, &mut findings);
    }
    // Minds and teams may have added calls.
    items.calls = std::mem::take(&mut findings.calls);
    let mut hasher = DefaultHasher::new();
    texts.iter().for_each(|text| text.text.hash(&mut hasher));
    let model = CheckedModel {
        world: names.world,
        vocabulary: names.vocabulary,
        index: findings.index,
        items,
        minds,
        teams,
        version: hasher.finish(),
    };
    (texts, model, findings.problems)
}

/// Everything that the files declare except minds and teams.
fn items(names: &NameTable, catalogue: Catalogue, findings: &mut Findings) -> CheckedItems {
    let catalogue = actions::catalogue(names, catalogue, findings);
    let drive_planning = drives::drive_planning(names, findings);
    let mut programs = each(names, findings, &names.programs, |checker, item| checker.program(item));
    let machines = machines::machines(names, &mut programs, findings);
    let schedules = each(names, findings, &names.schedules, |checker, item| checker.schedule(item));
    let goals = each(names, findings, &names.goals, |checker, item| checker.goal(item));
    let networks = networks(names, &catalogue, &drive_planning, findings);
    let ambiances = drives::ambiances(names, findings);
    let goaps =
        each(names, findings, &names.goaps, |checker, item| checker.goap(item, &catalogue, &ambiances));
    let tasks = each(names, findings, &names.tasks, |checker, item| checker.task(item));
    CheckedItems {
        goals,
        programs,
        catalogue,
        networks,
        tasks: tasks.into_values().flatten().collect(),
        drive_planning,
        goaps,
        machines,
        schedules,
        ambiances,
        initial_state: initial_state::initial_state(names, findings),
        calls: Default::default(),
        answers_ask: !names.teams.is_empty(),
    }
}

/// All networks of the files.
#[cfg(feature = "networks")]
fn networks(
    names: &NameTable,
    catalogue: &Catalogue,
    planning: &DrivePlanning,
    findings: &mut Findings,
) -> CheckedNetworks {
    let checked =
        each(names, findings, &names.networks, |checker, item| checker.network(item, catalogue, planning));
    let (definitions, programs) = checked.into_values().unzip();
    CheckedNetworks { definitions, programs }
}

/// Reports every network of the files as an error that says how to get the engine, which this build does not have.
#[cfg(not(feature = "networks"))]
fn networks(names: &NameTable, _: &Catalogue, _: &DrivePlanning, findings: &mut Findings) -> CheckedNetworks {
    each(names, findings, &names.networks, |checker, item| {
        let span = item.name().map_or_else(|| span_of(item), |name| span_of(&name));
        let message = "skill networks are not part of this build";
        let diagnostic = crate::diagnostic::Diagnostic::error("engine-left-out", span, message);
        checker.report(diagnostic.with_help("add the feature `networks` to the dependency on `motive`"));
        Some(())
    });
    CheckedNetworks::default()
}

/// Checks named values and conditions that nothing uses. The others have been checked at their uses.
fn unused_names(names: &NameTable, findings: &mut Findings) {
    for (name, (file, item)) in &names.lets {
        if !findings.index.is_used(DefinitionKind::Value, name) {
            let mut checker = ItemChecker::new(names, findings, *file);
            checker.bind_parameters(item.params().as_ref());
            item.value().and_then(|value| checker.value(&value));
        }
    }
    for (name, (file, item)) in &names.conditions {
        if !findings.index.is_used(DefinitionKind::Condition, name) {
            let mut checker = ItemChecker::new(names, findings, *file);
            checker.bind_parameters(item.params().as_ref());
            item.condition().and_then(|condition| checker.conditions(&condition));
        }
    }
}
