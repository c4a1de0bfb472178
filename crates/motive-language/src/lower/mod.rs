//! From text to characters: names and types checked against a world's vocabulary, then built with the library.
//!
//! [`load`] reads a file and everything that it uses, and gives either a [`Model`] with a character for each mind, or
//! everything that is wrong, each with its place. It never stops at the first mistake.
//!
//! ```
//! use motive_core::{Catalogue, Type, Vocabulary};
//! use motive_language::lower::{NoFiles, Text, Given, load};
//!
//! let mut names = Vocabulary::new();
//! names.kind("dot");
//! names.property("distance", Type::Number);
//! names.action("move_toward", 1);
//! let world = Given { vocabulary: &names, catalogue: &Catalogue::default() };
//!
//! let text = "goal eat achieves Eat { priority 20 }
//!             program Eat {
//!                 done when no dot
//!                 rule fetch when d: dot prefer { distance: any lowest } do move_toward(d)
//!             }
//!             mind Glutton = arbiter { goals eat }";
//! let loaded = load(Text::new("glutton.motive", text), &world, &NoFiles);
//! let model = loaded.model.expect("it is right");
//! assert_eq!(model.minds[0].name, "Glutton");
//!
//! let loaded = load(Text::new("typo.motive", &text.replace("distance", "distence")), &world, &NoFiles);
//! assert!(loaded.problems[0].diagnostic.help[0].contains("`distance`"));
//! ```

mod actions;
mod ambiance;
mod beginning;
mod conditions;
mod declare;
mod derived;
mod drives;
mod engine;
mod files;
mod goals;
mod goap;
mod hall;
mod lints;
mod machines;
mod minds;
mod networks;
mod patterns;
mod planning;
mod programs;
mod schedules;
mod steps;
mod tasks;
mod teams;
mod templates;
mod values;

pub use beginning::Beginning;
pub use engine::{Baseline, Engine};
pub use files::{Files, NoFiles, Text};
pub use networks::Network;
pub use teams::{Playing, Team};

use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::syntax::ast::{AstNode, Item, SourceFile};
use crate::syntax::parse;
use declare::Declared;
use motive_arbiter::Character;
use motive_arbiter::baselines::BaselineError;
use motive_core::{Catalogue, Expr, Value, Vocabulary};
use motive_tasks::Tasks;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a world brings with it: its names, and what its actions need, change and conflict with.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The names that the file may use.
    pub vocabulary: &'a Vocabulary,
    /// What is known of the world's actions.
    pub catalogue: &'a Catalogue,
}

/// A file made into characters.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Model {
    /// The world that the file says it is for.
    pub world: Option<String>,
    /// The world's names and those that the file adds.
    pub vocabulary: Arc<Vocabulary>,
    /// The minds, in the order of the files; those of the file that was asked for come last.
    pub minds: Vec<Mind>,
    /// The teams, in the order of the files.
    pub teams: Vec<Team>,
    /// The skill networks, by name.
    pub networks: Vec<Network>,
    /// What the files say is there at the beginning.
    pub beginning: Beginning,
}

impl Model {
    /// The mind of a name; without one, the last of the file that was asked for.
    #[must_use]
    pub fn mind(&self, name: Option<&str>) -> Option<&Mind> {
        match name {
            Some(name) => self.minds.iter().find(|mind| mind.name == name),
            None => self.minds.last(),
        }
    }

    /// The team of a name; without one, the last.
    #[must_use]
    pub fn team(&self, name: Option<&str>) -> Option<&Team> {
        match name {
            Some(name) => self.teams.iter().find(|team| team.name == name),
            None => self.teams.last(),
        }
    }
}

/// A mind ready to be played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mind {
    /// Its name.
    pub name: String,
    /// What plays it.
    pub engine: Engine,
    /// The conditions of its rules as text, by program and rule, for explanations.
    pub rules: Arc<Rules>,
    /// The task that it is, if it is nothing else: `mind Guard = task Defend(home)`.
    pub task: Option<PlannedTask>,
    /// How it plans for drives, if it or one of its goals does.
    pub plan: Option<motive_drives::PlanFor>,
    /// How it plans over symbols, if it or one of its goals does.
    pub goap: Option<motive_drives::goap::GoapFor>,
}

/// A task with its arguments, and all that is needed to plan it ahead.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlannedTask {
    /// The name of the task.
    pub name: String,
    /// What it is called with.
    pub arguments: Vec<Value>,
    /// All tasks of the file.
    pub tasks: Arc<Tasks>,
    /// What actions need and change.
    pub catalogue: Arc<Catalogue>,
}

impl Mind {
    /// A mind to give to an agent.
    ///
    /// # Errors
    /// As for [`Engine::start`].
    pub fn start(&self) -> Result<Box<dyn motive_core::Mind>, BaselineError> {
        self.engine.start()
    }

