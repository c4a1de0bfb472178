//! The program of a team member: does the tasks of its list, one after the other, in a loop.

use super::super::{TaskExecutor, TaskLibrary};
use super::board::{Board, TaskList, TeamError};
use motive_core::mind::{Behaviour, Context, MindText, Outcome, Program};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::Vocabulary;
use std::sync::Arc;

/// Which task of the list is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Select {
    /// The next one, in a loop.
    #[default]
    RoundRobin,
    /// The first that can be done.
    FirstApplicable,
}

/// The list of a member as a program that can pursue a goal.
#[derive(Clone, Debug)]
#[must_use]
pub struct MemberProgram {
    name: Arc<str>,
    board: Board,
    member: Arc<str>,
    select: Select,
}

impl MemberProgram {
    /// The list of a member, under the name by which the goal refers to it.
    ///
    /// # Errors
    /// If the board has no such member.
    pub fn new(name: &str, board: &Board, member: &str) -> Result<Self, TeamError> {
        let known = board.list(member).is_some();
        let (name, board) = (name.into(), board.clone());
        if known {
            Ok(Self { name, board, member: member.into(), select: Select::default() })
        } else {
            Err(TeamError::NoSuchMember(member.to_owned()))
        }
    }

    /// The same, with another order.
    pub fn select(mut self, select: Select) -> Self {
        self.select = select;
        self
    }
}

impl Program for MemberProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn version(&self) -> u64 {
        u64::from(self.select == Select::FirstApplicable)
    }

    fn describe(&self, names: &Vocabulary, text: &mut MindText) {
        self.board.tasks().describe(names, text);
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(MemberBehaviour {
            program: self.clone(),
            tasks: self.board.tasks(),
            version: 0,
            list: Arc::default(),
            next: 0,
            doing: None,
            request: None,
            answered: Vec::new(),
            current: None,
        })
    }
}

struct MemberBehaviour {
    program: MemberProgram,
    /// The tasks as they were last seen.
    tasks: Arc<TaskLibrary>,
    /// Changes when its running task does.
    version: u64,
    /// The list as it was last seen.
    list: Arc<TaskList>,
    /// The index of the next entry.
    next: usize,
    doing: Option<TaskExecutor>,
    /// The current request.
    request: Option<u64>,
    /// Answered requests that are still on the list.
    answered: Vec<u64>,
    current: Option<Arc<str>>,
}

impl Behaviour for MemberBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        cx.ask_again();
        self.read_list(cx.time().tick);
        let outcome = self.run(cx);
        self.program.board.note_doing(&self.program.member, self.current.as_ref());
        outcome
    }

    fn leave(&mut self, why: TaskEnd) {
        if let Some(mut executor) = self.doing.take() {
            executor.leave(why);
        }
    }

    fn current(&self) -> Option<&str> {
        self.current.as_deref()
    }
}

impl MemberBehaviour {
    fn run(&mut self, cx: &mut Context<'_>) -> Outcome {
        // The next task starts in the same tick; but the list is passed through at most once per tick.
        for _ in 0..=self.list.entries.len() + self.list.requests.len() {
            if self.doing.is_none() {
                self.begin();
            }
            let Some(executor) = &mut self.doing else { break };
            let outcome = executor.propose(cx);
            match outcome {
                Outcome::Done | Outcome::Stuck(_) if self.request.is_some() => {
                    self.answer(outcome == Outcome::Done);
                }
                Outcome::Done => {
                    self.doing = None;
                    if self.program.select == Select::FirstApplicable {
                        self.next = 0;
                    }
                }
                Outcome::Stuck(_) => self.doing = None,
                outcome => return outcome,
            }
        }
        Outcome::Waiting
    }

    /// Reports the result of the request, and returns to the list.
    fn answer(&mut self, worked: bool) {
        self.doing = None;
        if let Some(number) = self.request.take() {
            self.answered.push(number);
            self.program.board.lock().requests.answer(number, worked);
        }
    }

    /// Reads the list, and stops the running task if the list changed in that way.
    fn read_list(&mut self, tick: u64) {
        self.check_tasks();
        let Some(list) = self.program.board.read(&self.program.member, tick) else { return };
        if list.breaks != self.list.breaks {
            if self.request.is_none() {
                self.leave(TaskEnd::Told);
            }
            self.next = 0;
        }
        self.list = list;
        let requests = &self.list.requests;
        self.answered.retain(|answered| requests.iter().any(|(number, _)| number == answered));
        let wanted =
            requests.iter().map(|(number, _)| *number).find(|number| !self.answered.contains(number));
        if self.request != wanted {
            // A task that is interrupted by a request is restarted after it.
            if self.request.is_none() && self.doing.is_some() {
                self.next = self.next.saturating_sub(1);
            }
            self.leave(TaskEnd::Told);
            self.request = wanted;
        }
    }

    /// Restarts the running task if its definition changed.
    fn check_tasks(&mut self) {
        let tasks = self.program.board.tasks();
        if Arc::ptr_eq(&tasks, &self.tasks) {
            return;
        }
        self.tasks = tasks;
        if self.doing.is_some()
            && self.current.as_ref().is_none_or(|task| self.version_of(task) != self.version)
        {
            self.leave(TaskEnd::Withdrawn);
            // A request is restarted by itself.
            self.next = self.next.saturating_sub(usize::from(self.request.is_none()));
        }
    }

    fn version_of(&self, task: &str) -> u64 {
        self.tasks.find(task).map_or(0, |number| self.tasks.version(number))
    }

    fn begin(&mut self) {
        if let Some(number) = self.request {
            let what = self.list.requests.iter().find(|(known, _)| *known == number);
            let program =
                what.map(|(_, what)| (self.tasks.program(&what.task, what.arguments.clone()), what));
            match program {
                Some((Ok(program), what)) => {
                    self.version = self.version_of(&what.task);
                    self.current = Some(what.task.clone());
                    self.doing = Some(program.executor());
                }
                _ => self.answer(false),
            }
            return;
        }
        let entries = &self.list.entries;
        let Some(place) = self.next.checked_rem(entries.len()) else { return };
        let Some(entry) = entries.get(place) else { return };
        self.next = place + 1;
        self.current = Some(entry.task.clone());
        self.version = self.version_of(&entry.task);
        // A task that no longer exists is skipped.
        let program = self.tasks.program(&entry.task, entry.arguments.clone());
        self.doing = program.ok().map(|program| program.executor());
    }
}
