//! Where a search without grounding got furthest, and why it could not continue from there.

use super::binding_query::UNBOUND;
use super::{LiftedMove, LiftedSearch};
use crate::limits::{LimitReached, WorkMeter};
use crate::plan::PlannedAction;
use crate::problem::{Formula, HtnProblem, ObjectId, TaskId, Term};
use crate::schema::NONE;
use crate::schema::normal_form::{FormulaLiteral, object};
use std::fmt::Write as _;

/// The furthest point to which tasks could be decomposed in order, and what was in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanObstacle {
    /// The actions before it.
    pub steps: Vec<PlannedAction>,
    /// The task that could not be done, or the goal if there is none.
    pub task: Option<TaskId>,
    /// The arguments of the task; an argument that is not chosen yet is missing.
    pub objects: Vec<Option<ObjectId>>,
    /// Why not: one reason for each way of doing the task.
    pub reasons: Vec<ObstacleReason>,
    /// How far it is: actions and decompositions.
    decisions: usize,
}

/// Why a task could not be done in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObstacleReason {
    /// The number of the method, if the task is compound.
    pub method: Option<u32>,
    /// What does not hold, such as `at(truck, depot)`, with `?` for an object that could be any.
    pub condition: String,
    /// Whether no action can ever change that.
    pub is_final: bool,
}

impl PlanObstacle {
    /// What was in the way, as sentences for people: the task in the first line, then one line for each reason.
    pub fn describe(&self, problem: &HtnProblem) -> String {
        let task = match self.task {
            Some(TaskId::Compound(number)) if number as usize >= problem.compounds.len() => {
                "the root tasks cannot be begun".to_owned()
            }
            Some(task) => {
                let object =
                    |object: &Option<ObjectId>| object.map_or("?", |object| problem.object_name(object));
                let objects: Vec<&str> = self.objects.iter().map(object).collect();
                format!("`{}({})` cannot be done", problem.task_name(task), objects.join(", "))
            }
            None => "the goal is not reached".to_owned(),
        };
        let mut text = match self.steps.as_slice() {
            [] => format!("at the start, {task}"),
            [_] => format!("after 1 step, {task}"),
            steps => format!("after {} steps, {task}", steps.len()),
        };
        if self.reasons.is_empty() {
            text.push_str("\n  no method is for this task");
        }
        for reason in &self.reasons {
            let method = reason.method.and_then(|method| problem.methods.get(method as usize));
            let who = method.map_or_else(|| "it".to_owned(), |method| format!("method `{}`", method.name));
            let never = if reason.is_final { ", which no action can bring about" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "\n  {who} needs {}{never}", reason.condition);
        }
        text
    }
}

