//! A network as SVG: skills in columns by their distance from a goal, links by kind, with a width by flow.

use crate::commands::picture::page;
use motive::networks::{Link, LinkKind, Literal, Network};
use std::collections::BTreeMap;
use svg::node::element::{Definitions, Group, Line, Marker, Path, Rectangle, Text, Title};

const BOX: (f64, f64) = (170.0, 44.0);
const GAP: (f64, f64) = (110.0, 28.0);
const MARGIN: f64 = 40.0;
/// How far links within a column reach out to its right.
const BULGE: f64 = GAP.0 * 0.6;
/// The widest link, in points.
const WIDEST: f64 = 7.0;

/// Draws the network as it is after the last step.
pub(crate) fn svg(network: &Network) -> String {
    let links: Vec<Link> = [LinkKind::Forward, LinkKind::Backward, LinkKind::Inhibition]
        .into_iter()
        .flat_map(|kind| network.links(kind))
        .filter(|link| link.from != link.to)
        .collect();
    let places = places(network);
    let columns = places.iter().map(|(column, _)| column + 1).max().unwrap_or(1);
    let rows = places.iter().map(|(_, row)| row + 1).max().unwrap_or(1);
    let width = MARGIN + columns as f64 * (BOX.0 + GAP.0) - GAP.0 + BULGE + WIDEST;
    let height = 2.0 * MARGIN + (rows as f64 + 0.5) * (BOX.1 + GAP.1) + 70.0;
    let mut document = page(width.round(), height.round()).add(arrow_heads());
    let strongest = links.iter().map(|link| link.amount).fold(1e-9, f64::max);
    for (key, group) in grouped(&links) {
        if let Some(link) = link_path(key, &group, &places, strongest) {
            document = document.add(link);
        }
    }
    for (skill, place) in places.iter().enumerate() {
        document = document.add(skill_box(network, skill, corner(*place)));
    }
    format!("{}\n", document.add(legend(network, height)))
}

/// Column and row of each skill: skills that achieve a goal are on the right, their predecessors left of them.
fn places(network: &Network) -> Vec<(usize, usize)> {
    let skills = network.skill_count();
    let mut distance = vec![usize::MAX; skills];
    let achieves_goal = |skill: usize| {
        network.skill_agent(skill).is_some_and(|agent| {
            let predicts = |goal: &Literal| agent.predictions().any(|made| made.literal == *goal);
            network.goals().any(|goal| predicts(&goal.literal))
        })
    };
    (0..skills).filter(|skill| achieves_goal(*skill)).for_each(|skill| distance[skill] = 0);
    let backward = network.links(LinkKind::Backward);
    // Each round finds the skills that are one link further away.
    for round in 0..skills {
        for link in backward.iter().filter(|link| link.from != link.to) {
            if distance[link.from] == round && distance[link.to] > round + 1 {
                distance[link.to] = round + 1;
            }
        }
    }
    let deepest = distance.iter().filter(|far| **far != usize::MAX).max().copied().unwrap_or(0);
    // Skills of long chains share columns, so that the picture stays readable.
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

/// Every second column is half a row lower, so that links across a column run between its boxes.
fn corner((column, row): (usize, usize)) -> (f64, f64) {
    let lower = if column % 2 == 1 { (BOX.1 + GAP.1) / 2.0 } else { 0.0 };
    (MARGIN + column as f64 * (BOX.0 + GAP.0), MARGIN + lower + row as f64 * (BOX.1 + GAP.1))
}

/// How far a link across several columns bends down.
fn sag(from: usize, to: usize) -> f64 {
    from.abs_diff(to).saturating_sub(2) as f64 * (BOX.1 + GAP.1) * 0.6
}

type Key = (usize, usize, LinkKind);

/// Links of one kind between the same two skills are drawn as one.
fn grouped(links: &[Link]) -> BTreeMap<Key, Vec<&Link>> {
    let mut groups: BTreeMap<Key, Vec<&Link>> = BTreeMap::new();
    for link in links {
        groups.entry((link.from, link.to, link.kind)).or_default().push(link);
    }
    groups
}

fn colour(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Forward => "#2a7f3f",
        LinkKind::Backward => "#2357b5",
        _ => "#c0392b",
    }
}

fn arrow_heads() -> Definitions {
    [LinkKind::Forward, LinkKind::Backward, LinkKind::Inhibition].into_iter().fold(
        Definitions::new(),
        |heads, kind| {
            let head = Path::new().set("d", "M0,0 L8,4 L0,8 z").set("fill", colour(kind));
            let marker = Marker::new()
                .set("id", kind.name())
                .set("viewBox", (0, 0, 8, 8))
                .set("refX", 7)
                .set("refY", 4)
                .set("markerWidth", 8)
                .set("markerHeight", 8)
                .set("markerUnits", "userSpaceOnUse")
                .set("orient", "auto");
            heads.add(marker.add(head))
        },
    )
}

