//! Histograms.

use super::canvas::{Canvas, Scale, label};

const WIDTH: f64 = 760.0;
const PANEL: f64 = 120.0;
const LEFT: f64 = 60.0;
const FOOT: f64 = 44.0;
/// Bars of a panel: enough to see a shape, few enough that each has some runs.
const BARS: usize = 40;

/// A panel for each sample, all over the same numbers: how many runs fell where.
pub(in crate::report) fn histogram(title: &str, axis: &str, samples: &[(String, usize, Vec<f64>)]) -> String {
    let all = || samples.iter().flat_map(|(_, _, values)| values.iter().copied());
    let scale = Scale::new(all().chain([0.0]), (LEFT, WIDTH - 16.0), 7);
    let (least, greatest) =
        all().fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let width = ((greatest - least) / BARS as f64).max(f64::MIN_POSITIVE);
    let counted = |values: &[f64]| {
        let mut bars = [0_usize; BARS];
        for value in values {
            let at = ((value - least) / width) as usize;
            bars[at.min(BARS - 1)] += 1;
        }
        bars
    };
    let height = samples.len() as f64 * PANEL + FOOT;
    let bottom = height - FOOT + 4.0;
    let mut canvas = Canvas::new();
    for tick in &scale.ticks {
        let x = scale.place(*tick);
        canvas.line("grid", (x, 4.0), (x, bottom));
        canvas.text("quiet", "middle", (x, bottom + 15.0), &label(*tick));
    }
    canvas.text("", "middle", ((LEFT + WIDTH - 16.0) / 2.0, height - 6.0), axis);
    for (panel, (name, colour, values)) in samples.iter().enumerate() {
        let bars = counted(values);
        let most = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
        let floor = (panel + 1) as f64 * PANEL;
        canvas.text("head", "start", (4.0, floor - PANEL + 18.0), name);
        canvas.text("quiet", "end", (LEFT - 6.0, floor - PANEL + 34.0), &label(most));
        for (at, count) in bars.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (from, to) = (least + at as f64 * width, least + (at + 1) as f64 * width);
            let tall = *count as f64 / most * (PANEL - 34.0);
            let (left, right) = (scale.place(from), scale.place(to));
            canvas.titled(&format!("{name}: {count} runs from {} to {}", label(from), label(to)), |canvas| {
                let class = format!("box s{}", colour % 8);
                canvas.rect(&class, (left, floor - tall), ((right - left - 1.0).max(1.0), tall));
            });
        }
        canvas.line("grid", (LEFT, floor), (WIDTH - 16.0, floor));
    }
    canvas.finish(WIDTH, height, title)
}
