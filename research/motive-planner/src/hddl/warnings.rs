//! Warnings about files that can be used but are probably not what was meant.

use super::reader::{DeclaredVariable, HddlReader};
use super::s_expr::SExpr;
use super::{FileDiagnostic, InputFile};
use crate::problem::{
    Atom, Formula, HtnProblem, ObjectId, ObjectTypes, SchemaVariables, TaskId, Term, TypeId,
};
use motive_diagnostics::{Diagnostic, Span, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// All warnings about a domain and a problem that were read without errors.
pub(super) fn warnings(builder: &HddlReader<'_>, domain: &SExpr, problem: &SExpr) -> Vec<FileDiagnostic> {
    let mut found = Warnings {
        builder,
        problem: &builder.problem,
        kinds: ObjectTypes::of(&builder.problem),
        list: Vec::new(),
        empty: BTreeMap::new(),
    };
    found.list.extend(missing_requirements(domain, problem));
    found.domain_name(domain, problem);
    found.predicates();
    found.tasks_without_methods();
    for number in 0..builder.problem.actions.len() {
        found.action(number);
    }
    for number in 0..builder.problem.methods.len() {
        found.method(number);
    }
    found.empty_types();
    found.facts(problem);
    found.root_tasks(problem);
    found.list
}

struct Warnings<'a> {
    builder: &'a HddlReader<'a>,
    problem: &'a HtnProblem,
    kinds: ObjectTypes,
    list: Vec<FileDiagnostic>,
    /// Types without objects, and the actions and methods that need one.
    empty: BTreeMap<TypeId, Vec<String>>,
}

/// Where a variable is used, and what that asks of its objects.
#[derive(Default)]
struct VariableUse {
    is_used: bool,
    /// Types that its objects must have, each with the one that asks for it.
    asked: Vec<(TypeId, String)>,
}

