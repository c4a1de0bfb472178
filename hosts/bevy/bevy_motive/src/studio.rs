//! The agents of an app in the studio: a page in the browser that shows minds at work.

use crate::agent::{AgentNumber, MotiveAgent};
use crate::clock::MotiveClock;
use crate::game::MotiveGame;
use crate::herd::leave_herd;
use crate::live_minds::LiveMinds;
use crate::mind::Mind;
use crate::plugin::MotiveSet;
use crate::think::{carry_out, decide};
use bevy_app::{App, Plugin};
use bevy_asset::io::file::FileAssetReader;
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_ecs::prelude::*;
use bevy_log::{error, info};
use motive_studio::{EditableFile, Studio};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Serves the agents of an app to pages in a browser. Add it after [`MotivePlugin`](crate::MotivePlugin); the address of the page is logged, and
/// in [`MotiveStudio::address`].
///
/// ```no_run
/// # use bevy_app::prelude::*;
/// # use bevy_motive::prelude::*;
/// use bevy_motive::StudioPlugin;
/// # let mut app = App::new();
/// app.add_plugins((MotivePlugin::new(FixedUpdate), StudioPlugin::at("127.0.0.1:0")));
/// ```
///
/// While a page pauses the game, the schedule of the plug-in waits before agents decide, and the app with it. An agent that somebody follows gets
/// [`InStudio`]; it leaves its herd, if it is in one, and goes on with what it does. All others decide as without the studio.
pub struct StudioPlugin {
    address: String,
    pace: Option<f64>,
    waits: bool,
    paused: bool,
}

impl StudioPlugin {
    /// Serves at an address: `127.0.0.1:0` is any free port of this machine.
    pub fn at(address: impl Into<String>) -> Self {
        Self { address: address.into(), pace: None, waits: false, paused: false }
    }

    /// The app waits for a page before its agents decide for the first time.
    #[must_use]
    pub fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    /// As [`StudioPlugin::waiting`], and the app begins paused: somebody steps it from its first tick on, or lets it run.
    #[must_use]
    pub fn paused(mut self) -> Self {
        (self.waits, self.paused) = (true, true);
        self
    }

    /// Pages choose how many ticks there are in a second, to begin with so many.
    #[must_use]
    pub fn paced(mut self, ticks_per_second: f64) -> Self {
        self.pace = Some(ticks_per_second);
        self
    }
}

/// The studio that shows the agents of the app.
#[derive(Resource)]
pub struct MotiveStudio {
    studio: Studio,
    waits: bool,
    numbers: BTreeMap<Entity, u64>,
    entities: BTreeMap<u64, Entity>,
    files: BTreeSet<PathBuf>,
    /// The folder of assets.
    assets: Option<PathBuf>,
}

impl MotiveStudio {
    /// The address of the page, with its token.
    #[must_use]
    pub fn address(&self) -> &str {
        self.studio.address()
    }
}

/// Somebody follows the agent in the studio. It decides by itself, as with [`Alone`](crate::Alone), and in every tick.
#[derive(Component, Clone, Copy, Debug, Default)]
#[component(on_insert = leave_herd)]
pub struct InStudio;

impl Plugin for StudioPlugin {
    fn build(&self, app: &mut App) {
        let Some(game) = app.world().get_resource::<MotiveGame>().cloned() else {
            error!("add StudioPlugin after MotivePlugin; there is no studio now");
            return;
        };
        let mut studio = match Studio::serve(&*self.address) {
            Ok(studio) => studio,
            Err(error) => {
                error!("the studio cannot be served at `{}`: {error}", self.address);
                return;
            }
        };
        if let Some(pace) = self.pace {
            studio = studio.with_pace(pace);
        }
        if self.paused {
            studio = studio.paused();
        }
        info!("studio: {}", studio.address());
        let assets = app.get_added_plugins::<AssetPlugin>().first().map(|assets| assets.file_path.clone());
        app.insert_resource(MotiveStudio {
            studio,
            waits: self.waits,
            numbers: BTreeMap::new(),
            entities: BTreeMap::new(),
            files: BTreeSet::new(),
            assets: assets.map(|folder| FileAssetReader::get_base_path().join(folder)),
        })
        .add_systems(
            game.schedule,
            (
                (list_agents, follow_agents, wait).chain().in_set(MotiveSet::Decide).before(decide),
                decide_in_studio.in_set(MotiveSet::Decide).after(decide).before(carry_out),
            ),
        );
    }
}

