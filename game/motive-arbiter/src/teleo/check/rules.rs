//! Checks of single rules: those that never run, and what is missing.

use super::{Checker, FindingKind};
use crate::teleo::definition::{Caching, Definition, Rule, Step, for_each_step, own_changes};
use motive_core::action::{Action, Effect};
use motive_core::condition::{Access, Condition, Expr};
use motive_core::engine::{ConditionNode, ExprNode};
use motive_core::vocabulary::{Id, Property, Value, Vocabulary};
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
                self.report(definition, Some(at), FindingKind::NeverHolds(because));
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
                let what = FindingKind::Unreachable(before, earlier.name.clone());
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
            self.report(definition, Some(at), FindingKind::SharedModified(variable, by));
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
    rule.steps.iter().all(|step| always_succeeds(step, rule, parameters, &|_| false))
}

/// The most states that are tried in the search for one in which no rule runs.
const MOST_STATES: usize = 4096;

/// Calls nested deeper than this fail, so longer chains need not be followed.
const MAX_CALL_DEPTH: usize = 32;

/// A state in which only the agent's own properties have values.
type OwnValues = Vec<(Property, Value)>;

impl Checker<'_> {
    pub(super) fn completeness(&mut self) {
        let complete = self.complete();
        for (definition, complete) in self.definitions.iter().zip(complete) {
            if complete {
                self.report(definition, None, FindingKind::Complete);
            } else if let Some(state) = self.uncovered_state(definition) {
                self.report(definition, None, FindingKind::Incomplete(describe(&state, self.names)));
            }
        }
    }

    /// Which programs are complete: one rule always runs, or two rules have opposite conditions.
    fn complete(&mut self) -> Vec<bool> {
        let mut complete = vec![false; self.definitions.len()];
        for _ in 0..MAX_CALL_DEPTH {
            let before = complete.clone();
            for (at, definition) in self.definitions.iter().enumerate() {
                complete[at] = before[at] || self.is_complete(definition, &before);
            }
            if complete == before {
                break;
            }
        }
        complete
    }

    fn is_complete(&mut self, definition: &Definition, complete: &[bool]) -> bool {
        let is_complete = |name: &str| self.programs.find(name).is_some_and(|callee| complete[callee]);
        let always_succeeds = |rule: &&Rule| {
            rule.steps.iter().all(|step| always_succeeds(step, rule, &definition.parameters, &is_complete))
        };
        let reliable: Vec<&Rule> = definition.rules.iter().filter(always_succeeds).collect();
        if reliable.iter().any(|rule| rule.when.is_always()) {
            return true;
        }
        let single: Vec<&Condition> =
            reliable.iter().filter(|rule| rule.when.flat().len() == 1).map(|rule| &rule.when).collect();
        single.iter().enumerate().any(|(at, condition)| {
            self.spend(at) && single[..at].iter().any(|earlier| condition.is_opposite_of(earlier))
        })
    }

    /// A state in which certainly no rule runs. Only the agent's own properties are known, with values on either side of the
    /// constants that rules compare them with.
    fn uncovered_state(&mut self, definition: &Definition) -> Option<OwnValues> {
        let mut choices: Vec<(Property, Vec<Value>)> = Vec::new();
        for rule in &definition.rules {
            collect_values(&rule.when, &mut choices);
        }
        let states = choices.iter().try_fold(1_usize, |n, (_, values)| n.checked_mul(values.len()))?;
        if states > MOST_STATES || !self.spend(states.saturating_mul(definition.rules.len())) {
            return None;
        }
        let state = |mut number: usize| -> OwnValues {
            let pick = |(property, values): &(Property, Vec<Value>)| {
                let value = values[number % values.len()].clone();
                number /= values.len();
                (*property, value)
            };
            choices.iter().map(pick).collect()
        };
        (0..states)
            .map(state)
            .find(|state| definition.rules.iter().all(|rule| holds(&rule.when, state) == Some(false)))
    }
}

/// Whether a step always succeeds once the condition of its rule holds.
pub(super) fn always_succeeds(
    step: &Step,
    rule: &Rule,
    parameters: &[Arc<str>],
    is_complete: &dyn Fn(&str) -> bool,
) -> bool {
    let known = |value: &Expr| has_value(value, rule, parameters);
    match step {
        Step::Do(_, arguments) => arguments.iter().all(known),
        Step::Call(name, arguments) => arguments.iter().all(known) && is_complete(name),
        Step::Note(_, properties) => properties.iter().all(|(_, value)| known(value)),
        Step::Set(thing, _, value) => known(thing) && known(value),
        // Another engine may fail.
        Step::Ask(..) => false,
        Step::Forget(_) | Step::End(_) => true,
        Step::FirstOf(steps) => steps.iter().any(|step| always_succeeds(step, rule, parameters, is_complete)),
        Step::InTurn(turns) => {
            let mut steps = turns.iter().flat_map(|(_, steps)| steps);
            steps.all(|step| always_succeeds(step, rule, parameters, is_complete))
        }
    }
}

