//! Benson and Nilsson's arbitrator.

use super::BaselineError;
use super::program_runner::ProgramRunner;
use crate::arbiter::Character;
use crate::teleo::{Caching, Definition, Library, ProgramGraph, Rule, Step, for_each_step};
use motive_core::action::Catalogue;
use motive_core::condition::{Bindings, CompiledCondition, Condition, Scope};
use motive_core::engine::{ConditionNode, PossibleChange};
use motive_core::memory::Memory;
use motive_core::mind::{Outcome, Program, TickContext};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::{Facts, Vocabulary};
use std::sync::Arc;

/// How long a program is taken to need for one of its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeEstimate {
    /// All rules take equally long, so that the rules left to the next stable node count.
    #[default]
    RulesLeft,
    /// A rule takes as long as the longest action that it, or what it calls, is declared to take.
    Actions,
}

/// Runs one program at a time, chosen by reward and time, and changes to another only at stable nodes (Benson and Nilsson
/// 1995; see [`StableNodes`]).
///
/// Rewards are the priorities of the character's goals. At a stable node the program with the greatest reward per time to its next
/// stable node runs. A program is at the node of the first of its rules that applies; it is looked for near the rule that
/// applied last, and among all rules every so many ticks or when neither applies. When a program's success rule runs, the
/// program is removed, whatever the goal's mode. A program none of whose rules applies is left for another.
pub struct BensonNilsson {
    pub(super) runner: ProgramRunner,
    estimate: TimeEstimate,
    stability: StableNodes,
    /// What is known of the program of each goal.
    routes: Vec<Option<ProgramRoute>>,
    current: Option<usize>,
    tick: u64,
}

/// One program, seen as a way from rule to rule up to its goal.
struct ProgramRoute {
    rules: Vec<CompiledCondition>,
    /// Where the program may be left: at stable rules, and where the goal is reached.
    may_leave: Vec<bool>,
    /// How long each rule takes.
    times: Vec<f64>,
    /// The rule that applied when it was last located.
    at: Option<usize>,
    reward: f64,
}

/// Once in this many ticks all rules are tried, not only the neighbours of the last one.
const SCAN_EVERY: u32 = 10;
const CACHING: Caching = Caching::Neighbour { scan_every: SCAN_EVERY };

impl BensonNilsson {
    /// Plays a character whose goals name programs of the library.
    pub fn new(
        character: Arc<Character>,
        library: &Library,
        estimate: TimeEstimate,
    ) -> Result<Self, BaselineError> {
        let runner = ProgramRunner::new(character.clone()).resuming(library, CACHING)?;
        let memory = Memory::new(character.vocabulary.clone());
        let programs: Vec<Option<Arc<dyn Program>>> =
            character.goals.iter().map(|goal| character.select(goal, &memory)).collect();
        let roots = programs.iter().flatten().map(|program| &**program.name());
        let definitions = library.definitions();
        let stability = StableNodes::of(definitions, roots, &character.vocabulary, &character.catalogue);
        let routes = programs.iter().map(|program| {
            let definition =
                definitions.iter().find(|known| Some(&known.name) == program.as_ref().map(|p| p.name()));
            definition
                .map(|known| ProgramRoute::new(known, definitions, &character, &stability, estimate))
                .transpose()
        });
        let routes = routes.collect::<Result<_, BaselineError>>()?;
        Ok(Self { runner, estimate, stability, routes, current: None, tick: 0 })
    }

    /// Continues with other programs, whose stable nodes are computed anew. What was being pursued is dropped.
    pub fn replace(&mut self, character: Arc<Character>, library: &Library) -> Result<(), BaselineError> {
        *self = Self::new(character, library, self.estimate)?;
        Ok(())
    }

    /// Which rules are stable.
    pub fn stability(&self) -> &StableNodes {
        &self.stability
    }

    /// The goal whose program runs, and what that is doing.
    pub fn current(&self) -> Option<(&str, Option<&str>)> {
        let goal = self.current?;
        Some((&self.runner.character().goals[goal].name, self.runner.current(goal)))
    }

    /// Starts the programs of goals that are wanted, and updates rewards.
    fn take_up(&mut self, wants: &[Option<f64>], tick_cx: &mut TickContext<'_>) {
        for (goal, want) in wants.iter().enumerate() {
            let (Some(reward), Some(route)) = (want, &mut self.routes[goal]) else { continue };
            if !self.runner.is_live(goal) {
                route.at = None;
                self.runner.start(goal, *reward, tick_cx);
            }
            route.reward = *reward;
        }
    }

