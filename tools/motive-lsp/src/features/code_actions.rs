//! Quick fixes: a code action for every "did you mean".

use super::{diagnostics, edits_of, file};
use crate::workspace::Workspace;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, TextEdit,
};

pub(crate) fn actions(workspace: &Workspace, params: &CodeActionParams) -> Option<CodeActionResponse> {
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
            diagnostics: Some(vec![diagnostics::convert(&analysis, &problem.diagnostic)]),
            edit: Some(edits),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    });
    Some(fixes.collect())
}
