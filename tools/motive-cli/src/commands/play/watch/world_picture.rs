//! The pictures of worlds in colour.

use motive_trace::view::Palette;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

/// The picture of a world, in colour where its signs are known.
pub(super) fn picture<'a>(world: &str, text: &'a str, palette: Palette) -> Vec<Line<'a>> {
    match world {
        // Its last line is the numbers, which stand elsewhere on the screen.
        "pacman" => {
            let rows = text.lines().filter(|line| !line.starts_with("level "));
            rows.map(|line| coloured(line, |sign| maze_sign(sign, palette))).collect()
        }
        // The text below the map has signs of the map in it.
        "shooter" => {
            let is_map = |line: &str| line.starts_with('█');
            let row = |line| {
                if is_map(line) { coloured(line, |sign| arena_sign(sign, palette)) } else { Line::from(line) }
            };
            text.lines().map(row).collect()
        }
        _ => text.lines().map(Line::from).collect(),
    }
}

/// A row of a picture: signs of one style in a row are one span.
fn coloured(line: &str, sign: impl Fn(char) -> Style) -> Line<'_> {
    let mut spans = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let style = sign(first);
        let end = rest.find(|next| sign(next) != style).unwrap_or(rest.len());
        let (same, after) = rest.split_at(end);
        spans.push(Span::styled(same, style));
        rest = after;
    }
    Line::from(spans)
}

fn maze_sign(sign: char, palette: Palette) -> Style {
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

fn arena_sign(sign: char, palette: Palette) -> Style {
    const RED_SEES: Color = Color::Rgb(215, 120, 105);
    const BLUE_SEES: Color = Color::Rgb(110, 150, 230);
    const BOTH_SEE: Color = Color::Rgb(190, 125, 215);
    match sign {
        '█' => palette.of(Color::Rgb(95, 95, 105)),
        '.' => palette.faint(),
        ':' => palette.of(RED_SEES),
        ';' => palette.of(BLUE_SEES),
        '%' => palette.of(BOTH_SEE),
        'R' => palette.on(Color::LightRed),
        'B' => palette.on(Color::LightBlue),
        'w' | 'a' => palette.of(Color::Yellow),
        'h' | 'y' => palette.of(Color::LightGreen),
        '*' => palette.bold(Color::Rgb(255, 170, 70)),
        // Players and where they look, doors and points.
        _ => palette.bold(Color::White),
    }
}
