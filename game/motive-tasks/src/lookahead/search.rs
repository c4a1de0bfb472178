//! Depth-first search with backtracking over methods and alternatives, in order.

use super::super::execute::{CompiledBody, CompiledCall, CompiledPrimitive, CompiledTask, TaskLibrary};
use super::remaining::{Remainder, RemainingTasks, TaskFrame, option_tried, options_of};
use super::{
    AttemptResult, DecompositionAttempt, Lookahead, LookaheadOptions, LookaheadOutcome, TaskPlan, TaskStep,
};
use motive_core::action::{Arguments, CompiledAction};
use motive_core::binding::Budget;
use motive_core::condition::Bindings;
use motive_core::engine::splitmix64;
use motive_core::memory::Memory;
use motive_core::projection::{Checkpoint, Projection};
use motive_core::vocabulary::{Facts, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most simulated rounds of reactions of the world to an action. Our choice.
const ROUNDS: usize = 8;
/// The most attempts that are logged. Our choice.
const MOST_ATTEMPTS: usize = 20_000;

/// Simulates an action.
pub(super) fn imagine(action: &CompiledAction, world: &mut Projection<'_>, arguments: &[Value]) {
    action.apply(world, arguments);
    action.settle(world, arguments, ROUNDS);
}

/// A choice point.
struct ChoicePoint {
    node: Arc<TaskFrame>,
    next: u16,
    mark: Checkpoint,
    steps: usize,
    cost: f64,
    choices: usize,
    open: usize,
    attempts: usize,
}

/// A visited pair of remaining tasks and state of the world.
#[derive(Clone, Copy, Debug)]
struct VisitedNode {
    cost: f64,
    steps: usize,
    /// Its position on the current path, if it is on it.
    open: usize,
}

enum SearchFlow {
    At(Option<Arc<TaskFrame>>),
    Fail,
    /// The plan is complete, with these tasks remaining.
    Enough(Option<Arc<TaskFrame>>),
    /// No remaining plan can be preferred to the given one.
    Beaten,
}

/// A search whose budget was used up: the choices that led to where it stopped, and what it had ruled out.
///
/// It holds nothing of memory. When it is continued, the choices are made again from the state at that time, so that a plan that it finds
/// can be executed then. What it had ruled out stays ruled out.
#[derive(Clone, Debug, Default)]
pub(super) struct PausedSearch {
    choices: Vec<u16>,
    seen: FxHashMap<u64, VisitedNode>,
    cut: bool,
    worse: bool,
    drawn: Option<u64>,
}

impl PausedSearch {
    /// The seed of the order of alternatives with weights that it began with.
    pub(super) fn drawn(&self) -> Option<u64> {
        self.drawn
    }
}

/// How one run of a search ended.
pub(super) enum SearchEnd {
    Outcome(LookaheadOutcome),
    /// The budget is used up, and there is no plan yet.
    Paused(PausedSearch, Vec<DecompositionAttempt>),
}

pub(super) struct LookaheadSearch<'a> {
    ahead: &'a Lookahead,
    tasks: &'a TaskLibrary,
    options: &'a LookaheadOptions,
    budget: &'a mut Budget,
    world: Projection<'a>,
    from: RemainingTasks,
    steps: Vec<TaskStep>,
    cost: f64,
    choices: Vec<u16>,
    /// Choices of an earlier run that are made again.
    again: Vec<u16>,
    /// The number of leading choices that agree with the given plan.
    tied: usize,
    points: Vec<ChoicePoint>,
    seen: FxHashMap<u64, VisitedNode>,
    /// The visited pairs on the current path.
    open: Vec<u64>,
    attempts: Vec<DecompositionAttempt>,
    best: Option<TaskPlan>,
    /// Whether something was cut off that might have been part of a plan.
    cut: bool,
    /// Whether a plan was found that was not better.
    worse: bool,
}

