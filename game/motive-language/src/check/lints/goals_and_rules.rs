//! Goals that are never achieved or never come up, and rules that never run.

use super::repeated_conditions::words_of;
use crate::check::expressions::constant_number;
use crate::check::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedMind, DefinitionKind};
use crate::syntax::ast::{
    Argument, AstNode, Behaviour, CallExpr, CompareOp, Condition, DoClause, Expr as View, GoalClause,
    GoalItem, Item, LiteralValue, Name, ProgramClause, ProgramItem, Step, WhenClause,
};

impl Checker<'_> {
    /// Warns about goals and rules of files that are otherwise right.
    pub(in crate::check) fn review_goals_and_rules(&mut self) {
        for (file, program) in self.declared.programs.clone().into_values() {
            self.within(file, |this| this.unreachable_rules(&program));
        }
        for (file, goal) in self.declared.goals.clone().into_values() {
            self.within(file, |this| {
                this.never_achieved(&goal);
                this.never_generated(&goal);
            });
        }
        self.goals_without_mind();
    }

    /// Rules after one that always runs, and rules whose condition never holds.
    fn unreachable_rules(&mut self, program: &ProgramItem) {
        let mut always: Option<String> = None;
        let mut before: Vec<SureRule> = Vec::new();
        let mut clauses = program.rules().peekable();
        while let Some(clause) = clauses.next() {
            let (name, span) = match &clause {
                ProgramClause::Done(done) => ("done".to_owned(), span_of(done)),
                ProgramClause::Rule(rule) => match rule.name() {
                    Some(name) => (name.text().to_owned(), span_of(&name)),
                    None => continue,
                },
                ProgramClause::Otherwise(rule) => ("otherwise".to_owned(), span_of(rule)),
            };
            if let Some(before) = &always {
                let message = format!(
                    "rule `{name}` never runs: `{before}` before it has no condition, so it always runs"
                );
                let help = format!("put `{before}` last, or give it a `when`");
                self.report(Diagnostic::warning("never-runs", span, message).with_help(help));
            } else if self.always_runs(&clause) {
                always = Some(name);
            } else if condition_of(&clause).is_some_and(|when| never_holds(&when)) {
                let message = format!("rule `{name}` never runs: its condition never holds");
                self.report(
                    Diagnostic::warning("never-runs", span, message)
                        .with_help("change it, or remove the rule"),
                );
            } else {
                let hides_others = clauses.peek().is_some() && self.is_sure(&clause);
                if before.is_empty() && !hides_others {
                    continue;
                }
                let Some(terms) = self.terms_of(&clause) else { continue };
                if let Some(first) = before.iter().find(|rule| rule.holds_whenever(&terms)) {
                    let message = format!(
                        "rule `{name}` never runs: whenever it could, `{}` before it does",
                        first.name
                    );
                    let help = format!("put `{name}` before `{}`", first.name);
                    self.report(Diagnostic::warning("never-runs", span, message).with_help(help));
                } else if hides_others {
                    before.push(SureRule { name, terms });
                }
            }
        }
    }

    /// The terms of a rule's condition as text, if they mean the same in every rule.
    fn terms_of(&self, clause: &ProgramClause) -> Option<Vec<String>> {
        let terms: Vec<View> = condition_of(clause)?.terms().collect();
        let calls = |term: &View| term.syntax().descendants().any(|node| CallExpr::cast(node).is_some());
        // What a function gives may differ from one call to the next.
        (!terms.iter().any(calls)).then(|| terms.iter().map(words_of).collect())
    }

    /// Whether a rule runs whenever its condition holds.
    fn is_sure(&self, clause: &ProgramClause) -> bool {
        let ProgramClause::Rule(rule) = clause else { return false };
        rule.until().is_none()
            && rule.lets().next().is_none()
            && rule.action().is_some_and(|action| self.can_always_be_done(&action, &names_bound(clause)))
    }

    /// Whether a rule has no condition, and steps that can always be done.
    fn always_runs(&self, clause: &ProgramClause) -> bool {
        let (is_free, action) = match clause {
            ProgramClause::Done(_) => return false,
            ProgramClause::Rule(rule) => (
                rule.when().is_none() && rule.until().is_none() && rule.lets().next().is_none(),
                rule.action(),
            ),
            ProgramClause::Otherwise(rule) => (
                rule.when().is_none() && rule.until().is_none() && rule.lets().next().is_none(),
                rule.action(),
            ),
        };
        is_free && action.is_some_and(|action| self.can_always_be_done(&action, &[]))
    }

    /// Whether steps are actions whose arguments always have a value: literals, symbols, and names that are bound.
    fn can_always_be_done(&self, action: &DoClause, bound: &[String]) -> bool {
        let is_there = |argument: Argument| match argument {
            Argument::Expr(View::Literal(_)) => true,
            Argument::Expr(View::Name(name)) => name.name().is_some_and(|name| {
                self.declared.symbols.contains_key(name.text())
                    || bound.iter().any(|known| known == name.text())
            }),
            _ => false,
        };
        action.steps().is_some_and(|steps| {
            steps.steps().all(|step| match step {
                Step::Nothing(_) => true,
                Step::Call(call) => {
                    call.name().is_some_and(|name| self.names.find_action(name.text()).is_some())
                        && call.arguments().into_iter().all(is_there)
                }
                _ => false,
            })
        })
    }

    /// A goal that `achieves` a program without an end: it has no `done`, and one of its rules always runs. A program whose rules all
    /// have conditions ends when none of them holds.
    fn never_achieved(&mut self, goal: &GoalItem) {
        let Some(Behaviour::Named(named)) = goal.behaviour() else { return };
        let (Some(name), Some(program)) = (goal.name(), named.name()) else { return };
        let is_program = named.engine().is_none_or(|engine| engine == "program");
        let Some((_, item)) = self.declared.programs.get(program.text()).filter(|_| is_program) else {
            return;
        };
        let is_done = item.rules().any(|clause| matches!(clause, ProgramClause::Done(_)));
        let never_stuck = item.rules().any(|clause| self.always_runs(&clause));
        if goal.is_maintained() || is_done || !never_stuck {
            return;
        }
        let (name, text) = (name.text(), program.text());
        let message = format!("goal `{name}` is never achieved: program `{text}` never ends");
        let help = format!("add `done when ...` to `{text}`, or write `maintains {text}`");
        self.report(Diagnostic::warning("never-achieved", span_of(&program), message).with_help(help));
    }

    /// A goal whose cases all are `update`: they change the priority of a goal that is there, and never bring it up.
    fn never_generated(&mut self, goal: &GoalItem) {
        let Some(name) = goal.name() else { return };
        let cases: Vec<GoalClause> = goal.cases().collect();
        let never = |when: Option<WhenClause>| {
            when.and_then(|when| when.condition()).is_some_and(|when| never_holds(&when))
        };
        if cases.is_empty() {
            return;
        }
        if cases.iter().all(|case| never(case.when())) {
            let message = format!("goal `{}` never comes up: its condition never holds", name.text());
            let warning = Diagnostic::warning("never-comes-up", span_of(&name), message);
            self.report(warning.with_help("change its cases, or remove the goal"));
        } else if cases.iter().all(|case| case.is_update_only()) {
            let message = format!("goal `{}` never comes up: its cases only update a priority", name.text());
            let help = "add a case without `update`, such as `priority 20`";
            self.report(Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help));
        }
    }

    /// Goals of the loaded file that no mind has. A file without minds is a library, and not warned about.
    fn goals_without_mind(&mut self) {
        let is_whole = self
            .files
            .first()
            .is_some_and(|file| file.items().any(|item| matches!(item, Item::Mind(_) | Item::Team(_))));
        let goals: Vec<Name> = self
            .declared
            .goals
            .values()
            .filter(|(file, _)| *file == 0)
            .filter_map(|(_, goal)| goal.name())
            .collect();
        for name in goals.into_iter().filter(|_| is_whole) {
            if self.index.is_used(DefinitionKind::Goal, name.text()) {
                continue;
            }
            let message = format!("goal `{}` never comes up: no mind has it", name.text());
            let help = format!("add it to a mind: `goals {}`", name.text());
            let warning = Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help);
            self.within(0, |this| this.report(warning));
        }
    }

    /// Goals whose priorities are all constants that a mind's filter drops.
    pub(in crate::check) fn filtered_goals(&mut self, minds: &[CheckedMind]) {
        for mind in minds.iter().filter(|mind| mind.profile.filter.control.is_none()) {
            let Some(threshold) = mind.profile.filter.threshold else { continue };
            let passes = |priority: f64| {
                priority > threshold || mind.profile.filter.inclusive && priority >= threshold
            };
            for goal in &mind.goals {
                let mut priorities = goal.clauses.iter().map(|clause| clause.priority.constant()?.number());
                let is_dropped = !goal.clauses.is_empty()
                    && priorities.all(|priority| priority.is_some_and(|priority| !passes(priority)));
                let declared = self.declared.goals.get(&*goal.name);
                let Some((file, item)) = declared.filter(|_| is_dropped).cloned() else { continue };
                let Some(name) = item.name() else { continue };
                let message = format!(
                    "goal `{}` never comes up in mind `{}`: its priority does not pass the filter of {threshold}",
                    goal.name, mind.name
                );
                let help = format!("give it a priority above {threshold}, or lower the filter of the mind");
                let warning = Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help);
                self.within(file, |this| this.report_once(warning));
            }
        }
    }
}

