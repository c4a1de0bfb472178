//! The village: villagers flee from wolves and go to bushes when they are hungry.

use crate::{Side, app, mind, run, single_threaded};
use bevy_app::prelude::*;
use bevy_motive::prelude::*;

const SIZE: f32 = 100.0;

pub(crate) const SIDES: [Side; 2] = [("hand-written", by_hand), ("motive", by_motive)];

#[derive(Component, SelfState)]
struct Needs {
    hunger: f32,
}

#[derive(Component, Percept)]
struct Wolf;

#[derive(Component, Percept)]
struct Bush;

#[derive(Component, Default, Clone, Copy)]
struct Heading {
    x: f32,
    y: f32,
}

/// Where a villager goes that has nothing else to do.
#[derive(Component, Clone, Copy)]
struct Stroll(Heading);

#[derive(Actions)]
struct Wander;
#[derive(Actions)]
struct Flee(Entity);
#[derive(Actions)]
struct GoTo(Entity);
#[derive(Actions)]
struct Eat(Entity);

const MIND: &str = "
    goal survive achieves Escape { when some wolf { distance: ..6 } priority 90 }
    goal feed achieves Feed { when self.hunger > 40 priority 50 }
    goal idle maintains Idle { priority 1 }
    program Escape {
        done when no wolf { distance: ..8 }
        rule run when w: wolf { distance: ..8 lowest } do flee(w)
    }
    program Feed {
        done when self.hunger < 5
        rule eat when b: bush { distance: ..1 lowest } do eat(b)
        rule go  when b: bush prefer { distance: any lowest } do go_to(b)
    }
    program Idle { otherwise do wander() }
    mind Villager = arbiter { goals survive, feed, idle }
";

fn place(number: usize) -> Transform {
    let (x, y) = (number as f32 * 0.754_877_7, number as f32 * 0.569_840_3);
    Transform::from_xyz(x.fract() * SIZE, y.fract() * SIZE, 0.0)
}

fn spawn(app: &mut App, extra: impl Bundle + Clone) {
    for number in 0..1_000 {
        let (hunger, angle) = ((number * 37 % 60) as f32, number as f32);
        let stroll = Stroll(Heading { x: 0.3 * angle.cos(), y: 0.3 * angle.sin() });
        let villager = (Needs { hunger }, stroll, Heading::default(), place(number));
        app.world_mut().spawn((villager, extra.clone()));
    }
    (0..8).for_each(|number| _ = app.world_mut().spawn((Wolf, Heading::default(), place(5_000 + number))));
    (0..60).for_each(|number| _ = app.world_mut().spawn((Bush, place(9_000 + number))));
}

fn hunger(mut villagers: Query<&mut Needs>) {
    villagers.iter_mut().for_each(|mut needs| needs.hunger += 0.2);
}

fn prowl(mut wolves: Query<(Entity, &mut Heading), With<Wolf>>, mut tick: Local<u32>) {
    *tick += 1;
    for (entity, mut heading) in &mut wolves {
        let angle = (entity.index_u32() + *tick / 16) as f32;
        *heading = Heading { x: 0.5 * angle.cos(), y: 0.5 * angle.sin() };
    }
}

fn walk(mut moving: Query<(&mut Transform, &Heading)>) {
    for (mut at, heading) in &mut moving {
        at.translation.x = (at.translation.x + heading.x).clamp(0.0, SIZE);
        at.translation.y = (at.translation.y + heading.y).clamp(0.0, SIZE);
    }
}

fn toward(from: [f32; 2], to: [f32; 2], length: f32) -> Heading {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let norm = length / (x * x + y * y).sqrt().max(f32::MIN_POSITIVE);
    Heading { x: x * norm, y: y * norm }
}

/// What a villager of the hand-written side is about, and the bush that it goes to.
#[derive(Component, Default, Clone)]
struct State {
    flees: bool,
    bush: Option<[f32; 2]>,
}

fn square(one: [f32; 2], other: [f32; 2]) -> f32 {
    let (x, y) = (one[0] - other[0], one[1] - other[1]);
    x * x + y * y
}

fn nearest(from: [f32; 2], of: &[[f32; 2]]) -> ([f32; 2], f32) {
    let mut best = (from, f32::INFINITY);
    for to in of {
        let square = square(from, *to);
        if square < best.1 {
            best = (*to, square);
        }
    }
    best
}

