//! Tests of `pacman::cell` from inside.

use super::*;

#[test]
fn a_set_gives_back_what_was_put_in_in_order() {
    let mut set = CellSet::with_room(100);
    for number in [99, 0, 31, 32, 64] {
        set.insert(Cell(number));
    }
    assert_eq!(set.iter().map(|cell| cell.0).collect::<Vec<_>>(), [0, 31, 32, 64, 99]);
    assert_eq!(set.len(), 5);
    assert!(set.remove(Cell(31)) && !set.remove(Cell(31)) && !set.contains(Cell(31)));
}

#[test]
fn cells_outside_the_room_are_never_in() {
    let mut set = CellSet::with_room(10);
    set.insert(Cell(500));
    assert!(set.is_empty() && !set.contains(Cell(500)) && !set.remove(Cell(500)));
}
