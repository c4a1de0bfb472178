//! Searches an agent's parameters for the best value of a metric.
//!
//! Three ways: [`SearchMethod::Random`] draws candidates, [`SearchMethod::Halving`] gives the better part of them more runs round by round, and [`SearchMethod::Evolution`] draws
//! each generation around the better half of the one before. To compare them, give each the same number of runs: the last line of each is a mean on
//! the same seeds, which none of them has seen.
//!
//! Parameters are named values of the agent's file (`let patience = 5`). Candidates are drawn at random from the ranges that the study
//! gives, or are all combinations of their steps (`grid`); all play the same seeds; the better part of each round plays again with more runs (successive halving). One round is a plain random
//! search. At the end the best is compared with the unchanged agent on seeds that the search has not used, because the best of many on the seeds of
//! the search is partly the luckiest.
//!
//! Every round is a directory of results like any other, so an interrupted search continues where it was.

mod candidates;
mod evolution;

use evolution::{Evolution, Shares};

use crate::asset_sources::AssetSources;
use crate::design::DesignOptions;
use crate::error::LabError;
use crate::files;
use crate::prepare::Prepared;
use crate::results::Results;
use crate::run::{Progress, RunOptions, Shard, play_all, run, todo};
use crate::statistics::{Interval, Tail, TestResult, mean, mean_interval, welch};
use crate::study::{AgentPlan, Seeds, Study, TuneSection};
use crate::table::lines;
use std::path::Path;

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Candidates at the start.
    pub trials: usize,
    /// Rounds; the better part of each plays in the next, with more runs.
    pub rounds: usize,
    /// Of how many candidates one plays in the next round.
    pub keep_one_of: usize,
    /// Runs of each candidate in each condition in the first round.
    pub runs: usize,
    /// The seed of all random draws.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// How candidates are generated.
    pub way: SearchMethod,
    /// Runs of the best in each condition at the end; otherwise `keep_one_of` times those of the last round.
    pub last: Option<usize>,
}

/// How candidates are generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchMethod {
    /// All are drawn at random, or are the cells of a grid, and play once.
    Random,
    /// The same, but the better part of each round plays in the next, with more runs (successive halving).
    #[default]
    Halving,
    /// Each round draws new candidates around the better half of the round before (an evolution strategy).
    Evolution,
}

impl Default for SearchSettings {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            trials: 27,
            rounds: 3,
            keep_one_of: 3,
            runs: 5,
            seed: 1,
            jobs,
            way: SearchMethod::default(),
            last: None,
        }
    }
}

/// Values of parameters, and their result.
#[derive(Clone, Debug)]
pub struct TuneCandidate {
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

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Each round, the best first.
    pub rounds: Vec<Vec<TuneCandidate>>,
    /// The best, on seeds that the search has not seen.
    pub best: TuneCandidate,
    /// The agent as it is, on the same seeds.
    pub as_it_is: TuneCandidate,
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
                    "the study `{}` has no `[tune]` section for `{agent}`; it has one for {}",
                    study.name,
                    known.join(", ")
                )
            }
            _ => format!("the study `{}` has no `[tune]` section", study.name),
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
    assets: &AssetSources,
    search: &SearchSettings,
    out: &Path,
    resume: bool,
    progress: &mut dyn Progress,
) -> Result<Tuned, LabError> {
    if search.trials == 0 || search.rounds == 0 || search.runs == 0 || search.keep_one_of < 2 {
        let why =
            "a search needs at least one candidate, one round and one run, and keeps one of two or more";
        return Err(LabError::Request(why.into()));
    }
    if search.way == SearchMethod::Evolution && search.trials < 4 {
        return Err(LabError::Request("evolution needs four candidates at a time, or more".into()));
    }
    let agent = base(study, section)?;
    let asks = SearchRounds { study, section, agent, assets, search, out, resume };
    let (rounds, best, runs) = match search.way {
        SearchMethod::Evolution if section.grid => {
            let why = "a section with `grid = true` tries every combination; evolution needs ranges alone";
            return Err(LabError::Request(why.into()));
        }
        SearchMethod::Evolution => asks.evolve(progress)?,
        SearchMethod::Random | SearchMethod::Halving => asks.halve(progress)?,
    };
    let runs = search.last.unwrap_or(runs);
    let (mut last, results) = asks.ask("fresh", &best, runs, ", fresh", progress)?;
    last.sort_by_key(|candidate| candidate.name == AS_IT_IS);
    let samples: Vec<Vec<f64>> = (0..2).map(|agent| results.sample(0, agent, &section.metric)).collect();
    let test = welch(&samples[1], &samples[0], Tail::Both).ok();
    let (Some(as_it_is), Some(best)) = (last.pop(), last.pop()) else {
        return Err(LabError::Request("the search found no candidate".into()));
    };
    let tuned = Tuned { rounds, best, as_it_is, test };
    files::write(out, "tune.csv", csv(&tuned, section))?;
    Ok(tuned)
}

