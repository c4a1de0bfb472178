//! Minds: goals under arbitration, and minds derived from others.

mod settings;

#[cfg(feature = "networks")]
pub(super) use settings::{ReadSetting, set, settings};

use super::findings::Findings;
use super::names::{NameTable, count, names_of};
use super::{ItemChecker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedItems, CheckedMind, DefinitionKind, FileSpan, Located};
use crate::syntax::ast::{ConstantPriorities, GoalsSetting, MindBody, MindClause, MindItem, Name, ParamList};
use motive_arbiter::Goal;
use motive_core::{Condition, Expr};

/// How deep minds can be derived from each other.
const DEEPEST_DERIVATION: usize = 32;

/// All minds, in the order in which they are declared.
pub(super) fn minds(names: &NameTable, items: &CheckedItems, findings: &mut Findings) -> Vec<CheckedMind> {
    let mind =
        |(file, item): &(usize, MindItem)| ItemChecker::new(names, findings, *file).mind(item, items, 0);
    names.minds.iter().filter_map(mind).collect()
}

impl ItemChecker<'_> {
    fn mind(&mut self, item: &MindItem, items: &CheckedItems, depth: usize) -> Option<CheckedMind> {
        let heading = item.name()?;
        let (name, place) = (heading.text().to_owned(), self.findings.place_of(&heading));
        let mind = self.definition(item.definition()?, &place, items, depth)?;
        Some(CheckedMind { name, place, ..mind })
    }

    fn definition(
        &mut self,
        body: MindBody,
        place: &FileSpan,
        items: &CheckedItems,
        depth: usize,
    ) -> Option<CheckedMind> {
        let only = |pursuit: &str| {
            let definition = Goal::maintain("it", pursuit).always(1);
            CheckedMind::new(place.clone(), vec![Located { place: place.clone(), definition }])
        };
        match body {
            MindBody::Arbiter(arbiter) => {
                self.clauses(CheckedMind::new(place.clone(), Vec::new()), arbiter.clauses(), items)
            }
            MindBody::Derived(derived) => {
                let base = derived.base()?;
                let known = &self.names.minds;
                let place = self.names.mind_places.get(base.text());
                let Some((file, mind)) = place.and_then(|place| known.get(*place)) else {
                    let names: Vec<Name> = known.iter().filter_map(|(_, mind)| mind.name()).collect();
                    return self.no_such("mind", base.text(), &base, names.iter().map(Name::text));
                };
                self.refer(DefinitionKind::Mind, &base);
                if depth >= DEEPEST_DERIVATION {
                    let message = format!("`{}` is derived from itself", base.text());
                    return self.refuse("derived-from-itself", &base, message);
                }
                let base = self.elsewhere(*file, |this| this.mind(mind, items, depth + 1))?;
                let mind = CheckedMind { task: None, ..base };
                self.clauses(mind, derived.clauses(), items)
            }
            MindBody::Named(named) => {
                let pursuit = self.named_pursuit(&named)?;
                let is_task = named.name().is_some_and(|name| self.names.tasks.contains_key(name.text()));
                let mind = only(&pursuit);
                Some(CheckedMind { task: is_task.then_some(pursuit), ..mind })
            }
            MindBody::PlanFor(plan) => Some(only(&self.plan_for(&plan)?)),
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
                self.profile(setting, &mut mind);
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
                mind.goals.iter_mut().for_each(|goal| always(&mut goal.definition));
                Some(())
            }
            MindClause::Goal(item) => {
                let goal = self.goal(item)?;
                let known = mind.goals.iter_mut().find(|known| known.definition.name == goal.definition.name);
                match known {
                    Some(known) => *known = goal,
                    None => mind.goals.push(goal),
                }
                Some(())
            }
            MindClause::Program(item) => {
                let name = item.name()?;
                let known = self.names.programs.get(name.text()).map(|(_, known)| known.params());
                self.replaces(DefinitionKind::Program, &name, known, item.params())?;
                let program = self.program(item)?;
                mind.replaced_programs.insert(name.text().to_owned(), program);
                Some(())
            }
            MindClause::Task(item) => {
                let name = item.name()?;
                let known = self.names.tasks.get(name.text()).map(|(_, known)| known.params());
                self.replaces(DefinitionKind::Task, &name, known, item.params())?;
                let tasks = self.task(item)?;
                mind.replaced_tasks.insert(name.text().to_owned(), tasks);
                Some(())
            }
            MindClause::Setting(setting) => self.setting(setting, mind),
        }
    }

    /// What a mind replaces must be there, and be called in the same way.
    fn replaces(
        &mut self,
        kind: DefinitionKind,
        name: &Name,
        known: Option<Option<ParamList>>,
        params: Option<ParamList>,
    ) -> Option<()> {
        let text = name.text();
        let Some(known) = known else {
            let what = if kind == DefinitionKind::Task { "task" } else { "program" };
            let message = format!("there is no {what} called `{text}` that this mind could replace");
            let diagnostic = Diagnostic::error(format!("unknown-{what}"), span_of(name), message);
            let diagnostic = match kind {
                DefinitionKind::Task => {
                    self.findings.with_nearest(diagnostic, text, names_of(&self.names.tasks))
                }
                _ => self.findings.with_nearest(diagnostic, text, names_of(&self.names.programs)),
            };
            self.report(diagnostic.with_help(format!("declare the {what} outside of the mind")));
            return None;
        };
        self.findings.refer_at(kind, text, name);
        let (expected, found) = (count(known.as_ref()), count(params.as_ref()));
        if expected != found {
            let message =
                format!("`{text}` has {expected} parameters where it is declared, and {found} here");
            return self.refuse("wrong-arity", name, message);
        }
        Some(())
    }

    fn goals_of(
        &mut self,
        setting: &GoalsSetting,
        mind: &mut CheckedMind,
        items: &CheckedItems,
    ) -> Option<()> {
        if !setting.is_addition() && !setting.is_removal() {
            mind.goals.clear();
        }
        let mut whole = Some(());
        for name in setting.goals() {
            let text = name.text();
            if self.names.goals.contains_key(text) {
                self.refer(DefinitionKind::Goal, &name);
            }
            if setting.is_removal() {
                mind.goals.retain(|goal| *goal.definition.name != *text);
            } else if mind.goals.iter().any(|goal| *goal.definition.name == *text) {
                let message = format!("this mind has the goal `{text}` already");
                self.findings.report_once(Diagnostic::error("declared-twice", span_of(&name), message));
                whole = None;
            } else if let Some(goal) = items.goals.get(text) {
                mind.goals.push(goal.clone());
            } else if !self.names.goals.contains_key(text) {
                self.unknown("goal", text, span_of(&name), names_of(&self.names.goals));
                whole = None;
            }
        }
        whole
    }

    fn constant(&mut self, constant: &ConstantPriorities, mind: &mut CheckedMind) -> Option<()> {
        for entry in constant.priorities() {
            let name = entry.goal()?;
            let priority = self.number(&entry.priority()?)?;
            if self.names.goals.contains_key(name.text()) {
                self.refer(DefinitionKind::Goal, &name);
            }
            match mind
                .goals
                .iter_mut()
                .map(|goal| &mut goal.definition)
                .find(|goal| *goal.name == *name.text())
            {
                Some(goal) => {
                    goal.clauses.retain(|clause| clause.generates);
                    for clause in &mut goal.clauses {
                        (clause.priority, clause.updated) = (Expr::from(priority), false);
                    }
                }
                None => {
                    let known = mind.goals.iter().map(|goal| &*goal.definition.name);
                    return self.no_such("goal of this mind", name.text(), &name, known);
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
