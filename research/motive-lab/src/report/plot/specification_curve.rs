//! Specification curves: a number in every combination of readings, in order, above the readings that make each combination.

use super::{Canvas, Scale, label};
use crate::claims::wording::{self, shown};
use crate::statistics::Interval;

/// One combination of readings.
pub(in crate::report) struct Specification {
    /// The number that is judged.
    pub(in crate::report) value: f64,
    /// Where it lies.
    pub(in crate::report) interval: Option<Interval>,
    /// The verdict, and how it looks.
    pub(in crate::report) verdict: String,
    pub(in crate::report) mark: PointMark,
    /// The reading of each point.
    pub(in crate::report) readings: Vec<String>,
}

/// How a verdict looks: shape and colour differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum PointMark {
    For,
    Against,
    Open,
}

const WIDTH: f64 = 920.0;
const LEFT: f64 = 190.0;
const TOP: f64 = 20.0;
const CURVE: f64 = 240.0;
const ROW: f64 = 15.0;

/// Draws the curve. Ratios are drawn by their logarithm, with a line at 1.
pub(in crate::report) fn specification_curve(
    title: &str,
    axis: &str,
    points: &[(String, Vec<String>)],
    specifications: &[Specification],
    is_ratio: bool,
) -> String {
    let mut order: Vec<&Specification> = specifications.iter().collect();
    order.sort_by(|a, b| a.value.total_cmp(&b.value));
    let at_scale = |value: f64| if is_ratio { value.max(1e-6).log2() } else { value };
    let ends = order.iter().flat_map(|one| {
        let interval = one.interval.unwrap_or(Interval { low: one.value, high: one.value });
        [at_scale(interval.low), at_scale(interval.high), at_scale(one.value)]
    });
    let neutral = is_ratio.then_some(0.0);
    let scale = Scale::new(ends.chain(neutral), (TOP + CURVE, TOP), 6);
    let mut canvas = Canvas::new();
    for tick in &scale.ticks {
        let (y, number) = (scale.place(*tick), if is_ratio { tick.exp2() } else { *tick });
        let class = if Some(*tick) == neutral { "axis" } else { "grid" };
        canvas.line(class, (LEFT, y), (WIDTH - 10.0, y));
        canvas.text("quiet", "end", (LEFT - 8.0, y + 4.0), &label(number));
    }
    canvas.upright("", (14.0, TOP + CURVE / 2.0), axis);
    let step = (WIDTH - 20.0 - LEFT) / order.len().max(1) as f64;
    let x_of = |at: usize| LEFT + step * (at as f64 + 0.5);
    for (at, one) in order.iter().enumerate() {
        let (x, y) = (x_of(at), scale.place(at_scale(one.value)));
        let lies = one.interval.map_or(String::new(), |i| format!(" ({})", wording::between(i)));
        let told = format!("{}{lies}, {}: {}", shown(one.value), one.verdict, one.readings.join(", "));
        canvas.titled(&told, |canvas| {
            let series = match one.mark {
                PointMark::For => 0,
                PointMark::Against => 1,
                PointMark::Open => 7,
            };
            if let Some(interval) = one.interval {
                let (low, high) = (scale.place(at_scale(interval.low)), scale.place(at_scale(interval.high)));
                canvas.line(&format!("whisker s{series}"), (x, low), (x, high));
            }
            match one.mark {
                PointMark::Open => canvas.circle("mark s7", (x, y), 3.0),
                _ => canvas.mark(series, (x, y)),
            }
        });
    }
    let mut y = TOP + CURVE + 22.0;
    for (number, (point, readings)) in points.iter().enumerate() {
        canvas.text("head", "start", (4.0, y + 4.0), point);
        for reading in readings {
            canvas.text("quiet", "end", (LEFT - 8.0, y + 4.0), reading);
            canvas.line("grid", (LEFT, y), (WIDTH - 10.0, y));
            for (at, _) in
                order.iter().enumerate().filter(|(_, one)| one.readings.get(number) == Some(reading))
            {
                canvas.circle("mark s7", (x_of(at), y), 2.6);
            }
            y += ROW;
        }
        y += 6.0;
    }
    canvas.finish(WIDTH, y + 4.0, title)
}
