//! A planner as a program selector: makes programs by backward chaining over declared actions.

use super::character::Selector;
use super::goal::{Goal, Pursuit};
use crate::teleo::{Definition, Library, Rule, Step, TeleoProgram};
use motive_core::action::{Action, Catalogue, Effect};
use motive_core::condition::{Column, Comparison, CompiledCondition, Condition, Expr, Pattern, Scope};
use motive_core::engine::{ConditionNode, ExprNode, PossibleChange, PropertyTest};
use motive_core::memory::Memory;
use motive_core::mind::Program;
use motive_core::vocabulary::{ActionId, Kind, Property, Value, Vocabulary};
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
#[must_use]
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
    pub fn new(vocabulary: Arc<Vocabulary>, catalogue: &Catalogue) -> Self {
        let actions = catalogue.actions().map(|action| action.declared().clone()).collect();
        Self { vocabulary, actions, limits: ChainingLimits::default(), plans: Mutex::default() }
    }

    /// Sets how much it may do for one goal.
    pub fn limits(mut self, limits: ChainingLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The programs made so far, to be kept in a library.
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

/// What must hold so that an action leads to a condition, and with what to do it.
struct Regressed {
    parts: Vec<Condition>,
    arguments: Vec<Expr>,
}

/// Every way in which an action can bring about one of the parts of a condition without undoing another. The number keeps the names
/// of this use of the action apart from all others.
fn regress(parts: &[Condition], action: &Action, number: usize, names: &Vocabulary) -> Vec<Regressed> {
    let changes = action.changes();
    let mut found = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        for effect in &action.effects {
            let mut usage = ActionUse { number: number + found.len(), known: Vec::new() };
            let Some(remains) = usage.achieves(effect, part, names) else { continue };
            let spoils = |(other, part): (usize, &Condition)| other != at && undoes(&changes, part, names);
            if !parts.iter().enumerate().any(spoils) {
                found.push(usage.finish(&parts[..at], remains, &parts[at + 1..], action));
            }
        }
    }
    found
}

fn undoes(changes: &[PossibleChange], part: &Condition, names: &Vocabulary) -> bool {
    changes.iter().any(|change| change.can_make(part, false, names))
}

/// One use of an action: which of its names stand for what.
struct ActionUse {
    number: usize,
    known: Vec<(Arc<str>, Expr)>,
}

