//! Writes what Pac-Man sees into its memory, changes only.

use std::sync::Arc;

use motive::kernel::{Facts, Id, Memory, MemoryError, Property, Thing, Time, Value};

use super::cell::{Cell, CellSet};
use super::game::{Fruit, Game};
use super::ghost::{Ghost, GhostMode, Temper};
use super::names::PacmanNames;
use super::nearest_targets::{Sight, VisibleObject};
use super::remembered_maze::point_of;
use crate::direction::Direction;
use crate::error::WorldError;

/// What was last written to the memory.
#[derive(Clone, Debug)]
pub(super) struct PacmanReported {
    time: Time,
    sight: Sight,
    ghosts: Vec<Look>,
    /// Where the fruit is, and the tick in which it vanishes.
    fruit: Option<(Cell, u64)>,
    dots: CellSet,
    pills: CellSet,
}

impl PacmanReported {
    /// Whether the memory is in the state in which it was told. Memories of one game that were told at the same time have been
    /// told the same; score and level are there to know one that was never told.
    fn is_of(&self, memory: &Memory, names: &PacmanNames) -> bool {
        let is =
            |property, number: f64| memory.own(property).is_some_and(|known| known.number() == Some(number));
        memory.time() == self.time
            && is(names.properties.score, self.sight.score as f64)
            && is(names.properties.level, f64::from(self.sight.level))
    }
}

/// How a ghost looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    temper: Temper,
    cell: Cell,
    heading: Direction,
    blue: bool,
    dangerous: bool,
    in_house: bool,
    eaten: bool,
    /// The tick up to which it is blue.
    until: Option<u64>,
}

impl Look {
    fn of(ghost: &Ghost, tick: u64) -> Self {
        Self {
            temper: ghost.temper(),
            cell: ghost.cell(),
            heading: ghost.heading(),
            blue: ghost.is_blue(),
            dangerous: ghost.is_dangerous(),
            in_house: ghost.in_house(),
            eaten: ghost.mode() == GhostMode::Eaten,
            until: ghost.is_blue().then(|| tick.saturating_add(u64::from(ghost.blue_left()))),
        }
    }
}

fn fruit_of(game: &Game) -> Option<(Cell, u64)> {
    let end = |fruit: &Fruit| game.tick().saturating_add(u64::from(fruit.ticks_left));
    game.fruit().map(|fruit| (fruit.cell, end(&fruit)))
}

/// Tells a memory what is new, or everything if it is not as it was left.
pub(super) fn tell(
    told: &mut Option<PacmanReported>,
    memory: &mut Memory,
    time: Time,
    game: &Game,
    names: &PacmanNames,
) -> Result<(), WorldError> {
    let sight = Sight::of(game);
    // If writing fails half way, everything is written again next time.
    let before = told.take().filter(|before| before.is_of(memory, names));
    memory.set_time(time);
    let mut teller = PacmanPerceptWriter { memory, game, names };
    *told = Some(match before {
        Some(mut before) => {
            teller.changes(&mut before, sight)?;
            before.time = time;
            before
        }
        None => teller.everything(time, sight)?,
    });
    Ok(())
}

struct PacmanPerceptWriter<'a> {
    memory: &'a mut Memory,
    game: &'a Game,
    names: &'a PacmanNames,
}

