//! What both notations have in common: resources, variables, conditions, values.

use super::grue_scanner::{Token, scan};
use super::grue_tree::*;
use super::{ImportError, Notation};
use motive_diagnostics::{Diagnostic, Span, nearest};

/// How deep conditions and values may nest.
const MAX_DEPTH: usize = 128;

pub(super) type Result<T> = std::result::Result<T, ImportError>;

/// The parser of both notations.
pub(super) struct GrueReader<'t> {
    text: &'t str,
    tokens: Vec<(Token, Span)>,
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

    // Token access.

    pub(super) fn nth(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.at + ahead).map(|(token, _)| *token)
    }

    pub(super) fn at(&self, token: Token) -> bool {
        self.nth(0) == Some(token)
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn nth_text(&self, ahead: usize) -> &'t str {
        self.tokens.get(self.at + ahead).map_or("", |(_, span)| &self.text[span.clone()])
    }

    /// Whether the token at a distance is this word, ignoring case.
    pub(super) fn nth_is(&self, ahead: usize, word: &str) -> bool {
        self.nth(ahead) == Some(Token::Word) && self.nth_text(ahead).eq_ignore_ascii_case(word)
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.nth_is(0, word)
    }

    pub(super) fn eat(&mut self, token: Token) -> bool {
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

    pub(super) fn expect(&mut self, token: Token, expected: &str) -> Result<()> {
        if self.eat(token) { Ok(()) } else { self.error(expected) }
    }

    pub(super) fn word(&mut self, expected: &str) -> Result<Word> {
        if !self.at(Token::Word) {
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
        if !self.at(Token::Number) {
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
        if self.at(Token::Variable) {
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
    pub(super) fn properties(&mut self) -> Result<Vec<Property>> {
        let mut properties = Vec::new();
        while self.eat(Token::OpenBracket) {
            let name = self.label()?;
            let divisible = self.is("DIV") && self.nth(1) != Some(Token::CloseBracket);
            self.at += usize::from(divisible);
            let mut values = vec![self.constant()?];
            while !self.at(Token::CloseBracket) {
                if divisible {
                    return self.error("`]`: a divisible property has one number");
                }
                values.push(self.constant()?);
            }
            if divisible && !matches!(values[0], Term::Number(_)) {
                self.at -= 1;
                return self.error("a number: only numbers are divisible");
            }
            self.at += 1;
            properties.push(Property { name, divisible, values });
        }
        Ok(properties)
    }

    fn constant(&mut self) -> Result<Term> {
        match self.nth(0) {
            Some(Token::Number) => Ok(Term::Number(self.number("a value")?)),
            Some(Token::Word) if self.is("Infinite") => Ok(Term::Infinite(self.word("a value")?)),
            _ => Ok(Term::Word(self.word("a value")?)),
        }
    }

    // Variables.

    /// Whether a variable in parentheses begins here.
    pub(super) fn at_variable(&self) -> bool {
        let named = match self.nth(1) {
            Some(Token::Variable) => true,
            Some(Token::Word) if self.notation == Notation::Grue2002 => {
                let follows = matches!(self.nth(2), Some(Token::OpenBracket | Token::Number));
                follows || ["Infinite", "EXCLUSIVE", "SHARED"].iter().any(|word| self.nth_is(2, word))
            }
            _ => false,
        };
        let compared = matches!(
            self.nth(2),
            Some(Token::Less | Token::Greater | Token::Equal | Token::LessOrEqual | Token::GreaterOrEqual)
        );
        self.at(Token::OpenParen) && named && !compared
    }

    /// `(?x Infinite [[TYPE gun]] [])`, `(?x EXCLUSIVE ([TYPE gun]) ())`
    pub(super) fn variable(&mut self) -> Result<Variable> {
        self.expect(Token::OpenParen, "`(` and a variable")?;
        let name = self.variable_name()?;
        let time = match self.nth(0) {
            Some(Token::Number) => Some(self.constant()?),
            _ if self.is("Infinite") => Some(self.constant()?),
            _ => None,
        };
        let access = if self.eat_word("EXCLUSIVE") {
            Access::Exclusive
        } else if self.eat_word("SHARED") || self.notation == Notation::Grue2005 {
            Access::Shared
        } else {
            Access::Exclusive
        };
        let transient = self.eat_word("TRANSIENT");
        if !transient {
            self.eat_word("PERSISTENT");
        }
        let required = self.requests("the list of required properties")?;
        self.eat(Token::Comma);
        let preferred = self.requests("the list of preferred properties")?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(Variable { name, time, access, persistent: !transient, required, preferred })
    }

    /// `[[TYPE gun] [Dist < 10]]` or `([TYPE gun] [DISTANCE #|1 10|#])`
    fn requests(&mut self, expected: &str) -> Result<Vec<Request>> {
        let close = match self.nth(0) {
            Some(Token::OpenBracket) => Token::CloseBracket,
            Some(Token::OpenParen) => Token::CloseParen,
            _ => return self.error(expected),
        };
        self.at += 1;
        let mut requests = Vec::new();
        while self.eat(Token::OpenBracket) {
            let name = self.label()?;
            let pattern = self.pattern()?;
            self.expect(Token::CloseBracket, "`]`")?;
            requests.push(Request { name, pattern });
        }
        self.expect(close, "`[` and a property, or the end of the list")?;
        Ok(requests)
    }

    fn pattern(&mut self) -> Result<Pattern> {
        if self.eat(Token::Star) {
            return Ok(Pattern::Any);
        }
        if self.at(Token::OpenFirm) || self.at(Token::OpenSoft) {
            return self.range().map(Pattern::Range);
        }
        if let Some(op) = self.comparison() {
            return Ok(Pattern::Compare(op, self.term()?));
        }
        let mut values = vec![self.term()?];
        while !self.at(Token::CloseBracket) {
            values.push(self.term()?);
        }
        Ok(Pattern::Values(values))
    }

    /// `#|1 <- 10:#` and its short forms.
    pub(super) fn range(&mut self) -> Result<Range> {
        let soft_lower = self.at(Token::OpenSoft);
        if !soft_lower && !self.at(Token::OpenFirm) {
            return self.error("a value range");
        }
        self.at += 1;
        let first = self.bound_value()?;
        let arrow = match self.nth(0) {
            Some(Token::Up) => Some(Arrow::Up),
            Some(Token::Down) => Some(Arrow::Down),
            _ => None,
        };
        self.at += usize::from(arrow.is_some());
        let second = self.bound_value()?;
        let soft_upper = match self.nth(0) {
            Some(Token::CloseSoft) => true,
            Some(Token::CloseFirm) => false,
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
        let bound = |soft, value| Bound { soft, value };
        Ok(Range { lower: bound(soft_lower, lower), arrow, upper: bound(soft_upper, upper) })
    }

    fn bound_value(&mut self) -> Result<Option<Term>> {
        match self.nth(0) {
            Some(Token::Number | Token::Word | Token::Variable) => self.term().map(Some),
            _ => Ok(None),
        }
    }

    // Conditions.

    pub(super) fn condition(&mut self) -> Result<Condition> {
        self.nested(|reader| {
            let first = reader.conjunction()?;
            reader.joined(first, "OR", Self::conjunction, Condition::Or)
        })
    }

    fn conjunction(&mut self) -> Result<Condition> {
        let first = self.negation()?;
        self.joined(first, "AND", Self::negation, Condition::And)
    }

    fn joined(
        &mut self,
        first: Condition,
        word: &str,
        next: fn(&mut Self) -> Result<Condition>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Result<Condition> {
        if !self.is(word) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat_word(word) {
            all.push(next(self)?);
        }
        Ok(join(all))
    }

    fn negation(&mut self) -> Result<Condition> {
        if self.eat_word("NOT") {
            return self.nested(|reader| reader.negation().map(|inner| Condition::Not(Box::new(inner))));
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<Condition> {
        if self.at_variable() {
            return self.variable().map(Condition::Variable);
        }
        if self.is("exists") {
            return self.exists();
        }
        let close = match self.nth(0) {
            Some(Token::OpenParen) => Token::CloseParen,
            Some(Token::OpenBracket) => Token::CloseBracket,
            _ => return self.comparison_or_call(),
        };
        self.at += 1;
        let inner = self.condition()?;
        self.expect(close, "the closing bracket")?;
        Ok(inner)
    }

    /// `exists (?x ...)` or `exists((?x ...))`
    fn exists(&mut self) -> Result<Condition> {
        self.at += 1;
        let wrapped = self.at(Token::OpenParen) && self.nth(1) == Some(Token::OpenParen);
        self.at += usize::from(wrapped);
        let variable = self.variable()?;
        if wrapped {
            self.expect(Token::CloseParen, "`)`")?;
        }
        Ok(Condition::Exists(variable))
    }

    fn comparison_or_call(&mut self) -> Result<Condition> {
        let left = self.term_or("a condition")?;
        if let Some(op) = self.comparison() {
            return Ok(Condition::Compare(op, left, self.term()?));
        }
        match left {
            Term::Call(name, terms) => Ok(Condition::Call(name, terms)),
            _ => self.error("a comparison, such as `> 20`"),
        }
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let op = match self.nth(0)? {
            Token::Less => Comparison::Less,
            Token::LessOrEqual => Comparison::LessOrEqual,
            Token::Equal => Comparison::Equal,
            Token::GreaterOrEqual => Comparison::GreaterOrEqual,
            Token::Greater => Comparison::Greater,
            _ => return None,
        };
        self.at += 1;
        Some(op)
    }

    // Values.

    pub(super) fn term(&mut self) -> Result<Term> {
        self.term_or("a value")
    }

    fn term_or(&mut self, expected: &str) -> Result<Term> {
        match self.nth(0) {
            Some(Token::Variable) => self.variable_name().map(Term::Variable),
            Some(Token::Number) => self.constant(),
            Some(Token::Word) if self.nth(1) == Some(Token::OpenParen) => {
                if self.is("property") {
                    self.nested(Self::property)
                } else {
                    self.nested(Self::call)
                }
            }
            Some(Token::Word) => self.constant(),
            _ => self.error(expected),
        }
    }

    fn call(&mut self) -> Result<Term> {
        let name = self.word("a function")?;
        Ok(Term::Call(name, self.terms()?))
    }

    /// `(a, b)`
    pub(super) fn terms(&mut self) -> Result<Vec<Term>> {
        self.expect(Token::OpenParen, "`(`")?;
        let mut terms = Vec::new();
        if !self.at(Token::CloseParen) {
            terms.push(self.term()?);
            while self.eat(Token::Comma) {
                terms.push(self.term()?);
            }
        }
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(terms)
    }

    /// `property(NAME, ?x)` or `property(?x, NAME)`: the `?` decides.
    fn property(&mut self) -> Result<Term> {
        self.at += 2;
        let term = if self.at(Token::Variable) {
            let of = self.variable_name()?;
            self.expect(Token::Comma, "`,`")?;
            Term::Property { of, name: self.label()? }
        } else {
            let name = self.label()?;
            self.expect(Token::Comma, "`,`")?;
            if self.eat(Token::OpenParen) {
                let properties = self.properties()?;
                self.expect(Token::CloseParen, "`)`")?;
                Term::PropertyOf(Box::new(Thing { name: None, properties }), name)
            } else {
                Term::Property { of: self.variable_name()?, name }
            }
        };
        self.expect(Token::CloseParen, "`)`")?;
        Ok(term)
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
    pub(super) fn label_warnings(&self) -> Vec<Diagnostic> {
        const KNOWN: [&str; 4] = ["ID", "TIME", "TYPE", "Location"];
        let strange = self.labels.iter().filter(|(label, _)| !KNOWN.iter().any(|known| label.is(known)));
        let near = strange.filter_map(|(label, span)| {
            let known = nearest(&label.0, KNOWN).filter(|known| known.len() > 4)?;
            let message = format!("the label `{}` is not known", label.0);
            Some(
                Diagnostic::warning("label", span.clone(), message)
                    .with_help(format!("did you mean `{known}`?")),
            )
        });
        near.collect()
    }

    /// Whether the condition of the next rule begins here rather than another action: both may have the form `name(...)`.
    pub(super) fn condition_follows_call(&self) -> bool {
        let mut open = 0usize;
        let mut ahead = 1;
        while let Some(token) = self.nth(ahead) {
            match token {
                Token::OpenParen => open += 1,
                Token::CloseParen if open <= 1 => break,
                Token::CloseParen => open -= 1,
                _ => {}
            }
            ahead += 1;
        }
        self.nth(ahead + 1) == Some(Token::Implies)
            || ["AND", "OR"].iter().any(|word| self.nth_is(ahead + 1, word))
    }
}
