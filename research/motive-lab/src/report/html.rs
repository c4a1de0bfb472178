//! The page for a browser.

use super::document::{Document, Grid, ReportBlock, TableCell, Tone};
use super::plot::STYLE;
use crate::claims::{
    CheckResult, ClaimResult, ClaimVerdict, ConditionResult,
    wording::{between, shown},
};
use std::fmt::Write as _;

/// What the page looks like.
const PAGE: &str = include_str!("page.css");

/// Writes a page that needs nothing but itself.
pub fn html(document: &Document) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{STYLE}{PAGE}</style>\n</head>\n<body>\n<main>\n<header><h1>{}</h1>",
        escaped(&document.title),
        escaped(&document.title)
    );
    if !document.subtitle.is_empty() {
        let _ = write!(page, "<p class=\"source\">{}</p>", inline(&document.subtitle));
    }
    page.push_str("</header>\n");
    contents(document, &mut page);
    for (number, block) in document.blocks.iter().enumerate() {
        self::block(block, number, &mut page);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Links to the chapters.
fn contents(document: &Document, page: &mut String) {
    page.push_str("<nav>");
    for (number, block) in document.blocks.iter().enumerate() {
        if let ReportBlock::Chapter(title) = block {
            let _ = write!(page, "<a href=\"#c{number}\">{}</a>", escaped(title));
        }
    }
    page.push_str("</nav>\n");
}

fn block(block: &ReportBlock, number: usize, page: &mut String) {
    match block {
        ReportBlock::Chapter(title) => {
            let _ = writeln!(page, "<h2 id=\"c{number}\">{}</h2>", escaped(title));
        }
        ReportBlock::Text(text) => {
            let _ = writeln!(page, "<p>{}</p>", inline(text));
        }
        ReportBlock::Warning(text) => {
            let _ = writeln!(page, "<p class=\"warning\">{}</p>", inline(text));
        }
        ReportBlock::Facts(facts) => {
            page.push_str("<dl class=\"facts\">");
            for (figure, what) in facts {
                let _ = write!(page, "<div><dd>{}</dd><dt>{}</dt></div>", escaped(figure), escaped(what));
            }
            page.push_str("</dl>\n");
        }
        ReportBlock::Tally(claims) => tally(claims, page),
        ReportBlock::Claim(claim) => self::claim(claim, page),
        ReportBlock::Tables { title, grids, notes } => tables(title, grids, notes, page),
        ReportBlock::Figure { title, caption, svg, .. } => {
            let _ = writeln!(
                page,
                "<figure><figcaption><b>{}</b> {}</figcaption><div class=\"scroll\">{svg}</div></figure>",
                escaped(title),
                inline(caption)
            );
        }
        ReportBlock::List(points) => {
            page.push_str("<ul>");
            for point in points {
                let _ = write!(page, "<li>{}</li>", inline(point));
            }
            page.push_str("</ul>\n");
        }
        ReportBlock::Command(command) => {
            let _ = writeln!(page, "<pre><code>{}</code></pre>", escaped(command));
        }
    }
}

/// The class of a verdict, and its sign, so that it does not depend on colour.
fn look(verdict: ClaimVerdict) -> (&'static str, &'static str) {
    match verdict {
        ClaimVerdict::Holds => ("holds", "✓"),
        ClaimVerdict::HoldsWeaker => ("weaker", "≈"),
        ClaimVerdict::Depends => ("depends", "◐"),
        ClaimVerdict::Undecided => ("undecided", "?"),
        ClaimVerdict::DoesNotHold => ("not", "✗"),
        ClaimVerdict::Opposite => ("opposite", "⇄"),
    }
}

pub(super) fn sign(verdict: ClaimVerdict) -> &'static str {
    look(verdict).1
}

fn class(verdict: ClaimVerdict) -> &'static str {
    look(verdict).0
}

fn badge(verdict: ClaimVerdict) -> String {
    format!("<span class=\"badge {}\"><i>{}</i> {verdict}</span>", class(verdict), sign(verdict))
}

fn tally(claims: &[ClaimResult], page: &mut String) {
    page.push_str("<div class=\"tally\">");
    for verdict in ClaimVerdict::ALL {
        let count = claims.iter().filter(|claim| claim.verdict == verdict).count();
        if count > 0 {
            let _ = write!(page, "<div class=\"{}\"><b>{count}</b> {verdict}</div>", class(verdict));
        }
    }
    page.push_str("</div>\n<ol class=\"verdicts\">");
    for claim in claims {
        let _ = write!(
            page,
            "<li><a href=\"#{id}\" class=\"{}\" title=\"{}: {}\"><i>{}</i> {id}</a></li>",
            class(claim.verdict),
            escaped(&claim.claim.text),
            claim.verdict,
            sign(claim.verdict),
            id = escaped(&claim.claim.id),
        );
    }
    page.push_str("</ol>\n");
}

fn claim(result: &ClaimResult, page: &mut String) {
    let claim = &result.claim;
    let _ = write!(
        page,
        "<article class=\"claim {}\" id=\"{id}\"><h3>{}<small>{id}</small>{}</h3>",
        class(result.verdict),
        inline(&claim.text),
        badge(result.verdict),
        id = escaped(&claim.id),
    );
    if !claim.published.is_empty() {
        let _ = write!(page, "<p class=\"published\"><b>Published:</b> {}</p>", inline(&claim.published));
    }
    page.push_str("<ul class=\"checks\">");
    for check in &result.checks {
        self::check(check, page);
    }
    page.push_str("</ul>");
    for (title, text) in remarks(result) {
        let _ = write!(page, "<p class=\"why\"><b>{title}:</b> {}</p>", inline(&text));
    }
    page.push_str("</article>\n");
}

