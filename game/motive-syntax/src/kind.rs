//! The kinds of tokens and nodes in the tree.

use logos::Logos;

/// What a token or node of the tree is.
///
/// Tokens come first, then nodes. Words with a meaning are lexed as [`IDENT`](SyntaxKind::IDENT), since every one of
/// them may also be a name; where the parser reads one as a keyword, the tree holds it as
/// [`KEYWORD`](SyntaxKind::KEYWORD).
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(non_camel_case_types, reason = "the usual spelling of syntax kinds")]
#[expect(missing_docs, reason = "each kind is named after the construct it stands for")]
#[repr(u16)]
pub enum SyntaxKind {
    // Tokens that mean nothing.
    #[regex(r"[\s\u{feff}]+")]
    WHITESPACE,
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LINE_COMMENT,
    #[regex(r"/\*", block_comment)]
    BLOCK_COMMENT,

    // Words and literals.
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*")]
    IDENT,
    #[regex(r"`[^`\n]*`?")]
    QUOTED,
    #[regex(r"[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9]+)?")]
    NUMBER,
    #[regex(r#""([^"\\\n]|\\[^\n])*"?"#)]
    STRING,
    /// An identifier that the parser read as a keyword.
    KEYWORD,

    // Punctuation.
    #[token("{")]
    L_BRACE,
    #[token("}")]
    R_BRACE,
    #[token("(")]
    L_PAREN,
    #[token(")")]
    R_PAREN,
    #[token("[")]
    L_BRACK,
    #[token("]")]
    R_BRACK,
    #[token(",")]
    COMMA,
    #[token(";")]
    SEMICOLON,
    #[token(":")]
    COLON,
    #[token("..")]
    DOT_DOT,
    #[token(".")]
    DOT,
    #[token("~")]
    TILDE,
    #[token("==")]
    EQ_EQ,
    #[token("!=")]
    NOT_EQ,
    #[token("<=")]
    LESS_EQ,
    #[token(">=")]
    MORE_EQ,
    #[token("<")]
    LESS,
    #[token(">")]
    MORE,
    #[token("+=")]
    PLUS_EQ,
    #[token("-=")]
    MINUS_EQ,
    #[token("=")]
    EQ,
    #[token("+")]
    PLUS,
    #[token("-")]
    MINUS,
    #[token("*")]
    STAR,
    #[token("/")]
    SLASH,
    #[token("%")]
    PERCENT,
    /// Characters that belong to no token of the language.
    UNKNOWN,
    /// The end of the text; never in a tree.
    EOF,

    // Nodes.
    /// What the parser could not make sense of, kept as it was.
    ERROR,
    SOURCE_FILE,

    WORLD_ITEM,
    USE_ITEM,
    ENUM_ITEM,
    KIND_ITEM,
    PROPERTY_ITEM,
    RELATION_ITEM,
    FUNCTION_ITEM,
    LET_ITEM,
    CONDITION_ITEM,
    NOTE_ITEM,
    THING_ITEM,
    FACT_ITEM,
    GOAL_ITEM,
    PROGRAM_ITEM,
    ACTION_ITEM,
    CONFLICTS_ITEM,
    BLEND_ITEM,
    VETO_ITEM,
    MIND_ITEM,
    DRIVE_ITEM,
    UTILITY_ITEM,
    OBJECT_ITEM,
    AMBIANCE_ITEM,
    TASK_ITEM,
    TEAM_ITEM,
    MACHINE_ITEM,
    SCHEDULE_ITEM,
    GOAP_ITEM,
    MEANWHILE_ITEM,
    NETWORK_ITEM,

    NAME,
    NAME_REF,
    NAME_LIST,
    PARAM_LIST,
    PARAM,
    TYPE,
    TYPE_LIST,
    FIELD_LIST,
    FIELD,
    VARIANT_LIST,
    VALUE_LIST,
    VALUE_FIELD,
    BLOCK,
    CONDITION,

