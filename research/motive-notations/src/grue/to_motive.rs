//! Converts a GRUE syntax tree to a `.motive` text.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Notation;
use super::grue_tree::*;
use motive_language::syntax::NOT_NAMES;

/// The library as a `.motive` text in canonical layout.
///
/// Labels become lower case, names that are not plain words are written in backquotes, a program's first rule without action becomes its
/// `done when`. A goal that names a condition gets the program that ends with the same condition, where there is one.
/// The mind at the end has all goals, under the profile of the notation.
pub fn to_motive(library: &GrueLibrary, notation: Notation) -> String {
    let writer = GrueWriter { library, notation, programs: programs_by_end(library) };
    let text = writer.text();
    motive_language::format::format(&text).unwrap_or(text)
}

struct GrueWriter<'a> {
    library: &'a GrueLibrary,
    notation: Notation,
    /// Programs by the normal form of the condition of their first rule.
    programs: BTreeMap<String, &'a GrueProgram>,
}

/// The first program for each condition of a first rule.
fn programs_by_end(library: &GrueLibrary) -> BTreeMap<String, &GrueProgram> {
    let mut programs = BTreeMap::new();
    for item in &library.items {
        let (GrueItem::Program(program) | GrueItem::Task(_, program)) = item else { continue };
        if let Some(condition) = program.rules.first().and_then(|rule| rule.condition.as_ref()) {
            programs.entry(condition.normal_form()).or_insert(program);
        }
    }
    programs
}

