//! Searching an agent's parameters for what serves a metric best.
//!
//! Parameters are named values of the agent's file (`let patience = 5`). Candidates are drawn at random from the ranges that the study
//! gives, or are all combinations of their steps (`grid`); all play the same seeds; of each round the better part goes on with more runs (successive halving). One round is a plain random
//! search. At the end the best plays the agent as it is on seeds that nobody has seen, because the best of many on the seeds of
//! the search is partly the luckiest.
//!
//! Every round is a directory of results like any other, so an interrupted search goes on where it was.

mod draw;

use crate::design::{Cell, Design, Wish};
use crate::error::LabError;
use crate::results::Results;
use crate::run::{Options, Progress, files, run};
use crate::shelf::Shelf;
use crate::statistics::{Interval, Tail, TestResult, mean, mean_interval, welch};
use crate::study::{AgentPlan, Seeds, Study, TuneSection};
use std::path::{Path, PathBuf};

/// How a search goes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Search {
    /// Candidates at the start.
    pub trials: usize,
    /// Rounds; in each the better part goes on, with more runs.
    pub rounds: usize,
    /// Of how many candidates one goes on to the next round.
    pub keep_one_of: usize,
    /// Runs of each candidate in each condition in the first round.
    pub runs: usize,
    /// Decides every draw.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

impl Default for Search {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { trials: 27, rounds: 3, keep_one_of: 3, runs: 5, seed: 1, jobs }
    }
}

/// Values of parameters, and how they did.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// Its name; `as it is` for the agent without any change.
    pub name: String,
    /// The values.
    pub set: Vec<(String, f64)>,
    /// The mean of the metric.
    pub mean: f64,
    /// Where that mean lies, at 95 %.
    pub interval: Option<Interval>,
    /// Runs.
    pub runs: usize,
}

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tuned {
    /// Each round, the best first.
    pub rounds: Vec<Vec<Candidate>>,
    /// The best, on seeds that the search has not seen.
    pub best: Candidate,
    /// The agent as it is, on the same seeds.
    pub as_it_is: Candidate,
    /// Whether the two differ.
    pub test: Option<TestResult>,
}

/// The name of the agent as it is among the candidates.
const AS_IT_IS: &str = "as it is";

/// What a study has to search: for the agent that is named, or the first.
///
/// # Errors
/// If there is no such search.
pub fn section<'s>(study: &'s Study, agent: Option<&str>) -> Result<&'s TuneSection, LabError> {
    let found = study.tune.iter().find(|section| agent.is_none_or(|agent| section.agent == agent));
    found.ok_or_else(|| {
        let known: Vec<&str> = study.tune.iter().map(|section| section.agent.as_str()).collect();
        LabError::Request(match agent {
            Some(agent) if !known.is_empty() => {
                format!(
                    "the study `{}` searches nothing for `{agent}`; it does for {}",
                    study.name,
                    known.join(", ")
                )
            }
            _ => format!("the study `{}` has nothing to search; give it a `[tune]` section", study.name),
        })
    })
}

/// Searches.
///
/// # Errors
/// If the study has nothing to search, the agent has no such value, or the directory cannot be used.
pub fn tune(
    study: &Study,
    section: &TuneSection,
    shelf: &Shelf,
    search: &Search,
    out: &Path,
    resume: bool,
    progress: &mut dyn Progress,
) -> Result<Tuned, LabError> {
    if search.trials == 0 || search.rounds == 0 || search.runs == 0 || search.keep_one_of < 2 {
        let why =
            "a search needs at least one candidate, one round and one run, and keeps one of two or more";
        return Err(LabError::Request(why.into()));
    }
    let agent = base(study, section)?;
    let mut candidates = if section.grid {
        draw::grid(&section.parameter)
    } else {
        draw::candidates(&section.parameter, search)
    };
    let (mut rounds, mut runs) = (Vec::new(), search.runs);
    for round in 1..=search.rounds {
        let place = out.join(format!("round-{round}"));
        let ask = Ask { study, section, agent, shelf, search, runs, place, resume, fresh: false };
        let ranked = ask.play(&candidates, progress)?.0;
        let own = ranked.iter().filter(|candidate| candidate.name != AS_IT_IS);
        let left = candidates.len().div_ceil(search.keep_one_of).max(1);
        candidates = own.take(left).map(|one| (one.name.clone(), one.set.clone())).collect();
        rounds.push(ranked);
        runs = runs.saturating_mul(search.keep_one_of);
    }
    candidates.truncate(1);
    let place = out.join("fresh");
    let ask = Ask { study, section, agent, shelf, search, runs, place, resume, fresh: true };
    let (mut last, results) = ask.play(&candidates, progress)?;
    last.sort_by_key(|candidate| candidate.name == AS_IT_IS);
    let samples: Vec<Vec<f64>> = (0..2).map(|agent| sample(&results, agent, &section.metric)).collect();
    let test = welch(&samples[1], &samples[0], Tail::Both).ok();
    let (Some(as_it_is), Some(best)) = (last.pop(), last.pop()) else {
        return Err(LabError::Request("the search came to nothing".into()));
    };
    let tuned = Tuned { rounds, best, as_it_is, test };
    files::write(&out.join("tune.csv"), &csv(&tuned, section))?;
    Ok(tuned)
}

