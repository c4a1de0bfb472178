use super::*;
use crate::commands::play::{PlaySession, Setup};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// The screen of a world after so many steps, as rows.
fn rows(world: &str, options: &[&str], steps: u64, pane: PaneChoice) -> Vec<String> {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    let setup = Setup { world: world.into(), options, seed: 1, ..Setup::default() };
    let mut session = PlaySession::new(&setup).ok().unwrap();
    session.watch_agents();
    let mut state = WatchState { pane, ..WatchState::new(&session) };
    for _ in 0..steps {
        state.step(&mut session, u64::MAX).ok().unwrap();
    }
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw(frame, &state, Palette { colour: false })).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..24).map(row).collect()
}

#[track_caller]
fn assert_shows(rows: &[String], parts: &[&str]) {
    let screen = rows.join("\n");
    for part in parts {
        assert!(screen.contains(part), "{part} is not in\n{screen}");
    }
}

#[test]
fn the_goals_of_pacman_are_readable_at_80_by_24() {
    let rows = rows("pacman", &[], 60, PaneChoice::World);
    assert_shows(&rows, &["Pacman wants", "▶", "Eat.eat_dot", "actions (tick, newest first)", "for eat"]);
    assert_shows(&rows[21..22], &["► pacman", "% fruit"]);
    assert_eq!(rows[22].trim(), ThinkingPane::LEGEND);
    assert_shows(&rows[23..], &["tick 60 score", "space pause", "q quit"]);
}

#[test]
fn a_wide_world_and_its_agent_take_turns_at_80_by_24() {
    let world = rows("tileworld", &[], 10, PaneChoice::World);
    assert_shows(&world, &["w thoughts", "q quit"]);
    assert_shows(&world[22..], &["@ agent", "> target"]);
    let agent = rows("tileworld", &[], 10, PaneChoice::Agent);
    assert_shows(&agent, &["Ours wants", "Fetch", "w world"]);
}

#[test]
fn every_world_fits_on_the_screen_with_its_legend() {
    for about in motive_worlds::Worlds::built_in().list() {
        let world = motive_worlds::find(about.name, &[] as &[&str]).unwrap();
        let (legend, picture) = (world.legend(), world.draw());
        assert!(!legend.is_empty() && legend.chars().count() <= 78, "{}: {legend}", about.name);
        let lines = picture.lines().filter(|line| !line.starts_with("level ") && !line.starts_with("cycle "));
        assert!(lines.clone().count() <= 22, "{}\n{picture}", about.name);
        assert!(lines.clone().all(|line| line.chars().count() <= 80), "{}\n{picture}", about.name);
        assert_shows(&rows(about.name, &[], 3, PaneChoice::World), &[legend.trim()]);
    }
}

#[test]
fn drives_and_plans_are_readable_at_80_by_24() {
    let rows = rows("household", &[], 40, PaneChoice::Agent);
    assert_shows(&rows, &["drives (full bar = satisfied)", "hunger", "plan", "chat_on_phone(the_phone)"]);
}
