//! Figures of studies that the book quotes are those of the archived summaries.
//!
//! A table of measured figures follows a line such as
//!
//! ```text
//! <!-- figures of gordon2005-ctf: - | - | power.score_first.mean power.score_second.mean -->
//! ```
//!
//! which says for each column what its numbers are: the part, the metric and the statistic of each, in order, or `-` where the column has none. The agent is the name in
//! backquotes in the first cell of a row. After a line `<!-- verdicts of STUDY -->` the first cell names a claim, and the last has its verdict. The summaries are those that `motive lab report` writes, kept in `experiments/outcomes`. After a new run,
//! `UPDATE_FIGURES=1 cargo test -p motive-checks figures` writes the numbers into the pages, each with as many digits as it had.

use crate::{root, text};
use std::collections::BTreeMap;

/// The pages that quote figures.
const PAGES: &[&str] = &["docs/book/src/research-shooter.md"];

/// The numbers of a study: by part, agent and metric the columns of its summary by name.
struct Summary(BTreeMap<(String, String, String), BTreeMap<String, f64>>);

impl Summary {
    fn of(study: &str) -> Self {
        let text = text(&format!("experiments/outcomes/{study}.csv"));
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<&str>>());
        let head = lines.next().unwrap();
        let numbers = lines.map(|fields| {
            let [part, agent, metric, ..] = fields[..] else { panic!("{study}: {fields:?}") };
            let columns = head.iter().zip(&fields).skip(3);
            let columns = columns.filter_map(|(name, value)| Some(((*name).to_owned(), value.parse().ok()?)));
            ((part.to_owned(), agent.to_owned(), metric.to_owned()), columns.collect())
        });
        Self(numbers.collect())
    }

    /// A number by what the page calls it: `PART.METRIC.STATISTIC`.
    fn number(&self, agent: &str, name: &str) -> f64 {
        let [part, metric, statistic] = name.split('.').collect::<Vec<_>>()[..] else { panic!("`{name}`") };
        let row = self.0.get(&(part.to_owned(), agent.to_owned(), metric.to_owned()));
        let row = row.unwrap_or_else(|| panic!("the summary has no {part} {agent} {metric}"));
        *row.get(statistic).unwrap_or_else(|| panic!("there is no `{statistic}`"))
    }
}

/// A number in a cell.
#[derive(Debug, PartialEq)]
struct Figure {
    /// Where in the cell it is written.
    at: std::ops::Range<usize>,
    value: f64,
    /// Digits after the point.
    digits: usize,
    percent: bool,
}

impl Figure {
    /// All numbers of a cell.
    fn all(cell: &str) -> Vec<Self> {
        let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '-');
        let (mut found, mut from) = (Vec::new(), 0);
        while let Some(start) = cell[from..].find(|letter: char| letter.is_ascii_digit() || letter == '-') {
            let start = from + start;
            let end = cell[start..].find(|letter| !is_part(letter)).map_or(cell.len(), |end| start + end);
            let number = &cell[start..end];
            if let Ok(value) = number.replace(',', "").parse() {
                let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
                found.push(Self { at: start..end, value, digits, percent: cell[end..].starts_with(" %") });
            }
            from = end;
        }
        found
    }

    /// The archived number as it would be written here.
    fn written(&self, archived: f64) -> String {
        let number = format!("{:.*}", self.digits, if self.percent { archived * 100.0 } else { archived });
        let number = if number.trim_start_matches('-').chars().all(|it| matches!(it, '0' | '.')) {
            number.trim_start_matches('-').to_owned()
        } else {
            number
        };
        let (sign, rest) = number.strip_prefix('-').map_or(("", &*number), |rest| ("-", rest));
        let (whole, part) = rest.split_once('.').map_or((rest, None), |(whole, part)| (whole, Some(part)));
        let mut grouped = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        format!("{sign}{grouped}{}", part.map_or(String::new(), |part| format!(".{part}")))
    }
}

#[test]
fn the_figures_of_a_cell_are_found_and_written_alike() {
    let found = |cell: &str| {
        Figure::all(cell).into_iter().map(|it| (it.value, it.digits, it.percent)).collect::<Vec<_>>()
    };
    assert_eq!(found("8.93 (0.26)"), [(8.93, 2, false), (0.26, 2, false)]);
    assert_eq!(found("-0.79 to 12,345"), [(-0.79, 2, false), (12_345.0, 0, false)]);
    assert_eq!(found("won 60 % (n - 1)"), [(60.0, 0, true), (1.0, 0, false)]);
    let figure = &Figure::all("1,234.50")[0];
    assert_eq!((figure.written(-9_876.543), figure.written(-0.001)), ("-9,876.54".into(), "0.00".into()));
    assert_eq!(Figure::all("3 %")[0].written(0.256), "26");
}

