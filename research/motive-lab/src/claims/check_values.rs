//! The numbers that a check is about.

use super::draws::{self, LEAST_RUNS};
use crate::design::{StudyCell, StudyPart};
use crate::results::Results;
use crate::statistics::below;
use crate::statistics::{Summary, interquartile_mean, mean, sd, share_quantile};
use crate::study::{Check, Seeds, Statistic, Where};
use motive::kernel::engine::{SplitMix64, splitmix64};
use std::cell::{self, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Reads the numbers of a check from results, or from a draw of them.
#[derive(Clone)]
pub(super) struct CheckReader<'a> {
    results: &'a Results,
    pub(super) check: &'a Check,
    /// Only conditions of this combination of readings.
    universe: Option<usize>,
    /// Which draw; the results themselves if none.
    draw: Option<u64>,
    /// The smallest sample that was read, of those that chance has a part in.
    least: cell::Cell<Option<usize>>,
    /// What is the same in every draw.
    found: Rc<Lookups>,
}

/// Samples by where they are in the results.
type Samples = BTreeMap<(usize, usize, usize), Rc<Vec<f64>>>;

/// What a check reads from results, looked up once.
#[derive(Default)]
struct Lookups {
    spots: OnceCell<Vec<PartCondition>>,
    pairs: OnceCell<Vec<(PartCondition, PartCondition)>>,
    samples: RefCell<Samples>,
}

/// One side of a comparison in one condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartCondition {
    part: usize,
    condition: usize,
}

impl<'a> CheckReader<'a> {
    pub(super) fn new(results: &'a Results, check: &'a Check) -> Self {
        Self {
            results,
            check,
            universe: None,
            draw: None,
            least: cell::Cell::new(None),
            found: Rc::default(),
        }
    }

    /// The same in one combination of readings alone.
    pub(super) fn in_universe(results: &'a Results, check: &'a Check, universe: usize) -> Self {
        Self { universe: Some(universe), ..Self::new(results, check) }
    }

    /// The same with its runs drawn anew.
    pub(super) fn drawn(&self, draw: u64) -> Self {
        Self { draw: Some(draw), ..self.clone() }
    }

    /// The smallest sample that was read; 0 if none was.
    pub(super) fn least_runs(&self) -> usize {
        self.least.get().unwrap_or(0)
    }

    /// Whether all samples that were read are large enough to decide anything. Where nothing is left to chance one run is.
    pub(super) fn has_enough_runs(&self) -> bool {
        self.least.get().is_none_or(|least| least >= LEAST_RUNS)
    }

    /// The share of draws that makes something certain.
    pub(super) fn needed_share(&self) -> f64 {
        self.least.get().map_or_else(|| draws::needed_share(usize::MAX), draws::needed_share)
    }

