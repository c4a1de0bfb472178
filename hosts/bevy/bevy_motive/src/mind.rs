//! Minds as assets, and the entities that have them.

use crate::agent::{AgentNumber, MotiveAgent};
use crate::game::{GameMind, MotiveGame};
use crate::herd::HerdMember;
use crate::start::Starting;
use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, Handle, LoadContext};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::{Reflect, TypePath};
use motive::Error;
use motive::kernel::Vocabulary;
use motive::texts::{Files, SourceText};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component as PathComponent, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// An entity with a mind is an agent: it perceives, decides and acts.
///
/// The mind may still be loading; the agent starts when it is there. Giving the entity another mind stops what it does and
/// starts anew; removing the mind ends the agent.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component)]
#[component(on_insert = inserted, on_remove = removed)]
pub struct Mind(pub Handle<MindAsset>);

/// A mind: how agents of one character decide. Load it from a `.motive` file, or make it of a [`motive::Mind`].
///
/// ```
/// # use bevy_motive::prelude::*;
/// # use bevy_asset::AssetServer;
/// fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
///     let villager = assets.load("village.motive#Villager");  // the mind of this name
///     commands.spawn((Mind(villager), Transform::default()));
///     let last = assets.load("village.motive");               // the last mind of the file
///     commands.spawn((Mind(last), Transform::default()));
/// }
///
/// fn add(mut commands: Commands, mut assets: ResMut<Assets<MindAsset>>, game: Res<MotiveGame>) -> Result {
///     let mind = game.declared()?.parse("idle.motive", "program Idle {} goal idle maintains Idle mind Idle = arbiter { goals idle }")?;
///     commands.spawn(Mind(assets.add(mind)));
///     Ok(())
/// }
/// ```
///
/// When the file, or one that it uses, changes while the game runs, running agents continue with what it says now; goals whose
/// programs did not change continue where they were. A file with mistakes changes nothing: the error is logged with its place.
#[derive(Asset, TypePath, Clone)]
pub struct MindAsset {
    mind: GameMind,
    /// A number for the text of its file and of those that it uses: loading them again without a change is none.
    pub(crate) source: Option<u64>,
}

/// A mind that is made by the [declared game](MotiveGame::declared), from a text or in Rust.
impl From<GameMind> for MindAsset {
    fn from(mind: GameMind) -> Self {
        Self { mind, source: None }
    }
}

impl MindAsset {
    /// The mind without Bevy.
    pub fn game_mind(&self) -> &GameMind {
        &self.mind
    }
}

/// Why a `.motive` file could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum MindLoadError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] std::io::Error),
    /// It is not text.
    #[error("the file is not UTF-8 text")]
    NotText,
    /// It has no mistakes, and no mind.
    #[error("the file has no mind: add `mind NAME = ...`, or use it from another file")]
    NoMind,
    /// It has mistakes, shown with their places.
    #[error("the mind has mistakes\n\n{0}")]
    Mistakes(Error),
}

/// Loads `.motive` files: each mind as a labelled asset, the last one also without a label.
#[derive(TypePath)]
pub(crate) struct MindLoader {
    game: MotiveGame,
    /// The names of each file as it was last loaded: a new version extends them, so that running agents can take it over.
    known: Mutex<BTreeMap<String, Arc<Vocabulary>>>,
    used: UsedFiles,
}

/// Which other files each file of minds uses.
#[derive(Resource, Clone, Default)]
pub(crate) struct UsedFiles(Arc<Mutex<BTreeMap<PathBuf, BTreeSet<PathBuf>>>>);

impl UsedFiles {
    fn set(&self, file: &Path, used: BTreeSet<PathBuf>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_owned(), used);
    }

    /// The files that use a file.
    #[cfg(feature = "file_watcher")]
    pub(crate) fn users(&self, file: &Path) -> Vec<PathBuf> {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        used.iter().filter(|(_, used)| used.contains(file)).map(|(user, _)| user.clone()).collect()
    }
}

impl MindLoader {
    pub(crate) fn new(game: MotiveGame, used: UsedFiles) -> Self {
        Self { game, known: Mutex::default(), used }
    }

    fn parse(&self, text: SourceText, used: &UsedTexts) -> Result<Vec<(String, GameMind)>, Error> {
        let game = self.game.declared()?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let path = text.name.clone();
        let names = known.get(&path).filter(|names| names.extends(game.vocabulary()));
        let minds = game.parse_minds(text, used, names.map(|names| &**names))?;
        if let Some((_, mind)) = minds.last() {
            known.insert(path, mind.vocabulary());
        }
        Ok(minds)
    }
}

impl AssetLoader for MindLoader {
    type Asset = MindAsset;
    type Settings = ();
    type Error = MindLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        load_context: &mut LoadContext<'_>,
    ) -> Result<MindAsset, MindLoadError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let text = String::from_utf8(bytes).map_err(|_| MindLoadError::NotText)?;
        let name = load_context.path().path().display().to_string();
        let mut used = UsedTexts::default();
        // Which other files are used shows only when they are asked for, and reading them takes time.
        let minds = loop {
            let minds = self.parse(SourceText::new(name.clone(), text.clone()), &used);
            let missing = used.take_missing();
            if missing.is_empty() {
                self.used.set(load_context.path().path(), used.texts.keys().cloned().collect());
                break minds.map_err(MindLoadError::Mistakes)?;
            }
            for path in missing {
                let read = load_context.read_asset_bytes(path.clone()).await;
                let read = read.map_err(|error| error.to_string());
                let text = read.and_then(|bytes| {
                    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
                });
                used.texts.insert(path, text);
            }
        };
        let mut hasher = DefaultHasher::new();
        (&text, &used.texts).hash(&mut hasher);
        let (source, mut last) = (Some(hasher.finish()), None);
        for (name, mind) in minds {
            let asset = MindAsset { mind, source };
            load_context.add_labeled_asset(name, asset.clone());
            last = Some(asset);
        }
        last.ok_or(MindLoadError::NoMind)
    }

    fn extensions(&self) -> &[&str] {
        &["motive"]
    }
}

/// The texts of the files that a mind uses, and those that were asked for and are still to be read.
#[derive(Default)]
struct UsedTexts {
    texts: BTreeMap<PathBuf, Result<String, String>>,
    missing: Mutex<Vec<PathBuf>>,
}

impl UsedTexts {
    fn take_missing(&self) -> Vec<PathBuf> {
        std::mem::take(&mut self.missing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Files for UsedTexts {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        let path = tidy(&Path::new(from).parent().unwrap_or(Path::new("")).join(path));
        match self.texts.get(&path) {
            Some(text) => Ok(SourceText::new(path.display().to_string(), text.clone()?)),
            None => {
                self.missing.lock().unwrap_or_else(PoisonError::into_inner).push(path);
                Err("it is still to be read".into())
            }
        }
    }
}

/// The path without `.` and `a/..`, so that one file has one name.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            PathComponent::CurDir => {}
            PathComponent::ParentDir if tidy.file_name().is_some() => _ = tidy.pop(),
            part => tidy.push(part),
        }
    }
    tidy
}

fn inserted(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(mut starting) = world.get_resource_mut::<Starting>() {
        starting.add(context.entity);
    }
}

fn removed(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    if let Ok(mut commands) = world.commands().get_entity(entity) {
        commands.try_remove::<(MotiveAgent, HerdMember, AgentNumber)>();
    }
}
