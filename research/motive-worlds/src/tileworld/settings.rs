//! The settings of the Tileworld, with where each comes from.
//!
//! The defaults are the setting in which Gordon's study of 2005 is run again: 20 by 20 cells, a sensor range of 5,
//! stacks and holes of 1 to 10, three shapes, 1000 cycles. What its text leaves open is ours, and each field says so.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most cells that a side of the grid can have.
pub const MAX_SIDE: u16 = 1000;

/// The most agents that a world can have.
pub const MAX_AGENTS: usize = 64;

/// How the odds of a change follow from the rate N.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RateMode {
    /// 1 in N, as the text has it.
    Exact,
    /// 100/N percent, rounded down to a whole percent: what the published numbers of 2005 imply.
    #[default]
    PercentFloor,
}

/// How things come and go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Nothing comes or goes.
    Never,
    /// Each cycle, for each kind of thing, one comes with the odds that the rate gives, and one goes with the same odds.
    Rate {
        /// The rate N: the higher, the slower.
        n: f64,
        /// How the odds follow from it.
        mode: RateMode,
    },
    /// Each cycle a normally distributed number of things of each kind comes, and each stays for a while.
    Normal {
        /// How many come in a cycle on average.
        mean: f64,
        /// The standard deviation of that number.
        deviation: f64,
        /// For how many cycles each stays.
        life: u64,
    },
}

impl Change {
    /// How many things of a kind come in a cycle on average.
    pub fn per_cycle(&self) -> f64 {
        match *self {
            Self::Never => 0.0,
            Self::Rate { n, mode: RateMode::Exact } => 1.0 / n,
            Self::Rate { n, mode: RateMode::PercentFloor } => (100.0 / n).floor() / 100.0,
            Self::Normal { mean, .. } => mean,
        }
    }
}

/// Which thing goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Victim {
    /// Any, with equal odds. The source does not say; this is ours.
    #[default]
    Any,
    /// The one that has been there longest.
    Oldest,
}

/// Which cells lie within the sensor range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SensorShape {
    /// All cells within that many moves.
    #[default]
    Diamond,
    /// All cells at most that many columns and rows away.
    Square,
}

/// How tiles get into holes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rules {
    /// They are picked up, carried and dropped (Gordon 2005).
    #[default]
    Carry,
    /// They are pushed, one tile at a time (Pollack and Ringuette 1990).
    Push,
}

/// For how long a thing is young.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Young {
    /// For this part of the time that things are expected to stay. The source gives no number; 0.03 was fitted to
    /// one column of its tables.
    Fraction(f64),
    /// For this number of cycles.
    Cycles(u64),
}

/// The numbers of a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TileworldSettings {
    /// Columns, the border aside.
    pub width: u16,
    /// Rows, the border aside.
    pub height: u16,
    /// How many agents there are.
    pub agents: usize,
    /// How many stacks, and how many holes, there are at the start.
    pub density: u32,
    /// How many obstacles there are at the start, the border aside; without a number as many as stacks. The source says
    /// the latter; its published scores are reached only with 10.
    pub obstacles: Option<u32>,
    /// After how many cycles it ends; with 0 never.
    pub cycles: u64,
    /// How things come and go.
    pub change: Change,
    /// Which thing goes when one has to.
    pub victim: Victim,
    /// Stacks and holes are of 1 up to this many tiles.
    pub max_size: u8,
    /// How many shapes there are.
    pub shapes: u8,
    /// How far agents sense.
    pub sensor: u16,
    /// Which cells that is.
    pub sensor_shape: SensorShape,
    /// For how long things are young.
    pub young: Young,
    /// How tiles get into holes.
    pub rules: Rules,
    /// How often things come and go for each cycle of the agents: the dynamism of Kinny and Georgeff (1991).
    pub dynamism: f64,
    /// An agent is told to reconsider what it is doing every this many cycles: the boldness of Kinny and Georgeff (1991).
    pub boldness: u32,
    /// With how much fuel agents start; a move takes one unit. Without a number moves cost nothing.
    pub fuel: Option<u32>,
    /// How many places there are to refuel at.
    pub stations: u32,
}

impl Default for TileworldSettings {
    fn default() -> Self {
        Self {
            width: 20,
            height: 20,
            agents: 1,
            density: 40,
            obstacles: Some(10),
            cycles: 1000,
            change: Change::Rate { n: 40.0, mode: RateMode::PercentFloor },
            victim: Victim::Any,
            max_size: 10,
            shapes: 3,
            sensor: 5,
            sensor_shape: SensorShape::Diamond,
            young: Young::Fraction(0.03),
            rules: Rules::Carry,
            dynamism: 1.0,
            boldness: 1,
            fuel: None,
            stations: 0,
        }
    }
}

