//! Depth-first decomposition without grounding: tasks in order, methods in order of declaration, with backtracking.
//!
//! Nothing is created that the search does not reach, so it also works for problems whose grounding would not fit into memory. A task that
//! comes up again in the same state with the same remaining tasks is not tried again: it is a cycle, or it failed before. Tasks that could
//! be interleaved are done one after the other, so a failure of this search proves nothing.

mod binding_query;
mod fact_tables;
mod obstacle;

use crate::limits::{LimitReached, WorkMeter};
use crate::plan::{HtnPlan, PlannedAction};
use crate::problem::{HtnProblem, ObjectId, ObjectTypes, Subtask, TaskId, Term};
use crate::recorder::PlanRecorder;
use crate::schema::Schemas;
use crate::schema::normal_form::{FormulaLiteral, object};
use crate::storage::{ChunkedList, ShardedMap};
use binding_query::{BindingQuery, UNBOUND, holds, row_bytes};
use fact_tables::{FactTables, Tuple};
use motive_util::splitmix64;
pub use obstacle::{ObstacleReason, PlanObstacle};
use rustc_hash::FxHashMap;

/// The most variables of a schema. Our choice.
const MOST_VARIABLES: usize = 64;
/// The bindings of a method that are looked for at first at one point, how many more are looked for each time that they run out, and
/// the most that are considered. Our choice.
const FIRST_ROWS: usize = 8;
const MORE_ROWS: usize = 16;
const MOST_ROWS: usize = 1 << 16;
/// No task.
const END: u32 = u32::MAX;
/// The bytes of a plan for each decision, while it is written and checked. Our choice.
const PLAN_BYTES: usize = 256;
/// The work of writing a decision into a plan, in steps of the planner. Our choice.
const PLAN_WORK: u64 = 16;

/// A remaining task, and what follows it.
#[derive(Clone)]
struct TaskNode {
    task: TaskId,
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
struct LiftedChoice {
    node: u32,
    /// The next method of the task.
    method: usize,
    /// The current method, and its remaining bindings.
    schema: u32,
    rows: std::vec::IntoIter<Box<[ObjectId]>>,
    row_bytes: usize,
    /// The number of bindings that were looked for, if there may be more.
    cut: Option<usize>,
    /// Whether a method was applied here.
    is_tried: bool,
    mark: usize,
    events: usize,
    nodes: usize,
}

/// For each predicate, whether a condition reads it. Others are not stored.
fn asked_after(problem: &HtnProblem, schemas: &Schemas) -> Vec<bool> {
    let mut asked = vec![false; problem.predicates.len()];
    let of_methods =
        schemas.methods.iter().flat_map(|method| method.literals.iter().chain(&method.implied_in_series));
    let of_actions = schemas.actions.iter().flat_map(|action| {
        action.literals.iter().chain(action.changes.iter().flat_map(|change| &change.when))
    });
    for literal in of_methods.chain(of_actions) {
        if let FormulaLiteral::Atom(atom, _) = literal
            && let Some(asked) = asked.get_mut(atom.predicate as usize)
        {
            *asked = true;
        }
    }
    asked
}

/// A search that can be interrupted and continued.
pub(crate) struct LiftedSearch<'a> {
    problem: &'a HtnProblem,
    kinds: &'a ObjectTypes,
    schemas: &'a Schemas,
    /// For each compound task its methods, and for each action its variants, in order of declaration.
    methods_of: Vec<Vec<u32>>,
    actions_of: Vec<Vec<u32>>,
    methods: Vec<BindingQuery>,
    actions: Vec<BindingQuery>,
    world: FactTables,
    nodes: ChunkedList<TaskNode>,
    events: ChunkedList<LiftedMove>,
    choices: ChunkedList<LiftedChoice>,
    /// The bytes of the bindings of all choices.
    row_bytes: usize,
    seen: ShardedMap<u64, ()>,
    /// The most bytes of the objects of a task that do not fit into its node.
    spilled_bytes: usize,
    /// The next task.
    at: u32,
    /// Where the search got furthest, if that is asked for.
    obstacle: Option<PlanObstacle>,
    explains: bool,
}

