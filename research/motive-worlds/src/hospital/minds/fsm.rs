//! The state machines of the four roles, as data for the library's machine. Their transitions are ours: the figure is lost.

use motive::Game;
use motive::kernel::{Comparison, Condition, Expr, Kind, Pattern, Property, Range};
use motive::machines::fsm::{Machine, MachineError, MachineProgram, State};

use super::super::game::{Level, Role, Spot, Task};
use super::super::settings::HospitalSettings;
use super::super::vocabulary::{HospitalAct, HospitalNames};

pub(super) fn program(
    title: &str,
    role: Role,
    game: &Game<HospitalAct>,
    names: &HospitalNames,
    settings: &HospitalSettings,
) -> Result<MachineProgram, MachineError> {
    machine(title, role, names, settings).build(game.vocabulary())
}

/// The machine of a role.
pub(in super::super) fn machine(
    title: &str,
    role: Role,
    names: &HospitalNames,
    settings: &HospitalSettings,
) -> Machine {
    let make = MachineBuilder { names, settings };
    match role {
        Role::Nurse => make.nurse(Machine::new(title)),
        Role::Doctor => make.doctor(Machine::new(title)),
        Role::Patient => make.patient(Machine::new(title)),
        Role::Visitor => make.visitor(Machine::new(title)),
    }
}

struct MachineBuilder<'a> {
    names: &'a HospitalNames,
    settings: &'a HospitalSettings,
}

impl MachineBuilder<'_> {
    /// Patients who are short of something.
    fn short(&self, level: Level) -> Pattern {
        let patient = Pattern::of(self.names.role(Role::Patient));
        patient.where_is(self.names.level(level), Comparison::Less, self.settings.low)
    }

    fn shortest(&self, level: Level) -> Expr {
        Expr::choose(self.short(level).prefer_within(self.names.level(level), Range::at_least(0.0).lowest()))
    }

    fn the(&self, kind: Kind) -> Expr {
        Expr::choose(Pattern::of(kind))
    }

    fn own(&self, property: Property) -> Condition {
        Expr::own(property).holds()
    }

    fn here(&self, pattern: Pattern) -> Condition {
        Condition::exists(pattern.with(self.names.here, true))
    }

    /// Two states: to walk to something, and to do something there. The second is left when it is done.
    fn errand(
        &self,
        machine: Machine,
        name: &str,
        what: (Pattern, Expr),
        task: Task,
        leave: &[(&str, Condition)],
    ) -> Machine {
        let (pattern, target) = what;
        let walk = format!("walk_to_{name}");
        let here = self.here(pattern.clone());
        let mut go = State::new(&walk).act(self.names.action(Task::Goto), vec![target]);
        go = go.to(name, here.clone());
        // What is done is done with what is here: another may have come to need it more.
        let this = Expr::choose(pattern.with(self.names.here, true));
        let with = if task == Task::Rest { vec![] } else { vec![this] };
        let mut act = State::new(name).act(self.names.action(task), with);
        for (to, when) in leave {
            go = go.to(to, when.clone());
            act = act.to(to, when.clone());
        }
        act = act.to(&walk, !here);
        machine.state(go).state(act)
    }

    fn spot(&self, spot: Spot) -> (Pattern, Expr) {
        let kind = self.names.spot(spot);
        (Pattern::of(kind), self.the(kind))
    }

    fn nurse(&self, machine: Machine) -> Machine {
        let (names, has) = (self.names, &self.names.has);
        let wants_pills = Condition::exists(self.short(Level::Medication));
        let wants_food = Condition::exists(self.short(Level::Food));
        let new = || Pattern::of(names.role(Role::Visitor)).with(names.greeted, false);
        let urgent = [
            ("walk_to_get_pills", wants_pills.clone()),
            ("walk_to_get_food", wants_food.clone()),
            ("walk_to_greet", Condition::exists(new())),
        ];
        let tired = Expr::own(has.fatigue).at_least(self.settings.tired);
        let mut idle = urgent.to_vec();
        idle.push(("walk_to_break", tired));
        idle.push(("walk_to_talk", Expr::own(has.social).at_most(0)));
        let machine = self.errand(machine, "admin", self.spot(Spot::Desk), Task::DoAdmin, &idle);
        let back = |when: Condition| [("walk_to_admin", when)];
        let got = [("walk_to_medicate", self.own(has.has_pills)), ("walk_to_admin", !wants_pills.clone())];
        let machine = self.errand(machine, "get_pills", self.spot(Spot::Pills), Task::GetPills, &got);
        let short = (self.short(Level::Medication), self.shortest(Level::Medication));
        let machine = self.errand(
            machine,
            "medicate",
            short,
            Task::Medicate,
            &back(!wants_pills | !self.own(has.has_pills)),
        );
        let got = [("walk_to_feed", self.own(has.has_food)), ("walk_to_admin", !wants_food.clone())];
        let machine = self.errand(machine, "get_food", self.spot(Spot::Kitchen), Task::GetFood, &got);
        let short = (self.short(Level::Food), self.shortest(Level::Food));
        let machine =
            self.errand(machine, "feed", short, Task::Feed, &back(!wants_food | !self.own(has.has_food)));
        let greeted = !Condition::exists(new());
        let machine =
            self.errand(machine, "greet", (new(), Expr::choose(new())), Task::Greet, &back(greeted));
        let rested = Expr::own(has.fatigue).below(10);
        let machine =
            self.errand(machine, "break", self.spot(Spot::BreakRoom), Task::TakeBreak, &back(rested));
        let colleague = || Pattern::of(names.colleague);
        let mut talked = urgent.to_vec();
        talked.push(("walk_to_admin", Expr::own(has.social).above(0)));
        self.errand(machine, "talk", (colleague(), Expr::choose(colleague())), Task::Socialise, &talked)
    }

    fn doctor(&self, machine: Machine) -> Machine {
        let wanted = Condition::exists(self.short(Level::CheckUp));
        let idle =
            State::new("idle").act(self.names.action(Task::Rest), vec![]).to("walk_to_chart", wanted.clone());
        let short = (self.short(Level::CheckUp), self.shortest(Level::CheckUp));
        self.errand(machine.state(idle), "chart", short, Task::CheckChart, &[("idle", !wanted)])
    }

    fn patient(&self, machine: Machine) -> Machine {
        let company = Expr::own(self.names.level(Level::Company));
        let calling = self.own(self.names.has.calling);
        let rest = State::new("rest").act(self.names.action(Task::Rest), vec![]);
        let lonely = company.below(self.settings.low) & !calling.clone();
        let call = State::new("call").act(self.names.action(Task::Call), vec![]).to("rest", calling);
        machine.state(rest.to("call", lonely)).state(call)
    }

    fn visitor(&self, machine: Machine) -> Machine {
        let calling = || Pattern::of(self.names.role(Role::Patient)).with(self.names.has.calling, true);
        let called = Condition::exists(calling());
        let machine = self.errand(
            machine,
            "rest",
            self.spot(Spot::Lounge),
            Task::Rest,
            &[("walk_to_chat", called.clone())],
        );
        self.errand(
            machine,
            "chat",
            (calling(), Expr::choose(calling())),
            Task::Chat,
            &[("walk_to_rest", !called)],
        )
    }
}
