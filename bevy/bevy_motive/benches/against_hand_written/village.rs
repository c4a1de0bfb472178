//! The village: villagers flee from wolves and go to bushes when they are hungry.

use crate::{Side, app, mind, single_threaded};
use bevy_app::prelude::*;
use bevy_motive::prelude::*;

const SIZE: f32 = 100.0;

pub(crate) const SIDES: [Side; 2] = [("hand-written", by_hand), ("single agents", by_motive)];

#[derive(Component, Own)]
struct Needs {
    hunger: f32,
}

#[derive(Component, Thing)]
struct Wolf;

#[derive(Component, Thing)]
struct Bush;

#[derive(Component, Default, Clone, Copy)]
struct Heading {
    x: f32,
    y: f32,
}

#[derive(Action)]
struct Wander;
#[derive(Action)]
struct Flee(Entity);
#[derive(Action)]
struct GoTo(Entity);
#[derive(Action)]
struct Eat(#[expect(dead_code, reason = "bushes never end")] Entity);

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
        let hunger = (number * 37 % 60) as f32;
        app.world_mut().spawn((Needs { hunger }, Heading::default(), place(number), extra.clone()));
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

fn toward(from: &Transform, to: &Transform, length: f32) -> Heading {
    let (x, y) = (to.translation.x - from.translation.x, to.translation.y - from.translation.y);
    let norm = length / (x * x + y * y).sqrt().max(f32::MIN_POSITIVE);
    Heading { x: x * norm, y: y * norm }
}

#[derive(Component, Default, Clone)]
struct State {
    flees: bool,
    feeds: bool,
}

/// As by Motive: every villager asks for the nearest wolf and, if it is hungry, for the nearest bush.
fn live(
    mut villagers: Query<(Entity, &mut Needs, &mut Heading, &Transform, &mut State)>,
    wolves: Query<&Transform, With<Wolf>>,
    bushes: Query<&Transform, With<Bush>>,
) {
    let wolves: Vec<Transform> = wolves.iter().copied().collect();
    let bushes: Vec<Transform> = bushes.iter().copied().collect();
    for (entity, mut needs, mut heading, at, mut state) in &mut villagers {
        let nearest = |of: &[Transform]| {
            let far = of.iter().map(|to| (at.translation.distance_squared(to.translation), *to));
            far.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap()
        };
        let wolf = nearest(&wolves);
        state.flees = wolf.0 <= if state.flees { 64.0 } else { 36.0 };
        state.feeds = needs.hunger > 40.0 || state.feeds && needs.hunger >= 5.0;
        if state.flees {
            let to = toward(at, &wolf.1, 1.0);
            *heading = Heading { x: -to.x, y: -to.y };
        } else if state.feeds {
            let bush = nearest(&bushes);
            if bush.0 <= 1.0 {
                needs.hunger = (needs.hunger - 3.0).max(0.0);
                *heading = Heading::default();
            } else {
                *heading = toward(at, &bush.1, 0.6);
            }
        } else {
            *heading = stroll(entity);
        }
    }
}

fn stroll(entity: Entity) -> Heading {
    let angle = entity.index_u32() as f32;
    Heading { x: 0.3 * angle.cos(), y: 0.3 * angle.sin() }
}

fn by_hand() -> App {
    let mut app = app();
    app.add_systems(Update, (hunger, live, prowl, walk).chain());
    spawn(&mut app, State::default());
    single_threaded(app)
}

fn wander(mut villagers: Query<(Entity, &mut Heading), With<Doing<Wander>>>) {
    villagers.iter_mut().for_each(|(entity, mut heading)| *heading = stroll(entity));
}

fn flee(mut villagers: Query<(&Transform, &mut Heading, &Doing<Flee>)>, wolves: Query<&Transform>) {
    for (at, mut heading, flee) in &mut villagers {
        let Ok(wolf) = wolves.get(flee.0) else { continue };
        let to = toward(at, wolf, 1.0);
        *heading = Heading { x: -to.x, y: -to.y };
    }
}

fn go_to(mut villagers: Query<(&Transform, &mut Heading, &Doing<GoTo>)>, bushes: Query<&Transform>) {
    for (at, mut heading, go) in &mut villagers {
        let Ok(bush) = bushes.get(go.0) else { continue };
        *heading = toward(at, bush, 0.6);
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
            .own::<Needs>()
            .sees::<Wolf>(Within(8.0))
            .sees::<Bush>(Nearest(1))
            .exclusive_actions::<(Wander, Flee, GoTo, Eat)>(),
    );
    app.add_systems(Update, hunger.before(MotiveSet::Perceive))
        .add_systems(Update, (wander, flee, go_to, eat, prowl, walk).chain().in_set(MotiveSet::Act));
    let mind = mind(&mut app, MIND);
    spawn(&mut app, mind);
    single_threaded(app)
}
