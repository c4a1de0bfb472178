//! What the characters of the hospital see, are and do.

use motive::kernel::{
    Action, ActionId, BuildError, Catalogue, Command, Condition, Dependency, Effect, Expr, Id, Kind,
    Property, Purity, Value, Vocabulary,
};
use motive::{Actions, GameBuilder, Percept, SelfState};

use super::game::{HospitalAction, Level, Role, Spot, Task};
use super::settings::HospitalSettings;

/// Kinds of things of which nothing but their kind is known.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Percept)]
        pub struct $name;
    )*};
}

kinds! {
    /// looks after three patients
    Nurse;
    /// checks charts
    Doctor;
    /// where administration is done
    Desk;
    /// where medication is fetched
    Pills;
    /// where food is fetched
    Kitchen;
    /// where nurses take breaks
    BreakRoom;
    /// where visitors wait
    Lounge;
    /// another nurse
    Colleague;
}

// What its properties are is told by [`HospitalBody`], which has them too.
/// lies in a bed, and needs medication, food, check-ups and company
#[derive(Percept)]
pub struct Patient {
    pub(super) id: Id,
    pub(super) medication: Option<f64>,
    pub(super) food: Option<f64>,
    pub(super) check_up: Option<f64>,
    pub(super) company: Option<f64>,
    pub(super) calling: Option<bool>,
}

/// keeps a patient company
#[derive(Percept)]
pub struct Visitor {
    pub(super) id: Id,
    /// whether a visitor was greeted
    pub(super) greeted: bool,
}

/// All kinds, in the order in which they are listed.
pub(super) type HospitalKinds =
    (Nurse, Doctor, Patient, Visitor, Desk, Pills, Kitchen, BreakRoom, Lounge, Colleague);

#[derive(SelfState, Default)]
pub struct HospitalBody {
    /// the person or place that the character is with
    pub(super) at: Option<Id>,
    /// how well a patient is supplied with medication, 0 to 100
    #[motive(within = 0..=100)]
    pub(super) medication: Option<f64>,
    /// how well a patient is fed, 0 to 100
    #[motive(within = 0..=100)]
    pub(super) food: Option<f64>,
    /// how recently a patient was examined, 0 to 100
    #[motive(within = 0..=100)]
    pub(super) check_up: Option<f64>,
    /// how much company a patient had, 0 to 100
    #[motive(within = 0..=100)]
    pub(super) company: Option<f64>,
    /// how tired a nurse is, 0 to 100
    #[motive(within = 0..=100)]
    pub(super) fatigue: Option<f64>,
    /// how far the administration is done, 0 to 100
    #[motive(within = 0..=100)]
    pub(super) admin: Option<f64>,
    /// how much company a nurse had, 0 to 100
    #[motive(within = 0..=100)]
    pub(super) social: Option<f64>,
    /// whether it carries medication
    pub(super) has_pills: Option<bool>,
    /// whether it carries food
    pub(super) has_food: Option<bool>,
    /// whether a patient is calling for its visitor
    pub(super) calling: Option<bool>,
}

#[derive(Actions, Clone, Copy, Debug)]
#[motive(one_at_a_time)]
pub enum HospitalAct {
    /// goes to a person or place
    #[motive(until_ended)]
    Goto(Id),
    /// fetches medication
    #[motive(until_ended)]
    GetPills(Id),
    /// gives a patient its medication
    #[motive(until_ended)]
    MedicatePatient(Id),
    /// fetches food
    #[motive(until_ended)]
    GetFood(Id),
    /// feeds a patient
    #[motive(until_ended)]
    FeedPatient(Id),
    /// greets a visitor
    #[motive(until_ended)]
    GreetVisitor(Id),
    /// talks with a colleague
    #[motive(until_ended)]
    Socialise(Id),
    /// rests in the break room
    #[motive(until_ended)]
    TakeBreak(Id),
    /// does administration at the desk
    #[motive(until_ended)]
    DoAdmin(Id),
    /// examines a patient
    #[motive(until_ended)]
    CheckChart(Id),
    /// calls for the visitor
    #[motive(until_ended)]
    Call,
    /// talks with a patient
    #[motive(until_ended)]
    Chat(Id),
    /// does nothing for a while
    #[motive(until_ended)]
    Rest,
}

/// The handles of the names, for the minds in Rust and what is declared of actions.
#[derive(Clone)]
pub(super) struct HospitalNames {
    pub(super) has: HospitalBodyNames,
    /// Of a thing: whether one is with it.
    pub(super) here: Property,
    pub(super) greeted: Property,
    roles: [Kind; 4],
    spots: [Kind; 5],
    /// Another nurse, as a nurse sees her: nobody talks with herself.
    pub(super) colleague: Kind,
    act: HospitalActNames,
    /// In the order of tasks, which is that of the acts.
    actions: Vec<ActionId>,
}

