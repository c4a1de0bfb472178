//! What a tick of a game costs at the interface that a game uses: typed percepts in, typed actions out.

use crate::allocations;
use crate::measure::{Effort, measures};
use anyhow::{Result, ensure};
use motive::prelude::*;
use std::hint::black_box;

measures! {
    /// allocations while an agent is told of twenty things that are as they were
    "door.perceive_allocations" Count <= 0.0 => perceive_allocations;
    /// allocations in whole ticks, perception included, in which nothing changed
    "door.idle_allocations" Count <= 0.0 => idle_allocations;
}

#[derive(Percept)]
struct Wolf {
    id: Id,
    asleep: bool,
    distance: f32,
}

#[derive(Percept)]
struct Grass {
    id: Id,
    distance: f32,
}

#[derive(SelfState)]
struct Sheep {
    health: f32,
}

#[derive(Actions)]
#[motive(one_at_a_time)]
enum Move {
    MoveToward(Id),
    MoveAwayFrom(Id),
}

const MIND: &str = "
    goal survive achieves Escape {
        when some wolf { asleep: false, distance: ..10 }
            priority 100 - self.health updated
    }
    goal eat maintains Graze { priority 20 }
    program Escape { rule run when g: wolf { asleep: false, distance: 0..10 lowest } do move_away_from(g) }
    program Graze { rule fetch when d: grass prefer { distance: any lowest } do move_toward(d) }
    mind Sheep = arbiter { goals survive, eat }
";

/// An agent among things that stay as they are.
struct Meadow {
    agent: Agent<Move>,
    clock: Clock,
    wolves: Vec<Wolf>,
    grass: Vec<Grass>,
    sheep: Sheep,
}

impl Meadow {
    fn new() -> Result<Self> {
        let game = Game::new().sees::<(Wolf, Grass)>().is::<Sheep>().does::<Move>()?;
        let mind = game.parse("sheep.motive", MIND)?;
        let wolf = |number: u16| Wolf {
            id: Id::new(u64::from(number)),
            asleep: number == 0,
            distance: f32::from(8 + number),
        };
        let grass =
            |number: u16| Grass { id: Id::new(u64::from(100 + number)), distance: f32::from(3 + number) };
        Ok(Self {
            agent: mind.spawn(Seed(7)),
            clock: Clock::new(std::time::Duration::from_millis(50)),
            wolves: (0..4).map(wolf).collect(),
            grass: (0..16).map(grass).collect(),
            sheep: Sheep { health: 80.0 },
        })
    }

    fn perceive(&mut self) {
        self.agent.perceive(&self.wolves);
        self.agent.perceive(&self.grass);
        self.agent.update(&self.sheep);
    }

    fn decide(&mut self) -> usize {
        let decision = self.agent.decide(self.clock.tick());
        decision.actions().map(black_box).count()
    }
}

/// Counts what one part of a tick allocates, after some ticks in which everything was new.
fn count(
    effort: &Effort,
    mut counted: impl FnMut(&mut Meadow),
    mut rest: impl FnMut(&mut Meadow),
) -> Result<f64> {
    let mut meadow = Meadow::new()?;
    for _ in 0..4 {
        meadow.perceive();
        ensure!(meadow.decide() > 0, "the agent does nothing");
    }
    let mut requests = 0;
    for _ in 0..effort.ticks {
        let before = allocations::count().requests;
        counted(&mut meadow);
        requests += allocations::count().requests - before;
        rest(&mut meadow);
    }
    Ok(requests as f64)
}

fn perceive_allocations(effort: &Effort) -> Result<f64> {
    count(effort, Meadow::perceive, |meadow| {
        meadow.decide();
    })
}

fn idle_allocations(effort: &Effort) -> Result<f64> {
    let tick = |meadow: &mut Meadow| {
        meadow.perceive();
        meadow.decide();
    };
    count(effort, tick, |_| {})
}
