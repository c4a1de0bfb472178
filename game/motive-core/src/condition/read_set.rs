//! What conditions read, and the constants that they compare numbers with.

use super::compiled::Scope;
use super::expression::{Expr, ExprNode};
use super::pattern::{Pattern, PropertyRequest, PropertyTest};
use super::written::{Condition, ConditionNode};
use crate::vocabulary::{Dependency, Id, Kind, Property, Purity, Relation, Threshold, Value, Vocabulary};

/// Everything that a condition or behaviour reads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadSet {
    on: Vec<Dependency>,
    volatile: bool,
}

impl ReadSet {
    /// A read set of something that must be evaluated in every tick.
    pub fn everything() -> Self {
        Self { on: Vec::new(), volatile: true }
    }

    /// What it reads.
    pub fn dependencies(&self) -> &[Dependency] {
        &self.on
    }

    /// Whether the result may change although nothing in memory does: it reads the time, random numbers or previous values.
    pub fn is_volatile(&self) -> bool {
        self.volatile
    }

    /// Whether it reads a property of any thing.
    pub fn mentions(&self, property: Property) -> bool {
        self.on.iter().any(|on| match on {
            Dependency::Own(read)
            | Dependency::Property(read)
            | Dependency::KindProperty(_, read)
            | Dependency::OwnCrosses(read, _)
            | Dependency::KindCrosses(_, read, _) => *read == property,
            Dependency::Anything => true,
            Dependency::Kind(_) => property == Property::KIND,
            Dependency::Relation(_) => false,
        })
    }

    /// Whether it may read the running actions that memory shows as things of kind `action`.
    pub fn sees_actions(&self, names: &Vocabulary) -> bool {
        let builtin = names.builtin();
        let is_one = |kind: Kind| kind == builtin.action || names.ancestors(builtin.action).contains(&kind);
        let shown = [Property::KIND, Property::ID, builtin.status, builtin.run, builtin.name, builtin.reason];
        self.volatile
            || self.on.iter().any(|on| match on {
                Dependency::Kind(kind)
                | Dependency::KindProperty(kind, _)
                | Dependency::KindCrosses(kind, ..) => is_one(*kind),
                Dependency::Property(property) => shown.contains(property),
                Dependency::Own(_) | Dependency::OwnCrosses(..) | Dependency::Relation(_) => false,
                Dependency::Anything => true,
            })
    }

    /// Adds everything that another reads.
    pub fn extend(&mut self, other: &Self) {
        self.volatile |= other.volatile;
        for dependency in &other.on {
            self.add(*dependency);
        }
    }

    /// Adds a dependency.
    pub fn add(&mut self, dependency: Dependency) {
        if let Err(at) = self.on.binary_search(&dependency) {
            self.on.insert(at, dependency);
        }
    }

    pub(crate) fn volatile(&mut self) {
        self.volatile = true;
    }

    pub(super) fn relation(&mut self, relation: Relation) {
        self.add(Dependency::Relation(relation));
    }

    pub(super) fn property(&mut self, property: Property, vocabulary: &Vocabulary) {
        self.via(property, vocabulary, Dependency::Property(property));
    }

    pub(super) fn own(&mut self, property: Property, vocabulary: &Vocabulary) {
        self.via(property, vocabulary, Dependency::Own(property));
    }

    /// A computed property depends on what it is computed from.
    fn via(&mut self, property: Property, vocabulary: &Vocabulary, stored: Dependency) {
        match vocabulary.property_info(property).and_then(|info| info.computed.as_ref()) {
            None => self.add(stored),
            Some(computed) => self.purity(&computed.purity),
        }
    }

