//! Playing a study into a directory.
//!
//! | file | what |
//! |---|---|
//! | `manifest.json` | what was run: version, design, seeds, inputs; the same for the same study |
//! | `study.toml`, `inputs/` | the texts that it was made from |
//! | `host.json` | facts about the machine, which no result depends on |
//! | `runs.log` | the [journal](crate::journal): each run as soon as it was over |
//! | `registration.json` | hashes of study, inputs and seeds, written before the first run |
//! | `results.csv`, `results.parquet` | one row a run, in the order of the design |
//! | `columns.csv` | what the columns of both mean |
//! | `times.csv` | how long each took, which no second run repeats |

mod replay;
mod shard;
mod single_run;

pub use replay::{Rerun, SeriesOptions, SeriesTable, rerun, series};
pub use shard::{Shard, missing_shards};
pub use single_run::{RunAbout, Spectator};

use crate::asset_sources::archived;
use crate::design::StudyCell;
use crate::error::LabError;
use crate::files;
use crate::journal::{Journal, RunRecord};
use crate::manifest::{MANIFEST, Manifest, Registration};
use crate::prepare::Prepared;
use crate::results::{self, Results, TABLE};
use single_run::RunWorker;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// How a study is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The directory.
    pub out: PathBuf,
    /// Threads. What comes out does not depend on it.
    pub jobs: usize,
    /// Continue with what the directory holds.
    pub resume: bool,
    /// Which shard of the runs.
    pub shard: Shard,
}

impl RunOptions {
    /// Everything, on all cores.
    pub fn new(out: impl Into<PathBuf>) -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { out: out.into(), jobs, resume: false, shard: Shard::default() }
    }
}

/// Receives the progress of a run.
pub trait Progress {
    /// Progress: runs that are complete, of all.
    fn begin(&mut self, done: usize, total: usize);
    /// One more run is complete.
    fn advance(&mut self);
    /// Whether to stop. Asked after each run; what is complete is kept.
    fn is_cancelled(&mut self) -> bool {
        false
    }
}

/// Ignores progress.
impl Progress for () {
    fn begin(&mut self, _: usize, _: usize) {}
    fn advance(&mut self) {}
}

/// What a call of [`run()`] did.
#[derive(Clone, Debug)]
pub struct StudyRun {
    /// Runs that were there before.
    pub before: usize,
    /// Runs that were made now.
    pub made: usize,
    /// Ticks of those.
    pub ticks: u64,
    /// Lines of the journal that had been cut or damaged, and whose runs were made again.
    pub damaged: usize,
    /// Everything that the directory holds now.
    pub results: Results,
}

/// Plays a study into a directory.
///
/// # Errors
/// If the directory holds something else, or cannot be written. What was played before that is safe.
pub fn run(
    prepared: &Prepared,
    options: &RunOptions,
    progress: &mut dyn Progress,
) -> Result<StudyRun, LabError> {
    run_watched(prepared, options, Vec::new(), progress)
}

/// As [`run()`], with spectators, each of which looks at the runs of one thread. The results are the same.
///
/// # Errors
/// As for [`run()`].
pub fn run_watched(
    prepared: &Prepared,
    options: &RunOptions,
    spectators: Vec<Box<dyn Spectator>>,
    progress: &mut dyn Progress,
) -> Result<StudyRun, LabError> {
    let manifest = Manifest::of(prepared);
    open_directory(&manifest, prepared, options)?;
    let path = options.out.join(options.shard.journal());
    let (mut journal, own) = Journal::open(&path, manifest.design.metrics.len())?;
    let (_, mut results) = Results::read(&options.out)?;
    let before = results.done();
    let todo = todo(&results, options.shard);
    progress.begin(before, before + todo.len());
    let (mut made, mut ticks) = (Vec::with_capacity(todo.len()), 0);
    let played = play_all(prepared, &todo, options.jobs, spectators, &mut |record| {
        journal.append(&record)?;
        ticks += record.steps;
        made.push(record);
        progress.advance();
        if progress.is_cancelled() {
            return Err(LabError::Cancelled(before + made.len()));
        }
        Ok(())
    });
    // Whatever happened, what was played is forced to the disk before anything is said about it.
    let synced = journal.sync();
    played.and(synced)?;
    let count = made.len();
    results.take_all(made, &path)?;
    if options.shard.is_whole() {
        results.write(&options.out, &prepared.study)?;
    }
    Ok(StudyRun { before, made: count, ticks, damaged: own.damaged, results })
}

