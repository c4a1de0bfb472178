//! A step as a bar chart of activations, which is redrawn in place.

use motive_net::StepSummary;
use std::fmt::Write as _;

/// The cells of the longest bar.
const CELLS: usize = 40;
/// The most skills that are drawn; of more, the strongest.
const MOST: usize = 40;

/// Bars of all skills, in the order of registration. Skills that started in the step are marked.
pub(super) fn bars(step: &StepSummary) -> String {
    let skills = step.skills.iter().enumerate();
    let mut shown: Vec<(usize, &str, f64)> =
        skills.map(|(number, (name, level))| (number, &**name, *level)).collect();
    shown.sort_by(|one, other| other.2.total_cmp(&one.2));
    shown.truncate(MOST);
    shown.sort_by_key(|(number, ..)| *number);
    let most = shown.iter().map(|(.., level)| *level).fold(step.used, f64::max).max(1e-9);
    let cells = |level: f64| ((level / most).clamp(0.0, 1.0) * CELLS as f64).round() as usize;
    let threshold = cells(step.used).min(CELLS - 1);
    let room = shown.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("step {}, threshold {:.3}\n", step.step, step.used);
    for (_, name, level) in shown {
        let full = cells(level);
        let cell = |at: usize| match (at == threshold, at < full) {
            (true, true) => '╫',
            (true, false) => '│',
            (false, true) => '━',
            (false, false) => ' ',
        };
        let bar: String = (0..CELLS).map(cell).collect();
        let mark = if step.selected.iter().any(|started| **started == *name) { "  starts" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:room$}  {bar} {level:8.3}{mark}");
    }
    if step.skills.len() > MOST {
        let _ = writeln!(text, "and {} weaker ones", step.skills.len() - MOST);
    }
    text
}

/// The escape sequence that erases the last chart.
pub(super) fn erase(before: &str) -> String {
    match before.lines().count() {
        0 => String::new(),
        lines => format!("\u{1b}[{lines}A\u{1b}[J"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(skills: &[(&str, f64)], selected: &[&str]) -> StepSummary {
        let skills = skills.iter().map(|(name, level)| ((*name).into(), *level)).collect();
        let selected = selected.iter().map(|name| (*name).into()).collect();
        StepSummary { step: 3, selected, used: 20.0, threshold: 18.0, skills }
    }

    /// R-003-085
    #[test]
    fn a_bar_is_as_long_as_its_skill_is_strong() {
        let text = bars(&step(&[("walk", 40.0), ("crawl", 10.0), ("wait", 0.0)], &["walk"]));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.first(), Some(&"step 3, threshold 20.000"));
        let long = |line: &str| line.chars().filter(|cell| "━╫".contains(*cell)).count();
        let longs: Vec<usize> = lines.iter().skip(1).map(|line| long(line)).collect();
        assert_eq!(longs, [40, 10, 0]);
        assert!(
            lines.get(1).is_some_and(|line| line.starts_with("walk ") && line.ends_with("40.000  starts"))
        );
        assert!(lines.get(2).is_some_and(|line| line.contains('│') && line.ends_with("10.000")));
        assert_eq!(erase(&text), "\u{1b}[4A\u{1b}[J");
        assert_eq!(erase(""), "");
    }

    #[test]
    fn of_many_skills_the_strongest_are_drawn() {
        let names: Vec<String> = (0..100).map(|number| format!("skill-{number}")).collect();
        let skills: Vec<(&str, f64)> =
            names.iter().map(String::as_str).zip((0..100).map(f64::from)).collect();
        let text = bars(&step(&skills, &[]));
        assert_eq!(text.lines().count(), MOST + 2);
        assert!(text.contains("skill-99 ") && !text.contains("skill-5 "));
        assert!(text.ends_with("and 60 weaker ones\n"));
        assert_eq!(bars(&step(&[], &[])).lines().count(), 1);
    }
}
