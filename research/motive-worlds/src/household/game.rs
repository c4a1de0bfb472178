//! The rules of the house.

use super::house_settings::{FULL, NEAR_OPTIMAL, Numbers, Source, TICK};
use super::published_tables::{Action, Drive, Furniture, Item, Length};
use serde::{Deserialize, Serialize};

/// Something that the tenant can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HouseholdAction {
    /// Walks to a thing.
    Walk(Furniture),
    /// Does the action of this number in the table.
    Act(usize),
}

/// What was done so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HouseholdCounts {
    /// By action of the table: how often it was brought to its end.
    pub done: [u64; Action::ALL.len()],
    /// Walks that came to their end.
    pub walks: u64,
    /// Metres walked.
    pub metres: f64,
}

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OngoingCommand {
    pub(super) command: HouseholdAction,
    /// Ticks that are left; none if it goes on until a drive is full.
    pub(super) left: Option<u64>,
    /// Where a walk began.
    from: (f32, f32),
    /// How many ticks it has been running.
    gone_on: u64,
}

/// When a day is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// In the moment in which every level is above 90, as the source has it.
    #[default]
    AtOnce,
    /// When what is under way then has come to its end. That the fitted numbers were fitted so is inferred from the time they give.
    AfterAction,
}

/// A house and its tenant.
#[derive(Clone, Debug, PartialEq)]
pub struct Household {
    source: Source,
    stop: Stop,
    /// The numbers of this house.
    pub numbers: Numbers,
    pub(super) levels: [f64; Drive::ALL.len()],
    pub(super) place: (f32, f32),
    /// The thing at which the tenant stands.
    pub(super) at: Option<Furniture>,
    pub(super) has: [bool; Item::ALL.len()],
    pub(super) doing: Option<OngoingCommand>,
    /// How many ticks have passed.
    pub tick: u64,
    /// What was done so far.
    pub counts: HouseholdCounts,
}

/// How something that was to be done stands after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandOutcome {
    /// It continues, or there is none.
    GoesOn,
    /// What was begun has come to its end.
    Ended,
    /// What was to be begun cannot be done here and now.
    Refused,
}

impl Household {
    /// A house with numbers from a source, at the start of a day in which nothing is as it should be.
    pub fn new(source: Source, seed: u64) -> Self {
        Self::with(Numbers::of(source, seed), source)
    }

    /// A house with custom numbers.
    pub fn of(numbers: Numbers) -> Self {
        Self::with(numbers, Source::Fitted)
    }

    fn with(numbers: Numbers, source: Source) -> Self {
        Self {
            source,
            stop: Stop::default(),
            levels: [0.0; Drive::ALL.len()],
            place: numbers.start,
            numbers,
            at: None,
            has: [false; Item::ALL.len()],
            doing: None,
            tick: 0,
            counts: HouseholdCounts::default(),
        }
    }

    pub(super) fn reset(&mut self, seed: u64) {
        *self = Self::new(self.source, seed).stopping(self.stop);
    }

