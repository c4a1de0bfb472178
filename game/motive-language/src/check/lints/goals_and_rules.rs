//! Goals that are never achieved or never come up, and rules that never run.

use super::repeated_conditions::words_of;
use crate::check::expressions::constant_number;
use crate::check::findings::Findings;
use crate::check::names::NameTable;
use crate::check::span_of;
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedMind, DefinitionKind};
use crate::syntax::ast::{
    Argument, AstNode, Behaviour, CallExpr, CompareOp, Condition, DoClause, Expr as View, GoalClause,
    GoalItem, LiteralValue, ProgramClause, ProgramItem, Step, WhenClause,
};

/// Warns about goals and rules of files that are otherwise right.
pub(super) fn review(names: &NameTable, minds: &[CheckedMind], findings: &mut Findings) {
    for (file, program) in names.programs.values() {
        findings.file = *file;
        unreachable_rules(names, program, findings);
    }
    for (file, goal) in names.goals.values() {
        findings.file = *file;
        for warning in never_achieved(names, goal).into_iter().chain(never_generated(goal)) {
            findings.report(warning);
        }
    }
    goals_without_mind(names, findings);
    filtered_goals(names, minds, findings);
}

/// Rules after one that always runs, and rules whose condition never holds.
fn unreachable_rules(names: &NameTable, program: &ProgramItem, findings: &mut Findings) {
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
            let message =
                format!("rule `{name}` never runs: `{before}` before it has no condition, so it always runs");
            let help = format!("put `{before}` last, or give it a `when`");
            findings.report(Diagnostic::warning("never-runs", span, message).with_help(help));
        } else if always_runs(names, &clause) {
            always = Some(name);
        } else if condition_of(&clause).is_some_and(|when| never_holds(&when)) {
            let message = format!("rule `{name}` never runs: its condition never holds");
            findings.report(
                Diagnostic::warning("never-runs", span, message).with_help("change it, or remove the rule"),
            );
        } else {
            let hides_others = clauses.peek().is_some() && is_sure(names, &clause);
            if before.is_empty() && !hides_others {
                continue;
            }
            let Some(terms) = terms_of(&clause) else { continue };
            if let Some(first) = before.iter().find(|rule| rule.holds_whenever(&terms)) {
                let message =
                    format!("rule `{name}` never runs: whenever it could, `{}` before it does", first.name);
                let help = format!("put `{name}` before `{}`", first.name);
                findings.report(Diagnostic::warning("never-runs", span, message).with_help(help));
            } else if hides_others {
                before.push(SureRule { name, terms });
            }
        }
    }
}

/// The terms of a rule's condition as text, if they mean the same in every rule.
fn terms_of(clause: &ProgramClause) -> Option<Vec<String>> {
    let terms: Vec<View> = condition_of(clause)?.terms().collect();
    let calls = |term: &View| term.syntax().descendants().any(|node| CallExpr::cast(node).is_some());
    // What a function gives may differ from one call to the next.
    (!terms.iter().any(calls)).then(|| terms.iter().map(words_of).collect())
}

/// Whether a rule runs whenever its condition holds.
fn is_sure(names: &NameTable, clause: &ProgramClause) -> bool {
    let ProgramClause::Rule(rule) = clause else { return false };
    rule.until().is_none()
        && rule.lets().next().is_none()
        && rule.action().is_some_and(|action| can_always_be_done(names, &action, &names_bound(clause)))
}

/// Whether a rule has no condition, and steps that can always be done.
fn always_runs(names: &NameTable, clause: &ProgramClause) -> bool {
    let rule = match clause {
        ProgramClause::Done(_) => return false,
        ProgramClause::Rule(rule) => rule.clone(),
        ProgramClause::Otherwise(rule) => rule.as_rule(),
    };
    let is_free = rule.when().is_none() && rule.until().is_none() && rule.lets().next().is_none();
    is_free && rule.action().is_some_and(|action| can_always_be_done(names, &action, &[]))
}

