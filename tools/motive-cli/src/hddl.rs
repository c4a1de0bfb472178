//! Reads a domain and a problem in HDDL, and prints their errors and warnings.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::shown;
use crate::text::counted;
use motive_language::SourceText;
use motive_language::diagnostic::{Diagnostic, LineIndex, Severity};
use motive_planner::hddl::{self, FileDiagnostic, InputFile, ReadError};
use motive_planner::{HtnProblem, PlanningLimits};
use serde::Serialize;
use std::path::Path;

/// Reads a domain and a problem within limits. If they have errors, these are printed.
pub(crate) fn read(
    domain: &Path,
    problem: &Path,
    limits: &PlanningLimits<'_>,
    console: &mut Console,
) -> Result<Result<HtnProblem, ReadError>, Failure> {
    let texts = texts(domain, problem)?;
    let read = hddl::read_within(&texts[0].text, &texts[1].text, limits);
    if let Err(ReadError::Wrong(flaws)) = &read {
        print(&texts, flaws, console)?;
    }
    Ok(read)
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
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
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
