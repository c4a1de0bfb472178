//! Tables beside the published ones, and the means of all metrics, part by part.

use super::document::{Grid, Origin, ReportBlock, TableCell, Tone};
use crate::claims::wording::shown;
use crate::design::StudyPart;
use crate::results::Results;
use crate::statistics::{Tail, mean, one_sample_t, quantile, sd, welch};
use crate::study::{PublishedTable, Study, TableStatistic};

/// A table with what stands beside it.
pub(super) struct Compared {
    pub(super) grids: Vec<Grid>,
    pub(super) notes: Vec<String>,
    /// Cells that are significant and contradict the published ones.
    pub(super) opposite: Vec<String>,
}

/// Computes a table.
pub(super) fn compare(table: &PublishedTable, results: &Results) -> Option<Compared> {
    let design = results.design();
    let number = design.part_number(table.part.as_deref())?;
    let part = design.parts.get(number)?;
    let maker = TableWriter {
        table,
        results,
        part,
        number,
        agent: design.agent_number(&table.agent)?,
        against: table.against.as_deref().and_then(|name| design.agent_number(name)),
    };
    maker.compare()
}

struct TableWriter<'a> {
    table: &'a PublishedTable,
    results: &'a Results,
    part: &'a StudyPart,
    number: usize,
    agent: usize,
    against: Option<usize>,
}

impl TableWriter<'_> {
    fn compare(&self) -> Option<Compared> {
        let axis = |option: &str| self.part.axes.iter().position(|axis| axis.option == option);
        let (rows, columns) = (axis(&self.table.rows)?, axis(&self.table.columns)?);
        let ours: Vec<Vec<Option<f64>>> = self.part.axes[rows]
            .values
            .iter()
            .map(|row| {
                self.part.axes[columns]
                    .values
                    .iter()
                    .map(|column| self.cell((rows, row), (columns, column)))
                    .collect()
            })
            .collect();
        let head = |caption: &str, origin: Origin| Grid {
            caption: caption.to_owned(),
            origin,
            head: std::iter::once(self.table.rows.clone())
                .chain(
                    self.part.axes[columns]
                        .values
                        .iter()
                        .map(|value| format!("{} {value}", self.table.columns)),
                )
                .collect(),
            rows: Vec::new(),
        };
        let (mut found, mut opposite) = (head("found", Origin::Measured), Vec::new());
        let mut published = self.table.published.as_ref().map(|_| head("published", Origin::Published));
        for (at, (name, row)) in self.part.axes[rows].values.iter().zip(&ours).enumerate() {
            let printed = self.table.published.as_ref().and_then(|published| published.get(at));
            let mut cells = Vec::new();
            for (column, value) in row.iter().enumerate() {
                let print = printed.and_then(|row| row.get(column).copied());
                let tone = self.tone(*value, print);
                if tone == Tone::Opposite {
                    let at = &self.part.axes[columns].values[column];
                    opposite.push(format!("({} {name}, {} {at})", self.table.rows, self.table.columns));
                }
                cells.push(TableCell { text: self.shown(*value), tone });
            }
            found.rows.push((name.clone(), cells));
            if let (Some(grid), Some(printed)) = (&mut published, printed) {
                let cell = |value: &f64| TableCell {
                    text: self.shown(Some(*value)),
                    tone: self.tone(Some(*value), None),
                };
                grid.rows.push((name.clone(), printed.iter().map(cell).collect()));
            }
        }
        let notes = self.notes(&ours, &opposite);
        Some(Compared { grids: std::iter::once(found).chain(published).collect(), notes, opposite })
    }

    /// The number of one condition: over all others, if more than two options are varied.
    fn cell(&self, row: (usize, &str), column: (usize, &str)) -> Option<f64> {
        let fits = |condition: &usize| {
            let values = self.part.values(*condition);
            values.get(row.0) == Some(&row.1) && values.get(column.0) == Some(&column.1)
        };
        let conditions: Vec<usize> = (0..self.part.conditions()).filter(fits).collect();
        let sample = |agent: usize| {
            self.results.sample_of(self.number, conditions.iter().copied(), agent, &self.table.metric)
        };
        let own = sample(self.agent);
        if own.is_empty() {
            return None;
        }
        let other = self.against.map(sample);
        let number = match self.table.statistic {
            TableStatistic::Mean => Some(mean(&own)),
            TableStatistic::Sd => (own.len() > 1).then(|| sd(&own)),
            TableStatistic::Median => {
                let mut sorted = own;
                sorted.sort_by(f64::total_cmp);
                Some(quantile(&sorted, 0.5))
            }
            TableStatistic::Ratio => Some(mean(&own) / mean(&other?)),
            TableStatistic::OneSampleT => {
                one_sample_t(&own, mean(&other?), Tail::Both).ok().map(|test| test.statistic)
            }
            TableStatistic::WelchT => welch(&own, &other?, Tail::Both).ok().map(|test| test.statistic),
        };
        number.filter(|number| !number.is_nan())
    }

    fn tone(&self, value: Option<f64>, published: Option<f64>) -> Tone {
        let (Some(value), Some(critical)) = (value, self.table.critical) else { return Tone::Plain };
        let way = |value: f64| if value.abs() < critical { 0.0 } else { value.signum() };
        match (way(value), published.map(way)) {
            (own, Some(other)) if own * other < 0.0 => Tone::Opposite,
            (own, _) if own > 0.0 => Tone::More,
            (own, _) if own < 0.0 => Tone::Less,
            _ => Tone::Plain,
        }
    }

    fn shown(&self, value: Option<f64>) -> String {
        value.map_or_else(|| "–".to_owned(), |value| format!("{value:.*}", self.table.digits))
    }

    fn notes(&self, ours: &[Vec<Option<f64>>], opposite: &[String]) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(published) = &self.table.published {
            let pairs: Vec<(f64, f64)> = ours
                .iter()
                .flatten()
                .zip(published.iter().flatten())
                .filter_map(|(own, other)| Some(((*own)?, *other)))
                .collect();
            notes.extend(alike(&pairs, self.table.critical));
        }
        if !opposite.is_empty() {
            let why = self.table.explanation.as_deref().unwrap_or("No explanation is given.");
            notes.push(format!("Contradicts the published table at {}. {why}", opposite.join(", ")));
        }
        notes
    }
}

