//! A page about a study: verdicts, plots, and every table beside the published one.
//!
//! What is on the page is worked out once, as a [`Document`]; [`html`] and [`markdown`] are two ways to write it down. The page
//! needs nothing but itself: no script, no font, no picture from elsewhere. It is light or dark as the reader's system is, and its colours can be told
//! apart by people who see few.

mod chapters;
mod comparison;
mod document;
mod html;
mod markdown;
mod plot;
mod ranking;
mod readings;
mod summaries;
mod tables;

pub use document::{Document, Grid, Origin, People, ReportBlock, TableCell, Tone, lint};
pub use html::html;
pub use markdown::markdown;
pub use ranking::{Rank, RatedPlayer, RoundRobin, rank, rate};
pub use summaries::{ClaimOutcome, OutcomeSummary};

use crate::claims::{ClaimResult, judge};
use crate::error::LabError;
use crate::files;
use crate::manifest::Registration;
use crate::results::Results;
use std::path::{Path, PathBuf};

/// What a report says, and where it was written.
#[derive(Clone, Debug)]
pub struct WrittenReport {
    /// The page for a browser.
    pub html: PathBuf,
    /// The same as Markdown.
    pub markdown: PathBuf,
    /// The study's title.
    pub title: String,
    /// Complete runs, of all runs.
    pub runs: (usize, usize),
    /// The verdict on each claim.
    pub claims: Vec<ClaimResult>,
    /// Tables with cells that contradict the published ones without an explanation, once all runs are complete.
    pub unexplained: Vec<String>,
    /// Who did best, where agents are ranked.
    pub ranking: Vec<Rank>,
    /// Ratings, where agents play each other.
    pub ratings: Vec<RoundRobin>,
}

/// Writes the report of a directory of results into it: `report.html`, `report.md`, the plots, and the numbers that a text may quote: `summary.csv` has those of
/// every metric, `summary.json` the verdicts with the numbers behind them.
///
/// # Errors
/// If there are no results, or something cannot be read or written.
pub fn write(directory: &Path) -> Result<WrittenReport, LabError> {
    let (manifest, results) = Results::read(directory)?;
    let study = manifest.read_study(directory)?;
    if results.done() == 0 {
        let why = "not a single run is over yet".to_owned();
        return Err(LabError::NoResults(directory.to_owned(), why));
    }
    let claims = judge(&study, &results);
    let ranking = rank(&study, &results);
    let ratings = rate(&results);
    let registration = Registration::read(directory)?;
    let from = (&manifest, registration.as_ref());
    let (document, unexplained) = chapters::document(&study, from, &results, &claims, &ranking, &ratings);
    let wrong = lint(&document);
    if !wrong.is_empty() {
        return Err(LabError::Untagged(wrong));
    }
    let page = files::write(directory, "report.html", html(&document))?;
    let text = files::write(directory, "report.md", markdown(&document))?;
    files::write(directory, "summary.csv", summaries::metric_rows(&results, &ratings))?;
    let outcome = files::json(&OutcomeSummary::of(&study, &results, &claims));
    files::write(directory, "summary.json", outcome)?;
    for block in &document.blocks {
        if let ReportBlock::Figure { file, svg, .. } = block {
            files::write(directory, file, plot::standalone(svg))?;
        }
    }
    Ok(WrittenReport {
        html: page,
        markdown: text,
        title: study.title.clone(),
        runs: (results.done(), results.total()),
        claims,
        unexplained,
        ranking,
        ratings,
    })
}
