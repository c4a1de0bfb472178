//! Teams: members with lists of tasks, roles, and a coordinator who changes the lists.

use super::minds::Parts;
use super::{Lowering, Rules, span_of};
use crate::syntax::ast::{
    Argument, Behaviour, DoClause, Expr as View, Name, NameRef, Setting, Step as StepView, TeamItem,
};
use motive_arbiter::{Arbiter, Character, Goal};
use motive_core::{Callable, Catalogue, Context, Expr, Outcome, Stuck, Type, Value, Vocabulary};
use motive_tasks::team::{Assignment, Board, MemberProgram, Preempt, Select, TeamError};
use motive_tasks::{Call, Settings, Task, TaskError};
use std::sync::Arc;

/// The name under which the coordinator is on the board.
pub(super) const COORDINATOR: &str = "coordinator";

/// A team ready to play.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Team {
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
    /// The conditions of its rules and tasks as text, for explanations.
    pub rules: Arc<Rules>,
    names: Arc<Vocabulary>,
    tasks: Vec<Task>,
    catalogue: Catalogue,
}

/// A team at play: give each member a body, and the coordinator none.
pub struct Playing {
    /// The lists of tasks.
    pub board: Board,
    /// The minds of the members, by name.
    pub members: Vec<(String, Box<dyn motive_core::Mind>)>,
    /// The mind of the coordinator.
    pub coordinator: Option<Box<dyn motive_core::Mind>>,
}

impl Team {
    /// Minds for all of the team, with a board of their own.
    ///
    /// # Errors
    /// If the tasks or a character cannot be built. A team that was loaded from a file was tried, and can.
    pub fn start(&self) -> Result<Playing, TeamError> {
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
        Ok(Playing { board, members, coordinator })
    }

    /// Goes on in place of a team that plays, with its board: the members know the tasks of this team from now on, and have the lists that it
    /// gives them where these are not those that the team before gave. Everybody else keeps the list as it has become. Gives the characters by
    /// which the minds of the members, and of the coordinator after them, are [replaced](Arbiter::replace).
    ///
    /// # Errors
    /// If the members are others, or a character cannot be built; the team before then goes on as it was.
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
            .catalogue(self.catalogue.clone())
            .build();
        built.map_err(|_| TeamError::NoSuchMember(member.to_owned()))
    }
}

/// What members and coordinators can tell each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// `assign(ann, Scout)`, `only(ann, Scout)`, `ask(ann, Scout)`: a member and a task.
    Task,
    /// `clear(ann)`
    Member,
    /// `take_role(ann, scout)`
    Role,
    /// `wait()`
    Standalone,
}

const ORDERS: [(&str, usize, Order); 6] = [
    ("assign", 3, Order::Task),
    ("only", 3, Order::Task),
    ("ask", 3, Order::Task),
    ("clear", 1, Order::Member),
    ("take_role", 2, Order::Role),
    ("wait", 0, Order::Standalone),
];

