//! The relaxed problem: nothing becomes false, and a task that has been done once is done for all.
//!
//! From a state and the remaining tasks, it computes what is reachable and estimates the cost. A task counts only if an applicable method
//! calls it, and in a totally ordered method only if the tasks before it can be done. If the tasks cannot be done in the relaxed problem,
//! they cannot be done at all.
//!
//! The estimate follows Höller et al.: relaxed composition (methods put tasks together like actions put facts together), with a relaxed plan
//! read off the cheapest way to each fact and task (FF).

use super::GroundProblem;
use crate::schema::NONE;
use motive_util::{OpenList, Rows};

const FAR: u32 = u32::MAX;
/// What a fact costs that tasks before those explored have to make true: more than anything that these can do themselves, as a rule. Our
/// choice.
const EARLIER: u32 = 1000;

/// What achieves a fact or task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Achiever {
    Nothing,
    /// A task before those that are explored.
    EarlierTask,
    Action(u32),
    Change(u32),
    Method(u32),
}

/// The graph of the relaxed problem, and the workspace for exploring it.
///
/// Exploration is driven by demand: only tasks that are wanted, their actions and methods are touched, and nothing is reset between
/// explorations. An entry of the workspace is valid if it was stamped in the current one.
pub(crate) struct RelaxedPlanHeuristic<'a> {
    ground: &'a GroundProblem,
    facts: usize,
    /// For each fact: actions, conditional changes and methods that need it.
    fact_actions: Rows,
    fact_changes: Rows,
    fact_methods: Rows,
    /// For each task, the methods that call it.
    callers: Rows,
    change_action: Vec<u32>,
    /// The number of the current exploration.
    stamp: u32,
    /// Facts, then tasks.
    items: Vec<RelaxedItem>,
    /// When a task was last wanted, and when its action or methods were last prepared.
    wanted: Vec<u32>,
    started: Vec<u32>,
    actions: Vec<OpenPreconditions>,
    changes: Vec<OpenPreconditions>,
    methods: Vec<OpenPreconditions>,
    /// For each method how many of its subtasks can be done: the first ones of a chain, any of another.
    progress: Vec<u32>,
    queue: CostQueue,
    want: Vec<u32>,
    marked: Vec<bool>,
    marks: Vec<u32>,
    stack: Vec<u32>,
    plan_actions: Vec<bool>,
    /// The facts of the last relaxed plan that tasks before it have to make true.
    earlier: Vec<u32>,
    /// The work of the last exploration.
    pub(crate) touched: u64,
    bytes: usize,
}

/// A fact or a task in the workspace.
#[derive(Clone, Copy)]
struct RelaxedItem {
    /// The exploration in which it was reached, and the one in which its cost became final.
    reached: u32,
    settled: u32,
    cost: u32,
    cause: Achiever,
}

/// An action, a conditional change or a method in the workspace: preconditions that are open, and the cost of the others.
#[derive(Clone, Copy, Default)]
struct OpenPreconditions {
    open: u32,
    cost: u32,
}

impl OpenPreconditions {
    /// Counts a precondition that holds now. Returns whether it was the last.
    fn settle(&mut self, cost: u32) -> bool {
        self.open -= 1;
        self.cost = self.cost.saturating_add(cost);
        self.open == 0
    }
}

impl<'a> RelaxedPlanHeuristic<'a> {
    pub(crate) fn new(ground: &'a GroundProblem) -> Self {
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
        let nothing = RelaxedItem { reached: 0, settled: 0, cost: FAR, cause: Achiever::Nothing };
        Self {
            ground,
            facts,
            fact_actions: inverted(facts, &ground.preconditions, actions),
            fact_changes: Rows::from_pairs(
                facts,
                // A change that can never happen belongs to no action.
                (0..changes as u32).filter(|change| change_action[*change as usize] != NONE).flat_map(
                    |change| {
                        let action = change_action[change as usize];
                        change_needs(ground, change, action).map(move |fact| (fact, change))
                    },
                ),
            ),
            fact_methods: inverted(facts, &ground.method_preconditions, methods),
            callers: inverted(tasks, &ground.subtasks, methods),
            stamp: 0,
            items: vec![nothing; facts + tasks],
            wanted: vec![0; tasks],
            started: vec![0; tasks],
            actions: vec![OpenPreconditions::default(); actions],
            changes: vec![OpenPreconditions::default(); changes],
            methods: vec![OpenPreconditions::default(); methods],
            progress: vec![0; methods],
            queue: CostQueue::default(),
            want: Vec::new(),
            marked: vec![false; facts + tasks],
            marks: Vec::new(),
            stack: Vec::new(),
            plan_actions: vec![false; actions],
            earlier: Vec::new(),
            touched: 0,
            bytes: Self::bytes_for(ground),
            change_action,
        }
    }

