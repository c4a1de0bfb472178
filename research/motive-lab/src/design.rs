//! The design of a study: every agent, condition, run and seed, resolved.

use crate::error::LabError;
use crate::study::{Axis, MemoryStore, ReadingChanges, Seeds, Timed, Where};
use motive_worlds::{AnyWorld, Worlds};
use serde::{Deserialize, Serialize};

/// What a caller changes about a study.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignOptions {
    /// So many runs of each agent in each condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<usize>,
    /// Only as many runs as the study has for a quick look.
    #[serde(default)]
    pub quick: bool,
    /// Further agents, as `FILE` or `FILE:NAME`.
    #[serde(default)]
    pub minds: Vec<String>,
}

/// A study with every name resolved. It is stored beside the results and says what each of them is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// The study's name.
    pub study: String,
    /// The seed from which those of all runs are derived.
    pub seed: u64,
    /// The metrics that are recorded of each run.
    pub metrics: Vec<String>,
    /// The agents.
    pub agents: Vec<StudyAgent>,
    /// Where.
    pub parts: Vec<StudyPart>,
}

/// An agent that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyAgent {
    /// Its name.
    pub name: String,
    /// A description in a few words.
    pub label: String,
    /// Its minds, as `FILE:NAME`.
    pub minds: Vec<String>,
    /// Named values of its file that are set to another value.
    pub set: Vec<(String, f64)>,
    /// The last of its minds plays every further body of the world.
    #[serde(default)]
    pub every_body: bool,
    /// The two agents that this one is the meeting of, in a round robin.
    #[serde(default)]
    pub pair: Option<[String; 2]>,
}

impl StudyAgent {
    /// An agent that plays alone.
    pub(crate) fn new(name: &str, label: &str, minds: &[String], set: &[(String, f64)]) -> Self {
        let (minds, set) = (minds.into(), set.into());
        Self { name: name.into(), label: label.into(), minds, set, every_body: false, pair: None }
    }
}

/// A world with conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyPart {
    /// Its name.
    pub name: String,
    /// A description in one line.
    pub title: String,
    /// The world.
    pub world: String,
    /// Options that are the same in all conditions.
    pub options: Vec<(String, String)>,
    /// Options that are varied.
    pub axes: Vec<Axis>,
    /// The agents that take part, by number.
    pub agents: Vec<usize>,
    /// Ticks of a run.
    pub steps: u64,
    /// Runs of each agent in each condition.
    pub runs: usize,
    /// See [`MemoryStore`].
    pub store: MemoryStore,
    /// See [`Seeds`].
    pub seeds: Seeds,
    /// The metric that says who won, if the agents are pairs that play each other.
    #[serde(default)]
    pub round_robin: Option<String>,
    /// Nothing is left to chance.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_chance: bool,
    /// See [`Timed`].
    #[serde(default, skip_serializing_if = "Timed::is_usual")]
    pub timed: Timed,
    /// Open points whose readings are varied too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PointFactor>,
    /// The combinations of readings that are played: of each point, the number of its reading. One without readings if there are no points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub universes: Vec<Vec<usize>>,
}

/// An open point as a factor of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointFactor {
    /// The point's name.
    pub id: String,
    /// What each of its readings changes.
    pub readings: Vec<ReadingChanges>,
}

impl StudyPart {
    /// How many conditions there are: every combination of options in every universe.
    pub fn conditions(&self) -> usize {
        self.combinations() * self.universes.len().max(1)
    }

    /// How many combinations of options there are.
    pub(crate) fn combinations(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Which combination of readings a condition has.
    pub fn universe(&self, condition: usize) -> usize {
        condition / self.combinations().max(1)
    }

    /// What is varied, by name: options, then open points.
    pub fn factors(&self) -> impl Iterator<Item = &str> + Clone {
        let points = self.points.iter().map(|point| point.id.as_str());
        self.axes.iter().map(|axis| axis.option.as_str()).chain(points)
    }

    /// What the readings of a universe change, in the order of the points.
    pub(crate) fn changes(&self, universe: usize) -> impl Iterator<Item = &ReadingChanges> {
        let readings = self.universes.get(universe).map_or(&[][..], Vec::as_slice);
        self.points.iter().zip(readings).filter_map(|(point, reading)| point.readings.get(*reading))
    }

    /// The value of each factor in a condition: of options, and then the readings. The last option changes fastest, the universe slowest.
    pub fn values(&self, condition: usize) -> Vec<&str> {
        let mut values = self.option_values(condition);
        values.extend(self.changes(self.universe(condition)).map(|changes| changes.reading.as_str()));
        values
    }

    /// What the varied options are in a condition, in the order of the axes.
    fn option_values(&self, condition: usize) -> Vec<&str> {
        let mut rest = condition;
        let mut values: Vec<&str> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let length = axis.values.len().max(1);
            values.push(axis.values.get(rest % length).map_or("", String::as_str));
            rest /= length;
        }
        values.reverse();
        values
    }