impl Warnings<'_> {
    fn warn(&mut self, diagnostic: Diagnostic) {
        self.list.push(FileDiagnostic { file: InputFile::Domain, diagnostic });
    }

    fn warn_of_problem(&mut self, diagnostic: Diagnostic) {
        self.list.push(FileDiagnostic { file: InputFile::Problem, diagnostic });
    }

    fn type_name(&self, kind: TypeId) -> &str {
        self.problem.types.get(kind as usize).map_or("?", |kind| kind.name.as_str())
    }

    /// The problem names the domain that it is for.
    fn domain_name(&mut self, domain: &SExpr, problem: &SExpr) {
        let second = |node: &SExpr| Some(node.list()?.get(1)?.word()?.to_ascii_lowercase());
        let name = domain.list().and_then(|list| list.get(1)).and_then(second);
        for part in problem.members(":domain") {
            if let (Some(domain), Some(named)) = (&name, second(part))
                && *domain != named
            {
                let message =
                    format!("the problem is for the domain `{named}`, but the domain given is `{domain}`");
                self.warn_of_problem(Diagnostic::warning("other-domain", part.span.clone(), message));
            }
        }
    }

    /// Predicates that nothing uses, and those that are asked for but never true.
    fn predicates(&mut self) {
        let count = self.problem.predicates.len();
        let (mut asked, mut added, mut mentioned) =
            (vec![false; count], vec![false; count], vec![false; count]);
        let conditions = self.problem.actions.iter().map(|action| &action.precondition);
        let conditions =
            conditions.chain(self.problem.methods.iter().map(|method| &method.network.precondition));
        for condition in conditions.chain([&self.problem.goal, &self.problem.tasks.precondition]) {
            each_atom(condition, true, &mut |atom, positive| {
                mentioned[atom.predicate as usize] = true;
                asked[atom.predicate as usize] |= positive;
            });
        }
        for effect in self.problem.actions.iter().flat_map(|action| &action.effects) {
            mentioned[effect.atom.predicate as usize] = true;
            added[effect.atom.predicate as usize] |= effect.becomes;
            each_atom(&effect.when, true, &mut |atom, _| mentioned[atom.predicate as usize] = true);
        }
        self.problem.facts.iter().for_each(|(predicate, _)| added[*predicate as usize] = true);
        for (number, predicate) in self.problem.predicates.iter().enumerate() {
            let (name, place) = (&predicate.name, self.builder.predicates.place(number));
            if !mentioned[number] {
                let message = format!("the predicate `{name}` is in no condition and no effect");
                self.warn(Diagnostic::warning("unused-predicate", place, message));
            } else if asked[number] && !added[number] {
                let message = format!("`{name}` is asked for, but no fact and no effect makes it true");
                let help = format!("give the problem facts `({name} ...)`, or an action this effect");
                self.warn(Diagnostic::warning("never-true", place, message).with_help(help));
            }
        }
    }

    fn tasks_without_methods(&mut self) {
        let with_methods: BTreeSet<u32> = self.problem.methods.iter().map(|method| method.task).collect();
        for (number, task) in self.problem.compounds.iter().enumerate() {
            if !with_methods.contains(&(number as u32)) {
                let message = format!("no method is for the task `{}`, so it can never be done", task.name);
                let place = self.builder.compounds.place(number);
                self.warn(Diagnostic::warning("no-method", place, message));
            }
        }
    }

    fn action(&mut self, number: usize) {
        let action = &self.problem.actions[number];
        let mut uses: Vec<VariableUse> = uses(&action.variables.types);
        self.note_condition(&action.precondition, &mut uses);
        for effect in &action.effects {
            mark(&effect.atom.terms, &mut uses);
            each_term(&effect.when, &mut |term| mark(&[term], &mut uses));
        }
        action.cost.functions.iter().for_each(|atom| mark(&atom.terms, &mut uses));
        let declared = self.builder.action_variables.get(number).map_or(&[][..], Vec::as_slice);
        self.parameters(("action", &action.name), declared, &action.variables, &uses);
        let place = self.builder.actions.place(number);
        self.contradiction(("action", &action.name), place, &action.precondition);
    }

    fn method(&mut self, number: usize) {
        let method = &self.problem.methods[number];
        let mut uses: Vec<VariableUse> = uses(&method.variables.types);
        self.note_condition(&method.network.precondition, &mut uses);
        if let Some(task) = self.problem.compounds.get(method.task as usize) {
            note_places(&method.terms, &task.places, &task.name, &mut uses);
        }
        for call in &method.network.calls {
            let places = match call.task {
                TaskId::Action(action) => {
                    self.problem.actions.get(action as usize).map(|action| &action.variables.types)
                }
                TaskId::Compound(task) => self.problem.compounds.get(task as usize).map(|task| &task.places),
            };
            let places = places.map_or(&[][..], Vec::as_slice);
            note_places(&call.terms, places, self.problem.task_name(call.task), &mut uses);
        }
        let declared = self.builder.method_variables.get(number).map_or(&[][..], Vec::as_slice);
        self.parameters(("method", &method.name), declared, &method.variables, &uses);
        let place = self.builder.methods.place(number);
        self.contradiction(("method", &method.name), place, &method.network.precondition);
    }

    /// What a condition asks of variables. Only what must hold in any case asks for a type.
    fn note_condition(&self, condition: &Formula, uses: &mut [VariableUse]) {
        each_term(condition, &mut |term| mark(&[term], uses));
        condition.each_conjunct(&mut |part| {
            if let Formula::Atom(atom) = part
                && let Some(predicate) = self.problem.predicates.get(atom.predicate as usize)
            {
                note_places(&atom.terms, &predicate.places, &predicate.name, uses);
            }
        });
    }

    /// Parameters that nothing uses, that are declared twice, or that no object can be.
    fn parameters(
        &mut self,
        (what, name): (&str, &str),
        declared: &[DeclaredVariable],
        variables: &SchemaVariables,
        uses: &[VariableUse],
    ) {
        let mut seen: Vec<&DeclaredVariable> = Vec::new();
        let parameters = declared.iter().zip(&variables.types).zip(uses).take(variables.arity);
        for ((declared, kind), use_of) in parameters {
            let (variable, place) = (&declared.name, declared.span.clone());
            if let Some(before) = seen.iter().find(|before| before.name == *variable) {
                let message = format!(
                    "the {what} `{name}` has two parameters `{variable}`; the second is meant everywhere"
                );
                let twice = Diagnostic::warning("duplicate", place, message);
                self.warn(twice.with_secondary(before.span.clone(), "first here"));
                continue;
            }
            seen.push(declared);
            if !use_of.is_used {
                let message = format!("the {what} `{name}` does not use its parameter `{variable}`");
                let help = "every object of its type gives another copy; leave it out if it has no meaning";
                self.warn(Diagnostic::warning("unused-parameter", place.clone(), message).with_help(help));
            }
            if self.kinds.members(*kind).is_empty() {
                let needed_by = self.empty.entry(*kind).or_default();
                if needed_by.last().is_none_or(|last| last != name) {
                    needed_by.push(name.to_owned());
                }
            } else if let Some(message) = self.why_no_object(variable, *kind, use_of) {
                let message = format!("the {what} `{name}` can never be used: {message}");
                self.warn(Diagnostic::warning("never-used", place, message));
            }
        }
    }

    /// Why no object can be a variable, if that is so.
    fn why_no_object(&self, variable: &str, kind: TypeId, use_of: &VariableUse) -> Option<String> {
        let of_type = self.kinds.members(kind);
        let fits = |object: &ObjectId| use_of.asked.iter().all(|(kind, _)| self.kinds.is(*object, *kind));
        if of_type.iter().any(fits) {
            return None;
        }
        let alone =
            use_of.asked.iter().find(|(kind, _)| !of_type.iter().any(|object| self.kinds.is(*object, *kind)));
        let (asked, by) = alone.or_else(|| use_of.asked.first())?;
        let (own, asked) = (self.type_name(kind), self.type_name(*asked));
        Some(format!(
            "`{variable}` is of type `{own}`, but `{by}` takes `{asked}` there, and no object is both"
        ))
    }

    /// Types that no object has but parameters ask for, one warning each.
    fn empty_types(&mut self) {
        for (kind, needed_by) in std::mem::take(&mut self.empty) {
            let (name, needed_by) = (self.type_name(kind), listed(&needed_by));
            let message = format!("no object is of type `{name}`, so {needed_by} can never be used");
            let place = self.builder.types.place(kind as usize);
            self.warn(Diagnostic::warning("empty-type", place, message));
        }
    }

    fn contradiction(&mut self, (what, name): (&str, &str), place: Span, condition: &Formula) {
        let (mut positive, mut negative): (Vec<&Atom>, Vec<&Atom>) = (Vec::new(), Vec::new());
        condition.each_conjunct(&mut |part| match part {
            Formula::Atom(atom) => positive.push(atom),
            Formula::Not(part) => {
                if let Formula::Atom(atom) = part.as_ref() {
                    negative.push(atom);
                }
            }
            _ => {}
        });
        if let Some(atom) = positive.iter().find(|atom| negative.contains(atom)) {
            let predicate =
                self.problem.predicates.get(atom.predicate as usize).map_or("?", |it| it.name.as_str());
            let message =
                format!("the {what} `{name}` can never be used: it needs `{predicate}` to be true and false");
            self.warn(Diagnostic::warning("never-used", place, message));
        }
    }

    /// Facts about objects of another type than the predicate is declared for. One for each place of a predicate.
    fn facts(&mut self, problem: &SExpr) {
        let mut said = BTreeSet::new();
        for node in problem.members(":init").into_iter().flat_map(SExpr::rest) {
            let Some([name, arguments @ ..]) = node.list() else { continue };
            let Some(number) = name.word().and_then(|name| self.builder.predicates.find(name)) else {
                continue;
            };
            let Some(predicate) = self.problem.predicates.get(number as usize) else { continue };
            self.arguments(&predicate.name, &predicate.places, arguments, &mut |place| {
                said.insert((number, place))
            });
        }
    }

    /// Root tasks with objects of another type than the task is declared for: such a task can never be done.
    fn root_tasks(&mut self, problem: &SExpr) {
        let mut open = problem.members(":htn");
        while let Some(node) = open.pop() {
            let Some(list) = node.list() else { continue };
            open.extend(list.iter().rev());
            let Some([name, arguments @ ..]) = node.list() else { continue };
            let Some(name) = name.word() else { continue };
            let compound =
                self.builder.compounds.find(name).and_then(|it| self.problem.compounds.get(it as usize));
            let action = self.builder.actions.find(name).and_then(|it| self.problem.actions.get(it as usize));
            let places = compound.map(|it| it.places.as_slice());
            let places = places.or(action.and_then(|it| it.variables.types.get(..it.variables.arity)));
            self.arguments(name, places.unwrap_or_default(), arguments, &mut |_| true);
        }
    }

    /// Warns of objects of another type than a place is declared for, if it is to be said of that place.
    fn arguments(
        &mut self,
        name: &str,
        places: &[TypeId],
        arguments: &[SExpr],
        is_said: &mut dyn FnMut(usize) -> bool,
    ) {
        for (place, (argument, kind)) in arguments.iter().zip(places).enumerate() {
            let word = argument.word().unwrap_or_default();
            let Some(object) = self.builder.objects.find(word) else { continue };
            if !self.kinds.is(object, *kind) && is_said(place) {
                let message =
                    format!("`{name}` takes `{}` here, but `{word}` is none", self.type_name(*kind));
                self.warn_of_problem(Diagnostic::warning("other-type", argument.span.clone(), message));
            }
        }
    }
}

