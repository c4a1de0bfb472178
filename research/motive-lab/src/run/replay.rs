//! Playing archived runs again: to compare them with the archive, or to see how they came about.
//!
//! A directory of results keeps what came out of each run. What the metrics were on the way is not kept, because it need not be: a run depends on its seed and
//! its inputs, which are archived, so it is played again and looked at. That each run ends as the archive says is checked on the way.

use super::single_run::{MetricSample, RunWorker};
use super::{PlannedRun, Progress, RunOptions, play_all_by, run};
use crate::asset_sources::AssetSources;
use crate::error::LabError;
use crate::files;
use crate::journal::RunRecord;
use crate::manifest::Manifest;
use crate::prepare::Prepared;
use crate::results::Results;
use crate::table::{TableColumn, csv, parquet};
use std::path::{Path, PathBuf};

/// What running a directory again showed.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// The runs that were made now.
    pub results: Results,
    /// Runs of the archive, which were compared.
    pub archived: usize,
    /// The first run that did not come out the same: its line in the journal there and here.
    pub differs: Option<(String, String)>,
}

/// Plays what a directory of results holds once more into another: its study, its agents' files and its request, wherever the directory is. Then compares
/// both run by run.
///
/// # Errors
/// If the directory is not whole, its study cannot be designed as it was by this version, or the other directory cannot be written.
pub fn rerun(directory: &Path, options: &RunOptions, progress: &mut dyn Progress) -> Result<Rerun, LabError> {
    let (prepared, archived) = read_archive(directory)?;
    let results = run(&prepared, options, progress)?.results;
    let differs = archived.records().find_map(|record| {
        let again = results.record(record.cell, record.run)?;
        (!again.agrees(record)).then(|| (record.line(), again.line()))
    });
    Ok(Rerun { results, archived: archived.done(), differs })
}

/// A directory of results, made ready to be played again.
fn read_archive(directory: &Path) -> Result<(Prepared, Results), LabError> {
    let (manifest, archived) = Results::read(directory)?;
    let study = manifest.read_study(directory)?;
    let prepared = Prepared::new(&study, &AssetSources::archive(directory), &manifest.request)?;
    if let Some(differs) = Manifest::of(&prepared).difference(&manifest)
        && prepared.design != manifest.design
    {
        return Err(LabError::Differs(directory.to_owned(), differs));
    }
    Ok((prepared, archived))
}

/// The most rows of a table: they are held in memory.
const MOST_ROWS: u64 = 5_000_000;

/// Of which runs the metrics are taken, and how often.
#[derive(Clone, Debug)]
pub struct SeriesOptions {
    /// Ticks between two samples. There is also one before the first tick, and one at the end.
    pub every: u64,
    /// Only this part.
    pub part: Option<String>,
    /// Only these agents; all if there are none.
    pub agents: Vec<String>,
    /// Only so many runs of each agent in each condition.
    pub runs: Option<usize>,
    /// Threads. What comes out does not depend on it.
    pub jobs: usize,
}

impl SeriesOptions {
    /// All runs, on all cores.
    pub fn new(every: u64) -> Self {
        let jobs = RunOptions::new("").jobs;
        Self { every, part: None, agents: Vec::new(), runs: None, jobs }
    }
}

/// A table of samples.
#[derive(Clone, Debug)]
pub struct SeriesTable {
    /// The table as CSV; as Parquet it is beside it.
    pub path: PathBuf,
    /// Runs that were played again.
    pub runs: usize,
    /// Samples.
    pub rows: usize,
}

/// Plays runs of a directory again, and writes what their metrics were every so many ticks to `series.csv` and `series.parquet` there: one row for each
/// sample, in the order of the design.
///
/// # Errors
/// If the directory is not whole, a part or agent is unknown, the table would be too large, or a run does not end as it did.
pub fn series(
    directory: &Path,
    options: &SeriesOptions,
    progress: &mut dyn Progress,
) -> Result<SeriesTable, LabError> {
    let (prepared, archived) = read_archive(directory)?;
    let chosen = choose(&archived, options)?;
    let tasks: Vec<PlannedRun> = chosen.iter().filter_map(|record| task(&archived, record)).collect();
    progress.begin(0, tasks.len());
    let mut samples = play(&prepared, &archived, &tasks, options, directory, progress)?;
    samples.sort_by_key(|(record, _)| (record.cell, record.run));
    let columns = columns(&archived, &samples);
    let path = files::write(directory, "series.csv", csv(&columns))?;
    files::write(directory, "series.parquet", parquet(&columns))?;
    let rows = samples.iter().map(|(_, samples)| samples.len()).sum();
    Ok(SeriesTable { path, runs: samples.len(), rows })
}

