//! `motive convert`: files in the notations of publications, to and from `.motive`.

mod pddl;

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::show;
use clap::{Args, ValueEnum};
use motive_language::SourceText;
use motive_language::diagnostic::Diagnostic;
use motive_notations::grue_tree::GrueLibrary;
use motive_notations::{
    ImportError, Notation, grue2002, grue2005, hansen2008, network_to_motive, read_lisp, read_tcl, to_motive,
};
use std::path::{Path, PathBuf};

/// Converts files in published notations to .motive, and GOAP planners to PDDL
///
/// Inputs, recognised by their ending and contents:
///   GRUE programs, in the notation of the report of 2002 or of the thesis of 2005
///   .tcl and .lisp: skill networks as Johnson (1991) and Maes (1989) wrote them; the commands of a .tcl file become a script
///   two .htn files, simple tasks first: the task networks of Hansen's thesis (2008)
///   two .pddl files, the domain first: a classical planning problem, which becomes a GOAP planner
///
/// Examples:
///   motive convert pacman.grue                print it
///   motive convert old/*.grue --out agents    one .motive file each
///   motive convert simpleTasks.htn compoundTask.htn
///   motive convert domain.pddl problem.pddl > agent.motive
///   motive convert --to pddl agents/household/goap.motive --out pddl
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Files, or `-` for GRUE programs on standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write files into this directory instead of printing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace existing files
    #[arg(long, requires = "out")]
    force: bool,
    /// For .htn files: also report where the program of 2008 parsed them differently
    #[arg(long)]
    legacy_syntax: bool,
    /// For .htn files: convert the compound tasks only, over the conditions and primitives of this .motive file, for the world that it
    /// names
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// Convert GOAP planners of .motive files, given as `FILE` or `FILE:MIND`, to this notation
    #[arg(long, value_enum, value_name = "NOTATION")]
    to: Option<WrittenNotation>,
    /// The seed of the world that `--to` starts from
    #[arg(long, default_value_t = 1, requires = "to")]
    seed: u64,
}

/// The notations that can be written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum WrittenNotation {
    /// Classical planning problems: a domain, and a problem for each goal
    Pddl,
}

/// Converts files. All are read before any is written.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    if let Some(WrittenNotation::Pddl) = arguments.to {
        return pddl::write(arguments, console);
    }
    let mut converted: Vec<(PathBuf, String)> = Vec::new();
    // What Tcl scripts do with their networks once they run.
    let mut scripts: Vec<(PathBuf, String)> = Vec::new();
    let mut broken = false;
    let mut paths = arguments.files.iter();
    while let Some(path) = paths.next() {
        let text = files::read_text(path)?;
        let read = match path.extension().and_then(|ending| ending.to_str()) {
            Some("motive") => {
                let hint = "`--to pddl` converts its GOAP planners";
                let why = format!("`{}` is a .motive file already; {hint}", path.display());
                return Err(Failure::Input(why));
            }
            Some(ending @ ("htn" | "pddl")) => {
                let pair = match ending {
                    "htn" => tasks(&text, paths.next(), arguments, console)?,
                    _ => pddl::read(&text, paths.next(), console)?,
                };
                broken |= pair.is_none();
                converted.extend(pair);
                continue;
            }
            Some("tcl") => read_tcl(&text.text)
                .map(|read| (network_to_motive(&read.blueprint), Some(read.script), Vec::new())),
            Some("lisp" | "lsp") => {
                read_lisp(&text.text).map(|network| (network_to_motive(&network), None, Vec::new()))
            }
            _ => read_grue(&text.text)
                .map(|(library, notation, warnings)| (to_motive(&library, notation), None, warnings)),
        };
        match read {
            Ok((motive, script, warnings)) => {
                show(&text, warnings.iter(), console)?;
                converted.push((path.clone(), motive));
                scripts
                    .extend(script.filter(|script| !script.is_empty()).map(|script| (path.clone(), script)));
            }
            Err(error) => {
                show(&text, [error.into()].iter(), console)?;
                broken = true;
            }
        }
    }
    if broken {
        return Ok(Exit::BadInput);
    }
    match &arguments.out {
        Some(folder) => {
            let texts = converted.into_iter().map(|(path, text)| (target(folder, &path, "motive"), text));
            let scripts = scripts.into_iter().map(|(path, text)| (target(folder, &path, "script"), text));
            write_all(&texts.chain(scripts).collect::<Vec<_>>(), folder, arguments.force, console)?;
        }
        None => {
            print(&converted, console)?;
            if !scripts.is_empty() {
                console.remark("note: the file also runs the network; with `--out DIR` that is written as a script for `motive net run --script`")?;
            }
        }
    }
    Ok(Exit::Fine)
}

