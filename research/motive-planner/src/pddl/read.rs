//! From lists to a task: declarations first, then everything that uses them.

use super::{FileDiagnostic, InputFile, PddlAction, PddlAtom, PddlFact, PddlTask, PddlTerm};
use crate::hddl::s_expr::SExpr;
use crate::hddl::{ReadError, read_lists};
use crate::limits::{PlanningLimits, WorkMeter};
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

/// The names that can be seen inside an action.
type ParameterScope = Vec<(String, usize)>;

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

    fn unknown(&mut self, what: &str, at: &SExpr, known: &[String]) {
        let name = word(at);
        let unknown =
            Diagnostic::error("unknown", at.span.clone(), format!("there is no {what} called `{name}`"));
        self.push(unknown.with_nearest(&name, known.iter().map(String::as_str)));
    }

    /// Something that PDDL has and planners over symbols have not.
    fn beyond(&mut self, at: &SExpr, what: &str) {
        let beyond = Diagnostic::error(
            "beyond",
            at.span.clone(),
            format!("`{what}` is more than a planner over symbols can express"),
        );
        self.push(beyond.with_help(
            "lists of facts, and of facts that do not hold, are understood: (and (p a) (not (q b)))",
        ));
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
            self.push(
                Diagnostic::error("unknown-part", place, message).with_nearest(&head, known.iter().copied()),
            );
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
            for (name, _, parent) in self.typed(rest(part)) {
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
        if let Some(found) = self.task.types.iter().position(|(known, _)| *known == name) {
            return found;
        }
        let known = names(&self.task.types);
        self.unknown("type", node, &known);
        0
    }

    fn objects(&mut self, part: &SExpr) {
        for (name, span, kind) in self.typed(rest(part)) {
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
        for node in rest(part) {
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
            fields
                .clone()
                .find(|pair| pair.first().map(word).as_deref() == Some(key))
                .and_then(|pair| pair.get(1))
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
        scope: &ParameterScope,
        holds: bool,
        preconditions: &mut Vec<(PddlAtom, bool)>,
        equal: &mut Vec<(PddlTerm, PddlTerm, bool)>,
    ) {
        let head = node.head().unwrap_or_default();
        match (head.as_str(), rest(node)) {
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
            (
                "and" | "or" | "imply" | "forall" | "exists" | "when" | "not" | "=" | "<" | ">" | "<=" | ">=",
                _,
            ) => {
                self.beyond(node, &head);
            }
            _ => preconditions.extend(self.atom(node, scope).map(|atom| (atom, holds))),
        }
    }

    fn effect(&mut self, node: &SExpr, scope: &ParameterScope, schema: &mut PddlAction) {
        let head = node.head().unwrap_or_default();
        match (head.as_str(), rest(node)) {
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
            (
                "forall" | "when" | "not" | "increase" | "decrease" | "assign" | "scale-up" | "scale-down",
                _,
            ) => {
                self.beyond(node, &head);
            }
            _ => schema.effects.extend(self.atom(node, scope).map(|atom| (atom, true))),
        }
    }

    fn atom(&mut self, node: &SExpr, scope: &ParameterScope) -> Option<PddlAtom> {
        let known = self.task.predicates.clone();
        self.applied(node, scope, &known, "predicate")
    }

    fn function(&mut self, node: &SExpr, scope: &ParameterScope) -> Option<PddlAtom> {
        let known = self.task.functions.clone();
        self.applied(node, scope, &known, "function")
    }

    /// A predicate or function with as many arguments as it takes.
    fn applied(
        &mut self,
        node: &SExpr,
        scope: &ParameterScope,
        known: &[(String, usize)],
        what: &str,
    ) -> Option<PddlAtom> {
        let Some((first, arguments)) = node.list().and_then(<[SExpr]>::split_first) else {
            self.flaw("expected", node, format!("expected a {what} with its arguments in brackets"));
            return None;
        };
        let name = word(first);
        let Some(predicate) = known.iter().position(|(known, _)| *known == name) else {
            self.unknown(what, first, &names(known));
            return None;
        };
        let expected = known.get(predicate).map_or(0, |(_, arity)| *arity);
        if arguments.len() != expected {
            let found = arguments.len();
            self.flaw("arity", node, wrong_arity(&name, expected, found));
            return None;
        }
        let terms: Vec<PddlTerm> = arguments.iter().filter_map(|one| self.term(one, scope)).collect();
        (terms.len() == expected).then_some(PddlAtom { predicate, terms })
    }

    fn term(&mut self, node: &SExpr, scope: &ParameterScope) -> Option<PddlTerm> {
        let name = word(node);
        if name.starts_with('?') {
            let found = scope.iter().position(|(known, _)| *known == name).map(PddlTerm::Parameter);
            if found.is_none() {
                self.unknown("parameter", node, &names(scope));
            }
            return found;
        }
        let found = self.task.objects.iter().position(|(known, _)| *known == name).map(PddlTerm::Object);
        if found.is_none() {
            let known = names(&self.task.objects);
            self.unknown("object", node, &known);
        }
        found
    }

    fn problem(&mut self, parts: &[&SExpr]) {
        let nothing = ParameterScope::new();
        for part in with_head(parts, ":init") {
            for node in rest(part) {
                match (node.head().as_deref(), rest(node)) {
                    (Some("="), [function, value]) => self.value(function, value),
                    // What is not said is not true, so there is nothing to do.
                    (Some("not"), _) => {}
                    _ => {
                        let fact = self.atom(node, &nothing).and_then(|atom| grounded(&atom));
                        self.task.init.extend(fact);
                    }
                }
            }
        }
        let (mut preconditions, mut equal) = (Vec::new(), Vec::new());
        for part in with_head(parts, ":goal") {
            for node in rest(part) {
                self.condition(node, &nothing, true, &mut preconditions, &mut equal);
                if !equal.is_empty() {
                    self.beyond(node, "=");
                    equal.clear();
                }
            }
        }
        let goal = preconditions.iter().filter_map(|(atom, holds)| Some((grounded(atom)?, *holds)));
        self.task.goal = goal.collect();
        if self.task.goal.is_empty() && self.flaws.is_empty() {
            let none =
                Diagnostic::error("no-goal", 0..0, "the problem has no goal, so there is nothing to do");
            self.push(none.with_help("say what is to be reached: (:goal (and ...))"));
        }
    }

    fn value(&mut self, function: &SExpr, value: &SExpr) {
        // What has been paid so far is nothing, however it is written.
        if function.head().as_deref() == Some(TOTAL_COST) {
            return;
        }
        let Some(fact) = self.function(function, &ParameterScope::new()).and_then(|atom| grounded(&atom))
        else {
            return;
        };
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

fn rest(node: &SExpr) -> &[SExpr] {
    node.list().and_then(|list| list.get(1..)).unwrap_or(&[])
}

fn with_head<'n>(parts: &[&'n SExpr], head: &str) -> Vec<&'n SExpr> {
    parts.iter().filter(|part| part.head().as_deref() == Some(head)).copied().collect()
}

fn names(of: &[(String, usize)]) -> Vec<String> {
    of.iter().map(|(name, _)| name.clone()).collect()
}

fn grounded(atom: &PddlAtom) -> Option<PddlFact> {
    let object = |term: &PddlTerm| match term {
        PddlTerm::Object(object) => Some(*object),
        PddlTerm::Parameter(_) => None,
    };
    let objects: Option<Vec<usize>> = atom.terms.iter().map(object).collect();
    Some((atom.predicate, objects?))
}
