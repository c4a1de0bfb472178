//! Shards of a study as a job array of Slurm: submitted, followed, and submitted again where a task has died.

use super::shards::{ShardCommand, quoted};
use super::{failure, write};
use crate::console::{Console, Failure};
use crate::text::counted;
use motive_lab::{Progress, Results, missing_shards};
use motive_util::read_text;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The script of the array, in the directory of results.
const SCRIPT: &str = "slurm.sh";
/// The number of the job, so that `--resume` follows an array that is still there.
const JOB: &str = "slurm.job";

/// How a study is run on Slurm.
pub(super) struct SlurmJob<'a> {
    pub(super) command: ShardCommand<'a>,
    /// The directory, which all machines of the cluster see.
    pub(super) out: &'a Path,
    /// What `sbatch` is told beyond the script, such as `--partition=short`.
    pub(super) options: &'a [String],
    /// How often shards whose task has died are submitted in all.
    pub(super) tries: u32,
    /// How often the queue is asked.
    pub(super) every: Duration,
}

impl SlurmJob<'_> {
    /// Submits what is missing and follows it until nothing is, or nothing more is tried.
    pub(super) fn run(&self, console: &mut Console, progress: &mut dyn Progress) -> Result<(), Failure> {
        let (_, results) = self.results()?;
        progress.begin(results.done(), results.total());
        let mut shown = results.done();
        if let Some(job) = self.job_left() {
            console.remark(format_args!("job {job} is still there and is followed"))?;
            self.follow(&job, &mut shown, progress)?;
        }
        for attempt in 1..=self.tries {
            let missing = missing_shards(&self.results()?.1, self.command.shards);
            if missing.is_empty() {
                return Ok(());
            }
            if attempt > 1 {
                let tasks = counted(missing.len(), "task");
                console.remark(format_args!("{tasks} did not finish and must be submitted again"))?;
            }
            let job = self.submit(&missing)?;
            console.remark(format_args!("submitted {} as job {job}", counted(missing.len(), "task")))?;
            self.follow(&job, &mut shown, progress)?;
        }
        match missing_shards(&self.results()?.1, self.command.shards).first() {
            None => Ok(()),
            Some(shard) => {
                let log = self.out.join(format!("slurm-{shard}.log"));
                let (tries, log) =
                    (counted(self.tries as usize, "try").replace("trys", "tries"), log.display());
                Err(Failure::Failed(format!("runs are missing after {tries}; `{log}` says why")))
            }
        }
    }

    fn results(&self) -> Result<(motive_lab::Manifest, Results), Failure> {
        Results::read(self.out).map_err(failure)
    }

    /// Writes the script and submits some of its shards. Gives the number of the job.
    fn submit(&self, shards: &[usize]) -> Result<String, Failure> {
        let program = std::env::current_exe()?;
        let here = std::env::current_dir()?;
        let line = self.command.line(&program.display().to_string(), "$SLURM_ARRAY_TASK_ID", self.out);
        let log = self.out.join("slurm-%a.log");
        let script = format!(
            "#!/bin/sh\n#SBATCH --job-name=motive\n#SBATCH --ntasks=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --output={}\ncd {} || exit 1\nexec {line}\n",
            log.display(),
            quoted(&here.display().to_string()),
        );
        let path = self.out.join(SCRIPT);
        write(&path, &script)?;
        let array: Vec<String> = shards.iter().map(ToString::to_string).collect();
        let mut sbatch = Command::new("sbatch");
        sbatch.arg("--parsable").arg(format!("--array={}", array.join(","))).args(self.options).arg(&path);
        let said = asked(sbatch, "sbatch")?;
        // `12` or, with several clusters, `12;name`.
        let job = said.trim().split(';').next().unwrap_or_default().to_owned();
        if job.is_empty() || !job.chars().all(|sign| sign.is_ascii_digit()) {
            return Err(Failure::Failed(format!("`sbatch` gave no number of a job but `{}`", said.trim())));
        }
        write(&self.out.join(JOB), &format!("{job}\n"))?;
        Ok(job)
    }

    /// The job of an earlier call, if it has tasks left.
    fn job_left(&self) -> Option<String> {
        let job = read_text(&self.out.join(JOB), 1 << 10).ok()?.trim().to_owned();
        let is_number = !job.is_empty() && job.chars().all(|sign| sign.is_ascii_digit());
        (is_number && tasks_left(&job).is_ok_and(|left| left > 0)).then_some(job)
    }

    /// Waits until no task of a job is left, and tells how many runs there are meanwhile.
    fn follow(&self, job: &str, shown: &mut usize, progress: &mut dyn Progress) -> Result<(), Failure> {
        loop {
            let left = tasks_left(job)?;
            let done = self.results()?.1.done();
            for _ in *shown..done {
                progress.advance();
            }
            *shown = (*shown).max(done);
            if left == 0 {
                return Ok(());
            }
            std::thread::sleep(self.every);
        }
    }
}

/// How many tasks of a job wait or run.
fn tasks_left(job: &str) -> Result<usize, Failure> {
    let mut squeue = Command::new("squeue");
    squeue.args(["--noheader", "--array", "--format=%T", "--jobs", job]);
    match asked(squeue, "squeue") {
        Ok(said) => Ok(said.lines().filter(|line| !line.trim().is_empty()).count()),
        // Slurm forgets a job some minutes after its end.
        Err(Failure::Failed(why)) if why.contains("Invalid job id") => Ok(0),
        Err(failure) => Err(failure),
    }
}

/// What a program of Slurm prints.
fn asked(mut command: Command, name: &str) -> Result<String, Failure> {
    let output = command.output().map_err(|error| {
        Failure::Input(format!(
            "cannot start `{name}`: {error}; `--on slurm` needs a machine from which jobs are submitted"
        ))
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(Failure::Failed(format!("`{name}` failed: {}", why.trim())))
}
