//! A world of one's own, in one file, and with it a program that has all commands of `motive`: `cargo run -p motive-cli --example depot -- play depot`,
//! `world depot`, `why`, `lab run`, `--studio`.

use motive::declare::Senses;
use motive::prelude::*;
use motive_worlds::{World, WorldError, Worlds};
use serde::{Deserialize, Serialize};
use std::process::ExitCode;

/// A robot carries parcels from the ramp to the shelf, and loads its battery at the plug.
pub(crate) struct Depot {
    options: DepotOptions,
    at: u32,
    battery: u32,
    carries: bool,
    brought: u32,
    ticks: u32,
    act: Option<Act>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct DepotOptions {
    length: u32,
    battery: u32,
    light: Light,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Light {
    On,
    Off,
}

impl Default for DepotOptions {
    fn default() -> Self {
        Self { length: 4, battery: 20, light: Light::On }
    }
}

#[derive(PropertyValue, Clone, Copy)]
pub(crate) enum Use {
    Ramp,
    Shelf,
    Plug,
}

/// Where something can be done.
#[derive(Percept)]
pub(crate) struct Spot {
    id: Id,
    /// How many steps it is away.
    distance: u32,
    serves: Use,
}

#[derive(SelfState)]
pub(crate) struct Robot {
    #[motive(within = 0..=100)]
    battery: u32,
    carries: bool,
}

#[derive(Actions, Clone, Copy)]
#[motive(one_at_a_time)]
pub(crate) enum Act {
    /// Takes a step.
    GoTo(Id),
    Lift,
    PutDown,
    Load,
}

const SPOTS: [(u64, Use); 3] = [(1, Use::Ramp), (2, Use::Shelf), (3, Use::Plug)];

impl Depot {
    fn place(&self, id: u64) -> u32 {
        [self.options.length / 2, 0, self.options.length][id as usize % 3]
    }

    fn is_at(&self, wanted: Use) -> bool {
        SPOTS.iter().any(|(id, serves)| *serves as u8 == wanted as u8 && self.place(*id) == self.at)
    }
}

impl World for Depot {
    const NAME: &'static str = "depot";
    const SUMMARY: &'static str = "a robot, a ramp, a shelf and a plug";
    const OPTIONS: &'static [(&'static str, &'static str)] =
        &[("length", "steps from the ramp to the shelf")];

    type Sees = Spot;
    type Is = Robot;
    type Does = Act;
    type Options = DepotOptions;

    fn new(options: &DepotOptions, seed: Seed) -> Result<Self, WorldError> {
        let (options, at) = (options.clone(), (seed.0 % (u64::from(options.length) + 1)) as u32);
        let battery = options.battery;
        Ok(Self { options, at, battery, carries: false, brought: 0, ticks: 0, act: None })
    }

    fn perceive(&mut self, _: usize, to: &mut Senses<'_>) {
        if matches!(self.options.light, Light::On) {
            to.perceive(SPOTS.map(|(id, serves)| {
                let distance = self.place(id).abs_diff(self.at);
                Spot { id: Id::new(id), distance, serves }
            }));
        }
        to.update(&Robot { battery: self.battery, carries: self.carries });
    }

    fn act(&mut self, _: usize, decision: Decision<Act>) {
        self.act = decision.actions().next().copied();
    }

    fn step(&mut self) {
        self.ticks += 1;
        let act = self.act.take().filter(|act| self.battery > 0 || matches!(act, Act::Load));
        match act {
            Some(Act::GoTo(id)) => {
                let to = self.place(id.number().unwrap_or(1));
                self.at =
                    if to > self.at { self.at + 1 } else { self.at.saturating_sub(u32::from(to < self.at)) };
                self.battery -= 1;
            }
            Some(Act::Lift) if self.is_at(Use::Ramp) => self.carries = true,
            Some(Act::PutDown) if self.is_at(Use::Shelf) && self.carries => {
                (self.carries, self.brought) = (false, self.brought + 1);
            }
            Some(Act::Load) if self.is_at(Use::Plug) => self.battery = self.options.battery,
            _ => {}
        }
    }

    fn is_over(&self) -> bool {
        self.ticks >= 100
    }

    fn score(&self, _: usize) -> f64 {
        self.brought.into()
    }

    fn draw(&self) -> String {
        let cell = |place| if place == self.at { '@' } else { '.' };
        (0..=self.options.length).map(cell).collect()
    }
}

fn main() -> ExitCode {
    motive_cli::run_program(Worlds::built_in().with::<Depot>())
}
