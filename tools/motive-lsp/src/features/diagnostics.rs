//! Errors and warnings, and quick fixes for them.

use super::{edits_of, file};
use crate::analysis::Analysis;
use crate::workspace::Workspace;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, TextEdit,
};
use motive_language::diagnostic::{Diagnostic, DiagnosticLevel};
use motive_language::{FileProblem, FileSpan};

/// Everything that is wrong with the file itself. Files that it uses have their own report when they are open.
pub(crate) fn all(analysis: &Analysis) -> Vec<lsp_types::Diagnostic> {
    let problems = analysis.problems();
    let own = problems.iter().filter(|problem| problem.file == 0);
    own.map(|FileProblem { diagnostic, .. }| convert(analysis, diagnostic)).collect()
}

fn convert(analysis: &Analysis, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
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

/// A code action for every "did you mean".
pub(crate) fn quick_fixes(workspace: &Workspace, params: &CodeActionParams) -> Option<CodeActionResponse> {
    let analysis = file(workspace, &params.text_document)?;
    let lines = analysis.lines();
    let (start, end) = (lines.offset(params.range.start), lines.offset(params.range.end));
    let problems = analysis.loaded.problems.iter().filter(|problem| problem.file == 0);
    let touched = problems.filter(|problem| {
        let span = &problem.diagnostic.primary.span;
        span.start <= end && start <= span.end
    });
    let fixes = touched.filter_map(|problem| {
        let replacement = problem.diagnostic.replacement.as_ref()?;
        let edit = TextEdit { range: lines.range(&replacement.span), new_text: replacement.text.clone() };
        let edits = edits_of([(params.text_document.uri.clone(), edit)]);
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: format!("Replace by `{}`", replacement.text),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![convert(&analysis, &problem.diagnostic)]),
            edit: Some(edits),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    });
    Some(fixes.collect())
}
