//! Reads a domain and a problem in HDDL, and prints their errors and warnings.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::shown;
use crate::text::counted;
use motive_language::SourceText;
use motive_language::diagnostic::{Diagnostic, DiagnosticLevel, LineIndex};
use motive_planner::Problem;
use motive_planner::hddl::{self, FileDiagnostic, InputFile};
use serde::Serialize;
use std::path::Path;

/// Reads a domain and a problem. None if they have errors, which are then printed.
pub(crate) fn read(domain: &Path, problem: &Path, console: &mut Console) -> Result<Option<Problem>, Failure> {
    let texts = texts(domain, problem)?;
    match hddl::read(&texts[0].text, &texts[1].text) {
        Ok(problem) => Ok(Some(problem)),
        Err(flaws) => {
            print(&texts, &flaws, console)?;
            Ok(None)
        }
    }
}

/// A remark on a file, with its line and column.
#[derive(Serialize)]
struct PlacedRemark {
    file: String,
    line: usize,
    column: usize,
    #[serde(flatten)]
    diagnostic: Diagnostic,
}

/// Prints everything that is wrong with a domain and a problem, or else what is probably not meant.
pub(crate) fn check(domain: &Path, problem: &Path, as_json: bool, console: &mut Console) -> Outcome {
    let texts = texts(domain, problem)?;
    let found = hddl::check(&texts[0].text, &texts[1].text);
    let count = |severity| found.iter().filter(|it| it.diagnostic.severity == severity).count();
    let (errors, warnings) = (count(DiagnosticLevel::Error), count(DiagnosticLevel::Warning));
    if as_json {
        let indices = [LineIndex::new(&texts[0].text), LineIndex::new(&texts[1].text)];
        let placed = |flaw: &FileDiagnostic| {
            let number = usize::from(flaw.file == InputFile::Problem);
            let (line, column) =
                indices[number].position(&texts[number].text, flaw.diagnostic.primary.span.start);
            let (file, diagnostic) = (texts[number].name.clone(), flaw.diagnostic.clone());
            PlacedRemark { file, line, column, diagnostic }
        };
        let problems: Vec<PlacedRemark> = found.iter().map(placed).collect();
        console.json(&serde_json::json!({ "problems": problems, "errors": errors, "warnings": warnings }))?;
    } else {
        print(&texts, &found, console)?;
        console.remark(format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")))?;
    }
    Ok(if errors > 0 { Exit::BadInput } else { Exit::Fine })
}

fn texts(domain: &Path, problem: &Path) -> Result<[SourceText; 2], Failure> {
    Ok([files::read_text(domain)?, files::read_text(problem)?])
}

fn print(texts: &[SourceText; 2], flaws: &[FileDiagnostic], console: &mut Console) -> Result<(), Failure> {
    for (file, text) in [InputFile::Domain, InputFile::Problem].into_iter().zip(texts) {
        let of_file = flaws.iter().filter(|flaw| flaw.file == file);
        let diagnostics: Vec<Diagnostic> = of_file.map(|flaw| flaw.diagnostic.clone()).collect();
        if !diagnostics.is_empty() {
            let report = shown(text, &diagnostics, console.error_colour());
            console.remark(report)?;
        }
    }
    Ok(())
}
