//! The grounded problem: facts, actions, tasks and methods with all their objects filled in, as numbers in flat arrays.
//!
//! Negative conditions are facts of their own ("not p"), so every condition is a list of facts that must be true. What cannot happen and
//! what is irrelevant is left out.

mod equal_methods;
mod method_index;
pub(crate) mod reachability;
pub(crate) mod relaxed_plan;
pub(crate) mod task_summaries;

use crate::limits::{LimitReached, WorkMeter};
use crate::problem::{Atom, HtnProblem, ObjectTypes, TaskId};
use crate::schema::normal_form::{FormulaLiteral, object};
use crate::schema::{LiftedMethod, NONE, Schemas, SubtaskOrder};
use equal_methods::repeated_methods;
use method_index::MethodIndex;
use motive_util::Rows;
use reachability::{Reachable, SchemaInstance};
use relaxed_plan::RelaxedPlanHeuristic;
use rustc_hash::FxHashMap;
use task_summaries::{TaskSummaries, summarise};

/// Marks a task that only checks the precondition of a method; the rest is the number of the method.
pub(crate) const CHECK: u32 = 1 << 31;

/// Where a ground task comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaskOrigin {
    pub(crate) task: TaskId,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// A grounded problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroundProblem {
    /// The facts: predicate, row in its table, and whether it is the fact or its opposite.
    pub(crate) facts: Vec<(u32, u32, bool)>,
    pub(crate) init: Vec<bool>,
    /// For each task the action that does it, or none for a compound one.
    pub(crate) task_action: Vec<u32>,
    pub(crate) task_methods: Rows,
    pub(crate) method_index: MethodIndex,
    pub(crate) origins: Vec<TaskOrigin>,
    pub(crate) root: u32,
    pub(crate) action_task: Vec<u32>,
    pub(crate) preconditions: Rows,
    pub(crate) adds: Rows,
    pub(crate) drops: Rows,
    pub(crate) costs: Vec<u32>,
    /// For each action its conditional effects, with their conditions, additions and deletions.
    pub(crate) conditional: Rows,
    pub(crate) effect_conditions: Rows,
    pub(crate) if_adds: Rows,
    pub(crate) if_drops: Rows,
    pub(crate) method_task: Vec<u32>,
    /// The number of the method's schema; none for a choice among variants of one action.
    pub(crate) method_schema: Vec<u32>,
    pub(crate) method_preconditions: Rows,
    /// What must be true when a method is used while nothing else can be interleaved, for its precondition and for its tasks.
    pub(crate) method_needs: Rows,
    pub(crate) summaries: TaskSummaries,
    pub(crate) subtasks: Rows,
    /// For each method schema, which call follows which; nothing for chains.
    pub(crate) partial: Vec<Option<Vec<Vec<u32>>>>,
    /// Objects of all tasks.
    pub(crate) objects: Vec<u32>,
}

impl GroundProblem {
    /// Whether a method's tasks come one after the other.
    pub(crate) fn is_chain(&self, method: u32) -> bool {
        self.order(method).is_none()
    }

    /// Whether any tasks can be interleaved.
    pub(crate) fn is_partial(&self) -> bool {
        self.partial.iter().any(Option::is_some)
    }

    /// Which of a method's tasks follows which, unless they come one after the other.
    pub(crate) fn order(&self, method: u32) -> Option<&Vec<Vec<u32>>> {
        let schema = self.method_schema.get(method as usize)?;
        self.partial.get(*schema as usize)?.as_ref()
    }

    /// The action that does a task; none for a compound task, and for one that only checks a precondition.
    pub(crate) fn action_of(&self, task: u32) -> Option<u32> {
        self.task_action.get(task as usize).copied().filter(|action| *action != NONE)
    }

    /// Whether a task is not decomposed: it is done by an action, or only checks a precondition.
    pub(crate) fn is_primitive(&self, task: u32) -> bool {
        task & CHECK != 0 || self.action_of(task).is_some()
    }

