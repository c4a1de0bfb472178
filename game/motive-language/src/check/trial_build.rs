//! Trial builds: what an engine would refuse is reported here, where its place in the text is known.
//!
//! Building hands checked definitions to the engines and cannot report a place. So each definition is built once on its own
//! as soon as it has been read, with stubs for everything that it calls.

use super::{Checker, span_of};
use crate::build::engine_stubs::{parameters, unanswered_ask};
use crate::diagnostic::{Diagnostic, Span, wrong_arity};
use crate::model::{CheckedItems, CheckedMachine, CheckedMind, CheckedSchedule};
use crate::syntax::ast::{AstNode, ParamList};
use motive_arbiter::teleo::{ProgramError, Rule};
use motive_arbiter::{Character, CharacterError, Goal};
use motive_core::{BuildError, Condition, Expr, Pattern, Scope};
use motive_machines::schedule::ScheduleProgram;
use motive_tasks::{HtnTask as Task, Settings, TaskError, TaskLibrary as Tasks};
use std::collections::{BTreeMap, BTreeSet};

/// Something that the kernel compiles.
pub(super) trait Compile {
    fn compile(&self, scope: &mut Scope<'_>) -> Result<(), BuildError>;
}

impl Compile for Condition {
    fn compile(&self, scope: &mut Scope<'_>) -> Result<(), BuildError> {
        scope.condition(self).map(drop)
    }
}

impl Compile for Expr {
    fn compile(&self, scope: &mut Scope<'_>) -> Result<(), BuildError> {
        scope.expression(self).map(drop)
    }
}

impl Compile for Pattern {
    fn compile(&self, scope: &mut Scope<'_>) -> Result<(), BuildError> {
        scope.condition(&Condition::bind(self.clone())).map(drop)
    }
}

impl Checker<'_> {
    /// Reads a condition, value or pattern. The outermost of several nested ones is compiled, and reported if that fails.
    pub(super) fn compiled<T: Compile>(
        &mut self,
        node: &impl AstNode,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let known = self.scope.len();
        if self.nesting == 0 {
            self.uses = 0;
        }
        self.nesting += 1;
        let found = read(self);
        self.nesting -= 1;
        let found = found?;
        if self.nesting > 0 {
            return Some(found);
        }
        let names = self.shared_names();
        let mut scope = Scope::new(&names);
        for variable in self.scope.iter().take(known).filter_map(|local| local.variable()) {
            if let Err(error) = scope.parameter(variable) {
                self.cannot_be_built(span_of(node), &error);
                return None;
            }
        }
        match found.compile(&mut scope) {
            Ok(()) => Some(found),
            Err(error) => {
                self.cannot_be_built(span_of(node), &error);
                None
            }
        }
    }

    fn cannot_be_built(&mut self, span: Span, error: &BuildError) {
        let (code, help) = match error {
            BuildError::TooDeep => {
                ("too-deep", Some("give the inner parts a name, with `let` or `condition`"))
            }
            BuildError::TooManyVariables => ("too-many-names", Some("split this into several rules")),
            BuildError::NotANumber { .. } => ("no-number", None),
            BuildError::HalfSoft { .. } => ("half-soft", Some("write both bounds, as in `~2..~5`")),
            BuildError::Arity { .. } => ("wrong-arity", None),
            BuildError::BoundInOneBranch { .. } | BuildError::UnknownVariable { .. } => {
                ("unknown-name", None)
            }
            _ => ("cannot-be-built", None),
        };
        let message = match error {
            BuildError::Arity { name, expected, found } => wrong_arity(name, *expected, *found),
            other => other.to_string(),
        };
        let mut diagnostic = Diagnostic::error(code, span, message);
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        self.report_once(diagnostic);
    }

    /// Builds a rule on its own. `span` is where its name stands.
    pub(super) fn try_rule(&mut self, span: Span, parameters: &[String], rule: &Rule) -> Option<()> {
        match rule.check(&self.names, parameters) {
            Ok(()) => Some(()),
            Err(ProgramError::Rule { error, .. }) => {
                self.cannot_be_built(span, &error);
                None
            }
            Err(error) => {
                self.error("cannot-be-built", span, error.to_string());
                None
            }
        }
    }

