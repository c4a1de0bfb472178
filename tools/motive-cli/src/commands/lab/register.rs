//! `motive lab register`: hashes of a study and its seeds, before its first run.

use crate::console::{Console, Exit, Outcome};
use crate::lab::{failure, find};
use clap::Args;
use motive_lab::{DesignOptions, Prepared, Registration};

/// Prints the hashes of a study and of all its seeds, to be published before its first run
///
/// Claims, bounds, tests, agents and seeds are fixed by it: whoever commits or deposits these hashes first can show later that none of them was chosen by
/// the results. `motive lab run` writes the same into its directory before the first run, and the report says whether they still agree.
///
/// Examples:
///   motive lab register sloan2015-arena-readings > registered.json
///   motive lab register my_study.toml --runs 200
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
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

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let (study, assets) = find(&arguments.study)?;
    let runs = arguments.runs.map(|runs| runs as usize);
    let options = DesignOptions { runs, quick: false, minds: arguments.minds.clone() };
    let prepared = Prepared::new(&study, &assets.and_then(""), &options).map_err(failure)?;
    console.say(Registration::of(&prepared).json().trim_end())?;
    Ok(Exit::Fine)
}
