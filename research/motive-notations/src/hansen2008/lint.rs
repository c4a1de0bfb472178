//! Warnings about what is allowed but probably a mistake.

use super::{File, HtnBlock, HtnDomain, HtnWords, Remark};
use motive_diagnostics::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Actions that go to the place of their first argument: without the goal `At $0`, a bot that is there already waits in vain.
const TRAVEL: [&str; 2] = ["RunTo", "TravelTo"];
/// Actions of the specification that cannot fail.
const SURE: [&str; 2] = ["Wait", "Say"];
/// The root task of the coordinator.
const MAIN: &str = "Main";

/// The warnings about files without errors.
pub(super) fn lint(domain: &HtnDomain, remarks: &mut Vec<Remark>) {
    let (simple, compound) = (index(&domain.simple), index(&domain.compound));
    let mut lints = Lints { domain, simple, compound, acting: BTreeSet::new(), remarks };
    lints.find_acting();
    lints.travel();
    lints.hoist();
    lints.dead_alternatives();
    lints.loops();
    lints.unused();
    lints.main_loop();
}

fn index(blocks: &[HtnBlock]) -> BTreeMap<&str, &HtnBlock> {
    blocks.iter().map(|block| (block.name.as_str(), block)).collect()
}

struct Lints<'d> {
    domain: &'d HtnDomain,
    simple: BTreeMap<&'d str, &'d HtnBlock>,
    compound: BTreeMap<&'d str, &'d HtnBlock>,
    /// Compound tasks that execute at least one action before they succeed.
    acting: BTreeSet<&'d str>,
    remarks: &'d mut Vec<Remark>,
}

