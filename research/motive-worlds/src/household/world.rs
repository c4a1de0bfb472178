//! The household as a world that one agent decides in.

use super::game::{Household, HouseholdAction, Outcome, Stop};
use super::house_settings::{Numbers, Source, TICK_MICROS};
use super::names::HouseholdNames;
use super::percepts::{HouseholdReported, tell};
use super::published_tables::{Action, Drive, Furniture};
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{KnownOption, Options};
use crate::world::AnyWorld;
use motive::kernel::{ActionEnd, ActiveAction, Catalogue, Decision, Memory, Time, Vocabulary};
use std::sync::Arc;

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
    house: Household,
    names: HouseholdNames,
    told: Option<HouseholdReported>,
    /// The next action, and the number of its run.
    wish: Option<(HouseholdAction, u64)>,
    /// The run of what is under way.
    under_way: Option<u64>,
    ended: Option<(u64, ActionEnd)>,
}

impl HouseholdWorld {
    /// The options of the world.
    pub(crate) const OPTIONS: &'static [KnownOption] = &[
        KnownOption {
            name: "stop",
            expects: "`at_once` or `after_action`",
            default: "at_once",
            summary: "when the day ends: as soon as all levels are above 90, or when the action that is running then has ended",
        },
        KnownOption {
            name: "numbers",
            expects: "`fitted`, `drawn`, `weak_long` or `unfitted`",
            default: "fitted",
            summary: "durations and effects of actions: `fitted` to the published times; drawn with the seed around that house, where long actions are stronger (`drawn`) or weaker (`weak_long`) than short ones; or drawn from the source's table alone (`unfitted`)",
        },
    ];

    /// A house with numbers from a source, begun with seed 0.
    ///
    /// # Errors
    /// If the world's own names contradict each other.
    pub fn new(source: Source) -> Result<Self, WorldError> {
        Self::of(Household::new(source, 0))
    }

    /// A house with custom numbers.
    ///
    /// # Errors
    /// If the world's own names contradict each other.
    pub fn with(numbers: Numbers) -> Result<Self, WorldError> {
        Self::of(Household::of(numbers))
    }

    /// A world that goes on from a house as it is.
    ///
    /// # Errors
    /// If the world's own names contradict each other.
    pub fn of(house: Household) -> Result<Self, WorldError> {
        Ok(Self {
            house,
            names: HouseholdNames::new()?,
            told: None,
            wish: None,
            under_way: None,
            ended: None,
        })
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        let mut source = Source::default();
        options.set("numbers", &mut source, |value| match value {
            "fitted" => Some(Source::Fitted),
            "drawn" => Some(Source::Drawn),
            "weak_long" => Some(Source::WeakLong),
            "unfitted" => Some(Source::Unfitted),
            _ => None,
        })?;
        let mut stop = Stop::default();
        options.set("stop", &mut stop, |value| match value {
            "at_once" => Some(Stop::AtOnce),
            "after_action" => Some(Stop::AfterAction),
            _ => None,
        })?;
        Self::of(Household::new(source, 0).stopping(stop))
    }

    /// The house behind the world.
    #[must_use]
    pub fn house(&self) -> &Household {
        &self.house
    }

    fn check(agent: usize) -> Result<(), WorldError> {
        if agent == 0 { Ok(()) } else { Err(WorldError::NoAgent { agent, agents: 1 }) }
    }

    /// What an act asks for, if it is known and is done with the right thing.
    fn command(&self, act: &ActiveAction) -> Option<HouseholdAction> {
        let thing = act.arguments.first()?.id()?;
        let object = self.names.things.iter().position(|(id, _)| *id == thing)?;
        let object = *Furniture::ALL.get(object)?;
        if act.action == self.names.walk {
            return Some(HouseholdAction::Walk(object));
        }
        let number = self.names.actions.iter().position(|action| *action == act.action)?;
        (Action::ALL.get(number)?.at == object).then_some(HouseholdAction::Act(number))
    }
}

impl AnyWorld for HouseholdWorld {
    fn name(&self) -> &str {
        "household"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.names.catalogue
    }

    fn reset(&mut self, seed: u64) {
        self.house.reset(seed);
        (self.told, self.wish, self.under_way, self.ended) = (None, None, None, None);
    }

    fn agents(&self) -> usize {
        1
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        Self::check(agent)?;
        let time = self.time();
        tell(&mut self.told, memory, time, &self.house, &self.names)
    }

    /// One thing is done at a time: the most important one that the house knows.
    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        Self::check(agent)?;
        self.wish = None;
        let mut best = f64::NEG_INFINITY;
        for act in &decision.actions {
            if self.wish.is_none() || act.priority > best {
                match self.command(act) {
                    Some(command) => (self.wish, best) = (Some((command, act.run)), act.priority),
                    None => self.ended = Some((act.run, ActionEnd::Failed(self.names.not_here))),
                }
            }
        }
        Ok(())
    }

    fn ended(&mut self, agent: usize, report: &mut dyn FnMut(u64, ActionEnd)) {
        if let (0, Some((run, ending))) = (agent, self.ended) {
            report(run, ending);
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
            (Outcome::Ended, Some(run)) => Some((run, ActionEnd::Succeeded)),
            (Outcome::Refused, Some(run)) => Some((run, ActionEnd::Failed(self.names.not_here))),
            _ => refused,
        };
    }

    fn time(&self) -> Time {
        Time::of_tick(self.house.tick(), TICK_MICROS)
    }

    fn is_over(&self) -> bool {
        self.house.is_over()
    }

    /// The mean of the levels.
    fn score(&self, agent: usize) -> f64 {
        let levels = self.house.levels;
        if agent == 0 { levels.iter().sum::<f64>() / levels.len() as f64 } else { 0.0 }
    }

    fn legend(&self) -> &'static str {
        "@ tenant  bars: how well each need is met, from 0 to 100"
    }

    fn draw(&self) -> String {
        self.house.frame().draw()
    }

    fn frame(&self) -> Frame {
        Frame::Household(self.house.frame())
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Household(frame) = frame { Some(frame.draw()) } else { None }
    }

    /// `seconds` is how long it took until all levels were above 90 at once, if `finished` is 1. Walks are not among `actions`.
    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let (house, counts) = (&self.house, self.house.counts());
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