/// The first few names, and how many more there are.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = names.len() - shown.len();
    if more == 0 { shown.join(", ") } else { format!("{} and {more} more", shown.join(", ")) }
}

fn uses(types: &[TypeId]) -> Vec<VariableUse> {
    types.iter().map(|_| VariableUse::default()).collect()
}

fn mark(terms: &[Term], uses: &mut [VariableUse]) {
    for term in terms {
        if let Term::Variable(variable) = term
            && let Some(use_of) = uses.get_mut(*variable as usize)
        {
            use_of.is_used = true;
        }
    }
}

/// Notes that variables stand where objects of certain types must be.
fn note_places(terms: &[Term], places: &[TypeId], by: &str, uses: &mut [VariableUse]) {
    mark(terms, uses);
    for (term, kind) in terms.iter().zip(places) {
        if let Term::Variable(variable) = term
            && let Some(use_of) = uses.get_mut(*variable as usize)
        {
            use_of.asked.push((*kind, by.to_owned()));
        }
    }
}

/// Calls back with every atom of a condition, and whether it must be true rather than false.
fn each_atom(condition: &Formula, positive: bool, each: &mut dyn FnMut(&Atom, bool)) {
    match condition {
        Formula::True | Formula::Equal(..) | Formula::OfType(..) => {}
        Formula::Atom(atom) => each(atom, positive),
        Formula::Not(part) => each_atom(part, !positive, each),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| each_atom(part, positive, each));
        }
        Formula::All(_, part) | Formula::Some(_, part) => each_atom(part, positive, each),
    }
}

