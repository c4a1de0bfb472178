//! From lists to the planning form: declarations first, then everything that uses them.

use super::classical::TOTAL_COST;
use super::names::DeclaredNumbers;
use super::networks::NetworkParts;
use super::s_expr::{SExpr, with_head};
use super::{FileDiagnostic, InputFile};
use crate::limits::{LimitReached, WorkMeter};
use crate::problem::{
    ActionCost, CompoundTask, Formula, HtnMethod, HtnProblem, Object, Predicate, PrimitiveAction,
    SchemaVariables, Term, VariableId,
};
use motive_diagnostics::{Diagnostic, Span};

/// How many flaws are listed; a file that is wrong throughout need not be listed whole.
const MOST_FLAWS: usize = 200;

const DOMAIN_PARTS: [&str; 8] =
    [":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":task", ":method"];
const PROBLEM_PARTS: [&str; 8] =
    [":domain", ":objects", ":init", ":goal", ":metric", ":requirements", ":htn", ":htn-tihn"];

/// About the bytes of a part of a definition, such as an object or an argument, with what is noted about it. Our choice.
const PART_BYTES: usize = 48;
/// About the bytes of an object's names and types. Our choice.
const OBJECT_BYTES: usize = 256;
/// The work after which the host is asked if it is time, for one flaw: much, since it may take long. Our choice.
const FLAW_WORK: u64 = 1 << 12;

/// Everything read so far.
pub(super) struct HddlReader<'l> {
    pub(super) problem: HtnProblem,
    pub(super) flaws: Vec<FileDiagnostic>,
    work: WorkMeter<'l>,
    /// The limit that was reached, if any. Nothing is read after that.
    pub(super) limit: Option<LimitReached>,
    /// The approximate size of the problem.
    bytes: usize,
    in_problem: bool,
    pub(super) types: DeclaredNumbers,
    pub(super) objects: DeclaredNumbers,
    pub(super) predicates: DeclaredNumbers,
    pub(super) functions: DeclaredNumbers,
    pub(super) actions: DeclaredNumbers,
    pub(super) compounds: DeclaredNumbers,
    pub(super) methods: DeclaredNumbers,
    /// The variables of each action and of each method, as they are declared.
    pub(super) action_variables: Vec<Vec<DeclaredVariable>>,
    pub(super) method_variables: Vec<Vec<DeclaredVariable>>,
    costs_given: bool,
    /// Whether the files are of classical planning.
    pub(super) is_classical: bool,
    /// The constant part of what each action costs, and the values of functions, before they are rounded.
    pub(super) costs: Vec<f64>,
    pub(super) values: Vec<f64>,
}

/// A variable and where it is declared.
#[derive(Clone, Debug)]
pub(super) struct DeclaredVariable {
    pub(super) name: String,
    pub(super) span: Span,
}

/// The variables that can be seen at a place.
#[derive(Debug, Default)]
pub(super) struct VariableScope {
    visible: Vec<(String, VariableId)>,
    pub(super) variables: SchemaVariables,
    declared: Vec<DeclaredVariable>,
}

/// The parts of a definition by their keys.
type SectionFields<'n> = Vec<(String, &'n SExpr)>;

impl VariableScope {
    pub(super) fn find(&self, name: &str) -> Option<VariableId> {
        self.visible.iter().rev().find(|(known, _)| known == name).map(|(_, variable)| *variable)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().map(|(name, _)| name.as_str())
    }

    pub(super) fn mark(&self) -> usize {
        self.visible.len()
    }

    pub(super) fn leave(&mut self, mark: usize) {
        self.visible.truncate(mark);
    }
}

