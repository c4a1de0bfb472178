//! A network as a picture: skills in columns by how far they are from a goal, links by kind, width by flow.

use crate::text::escaped;
use motive::network::{Kind, Link, Network, Pair};
use std::collections::BTreeMap;
use std::fmt::Write;

const BOX: (f64, f64) = (170.0, 44.0);
const GAP: (f64, f64) = (110.0, 28.0);
const MARGIN: f64 = 40.0;
/// How far links within a column reach out to its right.
const BULGE: f64 = GAP.0 * 0.6;
/// The widest link, in points.
const WIDEST: f64 = 7.0;

/// KeyedRng the network as it is after the last step.
pub(crate) fn svg(network: &Network) -> String {
    let links: Vec<Link> = [Kind::Forward, Kind::Backward, Kind::Inhibition]
        .into_iter()
        .flat_map(|kind| network.links(kind))
        .filter(|link| link.from != link.to)
        .collect();
    let places = places(network);
    let columns = places.iter().map(|(column, _)| column + 1).max().unwrap_or(1);
    let rows = places.iter().map(|(_, row)| row + 1).max().unwrap_or(1);
    let width = MARGIN + columns as f64 * (BOX.0 + GAP.0) - GAP.0 + BULGE + WIDEST;
    let height = 2.0 * MARGIN + (rows as f64 + 0.5) * (BOX.1 + GAP.1) + 70.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    heads(&mut text);
    let strongest = links.iter().map(|link| link.amount).fold(1e-9, f64::max);
    for (key, group) in grouped(&links) {
        draw_link(&mut text, key, &group, &places, strongest);
    }
    for (skill, place) in places.iter().enumerate() {
        draw_skill(&mut text, network, skill, corner(*place));
    }
    legend(&mut text, network, height);
    text.push_str("</svg>\n");
    text
}

/// Column and row of each skill: those that reach a goal stand right, those that help them left of them.
fn places(network: &Network) -> Vec<(usize, usize)> {
    let skills = network.skill_count();
    let mut distance = vec![usize::MAX; skills];
    let wants = |skill: usize| {
        network.skill_agent(skill).is_some_and(|agent| {
            let made = |pair: &Pair| agent.predictions().any(|made| made.pair == *pair);
            network.goals().any(|goal| made(&goal.pair))
        })
    };
    (0..skills).filter(|skill| wants(*skill)).for_each(|skill| distance[skill] = 0);
    let backward = network.links(Kind::Backward);
    // Each round finds the skills one link further away.
    for round in 0..skills {
        for link in backward.iter().filter(|link| link.from != link.to) {
            if distance[link.from] == round && distance[link.to] > round + 1 {
                distance[link.to] = round + 1;
            }
        }
    }
    let deepest = distance.iter().filter(|far| **far != usize::MAX).max().copied().unwrap_or(0);
    // Long chains are folded, so that the picture stays readable.
    let column = |far: usize| if far == usize::MAX { 0 } else { deepest.min(6) - far.min(6).min(deepest) };
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    distance
        .into_iter()
        .map(|far| {
            let column = column(far);
            let row = used.entry(column).or_default();
            *row += 1;
            (column, *row - 1)
        })
        .collect()
}

/// Every second column stands half a row lower, so that a link over a column runs between its boxes.
fn corner((column, row): (usize, usize)) -> (f64, f64) {
    let lower = if column % 2 == 1 { (BOX.1 + GAP.1) / 2.0 } else { 0.0 };
    (MARGIN + column as f64 * (BOX.0 + GAP.0), MARGIN + lower + row as f64 * (BOX.1 + GAP.1))
}

/// How far a link sags that passes more columns than one.
fn sag(from: usize, to: usize) -> f64 {
    from.abs_diff(to).saturating_sub(2) as f64 * (BOX.1 + GAP.1) * 0.6
}

type Key = (usize, usize, Kind);

/// Links of one kind between the same two skills are drawn as one.
fn grouped(links: &[Link]) -> BTreeMap<Key, Vec<&Link>> {
    let mut groups: BTreeMap<Key, Vec<&Link>> = BTreeMap::new();
    for link in links {
        groups.entry((link.from, link.to, link.kind)).or_default().push(link);
    }
    groups
}

fn colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Forward => "#2a7f3f",
        Kind::Backward => "#2357b5",
        _ => "#c0392b",
    }
}

fn heads(text: &mut String) {
    text.push_str("<defs>\n");
    for kind in [Kind::Forward, Kind::Backward, Kind::Inhibition] {
        let _ = writeln!(
            text,
            "<marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"{}\"/></marker>",
            kind.name(),
            colour(kind)
        );
    }
    text.push_str("</defs>\n");
}

