//! What maps, bodies and matches have in common: teams, games, weapons and the size of a body.
//!
//! The numbers of the enforcer are specified; those of the other weapons are ours, after those of the game that the sources used.

use motive::PropertyValue;

/// Declares an enum without fields whose variants have names.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$variant),*];

            /// Its name, as files, minds and traces have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// The one of a name.
            pub fn of_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.name() == name)
            }
        }
    };
}
pub(crate) use named;

/// Half the width of a body (specified).
pub(crate) const RADIUS: f32 = 17.0;
/// The highest step that a body walks up or down without jumping or falling (ours).
pub(crate) const STEP: f32 = 35.0;

/// A team: 0 is red, 1 is blue. In a deathmatch every player is a team.
pub type Team = u8;

named! {
    /// Which game is played.
    #[derive(PropertyValue)]
    pub enum GameType {
        /// Everybody against everybody: a point for each kill.
        Deathmatch = "deathmatch",
        /// Two teams: a point for each kill of the other team.
        TeamDeathmatch = "team_deathmatch",
        /// Two teams: a point for each flag brought home while one's own is there.
        CaptureTheFlag = "capture_the_flag",
        /// Two teams: points for holding places.
        Domination = "domination",
    }
}

impl GameType {
    /// Whether there are two teams.
    pub const fn has_teams(self) -> bool {
        !matches!(self, Self::Deathmatch)
    }
}

named! {
    /// A kind of weapon.
    #[derive(PartialOrd, Ord, PropertyValue)]
    pub enum WeaponClass {
        /// A pistol.
        Enforcer = "enforcer",
        /// Fast and imprecise.
        Minigun = "minigun",
        /// Slow, precise and strong.
        SniperRifle = "sniper_rifle",
        /// Slow rockets that explode.
        RocketLauncher = "rocket_launcher",
    }
}

/// What comes out of a weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shot {
    /// It hits at once.
    Hitscan,
    /// It flies and explodes.
    Rocket {
        /// Units a second.
        speed: f32,
        /// How far the explosion hurts, less the farther.
        blast: f32,
    },
}

/// How often a shot hits a body that stands at a distance and that it was aimed at. It falls evenly with the distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// The part of shots that hit at hand, from 0 to 1.
    pub near: f32,
    /// The part that hit at [`Accuracy::FAR`] units.
    pub far: f32,
}

impl Accuracy {
    /// The distance of the second number (specified).
    pub const FAR: f32 = 3000.0;
    /// Units sideways for each unit of the way of a shot that goes wide: it hits nobody who stands where it was aimed.
    const WIDE: f32 = 1.0;

    /// How far a shot strays, in units sideways for each unit of the way, for a number drawn evenly from 0 to 1.
    ///
    /// A shot is a line and does not know whom it will meet, so the part that hits is turned into angles: the shots that pass a body of
    /// `RADIUS` at a distance are as many as are to miss it there.
    pub fn sideways(self, drawn: f32) -> f32 {
        let lost_each_unit = (self.near - self.far) / Self::FAR;
        let left = self.near - drawn;
        if left <= lost_each_unit * RADIUS / Self::WIDE { Self::WIDE } else { lost_each_unit * RADIUS / left }
    }
}

/// The numbers of a weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeaponInfo {
    /// What comes out of it.
    pub shot: Shot,
    /// Health that a shot takes.
    pub damage: i32,
    /// Seconds from one shot to the next.
    pub interval: f64,
    /// How well it hits.
    pub accuracy: Accuracy,
    /// How far it reaches.
    pub range: f32,
    /// Shots that it comes with, and that its ammunition gives.
    pub supply: i32,
    /// Shots that it holds at most.
    pub capacity: i32,
    /// A bot that may choose takes the highest.
    pub rank: u8,
}

impl WeaponClass {
    /// Its numbers.
    pub const fn info(self) -> WeaponInfo {
        let hits = Shot::Hitscan;
        let flies = Shot::Rocket { speed: 900.0, blast: 180.0 };
        let (shot, damage, interval, (near, far), range, (supply, capacity), rank) = match self {
            // Damage, rate, accuracy and supply are the defaults of the specification of Hansen's arena (2.6).
            Self::Enforcer => (hits, 10, 1.0 / 3.0, (0.9, 0.3), 5000.0, (20, 60), 1),
            Self::Minigun => (hits, 6, 0.1, (0.9, 0.1), 4000.0, (50, 200), 3),
            Self::SniperRifle => (hits, 45, 1.2, (0.95, 0.85), 10_000.0, (8, 40), 2),
            Self::RocketLauncher => (flies, 60, 1.0, (1.0, 0.7), 6000.0, (6, 48), 4),
        };
        let accuracy = Accuracy { near, far };
        WeaponInfo { shot, damage, interval, accuracy, range, supply, capacity, rank }
    }

    /// Its place in lists of all weapons.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}