/// Calls back with every term of a condition.
fn each_term(condition: &Formula, each: &mut dyn FnMut(Term)) {
    match condition {
        Formula::True => {}
        Formula::Atom(atom) => atom.terms.iter().for_each(|term| each(*term)),
        Formula::Equal(first, second) => [first, second].into_iter().for_each(|term| each(*term)),
        Formula::OfType(term, _) => each(*term),
        Formula::Not(part) | Formula::All(_, part) | Formula::Some(_, part) => each_term(part, each),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| each_term(part, each)),
    }
}

/// What a requirement stands for, where it stands for others.
const ABBREVIATIONS: [(&str, &[&str]); 3] = [
    (":adl", KNOWN.split_at(8).0),
    (":quantified-preconditions", &[":universal-preconditions", ":existential-preconditions"]),
    (":htn-method-prec", &[":method-preconditions"]),
];

/// The requirements that are understood; `:adl` stands for the first eight.
const KNOWN: [&str; 13] = [
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":universal-preconditions",
    ":existential-preconditions",
    ":conditional-effects",
    ":hierarchy",
    ":method-preconditions",
    ":action-costs",
    ":adl",
    ":quantified-preconditions",
];

/// A warning if features are used that `:requirements` does not name, and one for each name that is nearly right.
pub(super) fn missing_requirements(domain: &SExpr, problem: &SExpr) -> Vec<FileDiagnostic> {
    let required = domain.members(":requirements");
    let mut named = BTreeSet::new();
    let mut list = Vec::new();
    for node in required.iter().flat_map(|section| section.rest()) {
        let word = node.word().unwrap_or_default().to_ascii_lowercase();
        let stands_for = ABBREVIATIONS.iter().find(|(name, _)| *name == word).map_or(&[][..], |(_, all)| all);
        named.extend(stands_for.iter().map(|name| (*name).to_owned()));
        if !KNOWN.contains(&word.as_str()) && stands_for.is_empty() && nearest(&word, KNOWN).is_some() {
            let message = format!("there is no requirement `{word}`");
            let unknown = Diagnostic::warning("unknown-requirement", node.span.clone(), message);
            list.push(unknown.with_nearest(&word, KNOWN));
        }
        named.insert(word);
    }
    let mut used = BTreeSet::new();
    let parts = domain.list().unwrap_or(&[]);
    parts.iter().for_each(|part| of_section(part, &mut used));
    problem.members(":goal").into_iter().for_each(|goal| of_condition(goal, &mut used));
    let missing: Vec<&str> = used.into_iter().filter(|name| !named.contains(*name)).collect();
    if !missing.is_empty() {
        let place = required.first().copied().or_else(|| parts.get(1)).unwrap_or(domain);
        let message = format!("the domain uses more than it requires: {}", missing.join(" "));
        let warning = Diagnostic::warning("missing-requirement", place.span.clone(), message);
        list.push(warning.with_help("other planners may refuse it; add them to `(:requirements ...)`"));
    }
    list.into_iter().map(|diagnostic| FileDiagnostic { file: InputFile::Domain, diagnostic }).collect()
}

