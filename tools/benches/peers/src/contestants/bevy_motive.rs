//! Motive as a plug-in for Bevy: drives are a component, what an agent does is one too.

use crate::scenario::{Counters, Population, Solution, WaveDrives};
use bevy_app_0_20::{App, TaskPoolOptions, TaskPoolPlugin, Update};
use bevy_ecs_0_20 as bevy_ecs;
use bevy_motive::motive::arbiter::teleo::{Definition, Library, Rule};
use bevy_motive::motive::arbiter::{Filter, Goal, Profile};
use bevy_motive::motive::kernel::{Condition, Expr};
use bevy_motive::prelude::*;
use std::error::Error;

#[derive(Component)]
struct Waves(WaveDrives);

#[derive(Component, SelfState, Default)]
struct DriveLevels {
    drive0: f32,
    drive1: f32,
    drive2: f32,
    drive3: f32,
}

#[derive(Component, Default)]
struct Chosen(Counters);

#[derive(Actions)]
struct Serve0;
#[derive(Actions)]
struct Serve1;
#[derive(Actions)]
struct Serve2;
#[derive(Actions)]
struct Serve3;

struct BevyMotive {
    app: App,
    agents: Vec<Entity>,
}

/// S1.
pub(super) fn choice(population: &Population) -> Box<dyn Solution> {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin { task_pool_options: TaskPoolOptions::with_num_threads(1) },
        MotivePlugin::new(Update)
            .is::<DriveLevels>()
            .does_one_of::<(Serve0, Serve1, Serve2, Serve3)>(),
    ));
    let act = (act::<0, Serve0>, act::<1, Serve1>, act::<2, Serve2>, act::<3, Serve3>);
    app.add_systems(Update, (advance.before(MotiveSet::Perceive), act.in_set(MotiveSet::Act)));
    app.edit_schedule(Update, |schedule| {
        schedule.set_executor(bevy_ecs::schedule::SingleThreadedExecutor::new());
    });
    let mind = mind(app.world().resource()).expect("the character is well formed");
    let mind = Mind(app.world_mut().resource_mut::<Assets<MindAsset>>().add(mind));
    let agent = |&drives| {
        let agent = (Waves(drives), DriveLevels::default(), Chosen::default(), mind.clone());
        app.world_mut().spawn(agent).id()
    };
    let agents = population.agents().iter().map(agent).collect();
    Box::new(BevyMotive { app, agents })
}

/// The same character as without Bevy: a goal for each drive.
fn mind(game: &MotiveGame) -> Result<MindAsset, Box<dyn Error>> {
    let game = game.declared()?;
    let names = game.vocabulary();
    let missing = "it is declared by the plug-in";
    let mut programs = Vec::new();
    for drive in 0..4 {
        let serve = names.find_action(&format!("serve{drive}")).ok_or(missing)?;
        programs.push(Definition::new(&format!("Serve{drive}")).rule(Rule::new("serve").act(serve, [])));
    }
    let library = Library::new(&names, programs)?;
    // A drive of nought is still one of the four.
    let mut profile = Profile::motive();
    profile.filter = Filter::off();
    let mut builder = game.character().library(&library).profile(profile);
    for drive in 0..4 {
        let property = names.find_property(&format!("drive{drive}")).ok_or(missing)?;
        let goal = Goal::maintain(&format!("drive{drive}"), &format!("Serve{drive}"));
        builder = builder.goal(goal.updated(Condition::always(), Expr::own(property)));
    }
    Ok(game.mind_of_character(builder.build()?).into())
}

fn advance(mut agents: Query<(&mut Waves, &mut DriveLevels)>) {
    for (mut waves, mut drives) in &mut agents {
        waves.0.advance();
        let [drive0, drive1, drive2, drive3] = waves.0.value;
        *drives = DriveLevels { drive0, drive1, drive2, drive3 };
    }
}

fn act<const OPTION: usize, A: Actions + 'static>(mut agents: Query<&mut Chosen, With<Doing<A>>>) {
    for mut chosen in &mut agents {
        chosen.0[OPTION] += 1;
    }
}

impl Solution for BevyMotive {
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