    ARBITER,
    DERIVED,
    BEHAVIOUR,
    PLAN_FOR,
    AHEAD,
    GOAL_CLAUSE,
    EVERY_CLAUSE,
    GOALS_SETTING,
    CONSTANT_PRIORITIES,
    CONSTANT_PRIORITY,
    ONE_EXTERNAL_ACTION,
    ALL_GOALS_ALWAYS,
    SETTING,

    DONE_CLAUSE,
    RULE,
    OTHERWISE,
    WHEN_CLAUSE,
    WHILE_CLAUSE,
    UNTIL_CLAUSE,
    AT_LEAST_CLAUSE,
    LET_CLAUSE,
    DO_CLAUSE,

    NEEDS_CLAUSE,
    EFFECT_CLAUSE,
    TAKES_CLAUSE,
    COST_CLAUSE,
    TAGS_CLAUSE,
    CONFLICTS_CLAUSE,
    REPLY_CLAUSE,
    ADDS_CLAUSE,
    DROPS_CLAUSE,
    ACHIEVES_CLAUSE,
    METHOD,
    FAILS_CLAUSE,
    RESUMES_CLAUSE,
    COORDINATOR_CLAUSE,
    ROLE_CLAUSE,
    MEMBER_CLAUSE,

    DRIVE_GOAL,
    TARGET,
    UTILITY_CASE,
    MANNER,
    BOOSTER,
    DAMPENER,
    RATE,

    STATE,
    ENTER_CLAUSE,
    LEAVE_CLAUSE,
    TRANSITION,

    WANT_CLAUSE,
    WANTED,
    AIM_CLAUSE,
    SENSE_CLAUSE,
    SKILL,
    SKILLS_FROM,
    DERIVED_LIST,
    DERIVED_ACTION,
    THING_LIST,

    STEPS,
    ALTERNATIVES,
    TOGETHER,
    WEIGHTED,
    ANY_ORDER,
    CALL_STEP,
    NOTE_STEP,
    FORGET_STEP,
    NOTHING_STEP,
    ASSIGN_STEP,
    RETRACT_STEP,
    LET_STEP,
    RETURN_STEP,
    PAREN_STEP,
    FOR_STEP,
    WHEN_STEP,

    BINDER,
    WHERE_CLAUSE,
    PATTERN,
    REQUEST_LIST,
    PREFER,
    REQUEST,
    ANY_VALUE,
    LIMIT,
    RANGE,
    BOUND,
    TAKE_EXPR,

    OR_EXPR,
    AND_EXPR,
    NOT_EXPR,
    COMPARE_EXPR,
    IN_EXPR,
    SUM_EXPR,
    PRODUCT_EXPR,
    NEGATE_EXPR,
    IF_EXPR,
    FIELD_EXPR,
    CALL_EXPR,
    NAME_EXPR,
    LITERAL,
    DURATION,
    PAREN_EXPR,
    POINT_EXPR,
    LIST_EXPR,
    ARG_LIST,
    COMPREHENSION,
}

use SyntaxKind::*;

/// A block comment runs to the first `*/`, or to the end of the text.
fn block_comment(lexer: &mut logos::Lexer<'_, SyntaxKind>) {
    let rest = lexer.remainder();
    let length = rest.find("*/").map_or(rest.len(), |at| at + 2);
    lexer.bump(length);
}

impl SyntaxKind {
    /// Whether it is white space or a comment.
    pub fn is_trivia(self) -> bool {
        matches!(self, WHITESPACE | LINE_COMMENT | BLOCK_COMMENT)
    }

    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        matches!(self, LINE_COMMENT | BLOCK_COMMENT)
    }

    /// Whether it is a declaration at the top of a file.
    pub fn is_item(self) -> bool {
        (WORLD_ITEM..=NETWORK_ITEM).contains(&self)
    }

    /// Whether it opens a bracket.
    pub(crate) fn opens(self) -> bool {
        matches!(self, L_BRACE | L_PAREN | L_BRACK)
    }

    /// Whether it closes a bracket.
    pub(crate) fn closes(self) -> bool {
        matches!(self, R_BRACE | R_PAREN | R_BRACK)
    }
}
