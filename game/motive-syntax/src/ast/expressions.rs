//! Conditions and values.

use super::*;

views! {
    /// `a or b or c`
    OrExpr = OR_EXPR {
        /// What is joined.
        operands -> [Expr],
    }
    /// `a and b and c`
    AndExpr = AND_EXPR {
        /// What is joined.
        operands -> [Expr],
    }
    /// `not a`
    NotExpr = NOT_EXPR {
        /// What must not hold.
        operand -> (Expr),
    }
    /// `a < b`
    CompareExpr = COMPARE_EXPR {
        /// The left side.
        left -> (Expr),
    }
    /// `a in 1..10`, `a in [b, c]`
    InExpr = IN_EXPR {
        /// The value.
        value -> (Expr),
        /// The range or list it lies in.
        within -> (after "in" Value),
    }
    /// `a + b - c`, worked out from the left.
    SumExpr = SUM_EXPR {}
    /// `a * b / c % d`, worked out from the left.
    ProductExpr = PRODUCT_EXPR {}
    /// `-a`
    NegateExpr = NEGATE_EXPR {
        /// What is negated.
        operand -> (Expr),
    }
    /// `if a then b else c`
    IfExpr = IF_EXPR {
        /// The question.
        condition -> (Expr),
        /// The value if it holds.
        then -> (after "then" Expr),
        /// The value if it does not.
        otherwise -> (after "else" Expr),
    }
    /// `x.p`, `nearest(k).position.x`
    FieldExpr = FIELD_EXPR {
        /// Whose property.
        base -> (Expr),
        /// The names after the dots, in order.
        names -> [NameRef],
    }
    /// `f(a, b)`
    CallExpr = CALL_EXPR {
        /// What is called.
        name -> (NameRef),
        /// With what.
        arguments -> (in ArgList Argument),
    }
    /// `x`, `self`, `young`
    NameExpr = NAME_EXPR {
        /// The name.
        name -> (NameRef),
    }
    /// A number, text or truth value.
    Literal = LITERAL {}
    /// `2 s`
    Duration = DURATION {}
    /// `(a)`
    ParenExpr = PAREN_EXPR {
        /// What stands inside.
        inner -> (Expr),
    }
    /// `(1, 2)`, `(1, 2, 3)`
    PointExpr = POINT_EXPR {
        /// Two or three numbers.
        coordinates -> [Expr],
    }
    /// `[a, b]`
    ListExpr = LIST_EXPR {
        /// The elements in order.
        elements -> [Expr],
    }
    /// `(a, b)` after a function's name.
    ArgList = ARG_LIST {}
    /// `e.bite for e: enemy where near(e, self)`
    Comprehension = COMPREHENSION {
        /// The value for each.
        value -> (Expr),
        /// Each of what.
        binder -> (Binder),
    }
}

one_of! {
    /// A condition or a value.
    Expr {
        /// One of several.
        Or(OrExpr),
        /// All of several.
        And(AndExpr),
        /// The contrary.
        Not(NotExpr),
        /// A comparison.
        Compare(CompareExpr),
        /// Membership.
        In(InExpr),
        /// Additions and subtractions.
        Sum(SumExpr),
        /// Multiplications and divisions.
        Product(ProductExpr),
        /// The negative.
        Negate(NegateExpr),
        /// A choice.
        If(IfExpr),
        /// A property.
        Field(FieldExpr),
        /// A function, relation or named condition with arguments.
        Call(CallExpr),
        /// A name.
        Name(NameExpr),
        /// A constant.
        Literal(Literal),
        /// A length of time.
        Duration(Duration),
        /// In parentheses.
        Paren(ParenExpr),
        /// A point.
        Point(PointExpr),
        /// A list.
        List(ListExpr),
        /// A thing.
        Pattern(Pattern),
        /// Part of a quantity.
        Take(TakeExpr),
    }
}

