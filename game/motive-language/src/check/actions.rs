//! Actions: needs, effects, conflicts, blends and vetoes.

use super::findings::Findings;
use super::names::{NameTable, parameter_names};
use super::{ItemChecker, every, span_of};
use crate::model::DefinitionKind;
use crate::syntax::ast::{
    ActionClause, ActionItem, AssignOp, BlendItem, CallStep, ConflictsItem, Expr as View, Item, NameRef,
    Step as StepView, Steps, VetoItem,
};
use motive_core::{
    Action, ActionId, ActionPattern, Blend, Catalogue, Column, Condition, Effect, Expr, Type, Veto,
};

/// The actions of the world, with what the files declare about them.
pub(super) fn catalogue(names: &NameTable, mut catalogue: Catalogue, findings: &mut Findings) -> Catalogue {
    for (file, item) in &names.actions {
        ItemChecker::new(names, findings, *file).action(item, &mut catalogue);
    }
    for (file, item) in &names.others {
        let mut checker = ItemChecker::new(names, findings, *file);
        match item {
            Item::Conflicts(item) => checker.conflicts(item, &mut catalogue),
            Item::Blend(item) => checker.blend(item, &mut catalogue),
            Item::Veto(item) => checker.veto(item, &mut catalogue),
            _ => {}
        }
    }
    catalogue
}

