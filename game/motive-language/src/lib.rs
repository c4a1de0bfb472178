//! The Motive language: characters written as text that a designer can edit while the game runs.
//!
//! [`load`] takes a text and a world's vocabulary and returns minds, or all errors in the text, each with its place:
//!
//! ```
//! use motive_core::{Catalogue, Type, Vocabulary};
//! use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
//!
//! let mut names = Vocabulary::new();
//! names.kind("dot");
//! names.property("distance", Type::Number);
//! names.action("move_toward", 1);
//! let world = WorldVocabulary { vocabulary: &names, catalogue: &Catalogue::default() };
//!
//! let text = "goal eat achieves Eat { priority 20 }
//!             program Eat {
//!                 done when no dot
//!                 rule fetch when d: dot prefer { distance: any lowest } do move_toward(d)
//!             }
//!             mind Glutton = arbiter { goals eat }";
//! let loaded = load(SourceText::new("glutton.motive", text), &world, &NoFiles);
//! let model = loaded.model.expect("there is no error");
//! assert_eq!(model.minds[0].name, "Glutton");
//!
//! let typo = text.replace("distance", "distence");
//! let loaded = load(SourceText::new("typo.motive", typo), &world, &NoFiles);
//! assert!(loaded.problems[0].diagnostic.help[0].contains("`distance`"));
//! ```
//!
//! # From text to minds
//!
//! 1. [`syntax`] turns text into a lossless tree, with typed views of it. Parsing never fails: it returns a tree and a list of
//!    errors.
//! 2. Checking resolves every name and checks every type against the world, and returns a [`CheckedModel`].
//! 3. Building hands the checked definitions to the engines, and returns a [`Model`] of minds, teams and networks. What an engine
//!    refuses is reported where its definition stands.
//!
//! Beside that:
//!
//! - [`mod@format`] gives a text its one canonical layout.
//! - [`completion`] says what can stand at a place, and [`highlight`] what each part of a text is, for editors.
//! - [`diagnostic`] holds the errors and warnings of every step: what is wrong, where, and how to fix it.
//!
//! Each module uses only those above it: `source`, `model`, `check`, `build`, `load`; `names_file`; then `completion` and `highlight`.

mod source;

mod model;

mod check;

mod build;

mod load;

mod names_file;

pub mod completion;
pub mod highlight;

pub use build::{MindDefinition, MindEngine, Model, PlannedTask, TeamDefinition, TeamMinds};
pub use load::{Loaded, load, load_parsed, load_unbuilt, world_in, world_of, world_with_uses};
#[cfg(feature = "networks")]
pub use model::NetworkDefinition;
pub use model::{
    Baseline, CheckedModel, DefinitionId, DefinitionKind, FileProblem, FileSpan, InitialState,
    NamedDefinition, SemanticIndex, WorldVocabulary,
};
pub use motive_diagnostics as diagnostic;
pub use motive_syntax as syntax;
pub use motive_syntax::format;
pub use names_file::{read_names, write_names};
pub use source::{Files, FolderFiles, NoFiles, SourceText};
