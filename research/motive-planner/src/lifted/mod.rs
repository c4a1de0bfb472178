//! Depth-first decomposition without grounding: tasks in order, methods in order of declaration, with backtracking.
//!
//! Nothing is created that the search does not reach, so it also works for problems whose grounding would not fit into memory. A task that
//! comes up again in the same state with the same remaining tasks is not tried again: it is a cycle, or it failed before. Tasks that could
//! be interleaved are done one after the other, so a failure of this search proves nothing.

mod binding_query;
mod fact_tables;
mod obstacle;
mod plan_recorder;

use super::limits::{StopReason, WorkMeter, table_bytes};
use super::normal_form::Literal;
use super::object_types::ObjectTypes;
use super::plan::Plan;
use super::problem::{ObjectId, Problem, Subtask, Task, Term};
use super::schema::Schemas;
use binding_query::{BindingQuery, UNBOUND, holds, value};
use fact_tables::{FactTables, Tuple};
use motive_util::splitmix64;
pub use obstacle::{Obstacle, ObstacleReason};
use plan_recorder::record;
use rustc_hash::FxHashSet;

/// The most variables of a schema. Our choice.
const MOST_VARIABLES: usize = 64;
/// The bindings of a method that are looked for at first at one point, how many more are looked for each time that they run out, and
/// the most that are considered. Our choice.
const FIRST_ROWS: usize = 8;
const MORE_ROWS: usize = 16;
const MOST_ROWS: usize = 1 << 16;
/// No task.
const END: u32 = u32::MAX;

/// A remaining task, and what follows it.
#[derive(Clone)]
struct TaskNode {
    task: Task,
    objects: Tuple,
    next: u32,
    /// A hash of the remaining tasks.
    print: u64,
}

/// The decisions on the current path.
#[derive(Clone, Copy)]
enum LiftedMove {
    Act {
        node: u32,
    },
    /// Decomposed by a method; its parts were created from the last to the first.
    Decompose {
        node: u32,
        schema: u32,
        first: u32,
    },
}

/// A choice point: a task with further methods or bindings.
struct ChoicePoint {
    node: u32,
    /// The next method of the task.
    method: usize,
    /// The current method, and its remaining bindings.
    schema: u32,
    rows: std::vec::IntoIter<Box<[ObjectId]>>,
    /// The number of bindings that were looked for, if there may be more.
    cut: Option<usize>,
    /// Whether a method was applied here.
    is_tried: bool,
    mark: usize,
    events: usize,
    nodes: usize,
}

/// For each predicate, whether a condition reads it. Others are not stored.
fn asked_after(problem: &Problem, schemas: &Schemas) -> Vec<bool> {
    let mut asked = vec![false; problem.predicates.len()];
    let of_methods =
        schemas.methods.iter().flat_map(|method| method.literals.iter().chain(&method.implied_in_series));
    let of_actions = schemas.actions.iter().flat_map(|action| {
        action.literals.iter().chain(action.changes.iter().flat_map(|change| &change.when))
    });
    for literal in of_methods.chain(of_actions) {
        if let Literal::Atom(atom, _) = literal
            && let Some(asked) = asked.get_mut(atom.predicate as usize)
        {
            *asked = true;
        }
    }
    asked
}

/// A search that can be interrupted and continued.
pub(crate) struct LiftedSearch<'a> {
    problem: &'a Problem,
    kinds: &'a ObjectTypes,
    schemas: &'a Schemas,
    /// For each compound task its methods, and for each action its variants, in order of declaration.
    methods_of: Vec<Vec<u32>>,
    actions_of: Vec<Vec<u32>>,
    methods: Vec<BindingQuery>,
    actions: Vec<BindingQuery>,
    world: FactTables,
    nodes: Vec<TaskNode>,
    events: Vec<LiftedMove>,
    choices: Vec<ChoicePoint>,
    seen: FxHashSet<u64>,
    /// The next task.
    at: u32,
    /// Where the search got furthest, if that is asked for.
    obstacle: Option<Obstacle>,
    explains: bool,
}

