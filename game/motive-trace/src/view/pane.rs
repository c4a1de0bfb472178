//! The pane itself, and its colours, if they are wanted.

use super::agent::{ActionView, AgentView, GoalView};
use crate::text::brief;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Widget};

/// Priorities up to here have bars that fit; larger ones stretch the scale.
const USUAL_PRIORITY: f64 = 100.0;
/// Letters of a goal's or drive's name that are shown.
const LONGEST_NAME: usize = 16;
/// The longest bar.
const LONGEST_BAR: usize = 30;
/// Rows that the list of actions gets at least.
const FEWEST_ACTIONS: u16 = 4;

/// How much room the parts of the pane have had so far. It only grows, so that nothing jumps when a goal ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PaneLayout {
    goals: u16,
    drives: u16,
    steps: u16,
    name: usize,
    priority: f64,
}

impl PaneLayout {
    /// Makes room for an agent.
    pub fn include(&mut self, agent: &AgentView) {
        let width = |name: &str| name.chars().count().min(LONGEST_NAME);
        let names =
            agent.goals.iter().map(|goal| &goal.goal).chain(agent.drives.iter().map(|(name, _)| name));
        self.name = names.map(|name| width(name)).chain([self.name]).max().unwrap_or(0);
        self.goals = self.goals.max(agent.goals.len() as u16);
        self.drives = self.drives.max(agent.drives.len() as u16);
        self.steps = self.steps.max(agent.plan.steps.len() as u16);
        let priorities = agent.goals.iter().map(|goal| goal.priority).filter(|priority| priority.is_finite());
        self.priority = priorities.fold(self.priority.max(USUAL_PRIORITY), f64::max);
    }
}

/// What an agent wants, plans and does, as a widget.
pub struct ThinkingPane<'a> {
    /// The agent.
    pub agent: &'a AgentView,
    /// What it began to do lately and when, newest first.
    pub recent: Vec<(u64, &'a ActionView)>,
    /// The room for its parts.
    pub layout: PaneLayout,
    /// The colours.
    pub palette: Palette,
}

impl ThinkingPane<'_> {
    /// What the signs in the pane mean, in one line of at most 78 columns.
    pub const LEGEND: &'static str =
        "▶ acting  ‖ suspended  ✓ done  █ bar: priority, or satisfaction of a drive";

    fn section<'b>(&self, title: &str) -> Block<'b> {
        let title = Span::styled(format!(" {title} "), self.palette.bold(Color::White));
        Block::new().borders(Borders::TOP).border_style(self.palette.faint()).title(title)
    }

    /// The lines of the goals: two for each, or one where there is not enough room.
    fn goals(&self, width: usize, is_short: bool) -> Vec<Line<'_>> {
        if self.agent.goals.is_empty() {
            return vec![Line::styled("  no active goal", self.palette.faint())];
        }
        let lines =
            |goal| if is_short { vec![self.goal_in_short(goal, width)] } else { self.goal(goal, width) };
        self.agent.goals.iter().flat_map(lines).collect()
    }

    fn sign(&self, goal: &GoalView) -> (&'static str, Style) {
        match goal {
            GoalView { suspended: true, .. } => ("‖", self.palette.faint()),
            GoalView { acts: true, .. } => ("▶", self.palette.bold(Color::Green)),
            _ => (" ", self.palette.of(Color::Gray)),
        }
    }

    /// A goal with its priority as a bar, then what it is at and what that uses.
    fn goal<'a>(&'a self, goal: &'a GoalView, width: usize) -> Vec<Line<'a>> {
        let (sign, style) = self.sign(goal);
        let name = self.layout.name;
        let number = brief((goal.priority * 10.0).round() / 10.0);
        let share = goal.priority / self.layout.priority.max(USUAL_PRIORITY);
        let mut first = vec![Span::styled(format!("{sign} {} ", padded(&goal.goal, name)), style)];
        first.extend(self.bar(share, width.saturating_sub(name + 10), style));
        first.push(Span::styled(format!(" {number:>6}"), style));
        vec![Line::from(first), self.current(goal, "    ", width)]
    }

    fn goal_in_short<'a>(&'a self, goal: &'a GoalView, width: usize) -> Line<'a> {
        let (sign, style) = self.sign(goal);
        let number = brief(goal.priority.round());
        let text = format!("{sign} {} {number:>4} ", padded(&goal.goal, self.layout.name));
        let used = text.chars().count();
        let mut line = Line::from(Span::styled(text, style));
        line.extend(self.current(goal, "", width.saturating_sub(used)).spans);
        line
    }

    fn current<'a>(&'a self, goal: &'a GoalView, indent: &'a str, width: usize) -> Line<'a> {
        let text = if goal.suspended { "suspended until something changes" } else { &goal.current };
        let text = cut(&format!("{indent}{text}"), width);
        let left = width.saturating_sub(text.chars().count() + 2);
        let mut spans = vec![Span::styled(text, self.palette.of(Color::Cyan))];
        if !goal.bindings.is_empty() && left > 6 {
            let bindings = cut(&goal.bindings.join(", "), left);
            spans.push(Span::styled(format!("  {bindings}"), self.palette.of(Color::Magenta)));
        }
        Line::from(spans)
    }

    fn drives(&self, width: usize) -> Vec<Line<'_>> {
        let line = |(name, satisfaction): &(String, f64)| {
            let colour = match satisfaction {
                ..0.34 => Color::Red,
                ..0.67 => Color::Yellow,
                _ => Color::Green,
            };
            let name = padded(name, self.layout.name);
            let mut spans = vec![Span::styled(format!("  {name} "), self.palette.of(Color::Gray))];
            let room = width.saturating_sub(self.layout.name + 10);
            spans.extend(self.bar(*satisfaction, room, self.palette.of(colour)));
            let percent = format!(" {:>4.0} %", satisfaction * 100.0);
            spans.push(Span::styled(percent, self.palette.of(Color::White)));
            Line::from(spans)
        };
        self.agent.drives.iter().map(line).collect()
    }

    /// The steps of the plan around the current one.
    fn plan(&self, width: usize, rows: usize) -> Vec<Line<'_>> {
        let plan = &self.agent.plan;
        let first = (plan.current + 1)
            .saturating_sub(rows.max(1).div_ceil(2))
            .min(plan.steps.len().saturating_sub(rows));
        let line = |(number, step): (usize, &String)| {
            let (sign, style) = match number.cmp(&plan.current) {
                std::cmp::Ordering::Less => ("✓", self.palette.faint()),
                std::cmp::Ordering::Equal => ("▶", self.palette.bold(Color::Green)),
                std::cmp::Ordering::Greater => (" ", self.palette.of(Color::Gray)),
            };
            Line::styled(cut(&format!("{sign} {step}"), width), style)
        };
        plan.steps.iter().enumerate().skip(first).take(rows).map(line).collect()
    }

    fn actions(&self, width: usize, rows: usize) -> Vec<Line<'_>> {
        let line = |(at, (tick, action)): (usize, &(u64, &ActionView))| {
            let style = if at == 0 { self.palette.bold(Color::White) } else { self.palette.of(Color::Gray) };
            let goal = if action.goal.is_empty() { String::new() } else { format!("  for {}", action.goal) };
            let room = width.saturating_sub(8);
            let command = cut(&action.command, room);
            let goal = cut(&goal, room.saturating_sub(command.chars().count()));
            Line::from(vec![
                Span::styled(format!("{tick:>6}  "), self.palette.faint()),
                Span::styled(command, style),
                Span::styled(goal, self.palette.faint()),
            ])
        };
        self.recent.iter().take(rows).enumerate().map(line).collect()
    }

    /// A bar with eighths, so that small changes are seen.
    fn bar<'a>(&self, share: f64, width: usize, style: Style) -> [Span<'a>; 2] {
        const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let width = width.min(LONGEST_BAR);
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        let eighths = (share * width as f64 * 8.0).round() as usize;
        let full = format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8]);
        let empty = "·".repeat(width.saturating_sub(full.chars().count()));
        [Span::styled(full, style), Span::styled(empty, self.palette.faint())]
    }
}

