//! The agents of an app in the studio: a page in the browser that shows minds at work.

use crate::agent::AgentNumber;
use crate::game::MotiveGame;
use crate::live_minds::LiveMinds;
use crate::mind::Mind;
use crate::observe::{MindObserver, ObserverPlugin, begin};
use crate::plugin::MotiveSet;
use bevy_app::{App, Plugin};
use bevy_asset::io::file::FileAssetReader;
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_ecs::prelude::*;
use bevy_log::{error, info};
use motive_studio::{EditableFile, Studio};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Serves the agents of an app to pages in a browser. Add it after [`MotivePlugin`](crate::MotivePlugin); the address of the page is logged.
/// `MindObserver<Studio>` is the studio as a resource.
///
/// ```no_run
/// # use bevy_app::prelude::*;
/// # use bevy_motive::prelude::*;
/// use bevy_motive::StudioPlugin;
/// # let mut app = App::new();
/// app.add_plugins((MotivePlugin::new(FixedUpdate), StudioPlugin::at("127.0.0.1:0")));
/// ```
///
/// While a page pauses the game, the schedule of the plug-in waits before agents decide, and the app with it. The studio is an
/// [observer](ObserverPlugin) of the agents that a page follows; all others decide as without it.
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
    pub fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    /// As [`StudioPlugin::waiting`], and the app begins paused: a page steps it from its first tick on, or lets it run.
    pub fn paused(mut self) -> Self {
        (self.waits, self.paused) = (true, true);
        self
    }

    /// Pages choose how many ticks there are in a second, to begin with so many.
    pub fn paced(mut self, ticks_per_second: f64) -> Self {
        self.pace = Some(ticks_per_second);
        self
    }
}

/// The agents and files that the studio knows.
#[derive(Resource)]
struct ListedAgents {
    waits: bool,
    numbers: BTreeMap<Entity, u64>,
    files: BTreeSet<PathBuf>,
    /// The folder of assets.
    assets: Option<PathBuf>,
}

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
        app.add_plugins(ObserverPlugin::new(studio))
            .insert_resource(ListedAgents {
                waits: self.waits,
                numbers: BTreeMap::new(),
                files: BTreeSet::new(),
                assets: assets.map(|folder| FileAssetReader::get_base_path().join(folder)),
            })
            .add_systems(game.schedule, list_agents.in_set(MotiveSet::Decide).before(begin::<Studio>));
    }
}

type NewAgent<'a> = (Entity, &'a AgentNumber, &'a Mind, Option<&'a Name>);

/// Lists agents that are new, and forgets those that are gone.
fn list_agents(
    (mut studio, mut listed): (ResMut<MindObserver<Studio>>, ResMut<ListedAgents>),
    new: Query<NewAgent<'_>, Changed<AgentNumber>>,
    mut gone: RemovedComponents<AgentNumber>,
    (game, server, live): (Res<MotiveGame>, Option<Res<AssetServer>>, Res<LiveMinds>),
) {
    let studio = &mut studio.0;
    for entity in gone.read() {
        listed.numbers.remove(&entity).into_iter().for_each(|number| studio.remove(number));
    }
    for (entity, number, mind, name) in &new {
        let id = mind.0.id();
        let path = server.as_ref().and_then(|server| server.get_path(id));
        let source = path.as_ref().map(ToString::to_string).unwrap_or_default();
        let known = live.get(id).map(|live| live.mind.vocabulary());
        let declared = || game.declared().ok().map(|game| game.vocabulary().clone());
        let Some(vocabulary) = known.or_else(declared) else { continue };
        let label = path.as_ref().and_then(|path| path.label()).unwrap_or("agent");
        let name = name.map_or_else(|| format!("{label} {entity}"), ToString::to_string);
        studio.list(number.0, &name, &source, &vocabulary);
        listed.numbers.insert(entity, number.0);
        if let Some(path) = path {
            listed.add_file(path.path().to_owned(), &game, studio);
        }
    }
    if std::mem::take(&mut listed.waits) {
        studio.wait_for_page(|| false);
    }
}

impl ListedAgents {
    /// Lets pages edit a file of the folder of assets.
    fn add_file(&mut self, path: PathBuf, game: &MotiveGame, studio: &mut Studio) {
        let Some(assets) = &self.assets else { return };
        let file = assets.join(&path);
        if self.files.insert(path)
            && let Ok(game) = game.declared()
        {
            let (vocabulary, catalogue) = (game.vocabulary().clone(), game.catalogue().clone());
            studio.add_file(EditableFile::new(file, vocabulary, catalogue));
        }
    }
}
