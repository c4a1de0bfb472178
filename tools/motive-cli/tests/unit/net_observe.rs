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
    assert!(lines.get(1).is_some_and(|line| line.starts_with("walk ") && line.ends_with("40.000  starts")));
    assert!(lines.get(2).is_some_and(|line| line.contains('│') && line.ends_with("10.000")));
    assert_eq!(erase(&text), "\u{1b}[4A\u{1b}[J");
    assert_eq!(erase(""), "");
}

#[test]
fn of_many_skills_the_strongest_are_drawn() {
    let names: Vec<String> = (0..100).map(|number| format!("skill-{number}")).collect();
    let skills: Vec<(&str, f64)> = names.iter().map(String::as_str).zip((0..100).map(f64::from)).collect();
    let text = bars(&step(&skills, &[]));
    assert_eq!(text.lines().count(), MOST + 2);
    assert!(text.contains("skill-99 ") && !text.contains("skill-5 "));
    assert!(text.ends_with("and 60 weaker ones\n"));
    assert_eq!(bars(&step(&[], &[])).lines().count(), 1);
}