impl<'a> LiftedSearch<'a> {
    /// Prepares the search. None if a condition is too large for it.
    pub(crate) fn new(problem: &'a Problem, kinds: &'a ObjectTypes, schemas: &'a Schemas) -> Option<Self> {
        let sizes = schemas.methods.iter().map(|schema| schema.types.len());
        if sizes
            .chain(schemas.actions.iter().map(|schema| schema.types.len()))
            .any(|size| size > MOST_VARIABLES)
        {
            return None;
        }
        let mut methods_of = vec![Vec::new(); schemas.compounds() as usize];
        for (number, schema) in (0..).zip(&schemas.methods) {
            methods_of.get_mut(schema.task as usize)?.push(number);
        }
        let mut actions_of = vec![Vec::new(); schemas.goal as usize + 1];
        for (number, schema) in (0..).zip(&schemas.actions) {
            actions_of.get_mut(schema.action as usize)?.push(number);
        }
        let in_head = |terms: &[Term]| -> Vec<u32> {
            terms
                .iter()
                .filter_map(|term| if let Term::Variable(variable) = term { Some(*variable) } else { None })
                .collect()
        };
        let methods = schemas.methods.iter().map(|schema| {
            let literals: Vec<_> = schema.literals.iter().chain(&schema.implied_in_series).cloned().collect();
            BindingQuery::new(&schema.types, &literals, in_head(&schema.terms).into_iter())
        });
        let actions = schemas
            .actions
            .iter()
            .map(|schema| BindingQuery::new(&schema.types, &schema.literals, 0..schema.arity as u32));
        let root =
            TaskNode { task: Task::Compound(schemas.root), objects: Tuple::new(), next: END, print: 1 };
        Some(Self {
            problem,
            kinds,
            schemas,
            methods_of,
            actions_of,
            methods: methods.collect(),
            actions: actions.collect(),
            world: FactTables::of(problem, &asked_after(problem, schemas)),
            nodes: vec![root],
            events: Vec::new(),
            choices: Vec::new(),
            seen: FxHashSet::default(),
            at: 0,
            obstacle: None,
            explains: false,
        })
    }

    /// Continues until there is a plan, nothing is left to try, or the work is used up.
    pub(crate) fn run(&mut self, work: &mut WorkMeter<'_>) -> Result<Option<Plan>, StopReason> {
        loop {
            if self.at == END {
                return Ok(Some(record(self.problem, self.schemas, &self.nodes, &self.events)));
            }
            work.spend(4)?;
            work.hold(self.bytes())?;
            let goes_on = match self.nodes[self.at as usize].task {
                Task::Action(action) => {
                    let is_done = self.act(action, work)?;
                    if !is_done {
                        self.note_obstacle(self.at, work)?;
                    }
                    is_done
                }
                Task::Compound(_) => {
                    let node = &self.nodes[self.at as usize];
                    let is_new = self.seen.insert(splitmix64(self.world.print ^ node.print));
                    if is_new {
                        let choice = self.choice();
                        self.choices.push(choice);
                    } else {
                        self.note_circle(work)?;
                    }
                    false
                }
            };
            if !goes_on && !self.take_back(work)? {
                return Ok(None);
            }
        }
    }

    fn choice(&self) -> ChoicePoint {
        ChoicePoint {
            node: self.at,
            method: 0,
            schema: 0,
            rows: Vec::new().into_iter(),
            cut: None,
            is_tried: false,
            mark: self.world.mark(),
            events: self.events.len(),
            nodes: self.nodes.len(),
        }
    }

