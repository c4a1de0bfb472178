//! Boxplots and histograms.

use super::{Canvas, Scale, label};
use crate::claims::wording::shown;
use crate::statistics::Summary;

/// Samples that belong together, such as those of one condition.
pub(in crate::report) struct BoxGroup {
    pub(in crate::report) name: String,
    /// The name of each sample, the number of its colour, and what it holds.
    pub(in crate::report) rows: Vec<(String, usize, Summary)>,
}

const WIDTH: f64 = 760.0;
/// What a letter takes, and how many of a name there is room for beside the boxes.
const LETTER: f64 = 6.6;
const MOST_LETTERS: usize = 44;
const ROW: f64 = 30.0;
const HEAD: f64 = 26.0;
const FOOT: f64 = 44.0;

/// A box for each sample: quartiles and median, whiskers to the last value within 1.5 boxes, outliers as rings, the mean as a diamond.
pub(in crate::report) fn boxes(title: &str, axis: &str, groups: &[BoxGroup]) -> String {
    let names = groups.iter().flat_map(|group| &group.rows).map(|(name, _, _)| name.chars().count());
    let left = (names.max().unwrap_or(4).min(MOST_LETTERS) as f64 * LETTER + 18.0).max(60.0);
    let head = |group: &BoxGroup| if group.name.is_empty() { 6.0 } else { HEAD };
    let height: f64 =
        groups.iter().map(|group| head(group) + group.rows.len() as f64 * ROW).sum::<f64>() + FOOT;
    let ends = groups.iter().flat_map(|group| &group.rows).flat_map(|(_, _, s)| [s.least, s.greatest]);
    let scale = Scale::new(ends, (left, WIDTH - 16.0), 7);
    let mut canvas = Canvas::new();
    let bottom = height - FOOT + 4.0;
    canvas.scale_below(&scale, bottom, ((left + WIDTH - 16.0) / 2.0, height - 6.0), axis);
    let mut y = 0.0;
    for group in groups {
        if !group.name.is_empty() {
            canvas.text("head", "start", (4.0, y + HEAD - 8.0), &group.name);
        }
        y += head(group);
        for (name, colour, summary) in &group.rows {
            canvas.text("", "end", (left - 8.0, y + ROW / 2.0 + 4.0), &shortened(name));
            row(&mut canvas, &scale, y + ROW / 2.0, name, *colour, summary);
            y += ROW;
        }
    }
    canvas.finish(WIDTH, height, title)
}

/// A name cut to the space there is; the tooltip of its box has all of it.
fn shortened(name: &str) -> String {
    if name.chars().count() <= MOST_LETTERS {
        return name.to_owned();
    }
    let kept: String = name.chars().take(MOST_LETTERS - 1).collect();
    format!("{}…", kept.trim_end())
}

fn row(canvas: &mut Canvas, scale: &Scale, y: f64, name: &str, colour: usize, s: &Summary) {
    let class = |part: &str| format!("{part} s{}", colour % 8);
    let place = |number: f64| scale.place(number);
    let told = format!(
        "{name}: median {}, middle half {} to {}, all {} to {}, mean {}, {} runs",
        shown(s.median),
        shown(s.lower),
        shown(s.upper),
        shown(s.least),
        shown(s.greatest),
        shown(s.mean),
        s.count
    );
    canvas.titled(&told, |canvas| {
        let half = ROW * 0.30;
        canvas.line(&class("whisker"), (place(s.low_whisker), y), (place(s.lower), y));
        canvas.line(&class("whisker"), (place(s.upper), y), (place(s.high_whisker), y));
        for end in [s.low_whisker, s.high_whisker] {
            canvas.line(&class("whisker"), (place(end), y - half / 2.0), (place(end), y + half / 2.0));
        }
        let width = (place(s.upper) - place(s.lower)).max(1.0);
        canvas.rect(&class("box"), (place(s.lower), y - half), (width, 2.0 * half));
        canvas.line(&class("median"), (place(s.median), y - half), (place(s.median), y + half));
        for outlier in &s.outliers {
            canvas.circle(&class("outlier"), (place(*outlier), y), 2.6);
        }
        let x = place(s.mean);
        canvas.path(&class("mean"), &[(x, y - 4.0), (x + 4.0, y), (x, y + 4.0), (x - 4.0, y)], true);
    });
}

const PANEL: f64 = 120.0;
const LEFT: f64 = 60.0;
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
    canvas.scale_below(&scale, bottom, ((LEFT + WIDTH - 16.0) / 2.0, height - 6.0), axis);
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