impl<'l> HddlReader<'l> {
    pub(super) fn new(work: WorkMeter<'l>, is_classical: bool) -> Self {
        Self {
            problem: HtnProblem::default(),
            flaws: Vec::new(),
            work,
            limit: None,
            bytes: 0,
            in_problem: false,
            types: DeclaredNumbers::default(),
            objects: DeclaredNumbers::default(),
            predicates: DeclaredNumbers::default(),
            functions: DeclaredNumbers::default(),
            actions: DeclaredNumbers::default(),
            compounds: DeclaredNumbers::default(),
            methods: DeclaredNumbers::default(),
            action_variables: Vec::new(),
            method_variables: Vec::new(),
            costs_given: false,
            is_classical,
            costs: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Asks for room and time for something that is read next. Returns whether the rest of the files does not matter: a limit is reached,
    /// or no more flaws are listed.
    pub(super) fn is_over(&mut self, node: &SExpr) -> bool {
        let parts = 1 + node.list().map_or(0, <[SExpr]>::len);
        self.bytes += parts * PART_BYTES;
        let asked = self.work.hold_more(self.bytes).and_then(|()| self.work.check_time(parts as u64));
        self.limit = self.limit.or(asked.err());
        self.limit.is_some() || self.flaws.len() >= MOST_FLAWS
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        // Names like the wrong one were looked for.
        self.work.pass(FLAW_WORK);
        if self.flaws.len() < MOST_FLAWS {
            let file = if self.in_problem { InputFile::Problem } else { InputFile::Domain };
            self.flaws.push(FileDiagnostic { file, diagnostic });
        }
    }

    pub(super) fn flaw(&mut self, code: &str, node: &SExpr, message: impl Into<String>) {
        self.push(Diagnostic::error(code, node.span.clone(), message));
    }

    /// Reads both files. Objects of the problem are declared before the domain's bodies are read, since quantifiers range over them.
    pub(super) fn build(&mut self, domain: &SExpr, problem: &SExpr) {
        let domain_parts = self.sections(domain, "domain");
        self.in_problem = true;
        let problem_parts = self.sections(problem, "problem");
        self.in_problem = false;
        self.declare_types(&domain_parts);
        for part in with_head(&domain_parts, ":constants") {
            self.declare_objects(part);
        }
        self.declare_rest(&domain_parts);
        self.in_problem = true;
        for part in with_head(&problem_parts, ":objects") {
            self.declare_objects(part);
        }
        self.in_problem = false;
        self.bodies(&domain_parts);
        self.in_problem = true;
        self.problem_parts(&problem_parts);
        if !self.costs_given {
            self.problem.actions.iter_mut().for_each(|action| action.cost.constant = 1);
            self.costs.fill(1.0);
        }
    }

    fn sections<'n>(&mut self, file: &'n SExpr, what: &str) -> Vec<&'n SExpr> {
        let list = file.list().unwrap_or(&[]);
        if file.head().as_deref() != Some("define") {
            self.flaw("expected", list.first().unwrap_or(file), "expected `define`");
            return Vec::new();
        }
        match list.get(1) {
            Some(name) if name.head().as_deref() == Some(what) => {}
            other => {
                self.flaw("expected", other.unwrap_or(file), format!("expected `({what} NAME)`"));
            }
        }
        // What only hierarchical planning has comes last.
        let (known, classical): (&[&str], usize) = match what {
            "domain" => (&DOMAIN_PARTS, DOMAIN_PARTS.len() - 2),
            _ => (&PROBLEM_PARTS, PROBLEM_PARTS.len() - 2),
        };
        let known = if self.is_classical { &known[..classical] } else { known };
        let mut parts = Vec::new();
        for part in list.iter().skip(2) {
            match part.head() {
                Some(head) if known.contains(&head.as_str()) => parts.push(part),
                head => {
                    let head = head.unwrap_or_default();
                    let message = format!("a {what} has no part like this");
                    let unknown =
                        Diagnostic::error("unknown-part", part.span.start..part.span.start + 1, message);
                    self.push(unknown.with_nearest(&head, known.iter().copied()));
                }
            }
        }
        parts
    }

    fn declare_objects(&mut self, part: &SExpr) {
        self.typed(part.rest(), &mut |this, node, kinds| {
            this.bytes += OBJECT_BYTES;
            if this.is_over(node) {
                return;
            }
            let Some(name) = node.word() else {
                this.flaw("expected", node, "expected the name of an object");
                return;
            };
            let mut types: Vec<u32> = kinds.iter().filter_map(|kind| this.type_named(kind)).collect();
            if kinds.is_empty() {
                types.push(0);
            }
            match this.objects.declare(name, node.span.clone()) {
                Ok(_) => this.problem.objects.push(Object { name: name.to_owned(), types }),
                // Problems often repeat the constants of their domain.
                Err(_) if this.in_problem => {
                    let known = this.objects.find(name).unwrap_or(0);
                    if let Some(object) = this.problem.objects.get_mut(known as usize) {
                        object.types.extend(types);
                    }
                }
                Err(_) => this.flaw("duplicate", node, format!("the object `{name}` is declared twice")),
            }
        });
    }