    fn part(&self, number: usize) -> Option<&'a StudyPart> {
        self.results.design().parts.get(number)
    }

    /// The conditions of this side.
    pub(super) fn spots(&self) -> Vec<PartCondition> {
        self.found.spots.get_or_init(|| self.find_spots()).clone()
    }

    fn find_spots(&self) -> Vec<PartCondition> {
        let Some(number) = self.results.design().part_number(self.check.part.as_deref()) else {
            return Vec::new();
        };
        let Some(part) = self.part(number) else { return Vec::new() };
        (0..part.conditions())
            .filter(|condition| part.matches(*condition, &self.check.conditions))
            .filter(|condition| self.universe.is_none_or(|wanted| part.universe(*condition) == wanted))
            .map(|condition| PartCondition { part: number, condition })
            .collect()
    }

    /// The conditions of both sides that are compared.
    pub(super) fn pairs(&self) -> Vec<(PartCondition, PartCondition)> {
        self.found.pairs.get_or_init(|| self.find_pairs()).clone()
    }

    fn find_pairs(&self) -> Vec<(PartCondition, PartCondition)> {
        let check = self.check;
        let other = check.against_part.as_deref().or(check.part.as_deref());
        let Some(number) = self.results.design().part_number(other) else { return Vec::new() };
        let Some(other) = self.part(number) else { return Vec::new() };
        let none = Where::default();
        let wanted = check.against_where.as_ref().unwrap_or(&none);
        let mut pairs = Vec::new();
        for spot in self.spots() {
            let Some(part) = self.part(spot.part) else { continue };
            let own = part.values(spot.condition);
            let agrees = |condition: usize| {
                part.factors().zip(&own).all(|(factor, value)| {
                    let named = wanted.0.iter().any(|(option, _)| option == factor);
                    named || other.value(condition, factor).is_none_or(|there| there == *value)
                })
            };
            pairs.extend(
                (0..other.conditions())
                    .filter(|condition| other.matches(*condition, wanted) && agrees(*condition))
                    .map(|condition| (spot, PartCondition { part: number, condition })),
            );
        }
        pairs
    }

    /// The runs of an agent.
    fn values(&self, spot: PartCondition, agent: &str) -> Vec<f64> {
        let Some(agent) = self.results.design().agent_number(agent) else { return Vec::new() };
        let cell = StudyCell { part: spot.part, condition: spot.condition, agent };
        let values = self.found_sample(cell);
        let chance = self.part(spot.part).is_none_or(|part| !part.without_chance);
        let Some(draw) = self.draw else {
            // Times differ even where nothing is left to chance.
            if chance || sd(&values) > 0.0 {
                let least = self.least.get().map_or(values.len(), |least| least.min(values.len()));
                self.least.set(Some(least));
            }
            return values.to_vec();
        };
        let mut stream = self.stream(draw, cell);
        if chance && self.check.statistic == Statistic::Mean && is_share(&values) {
            let have = values.iter().filter(|value| **value == 1.0).count();
            return vec![share_quantile(have, values.len(), unit(&mut stream)); values.len()];
        }
        (0..values.len()).map(|_| values[below(&mut stream, values.len())]).collect()
    }

    /// The runs of a cell, as they are in the results.
    fn found_sample(&self, cell: StudyCell) -> Rc<Vec<f64>> {
        let mut samples = self.found.samples.borrow_mut();
        let read = || Rc::new(self.results.values(cell, &self.check.metric));
        samples.entry((cell.part, cell.condition, cell.agent)).or_insert_with(read).clone()
    }

    /// The numbers of a draw for a cell. Agents that met the same worlds have the same, so that runs on one seed stay together.
    fn stream(&self, draw: u64, cell: StudyCell) -> SplitMix64 {
        let own = self.part(cell.part).is_some_and(|part| part.seeds == Seeds::Own);
        let agent = if own { cell.agent as u64 + 1 } else { 0 };
        let keys = [cell.part as u64, cell.condition as u64, agent];
        SplitMix64(keys.into_iter().fold(splitmix64(draw), |state, key| splitmix64(state ^ splitmix64(key))))
    }

    /// A share of runs, in a draw as likely as the runs make it.
    pub(super) fn share(
        &self,
        (spot, other): (PartCondition, PartCondition),
        have: usize,
        all: usize,
    ) -> f64 {
        match self.draw {
            None => have as f64 / all as f64,
            Some(draw) => {
                let cell = StudyCell { part: spot.part, condition: spot.condition, agent: other.condition };
                share_quantile(have, all, unit(&mut self.stream(draw, cell)))
            }
        }
    }

    /// The results that this is a draw of.
    pub(super) fn undrawn(&self) -> Self {
        Self { draw: None, ..self.clone() }
    }

    /// The level of each combination of options and readings that the check is about.
    pub(super) fn universes(&self) -> Vec<usize> {
        let of = |spot: &PartCondition| self.part(spot.part).map(|part| part.universe(spot.condition));
        let mut universes: Vec<usize> = self.spots().iter().filter_map(of).collect();
        universes.dedup();
        universes
    }

    /// The part of this side.
    pub(super) fn own_part(&self) -> Option<&'a StudyPart> {
        self.part(self.results.design().part_number(self.check.part.as_deref())?)
    }

    /// The runs of this side.
    pub(super) fn sample(&self, spot: PartCondition) -> Vec<f64> {
        self.values(spot, &self.check.agent)
    }

    /// The runs of each of several agents: this side's, and those it is among.
    pub(super) fn samples(&self, spot: PartCondition) -> Vec<Vec<f64>> {
        let others = self.check.among.iter().flatten();
        std::iter::once(&self.check.agent).chain(others).map(|agent| self.values(spot, agent)).collect()
    }

    /// The runs of the other side.
    pub(super) fn other_sample(&self, spot: PartCondition) -> Vec<f64> {
        self.values(spot, self.check.against.as_deref().unwrap_or(&self.check.agent))
    }

    /// The number of this side.
    pub(super) fn number(&self, spot: PartCondition) -> Option<f64> {
        let check = self.check;
        self.worked_out(spot, &check.agent, check.relative_to.as_deref(), check.gain_over.as_deref())
    }

    /// The number of the other side.
    pub(super) fn other_number(&self, spot: PartCondition) -> Option<f64> {
        let check = self.check;
        let agent = check.against.as_deref().unwrap_or(&check.agent);
        let relative_to = check.against_relative_to.as_deref().or(check.relative_to.as_deref());
        let gain_over = check.against_gain_over.as_deref().or(check.gain_over.as_deref());
        self.worked_out(spot, agent, relative_to, gain_over)
    }

    /// The number of an agent, divided by that of another, or how much more it is.
    fn worked_out(
        &self,
        spot: PartCondition,
        agent: &str,
        relative_to: Option<&str>,
        gain_over: Option<&str>,
    ) -> Option<f64> {
        let number = statistic(&self.values(spot, agent), self.check.statistic)?;
        match (relative_to, gain_over) {
            (Some(base), _) => self.divided(number, spot, base),
            (None, Some(base)) => Some(self.divided(number, spot, base)? - 1.0),
            (None, None) => Some(number),
        }
    }

    fn divided(&self, number: f64, spot: PartCondition, base: &str) -> Option<f64> {
        let base = statistic(&self.values(spot, base), self.check.statistic)?;
        let divided = number / base;
        divided.is_finite().then_some(divided)
    }

    /// A condition as people say it.
    pub(super) fn name(&self, spot: PartCondition) -> String {
        let Some(part) = self.part(spot.part) else { return String::new() };
        let name = part.condition_name(spot.condition, None);
        if name.is_empty() { part.name.clone() } else { name }
    }

    /// The mean number for each value of an option, in the order of the study.
    pub(super) fn levels(&self, option: &str) -> Option<Vec<(String, f64)>> {
        let spots = self.spots();
        let part = self.part(spots.first()?.part)?;
        let axis = part.axes.iter().find(|axis| axis.option == option)?;
        let mut levels = Vec::new();
        for value in &axis.values {
            let here = spots.iter().filter(|spot| part.value(spot.condition, option) == Some(value));
            let numbers: Vec<f64> = here.map(|spot| self.number(*spot)).collect::<Option<_>>()?;
            if !numbers.is_empty() {
                levels.push((format!("{option} {value}"), mean(&numbers)));
            }
        }
        Some(levels)
    }
}