one_of! {
    /// One argument of a call.
    Argument {
        /// A value for each of a kind, for aggregates.
        Each(Comprehension),
        /// A value; for aggregates also a kind with requests, as [`Expr::Pattern`].
        Expr(Expr),
    }
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl CompareOp {
    pub(super) fn of(kind: SyntaxKind) -> Option<Self> {
        Some(match kind {
            SyntaxKind::EQ_EQ | SyntaxKind::EQ => Self::Equal,
            SyntaxKind::NOT_EQ => Self::NotEqual,
            SyntaxKind::LESS => Self::Less,
            SyntaxKind::LESS_EQ => Self::LessOrEqual,
            SyntaxKind::MORE => Self::Greater,
            SyntaxKind::MORE_EQ => Self::GreaterOrEqual,
            _ => return None,
        })
    }
}

/// An operation of a sum or product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithmeticOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

impl ArithmeticOp {
    fn of(kind: SyntaxKind) -> Option<Self> {
        Some(match kind {
            SyntaxKind::PLUS => Self::Add,
            SyntaxKind::MINUS => Self::Subtract,
            SyntaxKind::STAR => Self::Multiply,
            SyntaxKind::SLASH => Self::Divide,
            SyntaxKind::PERCENT => Self::Remainder,
            _ => return None,
        })
    }
}

/// What a literal says.
#[derive(Clone, Debug, PartialEq)]
pub enum LiteralValue {
    /// A number.
    Number(f64),
    /// A text, without quotes and escapes.
    Text(String),
    /// A truth value.
    Truth(bool),
}

/// A length of time as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeValue {
    /// Time of the world, in microseconds.
    Microseconds(f64),
    /// Ticks.
    Ticks(f64),
}

impl CompareExpr {
    /// How the sides are compared.
    pub fn op(&self) -> Option<CompareOp> {
        tokens(&self.node).find_map(|token| CompareOp::of(token.kind()))
    }

    /// The right side.
    pub fn right(&self) -> Option<Expr> {
        children(&self.node).nth(1)
    }
}

/// Declares the parts of a chain of operations.
macro_rules! chains {
    ($($name:ident)*) => { $(impl $name {
        /// The first value.
        pub fn first(&self) -> Option<Expr> {
            child(&self.node)
        }

        /// Each operation and its value, in order.
        pub fn rest(&self) -> Vec<(ArithmeticOp, Expr)> {
            let ops = tokens(&self.node).filter_map(|token| ArithmeticOp::of(token.kind()));
            ops.zip(children(&self.node).skip(1)).collect()
        }
    })* };
}

chains! { SumExpr ProductExpr }

impl Literal {
    /// What it says. Numbers too large for the machine are infinite, for the checker to refuse.
    pub fn value(&self) -> Option<LiteralValue> {
        let token = self.node.first_token()?;
        Some(match token.kind() {
            SyntaxKind::NUMBER => LiteralValue::Number(number_value(token.text())),
            SyntaxKind::STRING => LiteralValue::Text(string_value(token.text())),
            _ => LiteralValue::Truth(token.text() == "true"),
        })
    }
}

impl Duration {
    /// How long.
    pub fn value(&self) -> Option<TimeValue> {
        let number = number_value(token(&self.node, SyntaxKind::NUMBER)?.text());
        Some(match token(&self.node, SyntaxKind::KEYWORD)?.text() {
            "ms" => TimeValue::Microseconds(number * 1_000.0),
            "s" => TimeValue::Microseconds(number * 1_000_000.0),
            "min" => TimeValue::Microseconds(number * 60_000_000.0),
            _ => TimeValue::Ticks(number),
        })
    }
}

fn number_value(text: &str) -> f64 {
    text.replace('_', "").parse().unwrap_or(f64::INFINITY)
}

/// A quoted text without its quotes and escapes.
pub(super) fn string_value(text: &str) -> String {
    let inner = text.strip_prefix('"').unwrap_or(text);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut value = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        value.push(match character {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    value
}
