//! The grid as text, and as a record of one cycle.

use std::fmt::Write as _;

use super::field::{GridCell, Sort};
use super::game::Tileworld;
use serde::{Deserialize, Serialize};

/// Something that can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectView {
    /// Where.
    pub place: GridCell,
    /// What.
    pub sort: Sort,
    /// How many tiles it has or wants.
    pub size: u8,
    /// Its shape.
    pub shape: u8,
}

/// An agent that can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AgentView {
    /// Where it is.
    pub place: GridCell,
    /// Its points so far.
    pub score: u64,
    /// Size and shape of the stack that it carries.
    pub load: Option<(u8, u8)>,
    /// Where the thing is that it was after when it last sensed.
    pub target: Option<GridCell>,
    /// The fuel that is left.
    pub fuel: Option<u32>,
}

/// All that can be seen of the world at one cycle, for recordings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TileworldFrame {
    /// How many cycles have passed.
    pub tick: u64,
    /// Columns, the border aside.
    pub width: u16,
    /// Rows, the border aside.
    pub height: u16,
    /// What lies there, row by row, the border aside.
    pub things: Vec<ObjectView>,
    /// The agents.
    pub agents: Vec<AgentView>,
    /// The fuel stations.
    pub stations: Vec<GridCell>,
}

/// Wider grids get one column a cell.
const WIDEST: u16 = 40;

impl Tileworld {
    /// All that can be seen now; `target` says what an agent is after.
    pub(super) fn frame(&self, target: impl Fn(usize) -> Option<GridCell>) -> TileworldFrame {
        let mut things: Vec<ObjectView> = self
            .objects()
            .filter(|object| object.carrier.is_none() && self.field.is_inside(object.place))
            .map(|object| ObjectView {
                place: object.place,
                sort: object.sort,
                size: object.size,
                shape: object.shape,
            })
            .collect();
        things.sort_unstable_by_key(|seen| (seen.place.row, seen.place.column));
        let agent = |(number, body): (usize, &super::Body)| AgentView {
            place: body.place,
            score: body.counts.score,
            load: self.load(number).map(|stack| (stack.size, stack.shape)),
            target: target(number),
            fuel: body.fuel,
        };
        TileworldFrame {
            tick: self.tick(),
            width: self.settings().width,
            height: self.settings().height,
            things,
            agents: self.bodies().iter().enumerate().map(agent).collect(),
            stations: self.stations().to_vec(),
        }
    }
}

impl TileworldFrame {
    /// The grid with all that is on it, and a line for each agent below.
    ///
    /// A filled shape is a stack, an empty one a hole; behind it stands how many tiles it has or wants (`X` for ten). An agent is
    /// `@`, with the size of what it carries behind it. `>` marks what an agent is after. `+` is a station. What
    /// lies outside the grid, as a damaged recording may have it, is left out.
    pub fn draw(&self) -> String {
        let wide = if self.width <= WIDEST { 3 } else { 1 };
        let columns = usize::from(self.width).min(usize::from(super::settings::MAX_SIDE));
        let rows = usize::from(self.height).min(usize::from(super::settings::MAX_SIDE));
        let mut cells = vec![[' '; 3]; columns * rows];
        let mut set = |place: GridCell, at: usize, sign: char| {
            let (column, row) =
                (usize::from(place.column).wrapping_sub(1), usize::from(place.row).wrapping_sub(1));
            if column < columns && row < rows {
                cells[row * columns + column][at] = sign;
            }
        };
        for place in &self.stations {
            set(*place, 1, '+');
        }
        for seen in &self.things {
            set(seen.place, 1, glyph(seen));
            set(seen.place, 2, if seen.sort == Sort::Obstacle { '▒' } else { digit(seen.size) });
            if seen.sort == Sort::Obstacle {
                set(seen.place, 0, '▒');
            }
        }
        for agent in &self.agents {
            if let Some(target) = agent.target {
                set(target, if wide == 3 { 0 } else { 1 }, '>');
            }
            set(agent.place, 1, '@');
            set(agent.place, 2, agent.load.map_or(' ', |(size, _)| digit(size)));
        }
        let edge: String = "▒".repeat(columns * wide + 2 * wide);
        let mut text = format!("{edge}\n");
        for row in cells.chunks(columns.max(1)) {
            text.push_str(&"▒".repeat(wide));
            for cell in row {
                if wide == 3 { text.extend(cell) } else { text.push(cell[1]) }
            }
            text.push_str(&"▒".repeat(wide));
            text.push('\n');
        }
        text.push_str(&edge);
        text.push('\n');
        self.numbers(&mut text);
        text
    }

    fn numbers(&self, text: &mut String) {
        for (number, agent) in self.agents.iter().enumerate() {
            let _ = write!(text, "cycle {}", self.tick);
            if self.agents.len() > 1 {
                let _ = write!(text, "  agent {number}");
            }
            let _ = write!(text, "  score {}", agent.score);
            match agent.load {
                Some((size, shape)) => {
                    let sign = STACKS.get(usize::from(shape)).copied().unwrap_or(STACKS[0]);
                    let _ = write!(text, "  carries {sign}{size}");
                }
                None => text.push_str("  carries nothing"),
            }
            if let Some(fuel) = agent.fuel {
                let _ = write!(text, "  fuel {fuel}");
            }
            text.push('\n');
        }
    }
}

const STACKS: [char; 4] = ['◆', '▲', '■', '●'];
const HOLES: [char; 4] = ['◇', '△', '□', '○'];

fn glyph(seen: &ObjectView) -> char {
    let shape = usize::from(seen.shape);
    match seen.sort {
        Sort::Obstacle => '▒',
        Sort::Stack => STACKS.get(shape).copied().unwrap_or(STACKS[0]),
        Sort::Hole => HOLES.get(shape).copied().unwrap_or(HOLES[0]),
    }
}

fn digit(size: u8) -> char {
    match size {
        0..=9 => char::from(b'0' + size),
        10 => 'X',
        _ => '*',
    }
}
