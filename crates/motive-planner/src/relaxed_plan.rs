//! The relaxed problem: nothing becomes false, and a task that has been done once is done for all.
//!
//! From a state and the remaining tasks, it computes what is reachable and estimates the cost. A task counts only if an applicable method
//! calls it, and in a totally ordered method only if the tasks before it can be done. If the tasks cannot be done in the relaxed problem,
//! they cannot be done at all.
//!
//! The estimate follows Höller et al.: relaxed composition (methods put tasks together like actions put facts together), with a relaxed plan
//! read off the cheapest way to each fact and task (FF).

use super::ground_problem::{GroundProblem, NONE};
use motive_util::{OpenList, Rows};

const FAR: u32 = u32::MAX;

/// What achieves a fact or task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Achiever {
    Nothing,
    Action(u32),
    Change(u32),
    Method(u32),
}

/// The graph of the relaxed problem, and the workspace for exploring it.
pub(crate) struct RelaxedPlanHeuristic {
    facts: usize,
    /// For each fact: actions, conditional changes and methods that need it.
    fact_actions: Rows,
    fact_changes: Rows,
    fact_methods: Rows,
    /// For each task, the methods that call it.
    callers: Rows,
    change_action: Vec<u32>,
    /// The number of preconditions of each action, conditional effect and method.
    action_preconditions: Vec<u32>,
    change_needs: Vec<u32>,
    method_preconditions: Vec<u32>,
    // The workspace: one entry for each of the above, set back before every exploration.
    cost: Vec<u32>,
    cause: Vec<Achiever>,
    settled: Vec<bool>,
    wanted: Vec<bool>,
    action_open: Vec<u32>,
    action_cost: Vec<u32>,
    change_open: Vec<u32>,
    change_cost: Vec<u32>,
    method_open: Vec<u32>,
    method_cost: Vec<u32>,
    /// How far each chain has come, or how many tasks of a partial order are done.
    progress: Vec<u32>,
    queue: OpenList<u32, u32>,
    want: Vec<u32>,
    marked: Vec<bool>,
    marks: Vec<u32>,
    stack: Vec<u32>,
    plan_actions: Vec<bool>,
    /// The work of the last exploration.
    pub(crate) touched: u64,
}

impl RelaxedPlanHeuristic {
    pub(crate) fn new(ground: &GroundProblem) -> Self {
        let (facts, tasks) = (ground.facts.len(), ground.origins.len());
        let (actions, methods) = (ground.action_task.len(), ground.method_task.len());
        let changes = ground.effect_conditions.len();
        let mut change_action = vec![NONE; changes];
        for action in 0..actions as u32 {
            ground
                .conditional
                .row(action as usize)
                .iter()
                .for_each(|change| change_action[*change as usize] = action);
        }
        let lengths = |lists: &Rows, count: usize| -> Vec<u32> {
            (0..count as u32).map(|number| lists.row(number as usize).len() as u32).collect()
        };
        let action_preconditions = lengths(&ground.preconditions, actions);
        let own = lengths(&ground.effect_conditions, changes);
        let change_needs = own
            .iter()
            .zip(&change_action)
            .map(|(own, action)| own + action_preconditions.get(*action as usize).copied().unwrap_or(0));
        let change_needs: Vec<u32> = change_needs.collect();
        Self {
            facts,
            fact_actions: inverted(facts, &ground.preconditions, actions),
            fact_changes: Rows::from_pairs(
                facts,
                (0..changes as u32).flat_map(|change| {
                    let action = change_action[change as usize];
                    let preconditions = ground
                        .effect_conditions
                        .row(change as usize)
                        .iter()
                        .chain(ground.preconditions.row(action as usize));
                    preconditions.map(move |fact| (*fact, change))
                }),
            ),
            fact_methods: inverted(facts, &ground.method_preconditions, methods),
            callers: inverted(tasks, &ground.subtasks, methods),
            method_preconditions: lengths(&ground.method_preconditions, methods),
            cost: vec![FAR; facts + tasks],
            cause: vec![Achiever::Nothing; facts + tasks],
            settled: vec![false; facts + tasks],
            wanted: vec![false; tasks],
            action_open: action_preconditions.clone(),
            action_cost: vec![0; actions],
            change_open: change_needs.clone(),
            change_cost: vec![0; changes],
            method_open: vec![0; methods],
            method_cost: vec![0; methods],
            progress: vec![0; methods],
            queue: OpenList::new(),
            want: Vec::new(),
            marked: vec![false; facts + tasks],
            marks: Vec::new(),
            stack: Vec::new(),
            plan_actions: vec![false; actions],
            touched: 0,
            change_action,
            action_preconditions,
            change_needs,
        }
    }

    /// Whether a fact could come true in the last exploration.
    pub(crate) fn is_true(&self, fact: u32) -> bool {
        self.settled[fact as usize]
    }

    /// Whether a task could be done.
    pub(crate) fn is_done(&self, task: u32) -> bool {
        self.settled[self.facts + task as usize]
    }

