//! Pac-Man's moves, dots, pills, fruit and levels.

use super::*;

#[test]
fn pacman_goes_where_it_wishes() {
    let mut game = game("#####\n#   #\n# # #\n#  P#\n#####", quiet());
    game.step(Some(Direction::Up));
    assert_eq!((place(&game, game.pacman), game.heading), ((3, 2), Direction::Up));
    game.step(Some(Direction::Down));
    assert_eq!(place(&game, game.pacman), (3, 3));
}

#[test]
fn without_an_open_wish_pacman_goes_on_until_a_wall() {
    let mut game = game("######\n#   P#\n######", quiet());
    game.step(None);
    assert_eq!(place(&game, game.pacman), (3, 1));
    game.step(Some(Direction::Up));
    assert_eq!((place(&game, game.pacman), game.heading), ((2, 1), Direction::Left));
    game.step(None);
    game.step(None);
    assert_eq!(place(&game, game.pacman), (1, 1));
}

#[test]
fn pacman_comes_out_at_the_other_end_of_a_tunnel() {
    let mut game = game("#####\nP    \n#####", quiet());
    game.step(Some(Direction::Left));
    assert_eq!(place(&game, game.pacman), (4, 1));
}

#[test]
fn dots_and_pills_are_eaten_once() {
    let mut game = game("######\n#.o.P#\n######", quiet());
    let (dot, pill) = (at(&game, 3, 1), at(&game, 2, 1));
    assert_eq!(game.step(None), [Event::DotEaten { at: dot }]);
    assert_eq!(game.score, 10);
    assert_eq!(game.step(None), [Event::PillEaten { at: pill }]);
    assert_eq!(game.score, 60);
    assert_eq!(game.step(Some(Direction::Right)), []);
    assert_eq!((game.dots.len(), game.pills.len(), game.score), (1, 0, 60));
}

#[test]
fn fruit_appears_stays_for_its_time_and_vanishes() {
    let settings = PacmanSettings { fruit_every: 1, fruit_ticks: 3, ..quiet() };
    let mut game = game("#####\n#P#F#\n#   #\n#####", settings);
    let fruit = at(&game, 3, 1);
    assert_eq!(game.step(None), [Event::FruitAppeared { at: fruit }]);
    assert_eq!(game.fruit, Some(Fruit { cell: fruit, ticks_left: 3, score: 100 }));
    assert_eq!(game.step(None), []);
    assert_eq!(game.step(None), []);
    assert_eq!(game.step(None), [Event::FruitVanished { at: fruit }]);
    assert_eq!(game.fruit, None);
}

#[test]
fn fruit_is_eaten_where_it_lies() {
    let settings = PacmanSettings { fruit_every: 1, fruit_ticks: 2, ..quiet() };
    let mut game = game("#####\n#F P#\n#####", settings);
    game.step(None);
    let fruit = at(&game, 1, 1);
    assert!(game.fruit.is_some());
    assert!(game.step(None).contains(&Event::FruitEaten { at: fruit, score: 100 }));
    assert_eq!(game.score, 100);
}

#[test]
fn fruit_appears_about_as_often_as_the_settings_say() {
    let settings = PacmanSettings { fruit_every: 20, fruit_ticks: 1, ..quiet() };
    let mut game = game("###\n#P#\n#F#\n###", settings);
    let appeared = |event: &Event| matches!(event, Event::FruitAppeared { .. });
    let count: usize =
        (0..21_000).map(|_| game.step(None).iter().filter(|event| appeared(event)).count()).sum();
    assert!((900..1100).contains(&count), "{count} instead of about 1000");
}

#[test]
fn fruit_appears_in_all_its_places_and_never_without_one() {
    let settings = PacmanSettings { fruit_every: 1, fruit_ticks: 1, ..quiet() };
    let mut several = game("####\n#PF#\n#FF#\n####", settings.clone());
    let mut seen = CellSet::with_room(several.maze.cell_count());
    let mut none = game("#####\n#P  #\n#####", settings);
    for _ in 0..100 {
        // Up is a wall, and so is the way on: Pac-Man leaves the fruit alone.
        several.step(Some(Direction::Up));
        several.fruit.iter().for_each(|fruit| seen.insert(fruit.cell));
        assert_eq!(none.step(None), []);
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn the_next_level_begins_when_all_is_eaten() {
    let harder = LevelRules { blue_ticks: 1, ..LevelRules::default() };
    let settings = PacmanSettings { levels: vec![LevelRules::default(), harder], ..quiet() };
    let mut game = game("#####\n#.oP#\n#####", settings);
    game.step(None);
    let last = at(&game, 1, 1);
    assert_eq!(game.step(None), [Event::DotEaten { at: last }, Event::LevelCleared { level: 1 }]);
    assert_eq!((game.level, game.rules), (2, harder));
    assert_eq!((game.dots.len(), game.pills.len()), (1, 1));
    assert_eq!((game.pacman, game.score, game.lives), (game.maze.start(), 60, 3));
}

#[test]
fn with_nothing_to_eat_no_level_is_ever_cleared() {
    let mut game = game("P", quiet());
    for _ in 0..100 {
        assert_eq!(game.step(Some(Direction::Left)), []);
    }
    assert_eq!((game.level, game.tick), (1, 100));
}