impl HospitalNames {
    /// Declares all names.
    pub(super) fn declare(mut game: GameBuilder) -> (Self, GameBuilder) {
        let has = game.names::<HospitalBody>();
        let (at, reads) = (has.at, Purity::Reads(vec![Dependency::Own(has.at)]));
        let here = ("here", "whether the character is with it");
        let here = game.computed(here, reads, move |facts, id| {
            Some(facts.values(Id::SELF, at).first() == Some(&Value::Id(id)))
        });
        let mut game = game.sees::<HospitalKinds>();
        let names = Self::of(&mut game, has, here);
        (names, game)
    }

    fn of(game: &mut GameBuilder, has: HospitalBodyNames, here: Property) -> Self {
        let (patient, visitor) = (game.names::<Patient>().kind, game.names::<Visitor>());
        let act = game.names::<HospitalAct>();
        Self {
            has,
            here,
            greeted: visitor.greeted,
            roles: [game.names::<Nurse>().kind, game.names::<Doctor>().kind, patient, visitor.kind],
            spots: [
                game.names::<Desk>().kind,
                game.names::<Pills>().kind,
                game.names::<Kitchen>().kind,
                game.names::<BreakRoom>().kind,
                game.names::<Lounge>().kind,
            ],
            colleague: game.names::<Colleague>().kind,
            actions: HospitalAct::all(&act),
            act,
        }
    }

    pub(super) fn action(&self, task: Task) -> ActionId {
        self.actions[task as usize]
    }

    /// What an act is in the game.
    pub(super) fn command(&self, act: HospitalAct) -> Option<HospitalAction> {
        let Command::Act { action, arguments } = act.command(&self.act)? else { return None };
        let task = Task::ALL.into_iter().find(|task| self.action(*task) == action)?;
        Some(HospitalAction { task, target: arguments.first().and_then(|value| value.id()?.number()) })
    }

    pub(super) fn role(&self, role: Role) -> Kind {
        self.roles[role as usize]
    }

    pub(super) fn spot(&self, spot: Spot) -> Kind {
        self.spots[spot as usize - 1]
    }

    pub(super) fn level(&self, level: Level) -> Property {
        match level {
            Level::Medication => self.has.medication,
            Level::Food => self.has.food,
            Level::CheckUp => self.has.check_up,
            Level::Company => self.has.company,
        }
    }

    /// Declares what each task needs and changes, for planners.
    pub(super) fn declare_tasks(
        &self,
        settings: &HospitalSettings,
        catalogue: &mut Catalogue,
        names: &Vocabulary,
    ) -> Result<(), BuildError> {
        Task::ALL.into_iter().try_for_each(|task| catalogue.add(&self.declared(task, settings), names))
    }

    fn declared(&self, task: Task, settings: &HospitalSettings) -> Action {
        let has = &self.has;
        let target = || Expr::var("target");
        let own = |property: Property| -> Condition { Expr::own(property).holds() };
        let level = |level: Level| Effect::set(target(), self.level(level), 100.0);
        let parameters: &[&str] = if matches!(task, Task::Call | Task::Rest) { &[] } else { &["target"] };
        let mut action = Action::new(self.action(task), parameters)
            .takes((settings.task_seconds[task as usize] * 1e6).round() as u64)
            .steady();
        if !matches!(task, Task::Goto | Task::Call | Task::Rest) {
            action = action.needs(target().get(self.here).holds());
        }
        match task {
            Task::Goto => action.effect(Effect::set_own(has.at, target())),
            Task::GetPills => action.effect(Effect::set_own(has.has_pills, true)),
            Task::GetFood => action.effect(Effect::set_own(has.has_food, true)),
            Task::Medicate => action
                .needs(own(has.has_pills))
                .effect(level(Level::Medication))
                .effect(Effect::set_own(has.has_pills, false)),
            Task::Feed => action
                .needs(own(has.has_food))
                .effect(level(Level::Food))
                .effect(Effect::set_own(has.has_food, false)),
            Task::Greet => action.effect(Effect::set(target(), self.greeted, true)),
            Task::Socialise => action.effect(Effect::set_own(has.social, 100.0)),
            Task::TakeBreak => action.effect(Effect::set_own(has.fatigue, 0.0)),
            Task::DoAdmin => action.effect(Effect::set_own(has.admin, 100.0)),
            Task::CheckChart => action.effect(level(Level::CheckUp)),
            Task::Chat => {
                action.effect(level(Level::Company)).effect(Effect::set(target(), has.calling, false))
            }
            Task::Call => action.effect(Effect::set_own(has.calling, true)),
            Task::Rest => action,
        }
    }
}
