//! Lines over the values of an option.

use super::{Canvas, Scale, label};
use crate::claims::wording::{between, shown};
use crate::statistics::Interval;

/// A small plot of its own, beside others with the same axes.
pub(in crate::report) struct Panel {
    pub(in crate::report) name: String,
    pub(in crate::report) series: Vec<Series>,
}

/// An agent's line.
pub(in crate::report) struct Series {
    pub(in crate::report) name: String,
    pub(in crate::report) colour: usize,
    /// The mean at each value, and where it lies at 95 %.
    pub(in crate::report) points: Vec<Option<(f64, Option<Interval>)>>,
}

const PANEL: (f64, f64) = (330.0, 250.0);
const LEFT: f64 = 58.0;
const TOP: f64 = 30.0;
const FOOT: f64 = 46.0;

/// Lines, with a panel for each group, two in a row, and one scale for all.
pub(in crate::report) fn lines(
    title: &str,
    axes: (&str, &str),
    values: &[String],
    panels: &[Panel],
) -> String {
    let columns = if panels.len() > 1 { 2 } else { 1 };
    let size = if columns == 1 { (PANEL.0 * 2.0, PANEL.1 * 1.25) } else { PANEL };
    let names: Vec<(&str, usize)> = panels
        .first()
        .map_or_else(Vec::new, |panel| panel.series.iter().map(|s| (s.name.as_str(), s.colour)).collect());
    let legend = legend_rows(&names, size.0 * columns as f64);
    let above = legend.len() as f64 * 22.0 + 8.0;
    let numbers = panels.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points).flatten();
    let numbers: Vec<f64> = numbers
        .flat_map(|(mean, interval)| {
            [*mean, interval.map_or(*mean, |i| i.low), interval.map_or(*mean, |i| i.high)]
        })
        .collect();
    let mut canvas = Canvas::new();
    for (at, row) in legend.iter().enumerate() {
        let mut x = 12.0;
        for (name, colour) in row {
            canvas.mark(*colour, (x + 6.0, at as f64 * 22.0 + 14.0));
            canvas.text("", "start", (x + 16.0, at as f64 * 22.0 + 18.0), name);
            x += entry_width(name);
        }
    }
    for (at, panel) in panels.iter().enumerate() {
        let corner = ((at % columns) as f64 * size.0, above + (at / columns) as f64 * size.1);
        draw(&mut canvas, corner, size, axes, values, panel, &numbers);
    }
    let rows = panels.len().div_ceil(columns) as f64;
    canvas.finish(size.0 * columns as f64, above + rows * size.1, title)
}

fn entry_width(name: &str) -> f64 {
    name.chars().count() as f64 * 6.8 + 34.0
}

/// Names of the legend, in as many rows as they take.
fn legend_rows<'n>(names: &[(&'n str, usize)], width: f64) -> Vec<Vec<(&'n str, usize)>> {
    let (mut rows, mut used): (Vec<Vec<(&str, usize)>>, f64) = (vec![Vec::new()], 0.0);
    for entry in names {
        if used + entry_width(entry.0) > width - 12.0 && used > 0.0 {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += entry_width(entry.0);
        if let Some(row) = rows.last_mut() {
            row.push(*entry);
        }
    }
    rows
}

fn draw(
    canvas: &mut Canvas,
    corner: (f64, f64),
    size: (f64, f64),
    axes: (&str, &str),
    values: &[String],
    panel: &Panel,
    numbers: &[f64],
) {
    let (left, right) = (corner.0 + LEFT, corner.0 + size.0 - 14.0);
    let (top, bottom) = (corner.1 + TOP, corner.1 + size.1 - FOOT);
    let scale = Scale::new(numbers.iter().copied(), (bottom, top), 5);
    let x = |at: usize| left + 14.0 + (right - left - 28.0) * at as f64 / (values.len().max(2) - 1) as f64;
    for tick in &scale.ticks {
        let y = scale.place(*tick);
        canvas.line("grid", (left, y), (right, y));
        canvas.text("quiet", "end", (left - 6.0, y + 4.0), &label(*tick));
    }
    canvas.line("axis", (left, bottom), (right, bottom));
    for (at, value) in values.iter().enumerate() {
        canvas.line("axis", (x(at), bottom), (x(at), bottom + 4.0));
        canvas.text("quiet", "middle", (x(at), bottom + 17.0), value);
    }
    canvas.text("head", "start", (left, corner.1 + 18.0), &panel.name);
    canvas.text("", "middle", ((left + right) / 2.0, bottom + 34.0), axes.0);
    canvas.upright("", (corner.0 + 14.0, (top + bottom) / 2.0), axes.1);
    for series in &panel.series {
        one(canvas, series, &scale, &x);
    }
}

fn one(canvas: &mut Canvas, series: &Series, scale: &Scale, x: &dyn Fn(usize) -> f64) {
    let class = |part: &str| format!("{part} s{}", series.colour % 8);
    let points: Vec<(f64, f64, Option<Interval>)> = series
        .points
        .iter()
        .enumerate()
        .filter_map(|(at, point)| point.map(|(mean, interval)| (x(at), mean, interval)))
        .collect();
    let ends = |pick: fn(&Interval) -> f64| {
        points
            .iter()
            .filter_map(move |(x, _, i)| i.as_ref().map(|i| (*x, scale.place(pick(i)))))
            .collect::<Vec<_>>()
    };
    let (mut band, back) = (ends(|i| i.high), ends(|i| i.low));
    if band.len() > 1 {
        band.extend(back.into_iter().rev());
        canvas.path(&class("band"), &band, true);
    }
    let line: Vec<(f64, f64)> = points.iter().map(|(x, mean, _)| (*x, scale.place(*mean))).collect();
    canvas.path(&class("line"), &line, false);
    for (x, mean, interval) in &points {
        let lies = interval.map_or(String::new(), |i| format!(", 95 % from {}", between(i)));
        canvas.titled(&format!("{}: {}{lies}", series.name, shown(*mean)), |canvas| {
            canvas.mark(series.colour, (*x, scale.place(*mean)));
        });
    }
}
