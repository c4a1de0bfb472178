//! The arena as a world that a mind decides in.

use std::time::Duration;

use motive::declare::Senses;
use motive::kernel::{Id, Mind, Thing};
use motive::{Decision, Game, GameBuilder, RunId, Seed};

use super::game::{Arena, ArenaAction, End};
use super::minds;
use super::settings::ArenaSettings;
use super::vocabulary::{
    ArenaNames, HealthPotion, ManaPotion, SeenAlly, SeenAntlion, SeenPotion, SeenWizard, SpellEffects,
    WizardAct, WizardBody, point_of,
};
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::Options;
use crate::typed::{World, most_important};

/// The arena as a world for one wizard.
///
/// A tick is the time from one decision to the next, 200 ms unless the settings say otherwise; the game itself goes in smaller steps.
///
/// # What there is
///
/// | kind | properties |
/// |---|---|
/// | `antlion` | `position`, `distance`, `health`; `element` (`fire` or `frost`) where weaknesses are played |
/// | `health_potion`, `mana_potion`, both `potion` | `position`, `distance`, and `heals` or `restores`: how much is in it |
/// | `ally` | `position`, `distance`, `health`, where allies are played |
///
/// The wizard itself has `position`, `health`, `mana`, `busy` (a strike or cast is under way), `badly_hurt` and `lightning_ready`. `distance` is
/// worked out from positions, in plans too.
///
/// # What can be done
///
/// `goto(thing)`, `melee(antlion)`, `lightning(antlion)`, `blast(antlion)`, `heal()`; all of them are latched and conflict. `stand()` does nothing. What they need and
/// change is declared from the settings, and so are bites at the end of a walk, for planners to think of. What was begun goes on while nothing
/// else is decided; walking breaks a cast off.
pub struct ArenaWorld {
    /// The game. Agents learn of a change by hand when they perceive next.
    pub game: Arena,
    /// Once they are declared.
    names: Option<ArenaNames>,
    /// The things that the wizard was told of, in the order of their numbers.
    known: Vec<u64>,
    command: Option<ArenaAction>,
    /// The run of what the wizard is doing.
    run: Option<RunId>,
    /// The run that ended in the last step, and how.
    over: Option<(RunId, Result<(), &'static str>)>,
}

/// Why an action has failed.
const CAME_TO_NOTHING: &str = "came_to_nothing";

/// The other wizard's number, far above those of things.
const ALLY: u64 = 1 << 48;

/// Something that the wizard sees.
enum SeenThing {
    Antlion(SeenAntlion),
    HealthPotion(HealthPotion),
    ManaPotion(ManaPotion),
    Ally(SeenAlly),
}

impl ArenaWorld {
    /// A world with custom settings, reset with seed 0.
    ///
    /// # Errors
    /// If there cannot be such a world.
    pub fn with_settings(settings: ArenaSettings) -> Result<Self, WorldError> {
        let game = Arena::new(settings, 0).map_err(WorldError::Arena)?;
        Ok(Self { game, names: None, known: Vec::new(), command: None, run: None, over: None })
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        Self::with_settings(ArenaSettings::default().with(options)?)
    }

    fn body(&self) -> WizardBody {
        let wizard = self.game.wizard;
        WizardBody {
            position: point_of(wizard.place),
            health: wizard.health,
            mana: wizard.mana,
            busy: self.game.act.is_some(),
            badly_hurt: wizard.badly_hurt,
            lightning_ready: wizard.rests <= 0.0,
        }
    }

    /// Antlions, potions and the ally, in the order of their numbers.
    fn things(&self) -> Vec<(u64, SeenThing)> {
        let settings = self.game.settings();
        let antlions = self.game.antlions.iter().map(|antlion| {
            let (id, position) = (Id::new(antlion.number), point_of(antlion.place));
            let (health, element) = (antlion.health, antlion.element);
            (antlion.number, SeenThing::Antlion(SeenAntlion { id, position, health, element }))
        });
        let potions = self.game.potions.iter().map(|potion| {
            let (id, position) = (Id::new(potion.number), point_of(potion.place));
            let amount = if settings.amount_is_seen { potion.amount } else { settings.expected_amount() };
            let seen = if potion.heals {
                SeenThing::HealthPotion(HealthPotion { id, position, heals: amount })
            } else {
                SeenThing::ManaPotion(ManaPotion { id, position, restores: amount })
            };
            (potion.number, seen)
        });
        let ally = self.game.ally.map(|ally| {
            let (id, position) = (Id::new(ALLY), point_of(ally.place));
            (ALLY, SeenThing::Ally(SeenAlly { id, position, health: ally.health }))
        });
        let mut things: Vec<_> = antlions.chain(potions).chain(ally).collect();
        things.sort_by_key(|(number, _)| *number);
        things
    }
}

impl World for ArenaWorld {
    const NAME: &'static str = "arena";
    const SUMMARY: &'static str = "a wizard with four spells against an endless stream of antlions";

    type Sees = (SeenPotion, SeenWizard, SeenAntlion, HealthPotion, ManaPotion, SeenAlly);
    type Is = WizardBody;
    type Does = WizardAct;
    type Options = ();

    fn new((): &(), seed: Seed) -> Result<Self, WorldError> {
        let mut world = Self::with_settings(ArenaSettings::default())?;
        world.game.reset(seed.0);
        Ok(world)
    }

