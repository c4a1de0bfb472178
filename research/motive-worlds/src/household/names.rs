//! The names that a tenant uses, and what the actions of the house need and change.

use super::house_settings::FULL;
use super::published_tables::{Action as Row, Drive, Furniture, Item, Length, WALK_COST};
use motive::kernel::{
    Action, ActionId, BuiltinFunction, Catalogue, Effect, Expr, Id, Kind, Property, Purity, Symbol, Type,
    Vocabulary,
};
use std::sync::Arc;

use crate::error::WorldError;

/// The vocabulary with a handle for every name that the world writes or reads.
#[derive(Debug)]
pub(super) struct HouseholdNames {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) catalogue: Catalogue,
    /// By object.
    pub(super) things: [(Id, Kind); Furniture::ALL.len()],
    pub(super) levels: [Property; Drive::ALL.len()],
    pub(super) items: [Property; Item::ALL.len()],
    /// By action: how long it takes.
    pub(super) takes: [Property; Row::ALL.len()],
    /// By action: what it does to the drives that it touches, in the order of the table.
    pub(super) gains: Vec<Vec<(Drive, Property)>>,
    pub(super) at: Property,
    /// The thing at which one stands.
    pub(super) place: Property,
    pub(super) speed: Property,
    pub(super) decay: Property,
    pub(super) drain: Property,
    pub(super) walk: ActionId,
    pub(super) actions: [ActionId; Row::ALL.len()],
    /// Why something could not be begun.
    pub(super) not_here: Symbol,
}

impl HouseholdNames {
    pub(super) fn new() -> Result<Self, WorldError> {
        let mut names = Vocabulary::new();
        let things = Furniture::ALL.map(|object| {
            let kind = names.kind(object.name());
            let the = format!("the_{}", object.name());
            let id = names.id(&the);
            // There is one of each, so that files may call it by its name.
            names.function(&the, 0, Purity::Pure, move |_, _| Some(id.into()));
            (id, kind)
        });
        let levels = Drive::ALL.map(|drive| {
            let level = names.own(drive.name(), Type::Number);
            names.limit(level, 0.0, FULL);
            level
        });
        let items = Item::ALL.map(|item| names.own(item.name(), Type::Bool));
        let takes = Row::ALL.map(|row| names.own(&format!("{}_takes", row.name), Type::Number));
        let gains = Row::ALL
            .iter()
            .map(|row| {
                let one = |drive: &Drive| {
                    (*drive, names.own(&format!("{}_{}", row.name, drive.name()), Type::Number))
                };
                row.touches.iter().map(one).collect()
            })
            .collect();
        let own = |names: &mut Vocabulary, name: &str| names.own(name, Type::Number);
        let mut made = Self {
            things,
            levels,
            items,
            takes,
            gains,
            at: names.own("at", Type::Point),
            place: names.own("place", Type::Id),
            speed: own(&mut names, "speed"),
            decay: own(&mut names, "decay"),
            drain: own(&mut names, "drain"),
            walk: with_a_thing(&mut names, "goto"),
            actions: Row::ALL.map(|row| with_a_thing(&mut names, row.name)),
            not_here: names.symbol("not_here"),
            vocabulary: {
                super::descriptions::describe(&mut names);
                names.finish()?
            },
            catalogue: Catalogue::default(),
        };
        made.catalogue = made.declare()?;
        Ok(made)
    }

    /// The actions, declared for every engine. One body does one thing at a time.
    fn declare(&self) -> Result<Catalogue, WorldError> {
        let mut catalogue = Catalogue::default();
        let wrong = |error: motive::kernel::BuildError| WorldError::Actions(error.to_string());
        catalogue.add(&self.walking(), &self.vocabulary).map_err(wrong)?;
        for (number, row) in Row::ALL.iter().enumerate() {
            catalogue.add(&self.acting(number, row), &self.vocabulary).map_err(wrong)?;
        }
        let all: Vec<ActionId> = self.actions.iter().copied().chain([self.walk]).collect();
        for one in &all {
            for other in &all {
                catalogue.conflict(*one, *other);
            }
        }
        Ok(catalogue)
    }

    fn walking(&self) -> Action {
        let metres =
            Expr::builtin(BuiltinFunction::Distance, vec![Expr::own(self.at), Expr::var("it").get(self.at)]);
        let seconds = metres / Expr::own(self.speed);
        Action::new(self.walk, &["it"])
            .lasts(seconds.clone())
            .costs(WALK_COST)
            .effect(self.tiring(seconds))
            .effect(Effect::set_own(self.at, Expr::var("it").get(self.at)))
            .effect(Effect::set_own(self.place, Expr::var("it")))
    }

    fn acting(&self, number: usize, row: &Row) -> Action {
        let (seconds, mut effects) = match row.length {
            Length::Fixed => self.fixed(number),
            Length::UntilFull(drive) => self.until_full(number, drive),
        };
        let mut action = Action::new(self.actions[number], &["it"])
            .needs(Expr::own(self.place).equals(Expr::var("it")))
            .costs(row.cost);
        if !row.rests() {
            effects.push(self.tiring(seconds.clone()));
        }
        if let Some(item) = row.needs {
            action = action.needs(Expr::own(self.items[item as usize]).equals(true));
            effects.push(Effect::set_own(self.items[item as usize], false));
        }
        if let Some(item) = row.gives {
            effects.push(Effect::set_own(self.items[item as usize], true));
        }
        effects.into_iter().fold(action.lasts(seconds), Action::effect)
    }

    /// An effect at the end of this many seconds.
    fn fixed(&self, number: usize) -> (Expr, Vec<Effect>) {
        let gain = |(drive, gain): &(Drive, Property)| {
            Effect::add_own(self.levels[*drive as usize], Expr::own(*gain))
        };
        (Expr::own(self.takes[number]), self.gains[number].iter().map(gain).collect())
    }

    /// What goes on until a drive is full. Levels fall meanwhile, so that it takes a little longer than what is missing would; when
    /// effects are applied that fall has happened, and the part that is missing then is what was gained.
    fn until_full(&self, number: usize, full: Drive) -> (Expr, Vec<Effect>) {
        let rate = |of: Drive| {
            let found = self.gains[number].iter().find(|(drive, _)| *drive == of);
            found.map_or_else(|| Expr::from(0), |(_, gain)| Expr::own(*gain))
        };
        let missing = || Expr::from(FULL) - Expr::own(self.levels[full as usize]);
        let seconds = missing() / (rate(full) - Expr::own(self.decay));
        let mut effects: Vec<Effect> = self.gains[number]
            .iter()
            .filter(|(drive, _)| *drive != full)
            .map(|(drive, _)| {
                Effect::add_own(self.levels[*drive as usize], missing() / rate(full) * rate(*drive))
            })
            .collect();
        effects.push(Effect::set_own(self.levels[full as usize], FULL));
        (seconds, effects)
    }

    fn tiring(&self, seconds: Expr) -> Effect {
        Effect::add_own(self.levels[Drive::Energy as usize], -(seconds * Expr::own(self.drain)))
    }
}

/// An action that is done with a thing until the world reports its end.
fn with_a_thing(names: &mut Vocabulary, name: &str) -> ActionId {
    let action = names.latched(name, 1);
    names.takes(action, [Type::Id]);
    action
}
