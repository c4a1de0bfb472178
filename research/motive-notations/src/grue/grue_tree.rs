//! The syntax tree that both GRUE notations are read into.

/// A name or symbol. Comparison ignores case; printing keeps it.
#[derive(Clone, Debug, Eq)]
pub struct Word(pub String);

impl Word {
    /// The word in lower case.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }

    /// Whether it is this word, ignoring case.
    pub fn is(&self, word: &str) -> bool {
        self.0.to_lowercase() == word.to_lowercase()
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.is(&other.0)
    }
}

/// A whole file: its declarations in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GrueLibrary {
    /// The declarations.
    pub items: Vec<GrueItem>,
}

/// One declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum GrueItem {
    /// A resource.
    Thing(GrueThing),
    /// A resource variable printed by itself.
    Variable(GrueVariable),
    /// A goal.
    Goal(GrueGoal),
    /// A teleo-reactive program.
    Program(GrueProgram),
    /// A goal joined with its program (2002).
    Task(GrueGoal, GrueProgram),
}

/// A resource: an id and properties.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueThing {
    /// The id in front of the properties (2005); in 2002 the id is a property.
    pub name: Option<Word>,
    /// Its properties.
    pub properties: Vec<GrueProperty>,
}

/// A label and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueProperty {
    /// The label.
    pub name: Word,
    /// Whether the quantity is divisible.
    pub divisible: bool,
    /// One or more values.
    pub values: Vec<GrueTerm>,
}

/// Whether other tasks may use the bound resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrueAccess {
    /// They may not.
    Exclusive,
    /// They may read it.
    Shared,
}

/// A request for a resource.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueVariable {
    /// The variable's name, without `?`.
    pub name: Word,
    /// The amount between name and requests (2002).
    pub time: Option<GrueTerm>,
    /// Whether other tasks may use it.
    pub access: GrueAccess,
    /// Whether the binding lasts from one cycle to the next.
    pub persistent: bool,
    /// Required properties.
    pub required: Vec<GrueRequest>,
    /// Preferred properties.
    pub preferred: Vec<GrueRequest>,
}

/// A requested property.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueRequest {
    /// The label.
    pub name: Word,
    /// The test of its value.
    pub pattern: GruePattern,
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum GruePattern {
    /// The property is present.
    Any,
    /// A comparison holds.
    Compare(GrueComparison, GrueTerm),
    /// It lies in a range.
    Range(GrueRange),
    /// It equals the value, or contains all of the values.
    Values(Vec<GrueTerm>),
}

/// A value range.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueRange {
    /// The lower bound.
    pub lower: GrueBound,
    /// The preferred end.
    pub arrow: Option<Arrow>,
    /// The upper bound.
    pub upper: GrueBound,
}

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueBound {
    /// Whether values beyond it still match.
    pub soft: bool,
    /// The bound; none is infinity.
    pub value: Option<GrueTerm>,
}

/// The preferred end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `->`
    Up,
    /// `<-`
    Down,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrueComparison {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `=`
    Equal,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
}

impl GrueComparison {
    /// The operator as both notations write it.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Equal => "=",
            Self::GreaterOrEqual => ">=",
            Self::Greater => ">",
        }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum GrueTerm {
    /// A number.
    Number(f64),
    /// Infinity, as it was written.
    Infinite(Word),
    /// A symbol, or the name of an attribute.
    Word(Word),
    /// A variable, without `?`.
    Variable(Word),
    /// A property of a variable.
    Property {
        /// The variable.
        of: Word,
        /// The label.
        name: Word,
    },
    /// A property of a literal resource.
    PropertyOf(Box<GrueThing>, Word),
    /// A function call.
    Call(Word, Vec<GrueTerm>),
}

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum GrueCondition {
    /// A variable can be bound.
    Variable(GrueVariable),
    /// A resource exists, even if another task holds it.
    Exists(GrueVariable),
    /// A comparison of two values.
    Compare(GrueComparison, GrueTerm, GrueTerm),
    /// A predicate.
    Call(Word, Vec<GrueTerm>),
    /// Negation.
    Not(Box<GrueCondition>),
    /// Conjunction.
    And(Vec<GrueCondition>),
    /// Disjunction.
    Or(Vec<GrueCondition>),
}

