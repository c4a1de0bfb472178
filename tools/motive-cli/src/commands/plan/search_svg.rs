//! A search as an SVG drawing: plans as boxes, from left to right by their length, each joined to the plan that it extends.

use super::drives::ConsideredPlan;
use crate::commands::picture::page;
use svg::node::element::{Group, Path, Rectangle, Text, Title};

/// The most plans that are drawn; with more, nothing can be seen.
const MOST_DRAWN: usize = 150;
const BOX: (usize, usize) = (210, 34);
const GAP: (usize, usize) = (50, 14);
/// The width of the box for the current situation.
const NOW: usize = 60;
/// Letters of a step that fit into a box.
const LETTERS: usize = 30;

/// Column and row.
type GridPlace = (usize, usize);

/// The search as an SVG document.
pub(super) fn svg(plans: &[ConsideredPlan]) -> String {
    let drawn = &plans[..plans.len().min(MOST_DRAWN)];
    let (places, columns, rows) = laid_out(drawn);
    let width = columns * (BOX.0 + GAP.0) + GAP.0;
    let height = rows * (BOX.1 + GAP.1) + GAP.1 + 24;
    let mut document = page(width as f64, height as f64).set("font-size", 11);
    let (x, y) = corner((0, 0));
    let now = rectangle((x, y), (NOW, BOX.1), "#eee", "#888");
    document = document.add(now).add(text("now", (x + 18, y + 21)));
    for (plan, place) in drawn.iter().zip(&places) {
        document = document.add(line(plan.from.checked_sub(1).and_then(|from| places.get(from)), *place));
    }
    for (plan, place) in drawn.iter().zip(&places) {
        document = document.add(one(plan, corner(*place)));
    }
    if plans.len() > drawn.len() {
        let rest = format!("and {} more", plans.len() - drawn.len());
        document = document.add(text(&rest, (GAP.0, height - 8)));
    }
    format!("{document}\n")
}

/// Where each plan stands, and how many columns and rows there are: a plan is in the column of its length, below those that were
/// found earlier.
fn laid_out(plans: &[ConsideredPlan]) -> (Vec<GridPlace>, usize, usize) {
    let mut rows: Vec<usize> = vec![1];
    let mut places = Vec::with_capacity(plans.len());
    for plan in plans {
        let column = plan.steps.len();
        if rows.len() <= column {
            rows.resize(column + 1, 0);
        }
        places.push((column, rows[column]));
        rows[column] += 1;
    }
    let most = rows.iter().copied().max().unwrap_or(1);
    (places, rows.len(), most)
}

fn corner((column, row): GridPlace) -> (usize, usize) {
    (GAP.0 / 2 + column * (BOX.0 + GAP.0), GAP.1 + row * (BOX.1 + GAP.1))
}

/// A line from the plan that another extends, or from the current situation, to that other.
fn line(from: Option<&GridPlace>, to: GridPlace) -> Path {
    let (x, y) = match from {
        Some(from) => (corner(*from).0 + BOX.0, corner(*from).1 + BOX.1 / 2),
        None => (corner((0, 0)).0 + NOW, corner((0, 0)).1 + BOX.1 / 2),
    };
    let (to_x, to_y) = (corner(to).0, corner(to).1 + BOX.1 / 2);
    let (bend, bend_back) = (x + 25, to_x.saturating_sub(25));
    let curve = format!("M{x} {y} C{bend} {y} {bend_back} {to_y} {to_x} {to_y}");
    Path::new().set("d", curve).set("fill", "none").set("stroke", "#bbb")
}

/// A plan: its first action and its utility; the tooltip has all steps and why it was not chosen.
fn one(plan: &ConsideredPlan, (x, y): (usize, usize)) -> Group {
    let (fill, stroke) = match plan.standing {
        "chosen" => ("#cdeac0", "#2a7d2e"),
        "developed" => ("#fdf3c7", "#a08000"),
        "lethal" | "useless" => ("#f8d0d0", "#a02020"),
        _ => ("#f4f4f4", "#888"),
    };
    let first = plan.steps.first().map_or("", String::as_str);
    let short: String = first.chars().take(LETTERS).collect();
    let more = match plan.steps.len() {
        0 | 1 => String::new(),
        steps => format!(", then {} more", steps - 1),
    };
    let why = plan.why_not.as_deref().unwrap_or("chosen");
    let value = format!("{:.4}{more}", plan.utility);
    Group::new()
        .add(Title::new(format!("{}: {why}", plan.steps.join(", "))))
        .add(rectangle((x, y), BOX, fill, stroke))
        .add(text(&short, (x + 6, y + 14)))
        .add(text(&value, (x + 6, y + 28)).set("fill", "#555"))
}

fn rectangle((x, y): (usize, usize), size: (usize, usize), fill: &str, stroke: &str) -> Rectangle {
    let rectangle = Rectangle::new().set("x", x).set("y", y).set("width", size.0).set("height", size.1);
    rectangle.set("rx", 4).set("fill", fill).set("stroke", stroke)
}

fn text(content: &str, (x, y): (usize, usize)) -> Text {
    Text::new(content).set("x", x).set("y", y)
}
