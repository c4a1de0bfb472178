//! Plots as SVG.
//!
//! Colours are those of Okabe and Ito, which people with any common colour blindness can tell apart; lines also differ in their marks. A
//! plot on a page takes light or dark from it; on its own it takes it from the reader's system.

mod canvas;
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
