//! Grounding: which facts, actions and methods are reachable.
//!
//! A fixpoint over facts and tasks, from the initial facts and the root tasks: a reached task makes its methods reachable if their
//! preconditions are; a reachable method makes its subtasks reached; a reached action whose precondition is reachable makes its effects
//! reachable. Nothing is deleted, so the result is a superset of what can happen.
//!
//! Rules are joined incrementally: each new row is matched with every position of every rule where it fits, and the rest of the rule is
//! joined with earlier rows. So no combination is generated twice.

use crate::limits::{LimitReached, WorkMeter};
use crate::problem::{HtnProblem, ObjectTypes, TaskId, Term, TypeId};
use crate::schema::Schemas;
use crate::schema::normal_form::{FormulaLiteral, object};
use crate::storage::{ChunkedList, TupleSet, list_bytes};
use rustc_hash::FxHashMap;

const UNBOUND: u32 = u32::MAX;

/// The most objects of an instance, as a rule. Our choice.
const FEW_OBJECTS: usize = 64;

/// One table: the rows of a predicate, or the arguments with which a task is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) rows: TupleSet,
    /// For each place and object, the rows that have been taken up.
    columns: Vec<FxHashMap<u32, Vec<u32>>>,
    column_bytes: usize,
    taken: u32,
}

impl Relation {
    fn new(width: usize) -> Self {
        let columns = vec![FxHashMap::default(); width];
        Self { rows: TupleSet::new(width), columns, column_bytes: 0, taken: 0 }
    }

    /// The bytes that it takes at most until a few rows are added.
    fn bytes(&self) -> usize {
        self.rows.bytes() + self.column_bytes
    }

    /// Lists a row under each of its objects.
    fn take_up(&mut self, number: u32) {
        for (column, value) in self.columns.iter_mut().zip(self.rows.row(number)) {
            let rows = column.entry(*value).or_default();
            // A new list has an entry in the table and some room; a longer one grows by doubling.
            self.column_bytes += if rows.is_empty() { 120 } else { 12 };
            rows.push(number);
        }
        self.taken = number + 1;
    }
}

/// What a rule concludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conclusion {
    Action(u32),
    Method(u32),
}

struct JoinRule {
    types: Vec<TypeId>,
    body: Vec<(u32, Vec<Term>)>,
    checks: Vec<FormulaLiteral>,
    conclusion: Conclusion,
}

/// An action or a method with its objects.
#[derive(Clone, Debug)]
pub(crate) struct SchemaInstance {
    /// The number of the schema.
    pub(crate) schema: u32,
    /// Where its objects start in `Reached::objects`.
    pub(crate) start: u32,
    /// The relation and row of the task that it does.
    pub(crate) row: u32,
}

/// Everything that is reachable.
pub(crate) struct Reachable {
    /// Tables: predicates, then compound tasks, the root and hidden tasks, then actions and the goal.
    pub(crate) relations: Vec<Relation>,
    pub(crate) actions: ChunkedList<SchemaInstance>,
    pub(crate) methods: ChunkedList<SchemaInstance>,
    pub(crate) objects: Vec<u32>,
    first_compound: u32,
    first_action: u32,
}

impl Reachable {
    /// The table of a task.
    pub(crate) fn relation_of(&self, task: TaskId) -> u32 {
        match task {
            TaskId::Compound(number) => self.first_compound + number,
            TaskId::Action(number) => self.first_action + number,
        }
    }

    /// Its size in bytes, at most until a few rows and instances are added.
    pub(crate) fn bytes(&self) -> usize {
        let relations: usize = self.relations.iter().map(Relation::bytes).sum();
        relations + self.bytes_of_instances()
    }

    fn bytes_of_instances(&self) -> usize {
        self.actions.bytes() + self.methods.bytes() + list_bytes(&self.objects, FEW_OBJECTS)
    }

    /// The objects of an instance.
    pub(crate) fn row(&self, instance: &SchemaInstance, width: usize) -> &[u32] {
        let start = instance.start as usize;
        self.objects.get(start..start + width).unwrap_or(&[])
    }
}

/// Computes everything that is reachable.
pub(crate) fn reach(
    problem: &HtnProblem,
    kinds: &ObjectTypes,
    schemas: &Schemas,
    work: &mut WorkMeter<'_>,
) -> Result<Reachable, LimitReached> {
    let mut engine = ReachabilityEngine::new(problem, kinds, schemas);
    for (predicate, row) in &problem.facts {
        engine.add(*predicate, row);
    }
    let root = engine.reached.first_compound + schemas.root;
    engine.add(root, &[]);
    engine.run(work)?;
    Ok(engine.reached)
}

