//! Errors and warnings.

use crate::analysis::Analysis;
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString};
use motive_language::diagnostic::{Diagnostic, DiagnosticLevel};
use motive_language::{FileProblem, FileSpan};

/// Everything that is wrong with the file itself. Files that it uses have their own report when they are open.
pub(crate) fn all(analysis: &Analysis) -> Vec<lsp_types::Diagnostic> {
    let problems = analysis.problems();
    let own = problems.iter().filter(|problem| problem.file == 0);
    own.map(|FileProblem { diagnostic, .. }| convert(analysis, diagnostic)).collect()
}

pub(super) fn convert(analysis: &Analysis, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
    let related = diagnostic.secondary.iter().filter_map(|label| {
        let location = analysis.location(&FileSpan { file: 0, span: label.span.clone() })?;
        Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
    });
    let related: Vec<_> = related.collect();
    let help = diagnostic.help.iter().map(|help| format!("\nhelp: {help}"));
    lsp_types::Diagnostic {
        range: analysis.lines().range(&diagnostic.primary.span),
        severity: Some(match diagnostic.severity {
            DiagnosticLevel::Error => DiagnosticSeverity::ERROR,
            DiagnosticLevel::Warning => DiagnosticSeverity::WARNING,
            DiagnosticLevel::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(diagnostic.code.clone())),
        source: Some("motive".to_owned()),
        message: std::iter::once(diagnostic.message.clone()).chain(help).collect(),
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}