    /// Predicates, functions, and the heads of tasks, actions and methods.
    fn declare_rest(&mut self, parts: &[&SExpr]) {
        for part in with_head(parts, ":predicates") {
            for node in part.rest() {
                if let Some(predicate) = self.predicate(node) {
                    match self.predicates.declare(&predicate.name, node.span.clone()) {
                        Ok(_) => self.problem.predicates.push(predicate),
                        Err(before) => self.declared_twice("predicate", &predicate.name, node, before),
                    }
                }
            }
        }
        for part in with_head(parts, ":functions") {
            // A type after `-` says that the value is a number, which it is anyway.
            for node in part.rest().iter().filter(|node| node.list().is_some()) {
                if let Some(function) = self.predicate(node)
                    && self.functions.declare(&function.name, node.span.clone()).is_ok()
                {
                    self.problem.functions.push(function);
                }
            }
        }
        for part in parts {
            match part.head().as_deref() {
                Some(":task") => self.declare_compound(part),
                Some(":action") => self.declare_action(part),
                _ => {}
            }
        }
    }

    fn declared_twice(&mut self, what: &str, name: &str, node: &SExpr, before: std::ops::Range<usize>) {
        let message = format!("the {what} `{name}` is declared twice");
        let twice = Diagnostic::error("duplicate", node.span.clone(), message);
        self.push(twice.with_secondary(before, "first here"));
    }

    fn predicate(&mut self, node: &SExpr) -> Option<Predicate> {
        let Some((first, places)) = node.list().and_then(<[SExpr]>::split_first) else {
            self.flaw("expected", node, "expected a predicate in brackets");
            return None;
        };
        let name = first.word()?.to_owned();
        let mut types = Vec::new();
        self.typed(places, &mut |this, _, kinds| types.push(this.one_type(kinds).unwrap_or(0)));
        Some(Predicate { name, places: types })
    }

