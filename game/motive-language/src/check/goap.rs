//! Planners over symbols (GOAP): symbols with their meaning, goals, actions.

use super::{ItemChecker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{DefinitionId, DefinitionKind};
use crate::syntax::ast::{ActionClause, AimClause, Expr as View, GoapItem, NameRef, Setting, Skill};
use motive_arbiter::teleo::Step;
use motive_core::{ActionId, Catalogue, Condition, Expr, Type};
use motive_drives::ambiance::{Ambiance, MIN_COST, Sensitivity};
use motive_drives::goap::{Goap, GoapAction, GoapBuilder, GoapFor, GoapGoal, GoapSymbol};
use std::collections::BTreeMap;

/// The symbols of a planner, by name.
type Symbols = BTreeMap<String, (GoapSymbol, DefinitionId)>;

/// The name of the target of the current goal.
const TARGET: &str = "target";

impl ItemChecker<'_> {
    /// A planner, or nothing if something in it is wrong.
    pub(super) fn goap(
        &mut self,
        item: &GoapItem,
        catalogue: &Catalogue,
        ambiances: &[Ambiance],
    ) -> Option<GoapFor> {
        let name = item.name()?;
        let mut builder = Goap::new(self.names.vocabulary.clone());
        let mut symbols = Symbols::new();
        self.bind_implicit(TARGET, Type::Any);
        let mut whole = true;
        for sense in item.senses() {
            let heading = sense.name()?;
            let text = heading.text();
            let id = self.findings.define_within(DefinitionKind::PlannerSymbol, &heading);
            if symbols.contains_key(text) {
                let message = format!("there are two symbols called `{text}`");
                self.error("declared-twice", span_of(&heading), message);
                whole = false;
            }
            let condition = match sense.when() {
                Some(when) => self.scoped(|this| this.when(Some(when))),
                // A symbol without a condition is never sensed as true; only plans make it so.
                None => Some(!Condition::always()),
            };
            let Some(condition) = condition else {
                whole = false;
                continue;
            };
            let symbol = builder.truth(text, condition);
            symbols.insert(text.to_owned(), (symbol, id));
        }
        let mut minds = Vec::new();
        for setting in item.settings() {
            whole &= self.goap_setting(&setting, &mut builder, &mut minds).is_some();
        }
        builder.sensitive_to(Sensitivity::new(minds.iter().copied()));
        for ambiance in ambiances {
            builder.ambiance(ambiance.clone());
        }
        for aim in item.aims() {
            whole &= self.goap_goal(&aim, &symbols, &mut builder).is_some();
        }
        for skill in item.skills() {
            whole &= self.goap_action(&skill, &symbols, catalogue, &mut builder).is_some();
        }
        whole.then_some(())?;
        match builder.build() {
            Ok(goap) => Some(GoapFor::new(name.text(), goap)),
            Err(error) => self.refuse("bad-planner", &name, error.to_string()),
        }
    }

    fn goap_setting(
        &mut self,
        setting: &Setting,
        builder: &mut GoapBuilder,
        minds: &mut Vec<motive_core::Symbol>,
    ) -> Option<()> {
        let name = setting.name()?;
        match name.text() {
            "interrupts" => {
                builder.interrupts(self.on(setting)?);
            }
            "period" => {
                builder.period(self.length_of_time(setting)?);
            }
            "minds" => minds.extend(self.minded(setting)?),
            other => {
                let known = ["interrupts", "period", "minds"];
                return self.no_such("setting of a planner", other, &name, known);
            }
        }
        Some(())
    }

    fn goap_goal(&mut self, aim: &AimClause, symbols: &Symbols, builder: &mut GoapBuilder) -> Option<()> {
        let mut wanted = Vec::new();
        for one in aim.wanted() {
            wanted.push(self.symbol(&one.proposition()?, symbols)?);
        }
        let title = wanted.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>().join(", ");
        let priority = match (aim.priority(), aim.lowest()) {
            (Some(priority), None) => self.value_for(&priority, &Type::Number, "a priority")?,
            (None, Some(lowest)) => -self.value_for(&lowest, &Type::Number, "a priority")?,
            _ => {
                let message = "expected either `priority 3` or `lowest self.hunger`";
                return self.refuse("no-priority", aim, message);
            }
        };
        let mut goal = GoapGoal::ranked(&title, priority);
        for (_, symbol, value) in wanted {
            goal = goal.wants(symbol, i64::from(value));
        }
        if let Some(target) = aim.target() {
            goal = goal.target(self.value(&target)?);
        }
        if let Some(when) = aim.when() {
            goal = goal.when(self.scoped(|this| this.when(Some(when)))?);
        }
        builder.goal(goal);
        Some(())
    }

    fn goap_action(
        &mut self,
        skill: &Skill,
        symbols: &Symbols,
        catalogue: &Catalogue,
        builder: &mut GoapBuilder,
    ) -> Option<()> {
        let name = skill.name()?;
        let (mut needs, mut sets, mut cost, mut command) = (Vec::new(), Vec::new(), Expr::from(1), None);
        for clause in skill.clauses() {
            match &clause {
                ActionClause::Needs(clause) => {
                    for term in clause.condition()?.terms() {
                        needs.push(self.symbol(&term, symbols)?);
                    }
                }
                ActionClause::Adds(clause) => {
                    for term in clause.condition()?.terms() {
                        sets.push(self.symbol(&term, symbols)?);
                    }
                }
                ActionClause::Drops(clause) => {
                    for term in clause.condition()?.terms() {
                        let (name, symbol, value) = self.symbol(&term, symbols)?;
                        sets.push((name, symbol, !value));
                    }
                }
                ActionClause::Cost(clause) => {
                    cost = self.value_for(&clause.cost()?, &Type::Number, "a cost")?;
                }
                ActionClause::Do(clause) => command = Some(self.one_action(clause)?),
                other => {
                    let message = "this clause does not belong in a skill of a planner, which has `needs`, `adds`, `drops`, `cost`, `when` and `do`";
                    return self.refuse("not-in-a-skill", other, message);
                }
            }
        }
        let (action, arguments) = match command {
            Some(command) => command,
            None => (self.action_without_arguments(name.text(), span_of(&name))?, Vec::new()),
        };
        // A cost that is computed at planning time is added to the least cost of an action.
        let constant = cost.constant().and_then(motive_core::Value::number);
        let mut planned = GoapAction::new(action, arguments, constant.unwrap_or(MIN_COST));
        if constant.is_none() {
            planned = planned.costs_more(cost);
        }
        let mut action = tagged(planned, action, catalogue);
        for (_, symbol, value) in needs {
            action = action.needs(symbol, i64::from(value));
        }
        for (_, symbol, value) in sets {
            action = action.sets(symbol, i64::from(value));
        }
        for when in skill.when() {
            action = action.context(self.scoped(|this| this.when(Some(when)))?);
        }
        builder.action(action);
        Some(())
    }

    /// The one action that a skill does.
    fn one_action(&mut self, clause: &crate::syntax::ast::DoClause) -> Option<(ActionId, Vec<Expr>)> {
        let steps = self.steps(&clause.steps()?)?;
        match &steps[..] {
            [Step::Do(action, arguments)] => Some((*action, arguments.clone())),
            _ => self.refuse("not-an-action", clause, "a skill of a planner does one action"),
        }
    }

    fn action_without_arguments(&mut self, name: &str, span: crate::diagnostic::Span) -> Option<ActionId> {
        let names = &self.names.vocabulary;
        let found = names.find_action(name);
        let arity = found.and_then(|action| names.action_info(action)).map_or(0, |info| info.arity);
        if arity > 0 {
            let message = format!("the action `{name}` takes arguments, and the skill has no `do`");
            let help = format!("write the action, as in `do {name}(target)`");
            self.report(Diagnostic::error("no-action", span, message).with_help(help));
            return None;
        }
        if found.is_none() {
            let message = format!("there is no action called `{name}`, and the skill has no `do`");
            let help = "write the action, as in `do attack(target)`";
            self.report(Diagnostic::error("no-action", span, message).with_help(help));
        }
        found
    }

    /// A symbol and the value that is meant: `armed` or `not armed`.
    fn symbol(&mut self, view: &View, symbols: &Symbols) -> Option<(String, GoapSymbol, bool)> {
        match view {
            View::Paren(paren) => self.symbol(&paren.inner()?, symbols),
            View::Not(not) => {
                let (name, symbol, value) = self.symbol(&not.operand()?, symbols)?;
                Some((name, symbol, !value))
            }
            View::Name(name) => self.symbol_named(&name.name()?, symbols),
            other => {
                let message = "expected a symbol; give this condition a name with `sense NAME when ...`";
                self.refuse("not-a-symbol", other, message)
            }
        }
    }

    fn symbol_named(&mut self, name: &NameRef, symbols: &Symbols) -> Option<(String, GoapSymbol, bool)> {
        let text = name.text();
        let Some((symbol, id)) = symbols.get(text).copied() else {
            return self.no_such("symbol", text, name, symbols.keys().map(String::as_str));
        };
        self.findings.refer_to(name, id);
        Some((text.to_owned(), symbol, true))
    }
}

/// An action of a planner, with its tags from the catalogue.
fn tagged(planned: GoapAction, action: ActionId, catalogue: &Catalogue) -> GoapAction {
    let declared =
        catalogue.actions().map(|action| action.declared()).find(|declared| declared.action == action);
    planned.tagged(declared.into_iter().flat_map(|action| action.tags.iter().copied()))
}