/// Makes a directory ready for shards that several processes play into it, so that none of them meets a half-made one.
///
/// # Errors
/// If the directory holds something else, or runs of this study without [`RunOptions::resume`].
pub fn prepare(prepared: &Prepared, options: &RunOptions) -> Result<(), LabError> {
    let out = &options.out;
    if !options.resume && out.is_dir() && !results::journals(out)?.is_empty() {
        return Err(LabError::Occupied(out.clone(), prepared.design.study.clone()));
    }
    open_directory(&Manifest::of(prepared), prepared, options)
}

/// Prepares the directory. Fails if it holds results that do not belong to this study.
fn open_directory(manifest: &Manifest, prepared: &Prepared, options: &RunOptions) -> Result<(), LabError> {
    let out = &options.out;
    std::fs::create_dir_all(out).map_err(LabError::io("make the directory", out))?;
    let journals = results::journals(out)?;
    for file in journals.iter().chain([&out.join(MANIFEST)]) {
        motive_util::refuse_link(file).map_err(LabError::io("write", file))?;
    }
    if !out.join(MANIFEST).exists() {
        let has_runs = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|known| known.len() > 0);
        if journals.iter().any(has_runs) {
            return Err(LabError::NoManifest(out.clone()));
        }
        Registration::of(prepared).write(out)?;
        return manifest.write(out, prepared, options.jobs);
    }
    let there = Manifest::read(out)?;
    if let Some(differs) = manifest.difference(&there) {
        return Err(LabError::Differs(out.clone(), differs));
    }
    let own = out.join(options.shard.journal());
    if !options.resume && own.exists() {
        return Err(LabError::Occupied(out.clone(), there.design.study));
    }
    Ok(())
}

/// A run that is still to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedRun {
    number: usize,
    cell: StudyCell,
    run: usize,
    seed: u64,
}

/// All runs of a shard that are still to do: the first of every cell, then the second of every cell, so that the results
/// after an interruption are balanced.
pub(crate) fn todo(results: &Results, shard: Shard) -> Vec<PlannedRun> {
    let design = results.design();
    let most = design.parts.iter().map(|part| part.runs).max().unwrap_or(0);
    let (mut tasks, mut index) = (Vec::new(), 0);
    for run in 0..most {
        for (number, cell) in results.cells().iter().enumerate() {
            if run >= design.runs(*cell) {
                continue;
            }
            if shard.has(index) && !results.has(number, run) {
                tasks.push(PlannedRun { number, cell: *cell, run, seed: design.seed(*cell, run) });
            }
            index += 1;
        }
    }
    tasks
}

/// Plays runs on several threads and hands each over, on this thread, as soon as it is over. Ends at the first error.
pub(crate) fn play_all(
    prepared: &Prepared,
    tasks: &[PlannedRun],
    jobs: usize,
    spectators: Vec<Box<dyn Spectator>>,
    take: &mut dyn FnMut(RunRecord) -> Result<(), LabError>,
) -> Result<(), LabError> {
    play_all_by(prepared, tasks, jobs, spectators, RunWorker::play, take)
}