    /// The bytes of one for a problem: the lists of what needs a fact or calls a task, the workspace, and a queue in which an item stands twice.
    pub(crate) fn bytes_for(ground: &GroundProblem) -> usize {
        let (facts, tasks) = (ground.facts.len(), ground.origins.len());
        let owners = ground.action_task.len() + ground.method_task.len() + ground.effect_conditions.len();
        let lists = [&ground.preconditions, &ground.method_preconditions, &ground.subtasks];
        let listed = lists.iter().map(|lists| lists.items().len()).sum::<usize>();
        // A conditional change needs what its action needs, too.
        let changes = (0..).zip(ground.conditional.lengths()).filter(|(_, count)| *count > 0);
        let changes = changes.map(|(action, count)| count * ground.preconditions.row(action).len());
        let listed = listed + changes.sum::<usize>() + ground.effect_conditions.items().len();
        4 * (listed + 4 * facts + 2 * tasks)
            + (facts + tasks) * (size_of::<RelaxedItem>() + 1 + 2 * size_of::<u32>())
            + owners * (size_of::<OpenPreconditions>() + 5)
            + tasks * 8
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether a fact could come true in the last exploration.
    pub(crate) fn is_true(&self, fact: u32) -> bool {
        self.is_settled(fact)
    }

    /// Whether a task could be done.
    pub(crate) fn is_done(&self, task: u32) -> bool {
        self.is_settled(self.facts as u32 + task)
    }

    /// Whether a task could come to be wanted.
    pub(crate) fn is_wanted(&self, task: u32) -> bool {
        self.wanted[task as usize] == self.stamp
    }

    /// The cheapest method of a task in the last exploration.
    pub(crate) fn method_of(&self, task: u32) -> Option<u32> {
        match self.items[self.facts + task as usize] {
            RelaxedItem { settled, cause: Achiever::Method(method), .. } if settled == self.stamp => {
                Some(method)
            }
            _ => None,
        }
    }

    /// Whether the action of a task is in the last relaxed plan.
    pub(crate) fn is_chosen(&self, task: u32) -> bool {
        self.ground.task_action.get(task as usize).is_some_and(|action| *action != NONE) && self.is_done(task)
    }

    /// The cost of doing a task by a method whose precondition holds, by the last exploration.
    pub(crate) fn cost_of_method(&self, method: u32) -> u32 {
        let task = self.ground.method_task[method as usize];
        if self.started[task as usize] != self.stamp || self.methods[method as usize].open > 0 {
            return FAR;
        }
        let cost =
            |task: &u32| if self.is_done(*task) { self.items[self.facts + *task as usize].cost } else { FAR };
        self.ground.subtasks.row(method as usize).iter().map(cost).fold(0, u32::saturating_add)
    }

    /// Explores from the initial state.
    pub(crate) fn explore_all(&mut self) {
        let init: Vec<u32> =
            (0..self.ground.facts.len() as u32).filter(|fact| self.ground.init[*fact as usize]).collect();
        self.explore(init.into_iter(), &[self.ground.root], true, false);
    }

    /// Estimates the cost of doing tasks from a state. None if it is impossible.
    pub(crate) fn estimate(
        &mut self,
        state: impl Iterator<Item = u32>,
        tasks: &[u32],
        in_order: bool,
    ) -> Option<u32> {
        if !self.explore(state, tasks, in_order, true) {
            return None;
        }
        Some(self.relaxed_plan(tasks, &[]))
    }

    /// Estimates the cost of doing tasks one after the other from a state in which more facts may be true than are: those that tasks
    /// before them may make true, with the cost of that. What only they can make true is written into `required`.
    pub(crate) fn estimate_after(
        &mut self,
        state: impl Iterator<Item = u32>,
        possible: impl Iterator<Item = (u32, u32)>,
        tasks: &[u32],
        required: &mut Vec<u32>,
    ) -> Option<u32> {
        self.begin(state);
        for (fact, cost) in possible {
            self.reach(fact, cost.saturating_add(EARLIER), Achiever::EarlierTask);
        }
        if !self.propagate(tasks, true, true) {
            return None;
        }
        let size = self.relaxed_plan(tasks, &[]);
        required.clear();
        required.append(&mut self.earlier);
        Some(size)
    }

    /// Computes everything that can come true while tasks are done one after the other. Returns whether they can be done.
    pub(crate) fn explore_fully(&mut self, state: impl Iterator<Item = u32>, tasks: &[u32]) -> bool {
        self.explore(state, tasks, true, false)
    }

    /// The facts that could come true in the last exploration, with their cost.
    pub(crate) fn reached_facts(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let facts = (0..).zip(&self.items[..self.facts]);
        facts.filter(|(_, item)| item.settled == self.stamp).map(|(fact, item)| (fact, item.cost))
    }

    fn is_settled(&self, item: u32) -> bool {
        self.items[item as usize].settled == self.stamp
    }

    fn begin(&mut self, state: impl Iterator<Item = u32>) {
        if self.stamp == u32::MAX {
            self.stamp = 0;
            self.items.iter_mut().for_each(|item| (item.reached, item.settled) = (0, 0));
            self.wanted.fill(0);
            self.started.fill(0);
        }
        self.stamp += 1;
        self.queue.clear();
        self.want.clear();
        self.touched = 0;
        for fact in state {
            self.items[fact as usize] =
                RelaxedItem { reached: self.stamp, settled: self.stamp, cost: 0, cause: Achiever::Nothing };
            self.touched += 1;
        }
        self.touched /= 8;
    }

    /// Computes what is reachable. Returns whether all tasks can be done.
    fn explore(
        &mut self,
        state: impl Iterator<Item = u32>,
        tasks: &[u32],
        in_order: bool,
        stop_when_done: bool,
    ) -> bool {
        self.begin(state);
        self.propagate(tasks, in_order, stop_when_done)
    }

    fn propagate(&mut self, tasks: &[u32], in_order: bool, stop_when_done: bool) -> bool {
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
            if stop_when_done
                && next == tasks.len()
                && (in_order || tasks.iter().all(|task| self.is_done(*task)))
            {
                return true;
            }
            self.satisfy_wants();
            let Some((cost, item)) = self.queue.pop() else { break };
            if self.is_settled(item) || self.items[item as usize].cost < cost {
                continue;
            }
            self.items[item as usize].settled = self.stamp;
            if (item as usize) < self.facts {
                self.fact_holds(item, cost);
            } else {
                self.task_is_done(item);
            }
        }
        tasks.iter().all(|task| self.is_done(*task))
    }

