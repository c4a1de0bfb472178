//! A small game for all tests: a villager with needs, wolves and bushes.

pub(crate) use bevy_app::prelude::*;
pub(crate) use bevy_asset::AssetPlugin;
pub(crate) use bevy_motive::prelude::*;
use std::time::{Duration, Instant};

#[derive(Component, SelfState, Default, Clone, Copy)]
pub(crate) struct Needs {
    pub(crate) hunger: f32,
}

#[derive(Component, Percept)]
pub(crate) struct Wolf {
    pub(crate) hungry: bool,
}

#[derive(Component, Percept)]
pub(crate) struct Bush;

#[derive(Actions, Debug, PartialEq)]
pub(crate) struct Wander;

#[derive(Actions, Debug, PartialEq)]
pub(crate) struct Flee {
    pub(crate) from: Entity,
}

#[derive(Actions, Debug, PartialEq)]
#[motive(until_ended)]
pub(crate) struct Eat {
    pub(crate) what: Entity,
}

pub(crate) const VILLAGER: &str = "
    goal survive achieves Escape { when some wolf { hungry: true } priority 90 }
    goal feed achieves Feed { when self.hunger > 5 priority self.hunger updated }
    goal idle maintains Idle { priority 1 }
    program Escape {
        done when no wolf { hungry: true }
        rule run when w: wolf { hungry: true, distance: any lowest } do flee(w)
    }
    program Feed {
        done when self.hunger < 1
        rule eat when b: bush { distance: ..2 lowest } do eat(b)
    }
    program Idle { otherwise do wander() }
    mind Villager = arbiter { goals survive, feed, idle }
";

pub(crate) fn plugin() -> MotivePlugin {
    MotivePlugin::new(Update)
        .seed(7)
        .is::<Needs>()
        .sees::<Wolf>(Within(10.0))
        .sees::<Bush>(Nearest(2))
        .does_one_of::<(Wander, Flee, Eat)>()
}

pub(crate) fn app_with(plugin: MotivePlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), plugin));
    app
}

pub(crate) fn app() -> App {
    app_with(plugin())
}

/// A mind for the game of an app.
pub(crate) fn parse(app: &App, name: &str, text: &str) -> Result<MindAsset, motive::Error> {
    Ok(app.world().resource::<MotiveGame>().declared()?.parse(name, text)?.into())
}

/// Adds a mind to the assets.
pub(crate) fn mind(app: &mut App, text: &str) -> Mind {
    let mind = parse(app, "villager.motive", text).unwrap();
    Mind(app.world_mut().resource_mut::<Assets<MindAsset>>().add(mind))
}

pub(crate) fn villager(app: &mut App) -> Entity {
    let mind = mind(app, VILLAGER);
    app.world_mut().spawn((mind, Needs::default(), Transform::default())).id()
}

pub(crate) fn wolf(app: &mut App, x: f32) -> Entity {
    app.world_mut().spawn((Wolf { hungry: true }, Transform::from_xyz(x, 0.0, 0.0))).id()
}

pub(crate) fn bush(app: &mut App, x: f32) -> Entity {
    app.world_mut().spawn((Bush, Transform::from_xyz(x, 0.0, 0.0))).id()
}

pub(crate) fn is_doing<A: Actions>(app: &App, entity: Entity) -> bool {
    app.world().get::<Doing<A>>(entity).is_some()
}

/// How many things an agent knows.
pub(crate) fn known(app: &App, entity: Entity) -> usize {
    app.world().get::<MotiveAgent>(entity).unwrap().memory().len()
}

/// Lets the app run until something holds.
pub(crate) fn until(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) {
    let begin = Instant::now();
    while !holds(app) {
        assert!(begin.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        app.update();
        std::thread::sleep(Duration::from_millis(2));
    }
}
