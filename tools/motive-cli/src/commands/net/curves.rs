//! Activation over time as SVG: a curve for each skill, the threshold, and below them when each skill was executing.

use crate::commands::picture::page;
use motive::networks::{Network, NetworkStep};
use std::collections::BTreeMap;
use svg::Document;
use svg::node::element::{Path, Polyline, Rectangle, Text, Title};

const WIDTH: f64 = 900.0;
const PLOT: f64 = 320.0;
const MARGIN: (f64, f64) = (60.0, 30.0);
const BAR: f64 = 18.0;
/// The names to the right of the curves.
const LEGEND: f64 = 190.0;
/// The most steps that are drawn; of longer runs the last.
const MAX_STEPS: usize = 5_000;

/// The recorded activations of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curves {
    /// Skills in the order of their first step.
    names: Vec<String>,
    /// By name, its row.
    rows: BTreeMap<String, usize>,
    steps: Vec<RecordedStep>,
}

/// One step, with the activation and execution of skills by row.
#[derive(Clone, Debug)]
struct RecordedStep {
    number: u64,
    threshold: f64,
    levels: Vec<Option<f64>>,
    executing: Vec<bool>,
}

/// The ranges of the axes.
#[derive(Clone, Copy, Debug)]
struct AxisRanges {
    first: u64,
    last: u64,
    /// The highest activation or threshold.
    most: f64,
}

impl AxisRanges {
    fn x(self, step: u64) -> f64 {
        let part = (step - self.first) as f64 / (self.last - self.first) as f64;
        MARGIN.0 + part * (WIDTH - LEGEND - MARGIN.0)
    }

    fn y(self, level: f64) -> f64 {
        MARGIN.1 + PLOT * (1.0 - level / self.most)
    }
}

impl Curves {
    /// Records the step that was just made.
    pub(crate) fn note(&mut self, network: &Network, step: NetworkStep) {
        for skill in 0..network.skill_count() {
            let name = network.skill_name(skill);
            if !self.rows.contains_key(name) {
                self.rows.insert(name.to_owned(), self.names.len());
                self.names.push(name.to_owned());
            }
        }
        let mut seen = RecordedStep {
            number: step.number,
            threshold: step.used,
            levels: vec![None; self.names.len()],
            executing: vec![false; self.names.len()],
        };
        for skill in 0..network.skill_count() {
            let Some(row) = self.rows.get(network.skill_name(skill)) else { continue };
            if let (Some(level), Some(executing)) = (seen.levels.get_mut(*row), seen.executing.get_mut(*row))
            {
                *level = Some(network.level(skill));
                *executing = network.is_executing(skill) || network.started().contains(&skill);
            }
        }
        if self.steps.len() >= MAX_STEPS {
            self.steps.remove(0);
        }
        self.steps.push(seen);
    }

    /// The plot.
    pub(crate) fn svg(&self) -> String {
        let height = 2.0 * MARGIN.1 + PLOT + 40.0 + self.names.len() as f64 * BAR;
        let mut document = page(WIDTH, height).set("font-size", 11);
        let frame = self.frame();
        document = Self::axes(document, frame).add(self.threshold(frame));
        for (row, name) in self.names.iter().enumerate() {
            document = document.add(self.curve(frame, row, name));
            document = self.bars(document, frame, row, name);
        }
        format!("{document}\n")
    }

    fn frame(&self) -> AxisRanges {
        let first = self.steps.first().map_or(0, |seen| seen.number);
        let last = self.steps.last().map_or(1, |seen| seen.number);
        let levels = self.steps.iter().flat_map(|seen| seen.levels.iter().flatten().copied());
        let most = levels.chain(self.steps.iter().map(|seen| seen.threshold)).fold(1.0, f64::max);
        AxisRanges { first, last: last.max(first + 1), most }
    }

