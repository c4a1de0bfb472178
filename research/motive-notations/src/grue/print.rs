//! Writes the syntax tree in either notation.

use super::Notation;
use super::grue_tree::*;

/// The text of a library in a notation; reading it gives the same library.
pub(super) fn print(library: &GrueLibrary, notation: Notation) -> String {
    let printer = GruePrinter { is_2005: notation == Notation::Grue2005 };
    library.items.iter().map(|item| printer.item(item) + "\n").collect()
}

struct GruePrinter {
    is_2005: bool,
}

impl GruePrinter {
    fn item(&self, item: &GrueItem) -> String {
        match item {
            GrueItem::Thing(resource) => self.resource(resource),
            GrueItem::Variable(variable) => self.variable(variable),
            GrueItem::Goal(goal) => self.goal(goal, None),
            GrueItem::Program(program) => self.program(program),
            GrueItem::Task(goal, program) if self.is_2005 => {
                format!("{}\n{}", self.program(program), self.goal(goal, None))
            }
            GrueItem::Task(goal, program) => self.goal(goal, Some(program)),
        }
    }

    /// In 2005 the name stands before the properties; in 2002 it is one of them.
    fn resource(&self, resource: &GrueThing) -> String {
        let name = |name: &Word| if self.is_2005 { name.0.clone() } else { format!("[ID {}]", name.0) };
        let properties = resource.properties.iter().map(|property| self.property(property));
        let parts: Vec<String> = resource.name.iter().map(name).chain(properties).collect();
        format!("({})", parts.join(" "))
    }

    fn property(&self, property: &GrueProperty) -> String {
        let divisible = if property.divisible { "DIV " } else { "" };
        format!("[{} {divisible}{}]", property.name.0, self.terms(&property.values, " "))
    }

    fn goal(&self, goal: &GrueGoal, program: Option<&GrueProgram>) -> String {
        let kind = match (goal.kind, self.is_2005) {
            (GoalKind::Achievement, true) => "ACHIEVEMENT",
            (GoalKind::Achievement, false) => "Non-maintenance",
            (GoalKind::Maintenance, true) => "MAINTENANCE",
            (GoalKind::Maintenance, false) => "Maintenance",
        };
        let want = match (&goal.want, program) {
            (_, Some(program)) => self.program(program),
            (Want::Condition(condition), _) if self.is_2005 => self.condition(condition),
            (Want::Condition(condition), _) => format!("[{}]", self.condition(condition)),
            (Want::Program(name), _) => name.0.clone(),
        };
        let text = format!("{} {} {kind} {want}", goal.name.0, goal.priority);
        if self.is_2005 { format!("({text})") } else { format!("[{text}]") }
    }

    fn program(&self, program: &GrueProgram) -> String {
        let names: Vec<String> = program.parameters.iter().map(|name| format!("?{}", name.0)).collect();
        let parameters = match (names.is_empty(), self.is_2005) {
            (true, _) => String::new(),
            (false, true) => format!(" ({})", names.join(", ")),
            (false, false) => format!(" [{}]", names.join(" ")),
        };
        let rules = program.rules.iter().enumerate();
        let rules: String = rules.map(|(at, rule)| format!("\n    {}", self.rule(rule, at))).collect();
        let text = format!("{}{parameters}{rules}\n", program.name.0);
        if self.is_2005 { format!("({text})") } else { format!("[{text}]") }
    }

    fn rule(&self, rule: &GrueRule, index: usize) -> String {
        let condition = rule.condition.iter().map(|condition| self.condition(condition) + " ");
        let condition: String = condition.collect();
        let actions: Vec<String> = rule.actions.iter().map(|action| self.action(action)).collect();
        if self.is_2005 {
            return format!("{condition}=> {}", actions.join(" "));
        }
        let name = rule.name.as_ref().map_or_else(|| format!("Rule{index}"), |name| name.0.clone());
        let actions = match actions.as_slice() {
            [only] => only.clone(),
            several => several.iter().map(|action| format!("[{action}]")).collect::<Vec<_>>().join(" "),
        };
        format!("[{name} {condition}=> [{actions}]]")
    }

