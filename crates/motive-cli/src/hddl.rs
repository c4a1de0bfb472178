//! Reads a domain and a problem in HDDL, and prints their errors.

use crate::console::{Console, Failure};
use crate::files;
use crate::minds::shown;
use motive_language::diagnostic::Diagnostic;
use motive_planner::Problem;
use motive_planner::hddl::{self, InputFile};
use std::path::Path;

/// Reads a domain and a problem. None if they have errors, which are then printed.
pub(crate) fn read(domain: &Path, problem: &Path, console: &mut Console) -> Result<Option<Problem>, Failure> {
    let texts = [files::read_text(domain)?, files::read_text(problem)?];
    let flaws = match hddl::read(&texts[0].text, &texts[1].text) {
        Ok(problem) => return Ok(Some(problem)),
        Err(flaws) => flaws,
    };
    for (file, text) in [InputFile::Domain, InputFile::Problem].into_iter().zip(&texts) {
        let of_file = flaws.iter().filter(|flaw| flaw.file == file);
        let diagnostics: Vec<Diagnostic> = of_file.map(|flaw| flaw.diagnostic.clone()).collect();
        if !diagnostics.is_empty() {
            let report = shown(text, &diagnostics, console.error_colour());
            console.remark(report)?;
        }
    }
    Ok(None)
}