fn task(archived: &Results, record: &RunRecord) -> Option<PlannedRun> {
    let cell = *archived.cells().get(record.cell)?;
    Some(PlannedRun { number: record.cell, cell, run: record.run, seed: record.seed })
}

/// The archived runs that were asked for.
fn choose<'r>(archived: &'r Results, options: &SeriesOptions) -> Result<Vec<&'r RunRecord>, LabError> {
    let design = archived.design();
    if options.every == 0 {
        return Err(LabError::Request("samples are at least one tick apart".into()));
    }
    let parts = design.parts.iter().map(|part| part.name.as_str());
    known("part", options.part.iter(), parts)?;
    known("agent", options.agents.iter(), design.agents.iter().map(|agent| agent.name.as_str()))?;
    let is_wanted = |record: &&RunRecord| {
        let Some(cell) = archived.cells().get(record.cell) else { return false };
        let part = design.parts.get(cell.part).map(|part| &part.name);
        let agent = design.agents.get(cell.agent).map(|agent| &agent.name);
        options.runs.is_none_or(|most| record.run < most)
            && (options.part.is_none() || options.part.as_ref() == part)
            && (options.agents.is_empty() || agent.is_some_and(|agent| options.agents.contains(agent)))
    };
    let chosen: Vec<&RunRecord> = archived.records().filter(is_wanted).collect();
    let rows: u64 = chosen.iter().map(|record| record.steps / options.every + 2).sum();
    match rows {
        0 => Err(LabError::Request("the directory has no such runs".into())),
        rows if rows > MOST_ROWS => Err(LabError::Request(format!(
            "the table would have about {rows} rows, more than {MOST_ROWS}; take more ticks between samples, or fewer runs, parts or agents"
        ))),
        _ => Ok(chosen),
    }
}

/// Fails if a name is not among those that there are.
fn known<'n>(
    what: &str,
    names: impl Iterator<Item = &'n String>,
    there: impl Iterator<Item = &'n str> + Clone,
) -> Result<(), LabError> {
    for name in names {
        if !there.clone().any(|known| known == name) {
            let there: Vec<&str> = there.collect();
            let why = format!("there is no {what} `{name}`; there are {}", there.join(", "));
            return Err(LabError::Request(why));
        }
    }
    Ok(())
}

/// Plays runs, and compares each with the archive.
fn play(
    prepared: &Prepared,
    archived: &Results,
    tasks: &[PlannedRun],
    options: &SeriesOptions,
    directory: &Path,
    progress: &mut dyn Progress,
) -> Result<Vec<(RunRecord, Vec<MetricSample>)>, LabError> {
    let mut played: Vec<(RunRecord, Vec<MetricSample>)> = Vec::with_capacity(tasks.len());
    let sampled = |stage: &mut RunWorker<'_>, task: &PlannedRun| stage.play_sampled(task, options.every);
    play_all_by(prepared, tasks, options.jobs, Vec::new(), sampled, &mut |(record, samples)| {
        if archived.record(record.cell, record.run).is_none_or(|known| !known.agrees(&record)) {
            let run = format!("run {} of cell {}", record.run, record.cell);
            return Err(LabError::Contradiction(run, directory.to_owned()));
        }
        played.push((record, samples));
        progress.advance();
        if progress.is_cancelled() { Err(LabError::Cancelled(0)) } else { Ok(()) }
    })?;
    Ok(played)
}

fn columns(archived: &Results, samples: &[(RunRecord, Vec<MetricSample>)]) -> Vec<(String, TableColumn)> {
    let rows = || samples.iter().flat_map(|(record, samples)| samples.iter().map(move |it| (record, it)));
    let mut columns = archived.run_columns(rows().map(|(record, _)| record));
    columns.push((
        "tick".to_owned(),
        TableColumn::Whole(rows().map(|(_, sample)| sample.tick as i64).collect()),
    ));
    for (at, metric) in archived.metrics() {
        let values = rows().map(|(_, sample)| sample.values.get(at).copied().unwrap_or(f64::NAN));
        columns.push((metric.to_owned(), TableColumn::Number(values.collect())));
    }
    columns
}