    /// When its day is over.
    pub fn stopping(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Whether the day is over.
    pub fn is_over(&self) -> bool {
        self.is_near_optimal() && (self.stop == Stop::AtOnce || self.doing.is_none())
    }

    /// How many seconds have passed.
    pub fn seconds(&self) -> f64 {
        self.tick as f64 * TICK
    }

    /// How well a drive is served, from 0 to 100.
    pub fn level(&self, drive: Drive) -> f64 {
        self.levels[drive as usize]
    }

    /// Changes a level by hand.
    pub fn set_level(&mut self, drive: Drive, level: f64) {
        self.levels[drive as usize] = if level.is_nan() { 0.0 } else { level.clamp(0.0, FULL) };
    }

    /// Whether every level is above 90 at once.
    pub fn is_near_optimal(&self) -> bool {
        self.levels.iter().all(|level| *level > NEAR_OPTIMAL)
    }

    /// Whether something can be begun here and now. Walks always can.
    pub(super) fn can(&self, command: HouseholdAction) -> bool {
        let HouseholdAction::Act(number) = command else { return true };
        let Some(action) = Action::ALL.get(number) else { return false };
        self.at == Some(action.at) && action.needs.is_none_or(|item| self.has[item as usize])
    }

    /// Lets one tick pass. What is under way goes on to its end; only then is `wish` begun.
    pub(super) fn step(&mut self, wish: Option<HouseholdAction>) -> CommandOutcome {
        if self.is_over() {
            return CommandOutcome::GoesOn;
        }
        self.tick += 1;
        if self.doing.is_none()
            && let Some(command) = wish
        {
            if !self.can(command) {
                self.pass(false);
                return CommandOutcome::Refused;
            }
            self.begin(command);
        }
        let Some(mut doing) = self.doing else {
            self.pass(false);
            return CommandOutcome::GoesOn;
        };
        doing.gone_on += 1;
        doing.left = doing.left.map(|left| left.saturating_sub(1));
        let ended = match doing.command {
            HouseholdAction::Walk(to) => self.walk(to, &doing),
            HouseholdAction::Act(number) => self.act(number, &doing),
        };
        self.doing = (!ended).then_some(doing);
        if ended { CommandOutcome::Ended } else { CommandOutcome::GoesOn }
    }

    fn begin(&mut self, command: HouseholdAction) {
        let left = match command {
            HouseholdAction::Walk(to) => {
                Some(self.numbers.walk(self.place, self.numbers.places[to as usize]))
            }
            HouseholdAction::Act(number) => match Action::ALL[number].length {
                Length::Fixed => Some(Numbers::ticks(self.numbers.seconds[number])),
                Length::UntilFull(_) => None,
            },
        };
        self.doing = Some(OngoingCommand { command, left, from: self.place, gone_on: 0 });
    }

    /// One tick of a walk; says whether it is over.
    fn walk(&mut self, to: Furniture, doing: &OngoingCommand) -> bool {
        self.pass(true);
        let (from, goal) = (doing.from, self.numbers.places[to as usize]);
        let left = doing.left.unwrap_or(0);
        let share = doing.gone_on as f32 / (doing.gone_on + left).max(1) as f32;
        self.at = None;
        self.place = (from.0 + (goal.0 - from.0) * share, from.1 + (goal.1 - from.1) * share);
        if left > 0 {
            return false;
        }
        (self.place, self.at) = (goal, Some(to));
        self.counts.walks += 1;
        let (dx, dy) = (f64::from(from.0 - goal.0), f64::from(from.1 - goal.1));
        self.counts.metres += (dx * dx + dy * dy).sqrt();
        true
    }

    /// One tick of an action; says whether it is over. Levels fall before what it does is added.
    fn act(&mut self, number: usize, doing: &OngoingCommand) -> bool {
        let action = &Action::ALL[number];
        self.pass(!action.rests());
        let ended = match action.length {
            Length::Fixed => {
                let over = doing.left == Some(0);
                if over {
                    self.gain(number, 1.0);
                }
                over
            }
            Length::UntilFull(drive) => {
                self.gain(number, TICK);
                self.level(drive) >= FULL
            }
        };
        if ended {
            if let Some(item) = action.needs {
                self.has[item as usize] = false;
            }
            if let Some(item) = action.gives {
                self.has[item as usize] = true;
            }
            self.counts.done[number] += 1;
        }
        ended
    }

    fn gain(&mut self, number: usize, share: f64) {
        for (level, gain) in self.levels.iter_mut().zip(self.numbers.gains[number]) {
            *level = (*level + gain * share).clamp(0.0, FULL);
        }
    }

    /// A tick takes its toll.
    fn pass(&mut self, tiring: bool) {
        for level in &mut self.levels {
            *level = (*level - self.numbers.decay * TICK).max(0.0);
        }
        if tiring {
            let energy = &mut self.levels[Drive::Energy as usize];
            *energy = (*energy - self.numbers.drain * TICK).max(0.0);
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/household_game.rs"]
mod tests;
