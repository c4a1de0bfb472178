//! GOAP for the four roles: the fixed priorities are ours, as are the costs; the figure with the graph of actions is lost.

use motive::Game;
use motive::drives::goap::{Goap, GoapAction, GoapBuilder, GoapError, GoapFor, GoapGoal, GoapSymbol};
use motive::kernel::{Comparison, Expr, Pattern, Property, Range};

use super::super::game::{Level, Role, Spot, Task};
use super::super::settings::HospitalSettings;
use super::super::vocabulary::{HospitalAct, HospitalNames};

pub(super) fn program(
    title: &str,
    role: Role,
    game: &Game<HospitalAct>,
    names: &HospitalNames,
    settings: &HospitalSettings,
) -> Result<GoapFor, GoapError> {
    let mut make =
        NurseGoap { names, settings, goap: Goap::new(game.vocabulary().clone()), places: Vec::new() };
    // The thesis' hospital plans when there is no plan, it failed, or something more important comes up: not by the clock.
    make.goap.period(0);
    match role {
        Role::Nurse => make.nurse(),
        Role::Doctor => make.doctor(),
        Role::Patient => make.patient(),
        Role::Visitor => make.visitor(),
    }
    Ok(GoapFor::new(title, make.goap.build()?))
}

struct NurseGoap<'a> {
    names: &'a HospitalNames,
    settings: &'a HospitalSettings,
    goap: GoapBuilder,
    /// Symbols that say where one is: walking to one place leaves the others.
    places: Vec<(GoapSymbol, Expr)>,
}