impl<'a> LiftedSearch<'a> {
    /// Prepares the search. None if a condition is too large for it.
    pub(crate) fn new(problem: &'a HtnProblem, kinds: &'a ObjectTypes, schemas: &'a Schemas) -> Option<Self> {
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
            TaskNode { task: TaskId::Compound(schemas.root), objects: Tuple::new(), next: END, print: 1 };
        let mut nodes = ChunkedList::default();
        nodes.push(root);
        let widest = problem.actions.iter().map(|action| action.variables.arity);
        let widest = widest.chain(problem.compounds.iter().map(|compound| compound.places.len())).max();
        let spilled_bytes = widest.filter(|width| *width > 4).map_or(0, |width| width * 4 + 16);
        Some(Self {
            problem,
            kinds,
            schemas,
            methods_of,
            actions_of,
            methods: methods.collect(),
            actions: actions.collect(),
            world: FactTables::of(problem, &asked_after(problem, schemas)),
            nodes,
            events: ChunkedList::default(),
            choices: ChunkedList::default(),
            row_bytes: 0,
            seen: ShardedMap::default(),
            spilled_bytes,
            at: 0,
            obstacle: None,
            explains: false,
        })
    }

    /// Continues until there is a plan, nothing is left to try, or the work is used up.
    pub(crate) fn run(&mut self, work: &mut WorkMeter<'_>) -> Result<Option<HtnPlan>, LimitReached> {
        loop {
            if self.at == END {
                work.hold(self.bytes() + self.events.len() * PLAN_BYTES)?;
                return record(self.problem, self.schemas, &self.nodes, &self.events, work).map(Some);
            }
            work.spend(4)?;
            work.hold(self.bytes())?;
            let continues = match self.nodes[self.at].task {
                TaskId::Action(action) => {
                    let is_done = self.act(action, work)?;
                    if !is_done {
                        self.note_obstacle(self.at, work)?;
                    }
                    is_done
                }
                TaskId::Compound(_) => {
                    let node = &self.nodes[self.at];
                    let before = self.seen.insert(splitmix64(self.world.print ^ node.print), ());
                    if before.is_none() {
                        let choice = self.choice();
                        self.choices.push(choice);
                    } else {
                        self.note_circle(work)?;
                    }
                    false
                }
            };
            if !continues && !self.take_back(work)? {
                return Ok(None);
            }
        }
    }

    fn choice(&self) -> LiftedChoice {
        LiftedChoice {
            node: self.at,
            method: 0,
            schema: 0,
            rows: Vec::new().into_iter(),
            row_bytes: 0,
            cut: None,
            is_tried: false,
            mark: self.world.mark(),
            events: self.events.len(),
            nodes: self.nodes.len(),
        }
    }

    /// The bytes that it takes at most until the next step.
    pub(crate) fn bytes(&self) -> usize {
        self.world.bytes()
            + self.seen.bytes()
            + self.nodes.bytes()
            + self.nodes.len() * self.spilled_bytes
            + self.choices.bytes()
            + self.row_bytes
            + self.events.bytes()
    }

    /// The most bytes of the bindings of a choice.
    fn bytes_of_rows(&self, schema: u32, rows: usize) -> usize {
        let width = self.schemas.methods.get(schema as usize).map_or(0, |schema| schema.types.len());
        rows * row_bytes(width)
    }

    /// Backtracks to the last choice point. Returns whether there is one.
    fn take_back(&mut self, work: &mut WorkMeter<'_>) -> Result<bool, LimitReached> {
        while let Some(choice) = self.choices.last_mut() {
            self.world.undo(choice.mark);
            self.events.truncate(choice.events);
            self.nodes.truncate(choice.nodes);
            let (node, schema) = (choice.node, choice.schema);
            // An interruption here can be continued.
            self.at = node;
            if let Some(row) = choice.rows.next() {
                choice.is_tried = true;
                self.decompose(node, schema, &row);
                return Ok(true);
            }
            let TaskId::Compound(task) = self.nodes[node].task else { return Ok(false) };
            let (schema, known) = if let Some(known) = choice.cut {
                (schema, known)
            } else {
                let methods = self.methods_of.get(task as usize);
                let Some(schema) = methods.and_then(|all| all.get(choice.method)).copied() else {
                    if !choice.is_tried {
                        self.note_obstacle(node, work)?;
                    }
                    self.drop_choice();
                    continue;
                };
                (schema, 0)
            };
            let limit = (known * MORE_ROWS).clamp(FIRST_ROWS, MOST_ROWS);
            work.hold(self.bytes())?;
            let mut rows = self.ways(node, schema, limit, work)?;
            let cut = Some(limit).filter(|limit| rows.len() == *limit && *limit < MOST_ROWS);
            let rows = rows.split_off(known.min(rows.len()));
            let bytes = self.bytes_of_rows(schema, rows.len());
            if let Some(choice) = self.choices.last_mut() {
                choice.method += usize::from(known == 0);
                choice.schema = schema;
                choice.rows = rows.into_iter();
                choice.cut = cut;
                self.row_bytes = self.row_bytes + bytes - std::mem::replace(&mut choice.row_bytes, bytes);
            }
        }
        Ok(false)
    }