    /// The name and the named parts of a task, action or method.
    fn fields<'n>(&mut self, part: &'n SExpr) -> Option<(&'n SExpr, &'n str, SectionFields<'n>)> {
        let list = part.list()?;
        let Some((node, name)) = list.get(1).and_then(|node| Some((node, node.word()?))) else {
            self.flaw("expected", part, "expected a name");
            return None;
        };
        let (mut fields, mut rest) = (Vec::new(), list.get(2..).unwrap_or(&[]));
        while let [key, tail @ ..] = rest {
            let Some(word) = key.word().filter(|word| word.starts_with(':')) else {
                let message = "expected a word that starts with `:`, such as `:parameters`";
                let mut expected = Diagnostic::error("expected", key.span.clone(), message);
                if let (Some((before, _)), Some(_)) = (fields.last(), key.list()) {
                    expected = expected
                        .with_help(format!("`{before}` takes one thing; put several into `(and ...)`"));
                }
                self.push(expected);
                rest = tail;
                continue;
            };
            let Some((value, tail)) = tail.split_first() else {
                self.flaw("expected", key, format!("nothing follows `{word}`"));
                break;
            };
            fields.push((word.to_ascii_lowercase(), value));
            rest = tail;
        }
        Some((node, name, fields))
    }

    /// Adds variables of a list to what can be seen, and gives their numbers.
    pub(super) fn variables(&mut self, node: &SExpr, scope: &mut VariableScope) -> Vec<VariableId> {
        let Some(list) = node.list() else {
            self.flaw("expected", node, "expected variables in brackets");
            return Vec::new();
        };
        let mut numbers = Vec::new();
        self.typed(list, &mut |this, node, kinds| {
            let Some(name) = node.word().filter(|word| word.starts_with('?')) else {
                this.flaw("expected", node, "expected a variable, such as `?x`");
                return;
            };
            let number = scope.variables.types.len() as u32;
            scope.variables.types.push(this.one_type(kinds).unwrap_or(0));
            scope.visible.push((name.to_owned(), number));
            scope.declared.push(DeclaredVariable { name: name.to_owned(), span: node.span.clone() });
            numbers.push(number);
        });
        numbers
    }

    /// The parameters of a task, action or method.
    fn parameters(&mut self, fields: &SectionFields<'_>) -> VariableScope {
        let mut scope = VariableScope::default();
        if let Some((_, value)) = fields.iter().find(|(key, _)| key == ":parameters") {
            self.variables(value, &mut scope);
        }
        scope.variables.arity = scope.variables.types.len();
        scope
    }

    fn declare_compound(&mut self, part: &SExpr) {
        let Some((node, name, fields)) = self.fields(part) else { return };
        let scope = self.parameters(&fields);
        for (key, value) in fields {
            match key.as_str() {
                // Some files give tasks conditions; they have no meaning of their own in the competition.
                ":parameters" | ":precondition" | ":effect" => {}
                _ => self.flaw("unknown-part", value, format!("a task has no `{key}`")),
            }
        }
        match self.compounds.declare(name, node.span.clone()) {
            Ok(_) => {
                let task = CompoundTask { name: name.to_owned(), places: scope.variables.types };
                self.problem.compounds.push(task);
            }
            Err(before) => self.declared_twice("task", name, node, before),
        }
    }

    fn declare_action(&mut self, part: &SExpr) {
        let Some((node, name, fields)) = self.fields(part) else { return };
        let scope = self.parameters(&fields);
        let action = PrimitiveAction {
            name: name.to_owned(),
            variables: scope.variables,
            precondition: Formula::True,
            effects: Vec::new(),
            cost: ActionCost::default(),
        };
        if self.compounds.find(name).is_some() {
            self.flaw("duplicate", node, format!("`{name}` is both a task and an action"));
        }
        self.check_parameters(node, action.variables.arity);
        match self.actions.declare(name, node.span.clone()) {
            Ok(_) => {
                self.costs.push(0.0);
                self.problem.actions.push(action);
                self.action_variables.push(scope.declared);
            }
            Err(before) => self.declared_twice("action", name, node, before),
        }
    }

    fn bodies(&mut self, parts: &[&SExpr]) {
        for part in parts {
            if self.is_over(part) {
                return;
            }
            match part.head().as_deref() {
                Some(":action") => self.action_body(part),
                Some(":method") => self.method(part),
                _ => {}
            }
        }
    }

    fn action_body(&mut self, part: &SExpr) {
        let Some(name) = part.list().and_then(|list| list.get(1)).and_then(SExpr::word) else { return };
        let Some(number) = self.actions.find(name) else { return };
        let mut flaws = std::mem::take(&mut self.flaws);
        let Some((_, _, fields)) = self.fields(part) else { return };
        // Names and parameters have been complained about already.
        let mut scope = self.parameters(&fields);
        self.flaws.clear();
        std::mem::swap(&mut self.flaws, &mut flaws);
        let (mut precondition, mut effects, mut cost) = (Formula::True, Vec::new(), None);
        for (key, value) in fields {
            match key.as_str() {
                ":parameters" => {}
                ":precondition" if !self.may_be_condition(value, true, false) => {}
                ":precondition" => precondition = self.formula(value, &mut scope),
                ":effect" if !self.may_be_effect(value) => {}
                ":effect" => self.effects(value, &mut scope, &mut effects, &mut cost),
                _ => {
                    let message = format!("an action has no `{key}`");
                    let wrong = Diagnostic::error("unknown-part", value.span.clone(), message);
                    self.push(wrong.with_nearest(&key, [":parameters", ":precondition", ":effect"]));
                }
            }
        }
        self.costs_given |= cost.is_some();
        let cost = cost.unwrap_or_default();
        if let Some(constant) = self.costs.get_mut(number as usize) {
            *constant = cost.constant;
        }
        if let Some(action) = self.problem.actions.get_mut(number as usize) {
            action.precondition = precondition;
            action.effects = effects;
            action.cost = ActionCost { constant: cost.constant as u32, functions: cost.functions };
            action.variables = scope.variables;
        }
    }

    fn method(&mut self, part: &SExpr) {
        let Some((node, name, fields)) = self.fields(part) else { return };
        if let Err(before) = self.methods.declare(name, node.span.clone()) {
            self.declared_twice("method", name, node, before);
        }
        let mut scope = self.parameters(&fields);
        let (mut task, mut parts) = (None, NetworkParts::default());
        for (key, value) in &fields {
            match key.as_str() {
                ":parameters" => {}
                ":task" => task = Some(value),
                _ if parts.take(key, value) => {}
                _ => self.flaw("unknown-part", value, format!("a method has no `{key}`")),
            }
        }
        let network = self.network(&parts, &mut scope);
        let Some(task) = task else {
            self.flaw("expected", node, format!("the method `{name}` does not say which `:task` it is for"));
            return;
        };
        let Some((task, terms)) = self.head_of(task, &scope) else { return };
        let name = name.to_owned();
        self.problem.methods.push(HtnMethod { name, task, terms, variables: scope.variables, network });
        self.method_variables.push(scope.declared);
    }

    /// The task that a method is for.
    fn head_of(&mut self, node: &SExpr, scope: &VariableScope) -> Option<(u32, Vec<Term>)> {
        let Some(first) = node.list().and_then(<[SExpr]>::first) else {
            self.flaw("expected", node, "expected a task with its arguments in brackets");
            return None;
        };
        let Some(task) = self.compounds.find(first.word().unwrap_or_default()) else {
            self.unknown("task", first, |this| &this.compounds);
            return None;
        };
        let expected = self.problem.compounds.get(task as usize)?.places.len();
        Some((task, self.arguments(node, expected, scope)?))
    }

    fn problem_parts(&mut self, parts: &[&SExpr]) {
        let mut has_tasks = false;
        for part in parts {
            match part.head().as_deref() {
                Some(":htn" | ":htn-tihn") => {
                    has_tasks = true;
                    self.first_tasks(part.rest());
                }
                Some(":init") => {
                    for node in part.rest() {
                        if self.is_over(node) {
                            return;
                        }
                        self.fact(node);
                    }
                }
                Some(":goal") => {
                    let mut scope = VariableScope::default();
                    if let Some(goal) = part.rest().first()
                        && self.may_be_condition(goal, true, true)
                    {
                        self.problem.goal = self.formula(goal, &mut scope);
                    }
                    self.problem.goal_variables = scope.variables;
                }
                _ => {}
            }
        }
        if !has_tasks && !self.is_classical && self.flaws.is_empty() {
            let message = "the problem has no `:htn` part, so there is nothing to do";
            let help = "a problem of hierarchical planning names its root tasks: (:htn :subtasks (and ...))";
            self.push(Diagnostic::error("no-tasks", 0..0, message).with_help(help));
        }
    }

    fn first_tasks(&mut self, rest: &[SExpr]) {
        let word = |key: &SExpr| key.word().unwrap_or_default().to_ascii_lowercase();
        let pairs = || rest.chunks_exact(2).map(|pair| (&pair[0], &pair[1]));
        let mut scope = self.parameters(&pairs().map(|(key, value)| (word(key), value)).collect());
        let mut parts = NetworkParts::default();
        for (key, value) in pairs() {
            let word = word(key);
            if word != ":parameters" && !parts.take(&word, value) {
                self.flaw("unknown-part", key, "the root tasks have no part like this");
            }
        }
        self.problem.tasks = self.network(&parts, &mut scope);
        self.problem.variables = scope.variables;
    }

    fn fact(&mut self, node: &SExpr) {
        match (node.head().as_deref(), node.list()) {
            (Some("="), Some([_, function, value])) => self.value(function, value),
            // What is not said is not true, so there is nothing to do.
            (Some("not"), _) => {}
            _ => {
                if node.list().is_none() {
                    self.flaw("expected", node, "expected a fact in brackets");
                }
                let atom = self.atom(node, &VariableScope::default());
                self.problem.facts.extend(atom.map(|atom| (atom.predicate, objects(&atom.terms))));
            }
        }
    }

    fn value(&mut self, function: &SExpr, value: &SExpr) {
        // What has been paid so far is nothing, however it is written.
        if self.is_classical && function.head().as_deref() == Some(TOTAL_COST) {
            return;
        }
        let Some(first) = function.list().and_then(<[SExpr]>::first) else { return };
        let name = first.word().unwrap_or_default();
        let Some(number) = self.functions.find(name) else {
            self.flaw("unknown-function", first, format!("there is no function `{name}`"));
            return;
        };
        let expected = self.problem.functions.get(number as usize).map_or(0, |known| known.places.len());
        let terms = self.arguments(function, expected, &VariableScope::default());
        let value = self.number(value, true);
        if let (Some(terms), Some(value)) = (terms, value) {
            self.problem.values.push((number, objects(&terms), value as u32));
            self.values.push(value);
        }
    }
}

/// The objects among terms.
fn objects(terms: &[Term]) -> Vec<u32> {
    let object = |term: &Term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(_) => None,
    };
    terms.iter().filter_map(object).collect()
}
