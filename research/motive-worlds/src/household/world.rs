//! The household as a world that one agent decides in.

use super::declared_actions::ActionDeclarations;
use super::game::{CommandOutcome, Household, HouseholdAction, Stop};
use super::house_settings::{Source, TICK_MICROS};
use super::published_tables::{Action, Drive, Furniture};
use super::types::{BodilyRates, DriveLevels, HouseholdAct, ItemsInHand, KnownActions, Whereabouts};
use crate::error::WorldError;
use crate::frame::Frame;
use crate::typed::{World, most_important};
use motive::declare::Senses;
use motive::kernel::Kind;
use motive::{Decision, GameBuilder, Id, Point, RunId, Seed};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Actions of this cost and more are counted as long ones.
const LONG_COST: f64 = 10.0;

/// A house with one tenant.
///
/// # What there is
///
/// Eleven kinds of things, one of each: `bed`, `bath`, `sink`, `toilet`, `chair`, `tv`, `fridge`, `food`, `coffee_machine`, `pc`,
/// `phone`; each has `at`, a place. The tenant has seven levels from 0 to 100 (`entertainment`, `energy`, `hunger`, `comfort`,
/// `hygiene`, `bladder`, `social`), `at`, `place` (the thing at which it stands), what it holds (`has_raw_meal`, `has_cooked_meal`,
/// `has_snack`, `has_cappuccino`), and what it knows of its actions: `ACTION_takes` in seconds, `ACTION_DRIVE` as what the action does
/// to a drive, `speed`, `decay`, `drain`.
///
/// # What can be done
///
/// `goto(thing)` and sixteen actions and one more at their things, such as `wash_in_bath(bath)`. All are latched and conflict; the world
/// declares what each needs, changes, takes and costs. What is begun is brought to its end, whatever is decided meanwhile.
#[derive(Debug)]
pub struct HouseholdWorld {
    /// The house behind the world.
    pub house: Household,
    /// By object.
    things: [Option<(Id, Kind)>; Furniture::ALL.len()],
    /// The next action, and its run.
    wish: Option<(HouseholdAction, RunId)>,
    /// The run of what is under way.
    under_way: Option<RunId>,
    /// A run that has ended, and whether it succeeded.
    ended: Option<(RunId, bool)>,
}

/// What can be chosen.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct HouseholdOptions {
    /// When a day is over.
    pub stop: Stop,
    /// Where the numbers come from.
    pub numbers: Source,
}

/// Why something could not be begun.
const NOT_HERE: &str = "not_here";

impl HouseholdWorld {
    /// A world that continues with a house as it is.
    pub fn of(house: Household) -> Self {
        Self { house, things: [None; Furniture::ALL.len()], wish: None, under_way: None, ended: None }
    }

    fn id(&self, object: Furniture) -> Option<Id> {
        self.things[object as usize].map(|(id, _)| id)
    }

    /// What an act asks for, if it is done with the right thing.
    fn command(&self, act: HouseholdAct) -> Option<HouseholdAction> {
        let object = Furniture::ALL.into_iter().find(|object| self.id(*object) == Some(act.thing))?;
        let Some(number) = act.row else { return Some(HouseholdAction::Walk(object)) };
        (Action::ALL.get(number)?.at == object).then_some(HouseholdAction::Act(number))
    }
}

