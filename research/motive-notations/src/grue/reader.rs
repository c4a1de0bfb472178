//! What both notations have in common: resources, variables, conditions, values.

use super::Notation;
use super::grue_tree::*;
use crate::ImportError;
use logos::Logos;
use motive_diagnostics::{Diagnostic, Span, nearest};

/// How deep conditions and values may nest.
const MAX_DEPTH: usize = 128;

pub(super) type Result<T> = std::result::Result<T, ImportError>;

/// The parser of both notations.
pub(super) struct GrueReader<'t> {
    text: &'t str,
    tokens: Vec<(GrueToken, Span)>,
    at: usize,
    depth: usize,
    notation: Notation,
    /// The labels read so far, for warnings about misspelt ones.
    labels: Vec<(Word, Span)>,
}

impl<'t> GrueReader<'t> {
    pub(super) fn new(text: &'t str, notation: Notation) -> Result<Self> {
        Ok(Self { text, tokens: scan(text)?, at: 0, depth: 0, notation, labels: Vec::new() })
    }

    /// The declarations of the text, with warnings.
    pub(super) fn library(
        mut self,
        item: impl Fn(&mut Self) -> Result<GrueItem>,
    ) -> Result<(GrueLibrary, Vec<Diagnostic>)> {
        let mut library = GrueLibrary::default();
        while self.at < self.tokens.len() {
            library.items.push(item(&mut self)?);
        }
        Ok((library, self.label_warnings()))
    }

    // Token access.

    pub(super) fn nth(&self, ahead: usize) -> Option<GrueToken> {
        self.tokens.get(self.at + ahead).map(|(token, _)| *token)
    }

    pub(super) fn at(&self, token: GrueToken) -> bool {
        self.nth(0) == Some(token)
    }

