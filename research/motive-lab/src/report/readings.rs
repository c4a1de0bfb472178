//! The chapter about readings: what the source leaves open, and how much depends on it.

use super::document::{Origin, ReportBlock, TableCell};
use super::plot::{PointMark, Specification, specification_curve};
use crate::claims::{ClaimResult, Multiverse, PointEffect, UniverseResult, wording::shown};
use crate::study::Study;

/// The blocks of the chapter; empty if the study has no open points.
pub(super) fn blocks(study: &Study, claims: &[ClaimResult]) -> Vec<ReportBlock> {
    if study.open.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![ReportBlock::Chapter("Readings".into()), open_points(study)];
    for (claim, multiverse) in claims.iter().filter_map(|claim| Some((claim, claim.multiverse.as_ref()?))) {
        blocks.push(ReportBlock::Text(format!("{}: {}.", claim.claim.text, multiverse.told())));
        blocks.push(curve(claim, multiverse));
        blocks.push(effects(claim, multiverse));
    }
    blocks
}

/// What the source leaves open, with the passage behind each reading.
fn open_points(study: &Study) -> ReportBlock {
    let mut rows = Vec::new();
    for point in &study.open {
        for (at, reading) in point.reading.iter().enumerate() {
            let question = if at == 0 { point.question.as_str() } else { "" };
            let name = if at == 0 { format!("`{}`", point.id) } else { String::new() };
            let words = [question, reading.name.as_str(), reading.text.as_str(), reading.passage.as_str()];
            rows.push((name, words.map(TableCell::words).to_vec()));
        }
    }
    let head = ["point", "question", "reading", "what it says", "what supports it"];
    let note = "The first reading of each point is what the study's other parts have.";
    ReportBlock::table("What the source leaves open", Origin::Given, &head, rows, &[note])
}

fn curve(claim: &ClaimResult, multiverse: &Multiverse) -> ReportBlock {
    let specification = |universe: &UniverseResult| {
        let place = universe.place(0)?;
        Some(Specification {
            value: place.value,
            interval: place.interval,
            verdict: universe.verdict.to_string(),
            mark: match universe.verdict {
                verdict if verdict.is_for() => PointMark::For,
                verdict if verdict.is_against() => PointMark::Against,
                _ => PointMark::Open,
            },
            readings: universe.readings.clone(),
        })
    };
    let specifications: Vec<Specification> = multiverse.universes.iter().filter_map(specification).collect();
    let readings = |point: &String| {
        let effect = multiverse.effects.iter().find(|effect| effect.point == *point);
        let names = effect.map_or(&[][..], |effect| &effect.readings);
        (point.clone(), names.iter().map(|reading| reading.reading.clone()).collect())
    };
    let points: Vec<(String, Vec<String>)> = multiverse.points.iter().map(readings).collect();
    let title = format!("Specification curve of {}", claim.claim.id);
    let axis = if multiverse.is_ratio { "ratio of the first check" } else { "number of the first check" };
    ReportBlock::Figure {
        caption: "Each column is a combination of readings, with the number of the claim's first check and its 95 % interval; the dots below say which readings it has. Circles: the claim holds, at least weaker; squares: it does not, or is opposite; small dots: undecided.".into(),
        svg: specification_curve(&title, axis, &points, &specifications, multiverse.is_ratio),
        file: format!("plots/readings-{}.svg", file_name(&claim.claim.id)),
        title,
    }
}

/// A claim's name as part of a file's.
fn file_name(id: &str) -> String {
    id.chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' })
        .collect()
}

/// Which point decides.
fn effects(claim: &ClaimResult, multiverse: &Multiverse) -> ReportBlock {
    let mut rows = Vec::new();
    for effect in &multiverse.effects {
        rows.extend(rows_of(effect));
    }
    let head = ["point", "explains", "reading", "combinations", "holds", "does not", "mean number"];
    let note = "Explains: the part of the variance between combinations of the first check's number (of ratios, of their logarithms) that lies between a point's readings (eta squared); points may share some of it. Holds: at least weaker. The mean of ratios is the geometric one.";
    ReportBlock::table(format!("What {} depends on", claim.claim.id), Origin::Measured, &head, rows, &[note])
}

fn rows_of(effect: &PointEffect) -> impl Iterator<Item = (String, Vec<TableCell>)> {
    effect.readings.iter().enumerate().map(|(at, reading)| {
        let first = at == 0;
        let name = if first { format!("`{}`", effect.point) } else { String::new() };
        let explains = if first { format!("{:.0} %", effect.explains * 100.0) } else { String::new() };
        let cells = vec![
            TableCell::plain(explains),
            TableCell::words(&reading.reading),
            TableCell::plain(reading.universes.to_string()),
            TableCell::plain(reading.holds.to_string()),
            TableCell::plain(reading.against.to_string()),
            TableCell::plain(shown(reading.mean)),
        ];
        (name, cells)
    })
}
