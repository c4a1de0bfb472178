//! What the parts of a text are, for editors that colour them: by what a name means, not by how it is spelt.

use crate::model::{DefinitionKind, SemanticIndex};
use crate::syntax::{Parse, SyntaxKind, SyntaxToken};
use std::ops::Range;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum TokenClass {
    /// A word of the language.
    Keyword,
    /// A comment.
    Comment,
    /// A text in quotes.
    String,
    /// A number.
    Number,
    /// An operator.
    Operator,
    /// The name of a kind of things.
    Kind,
    /// The name of a property or of a drive.
    Property,
    /// The name of a relation, function or condition.
    Function,
    /// The name of an action.
    Action,
    /// One of the values of an enumeration.
    Symbol,
    /// A name for a thing or a value.
    Variable,
    /// The name of a parameter.
    Parameter,
    /// The name of a goal.
    Goal,
    /// The name of anything else that is declared, such as a program, a rule or a mind.
    Declared,
}

impl TokenClass {
    fn of_name(kind: DefinitionKind) -> Self {
        match kind {
            DefinitionKind::Kind => Self::Kind,
            DefinitionKind::Property | DefinitionKind::Drive => Self::Property,
            DefinitionKind::Relation | DefinitionKind::Function | DefinitionKind::Condition => Self::Function,
            DefinitionKind::Action => Self::Action,
            DefinitionKind::Symbol => Self::Symbol,
            DefinitionKind::Thing | DefinitionKind::Value | DefinitionKind::Variable => Self::Variable,
            DefinitionKind::Parameter => Self::Parameter,
            DefinitionKind::Goal => Self::Goal,
            _ => Self::Declared,
        }
    }
}

/// A part of a text that can be coloured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighlightedToken {
    /// Where it is, in bytes.
    pub span: Range<usize>,
    /// What it is.
    pub class: TokenClass,
    /// Whether it is the name of something that is declared there.
    pub declares: bool,
}

/// The parts of a text, in their order. `parsed` and `index` must be those of the text, as the first file that was loaded. Names that nobody knows are left out.
pub fn highlight<'a>(
    parsed: &'a Parse,
    index: &'a SemanticIndex,
) -> impl Iterator<Item = HighlightedToken> + 'a {
    let tokens: Vec<SyntaxToken> = parsed.syntax().tokens().collect();
    tokens.into_iter().filter_map(|token| {
        let (class, declares) = classify(index, &token)?;
        Some(HighlightedToken { span: token.span(), class, declares })
    })
}

fn classify(index: &SemanticIndex, token: &SyntaxToken) -> Option<(TokenClass, bool)> {
    let class = match token.kind() {
        SyntaxKind::KEYWORD => TokenClass::Keyword,
        SyntaxKind::LINE_COMMENT | SyntaxKind::BLOCK_COMMENT => TokenClass::Comment,
        SyntaxKind::STRING => TokenClass::String,
        SyntaxKind::NUMBER => TokenClass::Number,
        SyntaxKind::IDENT | SyntaxKind::QUOTED => {
            let start = token.span().start;
            // One byte into the name, so that a name which ends where this one starts is not meant.
            let definition = index.definition(index.definition_at(0, start + 1)?)?;
            let place = definition.place.as_ref();
            let declares = place.is_some_and(|place| place.file == 0 && place.span.start == start);
            return Some((TokenClass::of_name(definition.kind), declares));
        }
        kind if (SyntaxKind::TILDE..=SyntaxKind::PERCENT).contains(&kind) => TokenClass::Operator,
        _ => return None,
    };
    Some((class, false))
}
