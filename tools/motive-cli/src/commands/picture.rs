//! What the drawings of commands have in common.

use svg::Document;
use svg::node::element::Rectangle;

/// An empty white page of so many points.
pub(crate) fn page(width: f64, height: f64) -> Document {
    Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0.0, 0.0, width, height))
        .set("font-family", "sans-serif")
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
}