    /// What must be true for a task that is not decomposed.
    pub(crate) fn preconditions_of(&self, task: u32) -> &[u32] {
        match self.action_of(task) {
            Some(action) => self.preconditions.row(action as usize),
            None => self.method_preconditions.row((task & !CHECK) as usize),
        }
    }

    /// What a task that is not decomposed costs.
    pub(crate) fn cost_of(&self, task: u32) -> u32 {
        self.action_of(task).map_or(0, |action| self.costs[action as usize])
    }

    /// The initial state, one bit a fact.
    pub(crate) fn initial_state(&self) -> Vec<u32> {
        let mut state = vec![0; self.facts.len().div_ceil(32)];
        for (fact, init) in self.init.iter().enumerate() {
            state[fact / 32] |= u32::from(*init) << (fact % 32);
        }
        state
    }

    /// Its approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let lists = [
            &self.preconditions,
            &self.adds,
            &self.drops,
            &self.conditional,
            &self.effect_conditions,
            &self.if_adds,
            &self.if_drops,
            &self.method_preconditions,
            &self.method_needs,
            &self.subtasks,
            &self.task_methods,
        ];
        lists.iter().map(|lists| lists.bytes()).sum::<usize>()
            + self.method_index.bytes()
            + self.summaries.bytes()
            + self.origins.len() * (size_of::<TaskOrigin>() + 4)
            + (self.action_task.len() + self.method_task.len()) * 8
            + self.objects.len() * 4
            + self.facts.len() * 13
    }

    /// The objects of a task.
    pub(crate) fn objects_of(&self, task: u32) -> &[u32] {
        let Some(origin) = self.origins.get(task as usize) else { return &[] };
        self.objects.get(origin.start as usize..(origin.start + origin.len) as usize).unwrap_or(&[])
    }

    /// Grounds what was reached and leaves out what cannot happen. None if the root tasks cannot be done.
    pub(crate) fn new(
        problem: &HtnProblem,
        kinds: &ObjectTypes,
        schemas: &Schemas,
        reached: Reachable,
        work: &mut WorkMeter<'_>,
    ) -> Result<Option<Self>, LimitReached> {
        let builder = GroundBuilder {
            problem,
            kinds,
            schemas,
            reached: &reached,
            work,
            ground: Self::default(),
            opposites: FxHashMap::default(),
            offsets: Vec::new(),
            reached_bytes: reached.bytes(),
        };
        let mut ground = builder.build()?;
        drop(reached);
        loop {
            // The problem is copied when something is left out, and lists are copied to grow.
            work.hold(3 * ground.bytes() + RelaxedPlanHeuristic::bytes_for(&ground))?;
            let mut relaxation = RelaxedPlanHeuristic::new(&ground);
            work.spend(ground.action_task.len() as u64 + ground.method_task.len() as u64)?;
            relaxation.explore_all();
            if !relaxation.is_done(ground.root) {
                return Ok(None);
            }
            let before = (ground.action_task.len(), ground.method_task.len());
            let kept = ground.keep(&|method| ground.is_useful(&relaxation, method));
            ground = kept;
            if before == (ground.action_task.len(), ground.method_task.len()) {
                return ground.simplify().without_repetition(work)?.indexed(work).map(Some);
            }
        }
    }

    /// With what methods need, and an index by it.
    fn indexed(mut self, work: &mut WorkMeter<'_>) -> Result<Self, LimitReached> {
        (self.summaries, self.method_needs) = summarise(&self, work)?;
        // The index is made from a copy of what the methods of a task need.
        let methods = self.method_task.len() * 3 * size_of::<Vec<u32>>();
        work.hold(self.bytes() + 2 * self.method_needs.bytes() + methods)?;
        self.method_index = MethodIndex::new(&self.task_methods, &self.method_needs);
        Ok(self)
    }

    /// The same problem with the tasks of every method in a row, in an order that the method allows. Its plans are plans of this one, but it
    /// may have none where this one does.
    pub(crate) fn in_sequence(&self, work: &mut WorkMeter<'_>) -> Result<Self, LimitReached> {
        work.hold(self.bytes())?;
        Self { partial: vec![None; self.partial.len()], ..self.clone() }.indexed(work)
    }

    /// Whether a method can be used as far as the relaxed problem shows.
    fn is_useful(&self, relaxation: &RelaxedPlanHeuristic<'_>, method: u32) -> bool {
        relaxation.is_wanted(self.method_task[method as usize])
            && self.method_preconditions.row(method as usize).iter().all(|fact| relaxation.is_true(*fact))
            && self.subtasks.row(method as usize).iter().all(|task| relaxation.is_done(*task))
    }

    /// Leaves out methods that do the same as another one.
    fn without_repetition(self, work: &mut WorkMeter<'_>) -> Result<Self, LimitReached> {
        // What tasks do is gathered in lists by which they are compared.
        work.hold(3 * self.bytes())?;
        let repeated = repeated_methods(&self, work)?;
        let is_any = repeated.iter().any(|repeated| *repeated);
        Ok(if is_any { self.keep(&|method| !repeated[method as usize]) } else { self })
    }

    /// Keeps useful methods, the tasks that they mention, and the actions of those.
    fn keep(&self, useful_method: &dyn Fn(u32) -> bool) -> Self {
        // From the root down, through useful methods only.
        let mut numbers = vec![NONE; self.origins.len()];
        let (mut order, mut next) = (vec![self.root], 0);
        numbers[self.root as usize] = 0;
        while let Some(task) = order.get(next).copied() {
            next += 1;
            for method in self.task_methods.row(task as usize).iter().filter(|method| useful_method(**method))
            {
                for sub in self.subtasks.row(*method as usize) {
                    if numbers[*sub as usize] == NONE {
                        numbers[*sub as usize] = order.len() as u32;
                        order.push(*sub);
                    }
                }
            }
        }
        let mut kept = Self {
            facts: self.facts.clone(),
            init: self.init.clone(),
            partial: self.partial.clone(),
            objects: self.objects.clone(),
            root: 0,
            ..Self::default()
        };
        for task in order {
            kept.take_task(self, task, &numbers, useful_method);
        }
        kept
    }

    fn take_task(&mut self, from: &Self, task: u32, numbers: &[u32], useful: &dyn Fn(u32) -> bool) {
        let number = self.origins.len() as u32;
        self.origins.push(from.origins[task as usize]);
        let action = from.task_action[task as usize];
        if action == NONE {
            self.task_action.push(NONE);
        } else {
            self.task_action.push(self.action_task.len() as u32);
            self.take_action(from, action, number);
        }
        let mut methods = Vec::new();
        for method in from.task_methods.row(task as usize).iter().copied().filter(|method| useful(*method)) {
            methods.push(self.method_task.len() as u32);
            self.method_task.push(number);
            self.method_schema.push(from.method_schema[method as usize]);
            self.method_preconditions.push(from.method_preconditions.row(method as usize).iter().copied());
            self.subtasks.push(from.subtasks.row(method as usize).iter().map(|sub| numbers[*sub as usize]));
        }
        self.task_methods.push(methods);
    }

    fn take_action(&mut self, from: &Self, action: u32, task: u32) {
        self.action_task.push(task);
        self.costs.push(from.costs[action as usize]);
        self.preconditions.push(from.preconditions.row(action as usize).iter().copied());
        self.adds.push(from.adds.row(action as usize).iter().copied());
        self.drops.push(from.drops.row(action as usize).iter().copied());
        let first = self.effect_conditions.len() as u32;
        for change in from.conditional.row(action as usize) {
            self.effect_conditions.push(from.effect_conditions.row(*change as usize).iter().copied());
            self.if_adds.push(from.if_adds.row(*change as usize).iter().copied());
            self.if_drops.push(from.if_drops.row(*change as usize).iter().copied());
        }
        self.conditional.push(first..self.effect_conditions.len() as u32);
    }

    /// Leaves out facts that are always true, never true, or never asked for.
    fn simplify(self) -> Self {
        let count = self.facts.len();
        let (mut asked, mut dropped, mut added) =
            (vec![false; count], vec![false; count], vec![false; count]);
        let mark = |lists: &Rows, marks: &mut Vec<bool>| {
            for number in 0..lists.len() as u32 {
                lists.row(number as usize).iter().for_each(|fact| marks[*fact as usize] = true);
            }
        };
        [&self.preconditions, &self.effect_conditions, &self.method_preconditions]
            .iter()
            .for_each(|lists| mark(lists, &mut asked));
        [&self.drops, &self.if_drops].iter().for_each(|lists| mark(lists, &mut dropped));
        [&self.adds, &self.if_adds].iter().for_each(|lists| mark(lists, &mut added));
        let mut numbers = vec![NONE; count];
        let (mut facts, mut init) = (Vec::new(), Vec::new());
        for fact in 0..count {
            let always = self.init[fact] && !dropped[fact];
            let never = !self.init[fact] && !added[fact];
            if asked[fact] && !always && !never {
                numbers[fact] = facts.len() as u32;
                facts.push(self.facts[fact]);
                init.push(self.init[fact]);
            }
        }
        // What requires a fact that is never true was left out already, except for conditional effects.
        let renumber = |lists: &Rows| {
            let mut new = Rows::default();
            for number in 0..lists.len() as u32 {
                let known = lists.row(number as usize).iter().map(|fact| numbers[*fact as usize]);
                new.push(known.filter(|fact| *fact != NONE));
            }
            new
        };
        let impossible = |change: u32| {
            let mut preconditions = self.effect_conditions.row(change as usize).iter();
            preconditions.any(|fact| !self.init[*fact as usize] && !added[*fact as usize])
        };
        let mut conditional = Rows::default();
        for action in 0..self.conditional.len() as u32 {
            conditional.push(
                self.conditional.row(action as usize).iter().copied().filter(|change| !impossible(*change)),
            );
        }
        Self {
            preconditions: renumber(&self.preconditions),
            adds: renumber(&self.adds),
            drops: renumber(&self.drops),
            effect_conditions: renumber(&self.effect_conditions),
            if_adds: renumber(&self.if_adds),
            if_drops: renumber(&self.if_drops),
            method_preconditions: renumber(&self.method_preconditions),
            conditional,
            facts,
            init,
            ..self
        }
    }
}