impl World for HouseholdWorld {
    const NAME: &'static str = "household";
    const SUMMARY: &'static str = "a house whose tenant has seven drives and 25 actions";
    const TICK: Duration = Duration::from_micros(TICK_MICROS);
    const OPTIONS: &'static [(&'static str, &'static str)] = &[
        (
            "stop",
            "when the day ends: as soon as all levels are above 90, or when the action that is running then has ended",
        ),
        (
            "numbers",
            "durations and effects of actions: `fitted` to the published times; drawn with the seed around that house, where long actions are stronger (`drawn`) or weaker (`weak_long`) than short ones; or drawn from the source's table alone (`unfitted`)",
        ),
    ];

    type Sees = ();
    type Is = (DriveLevels, ItemsInHand, KnownActions, Whereabouts, BodilyRates);
    type Does = HouseholdAct;
    type Options = HouseholdOptions;

    fn new(options: &HouseholdOptions, seed: Seed) -> Result<Self, WorldError> {
        Ok(Self::of(Household::new(options.numbers, seed.0).stopping(options.stop)))
    }

    fn declare_first(&mut self, mut game: GameBuilder) -> GameBuilder {
        self.things = Furniture::ALL.map(|object| {
            let (name, words) = (object.name(), object.name().replace('_', " "));
            let kind = game.vocabulary().kind(name);
            game.vocabulary().describe_as(kind, &format!("the {words} of the house"));
            let id = game.the(&format!("the_{name}"), &format!("the one {words} of the house"));
            Some((id, kind))
        });
        game
    }

    fn declare(&mut self, mut game: GameBuilder) -> GameBuilder {
        let actions = ActionDeclarations::of(&mut game);
        game.vocabulary().symbol(NOT_HERE);
        game.effects(move |catalogue, names| actions.add(catalogue, names))
    }

    fn reset(&mut self, _: &HouseholdOptions, seed: Seed) {
        self.house.reset(seed.0);
        (self.wish, self.under_way, self.ended) = (None, None, None);
    }

    /// What never changes: where things stand, and what is known of actions.
    fn begin(&mut self, _: usize, to: &mut Senses<'_>) {
        let numbers = &self.house.numbers;
        for ((id, kind), (x, y)) in self.things.into_iter().flatten().zip(numbers.places) {
            to.remember_as(kind, id, &Whereabouts { at: Point::flat(x, y), place: None });
        }
        to.update(&KnownActions(numbers.clone()));
        to.update(&BodilyRates { speed: numbers.speed, decay: numbers.decay, drain: numbers.drain });
    }

    fn perceive(&mut self, _: usize, to: &mut Senses<'_>) {
        let (house, (x, y)) = (&self.house, self.house.place);
        to.update(&DriveLevels::from(house.levels));
        to.update(&ItemsInHand::from(house.has));
        let place = house.at.and_then(|object| self.id(object));
        to.update(&Whereabouts { at: Point::flat(x, y), place });
    }

    /// One thing is done at a time: the most important one that the house knows.
    fn act(&mut self, _: usize, decision: Decision<HouseholdAct>) {
        let mut unknown = None;
        self.wish = most_important(&decision, |act| {
            let command = self.command(act.action).map(|command| (command, act.run));
            unknown = command.is_none().then_some((act.run, false)).or(unknown);
            command
        });
        self.ended = unknown.or(self.ended);
    }

    fn ended(&mut self, _: usize, report: &mut dyn FnMut(RunId, Result<(), &'static str>)) {
        if let Some((run, succeeded)) = self.ended {
            report(run, succeeded.then_some(()).ok_or(NOT_HERE));
        }
    }

    fn step(&mut self) {
        let wish = self.wish.take();
        if self.house.doing.is_none() {
            self.under_way = wish.map(|(_, run)| run);
        }
        let outcome = self.house.step(wish.map(|(command, _)| command));
        let refused = self.ended.take().filter(|_| wish.is_none());
        self.ended = match (outcome, self.under_way) {
            (CommandOutcome::Ended, Some(run)) => Some((run, true)),
            (CommandOutcome::Refused, Some(run)) => Some((run, false)),
            _ => refused,
        };
    }

    fn is_over(&self) -> bool {
        self.house.is_over()
    }

    /// The mean of the levels.
    fn score(&self, _: usize) -> f64 {
        let levels = self.house.levels;
        levels.iter().sum::<f64>() / levels.len() as f64
    }

    fn legend(&self) -> &'static str {
        "@ tenant  bars: how well each need is met, from 0 to 100"
    }

    fn frame(&self) -> Frame {
        Frame::Household(self.house.frame())
    }

    /// `seconds` is how long it took until all levels were above 90 at once, if `finished` is 1. Walks are not among `actions`.
    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let (house, counts) = (&self.house, &self.house.counts);
        let done = |wanted: fn(&Action) -> bool| {
            let rows = Action::ALL.iter().zip(counts.done);
            rows.filter(|(row, _)| wanted(row)).map(|(_, times)| times).sum::<u64>() as f64
        };
        let levels = Drive::ALL.map(|drive| house.level(drive));
        let least = levels.into_iter().fold(f64::INFINITY, f64::min);
        vec![
            ("seconds", house.seconds()),
            ("finished", f64::from(u8::from(house.is_over()))),
            ("lowest_level", least),
            ("mean_level", levels.iter().sum::<f64>() / levels.len() as f64),
            ("actions", done(|_| true)),
            ("long_actions", done(|row| row.cost >= LONG_COST)),
            ("kinds", counts.done.iter().filter(|times| **times > 0).count() as f64),
            ("walks", counts.walks as f64),
            ("metres", counts.metres),
        ]
    }
}
