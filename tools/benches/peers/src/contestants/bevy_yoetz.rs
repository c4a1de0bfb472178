//! bevy-yoetz: suggestions with scores, the best of which becomes a component.

use crate::scenario::{Counters, Population, Solution, WaveDrives};
use bevy_yoetz::bevy::{self, ecs as bevy_ecs, prelude::*};
use bevy_yoetz::prelude::*;

#[derive(Component)]
struct AgentWaves(WaveDrives);

#[derive(Component, Default)]
struct Chosen(Counters);

/// The four options. The derive makes a component of each: `SuggestionA`, ...
#[derive(YoetzSuggestion)]
enum Suggestion {
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
pub(super) fn choice(population: &Population) -> Box<dyn Solution> {
    let mut app = App::new();
    app.add_plugins(YoetzPlugin::<Suggestion>::new(Update));
    app.add_systems(
        Update,
        (
            (advance, suggest).chain().in_set(YoetzSystems::Suggest),
            (act::<0, SuggestionA>, act::<1, SuggestionB>, act::<2, SuggestionC>, act::<3, SuggestionD>)
                .in_set(YoetzSystems::Act),
        ),
    );
    let agent = |&drives| {
        app.world_mut()
            .spawn((AgentWaves(drives), Chosen::default(), YoetzAdvisor::<Suggestion>::new(0.0)))
            .id()
    };
    let agents = population.agents().iter().map(agent).collect();
    Box::new(BevyYoetz { app, agents })
}

fn advance(mut agents: Query<&mut AgentWaves>) {
    for mut drives in &mut agents {
        drives.0.advance();
    }
}

/// Of equal scores the advisor keeps the last, hence the order.
fn suggest(mut agents: Query<(&AgentWaves, &mut YoetzAdvisor<Suggestion>)>) {
    for (drives, mut advisor) in &mut agents {
        let [a, b, c, d] = drives.0.value;
        advisor.suggest(d, Suggestion::D);
        advisor.suggest(c, Suggestion::C);
        advisor.suggest(b, Suggestion::B);
        advisor.suggest(a, Suggestion::A);
    }
}

fn act<const OPTION: usize, Active: Component>(mut agents: Query<&mut Chosen, With<Active>>) {
    for mut chosen in &mut agents {
        chosen.0[OPTION] += 1;
    }
}

impl Solution for BevyYoetz {
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
