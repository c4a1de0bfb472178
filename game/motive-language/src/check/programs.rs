//! Programs: rules in order.

use super::names::parameter_names;
use super::{ItemChecker, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{CheckedProgram, FileSpan};
use crate::syntax::ast::{
    AtLeastClause, DoClause, LetClause, Otherwise, ProgramClause, ProgramItem, Rule as RuleView, TimeValue,
    UntilClause, WhenClause, WhileClause,
};
use motive_arbiter::teleo::{Definition, Rule};
use motive_core::{Condition, Type};

/// The clauses that rules and `otherwise` have in common.
struct Clauses {
    when: Option<WhenClause>,
    while_holds: Option<WhileClause>,
    until: Option<UntilClause>,
    at_least: Option<AtLeastClause>,
    lets: Vec<LetClause>,
    action: Option<DoClause>,
}

/// Rules and `otherwise` are different views with the same clauses.
macro_rules! clauses_of {
    ($view:ty) => {
        impl From<&$view> for Clauses {
            fn from(rule: &$view) -> Self {
                Self {
                    when: rule.when(),
                    while_holds: rule.while_holds(),
                    until: rule.until(),
                    at_least: rule.at_least(),
                    lets: rule.lets().collect(),
                    action: rule.action(),
                }
            }
        }
    };
}
clauses_of!(RuleView);
clauses_of!(Otherwise);

impl ItemChecker<'_> {
    /// A program, or nothing if something in it is wrong.
    pub(super) fn program(&mut self, item: &ProgramItem) -> Option<CheckedProgram> {
        let mut definition = Definition::new(item.name()?.text());
        let (params, file) = (item.params(), self.findings.file);
        for name in parameter_names(params.as_ref()) {
            definition = definition.parameter(&name);
        }
        let mut whole = true;
        let mut rules = Vec::new();
        for clause in item.rules() {
            rules.push(FileSpan { file, span: name_of(&clause) });
            let rule = self.scoped(|this| {
                this.bind_parameters(params.as_ref());
                this.rule(&clause)
            });
            match rule {
                Some(rule) => definition = definition.rule(rule),
                None => whole = false,
            }
        }
        if rules.is_empty() {
            let name = item.name()?;
            let message = format!("program `{}` has no rules", name.text());
            let help = "add a rule, such as `otherwise do nothing`";
            self.report(Diagnostic::error("no-rules", span_of(&name), message).with_help(help));
            return None;
        }
        whole.then_some(CheckedProgram { definition, rules })
    }

    fn rule(&mut self, clause: &ProgramClause) -> Option<Rule> {
        match clause {
            ProgramClause::Done(done) => {
                let when = self.when(done.when());
                let steps = self.does(done.action());
                let rule = Rule::new("done").when(when?).succeeds();
                Some(steps?.into_iter().fold(rule, Rule::step))
            }
            ProgramClause::Rule(rule) => {
                let name = rule.name()?;
                self.body(name.text(), &Clauses::from(rule))
            }
            ProgramClause::Otherwise(rule) => self.body("otherwise", &Clauses::from(rule)),
        }
    }

    fn body(&mut self, name: &str, clauses: &Clauses) -> Option<Rule> {
        let mut when = self.when(clauses.when.clone());
        for clause in &clauses.lets {
            let value = clause.value().and_then(|view| self.value(&view));
            let value_type = clause.value().map_or(Type::Any, |view| self.type_of_expr(&view));
            let name = clause.name()?;
            let inner = self.bind(&name, name.text(), value_type);
            when = when.and_then(|when| Some(when & Condition::named(&inner, value?)));
        }
        let holds_on = clauses.while_holds.as_ref().map(|clause| {
            let list = clause.condition()?;
            self.scoped(|this| this.conditions(&list))
        });
        let until = clauses.until.as_ref().map(|clause| {
            let list = clause.condition()?;
            self.scoped(|this| this.conditions(&list))
        });
        let at_least = clauses.at_least.as_ref().map(|clause| self.micros(clause));
        let steps = self.does(clauses.action.clone());
        let mut rule = steps?.into_iter().fold(Rule::new(name).when(when?), Rule::step);
        if let Some(condition) = holds_on {
            rule = rule.holds_on_while(condition?);
        }
        if let Some(condition) = until {
            rule = rule.until(condition?);
        }
        if let Some(micros) = at_least {
            rule = rule.for_at_least(micros?);
        }
        Some(rule)
    }

    /// The condition of a `when` clause. Without a clause it always holds.
    pub(super) fn when(&mut self, clause: Option<WhenClause>) -> Option<Condition> {
        match clause {
            None => Some(Condition::always()),
            Some(clause) => self.conditions(&clause.condition()?),
        }
    }

    fn does(&mut self, clause: Option<DoClause>) -> Option<Vec<motive_arbiter::teleo::Step>> {
        match clause {
            None => Some(Vec::new()),
            Some(clause) => self.steps(&clause.steps()?),
        }
    }

    fn micros(&mut self, clause: &AtLeastClause) -> Option<u64> {
        match clause.duration()?.value()? {
            TimeValue::Microseconds(micros) if micros.is_finite() => Some(micros as u64),
            _ => {
                self.error("not-a-time", span_of(clause), "expected a time in `s`, `ms` or `min`");
                None
            }
        }
    }
}

/// Where the name of a rule stands.
fn name_of(clause: &ProgramClause) -> Span {
    match clause {
        ProgramClause::Rule(rule) => rule.name().map_or_else(|| span_of(rule), |name| span_of(&name)),
        other => span_of(other),
    }
}