fn link_path(
    (from, to, kind): Key,
    links: &[&Link],
    places: &[(usize, usize)],
    strongest: f64,
) -> Option<Path> {
    let (start, end) = (places.get(from)?, places.get(to)?);
    let sag = sag(start.0, end.0);
    let (start, end) = (corner(*start), corner(*end));
    let amount: f64 = links.iter().map(|link| link.amount).sum();
    // Each kind leaves a box at its own height, so that links do not cover each other.
    let lane = match kind {
        LinkKind::Forward => 0.28,
        LinkKind::Backward => 0.5,
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
    let (bend_x, bend_y, back_x, back_y) = (x1 + bend, y1 + sag, x2 + back, y2 + sag);
    let curve = format!("M{x1:.1},{y1:.1} C{bend_x:.1},{bend_y:.1} {back_x:.1},{back_y:.1} {x2:.1},{y2:.1}");
    let about: Vec<&str> = links.iter().map(|link| &*link.proposition).collect();
    let title = format!("{}: {} ({amount:.3})", kind.name(), about.join(", "));
    let path = Path::new()
        .set("d", curve)
        .set("fill", "none")
        .set("stroke", colour(kind))
        .set("marker-end", format!("url(#{})", kind.name()))
        .add(Title::new(title));
    if amount > 0.0 {
        let width = 0.8 + (WIDEST - 0.8) * (amount / strongest).min(1.0).sqrt();
        Some(path.set("stroke-width", format!("{width:.2}")).set("stroke-opacity", 0.85))
    } else {
        Some(path.set("stroke-width", 0.6).set("stroke-opacity", 0.35).set("stroke-dasharray", "2 4"))
    }
}

fn skill_box(network: &Network, skill: usize, (x, y): (f64, f64)) -> Group {
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
    let level_bar = rectangle((x + 6.0, y + height - 9.0), ((width - 12.0) * level / most, 5.0), "#888");
    let middle = x + width / 2.0;
    let name = text(shortened(network.skill_name(skill)), (middle, y + 17.0), 13, "black");
    let level = text(format!("{level:.2}"), (middle, y + 31.0), 10, "#555");
    Group::new()
        .add(rectangle((x, y), BOX, fill).set("rx", 6).set("stroke", "#555"))
        .add(level_bar)
        .add(name.set("text-anchor", "middle"))
        .add(level.set("text-anchor", "middle"))
}

fn legend(network: &Network, height: f64) -> Group {
    let y = height - 46.0;
    let goals: Vec<String> = network
        .goals()
        .map(|goal| format!("{}{}", goal.literal, if network.holds(&goal.literal) { " (holds)" } else { "" }))
        .collect();
    let title = format!("step {}; goals: {}", network.steps(), goals.join(", "));
    let kinds = [
        (LinkKind::Forward, "forward"),
        (LinkKind::Backward, "backward"),
        (LinkKind::Inhibition, "inhibition"),
    ];
    let legend = Group::new().add(text(title, (MARGIN, y), 12, "#333"));
    kinds.into_iter().enumerate().fold(legend, |legend, (at, (kind, word))| {
        let x = MARGIN + at as f64 * 120.0;
        let line = Line::new()
            .set("x1", x)
            .set("y1", y + 18.0)
            .set("x2", x + 26.0)
            .set("y2", y + 18.0)
            .set("stroke", colour(kind))
            .set("stroke-width", 3);
        legend.add(line).add(text(word.to_owned(), (x + 32.0, y + 22.0), 12, "#333"))
    })
}

fn rectangle((x, y): (f64, f64), (width, height): (f64, f64), fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", format!("{x:.1}"))
        .set("y", format!("{y:.1}"))
        .set("width", format!("{width:.1}"))
        .set("height", height)
        .set("fill", fill)
}

fn text(content: String, (x, y): (f64, f64), size: u32, fill: &str) -> Text {
    Text::new(content)
        .set("x", format!("{x:.1}"))
        .set("y", format!("{y:.1}"))
        .set("font-size", size)
        .set("fill", fill)
}

fn shortened(name: &str) -> String {
    const MOST: usize = 24;
    if name.chars().count() <= MOST {
        name.to_owned()
    } else {
        name.chars().take(MOST - 1).chain(['…']).collect()
    }
}
