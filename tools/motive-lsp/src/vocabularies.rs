//! The names that a file is checked against: those of a world, or of a game's `names.motive`.

use motive_core::{Catalogue, Vocabulary};
use motive_language::syntax::Parse;
use motive_language::{SourceText, WorldVocabulary, read_names, world_in};
use motive_worlds::AnyWorld;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The file that a game writes its names into.
pub(crate) const NAMES_FILE: &str = "names.motive";

/// How many folders above a file are searched for [`NAMES_FILE`].
const FOLDERS_SEARCHED: usize = 8;

/// The names to check a file against.
#[derive(Clone)]
pub(crate) enum FileVocabulary {
    World(Rc<dyn AnyWorld>),
    Game(Arc<Vocabulary>, Catalogue),
}

impl FileVocabulary {
    pub(crate) fn as_world(&self) -> WorldVocabulary<'_> {
        match self {
            FileVocabulary::World(world) => {
                WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() }
            }
            FileVocabulary::Game(vocabulary, catalogue) => WorldVocabulary { vocabulary, catalogue },
        }
    }
}

/// Worlds and games whose names have been read.
#[derive(Default)]
pub(crate) struct Vocabularies {
    worlds: BTreeMap<String, Rc<dyn AnyWorld>>,
}

impl Vocabularies {
    /// The names that a file is checked against. `read` gives the newest text of a file. An unknown world has no names.
    pub(crate) fn names_for(
        &mut self,
        path: &Path,
        parse: &Parse,
        read: impl Fn(&Path) -> Option<String>,
    ) -> FileVocabulary {
        let world = world_in(parse).and_then(|name| self.world(&name));
        if let Some(world) = world {
            return FileVocabulary::World(world);
        }
        let own_names = path.file_name().is_some_and(|name| name == NAMES_FILE);
        let found = (!own_names).then(|| names_file(path, &read)).flatten();
        FileVocabulary::Game(found.unwrap_or_default(), Catalogue::default())
    }

    fn world(&mut self, name: &str) -> Option<Rc<dyn AnyWorld>> {
        if !self.worlds.contains_key(name) {
            let world = motive_worlds::find::<&str>(name, &[]).ok()?;
            self.worlds.insert(name.to_owned(), Rc::from(world));
        }
        self.worlds.get(name).cloned()
    }
}

/// The names of the nearest names file that can be read.
fn names_file(path: &Path, read: impl Fn(&Path) -> Option<String>) -> Option<Arc<Vocabulary>> {
    let folders = path.ancestors().skip(1).take(FOLDERS_SEARCHED);
    let candidates = folders.map(|folder| -> PathBuf { folder.join(NAMES_FILE) });
    let (file, text) = candidates.into_iter().find_map(|file| read(&file).map(|text| (file, text)))?;
    read_names(SourceText::new(file.display().to_string(), text)).ok()
}