/// Whether steps are actions whose arguments always have a value: literals, symbols, and names that are bound.
fn can_always_be_done(names: &NameTable, action: &DoClause, bound: &[String]) -> bool {
    let is_there = |argument: Argument| match argument {
        Argument::Expr(View::Literal(_)) => true,
        Argument::Expr(View::Name(name)) => name.name().is_some_and(|name| {
            names.symbols.contains_key(name.text()) || bound.iter().any(|known| known == name.text())
        }),
        _ => false,
    };
    action.steps().is_some_and(|steps| {
        steps.steps().all(|step| match step {
            Step::Nothing(_) => true,
            Step::Call(call) => {
                call.name().is_some_and(|name| names.vocabulary.find_action(name.text()).is_some())
                    && call.arguments().into_iter().all(is_there)
            }
            _ => false,
        })
    })
}

/// A goal that `achieves` a program without an end: it has no `done`, and one of its rules always runs. A program whose rules all
/// have conditions ends when none of them holds.
fn never_achieved(names: &NameTable, goal: &GoalItem) -> Option<Diagnostic> {
    let Some(Behaviour::Named(named)) = goal.behaviour() else { return None };
    let (name, program) = (goal.name()?, named.name()?);
    let is_program = named.engine().is_none_or(|engine| engine == "program");
    let (_, item) = names.programs.get(program.text()).filter(|_| is_program)?;
    let is_done = item.rules().any(|clause| matches!(clause, ProgramClause::Done(_)));
    let never_stuck = item.rules().any(|clause| always_runs(names, &clause));
    if goal.is_maintained() || is_done || !never_stuck {
        return None;
    }
    let (name, text) = (name.text(), program.text());
    let message = format!("goal `{name}` is never achieved: program `{text}` never ends");
    let help = format!("add `done when ...` to `{text}`, or write `maintains {text}`");
    Some(Diagnostic::warning("never-achieved", span_of(&program), message).with_help(help))
}

/// A goal whose cases all are `update`: they change the priority of a goal that is there, and never bring it up.
fn never_generated(goal: &GoalItem) -> Option<Diagnostic> {
    let name = goal.name()?;
    let cases: Vec<GoalClause> = goal.cases().collect();
    let never = |when: Option<WhenClause>| {
        when.and_then(|when| when.condition()).is_some_and(|when| never_holds(&when))
    };
    let (message, help) = if cases.is_empty() {
        return None;
    } else if cases.iter().all(|case| never(case.when())) {
        ("its condition never holds", "change its cases, or remove the goal")
    } else if cases.iter().all(|case| case.is_update_only()) {
        ("its cases only update a priority", "add a case without `update`, such as `priority 20`")
    } else {
        return None;
    };
    let message = format!("goal `{}` never comes up: {message}", name.text());
    Some(Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help))
}

/// Goals of the loaded file that no mind has. A file without minds is a library, and not warned about.
fn goals_without_mind(names: &NameTable, findings: &mut Findings) {
    if !names.is_whole() {
        return;
    }
    let goals = names.goals.values().filter(|(file, _)| *file == 0);
    for name in goals.filter_map(|(_, goal)| goal.name()) {
        if findings.index.is_used(DefinitionKind::Goal, name.text()) {
            continue;
        }
        let message = format!("goal `{}` never comes up: no mind has it", name.text());
        let help = format!("add it to a mind: `goals {}`", name.text());
        findings.file = 0;
        findings.report(Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help));
    }
}

/// Goals whose priorities are all constants that a mind's filter drops.
fn filtered_goals(names: &NameTable, minds: &[CheckedMind], findings: &mut Findings) {
    for mind in minds.iter().filter(|mind| mind.profile.filter.control.is_none()) {
        let filter = mind.profile.filter;
        let Some(threshold) = filter.threshold else { continue };
        let passes = |priority: f64| priority > threshold || filter.inclusive && priority >= threshold;
        for goal in mind.goals.iter().map(|goal| &goal.definition) {
            let mut priorities = goal.clauses.iter().map(|clause| clause.priority.constant()?.number());
            let is_dropped = !goal.clauses.is_empty()
                && priorities.all(|priority| priority.is_some_and(|priority| !passes(priority)));
            let declared = names.goals.get(&*goal.name).filter(|_| is_dropped);
            let Some((file, name)) = declared.and_then(|(file, item)| Some((*file, item.name()?))) else {
                continue;
            };
            let message = format!(
                "goal `{}` never comes up in mind `{}`: its priority does not pass the filter of {threshold}",
                goal.name, mind.name
            );
            let help = format!("give it a priority above {threshold}, or lower the filter of the mind");
            findings.file = file;
            findings
                .report_once(Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help));
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
        ProgramClause::Otherwise(rule) => rule.as_rule().when(),
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
