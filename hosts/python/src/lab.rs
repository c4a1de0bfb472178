//! The lab: studies, their results, and searches.

use crate::errors::{LabError, lab_error};
use crate::python_mind::{PythonMind, Raised, instance};
use motive_lab::tune::{evaluate, section};
use motive_lab::{
    AssetSources, DesignOptions, HostMind, Prepared, Progress, Results, RunOptions, Shard, Study,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The studies that come with Motive: name and title.
#[pyfunction]
pub(crate) fn studies() -> PyResult<Vec<(String, String)>> {
    let titled = |(name, text): (&str, &str)| {
        let study = Study::parse(name, text).map_err(lab_error)?;
        Ok((name.to_owned(), study.title))
    };
    motive_lab::studies().map(titled).collect()
}

/// A study by its name or file, with agents in Python.
fn find(
    name: &str,
    agents: Option<&Bound<'_, PyDict>>,
    raised: &Raised,
) -> PyResult<(Study, AssetSources, Vec<String>)> {
    let (study, assets) = motive_lab::find_study(name).map_err(lab_error)?;
    let (mut assets, mut minds) = (assets.and_then(""), Vec::new());
    for (name, agent) in agents.into_iter().flat_map(|agents| agents.iter()) {
        let name: String = name.extract().map_err(|_| lab_error("the name of an agent is text"))?;
        let (agent, source): (Bound<'_, PyAny>, String) =
            agent.extract().map_err(|_| lab_error("an agent is a pair of the agent and its source"))?;
        minds.push(format!("host:{name}"));
        assets = assets.with_host_mind(host_mind(&name, &source, agent.unbind(), raised.clone()));
    }
    Ok((study, assets, minds))
}

/// An agent in Python as a mind of studies.
fn host_mind(name: &str, source: &str, agent: Py<PyAny>, raised: Raised) -> HostMind {
    HostMind::new(name, source, move |seat| {
        let failure = seat.failure.clone();
        Python::attach(|py| {
            let made = instance(agent.bind(py)).and_then(|agent| {
                let tell = move |why: &str| failure.report(why);
                PythonMind::new(&agent, (seat.seed, seat.number), raised.clone(), tell)
            });
            match made {
                Ok(mind) => Ok(Box::new(mind) as Box<dyn motive::kernel::Mind>),
                Err(error) => Err(crate::python_mind::traceback(py, &error)),
            }
        })
    })
}

/// Tells a function of Python how far a study is, and lets Ctrl-C through.
struct PythonProgress {
    told: Option<Py<PyAny>>,
    done: usize,
    total: usize,
    looked: Instant,
    error: Option<PyErr>,
}

impl PythonProgress {
    fn look(&mut self) {
        self.looked = Instant::now();
        let outcome = Python::attach(|py| {
            py.check_signals()?;
            match &self.told {
                Some(told) => told.call1(py, (self.done, self.total)).map(drop),
                None => Ok(()),
            }
        });
        self.error = outcome.err();
    }
}

impl Progress for PythonProgress {
    fn begin(&mut self, done: usize, total: usize) {
        (self.done, self.total) = (done, total);
        self.look();
    }

    fn advance(&mut self) {
        self.done += 1;
        if self.done == self.total || self.looked.elapsed() > Duration::from_millis(100) {
            self.look();
        }
    }

    fn is_cancelled(&mut self) -> bool {
        self.error.is_some()
    }
}

/// Runs a study, or a shard of it, into a directory; or only makes the directory ready for shards. `agents` maps names to pairs of an agent and its source.
#[pyfunction]
#[pyo3(signature = (study, out, *, runs=None, quick=false, minds=Vec::new(), agents=None, jobs=None, resume=false, shard=None, only_prepare=false, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn run_study(
    py: Python<'_>,
    study: &str,
    out: PathBuf,
    runs: Option<usize>,
    quick: bool,
    mut minds: Vec<String>,
    agents: Option<&Bound<'_, PyDict>>,
    jobs: Option<usize>,
    resume: bool,
    shard: Option<&str>,
    only_prepare: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<StudyResults>> {
    let raised = Raised::default();
    let (study, assets, own) = find(study, agents, &raised)?;
    // An agent that the study names itself takes part as the study says.
    let named: Vec<&String> = study.agents.iter().flat_map(|plan| &plan.minds).collect();
    minds.extend(own.into_iter().filter(|mind| !named.contains(&mind)));
    let request = DesignOptions { runs, quick, minds };
    let mut options = RunOptions::new(&out);
    options.resume = resume;
    options.jobs = jobs.unwrap_or(options.jobs).max(1);
    if let Some(shard) = shard {
        options.shard = shard.parse::<Shard>().map_err(lab_error)?;
    }
    let mut progress =
        PythonProgress { told: progress, done: 0, total: 0, looked: Instant::now(), error: None };
    // Agents in Python take the interpreter when they decide.
    let outcome = py.detach(|| {
        let prepared = Prepared::new(&study, &assets, &request)?.in_library();
        if only_prepare {
            return motive_lab::prepare(&prepared, &options).map(|()| None);
        }
        motive_lab::run(&prepared, &options, &mut progress).map(Some)
    });
    if let Some(error) = progress.error {
        return Err(error);
    }
    match outcome {
        Ok(outcome) => Ok(outcome.map(|outcome| StudyResults { directory: out, results: outcome.results })),
        Err(error) => {
            let told = LabError::new_err(error.to_string());
            told.set_cause(py, raised.take());
            Err(told)
        }
    }
}

/// Joins directories of results, such as shards, into one.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, directories: Vec<PathBuf>, out: PathBuf) -> PyResult<StudyResults> {
    let results = py.detach(|| motive_lab::merge(&directories, &out)).map_err(lab_error)?;
    Ok(StudyResults { directory: out, results })
}

/// Results of a study.
#[pyclass(module = "pymotive", frozen)]
pub(crate) struct StudyResults {
    directory: PathBuf,
    results: Results,
}

#[pymethods]
impl StudyResults {
    /// Reads the results of a directory.
    #[staticmethod]
    fn read(directory: PathBuf) -> PyResult<Self> {
        let (_, results) = Results::read(&directory).map_err(lab_error)?;
        Ok(Self { directory, results })
    }

    /// Where they are.
    #[getter]
    fn directory(&self) -> PathBuf {
        self.directory.clone()
    }

    /// Runs that are complete.
    #[getter]
    fn done(&self) -> usize {
        self.results.done()
    }

    /// Runs that there will be.
    #[getter]
    fn total(&self) -> usize {
        self.results.total()
    }

    /// One row a run, as in `results.csv`. The same for the same study, whoever ran it.
    fn csv(&self) -> String {
        self.results.csv()
    }

    /// How long each run took, as in `times.csv`.
    fn times_csv(&self) -> String {
        self.results.times_csv()
    }

    /// Writes the report beside the results, and returns where its page is.
    fn report(&self, py: Python<'_>) -> PyResult<PathBuf> {
        let directory = &self.directory;
        let report = py.detach(|| motive_lab::report::write(directory)).map_err(lab_error)?;
        Ok(report.html)
    }

    fn __repr__(&self) -> String {
        let (done, total) = (self.results.done(), self.results.total());
        format!(
            "<Results of {}: {done} of {total} runs in {}>",
            self.results.design().study,
            self.directory.display()
        )
    }
}

/// What a study has to search: the agent, the metric, and for each parameter its name, range, and whether it is whole or logarithmic.
#[pyfunction]
#[pyo3(signature = (study, agent=None))]
#[expect(clippy::type_complexity, reason = "it is what Python gets")]
pub(crate) fn tune_section(
    study: &str,
    agent: Option<&str>,
) -> PyResult<(String, String, Vec<(String, f64, f64, bool, bool)>)> {
    let (study, _) = motive_lab::find_study(study).map_err(lab_error)?;
    let section = section(&study, agent).map_err(lab_error)?;
    let parameters = section.parameter.iter().map(|one| {
        let [low, high] = one.range;
        (one.name.clone(), low, high, one.whole, one.logarithmic)
    });
    Ok((section.agent.clone(), section.metric.clone(), parameters.collect()))
}

/// How well an agent does with some of its values set: the metric of every run.
#[pyfunction]
#[pyo3(signature = (study, values, *, agent=None, runs=3, seed=1, jobs=None))]
pub(crate) fn tune_evaluate(
    py: Python<'_>,
    study: &str,
    values: Vec<(String, f64)>,
    agent: Option<&str>,
    runs: usize,
    seed: u64,
    jobs: Option<usize>,
) -> PyResult<Vec<f64>> {
    let (study, assets) = motive_lab::find_study(study).map_err(lab_error)?;
    let section = section(&study, agent).map_err(lab_error)?;
    py.detach(|| evaluate(&study, section, &assets, &values, (runs, seed), jobs)).map_err(lab_error)
}