    fn action(&self, action: &GrueAction) -> String {
        match action {
            GrueAction::Null => "null".to_owned(),
            GrueAction::Propose(name, terms) => {
                let name = [GrueTerm::Word(name.clone())];
                let words = [&name[..], terms].concat();
                let joint = if self.is_2005 { ", " } else { " " };
                let words = self.terms(&words, joint);
                if self.is_2005 { format!("propose({words})") } else { words }
            }
            GrueAction::Call(name, terms) if self.is_2005 => self.call(name, terms),
            GrueAction::Call(name, terms) => format!("{} [{}]", name.0, self.terms(terms, " ")),
        }
    }

    fn variable(&self, variable: &GrueVariable) -> String {
        let access = match (variable.access, self.is_2005) {
            (GrueAccess::Shared, _) => Some("SHARED"),
            (GrueAccess::Exclusive, true) => Some("EXCLUSIVE"),
            (GrueAccess::Exclusive, false) => None,
        };
        let transient = (!variable.persistent).then_some("TRANSIENT");
        let mut words = vec![format!("?{}", variable.name.0)];
        words.extend(variable.time.iter().map(|time| self.term(time)));
        words.extend(access.into_iter().chain(transient).map(str::to_owned));
        for list in [&variable.required, &variable.preferred] {
            let requests: Vec<String> = list.iter().map(|request| self.request(request)).collect();
            let requests = requests.join(" ");
            words.push(if self.is_2005 { format!("({requests})") } else { format!("[{requests}]") });
        }
        format!("({})", words.join(" "))
    }

    fn request(&self, request: &GrueRequest) -> String {
        let pattern = match &request.pattern {
            GruePattern::Any => "*".to_owned(),
            GruePattern::Compare(op, term) => format!("{} {}", op.sign(), self.term(term)),
            GruePattern::Range(range) => self.range(range),
            GruePattern::Values(values) => self.terms(values, " "),
        };
        format!("[{} {pattern}]", request.name.0)
    }

    fn range(&self, range: &GrueRange) -> String {
        let value = |bound: &GrueBound| bound.value.as_ref().map(|term| self.term(term)).unwrap_or_default();
        let open = if range.lower.soft { "#:" } else { "#|" };
        let close = if range.upper.soft { ":#" } else { "|#" };
        let arrow = match range.arrow {
            Some(Arrow::Up) => "->",
            Some(Arrow::Down) => "<-",
            None => "",
        };
        let parts = [open, &value(&range.lower), arrow, &value(&range.upper), close];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    fn terms(&self, terms: &[GrueTerm], joint: &str) -> String {
        terms.iter().map(|term| self.term(term)).collect::<Vec<_>>().join(joint)
    }

    fn call(&self, name: &Word, terms: &[GrueTerm]) -> String {
        format!("{}({})", name.0, self.terms(terms, ", "))
    }

    fn term(&self, term: &GrueTerm) -> String {
        match term {
            GrueTerm::Number(number) => number.to_string(),
            GrueTerm::Infinite(word) | GrueTerm::Word(word) => word.0.clone(),
            GrueTerm::Variable(name) => format!("?{}", name.0),
            GrueTerm::Property { of, name } if self.is_2005 => format!("property(?{}, {})", of.0, name.0),
            GrueTerm::Property { of, name } => format!("property({}, ?{})", name.0, of.0),
            GrueTerm::PropertyOf(resource, name) => {
                format!("property({}, {})", name.0, self.resource(resource))
            }
            GrueTerm::Call(name, terms) => self.call(name, terms),
        }
    }

    /// A condition, with parentheses where the precedence of operators requires them.
    fn condition(&self, condition: &GrueCondition) -> String {
        let inner = |one: &GrueCondition| {
            let text = self.condition(one);
            if one.has_operands() { format!("({text})") } else { text }
        };
        let join = |all: &[GrueCondition], word: &str| all.iter().map(inner).collect::<Vec<_>>().join(word);
        match condition {
            GrueCondition::Variable(one) => self.variable(one),
            GrueCondition::Exists(one) => format!("exists({})", self.variable(one)),
            GrueCondition::Compare(op, left, right) => {
                format!("{} {} {}", self.term(left), op.sign(), self.term(right))
            }
            GrueCondition::Call(name, terms) => self.call(name, terms),
            GrueCondition::Not(one) => format!("NOT {}", inner(one)),
            GrueCondition::And(all) => join(all, " AND "),
            GrueCondition::Or(any) => join(any, " OR "),
        }
    }
}