impl Lowering<'_> {
    /// Declares the members of all teams as things that a coordinator knows, and the orders as actions.
    pub(super) fn declare_teams(&mut self, names: &mut Vocabulary) {
        let teams = self.declared.teams.clone();
        if teams.is_empty() {
            return;
        }
        let kind = names.kind("member");
        self.declared.symbols.insert("member".into(), kind.symbol());
        for (property, holds) in [("tasks", Type::Number), ("silent", Type::Number), ("doing", Type::Symbol)]
        {
            if names.find_property(property).is_none() {
                names.property(property, holds);
            }
        }
        for (name, arity, _) in ORDERS.iter().filter(|(name, ..)| *name != "ask") {
            if names.find_action(name).is_none() {
                names.action(name, *arity);
            }
        }
        let tasks: Vec<String> = self.declared.tasks.keys().cloned().collect();
        for task in tasks {
            let symbol = names.symbol(&task);
            self.declared.symbols.entry(task).or_insert(symbol);
        }
        for (_, team) in &teams {
            for role in team.roles().filter_map(|role| role.name()) {
                let symbol = names.symbol(&role.text());
                self.declared.symbols.entry(role.text()).or_insert(symbol);
            }
            let listed = team.members().filter_map(|member| member.names());
            let members = listed.flat_map(|list| list.names().map(|name| name.text()).collect::<Vec<_>>());
            for name in members.chain([COORDINATOR.to_owned()]) {
                let id = names.id(&name);
                self.declared.things.insert(name, id);
            }
        }
    }

    /// The members of all teams, as a coordinator knows them at first.
    pub(super) fn known_members(&self) -> Vec<motive_core::Thing> {
        let names = self.shared_names();
        let (Some(kind), Some(tasks), Some(silent)) =
            (names.find_kind("member"), names.find_property("tasks"), names.find_property("silent"))
        else {
            return Vec::new();
        };
        let mut all: Vec<motive_core::Thing> = Vec::new();
        for (_, team) in &self.declared.teams {
            for name in team.members().filter_map(|member| member.names()).flat_map(|list| list.names()) {
                if let Some(id) = self.declared.things.get(&name.text()) {
                    let member = motive_core::Thing::new(*id).kind(kind);
                    all.push(member.with(tasks, 0.0).with(silent, 0.0));
                }
            }
        }
        all
    }

    /// The order of a name, if there are teams and the files mean nothing else by it.
    pub(super) fn order_named(&self, name: &str) -> Option<Order> {
        let (_, arity, order) = *ORDERS.iter().find(|(known, ..)| *known == name)?;
        let is_other = self.declared.tasks.contains_key(name) || self.declared.programs.contains_key(name);
        let arity_fits = name == "ask"
            || self
                .names
                .find_action(name)
                .and_then(|action| self.names.action_info(action))
                .is_some_and(|action| action.arity == arity);
        (!self.declared.teams.is_empty() && !is_other && arity_fits).then_some(order)
    }

    /// An order among the steps of a task.
    pub(super) fn order(&mut self, order: Order, name: &NameRef, arguments: &[Argument]) -> Option<Call> {
        let text = name.text();
        if text != "ask" {
            self.declared.called_by_tasks.insert(text.clone());
        }
        let expected = match order {
            Order::Task | Order::Role => 2,
            Order::Member => 1,
            Order::Standalone => 0,
        };
        if arguments.len() != expected {
            self.wrong_arity(&text, expected, arguments.len(), span_of(name));
            return None;
        }
        let call = Call::new(&text);
        let Some(who) = arguments.first() else { return Some(call) };
        let call = call.with(self.argument(who)?);
        match (order, arguments.get(1)) {
            (Order::Task, Some(Argument::Expr(what))) => {
                let (task, values) = self.task_meant(what)?;
                Some(call.with(task).with(values))
            }
            (_, Some(what)) => Some(call.with(self.argument(what)?)),
            (_, None) => Some(call),
        }
    }

    fn argument(&mut self, argument: &Argument) -> Option<Expr> {
        self.arguments(std::slice::from_ref(argument))?.pop()
    }

    /// A task with its arguments as two values, or a value that names a task.
    fn task_meant(&mut self, view: &View) -> Option<(Expr, Expr)> {
        let (name, arguments) = match view {
            View::Call(call) => {
                (call.name()?, call.arguments().map(|list| list.arguments().collect()).unwrap_or_default())
            }
            View::Name(name) if self.meaning(&name.name()?.text()).is_none() => (name.name()?, Vec::new()),
            other => return Some((self.value(other)?, Expr::list(Vec::new()))),
        };
        let values = self.arguments_of_task(&name, &arguments)?;
        let symbol = self.names.find_symbol(&name.text())?;
        Some((Expr::from(symbol), Expr::list(values)))
    }

    fn arguments_of_task(&mut self, name: &NameRef, arguments: &[Argument]) -> Option<Vec<Expr>> {
        let text = name.text();
        let Some((_, task)) = self.declared.tasks.get(&text) else {
            let known: Vec<String> = self.declared.tasks.keys().cloned().collect();
            self.unknown("task", &text, span_of(name), known.iter().map(String::as_str));
            return None;
        };
        let expected = task.params().map_or(0, |params| params.params().count());
        let values = self.arguments(arguments)?;
        if values.len() != expected {
            self.wrong_arity(&text, expected, values.len(), span_of(name));
            return None;
        }
        Some(values)
    }

    /// Whoever is not on a team has nobody to ask.
    pub(super) fn asking_alone(&self) -> Option<Task> {
        if self.declared.teams.is_empty() || self.declared.tasks.contains_key("ask") {
            return None;
        }
        let nobody =
            Callable::new("ask", 3, |_| Box::new(|_: &mut Context<'_>| Outcome::Stuck(Stuck::Nothing)));
        let task = ["who", "what", "with"].iter().fold(Task::new("ask"), |task, name| task.parameter(name));
        Some(task.guest(nobody))
    }

    /// All teams.
    pub(super) fn teams(&mut self, parts: &Parts) -> Vec<Team> {
        let declared = self.declared.teams.clone();
        declared
            .into_iter()
            .filter_map(|(file, item)| self.within(file, |this| this.team(&item, parts)))
            .collect()
    }

    fn team(&mut self, item: &TeamItem, parts: &Parts) -> Option<Team> {
        let name = item.name()?;
        let mut roles = Vec::new();
        for role in item.roles() {
            roles.push((role.name()?.text(), self.list(role.action())?));
        }
        let members = self.members(item, &name, &roles)?;
        let mut coordinator = None;
        for clause in item.coordinators() {
            coordinator = Some(self.coordinator(clause.behaviour()?)?);
        }
        let (mut select, mut unique) = (Select::default(), false);
        for setting in item.settings() {
            self.team_setting(&setting, &mut select, &mut unique)?;
        }
        let engines = self.engines_of_team(&name, parts)?;
        let (tasks, rules) = (engines.tasks, Arc::new(engines.rules));
        let (names, catalogue) = (self.shared_names(), parts.catalogue.clone());
        let name_text = name.text();
        let team = Team {
            name: name_text,
            members,
            roles,
            coordinator,
            select,
            unique,
            rules,
            names,
            tasks,
            catalogue,
        };
        if let Err(error) = team.start() {
            self.error("bad-team", span_of(&name), error.to_string());
            return None;
        }
        Some(team)
    }

    fn members(
        &mut self,
        item: &TeamItem,
        team: &Name,
        roles: &[(String, Vec<Assignment>)],
    ) -> Option<Vec<(String, Vec<Assignment>)>> {
        let mut members: Vec<(String, Vec<Assignment>)> = Vec::new();
        for clause in item.members() {
            let tasks = match clause.role() {
                None => self.list(clause.action())?,
                Some(role) => match roles.iter().find(|(known, _)| *known == role.text()) {
                    Some((_, tasks)) => tasks.clone(),
                    None => {
                        let known = roles.iter().map(|(name, _)| name.as_str());
                        self.unknown("role of this team", &role.text(), span_of(&role), known);
                        return None;
                    }
                },
            };
            for name in clause.names()?.names() {
                if name.text() == COORDINATOR || members.iter().any(|(known, _)| *known == name.text()) {
                    let message = format!("there are two members called `{}`", name.text());
                    self.error("declared-twice", span_of(&name), message);
                    return None;
                }
                members.push((name.text(), tasks.clone()));
            }
        }
        if members.is_empty() {
            let message = format!("team `{}` has no members", team.text());
            self.error("no-members", span_of(team), message);
            return None;
        }
        Some(members)
    }

    fn team_setting(&mut self, setting: &Setting, select: &mut Select, unique: &mut bool) -> Option<()> {
        let name = setting.name()?;
        match name.text().as_str() {
            "unique" => *unique = self.on(setting)?,
            "select" => {
                let all =
                    [("round_robin", Select::RoundRobin), ("first_applicable", Select::FirstApplicable)];
                *select = self.one_of(setting, &all)?;
            }
            other => {
                let known = ["coordinator", "role", "member", "select", "unique"];
                self.unknown("setting of a team", other, span_of(&name), known);
                return None;
            }
        }
        Some(())
    }

    fn coordinator(&mut self, behaviour: Behaviour) -> Option<Assignment> {
        let Behaviour::Named(named) = behaviour else {
            self.error("not-a-task", span_of(&behaviour), "a coordinator does a task");
            return None;
        };
        let arguments: Vec<Argument> =
            named.arguments().map(|list| list.arguments().collect()).unwrap_or_default();
        self.assignment_of(&named.name()?, &arguments)
    }

    /// The tasks that are listed after `do`.
    fn list(&mut self, clause: Option<DoClause>) -> Option<Vec<Assignment>> {
        let Some(clause) = clause else { return Some(Vec::new()) };
        let mut all = Vec::new();
        for step in clause.steps()?.steps() {
            match &step {
                StepView::Nothing(_) => {}
                StepView::Call(call) => all.push(self.assignment_of(&call.name()?, &call.arguments())?),
                _ => {
                    self.error(
                        "not-a-task",
                        span_of(&step),
                        "a list has tasks in order, as in `Fetch; Carry(home)`",
                    );
                    return None;
                }
            }
        }
        Some(all)
    }

    fn assignment_of(&mut self, name: &NameRef, arguments: &[Argument]) -> Option<Assignment> {
        let values = self.arguments_of_task(name, arguments)?;
        let values: Option<Vec<Value>> = values.iter().map(|value| value.constant().cloned()).collect();
        let Some(arguments) = values else {
            let message = "a task on a list needs arguments that are known beforehand";
            self.error("not-constant", span_of(name), message);
            return None;
        };
        Some(Assignment { task: name.text().as_str().into(), arguments })
    }
}
