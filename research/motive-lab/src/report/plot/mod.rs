//! Plots as SVG.
//!
//! Colours are those of Okabe and Ito, which people with any common colour blindness can tell apart; lines also differ in their marks. A
//! plot on a page takes light or dark from it; on its own it takes it from the reader's system.

use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Text, Title};
use svg::{Document, Node};

mod distributions;
mod lines;
mod specification_curve;

pub(super) use distributions::{BoxGroup, boxes, histogram};
pub(super) use lines::{Panel, Series, lines};
pub(super) use specification_curve::{PointMark, Specification, specification_curve};

/// What plots look like. The page has it once; a plot on its own has it inside.
pub(super) const STYLE: &str = include_str!("plot.css");

/// A plot as a file of its own, with its style sheet and background inside.
pub(super) fn standalone(svg: &str) -> String {
    let Some((head, body)) = svg.split_once('>') else { return svg.to_owned() };
    format!("{head}><style>{STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>{body}\n")
}

/// A plot under construction. Elements carry classes; colours come from the page's style sheet.
pub(super) struct Canvas {
    body: Group,
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self { body: Group::new() }
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let line = Line::new().set("class", class).set("x1", tenths(from.0)).set("y1", tenths(from.1));
        self.add(line.set("x2", tenths(to.0)).set("y2", tenths(to.1)));
    }

    pub(super) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        let rect = Rectangle::new().set("class", class).set("x", tenths(at.0)).set("y", tenths(at.1));
        self.add(rect.set("width", tenths(size.0)).set("height", tenths(size.1)).set("rx", 2));
    }

    pub(super) fn circle(&mut self, class: &str, at: (f64, f64), radius: f64) {
        let circle = Circle::new().set("class", class).set("cx", tenths(at.0)).set("cy", tenths(at.1));
        self.add(circle.set("r", radius));
    }

    /// Text whose `anchor` (`start`, `middle` or `end`) is at a point.
    pub(super) fn text(&mut self, class: &str, anchor: &str, at: (f64, f64), text: &str) {
        let text = Text::new(text).set("class", class).set("text-anchor", anchor);
        self.add(text.set("x", tenths(at.0)).set("y", tenths(at.1)));
    }

    /// Text that reads upwards, centred on a point.
    pub(super) fn upright(&mut self, class: &str, at: (f64, f64), text: &str) {
        let transform = format!("translate({:.1},{:.1}) rotate(-90)", at.0, at.1);
        let text = Text::new(text).set("class", class).set("text-anchor", "middle");
        self.add(text.set("transform", transform));
    }

    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)], closed: bool) {
        let mut data = Data::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let point = (tenths(*x), tenths(*y));
            data = if at == 0 { data.move_to(point) } else { data.line_to(point) };
        }
        if closed {
            data = data.close();
        }
        self.add(Path::new().set("class", class).set("d", data));
    }

    /// The marker of a data point. Series differ in shape as well as in colour.
    pub(super) fn mark(&mut self, series: usize, at: (f64, f64)) {
        let (x, y) = at;
        let class = format!("mark s{}", series % 8);
        let scaled =
            |points: &[(f64, f64)]| points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>();
        match series % 5 {
            0 => self.circle(&class, at, 4.5),
            1 => self.path(&class, &scaled(&[(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)]), true),
            2 => self.path(&class, &scaled(&[(0.0, -5.4), (5.2, 4.0), (-5.2, 4.0)]), true),
            3 => self.path(&class, &scaled(&[(0.0, -5.6), (5.6, 0.0), (0.0, 5.6), (-5.6, 0.0)]), true),
            _ => self.path(&class, &scaled(&[(0.0, 5.4), (5.2, -4.0), (-5.2, -4.0)]), true),
        }
    }

    /// A group with a tooltip.
    pub(super) fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        let mut inner = Self { body: Group::new().add(Title::new(title)) };
        draw(&mut inner);
        self.add(inner.body);
    }

    /// The lines and numbers of a horizontal scale, from the top to a height, with what it counts below.
    fn scale_below(&mut self, scale: &Scale, bottom: f64, (middle, below): (f64, f64), axis: &str) {
        for tick in &scale.ticks {
            let x = scale.place(*tick);
            self.line("grid", (x, 4.0), (x, bottom));
            self.text("quiet", "middle", (x, bottom + 15.0), &label(*tick));
        }
        self.text("", "middle", (middle, below), axis);
    }

    fn add(&mut self, node: impl Node) {
        self.body.append(node);
    }

    pub(super) fn finish(self, width: f64, height: f64, title: &str) -> String {
        let (width, height) = (width.round(), height.round());
        let document = Document::new().set("class", "plot").set("viewBox", (0, 0, width, height));
        let document = document.set("width", width).set("height", height);
        document.set("role", "img").set("aria-label", title).add(self.body).to_string()
    }
}

/// Coordinates have one decimal: enough for the eye, and the files stay small.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Maps numbers to coordinates.
pub(super) struct Scale {
    from: (f64, f64),
    to: (f64, f64),
    pub(super) ticks: Vec<f64>,
}

impl Scale {
    /// A scale that covers numbers, with round ends and about this number of marks. It starts at 0 where that costs little space.
    pub(super) fn new(numbers: impl Iterator<Item = f64>, to: (f64, f64), marks: usize) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.filter(|number| number.is_finite()) {
            (low, high) = (low.min(number), high.max(number));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if low > 0.0 && low < high * 0.6 {
            low = 0.0;
        }
        if high <= low {
            high = low + if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
        }
        let step = round_step((high - low) / marks.max(1) as f64);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let count = (last - first).clamp(1.0, 100.0) as usize;
        let ticks: Vec<f64> = (0..=count).map(|at| (first + at as f64) * step).collect();
        Self { from: (first * step, (first + count as f64) * step), to, ticks }
    }

    pub(super) fn place(&self, number: f64) -> f64 {
        let share = (number - self.from.0) / (self.from.1 - self.from.0);
        self.to.0 + share * (self.to.1 - self.to.0)
    }
}

/// The smallest of 1, 2 or 5 times a power of ten that is at least `least`.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1e-300).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= least * 0.999_999);
    step.unwrap_or(10.0) * power
}

/// A number as an axis shows it.
pub(super) fn label(number: f64) -> String {
    let size = number.abs();
    if size >= 10_000.0 {
        return format!("{}k", trimmed(number / 1000.0, 1));
    }
    trimmed(number, if size >= 100.0 { 0 } else { 3 })
}

fn trimmed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
#[path = "../../../tests/unit/report_plot.rs"]
mod tests;
