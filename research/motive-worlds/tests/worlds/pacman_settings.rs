//! The pace of ghosts and the rules of levels.

use motive_worlds::pacman::{LevelRules, Pace, PacmanSettings};

fn moves(pace: Pace) -> String {
    (1..=10).map(|tick| if pace.moves_at(tick) { 'm' } else { '-' }).collect()
}

#[test]
fn a_pace_spreads_its_moves_evenly() {
    assert_eq!(moves(Pace::new(1, 1)), "mmmmmmmmmm");
    assert_eq!(moves(Pace::new(1, 2)), "m-m-m-m-m-");
    assert_eq!(moves(Pace::new(4, 5)), "mmmm-mmmm-");
    assert_eq!(moves(Pace::new(0, 5)), "----------");
}

#[test]
fn any_two_numbers_are_a_pace() {
    assert_eq!(moves(Pace::new(3, 0)), "----------");
    assert_eq!(moves(Pace::new(255, 3)), "mmmmmmmmmm");
    for ticks in 1..=u8::MAX {
        for count in 0..=ticks {
            let pace = Pace::new(count, ticks);
            let made = (100..100 + u64::from(ticks)).filter(|&tick| pace.moves_at(tick)).count();
            assert_eq!(made, usize::from(count), "{pace:?}");
        }
    }
}

#[test]
fn levels_get_harder_and_the_last_one_stays() {
    let settings = PacmanSettings::default();
    let speed = |rules: LevelRules| f64::from(rules.ghost_pace.moves) / f64::from(rules.ghost_pace.ticks);
    for number in 1..20 {
        let (now, next) = (settings.level(number), settings.level(number + 1));
        assert!(speed(next) >= speed(now) && next.blue_ticks <= now.blue_ticks, "level {number}");
    }
    assert_eq!(settings.level(8), settings.level(u32::MAX));
    assert_eq!(settings.level(0), settings.level(1));
}

#[test]
fn no_levels_at_all_means_the_default_rules() {
    let settings = PacmanSettings { levels: Vec::new(), ..PacmanSettings::default() };
    assert_eq!(settings.level(3), LevelRules::default());
}
