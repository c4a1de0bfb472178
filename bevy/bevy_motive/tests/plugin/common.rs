//! A small game for all tests: a villager with needs, wolves and bushes.

pub use bevy_app::prelude::*;
pub use bevy_asset::AssetPlugin;
pub use bevy_motive::prelude::*;

#[derive(Component, Own, Default, Clone, Copy)]
pub struct Needs {
    pub hunger: f32,
}

#[derive(Component, Thing)]
pub struct Wolf {
    pub hungry: bool,
}

#[derive(Component, Thing)]
pub struct Bush;

#[derive(Action, Debug, PartialEq)]
pub struct Wander;

#[derive(Action, Debug, PartialEq)]
pub struct Flee {
    pub from: Entity,
}

#[derive(Action, Debug, PartialEq)]
#[motive(latched)]
pub struct Eat {
    pub what: Entity,
}

pub const VILLAGER: &str = "
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

pub fn plugin() -> MotivePlugin {
    MotivePlugin::new(Update)
        .seed(7)
        .own::<Needs>()
        .sees::<Wolf>(Within(10.0))
        .sees::<Bush>(Nearest(2))
        .exclusive_actions::<(Wander, Flee, Eat)>()
}

pub fn app_with(plugin: MotivePlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), plugin));
    app
}

pub fn app() -> App {
    app_with(plugin())
}

/// Adds a mind to the assets.
pub fn mind(app: &mut App, text: &str) -> Mind {
    let mind = MindAsset::parse(app.world().resource(), "villager.motive", text).unwrap();
    Mind(app.world_mut().resource_mut::<Assets<MindAsset>>().add(mind))
}

pub fn villager(app: &mut App) -> Entity {
    let mind = mind(app, VILLAGER);
    app.world_mut().spawn((mind, Needs::default(), Transform::default())).id()
}

pub fn wolf(app: &mut App, x: f32) -> Entity {
    app.world_mut().spawn((Wolf { hungry: true }, Transform::from_xyz(x, 0.0, 0.0))).id()
}

pub fn bush(app: &mut App, x: f32) -> Entity {
    app.world_mut().spawn((Bush, Transform::from_xyz(x, 0.0, 0.0))).id()
}

pub fn is_doing<A: Action>(app: &App, entity: Entity) -> bool {
    app.world().get::<Doing<A>>(entity).is_some()
}

/// How many things an agent knows.
pub fn known(app: &App, entity: Entity) -> usize {
    app.world().get::<MotiveAgent>(entity).unwrap().memory().len()
}
