//! Goals and rules that are allowed, but cannot do what they seem to say.

use crate::check::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::DefinitionKind;
use crate::syntax::ast::{
    Argument, Behaviour, DoClause, Expr as View, GoalItem, Item, Name, ProgramClause, ProgramItem, Step,
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

    /// Rules that stand behind one that always runs.
    fn unreachable_rules(&mut self, program: &ProgramItem) {
        let mut always: Option<String> = None;
        for clause in program.rules() {
            let (name, span) = match &clause {
                ProgramClause::Done(done) => ("done".to_owned(), span_of(done)),
                ProgramClause::Rule(rule) => match rule.name() {
                    Some(name) => (name.text(), span_of(&name)),
                    None => continue,
                },
                ProgramClause::Otherwise(rule) => ("otherwise".to_owned(), span_of(rule)),
            };
            if let Some(before) = &always {
                let message =
                    format!("`{name}` never runs: `{before}` before it has no condition, so it always does");
                let help = format!("put `{before}` last, or give it a `when`");
                self.report(Diagnostic::warning("never-runs", span, message).with_help(help));
            } else if self.always_runs(&clause) {
                always = Some(name);
            }
        }
    }

    /// Whether a rule has no condition, and does nothing that could be missing.
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
        is_free && action.is_some_and(|action| self.can_always_be_done(&action))
    }

    /// Whether steps are actions with arguments that are always there.
    fn can_always_be_done(&self, action: &DoClause) -> bool {
        let is_there = |argument: Argument| match argument {
            Argument::Expr(View::Literal(_)) => true,
            Argument::Expr(View::Name(name)) => {
                name.name().is_some_and(|name| self.declared.symbols.contains_key(&name.text()))
            }
            _ => false,
        };
        action.steps().is_some_and(|steps| {
            steps.steps().all(|step| match step {
                Step::Nothing(_) => true,
                Step::Call(call) => {
                    call.name().is_some_and(|name| self.names.find_action(&name.text()).is_some())
                        && call.arguments().into_iter().all(is_there)
                }
                _ => false,
            })
        })
    }

    /// A goal that is to be achieved by a program without an end: it is never done, and some rule always runs. A program whose
    /// rules all have conditions ends when none of them holds.
    fn never_achieved(&mut self, goal: &GoalItem) {
        let Some(Behaviour::Named(named)) = goal.behaviour() else { return };
        let (Some(name), Some(program)) = (goal.name(), named.name()) else { return };
        let is_program = named.engine().is_none_or(|engine| engine == "program");
        let Some((_, item)) = self.declared.programs.get(&program.text()).filter(|_| is_program) else {
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

    /// A goal whose cases only change the priority of a goal that is there.
    fn never_generated(&mut self, goal: &GoalItem) {
        let Some(name) = goal.name() else { return };
        let mut cases = goal.cases().peekable();
        if cases.peek().is_some() && cases.all(|case| case.is_update_only()) {
            let message = format!("goal `{}` never comes up: its cases only update a priority", name.text());
            let help = "add a case without `update`, such as `priority 20`";
            self.report(Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help));
        }
    }

    /// Goals of the file that was asked for that none of the minds has. A file without minds is there for others to use.
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
            if self.index.is_used(DefinitionKind::Goal, &name.text()) {
                continue;
            }
            let message = format!("goal `{}` never comes up: no mind has it", name.text());
            let help = format!("add it to a mind: `goals {}`", name.text());
            let warning = Diagnostic::warning("never-comes-up", span_of(&name), message).with_help(help);
            self.within(0, |this| this.report(warning));
        }
    }
}
