//! Plans for drives for the four roles, searched or chosen from written ones. The weights are ours.

use motive::Game;
use motive::drives::{
    Domain, DomainBuilder, DomainError, Drive, GoalTemplate, Interaction, Measure, PlanFor, ScriptedPlan,
};
use motive::kernel::{Comparison, Expr, Kind, Pattern, Property, Range};

use super::super::game::{Level, Role, Spot, Task};
use super::super::settings::HospitalSettings;
use super::super::vocabulary::{HospitalAct, HospitalNames};

pub(super) fn program(
    title: &str,
    role: Role,
    written: bool,
    game: &Game<HospitalAct>,
    names: &HospitalNames,
    settings: &HospitalSettings,
) -> Result<PlanFor, DomainError> {
    let builder = Domain::new(game.vocabulary().clone());
    let mut make = DomainWriter { game, names, settings, builder: Some(builder) };
    match role {
        Role::Nurse => make.nurse(),
        Role::Doctor => make.doctor(),
        Role::Patient => make.patient(),
        Role::Visitor => make.visitor(),
    }
    if written {
        make.write(role);
    }
    let builder = make.builder.unwrap_or_else(|| Domain::new(game.vocabulary().clone()));
    Ok(PlanFor::new(title, builder.build()?))
}

/// What is enough: above this, more of it is no better. Without that, a nurse would never sit down.
const ENOUGH: f64 = 60.0;

/// Who has talked so much lately has talked enough.
const TALKED: f64 = 10.0;

struct DomainWriter<'a> {
    game: &'a Game<HospitalAct>,
    names: &'a HospitalNames,
    settings: &'a HospitalSettings,
    builder: Option<DomainBuilder>,
}

