//! Where the four ghosts go.

use super::*;

/// A block with a way around it on either side. Pac-Man stands still in the upper left corner, because its
/// heading is blocked.
const RING: &str = "\
#########
#P      #
# ##### #
# ##### #
#       #
###=#####
###G#####
#########";

/// The first step of the only ghost in a ring.
fn first_step(temper: Temper, from: (u16, u16), heading: Direction, settings: PacmanSettings) -> (u16, u16) {
    let mut game = game(RING, PacmanSettings { ghosts: vec![temper], ..settings });
    put(&mut game, 0, from, heading);
    track(&mut game, 0, 1)[0]
}

#[test]
fn the_chaser_takes_the_shortest_way_to_pacman() {
    assert_eq!(first_step(Temper::Chaser, (3, 4), Direction::Down, quiet()), (2, 4));
    assert_eq!(first_step(Temper::Chaser, (7, 1), Direction::Up, quiet()), (6, 1));
    assert_eq!(first_step(Temper::Chaser, (7, 4), Direction::Right, quiet()), (7, 3));
}

#[test]
fn ghosts_do_not_turn_back_except_in_a_dead_end() {
    assert_eq!(first_step(Temper::Chaser, (4, 4), Direction::Right, quiet()), (5, 4));
    let mut game = game("#######\n#P    #\n#=#####\n#G#####\n#######", with_ghosts(&[Temper::Chaser]));
    put(&mut game, 0, (5, 1), Direction::Right);
    assert_eq!(track(&mut game, 0, 1), [(4, 1)]);
}

#[test]
fn the_ambusher_goes_for_where_pacman_is_heading() {
    // Pac-Man goes right along the top; the cell four ahead of it is nearer by the other way around.
    let step = |temper| {
        let mut game = game(RING, with_ghosts(&[temper]));
        put(&mut game, 0, (3, 4), Direction::Down);
        game.step(Some(Direction::Right));
        place(&game, game.ghosts[0].cell)
    };
    assert_eq!(step(Temper::Chaser), (2, 4));
    assert_eq!(step(Temper::Ambusher), (4, 4));
}

#[test]
fn the_flanker_cuts_off_the_flight_from_the_others() {
    let step = |other: Option<(u16, u16)>| {
        let ghosts = [Temper::Flanker, Temper::Chaser];
        let mut game = game(RING, with_ghosts(&ghosts[..1 + usize::from(other.is_some())]));
        put(&mut game, 0, (4, 4), Direction::Down);
        if let Some(place) = other {
            put(&mut game, 1, place, Direction::Up);
        }
        track(&mut game, 0, 1)[0]
    };
    // On its own it goes for Pac-Man by the shortest way, on the left.
    assert_eq!(step(None), (3, 4));
    // With the chaser coming from the left, Pac-Man would flee to the right along the top.
    assert_eq!(step(Some((1, 3))), (5, 4));
}

#[test]
fn the_wanderer_sees_pacman_only_when_it_is_near() {
    let steps = |wanderer_sight| {
        let step = |seed| {
            let settings = PacmanSettings { wanderer_sight, ..with_ghosts(&[Temper::Wanderer]) };
            let mut game = game(RING, settings);
            game.reset(seed);
            put(&mut game, 0, (3, 4), Direction::Down);
            track(&mut game, 0, 1)[0]
        };
        (0..50).filter(|&seed| step(seed) == (2, 4)).count()
    };
    assert_eq!(steps(5), 50);
    assert!((15..35).contains(&steps(4)));
}

#[test]
fn in_scatter_phases_ghosts_go_to_their_corners() {
    let scatter = PacmanSettings { scatter_ticks: 2, chase_ticks: 3, ..quiet() };
    // The first ghost's corner is the upper right one.
    assert_eq!(first_step(Temper::Chaser, (4, 4), Direction::Down, scatter.clone()), (5, 4));
    let mut game = game(RING, scatter);
    let phases: Vec<bool> = (0..10)
        .map(|_| {
            game.step(None);
            game.is_scattering()
        })
        .collect();
    let expected = [true, true, false, false, false].repeat(2);
    assert_eq!(phases, expected);
}

#[test]
fn without_phases_ghosts_always_hunt() {
    let mut game = game("P.", PacmanSettings { scatter_ticks: 0, chase_ticks: 0, ..quiet() });
    game.step(None);
    assert!(!game.is_scattering());
}

#[test]
fn blue_ghosts_flee_but_do_not_turn_back_either() {
    let step = |heading| {
        let mut game = game(RING, with_ghosts(&[Temper::Chaser]));
        put(&mut game, 0, (1, 4), heading);
        game.ghosts[0].blue_left = 9;
        track(&mut game, 0, 1)[0]
    };
    assert_eq!(step(Direction::Down), (2, 4));
    assert_eq!(step(Direction::Left), (1, 3));
}

#[test]
fn where_both_ways_are_open_a_blue_ghost_takes_the_one_away_from_pacman() {
    let mut game = game(RING, with_ghosts(&[Temper::Chaser]));
    put(&mut game, 0, (3, 4), Direction::Down);
    game.ghosts[0].blue_left = 9;
    assert_eq!(track(&mut game, 0, 1), [(4, 4)]);
}
