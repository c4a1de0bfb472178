//! Tests of the arena, its maps and its vocabulary.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod combat;
mod faults;
mod games;
mod maps;
mod motion;
mod perception;
mod primitives;
mod seats;
mod senses;
mod vocabulary;

use glam::Vec3;
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;

/// A game on a map that is drawn in the test.
fn arena(map: &str, settings: MatchSettings) -> Match {
    let map = ArenaMap::read("test", map).unwrap_or_else(|errors| panic!("{errors:?}"));
    Match::new(map.into(), settings, 1).unwrap()
}

/// A game on a map that comes with the crate.
fn shipped(map: &str, settings: MatchSettings) -> Match {
    Match::new(ArenaMap::shipped(map).unwrap().into(), settings, 1).unwrap()
}

/// The middle of a cell of the drawing.
fn cell(column: usize, row: usize, height: f32) -> Vec3 {
    Vec3::new(column as f32 * 100.0 + 50.0, row as f32 * 100.0 + 50.0, height)
}

fn steps(arena: &mut Match, steps: usize) {
    for _ in 0..steps {
        arena.step();
    }
}

/// Two starts in a long room.
const ROOM: &str = "game deathmatch\nlegend\n s start\n o node\nfloor\n\
####################\n\
#s................s#\n\
#..................#\n\
#........o.........#\n\
####################\n";