struct GroundBuilder<'a, 'w> {
    problem: &'a HtnProblem,
    kinds: &'a ObjectTypes,
    schemas: &'a Schemas,
    reached: &'a Reachable,
    work: &'a mut WorkMeter<'w>,
    ground: GroundProblem,
    /// The opposite of a fact, where it is asked for.
    opposites: FxHashMap<u32, u32>,
    /// For each table the number of its first fact or task.
    offsets: Vec<u32>,
    reached_bytes: usize,
}

/// The instances that are grounded between two questions about memory. Our choice.
const ASK_EVERY: usize = 256;

impl GroundBuilder<'_, '_> {
    fn build(mut self) -> Result<GroundProblem, LimitReached> {
        let rows: usize = self.reached.relations.iter().map(|table| table.rows.len()).sum();
        self.work.hold(self.reached_bytes + rows * (size_of::<TaskOrigin>() + 16) * 2)?;
        self.number();
        self.conditions()?;
        self.changes()?;
        let lists = (self.ground.origins.len() + self.reached.actions.len()) * 4 * size_of::<Vec<u32>>();
        self.work
            .hold(self.reached_bytes + 2 * self.ground.bytes() + lists + self.reached.methods.len() * 64)?;
        self.tasks()?;
        Ok(self.ground)
    }

