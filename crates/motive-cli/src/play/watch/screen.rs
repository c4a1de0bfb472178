//! The screen: the world on the left, what the agent wants and does on the right, keys below.

use super::paint::{Palette, picture};
use super::snapshot::{AgentView, GoalView, Snapshot};
use super::{SPEEDS, View};
use crate::text::{figure, thousands};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

/// Priorities up to here have bars that fit; larger ones stretch the scale.
const USUAL_PRIORITY: f64 = 100.0;
/// Letters of a goal's name that are shown.
const LONGEST_NAME: usize = 24;
/// Letters of a number and what stands around it, beside its name.
const VALUE_WIDTH: usize = 8;
/// Lines that news of a changed file may take.
const NEWS_LINES: u16 = 9;

/// KeyedRng everything.
pub(super) fn draw(frame: &mut Frame<'_>, view: &View, palette: &Palette) {
    let Some(shown) = view.shown() else { return };
    let news = view.news.as_ref().map_or(0, |(text, _)| (text.lines().count() as u16 + 2).min(NEWS_LINES));
    let [main, below, status] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(news), Constraint::Length(1)])
            .areas(frame.area());
    let lines = picture(&shown.world, &shown.picture, palette);
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let [left, right] = Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(main);
    let [world, numbers] =
        Layout::vertical([Constraint::Length(lines.len() as u16 + 2), Constraint::Min(0)]).areas(left);
    frame.render_widget(Paragraph::new(lines).block(world_block(shown, view, palette)), world);
    if numbers.height > 2 {
        draw_metrics(frame, numbers, shown, palette);
    }
    if let Some(agent) = shown.agents.get(view.agent) {
        // A goal takes two lines. The place for them does not shrink when one ends, so that nothing jumps.
        let of = |shown: &Snapshot| shown.agents.get(view.agent).map_or(0, |agent| agent.goals.len());
        let most = view.past.iter().map(of).max().unwrap_or(0) as u16;
        let drives = panel_height(view, |agent| agent.drives.len());
        let plan = panel_height(view, |agent| agent.plan.0.len());
        let rows = [2 + 2 * most.max(1), drives, plan].map(Constraint::Length);
        let [goals, drives, plan, doing] =
            Layout::vertical([rows[0], rows[1], rows[2], Constraint::Min(3)]).areas(right);
        draw_goals(frame, goals, agent, view, palette);
        draw_drives(frame, drives, agent, palette);
        draw_plan(frame, plan, agent, palette);
        draw_actions(frame, doing, view, palette);
    }
    draw_news(frame, below, view, palette);
    frame.render_widget(status_line(shown, view, palette), status);
}

fn block<'a>(title: String, palette: &Palette) -> Block<'a> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(palette.faint())
        .title(Span::styled(format!(" {title} "), palette.bold(Color::White)))
        .padding(ratatui::widgets::Padding::horizontal(1))
}

fn world_block<'a>(shown: &Snapshot, view: &View, palette: &Palette) -> Block<'a> {
    let score = shown.agents.get(view.agent).map_or(0.0, |agent| agent.score);
    let score = Span::styled(format!(" {} ", thousands(score)), palette.bold(Color::Yellow));
    block(shown.world.clone(), palette).title_top(Line::from(score).right_aligned())
}

fn draw_goals(frame: &mut Frame<'_>, area: Rect, agent: &AgentView, view: &View, palette: &Palette) {
    let all =
        || view.past.iter().flat_map(|shown| shown.agents.get(view.agent)).flat_map(|agent| &agent.goals);
    let highest = all().map(|goal| goal.priority).filter(|priority| priority.is_finite());
    let name = all().map(|goal| goal.goal.chars().count()).max().unwrap_or(0).min(LONGEST_NAME);
    let bar = (area.width as usize).saturating_sub(name + 14).clamp(8, 40);
    let scale = Scale { highest: highest.fold(USUAL_PRIORITY, f64::max), name, bar };
    let mut lines: Vec<Line<'_>> =
        agent.goals.iter().flat_map(|goal| goal_lines(goal, &scale, palette)).collect();
    if lines.is_empty() {
        lines.push(Line::styled("nothing is wanted", palette.faint()));
    }
    let title = format!("{} wants", agent.mind);
    frame.render_widget(Paragraph::new(lines).block(block(title, palette)), area);
}