struct ReachabilityEngine<'a> {
    kinds: &'a ObjectTypes,
    schemas: &'a Schemas,
    rules: Vec<JoinRule>,
    /// For each relation, the rules and places in which it occurs.
    uses: Vec<Vec<(u32, u32)>>,
    reached: Reachable,
    queue: std::collections::VecDeque<(u32, u32)>,
    /// The bytes of all relations.
    bytes: usize,
}

impl<'a> ReachabilityEngine<'a> {
    fn new(problem: &HtnProblem, kinds: &'a ObjectTypes, schemas: &'a Schemas) -> Self {
        let first_compound = problem.predicates.len() as u32;
        let first_action = first_compound + schemas.compounds();
        let widths = problem.predicates.iter().map(|predicate| predicate.places.len());
        let widths = widths.chain(problem.compounds.iter().map(|compound| compound.places.len())).chain([0]);
        let widths = widths.chain(schemas.hidden.iter().map(Vec::len));
        let widths = widths.chain(problem.actions.iter().map(|action| action.variables.arity)).chain([0]);
        let relations: Vec<Relation> = widths.map(Relation::new).collect();
        let reached = Reachable {
            relations,
            actions: ChunkedList::default(),
            methods: ChunkedList::default(),
            objects: Vec::new(),
            first_compound,
            first_action,
        };
        let mut engine = Self {
            kinds,
            schemas,
            rules: Vec::new(),
            uses: vec![Vec::new(); reached.relations.len()],
            reached,
            queue: std::collections::VecDeque::new(),
            bytes: 0,
        };
        engine.make_rules();
        engine
    }

    fn make_rules(&mut self) {
        let schemas = self.schemas;
        for (number, schema) in schemas.actions.iter().enumerate() {
            let wanted = (0..schema.arity as u32).map(Term::Variable).collect();
            let wanted = (self.reached.relation_of(TaskId::Action(schema.action)), wanted);
            let conclusion = Conclusion::Action(number as u32);
            self.make_rule(&schema.types, wanted, schema.literals.iter(), conclusion);
        }
        for (number, schema) in schemas.methods.iter().enumerate() {
            let wanted = (self.reached.relation_of(TaskId::Compound(schema.task)), schema.terms.clone());
            let literals = schema.literals.iter().chain(&schema.implied);
            self.make_rule(&schema.types, wanted, literals, Conclusion::Method(number as u32));
        }
    }

    fn make_rule<'l>(
        &mut self,
        types: &[TypeId],
        wanted: (u32, Vec<Term>),
        literals: impl Iterator<Item = &'l FormulaLiteral>,
        conclusion: Conclusion,
    ) {
        let mut rule = JoinRule { types: types.to_vec(), body: vec![wanted], checks: Vec::new(), conclusion };
        for literal in literals {
            match literal {
                FormulaLiteral::Atom(atom, true) => rule.body.push((atom.predicate, atom.terms.clone())),
                // A fact that changes may always become false.
                FormulaLiteral::Atom(atom, false) if self.schemas.fluent[atom.predicate as usize] => {}
                other => rule.checks.push(other.clone()),
            }
        }
        let number = self.rules.len() as u32;
        for (place, (relation, _)) in rule.body.iter().enumerate() {
            self.uses[*relation as usize].push((number, place as u32));
        }
        self.rules.push(rule);
    }

    fn add(&mut self, relation: u32, row: &[u32]) -> u32 {
        let table = &mut self.reached.relations[relation as usize];
        let before = table.rows.bytes();
        let (number, new) = table.rows.add(row);
        if new {
            self.bytes = self.bytes + table.rows.bytes() - before;
            self.queue.push_back((relation, number));
        }
        number
    }

    fn run(&mut self, work: &mut WorkMeter<'_>) -> Result<(), LimitReached> {
        let mut found = Vec::new();
        let mut binding = Vec::new();
        let mut open = Vec::new();
        while let Some((relation, number)) = self.queue.pop_front() {
            let table = &mut self.reached.relations[relation as usize];
            let before = table.column_bytes;
            table.take_up(number);
            self.bytes += table.column_bytes - before;
            work.hold(self.bytes())?;
            for place in 0..self.uses[relation as usize].len() {
                let (rule, place) = self.uses[relation as usize][place];
                found.clear();
                let rule_of = &self.rules[rule as usize];
                let mut join = RuleJoin {
                    rule: rule_of,
                    relations: &self.reached.relations,
                    kinds: self.kinds,
                    trigger: (relation, number, place),
                    binding: std::mem::take(&mut binding),
                    open: std::mem::take(&mut open),
                    found: &mut found,
                    work,
                };
                let outcome = join.start();
                (binding, open) = (join.binding, join.open);
                outcome?;
                self.conclude(rule, &found, work)?;
            }
        }
        Ok(())
    }

    fn conclude(&mut self, rule: u32, found: &[u32], work: &mut WorkMeter<'_>) -> Result<(), LimitReached> {
        let (width, conclusion) = {
            let rule = &self.rules[rule as usize];
            (rule.types.len(), rule.conclusion)
        };
        // A rule without variables is found at most once: its row is then a single mark.
        let rows = found.chunks_exact(width.max(1));
        for row in rows {
            let row = &row[..width];
            work.spend(1)?;
            work.hold(self.bytes() + size_of_val(found))?;
            match conclusion {
                Conclusion::Action(schema) => self.conclude_action(schema, row),
                Conclusion::Method(schema) => self.conclude_method(schema, row),
            }
        }
        Ok(())
    }

    /// The bytes that everything takes at most until the next row is concluded. The queue is copied to grow.
    fn bytes(&self) -> usize {
        let queue = 3 * self.queue.capacity() * size_of::<(u32, u32)>();
        self.bytes + self.reached.bytes_of_instances() + queue
    }

    fn conclude_action(&mut self, number: u32, row: &[u32]) {
        let schema = &self.schemas.actions[number as usize];
        let relation = self.reached.relation_of(TaskId::Action(schema.action));
        let wanted = self.reached.relations[relation as usize].rows.find(&row[..schema.arity]).unwrap_or(0);
        let start = self.reached.objects.len() as u32;
        self.reached.objects.extend_from_slice(row);
        self.reached.actions.push(SchemaInstance { schema: number, start, row: wanted });
        let mut fact = Vec::new();
        for change in schema.changes.iter().filter(|change| change.becomes) {
            fact.clear();
            fact.extend(change.atom.terms.iter().map(|term| object(*term, row)));
            self.add(change.atom.predicate, &fact);
        }
    }

    fn conclude_method(&mut self, number: u32, row: &[u32]) {
        let schema = &self.schemas.methods[number as usize];
        let relation = self.reached.relation_of(TaskId::Compound(schema.task));
        let mut task = Vec::new();
        task.extend(schema.terms.iter().map(|term| object(*term, row)));
        let wanted = self.reached.relations[relation as usize].rows.find(&task).unwrap_or(0);
        let start = self.reached.objects.len() as u32;
        self.reached.objects.extend_from_slice(row);
        self.reached.methods.push(SchemaInstance { schema: number, start, row: wanted });
        for call in &schema.calls {
            task.clear();
            task.extend(call.terms.iter().map(|term| object(*term, row)));
            let relation = self.reached.relation_of(call.task);
            self.add(relation, &task);
        }
    }
}

