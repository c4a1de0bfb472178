//! A village: 1,000 villagers, wolves and bushes. Each quarter of the village decides by another engine: rules under goals, a state
//! machine, tasks, and plans. `cargo run --release --example village`; any argument is the number of ticks to run. With the feature `studio`,
//! `--studio` shows it in a browser, where it begins paused.
//!
//! It is drawn in the terminal, so that it runs anywhere. Change `assets/village.motive` while it runs.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use bevy_app::{AppExit, ScheduleRunnerPlugin, prelude::*};
use bevy_asset::AssetPlugin;
use bevy_log::LogPlugin;
use bevy_motive::prelude::*;
use bevy_time::TimePlugin;
use std::fmt::{Display, Write as _};
use std::io::IsTerminal;
use std::time::Duration;

const SIZE: f32 = 100.0;
const ENGINES: [&str; 4] = ["Rules", "Machine", "Tasks", "Plans"];

#[derive(Component, SelfState)]
struct Needs {
    hunger: f32,
}

#[derive(Component, Percept)]
struct Wolf;

#[derive(Component, Percept)]
struct Bush;

/// Which engine a villager has.
#[derive(Component)]
struct Quarter(usize);

#[derive(Actions)]
struct Wander;
#[derive(Actions)]
struct Flee(Entity);
#[derive(Actions)]
struct GoTo(Entity);
#[derive(Actions)]
struct Eat(Entity);

#[derive(Resource)]
struct Ticks {
    left: Option<u32>,
    done: u32,
}

fn main() {
    let left = std::env::args().nth(1).and_then(|ticks| ticks.parse().ok());
    let motive = MotivePlugin::new(Update)
        .seed(1)
        .is::<Needs>()
        .sees::<Wolf>(Within(8.0))
        .sees::<Bush>(Nearest(3))
        .does_one_of::<(Wander, Flee, GoTo, Eat)>();
    let assets = AssetPlugin { watch_for_changes_override: Some(true), ..Default::default() };
    let pause = Duration::from_millis(if left.is_some() { 0 } else { 100 });
    let mut app = App::new();
    app.add_plugins((
        LogPlugin::default(),
        TaskPoolPlugin::default(),
        ScheduleRunnerPlugin::run_loop(pause),
        TimePlugin,
        assets,
        motive,
    ));
    #[cfg(feature = "studio")]
    if std::env::args().any(|argument| argument == "--studio") {
        app.add_plugins(bevy_motive::StudioPlugin::at("127.0.0.1:0").paced(10.0).paused());
        let studio = app.world().resource::<bevy_motive::MindObserver<bevy_motive::Studio>>();
        println!("studio: {}", studio.0.address());
    }
    app.insert_resource(Ticks { left, done: 0 })
        .add_systems(Startup, spawn)
        .add_systems(Update, hunger.before(MotiveSet::Perceive))
        .add_systems(Update, (wander, flee, go_to, eat, prowl, draw).chain().in_set(MotiveSet::Act))
        .run();
}

/// Places that look random and are the same in every run.
fn place(number: usize) -> Transform {
    let (x, y) = (number as f32 * 0.754_877_7, number as f32 * 0.569_840_3);
    Transform::from_xyz(x.fract() * SIZE, y.fract() * SIZE, 0.0)
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    for number in 0..1_000 {
        let quarter = number % 4;
        let mind = assets.load(format!("village.motive#{}", ENGINES[quarter]));
        let hunger = (number * 37 % 60) as f32;
        commands.spawn((Mind(mind), Quarter(quarter), Needs { hunger }, place(number)));
    }
    (0..8).for_each(|number| _ = commands.spawn((Wolf, place(5_000 + number))));
    (0..60).for_each(|number| _ = commands.spawn((Bush, place(9_000 + number))));
}

fn hunger(mut villagers: Query<&mut Needs>) {
    villagers.iter_mut().for_each(|mut needs| needs.hunger += 0.2);
}

fn wander(mut villagers: Query<(Entity, &mut Transform), With<Doing<Wander>>>, ticks: Res<Ticks>) {
    for (entity, mut at) in &mut villagers {
        let angle = (entity.index_u32() + ticks.done / 8 * 31) as f32;
        step(&mut at, angle.cos(), angle.sin(), 0.3);
    }
}

fn flee(
    mut villagers: Query<(&mut Transform, &Doing<Flee>)>,
    wolves: Query<&Transform, (With<Wolf>, Without<Doing<Flee>>)>,
) {
    for (mut at, flee) in &mut villagers {
        let Ok(wolf) = wolves.get(flee.0) else { continue };
        let away = at.translation - wolf.translation;
        step(&mut at, away.x, away.y, 1.0);
    }
}

