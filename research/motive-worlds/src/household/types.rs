//! What the tenant is and does, as types; the tables say which actions there are.

use super::house_settings::Numbers;
use super::published_tables::{Action, Drive, Item, Length};
use motive::declare::{Declare, Properties, PropertyWriter};
use motive::kernel::{ActionId, Command, Property, Type, Value, Vocabulary};
use motive::{Actions, Id, Point, SelfState};

/// How well each drive is served, in the order of the source.
#[derive(SelfState)]
pub struct DriveLevels {
    /// how well entertained the tenant is: 0 is bored, 100 is satisfied
    #[motive(within = 0..=100)]
    entertainment: f64,
    /// how rested the tenant is: 0 is exhausted, 100 is satisfied
    #[motive(within = 0..=100)]
    energy: f64,
    /// how well fed the tenant is: 0 is starving, 100 is satisfied
    #[motive(within = 0..=100)]
    hunger: f64,
    /// how comfortable the tenant is, 0 to 100
    #[motive(within = 0..=100)]
    comfort: f64,
    /// how clean the tenant is, 0 to 100
    #[motive(within = 0..=100)]
    hygiene: f64,
    /// how relieved the tenant is: 0 is urgent, 100 is satisfied
    #[motive(within = 0..=100)]
    bladder: f64,
    /// how much company the tenant had, 0 to 100
    #[motive(within = 0..=100)]
    social: f64,
}

impl From<[f64; Drive::ALL.len()]> for DriveLevels {
    fn from(levels: [f64; Drive::ALL.len()]) -> Self {
        let [entertainment, energy, hunger, comfort, hygiene, bladder, social] = levels;
        Self { entertainment, energy, hunger, comfort, hygiene, bladder, social }
    }
}

/// What the tenant has in hand.
#[derive(SelfState)]
pub struct ItemsInHand {
    /// whether the tenant holds a raw meal
    has_raw_meal: bool,
    /// whether the tenant holds a cooked meal
    has_cooked_meal: bool,
    /// whether the tenant holds a snack
    has_snack: bool,
    /// whether the tenant holds a cappuccino
    has_cappuccino: bool,
}

impl From<[bool; Item::ALL.len()]> for ItemsInHand {
    fn from([has_raw_meal, has_cooked_meal, has_snack, has_cappuccino]: [bool; Item::ALL.len()]) -> Self {
        Self { has_raw_meal, has_cooked_meal, has_snack, has_cappuccino }
    }
}

/// Where the tenant, or a thing, is.
#[derive(SelfState)]
pub struct Whereabouts {
    /// where it is
    pub(super) at: Point,
    /// the thing at which the tenant stands
    pub(super) place: Option<Id>,
}

/// What the body of the tenant can do, and what it takes.
#[derive(SelfState)]
pub struct BodilyRates {
    /// metres per second at which the tenant walks
    pub(super) speed: f64,
    /// how much every drive falls per second
    pub(super) decay: f64,
    /// how much energy falls per second of activity, on top of `decay`
    pub(super) drain: f64,
}

/// What the tenant knows of its actions: how long each takes, and what it does to drives.
pub struct KnownActions(pub(super) Numbers);

/// What [`KnownActions`] declares.
#[derive(Clone)]
pub struct KnownActionsNames {
    /// By action: how long it takes.
    pub(super) takes: [Property; Action::ALL.len()],
    /// By action: what it does to the drives that it touches, in the order of the table.
    pub(super) gains: Vec<Vec<(Drive, Property)>>,
}

impl Declare for KnownActions {
    type Names = KnownActionsNames;

    fn declare(vocabulary: &mut Vocabulary) -> Self::Names {
        let mut number = |name: String, line: String| {
            let property = vocabulary.own(&name, Type::Number);
            vocabulary.describe_as(property, &line);
            property
        };
        let takes = Action::ALL
            .map(|row| number(format!("{}_takes", row.name), format!("seconds that `{}` takes", row.name)));
        let mut gain = |row: &Action, drive: Drive| {
            let line = format!("how much `{}` changes {}", row.name, drive.name());
            (drive, number(format!("{}_{}", row.name, drive.name()), line))
        };
        let gains = Action::ALL.iter().map(|row| row.touches.iter().map(|drive| gain(row, *drive)).collect());
        KnownActionsNames { takes, gains: gains.collect() }
    }
}

impl Properties for KnownActions {
    fn properties(names: &Self::Names) -> Vec<Property> {
        let gains = names.gains.iter().flatten().map(|(_, gain)| *gain);
        names.takes.iter().copied().chain(gains).collect()
    }

    fn write(&self, names: &Self::Names, to: &mut impl PropertyWriter) {
        for (property, seconds) in names.takes.iter().zip(self.0.seconds) {
            to.write(*property, false, &seconds, &[]);
        }
        for (number, gains) in names.gains.iter().enumerate() {
            for (drive, property) in gains {
                to.write(*property, false, &self.0.gain(number, *drive), &[]);
            }
        }
    }
}

impl SelfState for KnownActions {}

/// Something that is done with a thing until the world reports its end: one body does one thing at a time.
#[derive(Clone, Copy, Debug)]
pub struct HouseholdAct {
    /// The row of the table; none for a walk.
    pub(super) row: Option<usize>,
    pub(super) thing: Id,
}

/// What [`HouseholdAct`] declares.
#[derive(Clone)]
pub struct HouseholdActNames {
    pub(super) goto: ActionId,
    /// By row of the table.
    pub(super) rows: [ActionId; Action::ALL.len()],
}

impl HouseholdActNames {
    fn all(&self) -> impl Iterator<Item = ActionId> {
        self.rows.into_iter().chain([self.goto])
    }
}

impl Declare for HouseholdAct {
    type Names = HouseholdActNames;

    fn declare(vocabulary: &mut Vocabulary) -> Self::Names {
        let mut with_a_thing = |name: &str, line: &str| {
            let action = vocabulary.latched(name, 1);
            vocabulary.takes(action, [Type::Id]);
            vocabulary.describe_as(action, line);
            action
        };
        HouseholdActNames {
            goto: with_a_thing("goto", "walks to a thing"),
            rows: Action::ALL.map(|row| with_a_thing(row.name, &line_of(&row))),
        }
    }
}

/// Says what an action is.
fn line_of(row: &Action) -> String {
    let until = match row.length {
        Length::Fixed => String::new(),
        Length::UntilFull(drive) => format!(" until {} is full", drive.name()),
    };
    let gives = row.gives.map_or_else(String::new, |item| format!(", which gives {}", item.name()));
    let needs = row.needs.map_or_else(String::new, |item| format!(", which needs {}", item.name()));
    format!("{}{until}{needs}{gives}; at the {}", row.name.replace('_', " "), row.at.name())
}

impl Actions for HouseholdAct {
    fn read(names: &Self::Names, action: ActionId, arguments: &[Value]) -> Option<Self> {
        let row = names.rows.iter().position(|known| *known == action);
        if row.is_none() && action != names.goto {
            return None;
        }
        Some(Self { row, thing: arguments.first()?.id()? })
    }

    fn command(&self, names: &Self::Names) -> Option<Command> {
        let action = self.row.map_or(Some(names.goto), |row| names.rows.get(row).copied())?;
        Some(Command::Act { action, arguments: [Value::Id(self.thing)].into_iter().collect() })
    }

    fn all(names: &Self::Names) -> Vec<ActionId> {
        names.all().collect()
    }

    fn conflicts(names: &Self::Names) -> Vec<(ActionId, ActionId)> {
        names.all().flat_map(|one| names.all().map(move |other| (one, other))).collect()
    }
}
