//! The house as text, and as a record of one tick.

use super::game::{Household, HouseholdAction};
use super::house_settings::{FULL, SIZE};
use super::published_tables::{Action, Drive, Furniture, Item};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// All that can be seen of the house at one tick, for recordings. Levels and places are in hundredths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseholdFrame {
    /// How many ticks have passed.
    pub tick: u64,
    /// How well each drive is served, in the order of the source.
    pub levels: Vec<u32>,
    /// Where each thing stands.
    pub things: Vec<(u32, u32)>,
    /// Where the tenant is.
    pub tenant: (u32, u32),
    /// What it does.
    pub doing: Option<String>,
    /// What it has in hand.
    pub has: Vec<String>,
}

/// Columns a metre takes.
const COLUMNS: usize = 5;
/// How long a bar is.
const BAR: usize = 7;
/// Rows of bars; there are two columns of them.
const BAR_ROWS: usize = 4;

impl Household {
    pub(super) fn frame(&self) -> HouseholdFrame {
        let hundredths = |number: f64| (number * 100.0).round() as u32;
        let place = |(x, y): (f32, f32)| (hundredths(f64::from(x)), hundredths(f64::from(y)));
        HouseholdFrame {
            tick: self.tick,
            levels: self.levels.iter().map(|level| hundredths(*level)).collect(),
            things: self.numbers.places.iter().map(|at| place(*at)).collect(),
            tenant: place(self.place),
            doing: self.doing.map(|doing| match doing.command {
                HouseholdAction::Walk(to) => format!("goto({})", to.name()),
                HouseholdAction::Act(number) => Action::ALL[number].name.to_owned(),
            }),
            has: Item::ALL
                .into_iter()
                .filter(|item| self.has[*item as usize])
                .map(|item| item.name().trim_start_matches("has_").to_owned())
                .collect(),
        }
    }
}

impl HouseholdFrame {
    /// The house from above, the tenant as `@`, then the drives as bars.
    pub(crate) fn draw(&self) -> String {
        let (width, height) = (usize::from(SIZE.0) * COLUMNS, usize::from(SIZE.1) * 2);
        let mut rows = vec![vec![' '; width + 1]; height + 1];
        let cell = |(x, y): (u32, u32)| {
            let column = (x as usize * COLUMNS / 100).min(width);
            // The first row is the far wall.
            (column, height - (y as usize * 2 / 100).min(height))
        };
        let labels = Furniture::ALL.into_iter().zip(&self.things).map(|(object, place)| {
            let (column, row) = cell(*place);
            let name = object.name().replace('_', " ");
            (row, column.min((width + 1).saturating_sub(name.len())), name)
        });
        let labels: Vec<(usize, usize, String)> = labels.collect();
        for (row, from, name) in &labels {
            let (row, from) = (*row, *from);
            // A name ends where the next begins.
            let right = labels.iter().filter(|(other, at, _)| *other == row && *at > from);
            let room = right.map(|(_, at, _)| at - from - 1).min().unwrap_or(name.len());
            // Of two words the first, where there is no room for both.
            let shown = if name.len() > room { name.split(' ').next().unwrap_or(name) } else { name };
            for (letter, at) in shown.chars().take(room).zip(from..) {
                if let Some(there) = rows.get_mut(row).and_then(|row| row.get_mut(at)) {
                    *there = letter;
                }
            }
        }
        let (column, row) = cell(self.tenant);
        // A name is still to be read where the tenant stands: it stands in front of it.
        if let Some(there) = rows.get_mut(row).and_then(|row| row.get_mut(column.saturating_sub(1))) {
            *there = '@';
        }
        let mut text = format!("┌{}┐\n", "─".repeat(width + 1));
        for row in rows {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "│{}│", row.into_iter().collect::<String>());
        }
        let _ = writeln!(text, "└{}┘", "─".repeat(width + 1));
        let bars: Vec<String> = Drive::ALL.into_iter().zip(&self.levels).map(bar).collect();
        for row in 0..BAR_ROWS.min(bars.len()) {
            let right = bars.get(row + BAR_ROWS).map_or("", String::as_str);
            let _ = writeln!(text, "{}   {right}", bars[row]);
        }
        let seconds = self.tick as f64 * super::house_settings::TICK;
        let doing = self.doing.as_deref().unwrap_or("nothing");
        let _ = write!(text, "{seconds:.1} s, doing {doing}");
        if !self.has.is_empty() {
            let _ = write!(text, ", with {}", self.has.join(", "));
        }
        text
    }
}

/// A drive and how well it is served.
fn bar((drive, level): (Drive, &u32)) -> String {
    let share = f64::from(*level) / (FULL * 100.0);
    let full = ((share * BAR as f64).round() as usize).min(BAR);
    let (name, level) = (drive.name(), f64::from(*level) / 100.0);
    format!("{name:<13} {}{} {level:>3.0}", "█".repeat(full), "·".repeat(BAR - full))
}