    /// Its approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.world.bytes()
            + table_bytes(self.seen.len(), self.seen.capacity(), 8)
            + self.nodes.len() * size_of::<TaskNode>()
            + self.choices.len() * size_of::<ChoicePoint>()
            + self.events.len() * size_of::<LiftedMove>()
    }

    /// Backtracks to the last choice point. Returns whether there is one.
    fn take_back(&mut self, work: &mut WorkMeter<'_>) -> Result<bool, StopReason> {
        while let Some(choice) = self.choices.last_mut() {
            self.world.undo(choice.mark);
            self.events.truncate(choice.events);
            self.nodes.truncate(choice.nodes);
            let node = choice.node;
            // An interruption here can be continued.
            self.at = node;
            if let Some(row) = choice.rows.next() {
                let schema = choice.schema;
                choice.is_tried = true;
                self.decompose(node, schema, &row);
                return Ok(true);
            }
            let Task::Compound(task) = self.nodes[node as usize].task else { return Ok(false) };
            let (schema, known) = if let Some(known) = choice.cut {
                (choice.schema, known)
            } else {
                let methods = self.methods_of.get(task as usize);
                let Some(schema) = methods.and_then(|all| all.get(choice.method)).copied() else {
                    if !choice.is_tried {
                        self.note_obstacle(node, work)?;
                    }
                    self.choices.pop();
                    continue;
                };
                (schema, 0)
            };
            let limit = (known * MORE_ROWS).clamp(FIRST_ROWS, MOST_ROWS);
            let mut rows = self.ways(node, schema, limit, work)?;
            let cut = Some(limit).filter(|limit| rows.len() == *limit && *limit < MOST_ROWS);
            if let Some(choice) = self.choices.last_mut() {
                choice.method += usize::from(known == 0);
                choice.schema = schema;
                choice.rows = rows.split_off(known.min(rows.len())).into_iter();
                choice.cut = cut;
            }
        }
        Ok(false)
    }

    /// The bindings with which a method applies to a task now.
    fn ways(
        &self,
        node: u32,
        schema: u32,
        most: usize,
        work: &mut WorkMeter<'_>,
    ) -> Result<Vec<Box<[ObjectId]>>, StopReason> {
        let Some(mut row) = self.head_row(node, schema) else { return Ok(Vec::new()) };
        self.methods[schema as usize].rows(&self.world, self.kinds, &mut row, most, work)
    }

    /// The objects of a method's variables that the task gives. None if they do not fit.
    fn head_row(&self, node: u32, schema: u32) -> Option<Vec<ObjectId>> {
        let (method, node) = (&self.schemas.methods[schema as usize], &self.nodes[node as usize]);
        let mut row = vec![UNBOUND; method.types.len()];
        for (term, object) in method.terms.iter().zip(&node.objects) {
            match term {
                Term::Object(known) if known != object => return None,
                Term::Object(_) => {}
                Term::Variable(variable) => {
                    let place = *variable as usize;
                    let fits = (row[place] == UNBOUND || row[place] == *object)
                        && self.kinds.is(*object, method.types[place]);
                    if !fits {
                        return None;
                    }
                    row[place] = *object;
                }
            }
        }
        Some(row)
    }

    fn decompose(&mut self, node: u32, schema: u32, row: &[ObjectId]) {
        let first = self.nodes.len() as u32;
        self.events.push(LiftedMove::Decompose { node, schema, first });
        let mut next = self.nodes[node as usize].next;
        let schemas = self.schemas;
        for call in schemas.methods[schema as usize].calls.iter().rev() {
            next = self.add(call, row, next);
        }
        self.at = next;
    }

    fn add(&mut self, call: &Subtask, row: &[ObjectId], next: u32) -> u32 {
        let objects: Tuple = call.terms.iter().map(|term| value(*term, row)).collect();
        let mut print = self.nodes.get(next as usize).map_or(1, |next| next.print);
        let task = match call.task {
            Task::Action(action) => u64::from(action) << 1,
            Task::Compound(compound) => u64::from(compound) << 1 | 1,
        };
        print = splitmix64(print ^ splitmix64(task | 1 << 40));
        for object in &objects {
            print = splitmix64(print ^ u64::from(*object));
        }
        self.nodes.push(TaskNode { task: call.task, objects, next, print });
        self.nodes.len() as u32 - 1
    }

    /// Applies the next action, if its precondition holds.
    fn act(&mut self, action: u32, work: &mut WorkMeter<'_>) -> Result<bool, StopReason> {
        let node = self.nodes[self.at as usize].clone();
        let variants = self.actions_of.get(action as usize).map_or(&[][..], Vec::as_slice);
        let mut row = Vec::new();
        let mut found = None;
        for variant in variants {
            let schema = &self.schemas.actions[*variant as usize];
            row.clear();
            row.extend_from_slice(&node.objects);
            let fits = row.iter().zip(&schema.types).all(|(object, kind)| self.kinds.is(*object, *kind));
            row.resize(schema.types.len(), UNBOUND);
            let rows = if fits {
                self.actions[*variant as usize].rows(&self.world, self.kinds, &mut row, 1, work)?
            } else {
                Vec::new()
            };
            if let Some(row) = rows.into_iter().next() {
                found = Some((schema, row));
                break;
            }
        }
        let Some((schema, row)) = found else { return Ok(false) };
        // Conditional effects read the state before the action; additions win over deletions.
        let holds = |literal| holds(literal, &row, &self.world, self.kinds);
        let changes: Vec<_> = schema.changes.iter().filter(|change| change.when.iter().all(holds)).collect();
        work.spend(changes.len() as u64)?;
        for becomes in [false, true] {
            for change in changes.iter().filter(|change| change.becomes == becomes) {
                let objects: Tuple = change.atom.terms.iter().map(|term| value(*term, &row)).collect();
                self.world.set(change.atom.predicate, &objects, becomes);
            }
        }
        self.events.push(LiftedMove::Act { node: self.at });
        self.at = node.next;
        Ok(true)
    }
}
