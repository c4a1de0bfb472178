//! Mazes: what they are read from, and the ways in them.

use motive_worlds::pacman::{Cell, Direction, Maze, Position};
use std::sync::Arc;

/// The longest side of a maze.
const MAX_SIDE: usize = 1024;

/// The error for a drawing that is not a maze, as a person reads it.
fn complaint(text: &str) -> String {
    Maze::parse(text).err().map(|error| error.to_string()).unwrap_or_default()
}

fn maze(text: &str) -> Maze {
    Maze::parse(text).unwrap()
}

fn at(maze: &Maze, column: u16, row: u16) -> Cell {
    maze.cell(Position { column, row }).unwrap()
}

#[test]
fn the_standard_maze_is_symmetric_and_has_no_dead_end() {
    let maze = Maze::standard();
    for cell in maze.cells() {
        let Position { column, row } = maze.position(cell).unwrap();
        let mirrored = at(&maze, maze.columns() - 1 - column, row);
        assert_eq!(maze.dots().contains(cell), maze.dots().contains(mirrored));
        assert_eq!(maze.pills().contains(cell), maze.pills().contains(mirrored));
        assert!(maze.is_house(cell) || maze.steps(cell).count() >= 2, "dead end at {column}, {row}");
    }
    assert_eq!((maze.columns(), maze.rows()), (21, 21));
    assert_eq!((maze.homes().len(), maze.pills().len(), maze.fruit_places().len()), (4, 4, 1));
    assert!(maze.dots().len() > 150);
}

#[test]
fn the_standard_maze_is_shared() {
    assert!(Arc::ptr_eq(&Maze::standard(), &Maze::standard()));
}

#[test]
fn openings_on_opposite_edges_are_a_tunnel() {
    let maze = maze("\n###.###\n  P.  .\n#.#.#.#\n###.###\n");
    let (left, right) = (at(&maze, 0, 1), at(&maze, 6, 1));
    assert_eq!(maze.neighbour(left, Direction::Left), Some(right));
    assert_eq!(maze.neighbour(right, Direction::Right), Some(left));
    assert_eq!(maze.distance(left, right), Some(1));
    assert_eq!(maze.neighbour(at(&maze, 3, 0), Direction::Up), Some(at(&maze, 3, 3)));
}

#[test]
fn the_house_can_be_left_but_not_entered() {
    let maze = maze("#####\n#P..#\n##=##\n##G##\n#####");
    let (door, home) = (at(&maze, 2, 2), maze.homes().next().unwrap());
    assert_eq!(maze.neighbour(at(&maze, 2, 1), Direction::Down), None);
    assert_eq!(maze.distance(home, maze.start()), Some(3));
    assert_eq!(maze.distance(maze.start(), home), None);
    assert_eq!(maze.step_toward(maze.start(), door), None);
}

#[test]
fn steps_lead_along_shortest_ways_with_ties_broken_in_order() {
    let maze = Maze::standard();
    for from in maze.cells() {
        for to in maze.cells() {
            let Some(distance) = maze.distance(from, to) else { continue };
            let nearer = |&step: &Direction| {
                let next = maze.neighbour(from, step).unwrap();
                maze.distance(next, to).is_some_and(|rest| rest + 1 == distance)
            };
            assert_eq!(maze.step_toward(from, to), maze.steps(from).find(nearer));
        }
    }
}

#[test]
fn steps_away_lead_furthest_from_the_threat() {
    let maze = maze("#######\n#.P...#\n#.#####\n#.....#\n#######");
    assert_eq!(maze.step_away(maze.start(), at(&maze, 4, 1)), Some(Direction::Left));
    assert_eq!(maze.step_away(maze.start(), at(&maze, 1, 1)), Some(Direction::Right));
    // In a dead end the only step is towards the threat.
    assert_eq!(maze.step_away(at(&maze, 5, 1), maze.start()), Some(Direction::Left));
}

#[test]
fn corners_are_the_nearest_floor_in_reach() {
    let maze = maze("#######\n# ##..#\n###P.##\n#__#..#\n#######");
    let expected = [(5, 1), (4, 1), (5, 3), (3, 2)];
    assert_eq!(maze.corners(), expected.map(|(column, row)| at(&maze, column, row)));
}

#[test]
fn foreign_cells_have_no_place_and_no_way() {
    let (small, large) = (maze("P."), Maze::standard());
    let foreign = large.cells().last().unwrap();
    assert_eq!(small.position(foreign), None);
    assert_eq!(small.distance(small.start(), foreign), None);
    assert_eq!(small.distance(foreign, small.start()), None);
    assert_eq!(small.step_away(foreign, small.start()), None);
    assert!(!small.is_house(foreign));
}

#[test]
fn the_smallest_maze_is_one_tile() {
    let maze = maze("P");
    assert_eq!(maze.cell_count(), 1);
    assert_eq!(maze.steps(maze.start()).count(), 0);
    assert_eq!(maze.distance(maze.start(), maze.start()), Some(0));
    assert_eq!(maze.corners(), [maze.start(); 4]);
}

#[test]
fn mistakes_are_named_where_they_are() {
    assert_eq!(complaint(""), "line 1, column 1: there is no maze here, only empty lines");
    assert_eq!(complaint("\n\n"), "line 3, column 1: there is no maze here, only empty lines");
    assert!(complaint("\n####\n#PX#\n####").starts_with("line 3, column 3: `X` is no tile; a tile is"));
    assert!(complaint("###\n#P\t").starts_with("line 2, column 3: `\t` is no tile"));
    assert_eq!(complaint("####\n#P#"), "line 2, column 4: this line has 3 tiles, but the first one has 4");
    assert_eq!(complaint("###\n#P##"), "line 2, column 4: this line has 4 tiles, but the first one has 3");
    assert_eq!(complaint("#P#\n\n#.#"), "line 2, column 1: this line has 0 tiles, but the first one has 3");
    assert_eq!(complaint("###\n#.#\n###"), "line 1, column 1: the maze has no `P` where Pac-Man could start");
}

#[test]
fn mistakes_of_the_plan_are_named_where_they_are() {
    assert!(complaint("####\n#PP#\n####").starts_with("line 2, column 3: Pac-Man can start in one place"));
    assert!(complaint("####\n#P..\n####").starts_with("line 2, column 4: this way out leads into a wall"));
    assert!(complaint("#.##\n#P.#\n####").starts_with("line 1, column 2: this way out leads into a wall"));
    assert_eq!(complaint("#####\n#P#.#\n#####"), "line 2, column 4: Pac-Man cannot get here");
    assert_eq!(
        complaint("#####\n#P#G#\n#####"),
        "line 2, column 4: the ghost that starts here cannot get to Pac-Man"
    );
}

#[test]
fn a_maze_has_limits() {
    let wide = "#".repeat(MAX_SIDE + 1);
    assert!(complaint(&wide).starts_with("line 1, column 1025: the maze is too large"));
    let high = "#\n".repeat(MAX_SIDE + 1);
    assert!(complaint(&high).starts_with("line 1025, column 1: the maze is too large"));
    let open = format!("{}\n", " ".repeat(100)).repeat(42);
    assert!(complaint(&open).starts_with("line 41, column 97: the maze is too large"));
}