    /// Asks for room for lists that are copied to grow, from time to time.
    fn ask(&mut self, number: usize) -> Result<(), LimitReached> {
        if !number.is_multiple_of(ASK_EVERY) {
            return Ok(());
        }
        let opposites = self.opposites.capacity() * 3 * size_of::<(u32, u32)>();
        self.work.hold(self.reached_bytes + 2 * self.ground.bytes() + opposites)
    }

    /// Gives facts and tasks their numbers.
    fn number(&mut self) {
        let predicates = self.problem.predicates.len();
        let mut tasks = 0;
        for (relation, table) in self.reached.relations.iter().enumerate() {
            let rows = table.rows.len() as u32;
            if relation < predicates {
                self.offsets.push(self.ground.facts.len() as u32);
                if self.schemas.fluent[relation] {
                    self.ground.facts.extend((0..rows).map(|row| (relation as u32, row, true)));
                }
            } else {
                self.offsets.push(tasks);
                tasks += rows;
                for row in 0..rows {
                    self.add_origin(relation - predicates, table.rows.row(row));
                }
            }
        }
        self.ground.init = vec![false; self.ground.facts.len()];
        for (predicate, row) in &self.problem.facts {
            if let Some(fact) = self.fact(*predicate, row) {
                self.ground.init[fact as usize] = true;
            }
        }
    }

