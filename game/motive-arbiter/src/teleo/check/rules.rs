//! Checks of single rules, and of rules against earlier ones.

use super::Checker;
use super::finding::FindingKind;
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
            self.report(definition, Some(0), FindingKind::NoSuccessRule);
        }
        for (at, rule) in definition.rules.iter().enumerate() {
            if at > 0 && rule.steps.is_empty() && !rule.is_success {
                self.report(definition, Some(at), FindingKind::DoesNothing);
            }
            if let Some(because) = rule.when.contradiction(self.names) {
                self.report(definition, Some(at), FindingKind::NeverHolds { because });
            } else {
                self.reachable(definition, at);
            }
            self.shared(definition, at);
            self.regressive(definition, at);
        }
    }

    /// Reports a rule that never runs because an earlier rule succeeds whenever its condition holds.
    fn reachable(&mut self, definition: &Definition, at: usize) {
        // The neighbour of the last rule is tried first, so rules above do not hide it.
        if matches!(definition.caching, Caching::Neighbour { .. }) {
            return;
        }
        let rule = &definition.rules[at];
        for (before, earlier) in definition.rules[..at].iter().enumerate() {
            if !self.spend(1) {
                return;
            }
            let hides_it = steps_always_succeed(earlier, &definition.parameters)
                && shares_no_parameter(earlier, definition)
                && rule.when.implies(&earlier.when);
            if hides_it {
                let what = FindingKind::Unreachable { after: before, rule: earlier.name.clone() };
                return self.report(definition, Some(at), what);
            }
        }
    }

    /// Reports a rule whose effects cannot make any earlier rule run.
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
        self.report(definition, Some(at), FindingKind::NotRegressive);
    }

    /// Reports shared things that the rule changes or forgets.
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
            self.report(definition, Some(at), FindingKind::SharedModified { variable, by });
        }
    }
}

/// Variables that a rule binds as shared and not also as exclusive.
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

/// For each parameter of an action, whether the action changes that thing.
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

/// Whether no pattern of a rule has the name of a parameter. Such a pattern checks the caller's argument, so it cannot be compared.
fn shares_no_parameter(rule: &Rule, definition: &Definition) -> bool {
    definition.parameters.is_empty()
        || rule.when.mentions().iter().all(|(_, name)| !definition.parameters.contains(name))
}

/// Whether the steps of a rule always succeed once its condition holds. Calls and missing values may fail.
fn steps_always_succeed(rule: &Rule, parameters: &[Arc<str>]) -> bool {
    rule.steps.iter().all(|step| super::completeness::always_succeeds(step, rule, parameters, &|_| false))
}