/// How goals are laid out: the same for all that were ever shown, so that nothing jumps.
struct Scale {
    highest: f64,
    name: usize,
    bar: usize,
}

/// A goal with its priority as a bar, the rule that runs for it, and what that has.
fn goal_lines<'a>(goal: &'a GoalView, scale: &Scale, palette: &Palette) -> [Line<'a>; 2] {
    let (sign, name, colour) = match goal {
        GoalView { put_aside: true, .. } => ("‖", palette.faint(), palette.faint()),
        GoalView { acts: true, .. } => ("▶", palette.bold(Color::Green), palette.of(Color::Green)),
        _ => (" ", palette.of(Color::Gray), palette.of(Color::Rgb(90, 110, 160))),
    };
    let bar = bar((goal.priority / scale.highest).clamp(0.0, 1.0), scale.bar);
    let empty = "·".repeat(scale.bar.saturating_sub(bar.chars().count()));
    let width = scale.name;
    let first = Line::from(vec![
        Span::styled(format!("{sign} {:<width$.width$} ", goal.goal), name),
        Span::styled(bar, colour),
        Span::styled(empty, palette.faint()),
        Span::styled(format!(" {:>5}", brief(goal.priority)), name),
    ]);
    let rule = match (&goal.rule, goal.put_aside) {
        (_, true) => "put aside until something changes".to_owned(),
        (Some(rule), _) => format!("{} › {rule}", short(&goal.program)),
        (None, _) => short(&goal.program),
    };
    let mut spans = vec![Span::raw("  "), Span::styled(rule, palette.of(Color::Cyan))];
    if !goal.bindings.is_empty() {
        spans.push(Span::styled(format!("  {}", goal.bindings.join(", ")), palette.of(Color::Magenta)));
    }
    [first, Line::from(spans)]
}

/// A program's name; that of a plan for many drives, which are shown below, is cut short.
fn short(program: &str) -> String {
    match program.split_once(',') {
        Some((first, rest)) if program.starts_with("plan for ") => {
            format!("{first} and {} more", rest.split(',').count())
        }
        _ => program.to_owned(),
    }
}

/// How high a panel is that has a line for each of so many things, none if it never has any. It does not shrink when some go.
fn panel_height(view: &View, lines: impl Fn(&AgentView) -> usize) -> u16 {
    let all = view.past.iter().flat_map(|shown| shown.agents.get(view.agent));
    match all.map(lines).max().unwrap_or(0) as u16 {
        0 => 0,
        most => most + 2,
    }
}

/// The drives as bars: the longer, the better satisfied.
fn draw_drives(frame: &mut Frame<'_>, area: Rect, agent: &AgentView, palette: &Palette) {
    if area.height == 0 {
        return;
    }
    let width =
        agent.drives.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(LONGEST_NAME);
    let room = (area.width as usize).saturating_sub(width + 14).clamp(8, 40);
    let line = |(name, satisfaction): &(String, f64)| {
        let colour = match satisfaction {
            ..0.34 => Color::Red,
            ..0.67 => Color::Yellow,
            _ => Color::Green,
        };
        let bar = bar(satisfaction.clamp(0.0, 1.0), room);
        let empty = "·".repeat(room.saturating_sub(bar.chars().count()));
        Line::from(vec![
            Span::styled(format!("  {name:<width$.width$} "), palette.of(Color::Gray)),
            Span::styled(bar, palette.of(colour)),
            Span::styled(empty, palette.faint()),
            Span::styled(format!(" {:>4} %", (satisfaction * 100.0).round()), palette.of(Color::White)),
        ])
    };
    let lines: Vec<Line<'_>> = agent.drives.iter().map(line).collect();
    frame.render_widget(Paragraph::new(lines).block(block("drives".to_owned(), palette)), area);
}

/// The plan, with what is done, what is being done and what is to come.
fn draw_plan(frame: &mut Frame<'_>, area: Rect, agent: &AgentView, palette: &Palette) {
    if area.height == 0 {
        return;
    }
    let (steps, at) = &agent.plan;
    let line = |(number, step): (usize, &String)| {
        let (sign, style) = match number.cmp(at) {
            std::cmp::Ordering::Less => ("✓", palette.faint()),
            std::cmp::Ordering::Equal => ("▶", palette.bold(Color::Green)),
            std::cmp::Ordering::Greater => (" ", palette.of(Color::Gray)),
        };
        Line::styled(format!("{sign} {step}"), style)
    };
    let lines: Vec<Line<'_>> = steps.iter().enumerate().map(line).collect();
    frame.render_widget(Paragraph::new(lines).block(block("plan".to_owned(), palette)), area);
}