    fn reach(&mut self, item: u32, cost: u32, cause: Achiever) {
        // A sum that overflows is still reachable, so it is clamped below the mark for unreachable.
        let cost = cost.min(FAR - 1);
        let known = &mut self.items[item as usize];
        if known.reached == self.stamp && (known.cost <= cost || known.settled == self.stamp) {
            return;
        }
        *known = RelaxedItem { reached: self.stamp, settled: 0, cost, cause };
        self.queue.push(cost, item);
    }

    fn ask_for(&mut self, task: u32) {
        if self.wanted[task as usize] != self.stamp {
            self.wanted[task as usize] = self.stamp;
            self.want.push(task);
        }
    }

    /// Which preconditions are open, and the cost of the others.
    fn counter(&mut self, preconditions: impl Iterator<Item = u32>) -> OpenPreconditions {
        let mut counter = OpenPreconditions::default();
        for fact in preconditions {
            self.touched += 1;
            if self.is_settled(fact) {
                counter.cost = counter.cost.saturating_add(self.items[fact as usize].cost);
            } else {
                counter.open += 1;
            }
        }
        counter
    }

    fn satisfy_wants(&mut self) {
        while let Some(task) = self.want.pop() {
            self.started[task as usize] = self.stamp;
            let action = self.ground.task_action[task as usize];
            if action == NONE {
                let methods = self.ground.task_methods.row(task as usize);
                for method in methods {
                    let preconditions =
                        self.ground.method_preconditions.row(*method as usize).iter().copied();
                    self.methods[*method as usize] = self.counter(preconditions);
                }
                self.touched += methods.len() as u64;
                for method in methods {
                    if self.methods[*method as usize].open == 0 {
                        self.begin_method(*method);
                    }
                }
            } else {
                self.start_action(action);
            }
        }
    }