impl<'a> LookaheadSearch<'a> {
    pub(super) fn new(
        ahead: &'a Lookahead,
        memory: &'a Memory,
        from: &RemainingTasks,
        options: &'a LookaheadOptions,
        budget: &'a mut Budget,
    ) -> Self {
        Self {
            ahead,
            tasks: &ahead.tasks,
            options,
            budget,
            world: Projection::new(memory),
            from: from.clone(),
            steps: Vec::new(),
            cost: 0.0,
            choices: Vec::new(),
            again: Vec::new(),
            tied: 0,
            points: Vec::new(),
            seen: FxHashMap::default(),
            open: Vec::new(),
            attempts: Vec::new(),
            best: None,
            cut: false,
            worse: false,
        }
    }

    /// The same search, where an earlier run of it stopped.
    pub(super) fn continuing(mut self, paused: PausedSearch) -> Self {
        (self.again, self.seen) = (paused.choices, paused.seen);
        (self.cut, self.worse) = (paused.cut, paused.worse);
        self
    }

    pub(super) fn run(self) -> LookaheadOutcome {
        match self.run_or_pause() {
            SearchEnd::Outcome(outcome) => outcome,
            SearchEnd::Paused(_, attempts) => LookaheadOutcome::GaveUp(attempts),
        }
    }

    pub(super) fn run_or_pause(mut self) -> SearchEnd {
        let mut flow = match self.from.0.clone() {
            None => SearchFlow::At(None),
            Some(Remainder::Under(node)) => SearchFlow::At(Some(node)),
            Some(Remainder::Call(task, arguments)) => self.enter(task, arguments.to_vec(), None, None),
        };
        loop {
            if !self.budget.spend(1) {
                return self.pause();
            }
            flow = match flow {
                SearchFlow::At(Some(node)) => self.advance(&node),
                SearchFlow::At(rest @ None) | SearchFlow::Enough(rest) => match self.arrive(rest) {
                    Some(outcome) => return SearchEnd::Outcome(outcome),
                    None => SearchFlow::Fail,
                },
                SearchFlow::Beaten => return SearchEnd::Outcome(LookaheadOutcome::NothingBetter),
                SearchFlow::Fail => match self.take_back() {
                    Some(flow) => flow,
                    None => return SearchEnd::Outcome(self.end()),
                },
            };
        }
    }

    /// The best plan so far, or where to continue.
    fn pause(mut self) -> SearchEnd {
        if let Some(best) = self.best {
            return SearchEnd::Outcome(LookaheadOutcome::Plan(best));
        }
        // The path is walked again, so it must not count as visited.
        for key in &self.open {
            self.seen.remove(key);
        }
        // Choices that were still to be made again are not lost.
        self.choices.extend(self.again.get(self.choices.len()..).unwrap_or_default());
        let (choices, seen, drawn) = (self.choices, self.seen, self.options.drawn);
        SearchEnd::Paused(
            PausedSearch { choices, seen, cut: self.cut, worse: self.worse, drawn },
            self.attempts,
        )
    }

    fn end(self) -> LookaheadOutcome {
        match self.best {
            Some(best) => LookaheadOutcome::Plan(best),
            None if self.worse => LookaheadOutcome::NothingBetter,
            None if self.cut => LookaheadOutcome::GaveUp(self.attempts),
            None => LookaheadOutcome::Impossible(self.attempts),
        }
    }

    /// A plan is complete. None if the search continues for better ones.
    fn arrive(&mut self, rest: Option<Arc<TaskFrame>>) -> Option<LookaheadOutcome> {
        let beaten = self.options.instead_of.as_ref().is_some_and(|other| *other == self.choices);
        if beaten {
            return Some(LookaheadOutcome::NothingBetter);
        }
        let plan = TaskPlan {
            steps: self.steps.clone(),
            cost: self.cost,
            choices: self.choices.clone(),
            rest: RemainingTasks::under(rest),
            attempts: self.attempts.clone(),
            from: self.from.clone(),
            drawn: self.options.drawn,
        };
        if !self.options.cheapest {
            return Some(LookaheadOutcome::Plan(plan));
        }
        self.best = Some(plan);
        None
    }

    /// The upper bound of the cost.
    fn bound(&self) -> f64 {
        let best = self.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
        self.options.below.map_or(best, |below| below.min(best))
    }