    fn nth_text(&self, ahead: usize) -> &'t str {
        self.tokens.get(self.at + ahead).map_or("", |(_, span)| &self.text[span.clone()])
    }

    /// Whether the token at a distance is this word, ignoring case.
    pub(super) fn nth_is(&self, ahead: usize, word: &str) -> bool {
        self.nth(ahead) == Some(GrueToken::Word) && self.nth_text(ahead).eq_ignore_ascii_case(word)
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.nth_is(0, word)
    }

    pub(super) fn eat(&mut self, token: GrueToken) -> bool {
        let found = self.at(token);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn error<T>(&self, expected: &str) -> Result<T> {
        let end = self.text.len();
        let (message, span) = match self.tokens.get(self.at) {
            Some((_, span)) => (format!("found `{}`", &self.text[span.clone()]), span.clone()),
            None => ("the text ends here".to_owned(), end..end),
        };
        Err(ImportError { span, message, expected: expected.to_owned() })
    }

    pub(super) fn expect(&mut self, token: GrueToken, expected: &str) -> Result<()> {
        if self.eat(token) { Ok(()) } else { self.error(expected) }
    }

    pub(super) fn word(&mut self, expected: &str) -> Result<Word> {
        if !self.at(GrueToken::Word) {
            return self.error(expected);
        }
        let word = Word(self.nth_text(0).to_owned());
        self.at += 1;
        Ok(word)
    }

    fn label(&mut self) -> Result<Word> {
        let span = self.tokens.get(self.at).map_or(0..0, |(_, span)| span.clone());
        let word = self.word("a property's label")?;
        self.labels.push((word.clone(), span));
        Ok(word)
    }

    pub(super) fn number(&mut self, expected: &str) -> Result<f64> {
        if !self.at(GrueToken::Number) {
            return self.error(expected);
        }
        let number: f64 = self.nth_text(0).parse().unwrap_or(f64::INFINITY);
        if !number.is_finite() {
            return self.error("a number that a computer can hold");
        }
        self.at += 1;
        Ok(number)
    }

    /// A variable's name; in 2002 the `?` may be missing.
    pub(super) fn variable_name(&mut self) -> Result<Word> {
        if self.at(GrueToken::Variable) {
            let name = Word(self.nth_text(0)[1..].to_owned());
            self.at += 1;
            return Ok(name);
        }
        if self.notation == Notation::Grue2002 { self.word("a variable") } else { self.error("a variable") }
    }

    fn nested<T>(&mut self, content: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return self.error("less nesting");
        }
        self.depth += 1;
        let result = content(self);
        self.depth -= 1;
        result
    }

    // Resources.

    /// `[label value ...]` and more of them.
    pub(super) fn properties(&mut self) -> Result<Vec<GrueProperty>> {
        let mut properties = Vec::new();
        while self.eat(GrueToken::OpenBracket) {
            let name = self.label()?;
            let divisible = self.is("DIV") && self.nth(1) != Some(GrueToken::CloseBracket);
            self.at += usize::from(divisible);
            let mut values = vec![self.constant()?];
            while !self.at(GrueToken::CloseBracket) {
                if divisible {
                    return self.error("`]`: a divisible property has one number");
                }
                values.push(self.constant()?);
            }
            if divisible && !matches!(values[0], GrueTerm::Number(_)) {
                self.at -= 1;
                return self.error("a number: only numbers are divisible");
            }
            self.at += 1;
            properties.push(GrueProperty { name, divisible, values });
        }
        Ok(properties)
    }

    fn constant(&mut self) -> Result<GrueTerm> {
        match self.nth(0) {
            Some(GrueToken::Number) => Ok(GrueTerm::Number(self.number("a value")?)),
            Some(GrueToken::Word) if self.is("Infinite") => Ok(GrueTerm::Infinite(self.word("a value")?)),
            _ => Ok(GrueTerm::Word(self.word("a value")?)),
        }
    }

    // Variables.

    /// Whether a variable in parentheses begins here.
    pub(super) fn at_variable(&self) -> bool {
        let named = match self.nth(1) {
            Some(GrueToken::Variable) => true,
            Some(GrueToken::Word) if self.notation == Notation::Grue2002 => {
                let follows = matches!(self.nth(2), Some(GrueToken::OpenBracket | GrueToken::Number));
                follows || ["Infinite", "EXCLUSIVE", "SHARED"].iter().any(|word| self.nth_is(2, word))
            }
            _ => false,
        };
        let compared = self.nth(2).is_some_and(|token| token.comparison().is_some());
        self.at(GrueToken::OpenParen) && named && !compared
    }

    /// `(?x Infinite [[TYPE gun]] [])`, `(?x EXCLUSIVE ([TYPE gun]) ())`
    pub(super) fn variable(&mut self) -> Result<GrueVariable> {
        self.expect(GrueToken::OpenParen, "`(` and a variable")?;
        let name = self.variable_name()?;
        let has_time = self.at(GrueToken::Number) || self.is("Infinite");
        let time = has_time.then(|| self.constant()).transpose()?;
        let access = if self.eat_word("EXCLUSIVE") {
            GrueAccess::Exclusive
        } else if self.eat_word("SHARED") || self.notation == Notation::Grue2005 {
            GrueAccess::Shared
        } else {
            GrueAccess::Exclusive
        };
        let transient = self.eat_word("TRANSIENT");
        if !transient {
            self.eat_word("PERSISTENT");
        }
        let required = self.requests("the list of required properties")?;
        self.eat(GrueToken::Comma);
        let preferred = self.requests("the list of preferred properties")?;
        self.expect(GrueToken::CloseParen, "`)`")?;
        Ok(GrueVariable { name, time, access, persistent: !transient, required, preferred })
    }

    /// `[[TYPE gun] [Dist < 10]]` or `([TYPE gun] [DISTANCE #|1 10|#])`
    fn requests(&mut self, expected: &str) -> Result<Vec<GrueRequest>> {
        let close = match self.nth(0) {
            Some(GrueToken::OpenBracket) => GrueToken::CloseBracket,
            Some(GrueToken::OpenParen) => GrueToken::CloseParen,
            _ => return self.error(expected),
        };
        self.at += 1;
        let mut requests = Vec::new();
        while self.eat(GrueToken::OpenBracket) {
            let name = self.label()?;
            let pattern = self.pattern()?;
            self.expect(GrueToken::CloseBracket, "`]`")?;
            requests.push(GrueRequest { name, pattern });
        }
        self.expect(close, "`[` and a property, or the end of the list")?;
        Ok(requests)
    }

    fn pattern(&mut self) -> Result<GruePattern> {
        if self.eat(GrueToken::Star) {
            return Ok(GruePattern::Any);
        }
        if self.at(GrueToken::OpenFirm) || self.at(GrueToken::OpenSoft) {
            return self.range().map(GruePattern::Range);
        }
        if let Some(op) = self.comparison() {
            return Ok(GruePattern::Compare(op, self.term()?));
        }
        let mut values = vec![self.term()?];
        while !self.at(GrueToken::CloseBracket) {
            values.push(self.term()?);
        }
        Ok(GruePattern::Values(values))
    }

    /// `#|1 <- 10:#` and its short forms.
    pub(super) fn range(&mut self) -> Result<GrueRange> {
        let soft_lower = self.at(GrueToken::OpenSoft);
        if !soft_lower && !self.at(GrueToken::OpenFirm) {
            return self.error("a value range");
        }
        self.at += 1;
        let first = self.bound_value()?;
        let arrow = match self.nth(0) {
            Some(GrueToken::Up) => Some(Arrow::Up),
            Some(GrueToken::Down) => Some(Arrow::Down),
            _ => None,
        };
        self.at += usize::from(arrow.is_some());
        let second = self.bound_value()?;
        let soft_upper = match self.nth(0) {
            Some(GrueToken::CloseSoft) => true,
            Some(GrueToken::CloseFirm) => false,
            _ => return self.error("the end of the range, `|#` or `:#`"),
        };
        let (lower, upper) = match (first, second) {
            // A single number without an arrow is the hard bound.
            (Some(only), None) if arrow.is_none() && soft_lower && !soft_upper => (None, Some(only)),
            both => both,
        };
        if soft_lower && soft_upper && (lower.is_none() || upper.is_none()) {
            return self.error("both numbers: a range that is soft on both sides needs them");
        }
        if !soft_lower && lower.is_none() || !soft_upper && upper.is_none() {
            return self.error("a number at each firm end of the range");
        }
        self.at += 1;
        let bound = |soft, value| GrueBound { soft, value };
        Ok(GrueRange { lower: bound(soft_lower, lower), arrow, upper: bound(soft_upper, upper) })
    }

    fn bound_value(&mut self) -> Result<Option<GrueTerm>> {
        match self.nth(0) {
            Some(GrueToken::Number | GrueToken::Word | GrueToken::Variable) => self.term().map(Some),
            _ => Ok(None),
        }
    }

    // Conditions.

    pub(super) fn condition(&mut self) -> Result<GrueCondition> {
        self.nested(|reader| {
            let first = reader.conjunction()?;
            reader.joined(first, "OR", Self::conjunction, GrueCondition::Or)
        })
    }

    fn conjunction(&mut self) -> Result<GrueCondition> {
        let first = self.negation()?;
        self.joined(first, "AND", Self::negation, GrueCondition::And)
    }

    fn joined(
        &mut self,
        first: GrueCondition,
        word: &str,
        next: fn(&mut Self) -> Result<GrueCondition>,
        join: fn(Vec<GrueCondition>) -> GrueCondition,
    ) -> Result<GrueCondition> {
        if !self.is(word) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat_word(word) {
            all.push(next(self)?);
        }
        Ok(join(all))
    }

    fn negation(&mut self) -> Result<GrueCondition> {
        if self.eat_word("NOT") {
            return self.nested(|reader| reader.negation().map(|inner| GrueCondition::Not(Box::new(inner))));
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<GrueCondition> {
        if self.at_variable() {
            return self.variable().map(GrueCondition::Variable);
        }
        if self.is("exists") {
            return self.exists();
        }
        let close = match self.nth(0) {
            Some(GrueToken::OpenParen) => GrueToken::CloseParen,
            Some(GrueToken::OpenBracket) => GrueToken::CloseBracket,
            _ => return self.comparison_or_call(),
        };
        self.at += 1;
        let inner = self.condition()?;
        self.expect(close, "the closing bracket")?;
        Ok(inner)
    }

    /// `exists (?x ...)` or `exists((?x ...))`
    fn exists(&mut self) -> Result<GrueCondition> {
        self.at += 1;
        let wrapped = self.at(GrueToken::OpenParen) && self.nth(1) == Some(GrueToken::OpenParen);
        self.at += usize::from(wrapped);
        let variable = self.variable()?;
        if wrapped {
            self.expect(GrueToken::CloseParen, "`)`")?;
        }
        Ok(GrueCondition::Exists(variable))
    }

    fn comparison_or_call(&mut self) -> Result<GrueCondition> {
        let left = self.term_or("a condition")?;
        if let Some(op) = self.comparison() {
            return Ok(GrueCondition::Compare(op, left, self.term()?));
        }
        match left {
            GrueTerm::Call(name, terms) => Ok(GrueCondition::Call(name, terms)),
            _ => self.error("a comparison, such as `> 20`"),
        }
    }

    fn comparison(&mut self) -> Option<GrueComparison> {
        let op = self.nth(0)?.comparison()?;
        self.at += 1;
        Some(op)
    }

    // Values.

    pub(super) fn term(&mut self) -> Result<GrueTerm> {
        self.term_or("a value")
    }

    fn term_or(&mut self, expected: &str) -> Result<GrueTerm> {
        match self.nth(0) {
            Some(GrueToken::Variable) => self.variable_name().map(GrueTerm::Variable),
            Some(GrueToken::Number) => self.constant(),
            Some(GrueToken::Word) if self.nth(1) == Some(GrueToken::OpenParen) => {
                self.nested(if self.is("property") { Self::property } else { Self::call })
            }
            Some(GrueToken::Word) => self.constant(),
            _ => self.error(expected),
        }
    }

    fn call(&mut self) -> Result<GrueTerm> {
        let name = self.word("a function")?;
        Ok(GrueTerm::Call(name, self.terms()?))
    }

    /// `(a, b)`
    pub(super) fn terms(&mut self) -> Result<Vec<GrueTerm>> {
        self.expect(GrueToken::OpenParen, "`(`")?;
        let mut terms = Vec::new();
        if !self.at(GrueToken::CloseParen) {
            terms.push(self.term()?);
            while self.eat(GrueToken::Comma) {
                terms.push(self.term()?);
            }
        }
        self.expect(GrueToken::CloseParen, "`,` or `)`")?;
        Ok(terms)
    }

    /// `property(NAME, ?x)` or `property(?x, NAME)`: the `?` decides.
    fn property(&mut self) -> Result<GrueTerm> {
        self.at += 2;
        let term = if self.at(GrueToken::Variable) {
            let of = self.variable_name()?;
            self.expect(GrueToken::Comma, "`,`")?;
            GrueTerm::Property { of, name: self.label()? }
        } else {
            let name = self.label()?;
            self.expect(GrueToken::Comma, "`,`")?;
            if self.eat(GrueToken::OpenParen) {
                let properties = self.properties()?;
                self.expect(GrueToken::CloseParen, "`)`")?;
                GrueTerm::PropertyOf(Box::new(GrueThing { name: None, properties }), name)
            } else {
                GrueTerm::Property { of: self.variable_name()?, name }
            }
        };
        self.expect(GrueToken::CloseParen, "`)`")?;
        Ok(term)
    }

    /// What a goal is for: a program, if its name alone stands before the end of the goal, or else a condition.
    pub(super) fn want(&mut self, end: GrueToken) -> Result<Want> {
        if self.at(GrueToken::Word) && self.nth(1) == Some(end) {
            return self.word("a program").map(Want::Program);
        }
        self.condition().map(Want::Condition)
    }

    /// The keywords of goal types, of 2002 and 2005.
    pub(super) fn goal_kind(&mut self) -> Result<GoalKind> {
        let kind = match self.nth_text(0).to_ascii_lowercase().as_str() {
            "maintenance" => GoalKind::Maintenance,
            "non-maintenance" | "nonmaintenance" | "achievement" => GoalKind::Achievement,
            _ => return self.error("`ACHIEVEMENT` or `MAINTENANCE`"),
        };
        self.at += 1;
        Ok(kind)
    }

    /// Warnings about labels that look like misspellings of labels that every resource has.
    fn label_warnings(&self) -> Vec<Diagnostic> {
        const KNOWN: [&str; 4] = ["ID", "TIME", "TYPE", "Location"];
        let strange = self.labels.iter().filter(|(label, _)| !KNOWN.iter().any(|known| label.is(known)));
        let near = strange.filter_map(|(label, span)| {
            let known = nearest(&label.0, KNOWN).filter(|known| known.len() > 4)?;
            let message = format!("the label `{}` is not known", label.0);
            let help = format!("did you mean `{known}`?");
            Some(Diagnostic::warning("label", span.clone(), message).with_help(help))
        });
        near.collect()
    }

    /// Whether the condition of the next rule begins here rather than another action: both may have the form `name(...)`.
    pub(super) fn condition_follows_call(&self) -> bool {
        let mut open = 0usize;
        let mut ahead = 1;
        while let Some(token) = self.nth(ahead) {
            match token {
                GrueToken::OpenParen => open += 1,
                GrueToken::CloseParen if open <= 1 => break,
                GrueToken::CloseParen => open -= 1,
                _ => {}
            }
            ahead += 1;
        }
        self.nth(ahead + 1) == Some(GrueToken::Implies)
            || ["AND", "OR"].iter().any(|word| self.nth_is(ahead + 1, word))
    }
}

/// A token kind; the text is kept beside it.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}]+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(super) enum GrueToken {
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(",")]
    Comma,
    #[token("*")]
    Star,
    #[token("=>")]
    #[token("⇒")]
    Implies,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("=")]
    Equal,
    #[token("<=")]
    #[token("≤")]
    LessOrEqual,
    #[token(">=")]
    #[token("≥")]
    GreaterOrEqual,
    #[token("->")]
    Up,
    #[token("<-")]
    Down,
    #[token("#|")]
    OpenFirm,
    #[token("#:")]
    OpenSoft,
    #[token("|#")]
    CloseFirm,
    #[token(":#")]
    CloseSoft,
    #[regex(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", priority = 5)]
    Number,
    #[regex(r"\?[\p{L}\p{N}_]+(-[\p{L}\p{N}_]+)*")]
    Variable,
    #[regex(r"[\p{L}\p{N}_]+(-[\p{L}\p{N}_]+)*")]
    Word,
}

