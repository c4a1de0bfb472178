//! The rules: what a cycle does to the grid and to those who move on it.

use super::field::{Birth, Gone, GridCell, Sort, TileField, TileworldObject};
use super::settings::{Change, Rules, TileworldSettings, TileworldSettingsError, Victim};
use super::{FILL_SCORE, MATCH_SCORE, OTHER_SCORE};
use crate::direction::Direction;
use crate::random_draws;

/// What an agent does in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileworldAction {
    /// Goes one cell. Into an obstacle it stays where it is.
    Move(Direction),
    /// Takes up the stack of this number, if it lies underfoot and nothing is carried.
    PickUp {
        /// The stack's number.
        stack: u64,
    },
    /// Drops this number of tiles of the carried stack into the hole underfoot.
    Drop {
        /// The stack's number.
        stack: u64,
        /// How many tiles; of more than there are, all.
        tiles: u8,
        /// The hole's number.
        hole: u64,
    },
    /// Fills up with fuel at a station.
    Refuel,
}

/// What an agent has done so far. A blank one is that of an agent that has done nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileworldCounts {
    /// Points.
    pub score: u64,
    /// Stacks picked up.
    pub stacks_grabbed: u64,
    /// Tiles in them.
    pub tiles_grabbed: u64,
    /// Times that tiles were dropped.
    pub drops: u64,
    /// Tiles dropped, wasted ones included.
    pub tiles_dropped: u64,
    /// Tiles dropped into a hole of their shape.
    pub shape_matched: u64,
    /// Tiles dropped into a hole that was full already.
    pub wasted: u64,
    /// Holes filled.
    pub holes_filled: u64,
    /// Stacks that vanished while they were carried.
    pub stacks_lost: u64,
    /// Moves made.
    pub moves: u64,
    /// Moves that something was in the way of.
    pub bumps: u64,
}

/// One agent's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Where it is.
    pub place: GridCell,
    /// What it has done.
    pub counts: TileworldCounts,
    /// How much fuel it has left, if moves cost any.
    pub fuel: Option<u32>,
    pub(super) load: Option<u32>,
}

/// Tileworld: a grid on which tiles, holes and obstacles come and go.
///
/// ```
/// use motive_worlds::tileworld::{TileworldAction, TileworldSettings, Tileworld};
/// use motive_worlds::pacman::Direction;
///
/// let mut game = Tileworld::new(TileworldSettings::default(), 7)?;
/// game.step(&[Some(TileworldAction::Move(Direction::Up))]);
/// assert_eq!(game.tick(), 1);
/// # Ok::<(), motive_worlds::tileworld::TileworldSettingsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tileworld {
    settings: TileworldSettings,
    /// For how many cycles a thing is young.
    pub(super) young: u64,
    seed: u64,
    tick: u64,
    /// How often things had the chance to come and go.
    round: u64,
    pub(super) field: TileField,
    bodies: Vec<Body>,
    stations: Vec<GridCell>,
    created: [u64; 3],
    tiles_created: u64,
    /// What went since this was last emptied.
    pub(super) gone: Vec<Gone>,
}

/// Places in the key of a draw. What comes and goes in a round uses the sort and a running number below these.
const AGENTS: u64 = 1 << 30;
const STATIONS: u64 = 1 << 29;
const COMES: u64 = 1 << 28;
const GOES: u64 = 1 << 27;
const WHICH: u64 = 1 << 26;

impl Tileworld {
    /// A world as it is before the first cycle.
    ///
    /// # Errors
    /// If there cannot be a world with these settings.
    pub fn new(settings: TileworldSettings, seed: u64) -> Result<Self, TileworldSettingsError> {
        let mut game = Self::bare(settings)?;
        game.reset(seed);
        Ok(game)
    }

    /// A world with nothing in it but the border and the agents, all of them in the first cell, to be laid out by hand with
    /// [`Tileworld::put`].
    ///
    /// # Errors
    /// If there cannot be a world with these settings.
    pub fn bare(settings: TileworldSettings) -> Result<Self, TileworldSettingsError> {
        settings.check()?;
        Ok(Self::empty(settings))
    }

    fn empty(settings: TileworldSettings) -> Self {
        let place = GridCell { column: 1, row: 1 };
        let body = Body { place, counts: TileworldCounts::default(), fuel: settings.fuel, load: None };
        Self {
            young: settings.young_cycles(),
            seed: 0,
            tick: 0,
            round: 0,
            field: TileField::new(settings.width, settings.height),
            bodies: vec![body; settings.agents],
            stations: Vec::new(),
            created: [0; 3],
            tiles_created: 0,
            gone: Vec::new(),
            settings,
        }
    }

