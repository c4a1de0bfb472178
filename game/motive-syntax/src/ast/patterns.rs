//! Patterns, requests and value ranges.

use super::*;

views! {
    /// `exclusive x: kind { p: v } where C prefer { p: v weight 2 }`
    Pattern = PATTERN {
        /// Whether it is reserved for this task. If not, it is shared.
        is_exclusive -> (has "exclusive"),
        /// Whether the rule holds without it.
        is_optional -> (has "optional"),
        /// Whether the best candidate is asked for again each tick.
        is_fresh -> (has "fresh"),
        /// The name it is bound to.
        name -> (Name),
        /// The kind of thing.
        kind -> (NameRef),
        /// What is required of it.
        requests -> (in RequestList Request),
        /// What else must hold for a candidate.
        condition -> (WhereClause),
        /// What ranks candidates.
        prefer -> (Prefer),
    }
    /// `x: kind where C`, what `for` goes over.
    Binder = BINDER {
        /// The name of each.
        name -> (Name),
        /// Its kind.
        kind -> (NameRef),
        /// What is required of it.
        requests -> (in RequestList Request),
        /// What else must hold for it.
        condition -> (WhereClause),
    }
    /// `where C`
    WhereClause = WHERE_CLAUSE {
        /// The condition.
        condition -> (Expr),
    }
    /// `{ p: v, ... }`
    RequestList = REQUEST_LIST {}
    /// `prefer { p: v, ... }`
    Prefer = PREFER {
        /// The preferences.
        requests -> (in RequestList Request),
    }
    /// `p: v [weight n]`
    Request = REQUEST {
        /// The property.
        name -> (NameRef),
        /// What is asked of it.
        value -> (Value),
        /// How much a preference counts.
        weight -> (after "weight" Expr),
    }
    /// `any`, `any lowest`
    AnyValue = ANY_VALUE {}
    /// `< 10`, `> 3`
    Limit = LIMIT {
        /// The limit, itself not allowed.
        bound -> (Expr),
    }
    /// `1..10 lowest`
    RangeValue = RANGE {}
    /// `5`, `~5`
    Bound = BOUND {
        /// The bound's value.
        value -> (Expr),
    }
    /// `take 15 of gold.amount`
    TakeExpr = TAKE_EXPR {
        /// How much.
        amount -> (Value),
        /// Of what: a property of a bound thing.
        source -> (after "of" Expr),
    }
}

one_of! {
    /// What is asked of a property.
    Value {
        /// That it is there.
        Any(AnyValue),
        /// That it lies strictly on one side.
        Limit(Limit),
        /// That it lies in a range.
        Range(RangeValue),
        /// That it is this: a value, a list of values it must contain, `a or b` for one of several, `not a`.
        Expr(Expr),
    }
}

/// What a pattern says about the resources that match it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// One is bound to the pattern's name.
    Bind,
    /// `some`: one exists.
    Some,
    /// `some free`: one is available.
    SomeFree,
    /// `no`: none exists.
    No,
    /// `no free`: none is available.
    NoFree,
}

/// The end of a range that is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BetterEnd {
    /// The more the better.
    Highest,
    /// The less the better.
    Lowest,
}

fn better_end(node: &SyntaxNode) -> Option<BetterEnd> {
    match (has_word(node, "highest"), has_word(node, "lowest")) {
        (true, _) => Some(BetterEnd::Highest),
        (_, true) => Some(BetterEnd::Lowest),
        _ => None,
    }
}

impl Pattern {
    /// What it says about the resources that match.
    pub fn quantifier(&self) -> Quantifier {
        let free = has_word(&self.node, "free");
        match (has_word(&self.node, "some"), has_word(&self.node, "no")) {
            (true, _) if free => Quantifier::SomeFree,
            (true, _) => Quantifier::Some,
            (_, true) if free => Quantifier::NoFree,
            (_, true) => Quantifier::No,
            _ => Quantifier::Bind,
        }
    }
}

impl AnyValue {
    /// The end that is better.
    pub fn better(&self) -> Option<BetterEnd> {
        better_end(&self.node)
    }
}

impl Limit {
    /// The side on which the value must lie.
    pub fn op(&self) -> Option<CompareOp> {
        tokens(&self.node).find_map(|token| CompareOp::of(token.kind()))
    }
}

impl RangeValue {
    fn bounds(&self, before: bool) -> Option<Bound> {
        let dots = token(&self.node, SyntaxKind::DOT_DOT)?.span().start;
        children::<Bound>(&self.node).find(|bound| (bound.node.span().start < dots) == before)
    }

    /// The lower bound, if there is one.
    pub fn lower(&self) -> Option<Bound> {
        self.bounds(true)
    }

    /// The upper bound, if there is one.
    pub fn upper(&self) -> Option<Bound> {
        self.bounds(false)
    }

    /// The end that is better.
    pub fn better(&self) -> Option<BetterEnd> {
        better_end(&self.node)
    }
}

impl Bound {
    /// Whether values beyond it still match, as worse ones.
    pub fn is_soft(&self) -> bool {
        token(&self.node, SyntaxKind::TILDE).is_some()
    }
}