/// What is to be said of a claim whatever its verdict.
pub(super) fn remarks(result: &ClaimResult) -> Vec<(&'static str, String)> {
    let claim = &result.claim;
    let explained = if result.verdict == ClaimVerdict::Holds { "Note" } else { "Why it differs" };
    let mut remarks: Vec<(&'static str, String)> = Vec::new();
    remarks.extend(claim.explanation.clone().map(|text| (explained, text)));
    remarks.extend(claim.fitted.clone().map(|text| ("Fitted", text)));
    remarks.extend(result.rests_on.iter().map(|text| ("Rests on something fitted", text.clone())));
    remarks.extend(claim.after_results.clone().map(|text| ("Decided after results were seen", text)));
    remarks
}

fn check(check: &CheckResult, page: &mut String) {
    let _ = write!(
        page,
        "<li><span class=\"badge {}\" title=\"{verdict}\"><i>{}</i></span><div>{}<br><span class=\"found\">{}.</span>",
        class(check.verdict),
        sign(check.verdict),
        inline(&capital(&check.expects)),
        inline(&capital(&check.told())),
        verdict = check.verdict,
    );
    if check.places.len() > 1 {
        places(&check.places, page);
    }
    page.push_str("</div></li>");
}

/// What was found where, folded away.
fn places(places: &[ConditionResult], page: &mut String) {
    let (others, tested) = (places.iter().any(|p| p.other.is_some()), places.iter().any(|p| p.p.is_some()));
    page.push_str("<details><summary>each condition</summary><div class=\"scroll\"><table><thead><tr><th>condition</th><th>found</th>");
    page.push_str(if others { "<th>compared with</th>" } else { "" });
    page.push_str("<th>judged by</th><th>95 %</th>");
    page.push_str(if tested { "<th>p</th><th>Hedges’ g, 95 %</th>" } else { "" });
    page.push_str("<th></th></tr></thead><tbody>");
    for place in places {
        let _ = write!(page, "<tr><th>{}</th><td>{}</td>", escaped(&place.condition), shown(place.number));
        if others {
            let _ = write!(page, "<td>{}</td>", place.other.map_or(String::new(), shown));
        }
        let lies = place.interval.map_or(String::new(), between);
        let _ = write!(page, "<td>{}</td><td>{lies}</td>", shown(place.value));
        if tested {
            let effect = place.effect.map_or(String::new(), |(g, interval)| {
                let lies = interval.map_or(String::new(), |i| format!(" ({})", between(i)));
                format!("{}{lies}", shown(g))
            });
            let _ = write!(
                page,
                "<td>{}</td><td>{effect}</td>",
                escaped(&place.p.map_or(String::new(), probability))
            );
        }
        let _ = write!(page, "<td>{}</td></tr>", if place.fits { "✓" } else { "✗" });
    }
    page.push_str("</tbody></table></div></details>");
}

/// A probability as it stands in a table.
pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".into() } else { format!("{p:.3}") }
}

fn tables(title: &str, grids: &[Grid], notes: &[String], page: &mut String) {
    page.push_str("<section class=\"tables\">");
    if !title.is_empty() {
        let _ = write!(page, "<h3>{}</h3>", inline(title));
    }
    page.push_str("<div class=\"pair\">");
    for grid in grids {
        self::grid(grid, page);
    }
    page.push_str("</div>");
    for note in notes {
        let _ = write!(page, "<p class=\"note\">{}</p>", inline(note));
    }
    page.push_str("</section>\n");
}

fn grid(grid: &Grid, page: &mut String) {
    page.push_str("<div class=\"scroll\"><table>");
    let headline = grid.headline();
    if !headline.is_empty() {
        let _ = write!(page, "<caption>{}</caption>", escaped(&headline));
    }
    page.push_str("<thead><tr>");
    for (column, head) in grid.head.iter().enumerate() {
        // A head stands as its column does; the first column is that of the rows' names.
        let below = column.checked_sub(1).and_then(|at| grid.rows.first()?.1.get(at));
        let class = below.map_or("", |cell| tone(cell).0);
        let class = if class == "words" { " class=\"words\"" } else { "" };
        let _ = write!(page, "<th{class}>{}</th>", escaped(head));
    }
    page.push_str("</tr></thead><tbody>");
    for (name, cells) in &grid.rows {
        let _ = write!(page, "<tr><th>{}</th>", inline(name));
        for cell in cells {
            let (class, lead) = tone(cell);
            let _ = write!(page, "<td class=\"{class}\">{lead}{}</td>", inline(&cell.text));
        }
        page.push_str("</tr>");
    }
    page.push_str("</tbody></table></div>");
}

fn tone(cell: &TableCell) -> (&'static str, &'static str) {
    match cell.tone {
        Tone::Plain => ("", ""),
        Tone::More => ("more", "<i>▲</i>"),
        Tone::Less => ("less", "<i>▼</i>"),
        Tone::Opposite => ("other-way", "<i>⚠</i>"),
        Tone::Words => ("words", ""),
    }
}

/// Text with names in backquotes set as code.
fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let piece = |(at, part): (usize, &&str)| {
        if at % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) }
    };
    parts.iter().enumerate().map(piece).collect()
}

/// A sentence begins with a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Text with the characters that HTML reserves written as entities.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
