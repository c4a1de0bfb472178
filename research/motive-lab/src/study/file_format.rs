//! What a study file says of its claims, tables, plots and searches.

use super::read::{self, OneOrMany, OptionText};
use serde::Deserialize;
use std::collections::BTreeMap;

/// How an agent's memory finds things. What it decides is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryStore {
    /// By indexes.
    #[default]
    Indexed,
    /// By going through a list, as the published programs did: for measuring time.
    List,
}

/// What `cpu_seconds` is the time of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Timed {
    /// The whole run, the world included.
    #[default]
    Run,
    /// Of each tick, the part in which every agent is asked for its decision.
    Decisions,
}

impl Timed {
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::Run
    }
}

/// Whether agents meet the same worlds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Seeds {
    /// The n-th run of every agent in a condition has the same seed: differences between agents show sooner.
    #[default]
    Same,
    /// Every run has a seed of its own: samples are independent, as tests of two samples suppose.
    Own,
}

/// Which conditions are meant: of each option named, these values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Where(pub Vec<(String, Vec<String>)>);

impl<'de> Deserialize<'de> for Where {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = BTreeMap::<String, OneOrMany<OptionText>>::deserialize(deserializer)?;
        let texts = |values: OneOrMany<OptionText>| values.all().into_iter().map(|value| value.0).collect();
        Ok(Self(map.into_iter().map(|(option, values)| (option, texts(values))).collect()))
    }
}

/// A statistic of a sample of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The arithmetic mean.
    #[default]
    Mean,
    /// The sample's standard deviation.
    Sd,
    /// The middle.
    Median,
    /// The lower quartile.
    LowerQuartile,
    /// The upper quartile.
    UpperQuartile,
    /// The least.
    Least,
    /// The greatest.
    Greatest,
    /// The mean of the middle half: a quarter of the runs is left out at either end.
    InterquartileMean,
}

/// What a table shows in each cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableStatistic {
    /// The mean.
    #[default]
    Mean,
    /// The sample's standard deviation.
    Sd,
    /// The median.
    Median,
    /// The mean as a part of another agent's mean.
    Ratio,
    /// Student's t of this agent's sample against another's mean, taken as exact.
    OneSampleT,
    /// Welch's t of this agent's sample against another's.
    WelchT,
}

/// A published table, and what of the results is set beside it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    /// What it shows.
    pub title: String,
    /// The part of the study; the first if none is named.
    pub part: Option<String>,
    /// Whose results.
    pub agent: String,
    /// Compared with whose, where two are compared.
    pub against: Option<String>,
    /// Which metric.
    pub metric: String,
    /// Which statistic of it.
    #[serde(default)]
    pub statistic: TableStatistic,
    /// The option whose values are the rows.
    pub rows: String,
    /// The option whose values are the columns.
    pub columns: String,
    /// The published numbers, row by row, if it was published.
    pub published: Option<Vec<Vec<f64>>>,
    /// Digits after the point.
    #[serde(default = "read::two")]
    pub digits: usize,
    /// A value beyond this, on either side, counts as significant.
    pub critical: Option<f64>,
    /// Why cells contradict the published ones, if they do.
    pub explanation: Option<String>,
}

/// What a plot looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlotKind {
    /// A box for each agent: quartiles, median, range without outliers, outliers.
    Boxes,
    /// A line for each agent over the values of an option, with confidence intervals of the mean.
    Lines,
    /// How many runs fell where, a panel for each agent.
    Histogram,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What to look for in it.
    #[serde(default)]
    pub caption: String,
    /// See [`PlotKind`].
    pub kind: PlotKind,
    /// The part of the study; the first if none is named.
    pub part: Option<String>,
    /// Whose results; those of all agents if none is named.
    pub agents: Option<Vec<String>>,
    /// Which metric.
    pub metric: String,
    /// The option along the horizontal axis of lines.
    pub x: Option<String>,
    /// Which conditions.
    #[serde(default, rename = "where")]
    pub conditions: Where,
}