/// Whether a sample is of yes and no.
fn is_share(values: &[f64]) -> bool {
    !values.is_empty() && values.iter().all(|value| *value == 0.0 || *value == 1.0)
}

/// A number from 0 to 1, both excluded.
fn unit(stream: &mut SplitMix64) -> f64 {
    ((stream.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// A statistic of a sample; none if the sample is too small for it.
pub(crate) fn statistic(values: &[f64], statistic: Statistic) -> Option<f64> {
    let all_finite = values.iter().all(|value| value.is_finite());
    let of_sorted = |of: fn(&Summary) -> f64| Summary::of(values).ok().map(|summary| of(&summary));
    match statistic {
        _ if values.is_empty() || !all_finite => None,
        Statistic::Mean => Some(mean(values)),
        Statistic::Sd => (values.len() > 1).then(|| sd(values)),
        Statistic::Median => of_sorted(|summary| summary.median),
        Statistic::LowerQuartile => of_sorted(|summary| summary.lower),
        Statistic::UpperQuartile => of_sorted(|summary| summary.upper),
        Statistic::Least => of_sorted(|summary| summary.least),
        Statistic::Greatest => of_sorted(|summary| summary.greatest),
        Statistic::InterquartileMean => interquartile_mean(&[values]).ok(),
    }
}