/// The search for all rows that fit a rule together with one new row.
struct RuleJoin<'a, 'w, 'x> {
    rule: &'a JoinRule,
    relations: &'a [Relation],
    kinds: &'a ObjectTypes,
    trigger: (u32, u32, u32),
    binding: Vec<u32>,
    open: Vec<u32>,
    found: &'a mut Vec<u32>,
    work: &'w mut WorkMeter<'x>,
}

impl RuleJoin<'_, '_, '_> {
    fn start(&mut self) -> Result<(), LimitReached> {
        self.binding.clear();
        self.binding.resize(self.rule.types.len(), UNBOUND);
        let (relation, number, trigger) = self.trigger;
        self.open.clear();
        self.open.extend((0..self.rule.body.len() as u32).filter(|place| *place != trigger));
        let mut bound = smallvec::SmallVec::new();
        let row = self.relations[relation as usize].rows.row(number);
        // A rule without variables binds nothing, so its checks are looked at here as well.
        if self.bind(trigger, row, &mut bound) && self.checks_hold() { self.go_on() } else { Ok(()) }
    }

    /// Binds the variables of a position to a row. New bindings are recorded for undo.
    fn bind(&mut self, place: u32, row: &[u32], bound: &mut smallvec::SmallVec<[u32; 8]>) -> bool {
        let (_, terms) = &self.rule.body[place as usize];
        for (term, value) in terms.iter().zip(row) {
            match term {
                Term::Object(object) if object == value => {}
                Term::Object(_) => return false,
                Term::Variable(variable) => {
                    let slot = &mut self.binding[*variable as usize];
                    if *slot == UNBOUND {
                        if !self.kinds.is(*value, self.rule.types[*variable as usize]) {
                            return false;
                        }
                        *slot = *value;
                        bound.push(*variable);
                    } else if *slot != *value {
                        return false;
                    }
                }
            }
        }
        bound.is_empty() || self.checks_hold()
    }

    fn unbind(&mut self, bound: &[u32]) {
        for variable in bound {
            self.binding[*variable as usize] = UNBOUND;
        }
    }

    fn value(&self, term: Term) -> u32 {
        object(term, &self.binding)
    }

    /// Whether what is bound so far contradicts no check. A check with something unbound waits.
    fn checks_hold(&self) -> bool {
        self.rule.checks.iter().all(|check| match check {
            FormulaLiteral::Equal(first, second, positive) => {
                let (first, second) = (self.value(*first), self.value(*second));
                first == UNBOUND || second == UNBOUND || (first == second) == *positive
            }
            FormulaLiteral::OfType(term, kind, positive) => {
                let value = self.value(*term);
                value == UNBOUND || self.kinds.is(value, *kind) == *positive
            }
            FormulaLiteral::Atom(atom, _) => {
                let row: smallvec::SmallVec<[u32; 8]> =
                    atom.terms.iter().map(|term| self.value(*term)).collect();
                row.contains(&UNBOUND) || self.relations[atom.predicate as usize].rows.find(&row).is_none()
            }
        })
    }

    /// Joins the remaining places, the one with the fewest rows first.
    fn go_on(&mut self) -> Result<(), LimitReached> {
        self.work.spend(1)?;
        let Some((position, candidates)) = self.cheapest() else { return self.enumerate(0) };
        let place = self.open.swap_remove(position);
        let outcome = self.try_rows(place, candidates);
        self.open.push(place);
        let last = self.open.len() - 1;
        self.open.swap(position, last);
        outcome
    }

    fn try_rows(&mut self, place: u32, candidates: CandidateRows) -> Result<(), LimitReached> {
        let relation = self.rule.body[place as usize].0;
        let relations = self.relations;
        let table = &relations[relation as usize];
        let (new_relation, new_row, trigger) = self.trigger;
        let allowed = |row: u32| !(place < trigger && relation == new_relation && row == new_row);
        let attempt = |this: &mut Self, row: u32| {
            if !allowed(row) {
                return Ok(());
            }
            let mut bound = smallvec::SmallVec::new();
            let outcome =
                if this.bind(place, table.rows.row(row), &mut bound) { this.go_on() } else { Ok(()) };
            this.unbind(&bound);
            outcome
        };
        match candidates {
            CandidateRows::None => Ok(()),
            CandidateRows::One(row) => attempt(self, row),
            CandidateRows::All => (0..table.taken).try_for_each(|row| attempt(self, row)),
            CandidateRows::Column(column, value) => {
                let rows = table.columns[column].get(&value).map_or(&[][..], Vec::as_slice);
                rows.iter().try_for_each(|row| attempt(self, *row))
            }
        }
    }

    /// The open place that fits the fewest rows, and which.
    fn cheapest(&self) -> Option<(usize, CandidateRows)> {
        let mut best: Option<(usize, usize, CandidateRows)> = None;
        for (position, place) in self.open.iter().enumerate() {
            let (count, candidates) = self.candidates(*place);
            if best.as_ref().is_none_or(|(_, fewest, _)| count < *fewest) {
                best = Some((position, count, candidates));
            }
            if count <= 1 {
                break;
            }
        }
        best.map(|(position, _, candidates)| (position, candidates))
    }

    fn candidates(&self, place: u32) -> (usize, CandidateRows) {
        let (relation, terms) = &self.rule.body[place as usize];
        let table = &self.relations[*relation as usize];
        let row: smallvec::SmallVec<[u32; 8]> = terms.iter().map(|term| self.value(*term)).collect();
        if !row.contains(&UNBOUND) {
            // A row that has been found but not yet taken up will come as a new row itself.
            return match table.rows.find(&row).filter(|number| *number < table.taken) {
                Some(number) => (1, CandidateRows::One(number)),
                None => (0, CandidateRows::None),
            };
        }
        let mut best = (table.taken as usize, CandidateRows::All);
        for (column, value) in row.iter().enumerate().filter(|(_, value)| **value != UNBOUND) {
            let count = table.columns[column].get(value).map_or(0, Vec::len);
            if count < best.0 || (count == best.0 && matches!(best.1, CandidateRows::All)) {
                best = (count, CandidateRows::Column(column, *value));
            }
        }
        best
    }

    /// Enumerates the objects of variables that no position binds.
    fn enumerate(&mut self, from: usize) -> Result<(), LimitReached> {
        let Some(variable) = (from..self.binding.len()).find(|place| self.binding[*place] == UNBOUND) else {
            self.found.extend_from_slice(&self.binding);
            if self.binding.is_empty() {
                self.found.push(0);
            }
            self.work.hold_more(list_bytes(self.found, self.binding.len()))?;
            return self.work.spend(1);
        };
        let kinds = self.kinds;
        for value in kinds.members(self.rule.types[variable]) {
            self.work.spend(1)?;
            self.binding[variable] = *value;
            if self.checks_hold() {
                self.enumerate(variable + 1)?;
            }
        }
        self.binding[variable] = UNBOUND;
        Ok(())
    }
}

/// The rows that may fit a place.
#[derive(Clone, Copy, Debug)]
enum CandidateRows {
    None,
    One(u32),
    All,
    Column(usize, u32),
}
