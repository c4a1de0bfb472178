//! Teams: members with lists of tasks, roles, and a coordinator that changes the lists.

use super::ModelBuilder;
use super::engines::EngineTable;
use crate::model::{COORDINATOR, CheckedTeam};
use motive_arbiter::{Arbiter, Character, Goal};
use motive_core::{Catalogue, Vocabulary};
use motive_tasks::team::{Assignment, Board, MemberProgram, Preempt, Select, TeamError};
use motive_tasks::{HtnTask, Settings, TaskError};
use std::sync::Arc;

/// A team ready to play.
#[derive(Clone, Debug)]
pub struct TeamDefinition {
    /// Its name.
    pub name: String,
    /// Its members and the tasks that they have at first, in the order of the file.
    pub members: Vec<(String, Vec<Assignment>)>,
    /// Its roles.
    pub roles: Vec<(String, Vec<Assignment>)>,
    /// What the coordinator does, if there is one.
    pub coordinator: Option<Assignment>,
    /// Which task of a list comes next.
    pub select: Select,
    /// Whether a task that is on a list already is not put on it again.
    pub unique: bool,
    names: Arc<Vocabulary>,
    tasks: Vec<HtnTask>,
    catalogue: Catalogue,
    /// What rules and states of the tasks call.
    table: EngineTable,
}

/// The minds of a running team. Each member controls an agent; the coordinator has none.
pub struct TeamMinds {
    /// The lists of tasks.
    pub board: Board,
    /// The minds of the members, by name.
    pub members: Vec<(String, Box<dyn motive_core::Mind>)>,
    /// The mind of the coordinator.
    pub coordinator: Option<Box<dyn motive_core::Mind>>,
}

impl TeamDefinition {
    /// Minds for all of the team, with a board of their own.
    ///
    /// # Errors
    /// If the tasks or a character cannot be built. A team that was loaded from a file always can.
    pub fn start(&self) -> Result<TeamMinds, TeamError> {
        let made = Board::with_asking(&self.names, self.tasks.clone(), Settings::default());
        let mut board = made.map_err(|all| self.first(all))?;
        if self.unique {
            board = board.unique();
        }
        for (role, tasks) in &self.roles {
            board.role(role, tasks.clone())?;
        }
        let mut members = Vec::new();
        for (name, tasks) in &self.members {
            board.enrol(name);
            board.set_tasks(name, tasks.clone(), Preempt::Never)?;
            members.push((name.clone(), self.mind(&board, name)?));
        }
        let mut coordinator = None;
        if let Some(task) = &self.coordinator {
            board.enrol(COORDINATOR);
            board.assign(COORDINATOR, task.clone())?;
            coordinator = Some(self.mind(&board, COORDINATOR)?);
        }
        board.publish();
        Ok(TeamMinds { board, members, coordinator })
    }

    /// Replaces a running team, as after a reload. Its board is kept. The members know the tasks of this team from now on; a member whose
    /// first list differs from that of the team before gets the new list, the others keep theirs. Returns the characters with which the
    /// minds of the members, and of the coordinator after them, are to be [replaced](Arbiter::replace).
    ///
    /// # Errors
    /// If the members differ, or a character cannot be built. The running team is then unchanged.
    pub fn take_over(&self, before: &Self, board: &Board) -> Result<Vec<Arc<Character>>, TeamError> {
        let names = |team: &Self| team.members.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        if names(self) != names(before) || self.coordinator.is_some() != before.coordinator.is_some() {
            return Err(TeamError::OtherMembers);
        }
        let leader = self.coordinator.iter().map(|_| COORDINATOR);
        let everybody = self.members.iter().map(|(name, _)| name.as_str()).chain(leader);
        let characters =
            everybody.map(|name| self.character(board, name)).collect::<Result<Vec<_>, TeamError>>()?;
        board.renew(&self.names, self.tasks.clone(), Settings::default()).map_err(|all| self.first(all))?;
        board.set_unique(self.unique);
        for (role, tasks) in &self.roles {
            board.role(role, tasks.clone())?;
        }
        for ((name, tasks), (_, known)) in self.members.iter().zip(&before.members) {
            if tasks != known {
                board.set_tasks(name, tasks.clone(), Preempt::Now)?;
            }
        }
        if let Some(task) = self.coordinator.iter().find(|task| before.coordinator.as_ref() != Some(*task)) {
            board.set_tasks(COORDINATOR, vec![task.clone()], Preempt::Now)?;
        }
        Ok(characters)
    }

    fn first(&self, errors: Vec<TaskError>) -> TeamError {
        let none = || TaskError::NoSuchTask(self.name.clone());
        TeamError::Task(errors.into_iter().next().unwrap_or_else(none))
    }

    fn mind(&self, board: &Board, member: &str) -> Result<Box<dyn motive_core::Mind>, TeamError> {
        Ok(Box::new(Arbiter::new(self.character(board, member)?)))
    }

    fn character(&self, board: &Board, member: &str) -> Result<Arc<Character>, TeamError> {
        let list = MemberProgram::new("list", board, member)?.select(self.select);
        let built = Character::new(self.names.clone())
            .goal(Goal::maintain(member, "list").always(1))
            .program(list)
            .program(self.table.clone())
            .catalogue(self.catalogue.clone())
            .build();
        built.map_err(|_| TeamError::NoSuchMember(member.to_owned()))
    }
}

impl ModelBuilder<'_> {
    /// A team, unless an engine refuses something of it, which is reported.
    pub(super) fn team(&mut self, checked: &CheckedTeam) -> Option<TeamDefinition> {
        let plans = self.plans(&checked.member)?;
        let engines = self.engines_of(&checked.member, &plans)?;
        let team = TeamDefinition {
            name: checked.name.clone(),
            members: checked.members.clone(),
            roles: checked.roles.clone(),
            coordinator: checked.coordinator.clone(),
            select: checked.select,
            unique: checked.unique,
            names: self.checked.vocabulary.clone(),
            tasks: engines.task_definitions.clone(),
            table: engines.table.clone(),
            catalogue: self.checked.items.catalogue.clone(),
        };
        self.built(&checked.member.place, team.start())?;
        Some(team)
    }
}
