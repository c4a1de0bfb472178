//! Activation over time as a picture: a curve for each skill, the threshold, and below them who was doing what when.

use crate::text::escaped;
use motive::network::{Network, Step};
use std::collections::BTreeMap;
use std::fmt::Write;

const WIDTH: f64 = 900.0;
const PLOT: f64 = 320.0;
const MARGIN: (f64, f64) = (60.0, 30.0);
const BAR: f64 = 18.0;
/// The names to the right of the curves.
const LEGEND: f64 = 190.0;
/// How many steps are drawn at most; of longer runs the last.
const MOST_STEPS: usize = 5_000;

/// What was seen of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curves {
    /// Skills in the order in which they came up.
    names: Vec<String>,
    /// By name, its row.
    rows: BTreeMap<String, usize>,
    steps: Vec<Seen>,
}

/// One step: its number, the threshold that was asked for, and by row the activation and whether it was being done.
#[derive(Clone, Debug)]
struct Seen {
    number: u64,
    threshold: f64,
    levels: Vec<Option<f64>>,
    doing: Vec<bool>,
}

/// What the picture has room for.
#[derive(Clone, Copy, Debug)]
struct Frame {
    first: u64,
    last: u64,
    /// The highest activation or threshold.
    most: f64,
}

impl Frame {
    fn x(self, step: u64) -> f64 {
        let part = (step - self.first) as f64 / (self.last - self.first) as f64;
        MARGIN.0 + part * (WIDTH - LEGEND - MARGIN.0)
    }

    fn y(self, level: f64) -> f64 {
        MARGIN.1 + PLOT * (1.0 - level / self.most)
    }
}

impl Curves {
    /// Takes down a step that was just made.
    pub(crate) fn note(&mut self, network: &Network, step: Step) {
        for skill in 0..network.skill_count() {
            let name = network.skill_name(skill);
            if !self.rows.contains_key(name) {
                self.rows.insert(name.to_owned(), self.names.len());
                self.names.push(name.to_owned());
            }
        }
        let mut seen = Seen {
            number: step.number,
            threshold: step.used,
            levels: vec![None; self.names.len()],
            doing: vec![false; self.names.len()],
        };
        for skill in 0..network.skill_count() {
            let Some(row) = self.rows.get(network.skill_name(skill)) else { continue };
            if let (Some(level), Some(doing)) = (seen.levels.get_mut(*row), seen.doing.get_mut(*row)) {
                *level = Some(network.level(skill));
                *doing = network.is_executing(skill) || network.started().contains(&skill);
            }
        }
        if self.steps.len() >= MOST_STEPS {
            self.steps.remove(0);
        }
        self.steps.push(seen);
    }

    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let height = 2.0 * MARGIN.1 + PLOT + 40.0 + self.names.len() as f64 * BAR;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let frame = self.frame();
        Self::axes(&mut text, frame);
        self.threshold(&mut text, frame);
        for (row, name) in self.names.iter().enumerate() {
            self.curve(&mut text, frame, row, name);
            self.bars(&mut text, frame, row, name);
        }
        text.push_str("</svg>\n");
        text
    }

    fn frame(&self) -> Frame {
        let first = self.steps.first().map_or(0, |seen| seen.number);
        let last = self.steps.last().map_or(1, |seen| seen.number);
        let levels = self.steps.iter().flat_map(|seen| seen.levels.iter().flatten().copied());
        let most = levels.chain(self.steps.iter().map(|seen| seen.threshold)).fold(1.0, f64::max);
        Frame { first, last: last.max(first + 1), most }
    }

    fn axes(text: &mut String, frame: Frame) {
        let Frame { first, last, most } = frame;
        let (left, right, bottom) = (MARGIN.0, WIDTH - LEGEND, MARGIN.1 + PLOT);
        let _ = writeln!(
            text,
            "<path d=\"M{left:.1},{top:.1} V{bottom:.1} H{right:.1}\" fill=\"none\" stroke=\"#444\"/>",
            top = MARGIN.1
        );
        for part in 0..=4_u32 {
            let level = most * f64::from(part) / 4.0;
            let y = frame.y(level);
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{level:.0}</text>",
                left - 6.0,
                y + 4.0
            );
            let step = first + (last - first) * u64::from(part) / 4;
            let x = frame.x(step);
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{step}</text>",
                bottom + 16.0
            );
        }
        let _ = writeln!(
            text,
            "<text x=\"{left:.1}\" y=\"{:.1}\">activation, by step; dashed: the threshold</text>",
            MARGIN.1 - 12.0
        );
    }

    fn threshold(&self, text: &mut String, frame: Frame) {
        let points: Vec<String> = self
            .steps
            .iter()
            .map(|seen| format!("{:.1},{:.1}", frame.x(seen.number), frame.y(seen.threshold)))
            .collect();
        let _ = writeln!(
            text,
            "<polyline class=\"threshold\" points=\"{}\" fill=\"none\" stroke=\"#888\" stroke-dasharray=\"5 3\"/>",
            points.join(" ")
        );
    }

    fn curve(&self, text: &mut String, frame: Frame, row: usize, name: &str) {
        let level = |seen: &Seen| seen.levels.get(row).copied().flatten();
        let point = |seen: &Seen| {
            level(seen).map(|level| format!("{:.1},{:.1}", frame.x(seen.number), frame.y(level)))
        };
        let points: Vec<String> = self.steps.iter().filter_map(point).collect();
        let colour = colour(row, self.names.len());
        let _ = writeln!(
            text,
            "<polyline class=\"curve\" points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"><title>{}</title></polyline>",
            points.join(" "),
            escaped(name)
        );
    }

    fn bars(&self, text: &mut String, frame: Frame, row: usize, name: &str) {
        let top = MARGIN.1 + PLOT + 40.0 + row as f64 * BAR;
        let colour = colour(row, self.names.len());
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            WIDTH - LEGEND + 10.0,
            top + BAR - 6.0,
            escaped(name)
        );
        for (from, to) in self.stretches(row) {
            let (left, right) = (frame.x(from), frame.x(to));
            let _ = writeln!(
                text,
                "<rect class=\"bar\" data-skill=\"{}\" data-from=\"{from}\" data-to=\"{to}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
                escaped(name),
                (right - left).max(2.0),
                BAR - 4.0
            );
        }
    }

    /// From which step to which a skill was being done, again and again.
    fn stretches(&self, row: usize) -> Vec<(u64, u64)> {
        let mut stretches: Vec<(u64, u64)> = Vec::new();
        let doing = |seen: &&Seen| seen.doing.get(row).copied().unwrap_or(false);
        for seen in self.steps.iter().filter(doing) {
            match stretches.last_mut() {
                Some((_, to)) if *to + 1 == seen.number => *to = seen.number,
                _ => stretches.push((seen.number, seen.number)),
            }
        }
        stretches
    }
}

/// A colour for each row, as far apart as there is room for.
fn colour(row: usize, rows: usize) -> String {
    format!("hsl({:.0} 65% 42%)", 360.0 * row as f64 / rows.max(1) as f64)
}