    /// Whether a task could come to be wanted.
    pub(crate) fn is_wanted(&self, task: u32) -> bool {
        self.wanted[task as usize]
    }

    /// Explores from the initial state.
    pub(crate) fn explore_all(&mut self, ground: &GroundProblem) {
        let init: Vec<u32> =
            (0..ground.facts.len() as u32).filter(|fact| ground.init[*fact as usize]).collect();
        self.explore(ground, init.into_iter(), &[ground.root], true);
    }

    /// Estimates the cost of doing tasks from a state. None if it is impossible.
    pub(crate) fn estimate(
        &mut self,
        ground: &GroundProblem,
        state: impl Iterator<Item = u32>,
        tasks: &[u32],
        in_order: bool,
    ) -> Option<u32> {
        if !self.explore(ground, state, tasks, in_order) {
            return None;
        }
        Some(self.relaxed_plan(ground, tasks))
    }

    fn reset(&mut self) {
        self.cost.fill(FAR);
        self.cause.fill(Achiever::Nothing);
        self.settled.fill(false);
        self.wanted.fill(false);
        self.action_open.copy_from_slice(&self.action_preconditions);
        self.action_cost.fill(0);
        self.change_open.copy_from_slice(&self.change_needs);
        self.change_cost.fill(0);
        self.method_open.copy_from_slice(&self.method_preconditions);
        self.method_cost.fill(0);
        self.progress.fill(0);
        self.queue.clear();
        self.want.clear();
        self.touched = (self.cost.len() + self.action_open.len() + self.method_open.len()) as u64 / 16;
    }

    /// Computes what is reachable. Returns whether all tasks can be done.
    fn explore(
        &mut self,
        ground: &GroundProblem,
        state: impl Iterator<Item = u32>,
        tasks: &[u32],
        in_order: bool,
    ) -> bool {
        self.reset();
        for fact in state {
            self.reach(fact, 0, Achiever::Nothing);
        }
        let mut next = 0;
        loop {
            // The next of the tasks is wanted when the ones before it can be done.
            while let Some(task) = tasks.get(next) {
                self.ask_for(*task);
                if in_order && !self.is_done(*task) {
                    break;
                }
                next += 1;
            }
            self.satisfy_wants(ground);
            let Some((cost, item)) = self.queue.pop() else { break };
            if self.settled[item as usize] || self.cost[item as usize] < cost {
                continue;
            }
            self.settled[item as usize] = true;
            if (item as usize) < self.facts {
                self.fact_holds(ground, item, cost);
            } else {
                self.task_is_done(ground, item, cost);
            }
        }
        tasks.iter().all(|task| self.is_done(*task))
    }

    fn reach(&mut self, item: u32, cost: u32, cause: Achiever) {
        // A sum that overflows is still reachable, so it is clamped below the mark for unreachable.
        let cost = cost.min(FAR - 1);
        let known = &mut self.cost[item as usize];
        if cost < *known && !self.settled[item as usize] {
            *known = cost;
            self.cause[item as usize] = cause;
            self.queue.push(cost, item);
        }
    }

    fn ask_for(&mut self, task: u32) {
        if !self.wanted[task as usize] {
            self.wanted[task as usize] = true;
            self.want.push(task);
        }
    }

    fn satisfy_wants(&mut self, ground: &GroundProblem) {
        while let Some(task) = self.want.pop() {
            let action = ground.task_action[task as usize];
            if action == NONE {
                for method in ground.task_methods.row(task as usize) {
                    if self.method_open[*method as usize] == 0 {
                        self.advance(ground, *method);
                    }
                }
            } else {
                if self.action_open[action as usize] == 0 {
                    self.do_action(ground, action);
                }
                for change in ground.conditional.row(action as usize) {
                    if self.change_open[*change as usize] == 0 {
                        self.do_change(ground, *change);
                    }
                }
            }
        }
    }

    fn fact_holds(&mut self, ground: &GroundProblem, fact: u32, cost: u32) {
        for place in 0..self.fact_actions.row(fact as usize).len() {
            let action = self.fact_actions.row(fact as usize)[place];
            let open = &mut self.action_open[action as usize];
            *open -= 1;
            let ready = *open == 0;
            let total = &mut self.action_cost[action as usize];
            *total = total.saturating_add(cost);
            if ready && self.wanted[ground.action_task[action as usize] as usize] {
                self.do_action(ground, action);
            }
        }
        for place in 0..self.fact_changes.row(fact as usize).len() {
            let change = self.fact_changes.row(fact as usize)[place];
            let open = &mut self.change_open[change as usize];
            *open -= 1;
            let ready = *open == 0;
            let total = &mut self.change_cost[change as usize];
            *total = total.saturating_add(cost);
            let action = self.change_action[change as usize];
            if ready && self.wanted[ground.action_task[action as usize] as usize] {
                self.do_change(ground, change);
            }
        }
        for place in 0..self.fact_methods.row(fact as usize).len() {
            let method = self.fact_methods.row(fact as usize)[place];
            let open = &mut self.method_open[method as usize];
            *open -= 1;
            let ready = *open == 0;
            let total = &mut self.method_cost[method as usize];
            *total = total.saturating_add(cost);
            if ready && self.wanted[ground.method_task[method as usize] as usize] {
                self.advance(ground, method);
            }
        }
        self.touched +=
            (self.fact_actions.row(fact as usize).len() + self.fact_methods.row(fact as usize).len()) as u64;
    }