/// An action of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum GrueAction {
    /// Nothing.
    Null,
    /// An action with its arguments.
    Propose(Word, Vec<GrueTerm>),
    /// A call of another program with its arguments.
    Call(Word, Vec<GrueTerm>),
}

/// A rule: a condition and its actions.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueRule {
    /// Its name (2002).
    pub name: Option<Word>,
    /// The condition; always true if there is none.
    pub condition: Option<GrueCondition>,
    /// The actions; at least one.
    pub actions: Vec<GrueAction>,
}

/// A teleo-reactive program.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueProgram {
    /// Its name.
    pub name: Word,
    /// Its parameters, without `?`.
    pub parameters: Vec<Word>,
    /// Its rules, first to last.
    pub rules: Vec<GrueRule>,
}

/// The type of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// Achievement: it ends when it is reached.
    Achievement,
    /// Maintenance: it stays active.
    Maintenance,
}

/// A goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GrueGoal {
    /// Its name.
    pub name: Word,
    /// Its priority.
    pub priority: f64,
    /// Its type.
    pub kind: GoalKind,
    /// The condition to achieve, or the program to run.
    pub want: Want,
}

/// The content of a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    /// A condition to achieve; the program that ends with it is looked up.
    Condition(GrueCondition),
    /// A program to run.
    Program(Word),
}

impl GrueCondition {
    /// Whether it joins others, so that it needs parentheses inside of another.
    pub(super) fn has_operands(&self) -> bool {
        matches!(self, Self::And(_) | Self::Or(_))
    }

    /// Equal for conditions that say the same: variables are renamed in the order in which they appear, requests sorted, and letters small.
    /// Operands keep their order.
    pub(super) fn normal_form(&self) -> String {
        let mut renamed = self.clone();
        renamed.rename(&mut Vec::new());
        small(&renamed)
    }

    fn rename(&mut self, names: &mut Vec<Word>) {
        match self {
            Self::Variable(variable) | Self::Exists(variable) => variable.rename(names),
            Self::Compare(_, left, right) => [left, right].into_iter().for_each(|term| term.rename(names)),
            Self::Call(_, terms) => terms.iter_mut().for_each(|term| term.rename(names)),
            Self::Not(inner) => inner.rename(names),
            Self::And(all) | Self::Or(all) => all.iter_mut().for_each(|one| one.rename(names)),
        }
    }
}

impl GrueVariable {
    fn rename(&mut self, names: &mut Vec<Word>) {
        number(&mut self.name, names);
        self.time = None;
        for list in [&mut self.required, &mut self.preferred] {
            for request in list.iter_mut() {
                match &mut request.pattern {
                    GruePattern::Any => {}
                    GruePattern::Compare(_, term) => term.rename(names),
                    GruePattern::Range(GrueRange { lower, upper, .. }) => {
                        let bounds = [lower, upper].into_iter().flat_map(|bound| &mut bound.value);
                        bounds.for_each(|term| term.rename(names));
                    }
                    GruePattern::Values(values) => values.iter_mut().for_each(|term| term.rename(names)),
                }
            }
            list.sort_by_cached_key(small);
        }
    }
}

impl GrueTerm {
    fn rename(&mut self, names: &mut Vec<Word>) {
        match self {
            Self::Variable(name) | Self::Property { of: name, .. } => number(name, names),
            Self::Call(_, terms) => terms.iter_mut().for_each(|term| term.rename(names)),
            Self::Number(_) | Self::Infinite(_) | Self::Word(_) | Self::PropertyOf(..) => {}
        }
    }
}

fn small(part: &impl std::fmt::Debug) -> String {
    format!("{part:?}").to_lowercase()
}

/// Replaces a name by its number among those seen.
fn number(name: &mut Word, names: &mut Vec<Word>) {
    let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.clone());
        names.len() - 1
    });
    name.0 = at.to_string();
}
