//! Minds: goals under arbitration, and minds derived from others.

mod planning_settings;
mod settings;

use super::declarations::definition_kind;
use super::trial_build::count;
use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedItems, CheckedMind, DefinitionKind, EngineCalls};
use crate::syntax::ast::{
    ConstantPriorities, GoalsSetting, MindBody, MindClause, MindItem, Name, NameRef, ParamList,
};
use motive_arbiter::Goal;
use motive_core::{Condition, Expr, Type};
use std::collections::BTreeMap;

/// How deep minds can be derived from each other.
const DEEPEST_DERIVATION: usize = 32;

impl Checker<'_> {
    /// All minds, in the order in which they are declared.
    pub(super) fn minds(&mut self, items: &CheckedItems) -> Vec<CheckedMind> {
        let mut minds = Vec::new();
        for (file, item) in self.declared.minds.clone() {
            let mind = self.within(file, |this| {
                let (name, mind) = (item.name()?, this.mind(&item, items, 0)?);
                Some(CheckedMind { name: name.text().to_owned(), place: this.place_of(&name), ..mind })
            });
            minds.extend(mind);
        }
        minds
    }

    /// Everything that the files declare except minds and teams.
    pub(super) fn items(&mut self) -> CheckedItems {
        let catalogue = self.catalogue();
        let drive_planning = self.drive_planning();
        let mut programs = BTreeMap::new();
        for (name, (file, item)) in self.declared.programs.clone() {
            let program = self.within(file, |this| this.program(&item));
            programs.extend(program.map(|program| (name, program)));
        }
        let machines = self.machines(&mut programs);
        let schedules = self.schedules();
        let mut goals = BTreeMap::new();
        for (name, (file, item)) in self.declared.goals.clone() {
            let goal = self.within(file, |this| this.goal(&item));
            goals.extend(goal.map(|goal| (name, goal)));
        }
        let networks = self.networks(&catalogue, &drive_planning.supplied());
        let schedules = self.schedule_programs(&schedules);
        let ambiances = self.ambiances();
        let goaps = self.goaps(&catalogue, &ambiances);
        CheckedItems {
            goals,
            programs,
            catalogue,
            networks,
            tasks: self.tasks(),
            drive_planning,
            goaps,
            machines,
            schedules,
            ambiances,
            initial_state: self.initial_state(),
            calls: EngineCalls::default(),
            answers_ask: !self.declared.teams.is_empty(),
        }
    }

    fn mind(&mut self, item: &MindItem, items: &CheckedItems, depth: usize) -> Option<CheckedMind> {
        match item.definition()? {
            MindBody::Arbiter(arbiter) => {
                let empty = CheckedMind::new(Vec::new(), items.programs.clone());
                self.clauses(empty, arbiter.clauses(), items)
            }
            MindBody::Derived(derived) => {
                let base = derived.base()?;
                let known = self.declared.minds.clone();
                let found =
                    known.iter().find(|(_, mind)| mind.name().is_some_and(|n| n.text() == base.text()));
                let Some((file, mind)) = found else {
                    let names: Vec<String> =
                        known.iter().filter_map(|(_, mind)| Some(mind.name()?.text().to_owned())).collect();
                    self.unknown("mind", base.text(), span_of(&base), names.iter().map(String::as_str));
                    return None;
                };
                self.refer(DefinitionKind::Mind, &base);
                if depth >= DEEPEST_DERIVATION {
                    let message = format!("`{}` is derived from itself", base.text());
                    self.error("derived-from-itself", span_of(&base), message);
                    return None;
                }
                let base = self.within(*file, |this| this.mind(mind, items, depth + 1))?;
                let mind = CheckedMind { task: None, ..base };
                self.clauses(mind, derived.clauses(), items)
            }
            MindBody::Named(named) => {
                let pursuit = self.named_pursuit(&named)?;
                let is_task = named.name().is_some_and(|name| self.declared.tasks.contains_key(name.text()));
                let goal = Goal::maintain("it", &pursuit).always(1);
                let mind = CheckedMind::new(vec![goal], items.programs.clone());
                Some(CheckedMind { task: is_task.then_some(pursuit), ..mind })
            }
            MindBody::PlanFor(plan) => {
                let goal = Goal::maintain("it", &self.plan_for(&plan)?).always(1);
                Some(CheckedMind::new(vec![goal], items.programs.clone()))
            }
        }
    }

    fn clauses(
        &mut self,
        mut mind: CheckedMind,
        clauses: impl Iterator<Item = MindClause>,
        items: &CheckedItems,
    ) -> Option<CheckedMind> {
        let clauses: Vec<MindClause> = clauses.collect();
        // Profiles come first, whatever the order of the lines: the other settings change them.
        for clause in &clauses {
            if let MindClause::Setting(setting) = clause {
                match setting.name().as_ref().map(|name| name.text()) {
                    Some("profile") => self.profile(setting, &mut mind),
                    Some("planning") => self.planning_setting(setting, &mut mind.plan_rules),
                    _ => None,
                };
            }
        }
        let mut whole = true;
        for clause in &clauses {
            whole &= self.clause(clause, &mut mind, items).is_some();
        }
        whole.then_some(mind)
    }

    fn clause(&mut self, clause: &MindClause, mind: &mut CheckedMind, items: &CheckedItems) -> Option<()> {
        match clause {
            MindClause::Goals(goals) => self.goals_of(goals, mind, items),
            MindClause::ConstantPriorities(constant) => self.constant(constant, mind),
            MindClause::OneExternalAction(_) => {
                mind.profile.multiple_actions = false;
                Some(())
            }
            MindClause::AllGoalsAlways(_) => {
                mind.goals.iter_mut().for_each(always);
                Some(())
            }
            MindClause::Goal(item) => {
                let goal = self.goal(item)?;
                match mind.goals.iter_mut().find(|known| known.name == goal.name) {
                    Some(known) => *known = goal,
                    None => mind.goals.push(goal),
                }
                Some(())
            }
            MindClause::Program(item) => {
                let known = self.declared.programs.get(item.name()?.text()).map(|(_, known)| known.params());
                self.replaces("program", &item.name()?, known, item.params())?;
                let program = self.program(item)?;
                mind.programs.insert(program.name.to_string(), program);
                Some(())
            }
            MindClause::Task(item) => {
                let known = self.declared.tasks.get(item.name()?.text()).map(|(_, known)| known.params());
                self.replaces("task", &item.name()?, known, item.params())?;
                let tasks = self.task_of_file(item)?;
                mind.replaced_tasks.insert(item.name()?.text().to_owned(), tasks);
                Some(())
            }
            MindClause::Setting(setting) => self.setting(setting, mind),
        }
    }

    /// What a mind replaces must be there, and be called in the same way.
    fn replaces(
        &mut self,
        what: &'static str,
        name: &Name,
        known: Option<Option<ParamList>>,
        params: Option<ParamList>,
    ) -> Option<()> {
        let text = name.text();
        let Some(known) = known else {
            let message = format!("there is no {what} called `{text}` that this mind could replace");
            let names: Vec<String> = match what {
                "task" => self.declared.tasks.keys().cloned().collect(),
                _ => self.declared.programs.keys().cloned().collect(),
            };
            let diagnostic = Diagnostic::error(format!("unknown-{what}"), span_of(name), message)
                .with_nearest(text, names.iter().map(String::as_str));
            self.report(diagnostic.with_help(format!("declare the {what} outside of the mind")));
            return None;
        };
        if let Some(kind) = definition_kind(what) {
            let id = self.index.define(kind, text, None, Type::Any);
            let place = self.place_of(name);
            self.index.refer(&place, id);
        }
        let (expected, found) = (count(known), count(params));
        if expected != found {
            let message =
                format!("`{text}` has {expected} parameters where it is declared, and {found} here");
            self.error("wrong-arity", span_of(name), message);
            return None;
        }
        Some(())
    }

    fn goals_of(
        &mut self,
        setting: &GoalsSetting,
        mind: &mut CheckedMind,
        items: &CheckedItems,
    ) -> Option<()> {
        let names: Vec<NameRef> = setting.goals().map(|list| list.names().collect()).unwrap_or_default();
        if !setting.is_addition() && !setting.is_removal() {
            mind.goals.clear();
        }
        let mut whole = Some(());
        for name in names {
            let text = name.text();
            if self.declared.goals.contains_key(text) {
                self.refer(DefinitionKind::Goal, &name);
            }
            if setting.is_removal() {
                mind.goals.retain(|goal| *goal.name != *text);
            } else if mind.goals.iter().any(|goal| *goal.name == *text) {
                let message = format!("this mind has the goal `{text}` already");
                self.report_once(Diagnostic::error("declared-twice", span_of(&name), message));
                whole = None;
            } else if let Some(goal) = items.goals.get(text) {
                mind.goals.push(goal.clone());
            } else if !self.declared.goals.contains_key(text) {
                let known: Vec<String> = self.declared.goals.keys().cloned().collect();
                self.unknown("goal", text, span_of(&name), known.iter().map(String::as_str));
                whole = None;
            }
        }
        whole
    }

    fn constant(&mut self, constant: &ConstantPriorities, mind: &mut CheckedMind) -> Option<()> {
        for entry in constant.priorities() {
            let name = entry.goal()?;
            let priority = self.number(&entry.priority()?)?;
            if self.declared.goals.contains_key(name.text()) {
                self.refer(DefinitionKind::Goal, &name);
            }
            match mind.goals.iter_mut().find(|goal| *goal.name == *name.text()) {
                Some(goal) => {
                    goal.clauses.retain(|clause| clause.generates);
                    for clause in &mut goal.clauses {
                        (clause.priority, clause.updated) = (Expr::from(priority), false);
                    }
                }
                None => {
                    let known: Vec<String> = mind.goals.iter().map(|goal| goal.name.to_string()).collect();
                    self.unknown(
                        "goal of this mind",
                        name.text(),
                        span_of(&name),
                        known.iter().map(String::as_str),
                    );
                    return None;
                }
            }
        }
        Some(())
    }
}

/// Makes a goal come up in every situation. Its cases lose their tests, except for patterns that bind names which a priority uses.
fn always(goal: &mut Goal) {
    for clause in &mut goal.clauses {
        clause.when = clause.when.only_names();
    }
    let lowest = goal.clauses.iter().filter_map(|clause| clause.priority.constant()?.number());
    let lowest = lowest.fold(f64::INFINITY, f64::min);
    let priority = if lowest.is_finite() { lowest } else { 10.0 };
    let taken = std::mem::replace(goal, Goal::achieve("", ""));
    *goal = taken.when(Condition::always(), priority);
}