    /// Restarts with another seed.
    pub fn reset(&mut self, seed: u64) {
        *self = Self { seed, bodies: Vec::new(), ..Self::empty(self.settings.clone()) };
        for number in 0..self.settings.agents as u64 {
            if let Some(place) = self.empty_place(AGENTS | number) {
                let (counts, fuel) = (TileworldCounts::default(), self.settings.fuel);
                self.bodies.push(Body { place, counts, fuel, load: None });
            }
        }
        for number in 0..u64::from(self.settings.stations) {
            self.stations.extend(self.empty_place(STATIONS | number));
        }
        let density = self.settings.density;
        for (sort, count) in Sort::ALL.into_iter().zip([self.settings.initial_obstacles(), density, density])
        {
            for number in 0..u64::from(count) {
                self.create(sort, number);
            }
        }
        self.change();
    }

    fn birth(&self, key: u64) -> Birth {
        let TileworldSettings { max_size, shapes, .. } = self.settings;
        Birth { seed: self.seed, round: self.round, key, tick: self.tick, max_size, shapes }
    }

    fn empty_place(&self, key: u64) -> Option<GridCell> {
        self.field.empty_place(&self.birth(key), |place| self.is_taken(place))
    }

    /// Nothing new comes where an agent or a station is.
    fn is_taken(&self, place: GridCell) -> bool {
        self.bodies.iter().any(|body| body.place == place) || self.stations.contains(&place)
    }

    fn create(&mut self, sort: Sort, number: u64) {
        let birth = self.birth(number << 2 | sort as u64);
        let life = match self.settings.change {
            Change::Normal { life, .. } => Some(life),
            Change::Never | Change::Rate { .. } => None,
        };
        let (bodies, stations) = (&self.bodies, &self.stations);
        let taken = |place| bodies.iter().any(|body| body.place == place) || stations.contains(&place);
        let Some(slot) = self.field.create(sort, &birth, taken, life) else { return };
        self.created[sort as usize] += 1;
        if sort == Sort::Stack {
            self.tiles_created += self.field.get(slot).map_or(0, |stack| u64::from(stack.size));
        }
    }

    /// Lets things come and go.
    fn change(&mut self) {
        let rounds = |tick: u64| (tick as f64 * self.settings.dynamism).floor() as u64;
        for _ in rounds(self.tick)..rounds(self.tick + 1) {
            self.round += 1;
            for sort in Sort::ALL {
                self.change_sort(sort);
            }
        }
    }

    fn change_sort(&mut self, sort: Sort) {
        let (seed, round) = (self.seed, self.round);
        let unit = |key: u64| random_draws::unit(seed, round, key | sort as u64);
        match self.settings.change {
            Change::Never => {}
            Change::Rate { .. } => {
                let odds = self.settings.change.per_cycle();
                if unit(COMES) < odds {
                    self.create(sort, 0);
                }
                if unit(GOES) < odds
                    && let Some(slot) = self.victim(sort)
                {
                    self.take_away(slot);
                }
            }
            Change::Normal { mean, deviation, .. } => {
                while let Some(slot) = self.field.ended(sort, self.tick) {
                    self.take_away(slot);
                }
                // Twelve uniform draws less six are nearly normal, and the same on every machine.
                let normal: f64 = (0..12).map(|n| unit(COMES | n << 2)).sum::<f64>() - 6.0;
                let count = (mean + deviation * normal).max(0.0);
                let whole = count.floor() as u64 + u64::from(unit(GOES) < count.fract());
                for number in 0..whole {
                    self.create(sort, number);
                }
            }
        }
    }

    fn victim(&self, sort: Sort) -> Option<u32> {
        let all = self.field.listed(sort);
        match self.settings.victim {
            Victim::Any => {
                let which = random_draws::below(all.len() as u64, self.seed, self.round, WHICH | sort as u64);
                all.get(which as usize).copied()
            }
            Victim::Oldest => {
                all.iter().copied().min_by_key(|slot| self.field.get(*slot).map(|object| object.serial))
            }
        }
    }

    fn take_away(&mut self, slot: u32) {
        let Some(gone) = self.field.remove(slot) else { return };
        self.gone.push(gone);
    }

    /// A thing disappears because its time is up. An agent that carries it loses it.
    fn note_lost(&mut self) {
        for body in &mut self.bodies {
            if let Some(slot) = body.load
                && self.field.get(slot).is_none_or(|object| object.carrier.is_none())
            {
                body.load = None;
                body.counts.stacks_lost += 1;
            }
        }
    }

