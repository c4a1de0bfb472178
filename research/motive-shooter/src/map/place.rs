//! What lies and stands on the floor of a map.

use crate::game::WeaponClass;
use glam::Vec3;

/// A team: 0 is red, 1 is blue. In a deathmatch every player is a team.
pub type Team = u8;

/// What there is at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// Players start here: those of a team, or anybody.
    Start(Option<Team>),
    /// The flag of a team stands here.
    Flag(Team),
    /// A domination point with its name.
    Point(String),
    /// A weapon, which comes with ammunition.
    Weapon(WeaponClass),
    /// Ammunition of a weapon.
    Ammunition(WeaponClass),
    /// A health pack.
    Health,
    /// Armour.
    Armour,
    /// A navigation point only.
    Node,
    /// Where a defender of a team stands.
    Home(Team),
    /// What a defender of a team looks at.
    Watch(Team),
    /// Where a defender of a team goes on patrol.
    Patrol(Team),
    /// A place to run away to.
    Safe,
}

impl PlaceKind {
    /// Whether it is picked up by whoever walks over it.
    #[must_use]
    pub fn is_item(&self) -> bool {
        matches!(self, Self::Weapon(_) | Self::Ammunition(_) | Self::Health | Self::Armour)
    }

    /// What it is called in GameBots.
    #[must_use]
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
    #[must_use]
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
