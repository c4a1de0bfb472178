//! Programs: rules in order.

use super::names::parameter_names;
use super::{ItemChecker, span_of};
use crate::diagnostic::Span;
use crate::model::{CheckedProgram, FileSpan};
use crate::syntax::ast::{
    AtLeastClause, DoClause, ProgramClause, ProgramItem, Rule as RuleView, TimeValue, WhenClause,
};
use motive_arbiter::teleo::{Definition, Rule};
use motive_core::Condition;

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
            return self.refuse_with_help("no-rules", &name, message, help);
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
                self.body(name.text(), rule)
            }
            ProgramClause::Otherwise(rule) => self.body("otherwise", &rule.as_rule()),
        }
    }

    fn body(&mut self, name: &str, view: &RuleView) -> Option<Rule> {
        let mut when = self.when(view.when());
        for clause in view.lets() {
            let given = self.let_condition(&clause);
            when = when.and_then(|when| Some(when & given?));
        }
        let holds_on =
            view.while_holds().map(|clause| self.scoped(|this| this.conditions(&clause.condition()?)));
        let until = view.until().map(|clause| self.scoped(|this| this.conditions(&clause.condition()?)));
        let at_least = view.at_least().map(|clause| self.micros(&clause));
        let steps = self.does(view.action());
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
            _ => self.refuse("not-a-time", clause, "expected a time in `s`, `ms` or `min`"),
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