/// Something that was claimed, and how it is checked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyClaim {
    /// A short name.
    pub id: String,
    /// What is claimed.
    pub text: String,
    /// What was published about it.
    #[serde(default)]
    pub published: String,
    /// Why it comes out differently, if it does.
    pub explanation: Option<String>,
    /// What was chosen to match this very result.
    pub fitted: Option<String>,
    /// What about this claim was decided after results had been seen.
    pub after_results: Option<String>,
    /// The checks; all of them must hold.
    pub check: Vec<Check>,
}

/// One expectation of a claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The expectation in words; derived from the other fields if left out.
    pub text: Option<String>,
    /// See [`CheckKind`].
    pub kind: CheckKind,
    /// The part of the study; the first if none is named.
    pub part: Option<String>,
    /// Whose results.
    pub agent: String,
    /// Which metric.
    pub metric: String,
    /// Which statistic of it.
    #[serde(default)]
    pub statistic: Statistic,
    /// In which conditions.
    #[serde(default, rename = "where")]
    pub conditions: Where,
    /// Each number is divided by this agent's in the same condition.
    pub relative_to: Option<String>,
    /// As `relative_to`, less one: how much more than the other.
    pub gain_over: Option<String>,
    /// The others of several agents that are tested together.
    pub among: Option<Vec<String>>,
    /// Compared with whose results; with the same agent's if only conditions or the part differ.
    pub against: Option<String>,
    /// In which conditions. Each condition of this side is compared with those that agree in every option not named here.
    pub against_where: Option<Where>,
    /// In which part.
    pub against_part: Option<String>,
    /// What the other side's numbers are divided by; as on this side if it is left out.
    pub against_relative_to: Option<String>,
    /// As `against_relative_to`, less one.
    pub against_gain_over: Option<String>,
    /// Whether each condition counts, or their mean, or the means for each value of an option.
    #[serde(default)]
    pub over: BoundScope,
    /// The option that `trend` and `peak` go along.
    pub along: Option<String>,
    /// The value at which a `peak` is expected.
    pub at: Option<OptionText>,
    /// The bounds that the number must lie in.
    pub within: Option<[f64; 2]>,
    /// How far from the published numbers it may be.
    pub tolerance: Option<f64>,
    /// How different two sides may be that are alike, as a part of the other side's mean.
    pub margin: Option<f64>,
    /// The published numbers, in the order of the conditions.
    pub published: Option<Vec<f64>>,
    /// Their published standard deviations, for a test of `near` by means, standard deviations and numbers of runs.
    pub published_sd: Option<Vec<f64>>,
    /// From how many runs each published number is.
    pub published_runs: Option<usize>,
    /// How many standard deviations apart still counts as no difference, for checks that claim none (`at_most`); 0.5 if left out.
    pub negligible: Option<f64>,
    /// Which way.
    pub direction: Option<ClaimDirection>,
    /// The least number of conditions in which it must hold; all if left out.
    pub at_least: Option<usize>,
    /// The greatest number of conditions in which it may hold.
    pub at_most: Option<usize>,
    /// The test.
    #[serde(default)]
    pub test: TestKind,
    /// The correction for multiple tests.
    #[serde(default)]
    pub correction: Correction,
    /// The level of the test, if other than the study's.
    pub alpha: Option<f64>,
    /// The value at which runs are cut off: such a run lasted at least so long.
    pub cut_at: Option<f64>,
}

impl Check {
    /// Every agent that it names.
    pub(crate) fn agents(&self) -> impl Iterator<Item = &String> {
        let others = [&self.against, &self.relative_to, &self.gain_over];
        let others = others.into_iter().chain([&self.against_relative_to, &self.against_gain_over]).flatten();
        std::iter::once(&self.agent).chain(others).chain(self.among.iter().flatten())
    }
}