    fn axes(document: Document, frame: AxisRanges) -> Document {
        let AxisRanges { first, last, most } = frame;
        let (left, right, bottom) = (MARGIN.0, WIDTH - LEGEND, MARGIN.1 + PLOT);
        let axes = format!("M{left:.1},{:.1} V{bottom:.1} H{right:.1}", MARGIN.1);
        let mut document = document.add(Path::new().set("d", axes).set("fill", "none").set("stroke", "#444"));
        for part in 0..=4_u32 {
            let level = most * f64::from(part) / 4.0;
            let step = first + (last - first) * u64::from(part) / 4;
            document = document
                .add(label(&format!("{level:.0}"), "end", (left - 6.0, frame.y(level) + 4.0)))
                .add(label(&step.to_string(), "middle", (frame.x(step), bottom + 16.0)));
        }
        document.add(label("activation by step; dashed: threshold", "start", (left, MARGIN.1 - 12.0)))
    }

    fn threshold(&self, frame: AxisRanges) -> Polyline {
        let points = self.steps.iter().map(|seen| point(frame, seen.number, seen.threshold));
        polyline("threshold", points).set("stroke", "#888").set("stroke-dasharray", "5 3")
    }

    fn curve(&self, frame: AxisRanges, row: usize, name: &str) -> Polyline {
        let level = |seen: &RecordedStep| seen.levels.get(row).copied().flatten();
        let points =
            self.steps.iter().filter_map(|seen| level(seen).map(|level| point(frame, seen.number, level)));
        let curve = polyline("curve", points).set("stroke", colour(row, self.names.len()));
        curve.set("stroke-width", 1.5).add(Title::new(name))
    }

    fn bars(&self, document: Document, frame: AxisRanges, row: usize, name: &str) -> Document {
        let top = MARGIN.1 + PLOT + 40.0 + row as f64 * BAR;
        let colour = colour(row, self.names.len());
        let name_at = (WIDTH - LEGEND + 10.0, top + BAR - 6.0);
        let document = document.add(label(name, "start", name_at).set("fill", &*colour));
        self.executions(row).into_iter().fold(document, |document, (from, to)| {
            let (left, right) = (frame.x(from), frame.x(to));
            let bar = Rectangle::new()
                .set("class", "bar")
                .set("data-skill", name)
                .set("data-from", from)
                .set("data-to", to)
                .set("x", format!("{left:.1}"))
                .set("y", format!("{top:.1}"))
                .set("width", format!("{:.1}", (right - left).max(2.0)))
                .set("height", BAR - 4.0)
                .set("fill", &*colour);
            document.add(bar)
        })
    }

    /// The first and last step of each execution of a skill.
    fn executions(&self, row: usize) -> Vec<(u64, u64)> {
        let mut executions: Vec<(u64, u64)> = Vec::new();
        let executing = |seen: &&RecordedStep| seen.executing.get(row).copied().unwrap_or(false);
        for seen in self.steps.iter().filter(executing) {
            match executions.last_mut() {
                Some((_, to)) if *to + 1 == seen.number => *to = seen.number,
                _ => executions.push((seen.number, seen.number)),
            }
        }
        executions
    }
}

/// The colour of a row; all rows are evenly spaced.
fn colour(row: usize, rows: usize) -> String {
    format!("hsl({:.0} 65% 42%)", 360.0 * row as f64 / rows.max(1) as f64)
}

fn point(frame: AxisRanges, step: u64, level: f64) -> String {
    format!("{:.1},{:.1}", frame.x(step), frame.y(level))
}

fn polyline(class: &str, points: impl Iterator<Item = String>) -> Polyline {
    let points: Vec<String> = points.collect();
    Polyline::new().set("class", class).set("points", points.join(" ")).set("fill", "none")
}

fn label(text: &str, anchor: &str, (x, y): (f64, f64)) -> Text {
    Text::new(text).set("x", format!("{x:.1}")).set("y", format!("{y:.1}")).set("text-anchor", anchor)
}