    fn add_origin(&mut self, relation: usize, row: &[u32]) {
        let compounds = self.schemas.compounds();
        let number = relation as u32;
        let task =
            if number < compounds { TaskId::Compound(number) } else { TaskId::Action(number - compounds) };
        let start = self.ground.objects.len() as u32;
        self.ground.objects.extend_from_slice(row);
        self.ground.origins.push(TaskOrigin { task, start, len: row.len() as u32 });
    }

    fn fact(&self, predicate: u32, row: &[u32]) -> Option<u32> {
        if !self.schemas.fluent[predicate as usize] {
            return None;
        }
        let row = self.reached.relations[predicate as usize].rows.find(row)?;
        Some(self.offsets[predicate as usize] + row)
    }

    fn opposite(&mut self, fact: u32) -> u32 {
        if let Some(known) = self.opposites.get(&fact) {
            return *known;
        }
        let number = self.ground.facts.len() as u32;
        let (predicate, row, _) = self.ground.facts[fact as usize];
        self.ground.facts.push((predicate, row, false));
        self.ground.init.push(!self.ground.init[fact as usize]);
        self.opposites.insert(fact, number);
        number
    }

    /// The facts of a list of literals. None if it cannot hold.
    fn facts_of(&mut self, literals: &[FormulaLiteral], row: &[u32]) -> Option<Vec<u32>> {
        let mut facts = Vec::new();
        let mut objects = Vec::new();
        for literal in literals {
            match literal {
                FormulaLiteral::Equal(first, second, positive) => {
                    if (object(*first, row) == object(*second, row)) != *positive {
                        return None;
                    }
                }
                FormulaLiteral::OfType(term, kind, positive) => {
                    if self.kinds.is(object(*term, row), *kind) != *positive {
                        return None;
                    }
                }
                FormulaLiteral::Atom(atom, positive) => {
                    objects.clear();
                    objects.extend(atom.terms.iter().map(|term| object(*term, row)));
                    let known = self.reached.relations[atom.predicate as usize].rows.find(&objects);
                    let fluent = self.schemas.fluent[atom.predicate as usize];
                    match (known, fluent, positive) {
                        (None, _, true) | (Some(_), false, false) => return None,
                        (None, _, false) | (Some(_), false, true) => {}
                        (Some(number), true, _) => {
                            let fact = self.offsets[atom.predicate as usize] + number;
                            facts.push(if *positive { fact } else { self.opposite(fact) });
                        }
                    }
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
        Some(facts)
    }

    /// What actions, their conditional changes and methods need. Opposites are made here, so that changes can know them.
    fn conditions(&mut self) -> Result<(), LimitReached> {
        let schemas = self.schemas;
        for (number, instance) in self.reached.actions.iter().enumerate() {
            self.work.spend(1)?;
            self.ask(number)?;
            let schema = &schemas.actions[instance.schema as usize];
            let row = self.reached.row(instance, schema.types.len());
            let preconditions = self.facts_of(&schema.literals, row).unwrap_or_default();
            self.ground.preconditions.push(preconditions);
            for change in schema.changes.iter().filter(|change| !change.when.is_empty()) {
                self.facts_of(&change.when, row);
            }
        }
        for (number, instance) in self.reached.methods.iter().enumerate() {
            self.work.spend(1)?;
            self.ask(number)?;
            let schema = &schemas.methods[instance.schema as usize];
            let row = self.reached.row(instance, schema.types.len());
            let preconditions = self.facts_of(&schema.literals, row).unwrap_or_default();
            self.ground.method_preconditions.push(preconditions);
        }
        Ok(())
    }

    fn changes(&mut self) -> Result<(), LimitReached> {
        let values: FxHashMap<(u32, &[u32]), u32> = self
            .problem
            .values
            .iter()
            .map(|(function, row, value)| ((*function, row.as_slice()), *value))
            .collect();
        for (number, instance) in self.reached.actions.iter().enumerate() {
            self.work.spend(1)?;
            self.ask(number)?;
            self.change(instance);
            let schema = &self.schemas.actions[instance.schema as usize];
            let row = self.reached.row(instance, schema.types.len());
            let cost = schema.cost.functions.iter().map(|atom| {
                let objects: Vec<u32> = atom.terms.iter().map(|term| object(*term, row)).collect();
                values.get(&(atom.predicate, objects.as_slice())).copied().unwrap_or(0)
            });
            self.ground.costs.push(cost.fold(schema.cost.constant, u32::saturating_add));
        }
        Ok(())
    }

    fn change(&mut self, instance: &SchemaInstance) {
        let schemas = self.schemas;
        let schema = &schemas.actions[instance.schema as usize];
        let row = self.reached.row(instance, schema.types.len());
        let (mut adds, mut drops) = (Vec::new(), Vec::new());
        let first = self.ground.effect_conditions.len() as u32;
        // What becomes true wins over what becomes false: the latter come first.
        let (later, sooner): (Vec<_>, Vec<_>) = schema.changes.iter().partition(|change| change.becomes);
        let objects_of =
            |atom: &Atom| -> Vec<u32> { atom.terms.iter().map(|term| object(*term, row)).collect() };
        let surely: Vec<u32> = later
            .iter()
            .filter(|change| change.when.is_empty())
            .filter_map(|change| self.fact(change.atom.predicate, &objects_of(&change.atom)))
            .collect();
        for change in sooner.iter().chain(&later) {
            let Some(fact) = self.fact(change.atom.predicate, &objects_of(&change.atom)) else {
                continue;
            };
            if change.when.is_empty() {
                if change.becomes {
                    adds.push(fact);
                } else {
                    drops.push(fact);
                }
                continue;
            }
            if !change.becomes && surely.contains(&fact) {
                continue;
            }
            let Some(when) = self.facts_of(&change.when, row) else { continue };
            let (mut if_adds, mut if_drops) = (Vec::new(), Vec::new());
            if change.becomes {
                if_adds.push(fact);
            } else {
                if_drops.push(fact);
            }
            self.with_opposites(&mut if_adds, &mut if_drops);
            self.ground.effect_conditions.push(when);
            self.ground.if_adds.push(if_adds);
            self.ground.if_drops.push(if_drops);
        }
        drops.retain(|fact| !adds.contains(fact));
        self.with_opposites(&mut adds, &mut drops);
        self.ground.adds.push(adds);
        self.ground.drops.push(drops);
        self.ground.conditional.push(first..self.ground.effect_conditions.len() as u32);
    }

    fn with_opposites(&self, adds: &mut Vec<u32>, drops: &mut Vec<u32>) {
        let find = |facts: &[u32]| -> Vec<u32> {
            facts.iter().filter_map(|fact| self.opposites.get(fact).copied()).collect()
        };
        let (no_longer_false, no_longer_true) = (find(adds), find(drops));
        adds.extend(no_longer_true);
        drops.extend(no_longer_false);
        for facts in [adds, drops] {
            facts.sort_unstable();
            facts.dedup();
        }
    }

    /// Tasks with what does them. A task that several variants of an action can do is made a choice among them.
    fn tasks(&mut self) -> Result<(), LimitReached> {
        let count = self.ground.origins.len();
        let schemas = self.schemas;
        let mut done_by: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (number, instance) in self.reached.actions.iter().enumerate() {
            let action = TaskId::Action(schemas.actions[instance.schema as usize].action);
            let task = self.offsets[self.reached.relation_of(action) as usize] + instance.row;
            done_by[task as usize].push(number as u32);
        }
        let mut methods: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (number, instance) in self.reached.methods.iter().enumerate() {
            self.work.check_time(1)?;
            self.ask(number)?;
            let schema = &schemas.methods[instance.schema as usize];
            let task =
                self.offsets[self.reached.relation_of(TaskId::Compound(schema.task)) as usize] + instance.row;
            methods[task as usize].push(self.ground.method_task.len() as u32);
            self.ground.method_task.push(task);
            self.ground.method_schema.push(instance.schema);
            self.add_subtasks(instance);
        }
        // Methods are tried in the order in which they are written, whatever the order in which they were reached.
        for methods in &mut methods {
            methods.sort_by_key(|method| self.ground.method_schema[*method as usize]);
        }
        self.ground.action_task = vec![NONE; self.reached.actions.len()];
        self.ground.task_action = vec![NONE; count];
        for (task, actions) in done_by.iter().enumerate() {
            self.assign(task as u32, actions, &mut methods);
        }
        for methods in methods {
            self.ground.task_methods.push(methods);
        }
        self.ground.root = self.offsets[self.reached.relation_of(TaskId::Compound(schemas.root)) as usize];
        let shape = |schema: &LiftedMethod| match &schema.shape {
            SubtaskOrder::Chain => None,
            SubtaskOrder::Partial(order) => Some(order.clone()),
        };
        self.ground.partial = schemas.methods.iter().map(shape).collect();
        Ok(())
    }

    fn add_subtasks(&mut self, instance: &SchemaInstance) {
        let schemas = self.schemas;
        let schema = &schemas.methods[instance.schema as usize];
        let row = self.reached.row(instance, schema.types.len());
        let mut objects = Vec::new();
        let offsets = &self.offsets;
        self.ground.subtasks.push(schema.calls.iter().map(|call| {
            objects.clear();
            objects.extend(call.terms.iter().map(|term| object(*term, row)));
            let relation = self.reached.relation_of(call.task) as usize;
            offsets[relation] + self.reached.relations[relation].rows.find(&objects).unwrap_or(0)
        }));
    }

    fn assign(&mut self, task: u32, actions: &[u32], methods: &mut Vec<Vec<u32>>) {
        if let [action] = actions {
            self.ground.task_action[task as usize] = *action;
            self.ground.action_task[*action as usize] = task;
            return;
        }
        for action in actions {
            let variant = self.ground.origins.len() as u32;
            self.ground.origins.push(self.ground.origins[task as usize]);
            self.ground.task_action.push(*action);
            self.ground.action_task[*action as usize] = variant;
            let method = self.ground.method_task.len() as u32;
            self.ground.method_task.push(task);
            self.ground.method_schema.push(NONE);
            self.ground.method_preconditions.push([]);
            self.ground.subtasks.push([variant]);
            methods[task as usize].push(method);
            methods.push(Vec::new());
        }
    }
}