impl PacmanPerceptWriter<'_> {
    fn everything(&mut self, time: Time, sight: Sight) -> Result<PacmanReported, WorldError> {
        let (game, names) = (self.game, self.names);
        let known = self.memory.shared_vocabulary();
        if !Arc::ptr_eq(known, &names.vocabulary) && !known.extends(&names.vocabulary) {
            return Err(WorldError::ForeignMemory);
        }
        self.memory.set_own_kind(names.kinds.state);
        for cell in game.maze().dots() {
            self.lies(VisibleObject::Dot(cell), game.dots().contains(cell))?;
        }
        for cell in game.maze().pills() {
            self.lies(VisibleObject::Pill(cell), game.pills().contains(cell))?;
        }
        let ghosts: Vec<Look> = game.ghosts().iter().map(|ghost| Look::of(ghost, game.tick())).collect();
        for (number, look) in ghosts.iter().enumerate() {
            self.ghost(number, None, *look)?;
        }
        let fruit = fruit_of(game);
        self.fruit(fruit)?;
        self.sight(None, sight)?;
        Ok(PacmanReported {
            time,
            sight,
            ghosts,
            fruit,
            dots: game.dots().clone(),
            pills: game.pills().clone(),
        })
    }

    fn changes(&mut self, told: &mut PacmanReported, sight: Sight) -> Result<(), WorldError> {
        let game = self.game;
        for (dots, now, thing) in [
            (&mut told.dots, game.dots(), VisibleObject::Dot as fn(Cell) -> VisibleObject),
            (&mut told.pills, game.pills(), VisibleObject::Pill),
        ] {
            for cell in dots.differences(now) {
                self.lies(thing(cell), now.contains(cell))?;
            }
            dots.clone_from(now);
        }
        for (number, (before, ghost)) in told.ghosts.iter_mut().zip(game.ghosts()).enumerate() {
            let look = Look::of(ghost, game.tick());
            self.ghost(number, Some(*before), look)?;
            *before = look;
        }
        let fruit = fruit_of(game);
        if fruit != told.fruit {
            self.fruit(fruit)?;
            told.fruit = fruit;
        }
        self.sight(Some(&told.sight), sight)?;
        told.sight = sight;
        Ok(())
    }

    /// Whether a dot or a pill lies where it lies at the beginning of a level.
    fn lies(&mut self, thing: VisibleObject, is_there: bool) -> Result<(), MemoryError> {
        let (names, settings) = (self.names, self.game.settings());
        let Some(id) = names.id(thing) else { return Ok(()) };
        if !is_there {
            self.memory.remove(id);
            return Ok(());
        }
        let (cell, kind, worth) = match thing {
            VisibleObject::Dot(cell) => (cell, names.kinds.dot, settings.dot_score),
            VisibleObject::Pill(cell) => (cell, names.kinds.pill, settings.pill_score),
            VisibleObject::Ghost(_) | VisibleObject::Fruit => return Ok(()),
        };
        let lying = Thing::new(id)
            .kind(kind)
            .with(names.properties.position, point_of(self.game.maze(), cell))
            .with(names.properties.worth, f64::from(worth));
        self.memory.put(lying)
    }

    fn ghost(&mut self, number: usize, before: Option<Look>, now: Look) -> Result<(), MemoryError> {
        let Some(id) = self.names.id(VisibleObject::Ghost(number)) else { return Ok(()) };
        match before {
            Some(before) if before.eaten == now.eaten && self.memory.exists(id) => {
                if before != now {
                    self.ghost_changes(id, before, now)?;
                }
                Ok(())
            }
            _ => self.whole_ghost(id, now),
        }
    }

    fn whole_ghost(&mut self, id: Id, now: Look) -> Result<(), MemoryError> {
        let (kinds, has) = (&self.names.kinds, &self.names.properties);
        let ghost = Thing::new(id)
            .kind(if now.eaten { kinds.eyes } else { kinds.ghost })
            .with(has.position, point_of(self.game.maze(), now.cell))
            .with(has.heading, self.names.directions[now.heading.index()])
            .with(has.temper, self.names.tempers[now.temper as usize])
            .with(has.blue, now.blue)
            .with(has.dangerous, now.dangerous)
            .with(has.in_house, now.in_house);
        self.memory.put(ghost)?;
        self.set_or_unset(id, has.until, now.until.map(|tick| (tick as f64).into()))
    }

    fn ghost_changes(&mut self, id: Id, before: Look, now: Look) -> Result<(), MemoryError> {
        let has = &self.names.properties;
        if before.cell != now.cell {
            self.memory.set(id, has.position, point_of(self.game.maze(), now.cell))?;
        }
        if before.heading != now.heading {
            self.memory.set(id, has.heading, self.names.directions[now.heading.index()])?;
        }
        for (property, was, is) in [
            (has.blue, before.blue, now.blue),
            (has.dangerous, before.dangerous, now.dangerous),
            (has.in_house, before.in_house, now.in_house),
        ] {
            if was != is {
                self.memory.set(id, property, is)?;
            }
        }
        if before.until != now.until {
            self.set_or_unset(id, has.until, now.until.map(|tick| (tick as f64).into()))?;
        }
        Ok(())
    }

    fn fruit(&mut self, fruit: Option<(Cell, u64)>) -> Result<(), MemoryError> {
        let (names, has) = (self.names, &self.names.properties);
        let Some(id) = names.id(VisibleObject::Fruit) else { return Ok(()) };
        let Some((cell, until)) = fruit else {
            self.memory.remove(id);
            return Ok(());
        };
        let fruit = Thing::new(id)
            .kind(names.kinds.fruit)
            .with(has.position, point_of(self.game.maze(), cell))
            .with(has.until, until as f64)
            .with(has.worth, f64::from(self.game.rules().fruit_score));
        self.memory.put(fruit)
    }

    fn sight(&mut self, before: Option<&Sight>, now: Sight) -> Result<(), MemoryError> {
        let (names, has) = (self.names, &self.names.properties);
        let new = |same: fn(&Sight, &Sight) -> bool| before.is_none_or(|before| !same(before, &now));
        if new(|a, b| a.position == b.position) {
            self.memory.set_own(has.position, point_of(self.game.maze(), now.position))?;
        }
        if new(|a, b| a.heading == b.heading) {
            self.memory.set_own(has.heading, names.directions[now.heading.index()])?;
        }
        if new(|a, b| a.lives == b.lives) {
            self.memory.set_own(has.lives, f64::from(now.lives))?;
        }
        if new(|a, b| a.score == b.score) {
            self.memory.set_own(has.score, now.score as f64)?;
        }
        if new(|a, b| a.level == b.level) {
            self.memory.set_own(has.level, f64::from(now.level))?;
        }
        if new(|a, b| a.scattering == b.scattering) {
            self.memory.set_own(has.scattering, now.scattering)?;
        }
        if new(|a, b| a.threats_near == b.threats_near) {
            self.memory.set_own(has.threats_near, f64::from(now.threats_near))?;
        }
        for (at, (property, thing)) in has.things.into_iter().zip(now.things).enumerate() {
            if before.is_none_or(|before| before.things[at] != thing) {
                let id = thing.and_then(|thing| names.id(thing));
                self.set_or_unset(Id::SELF, property, id.map(Value::Id))?;
            }
        }
        for (at, (property, way)) in has.ways.into_iter().zip(now.ways).enumerate() {
            if before.is_none_or(|before| before.ways[at] != way) {
                let way = way.map(|way| Value::Symbol(names.directions[way.index()]));
                self.set_or_unset(Id::SELF, property, way)?;
            }
        }
        Ok(())
    }

    fn set_or_unset(&mut self, id: Id, property: Property, value: Option<Value>) -> Result<(), MemoryError> {
        match value {
            Some(value) => self.memory.set(id, property, value),
            None => {
                self.memory.unset(id, property);
                Ok(())
            }
        }
    }
}
