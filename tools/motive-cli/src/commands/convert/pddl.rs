//! Classical planning problems, read and written.

use super::Arguments;
use crate::commands::plan::read_source;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::show;
use motive_language::SourceText;
use motive_language::format::format;
use motive_notations::pddl as notation;
use motive_planner::pddl::{self, InputFile};
use std::path::PathBuf;

/// Converts a domain and the problem that comes after it. None if they have errors, which are then printed.
pub(super) fn read(
    domain: &SourceText,
    problem: Option<&PathBuf>,
    console: &mut Console,
) -> Result<Option<(PathBuf, String)>, Failure> {
    let Some(path) = problem else {
        let why = format!("`{}` is one of two files; give the problem after the domain", domain.name);
        return Err(Failure::Input(why));
    };
    let problem = files::read_text(path)?;
    let task = match pddl::read(&domain.text, &problem.text) {
        Ok(task) => task,
        Err(flaws) => {
            for (file, text) in [(InputFile::Domain, domain), (InputFile::Problem, &problem)] {
                let of_file = flaws.iter().filter(|flaw| flaw.file == file);
                show(text, of_file.map(|flaw| &flaw.diagnostic), console)?;
            }
            return Ok(None);
        }
    };
    let grounded = task.ground().map_err(Failure::input)?;
    let text = notation::to_motive(&task, &grounded);
    Ok(Some((path.clone(), format(&text).unwrap_or(text))))
}

/// Writes the planners of minds: a domain and a problem for each goal of each.
pub(super) fn write(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut written: Vec<(String, String)> = Vec::new();
    for file in &arguments.files {
        let source = read_source(&file.to_string_lossy(), arguments.seed, console)?;
        let name = source.mind.name.to_lowercase();
        let Some(planner) = source.mind.goap.clone() else {
            let why = "only a planner over symbols is a classical planning problem, as in `mind Soldier = goap Soldier`";
            return Err(Failure::Input(format!("mind `{}` has none: {why}", source.mind.name)));
        };
        let goals = planner.goap().situations(&source.memory);
        let Some(first) = goals.first() else {
            let mind = &source.mind.name;
            return Err(Failure::Input(format!("mind `{mind}` has no active goal at the start")));
        };
        let domain = notation::domain(&name, planner.goap(), first, &source.memory);
        written.push((format!("{name}-domain.pddl"), domain.map_err(Failure::input)?));
        for (number, goal) in (1..).zip(&goals) {
            let problem = notation::problem(&name, planner.goap(), goal).map_err(Failure::input)?;
            written.push((format!("{name}-problem-{number}.pddl"), problem));
        }
    }
    match &arguments.out {
        Some(folder) => {
            let paths: Vec<(PathBuf, String)> =
                written.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
            super::write_all(&paths, folder, arguments.force, console)?;
        }
        None => {
            for (name, text) in &written {
                console.say(format_args!("; {name}"))?;
                console.out().write_all(text.as_bytes())?;
            }
        }
    }
    Ok(Exit::Fine)
}
