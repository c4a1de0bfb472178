//! A planner as a program selector: makes programs by backward chaining over declared actions.

mod regression;

use super::character::Selector;
use super::goal::{Goal, Pursuit};
use crate::teleo::{Definition, Library, Rule, Step, TeleoProgram};
use motive_core::action::{Action, Catalogue};
use motive_core::condition::{CompiledCondition, Condition, Expr, Scope};
use motive_core::memory::Memory;
use motive_core::mind::Program;
use motive_core::vocabulary::{ActionId, Vocabulary};
use regression::{Regressed, regress};
use std::sync::{Arc, Mutex, PoisonError};

/// How much a [`Chaining`] planner may do for one goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainingLimits {
    /// How many rules a program may get.
    pub rules: usize,
    /// How many regressions are considered at most.
    pub considered: usize,
}

impl Default for ChainingLimits {
    fn default() -> Self {
        Self { rules: 64, considered: 1_000 }
    }
}

/// Makes the program for a goal that is given by its condition, by chaining backwards over what declared actions need and
/// change (after Benson and Nilsson's planner).
///
/// Each rule of such a program leads, by its action, to the condition of one before it; the cheapest way to the goal comes first.
/// What an action needs becomes part of the rule's condition, so that the arbiter reserves it as for any other program. The planner
/// stops as soon as a rule applies, keeps its open nodes, and continues from there when no rule applies any
/// more. Programs once made are used again.
///
/// ```
/// use motive::kernel::{Action, Catalogue, Effect, Expr, Memory, GoalMode, Type, Vocabulary};
/// use motive::arbiter::{Chaining, Goal, Pursuit, Selector};
///
/// let mut names = Vocabulary::new();
/// let (wood, fire) = (names.own("wood", Type::Number), names.own("fire", Type::Bool));
/// let (chop, light) = (names.action("chop", 0), names.action("light", 0));
/// let names = names.finish()?;
/// let mut actions = Catalogue::default();
/// actions.add(&Action::new(chop, &[]).effect(Effect::add_own(wood, 1)), &names)?;
/// let light = Action::new(light, &[]).needs(Expr::own(wood).at_least(3)).effect(Effect::set_own(fire, true));
/// actions.add(&light, &names)?;
///
/// let planner = Chaining::new(names.clone(), &actions);
/// let goal = Goal::new("warm", GoalMode::Achieve, Pursuit::Condition(Expr::own(fire).equals(true)));
/// assert!(planner.select(&goal, &Memory::new(names)).is_some());
/// let rules: Vec<String> = planner.programs()[0].rules.iter().map(|rule| rule.name.to_string()).collect();
/// assert_eq!(rules, ["done", "light", "chop"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Chaining {
    vocabulary: Arc<Vocabulary>,
    actions: Vec<Action>,
    limits: ChainingLimits,
    plans: Mutex<Vec<PlannedProgram>>,
}

/// How many goals' programs are kept; the oldest goes first.
const MOST_PLANS: usize = 256;

impl Chaining {
    /// A planner over the actions of a catalogue.
    #[must_use]
    pub fn new(vocabulary: Arc<Vocabulary>, catalogue: &Catalogue) -> Self {
        let actions = catalogue.actions().map(|action| action.declared().clone()).collect();
        Self { vocabulary, actions, limits: ChainingLimits::default(), plans: Mutex::default() }
    }

