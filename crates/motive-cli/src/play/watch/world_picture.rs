//! The pictures of worlds in colour.

use motive_trace::view::Palette;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

/// The picture of a world, in colour where its signs are known.
pub(super) fn picture<'a>(world: &str, text: &'a str, palette: Palette) -> Vec<Line<'a>> {
    match world {
        // Its last line is the numbers, which stand elsewhere on the screen.
        "pacman" => {
            text.lines().filter(|line| !line.starts_with("level ")).map(|line| maze(line, palette)).collect()
        }
        _ => text.lines().map(Line::from).collect(),
    }
}

/// A row of the maze: signs of one style in a row are one span.
fn maze<'a>(line: &'a str, palette: Palette) -> Line<'a> {
    let mut spans = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let style = sign(first, palette);
        let end = rest.find(|next| sign(next, palette) != style).unwrap_or(rest.len());
        let (same, after) = rest.split_at(end);
        spans.push(Span::styled(same, style));
        rest = after;
    }
    Line::from(spans)
}

fn sign(sign: char, palette: Palette) -> Style {
    const ORANGE: Color = Color::Rgb(255, 170, 70);
    const PINK: Color = Color::Rgb(255, 150, 200);
    match sign {
        '▲' | '◄' | '▼' | '►' => palette.bold(Color::Yellow),
        '·' => palette.of(Color::Rgb(190, 160, 120)),
        '●' => palette.bold(Color::White),
        '%' => palette.bold(Color::LightRed),
        'C' => palette.on(Color::Red),
        'A' => palette.on(PINK),
        'F' => palette.on(Color::Cyan),
        'W' => palette.on(ORANGE),
        'c' | 'a' | 'f' | 'w' => palette.on(Color::LightBlue),
        '"' => palette.bold(Color::White),
        '╌' => palette.of(PINK),
        ' ' => Style::new(),
        _ => palette.of(Color::Rgb(70, 100, 230)),
    }
}