    fn start_action(&mut self, action: u32) {
        let counter = self.counter(self.ground.preconditions.row(action as usize).iter().copied());
        self.actions[action as usize] = counter;
        if counter.open == 0 {
            self.do_action(action);
        }
        for change in self.ground.conditional.row(action as usize) {
            let counter = self.counter(change_needs(self.ground, *change, action));
            self.changes[*change as usize] = counter;
            if counter.open == 0 {
                self.do_change(*change);
            }
        }
    }

    fn is_started(&self, task: u32) -> bool {
        self.started[task as usize] == self.stamp
    }

    fn fact_holds(&mut self, fact: u32, cost: u32) {
        for place in 0..self.fact_actions.row(fact as usize).len() {
            let action = self.fact_actions.row(fact as usize)[place];
            if self.is_started(self.ground.action_task[action as usize])
                && self.actions[action as usize].settle(cost)
            {
                self.do_action(action);
            }
        }
        for place in 0..self.fact_changes.row(fact as usize).len() {
            let change = self.fact_changes.row(fact as usize)[place];
            let action = self.change_action[change as usize];
            if self.is_started(self.ground.action_task[action as usize])
                && self.changes[change as usize].settle(cost)
            {
                self.do_change(change);
            }
        }
        for place in 0..self.fact_methods.row(fact as usize).len() {
            let method = self.fact_methods.row(fact as usize)[place];
            if self.is_started(self.ground.method_task[method as usize])
                && self.methods[method as usize].settle(cost)
            {
                self.begin_method(method);
            }
        }
        self.touched +=
            (self.fact_actions.row(fact as usize).len() + self.fact_methods.row(fact as usize).len()) as u64;
    }

    fn do_action(&mut self, action: u32) {
        let cost = self.actions[action as usize].cost.saturating_add(1);
        for fact in self.ground.adds.row(action as usize) {
            self.reach(*fact, cost, Achiever::Action(action));
        }
        let done = self.facts as u32 + self.ground.action_task[action as usize];
        self.reach(done, cost, Achiever::Action(action));
        self.touched += 1 + self.ground.adds.row(action as usize).len() as u64;
    }

    fn do_change(&mut self, change: u32) {
        let cost = self.changes[change as usize].cost.saturating_add(1);
        for fact in self.ground.if_adds.row(change as usize) {
            self.reach(*fact, cost, Achiever::Change(change));
        }
    }

    fn task_is_done(&mut self, item: u32) {
        let task = item - self.facts as u32;
        for place in 0..self.callers.row(task as usize).len() {
            let method = self.callers.row(task as usize)[place];
            if self.is_started(self.ground.method_task[method as usize])
                && self.methods[method as usize].open == 0
            {
                // A method calls it as often as it is listed as a caller.
                self.progress[method as usize] += u32::from(!self.ground.is_chain(method));
                self.advance(method);
            }
        }
        self.touched += self.callers.row(task as usize).len() as u64;
    }

    /// Begins with a method whose condition can hold now: asks for its first task, or for all that have no order.
    fn begin_method(&mut self, method: u32) {
        self.progress[method as usize] = 0;
        if !self.ground.is_chain(method) {
            let subtasks = self.ground.subtasks.row(method as usize);
            subtasks.iter().for_each(|task| self.ask_for(*task));
            let done = subtasks.iter().filter(|task| self.is_done(**task)).count();
            self.progress[method as usize] = done as u32;
        }
        self.advance(method);
    }