    /// Sets how much it may do for one goal.
    #[must_use]
    pub fn limits(mut self, limits: ChainingLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The programs made so far, to be kept in a library.
    #[must_use]
    pub fn programs(&self) -> Vec<Definition> {
        let plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.iter().filter_map(|plan| Some(plan.program.as_ref()?.definition().clone())).collect()
    }
}

impl Selector for Chaining {
    fn select(&self, goal: &Goal, memory: &Memory) -> Option<Arc<dyn Program>> {
        let Pursuit::Condition(condition) = &goal.pursuit else { return None };
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let at = match plans.iter().position(|plan| plan.goal.same_as(condition)) {
            Some(at) => at,
            None => {
                if plans.len() >= MOST_PLANS {
                    plans.remove(0);
                }
                plans.push(PlannedProgram::new(&goal.name, condition, &self.vocabulary)?);
                plans.len() - 1
            }
        };
        let program = plans[at].program_for(memory, self)?;
        Some(Arc::new(program))
    }
}

/// A program that is extended while it is needed.
struct PlannedProgram {
    name: String,
    goal: Condition,
    /// Nodes that have become rules, nearest to the goal first.
    closed: Vec<PlanNode>,
    /// Nodes that have not been expanded.
    open: Vec<PlanNode>,
    considered: usize,
    program: Option<TeleoProgram>,
}

/// A condition from which the goal can be reached, and the action to do when it holds.
struct PlanNode {
    parts: Vec<Condition>,
    /// The parts as one condition.
    whole: Condition,
    when: CompiledCondition,
    /// The action, with its arguments; none where the goal is reached.
    action: Option<(ActionId, Vec<Expr>)>,
    cost: f64,
}

impl PlannedProgram {
    fn new(name: &str, goal: &Condition, names: &Vocabulary) -> Option<Self> {
        let when = Scope::new(names).condition(goal).ok()?;
        let parts: Vec<Condition> = goal.flat().into_iter().cloned().collect();
        let reached = PlanNode { whole: goal.clone(), parts, when, action: None, cost: 0.0 };
        Some(Self {
            name: format!("plan for {name}"),
            goal: goal.clone(),
            closed: Vec::new(),
            open: vec![reached],
            considered: 0,
            program: None,
        })
    }

    /// The program, extended until one of its rules applies; none if there is no way from here.
    fn program_for(&mut self, memory: &Memory, planner: &Chaining) -> Option<TeleoProgram> {
        let mut applies = self.closed.iter().any(|node| node.when.check(memory));
        let before = self.closed.len();
        while !applies && self.closed.len() < planner.limits.rules {
            let Some(node) = self.take_cheapest() else { break };
            self.expand(&node, planner);
            applies = node.when.check(memory);
            self.closed.push(node);
        }
        if self.closed.len() > before {
            self.program = self.write(&planner.vocabulary);
        }
        self.program.clone().filter(|_| applies)
    }

    /// Among equally cheap ones the first found.
    fn take_cheapest(&mut self) -> Option<PlanNode> {
        let cheapest =
            (0..self.open.len()).min_by(|a, b| self.open[*a].cost.total_cmp(&self.open[*b].cost))?;
        Some(self.open.remove(cheapest))
    }

    /// Adds every way in which one action leads to a node.
    fn expand(&mut self, node: &PlanNode, planner: &Chaining) {
        let names = &*planner.vocabulary;
        for action in &planner.actions {
            for made in regress(&node.parts, action, self.considered, names) {
                self.considered += 1;
                if self.considered > planner.limits.considered {
                    return;
                }
                let cost = node.cost + action.cost.max(0.0);
                if let Some(new) = PlanNode::of(made, action.action, cost, names)
                    && !self.is_covered(&new, node)
                {
                    self.open.push(new);
                }
            }
        }
    }

    /// Whether a node that is no farther from the goal applies whenever this one does.
    fn is_covered(&self, new: &PlanNode, expanded: &PlanNode) -> bool {
        let covers = |known: &PlanNode| known.parts.iter().all(|part| new.parts.contains(part));
        covers(expanded) || self.closed.iter().chain(&self.open).any(covers)
    }

    /// The nodes as the rules of a program.
    fn write(&self, names: &Vocabulary) -> Option<TeleoProgram> {
        let mut definition = Definition::new(&self.name);
        for node in &self.closed {
            definition = match &node.action {
                None => definition.done_when(self.goal.clone()),
                Some((action, arguments)) => {
                    let mut rule = Rule::new(names.action_name(*action)).when(node.whole.clone());
                    rule.steps.push(Step::Do(*action, arguments.clone()));
                    definition.rule(rule)
                }
            };
        }
        Library::new(names, vec![definition]).ok()?.program(&self.name)
    }
}

impl PlanNode {
    /// A node that can hold and whose action gets all its arguments.
    fn of(made: Regressed, action: ActionId, cost: f64, names: &Vocabulary) -> Option<Self> {
        let whole = Condition::all(made.parts.clone());
        if whole.contradiction(names).is_some() {
            return None;
        }
        let mut scope = Scope::new(names);
        let when = scope.condition(&whole).ok()?;
        for argument in &made.arguments {
            scope.expression(argument).ok()?;
        }
        Some(Self { parts: made.parts, whole, when, action: Some((action, made.arguments)), cost })
    }
}