/// As [`play_all`], with a way to play a run.
fn play_all_by<'a, T: Send>(
    prepared: &'a Prepared,
    tasks: &[PlannedRun],
    jobs: usize,
    spectators: Vec<Box<dyn Spectator>>,
    play: impl Fn(&mut RunWorker<'a>, &PlannedRun) -> Result<T, LabError> + Sync,
    take: &mut dyn FnMut(T) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let mut spectators = spectators.into_iter();
    let work = |send: mpsc::SyncSender<Result<T, LabError>>, spectator| {
        let mut stage = RunWorker::new(prepared, spectator);
        while !stop.load(Ordering::Relaxed) {
            let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            if send.send(play(&mut stage, task)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        // Room for results that wait while a line is forced to the disk.
        let (send, receive) = mpsc::sync_channel(256);
        let threads: Vec<_> = (0..jobs.clamp(1, tasks.len().max(1)))
            .map(|_| {
                let (send, spectator, work) = (send.clone(), spectators.next(), &work);
                scope.spawn(move || work(send, spectator))
            })
            .collect();
        drop(send);
        let mut outcome = Ok(());
        for record in receive {
            // After an error what others have finished is still taken, so that as little as possible is lost.
            let taken = record.and_then(&mut *take);
            if taken.is_err() && outcome.is_ok() {
                stop.store(true, Ordering::Relaxed);
                outcome = taken;
            }
        }
        for thread in threads {
            if thread.join().is_err() && outcome.is_ok() {
                outcome = Err(LabError::Request("a worker thread ended unexpectedly".into()));
            }
        }
        outcome
    })
}

/// Joins directories of results, such as those of a cluster's job array, into one. The directory may be one of them.
///
/// # Errors
/// If they do not belong together, or one cannot be read or written.
pub fn merge(from: &[PathBuf], into: &Path) -> Result<Results, LabError> {
    let Some(first) = from.first() else {
        return Err(LabError::Request("there is nothing to merge; name at least one directory".into()));
    };
    let manifest = Manifest::read(first)?;
    let mut merged = Results::empty(&manifest.design);
    let present = into.join(MANIFEST).exists().then_some(into);
    for directory in from.iter().map(PathBuf::as_path).chain(present) {
        let (there, results) = Results::read(directory)?;
        if let Some(differs) = manifest.difference(&there) {
            return Err(LabError::Differs(directory.to_owned(), differs));
        }
        merged.take_all(results.records().cloned().collect(), directory)?;
    }
    refuse_loss(&merged, into)?;
    std::fs::create_dir_all(into).map_err(LabError::io("make the directory", into))?;
    copy_inputs(first, into, &manifest)?;
    let journal: String = merged.records().map(RunRecord::line).collect();
    files::write(into, Shard::default().journal(), &journal)?;
    merged.write(into, &manifest.read_study(into)?)?;
    // All that the shards have is in the one journal now.
    for path in results::journals(into)? {
        if path.file_name().is_some_and(|name| name != Shard::default().journal().as_str()) {
            std::fs::remove_file(&path).map_err(LabError::io("remove", &path))?;
        }
    }
    Ok(merged)
}

/// Fails if a directory has a table of more runs than were found, as when its journal is lost.
fn refuse_loss(merged: &Results, into: &Path) -> Result<(), LabError> {
    let table = files::read(&into.join(TABLE)).unwrap_or_default();
    let (there, found) = (table.lines().count().saturating_sub(1), merged.done());
    if found >= there.max(1) {
        return Ok(());
    }
    let into = into.display();
    let why = match there {
        0 => "the directories have no runs to merge".to_owned(),
        _ => format!(
            "`{into}/{TABLE}` has {there} runs, but only {found} are in the journals; nothing is written"
        ),
    };
    Err(LabError::Request(why))
}

/// Copies what results were made from.
fn copy_inputs(from: &Path, into: &Path, manifest: &Manifest) -> Result<(), LabError> {
    for input in &manifest.inputs {
        let kept = archived(&input.path);
        files::write(into, &kept, files::read(&from.join(&kept))?)?;
    }
    if let Some(registered) = Registration::read(from)? {
        registered.write(into)?;
    }
    files::write(into, MANIFEST, files::json(manifest)).map(drop)
}
