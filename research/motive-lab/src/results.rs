//! All runs of a study, by cell.

use crate::design::{Design, StudyCell, StudyPart};
use crate::error::LabError;
use crate::files;
use crate::journal::{self, RunRecord};
use crate::manifest::Manifest;
use crate::metrics::CPU_SECONDS;
use crate::study::Study;
use crate::table::{TableColumn, csv, lines, parquet};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The table with a row for each run.
pub(crate) const TABLE: &str = "results.csv";

/// Results of a study, in the order of the design, whatever the order in which they were found.
#[derive(Clone, Debug)]
pub struct Results {
    design: Design,
    cells: Vec<StudyCell>,
    numbers: HashMap<StudyCell, usize>,
    runs: Vec<Vec<Option<RunRecord>>>,
    /// Lines of journals that were cut or damaged.
    damaged: usize,
}

impl Results {
    /// No results yet.
    pub fn empty(design: &Design) -> Self {
        let cells = design.cells();
        Self {
            numbers: cells.iter().enumerate().map(|(number, cell)| (*cell, number)).collect(),
            runs: cells.iter().map(|cell| vec![None; design.runs(*cell)]).collect(),
            cells,
            design: design.clone(),
            damaged: 0,
        }
    }

    /// Reads all that a directory holds.
    ///
    /// # Errors
    /// If there is no manifest, a journal cannot be read, or two say different things of one run.
    pub fn read(directory: &Path) -> Result<(Manifest, Self), LabError> {
        let manifest = Manifest::read(directory)?;
        let mut results = Self::empty(&manifest.design);
        for path in journals(directory)? {
            let contents = journal::read(&path, manifest.design.metrics.len())?;
            results.damaged += contents.damaged;
            results.take_all(contents.records, &path)?;
        }
        Ok((manifest, results))
    }

    /// Adds records. A run that occurs twice with the same result counts once.
    pub(crate) fn take_all(&mut self, records: Vec<RunRecord>, path: &Path) -> Result<(), LabError> {
        for record in records {
            // A record of a run that is not in the design is ignored, even if its checksum matches.
            let Some(place) = self.runs.get_mut(record.cell).and_then(|runs| runs.get_mut(record.run)) else {
                self.damaged += 1;
                continue;
            };
            match place {
                Some(known) if !known.agrees(&record) => {
                    let run = format!("run {} of cell {}", record.run, record.cell);
                    return Err(LabError::Contradiction(run, path.to_owned()));
                }
                Some(_) => {}
                None => *place = Some(record),
            }
        }
        Ok(())
    }

    /// Which agent plays where, how often and with which seeds.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Every cell.
    pub fn cells(&self) -> &[StudyCell] {
        &self.cells
    }

    /// How many runs there are.
    pub fn done(&self) -> usize {
        self.records().count()
    }

    /// How many there will be.
    pub fn total(&self) -> usize {
        self.runs.iter().map(Vec::len).sum()
    }

    /// How many lines of journals were cut or damaged, so that their runs are not here.
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// Whether a run is here.
    pub(crate) fn has(&self, cell: usize, run: usize) -> bool {
        self.runs.get(cell).and_then(|runs| runs.get(run)).is_some_and(Option::is_some)
    }

    /// All records, in the order of the design.
    pub fn records(&self) -> impl Iterator<Item = &RunRecord> + Clone {
        self.runs.iter().flatten().flatten()
    }

    /// The values of a metric in a cell, in the order of the runs. Empty if there is no such cell or metric.
    pub fn values(&self, cell: StudyCell, metric: &str) -> Vec<f64> {
        let Some(runs) = self.numbers.get(&cell).and_then(|number| self.runs.get(*number)) else {
            return Vec::new();
        };
        if metric == CPU_SECONDS {
            return runs.iter().flatten().map(|record| record.microseconds as f64 / 1e6).collect();
        }
        let Some(at) = self.design.metrics.iter().position(|known| known == metric) else {
            return Vec::new();
        };
        runs.iter().flatten().filter_map(|record| record.values.get(at).copied()).collect()
    }

    /// The values of a metric that an agent has in a part, in all conditions. Empty if there is no such part, agent or metric.
    pub fn sample(&self, part: usize, agent: usize, metric: &str) -> Vec<f64> {
        let conditions = self.design.parts.get(part).map_or(0, StudyPart::conditions);
        self.sample_of(part, 0..conditions, agent, metric)
    }

    /// The same in some of the conditions.
    pub(crate) fn sample_of(
        &self,
        part: usize,
        conditions: impl IntoIterator<Item = usize>,
        agent: usize,
        metric: &str,
    ) -> Vec<f64> {
        let cells = conditions.into_iter().map(|condition| StudyCell { part, condition, agent });
        cells.flat_map(|cell| self.values(cell, metric)).collect()
    }

    /// One row a run, one column for everything that was varied or is known of it. The bytes depend on the results alone.
    pub fn csv(&self) -> String {
        csv(&self.columns())
    }

    /// The CPU time of each run; apart from the results, because no second run repeats it.
    pub fn times_csv(&self) -> String {
        let mut columns = self.cell_columns(self.records());
        columns.push(whole("run", self.records(), |record| record.run as i64));
        columns.push(whole("cpu_microseconds", self.records(), |record| record.microseconds as i64));
        csv(&columns)
    }

    /// Every option that is varied anywhere, in the order in which they are met.
    fn options(&self) -> Vec<String> {
        let mut options: Vec<String> = Vec::new();
        for factor in self.design.parts.iter().flat_map(StudyPart::factors) {
            if !options.iter().any(|known| known == factor) {
                options.push(factor.to_owned());
            }
        }
        options
    }

