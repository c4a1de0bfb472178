//! `motive lab list` and `register`: the studies, before they are run.

use super::{failure, find};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::text::{counted, thousands};
use clap::Args;
use motive_lab::{DesignOptions, Prepared, Registration, studies};
use serde::Serialize;

/// Lists the studies that come with the program
///
/// Each can be run by its name from anywhere. A study of your own is a file: `motive lab run FILE.toml`.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct ListStudiesArguments {
    /// Print one JSON object per line instead of text
    #[arg(long)]
    json: bool,
}

/// A study, as `--json` prints it.
#[derive(Serialize)]
struct ListedStudy {
    name: String,
    title: String,
    source: String,
    agents: usize,
    conditions: usize,
    runs: usize,
    claims: usize,
    tables: usize,
}

pub(super) fn list(arguments: &ListStudiesArguments, console: &mut Console) -> Outcome {
    for (name, _) in studies() {
        let (study, assets) = find(name, console)?;
        let prepared = Prepared::new(&study, &assets, &DesignOptions::default()).map_err(failure)?;
        let design = &prepared.design;
        let listed = ListedStudy {
            name: name.to_owned(),
            title: study.title.clone(),
            source: study.source.clone(),
            agents: design.agents.len(),
            conditions: design.parts.iter().map(motive_lab::StudyPart::conditions).sum(),
            runs: design.total(),
            claims: study.claims.len(),
            tables: study.tables.len(),
        };
        if arguments.json {
            console.json(&listed)?;
        } else {
            tell(&listed, console)?;
        }
    }
    Ok(Exit::Fine)
}

fn tell(listed: &ListedStudy, console: &mut Console) -> Result<(), Failure> {
    console.say(format_args!("{}\n    {}", listed.name, listed.title))?;
    if !listed.source.is_empty() {
        console.say(format_args!("    after {}", listed.source))?;
    }
    let (claims, tables) = (counted(listed.claims, "claim"), counted(listed.tables, "table"));
    let compared = format!("; {claims} and {tables} to compare with");
    let compared = if listed.claims == 0 { "" } else { &compared };
    let (agents, conditions) = (counted(listed.agents, "agent"), counted(listed.conditions, "condition"));
    let runs = thousands(listed.runs as f64);
    Ok(console.say(format_args!("    {agents} in {conditions}, {runs} runs{compared}\n"))?)
}

/// Prints the hashes of a study and of all its seeds, to be published before its first run
///
/// Claims, bounds, tests, agents and seeds are fixed by it: a commit or deposit of these hashes shows later that no result chose
/// them. `motive lab run` writes the same into its directory before the first run, and the report says whether they still agree.
///
/// Examples:
///   motive lab register sloan2015-arena-readings > registered.json
///   motive lab register my_study.toml --runs 200
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct RegisterArguments {
    /// A study: a name from `motive lab list`, or a file
    #[arg(value_name = "NAME|FILE")]
    study: String,
    /// Runs of each agent in each condition, instead of the number in the study
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Adds an agent: the last mind of a file, or one by its name
    #[arg(long = "mind", value_name = "FILE[:NAME]")]
    minds: Vec<String>,
}

pub(super) fn register(arguments: &RegisterArguments, console: &mut Console) -> Outcome {
    let (study, assets) = find(&arguments.study, console)?;
    let runs = arguments.runs.map(|runs| runs as usize);
    let options = DesignOptions { runs, quick: false, minds: arguments.minds.clone() };
    let prepared = Prepared::new(&study, &assets.and_then(""), &options).map_err(failure)?;
    console.say(Registration::of(&prepared).json().trim_end())?;
    Ok(Exit::Fine)
}
