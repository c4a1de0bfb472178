//! What a primitive is, why it fails, and what interrupts it.

use crate::rules::named;
use glam::Vec3;
use motive::{Id, PropertyValue};

/// A primitive task of a bot: a command or several, and the wait for their end.
#[derive(Clone, Debug, PartialEq)]
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
    Follow(Id),
    /// Stands and shoots at enemies in sight until there is none (`ShootAtEnemy`).
    ShootAtEnemies,
    /// Shoots at enemies while it strafes, dodges, and looks for one that it lost (`CombatFSM`).
    Fight,
    /// Does nothing for some seconds.
    Wait(f64),
    /// Does nothing until it is alive.
    WaitForSpawn,
}

named! {
    /// Which items are fetched. The names are those of their kinds.
    #[derive(PropertyValue)]
    pub enum ItemClass {
        /// A weapon.
        Weapon = "weapon",
        /// Ammunition, or a weapon, which comes with some.
        Ammunition = "ammunition",
        /// A health pack.
        #[motive(name = "health_pack")]
        Health = "health_pack",
        /// Armour.
        #[motive(name = "armour_pack")]
        Armour = "armour_pack",
    }
}

/// How a primitive ends.
pub type PrimitiveEnd = Result<(), PrimitiveFailure>;

named! {
    /// Why a primitive failed.
    #[derive(PropertyValue)]
    pub enum PrimitiveFailure {
        /// The bot died.
        Died = "died",
        /// It was hurt.
        Attacked = "attacked",
        /// It saw an enemy.
        EnemySeen = "enemy_seen",
        /// It did not get on.
        Stalled = "stalled",
        /// It took too long.
        TooLong = "too_long",
        /// No path was found.
        NoPath = "no_path",
        /// There is no such place, node, item or player.
        NothingThere = "nothing_there",
        /// There is no enemy in sight.
        NoEnemy = "no_enemy",
        /// There is no ammunition.
        NoAmmunition = "no_ammunition",
        /// The game is over.
        GameOver = "game_over",
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
    pub fn moves(&self) -> bool {
        !matches!(self, Self::ShootAtEnemies | Self::Wait(_) | Self::WaitForSpawn)
    }
}