    /// Finds the first rule of a program that applies, near the last one if it can.
    fn locate(&mut self, goal: usize, tick_cx: &mut TickContext<'_>) -> Option<usize> {
        let route = self.routes[goal].as_mut().filter(|_| self.runner.is_live(goal))?;
        let order = CACHING.order(route.rules.len(), route.at, self.tick);
        route.at = self.runner.look(tick_cx, |cx| {
            let mut order = order;
            order.find(|rule| {
                let mark = cx.mark();
                let mut bindings = Bindings::new(route.rules[*rule].variables);
                let held = cx.spend(1) && cx.ask(&route.rules[*rule], &mut bindings);
                cx.undo(mark);
                held
            })
        });
        route.at
    }

    /// Whether the running program may not be left: it is at a rule that others could undo.
    fn is_bound(&mut self, tick_cx: &mut TickContext<'_>) -> bool {
        let Some(goal) = self.current else { return false };
        let at = self.locate(goal, tick_cx);
        let route = self.routes[goal].as_ref();
        at.zip(route).is_some_and(|(rule, route)| !route.may_leave[rule])
    }

    /// The program with the greatest reward per time to its next stable node; among equals the first.
    fn best(&mut self, tick_cx: &mut TickContext<'_>) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for goal in 0..self.routes.len() {
            let Some(rule) = self.locate(goal, tick_cx) else { continue };
            let Some(route) = &self.routes[goal] else { continue };
            let ratio = route.reward / route.time_to_stable(rule);
            if best.is_none_or(|(_, greatest)| ratio > greatest) {
                best = Some((goal, ratio));
            }
        }
        best.map(|(goal, _)| goal)
    }
}

impl ProgramRoute {
    fn new(
        definition: &Definition,
        definitions: &[Definition],
        character: &Character,
        stability: &StableNodes,
        estimate: TimeEstimate,
    ) -> Result<Self, BaselineError> {
        let programs = ProgramGraph::new(definitions);
        let mut rules = Vec::with_capacity(definition.rules.len());
        for rule in &definition.rules {
            let mut scope = Scope::new(&character.vocabulary);
            for parameter in &definition.parameters {
                scope.parameter(parameter)?;
            }
            rules.push(scope.condition(&rule.when)?);
        }
        let duration = |rule: &Rule| {
            let called = programs.callees(rule).into_iter().flat_map(|callee| programs.hierarchy(callee));
            let called = called.flat_map(|at| &definitions[at].rules);
            called.chain([rule]).map(|rule| longest_action(rule, &character.catalogue)).max().unwrap_or(0)
        };
        let time = |rule: &Rule| match (estimate, duration(rule)) {
            (TimeEstimate::RulesLeft, _) | (TimeEstimate::Actions, 0) => 1.0,
            (TimeEstimate::Actions, micros) => micros as f64 / 1e6,
        };
        Ok(Self {
            may_leave: stability.exits(&definition.name),
            times: definition.rules.iter().map(time).collect(),
            rules,
            at: None,
            reward: 0.0,
        })
    }

    /// How long it takes from a rule up to the next one at which the program may be left.
    fn time_to_stable(&self, rule: usize) -> f64 {
        let above = (0..rule).rev().find(|above| self.may_leave[*above]).unwrap_or(0);
        let time: f64 = self.times[above..=rule].iter().skip(1).sum();
        if time > 0.0 { time } else { self.times[rule] }
    }
}

/// How long the longest declared action of a rule takes, in microseconds.
fn longest_action(rule: &Rule, catalogue: &Catalogue) -> u64 {
    let mut longest = 0;
    for_each_step(&rule.steps, &mut |step| {
        if let Step::Do(action, _) = step
            && let Some(action) = catalogue.action(*action)
        {
            longest = longest.max(action.declared().duration);
        }
    });
    longest
}

impl BensonNilsson {
    pub(super) fn choose(&mut self, wants: &[Option<f64>], tick_cx: &mut TickContext<'_>) {
        self.tick = tick_cx.memory.time().tick;
        self.take_up(wants, tick_cx);
        if !self.is_bound(tick_cx) {
            self.current = self.best(tick_cx);
        }
        if let Some(goal) = self.current {
            let reward = self.routes[goal].as_ref().map_or(0.0, |route| route.reward);
            if self.runner.run(goal, reward, tick_cx) == Some(Outcome::Done) {
                self.runner.end(goal, TaskEnd::Achieved, tick_cx);
                self.current = None;
            }
        }
    }
}

/// A rule of a program, or of a program that it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub fn nodes(&self) -> &[RuleNode] {
        &self.nodes
    }

    /// Whether a rule of a pursued program is stable.
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