    /// Builds a goal on its own.
    pub(super) fn try_goal(&mut self, span: Span, goal: &Goal) -> Option<()> {
        match Character::new(self.shared_names()).goal(goal.clone()).build() {
            Ok(_) => Some(()),
            Err(CharacterError::Goal { error, .. }) => {
                self.cannot_be_built(span, &error);
                None
            }
            Err(error) => {
                self.error("cannot-be-built", span, error.to_string());
                None
            }
        }
    }

    /// Builds the tasks of the files, and those of minds that replace some.
    pub(super) fn try_all_tasks(&mut self, items: &CheckedItems, minds: &[CheckedMind]) {
        let called = self.calls.by_tasks.clone();
        let replacing = minds.iter().filter(|mind| !mind.replaced_tasks.is_empty());
        let mut all = vec![items.tasks.clone()];
        all.extend(replacing.map(|mind| mind.tasks(&items.tasks)));
        for tasks in all.iter().filter(|tasks| !tasks.is_empty()) {
            self.try_tasks(tasks, &called, items.answers_ask);
        }
    }

    /// Builds all tasks together. `called` are the actions, programs and engines that they call.
    fn try_tasks(&mut self, tasks: &[Task], called: &BTreeSet<String>, answers_ask: bool) {
        let mut all = tasks.to_vec();
        all.extend(called.iter().map(|name| parameters(name, self.arity_of_called(name))));
        all.extend(answers_ask.then(unanswered_ask));
        let Err(errors) = Tasks::new(&self.shared_names(), all, Settings::default()) else { return };
        for error in errors {
            let (task, cause) = match &error {
                TaskError::Condition { task, error } => (task, Some(error)),
                TaskError::Twice(task)
                | TaskError::EmptyLine(task)
                | TaskError::NoSuchTask(task)
                | TaskError::Unknown { task, .. }
                | TaskError::Arity { task, .. }
                | TaskError::Weight { task, .. } => (task, None),
                _ => continue,
            };
            let (file, span) = self.place_of_task(task);
            self.within(file, |this| match cause {
                Some(cause) => this.cannot_be_built(span, cause),
                None => this.report_once(Diagnostic::error("cannot-be-built", span, error.to_string())),
            });
        }
    }

    /// Where the name of a task stands. Parts of a task have names that begin with that of the task.
    fn place_of_task(&self, name: &str) -> (usize, Span) {
        let declared = self.declared.tasks.iter().rev();
        let mut owners = declared.filter(|(known, _)| {
            name.strip_prefix(known.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.', '\'']))
        });
        let found = owners.next().and_then(|(_, (file, item))| Some((*file, span_of(&item.name()?))));
        found.unwrap_or((0, 0..0))
    }

    fn arity_of_called(&self, name: &str) -> usize {
        if let Some((_, program)) = self.declared.programs.get(name) {
            return count(program.params());
        }
        if self.is_engine(name) || self.calls.drive_plans.contains_key(name) {
            return 0;
        }
        let action = self.names.find_action(name).and_then(|action| self.names.action_info(action));
        action.map_or(0, |info| info.arity)
    }

    /// Builds a machine, without what its states do.
    pub(super) fn try_machine(&mut self, span: Span, machine: &CheckedMachine) -> Option<()> {
        let built = crate::build::machines::machine(machine, &self.shared_names(), |_| None);
        built.map_err(|error| self.error("cannot-be-built", span, error.to_string())).ok().map(drop)
    }

    /// Builds the programs of all schedules.
    pub(super) fn schedule_programs(
        &mut self,
        checked: &BTreeMap<String, CheckedSchedule>,
    ) -> Vec<ScheduleProgram> {
        let names = self.shared_names();
        let mut programs = Vec::new();
        // A schedule may name one that has an error, which has been reported.
        let are_whole = checked.len() == self.declared.schedules.len();
        for name in checked.keys().filter(|_| are_whole) {
            match crate::build::machines::schedule(name, checked, &names) {
                Ok(program) => programs.push(program),
                Err(error) => {
                    let Some((file, item)) = self.declared.schedules.get(name).cloned() else { continue };
                    let span = item.name().map_or(0..0, |name| span_of(&name));
                    self.within(file, |this| this.error("cannot-be-built", span, error.to_string()));
                }
            }
        }
        programs
    }
}

/// The number of parameters.
pub(super) fn count(params: Option<ParamList>) -> usize {
    params.map_or(0, |params| params.params().count())
}
