//! From lists to a task: declarations first, then everything that uses them.

use super::{FileDiagnostic, InputFile, PddlAction, PddlTask, fact};
use crate::hddl::s_expr::{SExpr, with_head};
use crate::hddl::{ReadError, read_lists};
use crate::limits::{PlanningLimits, WorkMeter};
use crate::problem::{Atom, Term};
use motive_diagnostics::{Diagnostic, Span, wrong_arity};

/// How many flaws are listed; a file that is wrong throughout need not be listed whole.
const MOST_FLAWS: usize = 200;
/// How many parameters an action may have. Ours; no known file comes near.
const MOST_PARAMETERS: usize = 32;
/// What is made more by what an action costs.
const TOTAL_COST: &str = "total-cost";

/// Reads a domain and a problem.
///
/// # Errors
/// Everything that is wrong with them.
pub fn read(domain: &str, problem: &str) -> Result<PddlTask, Vec<FileDiagnostic>> {
    let mut reader = PddlReader::default();
    let limits = PlanningLimits { memory: usize::MAX, ..PlanningLimits::default() };
    let lists = read_lists(domain, problem, &mut WorkMeter::new(&limits));
    let [domain, problem] = lists.map_err(ReadError::diagnostics)?;
    reader.both(&domain, &problem);
    if reader.flaws.is_empty() { Ok(reader.task) } else { Err(reader.flaws) }
}

/// The parameters that can be seen inside an action.
type ParameterScope<'a> = &'a [(String, usize)];

#[derive(Default)]
struct PddlReader {
    task: PddlTask,
    flaws: Vec<FileDiagnostic>,
    in_problem: bool,
    /// Whether any action says what it costs.
    has_costs: bool,
}

impl PddlReader {
    fn push(&mut self, diagnostic: Diagnostic) {
        if self.flaws.len() < MOST_FLAWS {
            let file = if self.in_problem { InputFile::Problem } else { InputFile::Domain };
            self.flaws.push(FileDiagnostic { file, diagnostic });
        }
    }

    fn flaw(&mut self, code: &str, at: &SExpr, message: impl Into<String>) {
        self.push(Diagnostic::error(code, at.span.clone(), message));
    }

    /// Something that PDDL has and planners over symbols have not.
    fn beyond(&mut self, at: &SExpr, what: &str) {
        let message = format!("`{what}` is more than a planner over symbols can express");
        let help = "lists of facts, and of facts that do not hold, are understood: (and (p a) (not (q b)))";
        self.push(Diagnostic::error("beyond", at.span.clone(), message).with_help(help));
    }

    fn both(&mut self, domain: &SExpr, problem: &SExpr) {
        self.task.types.push(("object".into(), 0));
        let domain_parts = self.parts(domain, "domain", DOMAIN_PARTS);
        self.task.domain = name_of(domain);
        self.types(&domain_parts);
        for part in with_head(&domain_parts, ":constants") {
            self.objects(part);
        }
        for part in with_head(&domain_parts, ":predicates") {
            let found = self.signatures(part);
            self.task.predicates.extend(found);
        }
        for part in with_head(&domain_parts, ":functions") {
            let found = self.signatures(part);
            self.task.functions.extend(found);
        }
        self.in_problem = true;
        let problem_parts = self.parts(problem, "problem", PROBLEM_PARTS);
        self.task.problem = name_of(problem);
        for part in with_head(&problem_parts, ":objects") {
            self.objects(part);
        }
        self.in_problem = false;
        for part in with_head(&domain_parts, ":action") {
            if let Some(schema) = self.schema(part) {
                self.task.schemas.push(schema);
            }
        }
        self.in_problem = true;
        self.problem(&problem_parts);
        if !self.has_costs {
            self.task.schemas.iter_mut().for_each(|schema| schema.cost = 1.0);
        }
    }