    fn declare(&mut self, mut game: GameBuilder) -> GameBuilder {
        let settings = self.game.settings().clone();
        let names = ArenaNames::declare(&mut game, &settings);
        game.vocabulary().symbol(CAME_TO_NOTHING);
        self.names = Some(names.clone());
        game.effects(move |catalogue, vocabulary| {
            SpellEffects { names: &names, settings: &settings }.declare(catalogue, vocabulary)
        })
    }

    fn tick_length(&self) -> Duration {
        Duration::from_micros((self.game.settings().query() * 1e6).round() as u64)
    }

    fn reset(&mut self, (): &(), seed: Seed) {
        self.game.reset(seed.0);
        self.known.clear();
        (self.command, self.run, self.over) = (None, None, None);
    }

    fn begin(&mut self, _: usize, to: &mut Senses<'_>) {
        let Some(names) = &self.names else { return };
        let kinds = [names.antlion.kind, names.potion.kind, names.ally];
        let is_ours =
            |thing: &&Thing| kinds.iter().any(|kind| thing.is_a(*kind)) && thing.id().number().is_some();
        let stale: Vec<Id> = to.memory().things().filter(is_ours).map(Thing::id).collect();
        for id in stale {
            to.forget(id);
        }
        self.known.clear();
        to.memory().set_own_kind(names.wizard);
    }

    fn perceive(&mut self, _: usize, to: &mut Senses<'_>) {
        to.update(&self.body());
        let things = self.things();
        for number in &self.known {
            if things.binary_search_by_key(number, |(number, _)| *number).is_err() {
                to.forget(Id::new(*number));
            }
        }
        // In the order in which they came, whatever they are.
        for (_, thing) in &things {
            match thing {
                SeenThing::Antlion(antlion) => to.remember([antlion]),
                SeenThing::HealthPotion(potion) => to.remember([potion]),
                SeenThing::ManaPotion(potion) => to.remember([potion]),
                SeenThing::Ally(ally) => to.remember([ally]),
            }
        }
        self.known.clear();
        self.known.extend(things.iter().map(|(number, _)| *number));
    }

    /// The wizard does one thing at a time: the most important one.
    fn act(&mut self, _: usize, decision: Decision<WizardAct>) {
        let best = most_important(&decision, |act| Some((act.run, act.action.command()?)));
        (self.run, self.command) = best.unzip();
    }

    fn ended(&mut self, _: usize, report: &mut dyn FnMut(RunId, Result<(), &'static str>)) {
        if let Some((run, end)) = self.over {
            report(run, end);
        }
    }

    fn step(&mut self) {
        // An action that the wizard interrupts has no run any more; only the last end belongs to the running action.
        self.game.step(self.command.take());
        let under_way = self.game.act.is_some() || self.game.going.is_some();
        self.over = match (self.run, under_way, self.game.ended().last()) {
            (Some(run), false, Some(End::Done)) => Some((run, Ok(()))),
            (Some(run), false, Some(_)) => Some((run, Err(CAME_TO_NOTHING))),
            _ => None,
        };
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Seconds that the wizard has lived.
    fn score(&self, _: usize) -> f64 {
        self.game.seconds()
    }

    fn legend(&self) -> &'static str {
        "@ wizard  x antlion  + health potion  * mana potion  A ally"
    }

    fn frame(&self) -> Frame {
        Frame::Arena(self.game.frame())
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let (game, counts) = (&self.game, self.game.counts);
        let [melee, lightning, blast, heal] = counts.begun;
        let minutes = game.seconds() / 60.0;
        let rate = |amount: f64, per: f64| if per > 0.0 { amount / per } else { 0.0 };
        vec![
            ("lifespan", game.seconds()),
            ("kills", counts.kills as f64),
            ("melee", melee as f64),
            ("lightning", lightning as f64),
            ("blast", blast as f64),
            ("heal", heal as f64),
            ("missed", counts.missed as f64),
            ("broken_off", counts.broken as f64),
            ("damage", counts.damage),
            ("damage_per_minute", rate(counts.damage, minutes)),
            ("health_potions", counts.drunk[0] as f64),
            ("mana_potions", counts.drunk[1] as f64),
            ("seconds_with_few_near", counts.near_seconds[0]),
            ("seconds_surrounded", counts.near_seconds[1]),
            ("blasts_with_few_near", counts.near_blasts[0] as f64),
            ("blasts_surrounded", counts.near_blasts[1] as f64),
            ("health", game.wizard.health),
            ("mana", game.wizard.mana),
            ("antlions", game.antlions.len() as f64),
        ]
    }

    fn minds() -> &'static [&'static str] {
        &["hl2fsm", "goap"]
    }

    fn mind(&self, name: &str, game: &Game<WizardAct>) -> Option<Box<dyn Mind>> {
        self.mind_with(name, &[], game).ok()
    }

    fn mind_numbers(name: &str) -> &'static [(&'static str, f64)] {
        minds::numbers(name)
    }

    fn mind_with(
        &self,
        name: &str,
        set: &[(String, f64)],
        game: &Game<WizardAct>,
    ) -> Result<Box<dyn Mind>, WorldError> {
        let Some(names) = &self.names else { return Err(WorldError::UnknownMind(name.into())) };
        minds::make(name, set, game, names, self.game.settings())
    }
}