    /// What a factor is in a condition. Nothing if it is not varied here.
    pub fn value(&self, condition: usize, factor: &str) -> Option<&str> {
        let at = self.factors().position(|known| known == factor)?;
        self.values(condition).get(at).copied()
    }

    /// Whether a condition is one of those that are meant.
    pub(crate) fn matches(&self, condition: usize, wanted: &Where) -> bool {
        wanted.0.iter().all(|(factor, values)| {
            self.value(condition, factor).is_some_and(|value| values.iter().any(|wanted| wanted == value))
        })
    }

    /// A condition in words, but for one of its factors.
    pub(crate) fn condition_name(&self, condition: usize, without: Option<&str>) -> String {
        let named = self.factors().zip(self.values(condition)).filter(|(factor, _)| without != Some(factor));
        named.map(|(factor, value)| format!("{factor} {value}")).collect::<Vec<_>>().join(", ")
    }

    /// All options of a condition as a world takes them. `{name}` in a fixed option is what the option of that name is.
    pub fn options_of(&self, condition: usize) -> Vec<String> {
        let values = self.option_values(condition);
        let varied: Vec<(&str, &str)> =
            self.axes.iter().map(|axis| axis.option.as_str()).zip(values).collect();
        let read: Vec<&(String, String)> =
            self.changes(self.universe(condition)).flat_map(|changes| &changes.options).collect();
        // What a reading says of an option counts before what the part says.
        let fixed = self.options.iter().filter(|(name, _)| read.iter().all(|(option, _)| option != name));
        let fixed = fixed.chain(read.iter().copied()).map(|(name, value)| {
            let filled = varied
                .iter()
                .fold(value.clone(), |text, (option, value)| text.replace(&format!("{{{option}}}"), value));
            format!("{name}={filled}")
        });
        let varied = varied.iter().map(|(option, value)| format!("{option}={value}"));
        varied.chain(fixed).collect()
    }

    pub(crate) fn world(&self, worlds: &Worlds, condition: usize) -> Result<Box<dyn AnyWorld>, LabError> {
        worlds
            .find(&self.world, &self.options_of(condition))
            .map_err(|error| LabError::World(self.name.clone(), error.to_string()))
    }
}

/// An agent in a condition of a part: what is run several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StudyCell {
    /// The part's number.
    pub part: usize,
    /// The condition's number in the part.
    pub condition: usize,
    /// The agent's number.
    pub agent: usize,
}

impl Design {
    /// Every cell, in the order of the results.
    pub fn cells(&self) -> Vec<StudyCell> {
        let mut cells = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            for condition in 0..part.conditions() {
                cells.extend(part.agents.iter().map(|agent| StudyCell {
                    part: number,
                    condition,
                    agent: *agent,
                }));
            }
        }
        cells
    }

    /// The number of a part, by its name; of the first if there is none.
    pub(crate) fn part_number(&self, name: Option<&str>) -> Option<usize> {
        name.map_or(Some(0), |name| self.parts.iter().position(|part| part.name == name))
    }

    /// The number of an agent, by its name.
    pub(crate) fn agent_number(&self, name: &str) -> Option<usize> {
        self.agents.iter().position(|agent| agent.name == name)
    }

    /// Runs of each agent in each condition of a cell's part.
    pub fn runs(&self, cell: StudyCell) -> usize {
        self.parts.get(cell.part).map_or(0, |part| part.runs)
    }

    /// How many runs there are.
    pub fn total(&self) -> usize {
        self.cells().iter().map(|cell| self.runs(*cell)).sum()
    }

    /// The seed of a run. It depends on what the run is, not on what else there is: more runs, conditions or agents leave
    /// those that were there as they were.
    pub fn seed(&self, cell: StudyCell, run: usize) -> u64 {
        let Some(part) = self.parts.get(cell.part) else { return 0 };
        let mut seed = mix(self.seed, part.name.as_bytes());
        for (factor, value) in part.factors().zip(part.values(cell.condition)) {
            seed = mix(mix(seed, factor.as_bytes()), value.as_bytes());
        }
        if part.seeds == Seeds::Own {
            seed = mix(seed, self.agents.get(cell.agent).map_or("", |agent| &agent.name).as_bytes());
        }
        // Whole numbers up to here survive any spreadsheet.
        mix(seed, &(run as u64).to_le_bytes()) >> 11
    }
}

/// FNV-1a over the bytes, then the finaliser of SplitMix64, so that neighbours have nothing in common.
pub(crate) fn mix(state: u64, bytes: &[u8]) -> u64 {
    let mut hash = state ^ 0xCBF2_9CE4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    motive::kernel::engine::splitmix64(hash)
}