impl ItemChecker<'_> {
    fn action(&mut self, item: &ActionItem, catalogue: &mut Catalogue) {
        let Some(name) = item.name() else { return };
        let Some(action) = self.names.vocabulary.find_action(name.text()) else { return };
        let parameters = parameter_names(item.params().as_ref());
        let written: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let mut action = Some(Action::new(action, &written));
        self.scoped(|this| {
            this.bind_parameters(item.params().as_ref());
            for clause in item.clauses() {
                action = action.take().and_then(|action| this.action_clause(action, &clause, catalogue));
            }
        });
        let names = &self.names.vocabulary;
        if let Some(action) = action
            && let Err(error) = catalogue.add(&action, names)
        {
            self.error("bad-action", span_of(&name), error.to_string());
        }
    }

    fn action_clause(
        &mut self,
        action: Action,
        clause: &ActionClause,
        catalogue: &mut Catalogue,
    ) -> Option<Action> {
        match clause {
            ActionClause::Needs(needs) => Some(action.needs(self.conditions(&needs.condition()?)?)),
            ActionClause::Effect(effect) => {
                let effects = self.effects(&effect.steps()?)?;
                Some(effects.into_iter().fold(action, Action::effect))
            }
            ActionClause::Reply(reply) => {
                let effects = self.effects(&reply.steps()?)?;
                Some(effects.into_iter().fold(action, Action::reply))
            }
            ActionClause::Takes(takes) => match takes.duration()? {
                View::Duration(duration) => match duration.value()? {
                    crate::syntax::ast::TimeValue::Microseconds(micros) => Some(action.takes(micros as u64)),
                    crate::syntax::ast::TimeValue::Ticks(_) => {
                        self.refuse("not-a-time", &duration, "expected a time in `s`, `ms` or `min`")
                    }
                },
                // A number of seconds, computed when the action starts.
                other => Some(action.lasts(self.value_for(&other, &Type::Number, "a length of time")?)),
            },
            ActionClause::Cost(cost) => {
                let cost = self.number(&cost.cost()?)?;
                Some(action.costs(cost))
            }
            ActionClause::Conflicts(conflicts) => {
                for other in self.actions(conflicts.actions()) {
                    catalogue.conflict(action.action, other);
                }
                Some(action)
            }
            ActionClause::Tags(tags) => {
                let names: Vec<NameRef> = tags.tags().collect();
                names.iter().for_each(|name| self.refer(DefinitionKind::Tag, name));
                let tags = names.iter().filter_map(|name| self.names.tags.get(name.text()).copied());
                Some(tags.fold(action, Action::tag))
            }
            other => {
                let message = "this clause does not belong in an action, but in a skill of a network";
                self.refuse("not-in-an-action", other, message)
            }
        }
    }

    /// Steps as effects.
    pub(super) fn effects(&mut self, steps: &Steps) -> Option<Vec<Effect>> {
        every(steps.steps().map(|step| self.effect(&step)))
    }

    fn effect(&mut self, step: &StepView) -> Option<Effect> {
        match step {
            StepView::Assign(assign) => {
                let (thing, property, value) = self.assignment(assign)?;
                Some(match assign.op()? {
                    AssignOp::Set => Effect::set(thing, property, value),
                    AssignOp::Add => Effect::add(thing, property, value),
                    AssignOp::Subtract => Effect::add(thing, property, -value),
                })
            }
            StepView::Call(call) => {
                let (relation, row) = self.row(call.name()?, &call.arguments())?;
                Some(Effect::Relate(relation, row))
            }
            StepView::Retract(retract) => {
                let View::Call(call) = retract.fact()? else { return None };
                let arguments: Vec<_> = call.arguments().collect();
                let (relation, row) = self.row(call.name()?, &arguments)?;
                Some(Effect::Unrelate(relation, row))
            }
            StepView::For(each) => self.scoped(|this| {
                let pattern = this.binder(&each.binder()?)?;
                let effects = this.effects(&each.steps()?)?;
                Some(Effect::Each { pattern: Box::new(pattern), given: Condition::always(), effects })
            }),
            StepView::When(when) => self.scoped(|this| {
                let given = this.conditions(&when.condition()?)?;
                Some(Effect::When { given, effects: this.effects(&when.steps()?)? })
            }),
            StepView::Forget(forget) => Some(Effect::Destroy(self.variable(&forget.name()?, "")?)),
            other => self.refuse("not-an-effect", other, "an effect changes a property or a relation"),
        }
    }

    pub(super) fn row(
        &mut self,
        name: NameRef,
        arguments: &[crate::syntax::ast::Argument],
    ) -> Option<(motive_core::Relation, Vec<Expr>)> {
        let (text, names) = (name.text(), &*self.names.vocabulary);
        let known = names.relations().map(|relation| names.relation_name(relation));
        let relation = self.referred(DefinitionKind::Relation, &name, names.find_relation(text), known)?;
        let row = self.arguments(arguments)?;
        let expected = self.names.vocabulary.relation_info(relation)?.arity;
        if expected != row.len() {
            self.findings.wrong_arity(text, expected, row.len(), span_of(&name));
            return None;
        }
        Some((relation, row))
    }

    pub(super) fn action_id(&mut self, name: &NameRef) -> Option<ActionId> {
        let names = &*self.names.vocabulary;
        let known = names.actions().map(|action| names.action_name(action));
        self.referred(DefinitionKind::Action, name, names.find_action(name.text()), known)
    }

    pub(super) fn actions(&mut self, names: impl Iterator<Item = NameRef>) -> Vec<ActionId> {
        names.filter_map(|name| self.action_id(&name)).collect()
    }

    fn conflicts(&mut self, item: &ConflictsItem, catalogue: &mut Catalogue) {
        let others = self.actions(item.others());
        if item.is_among() {
            for one in &others {
                for other in &others {
                    catalogue.conflict(*one, *other);
                }
            }
        } else if let Some(first) = item.first().and_then(|name| self.action_id(&name)) {
            for other in others {
                catalogue.conflict(first, other);
            }
        }
    }

    fn blend(&mut self, item: &BlendItem, catalogue: &mut Catalogue) {
        if let Some(when) = item.when() {
            let message = "a blend has no condition: it joins the two actions whenever both are proposed";
            self.error("not-in-a-blend", span_of(&when), message);
            return;
        }
        let blend = self.scoped(|this| {
            let shapes = this.shapes(&item.proposals()?)?;
            let Ok([first, second]) = <[ActionPattern; 2]>::try_from(shapes) else {
                return this.refuse("not-two", item, "expected two actions: `blend a with b into c`");
            };
            let mut into = Vec::new();
            for call in calls(&item.result()?) {
                let action = this.action_id(&call.name()?)?;
                let types = this.names.action_parameters(action);
                into.push((action, this.call_values(&call.name()?, &call.arguments(), &types)?));
            }
            Some(Blend { first, second, into })
        });
        let names = &self.names.vocabulary;
        if let Some(blend) = blend
            && let Err(error) = catalogue.blend(&blend, names)
        {
            self.error("bad-blend", span_of(item), error.to_string());
        }
    }

    fn veto(&mut self, item: &VetoItem, catalogue: &mut Catalogue) {
        let veto = self.scoped(|this| {
            let shape = this.shapes(&item.proposal()?)?.into_iter().next()?;
            let when = this.when(item.when())?;
            Some(Veto { pattern: shape, when })
        });
        let names = &self.names.vocabulary;
        if let Some(veto) = veto
            && let Err(error) = catalogue.veto(&veto, names)
        {
            self.error("bad-veto", span_of(item), error.to_string());
        }
    }

    /// Calls as patterns over proposals. An unknown name matches any argument, and is bound to it.
    fn shapes(&mut self, steps: &Steps) -> Option<Vec<ActionPattern>> {
        let mut shapes = Vec::new();
        for call in calls(steps) {
            let action = self.action_id(&call.name()?)?;
            let mut arguments = Vec::new();
            for argument in call.arguments() {
                let crate::syntax::ast::Argument::Expr(view) = argument else { return None };
                let free = match &view {
                    View::Name(name) => name.name().filter(|name| {
                        self.meaning(name.text()).is_none() && !self.names.symbols.contains_key(name.text())
                    }),
                    _ => None,
                };
                arguments.push(match free {
                    Some(name) => Column::named(&self.bind(&name, name.text(), Type::Any)),
                    None => Column::Is(self.value(&view)?),
                });
            }
            shapes.push(ActionPattern { action, arguments });
        }
        Some(shapes)
    }
}

/// The calls in steps, however they are joined.
fn calls(steps: &Steps) -> Vec<CallStep> {
    let mut found = Vec::new();
    for step in steps.steps() {
        match step {
            StepView::Call(call) => found.push(call),
            StepView::Together(together) => {
                found.extend(together.steps().filter_map(|step| match step {
                    StepView::Call(call) => Some(call),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    found
}
