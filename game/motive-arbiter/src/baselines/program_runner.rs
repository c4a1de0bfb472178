//! Runs one program of a character at a time: everything that the baseline minds share but the choice of the program.

use crate::arbiter::{Character, CompiledClause, Goal, report};
use crate::teleo::{Caching, Library, ProgramError};
use motive_core::action::{ActionEnd, Decision, Proposal, RunningActions};
use motive_core::binding::{Holder, Ledger};
use motive_core::condition::Bindings;
use motive_core::engine::{Binder, RememberedBindings, apply_internal};
use motive_core::memory::Memory;
use motive_core::mind::{Behaviour, Context, GoalMode, Outcome, Program, TaskState, TaskView, TickContext};
use motive_core::trace::{Event, TaskEnd};
use motive_core::vocabulary::{Facts, Id};
use std::sync::Arc;

/// Runs the programs of a character's goals one at a time, as chosen by the mind that owns it.
pub(super) struct ProgramRunner {
    character: Arc<Character>,
    /// Programs that replace the character's own of the same name.
    library: Option<Arc<Library>>,
    /// A program that was interrupted continues where it was.
    resumes: bool,
    /// The program of each goal, if it is being pursued.
    live: Vec<Option<LiveProgram>>,
    next: u64,
    ledger: Ledger,
    proposals: Vec<Proposal>,
    runs: RunningActions,
}

/// A running program.
struct LiveProgram {
    number: u64,
    program: Arc<str>,
    priority: f64,
    created: u64,
    behaviour: Box<dyn Behaviour>,
    remembered: RememberedBindings,
}

/// The holder of evaluations that belong to no task, such as those of goals.
const NOBODY: Holder = Holder(u64::MAX);

impl ProgramRunner {
    pub(super) fn new(character: Arc<Character>) -> Self {
        Self {
            live: character.goals.iter().map(|_| None).collect(),
            character,
            library: None,
            resumes: false,
            next: 1,
            ledger: Ledger::default(),
            proposals: Vec::new(),
            runs: RunningActions::default(),
        }
    }

    /// Programs of a library are run with another order of trying their rules, and continue where they were.
    pub(super) fn resuming(mut self, library: &Library, caching: Caching) -> Result<Self, ProgramError> {
        let definitions = library.definitions().iter().map(|known| known.clone().caching(caching)).collect();
        let callables = library.callables().to_vec();
        self.library = Some(Library::with_callables(&self.character.vocabulary, definitions, callables)?);
        self.resumes = true;
        Ok(self)
    }

    pub(super) fn character(&self) -> &Arc<Character> {
        &self.character
    }

    pub(super) fn decision(&self) -> &Decision {
        self.runs.decision()
    }

    pub(super) fn is_live(&self, goal: usize) -> bool {
        self.live.get(goal).is_some_and(Option::is_some)
    }

    /// What the program of a goal is doing.
    pub(super) fn current(&self, goal: usize) -> Option<&str> {
        self.live.get(goal)?.as_ref()?.behaviour.current()
    }

