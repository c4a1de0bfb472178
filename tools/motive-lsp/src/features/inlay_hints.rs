//! Types beside names that are bound without saying one.

use super::file;
use crate::workspace::Workspace;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams};
use motive_language::DefinitionKind;
use motive_language::completion::type_name;

pub(crate) fn hints(workspace: &Workspace, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let analysis = file(workspace, &params.text_document)?;
    let lines = analysis.lines();
    let shown = lines.offset(params.range.start)..=lines.offset(params.range.end);
    let names = analysis.loaded.checked.vocabulary();
    let bound = analysis.index().definitions().filter_map(|(_, definition)| {
        let is_bound = matches!(definition.kind, DefinitionKind::Variable | DefinitionKind::Parameter);
        let place = definition.place.as_ref().filter(|place| place.file == 0 && is_bound)?;
        let said = lines.text()[place.span.end..].trim_start().starts_with(':');
        if said || !shown.contains(&place.span.end) {
            return None;
        }
        let label = format!(": {}", type_name(&definition.value_type, names)?);
        Some(InlayHint {
            position: lines.position(place.span.end),
            label: InlayHintLabel::String(label),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: None,
            padding_left: None,
            padding_right: None,
            data: None,
        })
    });
    let mut hints: Vec<_> = bound.collect();
    hints.sort_by_key(|hint| (hint.position.line, hint.position.character));
    Some(hints)
}