impl NurseGoap<'_> {
    fn place(&mut self, name: &str, thing: Expr) -> GoapSymbol {
        let symbol = self.goap.truth(name, Expr::own(self.names.has.at).equals(thing.clone()));
        self.places.push((symbol, thing));
        symbol
    }

    fn spot(&mut self, name: &str, spot: Spot) -> (GoapSymbol, Expr) {
        let thing = Expr::choose(Pattern::of(self.names.spot(spot)));
        (self.place(name, thing.clone()), thing)
    }

    /// One way to walk for every place.
    fn walks(&mut self) {
        for (to, thing) in self.places.clone() {
            let mut walk = GoapAction::new(self.names.action(Task::Goto), vec![thing], 1.0).sets(to, true);
            for (from, _) in self.places.iter().filter(|(from, _)| *from != to) {
                walk = walk.sets(*from, false);
            }
            self.goap.action(walk);
        }
    }

    fn action(&self, task: Task, with: Expr, cost: f64) -> GoapAction {
        GoapAction::new(self.names.action(task), vec![with], cost)
    }

    fn short(&self, level: Level) -> Pattern {
        let patient = Pattern::of(self.names.role(Role::Patient));
        let short = patient.where_is(self.names.level(level), Comparison::Less, self.settings.low);
        short.prefer_within(self.names.level(level), Range::at_least(0.0).lowest())
    }

    /// Whether the goal's target has enough of something.
    fn enough(&mut self, name: &str, level: Level) -> GoapSymbol {
        let target = Expr::var("target").get(self.names.level(level));
        self.goap.truth(name, target.at_least(self.settings.low))
    }

    fn truth(&mut self, name: &str, property: Property) -> GoapSymbol {
        self.goap.truth(name, Expr::own(property).holds())
    }

    fn goal(&mut self, name: &str, priority: f64, wants: GoapSymbol, target: Option<Pattern>) {
        let goal = GoapGoal::fixed(name, priority).wants(wants, true);
        self.goap.goal(match target {
            Some(pattern) => goal.target(Expr::choose(pattern)),
            None => goal,
        });
    }

    fn nurse(&mut self) {
        let (names, target) = (self.names, Expr::var("target"));
        let has = &names.has;
        let at = self.place("at_target", target.clone());
        let (at_desk, desk) = self.spot("at_desk", Spot::Desk);
        let (at_pills, cabinet) = self.spot("at_pills", Spot::Pills);
        let (at_kitchen, kitchen) = self.spot("at_kitchen", Spot::Kitchen);
        let (at_break, room) = self.spot("at_break_room", Spot::BreakRoom);
        let (pills, food) = (self.truth("has_pills", has.has_pills), self.truth("has_food", has.has_food));
        let medicated = self.enough("medicated", Level::Medication);
        let fed = self.enough("fed", Level::Food);
        let greeted = self.goap.truth("greeted", target.clone().get(names.greeted).holds());
        let rested = self.goap.truth("rested", Expr::own(has.fatigue).below(self.settings.tired));
        let social = self.goap.truth("socialised", Expr::own(has.social).above(0));
        let admin = self.goap.truth("admin_done", Expr::own(has.admin).above(self.settings.low));
        self.walks();
        let steps = [
            self.action(Task::GetPills, cabinet, 1.0).needs(at_pills, true).sets(pills, true),
            self.action(Task::Medicate, target.clone(), 1.0)
                .needs(pills, true)
                .needs(at, true)
                .sets(medicated, true),
            self.action(Task::GetFood, kitchen, 1.0).needs(at_kitchen, true).sets(food, true),
            self.action(Task::Feed, target.clone(), 1.0).needs(food, true).needs(at, true).sets(fed, true),
            self.action(Task::Greet, target.clone(), 1.0).needs(at, true).sets(greeted, true),
            self.action(Task::Socialise, target, 2.0).needs(at, true).sets(social, true),
            self.action(Task::TakeBreak, room, 3.0).needs(at_break, true).sets(rested, true),
            self.action(Task::DoAdmin, desk, 2.0).needs(at_desk, true).sets(admin, true),
        ];
        for step in steps {
            self.goap.action(step);
        }
        let (medication, hunger) = (self.short(Level::Medication), self.short(Level::Food));
        self.goal("medicate", 6.0, medicated, Some(medication));
        self.goal("feed", 5.0, fed, Some(hunger));
        let visitor = Pattern::of(self.names.role(Role::Visitor)).with(names.greeted, false);
        self.goal("greet", 4.0, greeted, Some(visitor));
        self.goal("rest", 3.0, rested, None);
        self.goal("socialise", 2.0, social, Some(Pattern::of(self.names.colleague)));
        self.goal("admin", 1.0, admin, None);
    }

    fn doctor(&mut self) {
        let target = Expr::var("target");
        let at = self.place("at_target", target.clone());
        let checked = self.enough("checked", Level::CheckUp);
        self.walks();
        let check = self.action(Task::CheckChart, target, 1.0).needs(at, true).sets(checked, true);
        self.goap.action(check);
        let short = self.short(Level::CheckUp);
        self.goal("check", 1.0, checked, Some(short));
    }

    fn patient(&mut self) {
        let has = &self.names.has;
        let lonely = Expr::own(self.names.level(Level::Company)).below(self.settings.low);
        let called = self.truth("called", has.calling);
        self.goap.action(GoapAction::new(self.names.action(Task::Call), vec![], 1.0).sets(called, true));
        self.goap.goal(GoapGoal::fixed("call", 1.0).wants(called, true).when(lonely));
    }

    fn visitor(&mut self) {
        let (names, target) = (self.names, Expr::var("target"));
        let has = &names.has;
        let at = self.place("at_target", target.clone());
        let (at_lounge, _) = self.spot("at_lounge", Spot::Lounge);
        let content = self.goap.truth("content", !target.clone().get(has.calling).holds());
        self.walks();
        let chat = self.action(Task::Chat, target, 1.0).needs(at, true).sets(content, true);
        self.goap.action(chat);
        let calling = Pattern::of(self.names.role(Role::Patient)).with(has.calling, true);
        self.goal("chat", 2.0, content, Some(calling));
        self.goal("rest", 1.0, at_lounge, None);
    }
}