    pub(super) fn purity(&mut self, purity: &Purity) {
        match purity {
            Purity::Pure => {}
            Purity::Volatile => self.volatile = true,
            Purity::Reads(dependencies) => {
                for dependency in dependencies {
                    self.add(*dependency);
                }
            }
        }
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern, vocabulary: &Vocabulary) {
        let kind = pattern.kinds.first().copied();
        match kind {
            Some(kind) => self.add(Dependency::Kind(kind)),
            None if pattern.required.is_empty() => self.add(Dependency::Anything),
            None => self.add(Dependency::Property(Property::ID)),
        }
        // Which things offer time depends on the rules of the agent.
        self.volatile |= pattern.time.is_some_and(f64::is_finite);
        if pattern.time == Some(f64::INFINITY) {
            for span in vocabulary.life_spans() {
                self.add(
                    kind.map_or(Dependency::Property(span), |kind| Dependency::KindProperty(kind, span)),
                );
            }
        }
        for request in pattern.requests().filter(|request| request.property != Property::ID) {
            let property = request.property;
            let stored = match kind {
                Some(kind) => Dependency::KindProperty(kind, property),
                None => Dependency::Property(property),
            };
            self.via(property, vocabulary, stored);
        }
    }
}

impl Condition {
    /// Splits off comparisons with constants. Returns the rest of the condition, and the thresholds as dependencies.
    pub fn split_thresholds(&self, names: &Vocabulary) -> (Self, Vec<Dependency>) {
        let mut rest = self.clone();
        let mut thresholds = ThresholdExtractor { names, found: Vec::new() };
        thresholds.take_from(&mut rest);
        (rest, thresholds.found)
    }

    /// What must change for [`CompiledCondition::check`](super::CompiledCondition::check) to return something else. None if the condition
    /// cannot be compiled on its own.
    pub fn reads_to_check(&self, names: &Vocabulary) -> Option<ReadSet> {
        let (rest, thresholds) = self.split_thresholds(names);
        let mut reads = Scope::new(names).condition(&rest).ok()?.reads().clone();
        thresholds.into_iter().for_each(|threshold| reads.add(threshold));
        Some(reads)
    }
}

/// Removes comparisons with constant numbers from a condition, and collects what they read.
struct ThresholdExtractor<'a> {
    names: &'a Vocabulary,
    found: Vec<Dependency>,
}

impl ThresholdExtractor<'_> {
    fn take_from(&mut self, condition: &mut Condition) {
        match &mut condition.node {
            ConditionNode::All(parts) | ConditionNode::Any(parts) => {
                parts.iter_mut().for_each(|part| self.take_from(part));
            }
            ConditionNode::Not(inner) => self.take_from(inner),
            ConditionNode::Exists(pattern) | ConditionNode::No(pattern) => self.take_from_pattern(pattern),
            ConditionNode::Compare(left, _, right) => {
                let own = |of: &Expr, with: &Expr| Some((own_property(of)?, number(with)?));
                if let Some((property, number)) = own(left, right).or_else(|| own(right, left))
                    && let Some(mark) = self.mark(property, number)
                {
                    self.found.push(Dependency::OwnCrosses(property, mark));
                    *condition = Condition::always();
                }
            }
            _ => {}
        }
    }

    fn take_from_pattern(&mut self, pattern: &mut Pattern) {
        let Some(kind) = pattern.kinds.first().copied() else { return };
        pattern.required.retain(|request| {
            let PropertyRequest { property, test: PropertyTest::Compares(_, value) } = request else {
                return true;
            };
            let mark = number(value).and_then(|number| self.mark(*property, number));
            self.found.extend(mark.map(|mark| Dependency::KindCrosses(kind, *property, mark)));
            mark.is_none()
        });
    }

    /// A computed property changes with what it is computed from, which is not known here.
    fn mark(&self, property: Property, number: f64) -> Option<Threshold> {
        let info = self.names.property_info(property)?;
        Threshold::new(number).filter(|_| info.computed.is_none())
    }
}

fn own_property(expression: &Expr) -> Option<Property> {
    match &expression.node {
        ExprNode::Get(of, property) if matches!(of.node, ExprNode::Constant(Value::Id(Id::SELF))) => {
            Some(*property)
        }
        _ => None,
    }
}

fn number(expression: &Expr) -> Option<f64> {
    expression.constant().and_then(Value::number)
}