fn of_section(section: &SExpr, used: &mut BTreeSet<&'static str>) {
    let head = section.head();
    used.extend(match head.as_deref() {
        Some(":types") => Some(":typing"),
        Some(":functions") => Some(":action-costs"),
        Some(":task" | ":method") => Some(":hierarchy"),
        _ => None,
    });
    let is_method = head.as_deref() == Some(":method");
    if !is_method && head.as_deref() != Some(":action") {
        return;
    }
    for pair in section.rest().windows(2) {
        let [key, value] = pair else { continue };
        match key.word().unwrap_or_default().to_ascii_lowercase().as_str() {
            ":precondition" => {
                used.extend((is_method && !value.is_empty_list()).then_some(":method-preconditions"));
                of_condition(value, used);
            }
            ":effect" => of_effect(value, used),
            _ => {}
        }
    }
}

fn of_condition(condition: &SExpr, used: &mut BTreeSet<&'static str>) {
    let rest = condition.rest();
    used.extend(match condition.head().as_deref() {
        Some("not") if rest.first().and_then(SExpr::head).as_deref() != Some("=") => {
            Some(":negative-preconditions")
        }
        Some("or" | "imply") => Some(":disjunctive-preconditions"),
        Some("=") => Some(":equality"),
        Some("forall") => Some(":universal-preconditions"),
        Some("exists") => Some(":existential-preconditions"),
        _ => None,
    });
    rest.iter().for_each(|part| of_condition(part, used));
}

fn of_effect(effect: &SExpr, used: &mut BTreeSet<&'static str>) {
    match (effect.head().as_deref(), effect.rest()) {
        (Some("when"), [condition, part]) => {
            used.insert(":conditional-effects");
            of_condition(condition, used);
            of_effect(part, used);
        }
        (Some("increase"), _) => drop(used.insert(":action-costs")),
        (Some("not"), _) => {}
        (_, rest) => rest.iter().for_each(|part| of_effect(part, used)),
    }
}