fn base<'s>(study: &'s Study, section: &TuneSection) -> Result<&'s AgentPlan, LabError> {
    let found = study.agents.iter().find(|agent| agent.name == section.agent);
    found.ok_or_else(|| LabError::Request(format!("there is no agent `{}` to search", section.agent)))
}

/// One round.
struct Ask<'a> {
    study: &'a Study,
    section: &'a TuneSection,
    agent: &'a AgentPlan,
    shelf: &'a Shelf,
    search: &'a Search,
    runs: usize,
    place: PathBuf,
    resume: bool,
    /// On seeds that the search does not use.
    fresh: bool,
}

impl Ask<'_> {
    /// Plays candidates beside the agent as it is, and gives them the best first.
    fn play(
        &self,
        candidates: &[(String, Vec<(String, f64)>)],
        progress: &mut dyn Progress,
    ) -> Result<(Vec<Candidate>, Results), LabError> {
        let mut study = self.study.clone();
        let entered = |name: &str, set: &[(String, f64)]| AgentPlan {
            name: name.to_owned(),
            label: name.to_owned(),
            set: self.agent.set.iter().chain(set).cloned().collect(),
            ..self.agent.clone()
        };
        study.agents = std::iter::once(entered(AS_IT_IS, &[]))
            .chain(candidates.iter().map(|(name, set)| entered(name, set)))
            .collect();
        let wanted = self.section.part.as_ref();
        study.parts.retain(|part| wanted.is_none_or(|name| part.name == *name));
        study.parts.truncate(1);
        for part in &mut study.parts {
            part.agents = None;
            part.seeds = Seeds::Same;
            if self.fresh {
                part.name.push_str(", fresh");
            }
        }
        study.seed ^= self.search.seed.rotate_left(32);
        let wish = Wish { runs: Some(self.runs), ..Wish::default() };
        let prepared = Design::new(&study, self.shelf, &wish)?;
        let mut options = Options::new(&self.place);
        options.jobs = self.search.jobs;
        options.resume = self.resume;
        let results = run(&prepared, &options, progress)?.results;
        let candidate = |(number, plan): (usize, &AgentPlan)| {
            let own = sample(&results, number, &self.section.metric);
            Candidate {
                name: plan.name.clone(),
                set: plan.set.iter().skip(self.agent.set.len()).cloned().collect(),
                mean: mean(&own),
                interval: mean_interval(&own, 0.95).ok(),
                runs: own.len(),
            }
        };
        let mut ranked: Vec<Candidate> = study.agents.iter().enumerate().map(candidate).collect();
        // The first of equals stays first: draws decide, not the sort.
        ranked.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        Ok((ranked, results))
    }
}

/// All runs of an agent in all conditions.
fn sample(results: &Results, agent: usize, metric: &str) -> Vec<f64> {
    let conditions = results.design().parts.first().map_or(0, crate::design::Part::conditions);
    let cells = (0..conditions).map(|condition| Cell { part: 0, condition, agent });
    cells.flat_map(|cell| results.values(cell, metric)).collect()
}

/// One row a candidate and round.
fn csv(tuned: &Tuned, section: &TuneSection) -> String {
    let names: Vec<&str> = section.parameter.iter().map(|parameter| parameter.name.as_str()).collect();
    let mut text = format!("round,candidate,{},runs,mean\n", names.join(","));
    let rounds = tuned.rounds.iter().enumerate().map(|(at, round)| ((at + 1).to_string(), round.clone()));
    let last = ("fresh".to_owned(), vec![tuned.best.clone(), tuned.as_it_is.clone()]);
    for (round, candidates) in rounds.chain([last]) {
        for candidate in candidates {
            let value = |name: &&str| {
                let found = candidate.set.iter().find(|(known, _)| known == name);
                found.map_or_else(String::new, |(_, value)| value.to_string())
            };
            let values: Vec<String> = names.iter().map(value).collect();
            text.push_str(&format!(
                "{round},{},{},{},{}\n",
                candidate.name,
                values.join(","),
                candidate.runs,
                candidate.mean
            ));
        }
    }
    text
}
