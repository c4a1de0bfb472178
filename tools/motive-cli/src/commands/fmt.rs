//! `motive fmt`: formats files in the standard layout.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files::{self, DASH};
use crate::minds::show;
use crate::text::counted;
use clap::Args;
use motive_language::format::format_parsed;
use motive_language::syntax::parse;
use std::path::{Path, PathBuf};

/// Formats .motive files in the one standard layout
///
/// Comments and meaning stay the same; only white space changes. A file with syntax errors is not changed, and its
/// errors are printed. Files are replaced whole or not at all.
///
/// Exit code 0: all files are formatted. 1, only with `--check`: some are not. 2: a file has errors or cannot be read.
///
/// Examples:
///   motive fmt agents/                    every .motive file in a directory
///   motive fmt --check agents/*.motive    only list those that would change
///   motive fmt - < in.motive > out.motive
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Files, directories, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Change nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
}

/// How many files were changed, left as they were, or could not be formatted.
#[derive(Default)]
struct Tally {
    changed: usize,
    unchanged: usize,
    broken: usize,
}

/// Formats files.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut tally = Tally::default();
    for path in files::expand(&arguments.files, "motive")? {
        one(&path, arguments.check, &mut tally, console)?;
    }
    let Tally { changed, unchanged, broken } = tally;
    if arguments.files.iter().all(|file| file != Path::new(DASH)) {
        let action = if arguments.check { "would be reformatted" } else { "reformatted" };
        let mut summary = format!("{} {action}, {unchanged} unchanged", counted(changed, "file"));
        if broken > 0 {
            summary.push_str(&format!(", {broken} left alone because of errors"));
        }
        console.remark(summary)?;
    }
    Ok(match (broken, arguments.check && changed > 0) {
        (0, false) => Exit::Fine,
        (0, true) => Exit::Failed,
        _ => Exit::BadInput,
    })
}

fn one(path: &Path, check: bool, tally: &mut Tally, console: &mut Console) -> Result<(), Failure> {
    let text = files::read_text(path)?;
    let parsed = parse(&text.text);
    let Ok(formatted) = format_parsed(&parsed) else {
        tally.broken += 1;
        return show(&text, parsed.errors().iter(), console);
    };
    let same = formatted == text.text;
    tally.changed += usize::from(!same);
    tally.unchanged += usize::from(same);
    if check {
        return if same { Ok(()) } else { Ok(console.say(format_args!("would reformat {}", text.name))?) };
    }
    if path == Path::new(DASH) {
        return Ok(console.out().write_all(formatted.as_bytes())?);
    }
    if same { Ok(()) } else { files::write(path, &formatted) }
}
