//! Teams: members with lists of tasks, roles, and a coordinator who changes the lists.

use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedItems, CheckedMind, CheckedTeam, DefinitionKind};
use crate::syntax::ast::{
    Argument, Behaviour, DoClause, Expr as View, Name, NameRef, Setting, Step as StepView, TeamItem,
};
use motive_core::{Expr, Type, Value, Vocabulary};
use motive_tasks::Call;
use motive_tasks::team::{Assignment, Select};

/// The name of the coordinator on the board of a team.
pub(crate) const COORDINATOR: &str = "coordinator";

/// The orders that coordinators and members can give.
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

impl Checker<'_> {
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
        for (file, team) in &teams {
            self.file = *file;
            for role in team.roles().filter_map(|role| role.name()) {
                let symbol = names.symbol(role.text());
                self.declared.symbols.entry(role.text().to_owned()).or_insert(symbol);
                self.define(DefinitionKind::Role, &role, Type::Symbol);
            }
            for name in team.members().filter_map(|member| member.names()).flat_map(|list| list.names()) {
                let place = self.place_of(&name);
                self.index.define(DefinitionKind::Thing, name.text(), Some(place), Type::Id);
                let id = names.id(name.text());
                self.declared.things.insert(name.text().to_owned(), id);
            }
            let id = names.id(COORDINATOR);
            self.declared.things.insert(COORDINATOR.into(), id);
        }
        self.ask_is_an_order();
    }

    /// `ask` is an order wherever there are teams, so that no task or program can have this name.
    fn ask_is_an_order(&mut self) {
        let task = self.declared.tasks.get("ask").and_then(|(file, item)| Some((*file, item.name()?)));
        let program = self.declared.programs.get("ask").and_then(|(file, item)| Some((*file, item.name()?)));
        for (file, name) in task.into_iter().chain(program) {
            let message = "`ask` is an order that members of teams give each other";
            let diagnostic = Diagnostic::error("declared-twice", span_of(&name), message);
            self.within(file, |this| this.report(diagnostic.with_help("give this another name")));
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
                if let Some(id) = self.declared.things.get(name.text()) {
                    let member = motive_core::Thing::new(*id).kind(kind);
                    all.push(member.with(tasks, 0.0).with(silent, 0.0));
                }
            }
        }
        all
    }

    /// The order of a name, if there are teams and no task or program has that name.
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
            self.calls.by_tasks.insert(text.to_owned());
        }
        let expected = match order {
            Order::Task | Order::Role => 2,
            Order::Member => 1,
            Order::Standalone => 0,
        };
        if arguments.len() != expected {
            self.wrong_arity(text, expected, arguments.len(), span_of(name));
            return None;
        }
        let call = Call::new(text);
        let Some(who) = arguments.first() else { return Some(call) };
        let Argument::Expr(who) = who else {
            self.argument(who);
            return None;
        };
        let call = call.with(self.value_for(who, &Type::Id, "the member")?);
        match (order, arguments.get(1)) {
            (Order::Role, Some(Argument::Expr(View::Name(role))))
                if self.meaning(role.name()?.text()).is_none() =>
            {
                Some(call.with(self.role_named(&role.name()?)?))
            }
            (Order::Task, Some(Argument::Expr(what))) => {
                let (task, values) = self.task_meant(what)?;
                Some(call.with(task).with(values))
            }
            (_, Some(what)) => Some(call.with(self.argument(what)?)),
            (_, None) => Some(call),
        }
    }

    /// The symbol of a role of some team.
    fn role_named(&mut self, name: &NameRef) -> Option<Expr> {
        let text = name.text();
        let roles = self.declared.teams.iter().flat_map(|(_, team)| team.roles());
        let known: Vec<String> = roles.filter_map(|role| Some(role.name()?.text().to_owned())).collect();
        if !known.iter().any(|name| name == text) {
            self.unknown("role", text, span_of(name), known.iter().map(String::as_str));
            return None;
        }
        self.refer(DefinitionKind::Role, name);
        self.names.find_symbol(text).map(Expr::from)
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
            View::Name(name) if self.meaning(name.name()?.text()).is_none() => (name.name()?, Vec::new()),
            other => return Some((self.value(other)?, Expr::list(Vec::new()))),
        };
        let values = self.arguments_of_task(&name, &arguments)?;
        let symbol = self.names.find_symbol(name.text())?;
        Some((Expr::from(symbol), Expr::list(values)))
    }

    fn arguments_of_task(&mut self, name: &NameRef, arguments: &[Argument]) -> Option<Vec<Expr>> {
        let text = name.text();
        let Some((_, task)) = self.declared.tasks.get(text) else {
            let known: Vec<String> = self.declared.tasks.keys().cloned().collect();
            self.unknown("task", text, span_of(name), known.iter().map(String::as_str));
            return None;
        };
        let types = self.parameter_types(task.params());
        self.refer(DefinitionKind::Task, name);
        self.call_values(name, arguments, &types)
    }

    /// All teams.
    pub(super) fn teams(&mut self, items: &CheckedItems) -> Vec<CheckedTeam> {
        let declared = self.declared.teams.clone();
        let team = |(file, item)| self.within(file, |this| this.team(&item, items));
        declared.into_iter().filter_map(team).collect()
    }

    fn team(&mut self, item: &TeamItem, items: &CheckedItems) -> Option<CheckedTeam> {
        let name = item.name()?;
        let mut roles: Vec<(String, Vec<Assignment>)> = Vec::new();
        for role in item.roles() {
            let heading = role.name()?;
            if roles.iter().any(|(known, _)| *known == heading.text()) {
                let message = format!("there are two roles called `{}`", heading.text());
                self.error("declared-twice", span_of(&heading), message);
                return None;
            }
            roles.push((heading.text().to_owned(), self.list(role.action())?));
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
        let mut member = CheckedMind::new(Vec::new(), items.programs.clone());
        member.place = self.place_of(&name);
        Some(CheckedTeam {
            name: name.text().to_owned(),
            member,
            members,
            roles,
            coordinator,
            select,
            unique,
        })
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
                    Some((_, tasks)) => {
                        self.refer(DefinitionKind::Role, &role);
                        tasks.clone()
                    }
                    None => {
                        let known = roles.iter().map(|(name, _)| name.as_str());
                        self.unknown("role of this team", role.text(), span_of(&role), known);
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
                members.push((name.text().to_owned(), tasks.clone()));
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
        match name.text() {
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
            self.error("not-a-task", span_of(&behaviour), "expected the task of the coordinator");
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
                        "expected tasks in order, as in `Fetch; Carry(home)`",
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
            let message = "the arguments of a task on a list must be constants";
            self.error("not-constant", span_of(name), message);
            return None;
        };
        Some(Assignment { task: name.text().into(), arguments })
    }
}
