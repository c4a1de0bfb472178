//! The page as Markdown.

use super::document::{Document, Grid, ReportBlock, Tone};
use super::html::{capital, probability, remarks, sign};
use crate::claims::{ClaimResult, ClaimVerdict, wording::shown};
use std::fmt::Write as _;

/// Writes a page as Markdown. Plots are links to files beside it.
pub fn markdown(document: &Document) -> String {
    let mut page = format!("# {}\n\n", document.title);
    if !document.subtitle.is_empty() {
        let _ = write!(page, "*{}*\n\n", document.subtitle);
    }
    for block in &document.blocks {
        self::block(block, &mut page);
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn block(block: &ReportBlock, page: &mut String) {
    let _ = match block {
        ReportBlock::Chapter(title) => write!(page, "## {title}\n\n"),
        ReportBlock::Text(text) => write!(page, "{text}\n\n"),
        ReportBlock::Warning(text) => write!(page, "> **{text}**\n\n"),
        ReportBlock::Facts(facts) => {
            let facts: Vec<String> =
                facts.iter().map(|(figure, what)| format!("**{figure}** {what}")).collect();
            write!(page, "{}\n\n", facts.join(" · "))
        }
        ReportBlock::Tally(claims) => writeln!(page, "{}\n", tally(claims)),
        ReportBlock::Claim(claim) => writeln!(page, "{}", self::claim(claim)),
        ReportBlock::Tables { title, grids, notes } => {
            if !title.is_empty() {
                let _ = write!(page, "### {title}\n\n");
            }
            for grid in grids {
                page.push_str(&self::grid(grid));
            }
            notes.iter().try_for_each(|note| write!(page, "{note}\n\n"))
        }
        ReportBlock::Figure { title, caption, file, .. } => {
            write!(page, "### {title}\n\n{caption}\n\n![{title}]({file})\n\n")
        }
        ReportBlock::List(points) => {
            let points: String = points.iter().map(|point| format!("- {point}\n")).collect();
            writeln!(page, "{points}")
        }
        ReportBlock::Command(command) => write!(page, "    {command}\n\n"),
    };
}

fn tally(claims: &[ClaimResult]) -> String {
    let count = |verdict: ClaimVerdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
    let all = ClaimVerdict::ALL.into_iter().filter(|verdict| count(*verdict) > 0);
    let mut text =
        all.map(|verdict| format!("**{}** {verdict}", count(verdict))).collect::<Vec<_>>().join(" · ");
    text.push_str("\n\n| claim | verdict | |\n|---|---|---|\n");
    for claim in claims {
        let _ = writeln!(
            text,
            "| {} | {} {} | {} |",
            claim.claim.id,
            sign(claim.verdict),
            claim.verdict,
            cell(&claim.claim.text)
        );
    }
    text
}

fn claim(result: &ClaimResult) -> String {
    let claim = &result.claim;
    let mut text =
        format!("### {} {}: {}\n\n{}\n\n", sign(result.verdict), claim.id, result.verdict, claim.text);
    if !claim.published.is_empty() {
        let _ = write!(text, "Published: {}\n\n", claim.published);
    }
    for check in &result.checks {
        let _ = writeln!(
            text,
            "- {} {}. {}.",
            sign(check.verdict),
            capital(&check.expects),
            capital(&check.told())
        );
        let misses: Vec<String> = check
            .places
            .iter()
            .filter(|place| !place.fits && check.places.len() > 1)
            .map(|place| {
                let p = place.p.map_or(String::new(), |p| format!(", p {}", probability(p)));
                let other = place.other.map_or(String::new(), |other| format!(" against {}", shown(other)));
                format!("{}: {}{other}{p}", place.condition, shown(place.number))
            })
            .collect();
        if !misses.is_empty() && check.verdict > ClaimVerdict::Holds {
            let _ = writeln!(text, "  - not so at {}", misses.join("; "));
        }
    }
    text.push('\n');
    for (title, remark) in remarks(result) {
        let _ = write!(text, "{title}: {remark}\n\n");
    }
    text
}

fn grid(grid: &Grid) -> String {
    let mut text = String::new();
    let headline = grid.headline();
    if !headline.is_empty() {
        let _ = write!(text, "{}:\n\n", capital(&headline));
    }
    let head: Vec<String> = grid.head.iter().map(|head| cell(head)).collect();
    let _ = writeln!(text, "| {} |", head.join(" | "));
    let _ = writeln!(text, "|---{}|", "|---:".repeat(grid.head.len().saturating_sub(1)));
    for (name, cells) in &grid.rows {
        let mark = |tone: Tone| match tone {
            Tone::More => "▲ ",
            Tone::Less => "▼ ",
            Tone::Opposite => "⚠ ",
            Tone::Plain | Tone::Words => "",
        };
        let cells: Vec<String> = cells.iter().map(|c| format!("{}{}", mark(c.tone), cell(&c.text))).collect();
        let _ = writeln!(text, "| {} | {} |", cell(name), cells.join(" | "));
    }
    text.push('\n');
    text
}

/// Text as it may stand in a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