    /// The character, if it plays one: goals under arbitration do.
    #[must_use]
    pub fn character(&self) -> Option<&Arc<Character>> {
        self.engine.character()
    }
}

/// The text of the rules of a mind: name and the parts of the condition, by program and number.
pub type Rules = BTreeMap<String, Vec<(String, Vec<String>)>>;

/// Something wrong, and in which file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The number of the file in [`Loaded::texts`].
    pub file: usize,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

/// What became of a file and everything that it uses.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The files that were read; the first is the one asked for.
    pub texts: Vec<Text>,
    /// What is wrong, in the order of files and places.
    pub problems: Vec<Problem>,
    /// The characters, if nothing is wrong that stands in their way.
    pub model: Option<Model>,
}

/// The world that a text says it is for, without looking at anything else.
#[must_use]
pub fn world_of(text: &str) -> Option<String> {
    parse(text).file().items().find_map(|item| match item {
        Item::World(world) => world.name().map(|name| name.text()),
        _ => None,
    })
}

/// Reads a text and everything that it uses, and makes characters of it.
#[must_use]
pub fn load(text: Text, world: &Given<'_>, files: &dyn Files) -> Loaded {
    let mut lowering = Lowering::new(world);
    let texts = lowering.read_all(text, files);
    // What a file says itself comes after what it uses.
    lowering.declared.minds.sort_by_key(|(file, _)| *file == 0);
    let model = if lowering.has_errors() { lowering.check_only() } else { lowering.model() };
    let mut problems = lowering.problems;
    problems.sort_by_key(|problem| (problem.file, problem.diagnostic.primary.span.start));
    problems.dedup();
    Loaded { texts, problems, model }
}

/// Where lowering is and what it found.
struct Lowering<'w> {
    world: &'w Given<'w>,
    names: Arc<Vocabulary>,
    declared: Declared,
    files: Vec<SourceFile>,
    file: usize,
    problems: Vec<Problem>,
    /// What names mean at this point of a rule.
    scope: Vec<(String, Meaning)>,
    /// How deep named values and conditions are used inside each other.
    depth: usize,
    fresh: usize,
    /// The plans for drives that goals ask for.
    plans: drives::Plans,
}

/// What a name stands for inside a rule.
#[derive(Clone, Debug)]
enum Meaning {
    /// A variable of the rule, and how the library knows it.
    Variable(String),
    /// A value: the argument of a named value or condition.
    Value(Box<Expr>),
}

impl<'w> Lowering<'w> {
    fn new(world: &'w Given<'w>) -> Self {
        Self {
            world,
            names: Arc::new(world.vocabulary.clone()),
            declared: Declared::default(),
            files: Vec::new(),
            file: 0,
            problems: Vec::new(),
            scope: Vec::new(),
            depth: 0,
            fresh: 0,
            plans: drives::Plans::new(),
        }
    }

    fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.diagnostic.severity == Severity::Error)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.problems.push(Problem { file: self.file, diagnostic });
    }

    /// Says something that several minds may be a reason for, once.
    fn report_once(&mut self, diagnostic: Diagnostic) {
        let problem = Problem { file: self.file, diagnostic };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn error(&mut self, code: &str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Says that a name means nothing, and which one may be meant.
    fn unknown<'n>(&mut self, what: &str, name: &str, span: Span, known: impl IntoIterator<Item = &'n str>) {
        let message = format!("there is no {what} called `{name}`");
        // The code of "task, action or program" is `unknown-task`.
        let code = what.split(',').next().unwrap_or(what).replace(' ', "-");
        let diagnostic = Diagnostic::error(format!("unknown-{code}"), span, message);
        self.report(diagnostic.with_label(format!("no such {what}")).with_nearest(name, known));
    }

    /// Looks a name up in the rule at hand, the innermost meaning first.
    fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, meaning)| meaning)
    }

    /// Gives a name a meaning from here on. Inside a named condition the library gets another name for it, so that
    /// names of the rule that uses it stay what they are.
    fn bind(&mut self, name: &str) -> String {
        let inner = if self.depth == 0 {
            name.to_owned()
        } else {
            self.fresh += 1;
            format!("{name}'{}", self.fresh)
        };
        self.scope.push((name.to_owned(), Meaning::Variable(inner.clone())));
        inner
    }

    /// A name for something that the text does not name.
    fn hidden(&mut self) -> String {
        self.fresh += 1;
        format!("'{}", self.fresh)
    }

    /// Does something in a scope of its own.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.len();
        let done = work(self);
        self.scope.truncate(before);
        done
    }

    /// Does something in the file that an item stands in.
    fn within<T>(&mut self, file: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.file, file);
        let done = work(self);
        self.file = before;
        done
    }
}

/// Where a view lies in the text, without the space around it.
fn span_of(node: &impl AstNode) -> Span {
    let range = node.syntax().text_range();
    let text = node.syntax().text().to_string();
    let start = usize::from(range.start()) + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}
