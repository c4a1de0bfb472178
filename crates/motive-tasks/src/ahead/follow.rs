//! Following a course: plan the next steps, do them, go on; look again when the world is not as it was imagined.

use super::super::execute::{Status, status};
use super::{Ahead, Course, Forecast, Foresight, Repair, Rest};
use motive_core::action::Command;
use motive_core::mind::{Behaviour, Context, MindText, Outcome, Program, Stuck};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::{ActionLifetime, ActionTarget, Facts, Vocabulary};
use std::sync::Arc;

/// Where the order of alternatives with weights is drawn.
const WEIGHTS: u64 = 0x5745_4947_4854_5321;

/// A task that is planned ahead and then done, as a program that pursues a goal.
///
/// Each step is looked at again before it is done. Where the rest of the course cannot be done any more it is repaired, and where one of
/// its actions fails, what is left is planned from there.
#[derive(Clone, Debug)]
pub struct AheadProgram {
    name: Arc<str>,
    ahead: Arc<Ahead>,
    foresight: Foresight,
    reconsiders: bool,
}

impl Ahead {
    /// Someone who looks ahead and then does it, `foresight` at a time.
    #[must_use]
    pub fn program(self, name: &str, foresight: Foresight) -> AheadProgram {
        AheadProgram { name: name.into(), ahead: Arc::new(self), foresight, reconsiders: false }
    }
}

impl AheadProgram {
    /// Before each step the tasks are planned again, and a course that is preferred to the running one takes its place. A replan that cannot
    /// beat it is given up as soon as that is known.
    #[must_use]
    pub fn reconsidering(mut self) -> Self {
        self.reconsiders = true;
        self
    }
}

impl Program for AheadProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn version(&self) -> u64 {
        self.ahead.version()
    }

    fn describe(&self, names: &Vocabulary, text: &mut MindText) {
        self.ahead.tasks.describe(names, text);
    }

    fn start(&self) -> Box<dyn Behaviour> {
        let first = self.ahead.first.clone();
        Box::new(Follower {
            program: self.clone(),
            course: None,
            rest: first,
            done: 0,
            proposed: None,
            behaviour: None,
            answered: None,
            current: None,
        })
    }
}

struct Follower {
    program: AheadProgram,
    course: Option<Course>,
    /// What is to be planned next, when there is no course.
    rest: Rest,
    /// How many steps of the course are done.
    done: usize,
    /// When the step that is being done was first proposed.
    proposed: Option<u64>,
    /// The other engine that does the step, if one does.
    behaviour: Option<Box<dyn Behaviour>>,
    answered: Option<(u64, Outcome, Option<Command>)>,
    current: Option<Arc<str>>,
}

/// How the step that is being done stands.
enum Stands {
    /// It goes on; another engine that does it has said what it does.
    Running(Option<Outcome>),
    Done,
    Failed,
}

impl Behaviour for Follower {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        cx.ask_again();
        let tick = cx.time().tick;
        if let Some((answered, outcome, command)) = &self.answered
            && *answered == tick
        {
            command.iter().for_each(|command| cx.propose(command.clone()));
            return *outcome;
        }
        let (outcome, command) = self.decide(cx);
        command.iter().for_each(|command| cx.propose(command.clone()));
        self.answered = Some((tick, outcome, command));
        outcome
    }

    fn leave(&mut self, why: TaskEnd) {
        if let Some(mut behaviour) = self.behaviour.take() {
            behaviour.leave(why);
        }
        (self.course, self.proposed) = (None, None);
    }

    fn current(&self) -> Option<&str> {
        self.current.as_deref()
    }
}

impl Follower {
    fn decide(&mut self, cx: &mut Context<'_>) -> (Outcome, Option<Command>) {
        if self.course.is_some() {
            match self.stands(cx) {
                Stands::Running(outcome) => {
                    return outcome.map_or_else(|| self.act(cx), |outcome| (outcome, None));
                }
                Stands::Done => self.done += usize::from(self.proposed.take().is_some()),
                Stands::Failed => {
                    self.proposed = None;
                    if let Err(outcome) = self.mend(cx) {
                        return (outcome, None);
                    }
                }
            }
        }
        // A course may turn out to have no steps left, or none at all; then what comes after it is planned, once.
        for _ in 0..2 {
            if let Err(outcome) = self.look(cx) {
                return (outcome, None);
            }
            let Some(course) = &self.course else { break };
            if self.done < course.steps.len() {
                return self.act(cx);
            }
            self.rest = course.rest.clone();
            self.course = None;
            if self.rest.is_done() {
                return (Outcome::Done, None);
            }
        }
        (Outcome::Waiting, None)
    }