/// Named values, and those of the whole search in order.
type NamedValues = (String, Vec<(String, f64)>);
/// The candidates of each round, the one that is taken for the best, and how often it plays at the end.
type SearchOutcome = (Vec<Vec<TuneCandidate>>, Vec<NamedValues>, usize);

/// What all rounds of a search have in common.
struct SearchRounds<'a> {
    study: &'a Study,
    section: &'a TuneSection,
    agent: &'a AgentPlan,
    assets: &'a AssetSources,
    search: &'a SearchSettings,
    out: &'a Path,
    resume: bool,
}

impl SearchRounds<'_> {
    /// Plays candidates beside the agent as it is, and gives them the best first. `seeds` is added to the name from which the seeds are derived.
    fn ask(
        &self,
        place: &str,
        candidates: &[NamedValues],
        runs: usize,
        seeds: &str,
        progress: &mut dyn Progress,
    ) -> Result<(Vec<TuneCandidate>, Results), LabError> {
        let agents: Vec<AgentPlan> = std::iter::once(entered(self.agent, AS_IT_IS, &[]))
            .chain(candidates.iter().map(|(name, set)| entered(self.agent, name, set)))
            .collect();
        let &Self { study, section, assets, .. } = self;
        let prepared = comparison(study, section, assets, agents.clone(), (runs, self.search.seed, seeds))?;
        let mut options = RunOptions::new(self.out.join(place));
        options.jobs = self.search.jobs;
        options.resume = self.resume;
        let results = run(&prepared, &options, progress)?.results;
        let candidate = |(number, plan): (usize, &AgentPlan)| {
            let own = results.sample(0, number, &section.metric);
            TuneCandidate {
                name: plan.name.clone(),
                set: plan.set.iter().skip(self.agent.set.len()).cloned().collect(),
                mean: mean(&own),
                interval: mean_interval(&own, 0.95).ok(),
                runs: own.len(),
            }
        };
        let mut ranked: Vec<TuneCandidate> = agents.iter().enumerate().map(candidate).collect();
        // The sort is stable: of equal candidates the first drawn stays first.
        ranked.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        Ok((ranked, results))
    }

    /// Candidates are drawn once; the better part of each round plays in the next, with more runs.
    fn halve(&self, progress: &mut dyn Progress) -> Result<SearchOutcome, LabError> {
        let (section, search) = (self.section, self.search);
        let mut candidates = if section.grid {
            candidates::grid(&section.parameter)
        } else {
            candidates::candidates(&section.parameter, search)
        };
        let (mut rounds, mut runs) = (Vec::new(), search.runs);
        let count = if search.way == SearchMethod::Random { 1 } else { search.rounds };
        for round in 1..=count {
            let ranked = self.ask(&format!("round-{round}"), &candidates, runs, "", progress)?.0;
            let own = ranked.iter().filter(|candidate| candidate.name != AS_IT_IS);
            let left = candidates.len().div_ceil(search.keep_one_of).max(1);
            candidates = own.take(left).map(|one| (one.name.clone(), one.set.clone())).collect();
            rounds.push(ranked);
            runs = runs.saturating_mul(search.keep_one_of);
        }
        candidates.truncate(1);
        Ok((rounds, candidates, runs))
    }

    /// Each generation is drawn around the better half of the one before, and plays seeds of its own.
    fn evolve(&self, progress: &mut dyn Progress) -> Result<SearchOutcome, LabError> {
        let (parameters, search) = (&self.section.parameter, self.search);
        let mut evolution = Evolution::new(parameters.len(), search.trials, search.seed);
        let mut rounds = Vec::new();
        for round in 1..=search.rounds {
            let drawn = evolution.draw(search.trials);
            let name = |number: usize| format!("candidate {round}.{}", number + 1);
            let candidates: Vec<NamedValues> = drawn
                .iter()
                .enumerate()
                .map(|(number, shares)| (name(number), evolution::values(parameters, shares)))
                .collect();
            let (place, seeds) = (format!("round-{round}"), format!(", generation {round}"));
            let ranked = self.ask(&place, &candidates, search.runs, &seeds, progress)?.0;
            let number = |of: &TuneCandidate| candidates.iter().position(|(known, _)| *known == of.name);
            let best: Vec<Shares> = ranked.iter().filter_map(|of| drawn.get(number(of)?).cloned()).collect();
            evolution.learn(&best);
            rounds.push(ranked);
        }
        let best = ("the middle".to_owned(), evolution::values(parameters, evolution.middle()));
        Ok((rounds, vec![best], search.runs.saturating_mul(search.keep_one_of)))
    }
}

