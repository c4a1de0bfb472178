//! Entities come and go at random for a long time: memory must not grow, and no agent may be left behind.
//! `cargo run --release --example soak -- 10000 10000` runs 10,000 ticks with up to 10,000 entities.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use bevy_app::prelude::*;
use bevy_motive::prelude::*;

#[derive(Component, SelfState)]
struct Needs {
    hunger: f32,
}
#[derive(Component, Percept)]
struct Wolf;
#[derive(Actions)]
struct Wander;
#[derive(Actions)]
struct Graze;
#[derive(Actions)]
struct Flee(Entity);

const VILLAGER: &str = "
    goal survive achieves Escape { when some wolf { distance: ..5 } priority 90 }
    goal idle maintains Idle { priority self.hunger + 1 updated }
    program Escape { done when no wolf { distance: ..5 } rule run when w: wolf { distance: ..5 lowest } do flee(w) }
    program Idle { otherwise do wander() }
    mind Villager = arbiter { goals survive, idle }
";

/// Those with this mind are herds.
const SHEEP: &str = "
    goal graze achieves Graze { when self.hunger > 20 priority self.hunger }
    goal idle maintains Idle { priority 1 }
    program Graze { done when self.hunger < 5 otherwise do graze() }
    program Idle { otherwise do wander() }
    mind Sheep = arbiter { goals graze, idle }
";

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// The resident memory of this process in MB; 0 where the system does not tell.
fn megabytes() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()));
    pages.unwrap_or(0) * 4 / 1024
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).filter_map(|number| number.parse::<usize>().ok());
    let (ticks, most) = (arguments.next().unwrap_or(1_000), arguments.next().unwrap_or(1_000).max(1));
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        MotivePlugin::new(Update)
            .is::<Needs>()
            .sees::<Wolf>(Nearest(2).within(5.0))
            .does_one_of::<(Wander, Graze, Flee)>(),
    ));
    let mut mind = |text| -> Result<Mind, motive::Error> {
        let mind = app.world().resource::<MotiveGame>().declared()?.parse("soak.motive", text)?;
        Ok(Mind(app.world_mut().resource_mut::<Assets<MindAsset>>().add(mind)))
    };
    let (villager, sheep) = (mind(VILLAGER)?, mind(SHEEP)?);
    let (mut state, mut alive) = (1, Vec::new());
    for tick in 0..ticks {
        while alive.len() < most {
            let at = Transform::from_xyz(
                (random(&mut state) % 1_000) as f32,
                (random(&mut state) % 1_000) as f32,
                0.0,
            );
            let hunger = (random(&mut state) % 50) as f32;
            let mut entity = app.world_mut().spawn(at);
            match random(&mut state) % 20 {
                0 => entity.insert(Wolf),
                1 => entity.insert((villager.clone(), Needs { hunger }, ThinkEvery(4))),
                2..10 => entity.insert((sheep.clone(), Needs { hunger })),
                _ => entity.insert((villager.clone(), Needs { hunger })),
            };
            alive.push(entity.id());
        }
        for _ in 0..random(&mut state) % (most / 10 + 1) {
            let gone = random(&mut state) % alive.len();
            app.world_mut().despawn(alive.swap_remove(gone));
            if alive.is_empty() {
                break;
            }
        }
        app.update();
        if tick % (ticks / 10).max(1) == 0 {
            println!("tick {tick}: {} MB", megabytes());
        }
    }
    alive.into_iter().for_each(|entity| _ = app.world_mut().despawn(entity));
    app.update();
    let agents = app.world_mut().query::<AnyOf<(&MotiveAgent, &HerdMember, &Doing<Wander>)>>();
    let left = { agents }.iter(app.world()).count();
    println!("{left} agents are left, {} MB", megabytes());
    if left == 0 { Ok(()) } else { Err("agents are left behind".into()) }
}