impl DomainWriter<'_> {
    fn add(&mut self, by: impl FnOnce(DomainBuilder) -> DomainBuilder) {
        self.builder = self.builder.take().map(by);
    }

    /// A task that can be done with things of some kinds, as the world declares it.
    fn can(&mut self, task: Task, with: &[Kind]) {
        let action = self.names.action(task);
        let Some(declared) = self.game.catalogue().action(action).map(|action| action.declared().clone())
        else {
            return;
        };
        self.add(|builder| {
            let builder = builder.action(declared);
            with.iter().fold(builder, |builder, kind| builder.supplies(*kind, action, Interaction::default()))
        });
    }

    fn drive(&mut self, name: &str, weight: f64, aim: GoalTemplate) {
        self.add(|builder| builder.drive(Drive::new(name, weight).goal(aim)));
    }

    /// Each patient is to have enough of something.
    fn each(&self, level: Level) -> GoalTemplate {
        let patient = Pattern::of(self.names.role(Role::Patient)).named("patient");
        let has = Expr::var("patient").get(self.names.level(level));
        GoalTemplate::each("enough", patient).measure(Measure::toward(has, 0.0, ENOUGH))
    }

    fn own(&self, property: Property, from: f64, to: f64) -> GoalTemplate {
        GoalTemplate::new("own").measure(Measure::toward(Expr::own(property), from, to))
    }

    fn nurse(&mut self) {
        let names = self.names;
        let has = &names.has;
        let [patient, visitor] = [Role::Patient, Role::Visitor].map(|role| names.role(role));
        let colleague = names.colleague;
        let spot = |spot: Spot| names.spot(spot);
        let [desk, pills, kitchen, room] =
            [Spot::Desk, Spot::Pills, Spot::Kitchen, Spot::BreakRoom].map(spot);
        self.can(Task::Goto, &[desk, pills, kitchen, room, colleague, patient, visitor]);
        self.can(Task::GetPills, &[pills]);
        self.can(Task::Medicate, &[patient]);
        self.can(Task::GetFood, &[kitchen]);
        self.can(Task::Feed, &[patient]);
        self.can(Task::Greet, &[visitor]);
        self.can(Task::Socialise, &[colleague]);
        self.can(Task::TakeBreak, &[room]);
        self.can(Task::DoAdmin, &[desk]);
        self.drive("medication", 1.0, self.each(Level::Medication));
        self.drive("food", 0.8, self.each(Level::Food));
        let guest = Pattern::of(visitor).named("guest");
        let greeted = Measure::degree(Expr::var("guest").get(names.greeted).holds());
        self.drive("greet", 0.3, GoalTemplate::each("greeted", guest).measure(greeted));
        self.drive("rest", 0.4, self.own(has.fatigue, 100.0, self.settings.tired));
        self.drive("socialise", 0.2, self.own(has.social, 0.0, TALKED));
        self.drive("admin", 0.1, self.own(has.admin, 0.0, ENOUGH));
    }

    fn doctor(&mut self) {
        let patient = self.names.role(Role::Patient);
        self.can(Task::Goto, &[patient]);
        self.can(Task::CheckChart, &[patient]);
        self.drive("check_up", 1.0, self.each(Level::CheckUp));
    }

    fn patient(&mut self) {
        self.can(Task::Call, &[]);
        let (company, calling) =
            (self.names.level(Level::Company), Expr::own(self.names.has.calling).holds());
        let lonely = Expr::own(company).below(self.settings.low);
        let call = GoalTemplate::new("called").when(lonely).measure(Measure::degree(calling));
        self.drive("company", 1.0, call.until(Expr::own(company).at_least(self.settings.low)));
    }

    fn visitor(&mut self) {
        let (patient, lounge) = (self.names.role(Role::Patient), self.names.spot(Spot::Lounge));
        self.can(Task::Goto, &[patient, lounge]);
        self.can(Task::Chat, &[patient]);
        let calling = Pattern::of(patient).named("friend").with(self.names.has.calling, true);
        let company = Expr::var("friend").get(self.names.level(Level::Company));
        let content = Measure::toward(company, 0.0, 100.0);
        let until = !Expr::var("friend").get(self.names.has.calling).holds();
        self.drive("chat", 1.0, GoalTemplate::each("content", calling).measure(content).until(until));
        let at_rest = Expr::own(self.names.has.at).equals(Expr::choose(Pattern::of(lounge)));
        self.drive("rest", 0.1, GoalTemplate::new("at_rest").measure(Measure::degree(at_rest)));
    }

    /// The plans that the early utility system chooses from, each with one target, as in GOAP.
    fn write(&mut self, role: Role) {
        let names = self.names;
        let goto = names.action(Task::Goto);
        let the = |kind: Kind| Expr::choose(Pattern::of(kind));
        let short = |level: Level| {
            let patient = Pattern::of(names.role(Role::Patient));
            Expr::choose(patient.prefer_within(names.level(level), Range::at_least(0.0).lowest()))
        };
        let visit = |name: &str, task: Task, with: Expr| {
            ScriptedPlan::new(name).step(goto, with.clone()).step(names.action(task), with)
        };
        let bring = |name: &str, spot: Spot, get: Task, give: Task, level: Level| {
            let place = the(names.spot(spot));
            let plan = ScriptedPlan::new(name).step(goto, place.clone()).step(names.action(get), place);
            plan.step(goto, short(level)).step(names.action(give), short(level))
        };
        let plans = match role {
            Role::Nurse => {
                let new = Pattern::of(names.role(Role::Visitor)).with(names.greeted, false);
                vec![
                    bring("medicate", Spot::Pills, Task::GetPills, Task::Medicate, Level::Medication),
                    bring("feed", Spot::Kitchen, Task::GetFood, Task::Feed, Level::Food),
                    visit("greet", Task::Greet, Expr::choose(new)),
                    visit("rest", Task::TakeBreak, the(names.spot(Spot::BreakRoom))),
                    visit("socialise", Task::Socialise, the(names.colleague)),
                    visit("admin", Task::DoAdmin, the(names.spot(Spot::Desk))),
                ]
            }
            Role::Doctor => vec![visit("check", Task::CheckChart, short(Level::CheckUp))],
            Role::Patient => vec![ScriptedPlan::new("call").alone(names.action(Task::Call))],
            Role::Visitor => {
                let calling = Pattern::of(names.role(Role::Patient)).where_is(
                    names.has.calling,
                    Comparison::Equal,
                    true,
                );
                vec![
                    visit("chat", Task::Chat, Expr::choose(calling)),
                    ScriptedPlan::new("rest").step(goto, the(names.spot(Spot::Lounge))),
                ]
            }
        };
        self.add(|builder| plans.into_iter().fold(builder, DomainBuilder::scripted));
    }
}