/// How similar two tables are, in a sentence.
fn alike(pairs: &[(f64, f64)], critical: Option<f64>) -> Option<String> {
    if pairs.is_empty() {
        return None;
    }
    if let Some(critical) = critical {
        let way = |value: f64| if value.abs() < critical { 0.0 } else { value.signum() };
        let same = pairs.iter().filter(|(own, other)| way(*own) == way(*other)).count();
        return Some(format!(
            "The same finding (more, less, or nothing beyond ±{critical}) in {same} of {} conditions.",
            pairs.len()
        ));
    }
    let ratios: Vec<f64> =
        pairs.iter().map(|(own, other)| own / other).filter(|ratio| ratio.is_finite()).collect();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = ratios.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (!ratios.is_empty()).then(|| {
        format!(
            "Found divided by published: {:.2} on average, from {least:.2} to {greatest:.2}.",
            mean(&ratios)
        )
    })
}

/// With more rows than this, conditions are summed up.
const MOST_ROWS: usize = 48;

/// A table for each part: the mean of each metric, for each agent. Nothing where nothing was run, or where pairs are rated.
pub(super) fn metric_means(study: &Study, results: &Results) -> Vec<ReportBlock> {
    let parts = results.design().parts.iter().enumerate();
    let parts = parts.filter(|(_, part)| part.round_robin.is_none());
    parts.filter_map(|(number, part)| MeasuredTables { study, results, part, number }.block()).collect()
}

struct MeasuredTables<'a> {
    study: &'a Study,
    results: &'a Results,
    part: &'a StudyPart,
    number: usize,
}

impl MeasuredTables<'_> {
    fn block(&self) -> Option<ReportBlock> {
        let apart =
            self.part.conditions() > 1 && self.part.conditions() * self.part.agents.len() <= MOST_ROWS;
        let conditions: Vec<Vec<usize>> = if apart {
            (0..self.part.conditions()).map(|condition| vec![condition]).collect()
        } else {
            vec![(0..self.part.conditions()).collect()]
        };
        let rows: Vec<_> = conditions
            .iter()
            .flat_map(|conditions| {
                self.part.agents.iter().filter_map(|agent| self.row(*agent, conditions, apart))
            })
            .collect();
        if rows.is_empty() {
            return None;
        }
        let mut head = vec!["agent".to_owned()];
        head.extend(apart.then(|| self.options()));
        head.push("runs".to_owned());
        head.extend(self.study.metrics.iter().map(|metric| self.study.label(metric).to_owned()));
        let mut notes = vec!["Mean ± standard deviation over runs.".to_owned()];
        if self.part.conditions() > 1 && !apart {
            notes.push(format!("Means over all {} conditions.", self.part.conditions()));
        }
        let grid = Grid { caption: String::new(), origin: Origin::Measured, head, rows };
        let plan = self.study.parts.iter().find(|plan| plan.name == self.part.name);
        let title = plan
            .map_or(&*self.part.name, |plan| if plan.title.is_empty() { &plan.name } else { &plan.title });
        Some(ReportBlock::Tables { title: title.to_owned(), grids: vec![grid], notes })
    }

    /// The names of the options that are varied.
    fn options(&self) -> String {
        let names: Vec<&str> = self.part.factors().collect();
        names.join(", ")
    }

    /// An agent in some conditions. Nothing if it has not run there.
    fn row(&self, agent: usize, conditions: &[usize], apart: bool) -> Option<(String, Vec<TableCell>)> {
        let sample =
            |metric: &String| self.results.sample_of(self.number, conditions.iter().copied(), agent, metric);
        let samples: Vec<Vec<f64>> = self.study.metrics.iter().map(sample).collect();
        let runs = samples.first().map_or(0, Vec::len);
        let agent = self.results.design().agents.get(agent).filter(|_| runs > 0)?;
        let mut cells = Vec::new();
        if apart {
            let values = conditions.first().map(|condition| self.part.values(*condition)).unwrap_or_default();
            cells.push(TableCell::plain(values.join(", ")));
        }
        cells.push(TableCell::plain(runs.to_string()));
        let told = |sample: &Vec<f64>| match sample.len() {
            0 => "–".to_owned(),
            1 => shown(mean(sample)),
            _ => format!("{} ± {}", shown(mean(sample)), shown(sd(sample))),
        };
        cells.extend(samples.iter().map(|sample| TableCell::plain(told(sample))));
        Some((agent.name.clone(), cells))
    }
}
