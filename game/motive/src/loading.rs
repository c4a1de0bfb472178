//! Minds of a game from files and texts.

use crate::error::{Error, LoadError};
use crate::files::{FileMind, MindFile, report};
use crate::game::Game;
use crate::kernel::Vocabulary;
use crate::mind::Mind;
use crate::traits::Actions;
use motive_language::diagnostic::DiagnosticLevel;
use motive_language::{Files, SourceText, WorldVocabulary, load};
use motive_util::write_if_changed;
use std::path::Path;
use std::sync::Arc;

impl<A: Actions> Game<A> {
    /// Loads the last mind of a `.motive` file, with all files that it uses. See the [example of the crate](crate#three-steps).
    ///
    /// # Errors
    /// If a file cannot be read or has mistakes.
    pub fn load(&self, path: impl AsRef<Path>) -> Result<Mind<A>, Error> {
        self.load_from(MindFile::new(path.as_ref(), None))
    }

    /// Loads the mind with a name from a `.motive` file, with all files that it uses.
    ///
    /// # Errors
    /// As for [`Game::load`], and if the file has no such mind.
    pub fn load_mind(&self, path: impl AsRef<Path>, name: &str) -> Result<Mind<A>, Error> {
        self.load_from(MindFile::new(path.as_ref(), Some(name)))
    }

    /// Writes all declarations of the game to a file, for `motive check --names FILE` and editors. The file is replaced atomically, and
    /// only if its content changes.
    ///
    /// # Errors
    /// If two declarations do not agree, or the file cannot be written.
    pub fn write_names(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let text = motive_language::write_names(self.vocabulary());
        let unwritten = |source| Error::Unwritable { path: path.to_owned(), source };
        write_if_changed(path, text.as_bytes()).map_err(unwritten)?;
        Ok(())
    }

    fn load_from(&self, mut file: MindFile) -> Result<Mind<A>, Error> {
        file.catalogue = self.catalogue().clone();
        let text = file.read()?;
        let (vocabulary, start) = file.build(text, self.vocabulary())?;
        let mut mind = self.mind_of(&file.path.display().to_string(), vocabulary, start);
        mind.file = Some(Arc::new(file));
        Ok(mind)
    }

    /// Loads the last mind of a text in the Motive language. `name` is the file name in error messages. The text cannot use other files.
    ///
    /// # Errors
    /// If the text has mistakes.
    pub fn parse(&self, name: &str, text: &str) -> Result<Mind<A>, Error> {
        let mut file = MindFile::new(Path::new(name), None);
        file.catalogue = self.catalogue().clone();
        file.is_text = true;
        let (vocabulary, start) = file.build(text.to_owned(), self.vocabulary())?;
        let mut mind = self.mind_of(name, vocabulary, start);
        mind.file = Some(Arc::new(file));
        Ok(mind)
    }

    /// All minds of a text and of the texts that it uses, by name, those of the text itself last. The texts may come from
    /// anywhere: `files` reads those that are used.
    ///
    /// With the names of an earlier version of the text (`known`), the minds can replace those of that version
    /// ([`Mind::replace`]).
    ///
    /// # Errors
    /// If a text cannot be read, has mistakes, or if there is no mind in them.
    pub fn parse_minds(
        &self,
        text: SourceText,
        files: &dyn Files,
        known: Option<&Vocabulary>,
    ) -> Result<Vec<(String, Mind<A>)>, Error> {
        let given =
            WorldVocabulary { vocabulary: known.unwrap_or(self.vocabulary()), catalogue: self.catalogue() };
        let name = text.name.clone();
        let loaded = load(text, &given, files);
        let Some(model) = &loaded.model else {
            return Err(LoadError { report: report(&loaded, DiagnosticLevel::Error) }.into());
        };
        let minds: Vec<_> = model
            .minds
            .iter()
            .map(|mind| {
                let source = FileMind { engine: mind.engine.clone(), initial: model.initial_state.clone() };
                (mind.name.to_string(), self.mind_of(&name, model.vocabulary.clone(), Arc::new(source)))
            })
            .collect();
        if minds.is_empty() {
            return Err(LoadError { report: format!("error: `{name}` has no mind") }.into());
        }
        Ok(minds)
    }
}
