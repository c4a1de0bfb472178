//! Checks of single rules and of rules against those before them.

use super::Checker;
use super::finding::What;
use crate::teleo::definition::{Caching, Definition, Rule, Step};
use crate::teleo::program_graph::{for_each_step, own_changes};
use motive_core::action::{Action, Effect};
use motive_core::condition::{Access, Expr};
use motive_core::engine::{ConditionNode, ExprNode};
use std::sync::Arc;

impl Checker<'_> {
    /// Checks the rules of one program.
    pub(super) fn rules(&mut self, program: usize) {
        let definition = &self.definitions[program];
        if definition.rules.first().is_some_and(|first| !first.is_success && !first.steps.is_empty()) {
            self.report(definition, Some(0), What::NoSuccessRule);
        }
        for (at, rule) in definition.rules.iter().enumerate() {
            if at > 0 && rule.steps.is_empty() && !rule.is_success {
                self.report(definition, Some(at), What::DoesNothing);
            }
            if let Some(because) = rule.when.contradiction(self.names) {
                self.report(definition, Some(at), What::NeverHolds { because });
            } else {
                self.reachable(definition, at);
            }
            self.shared(definition, at);
            self.regressive(definition, at);
        }
    }

    /// A rule never runs if one before it holds whenever it does and can then always be followed.
    fn reachable(&mut self, definition: &Definition, at: usize) {
        // The neighbour of the last rule is tried before the ones above it, so those above do not hide it.
        if matches!(definition.caching, Caching::Neighbour { .. }) {
            return;
        }
        let rule = &definition.rules[at];
        for (before, earlier) in definition.rules[..at].iter().enumerate() {
            if !self.spend(1) {
                return;
            }
            let stands_in_the_way = steps_are_sure(earlier, &definition.parameters)
                && shares_no_parameter(earlier, definition)
                && rule.when.implies(&earlier.when);
            if stands_in_the_way {
                let what = What::Unreachable { after: before, rule: earlier.name.clone() };
                return self.report(definition, Some(at), what);
            }
        }
    }

    /// What a rule does should be able to make one before it run.
    fn regressive(&mut self, definition: &Definition, at: usize) {
        let rule = &definition.rules[at];
        if at == 0 || rule.is_success || rule.steps.is_empty() || ends_a_task(rule) {
            return;
        }
        let Some(mut changes) = own_changes(rule, self.catalogue) else { return };
        for callee in self.programs.callees(rule) {
            let Some(called) = self.changes(callee) else { return };
            changes.extend_from_slice(called);
        }
        for earlier in &definition.rules[..at] {
            if !self.spend(1 + changes.len()) {
                return;
            }
            if changes.iter().any(|change| change.can_make(&earlier.when, true, self.names)) {
                return;
            }
        }
        self.report(definition, Some(at), What::NotRegressive);
    }

    /// A thing that is changed or forgotten should be asked for exclusively.
    fn shared(&mut self, definition: &Definition, at: usize) {
        let rule = &definition.rules[at];
        let shared = shared_names(rule);
        if shared.is_empty() {
            return;
        }
        let is_shared = |thing: &Expr| match &thing.node {
            ExprNode::Variable(name) if shared.contains(name) => Some(name.clone()),
            _ => None,
        };
        let mut modified: Vec<(Arc<str>, String)> = Vec::new();
        for_each_step(&rule.steps, &mut |step| match step {
            Step::Do(action, arguments) => {
                let Some(declared) = self.catalogue.action(*action) else { return };
                let changed = changed_parameters(declared.declared());
                let given = arguments.iter().zip(changed).filter(|(_, changed)| *changed);
                let by = self.names.action_name(*action);
                modified.extend(given.filter_map(|(thing, _)| Some((is_shared(thing)?, by.to_owned()))));
            }
            Step::Forget(thing) => modified.extend(is_shared(thing).map(|name| (name, "forget".into()))),
            Step::Set(thing, ..) => modified.extend(is_shared(thing).map(|name| (name, "set".into()))),
            _ => {}
        });
        for (variable, by) in modified {
            self.report(definition, Some(at), What::SharedModified { variable, by });
        }
    }
}

/// Names that a rule asks for as shared and not also exclusively.
fn shared_names(rule: &Rule) -> Vec<Arc<str>> {
    let named = |access: Access| {
        rule.when.flat().into_iter().filter_map(move |part| match &part.node {
            ConditionNode::Bind(pattern) | ConditionNode::Optional(pattern) if pattern.access == access => {
                pattern.name.clone()
            }
            _ => None,
        })
    };
    let exclusive: Vec<Arc<str>> = named(Access::Exclusive).collect();
    named(Access::Shared).filter(|name| !exclusive.contains(name)).collect()
}

/// For each parameter of an action, whether the action changes the thing that it stands for.
fn changed_parameters(action: &Action) -> Vec<bool> {
    let mut changed = vec![false; action.parameters.len()];
    let mut next: Vec<&Effect> = action.effects.iter().collect();
    while let Some(effect) = next.pop() {
        let thing = match effect {
            Effect::Set { thing, .. } | Effect::Add { thing, .. } | Effect::Destroy(thing) => thing,
            Effect::Each { effects, .. } | Effect::When { effects, .. } => {
                next.extend(effects);
                continue;
            }
            _ => continue,
        };
        if let ExprNode::Variable(name) = &thing.node
            && let Some(at) = action.parameters.iter().position(|parameter| parameter == name)
        {
            changed[at] = true;
        }
    }
    changed
}

fn ends_a_task(rule: &Rule) -> bool {
    let mut ends = false;
    for_each_step(&rule.steps, &mut |step| ends |= matches!(step, Step::End(_)));
    ends
}

/// A pattern with the name of a parameter only checks what the caller gave, so its form does not say when it holds.
fn shares_no_parameter(rule: &Rule, definition: &Definition) -> bool {
    definition.parameters.is_empty()
        || rule.when.mentions().iter().all(|(_, name)| !definition.parameters.contains(name))
}

/// Whether a rule whose condition holds can always be followed; a call may fail, and so may a value that does not exist.
fn steps_are_sure(rule: &Rule, parameters: &[Arc<str>]) -> bool {
    rule.steps.iter().all(|step| super::completeness::is_sure(step, rule, parameters, &|_| false))
}
