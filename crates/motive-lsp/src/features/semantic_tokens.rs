//! Colours that follow what a name means, not how it is spelt.

use super::file;
use crate::analysis::Analysis;
use crate::workspace::Workspace;
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};
use motive_language::DefinitionKind;
use motive_language::syntax::{SyntaxElement, SyntaxKind, SyntaxToken};

const TYPES: [SemanticTokenType; 14] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::COMMENT,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::TYPE,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::CLASS,
    SemanticTokenType::MACRO,
];

/// The only modifier: the name is declared here.
const DECLARATION: u32 = 1;

pub(crate) fn legend() -> SemanticTokensLegend {
    let token_modifiers = vec![SemanticTokenModifier::DECLARATION];
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers }
}

pub(crate) fn tokens(workspace: &Workspace, params: &SemanticTokensParams) -> Option<SemanticTokensResult> {
    let analysis = file(workspace, &params.text_document)?;
    let root = analysis.parse().syntax();
    let mut data = Vec::new();
    let mut before = (0, 0);
    for token in root.descendants_with_tokens().filter_map(SyntaxElement::into_token) {
        let Some((token_type, modifiers)) = classify(&analysis, &token) else { continue };
        let Some(number) = TYPES.iter().position(|known| *known == token_type) else { continue };
        let mut offset = usize::from(token.text_range().start());
        // A token of the protocol lies on one line.
        for line in token.text().split_inclusive('\n') {
            let text = line.trim_end_matches(['\n', '\r']);
            let position = analysis.lines().position(offset);
            offset += line.len();
            if text.is_empty() {
                continue;
            }
            let delta_line = position.line - before.0;
            let delta_start =
                if delta_line == 0 { position.character - before.1 } else { position.character };
            before = (position.line, position.character);
            data.push(SemanticToken {
                delta_line,
                delta_start,
                length: text.encode_utf16().count() as u32,
                token_type: number as u32,
                token_modifiers_bitset: modifiers,
            });
        }
    }
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
}

fn classify(analysis: &Analysis, token: &SyntaxToken) -> Option<(SemanticTokenType, u32)> {
    let plain = |token_type| Some((token_type, 0));
    match token.kind() {
        SyntaxKind::KEYWORD => plain(SemanticTokenType::KEYWORD),
        SyntaxKind::LINE_COMMENT | SyntaxKind::BLOCK_COMMENT => plain(SemanticTokenType::COMMENT),
        SyntaxKind::STRING => plain(SemanticTokenType::STRING),
        SyntaxKind::NUMBER => plain(SemanticTokenType::NUMBER),
        SyntaxKind::IDENT | SyntaxKind::QUOTED => {
            let start = usize::from(token.text_range().start());
            // One byte into the name, so that a name which ends where this one starts is not meant.
            let (_, definition) = analysis.definition_at(start + 1)?;
            let declared =
                definition.place.as_ref().is_some_and(|place| place.file == 0 && place.span.start == start);
            Some((token_type(definition.kind), if declared { DECLARATION } else { 0 }))
        }
        kind if (SyntaxKind::TILDE..=SyntaxKind::PERCENT).contains(&kind) => {
            plain(SemanticTokenType::OPERATOR)
        }
        _ => None,
    }
}

fn token_type(kind: DefinitionKind) -> SemanticTokenType {
    match kind {
        DefinitionKind::Kind => SemanticTokenType::TYPE,
        DefinitionKind::Property | DefinitionKind::Drive => SemanticTokenType::PROPERTY,
        DefinitionKind::Relation | DefinitionKind::Function | DefinitionKind::Condition => {
            SemanticTokenType::FUNCTION
        }
        DefinitionKind::Action => SemanticTokenType::METHOD,
        DefinitionKind::Symbol => SemanticTokenType::ENUM_MEMBER,
        DefinitionKind::Thing | DefinitionKind::Value | DefinitionKind::Variable => {
            SemanticTokenType::VARIABLE
        }
        DefinitionKind::Parameter => SemanticTokenType::PARAMETER,
        DefinitionKind::Goal => SemanticTokenType::MACRO,
        _ => SemanticTokenType::CLASS,
    }
}