impl Widget for ThinkingPane<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let PaneLayout { goals, drives, steps, .. } = self.layout;
        let (goals, width) = (goals.max(1), area.width as usize);
        let heading = |rows: u16| if rows == 0 { 0 } else { rows + 1 };
        let others = heading(drives) + heading(steps) + FEWEST_ACTIONS + 1;
        let is_short = heading(2 * goals) + others > area.height;
        let goal_rows = heading(if is_short { goals } else { 2 * goals });
        let plan_rows =
            heading(steps).min(area.height.saturating_sub(goal_rows + others - heading(steps)).max(2));
        let plan_rows = if steps == 0 { 0 } else { plan_rows };
        let rows = [goal_rows, heading(drives), plan_rows].map(Constraint::Length);
        let [first, second, third, last] =
            Layout::vertical([rows[0], rows[1], rows[2], Constraint::Min(2)]).areas(area);
        let parts = [
            (first, format!("{} wants", self.agent.name), self.goals(width, is_short)),
            (second, "drives (full bar = satisfied)".to_owned(), self.drives(width)),
            (third, "plan".to_owned(), self.plan(width, third.height.saturating_sub(1) as usize)),
            (last, "actions (tick, newest first)".to_owned(), self.actions(width, last.height as usize)),
        ];
        for (area, title, lines) in parts {
            if area.height > 0 {
                Paragraph::new(lines)
                    .block(self.section(&cut(&title, width.saturating_sub(2))))
                    .render(area, buffer);
            }
        }
    }
}

/// Styles that fall back to bold and reversed text where colours are not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Whether colours are used.
    pub colour: bool,
}

impl Palette {
    /// Text in a colour.
    pub fn of(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Bold text in a colour.
    pub fn bold(self, colour: Color) -> Style {
        self.of(colour).add_modifier(Modifier::BOLD)
    }

    /// Black text on a colour.
    pub fn on(self, colour: Color) -> Style {
        match self.colour {
            true => Style::new().fg(Color::Black).bg(colour).add_modifier(Modifier::BOLD),
            false => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// Text in the background.
    pub fn faint(self) -> Style {
        self.of(Color::DarkGray)
    }
}

/// A text of exactly so many columns.
fn padded(text: &str, width: usize) -> String {
    format!("{:<width$}", cut(text, width))
}

/// A text of at most so many columns; where something is left out it ends in an ellipsis.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    match width {
        0 => String::new(),
        _ => text.chars().take(width - 1).chain(['…']).collect(),
    }
}
