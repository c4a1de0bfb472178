//! The maps that come with the crate.

/// Name and text of every map that comes with the crate.
pub const SHIPPED: &[(&str, &str)] = &[
    ("corridor", include_str!("../../maps/corridor.map")),
    ("crossfire", include_str!("../../maps/crossfire.map")),
    ("ctf-fortress", include_str!("../../maps/ctf-fortress.map")),
    ("ctf-simple", include_str!("../../maps/ctf-simple.map")),
    ("duel", include_str!("../../maps/duel.map")),
    ("empty", include_str!("../../maps/empty.map")),
    ("stalwart-like", include_str!("../../maps/stalwart-like.map")),
    ("team-yards", include_str!("../../maps/team-yards.map")),
];