    /// Continues with a method: asks for the next task of a chain, and when all its tasks can be done, so can its own.
    fn advance(&mut self, method: u32) {
        let subtasks = self.ground.subtasks.row(method as usize);
        let mut place = self.progress[method as usize] as usize;
        if self.ground.is_chain(method) {
            while let Some(task) = subtasks.get(place) {
                self.ask_for(*task);
                if !self.is_done(*task) {
                    break;
                }
                place += 1;
            }
            self.progress[method as usize] = place as u32;
        }
        if place < subtasks.len() {
            return;
        }
        let mut total = 0_u32;
        for task in subtasks {
            total = total.saturating_add(self.items[self.facts + *task as usize].cost);
        }
        let cost = total.saturating_add(self.methods[method as usize].cost).saturating_add(1);
        let done = self.facts as u32 + self.ground.method_task[method as usize];
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

    /// Counts the actions and methods of a relaxed plan for tasks and facts, which can be done and reached.
    pub(crate) fn relaxed_plan(&mut self, tasks: &[u32], goals: &[u32]) -> u32 {
        let facts = self.facts as u32;
        self.stack.clear();
        self.earlier.clear();
        self.stack.extend_from_slice(goals);
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
            match self.items[item as usize].cause {
                Achiever::Nothing => {}
                Achiever::EarlierTask => self.earlier.push(item),
                Achiever::Method(method) => {
                    size += 1;
                    self.stack
                        .extend(self.ground.subtasks.row(method as usize).iter().map(|task| facts + task));
                    self.stack.extend(self.ground.method_preconditions.row(method as usize));
                }
                Achiever::Action(_) | Achiever::Change(_) => {
                    let action = match self.items[item as usize].cause {
                        Achiever::Change(change) => {
                            self.stack.extend(self.ground.effect_conditions.row(change as usize));
                            self.change_action[change as usize]
                        }
                        Achiever::Action(action) => action,
                        Achiever::Nothing | Achiever::EarlierTask | Achiever::Method(_) => continue,
                    };
                    if !self.plan_actions[action as usize] {
                        self.plan_actions[action as usize] = true;
                        actions.push(action);
                        size += 1;
                        self.stack.extend(self.ground.preconditions.row(action as usize));
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

/// The facts that a conditional change needs: its own condition and the precondition of its action.
fn change_needs(ground: &GroundProblem, change: u32, action: u32) -> impl Iterator<Item = u32> + Clone + '_ {
    let own = ground.effect_conditions.row(change as usize).iter();
    own.chain(ground.preconditions.row(action as usize)).copied()
}

/// Items by cost. Costs are small numbers as a rule, and each has a list then.
#[derive(Default)]
struct CostQueue {
    near: Vec<Vec<u32>>,
    /// No list before this one has anything.
    first: usize,
    count: usize,
    far: OpenList<u32, u32>,
}

impl CostQueue {
    /// Costs from here on share a heap. Our choice.
    const FAR: usize = 4096;

    fn push(&mut self, cost: u32, item: u32) {
        let place = cost as usize;
        if place >= Self::FAR {
            self.far.push(cost, item);
            return;
        }
        if self.near.len() <= place {
            self.near.resize_with(place + 1, Vec::new);
        }
        self.near[place].push(item);
        self.first = self.first.min(place);
        self.count += 1;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        if self.count == 0 {
            return self.far.pop();
        }
        while let Some(list) = self.near.get_mut(self.first) {
            if let Some(item) = list.pop() {
                self.count -= 1;
                return Some((self.first as u32, item));
            }
            self.first += 1;
        }
        None
    }

    fn clear(&mut self) {
        if self.count > 0 {
            self.near.iter_mut().skip(self.first).for_each(Vec::clear);
        }
        (self.first, self.count) = (0, 0);
        self.far.clear();
    }
}

fn inverted(count: usize, lists: &Rows, owners: usize) -> Rows {
    Rows::from_pairs(
        count,
        (0..owners as u32).flat_map(|owner| lists.row(owner as usize).iter().map(move |item| (*item, owner))),
    )
}
