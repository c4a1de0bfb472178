//! What is on the page, whatever it is written as; and the checks that it has to pass: every number has a source, and it says whether people took part.

use crate::claims::ClaimResult;

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What stands below it.
    pub subtitle: String,
    /// What follows, in order.
    pub blocks: Vec<ReportBlock>,
    /// Whether people took part in the evaluation.
    pub people: People,
}

/// Whether people took part in an evaluation, so that no report suggests it if none did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum People {
    /// Not stated; such a report is refused.
    #[default]
    Unsaid,
    /// The study had no human participants.
    NotDone,
}

impl People {
    /// What the page says about it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unsaid => "",
            Self::NotDone => {
                "Human evaluation: not done. No number on this page rests on the judgement of people."
            }
        }
    }
}

/// Where the numbers of a table come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Not stated; a report with such numbers is refused.
    #[default]
    Unsaid,
    /// From the runs of this study.
    Measured,
    /// From the source.
    Published,
    /// From the runs of this study, but for the columns headed `published`.
    Beside,
    /// Settings, as the study's file has them.
    Given,
}

impl Origin {
    /// What the page says about it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unsaid => "",
            Self::Measured => "measured",
            Self::Published => "from the source",
            Self::Beside => "measured; columns headed published are from the source",
            Self::Given => "as the study's file has it",
        }
    }
}

/// A piece of a page. Texts may have names in backquotes.
#[derive(Clone, Debug)]
pub enum ReportBlock {
    /// The beginning of a chapter.
    Chapter(String),
    /// A paragraph.
    Text(String),
    /// A warning.
    Warning(String),
    /// A few figures, with what each counts.
    Facts(Vec<(String, String)>),
    /// How many claims have which verdict.
    Tally(Vec<ClaimResult>),
    /// A claim and its verdict.
    Claim(Box<ClaimResult>),
    /// Tables that belong together, side by side where there is room.
    Tables {
        /// What they show.
        title: String,
        /// The tables.
        grids: Vec<Grid>,
        /// Notes below them.
        notes: Vec<String>,
    },
    /// A plot.
    Figure {
        /// What it shows.
        title: String,
        /// What to look for in it.
        caption: String,
        /// The drawing.
        svg: String,
        /// Where it is kept on its own.
        file: String,
    },
    /// Points.
    List(Vec<String>),
    /// A command to type.
    Command(String),
}

impl ReportBlock {
    /// A table alone. Its first column is that of the rows' names.
    pub(super) fn table(
        title: impl Into<String>,
        origin: Origin,
        head: &[&str],
        rows: Vec<(String, Vec<TableCell>)>,
        notes: &[&str],
    ) -> Self {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let grid = Grid { caption: String::new(), origin, head: texts(head), rows };
        Self::Tables { title: title.into(), grids: vec![grid], notes: texts(notes) }
    }
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// What it shows, in a word or two.
    pub caption: String,
    /// Where its numbers come from.
    pub origin: Origin,
    /// The head of each column, that of the row names first.
    pub head: Vec<String>,
    /// Name and cells of each row.
    pub rows: Vec<(String, Vec<TableCell>)>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub struct TableCell {
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
    /// Significant, and contradicts the published one.
    Opposite,
    /// A word that explains.
    Words,
}

impl Grid {
    /// The caption, with where the numbers come from.
    pub(super) fn headline(&self) -> String {
        let origin = self.origin.words();
        match (self.caption.as_str(), origin) {
            (caption, "") => caption.to_owned(),
            ("", origin) => origin.to_owned(),
            (caption, origin) if caption == origin => caption.to_owned(),
            (caption, origin) => format!("{caption} ({origin})"),
        }
    }
}

impl TableCell {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Plain }
    }

    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Words }
    }
}

/// The head of columns with numbers of the source.
const PUBLISHED: &str = "published";

/// What is wrong with a report, in sentences. A report with any of it is not written.
pub fn lint(document: &Document) -> Vec<String> {
    let mut wrong = Vec::new();
    if document.people == People::Unsaid {
        wrong.push("the page does not say whether people took part".to_owned());
    }
    let has_source = !document.subtitle.trim().is_empty();
    for block in &document.blocks {
        match block {
            ReportBlock::Tables { title, grids, .. } => {
                for grid in grids {
                    let name = if grid.caption.is_empty() { title } else { &grid.caption };
                    wrong.extend(untagged(grid, has_source).map(|what| format!("the table `{name}` {what}")));
                }
            }
            ReportBlock::Claim(claim) if has_digit(&claim.claim.published) && !has_source => {
                let id = &claim.claim.id;
                wrong.push(format!("the claim `{id}` has published numbers, but the study names no source"));
            }
            _ => {}
        }
    }
    wrong
}

/// What is wrong with where a table's numbers come from.
fn untagged(grid: &Grid, has_source: bool) -> Option<&'static str> {
    let numbers = grid.rows.iter().flat_map(|(_, cells)| cells).any(|cell| has_digit(&cell.text));
    let beside = grid.head.iter().any(|head| head == PUBLISHED);
    match grid.origin {
        _ if !numbers => None,
        Origin::Unsaid => Some("does not say where its numbers come from"),
        Origin::Measured | Origin::Given if beside => {
            Some("has published numbers, but says that it has none")
        }
        Origin::Published | Origin::Beside if !has_source => {
            Some("has published numbers, but the study names no source")
        }
        _ => None,
    }
}

fn has_digit(text: &str) -> bool {
    text.chars().any(|letter| letter.is_ascii_digit())
}
