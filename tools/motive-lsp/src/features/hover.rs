//! What a name is: its declaration, its type and its description.

use super::{file, place};
use crate::analysis::Analysis;
use crate::workspace::Workspace;
use lsp_types::{
    Hover, HoverContents, HoverParams, InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams,
    MarkupContent, MarkupKind,
};
use motive_core::{Declaration, Vocabulary};
use motive_language::completion::type_name;
use motive_language::{DefinitionKind, NamedDefinition};

pub(crate) fn hover(workspace: &Workspace, params: &HoverParams) -> Option<Hover> {
    let (analysis, offset) = place(workspace, &params.text_document_position_params)?;
    let value = match analysis.definition_at(offset) {
        Some((_, definition)) => about(&analysis, definition),
        None => {
            let value_type = analysis.index().type_at(0, offset)?;
            code(&type_name(value_type, analysis.loaded.checked.vocabulary())?)
        }
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: None })
}

fn code(text: &str) -> String {
    format!("```motive\n{text}\n```")
}

fn about(analysis: &Analysis, definition: &NamedDefinition) -> String {
    let names = analysis.loaded.checked.vocabulary();
    let declaration = declaration(names, definition);
    let description = declaration.and_then(|declaration| names.description(declaration)).map(str::to_owned);
    let (signature, comment) = match written(analysis, definition) {
        Some((line, comment)) => (line, comment),
        None => (signature(names, definition, declaration), None),
    };
    let description = comment.or(description);
    description
        .map_or_else(|| code(&signature), |description| format!("{}\n\n{description}", code(&signature)))
}

/// The line that a file declares it on, and the comment above it.
fn written(analysis: &Analysis, definition: &NamedDefinition) -> Option<(String, Option<String>)> {
    let place = definition.place.as_ref()?;
    if definition.visible.is_some() {
        return None;
    }
    let text = &analysis.loaded.texts.get(place.file)?.text;
    let start = text.get(..place.span.start)?.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..)?.lines().next()?.trim().trim_end_matches('{').trim_end();
    let above = text.get(..start)?.lines().rev().take_while(|line| line.trim_start().starts_with("//"));
    let mut comment: Vec<&str> = above.map(|line| line.trim_start().trim_start_matches('/').trim()).collect();
    comment.reverse();
    Some((line.to_owned(), (!comment.is_empty()).then(|| comment.join("\n"))))
}

/// The handle of what a world or a `names.motive` declares.
fn declaration(names: &Vocabulary, definition: &NamedDefinition) -> Option<Declaration> {
    let name = &definition.name;
    match definition.kind {
        DefinitionKind::Kind => names.find_kind(name).map(Declaration::Kind),
        DefinitionKind::Property => names.find_property(name).map(Declaration::Property),
        DefinitionKind::Relation => names.find_relation(name).map(Declaration::Relation),
        DefinitionKind::Function => names.find_function(name).map(Declaration::Function),
        DefinitionKind::Action => names.find_action(name).map(Declaration::Action),
        _ => None,
    }
}

/// What a world declares, in the form that a file would declare it.
fn signature(names: &Vocabulary, definition: &NamedDefinition, declaration: Option<Declaration>) -> String {
    let name = &definition.name;
    let of_type = |value_type| type_name(value_type, names).map(|of| format!(": {of}")).unwrap_or_default();
    match declaration {
        Some(Declaration::Kind(_)) => format!("kind {name}"),
        Some(Declaration::Property(property)) => {
            let info = names.property_info(property);
            let own = if info.is_some_and(|info| info.own.is_some()) { " own" } else { "" };
            format!("property {name}{}{own}", info.map(|info| of_type(&info.holds)).unwrap_or_default())
        }
        Some(Declaration::Relation(relation)) => {
            let arity = names.relation_info(relation).map_or(0, |info| info.arity);
            format!("relation {name}({})", vec!["_"; arity].join(", "))
        }
        Some(Declaration::Function(function)) => {
            let info = names.function_info(function);
            let arity =
                info.and_then(|info| info.arity).map_or("..".to_owned(), |arity| vec!["_"; arity].join(", "));
            format!("function {name}({arity}){}", info.map(|info| of_type(&info.result)).unwrap_or_default())
        }
        Some(Declaration::Action(action)) => {
            let info = names.action_info(action);
            let typed = |number| {
                let known =
                    info.and_then(|info| info.parameters.as_ref()).and_then(|types| types.get(number));
                known.and_then(|known| type_name(known, names)).unwrap_or_else(|| "_".to_owned())
            };
            let parameters: Vec<String> = (0..info.map_or(0, |info| info.arity)).map(typed).collect();
            format!("action {name}({})", parameters.join(", "))
        }
        None => {
            let what = format!("{:?}", definition.kind).to_lowercase();
            format!("{what} {name}{}", of_type(&definition.value_type))
        }
    }
}

/// Types beside names that are bound without saying one.
pub(crate) fn inlay_hints(workspace: &Workspace, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
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
