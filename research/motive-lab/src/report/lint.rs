//! Checks of a finished report: every number has a source, and it says whether people took part.

use super::document::{Block, Document, Grid, Origin, People};

/// The head of columns with numbers of the source.
const PUBLISHED: &str = "published";

/// What is wrong with a report, in sentences. A report with any of it is not written.
#[must_use]
pub fn lint(document: &Document) -> Vec<String> {
    let mut wrong = Vec::new();
    if document.people == People::Unsaid {
        wrong.push("the page does not say whether people took part".to_owned());
    }
    let has_source = !document.subtitle.trim().is_empty();
    for block in &document.blocks {
        match block {
            Block::Tables { title, grids, .. } => {
                for grid in grids {
                    let name = if grid.caption.is_empty() { title } else { &grid.caption };
                    wrong.extend(untagged(grid, has_source).map(|what| format!("the table `{name}` {what}")));
                }
            }
            Block::Claim(claim) if has_digit(&claim.claim.published) && !has_source => {
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
