//! The names that minds in the hospital use.

use std::sync::Arc;

use motive::kernel::{
    Action, ActionId, Catalogue, Condition, Dependency, Effect, Expr, Id, Kind, Property, Purity, Symbol,
    Type, Value, Vocabulary,
};

use super::game::{Level, Role, Spot, Task};
use super::settings::HospitalSettings;
use crate::error::WorldError;

#[derive(Debug)]
pub(super) struct HospitalNames {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) catalogue: Catalogue,
    pub(super) roles: [Kind; 4],
    pub(super) spots: [Kind; 5],
    /// Another nurse, as a nurse sees her: nobody talks with herself.
    pub(super) colleague: Kind,
    pub(super) has: HospitalProperties,
    /// In the order of tasks.
    pub(super) actions: [ActionId; 13],
    pub(super) failed: Symbol,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct HospitalProperties {
    /// Where one is: with which thing.
    pub(super) at: Property,
    /// Of a thing: whether one is with it.
    pub(super) here: Property,
    /// What a patient has, in the order of levels; also of oneself.
    pub(super) levels: [Property; 4],
    pub(super) fatigue: Property,
    pub(super) admin: Property,
    pub(super) social: Property,
    pub(super) has_pills: Property,
    pub(super) has_food: Property,
    pub(super) calling: Property,
    pub(super) greeted: Property,
}

impl HospitalNames {
    pub(super) fn new(settings: &HospitalSettings) -> Result<Self, WorldError> {
        let mut names = Vocabulary::new();
        let roles = ["nurse", "doctor", "patient", "visitor"].map(|name| names.kind(name));
        let spots = ["desk", "pills", "kitchen", "break_room", "lounge"].map(|name| names.kind(name));
        let colleague = names.kind("colleague");
        let at = names.own("at", Type::Id);
        let here = Purity::Reads(vec![Dependency::Own(at)]);
        let levels = ["medication", "food", "check_up", "company"].map(|name| names.own(name, Type::Number));
        let has = HospitalProperties {
            at,
            here: names.computed("here", Type::Bool, here, move |facts, id| {
                Some((facts.values(Id::SELF, at).first() == Some(&Value::Id(id))).into())
            }),
            levels,
            fatigue: names.own("fatigue", Type::Number),
            admin: names.own("admin", Type::Number),
            social: names.own("social", Type::Number),
            has_pills: names.own("has_pills", Type::Bool),
            has_food: names.own("has_food", Type::Bool),
            calling: names.own("calling", Type::Bool),
            greeted: names.property("greeted", Type::Bool),
        };
        for property in levels.into_iter().chain([has.fatigue, has.admin, has.social]) {
            names.limit(property, 0.0, 100.0);
        }
        let actions = VERBS.map(|(name, arity)| {
            let action = names.latched(name, arity);
            names.takes(action, vec![Type::Id; arity]);
            action
        });
        let failed = names.symbol("came_to_nothing");
        names.describe_all(super::descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        let catalogue = catalogue(&has, &actions, settings, &vocabulary)?;
        Ok(Self { vocabulary, catalogue, roles, spots, colleague, has, actions, failed })
    }

    pub(super) fn action(&self, task: Task) -> ActionId {
        self.actions[task as usize]
    }

    pub(super) fn role(&self, role: Role) -> Kind {
        self.roles[role as usize]
    }

    pub(super) fn spot(&self, spot: Spot) -> Kind {
        self.spots[spot as usize - 1]
    }

    pub(super) fn level(&self, level: Level) -> Property {
        self.has.levels[level as usize]
    }
}

const VERBS: [(&str, usize); 13] = [
    ("goto", 1),
    ("get_pills", 1),
    ("medicate_patient", 1),
    ("get_food", 1),
    ("feed_patient", 1),
    ("greet_visitor", 1),
    ("socialise", 1),
    ("take_break", 1),
    ("do_admin", 1),
    ("check_chart", 1),
    ("call", 0),
    ("chat", 1),
    ("rest", 0),
];

/// What each task needs and changes, for planners.
fn catalogue(
    has: &HospitalProperties,
    actions: &[ActionId; 13],
    settings: &HospitalSettings,
    names: &Vocabulary,
) -> Result<Catalogue, WorldError> {
    let mut catalogue = Catalogue::default();
    let target = || Expr::var("target");
    let own = |property: Property| -> Condition { Expr::own(property).holds() };
    let level = |level: Level| Effect::set(target(), has.levels[level as usize], 100.0);
    for task in Task::ALL {
        let parameters: &[&str] = if VERBS[task as usize].1 == 1 { &["target"] } else { &[] };
        let mut action = Action::new(actions[task as usize], parameters)
            .takes((settings.seconds[task as usize] * 1e6).round() as u64)
            .steady();
        if !matches!(task, Task::Goto | Task::Call | Task::Rest) {
            action = action.needs(target().get(has.here).holds());
        }
        action = match task {
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
            Task::Greet => action.effect(Effect::set(target(), has.greeted, true)),
            Task::Socialise => action.effect(Effect::set_own(has.social, 100.0)),
            Task::TakeBreak => action.effect(Effect::set_own(has.fatigue, 0.0)),
            Task::DoAdmin => action.effect(Effect::set_own(has.admin, 100.0)),
            Task::CheckChart => action.effect(level(Level::CheckUp)),
            Task::Chat => {
                action.effect(level(Level::Company)).effect(Effect::set(target(), has.calling, false))
            }
            Task::Call => action.effect(Effect::set_own(has.calling, true)),
            Task::Rest => action,
        };
        catalogue.add(&action, names).map_err(WorldError::Names)?;
        for other in actions {
            catalogue.conflict(actions[task as usize], *other);
        }
    }
    Ok(catalogue)
}
