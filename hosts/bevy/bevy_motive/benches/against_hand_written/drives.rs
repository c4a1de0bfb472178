//! S1: the highest of four drives decides.

use crate::{Side, app, mind, run, single_threaded};
use bevy_app::prelude::*;
use bevy_motive::prelude::*;

const DRIVES: usize = 4;

pub(crate) const SIDES: [Side; 3] =
    [("hand-written", by_hand), ("motive", by_motive), ("single agents", as_single_agents)];

/// Triangle waves with periods of 64 to 256 ticks.
#[derive(Component)]
struct Waves {
    position: [u32; DRIVES],
    period: [u32; DRIVES],
}

#[derive(Component, SelfState, Clone, Copy, Default)]
struct Drives {
    drive0: f32,
    drive1: f32,
    drive2: f32,
    drive3: f32,
}

#[derive(Component, Default)]
struct Counters([u32; DRIVES]);

#[derive(Actions)]
struct Serve0;
#[derive(Actions)]
struct Serve1;
#[derive(Actions)]
struct Serve2;
#[derive(Actions)]
struct Serve3;

const MIND: &str = "
    goal first  maintains Serve0 { priority self.drive0 + 1 updated }
    goal second maintains Serve1 { priority self.drive1 + 1 updated }
    goal third  maintains Serve2 { priority self.drive2 + 1 updated }
    goal fourth maintains Serve3 { priority self.drive3 + 1 updated }
    program Serve0 { otherwise do serve0() }
    program Serve1 { otherwise do serve1() }
    program Serve2 { otherwise do serve2() }
    program Serve3 { otherwise do serve3() }
    mind Choice = arbiter { goals first, second, third, fourth }
";

fn next(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as u32
}

fn spawn(app: &mut App, extra: impl Bundle + Clone) {
    let mut state = 1;
    for _ in 0..10_000 {
        let period = [(); DRIVES].map(|()| 64 + next(&mut state) % 193);
        let position = period.map(|period| next(&mut state) % period);
        let drives = (Waves { position, period }, Drives::default(), Counters::default());
        app.world_mut().spawn((drives, extra.clone()));
    }
}

fn advance(mut entities: Query<(&mut Waves, &mut Drives)>) {
    for (mut waves, mut drives) in &mut entities {
        let waves = &mut *waves;
        let mut values = [0.0; DRIVES];
        for ((position, period), value) in waves.position.iter_mut().zip(waves.period).zip(&mut values) {
            *position = if *position + 1 == period { 0 } else { *position + 1 };
            *value = 1.0 - (2.0 * *position as f32 / period as f32 - 1.0).abs();
        }
        let [drive0, drive1, drive2, drive3] = values;
        *drives = Drives { drive0, drive1, drive2, drive3 };
    }
}

fn choose(mut entities: Query<(&Drives, &mut Counters)>) {
    for (drives, mut counters) in &mut entities {
        let values = [drives.drive0, drives.drive1, drives.drive2, drives.drive3];
        let mut best = 0;
        for at in 1..DRIVES {
            if values[at] > values[best] {
                best = at;
            }
        }
        counters.0[best] += 1;
    }
}

fn count<A: Actions, const AT: usize>(mut doing: Query<&mut Counters, With<Doing<A>>>) {
    doing.iter_mut().for_each(|mut counters| counters.0[AT] += 1);
}

fn by_hand() -> App {
    let mut app = app();
    app.add_systems(Update, (advance, choose).chain());
    spawn(&mut app, ());
    single_threaded(app)
}

fn with_motive() -> App {
    let mut app = app();
    app.add_plugins(
        MotivePlugin::new(Update).is::<Drives>().does_one_of::<(Serve0, Serve1, Serve2, Serve3)>(),
    );
    let act = (count::<Serve0, 0>, count::<Serve1, 1>, count::<Serve2, 2>, count::<Serve3, 3>);
    app.add_systems(Update, advance.before(MotiveSet::Perceive))
        .add_systems(Update, act.chain().in_set(MotiveSet::Act));
    app
}

/// Agents whose mind reads nothing but own properties are herds by themselves.
fn by_motive() -> App {
    let mut app = with_motive();
    let mind = mind(&mut app, MIND);
    spawn(&mut app, mind);
    single_threaded(app)
}

fn as_single_agents() -> App {
    let mut app = with_motive();
    let mind = mind(&mut app, MIND);
    spawn(&mut app, (mind, Alone));
    single_threaded(app)
}

/// Checks that all sides do the same. Where drives are equal, a mind stays with what it does and the hand-written system takes the first, so
/// that a few counts may differ.
pub(crate) fn compare(ticks: u32) {
    let counts = |build: fn() -> App| -> Vec<[u32; DRIVES]> {
        let mut app = run(build(), ticks);
        let mut query = app.world_mut().query::<&Counters>();
        query.iter(app.world()).map(|counters| counters.0).collect()
    };
    let [floor, herd, single] = SIDES.map(|(_, build)| counts(build));
    assert_eq!(herd, single, "a herd decides as single agents do");
    let differing = floor.iter().zip(&herd).filter(|(one, other)| one != other).count();
    assert!(differing * 20 < floor.len(), "{differing} entities do something else than by hand");
}
