//! Colours that follow what a name means, not how it is spelt.

use super::file;
use crate::analysis::Analysis;
use crate::workspace::Workspace;
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};
use motive_language::DefinitionKind;
use motive_language::syntax::{SyntaxKind, SyntaxToken};

/// As [`TokenType`] numbers them.
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

/// The types of tokens, in the order of the legend.
#[derive(Clone, Copy)]
enum TokenType {
    Keyword,
    Comment,
    String,
    Number,
    Operator,
    Type,
    Property,
    Function,
    Method,
    EnumMember,
    Variable,
    Parameter,
    Class,
    Macro,
}

/// The only modifier: the name is declared here.
const DECLARATION: u32 = 1;

pub(crate) fn legend() -> SemanticTokensLegend {
    let token_modifiers = vec![SemanticTokenModifier::DECLARATION];
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers }
}

pub(crate) fn tokens(workspace: &Workspace, params: &SemanticTokensParams) -> Option<SemanticTokensResult> {
    let analysis = file(workspace, &params.text_document)?;
    let root = analysis.file.parse.syntax();
    let mut data = Vec::new();
    let mut before = (0, 0);
    for token in root.tokens() {
        let Some((token_type, modifiers)) = classify(&analysis, &token) else { continue };
        let mut offset = token.span().start;
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
                token_type: token_type as u32,
                token_modifiers_bitset: modifiers,
            });
        }
    }
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
}

fn classify(analysis: &Analysis, token: &SyntaxToken) -> Option<(TokenType, u32)> {
    let plain = |token_type| Some((token_type, 0));
    match token.kind() {
        SyntaxKind::KEYWORD => plain(TokenType::Keyword),
        SyntaxKind::LINE_COMMENT | SyntaxKind::BLOCK_COMMENT => plain(TokenType::Comment),
        SyntaxKind::STRING => plain(TokenType::String),
        SyntaxKind::NUMBER => plain(TokenType::Number),
        SyntaxKind::IDENT | SyntaxKind::QUOTED => {
            let start = token.span().start;
            // One byte into the name, so that a name which ends where this one starts is not meant.
            let (_, definition) = analysis.definition_at(start + 1)?;
            let declared =
                definition.place.as_ref().is_some_and(|place| place.file == 0 && place.span.start == start);
            Some((token_type(definition.kind), if declared { DECLARATION } else { 0 }))
        }
        kind if (SyntaxKind::TILDE..=SyntaxKind::PERCENT).contains(&kind) => plain(TokenType::Operator),
        _ => None,
    }
}

fn token_type(kind: DefinitionKind) -> TokenType {
    match kind {
        DefinitionKind::Kind => TokenType::Type,
        DefinitionKind::Property | DefinitionKind::Drive => TokenType::Property,
        DefinitionKind::Relation | DefinitionKind::Function | DefinitionKind::Condition => {
            TokenType::Function
        }
        DefinitionKind::Action => TokenType::Method,
        DefinitionKind::Symbol => TokenType::EnumMember,
        DefinitionKind::Thing | DefinitionKind::Value | DefinitionKind::Variable => TokenType::Variable,
        DefinitionKind::Parameter => TokenType::Parameter,
        DefinitionKind::Goal => TokenType::Macro,
        _ => TokenType::Class,
    }
}