/// A rule that runs whenever its condition holds, and the terms of that.
struct SureRule {
    name: String,
    terms: Vec<String>,
}

impl SureRule {
    /// Whether its condition holds whenever all of these terms do.
    fn holds_whenever(&self, terms: &[String]) -> bool {
        self.terms.iter().all(|term| terms.contains(term))
    }
}

fn condition_of(clause: &ProgramClause) -> Option<Condition> {
    let when = match clause {
        ProgramClause::Done(done) => done.when(),
        ProgramClause::Rule(rule) => rule.when(),
        ProgramClause::Otherwise(rule) => rule.when(),
    };
    when?.condition()
}

/// The names that a rule's condition binds in any case.
fn names_bound(clause: &ProgramClause) -> Vec<String> {
    let terms = condition_of(clause).into_iter().flat_map(|when| when.terms().collect::<Vec<_>>());
    let pattern = |term: View| match term {
        View::Pattern(pattern) if !pattern.is_optional() => Some(pattern.name()?.text().to_owned()),
        _ => None,
    };
    terms.filter_map(pattern).collect()
}

/// Whether a condition is false whatever the situation: one of its terms is `false`, or compares constants.
fn never_holds(condition: &Condition) -> bool {
    condition.terms().any(|term| match &term {
        View::Literal(literal) => literal.value() == Some(LiteralValue::Truth(false)),
        View::Compare(compare) => {
            let number = |side: Option<View>| side.and_then(|side| constant_number(&side));
            let (Some(left), Some(right)) = (number(compare.left()), number(compare.right())) else {
                return false;
            };
            !match compare.op() {
                Some(CompareOp::Equal) => left == right,
                Some(CompareOp::NotEqual) => left != right,
                Some(CompareOp::Less) => left < right,
                Some(CompareOp::LessOrEqual) => left <= right,
                Some(CompareOp::Greater) => left > right,
                Some(CompareOp::GreaterOrEqual) => left >= right,
                None => true,
            }
        }
        _ => false,
    })
}