    /// Backtracks to the last choice point.
    fn take_back(&mut self) -> Option<SearchFlow> {
        // From here on new choices are made.
        self.again.clear();
        while let Some(point) = self.points.last_mut() {
            let line = point.node.lines(self.tasks).get(point.node.line);
            let options = line.map_or(0, |line| options_of(line));
            let next = point.next;
            if usize::from(next) >= options {
                self.points.pop();
                continue;
            }
            point.next += 1;
            let (node, attempts) = (point.node.clone(), point.attempts);
            self.world.undo(point.mark);
            self.steps.truncate(point.steps);
            self.cost = point.cost;
            self.choices.truncate(point.choices);
            self.open.truncate(point.open);
            self.tied = self.tied.min(self.choices.len());
            for attempt in self.attempts.iter_mut().skip(attempts) {
                if matches!(
                    attempt.result,
                    AttemptResult::Taken | AttemptResult::Step(_) | AttemptResult::Reached
                ) {
                    attempt.result = AttemptResult::TakenBack;
                }
            }
            return Some(self.choose(&node, next));
        }
        None
    }

    fn advance(&mut self, node: &Arc<TaskFrame>) -> SearchFlow {
        if node.option.is_some() {
            let calls = node.calls(self.tasks);
            return match calls.get(node.call) {
                Some(call) => self.call(node, call),
                None => SearchFlow::At(node.after_call(self.tasks).settled(self.tasks)),
            };
        }
        let Some(line) = node.lines(self.tasks).get(node.line) else { return self.leave(node) };
        if let Some(flow) = self.been_here(node) {
            return flow;
        }
        match options_of(line) {
            0 => SearchFlow::Fail,
            1 => SearchFlow::At(Some(Arc::new(TaskFrame { option: Some(0), ..(**node).clone() }))),
            options => {
                // A choice of an earlier run is made again; what was tried before it is not.
                let made = self.again.get(self.choices.len()).copied();
                let tried = made.filter(|tried| usize::from(*tried) < options).unwrap_or(0);
                self.points.push(ChoicePoint {
                    node: node.clone(),
                    next: tried + 1,
                    mark: self.world.mark(),
                    steps: self.steps.len(),
                    cost: self.cost,
                    choices: self.choices.len(),
                    open: self.open.len(),
                    attempts: self.attempts.len(),
                });
                self.choose(node, tried)
            }
        }
    }

    /// Whether the same remaining tasks were visited in the same state, so that this branch can be cut. If only some steps are planned, a
    /// path that returns to where it was is accepted as a cyclic plan.
    fn been_here(&mut self, node: &TaskFrame) -> Option<SearchFlow> {
        let key = splitmix64(node.print() ^ self.world.fingerprint());
        let here = VisitedNode { cost: self.cost, steps: self.steps.len(), open: self.open.len() };
        if let Some(before) = self.seen.get(&key).copied() {
            let is_open = self.open.get(before.open) == Some(&key);
            if is_open && self.options.steps.is_some() && self.steps.len() > before.steps {
                return Some(SearchFlow::Enough(Some(Arc::new(node.clone()))));
            }
            if is_open || !self.options.cheapest || self.cost >= before.cost {
                self.remark(node.task, node.depth, &[], || AttemptResult::TriedBefore);
                return Some(SearchFlow::Fail);
            }
        }
        self.seen.insert(key, here);
        self.open.push(key);
        None
    }

    /// Takes the alternative after `tried` others.
    fn choose(&mut self, node: &Arc<TaskFrame>, tried: u16) -> SearchFlow {
        let at = self.choices.len();
        self.choices.push(tried);
        if let Some(other) = &self.options.instead_of
            && at == self.tied
            && let Some(theirs) = other.get(at)
        {
            if tried > *theirs {
                return SearchFlow::Beaten;
            }
            self.tied += usize::from(tried == *theirs);
        }
        let line = node.lines(self.tasks).get(node.line).map_or(&[][..], Vec::as_slice);
        // At the same position after other steps the order is drawn again.
        let key = self.options.drawn.map(|drawn| splitmix64(drawn ^ node.print()) ^ self.steps.len() as u64);
        let option = option_tried(line, tried, key);
        SearchFlow::At(Some(Arc::new(TaskFrame { option: Some(option), ..(**node).clone() })))
    }

