//! The maze as an agent remembers it, computed from its memory and never from the game.

use std::ops::ControlFlow;
use std::sync::Arc;

use motive::kernel::{Facts, Id, Kind, Point, Property, Query, Value};

use super::cell::{Cell, Position};
use super::maze::Maze;
use crate::direction::Direction;

/// Finds cells for what an agent remembers.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) maze: Arc<Maze>,
    pub(super) position: Property,
}

impl Places {
    /// Where the agent believes itself to be.
    pub(super) fn me(&self, facts: &dyn Facts) -> Option<Cell> {
        self.of_id(facts, Id::SELF)
    }

    pub(super) fn of_id(&self, facts: &dyn Facts, id: Id) -> Option<Cell> {
        self.of_point(facts.values(id, self.position).first()?.point()?)
    }

    /// The cell of a thing or a place.
    pub(super) fn of(&self, facts: &dyn Facts, value: &Value) -> Option<Cell> {
        match value {
            Value::Id(id) => self.of_id(facts, *id),
            Value::Point(point) => self.of_point(*point),
            _ => None,
        }
    }

    fn of_point(&self, point: Point) -> Option<Cell> {
        cell_at(&self.maze, point)
    }
}

/// The cell at a place, if the place is one of the maze's.
pub(super) fn cell_at(maze: &Maze, point: Point) -> Option<Cell> {
    let whole = |n: f32| (n >= 0.0 && n <= f32::from(u16::MAX) && n.trunc() == n).then_some(n as u16);
    maze.cell(Position { column: whole(point.x)?, row: whole(point.y)? })
}

/// The place of a cell.
pub(super) fn point_of(maze: &Maze, cell: Cell) -> Point {
    maze.position(cell).map_or_else(Point::default, |at| Point::flat(f32::from(at.column), f32::from(at.row)))
}

/// Where the agent and the ghosts are, as far as the agent knows.
pub(super) struct Picture {
    me: Cell,
    /// Where each ghost is, and for how many of the coming ticks it is blue.
    ghosts: Vec<(Cell, f64)>,
}

impl Picture {
    pub(super) fn of(facts: &dyn Facts, places: &Places, ghost: Kind, until: Property) -> Option<Self> {
        let mut ghosts = Vec::new();
        let now = facts.time().tick as f64;
        facts.candidates(&Query { kind: Some(ghost), equal: &[] }, &mut |id| {
            if facts.is_a(id, ghost)
                && let Some(cell) = places.of_id(facts, id)
            {
                ghosts.push((cell, facts.values(id, until).number().map_or(0.0, |until| until - now)));
            }
            ControlFlow::Continue(())
        });
        Some(Self { me: places.me(facts)?, ghosts })
    }

    /// Whether the agent can get to the cell before any ghost that would not be blue by then.
    ///
    /// Then the whole of the shortest way is safe: a ghost that could cut it off could go on to the cell in time.
    pub(super) fn is_safe(&self, maze: &Maze, cell: Cell) -> bool {
        let Some(steps) = maze.distance(self.me, cell) else { return false };
        self.ghosts.iter().all(|&(ghost, blue)| {
            blue >= f64::from(steps) || maze.distance(ghost, cell).is_none_or(|distance| distance > steps)
        })
    }

    /// The first step of the ways to most safe cells; among equals the first [`Direction`].
    pub(super) fn widest(&self, maze: &Maze) -> Option<Direction> {
        let mut counts = [0_u32; 4];
        for cell in maze.cells() {
            if let Some(step) = maze.step_toward(self.me, cell)
                && self.is_safe(maze, cell)
            {
                counts[step.index()] += 1;
            }
        }
        let widest = Direction::ALL.into_iter().rev().max_by_key(|step| counts[step.index()])?;
        (counts[widest.index()] > 0).then_some(widest)
    }
}