/// A row with the numbers of the summary.
fn corrected(row: &str, columns: &[&str], summary: &Summary) -> String {
    let mut cells: Vec<String> =
        row.trim().trim_start_matches('|').trim_end_matches('|').split('|').map(str::to_owned).collect();
    let agent =
        cells[0].split('`').nth(1).unwrap_or_else(|| panic!("no agent in backquotes: {row}")).to_owned();
    for (cell, wanted) in cells.iter_mut().zip(columns).filter(|(_, wanted)| **wanted != "-") {
        let names: Vec<&str> = wanted.split_whitespace().collect();
        let figures = Figure::all(cell);
        assert_eq!(figures.len(), names.len(), "{agent}: `{}` for {wanted}", cell.trim());
        for (figure, name) in figures.iter().zip(names).rev() {
            cell.replace_range(figure.at.clone(), &figure.written(summary.number(&agent, name)));
        }
    }
    format!("|{}|", cells.join("|"))
}

/// What the rows of a table are compared with.
enum Source<'a> {
    Figures(Summary, Vec<&'a str>),
    /// The verdict on each claim.
    Verdicts(BTreeMap<String, String>),
}

impl<'a> Source<'a> {
    /// What a line announces, if it announces a table.
    fn announced(line: &'a str) -> Option<Self> {
        let note = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
        if let Some(study) = note.strip_prefix("verdicts of ") {
            let outcome = text(&format!("experiments/outcomes/{study}.json"));
            let outcome: serde_json::Value = serde_json::from_str(&outcome).unwrap();
            let claims = outcome["claims"].as_object().unwrap().iter();
            let verdict = |claim: &serde_json::Value| claim["verdict"].as_str().unwrap().to_owned();
            return Some(Self::Verdicts(claims.map(|(id, claim)| (id.clone(), verdict(claim))).collect()));
        }
        let (study, columns) = note.strip_prefix("figures of ")?.split_once(':').unwrap();
        Some(Self::Figures(Summary::of(study), columns.split('|').map(str::trim).collect()))
    }

    fn corrected(&self, row: &str) -> String {
        match self {
            Self::Figures(summary, columns) => corrected(row, columns, summary),
            Self::Verdicts(verdicts) => {
                let claim = row.split('`').nth(1).unwrap_or_else(|| panic!("no claim in backquotes: {row}"));
                let verdict = verdicts.get(claim).unwrap_or_else(|| panic!("no verdict on `{claim}`"));
                let before = row.trim_end_matches('|').rsplit_once('|').unwrap().0;
                format!("{before}| {verdict} |")
            }
        }
    }
}

/// A page with the numbers of the summaries, and how many tables it has.
fn corrected_page(text: &str) -> (String, usize) {
    let (mut page, mut tables) = (String::new(), 0);
    let mut table: Option<(Source<'_>, usize)> = None;
    for line in text.lines() {
        let mut kept = line.to_owned();
        if let Some(source) = Source::announced(line) {
            table = Some((source, 0));
            tables += 1;
        } else if let Some((source, rows)) = &mut table {
            if line.starts_with('|') {
                *rows += 1;
                // The head and the line below it come first.
                if *rows > 2 {
                    kept = source.corrected(line);
                }
            } else if *rows > 0 {
                table = None;
            }
        }
        page.push_str(&kept);
        page.push('\n');
    }
    (page, tables)
}

#[test]
fn figures_in_the_book_are_those_of_the_archived_summaries() {
    for page in PAGES {
        let written = text(page);
        let (corrected, tables) = corrected_page(&written);
        assert!(tables > 0, "{page} quotes nothing");
        if std::env::var_os("UPDATE_FIGURES").is_some() {
            std::fs::write(root().join(page), corrected).unwrap();
            continue;
        }
        for (line, wanted) in written.lines().zip(corrected.lines()) {
            assert_eq!(line, wanted, "{page}: UPDATE_FIGURES=1 puts it right");
        }
    }
}

/// The figures of a study are archived beside its verdicts, which say of which form of the study they are.
#[test]
fn every_summary_is_beside_its_verdicts() {
    for entry in std::fs::read_dir(root().join("experiments/outcomes")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(study) = name.strip_suffix(".csv") else { continue };
        assert!(root().join(format!("experiments/outcomes/{study}.json")).exists(), "{name}");
    }
}
