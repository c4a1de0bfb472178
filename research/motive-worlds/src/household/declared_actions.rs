//! What the actions of the house need and change, for planners and networks.

use super::house_settings::FULL;
use super::published_tables::{Action as Row, Drive, Length, WALK_COST};
use super::types::{
    BodilyRates, BodilyRatesNames, DriveLevels, HouseholdAct, HouseholdActNames, ItemsInHand, KnownActions,
    KnownActionsNames, Whereabouts, WhereaboutsNames,
};
use motive::GameBuilder;
use motive::declare::Properties;
use motive::kernel::{Action, BuildError, BuiltinFunction, Catalogue, Effect, Expr, Property, Vocabulary};

/// The names that they are declared with.
pub(super) struct ActionDeclarations {
    /// By drive.
    levels: Vec<Property>,
    /// By item.
    items: Vec<Property>,
    known: KnownActionsNames,
    whereabouts: WhereaboutsNames,
    rates: BodilyRatesNames,
    acts: HouseholdActNames,
}

impl ActionDeclarations {
    pub(super) fn of(game: &mut GameBuilder) -> Self {
        Self {
            levels: DriveLevels::properties(&game.names::<DriveLevels>()),
            items: ItemsInHand::properties(&game.names::<ItemsInHand>()),
            known: game.names::<KnownActions>(),
            whereabouts: game.names::<Whereabouts>(),
            rates: game.names::<BodilyRates>(),
            acts: game.names::<HouseholdAct>(),
        }
    }

    pub(super) fn add(&self, catalogue: &mut Catalogue, names: &Vocabulary) -> Result<(), BuildError> {
        catalogue.add(&self.walking(), names)?;
        let mut rows = Row::ALL.iter().enumerate();
        rows.try_for_each(|(number, row)| catalogue.add(&self.acting(number, row), names))
    }

    fn walking(&self) -> Action {
        let metres = Expr::builtin(
            BuiltinFunction::Distance,
            vec![Expr::own(self.whereabouts.at), Expr::var("it").get(self.whereabouts.at)],
        );
        let seconds = metres / Expr::own(self.rates.speed);
        Action::new(self.acts.goto, &["it"])
            .lasts(seconds.clone())
            .costs(WALK_COST)
            .effect(self.tiring(seconds))
            .effect(Effect::set_own(self.whereabouts.at, Expr::var("it").get(self.whereabouts.at)))
            .effect(Effect::set_own(self.whereabouts.place, Expr::var("it")))
    }

    fn acting(&self, number: usize, row: &Row) -> Action {
        let (seconds, mut effects) = match row.length {
            Length::Fixed => self.fixed(number),
            Length::UntilFull(drive) => self.until_full(number, drive),
        };
        let mut action = Action::new(self.acts.rows[number], &["it"])
            .needs(Expr::own(self.whereabouts.place).equals(Expr::var("it")))
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
        (Expr::own(self.known.takes[number]), self.known.gains[number].iter().map(gain).collect())
    }

    /// What goes on until a drive is full. Levels fall meanwhile, so that it takes a little longer than what is missing would; when
    /// effects are applied that fall has happened, and the part that is missing then is what was gained.
    fn until_full(&self, number: usize, full: Drive) -> (Expr, Vec<Effect>) {
        let rate = |of: Drive| {
            let found = self.known.gains[number].iter().find(|(drive, _)| *drive == of);
            found.map_or_else(|| Expr::from(0), |(_, gain)| Expr::own(*gain))
        };
        let missing = || Expr::from(FULL) - Expr::own(self.levels[full as usize]);
        let seconds = missing() / (rate(full) - Expr::own(self.rates.decay));
        let mut effects: Vec<Effect> = self.known.gains[number]
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
        Effect::add_own(self.levels[Drive::Energy as usize], -(seconds * Expr::own(self.rates.drain)))
    }
}