    fn parts<'n>(&mut self, file: &'n SExpr, what: &str, known: &[&str]) -> Vec<&'n SExpr> {
        let list = file.list().unwrap_or(&[]);
        if file.head().as_deref() != Some("define") {
            self.flaw("expected", list.first().unwrap_or(file), "expected `define`");
            return Vec::new();
        }
        if list.get(1).and_then(SExpr::head).as_deref() != Some(what) {
            self.flaw("expected", list.get(1).unwrap_or(file), format!("expected `({what} NAME)`"));
        }
        let mut parts = Vec::new();
        for part in list.iter().skip(2) {
            let head = part.head().unwrap_or_default();
            if known.contains(&head.as_str()) {
                parts.push(part);
                continue;
            }
            let place = part.list().and_then(<[SExpr]>::first).unwrap_or(part).span.clone();
            let message = format!("`{head}` of a {what} is not understood");
            let wrong = Diagnostic::error("unknown-part", place, message);
            self.push(wrong.with_nearest(&head, known.iter().copied()));
        }
        parts
    }

    /// A list of names with types: `a b - T c`.
    fn typed(&mut self, nodes: &[SExpr]) -> Vec<(String, Span, Option<SExpr>)> {
        let (mut all, mut waiting): (Vec<_>, Vec<(String, Span)>) = (Vec::new(), Vec::new());
        let mut nodes = nodes.iter();
        while let Some(node) = nodes.next() {
            if node.word() != Some("-") {
                if node.word().is_none() {
                    self.flaw("expected", node, "expected a name");
                }
                waiting.push((word(node), node.span.clone()));
                continue;
            }
            match nodes.next() {
                Some(kind) if kind.word().is_some() => {
                    all.extend(waiting.drain(..).map(|(name, span)| (name, span, Some(kind.clone()))));
                }
                Some(kind) => self.beyond(kind, "either"),
                None => self.flaw("expected", node, "expected a type after `-`"),
            }
        }
        all.extend(waiting.into_iter().map(|(name, span)| (name, span, None)));
        all
    }

    fn types(&mut self, parts: &[&SExpr]) {
        let mut parents = Vec::new();
        for part in with_head(parts, ":types") {
            for (name, _, parent) in self.typed(part.rest()) {
                let number = self.type_or_new(&name);
                parents.push((number, parent));
            }
        }
        for (number, parent) in parents {
            let parent = parent.map_or(0, |parent| self.type_or_new(&word(&parent)));
            if let Some(kind) = self.task.types.get_mut(number).filter(|_| number != 0) {
                kind.1 = parent;
            }
        }
    }

    fn type_or_new(&mut self, name: &str) -> usize {
        let types = &mut self.task.types;
        types.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            types.push((name.to_owned(), 0));
            types.len() - 1
        })
    }

    fn kind(&mut self, of: Option<&SExpr>) -> usize {
        let Some(node) = of else { return 0 };
        let name = word(node);
        let found = self.task.types.iter().position(|(known, _)| *known == name);
        if found.is_none() {
            self.push(unknown("type", node, &self.task.types));
        }
        found.unwrap_or(0)
    }

    fn objects(&mut self, part: &SExpr) {
        for (name, span, kind) in self.typed(part.rest()) {
            let kind = self.kind(kind.as_ref());
            if self.task.objects.iter().any(|(known, _)| *known == name) {
                self.push(Diagnostic::error("twice", span, format!("`{name}` is declared twice")));
            } else {
                self.task.objects.push((name, kind));
            }
        }
    }

    /// Predicates or functions: names with how many arguments they have. What stands between functions is their type, which is always a number.
    fn signatures(&mut self, part: &SExpr) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for node in part.rest() {
            let Some((first, parameters)) = node.list().and_then(<[SExpr]>::split_first) else {
                if !matches!(node.word(), Some("-" | "number")) {
                    self.flaw("expected", node, "expected a name with its parameters in brackets");
                }
                continue;
            };
            let count = self.typed(parameters).len();
            found.push((word(first), count));
        }
        found
    }

    fn schema(&mut self, part: &SExpr) -> Option<PddlAction> {
        let list = part.list()?;
        let Some(name) = list.get(1).filter(|name| name.word().is_some()) else {
            self.flaw("expected", part, "expected the name of an action");
            return None;
        };
        let mut schema = PddlAction { name: word(name), ..PddlAction::default() };
        if self.task.schemas.iter().any(|known| known.name == schema.name) {
            self.flaw("twice", name, format!("there are two actions called `{}`", schema.name));
        }
        let fields = list.get(2..).unwrap_or(&[]).chunks(2);
        let field = |key: &str| {
            let mut pairs = fields.clone();
            pairs.find(|pair| pair.first().map(word).as_deref() == Some(key))?.get(1)
        };
        if let Some(parameters) = field(":parameters") {
            for (name, _, kind) in self.typed(parameters.list().unwrap_or(&[])) {
                let kind = self.kind(kind.as_ref());
                schema.parameters.push((name, kind));
            }
        }
        if schema.parameters.len() > MOST_PARAMETERS {
            self.flaw("too-many", name, format!("an action can have {MOST_PARAMETERS} parameters at most"));
            return None;
        }
        for pair in fields.clone() {
            let known = [":parameters", ":precondition", ":effect"];
            if let Some(key) = pair.first().filter(|key| !known.contains(&word(key).as_str())) {
                let message = format!("`{}` of an action is not understood", word(key));
                let wrong = Diagnostic::error("unknown-part", key.span.clone(), message);
                self.push(wrong.with_nearest(&word(key), known));
            }
        }
        let scope = schema.parameters.clone();
        if let Some(condition) = field(":precondition") {
            self.condition(condition, &scope, true, &mut schema.preconditions, &mut schema.equal);
        }
        if let Some(effect) = field(":effect") {
            self.effect(effect, &scope, &mut schema);
        }
        Some(schema)
    }

    fn condition(
        &mut self,
        node: &SExpr,
        scope: ParameterScope<'_>,
        holds: bool,
        preconditions: &mut Vec<(Atom, bool)>,
        equal: &mut Vec<(Term, Term, bool)>,
    ) {
        let head = node.head().unwrap_or_default();
        match (head.as_str(), node.rest()) {
            _ if node.is_empty_list() => {}
            ("and", parts) if holds => {
                parts.iter().for_each(|part| self.condition(part, scope, holds, preconditions, equal));
            }
            ("not", [part]) => self.condition(part, scope, !holds, preconditions, equal),
            ("=", [one, other]) => {
                if let (Some(one), Some(other)) = (self.term(one, scope), self.term(other, scope)) {
                    equal.push((one, other, holds));
                }
            }
            ("and" | "or" | "imply" | "forall" | "exists" | "when" | "not", _)
            | ("=" | "<" | ">" | "<=" | ">=", _) => self.beyond(node, &head),
            _ => preconditions.extend(self.atom(node, scope).map(|atom| (atom, holds))),
        }
    }

    fn effect(&mut self, node: &SExpr, scope: ParameterScope<'_>, schema: &mut PddlAction) {
        let head = node.head().unwrap_or_default();
        match (head.as_str(), node.rest()) {
            _ if node.is_empty_list() => {}
            ("and", parts) => parts.iter().for_each(|part| self.effect(part, scope, schema)),
            ("not", [part]) => schema.effects.extend(self.atom(part, scope).map(|atom| (atom, false))),
            ("increase", [what, by]) if what.head().as_deref() == Some(TOTAL_COST) => {
                self.has_costs = true;
                match by.word() {
                    Some(number) => match number.parse::<f64>() {
                        Ok(cost) if cost.is_finite() && cost >= 0.0 => schema.cost += cost,
                        _ => self.flaw("expected", by, "expected a number that is not negative"),
                    },
                    None => schema.costs.extend(self.function(by, scope)),
                }
            }
            ("forall" | "when" | "not", _)
            | ("increase" | "decrease" | "assign" | "scale-up" | "scale-down", _) => self.beyond(node, &head),
            _ => schema.effects.extend(self.atom(node, scope).map(|atom| (atom, true))),
        }
    }

    fn atom(&mut self, node: &SExpr, scope: ParameterScope<'_>) -> Option<Atom> {
        self.applied(node, scope, |task| &task.predicates, "predicate")
    }

    fn function(&mut self, node: &SExpr, scope: ParameterScope<'_>) -> Option<Atom> {
        self.applied(node, scope, |task| &task.functions, "function")
    }

    /// A predicate or function with as many arguments as it takes.
    fn applied(
        &mut self,
        node: &SExpr,
        scope: ParameterScope<'_>,
        declared: fn(&PddlTask) -> &[(String, usize)],
        what: &str,
    ) -> Option<Atom> {
        let Some((first, arguments)) = node.list().and_then(<[SExpr]>::split_first) else {
            self.flaw("expected", node, format!("expected a {what} with its arguments in brackets"));
            return None;
        };
        let (name, known) = (word(first), declared(&self.task));
        let Some(predicate) = known.iter().position(|(known, _)| *known == name) else {
            self.push(unknown(what, first, known));
            return None;
        };
        let (expected, found) = (known[predicate].1, arguments.len());
        if found != expected {
            self.flaw("arity", node, wrong_arity(&name, expected, found));
            return None;
        }
        let terms: Vec<Term> = arguments.iter().filter_map(|one| self.term(one, scope)).collect();
        (terms.len() == expected).then_some(Atom { predicate: predicate as u32, terms })
    }

    fn term(&mut self, node: &SExpr, scope: ParameterScope<'_>) -> Option<Term> {
        let name = word(node);
        let (what, known, term): (_, _, fn(u32) -> Term) = match name.starts_with('?') {
            true => ("parameter", scope, Term::Variable),
            false => ("object", &*self.task.objects, Term::Object),
        };
        let found = known.iter().position(|(known, _)| *known == name);
        if found.is_none() {
            self.push(unknown(what, node, known));
        }
        found.map(|number| term(number as u32))
    }

    fn problem(&mut self, parts: &[&SExpr]) {
        for part in with_head(parts, ":init") {
            for node in part.rest() {
                match (node.head().as_deref(), node.rest()) {
                    (Some("="), [function, value]) => self.value(function, value),
                    // What is not said is not true, so there is nothing to do.
                    (Some("not"), _) => {}
                    _ => {
                        let fact = self.atom(node, &[]).and_then(|atom| fact(&atom, &[]));
                        self.task.init.extend(fact);
                    }
                }
            }
        }
        let (mut preconditions, mut equal) = (Vec::new(), Vec::new());
        for part in with_head(parts, ":goal") {
            for node in part.rest() {
                self.condition(node, &[], true, &mut preconditions, &mut equal);
                if !equal.is_empty() {
                    self.beyond(node, "=");
                    equal.clear();
                }
            }
        }
        let goal = preconditions.iter().filter_map(|(atom, holds)| Some((fact(atom, &[])?, *holds)));
        self.task.goal = goal.collect();
        if self.task.goal.is_empty() && self.flaws.is_empty() {
            let message = "the problem has no goal, so there is nothing to do";
            let none = Diagnostic::error("no-goal", 0..0, message);
            self.push(none.with_help("say what is to be reached: (:goal (and ...))"));
        }
    }

    fn value(&mut self, function: &SExpr, value: &SExpr) {
        // What has been paid so far is nothing, however it is written.
        if function.head().as_deref() == Some(TOTAL_COST) {
            return;
        }
        let Some(fact) = self.function(function, &[]).and_then(|atom| fact(&atom, &[])) else { return };
        match value.word().unwrap_or_default().parse::<f64>() {
            Ok(number) if number.is_finite() => self.task.values.push((fact, number)),
            _ => self.flaw("expected", value, "expected a number"),
        }
    }
}

const DOMAIN_PARTS: &[&str] =
    &[":requirements", ":types", ":constants", ":predicates", ":functions", ":action"];
const PROBLEM_PARTS: &[&str] = &[":domain", ":requirements", ":objects", ":init", ":goal", ":metric"];

/// PDDL does not tell capitals from small letters.
fn word(node: &SExpr) -> String {
    node.word().unwrap_or_default().to_ascii_lowercase()
}

fn name_of(file: &SExpr) -> String {
    let name = file.list().and_then(|list| list.get(1)?.list()?.get(1).map(word));
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| "unnamed".into())
}

fn unknown(what: &str, at: &SExpr, known: &[(String, usize)]) -> Diagnostic {
    let name = word(at);
    let message = format!("there is no {what} called `{name}`");
    let known = known.iter().map(|(name, _)| name.as_str());
    Diagnostic::error("unknown", at.span.clone(), message).with_nearest(&name, known)
}