impl ActionUse {
    /// What remains of a part if the effect can make it true. An effect that has to be repeated counts: a
    /// rule continues until the one before it applies.
    fn achieves(
        &mut self,
        effect: &Effect,
        part: &Condition,
        names: &Vocabulary,
    ) -> Option<Option<Condition>> {
        match (&part.node, effect) {
            (ConditionNode::Compare(left, comparison, right), _) => {
                let done = self.compares(effect, left, *comparison, right)
                    || self.compares(effect, right, comparison.mirrored(), left);
                done.then_some(None)
            }
            (ConditionNode::Holds(subject), Effect::Set { thing, property, value }) => {
                let holds = value.constant().is_some_and(Value::is_true);
                (holds && self.is_property(subject, thing, *property)).then_some(None)
            }
            (
                ConditionNode::Bind(pattern) | ConditionNode::Exists(pattern),
                Effect::Set { thing, property, value },
            ) => self.makes_fit(pattern, thing, *property, value).map(Some),
            (
                ConditionNode::Bind(pattern) | ConditionNode::Exists(pattern),
                Effect::Create { kind, properties, .. },
            ) => self.creates(pattern, *kind, properties, names).then_some(None),
            (
                ConditionNode::No(pattern)
                | ConditionNode::NoFree(pattern)
                | ConditionNode::NotFound(pattern),
                _,
            ) => self.takes_away(effect, pattern).map(Some),
            (ConditionNode::Related(relation, columns), Effect::Relate(of, row)) => {
                (relation == of && self.is_row(columns, row)).then_some(None)
            }
            (ConditionNode::Not(inner), Effect::Unrelate(of, row)) => match &inner.node {
                ConditionNode::Related(relation, columns) => {
                    (relation == of && self.is_row(columns, row)).then_some(None)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an effect makes a comparison true, at once or when repeated.
    fn compares(&mut self, effect: &Effect, subject: &Expr, comparison: Comparison, other: &Expr) -> bool {
        match effect {
            Effect::Set { thing, property, value } => {
                let fits = match (value.constant(), other.constant()) {
                    (Some(value), Some(other)) => comparison.holds(value, other),
                    _ => comparison == Comparison::Equal,
                };
                fits && self.is_property(subject, thing, *property)
                    && (comparison != Comparison::Equal || self.unify(value, other))
            }
            Effect::Add { thing, property, by } => {
                let ordered = !matches!(comparison, Comparison::Equal | Comparison::Unequal);
                let grows =
                    by.constant().and_then(Value::number).is_none_or(|by| comparison.can_become(true, by));
                ordered && grows && self.is_property(subject, thing, *property)
            }
            _ => false,
        }
    }

    /// Whether an expression is the property that an effect changes.
    fn is_property(&mut self, subject: &Expr, thing: &Expr, property: Property) -> bool {
        match &subject.node {
            ExprNode::Get(of, read) if *read == property => self.unify(thing, of),
            _ => false,
        }
    }

    /// A thing that fits but for one property, which the effect gives it.
    fn makes_fit(
        &mut self,
        pattern: &Pattern,
        thing: &Expr,
        property: Property,
        value: &Expr,
    ) -> Option<Condition> {
        let at = pattern.required.iter().position(|request| {
            let admitted = || value.constant().and_then(|value| request.test.admits(value)) == Some(true);
            request.property == property && (admitted() || self.is_test(&request.test, value))
        })?;
        let mut rest = self.named(pattern);
        rest.required.remove(at);
        self.stands_for(thing, &rest).then(|| Condition::bind(rest))
    }

    /// A thing that fits and that the effect destroys or changes so that it fits no longer.
    fn takes_away(&mut self, effect: &Effect, pattern: &Pattern) -> Option<Condition> {
        let one = self.named(pattern);
        let thing = match effect {
            Effect::Destroy(thing) => thing,
            Effect::Set { thing, property, value } => {
                let value = value.constant()?;
                let mut asked = pattern.required.iter().filter(|request| request.property == *property);
                asked.any(|request| request.test.admits(value) == Some(false)).then_some(thing)?
            }
            _ => return None,
        };
        self.stands_for(thing, &one).then(|| Condition::bind(one))
    }

    fn creates(
        &mut self,
        pattern: &Pattern,
        kind: Kind,
        properties: &[(Property, Expr)],
        names: &Vocabulary,
    ) -> bool {
        let is_a = |wanted: &Kind| *wanted == kind || names.ancestors(kind).contains(wanted);
        pattern.kinds.iter().all(is_a)
            && pattern.required.iter().all(|request| {
                properties.iter().any(|(property, value)| {
                    let admitted =
                        || value.constant().and_then(|value| request.test.admits(value)) == Some(true);
                    *property == request.property && (admitted() || self.is_test(&request.test, value))
                })
            })
    }

    fn is_test(&mut self, test: &PropertyTest, value: &Expr) -> bool {
        match test {
            PropertyTest::Is(wanted) if wanted.len() == 1 => self.unify(value, &wanted[0]),
            _ => false,
        }
    }

    fn is_row(&mut self, columns: &[Column], row: &[Expr]) -> bool {
        columns.iter().zip(row).all(|(column, value)| match column {
            Column::Is(wanted) => self.unify(value, wanted),
            Column::Any => true,
            // What the column was to name would have no value any more.
            Column::Named(_) => false,
        })
    }

    /// The pattern with a name, so that an action can be done with what fits it.
    fn named(&self, pattern: &Pattern) -> Pattern {
        let mut pattern = pattern.clone();
        pattern.name.get_or_insert_with(|| format!("it~{}", self.number).into());
        pattern
    }

    fn stands_for(&mut self, thing: &Expr, pattern: &Pattern) -> bool {
        pattern.name.as_ref().is_some_and(|name| self.unify(thing, &Expr::var(name)))
    }

    /// Makes an expression of the action mean one of the condition, by saying what the action's names stand for.
    fn unify(&mut self, own: &Expr, wanted: &Expr) -> bool {
        match (&own.node, &wanted.node) {
            (ExprNode::Variable(name), _) => match self.known.iter().find(|(known, _)| known == name) {
                Some((_, known)) => known == wanted,
                None => {
                    self.known.push((name.clone(), wanted.clone()));
                    true
                }
            },
            (ExprNode::Get(own, property), ExprNode::Get(wanted, of)) => {
                property == of && self.unify(own, wanted)
            }
            (ExprNode::Constant(own), ExprNode::Constant(wanted)) => own == wanted,
            _ => false,
        }
    }

    /// The name, in the rule, of a name of the action: that of a variable which it stands for, or one of its own.
    fn rename(&self, name: &Arc<str>) -> Arc<str> {
        match self.known.iter().find(|(known, _)| known == name) {
            Some((_, Expr { node: ExprNode::Variable(of), .. })) => of.clone(),
            _ => format!("{name}~{}", self.number).into(),
        }
    }

    fn finish(
        &self,
        before: &[Condition],
        remains: Option<Condition>,
        after: &[Condition],
        action: &Action,
    ) -> Regressed {
        let mut parts: Vec<Condition> = Vec::new();
        let mut add = |part: Condition| {
            if !parts.contains(&part) {
                parts.push(part);
            }
        };
        before.iter().cloned().chain(remains).chain(after.iter().cloned()).for_each(&mut add);
        let needs = action.needs.flat();
        for (name, value) in &self.known {
            let is_variable = matches!(value.node, ExprNode::Variable(_));
            let used = || needs.iter().any(|need| need.mentions().iter().any(|(_, used)| used == name));
            if !is_variable && used() {
                add(Condition::named(&self.rename(name), value.clone()));
            }
        }
        for need in needs {
            add(need.renamed(&mut |_, name| name.map(|name| self.rename(name))));
        }
        let argument = |name: &Arc<str>| match self.known.iter().find(|(known, _)| known == name) {
            Some((_, value)) => value.clone(),
            None => Expr::var(&self.rename(name)),
        };
        Regressed { parts, arguments: action.parameters.iter().map(argument).collect() }
    }
}
