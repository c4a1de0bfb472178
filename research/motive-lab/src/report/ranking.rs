//! Agents ranked by their mean.

use crate::design::Cell;
use crate::results::Results;
use crate::statistics::{Interval, Summary, bootstrap, mean, mean_interval};
use crate::study::{Seeds, Study};

/// An agent's place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rank {
    /// The part of the study.
    pub part: String,
    /// The agent.
    pub agent: String,
    /// What it is.
    pub label: String,
    /// Its mean over all runs.
    pub mean: f64,
    /// Where that mean lies, at 95 %.
    pub interval: Option<Interval>,
    /// How much more it has than the next, where that lies at 95 %.
    pub lead: Option<Interval>,
    /// Its median.
    pub median: f64,
    /// Runs.
    pub runs: usize,
}

/// Draws of the bootstrap, and their seed.
const DRAWS: usize = 2000;
const SEED: u64 = 1;

/// Ranks the agents of each part by the mean of the study's metric for it, the best first. Empty if the study ranks nobody.
#[must_use]
pub fn rank(study: &Study, results: &Results) -> Vec<Rank> {
    let Some(metric) = &study.ranking else { return Vec::new() };
    let design = results.design();
    let mut ranks = Vec::new();
    // Pairs are rated, not ranked.
    for (number, part) in design.parts.iter().enumerate().filter(|(_, part)| part.round_robin.is_none()) {
        let sample = |agent: usize| -> Vec<f64> {
            let cells = (0..part.conditions()).map(|condition| Cell { part: number, condition, agent });
            cells.flat_map(|cell| results.values(cell, metric)).collect()
        };
        let mut all: Vec<(usize, Vec<f64>)> =
            part.agents.iter().map(|agent| (*agent, sample(*agent))).filter(|(_, s)| !s.is_empty()).collect();
        all.sort_by(|a, b| mean(&b.1).total_cmp(&mean(&a.1)).then(a.0.cmp(&b.0)));
        for (at, (agent, own)) in all.iter().enumerate() {
            let Ok(summary) = Summary::of(own) else { continue };
            let agent = &design.agents[*agent];
            let next = all.get(at + 1).map(|(_, next)| next.as_slice());
            ranks.push(Rank {
                part: part.name.clone(),
                agent: agent.name.clone(),
                label: agent.label.clone(),
                mean: summary.mean,
                interval: mean_interval(own, 0.95).ok(),
                lead: next.and_then(|next| lead(own, next, part.seeds)),
                median: summary.median,
                runs: summary.count,
            });
        }
    }
    ranks
}

/// How much more one has than the next. Runs on the same seeds are compared run by run.
fn lead(own: &[f64], next: &[f64], seeds: Seeds) -> Option<Interval> {
    if seeds == Seeds::Same && own.len() == next.len() {
        let differences: Vec<f64> = own.iter().zip(next).map(|(own, next)| own - next).collect();
        return bootstrap(&[&differences], |drawn| mean(&drawn[0]), 0.95, DRAWS, SEED).ok();
    }
    bootstrap(&[own, next], |drawn| mean(&drawn[0]) - mean(&drawn[1]), 0.95, DRAWS, SEED).ok()
}
