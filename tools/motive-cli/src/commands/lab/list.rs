//! `motive lab list`: which studies there are.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::lab::find;
use crate::text::{counted, thousands};
use clap::Args;
use motive_lab::{DesignOptions, Prepared, studies};
use serde::Serialize;

/// Lists the studies that come with the program
///
/// Each can be run by its name from anywhere. A study of your own is a file: `motive lab run FILE.toml`.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// Print one JSON object per line instead of text
    #[arg(long)]
    json: bool,
}

/// A study, as `--json` prints it.
#[derive(Serialize)]
struct Listed {
    name: String,
    title: String,
    source: String,
    agents: usize,
    conditions: usize,
    runs: usize,
    claims: usize,
    tables: usize,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    for (name, _) in studies() {
        let (study, assets) = find(name)?;
        let prepared =
            Prepared::new(&study, &assets, &DesignOptions::default()).map_err(crate::lab::failure)?;
        let design = &prepared.design;
        let listed = Listed {
            name: name.to_owned(),
            title: study.title.clone(),
            source: study.source.clone(),
            agents: design.agents.len(),
            conditions: design.parts.iter().map(motive_lab::Part::conditions).sum(),
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

fn tell(listed: &Listed, console: &mut Console) -> Result<(), Failure> {
    console.say(format_args!("{}\n    {}", listed.name, listed.title))?;
    if !listed.source.is_empty() {
        console.say(format_args!("    after {}", listed.source))?;
    }
    let claims = if listed.claims == 0 {
        String::new()
    } else {
        format!(
            "; {} and {} to compare with",
            counted(listed.claims, "claim"),
            counted(listed.tables, "table")
        )
    };
    Ok(console.say(format_args!(
        "    {} in {}, {} runs{claims}\n",
        counted(listed.agents, "agent"),
        counted(listed.conditions, "condition"),
        thousands(listed.runs as f64)
    ))?)
}
