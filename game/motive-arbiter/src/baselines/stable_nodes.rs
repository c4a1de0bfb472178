//! Stable nodes: rules whose condition nothing that the other programs do can undo.

use crate::teleo::{Definition, ProgramGraph};
use motive_core::action::Catalogue;
use motive_core::condition::Condition;
use motive_core::engine::{ConditionNode, PossibleChange};
use motive_core::vocabulary::Vocabulary;
use std::sync::Arc;

/// A rule of a program, or of a program that it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleNode {
    /// The program that is pursued.
    pub root: Arc<str>,
    /// The program that has the rule: the same, or one that it calls.
    pub program: Arc<str>,
    /// Which rule.
    pub rule: usize,
    /// What the rule is called.
    pub name: Arc<str>,
    /// The rule says that the goal is reached.
    pub is_success: bool,
    /// No action of any other program can make its condition false.
    pub is_stable: bool,
}

/// Which rules of a set of programs are stable with respect to each other (Benson and Nilsson 1995).
///
/// A rule is stable if no action of any other program, or of anything that those call, has the rule's condition or a part of it
/// among what it may make false. These delete lists are taken from the effects of declared actions; an action that is not
/// declared may make anything false. A condition with an "or" counts as unstable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StableNodes {
    nodes: Vec<RuleNode>,
}

impl StableNodes {
    /// Compares each of some programs, with all that it calls, with each other one.
    #[must_use]
    pub fn of<'a>(
        definitions: &[Definition],
        roots: impl IntoIterator<Item = &'a str>,
        vocabulary: &Vocabulary,
        catalogue: &Catalogue,
    ) -> Self {
        let programs = ProgramGraph::new(definitions);
        let mut known: Vec<usize> = Vec::new();
        for root in roots.into_iter().filter_map(|name| programs.find(name)) {
            if !known.contains(&root) {
                known.push(root);
            }
        }
        let hierarchies: Vec<Vec<usize>> = known.iter().map(|root| programs.hierarchy(*root)).collect();
        let changes: Vec<Option<Vec<PossibleChange>>> =
            hierarchies.iter().map(|reached| programs.changes_of(reached, catalogue).map(distinct)).collect();
        let mut nodes = Vec::new();
        for (at, reached) in hierarchies.iter().enumerate() {
            let others =
                || changes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, made)| made);
            for program in reached.iter().map(|program| &definitions[*program]) {
                for (rule, written) in program.rules.iter().enumerate() {
                    let undone = |made: &Option<Vec<PossibleChange>>| {
                        can_undo(made.as_deref(), &written.when, vocabulary)
                    };
                    nodes.push(RuleNode {
                        root: definitions[known[at]].name.clone(),
                        program: program.name.clone(),
                        rule,
                        name: written.name.clone(),
                        is_success: written.is_success || rule == 0 && written.steps.is_empty(),
                        is_stable: !has_choice(&written.when) && !others().any(undone),
                    });
                }
            }
        }
        Self { nodes }
    }

    /// Every rule of every program and of what it calls.
    #[must_use]
    pub fn nodes(&self) -> &[RuleNode] {
        &self.nodes
    }

    /// Whether a rule of a pursued program is stable.
    #[must_use]
    pub fn is_stable(&self, program: &str, rule: usize) -> bool {
        self.own(program).any(|node| node.rule == rule && node.is_stable)
    }

    /// For each rule of a pursued program, whether the program may be left there: it is stable, or the goal is reached.
    pub(super) fn exits(&self, program: &str) -> Vec<bool> {
        self.own(program).map(|node| node.is_stable || node.is_success).collect()
    }

    /// The rules of a pursued program itself, in order.
    fn own<'a>(&'a self, program: &'a str) -> impl Iterator<Item = &'a RuleNode> {
        self.nodes.iter().filter(move |node| *node.root == *program && *node.program == *program)
    }
}

fn can_undo(made: Option<&[PossibleChange]>, condition: &Condition, names: &Vocabulary) -> bool {
    match made {
        // Nothing is known of what they do, so nothing can be ruled out.
        None => !condition.is_always(),
        Some(changes) => changes.iter().any(|change| change.can_make(condition, false, names)),
    }
}

fn distinct(changes: Vec<PossibleChange>) -> Vec<PossibleChange> {
    let mut kept: Vec<PossibleChange> = Vec::new();
    for change in changes {
        if !kept.contains(&change) {
            kept.push(change);
        }
    }
    kept
}

/// Which part of an "or" a program relies on is not known beforehand.
fn has_choice(condition: &Condition) -> bool {
    match &condition.node {
        ConditionNode::Any(_) => true,
        ConditionNode::All(parts) => parts.iter().any(has_choice),
        ConditionNode::Not(inner) | ConditionNode::Every(_, inner) => has_choice(inner),
        _ => false,
    }
}
