//! `motive convert`: files in the notations of publications, to and from `.motive`.

mod pddl;

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::shown;
use clap::{Args, ValueEnum};
use motive::networks::Blueprint;
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
///   motive convert --from 2005 odd.grue
///   motive convert simpleTasks.htn compoundTask.htn
///   motive convert domain.pddl problem.pddl > agent.motive
///   motive convert --to pddl agents/household/goap.motive --out pddl
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Files, or `-` for standard input
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
    /// The notation, by year [default: recognised from the file]
    #[arg(long, value_enum, value_name = "YEAR")]
    from: Option<Year>,
    /// Convert GOAP planners of .motive files, given as `FILE` or `FILE:MIND`, to this notation
    #[arg(long, value_enum, value_name = "NOTATION", conflicts_with = "from")]
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

/// The notations, by the year of their publication.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Year {
    /// The report, with square brackets
    #[value(name = "2002")]
    Report,
    /// The thesis, with round brackets
    #[value(name = "2005")]
    Thesis,
    /// Skill networks as Tcl scripts
    #[value(name = "1991")]
    Johnson,
    /// Task networks in two `.htn` files, simple tasks first
    #[value(name = "2008")]
    Hansen,
    /// Skill networks as Lisp forms
    #[value(name = "1989")]
    Maes,
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
        if path.extension().is_some_and(|ending| ending == "motive") {
            let hint = "`--to pddl` converts its GOAP planners";
            return Err(Failure::Input(format!("`{}` is a .motive file already; {hint}", path.display())));
        }
        if is_tasks(path, arguments.from) {
            match tasks(&text, paths.next(), arguments, console)? {
                Some(tasks) => converted.push(tasks),
                None => broken = true,
            }
            continue;
        }
        if path.extension().is_some_and(|ending| ending == "pddl") {
            match pddl::read(&text, paths.next(), console)? {
                Some(planner) => converted.push(planner),
                None => broken = true,
            }
            continue;
        }
        if let Some(network) = network_of(path, &text.text, arguments.from) {
            match network {
                Ok((network, script)) => {
                    converted.push((path.clone(), network_to_motive(&network)));
                    if !script.is_empty() {
                        scripts.push((path.clone(), script));
                    }
                }
                Err(error) => {
                    show(&text, &[error.into()], console)?;
                    broken = true;
                }
            }
            continue;
        }
        let (library, notation, warnings) = match read(&text.text, arguments.from) {
            Ok(read) => read,
            Err(error) => {
                show(&text, &[error.into()], console)?;
                broken = true;
                continue;
            }
        };
        show(&text, &warnings, console)?;
        converted.push((path.clone(), to_motive(&library, notation)));
    }
    if broken {
        return Ok(Exit::BadInput);
    }
    match &arguments.out {
        Some(folder) => write(&converted, &scripts, folder, arguments.force, console)?,
        None => {
            print(&converted, console)?;
            if !scripts.is_empty() {
                console.remark("note: the file also runs the network; with `--out DIR` that is written as a script for `motive net run --script`")?;
            }
        }
    }
    Ok(Exit::Fine)
}

/// Whether a file has tasks of the thesis of 2008.
fn is_tasks(path: &Path, from: Option<Year>) -> bool {
    from.is_some_and(|year| matches!(year, Year::Hansen))
        || path.extension().is_some_and(|ending| ending == "htn")
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
        let said: Vec<Diagnostic> = of_file.map(|remark| remark.diagnostic.clone()).collect();
        show(text, &said, console)?;
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

/// A skill network and its script, if the file or the arguments say that it is one.
fn network_of(
    path: &Path,
    text: &str,
    from: Option<Year>,
) -> Option<Result<(Blueprint, String), ImportError>> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match (from, ending) {
        (Some(Year::Johnson), _) | (None, Some("tcl")) => {
            Some(read_tcl(text).map(|read| (read.blueprint, read.script)))
        }
        (Some(Year::Maes), _) | (None, Some("lisp" | "lsp")) => {
            Some(read_lisp(text).map(|network| (network, String::new())))
        }
        _ => None,
    }
}

type Read = (GrueLibrary, Notation, Vec<Diagnostic>);

/// Reads a text in the notation that it is in. If it is in neither, the one that got further knows best what is wrong.
fn read(text: &str, from: Option<Year>) -> Result<Read, ImportError> {
    let report = || grue2002::read(text).map(|(library, said)| (library, Notation::Grue2002, said));
    let thesis = || grue2005::read(text).map(|(library, said)| (library, Notation::Grue2005, said));
    match from {
        Some(Year::Report) => report(),
        Some(Year::Thesis) => thesis(),
        _ => report().or_else(|first| {
            thesis().map_err(|second| if second.span.start >= first.span.start { second } else { first })
        }),
    }
}

fn show(text: &SourceText, diagnostics: &[Diagnostic], console: &mut Console) -> Result<(), Failure> {
    if diagnostics.is_empty() {
        return Ok(());
    }
    let report = shown(text, diagnostics, console.error_colour);
    Ok(console.remark(report.trim_end())?)
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

fn write(
    converted: &[(PathBuf, String)],
    scripts: &[(PathBuf, String)],
    folder: &Path,
    force: bool,
    console: &mut Console,
) -> Result<(), Failure> {
    let target = |path: &Path, ending: &str| {
        let stem =
            path.file_stem().map_or_else(|| "agent".into(), |stem| stem.to_string_lossy().into_owned());
        folder.join(format!("{}.{ending}", if stem == files::DASH { "agent" } else { &stem }))
    };
    let of = |files: &[(PathBuf, String)], ending: &str| -> Vec<(PathBuf, String)> {
        files.iter().map(|(path, text)| (target(path, ending), text.clone())).collect()
    };
    let texts = [of(converted, "motive"), of(scripts, "script")].concat();
    write_all(&texts, folder, force, console)
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