/// Converts a file of simple tasks and the file of compound tasks that comes after it. None if something is wrong with them.
fn tasks(
    simple: &SourceText,
    compound: Option<&PathBuf>,
    arguments: &Arguments,
    console: &mut Console,
) -> Result<Option<(PathBuf, String)>, Failure> {
    let Some(path) = compound else {
        let why = format!("`{}` is one of two files; give the file of compound tasks after it", simple.name);
        return Err(Failure::Input(why));
    };
    let compound = files::read_text(path)?;
    let (domain, mut remarks) = match hansen2008::read(&simple.text, &compound.text) {
        Ok((domain, remarks)) => (Some(domain), remarks),
        Err(remarks) => (None, remarks),
    };
    if arguments.legacy_syntax {
        remarks.extend(hansen2008::legacy(&simple.text, &compound.text));
        remarks.sort_by_key(|remark| (remark.file, remark.diagnostic.primary.span.start));
    }
    for (file, text) in [(hansen2008::File::Simple, simple), (hansen2008::File::Compound, &compound)] {
        let of_file = remarks.iter().filter(|remark| remark.file == file);
        show(text, of_file.map(|remark| &remark.diagnostic), console)?;
    }
    let Some(domain) = domain else { return Ok(None) };
    let motive = match &arguments.words {
        None => hansen2008::to_motive(&domain),
        Some(words) => over_words(&domain, words)?,
    };
    Ok(Some((path.clone(), motive)))
}

/// Compound tasks over the words of another file, in the layout of the formatter.
fn over_words(domain: &hansen2008::HtnDomain, words: &Path) -> Result<String, Failure> {
    let text = files::read_text(words)?;
    let Some(world) = motive_language::world_of(&text.text) else {
        return Err(Failure::Input(format!("`{}` does not say which world it is for", text.name)));
    };
    let file = words.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let motive = hansen2008::to_motive_over_words(domain, &world, &file);
    Ok(motive_language::format::format(&motive).unwrap_or(motive))
}

/// Reads a program of GRUE in the notation that it is in. If it is in neither, the one that got further knows best what is wrong.
fn read_grue(text: &str) -> Result<(GrueLibrary, Notation, Vec<Diagnostic>), ImportError> {
    let report = grue2002::read(text).map(|(library, said)| (library, Notation::Grue2002, said));
    report.or_else(|first| {
        let thesis = grue2005::read(text).map(|(library, said)| (library, Notation::Grue2005, said));
        thesis.map_err(|second| if second.span.start >= first.span.start { second } else { first })
    })
}

fn print(converted: &[(PathBuf, String)], console: &mut Console) -> Result<(), Failure> {
    for (path, text) in converted {
        if converted.len() > 1 {
            console.say(format_args!("// from {}", path.display()))?;
        }
        console.out().write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Where a file that is converted goes.
fn target(folder: &Path, path: &Path, ending: &str) -> PathBuf {
    let stem = path.file_stem().map_or_else(|| "agent".into(), |stem| stem.to_string_lossy());
    folder.join(format!("{}.{ending}", if stem == files::DASH { "agent" } else { &*stem }))
}

/// Creates a directory, unless it is there.
pub(crate) fn create_directory(folder: &Path) -> Result<(), Failure> {
    let unmade = |error| format!("cannot create the directory `{}`: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(|error| Failure::Input(unmade(error)))
}

/// Writes files into a folder, all or none of them.
fn write_all(
    texts: &[(PathBuf, String)],
    folder: &Path,
    force: bool,
    console: &mut Console,
) -> Result<(), Failure> {
    for (at, (target, _)) in texts.iter().enumerate() {
        if texts.iter().take(at).any(|(earlier, _)| earlier == target) {
            let why = format!("two files would become `{}`; convert one of them by itself", target.display());
            return Err(Failure::Input(why));
        }
        if target.exists() && !force {
            let target = target.display();
            return Err(Failure::Input(format!("`{target}` exists already; `--force` replaces it")));
        }
    }
    create_directory(folder)?;
    for (target, text) in texts {
        files::write(target, text)?;
        console.remark(format_args!("wrote {}", target.display()))?;
    }
    Ok(())
}