    /// One run.
    pub(crate) fn record(&self, cell: usize, run: usize) -> Option<&RunRecord> {
        self.runs.get(cell)?.get(run)?.as_ref()
    }

    /// The table of [`csv`](Self::csv) as columns: numbers as numbers, all else as text.
    pub fn columns(&self) -> Vec<(String, TableColumn)> {
        let mut columns = self.run_columns(self.records());
        columns.push(whole("steps", self.records(), |record| record.steps as i64));
        for (at, metric) in self.metrics() {
            let value = |record: &RunRecord| record.values.get(at).copied().unwrap_or(f64::NAN);
            columns.push((metric.to_owned(), TableColumn::Number(self.records().map(value).collect())));
        }
        columns
    }

    /// The metrics of a table with their places in records: all but the CPU time.
    pub(crate) fn metrics(&self) -> impl Iterator<Item = (usize, &str)> {
        let all = self.design.metrics.iter().map(String::as_str).enumerate();
        all.filter(|(_, metric)| *metric != CPU_SECONDS)
    }

    /// The columns that say which run a row is of.
    pub(crate) fn run_columns<'r>(
        &self,
        records: impl Iterator<Item = &'r RunRecord> + Clone,
    ) -> Vec<(String, TableColumn)> {
        let mut columns = self.cell_columns(records.clone());
        columns.push(whole("run", records.clone(), |record| record.run as i64));
        columns.push(whole("seed", records, |record| record.seed as i64));
        columns
    }

    /// The columns that say which cell a row is of.
    fn cell_columns<'r>(
        &self,
        records: impl Iterator<Item = &'r RunRecord> + Clone,
    ) -> Vec<(String, TableColumn)> {
        let cell_of = |record: &RunRecord| {
            let cell = self.cells.get(record.cell)?;
            Some((*cell, self.design.parts.get(cell.part)?))
        };
        let text = |of: &dyn Fn(StudyCell, &StudyPart) -> String| {
            let values = records
                .clone()
                .map(|record| cell_of(record).map_or(String::new(), |(cell, part)| of(cell, part)));
            TableColumn::Text(values.collect())
        };
        let mut columns = vec![("part".to_owned(), text(&|_, part| part.name.clone()))];
        for factor in self.options() {
            let value = |cell: StudyCell, part: &StudyPart| {
                let at = part.factors().position(|known| known == factor);
                let values = part.values(cell.condition);
                at.and_then(|at| values.get(at).copied()).unwrap_or_default().to_owned()
            };
            let column = text(&value);
            columns.push((factor, column));
        }
        let agent = |cell: StudyCell, _: &StudyPart| {
            self.design.agents.get(cell.agent).map_or(String::new(), |agent| agent.name.clone())
        };
        columns.push(("agent".to_owned(), text(&agent)));
        columns
    }

    /// What each column means: name, type, what it is.
    pub fn dictionary(&self, study: &Study) -> String {
        let row = |(name, column): (String, TableColumn)| {
            let kind = match column {
                TableColumn::Text(_) => "text",
                TableColumn::Whole(_) => "integer",
                TableColumn::Number(_) => "number",
            };
            let meaning = self.meaning(study, &name);
            vec![name, kind.to_owned(), meaning]
        };
        lines(&["column", "type", "what"], self.columns().into_iter().map(row))
    }

    fn meaning(&self, study: &Study, column: &str) -> String {
        let axes = || self.design.parts.iter().flat_map(|part| &part.axes);
        if let Some(axis) = axes().find(|axis| axis.option == column) {
            return format!("option of the world: {}; empty where it is not varied", axis.label);
        }
        if let Some(point) = study.open.iter().find(|point| point.id == column) {
            return format!("reading of an open point: {}; empty where it is not varied", point.question);
        }
        let own = match column {
            "part" => "part of the study",
            "agent" => "name of the agent in the study",
            "run" => "number of the run in its cell, from 0",
            "seed" => "seed of world and agents",
            "steps" => "ticks that the run lasted",
            "score" => "score of the first body",
            "work" => "things looked at, rules tried and actions thought through; the same on every machine",
            "things_per_tick" => "things in the first agent's memory, mean over ticks",
            "tasks_per_tick" => "tasks that the first agent ran, mean over ticks",
            "goals_per_tick" => "goals of the first agent that came up, mean over ticks",
            _ => "metric of the world at the end of the run",
        };
        match study.label(column) {
            label if label == column => own.to_owned(),
            label => format!("{own}: {label}"),
        }
    }

    /// Writes the tables of a directory.
    pub(crate) fn write(&self, directory: &Path, study: &Study) -> Result<(), LabError> {
        files::write(directory, TABLE, self.csv())?;
        files::write(directory, "results.parquet", parquet(&self.columns()))?;
        files::write(directory, "columns.csv", self.dictionary(study))?;
        files::write(directory, "times.csv", self.times_csv()).map(drop)
    }
}

/// A column of whole numbers.
fn whole<'r>(
    name: &str,
    records: impl Iterator<Item = &'r RunRecord>,
    of: fn(&RunRecord) -> i64,
) -> (String, TableColumn) {
    (name.to_owned(), TableColumn::Whole(records.map(of).collect()))
}

/// The journals of a directory, in order of their names.
pub(crate) fn journals(directory: &Path) -> Result<Vec<PathBuf>, LabError> {
    let entries = std::fs::read_dir(directory).map_err(LabError::io("read", directory))?;
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(LabError::io("read", directory))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("runs") && name.ends_with(".log") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}
