//! bevy-yoetz: suggestions with scores, the best of which becomes a component.

use crate::contest::Contestant;
use crate::scenario::{Counters, Population};
use bevy_yoetz::bevy::{self, ecs as bevy_ecs, prelude::*};
use bevy_yoetz::prelude::*;

#[derive(Component)]
struct Drives(crate::scenario::Drives);

#[derive(Component, Default)]
struct Chosen(Counters);

/// The four options. The derive makes a component of each: `BehaviourA`, ...
#[derive(YoetzSuggestion)]
enum Behaviour {
    A,
    B,
    C,
    D,
}

struct BevyYoetz {
    app: App,
    agents: Vec<Entity>,
}

/// S1.
pub(super) fn choice(population: &Population) -> Box<dyn Contestant> {
    let mut app = App::new();
    app.add_plugins(YoetzPlugin::<Behaviour>::new(Update));
    app.add_systems(
        Update,
        (
            (advance, suggest).chain().in_set(YoetzSystems::Suggest),
            (act::<0, BehaviourA>, act::<1, BehaviourB>, act::<2, BehaviourC>, act::<3, BehaviourD>)
                .in_set(YoetzSystems::Act),
        ),
    );
    let agent = |&drives| {
        app.world_mut().spawn((Drives(drives), Chosen::default(), YoetzAdvisor::<Behaviour>::new(0.0))).id()
    };
    let agents = population.agents().iter().map(agent).collect();
    Box::new(BevyYoetz { app, agents })
}

fn advance(mut agents: Query<&mut Drives>) {
    for mut drives in &mut agents {
        drives.0.advance();
    }
}

/// Of equal scores the advisor keeps the last, hence the order.
fn suggest(mut agents: Query<(&Drives, &mut YoetzAdvisor<Behaviour>)>) {
    for (drives, mut advisor) in &mut agents {
        let [a, b, c, d] = drives.0.value;
        advisor.suggest(d, Behaviour::D);
        advisor.suggest(c, Behaviour::C);
        advisor.suggest(b, Behaviour::B);
        advisor.suggest(a, Behaviour::A);
    }
}

fn act<const OPTION: usize, Active: Component>(mut agents: Query<&mut Chosen, With<Active>>) {
    for mut chosen in &mut agents {
        chosen.0[OPTION] += 1;
    }
}

impl Contestant for BevyYoetz {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.app.update();
        }
    }

    fn counters(&self) -> Vec<Counters> {
        let world = self.app.world();
        self.agents.iter().filter_map(|&agent| world.get::<Chosen>(agent)).map(|chosen| chosen.0).collect()
    }
}