fn base<'s>(study: &'s Study, section: &TuneSection) -> Result<&'s AgentPlan, LabError> {
    let found = study.agents.iter().find(|agent| agent.name == section.agent);
    found.ok_or_else(|| LabError::Request(format!("there is no agent `{}` to search", section.agent)))
}

/// An agent with some of its values set.
fn entered(agent: &AgentPlan, name: &str, set: &[(String, f64)]) -> AgentPlan {
    AgentPlan {
        name: name.to_owned(),
        label: name.to_owned(),
        set: agent.set.iter().chain(set).cloned().collect(),
        ..agent.clone()
    }
}

/// The part of a search with candidates that play the same seeds. `seeds` is added to the name from which those are derived.
fn comparison(
    study: &Study,
    section: &TuneSection,
    assets: &AssetSources,
    agents: Vec<AgentPlan>,
    (runs, seed, seeds): (usize, u64, &str),
) -> Result<Prepared, LabError> {
    let mut study = Study { agents, seed: study.seed ^ seed.rotate_left(32), ..study.clone() };
    study.parts.retain(|part| section.part.as_ref().is_none_or(|name| part.name == *name));
    study.parts.truncate(1);
    for part in &mut study.parts {
        part.agents = None;
        part.seeds = Seeds::Same;
        part.name.push_str(seeds);
    }
    Prepared::new(&study, assets, &DesignOptions { runs: Some(runs), ..DesignOptions::default() })
}

/// How well the agent of a search does with some of its values set: the metric of each run, condition by condition. An empty list of values is the agent as
/// it is. Two evaluations with the same seed play the same runs, on so many threads or all cores. For searches by other programs, such as Optuna, SMAC or irace;
/// nothing is written to disk.
///
/// # Errors
/// If the agent has no such value, or a run fails.
pub fn evaluate(
    study: &Study,
    section: &TuneSection,
    assets: &AssetSources,
    set: &[(String, f64)],
    (runs, seed): (usize, u64),
    jobs: Option<usize>,
) -> Result<Vec<f64>, LabError> {
    let agents = vec![entered(base(study, section)?, "candidate", set)];
    let prepared = comparison(study, section, assets, agents, (runs, seed, ""))?;
    let mut results = Results::empty(&prepared.design);
    let mut records = Vec::new();
    let jobs = jobs.unwrap_or(SearchSettings::default().jobs);
    play_all(&prepared, &todo(&results, Shard::default()), jobs, Vec::new(), &mut |record| {
        records.push(record);
        Ok(())
    })?;
    results.take_all(records, Path::new("memory"))?;
    Ok(results.sample(0, 0, &section.metric))
}

/// One row a candidate and round.
fn csv(tuned: &Tuned, section: &TuneSection) -> String {
    let names: Vec<&str> = section.parameter.iter().map(|parameter| parameter.name.as_str()).collect();
    let head = [&["round", "candidate"], names.as_slice(), &["runs", "mean"]].concat();
    let row = |round: &str, candidate: &TuneCandidate| {
        let value = |name: &&str| {
            let found = candidate.set.iter().find(|(known, _)| known == name);
            found.map_or_else(String::new, |(_, value)| value.to_string())
        };
        let mut row = vec![round.to_owned(), candidate.name.clone()];
        row.extend(names.iter().map(value));
        row.extend([candidate.runs.to_string(), candidate.mean.to_string()]);
        row
    };
    let mut rows = Vec::new();
    for (number, round) in (1..).zip(&tuned.rounds) {
        rows.extend(round.iter().map(|candidate| row(&format!("{number}"), candidate)));
    }
    rows.extend([&tuned.best, &tuned.as_it_is].map(|candidate| row("fresh", candidate)));
    lines(&head, rows)
}