    fn do_action(&mut self, ground: &GroundProblem, action: u32) {
        let cost = self.action_cost[action as usize].saturating_add(1);
        for fact in ground.adds.row(action as usize) {
            self.reach(*fact, cost, Achiever::Action(action));
        }
        let done = self.facts as u32 + ground.action_task[action as usize];
        self.reach(done, cost, Achiever::Action(action));
        self.touched += 1 + ground.adds.row(action as usize).len() as u64;
    }

    fn do_change(&mut self, ground: &GroundProblem, change: u32) {
        let cost = self.change_cost[change as usize].saturating_add(1);
        for fact in ground.if_adds.row(change as usize) {
            self.reach(*fact, cost, Achiever::Change(change));
        }
    }

    fn task_is_done(&mut self, ground: &GroundProblem, item: u32, _cost: u32) {
        let task = item - self.facts as u32;
        for place in 0..self.callers.row(task as usize).len() {
            let method = self.callers.row(task as usize)[place];
            if self.method_open[method as usize] == 0
                && self.wanted[ground.method_task[method as usize] as usize]
            {
                self.advance(ground, method);
            }
        }
        self.touched += self.callers.row(task as usize).len() as u64;
    }

    /// Goes on with a method whose condition can hold: asks for its next tasks, and when all can be done, so can its own.
    fn advance(&mut self, ground: &GroundProblem, method: u32) {
        let subtasks = ground.subtasks.row(method as usize);
        let mut total = 0_u32;
        if ground.is_chain(method) {
            let mut place = self.progress[method as usize] as usize;
            while let Some(task) = subtasks.get(place) {
                self.ask_for(*task);
                if !self.is_done(*task) {
                    break;
                }
                place += 1;
            }
            self.progress[method as usize] = place as u32;
            if place < subtasks.len() {
                return;
            }
        } else {
            subtasks.iter().for_each(|task| self.ask_for(*task));
            if !subtasks.iter().all(|task| self.is_done(*task)) {
                return;
            }
        }
        for task in subtasks {
            total = total.saturating_add(self.cost[self.facts + *task as usize]);
        }
        let cost = total.saturating_add(self.method_cost[method as usize]).saturating_add(1);
        let done = self.facts as u32 + ground.method_task[method as usize];
        self.reach(done, cost, Achiever::Method(method));
    }

    fn repeated(&mut self, tasks: &[u32]) -> u32 {
        let mut repeated = 0;
        for task in tasks {
            let item = self.facts + *task as usize;
            repeated += u32::from(std::mem::replace(&mut self.marked[item], true));
        }
        tasks.iter().for_each(|task| self.marked[self.facts + *task as usize] = false);
        repeated
    }

    /// Counts the actions and methods of a relaxed plan.
    fn relaxed_plan(&mut self, ground: &GroundProblem, tasks: &[u32]) -> u32 {
        let facts = self.facts as u32;
        self.stack.clear();
        self.stack.extend(tasks.iter().map(|task| facts + task));
        // A task that occurs twice counts twice.
        let mut size = self.repeated(tasks);
        let mut actions = Vec::new();
        while let Some(item) = self.stack.pop() {
            if self.marked[item as usize] {
                continue;
            }
            self.marked[item as usize] = true;
            self.marks.push(item);
            match self.cause[item as usize] {
                Achiever::Nothing => {}
                Achiever::Method(method) => {
                    size += 1;
                    self.stack.extend(ground.subtasks.row(method as usize).iter().map(|task| facts + task));
                    self.stack.extend(ground.method_preconditions.row(method as usize));
                }
                Achiever::Action(_) | Achiever::Change(_) => {
                    let action = match self.cause[item as usize] {
                        Achiever::Change(change) => {
                            self.stack.extend(ground.effect_conditions.row(change as usize));
                            self.change_action[change as usize]
                        }
                        Achiever::Action(action) => action,
                        Achiever::Nothing | Achiever::Method(_) => continue,
                    };
                    if !self.plan_actions[action as usize] {
                        self.plan_actions[action as usize] = true;
                        actions.push(action);
                        size += 1;
                        self.stack.extend(ground.preconditions.row(action as usize));
                    }
                }
            }
        }
        self.touched += self.marks.len() as u64;
        for item in self.marks.drain(..) {
            self.marked[item as usize] = false;
        }
        for action in actions {
            self.plan_actions[action as usize] = false;
        }
        size
    }
}

fn inverted(count: usize, lists: &Rows, owners: usize) -> Rows {
    Rows::from_pairs(
        count,
        (0..owners as u32).flat_map(|owner| lists.row(owner as usize).iter().map(move |item| (*item, owner))),
    )
}