/// Whether an expression certainly has a value once the rule's condition holds.
fn has_value(value: &Expr, rule: &Rule, parameters: &[Arc<str>]) -> bool {
    match &value.node {
        ExprNode::Constant(_) | ExprNode::Now => true,
        ExprNode::Variable(name) => {
            parameters.contains(name)
                || rule.when.flat().iter().any(|part| match &part.node {
                    ConditionNode::Bind(pattern) => pattern.name.as_ref() == Some(name),
                    ConditionNode::Let(given, _) => given == name,
                    ConditionNode::Related(..) => part.mentions().iter().any(|(_, given)| given == name),
                    _ => false,
                })
        }
        ExprNode::Drawn(parts) => {
            !parts.is_empty() && parts.iter().all(|part| has_value(part, rule, parameters))
        }
        ExprNode::List(parts) => parts.iter().all(|part| has_value(part, rule, parameters)),
        _ => false,
    }
}

/// The own property that an expression reads, if it does nothing else.
fn own(value: &Expr) -> Option<Property> {
    match &value.node {
        ExprNode::Get(thing, property) if thing.constant() == Some(&Value::Id(Id::SELF)) => Some(*property),
        _ => None,
    }
}

/// Collects values on either side of the constants that a condition compares own properties with.
fn collect_values(condition: &Condition, choices: &mut Vec<(Property, Vec<Value>)>) {
    let mut add = |property: Property, values: Vec<Value>| {
        let at = choices.iter().position(|(known, _)| *known == property).unwrap_or_else(|| {
            choices.push((property, Vec::new()));
            choices.len() - 1
        });
        for value in values {
            if !choices[at].1.contains(&value) {
                choices[at].1.push(value);
            }
        }
    };
    match &condition.node {
        ConditionNode::Compare(left, _, right) => {
            for (subject, other) in [(left, right), (right, left)] {
                match (own(subject), other.constant()) {
                    (Some(property), Some(Value::Number(n))) => {
                        add(property, [n - 1.0, *n, n + 1.0].map(Value::from).into());
                    }
                    (Some(property), Some(Value::Bool(_))) => {
                        add(property, [true, false].map(Value::from).into());
                    }
                    (Some(property), Some(value)) => add(property, vec![value.clone()]),
                    _ => {}
                }
            }
        }
        ConditionNode::Holds(value) => {
            if let Some(property) = own(value) {
                add(property, [true, false].map(Value::from).into());
            }
        }
        ConditionNode::Not(inner) => collect_values(inner, choices),
        ConditionNode::All(parts) | ConditionNode::Any(parts) => {
            parts.iter().for_each(|part| collect_values(part, choices));
        }
        _ => {}
    }
}

/// Whether a condition holds in a state, if that can be decided.
fn holds(condition: &Condition, state: &OwnValues) -> Option<bool> {
    let value = |value: &Expr| -> Option<Value> {
        match own(value) {
            Some(property) => {
                state.iter().find(|(known, _)| *known == property).map(|(_, value)| value.clone())
            }
            None => value.constant().cloned(),
        }
    };
    match &condition.node {
        ConditionNode::Always
        | ConditionNode::Optional(_)
        | ConditionNode::No(_)
        | ConditionNode::NoFree(_)
        | ConditionNode::NotFound(_) => Some(true),
        ConditionNode::Bind(_) | ConditionNode::Exists(_) | ConditionNode::Related(..) => Some(false),
        ConditionNode::Every(..) => Some(true),
        ConditionNode::Holds(subject) => value(subject).map(|value| value.is_true()),
        ConditionNode::Compare(left, comparison, right) => {
            Some(comparison.holds(&value(left)?, &value(right)?))
        }
        ConditionNode::Not(inner) => holds(inner, state).map(|held| !held),
        ConditionNode::All(parts) => join(parts, state, false),
        ConditionNode::Any(parts) => join(parts, state, true),
        ConditionNode::Let(..) | ConditionNode::TooDeep => None,
    }
}

/// "And" is decided by a part that does not hold, "or" by one that does.
fn join(parts: &[Condition], state: &OwnValues, decisive: bool) -> Option<bool> {
    let held: Vec<Option<bool>> = parts.iter().map(|part| holds(part, state)).collect();
    if held.contains(&Some(decisive)) {
        return Some(decisive);
    }
    held.iter().all(Option::is_some).then_some(!decisive)
}

fn describe(state: &OwnValues, names: &Vocabulary) -> String {
    let mut text = "when no other thing is known".to_owned();
    for (property, value) in state {
        text.push_str(&format!(" and `{}` is {}", names.property_name(*property), value.display(names)));
    }
    text
}
