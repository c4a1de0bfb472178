//! Networks from files.

use crate::console::{Console, Failure, did_you_mean};
use crate::files::{self, Disk};
use crate::minds::{report, show};
use motive::kernel::{Catalogue, Vocabulary};
use motive::networks::Blueprint;
use motive_language::WorldVocabulary;
use motive_language::diagnostic::DiagnosticLevel;
use motive_notations::{read_lisp, read_tcl};
use std::path::Path;

/// Loads a network from a `.motive` file or from a published notation (`.tcl`, `.lisp`). Errors of the file are printed.
pub(crate) fn load(path: &Path, name: Option<&str>, console: &mut Console) -> Result<Blueprint, Failure> {
    let text = files::read_text(path)?;
    let imported = match path.extension().and_then(|ending| ending.to_str()) {
        Some("tcl") => Some(read_tcl(&text.text).map(|read| read.blueprint)),
        Some("lisp" | "lsp") => Some(read_lisp(&text.text)),
        _ => None,
    };
    match imported {
        Some(Ok(network)) => return Ok(network),
        Some(Err(error)) => {
            show(&text, [error.into()].iter(), console)?;
            return Err(Failure::Told);
        }
        None => {}
    }
    let world = motive_language::world_of(&text.text);
    let world =
        world.map(|name| console.worlds.find::<&str>(&name, &[])).transpose().map_err(Failure::input)?;
    let (names, catalogue) = (Vocabulary::new(), Catalogue::default());
    let given = match &world {
        Some(world) => WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() },
        None => WorldVocabulary { vocabulary: &names, catalogue: &catalogue },
    };
    let file = text.name.clone();
    let loaded = motive_language::load(text, &given, &Disk);
    let broken = loaded.problems.iter().any(|problem| problem.diagnostic.severity == DiagnosticLevel::Error);
    if broken || loaded.model.is_none() {
        console.remark(report(&loaded, console.error_colour).trim_end())?;
        return Err(Failure::Told);
    }
    let networks = loaded.model.map(|model| model.networks).unwrap_or_default();
    let found = match name {
        Some(name) => networks.iter().find(|network| *network.blueprint.name == *name),
        None => networks.first(),
    };
    match (found, name) {
        (Some(network), _) => {
            if let (false, Some(world)) = (network.families.is_empty(), &world) {
                console.remark(format_args!(
                    "note: skills of `{}` are created for the things of a world, and there is none here; run it with `motive play {} --mind {file}`",
                    network.blueprint.name,
                    world.name(),
                ))?;
            }
            Ok(network.blueprint.clone())
        }
        (None, Some(name)) => {
            let hint = did_you_mean(name, networks.iter().map(|network| &*network.blueprint.name));
            Err(Failure::Input(format!("there is no network `{name}` in `{file}`{hint}")))
        }
        (None, None) => Err(Failure::Input(format!(
            "there is no network in `{file}`; a block such as `network cat {{ ... }}` describes one"
        ))),
    }
}
