//! A map as a picture.

use super::level::LevelCell;
use super::{ArenaMap, MapPlace, PlaceKind};
use svg::node::element::{Circle, Line, Rectangle, Text};
use svg::{Document, Node};

/// Pixels of a cell.
const CELL: f32 = 20.0;

/// Floors by height, walls, doors, lifts, direct ways and all places with a letter each.
pub(super) fn svg(map: &ArenaMap) -> String {
    let level = map.level();
    let (width, height) = (level.columns() as f32 * CELL, level.rows() as f32 * CELL);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height + CELL))
        .set("font-family", "sans-serif")
        .set("font-size", CELL * 0.6);
    document.append(Rectangle::new().set("width", width).set("height", height).set("fill", "#333"));
    for row in 0..level.rows() {
        for column in 0..level.columns() {
            if let Some(cell) = floor(level.cell_at(column, row), column, row) {
                document.append(cell);
            }
        }
    }
    let scale = CELL / level.cell_size();
    for position in (0..level.doors()).filter_map(|door| level.door_position(door)) {
        let corner = |at: f32| at * scale - CELL / 2.0;
        let door = Rectangle::new().set("x", corner(position.x)).set("y", corner(position.y));
        document.append(door.set("width", CELL).set("height", CELL).set("fill", "#a52"));
    }
    for (_, (x, y)) in level.lifts() {
        let corner = |at: f32| at * scale - CELL / 2.0;
        let lift = Rectangle::new().set("x", corner(x)).set("y", corner(y));
        document.append(lift.set("width", CELL).set("height", CELL).set("fill", "#2a8"));
    }
    for (number, place) in map.places().iter().enumerate() {
        for other in map.graph().neighbours(number).filter_map(|other| map.places().get(other)) {
            let line = Line::new()
                .set("x1", place.position.x * scale)
                .set("y1", place.position.y * scale)
                .set("x2", other.position.x * scale)
                .set("y2", other.position.y * scale);
            document.append(line.set("stroke", "#48c").set("stroke-width", 0.4).set("stroke-opacity", 0.4));
        }
    }
    for place in map.places() {
        let (letter, colour) = sign(place);
        let (x, y) = (place.position.x * scale, place.position.y * scale);
        document.append(Circle::new().set("cx", x).set("cy", y).set("r", CELL * 0.35).set("fill", colour));
        let text = Text::new(letter).set("x", x).set("y", y + CELL * 0.2).set("text-anchor", "middle");
        document.append(text.set("fill", "white"));
    }
    let caption = format!("{}, a cell is {} units wide", map.name(), level.cell_size());
    document.append(Text::new(caption).set("x", 2).set("y", height + CELL * 0.7));
    document.to_string()
}

fn floor(cell: LevelCell, column: usize, row: usize) -> Option<Rectangle> {
    let height = cell.height(0.5, 0.5)?;
    let grey = 235 - (height / 3.0).clamp(0.0, 140.0) as u8;
    let rectangle = Rectangle::new()
        .set("x", column as f32 * CELL)
        .set("y", row as f32 * CELL)
        .set("width", CELL)
        .set("height", CELL);
    Some(rectangle.set("fill", format!("rgb({grey},{grey},{grey})")))
}

fn sign(place: &MapPlace) -> (&'static str, &'static str) {
    let team = |team: u8| if team == 0 { "#c22" } else { "#22c" };
    match &place.kind {
        PlaceKind::Start(None) => ("S", "#666"),
        PlaceKind::Start(Some(of)) => ("S", team(*of)),
        PlaceKind::Flag(of) => ("F", team(*of)),
        PlaceKind::Point(_) => ("D", "#a3a"),
        PlaceKind::Weapon(_) => ("W", "#770"),
        PlaceKind::Ammunition(_) => ("A", "#770"),
        PlaceKind::Health => ("+", "#2a2"),
        PlaceKind::Armour => ("O", "#2a2"),
        PlaceKind::Node => ("", "#48c"),
        PlaceKind::Home(of) => ("H", team(*of)),
        PlaceKind::Watch(of) => ("T", team(*of)),
        PlaceKind::Patrol(of) => ("P", team(*of)),
        PlaceKind::Safe => ("s", "#2a2"),
    }
}
