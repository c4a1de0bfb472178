//! Maps: text files that a person can draw.
//!
//! A map has a head, a legend and a drawing, in this order. `//` starts a comment in the head and the legend.
//!
//! ```text
//! game deathmatch, team_deathmatch
//! cell 100                  // side of a cell in the drawing; 100 if left out
//! rise 50                   // height of one step of the digits; 50 if left out
//! legend
//!   s start
//!   h health
//!   e weapon enforcer on 2  // lies on floor of height 2
//! floor
//! ###########
//! #s.h.+..>2#
//! #....#..>e#
//! ###########
//! ```
//!
//! | in the drawing | is |
//! |---|---|
//! | `#`, blank | wall |
//! | `.` | floor of height 0 |
//! | `1` to `9` | floor of this height |
//! | `<` `>` `^` `v` | a ramp that leads up in this direction, from the floor before it to the floor behind it |
//! | `+` | a door: it opens for whoever comes near and blocks sight while shut |
//! | `=` | a lift: it takes whoever steps on it from the lower of the floors beside it to the higher, and comes back |
//! | letters of the legend | something on the floor |
//!
//! | in the legend | is |
//! |---|---|
//! | `start [TEAM]` | where players start, of one team or of any |
//! | `flag TEAM` | where the flag of a team stands |
//! | `point NAME` | a domination point |
//! | `weapon CLASS`, `ammunition CLASS`, `health`, `armour` | an item |
//! | `node` | a navigation point |
//! | `home TEAM`, `watch TEAM`, `patrol TEAM` | where a defender stands, what it looks at, where it goes on patrol |
//! | `safe` | a place to run away to |
//!
//! Teams are `red` (0) and `blue` (1). Everything in the legend also serves as a navigation point. Floors do not overlap: there are no bridges
//! and no ceilings.

mod checker;
mod level;
mod navigation;
mod picture;
mod reader;

pub use checker::{MapError, MapProblem};
pub use level::{FloorSupport, Lift, MapLevel, MovingParts};
pub use navigation::{NavGraph, NavPath, PATH_LIMIT, SEGMENT_LIMIT};

use crate::rules::{GameType, Team, WeaponClass};
use glam::Vec3;
use motive::Percept;

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

/// A map that can be played.
#[derive(Clone, Debug)]
pub struct ArenaMap {
    name: String,
    games: Vec<GameType>,
    level: MapLevel,
    places: Vec<MapPlace>,
    graph: NavGraph,
}

impl ArenaMap {
    /// Reads a map from its text and checks it.
    ///
    /// # Errors
    /// All that is wrong with it, each with its place in the text: what cannot be read, and if all could be read, what is missing or
    /// cannot be reached.
    pub fn read(name: &str, text: &str) -> Result<Self, Vec<MapError>> {
        let drawing = reader::read(text)?;
        let (level, places) = reader::build(&drawing)?;
        let graph = NavGraph::new(&level, &places);
        let map = Self { name: name.to_owned(), games: drawing.games, level, places, graph };
        let problems = checker::check(&map);
        if problems.is_empty() { Ok(map) } else { Err(problems) }
    }

    /// One of the maps that come with the crate.
    pub fn shipped(name: &str) -> Option<Self> {
        let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        Self::read(name, text).ok()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The games that can be played on it; the first is played unless another is chosen.
    pub fn games(&self) -> &[GameType] {
        &self.games
    }

    /// Its floors, walls, doors and lifts.
    pub fn level(&self) -> &MapLevel {
        &self.level
    }

    /// All that the legend put on the floor, in reading order.
    pub fn places(&self) -> &[MapPlace] {
        &self.places
    }

    /// Places of a kind that fulfil a condition.
    pub fn places_where(&self, fits: impl Fn(&PlaceKind) -> bool) -> impl Iterator<Item = &MapPlace> {
        self.places.iter().filter(move |place| fits(&place.kind))
    }

    /// Which place can be walked to from which.
    pub fn graph(&self) -> &NavGraph {
        &self.graph
    }

    /// The way from one point to another.
    pub fn path(&self, from: Vec3, to: Vec3) -> Option<NavPath> {
        self.graph.path(&self.level, &self.places, from, to)
    }

    /// The map as an SVG picture.
    pub fn svg(&self) -> String {
        picture::svg(self)
    }
}

/// What there is at a place. Minds know the items as things of the kind `item`.
#[derive(Clone, Debug, PartialEq, Eq, Percept)]
#[motive(name = "item")]
pub enum PlaceKind {
    /// Players start here: those of a team, or anybody.
    #[motive(skip)]
    Start(Option<Team>),
    /// The flag of a team stands here.
    #[motive(skip)]
    Flag(Team),
    /// A domination point with its name.
    #[motive(skip)]
    Point(String),
    /// a weapon, which comes with ammunition
    Weapon(
        /// which weapon it is, or fits
        #[motive(name = "class")]
        WeaponClass,
    ),
    /// ammunition of the weapon that `class` names
    Ammunition(#[motive(name = "class")] WeaponClass),
    /// restores health
    #[motive(name = "health_pack")]
    Health,
    /// gives armour
    #[motive(name = "armour_pack")]
    Armour,
    /// A navigation point only.
    #[motive(skip)]
    Node,
    /// Where a defender of a team stands.
    #[motive(skip)]
    Home(Team),
    /// What a defender of a team looks at.
    #[motive(skip)]
    Watch(Team),
    /// Where a defender of a team goes on patrol.
    #[motive(skip)]
    Patrol(Team),
    /// A place to run away to.
    #[motive(skip)]
    Safe,
}

impl PlaceKind {
    /// Whether it is picked up by whoever walks over it.
    pub fn is_item(&self) -> bool {
        matches!(self, Self::Weapon(_) | Self::Ammunition(_) | Self::Health | Self::Armour)
    }

    /// What it is called in GameBots.
    pub fn gamebots_class(&self) -> &'static str {
        match self {
            Self::Start(_) => "PlayerStart",
            Self::Flag(_) => "FlagBase",
            Self::Point(_) => "ControlPoint",
            Self::Weapon(_) | Self::Ammunition(_) | Self::Health | Self::Armour => "InventorySpot",
            Self::Node | Self::Home(_) | Self::Watch(_) | Self::Patrol(_) | Self::Safe => "PathNode",
        }
    }

    /// What it is, in words.
    pub fn words(&self) -> String {
        let team = |team: Team| if team == 0 { "red" } else { "blue" };
        match self {
            Self::Start(None) => "start".into(),
            Self::Start(Some(of)) => format!("start of {}", team(*of)),
            Self::Flag(of) => format!("flag of {}", team(*of)),
            Self::Point(name) => format!("domination point {name}"),
            Self::Weapon(class) => format!("weapon {}", class.name()),
            Self::Ammunition(class) => format!("ammunition of {}", class.name()),
            Self::Health => "health pack".into(),
            Self::Armour => "armour".into(),
            Self::Node => "node".into(),
            Self::Home(of) => format!("home of {}", team(*of)),
            Self::Watch(of) => format!("watch point of {}", team(*of)),
            Self::Patrol(of) => format!("patrol point of {}", team(*of)),
            Self::Safe => "safe place".into(),
        }
    }
}

/// A place on the floor.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPlace {
    /// What is there.
    pub kind: PlaceKind,
    /// Where, on the floor.
    pub position: Vec3,
    /// The line of the text that it was drawn in, from 1.
    pub line: usize,
    /// The column of that line, from 1.
    pub column: usize,
}
