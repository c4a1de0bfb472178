//! What a primitive is, why it fails, and what interrupts it.

use glam::Vec3;

/// A primitive task of a bot: a command or several, and the wait for their end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BodyPrimitive {
    /// Runs straight to a place (Hansen's `RunTo`).
    DashTo(Vec3),
    /// Runs straight to a navigation point in sight, drawn evenly (`RunToRandom`).
    DashToAnyNode,
    /// Turns by an angle (`Rotate`).
    TurnBy(i32),
    /// Goes to a place over a path, whatever happens on the way (`TravelTo`).
    TravelTo(Vec3),
    /// The same, until it is hurt.
    TravelToUnlessAttacked(Vec3),
    /// The same, until it sees an enemy.
    PatrolTo(Vec3),
    /// Goes to a place where items lie, drawn evenly (`RunToRandomINV`).
    TravelToAnyItem,
    /// Goes to the nearest item of a kind that it sees or remembers, to pick it up.
    Fetch(ItemClass),
    /// Goes to the place that is farthest from the enemies in sight.
    Flee,
    /// Runs after a player until it is beside it.
    Follow(u64),
    /// Stands and shoots at enemies in sight until there is none (`ShootAtEnemy`).
    ShootAtEnemies,
    /// Shoots at enemies while it strafes, dodges, and looks for one that it lost (`CombatFSM`).
    Fight,
    /// Does nothing for some seconds.
    Wait(f64),
    /// Does nothing until it is alive.
    WaitForSpawn,
}

/// Which items are fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemClass {
    /// A weapon.
    Weapon,
    /// Ammunition, or a weapon, which comes with some.
    Ammunition,
    /// A health pack.
    Health,
    /// Armour.
    Armour,
}

impl ItemClass {
    /// All of them with the names of their kinds.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Weapon, "weapon"),
        (Self::Ammunition, "ammunition"),
        (Self::Health, "health_pack"),
        (Self::Armour, "armour_pack"),
    ];
}

/// How a primitive ends.
pub type PrimitiveEnd = Result<(), PrimitiveFailure>;

/// Why a primitive failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrimitiveFailure {
    /// The bot died.
    Died,
    /// It was hurt.
    Attacked,
    /// It saw an enemy.
    EnemySeen,
    /// It did not get on.
    Stalled,
    /// It took too long.
    TooLong,
    /// No path was found.
    NoPath,
    /// There is no such place, node, item or player.
    NothingThere,
    /// There is no enemy in sight.
    NoEnemy,
    /// There is no ammunition.
    NoAmmunition,
    /// The game is over.
    GameOver,
}

impl PrimitiveFailure {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Died,
        Self::Attacked,
        Self::EnemySeen,
        Self::Stalled,
        Self::TooLong,
        Self::NoPath,
        Self::NothingThere,
        Self::NoEnemy,
        Self::NoAmmunition,
        Self::GameOver,
    ];

    /// The word for it, as minds and traces have it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Died => "died",
            Self::Attacked => "attacked",
            Self::EnemySeen => "enemy_seen",
            Self::Stalled => "stalled",
            Self::TooLong => "too_long",
            Self::NoPath => "no_path",
            Self::NothingThere => "nothing_there",
            Self::NoEnemy => "no_enemy",
            Self::NoAmmunition => "no_ammunition",
            Self::GameOver => "game_over",
        }
    }
}

/// Something from outside that may end a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The bot died.
    Death,
    /// It was hurt.
    Damage,
    /// An enemy came into view.
    EnemyInView,
    /// The game ended.
    GameOver,
}

impl Interruption {
    /// All of them, the most decisive first.
    pub const ALL: [Self; 4] = [Self::GameOver, Self::Death, Self::Damage, Self::EnemyInView];
}

impl BodyPrimitive {
    /// Why it fails when something happens; none if it goes on regardless. This is the adopted policy of the thesis: what does not endanger a task
    /// does not end it. Blocked ways, missing paths and empty weapons are found by the monitors.
    #[must_use]
    pub fn ended_by(&self, interruption: Interruption) -> Option<PrimitiveFailure> {
        match (interruption, self) {
            (Interruption::GameOver, _) => Some(PrimitiveFailure::GameOver),
            (Interruption::Death, Self::Wait(_) | Self::WaitForSpawn) => None,
            (Interruption::Death, _) => Some(PrimitiveFailure::Died),
            (Interruption::Damage, Self::TravelToUnlessAttacked(_) | Self::PatrolTo(_)) => {
                Some(PrimitiveFailure::Attacked)
            }
            (Interruption::EnemyInView, Self::PatrolTo(_)) => Some(PrimitiveFailure::EnemySeen),
            _ => None,
        }
    }

    /// Whether it moves the body, so that no other motion goes with it.
    #[must_use]
    pub fn moves(&self) -> bool {
        !matches!(self, Self::ShootAtEnemies | Self::Wait(_) | Self::WaitForSpawn)
    }
}
