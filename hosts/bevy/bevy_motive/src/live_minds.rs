//! The minds that agents run with, and how a changed file reaches them.

use crate::game::GameMind;
use crate::mind::MindAsset;
use bevy_asset::{AssetEvent, AssetId, AssetServer, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_log::{error, info};
use std::collections::HashMap;

/// The minds that agents share, as loaded last.
#[derive(Resource, Default)]
pub(crate) struct LiveMinds {
    minds: HashMap<AssetId<MindAsset>, LiveMind>,
}

/// A mind that agents share.
pub(crate) struct LiveMind {
    pub(crate) mind: GameMind,
    source: Option<u64>,
    /// Its agents cannot be herds.
    pub(crate) is_single: bool,
    /// The file of a mind with a label. Bevy forgets which other files a file uses when nothing holds the file itself.
    _file: Option<Handle<MindAsset>>,
}

impl LiveMinds {
    pub(crate) fn get(&self, id: AssetId<MindAsset>) -> Option<&LiveMind> {
        self.minds.get(&id)
    }

    /// The mind that all agents with this asset share.
    pub(crate) fn share(
        &mut self,
        id: AssetId<MindAsset>,
        asset: &MindAsset,
        server: Option<&AssetServer>,
    ) -> &LiveMind {
        self.minds.entry(id).or_insert_with(|| {
            let path = server.and_then(|server| server.get_path(id)).filter(|path| path.label().is_some());
            let file = path.map(|path| path.without_label().into_owned());
            let _file = server.zip(file).map(|(server, file)| server.load(file));
            let mind = asset.game_mind().clone();
            LiveMind { source: asset.source, is_single: !mind.can_decide_together(), mind, _file }
        })
    }
}

/// Running agents continue with minds that were loaded again.
pub(crate) fn reload_minds(
    mut events: MessageReader<AssetEvent<MindAsset>>,
    (assets, server): (Res<Assets<MindAsset>>, Option<Res<AssetServer>>),
    mut live: ResMut<LiveMinds>,
) {
    let name = |id: AssetId<MindAsset>| {
        let path = server.as_ref().and_then(|server| server.get_path(id));
        path.map_or_else(|| id.to_string(), |path| path.to_string())
    };
    for event in events.read() {
        match event {
            AssetEvent::Modified { id } => {
                let (Some(asset), Some(live)) = (assets.get(*id), live.minds.get_mut(id)) else { continue };
                if asset.source.is_some() && asset.source == live.source {
                    continue;
                }
                live.source = asset.source;
                match live.mind.replace(asset.game_mind()) {
                    Ok(()) => {
                        live.is_single = !live.mind.can_decide_together();
                        info!("agents continue with the changed mind {}", name(*id));
                    }
                    Err(error) => error!("{} cannot replace the mind that runs: {error}", name(*id)),
                }
            }
            AssetEvent::Removed { id } | AssetEvent::Unused { id } => _ = live.minds.remove(id),
            AssetEvent::Added { .. } | AssetEvent::LoadedWithDependencies { .. } => {}
        }
    }
}