/// A bar with eighths, so that small changes are seen.
fn bar(share: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share * width as f64 * 8.0).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

fn brief(number: f64) -> String {
    let text = format!("{number:.1}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What was done lately, newest first. Ticks in which the same went on are one line.
fn draw_actions(frame: &mut Frame<'_>, area: Rect, view: &View, palette: &Palette) {
    let most = area.height.saturating_sub(2) as usize;
    let newest = view.past.len() - view.back;
    let mut lines: Vec<Line<'_>> = Vec::new();
    for shown in view.past.iter().take(newest).rev() {
        let Some(agent) = shown.agents.get(view.agent) else { continue };
        for action in agent.actions.iter().filter(|action| action.is_new) {
            if lines.len() == most {
                break;
            }
            let style = if lines.is_empty() { palette.bold(Color::White) } else { palette.of(Color::Gray) };
            let purpose =
                if action.goal.is_empty() { String::new() } else { format!(" for {}", action.goal) };
            lines.push(Line::from(vec![
                Span::styled(format!("{:>5}  ", shown.tick.saturating_sub(1)), palette.faint()),
                Span::styled(format!("{:<24}", action.text), style),
                Span::styled(purpose, palette.faint()),
            ]));
        }
        if lines.len() == most {
            break;
        }
    }
    frame.render_widget(Paragraph::new(lines).block(block("does".to_owned(), palette)), area);
}

fn draw_metrics(frame: &mut Frame<'_>, area: Rect, shown: &Snapshot, palette: &Palette) {
    // As many columns as fit the longest name, and one that shortens it where not even that does.
    let longest = shown.metrics.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let room = (area.width as usize).saturating_sub(4);
    let width = longest.min(room.saturating_sub(VALUE_WIDTH));
    let columns = (room / (width + VALUE_WIDTH)).max(1);
    let cell = |(name, value): &(&str, f64)| {
        vec![
            Span::styled(format!("{:<width$.width$}", name.replace('_', " ")), palette.faint()),
            Span::styled(format!("{:>6}  ", figure(*value)), palette.of(Color::White)),
        ]
    };
    let lines: Vec<Line<'_>> = shown
        .metrics
        .chunks(columns)
        .map(|row| Line::from(row.iter().flat_map(cell).collect::<Vec<_>>()))
        .collect();
    frame.render_widget(Paragraph::new(lines).block(block("so far".to_owned(), palette)), area);
}

fn draw_news(frame: &mut Frame<'_>, area: Rect, view: &View, palette: &Palette) {
    let Some((text, is_bad)) = &view.news else { return };
    let (title, colour) = if *is_bad {
        ("the changed file is broken; the old mind goes on", Color::Red)
    } else {
        ("loaded", Color::Green)
    };
    let block = block(title.to_owned(), palette).border_style(palette.of(colour));
    frame.render_widget(Paragraph::new(text.as_str()).wrap(Wrap { trim: false }).block(block), area);
}

fn status_line<'a>(shown: &Snapshot, view: &View, palette: &Palette) -> Line<'a> {
    let (word, colour) = match view {
        View { back: 1.., .. } => (format!("{} ticks back", view.back), Color::Magenta),
        View { over: true, .. } => ("over".to_owned(), Color::Red),
        View { paused: true, .. } => ("paused".to_owned(), Color::Yellow),
        _ => (format!("{} ticks a second", SPEEDS[view.speed]), Color::Green),
    };
    let key = |name: &'a str, does: &'a str| {
        [
            Span::styled(format!(" {name} "), Style::new().add_modifier(Modifier::REVERSED)),
            Span::styled(format!(" {does}  "), palette.faint()),
        ]
    };
    let mut spans = vec![
        Span::styled(format!(" tick {} ", shown.tick), palette.bold(Color::White)),
        Span::styled(format!(" {word} "), palette.on(colour)),
        Span::raw("  "),
    ];
    spans.extend(key("space", if view.paused { "go on" } else { "pause" }));
    spans.extend(key("← →", "step"));
    spans.extend(key("↑ ↓", "speed"));
    if shown.agents.len() > 1 {
        spans.extend(key("tab", "next agent"));
    }
    spans.extend(key("q", "quit"));
    Line::from(spans)
}