fn draw_link(
    text: &mut String,
    (from, to, kind): Key,
    links: &[&Link],
    places: &[(usize, usize)],
    strongest: f64,
) {
    let (Some(start), Some(end)) = (places.get(from), places.get(to)) else { return };
    let sag = sag(start.0, end.0);
    let (start, end) = (corner(*start), corner(*end));
    let amount: f64 = links.iter().map(|link| link.amount).sum();
    let width = if amount > 0.0 { 0.8 + (WIDEST - 0.8) * (amount / strongest).min(1.0).sqrt() } else { 0.6 };
    let dash = if amount > 0.0 { "" } else { " stroke-dasharray=\"2 4\"" };
    let opacity = if amount > 0.0 { 0.85 } else { 0.35 };
    // Each kind leaves a box at a height of its own, so that links do not hide each other.
    let lane = match kind {
        Kind::Forward => 0.28,
        Kind::Backward => 0.5,
        _ => 0.72,
    };
    let (y1, y2) = (start.1 + BOX.1 * lane, end.1 + BOX.1 * lane);
    let (x1, x2, bend) = if end.0 > start.0 {
        (start.0 + BOX.0, end.0, GAP.0 * 0.7)
    } else if end.0 < start.0 {
        (start.0, end.0 + BOX.0, -GAP.0 * 0.7)
    } else {
        (start.0 + BOX.0, end.0 + BOX.0, BULGE)
    };
    let back = if end.0 == start.0 { bend } else { -bend };
    let about: Vec<&str> = links.iter().map(|link| &*link.proposition).collect();
    let _ = writeln!(
        text,
        "<path d=\"M{x1:.1},{y1:.1} C{:.1},{:.1} {:.1},{:.1} {x2:.1},{y2:.1}\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"{width:.2}\" stroke-opacity=\"{opacity}\"{dash} marker-end=\"url(#{})\"><title>{}: {} ({amount:.3})</title></path>",
        x1 + bend,
        y1 + sag,
        x2 + back,
        y2 + sag,
        colour(kind),
        kind.name(),
        kind.name(),
        escaped(&about.join(", "))
    );
}

fn draw_skill(text: &mut String, network: &Network, skill: usize, (x, y): (f64, f64)) {
    let level = network.level(skill);
    let most = (0..network.skill_count()).map(|skill| network.level(skill)).fold(1e-9, f64::max);
    let fill = if network.is_executing(skill) {
        "#ffe9b3"
    } else if network.is_executable(skill) {
        "#e8f6e8"
    } else {
        "#f4f4f4"
    };
    let (width, height) = BOX;
    let _ = writeln!(
        text,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{fill}\" stroke=\"#555\"/>\n\
         <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"5\" fill=\"#888\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"middle\">{}</text>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"#555\" text-anchor=\"middle\">{level:.2}</text>",
        x + 6.0,
        y + height - 9.0,
        (width - 12.0) * level / most,
        x + width / 2.0,
        y + 17.0,
        escaped(&shortened(network.skill_name(skill))),
        x + width / 2.0,
        y + 31.0
    );
}

fn legend(text: &mut String, network: &Network, height: f64) {
    let y = height - 46.0;
    let goals: Vec<String> = network
        .goals()
        .map(|goal| format!("{}{}", goal.pair, if network.holds(&goal.pair) { " (holds)" } else { "" }))
        .collect();
    let _ = writeln!(
        text,
        "<text x=\"{MARGIN}\" y=\"{y:.1}\" font-size=\"12\" fill=\"#333\">step {}; wanted: {}</text>",
        network.steps(),
        escaped(&goals.join(", "))
    );
    let words = [(Kind::Forward, "forward"), (Kind::Backward, "backward"), (Kind::Inhibition, "takes away")];
    for (at, (kind, word)) in words.into_iter().enumerate() {
        let x = MARGIN + at as f64 * 120.0;
        let _ = writeln!(
            text,
            "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" stroke-width=\"3\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" fill=\"#333\">{word}</text>",
            y + 18.0,
            x + 26.0,
            y + 18.0,
            colour(kind),
            x + 32.0,
            y + 22.0
        );
    }
}

fn shortened(name: &str) -> String {
    const MOST: usize = 24;
    if name.chars().count() <= MOST {
        name.to_owned()
    } else {
        name.chars().take(MOST - 1).chain(['…']).collect()
    }
}