    /// A task has ended: its parent gets the result.
    fn leave(&mut self, node: &TaskFrame) -> SearchFlow {
        let Some(up) = &node.up else { return SearchFlow::At(None) };
        let returns = self.tasks.tasks.get(node.task).and_then(|code| code.returns.as_ref());
        let value = returns.and_then(|value| value.value(&self.world, &mut node.bindings.clone()));
        let mut up = (**up).clone();
        if let (Some(into), Some(value)) = (node.into, value) {
            up.bindings.set(into, value);
        }
        SearchFlow::At(up.settled(self.tasks))
    }

    fn call(&mut self, node: &Arc<TaskFrame>, call: &CompiledCall) -> SearchFlow {
        let tasks = self.tasks;
        let Some(callee) = tasks.tasks.get(call.task) else { return SearchFlow::Fail };
        if call.inherits {
            return self.begin(call.task, callee, callee.inheriting(&node.bindings), &[], Some(node), None);
        }
        let mut from = node.bindings.clone();
        let mut arguments = Vec::with_capacity(callee.parameters);
        for argument in &call.arguments {
            match argument.value(&self.world, &mut from) {
                Some(value) => arguments.push(value),
                None => {
                    self.remark(call.task, node.depth + 1, &[], || AttemptResult::NoValue);
                    return SearchFlow::Fail;
                }
            }
        }
        self.enter(call.task, arguments, Some(node), call.into)
    }

    fn enter(
        &mut self,
        task: usize,
        arguments: Vec<Value>,
        up: Option<&Arc<TaskFrame>>,
        into: Option<u16>,
    ) -> SearchFlow {
        let tasks = self.tasks;
        let Some(code) = tasks.tasks.get(task) else { return SearchFlow::Fail };
        let bindings = code.bound(arguments.iter().cloned());
        self.begin(task, code, bindings, &arguments, up, into)
    }

    /// Enters a task: its goals, its preconditions, then its body.
    fn begin(
        &mut self,
        task: usize,
        code: &'a CompiledTask,
        mut bindings: Bindings,
        arguments: &[Value],
        up: Option<&Arc<TaskFrame>>,
        into: Option<u16>,
    ) -> SearchFlow {
        let depth = up.map_or(0, |up| up.depth + 1);
        if self.tasks.goals_hold(code, &self.world, &mut bindings) {
            self.remark(task, depth, arguments, || AttemptResult::Reached);
            return self.done(code, &mut bindings, up, into);
        }
        for (part, need) in code.needs.iter().enumerate() {
            if !need.holds(&self.world, &mut bindings) {
                self.remark(task, depth, arguments, || AttemptResult::Needs(code.need_text(part)));
                return SearchFlow::Fail;
            }
        }
        match &code.body {
            CompiledBody::Act(primitive) => self.act(task, code, primitive, bindings, (up, into, depth)),
            CompiledBody::Behave(behave) => {
                self.remark_step(task, depth, arguments);
                let step = self.new_step(code, 1.0);
                let behave = Some((behave.guest.clone(), arguments.iter().cloned().collect()));
                self.step(code, TaskStep { behave, ..step }, up, into, &mut bindings)
            }
            CompiledBody::Slot(slot) => {
                let Some(number) = self.tasks.filled(&self.world, *slot, code.parameters) else {
                    self.remark(task, depth, arguments, || AttemptResult::EmptySlot);
                    return SearchFlow::Fail;
                };
                self.remark(task, depth, arguments, || AttemptResult::Taken);
                self.enter(number, code.arguments(&bindings), up, into)
            }
            CompiledBody::Lines(_) => {
                let above = up.and_then(|up| up.after_call(self.tasks).settled(self.tasks));
                let level = above.as_ref().map_or(0, |above| above.level + 1);
                let print_above = above.as_ref().map_or(0, |above| above.print());
                if level >= self.tasks.settings.deepest || depth >= self.tasks.settings.silent as usize {
                    self.cut = true;
                    self.remark(task, depth, arguments, || AttemptResult::TooDeep);
                    return SearchFlow::Fail;
                }
                self.remark(task, depth, arguments, || AttemptResult::Taken);
                let into = into.filter(|_| code.returns.is_some());
                let (line, option, call, up) = (0, None, 0, above);
                let node =
                    TaskFrame { task, bindings, line, option, call, into, up, print_above, level, depth };
                SearchFlow::At(Some(Arc::new(node)))
            }
        }
    }