    /// The goals that have a program, most important first.
    pub(super) fn pursued<'a>(&'a self) -> Vec<TaskView<'a>> {
        let goals = self.character.goals.iter().zip(&self.live);
        let view = |(goal, live): (&'a Goal, &'a Option<LiveProgram>)| {
            let live = live.as_ref()?;
            Some(TaskView {
                number: live.number,
                goal: &goal.name,
                priority: live.priority,
                mode: goal.mode,
                program: &live.program,
                state: TaskState::Active,
                current: live.behaviour.current(),
                created: live.created,
                bindings: &live.remembered,
            })
        };
        let mut all: Vec<TaskView<'a>> = goals.filter_map(view).collect();
        all.sort_by(|a, b| b.priority.total_cmp(&a.priority));
        all
    }

    pub(super) fn finish(&mut self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool {
        self.runs.finish(run, ending, memory)
    }

    /// Begins a decision: which goals are wanted, and how much. The first clause that holds decides, else a generator.
    pub(super) fn open(&mut self, tick_cx: &mut TickContext<'_>) -> Vec<Option<f64>> {
        let time = tick_cx.memory.time();
        tick_cx.note(|| Event::Tick { time });
        self.proposals.clear();
        let character = self.character.clone();
        let clauses = character.compiled_goals.iter().map(|code| &code.clauses);
        let mut wants: Vec<Option<f64>> =
            clauses.map(|clauses| clauses.iter().find_map(|clause| self.wanted(clause, tick_cx))).collect();
        for (_, generator) in &character.generators {
            generator.generate(tick_cx.memory, &mut |name, priority| {
                let named = character.goals.iter().position(|goal| *goal.name == *name);
                if let Some(want) = named.and_then(|at| wants[at].is_none().then_some(&mut wants[at])) {
                    *want = Some(priority).filter(|priority| !priority.is_nan());
                }
            });
        }
        wants
    }

    /// How much a goal is wanted according to one of its clauses.
    fn wanted(&mut self, clause: &CompiledClause, tick_cx: &mut TickContext<'_>) -> Option<f64> {
        self.look(tick_cx, |cx| {
            let mut bindings = Bindings::new(clause.variables);
            let mark = cx.mark();
            let wanted = cx.eval(&mut bindings, |eval| {
                eval.holds(&clause.when).then(|| eval.number(&clause.priority)).flatten()
            });
            cx.undo(mark);
            wanted
        })
    }

    /// Lends everything that behaviours work with.
    fn ask<T>(
        &mut self,
        holder: Holder,
        priority: f64,
        remembered: &[(Arc<str>, Id)],
        tick_cx: &mut TickContext<'_>,
        work: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        let (rules, rng) = (&self.character.profile.binding, tick_cx.rng.within(holder.0));
        let binder = Binder::new(holder, &mut self.ledger, rules, rng, &mut tick_cx.budget);
        let binder = binder.remembering(remembered);
        let proposals = &mut self.proposals;
        work(&mut Context::new(tick_cx.memory, binder, priority, proposals, tick_cx.trace))
    }

    /// As [`ProgramRunner::ask`], for no task.
    pub(super) fn look<T>(
        &mut self,
        tick_cx: &mut TickContext<'_>,
        work: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        self.ask(NOBODY, 0.0, &[], tick_cx, work)
    }

    /// Starts the program of a goal unless it has been started. Returns whether there is one.
    pub(super) fn start(&mut self, goal: usize, priority: f64, tick_cx: &mut TickContext<'_>) -> bool {
        if self.is_live(goal) {
            return true;
        }
        let Some(wanted) = self.character.goals.get(goal) else { return false };
        let name = wanted.name.clone();
        let Some(program) = self.program(goal, tick_cx.memory) else {
            tick_cx.note(|| Event::NoProgram { goal: name });
            return false;
        };
        let number = self.next;
        self.next += 1;
        let title = program.name().clone();
        tick_cx.note(|| Event::TaskStarted { task: number, goal: name, program: title, priority });
        let mut behaviour = program.start();
        behaviour.begin(tick_cx.memory);
        self.live[goal] = Some(LiveProgram {
            number,
            program: program.name().clone(),
            priority,
            created: tick_cx.memory.time().tick,
            behaviour,
            remembered: RememberedBindings::new(),
        });
        true
    }

    /// The program that pursues a goal.
    fn program(&self, goal: usize, memory: &Memory) -> Option<Arc<dyn Program>> {
        let found = self.character.select(&self.character.goals[goal], memory)?;
        let own = self.library.as_ref().and_then(|library| library.program(found.name()));
        Some(own.map_or(found, |own| Arc::new(own) as Arc<dyn Program>))
            .filter(|program| program.arity() == 0)
    }

    /// Runs the program of a goal; `None` if there is none.
    pub(super) fn run(
        &mut self,
        goal: usize,
        priority: f64,
        tick_cx: &mut TickContext<'_>,
    ) -> Option<Outcome> {
        if !self.start(goal, priority, tick_cx) {
            return None;
        }
        let mut live = self.live[goal].take()?;
        live.priority = priority;
        tick_cx.note(|| Event::TaskRun { task: live.number, priority });
        if self.resumes {
            live.behaviour.unchanged(tick_cx.memory.time().tick.saturating_sub(1));
        }
        let (mark, holder) = (self.ledger.mark(), Holder(live.number));
        let (behaviour, remembered) = (&mut live.behaviour, &live.remembered);
        let outcome = self.ask(holder, priority, remembered, tick_cx, |cx| {
            let before = cx.mark();
            let outcome = behaviour.propose(cx);
            if matches!(outcome, Outcome::Stuck(_)) {
                cx.undo(before);
            }
            outcome
        });
        let kept = self.ledger.claims_since(mark).filter(|claim| claim.is_persistent());
        live.remembered = kept.filter_map(|claim| Some((claim.name()?.clone(), claim.id()))).collect();
        self.live[goal] = Some(live);
        Some(outcome)
    }

    /// Runs the program of a goal and ends it when the goal is reached, unless the goal is to be maintained.
    pub(super) fn pursue(
        &mut self,
        goal: usize,
        priority: f64,
        tick_cx: &mut TickContext<'_>,
    ) -> Option<Outcome> {
        let outcome = self.run(goal, priority, tick_cx);
        let mode = self.character.goals.get(goal).map(|goal| goal.mode);
        if outcome == Some(Outcome::Done) && mode == Some(GoalMode::Achieve) {
            self.end(goal, TaskEnd::Achieved, tick_cx);
        }
        outcome
    }

    /// Ends the program of a goal.
    pub(super) fn end(&mut self, goal: usize, why: TaskEnd, tick_cx: &mut TickContext<'_>) {
        if let Some(mut live) = self.live.get_mut(goal).and_then(Option::take) {
            live.behaviour.leave(why);
            tick_cx.note(|| Event::TaskEnded { task: live.number, why });
        }
    }

    /// Ends a decision: what was proposed is checked against each other and carried out.
    pub(super) fn close(&mut self, tick_cx: &mut TickContext<'_>) {
        let character = self.character.clone();
        let profile = &character.profile;
        let mut proposals = std::mem::take(&mut self.proposals);
        proposals.extend(self.runs.latched(&proposals));
        let (scope, only_one) = (profile.conflict_scope, !profile.multiple_actions);
        let resolution = character.catalogue.resolve(proposals, tick_cx.memory, scope, only_one);
        report(&resolution, tick_cx);
        tick_cx.memory.end_tick();
        let (told, _) = apply_internal(&resolution.kept, &character.catalogue, tick_cx.memory);
        self.runs.settle(&resolution.kept, tick_cx.memory, character.shows_actions);
        self.ledger.release();
        for (at, goal) in character.goals.iter().enumerate() {
            if told.contains(&&*goal.name) {
                self.end(at, TaskEnd::Told, tick_cx);
            }
        }
        if profile.collect_notes {
            let is_live = |number| self.live.iter().flatten().any(|live| live.number == number);
            tick_cx.memory.collect_notes(is_live);
        }
        let work = tick_cx.budget.spent();
        tick_cx.note(|| Event::Decided { work });
    }
}