impl GrueToken {
    fn comparison(self) -> Option<GrueComparison> {
        Some(match self {
            Self::Less => GrueComparison::Less,
            Self::LessOrEqual => GrueComparison::LessOrEqual,
            Self::Equal => GrueComparison::Equal,
            Self::GreaterOrEqual => GrueComparison::GreaterOrEqual,
            Self::Greater => GrueComparison::Greater,
            _ => return None,
        })
    }
}

/// All tokens of a text with their spans.
pub(super) fn scan(text: &str) -> Result<Vec<(GrueToken, Span)>> {
    let mut tokens: Vec<(GrueToken, Span)> = Vec::new();
    let mut in_range = false;
    for (token, mut span) in GrueToken::lexer(text).spanned() {
        let Ok(token) = token else {
            return Err(ImportError {
                message: format!("`{}` is not part of the notation", &text[span.clone()]),
                expected: "a bracket, name, number, variable or range".to_owned(),
                span,
            });
        };
        in_range = match token {
            GrueToken::OpenFirm | GrueToken::OpenSoft => true,
            GrueToken::CloseFirm | GrueToken::CloseSoft => false,
            _ => in_range,
        };
        // Outside of ranges, `<-5` is a comparison with a negative number, not an arrow.
        if let (GrueToken::Number, Some((last @ GrueToken::Down, place))) = (token, tokens.last_mut())
            && !in_range
            && place.end == span.start
        {
            *last = GrueToken::Less;
            place.end -= 1;
            span.start -= 1;
        }
        tokens.push((token, span));
    }
    Ok(tokens)
}