    fn stands(&mut self, cx: &mut Context<'_>) -> Stands {
        let Some(first) = self.proposed else { return Stands::Done };
        if let Some(behaviour) = &mut self.behaviour {
            let stands = match behaviour.propose(cx) {
                Outcome::Done => Stands::Done,
                Outcome::Stuck(_) => Stands::Failed,
                outcome => return Stands::Running(Some(outcome)),
            };
            self.behaviour = None;
            return stands;
        }
        let step = self.course.as_ref().and_then(|course| course.steps.get(self.done));
        let Some((action, _)) = step.and_then(|step| step.command.as_ref()) else { return Stands::Done };
        let names = cx.memory().vocabulary();
        let Some(info) = names.action_info(*action) else { return Stands::Failed };
        if info.lifetime != ActionLifetime::Latched || info.target != ActionTarget::World {
            return if cx.time().tick > first { Stands::Done } else { Stands::Running(None) };
        }
        match status(cx.memory(), info.name) {
            Status::Succeeded => Stands::Done,
            Status::Running => Stands::Running(None),
            Status::Failed(_) | Status::Unknown => Stands::Failed,
        }
    }

    /// Makes sure that there is a course, and that it is one for the world as it is.
    fn look(&mut self, cx: &mut Context<'_>) -> Result<(), Outcome> {
        let program = self.program.clone();
        let Some(course) = &self.course else {
            return self.plan(cx);
        };
        if !program.ahead.still_works(course, self.done, cx.memory()) {
            return self.mend(cx);
        }
        if program.reconsiders && self.done > 0 {
            let foresight = program.foresight.clone().instead_of(course);
            let better = program.ahead.plan(cx.memory, &foresight, cx.budget);
            if let Forecast::Course(better) = better {
                self.follow(better);
            }
        }
        Ok(())
    }

    /// How far it looks, with what is drawn in this tick.
    fn foresight(&self, cx: &mut Context<'_>) -> Foresight {
        self.program.foresight.clone().drawing(cx.draw(WEIGHTS))
    }

    fn plan(&mut self, cx: &mut Context<'_>) -> Result<(), Outcome> {
        let (program, foresight) = (self.program.clone(), self.foresight(cx));
        let found = program.ahead.go_on(&self.rest, cx.memory, &foresight, cx.budget);
        match found {
            Forecast::Course(course) => {
                self.follow(course);
                Ok(())
            }
            Forecast::GaveUp(_) => Err(Outcome::Stuck(Stuck::Budget)),
            _ => Err(Outcome::Stuck(Stuck::Nothing)),
        }
    }

    fn mend(&mut self, cx: &mut Context<'_>) -> Result<(), Outcome> {
        let (program, foresight) = (self.program.clone(), self.foresight(cx));
        let Some(course) = &self.course else { return self.plan(cx) };
        let repair = program.ahead.mend(course, self.done, cx.memory, &foresight, cx.budget);
        match repair {
            Repair::Mended(course) | Repair::Anew(course) => self.follow(course),
            Repair::Keep => {}
            Repair::Lost => return Err(Outcome::Stuck(Stuck::Nothing)),
        }
        Ok(())
    }

    fn follow(&mut self, course: Course) {
        (self.course, self.done, self.proposed) = (Some(course), 0, None);
    }

    /// Does the step that it is at.
    fn act(&mut self, cx: &mut Context<'_>) -> (Outcome, Option<Command>) {
        let Some(step) = self.course.as_ref().and_then(|course| course.steps.get(self.done)) else {
            return (Outcome::Waiting, None);
        };
        self.current = Some(step.task.clone());
        self.proposed.get_or_insert(cx.time().tick);
        if let Some((action, arguments)) = &step.command {
            return (Outcome::Acting, Some(Command::Act { action: *action, arguments: arguments.clone() }));
        }
        let Some((guest, values)) = &step.behave else { return (Outcome::Waiting, None) };
        let behaviour = self.behaviour.insert(guest.start(values));
        // Whether it has ended is looked at in the next tick.
        (behaviour.propose(cx), None)
    }
}
