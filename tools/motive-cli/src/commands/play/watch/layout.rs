//! The screen: the world on the left, the thinking pane on the right, legend and keys below. Where there is no room for both, one
//! of them at a time.

use super::world_picture::picture;
use super::{PaneChoice, ReloadMessage, SPEEDS, WatchState, WatchedTick};
use crate::text::{figure, thousands};
use motive_trace::view::{Palette, ThinkingPane};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

/// Columns that the thinking pane needs beside the world.
const PANE_WIDTH: u16 = 36;
/// Columns of the world at least, so that the names of its metrics can be read.
const WORLD_WIDTH: u16 = 28;
/// Columns between world and pane.
const GAP: u16 = 1;
/// Columns of a metric's value and the space around it.
const VALUE_WIDTH: usize = 9;
/// Rows that a message about a reloaded file may take.
const MESSAGE_ROWS: u16 = 8;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, state: &WatchState, palette: Palette) {
    let Some(shown) = state.shown() else { return };
    let lines = picture(&shown.world, &shown.picture, palette);
    let width = lines.iter().map(Line::width).max().unwrap_or(0).max(WORLD_WIDTH.into()) as u16;
    let has_both = width + GAP + PANE_WIDTH <= frame.area().width;
    let message = state.message.as_ref().map_or(0, |message| message.rows());
    let legends = legends(shown, state, has_both);
    let rows = [
        Constraint::Min(0),
        Constraint::Length(message),
        Constraint::Length(legends.len() as u16),
        Constraint::Length(1),
    ];
    let [main, below, signs, keys] = Layout::vertical(rows).areas(frame.area());
    let columns = [Constraint::Length(width), Constraint::Length(GAP), Constraint::Min(0)];
    let [left, _, right] = Layout::horizontal(columns).areas(main);
    let (world, pane) = match (has_both, state.pane) {
        (true, _) => (Some(left), Some(right)),
        (false, PaneChoice::World) => (Some(main), None),
        (false, PaneChoice::Agent) => (None, Some(main)),
    };
    if let Some(area) = world {
        draw_world(frame, area, lines, shown, palette);
    }
    if let (Some(area), Some(agent), Some(layout)) =
        (pane, shown.agents.get(state.agent), state.layouts.get(state.agent))
    {
        let recent = state.recent(area.height as usize);
        frame.render_widget(ThinkingPane { agent, recent, layout: *layout, palette }, area);
    }
    draw_message(frame, below, state, palette);
    let legends = legends.into_iter().map(|text| Line::styled(format!(" {text}"), palette.faint()));
    frame.render_widget(Paragraph::new(legends.collect::<Vec<_>>()), signs);
    frame.render_widget(status_line(shown, state, has_both, palette), keys);
}

/// A line for each of the panes that are drawn.
fn legends(shown: &WatchedTick, state: &WatchState, has_both: bool) -> Vec<&'static str> {
    let (world, agent) = ((!shown.legend.is_empty()).then_some(shown.legend), Some(ThinkingPane::LEGEND));
    let lines = match (has_both, state.pane) {
        (true, _) => [world, agent],
        (false, PaneChoice::World) => [world, None],
        (false, PaneChoice::Agent) => [None, agent],
    };
    lines.into_iter().flatten().collect()
}

/// The picture, and below it the metrics as far as there is room.
fn draw_world(
    frame: &mut Frame<'_>,
    area: Rect,
    lines: Vec<Line<'_>>,
    shown: &WatchedTick,
    palette: Palette,
) {
    let [picture, numbers] =
        Layout::vertical([Constraint::Length(lines.len() as u16), Constraint::Min(0)]).areas(area);
    frame.render_widget(Paragraph::new(lines), picture);
    if numbers.height > 1 {
        draw_metrics(frame, numbers, shown, palette);
    }
}

fn draw_metrics(frame: &mut Frame<'_>, area: Rect, shown: &WatchedTick, palette: Palette) {
    // As many columns as fit the longest name, and one that shortens it where not even that does.
    let longest = shown.metrics.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let room = area.width as usize;
    let width = longest.min(room.saturating_sub(VALUE_WIDTH));
    let columns = (room / (width + VALUE_WIDTH)).max(1);
    let cell = |(name, value): &(&str, f64)| {
        [
            Span::styled(format!("{:<width$.width$}", name.replace('_', " ")), palette.faint()),
            Span::styled(format!("{:>7}  ", figure(*value)), palette.of(Color::White)),
        ]
    };
    let row = |row: &[(&str, f64)]| Line::from(row.iter().flat_map(cell).collect::<Vec<_>>());
    let lines: Vec<Line<'_>> = shown.metrics.chunks(columns).map(row).collect();
    frame.render_widget(Paragraph::new(lines).block(section("metrics", palette)), area);
}

fn section<'a>(title: &str, palette: Palette) -> Block<'a> {
    let title = Span::styled(format!(" {title} "), palette.bold(Color::White));
    Block::new().borders(Borders::TOP).border_style(palette.faint()).title(title)
}

impl ReloadMessage {
    fn rows(&self) -> u16 {
        (self.text.lines().count() as u16 + 1).min(MESSAGE_ROWS)
    }
}

fn draw_message(frame: &mut Frame<'_>, area: Rect, state: &WatchState, palette: Palette) {
    let Some(ReloadMessage { text, failed }) = &state.message else { return };
    let (title, colour) = match failed {
        true => ("the changed file has errors; the running mind is kept", Color::Red),
        false => ("reloaded", Color::Green),
    };
    let block = section(title, palette).border_style(palette.of(colour));
    frame.render_widget(Paragraph::new(text.as_str()).block(block), area);
}

fn status_line<'a>(shown: &WatchedTick, state: &WatchState, has_both: bool, palette: Palette) -> Line<'a> {
    let (word, colour) = match state {
        WatchState { back: 1.., .. } => (format!("{} ticks back", state.back), Color::Magenta),
        WatchState { over: true, .. } => ("over".to_owned(), Color::Red),
        WatchState { paused: true, .. } => ("paused".to_owned(), Color::Yellow),
        _ => (format!("{}/s", SPEEDS[state.speed]), Color::Green),
    };
    let key = |name: &'a str, does: &'a str| {
        [
            Span::styled(name, Style::new().add_modifier(Modifier::REVERSED)),
            Span::styled(format!(" {does} "), palette.faint()),
        ]
    };
    let score = shown.scores.get(state.agent).copied().unwrap_or(0.0);
    let mut spans = vec![
        Span::styled(format!(" tick {} score {} ", shown.tick, thousands(score)), palette.bold(Color::White)),
        Span::styled(word, palette.on(colour)),
        Span::raw(" "),
    ];
    spans.extend(key("space", if state.paused { "run" } else { "pause" }));
    spans.extend(key("←→", "step"));
    spans.extend(key("↑↓", "speed"));
    if shown.agents.len() > 1 {
        spans.extend(key("tab", "agent"));
    }
    if !has_both {
        let other = if state.pane == PaneChoice::World { "thoughts" } else { "world" };
        spans.extend(key("w", other));
    }
    spans.extend(key("q", "quit"));
    Line::from(spans)
}

#[cfg(test)]
#[path = "../../../../tests/unit/watch_layout.rs"]
mod tests;
