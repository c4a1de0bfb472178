//! The wizard, the antlions and the potions.

use motive::PropertyValue;

/// A place, from the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArenaPoint {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

impl ArenaPoint {
    /// How far it is to another.
    pub fn distance(self, to: Self) -> f64 {
        let (x, y) = (to.x - self.x, to.y - self.y);
        (x * x + y * y).sqrt()
    }

    /// The position after moving `units` toward another position, stopping `short` of it.
    pub fn toward(self, to: Self, by: f64, short: f64) -> Self {
        let distance = self.distance(to);
        let by = by.min(distance - short);
        if by <= 0.0 || distance <= 0.0 {
            return self;
        }
        let share = by / distance;
        Self { x: self.x + (to.x - self.x) * share, y: self.y + (to.y - self.y) * share }
    }
}

/// What an antlion withstands, where that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PropertyValue)]
pub enum Element {
    /// It withstands lightning.
    Fire,
    /// It withstands a blast.
    Frost,
}

/// An antlion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Antlion {
    /// Its number, unique in the arena.
    pub number: u64,
    /// Where it is.
    pub place: ArenaPoint,
    /// It is dead at 0.
    pub health: f64,
    /// Seconds until it can swipe again.
    pub rests: f64,
    /// Seconds until it can pounce again.
    pub pounces: f64,
    /// Seconds for which it still lies on its back.
    pub flipped: f64,
    /// Whether it ran in the last tick.
    pub runs: bool,
    /// What it withstands.
    pub element: Option<Element>,
}

/// A potion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Potion {
    /// Its number, unique in the arena.
    pub number: u64,
    /// Where it is.
    pub place: ArenaPoint,
    /// Whether it gives health; mana if not.
    pub heals: bool,
    /// How much.
    pub amount: f64,
}

/// The wizard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wizard {
    /// Where it is.
    pub place: ArenaPoint,
    /// It is dead at 0.
    pub health: f64,
    /// What spells are paid with.
    pub mana: f64,
    /// Seconds until it can throw lightning again.
    pub rests: f64,
    /// Whether it walked in the last tick.
    pub walks: bool,
    /// Whether it has been hurt badly within the last moments.
    pub badly_hurt: bool,
}

/// Another wizard on the same side, where that is played. It only stands there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ally {
    /// Where it is.
    pub place: ArenaPoint,
    /// It is dead at 0.
    pub health: f64,
}