impl Lints<'_> {
    fn warn(&mut self, file: File, code: &str, span: &Span, message: String, help: &str) {
        let diagnostic = Diagnostic::warning(code, span.clone(), message).with_help(help);
        self.remarks.push(Remark { file, diagnostic });
    }

    /// Computes which tasks always act, bottom up.
    fn find_acting(&mut self) {
        let domain = self.domain;
        loop {
            let before = self.acting.len();
            for block in domain.compound.iter().filter(|block| block.goals.is_empty()) {
                if block.lines.iter().any(|line| line.iter().all(|call| self.always_acts(call))) {
                    self.acting.insert(&block.name);
                }
            }
            if self.acting.len() == before {
                return;
            }
        }
    }

    /// A bot that is at its destination already does not move, which is taken for being blocked.
    fn travel(&mut self) {
        for block in self.domain.simple.iter().filter(|block| TRAVEL.contains(&block.name.as_str())) {
            if !block.goals.iter().any(|goal| goal.name.eq_ignore_ascii_case("at")) {
                let message = format!(
                    "`{}` has no goal `At`, so a bot that is there already waits in vain",
                    block.name
                );
                self.warn(File::Simple, "W-NOGOALTRAVEL", &block.span, message, "give it the goal `At $0`");
            }
        }
    }

    /// A precondition that all first subtasks share could be a precondition of the task.
    fn hoist(&mut self) {
        for block in &self.domain.compound {
            let Some(first) = block.lines.first().filter(|line| !line.is_empty()) else { continue };
            let mut common: Option<Vec<HtnWords>> = None;
            for call in first {
                let needs = self.needs_of(call);
                common = Some(match common {
                    None => needs,
                    Some(common) => common.into_iter().filter(|need| needs.contains(need)).collect(),
                });
            }
            for need in common.into_iter().flatten().filter(|need| !block.needs.contains(need)) {
                let message = format!(
                    "every way to begin `{}` needs `{}`, which it does not ask for itself",
                    block.name, need.name
                );
                let help =
                    "put it among its own `Preconditions`: then nothing is half done when it does not hold";
                self.warn(File::Compound, "W-HOIST", &block.span, message, help);
            }
        }
    }

    /// The preconditions of a call, in terms of the caller's parameters.
    fn needs_of(&self, call: &HtnWords) -> Vec<HtnWords> {
        let Some(callee) = self.compound.get(call.name.as_str()).or(self.simple.get(call.name.as_str()))
        else {
            return Vec::new();
        };
        // If its goals hold already, no precondition is tested.
        if !callee.goals.is_empty() {
            return Vec::new();
        }
        let passed = |need: &HtnWords| {
            let arguments = need.arguments.iter().map(|argument| match argument {
                super::HtnArgument::Parameter(place) => call.arguments.get(*place).cloned(),
                literal => Some(literal.clone()),
            });
            Some(HtnWords {
                name: need.name.clone(),
                arguments: arguments.collect::<Option<_>>()?,
                span: need.span.clone(),
            })
        };
        callee.needs.iter().filter_map(passed).collect()
    }

    /// Alternatives after a call that cannot fail are never tried.
    fn dead_alternatives(&mut self) {
        for block in &self.domain.compound {
            for line in &block.lines {
                let Some(sure) = line.iter().position(|call| self.cannot_fail(call)) else { continue };
                for dead in line.iter().skip(sure + 1) {
                    let before = line.get(sure).map_or("", |call| call.name.as_str());
                    let message = format!("`{}` is never tried: `{before}` before it cannot fail", dead.name);
                    let help = "put it first, or leave it out";
                    self.warn(File::Compound, "W-DEADALT", &dead.span, message, help);
                }
            }
        }
    }

    fn cannot_fail(&self, call: &HtnWords) -> bool {
        let idle = |block: &&HtnBlock| block.needs.is_empty() && block.lines.is_empty();
        SURE.contains(&call.name.as_str()) || self.compound.get(call.name.as_str()).is_some_and(idle)
    }

    /// Tasks that call themselves without an action in between.
    fn loops(&mut self) {
        for block in &self.domain.compound {
            let (mut seen, mut next) = (BTreeSet::new(), vec![block]);
            let mut comes_back = false;
            while let Some(at) = next.pop() {
                for call in self.reached_silently(at) {
                    let Some(callee) = self.compound.get(call.name.as_str()) else { continue };
                    comes_back |= callee.name == block.name;
                    if seen.insert(callee.name.as_str()) {
                        next.push(callee);
                    }
                }
            }
            if comes_back {
                let message = format!("`{}` can come back to itself without anything being done", block.name);
                let help = "put something that is done before the call of itself";
                self.warn(File::Compound, "W-LOOP", &block.span, message, help);
            }
        }
    }

    /// The calls that a task can reach before an action has certainly been executed.
    fn reached_silently<'b>(&self, block: &'b HtnBlock) -> Vec<&'b HtnWords> {
        let mut all = Vec::new();
        for line in &block.lines {
            all.extend(line);
            if line.iter().all(|call| self.always_acts(call)) {
                break;
            }
        }
        all
    }

    /// Whether an action has been executed when a call has succeeded.
    fn always_acts(&self, call: &HtnWords) -> bool {
        let simple = self.simple.get(call.name.as_str());
        simple.map_or_else(|| self.acting.contains(call.name.as_str()), |simple| simple.goals.is_empty())
    }

    /// Tasks that neither `Main` nor an assignment reaches. Files without `Main` have no root to search from.
    fn unused(&mut self) {
        if !self.compound.contains_key(MAIN) {
            return;
        }
        let calls = || self.domain.compound.iter().flat_map(|block| block.lines.iter().flatten());
        let assigned =
            calls().filter(|call| call.name == "AssignTask").filter_map(|call| match call.arguments.get(1) {
                Some(super::HtnArgument::Literal(task)) => Some(task.as_str()),
                _ => None,
            });
        let mut next: Vec<&str> = assigned.chain([MAIN]).collect();
        let mut used: BTreeSet<&str> = next.iter().copied().collect();
        while let Some(name) = next.pop() {
            let block = self.compound.get(name);
            for call in block.into_iter().flat_map(|block| block.lines.iter().flatten()) {
                if used.insert(&call.name) {
                    next.push(&call.name);
                }
            }
        }
        for block in self.domain.compound.iter().filter(|block| !used.contains(block.name.as_str())) {
            let message = format!("nothing leads to `{}`: neither `Main` nor `AssignTask`", block.name);
            let help = "call it, assign it, or leave it out";
            self.warn(File::Compound, "W-UNUSED", &block.span, message, help);
        }
    }

    /// `Main` is executed repeatedly unless it removes itself from the list.
    fn main_loop(&mut self) {
        let Some(main) = self.compound.get(MAIN).copied() else { return };
        let mut calls: Vec<&HtnWords> = Vec::new();
        let (mut next, mut seen) = (vec![main], BTreeSet::from([MAIN]));
        while let Some(block) = next.pop() {
            for call in block.lines.iter().flatten() {
                calls.push(call);
                if let Some(callee) = self.compound.get(call.name.as_str())
                    && seen.insert(&callee.name)
                {
                    next.push(callee);
                }
            }
        }
        let clears = calls.iter().any(|call| {
            let whom = call.arguments.first();
            call.name == "ClearTasks" && whom == Some(&super::HtnArgument::Literal("Coordinator".into()))
        });
        let orders = calls.iter().any(|call| ["AddBot", "AssignTask"].contains(&call.name.as_str()));
        if orders && !clears {
            let message =
                "`Main` adds bots or tasks and stays on the list, so it adds them in every round".to_owned();
            let help = "end it with `ClearTasks Coordinator`";
            self.warn(File::Compound, "W-MAINLOOP", &main.span, message, help);
        }
    }
}
