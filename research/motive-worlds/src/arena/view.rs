//! The arena as text, and as it is recorded.

use std::fmt::Write as _;

use super::game::{Arena, Spell};
use serde::{Deserialize, Serialize};

/// What stands at a place of a recorded frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// An antlion.
    Antlion,
    /// A potion of health.
    Health,
    /// A potion of mana.
    Mana,
    /// The other wizard.
    Ally,
    /// The wizard.
    Wizard,
}

/// All that can be seen of an arena. Numbers are whole, so that frames compare and print alike everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaFrame {
    /// Milliseconds since the wizard came.
    pub millis: u64,
    /// Side of the square.
    pub side: i32,
    /// The wizard's health.
    pub health: i32,
    /// The wizard's mana.
    pub mana: i32,
    /// Antlions that have died.
    pub kills: u64,
    /// What the wizard does.
    pub doing: String,
    /// Who and what is where: the wizard last.
    pub things: Vec<(Sign, i32, i32)>,
}

/// Columns and rows of the text view.
const COLUMNS: i32 = 40;
const ROWS: i32 = 16;
/// Letters of a bar.
const BAR: i32 = 20;

impl Arena {
    /// All that can be seen now.
    pub fn frame(&self) -> ArenaFrame {
        let at =
            |sign: Sign, place: super::ArenaPoint| (sign, place.x.round() as i32, place.y.round() as i32);
        let potions = self
            .potions
            .iter()
            .map(|potion| at(if potion.heals { Sign::Health } else { Sign::Mana }, potion.place));
        let antlions = self.antlions.iter().map(|antlion| at(Sign::Antlion, antlion.place));
        let ally = self.ally.filter(|ally| ally.health > 0.0).map(|ally| at(Sign::Ally, ally.place));
        let wizard = self.wizard;
        let things = potions.chain(antlions).chain(ally).chain([at(Sign::Wizard, wizard.place)]).collect();
        ArenaFrame {
            millis: (self.seconds() * 1e3).round() as u64,
            side: self.settings().side.round() as i32,
            health: wizard.health.ceil() as i32,
            mana: wizard.mana.floor() as i32,
            kills: self.counts.kills,
            doing: doing(self),
            things,
        }
    }
}

fn doing(arena: &Arena) -> String {
    if arena.wizard.health <= 0.0 {
        return "dead".into();
    }
    let word = match arena.act.map(|act| act.spell) {
        Some(Spell::Melee) => "strikes",
        Some(Spell::Lightning) => "throws lightning",
        Some(Spell::Blast) => "lets a blast go off",
        Some(Spell::Heal) => "heals itself",
        None if arena.going.is_some() => "walks",
        None => "stands",
    };
    word.into()
}

impl ArenaFrame {
    /// The arena as text.
    pub fn draw(&self) -> String {
        let mut cells = vec![' '; (COLUMNS * ROWS) as usize];
        let side = self.side.max(1);
        for (sign, x, y) in &self.things {
            let place = |n: i32, cells: i32| {
                (i64::from(n + side / 2) * i64::from(cells) / i64::from(side)).clamp(0, i64::from(cells) - 1)
            };
            let (column, row) = (place(*x, COLUMNS), i64::from(ROWS) - 1 - place(*y, ROWS));
            if let Some(cell) = cells.get_mut((row * i64::from(COLUMNS) + column) as usize) {
                *cell = match sign {
                    Sign::Antlion => 'x',
                    Sign::Health => '+',
                    Sign::Mana => '*',
                    Sign::Ally => 'A',
                    Sign::Wizard => '@',
                };
            }
        }
        let edge = "─".repeat(COLUMNS as usize);
        let mut text = format!("┌{edge}┐\n");
        for row in cells.chunks(COLUMNS as usize) {
            text.push('│');
            text.extend(row);
            text.push_str("│\n");
        }
        let seconds = self.millis / 1000;
        let tenths = self.millis % 1000 / 100;
        let _ = writeln!(text, "└{edge}┘");
        let _ = writeln!(text, "health {} {:>3}", bar(self.health), self.health);
        let _ = writeln!(text, "mana   {} {:>3}", bar(self.mana), self.mana);
        let _ = writeln!(text, "{seconds}.{tenths} s  {} killed  the wizard {}", self.kills, self.doing);
        text
    }
}

fn bar(level: i32) -> String {
    let full = (level.clamp(0, 100) * BAR / 100) as usize;
    format!("{}{}", "█".repeat(full), "░".repeat(BAR as usize - full))
}