impl LiftedSearch<'_> {
    /// Notes from now on where the search gets furthest.
    pub(crate) fn explain(&mut self) {
        self.explains = true;
    }

    /// Where the search got furthest.
    pub(crate) fn obstacle(self) -> Option<PlanObstacle> {
        self.obstacle
    }

    /// Notes that a task was tried before in the same state. That is in the way only where nothing else is, so it counts as the start.
    pub(super) fn note_circle(&mut self, work: &mut WorkMeter<'_>) -> Result<(), LimitReached> {
        if self.explains && self.obstacle.is_none() {
            let in_circles = ObstacleReason {
                method: None,
                condition: "something that leads on: all that can be done leads back to where it was before"
                    .to_owned(),
                is_final: false,
            };
            self.set_obstacle(self.at, vec![in_circles], work)?;
            self.obstacle.iter_mut().for_each(|obstacle| obstacle.decisions = 0);
        }
        Ok(())
    }

    /// Notes that a task cannot be done in the present state, if the search was not further before.
    pub(super) fn note_obstacle(&mut self, node: u32, work: &mut WorkMeter<'_>) -> Result<(), LimitReached> {
        let decisions = self.events.len();
        if !self.explains || self.obstacle.as_ref().is_some_and(|known| known.decisions >= decisions) {
            return Ok(());
        }
        let reasons = match self.nodes[node].task {
            TaskId::Action(action) => self.action_reasons(node, action, work)?,
            TaskId::Compound(task) => self.method_reasons(node, task, work)?,
        };
        self.set_obstacle(node, reasons, work)
    }

    fn set_obstacle(
        &mut self,
        node: u32,
        reasons: Vec<ObstacleReason>,
        work: &mut WorkMeter<'_>,
    ) -> Result<(), LimitReached> {
        // The way to it is copied below.
        let decisions = self.events.len();
        work.spend(decisions as u64)?;
        work.hold(self.bytes() + self.obstacle_bytes(decisions))?;
        let (task, objects) = self.shown(node);
        let steps = self.events.iter().filter_map(|event| match event {
            LiftedMove::Act { node } => Some(&self.nodes[*node]),
            LiftedMove::Decompose { .. } => None,
        });
        let steps = steps.filter_map(|node| match node.task {
            TaskId::Action(action) => Some(PlannedAction { action, objects: node.objects.to_vec() }),
            TaskId::Compound(_) => None,
        });
        let steps = steps.collect();
        self.obstacle = Some(PlanObstacle { steps, task, objects, reasons, decisions });
        Ok(())
    }

    /// The bytes of a way with so many decisions, and of the one before.
    fn obstacle_bytes(&self, decisions: usize) -> usize {
        let known = self.obstacle.as_ref().map_or(0, |obstacle| obstacle.steps.capacity());
        (2 * decisions + known) * (size_of::<PlannedAction>() + 32)
    }

    /// The task of a node as it stands in the problem: a hidden task stands for the one that it calls, and the goal is none.
    fn shown(&self, node: u32) -> (Option<TaskId>, Vec<Option<ObjectId>>) {
        let node = &self.nodes[node];
        let objects = node.objects.iter().map(|object| Some(*object)).collect();
        match node.task {
            TaskId::Action(action) if action == self.schemas.goal => (None, objects),
            // The root is the whole problem.
            task @ TaskId::Compound(number) if number == self.schemas.root => (Some(task), objects),
            TaskId::Compound(task) if task > self.schemas.root => {
                let schema =
                    self.methods_of[task as usize].first().map(|it| &self.schemas.methods[*it as usize]);
                let Some(call) = schema.and_then(|schema| schema.calls.first()) else {
                    return (None, objects);
                };
                // The first variables of a hidden method are the places of its task.
                let object = |term: &Term| match term {
                    Term::Object(object) => Some(*object),
                    Term::Variable(variable) => node.objects.get(*variable as usize).copied(),
                };
                (Some(call.task), call.terms.iter().map(object).collect())
            }
            task => (Some(task), objects),
        }
    }

    fn action_reasons(
        &self,
        node: u32,
        action: u32,
        work: &mut WorkMeter<'_>,
    ) -> Result<Vec<ObstacleReason>, LimitReached> {
        let mut reasons = Vec::new();
        for variant in self.actions_of.get(action as usize).into_iter().flatten() {
            let schema = &self.schemas.actions[*variant as usize];
            let mut row = self.nodes[node].objects.to_vec();
            let wrong =
                row.iter().zip(&schema.types).position(|(object, kind)| !self.kinds.is(*object, *kind));
            row.resize(schema.types.len(), UNBOUND);
            let failed = match wrong {
                Some(place) => Some((
                    FormulaLiteral::OfType(Term::Variable(place as u32), schema.types[place], true),
                    row,
                )),
                None => self.actions[*variant as usize].failure(&self.world, self.kinds, &mut row, work)?,
            };
            reasons.extend(failed.map(|(literal, row)| self.reason(None, &literal, &row)));
        }
        let condition = self.problem.actions.get(action as usize).map(|action| &action.precondition);
        if reasons.is_empty() {
            reasons.push(self.hopeless(None, condition.unwrap_or(&self.problem.goal)));
        }
        reasons.dedup();
        Ok(reasons)
    }

    fn method_reasons(
        &self,
        node: u32,
        task: u32,
        work: &mut WorkMeter<'_>,
    ) -> Result<Vec<ObstacleReason>, LimitReached> {
        let mut reasons = Vec::new();
        for number in self.methods_of.get(task as usize).into_iter().flatten() {
            let method = Some(self.schemas.methods[*number as usize].method)
                .filter(|method| *method != NONE && (*method as usize) < self.problem.methods.len());
            let reason = match self.head_row(node, *number) {
                None => ObstacleReason {
                    method,
                    condition: "objects of other types, or other objects".to_owned(),
                    is_final: true,
                },
                Some(mut row) => {
                    let query = &self.methods[*number as usize];
                    match query.failure(&self.world, self.kinds, &mut row, work)? {
                        Some((literal, row)) => self.reason(method, &literal, &row),
                        None => continue,
                    }
                }
            };
            reasons.push(reason);
        }
        // A method whose condition never holds is in none of the schemas.
        let known: Vec<u32> = reasons.iter().filter_map(|reason| reason.method).collect();
        for (number, method) in (0..).zip(&self.problem.methods) {
            if method.task == task && !known.contains(&number) {
                reasons.push(self.hopeless(Some(number), &method.network.precondition));
            }
        }
        if task == self.schemas.root && reasons.is_empty() {
            reasons.push(self.hopeless(None, &self.problem.tasks.precondition));
        }
        reasons.dedup();
        Ok(reasons)
    }

    /// The reason why a condition never holds, whatever its variables are.
    fn hopeless(&self, method: Option<u32>, condition: &Formula) -> ObstacleReason {
        let mut found = None;
        condition.each_conjunct(&mut |part| {
            let (atom, positive) = match part {
                Formula::Atom(atom) => (atom, true),
                Formula::Not(inner) => match inner.as_ref() {
                    Formula::Atom(atom) => (atom, false),
                    _ => return,
                },
                _ => return,
            };
            let objects: Vec<ObjectId> = atom.terms.iter().map(|term| object(*term, &[])).collect();
            if found.is_none() && self.kinds.always(atom.predicate, &objects) == Some(!positive) {
                found = Some(self.reason(method, &FormulaLiteral::Atom(atom.clone(), positive), &[]));
            }
        });
        found.unwrap_or_else(|| ObstacleReason {
            method,
            condition: "a condition that never holds".to_owned(),
            is_final: true,
        })
    }

    fn reason(&self, method: Option<u32>, literal: &FormulaLiteral, row: &[ObjectId]) -> ObstacleReason {
        let name = |term: &Term| match object(*term, row) {
            UNBOUND => "?",
            object => self.problem.object_name(object),
        };
        let (text, positive) = match literal {
            FormulaLiteral::Atom(atom, positive) => {
                let predicate = self.problem.predicates.get(atom.predicate as usize);
                let objects: Vec<&str> = atom.terms.iter().map(name).collect();
                let predicate = predicate.map_or("?", |predicate| predicate.name.as_str());
                let brackets =
                    if objects.is_empty() { String::new() } else { format!("({})", objects.join(", ")) };
                (format!("`{predicate}{brackets}`"), positive)
            }
            FormulaLiteral::Equal(first, second, positive) => {
                (format!("`{}` to be `{}`", name(first), name(second)), positive)
            }
            FormulaLiteral::OfType(term, kind, positive) => {
                let kind = self.problem.types.get(*kind as usize).map_or("?", |kind| kind.name.as_str());
                (format!("`{}` to be of type `{kind}`", name(term)), positive)
            }
        };
        let condition = if *positive { text } else { format!("not {text}") };
        ObstacleReason { method, condition, is_final: self.is_final(literal) }
    }

    /// Whether no action changes a condition to what it should be.
    fn is_final(&self, literal: &FormulaLiteral) -> bool {
        let FormulaLiteral::Atom(atom, positive) = literal else { return true };
        let mut effects = self.problem.actions.iter().flat_map(|action| &action.effects);
        !effects.any(|effect| effect.atom.predicate == atom.predicate && effect.becomes == *positive)
    }
}
