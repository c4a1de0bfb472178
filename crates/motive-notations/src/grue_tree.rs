//! What both GRUE notations say.

/// A name or symbol: compared without regard to case, written as it was.
#[derive(Clone, Debug, Eq)]
pub struct Word(pub String);

impl Word {
    /// The word in lower case.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }

    /// Whether it is this word, in whatever case.
    pub fn is(&self, word: &str) -> bool {
        self.0.to_lowercase() == word.to_lowercase()
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.is(&other.0)
    }
}

/// A whole text: what it declares, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// The declarations.
    pub items: Vec<Item>,
}

/// One declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Something that is there.
    Thing(Thing),
    /// A request for something, printed by itself.
    Variable(Variable),
    /// Something wanted.
    Goal(Goal),
    /// A teleo-reactive program.
    Program(Program),
    /// A goal joined with its program (2002).
    Task(Goal, Program),
}

/// Something that is there: an id and properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// Its name in front of the properties (2005); in 2002 the id is one of them.
    pub name: Option<Word>,
    /// Its properties.
    pub properties: Vec<Property>,
}

/// A label and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The label.
    pub name: Word,
    /// Whether parts of it may be taken.
    pub divisible: bool,
    /// One or more values.
    pub values: Vec<Term>,
}

/// Who else may use what a variable is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nobody.
    Exclusive,
    /// Everybody who only reads.
    Shared,
}

/// A request for a resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The name it is bound to, without `?`.
    pub name: Word,
    /// The amount between name and requests (2002).
    pub time: Option<Term>,
    /// Who else may use it.
    pub access: Access,
    /// Whether the binding lasts from one cycle to the next.
    pub persistent: bool,
    /// What it must have.
    pub required: Vec<Request>,
    /// What it would better have.
    pub preferred: Vec<Request>,
}

/// One property asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The label.
    pub name: Word,
    /// What is asked of its value.
    pub pattern: Pattern,
}

/// What is asked of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// That it is there.
    Any,
    /// That it compares so.
    Compare(Comparison, Term),
    /// That it lies in a range.
    Range(Range),
    /// That it is this, or contains these.
    Values(Vec<Term>),
}

/// A value range.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The lower bound.
    pub lower: Bound,
    /// The end that is better.
    pub arrow: Option<Arrow>,
    /// The upper bound.
    pub upper: Bound,
}

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Whether values beyond it still match.
    pub soft: bool,
    /// Where it lies; nowhere is infinity.
    pub value: Option<Term>,
}

/// The end of a range that is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `->`
    Up,
    /// `<-`
    Down,
}

/// How two values compare.
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

/// A value, or where one comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A number.
    Number(f64),
    /// More than any number, as it was written.
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
    /// A property of a resource that is written out.
    PropertyOf(Box<Thing>, Word),
    /// What a function gives.
    Call(Word, Vec<Term>),
}

/// When a rule holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Something can be bound.
    Variable(Variable),
    /// Something exists, whoever holds it.
    Exists(Variable),
    /// Two values compare so.
    Compare(Comparison, Term, Term),
    /// A predicate.
    Call(Word, Vec<Term>),
    /// The contrary.
    Not(Box<Condition>),
    /// All of them.
    And(Vec<Condition>),
    /// One of them.
    Or(Vec<Condition>),
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Nothing.
    Null,
    /// An action and what it is done with.
    Propose(Word, Vec<Term>),
    /// Another program and what it is called with.
    Call(Word, Vec<Term>),
}

/// A condition and what is done when it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name (2002).
    pub name: Option<Word>,
    /// When; always, if there is none.
    pub condition: Option<Condition>,
    /// What; at least one.
    pub actions: Vec<Action>,
}

/// A teleo-reactive program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Its name.
    pub name: Word,
    /// What it is called with, without `?`.
    pub parameters: Vec<Word>,
    /// Its rules, first to last.
    pub rules: Vec<Rule>,
}

/// Whether a goal ends when it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// It does.
    Achievement,
    /// It stays.
    Maintenance,
}

/// Something wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Its name.
    pub name: Word,
    /// How much it matters.
    pub priority: f64,
    /// Whether it ends when it is reached.
    pub kind: GoalKind,
    /// What is wanted, or how it is got.
    pub want: Want,
}

/// What a goal asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    /// That this holds; the program that ends with it is looked up.
    Condition(Condition),
    /// That this program runs.
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
