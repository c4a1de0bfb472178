//! Colours that follow what a name means, not how it is spelt.

use super::file;
use crate::workspace::Workspace;
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};
use motive_language::highlight::{TokenClass, highlight};

/// As [`number_of`] numbers them.
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
    let text = analysis.lines().text();
    let mut data = Vec::new();
    let mut before = (0, 0);
    for token in highlight(&analysis.file.parse, analysis.index()) {
        let mut offset = token.span.start;
        // A token of the protocol lies on one line.
        for line in text.get(token.span.clone()).unwrap_or_default().split_inclusive('\n') {
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
                token_type: number_of(token.class),
                token_modifiers_bitset: if token.declares { DECLARATION } else { 0 },
            });
        }
    }
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
}

/// The number of a class in the legend.
fn number_of(class: TokenClass) -> u32 {
    match class {
        TokenClass::Keyword => 0,
        TokenClass::Comment => 1,
        TokenClass::String => 2,
        TokenClass::Number => 3,
        TokenClass::Operator => 4,
        TokenClass::Kind => 5,
        TokenClass::Property => 6,
        TokenClass::Function => 7,
        TokenClass::Action => 8,
        TokenClass::Symbol => 9,
        TokenClass::Variable => 10,
        TokenClass::Parameter => 11,
        TokenClass::Declared => 12,
        TokenClass::Goal => 13,
    }
}
