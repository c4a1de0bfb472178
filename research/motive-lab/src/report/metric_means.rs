//! The means of all metrics, part by part.

use super::document::{Block, Grid, GridCell, Origin};
use crate::claims::wording::shown;
use crate::design::{Cell, Part};
use crate::results::Results;
use crate::statistics::{mean, sd};
use crate::study::Study;

/// With more rows than this, conditions are summed up.
const MOST_ROWS: usize = 48;

/// A table for each part: the mean of each metric, for each agent. Nothing where nothing was run, or where pairs are rated.
pub(super) fn blocks(study: &Study, results: &Results) -> Vec<Block> {
    let parts = results.design().parts.iter().enumerate();
    let parts = parts.filter(|(_, part)| part.round_robin.is_none());
    parts.filter_map(|(number, part)| MeasuredTables { study, results, part, number }.block()).collect()
}

struct MeasuredTables<'a> {
    study: &'a Study,
    results: &'a Results,
    part: &'a Part,
    number: usize,
}

impl MeasuredTables<'_> {
    fn block(&self) -> Option<Block> {
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
        Some(Block::Tables { title: title.to_owned(), grids: vec![grid], notes })
    }

    /// The names of the options that are varied.
    fn options(&self) -> String {
        let names: Vec<&str> = self.part.factors().collect();
        names.join(", ")
    }

    /// An agent in some conditions. Nothing if it has not run there.
    fn row(&self, agent: usize, conditions: &[usize], apart: bool) -> Option<(String, Vec<GridCell>)> {
        let sample = |metric: &str| -> Vec<f64> {
            let cell = |condition: &usize| Cell { part: self.number, condition: *condition, agent };
            conditions.iter().flat_map(|condition| self.results.values(cell(condition), metric)).collect()
        };
        let samples: Vec<Vec<f64>> = self.study.metrics.iter().map(|metric| sample(metric)).collect();
        let runs = samples.first().map_or(0, Vec::len);
        let agent = self.results.design().agents.get(agent).filter(|_| runs > 0)?;
        let mut cells = Vec::new();
        if apart {
            let values = conditions.first().map(|condition| self.part.values(*condition)).unwrap_or_default();
            cells.push(GridCell::plain(values.join(", ")));
        }
        cells.push(GridCell::plain(runs.to_string()));
        let told = |sample: &Vec<f64>| match sample.len() {
            0 => "–".to_owned(),
            1 => shown(mean(sample)),
            _ => format!("{} ± {}", shown(mean(sample)), shown(sd(sample))),
        };
        cells.extend(samples.iter().map(|sample| GridCell::plain(told(sample))));
        Some((agent.name.clone(), cells))
    }
}
