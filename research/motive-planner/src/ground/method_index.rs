//! An index of methods by what they need at once, so that few of them have to be tested in a state.
//!
//! A task with free variables can have thousands of ground methods, of which a state allows a few. They are sorted into a tree: each branch
//! is for methods that share a fact, and is entered only if that fact is true.

use crate::storage::holds;
use motive_util::Rows;
use rustc_hash::FxHashMap;

/// Tasks with fewer methods are not worth a tree. Our choice.
const FEW: usize = 16;

/// A node of a tree: methods whose facts have all been tested or are few, and branches.
#[derive(Clone, Debug, Default)]
struct IndexNode {
    /// Places in the task's list of methods.
    methods: Vec<u32>,
    /// A fact, and the node for methods that need it.
    branches: Vec<(u32, u32)>,
}

/// The trees of all tasks with many methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct MethodIndex {
    /// For each task its tree, if it has one.
    roots: FxHashMap<u32, u32>,
    nodes: Vec<IndexNode>,
}

impl MethodIndex {
    /// The index of all tasks, given the facts that each method needs at once.
    pub(crate) fn new(task_methods: &Rows, needs: &Rows) -> Self {
        let mut index = Self::default();
        for task in 0..task_methods.len() {
            let methods = task_methods.row(task);
            if methods.len() < FEW {
                continue;
            }
            let with_needs = |(place, method): (u32, &u32)| (place, needs.row(*method as usize).to_vec());
            let root = index.add((0..).zip(methods).map(with_needs).collect());
            index.roots.insert(task as u32, root);
        }
        index
    }

    /// Adds a node for methods and the facts of each that have not been tested. The depth is at most the number of a method's facts.
    fn add(&mut self, methods: Vec<(u32, Vec<u32>)>) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(IndexNode::default());
        if methods.len() < FEW {
            self.nodes[number as usize].methods = methods.into_iter().map(|(place, _)| place).collect();
            return number;
        }
        let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
        methods.iter().flat_map(|(_, facts)| facts).for_each(|fact| *counts.entry(*fact).or_default() += 1);
        let mut groups: FxHashMap<u32, Vec<(u32, Vec<u32>)>> = FxHashMap::default();
        let mut order = Vec::new();
        for (place, mut facts) in methods {
            let common = (0..facts.len()).max_by_key(|at| (counts.get(&facts[*at]), facts[*at]));
            let Some(common) = common else {
                self.nodes[number as usize].methods.push(place);
                continue;
            };
            let fact = facts.swap_remove(common);
            let group = groups.entry(fact).or_default();
            if group.is_empty() {
                order.push(fact);
            }
            group.push((place, facts));
        }
        for fact in order {
            let group = groups.remove(&fact).unwrap_or_default();
            let branch = self.add(group);
            self.nodes[number as usize].branches.push((fact, branch));
        }
        number
    }

    /// The places of a task's methods that the state may allow, in order. None if the task has no tree, and all have to be tested.
    pub(crate) fn candidates(&self, task: u32, state: &[u32]) -> Option<Vec<u32>> {
        let mut found = Vec::new();
        let mut open = vec![*self.roots.get(&task)?];
        while let Some(node) = open.pop() {
            let node = &self.nodes[node as usize];
            found.extend_from_slice(&node.methods);
            let branches = node.branches.iter().filter(|(fact, _)| holds(state, &[*fact]));
            open.extend(branches.map(|(_, branch)| *branch));
        }
        found.sort_unstable();
        Some(found)
    }

    /// Its approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * (2 * size_of::<IndexNode>() + 48)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/method_index.rs"]
mod tests;