    fn drop_choice(&mut self) {
        if let Some(choice) = self.choices.last_mut() {
            self.row_bytes -= choice.row_bytes;
            self.choices.truncate(self.choices.len() - 1);
        }
    }

    /// The bindings with which a method applies to a task now.
    fn ways(
        &self,
        node: u32,
        schema: u32,
        most: usize,
        work: &mut WorkMeter<'_>,
    ) -> Result<Vec<Box<[ObjectId]>>, LimitReached> {
        let Some(mut row) = self.head_row(node, schema) else { return Ok(Vec::new()) };
        self.methods[schema as usize].rows(&self.world, self.kinds, &mut row, most, work)
    }

    /// The objects of a method's variables that the task gives. None if they do not fit.
    fn head_row(&self, node: u32, schema: u32) -> Option<Vec<ObjectId>> {
        let (method, node) = (&self.schemas.methods[schema as usize], &self.nodes[node]);
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
        let mut next = self.nodes[node].next;
        let schemas = self.schemas;
        for call in schemas.methods[schema as usize].calls.iter().rev() {
            next = self.add(call, row, next);
        }
        self.at = next;
    }

    fn add(&mut self, call: &Subtask, row: &[ObjectId], next: u32) -> u32 {
        let objects: Tuple = call.terms.iter().map(|term| object(*term, row)).collect();
        let mut print = self.nodes.get(next as usize).map_or(1, |next| next.print);
        let task = match call.task {
            TaskId::Action(action) => u64::from(action) << 1,
            TaskId::Compound(compound) => u64::from(compound) << 1 | 1,
        };
        print = splitmix64(print ^ splitmix64(task | 1 << 40));
        for object in &objects {
            print = splitmix64(print ^ u64::from(*object));
        }
        self.nodes.push(TaskNode { task: call.task, objects, next, print });
        self.nodes.len() as u32 - 1
    }

    /// Applies the next action, if its precondition holds.
    fn act(&mut self, action: u32, work: &mut WorkMeter<'_>) -> Result<bool, LimitReached> {
        let node = self.nodes[self.at].clone();
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
                let objects: Tuple = change.atom.terms.iter().map(|term| object(*term, &row)).collect();
                self.world.set(change.atom.predicate, &objects, becomes);
            }
        }
        self.events.push(LiftedMove::Act { node: self.at });
        self.at = node.next;
        Ok(true)
    }
}

/// Converts the decisions of a search to a plan.
fn record(
    problem: &HtnProblem,
    schemas: &Schemas,
    nodes: &ChunkedList<TaskNode>,
    events: &ChunkedList<LiftedMove>,
    work: &mut WorkMeter<'_>,
) -> Result<HtnPlan, LimitReached> {
    let mut recorder = PlanRecorder::new(schemas);
    for event in events.iter() {
        work.check_time(PLAN_WORK)?;
        match *event {
            LiftedMove::Act { node } => {
                if let TaskId::Action(action) = nodes[node].task {
                    recorder.act(node, action, &nodes[node].objects);
                }
            }
            LiftedMove::Decompose { node, schema, first } => {
                let schema = schemas.methods.get(schema as usize);
                recorder.decompose(node, schema, first, &nodes[node].objects);
            }
        }
    }
    Ok(recorder.finish(|steps| cost(problem, steps)))
}

/// The costs of actions: constants, and values of functions that never change.
fn cost(problem: &HtnProblem, steps: &[PlannedAction]) -> u32 {
    let values: FxHashMap<(u32, &[u32]), u32> = problem
        .values
        .iter()
        .map(|(function, objects, value)| ((*function, objects.as_slice()), *value))
        .collect();
    let mut sum = 0_u32;
    for step in steps {
        let Some(action) = problem.actions.get(step.action as usize) else { continue };
        sum = sum.saturating_add(action.cost.constant);
        for atom in &action.cost.functions {
            let objects: Vec<u32> = atom.terms.iter().map(|term| object(*term, &step.objects)).collect();
            let value = values.get(&(atom.predicate, objects.as_slice())).copied().unwrap_or(0);
            sum = sum.saturating_add(value);
        }
    }
    sum
}
