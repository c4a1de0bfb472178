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
pub struct Library {
    /// The declarations.
    pub items: Vec<Item>,
}

/// One declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A resource.
    Thing(Thing),
    /// A resource variable printed by itself.
    Variable(Variable),
    /// A goal.
    Goal(Goal),
    /// A teleo-reactive program.
    Program(Program),
    /// A goal joined with its program (2002).
    Task(Goal, Program),
}

/// A resource: an id and properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// The id in front of the properties (2005); in 2002 the id is a property.
    pub name: Option<Word>,
    /// Its properties.
    pub properties: Vec<Property>,
}

/// A label and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The label.
    pub name: Word,
    /// Whether the quantity is divisible.
    pub divisible: bool,
    /// One or more values.
    pub values: Vec<Term>,
}

/// Whether other tasks may use the bound resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// They may not.
    Exclusive,
    /// They may read it.
    Shared,
}

/// A request for a resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The variable's name, without `?`.
    pub name: Word,
    /// The amount between name and requests (2002).
    pub time: Option<Term>,
    /// Whether other tasks may use it.
    pub access: Access,
    /// Whether the binding lasts from one cycle to the next.
    pub persistent: bool,
    /// Required properties.
    pub required: Vec<Request>,
    /// Preferred properties.
    pub preferred: Vec<Request>,
}

/// A requested property.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The label.
    pub name: Word,
    /// The test of its value.
    pub pattern: Pattern,
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// The property is present.
    Any,
    /// A comparison holds.
    Compare(Comparison, Term),
    /// It lies in a range.
    Range(Range),
    /// It equals the value, or contains all of the values.
    Values(Vec<Term>),
}

/// A value range.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The lower bound.
    pub lower: Bound,
    /// The preferred end.
    pub arrow: Option<Arrow>,
    /// The upper bound.
    pub upper: Bound,
}

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Whether values beyond it still match.
    pub soft: bool,
    /// The bound; none is infinity.
    pub value: Option<Term>,
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
pub enum Comparison {
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

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
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
    PropertyOf(Box<Thing>, Word),
    /// A function call.
    Call(Word, Vec<Term>),
}

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A variable can be bound.
    Variable(Variable),
    /// A resource exists, even if another task holds it.
    Exists(Variable),
    /// A comparison of two values.
    Compare(Comparison, Term, Term),
    /// A predicate.
    Call(Word, Vec<Term>),
    /// Negation.
    Not(Box<Condition>),
    /// Conjunction.
    And(Vec<Condition>),
    /// Disjunction.
    Or(Vec<Condition>),
}

/// An action of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Nothing.
    Null,
    /// An action with its arguments.
    Propose(Word, Vec<Term>),
    /// A call of another program with its arguments.
    Call(Word, Vec<Term>),
}

/// A rule: a condition and its actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name (2002).
    pub name: Option<Word>,
    /// The condition; always true if there is none.
    pub condition: Option<Condition>,
    /// The actions; at least one.
    pub actions: Vec<Action>,
}

/// A teleo-reactive program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Its name.
    pub name: Word,
    /// Its parameters, without `?`.
    pub parameters: Vec<Word>,
    /// Its rules, first to last.
    pub rules: Vec<Rule>,
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
pub struct Goal {
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
    Condition(Condition),
    /// A program to run.
    Program(Word),
}

impl Condition {
    /// The form in which two conditions are compared: variables renamed in the order they appear, labels in lower case,
    /// requests sorted. Operands keep their order.
    pub fn normal_form(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        normal(self, &mut names)
    }
}

fn normal(condition: &Condition, names: &mut Vec<String>) -> String {
    match condition {
        Condition::Variable(variable) => format!("var {}", normal_variable(variable, names)),
        Condition::Exists(variable) => format!("exists {}", normal_variable(variable, names)),
        Condition::Compare(op, left, right) => {
            format!("{op:?} {} {}", normal_term(left, names), normal_term(right, names))
        }
        Condition::Call(name, terms) => normal_call(name, terms, names),
        Condition::Not(inner) => format!("not({})", normal(inner, names)),
        Condition::And(all) => format!("and({})", normal_list(all, names)),
        Condition::Or(any) => format!("or({})", normal_list(any, names)),
    }
}

fn normal_list(list: &[Condition], names: &mut Vec<String>) -> String {
    let parts: Vec<String> = list.iter().map(|one| normal(one, names)).collect();
    parts.join(",")
}

fn normal_variable(variable: &Variable, names: &mut Vec<String>) -> String {
    let name = index_of(&variable.name, names);
    let mut lists = [&variable.required, &variable.preferred].map(|list| {
        let mut parts: Vec<String> = list.iter().map(|request| normal_request(request, names)).collect();
        parts.sort();
        parts.join(" ")
    });
    let [required, preferred] = &mut lists;
    format!("{name} {:?} {} [{required}] [{preferred}]", variable.access, variable.persistent)
}

fn normal_request(request: &Request, names: &mut Vec<String>) -> String {
    let pattern = match &request.pattern {
        Pattern::Any => "*".to_owned(),
        Pattern::Compare(op, term) => format!("{op:?} {}", normal_term(term, names)),
        Pattern::Range(range) => {
            let mut bound = |bound: &Bound| {
                let value = bound.value.as_ref().map(|term| normal_term(term, names));
                format!("{} {}", bound.soft, value.unwrap_or_default())
            };
            let (lower, upper) = (bound(&range.lower), bound(&range.upper));
            format!("{lower} {:?} {upper}", range.arrow)
        }
        Pattern::Values(values) => {
            let parts: Vec<String> = values.iter().map(|term| normal_term(term, names)).collect();
            parts.join(" ")
        }
    };
    format!("{}={pattern}", request.name.folded())
}

fn normal_term(term: &Term, names: &mut Vec<String>) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Infinite(_) => "infinite".to_owned(),
        Term::Word(word) => word.folded(),
        Term::Variable(name) => index_of(name, names),
        Term::Property { of, name } => format!("{}.{}", index_of(of, names), name.folded()),
        Term::PropertyOf(resource, name) => format!("{resource:?}.{}", name.folded()).to_lowercase(),
        Term::Call(name, terms) => normal_call(name, terms, names),
    }
}

fn normal_call(name: &Word, terms: &[Term], names: &mut Vec<String>) -> String {
    let parts: Vec<String> = terms.iter().map(|term| normal_term(term, names)).collect();
    format!("{}({})", name.folded(), parts.join(","))
}

fn index_of(name: &Word, names: &mut Vec<String>) -> String {
    let folded = name.folded();
    let at = names.iter().position(|known| *known == folded).unwrap_or_else(|| {
        names.push(folded);
        names.len() - 1
    });
    format!("?{at}")
}
