//! The numbers that a check is about.

use crate::design::{Cell, Part};
use crate::results::Results;
use crate::statistics::{Summary, mean};
use crate::study::{Check, Statistic, Where};

/// Reads the numbers of a check from results.
pub(super) struct Reader<'a> {
    results: &'a Results,
    pub(super) check: &'a Check,
}

/// One side of a comparison in one condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    part: usize,
    condition: usize,
}

/// Whose numbers, and divided by whose.
struct Side<'a> {
    agent: &'a str,
    relative_to: Option<&'a str>,
    gain_over: Option<&'a str>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(results: &'a Results, check: &'a Check) -> Self {
        Self { results, check }
    }

    fn part_number(&self, name: Option<&str>) -> Option<usize> {
        match name {
            None => Some(0),
            Some(name) => self.results.design().parts.iter().position(|part| part.name == name),
        }
    }

    fn part(&self, number: usize) -> Option<&'a Part> {
        self.results.design().parts.get(number)
    }

    /// The conditions of this side.
    pub(super) fn spots(&self) -> Vec<Spot> {
        let Some(number) = self.part_number(self.check.part.as_deref()) else { return Vec::new() };
        let Some(part) = self.part(number) else { return Vec::new() };
        (0..part.conditions())
            .filter(|condition| matches(part, *condition, &self.check.conditions))
            .map(|condition| Spot { part: number, condition })
            .collect()
    }

    /// The conditions of both sides that are compared.
    pub(super) fn pairs(&self) -> Vec<(Spot, Spot)> {
        let check = self.check;
        let other = check.against_part.as_deref().or(check.part.as_deref());
        let Some(number) = self.part_number(other) else { return Vec::new() };
        let Some(other) = self.part(number) else { return Vec::new() };
        let none = Where::default();
        let wanted = check.against_where.as_ref().unwrap_or(&none);
        let mut pairs = Vec::new();
        for spot in self.spots() {
            let Some(part) = self.part(spot.part) else { continue };
            let own = part.values(spot.condition);
            let agrees = |condition: usize| {
                part.axes.iter().zip(&own).all(|(axis, value)| {
                    let named = wanted.0.iter().any(|(option, _)| *option == axis.option);
                    named || value_of(other, condition, &axis.option).is_none_or(|there| there == *value)
                })
            };
            pairs.extend(
                (0..other.conditions())
                    .filter(|condition| matches(other, *condition, wanted) && agrees(*condition))
                    .map(|condition| (spot, Spot { part: number, condition })),
            );
        }
        pairs
    }

    /// The runs of an agent.
    fn values(&self, spot: Spot, agent: &str) -> Vec<f64> {
        let agents = &self.results.design().agents;
        let Some(agent) = agents.iter().position(|known| known.name == agent) else { return Vec::new() };
        let cell = Cell { part: spot.part, condition: spot.condition, agent };
        self.results.values(cell, &self.check.metric)
    }

    /// The runs of this side.
    pub(super) fn sample(&self, spot: Spot) -> Vec<f64> {
        self.values(spot, &self.check.agent)
    }

    /// The runs of each of several agents: this side's, and those it is among.
    pub(super) fn samples(&self, spot: Spot) -> Vec<Vec<f64>> {
        let others = self.check.among.iter().flatten();
        std::iter::once(&self.check.agent).chain(others).map(|agent| self.values(spot, agent)).collect()
    }

    /// The runs of the other side.
    pub(super) fn other_sample(&self, spot: Spot) -> Vec<f64> {
        self.values(spot, self.check.against.as_deref().unwrap_or(&self.check.agent))
    }

    /// The number of this side.
    pub(super) fn number(&self, spot: Spot) -> Option<f64> {
        let check = self.check;
        self.worked_out(
            spot,
            &Side {
                agent: &check.agent,
                relative_to: check.relative_to.as_deref(),
                gain_over: check.gain_over.as_deref(),
            },
        )
    }

    /// The number of the other side.
    pub(super) fn other_number(&self, spot: Spot) -> Option<f64> {
        let check = self.check;
        self.worked_out(
            spot,
            &Side {
                agent: check.against.as_deref().unwrap_or(&check.agent),
                relative_to: check.against_relative_to.as_deref().or(check.relative_to.as_deref()),
                gain_over: check.against_gain_over.as_deref().or(check.gain_over.as_deref()),
            },
        )
    }

    fn worked_out(&self, spot: Spot, side: &Side<'_>) -> Option<f64> {
        let number = statistic(&self.values(spot, side.agent), self.check.statistic)?;
        match (side.relative_to, side.gain_over) {
            (Some(base), _) => self.divided(number, spot, base),
            (None, Some(base)) => Some(self.divided(number, spot, base)? - 1.0),
            (None, None) => Some(number),
        }
    }

    fn divided(&self, number: f64, spot: Spot, base: &str) -> Option<f64> {
        let base = statistic(&self.values(spot, base), self.check.statistic)?;
        let divided = number / base;
        divided.is_finite().then_some(divided)
    }

    /// A condition as people say it.
    pub(super) fn name(&self, spot: Spot) -> String {
        let Some(part) = self.part(spot.part) else { return String::new() };
        let values = part.values(spot.condition);
        let named: Vec<String> =
            part.axes.iter().zip(values).map(|(axis, value)| format!("{} {value}", axis.option)).collect();
        if named.is_empty() { part.name.clone() } else { named.join(", ") }
    }

    /// The mean number for each value of an option, in the order of the study.
    pub(super) fn levels(&self, option: &str) -> Option<Vec<(String, f64)>> {
        let spots = self.spots();
        let part = self.part(spots.first()?.part)?;
        let axis = part.axes.iter().find(|axis| axis.option == option)?;
        let mut levels = Vec::new();
        for value in &axis.values {
            let here = spots.iter().filter(|spot| value_of(part, spot.condition, option) == Some(value));
            let numbers: Vec<f64> = here.map(|spot| self.number(*spot)).collect::<Option<_>>()?;
            if !numbers.is_empty() {
                levels.push((format!("{option} {value}"), mean(&numbers)));
            }
        }
        Some(levels)
    }
}

fn matches(part: &Part, condition: usize, wanted: &Where) -> bool {
    wanted.0.iter().all(|(option, values)| {
        value_of(part, condition, option).is_some_and(|value| values.iter().any(|wanted| wanted == value))
    })
}

fn value_of<'p>(part: &'p Part, condition: usize, option: &str) -> Option<&'p str> {
    let at = part.axes.iter().position(|axis| axis.option == option)?;
    part.values(condition).get(at).copied()
}

/// A statistic of a sample; none if the sample is too small for it.
pub(crate) fn statistic(values: &[f64], statistic: Statistic) -> Option<f64> {
    let summary = Summary::of(values).ok()?;
    match statistic {
        Statistic::Mean => Some(summary.mean),
        Statistic::Sd => (summary.count > 1).then_some(summary.sd),
        Statistic::Median => Some(summary.median),
        Statistic::LowerQuartile => Some(summary.lower),
        Statistic::UpperQuartile => Some(summary.upper),
        Statistic::Least => Some(summary.least),
        Statistic::Greatest => Some(summary.greatest),
    }
}