    /// One cycle: the agents do what they do, then things come and go. Agents without an action stay where they are. Who comes first
    /// where two want the same thing changes from cycle to cycle.
    pub fn step(&mut self, commands: &[Option<TileworldAction>]) {
        if self.is_over() {
            return;
        }
        let count = self.bodies.len();
        for turn in 0..count {
            let agent = (turn + self.tick as usize % count) % count;
            if let Some(command) = commands.get(agent).copied().flatten() {
                self.act(agent, command);
            }
        }
        self.tick += 1;
        if !self.is_over() {
            self.change();
            self.note_lost();
        }
    }

    fn act(&mut self, agent: usize, command: TileworldAction) {
        match command {
            TileworldAction::Move(direction) => self.go(agent, direction),
            TileworldAction::PickUp { stack } => self.pick_up(agent, stack),
            TileworldAction::Drop { stack, tiles, hole } => self.drop(agent, stack, tiles, hole),
            TileworldAction::Refuel => {
                let full = self.settings.fuel;
                let body = &mut self.bodies[agent];
                if self.stations.contains(&body.place) {
                    body.fuel = full;
                }
            }
        }
    }

    fn go(&mut self, agent: usize, direction: Direction) {
        let body = &self.bodies[agent];
        let to = body.place.next(direction);
        let has_fuel = body.fuel != Some(0);
        let open = has_fuel && self.make_way(agent, to, direction);
        let body = &mut self.bodies[agent];
        if !open {
            body.counts.bumps += 1;
            return;
        }
        body.place = to;
        body.counts.moves += 1;
        body.fuel = body.fuel.map(|fuel| fuel.saturating_sub(1));
        if let Some(stack) = body.load.and_then(|slot| self.field.get_mut(slot)) {
            stack.place = to;
        }
    }

    /// Whether a cell can be entered, after what can be pushed has been.
    fn make_way(&mut self, agent: usize, to: GridCell, direction: Direction) -> bool {
        let Some((slot, object)) = self.field.at(to) else { return true };
        let object = *object;
        match (object.sort, self.settings.rules) {
            (Sort::Obstacle, _) => false,
            (_, Rules::Carry) => true,
            (Sort::Hole, Rules::Push) => false,
            (Sort::Stack, Rules::Push) => self.push(agent, slot, object, direction),
        }
    }

    /// Pushes a stack one cell on, or one of its tiles into a hole.
    fn push(&mut self, agent: usize, slot: u32, stack: TileworldObject, direction: Direction) -> bool {
        let beyond = stack.place.next(direction);
        match self.field.at(beyond).map(|(slot, object)| (slot, *object)) {
            None if !self.is_taken(beyond) => {
                // Agents that knew its place forget it until they see it again.
                self.gone.push(Gone { slot, object: stack });
                self.field.shift(slot, beyond);
                true
            }
            Some((hole_slot, hole)) if hole.sort == Sort::Hole => {
                self.fill(agent, (slot, stack), (hole_slot, hole), 1);
                self.field.at(stack.place).is_none()
            }
            _ => false,
        }
    }

    fn pick_up(&mut self, agent: usize, stack: u64) {
        let body = &self.bodies[agent];
        let Some((slot, found)) = self.field.at(body.place) else { return };
        let fits = found.sort == Sort::Stack && found.serial == stack;
        if !fits || body.load.is_some() || self.settings.rules == Rules::Push {
            return;
        }
        let tiles = u64::from(found.size);
        self.field.lift(slot, agent as u8);
        let body = &mut self.bodies[agent];
        body.load = Some(slot);
        body.counts.stacks_grabbed += 1;
        body.counts.tiles_grabbed += tiles;
    }

    fn drop(&mut self, agent: usize, stack: u64, tiles: u8, hole: u64) {
        let body = &self.bodies[agent];
        let load = body.load.and_then(|slot| Some((slot, *self.field.get(slot)?)));
        let here = self.field.at(body.place).map(|(slot, object)| (slot, *object));
        let (Some(load), Some(here)) = (load, here) else { return };
        if load.1.serial == stack && here.1.serial == hole && here.1.sort == Sort::Hole && tiles > 0 {
            self.fill(agent, load, here, tiles);
        }
    }

