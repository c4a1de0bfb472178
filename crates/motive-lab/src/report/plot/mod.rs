//! Plots as SVG.
//!
//! Colours are those of Okabe and Ito, which people with any common colour blindness can tell apart; lines also differ in their marks. A
//! plot on a page takes light or dark from it; on its own it takes it from the reader's system.

mod boxes;
mod canvas;
mod histogram;
mod lines;

pub(super) use boxes::{Group, boxes};
pub(super) use canvas::escaped;
pub(super) use histogram::histogram;
pub(super) use lines::{Panel, Series, lines};

/// What plots look like. The page has it once; a plot on its own has it inside.
pub(super) const STYLE: &str = include_str!("plot.css");

/// A plot as a file of its own.
pub(super) fn standalone(svg: &str) -> String {
    let space = " xmlns=\"http://www.w3.org/2000/svg\" ";
    let style = format!("<style>{STYLE}</style>");
    match svg.find('>') {
        Some(end) if svg.starts_with("<svg ") => {
            let (head, body) = (&svg[5..end], &svg[end + 1..]);
            format!("<svg{space}{head}>{style}<rect class=\"paper\" width=\"100%\" height=\"100%\"/>{body}\n")
        }
        _ => svg.to_owned(),
    }
}
