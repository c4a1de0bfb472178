//! A world of one's own is known by its types alone.

use motive::declare::Senses;
use motive::kernel::trace::NoTrace;
use motive::prelude::*;
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::{Run, World, WorldError, Worlds};
use serde::{Deserialize, Serialize};

/// A robot carries parcels from the ramp to the shelf, and loads its battery at the plug.
struct Depot {
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
struct DepotOptions {
    length: u32,
    battery: u32,
    light: Light,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Light {
    On,
    Off,
}

impl Default for DepotOptions {
    fn default() -> Self {
        Self { length: 4, battery: 20, light: Light::On }
    }
}

#[derive(PropertyValue, Clone, Copy)]
enum Use {
    Ramp,
    Shelf,
    Plug,
}

/// Where something can be done.
#[derive(Percept)]
struct Spot {
    id: Id,
    /// How many steps it is away.
    distance: u32,
    serves: Use,
}

#[derive(SelfState)]
struct Robot {
    #[motive(within = 0..=100)]
    battery: u32,
    carries: bool,
}

#[derive(Actions, Clone, Copy)]
#[motive(one_at_a_time)]
enum Act {
    /// Takes a step.
    GoTo(Id),
    Lift,
    PutDown,
    Load,
}

const SPOTS: [(u64, Use); 3] = [(1, Use::Ramp), (2, Use::Shelf), (3, Use::Plug)];

impl Depot {
    fn place(&self, id: u64) -> u32 {
        [0, self.options.length, self.options.length / 2][(id as usize - 1) % 3]
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
        let (options, at) = (options.clone(), (seed.0 % u64::from(options.length + 1)) as u32);
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

const PORTER: &str = "
world depot

goal load achieves Charge { when self.battery < 8 priority 90 }
goal carry maintains Carry { priority 10 }

program Charge {
    done when self.battery >= 8
    rule plug when some spot { serves: plug, distance: 0 } do load()
    rule go   when s: spot { serves: plug } do go_to(s)
}
program Carry {
    rule put  when self.carries, some spot { serves: shelf, distance: 0 } do put_down()
    rule away when self.carries, s: spot { serves: shelf } do go_to(s)
    rule lift when some spot { serves: ramp, distance: 0 } do lift()
    rule back when s: spot { serves: ramp } do go_to(s)
}

mind Porter = arbiter { goals load, carry }
";

fn play(options: &[&str], seed: u64) -> f64 {
    let mut world = Worlds::of::<Depot>().find("depot", options).unwrap();
    world.reset(seed);
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(SourceText::new("porter.motive", PORTER), &given, &NoFiles);
    let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.problems));
    let mind = model.mind(None).unwrap().start().unwrap();
    let memory = motive::kernel::Memory::new(model.vocabulary.clone());
    let agent = motive::kernel::Agent::new(memory, mind, seed, 0);
    let mut run = Run::new(world, vec![agent]).unwrap();
    while run.tick_traced::<NoTrace>(&mut [], |_, _| ()).unwrap() {}
    run.world().score(0)
}

#[test]
fn a_world_of_ones_own_plays_a_file_that_knows_it_by_its_types() {
    assert!(play(&[], 3) >= 8.0, "{}", play(&[], 3));
    assert!(play(&["length=8"], 3) < play(&["length=2"], 3));
    assert_eq!(play(&["light=off"], 3), 0.0, "it sees nothing");
}

#[test]
fn its_options_are_the_fields_of_a_struct() {
    let worlds = Worlds::built_in().with::<Depot>();
    let about = worlds.list().iter().find(|about| about.name == "depot").unwrap();
    let options: Vec<_> = about.options.iter().map(|it| (&*it.name, &*it.default, &*it.summary)).collect();
    let expected =
        [("length", "4", "steps from the ramp to the shelf"), ("battery", "20", ""), ("light", "on", "")];
    assert_eq!(options, expected);
    let error = |option| worlds.find("depot", &[option]).err().unwrap().to_string();
    assert!(error("lenght=3").contains("did you mean `length`?"));
    assert!(error("length=far").contains("`far` is no value for the option `length`"));
    assert!(error("length=-1").contains("`-1` is no value for the option `length`"));
    assert_eq!(error("light=dim"), "`dim` is no value for the option `light`, which is `on` or `off`");
}

#[test]
fn a_memory_of_another_world_is_refused() {
    let mut world = Worlds::of::<Depot>().find::<&str>("depot", &[]).unwrap();
    let names = motive::kernel::Vocabulary::new().finish().unwrap();
    let mut memory = motive::kernel::Memory::new(names);
    assert_eq!(world.perceive(0, &mut memory), Err(WorldError::ForeignMemory));
    assert!(matches!(world.perceive(1, &mut memory), Err(WorldError::NoAgent { agent: 1, agents: 1 })));
}