    /// The parent continues after a task without subtasks.
    fn done(
        &mut self,
        code: &CompiledTask,
        bindings: &mut Bindings,
        up: Option<&Arc<TaskFrame>>,
        into: Option<u16>,
    ) -> SearchFlow {
        let Some(up) = up else { return SearchFlow::At(None) };
        let mut next = up.after_call(self.tasks);
        if let (Some(into), Some(returns)) = (into, &code.returns)
            && let Some(value) = returns.value(&self.world, bindings)
        {
            next.bindings.set(into, value);
        }
        SearchFlow::At(next.settled(self.tasks))
    }

    fn act(
        &mut self,
        task: usize,
        code: &CompiledTask,
        primitive: &CompiledPrimitive,
        mut bindings: Bindings,
        (up, into, depth): (Option<&Arc<TaskFrame>>, Option<u16>, usize),
    ) -> SearchFlow {
        let values = primitive.arguments.iter().map(|argument| argument.value(&self.world, &mut bindings));
        let Some(arguments) = values.collect::<Option<Arguments>>() else {
            self.remark(task, depth, &[], || AttemptResult::NoValue);
            return SearchFlow::Fail;
        };
        let ahead = self.ahead;
        let action = ahead.catalogue.action(primitive.action);
        let cost = action.map_or(1.0, |action| action.declared().cost.max(0.0));
        if let Some(action) = action
            && !action.can(&self.world, &arguments)
        {
            let names = self.world.vocabulary();
            let text: Arc<str> = action.declared().needs.display(names).into();
            self.remark(task, depth, &arguments, || AttemptResult::CannotAct(text));
            return SearchFlow::Fail;
        }
        if self.cost + cost >= self.bound() {
            self.worse |= self.best.is_none();
            self.remark(task, depth, &arguments, || AttemptResult::TooDear);
            return SearchFlow::Fail;
        }
        if let Some(action) = action {
            imagine(action, &mut self.world, &arguments);
        }
        self.remark_step(task, depth, &arguments);
        let step = TaskStep { command: Some((primitive.action, arguments)), ..self.new_step(code, cost) };
        self.step(code, step, up, into, &mut bindings)
    }

    fn new_step(&self, code: &CompiledTask, cost: f64) -> TaskStep {
        TaskStep {
            task: code.name.clone(),
            command: None,
            cost,
            rest: RemainingTasks::default(),
            behave: None,
        }
    }

    fn step(
        &mut self,
        code: &CompiledTask,
        step: TaskStep,
        up: Option<&Arc<TaskFrame>>,
        into: Option<u16>,
        bindings: &mut Bindings,
    ) -> SearchFlow {
        self.cost += step.cost;
        let flow = self.done(code, bindings, up, into);
        let SearchFlow::At(left) = flow else { return flow };
        self.steps.push(TaskStep { rest: RemainingTasks::under(left.clone()), ..step });
        if self.options.steps.is_some_and(|most| self.steps.len() >= most) {
            return SearchFlow::Enough(left);
        }
        SearchFlow::At(left)
    }

    fn remark_step(&mut self, task: usize, depth: usize, arguments: &[Value]) {
        let number = self.steps.len();
        self.remark(task, depth, arguments, || AttemptResult::Step(number));
    }

    fn remark(
        &mut self,
        task: usize,
        depth: usize,
        arguments: &[Value],
        result: impl FnOnce() -> AttemptResult,
    ) {
        if !self.options.explain || self.attempts.len() >= MOST_ATTEMPTS {
            return;
        }
        let Some(code) = self.tasks.tasks.get(task) else { return };
        let (task, arguments) = (code.name.clone(), arguments.to_vec());
        self.attempts.push(DecompositionAttempt { depth, task, arguments, result: result() });
    }
}
