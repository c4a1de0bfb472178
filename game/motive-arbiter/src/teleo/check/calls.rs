//! Endless recursion, and programs that are never called.

use super::Checker;
use super::finding::FindingKind;
use crate::teleo::definition::{Rule, Step};
use std::sync::Arc;

impl Checker<'_> {
    pub(super) fn calls(&mut self) {
        let calls: Vec<Vec<Vec<usize>>> = self
            .definitions
            .iter()
            .map(|definition| definition.rules.iter().map(|rule| self.certain_calls(rule)).collect())
            .collect();
        let endless = endless(&calls);
        let mut called = vec![false; self.definitions.len()];
        for callee in self
            .definitions
            .iter()
            .flat_map(|known| &known.rules)
            .flat_map(|rule| self.programs.callees(rule))
        {
            called[callee] = true;
        }
        for (at, definition) in self.definitions.iter().enumerate() {
            if endless[at] {
                let through = self.call_cycle(at, &calls, &endless);
                self.report(definition, None, FindingKind::EndlessCalls { through });
            }
            if !definition.parameters.is_empty() && !called[at] {
                self.report(definition, None, FindingKind::NeverCalled);
            }
        }
    }

    /// The programs that a rule always calls: not those in alternatives or in turns.
    fn certain_calls(&self, rule: &Rule) -> Vec<usize> {
        let callee =
            |step: &Step| if let Step::Call(name, _) = step { self.programs.find(name) } else { None };
        rule.steps.iter().filter_map(callee).collect()
    }

    /// The calls from an endless program up to the first that repeats.
    fn call_cycle(&self, from: usize, calls: &[Vec<Vec<usize>>], endless: &[bool]) -> Vec<Arc<str>> {
        let (mut at, mut passed) = (from, vec![from]);
        let name = |at: usize| self.definitions[at].name.clone();
        loop {
            let next = calls[at].iter().flatten().copied().find(|callee| endless[*callee]);
            let Some(next) = next else { break };
            let seen = passed.contains(&next);
            passed.push(next);
            if seen || passed.len() > 16 {
                break;
            }
            at = next;
        }
        passed.into_iter().map(name).collect()
    }
}

/// Which programs recurse without end: those whose every rule calls such a program. Computed by elimination: a program ends if it
/// has a rule all of whose calls end.
fn endless(calls: &[Vec<Vec<usize>>]) -> Vec<bool> {
    let mut endless = vec![true; calls.len()];
    let mut callers: Vec<Vec<(usize, usize)>> = vec![Vec::new(); calls.len()];
    let mut waiting: Vec<Vec<usize>> = Vec::with_capacity(calls.len());
    let mut ending: Vec<usize> = Vec::new();
    for (program, rules) in calls.iter().enumerate() {
        waiting.push(rules.iter().map(Vec::len).collect());
        for (rule, callees) in rules.iter().enumerate() {
            callees.iter().for_each(|callee| callers[*callee].push((program, rule)));
        }
        if rules.is_empty() || rules.iter().any(Vec::is_empty) {
            ending.push(program);
        }
    }
    while let Some(program) = ending.pop() {
        if !std::mem::replace(&mut endless[program], false) {
            continue;
        }
        for (caller, rule) in &callers[program] {
            waiting[*caller][*rule] -= 1;
            if waiting[*caller][*rule] == 0 {
                ending.push(*caller);
            }
        }
    }
    endless
}