type NewAgent<'a> = (Entity, &'a AgentNumber, &'a Mind, Option<&'a Name>);

/// Lists who came, and forgets who went.
fn list_agents(
    mut studio: ResMut<MotiveStudio>,
    new: Query<NewAgent<'_>, Changed<AgentNumber>>,
    mut gone: RemovedComponents<AgentNumber>,
    (game, server, mut live): (Res<MotiveGame>, Option<Res<AssetServer>>, ResMut<LiveMinds>),
) {
    for entity in gone.read() {
        if let Some(number) = studio.numbers.remove(&entity) {
            studio.entities.remove(&number);
            studio.studio.remove(number);
        }
    }
    for (entity, number, mind, name) in &new {
        let id = mind.0.id();
        let path = server.as_ref().and_then(|server| server.get_path(id));
        let source = path.as_ref().map(ToString::to_string).unwrap_or_default();
        let known = live.get_mut(id).map(|live| live.mind().vocabulary());
        let Some(vocabulary) = known.or_else(|| game.vocabulary().ok()) else { continue };
        let label = path.as_ref().and_then(|path| path.label()).unwrap_or("agent");
        let name = name.map_or_else(|| format!("{label} {entity}"), ToString::to_string);
        studio.studio.list(number.0, &name, &source, &vocabulary);
        studio.numbers.insert(entity, number.0);
        studio.entities.insert(number.0, entity);
        if let Some(path) = path {
            studio.add_file(path.path().to_owned(), &game);
        }
    }
}

impl MotiveStudio {
    /// Lets pages edit a file of the folder of assets.
    fn add_file(&mut self, path: PathBuf, game: &MotiveGame) {
        let Some(assets) = &self.assets else { return };
        let file = assets.join(&path);
        if self.files.insert(path)
            && let Ok(game) = game.declared()
        {
            let (vocabulary, catalogue) = (game.vocabulary().clone(), game.catalogue().clone());
            self.studio.add_file(EditableFile::new(file, vocabulary, catalogue));
        }
    }
}

/// Agents whom somebody follows decide in the studio, and those whom nobody follows any more do not.
fn follow_agents(
    mut studio: ResMut<MotiveStudio>,
    inside: Query<(Entity, &AgentNumber), With<InStudio>>,
    mut commands: Commands,
) {
    let followed = studio.studio.followed();
    for (entity, number) in &inside {
        if !followed.contains(&number.0) {
            commands.entity(entity).try_remove::<InStudio>();
        }
    }
    for number in followed {
        let Some(entity) = studio.entities.get(&number) else { continue };
        if !inside.contains(*entity) {
            commands.entity(*entity).try_insert(InStudio);
        }
    }
}

/// The tick begins, unless a page has paused the game.
fn wait(mut studio: ResMut<MotiveStudio>, clock: Res<MotiveClock>) {
    if std::mem::take(&mut studio.waits) {
        studio.studio.wait_for_page(|| false);
    }
    studio.studio.begin_tick(clock.now());
}

/// Agents in the studio decide one by one, as the others do.
fn decide_in_studio(
    mut studio: ResMut<MotiveStudio>,
    clock: Res<MotiveClock>,
    mut agents: Query<(&AgentNumber, &mut MotiveAgent), With<InStudio>>,
) {
    let now = clock.now();
    let mut order: Vec<_> = agents.iter_mut().collect();
    order.sort_unstable_by_key(|(number, _)| **number);
    for (_, mut agent) in order {
        if agent.is_due {
            agent.decide_in(&mut studio.studio, now);
        } else {
            agent.decide(now);
        }
    }
}