/// What a check looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// A test says that one side is significantly more, or less, than the other.
    Significant,
    /// A number lies within bounds.
    Value,
    /// One side divided by the other lies within bounds.
    Ratio,
    /// One side less the other lies within bounds.
    Difference,
    /// Numbers rise, or fall, along an option.
    Trend,
    /// The greatest of the numbers along an option is at a value.
    Peak,
    /// Numbers are near the published ones.
    Near,
    /// Kruskal and Wallis' test says that the agent and those it is `among` are not all alike.
    Differ,
    /// The share of runs in which one side is more, or less, than the other in the same world lies within bounds. The part must
    /// have `seeds = "same"`.
    Wins,
    /// Both sides are alike: two one-sided tests say that the difference of their means is within a `margin` (a part of the other side's mean).
    Alike,
}

/// What a bound counts for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundScope {
    /// Each condition.
    #[default]
    Each,
    /// The mean of all conditions.
    Mean,
}

/// A direction of a difference or trend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimDirection {
    /// Downwards.
    Less,
    /// Upwards.
    Greater,
}

impl ClaimDirection {
    pub(crate) fn opposite(self) -> Self {
        if self == Self::Less { Self::Greater } else { Self::Less }
    }

    /// Whether a number differs from another this way.
    pub(crate) fn leads(self, number: f64, from: f64) -> bool {
        match self {
            Self::Less => number < from,
            Self::Greater => number > from,
        }
    }
}

/// A test of two samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestKind {
    /// Welch's t: two samples, whose spreads may differ.
    #[default]
    Welch,
    /// Student's t of one sample against the other's mean, taken as exact.
    OneSampleT,
    /// Mann and Whitney's U: ranks alone.
    MannWhitney,
    /// Student's t of the differences run by run. The part must have `seeds = "same"`.
    PairedT,
    /// Wilcoxon's signed ranks of the differences run by run. The part must have `seeds = "same"`.
    Wilcoxon,
    /// Exact or drawn changes of sign of the differences run by run. The part must have `seeds = "same"`.
    Permutation,
    /// The log-rank test of times until something happens, some of them cut off. The check needs `cut_at`.
    LogRank,
}

impl TestKind {
    /// Whether it compares run by run.
    pub(crate) fn is_paired(self) -> bool {
        matches!(self, Self::PairedT | Self::Wilcoxon | Self::Permutation)
    }
}

/// Corrections for multiple tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Hochberg's step-up procedure over the conditions of the check.
    #[default]
    Hochberg,
    /// Nothing.
    None,
}

/// A question that the source leaves open, and what was tried.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// What is open.
    pub question: String,
    /// What was tried, all of it.
    pub tried: String,
    /// What came out, and what was chosen.
    pub outcome: String,
}

/// Agents that are compared with each other: samples, a rank test of all, and one of each pair.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// What it shows.
    pub title: String,
    /// The part of the study; the first if none is named.
    pub part: Option<String>,
    /// Whose results.
    pub agents: Vec<String>,
    /// Which metric.
    pub metric: String,
    /// The published mean and standard deviation of each agent.
    pub published: Option<Vec<[f64; 2]>>,
    /// The published p of the test of all.
    pub published_p: Option<f64>,
    /// The published p of each pair: the first with the second, the first with the third, and so on.
    pub published_pairs: Option<Vec<f64>>,
}

/// What `tune` searches.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneSection {
    /// Which agent of the study.
    pub agent: String,
    /// The metric to maximise.
    pub metric: String,
    /// The part of the study that it plays in; the first if none is named.
    pub part: Option<String>,
    /// Named values of the agent's file, or numbers of a mind in Rust.
    pub parameter: Vec<TuneParameter>,
    /// Every combination of the parameters' steps is tried, instead of draws.
    #[serde(default)]
    pub grid: bool,
}

/// A named value that is searched.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneParameter {
    /// Its name in the agent's file: `let NAME = ...`.
    pub name: String,
    /// The least and the greatest value.
    pub range: [f64; 2],
    /// Only whole numbers.
    #[serde(default)]
    pub whole: bool,
    /// Evenly spread over orders of magnitude instead of values.
    #[serde(default)]
    pub logarithmic: bool,
    /// How far apart the values of a grid are.
    pub step: Option<f64>,
}