impl TileworldSettings {
    /// Two agents on a grid with fuel, where few things come and stay long (50 by 50), or many come and go soon (80 by
    /// 80). Single tiles of one shape, one station and no things at the start are ours.
    pub fn pair(side: u16, mean: f64, deviation: f64, life: u64) -> Self {
        Self {
            width: side,
            height: side,
            agents: 2,
            density: 0,
            obstacles: Some(0),
            cycles: 5000,
            change: Change::Normal { mean, deviation, life },
            max_size: 1,
            shapes: 1,
            sensor: 3,
            fuel: Some(500),
            stations: 1,
            ..Self::default()
        }
    }

    /// How many obstacles there are at the start, the border aside.
    pub fn initial_obstacles(&self) -> u32 {
        self.obstacles.unwrap_or(self.density)
    }

    /// For how many cycles a thing is young.
    pub fn young_cycles(&self) -> u64 {
        let cycles = match (self.young, self.change) {
            (Young::Cycles(cycles), _) => return cycles,
            (Young::Fraction(part), Change::Normal { life, .. }) => part * life as f64,
            // With D things of which one goes with odds p in a cycle, each is expected to stay for D/p cycles.
            (Young::Fraction(part), change) => part * f64::from(self.density) / change.per_cycle(),
        };
        // A hair above, so that 0.03 of 200 are 6 and not nearly 6. A cast keeps within the type.
        (cycles + 1e-9) as u64
    }

    /// The most that could be scored with what has come in a number of cycles, on average: every tile in a hole of its
    /// shape, every hole filled.
    pub fn potential(&self, cycles: u64) -> f64 {
        let mean_size = (1.0 + f64::from(self.max_size)) / 2.0;
        let come = f64::from(self.density) + self.change.per_cycle() * self.dynamism * cycles as f64;
        come * (super::MATCH_SCORE as f64 * mean_size + super::FILL_SCORE as f64)
    }

    /// Says what is wrong, if a world cannot be made so.
    ///
    /// # Errors
    /// If there is no room, or a number is out of range.
    pub fn check(&self) -> Result<(), TileworldSettingsError> {
        let side = 1..=MAX_SIDE;
        if !side.contains(&self.width) || !side.contains(&self.height) {
            return Err(TileworldSettingsError::Size(self.width, self.height));
        }
        if !(1..=MAX_AGENTS).contains(&self.agents) {
            return Err(TileworldSettingsError::Agents(self.agents));
        }
        let cells = u64::from(self.width) * u64::from(self.height);
        let things =
            2 * u64::from(self.density) + u64::from(self.initial_obstacles()) + u64::from(self.stations);
        if things + self.agents as u64 > cells {
            return Err(TileworldSettingsError::TooMany(things, self.agents, cells));
        }
        let bad = |name: &'static str, value: f64| Err(TileworldSettingsError::Number(name, value));
        match self.change {
            Change::Rate { n, .. } if !(n.is_finite() && n >= 1.0) => return bad("rate", n),
            Change::Normal { mean, .. } if !(mean.is_finite() && (0.0..=1000.0).contains(&mean)) => {
                return bad("mean number of things that come", mean);
            }
            Change::Normal { deviation, .. } if !(deviation.is_finite() && deviation >= 0.0) => {
                return bad("deviation of the number of things that come", deviation);
            }
            _ => {}
        }
        match self.young {
            Young::Fraction(part) if !(part.is_finite() && part >= 0.0) => return bad("part of life", part),
            _ => {}
        }
        if !(self.dynamism.is_finite() && (0.0..=1000.0).contains(&self.dynamism)) {
            return bad("dynamism", self.dynamism);
        }
        let counts =
            [("size", self.max_size.into()), ("shapes", self.shapes.into()), ("boldness", self.boldness)];
        match counts.into_iter().find(|(_, count)| *count == 0) {
            Some((name, _)) => bad(name, 0.0),
            None if self.sensor > 100 => bad("sensor range", self.sensor.into()),
            None => Ok(()),
        }
    }
}

/// Why a world cannot be made with these settings.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum TileworldSettingsError {
    /// Columns and rows of which one are too few or too many.
    #[error("a grid of {0}x{1} cannot be: each side must have 1 to {MAX_SIDE} cells")]
    Size(u16, u16),
    /// No agents, or too many.
    #[error("there cannot be {0} agents; the number must be 1 to {MAX_AGENTS}")]
    Agents(usize),
    /// More things and agents at the start than there are cells.
    #[error("{0} things and {1} agents do not fit into {2} cells; lower the density or widen the grid")]
    TooMany(u64, usize, u64),
    /// What a number is for that is out of range, and the number.
    #[error("{1} cannot be the {0}")]
    Number(&'static str, f64),
}
