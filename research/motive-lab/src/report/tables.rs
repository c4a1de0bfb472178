//! Tables of the study beside the published ones.

use super::document::{Grid, GridCell, Origin, Tone};
use crate::design::{Cell, Part};
use crate::results::Results;
use crate::statistics::{Tail, mean, one_sample_t, quantile, sd, welch};
use crate::study::{Table, TableStatistic};

/// A table with what stands beside it.
pub(super) struct Compared {
    pub(super) grids: Vec<Grid>,
    pub(super) notes: Vec<String>,
    /// Cells that are significant and contradict the published ones.
    pub(super) opposite: Vec<String>,
}

/// Computes a table.
pub(super) fn compare(table: &Table, results: &Results) -> Option<Compared> {
    let design = results.design();
    let number = match &table.part {
        None => 0,
        Some(name) => design.parts.iter().position(|part| part.name == *name)?,
    };
    let part = design.parts.get(number)?;
    let agent = |name: &str| design.agents.iter().position(|agent| agent.name == name);
    let maker = TableWriter {
        table,
        results,
        part,
        number,
        agent: agent(&table.agent)?,
        against: table.against.as_deref().and_then(agent),
    };
    maker.compare()
}

struct TableWriter<'a> {
    table: &'a Table,
    results: &'a Results,
    part: &'a Part,
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
                cells.push(GridCell { text: self.shown(*value), tone });
            }
            found.rows.push((name.clone(), cells));
            if let (Some(grid), Some(printed)) = (&mut published, printed) {
                let cell = |value: &f64| GridCell {
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
        let sample = |agent: usize| -> Vec<f64> {
            let values = conditions.iter().map(|condition| {
                let cell = Cell { part: self.number, condition: *condition, agent };
                self.results.values(cell, &self.table.metric)
            });
            values.flatten().collect()
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
