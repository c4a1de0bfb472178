//! Teams: members with lists of tasks, roles, and a coordinator who changes the lists.

use super::findings::Findings;
use super::names::{NameTable, Order, names_of};
use super::{ItemChecker, span_of};
use crate::model::{COORDINATOR, CheckedMind, CheckedTeam, DefinitionKind};
use crate::syntax::ast::{
    Argument, Behaviour, DoClause, Expr as View, Name, NameRef, Setting, Step as StepView, TeamItem,
};
use motive_core::{Expr, Type, Value};
use motive_tasks::Call;
use motive_tasks::team::{Assignment, Select};

/// All teams.
pub(super) fn teams(names: &NameTable, findings: &mut Findings) -> Vec<CheckedTeam> {
    let team = |(file, item): &(usize, _)| ItemChecker::new(names, findings, *file).team(item);
    names.teams.iter().filter_map(team).collect()
}

impl ItemChecker<'_> {
    /// An order among the steps of a task.
    pub(super) fn order(&mut self, order: Order, name: &NameRef, arguments: &[Argument]) -> Option<Call> {
        let text = name.text();
        if text != "ask" {
            self.findings.calls.by_tasks.insert(text.to_owned());
        }
        let expected = match order {
            Order::Task | Order::Role => 2,
            Order::Member => 1,
            Order::Standalone => 0,
        };
        if arguments.len() != expected {
            self.findings.wrong_arity(text, expected, arguments.len(), span_of(name));
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
        let roles = self.names.teams.iter().flat_map(|(_, team)| team.roles());
        let known: Vec<String> = roles.filter_map(|role| Some(role.name()?.text().to_owned())).collect();
        if !known.iter().any(|name| name == text) {
            return self.no_such("role", text, name, known.iter().map(String::as_str));
        }
        self.refer(DefinitionKind::Role, name);
        self.names.vocabulary.find_symbol(text).map(Expr::from)
    }

    fn argument(&mut self, argument: &Argument) -> Option<Expr> {
        self.arguments(std::slice::from_ref(argument))?.pop()
    }

    /// A task with its arguments as two values, or a value that names a task.
    fn task_meant(&mut self, view: &View) -> Option<(Expr, Expr)> {
        let (name, arguments) = match view {
            View::Call(call) => (call.name()?, call.arguments().collect()),
            View::Name(name) if self.meaning(name.name()?.text()).is_none() => (name.name()?, Vec::new()),
            other => return Some((self.value(other)?, Expr::list(Vec::new()))),
        };
        let values = self.arguments_of_task(&name, &arguments)?;
        let symbol = self.names.vocabulary.find_symbol(name.text())?;
        Some((Expr::from(symbol), Expr::list(values)))
    }

    fn arguments_of_task(&mut self, name: &NameRef, arguments: &[Argument]) -> Option<Vec<Expr>> {
        let text = name.text();
        let Some((_, task)) = self.names.tasks.get(text) else {
            return self.no_such("task", text, name, names_of(&self.names.tasks));
        };
        let types = self.names.parameter_types(task.params().as_ref());
        self.refer(DefinitionKind::Task, name);
        self.call_values(name, arguments, &types)
    }

    fn team(&mut self, item: &TeamItem) -> Option<CheckedTeam> {
        let name = item.name()?;
        let mut roles: Vec<(String, Vec<Assignment>)> = Vec::new();
        for role in item.roles() {
            let heading = role.name()?;
            if roles.iter().any(|(known, _)| *known == heading.text()) {
                let message = format!("there are two roles called `{}`", heading.text());
                return self.refuse("declared-twice", &heading, message);
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
        let member = CheckedMind::new(self.findings.place_of(&name), Vec::new());
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
                        return self.no_such("role of this team", role.text(), &role, known);
                    }
                },
            };
            for name in clause.names() {
                if name.text() == COORDINATOR || members.iter().any(|(known, _)| *known == name.text()) {
                    let message = format!("there are two members called `{}`", name.text());
                    return self.refuse("declared-twice", &name, message);
                }
                members.push((name.text().to_owned(), tasks.clone()));
            }
        }
        if members.is_empty() {
            let message = format!("team `{}` has no members", team.text());
            return self.refuse("no-members", team, message);
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
                return self.no_such("setting of a team", other, &name, known);
            }
        }
        Some(())
    }

    fn coordinator(&mut self, behaviour: Behaviour) -> Option<Assignment> {
        let Behaviour::Named(named) = behaviour else {
            return self.refuse("not-a-task", &behaviour, "expected the task of the coordinator");
        };
        let arguments: Vec<Argument> = named.arguments().collect();
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
                    return self.refuse(
                        "not-a-task",
                        &step,
                        "expected tasks in order, as in `Fetch; Carry(home)`",
                    );
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
            return self.refuse("not-constant", name, message);
        };
        Some(Assignment { task: name.text().into(), arguments })
    }
}