impl GrueWriter<'_> {
    fn text(&self) -> String {
        let mut out = String::new();
        let mut goals = Vec::new();
        for (i, item) in self.library.items.iter().enumerate() {
            match item {
                GrueItem::Thing(resource) => out.push_str(&self.resource(resource, i)),
                GrueItem::Variable(variable) => {
                    let name = format!("wants_{}", variable.name.0);
                    let _ = write!(out, "condition {} when {}", plain(&name), self.variable(variable));
                }
                GrueItem::Goal(goal) => {
                    goals.push(&goal.name);
                    out.push_str(&self.goal(goal));
                }
                GrueItem::Program(program) => out.push_str(&self.program(program)),
                GrueItem::Task(goal, program) => {
                    goals.push(&goal.name);
                    let _ = write!(out, "{}\n\n{}", self.goal(goal), self.program(program));
                }
            }
            out.push_str("\n\n");
        }
        if !goals.is_empty() {
            let names: Vec<String> = goals.iter().map(|name| plain(&name.0)).collect();
            let profile = match self.notation {
                Notation::Grue2002 => "report2002",
                Notation::Grue2005 => "thesis2005",
            };
            let _ =
                writeln!(out, "mind Imported = arbiter {{ goals {} profile {profile} }}", names.join(", "));
        }
        out
    }

    fn resource(&self, resource: &GrueThing, index: usize) -> String {
        let find = |label: &str| resource.properties.iter().find(|property| property.name.is(label));
        let id = find("ID").and_then(|property| property.values.first());
        let id = id.map(|value| plain(&self.term(value).replace('`', "")));
        let name =
            resource.name.as_ref().map(|name| plain(&name.0)).or(id).unwrap_or(format!("thing{index}"));
        let type_symbol = find("TYPE").and_then(|property| match property.values.first() {
            Some(GrueTerm::Word(word)) => Some((property.values.len(), plain(&word.0))),
            _ => None,
        });
        let (types, kind) = type_symbol.unwrap_or((0, "thing".to_owned()));
        let fields: Vec<String> = resource
            .properties
            .iter()
            .filter(|property| !(property.name.is("ID") || property.name.is("TYPE") && types == 1))
            .map(|property| {
                let divisible = if property.divisible { "divisible " } else { "" };
                format!("{}: {divisible}{}", label(&property.name), self.values(&property.values))
            })
            .collect();
        if fields.is_empty() {
            return format!("thing {name}: {kind}");
        }
        format!("thing {name}: {kind} {{ {} }}", fields.join(", "))
    }

    fn goal(&self, goal: &GrueGoal) -> String {
        let verb = match goal.kind {
            GoalKind::Achievement => "achieves",
            GoalKind::Maintenance => "maintains",
        };
        let want = match &goal.want {
            Want::Program(name) => plain(&name.0),
            Want::Condition(condition) => match self.programs.get(&condition.normal_form()) {
                Some(program) => plain(&program.name.0),
                None => format!("when {}", self.conditions(condition)),
            },
        };
        format!("goal {} {verb} {want} {{ priority {} }}", plain(&goal.name.0), goal.priority)
    }

    fn program(&self, program: &GrueProgram) -> String {
        let mut out = format!("program {}", plain(&program.name.0));
        if !program.parameters.is_empty() {
            let names: Vec<String> = program.parameters.iter().map(|name| plain(&name.0)).collect();
            let _ = write!(out, "({})", names.join(", "));
        }
        out.push_str(" {\n");
        for (i, rule) in program.rules.iter().enumerate() {
            let last = i + 1 == program.rules.len();
            let _ = writeln!(out, "{}", self.rule(rule, i, last));
        }
        out.push('}');
        out
    }

    fn rule(&self, rule: &GrueRule, index: usize, last: bool) -> String {
        let condition =
            rule.condition.as_ref().map(|condition| format!("when {}", self.conditions(condition)));
        let steps: Vec<String> = rule.actions.iter().map(|action| self.action(action)).collect();
        let steps = steps.join("; ");
        let ends = index == 0 && rule.actions == [GrueAction::Null];
        match condition {
            Some(condition) if ends => format!("done {condition}"),
            None if last => format!("otherwise do {steps}"),
            condition => {
                let name = rule.name.as_ref().map_or_else(|| format!("rule{index}"), |name| plain(&name.0));
                format!("rule {name} {} do {steps}", condition.unwrap_or_default())
            }
        }
    }

    fn action(&self, action: &GrueAction) -> String {
        match action {
            GrueAction::Null => "nothing".to_owned(),
            GrueAction::Call(name, terms) => self.call(&name.0, terms),
            GrueAction::Propose(name, terms) => match (name.folded().as_str(), terms.as_slice()) {
                ("remove_resource" | "remove-resource", [GrueTerm::Variable(note)]) => {
                    format!("forget {}", plain(&note.0))
                }
                _ if self.notation == Notation::Grue2002 => self.sentence(name, terms),
                _ => self.call(&name.0, terms),
            },
        }
    }

    /// `move toward ?Ghost1` as `move_toward(Ghost1)`: leading words make the action's name. Of words alone the last is
    /// the argument, since the report leaves out the `?` of variables.
    fn sentence(&self, name: &Word, terms: &[GrueTerm]) -> String {
        let is_word = |term: &GrueTerm| matches!(term, GrueTerm::Word(_));
        let mut words = terms.iter().take_while(|term| is_word(term)).count();
        if words == terms.len() {
            words = words.saturating_sub(1);
        }
        let parts: Vec<String> = terms[..words].iter().map(|term| self.term(term).replace('`', "")).collect();
        let name = [vec![name.0.clone()], parts].concat().join("_");
        self.call(&name, &terms[words..])
    }

    fn call(&self, name: &str, terms: &[GrueTerm]) -> String {
        let parts: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
        format!("{}({})", plain(name), parts.join(", "))
    }

    /// A condition at a place that allows several, separated by commas.
    fn conditions(&self, condition: &GrueCondition) -> String {
        match condition {
            GrueCondition::And(all) => self.joined(all, ", "),
            one => self.condition(one),
        }
    }

    fn joined(&self, all: &[GrueCondition], word: &str) -> String {
        all.iter().map(|one| self.inner(one)).collect::<Vec<_>>().join(word)
    }

    /// A nested condition.
    fn inner(&self, condition: &GrueCondition) -> String {
        let text = self.condition(condition);
        if condition.has_operands() { format!("({text})") } else { text }
    }

    fn condition(&self, condition: &GrueCondition) -> String {
        match condition {
            GrueCondition::Variable(variable) => self.variable(variable),
            GrueCondition::Exists(variable) => format!("some {}", self.pattern(variable)),
            GrueCondition::Not(inner) => match inner.as_ref() {
                // In the report a negated variable means that there is no such resource, in the thesis that none is available.
                GrueCondition::Variable(variable) if self.notation == Notation::Grue2002 => {
                    format!("no {}", self.pattern(variable))
                }
                GrueCondition::Variable(variable) => format!("no free {}", self.pattern(variable)),
                GrueCondition::Exists(variable) => format!("no {}", self.pattern(variable)),
                other => format!("not ({})", self.condition(other)),
            },
            GrueCondition::Compare(op, left, right) => self.comparison(*op, left, right),
            GrueCondition::Call(name, terms) => match (name.folded().as_str(), terms.as_slice()) {
                ("equal", [left, right]) => self.comparison(GrueComparison::Equal, left, right),
                ("less_than", [left, right]) => self.comparison(GrueComparison::Less, left, right),
                _ => self.call(&name.0, terms),
            },
            GrueCondition::And(all) => self.joined(all, " and "),
            GrueCondition::Or(any) => self.joined(any, " or "),
        }
    }

    /// A plain word on the left of a comparison is a property of the agent: `HP > 20`.
    fn comparison(&self, op: GrueComparison, left: &GrueTerm, right: &GrueTerm) -> String {
        let left = match left {
            GrueTerm::Word(word) => format!("self.{}", label(word)),
            other => self.term(other),
        };
        let sign = if op == GrueComparison::Equal { "==" } else { op.sign() };
        format!("{left} {sign} {}", self.term(right))
    }

    /// A variable that is bound.
    fn variable(&self, variable: &GrueVariable) -> String {
        let fresh = if variable.persistent { "" } else { "fresh " };
        let access = if variable.access == GrueAccess::Exclusive { "exclusive " } else { "" };
        format!("{fresh}{access}{}: {}", plain(&variable.name.0), self.pattern(variable))
    }

    /// The kind and the requested properties.
    fn pattern(&self, variable: &GrueVariable) -> String {
        let is_kind =
            |request: &&GrueRequest| request.name.is("TYPE") && self.single_symbol(request).is_some();
        let kind = variable.required.iter().find(is_kind);
        let kind_name =
            kind.and_then(|request| self.single_symbol(request)).unwrap_or_else(|| "thing".to_owned());
        let others =
            variable.required.iter().filter(|request| !kind.is_some_and(|kind| std::ptr::eq(kind, *request)));
        // An infinite amount of time is no request: most resources do not state theirs.
        let time = variable.time.iter().filter(|time| !matches!(time, GrueTerm::Infinite(_)));
        let time = time.map(|time| format!("time: {}", self.term(time)));
        let required: Vec<String> = others.map(|request| self.request(request)).chain(time).collect();
        let preferred: Vec<String> = variable.preferred.iter().map(|request| self.request(request)).collect();
        let mut out = kind_name;
        if !required.is_empty() {
            let _ = write!(out, " {{ {} }}", required.join(", "));
        }
        if !preferred.is_empty() {
            let _ = write!(out, " prefer {{ {} }}", preferred.join(", "));
        }
        out
    }

    fn single_symbol(&self, request: &GrueRequest) -> Option<String> {
        let GruePattern::Values(values) = &request.pattern else { return None };
        if let [GrueTerm::Word(word)] = values.as_slice() { Some(plain(&word.0)) } else { None }
    }

    fn request(&self, request: &GrueRequest) -> String {
        let value = match &request.pattern {
            GruePattern::Any => "any".to_owned(),
            GruePattern::Values(values) => self.values(values),
            GruePattern::Range(range) => self.range(range),
            GruePattern::Compare(op, term) => {
                let term = self.term(term);
                match op {
                    GrueComparison::Less => format!("< {term}"),
                    GrueComparison::Greater => format!("> {term}"),
                    GrueComparison::LessOrEqual => format!("..{term}"),
                    GrueComparison::GreaterOrEqual => format!("{term}.."),
                    GrueComparison::Equal => term,
                }
            }
        };
        format!("{}: {value}", label(&request.name))
    }

    fn range(&self, range: &GrueRange) -> String {
        let end = |bound: &GrueBound| match &bound.value {
            Some(term) if bound.soft => format!("~{}", self.term(term)),
            Some(term) => self.term(term),
            None => String::new(),
        };
        let better = match range.arrow {
            Some(Arrow::Up) => " highest",
            Some(Arrow::Down) => " lowest",
            None => "",
        };
        format!("{}..{}{better}", end(&range.lower), end(&range.upper))
    }

    fn values(&self, values: &[GrueTerm]) -> String {
        let parts: Vec<String> = values.iter().map(|value| self.term(value)).collect();
        if parts.len() == 1 { parts.concat() } else { format!("[{}]", parts.join(", ")) }
    }

    fn term(&self, term: &GrueTerm) -> String {
        match term {
            GrueTerm::Number(value) => value.to_string(),
            GrueTerm::Infinite(_) => "infinite".to_owned(),
            GrueTerm::Word(word) if word.is("true") || word.is("false") => word.folded(),
            GrueTerm::Word(word) | GrueTerm::Variable(word) => plain(&word.0),
            GrueTerm::Property { of, name } => format!("{}.{}", plain(&of.0), label(name)),
            GrueTerm::PropertyOf(resource, name) => {
                let found = resource.properties.iter().find(|property| property.name == *name);
                found.map_or("none".to_owned(), |property| self.values(&property.values))
            }
            GrueTerm::Call(name, terms) => self.call(&name.0, terms),
        }
    }
}

/// A label in lower case.
fn label(word: &Word) -> String {
    plain(&word.folded())
}

/// Words beside [`NOT_NAMES`] that the language would not read as names where this writer puts them.
const TAKEN: &str = "not if some no free any take true false shared exclusive optional fresh self nothing \
                     note forget return for task machine network program schedule goap meanwhile plan \
                     arbiter highest lowest weight of";

/// A name, in backquotes if it is not a plain word.
pub(crate) fn plain(name: &str) -> String {
    let starts = name.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
    let taken = NOT_NAMES.contains(&name) || TAKEN.split(' ').any(|word| word == name);
    let bare = starts && !taken && name.chars().all(|one| one.is_alphanumeric() || one == '_');
    if bare { name.to_owned() } else { format!("`{}`", name.replace('`', "'")) }
}
