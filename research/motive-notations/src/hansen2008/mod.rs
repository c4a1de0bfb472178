//! The two `.htn` files of Hansen 2008: simple tasks and compound tasks.
//!
//! A block is `Head` with a name and parameters, then `Goals`, `Preconditions` and, in the file of compound tasks, `Subtasks`, each on a line of
//! its own with its content on the lines below. `$0` is the first argument; commas separate alternatives. Beyond the printed
//! notation, comments (`#`, `//`, `/* */`), indentation, blanks after commas and the word `none` are understood, as the
//! specification decides.
//!
//! [`read`] gives the [`Domain`] or everything that is wrong with both files; [`to_motive`] writes it as a `.motive` text, which
//! runs, and [`write()`] writes it back. [`legacy`] says what the program of 2008 made of the same files.

mod check;
mod differences_2008;
mod lint;
mod over_words;
mod read;
mod to_motive;
mod write;

pub use differences_2008::legacy;
pub use over_words::to_motive_over_words;
pub use read::read;
pub use to_motive::to_motive;
pub use write::write;

use motive_diagnostics::{Diagnostic, Span};

/// Which of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum File {
    /// The file of simple tasks.
    Simple,
    /// The file of compound tasks.
    Compound,
}

/// A condition or a call: its name, its arguments and its place.
#[derive(Clone, Debug)]
pub struct Words {
    /// The name.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// Where.
    pub span: Span,
}

impl PartialEq for Words {
    /// Places are not compared.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.arguments == other.arguments
    }
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The parameter of the task with this number, as in `$0`.
    Parameter(usize),
    /// A constant.
    Literal(String),
}

/// A task.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Its goals.
    pub goals: Vec<Words>,
    /// Its preconditions.
    pub needs: Vec<Words>,
    /// Subtasks, each a list of alternatives; none for a simple task.
    pub lines: Vec<Vec<Words>>,
    /// The place of its head.
    pub span: Span,
}

impl PartialEq for Block {
    /// Places are not compared.
    fn eq(&self, other: &Self) -> bool {
        let parts = |block: &Self| (block.name.clone(), block.parameters.clone());
        parts(self) == parts(other)
            && self.goals == other.goals
            && self.needs == other.needs
            && self.lines == other.lines
    }
}

/// Both files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Domain {
    /// Simple tasks, executed by an action.
    pub simple: Vec<Block>,
    /// Compound tasks, decomposed into subtasks.
    pub compound: Vec<Block>,
}

/// An error or warning about one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Which file.
    pub file: File,
    /// The error or warning.
    pub diagnostic: Diagnostic,
}