fn place_of(at: &Transform) -> [f32; 2] {
    [at.translation.x, at.translation.y]
}

/// As by Motive: a villager flees from the nearest wolf, and goes to the nearest bush when it is hungry. Bushes do not move, so it is looked for
/// only when the villager begins to feed or has fled.
fn live(
    mut villagers: Query<(&mut Needs, &mut Heading, &Transform, &Stroll, &mut State)>,
    wolves: Query<&Transform, With<Wolf>>,
    bushes: Query<&Transform, With<Bush>>,
    mut places: Local<[Vec<[f32; 2]>; 2]>,
) {
    let [wolves_at, bushes_at] = &mut *places;
    wolves_at.clear();
    wolves_at.extend(wolves.iter().map(place_of));
    bushes_at.clear();
    bushes_at.extend(bushes.iter().map(place_of));
    for (mut needs, mut heading, at, stroll, mut state) in &mut villagers {
        let from = place_of(at);
        let (wolf, far) = nearest(from, wolves_at);
        state.flees = far <= if state.flees { 64.0 } else { 36.0 };
        let feeds = needs.hunger > 40.0 || state.bush.is_some() && needs.hunger >= 5.0;
        if !feeds {
            state.bush = None;
        } else if state.flees || state.bush.is_none() {
            state.bush = Some(nearest(from, bushes_at).0);
        }
        if state.flees {
            let to = toward(from, wolf, 1.0);
            *heading = Heading { x: -to.x, y: -to.y };
        } else if let Some(bush) = state.bush {
            if square(from, bush) <= 1.0 {
                needs.hunger = (needs.hunger - 3.0).max(0.0);
                *heading = Heading::default();
            } else {
                *heading = toward(from, bush, 0.6);
            }
        } else {
            *heading = stroll.0;
        }
    }
}

fn by_hand() -> App {
    let mut app = app();
    app.add_systems(Update, (hunger, live, prowl, walk).chain());
    spawn(&mut app, State::default());
    single_threaded(app)
}

fn wander(mut villagers: Query<(&Stroll, &mut Heading), With<Doing<Wander>>>) {
    villagers.iter_mut().for_each(|(stroll, mut heading)| *heading = stroll.0);
}

fn flee(mut villagers: Query<(&Transform, &mut Heading, &Doing<Flee>)>, wolves: Query<&Transform>) {
    for (at, mut heading, flee) in &mut villagers {
        let Ok(wolf) = wolves.get(flee.0) else { continue };
        let to = toward(place_of(at), place_of(wolf), 1.0);
        *heading = Heading { x: -to.x, y: -to.y };
    }
}

fn go_to(mut villagers: Query<(&Transform, &mut Heading, &Doing<GoTo>)>, bushes: Query<&Transform>) {
    for (at, mut heading, go) in &mut villagers {
        let Ok(bush) = bushes.get(go.0) else { continue };
        *heading = toward(place_of(at), place_of(bush), 0.6);
    }
}

fn eat(mut villagers: Query<(&mut Needs, &mut Heading), With<Doing<Eat>>>) {
    for (mut needs, mut heading) in &mut villagers {
        needs.hunger = (needs.hunger - 3.0).max(0.0);
        *heading = Heading::default();
    }
}

fn by_motive() -> App {
    let mut app = app();
    app.add_plugins(
        MotivePlugin::new(Update)
            .is::<Needs>()
            .sees::<Wolf>(Within(8.0))
            .sees::<Bush>(Nearest(1))
            .does_one_of::<(Wander, Flee, GoTo, Eat)>(),
    );
    app.add_systems(Update, hunger.before(MotiveSet::Perceive))
        .add_systems(Update, (wander, flee, go_to, eat, prowl, walk).chain().in_set(MotiveSet::Act));
    let mind = mind(&mut app, MIND);
    spawn(&mut app, mind);
    single_threaded(app)
}

/// Checks that both sides do the same. Villagers that differ once go other ways, so what is compared is how hungry they are on average.
pub(crate) fn compare(ticks: u32) {
    let [floor, motive] = SIDES.map(|(_, build)| {
        let mut app = run(build(), ticks);
        let mut query = app.world_mut().query::<&Needs>();
        query.iter(app.world()).map(|needs| needs.hunger).sum::<f32>() / 1_000.0
    });
    assert!((floor - motive).abs() < 1.0, "villagers are hungry by {floor} and {motive}");
}