    /// Tiles of a stack go into a hole; those that find no room are wasted.
    fn fill(
        &mut self,
        agent: usize,
        (stack_slot, stack): (u32, TileworldObject),
        (hole_slot, hole): (u32, TileworldObject),
        tiles: u8,
    ) {
        let tiles = tiles.min(stack.size);
        let fitting = tiles.min(hole.size);
        let matches = stack.shape == hole.shape;
        let counts = &mut self.bodies[agent].counts;
        counts.drops += 1;
        counts.tiles_dropped += u64::from(tiles);
        counts.wasted += u64::from(tiles - fitting);
        counts.shape_matched += if matches { u64::from(fitting) } else { 0 };
        counts.score += u64::from(fitting) * if matches { MATCH_SCORE } else { OTHER_SCORE };
        if fitting == hole.size {
            counts.holes_filled += 1;
            counts.score += FILL_SCORE;
            self.take_away(hole_slot);
        } else if let Some(hole) = self.field.get_mut(hole_slot) {
            hole.size -= fitting;
        }
        if tiles == stack.size {
            self.take_away(stack_slot);
            if self.bodies[agent].load == Some(stack_slot) {
                self.bodies[agent].load = None;
            }
        } else if let Some(stack) = self.field.get_mut(stack_slot) {
            stack.size -= tiles;
        }
    }

    /// The settings.
    pub fn settings(&self) -> &TileworldSettings {
        &self.settings
    }

    /// How many cycles have passed.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Whether the run has had its cycles.
    pub fn is_over(&self) -> bool {
        self.settings.cycles > 0 && self.tick >= self.settings.cycles
    }

    /// The agents' bodies.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The fuel stations.
    pub fn stations(&self) -> &[GridCell] {
        &self.stations
    }

    /// The stack that an agent carries.
    pub fn load(&self, agent: usize) -> Option<&TileworldObject> {
        self.bodies.get(agent)?.load.and_then(|slot| self.field.get(slot))
    }

    /// Everything in the world, the border and what is carried included, in no order that means anything.
    pub fn objects(&self) -> impl Iterator<Item = &TileworldObject> {
        self.field.objects()
    }

    /// What lies in a cell.
    pub fn at(&self, place: GridCell) -> Option<&TileworldObject> {
        self.field.at(place).map(|(_, object)| object)
    }

    /// How many things of a sort there are, the border aside.
    pub fn count(&self, sort: Sort) -> usize {
        self.field.listed(sort).len()
    }

    /// How many things of a sort have come so far, those at the start included.
    pub fn created(&self, sort: Sort) -> u64 {
        self.created[sort as usize]
    }

    /// How many tiles have come so far, those at the start included.
    pub fn tiles_created(&self) -> u64 {
        self.tiles_created
    }

    /// What all agents have done together.
    pub fn total(&self) -> TileworldCounts {
        self.bodies.iter().fold(TileworldCounts::default(), |sum, body| sum.plus(&body.counts))
    }

    /// Lays something into an empty cell and gives its number, for worlds that are laid out by hand.
    pub fn put(&mut self, sort: Sort, place: GridCell, size: u8, shape: u8) -> Option<u64> {
        let size = size.min(self.settings.max_size);
        self.field.put(sort, place, size, shape, self.tick)
    }

    /// Takes something from the world. Says whether it was there.
    pub fn vanish(&mut self, serial: u64) -> bool {
        let found = (0..self.field.slots() as u32)
            .find(|slot| self.field.get(*slot).is_some_and(|object| object.serial == serial));
        let Some(slot) = found else { return false };
        self.take_away(slot);
        self.note_lost();
        true
    }

    /// Puts an agent into a cell inside the border. Says whether it can be there.
    pub fn place_agent(&mut self, agent: usize, place: GridCell) -> bool {
        let open =
            self.field.is_inside(place) && self.at(place).is_none_or(|object| object.sort != Sort::Obstacle);
        match self.bodies.get_mut(agent) {
            Some(body) if open => {
                body.place = place;
                if let Some(stack) = body.load.and_then(|slot| self.field.get_mut(slot)) {
                    stack.place = place;
                }
                true
            }
            _ => false,
        }
    }
}

impl TileworldCounts {
    fn plus(self, other: &Self) -> Self {
        Self {
            score: self.score + other.score,
            stacks_grabbed: self.stacks_grabbed + other.stacks_grabbed,
            tiles_grabbed: self.tiles_grabbed + other.tiles_grabbed,
            drops: self.drops + other.drops,
            tiles_dropped: self.tiles_dropped + other.tiles_dropped,
            shape_matched: self.shape_matched + other.shape_matched,
            wasted: self.wasted + other.wasted,
            holes_filled: self.holes_filled + other.holes_filled,
            stacks_lost: self.stacks_lost + other.stacks_lost,
            moves: self.moves + other.moves,
            bumps: self.bumps + other.bumps,
        }
    }
}
