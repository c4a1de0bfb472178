//! Files that are saved by renaming, as many editors do. Bevy's file watcher reports them, and its asset server does nothing about it.

use crate::mind::UsedFiles;
use bevy_app::prelude::*;
use bevy_asset::io::file::FileAssetReader;
use bevy_asset::{AssetPath, AssetPlugin, AssetServer};
use bevy_ecs::prelude::*;
use bevy_log::warn;
use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};

/// Watches the folder of assets.
#[derive(Resource)]
struct RenamedFiles {
    paths: Mutex<Receiver<PathBuf>>,
    _watcher: RecommendedWatcher,
}

/// Loads minds again whose files are replaced by renaming, if the asset server watches for changes.
pub(crate) fn watch_renamed_files(app: &mut App) {
    let Some(assets) = app.get_added_plugins::<AssetPlugin>().first().copied() else { return };
    if assets.watch_for_changes_override == Some(false) {
        return;
    }
    match RenamedFiles::below(&FileAssetReader::get_base_path().join(&assets.file_path)) {
        Ok(renamed) => {
            app.insert_resource(renamed).add_systems(PreUpdate, reload_renamed);
        }
        Err(error) => warn!("minds whose files are replaced by renaming are not loaded again: {error}"),
    }
}

impl RenamedFiles {
    fn below(root: &Path) -> notify::Result<Self> {
        let root = root.canonicalize()?;
        let (sender, paths) = mpsc::channel();
        let below = root.clone();
        let report = move |event: notify::Result<Event>| {
            let Ok(Event { kind: EventKind::Modify(ModifyKind::Name(_)), paths, .. }) = event else { return };
            for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "motive")) {
                if let Ok(path) = path.strip_prefix(&below) {
                    // The app may be about to end.
                    let _ = sender.send(path.to_owned());
                }
            }
        };
        let mut watcher = notify::recommended_watcher(report)?;
        watcher.watch(&root, RecursiveMode::Recursive)?;
        Ok(Self { paths: Mutex::new(paths), _watcher: watcher })
    }
}

fn reload_renamed(renamed: Res<RenamedFiles>, server: Res<AssetServer>, used: Res<UsedFiles>) {
    let paths = renamed.paths.lock().unwrap_or_else(PoisonError::into_inner);
    let mut files = BTreeSet::new();
    for path in paths.try_iter() {
        files.extend(used.users(&path));
        files.insert(path);
    }
    files.into_iter().for_each(|file| server.reload(AssetPath::from(file)));
}
