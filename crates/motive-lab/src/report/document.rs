//! What is on the page, apart from how it looks.

use crate::claims::ClaimResult;

/// A page.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What stands below it.
    pub subtitle: String,
    /// What follows, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a page. Texts may have names in backquotes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Block {
    /// The beginning of a chapter.
    Chapter(String),
    /// A paragraph.
    Text(String),
    /// Something that a reader must not miss.
    Warning(String),
    /// A few figures, with what each counts.
    Facts(Vec<(String, String)>),
    /// How many claims have which verdict.
    Tally(Vec<ClaimResult>),
    /// A claim and what became of it.
    Claim(Box<ClaimResult>),
    /// Tables that belong together, side by side where there is room.
    Tables {
        /// What they show.
        title: String,
        /// The tables.
        grids: Vec<Grid>,
        /// What is to be said about them.
        notes: Vec<String>,
    },
    /// A plot.
    Figure {
        /// What it shows.
        title: String,
        /// What one is to see in it.
        caption: String,
        /// The drawing.
        svg: String,
        /// Where it is kept on its own.
        file: String,
    },
    /// Points.
    List(Vec<String>),
    /// Something to be typed.
    Command(String),
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// What it shows, in a word or two.
    pub caption: String,
    /// The head of each column, that of the row names first.
    pub head: Vec<String>,
    /// Name and cells of each row.
    pub rows: Vec<(String, Vec<GridCell>)>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub struct GridCell {
    /// What it says.
    pub text: String,
    /// What that means.
    pub tone: Tone,
}

/// What a cell means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Nothing in particular.
    #[default]
    Plain,
    /// Significantly more.
    More,
    /// Significantly less.
    Less,
    /// Significant, and the other way than published.
    Opposite,
    /// A word that explains.
    Words,
}

impl GridCell {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Plain }
    }

    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Words }
    }
}