fn go_to(
    mut villagers: Query<(&mut Transform, &Doing<GoTo>)>,
    bushes: Query<&Transform, (With<Bush>, Without<Doing<GoTo>>)>,
) {
    for (mut at, go) in &mut villagers {
        let Ok(bush) = bushes.get(go.0) else { continue };
        let way = bush.translation - at.translation;
        step(&mut at, way.x, way.y, 0.6);
    }
}

fn eat(mut villagers: Query<&mut Needs, With<Doing<Eat>>>) {
    villagers.iter_mut().for_each(|mut needs| needs.hunger = (needs.hunger - 3.0).max(0.0));
}

fn prowl(mut wolves: Query<(Entity, &mut Transform), With<Wolf>>, ticks: Res<Ticks>) {
    for (entity, mut at) in &mut wolves {
        let angle = (entity.index_u32() + ticks.done / 16) as f32;
        step(&mut at, angle.cos(), angle.sin(), 0.5);
    }
}

fn step(at: &mut Transform, x: f32, y: f32, length: f32) {
    let norm = (x * x + y * y).sqrt().max(f32::MIN_POSITIVE);
    at.translation.x = (at.translation.x + x / norm * length).clamp(0.0, SIZE - 0.1);
    at.translation.y = (at.translation.y + y / norm * length).clamp(0.0, SIZE - 0.1);
}

type Villager<'a> = (&'a Quarter, &'a Transform, Has<Doing<Flee>>, Has<Doing<GoTo>>, Has<Doing<Eat>>);

/// What a villager is drawn as, and in which column of the table it counts.
fn letter((_, _, flees, goes, eats): &(&Quarter, &Transform, bool, bool, bool)) -> (char, usize) {
    match (flees, goes, eats) {
        (true, ..) => ('!', 0),
        (_, true, _) => (':', 1),
        (_, _, true) => ('o', 2),
        _ => ('.', 3),
    }
}

/// The village as text: wolves are red, bushes green, and each engine's villagers have a colour of their own.
fn draw(
    villagers: Query<Villager<'_>>,
    wolves: Query<&Transform, With<Wolf>>,
    bushes: Query<&Transform, With<Bush>>,
    mut ticks: ResMut<Ticks>,
    mut exit: MessageWriter<AppExit>,
) {
    const COLUMNS: usize = 100;
    const ROWS: usize = 30;
    const COLOURS: [u8; 4] = [33, 36, 35, 37];
    let cell = |at: &Transform| {
        let column = (at.translation.x / SIZE * COLUMNS as f32) as usize;
        let row = (at.translation.y / SIZE * ROWS as f32) as usize;
        (row.min(ROWS - 1), column.min(COLUMNS - 1))
    };
    let mut map = [[(' ', 37); COLUMNS]; ROWS];
    let mut counts = [[0_u32; 4]; 4];
    for villager in &villagers {
        let ((letter, what), (row, column)) = (letter(&villager), cell(villager.1));
        map[row][column] = (letter, COLOURS[villager.0.0]);
        counts[villager.0.0][what] += 1;
    }
    bushes.iter().map(cell).for_each(|(row, column)| map[row][column] = ('%', 32));
    wolves.iter().map(cell).for_each(|(row, column)| map[row][column] = ('W', 31));
    ticks.done += 1;
    let is_last = ticks.left.is_some_and(|left| ticks.done >= left);
    if is_last {
        exit.write(AppExit::Success);
    }
    if ticks.left.is_some() && !is_last {
        return;
    }
    let is_live = std::io::stdout().is_terminal();
    let coloured = |text: &dyn Display, colour| {
        if is_live { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_string() }
    };
    let mut screen = String::from(if is_live { "\x1b[H\x1b[2J" } else { "" });
    for row in &map {
        row.iter().for_each(|(letter, colour)| screen.push_str(&coloured(letter, *colour)));
        screen.push('\n');
    }
    let _ = writeln!(
        screen,
        "tick {}: W wolf, % bush; villagers ! flee, : go to a bush, o eat, . wander",
        ticks.done
    );
    for ((engine, colour), [flee, go, eat, wander]) in ENGINES.iter().zip(COLOURS).zip(counts) {
        let engine = coloured(&format!("{engine:8}"), colour);
        let _ = writeln!(screen, "{engine} flee {flee:3}  go {go:3}  eat {eat:3}  wander {wander:3}");
    }
    print!("{screen}");
}
