//! What players see of the floor.

use motive_shooter::game::MatchSettings;
use motive_shooter::geometry::{Vec3, turn_between, yaw_toward};
use motive_shooter::map::{MapLevel, MovingParts};

use super::view::{ShooterFrame, ShooterPlayer};

/// How far above the floor it is looked at, as things on it are.
const ABOVE_FLOOR: f32 = 20.0;

/// The cells of a map whose middle somebody sees, by team. In a game without teams, even players count as one and odd ones as the other.
pub(super) struct SeenCells {
    columns: usize,
    cells: Vec<(bool, bool)>,
}

impl SeenCells {
    pub(super) fn of(frame: &ShooterFrame, level: &MapLevel, settings: &MatchSettings) -> Self {
        let columns = level.columns();
        let mut cells = vec![(false, false); columns * level.rows()];
        let parts = MovingParts {
            open: frame.doors.clone(),
            lifts: frame.lifts.iter().map(|height| *height as f32).collect(),
        };
        for (number, seen) in cells.iter_mut().enumerate() {
            let middle = |at: usize| (at as f32 + 0.5) * level.cell_size();
            let (x, y) = (middle(number % columns), middle(number / columns));
            let Some(floor) = level.floor_at(x, y) else { continue };
            let point = Vec3::new(x, y, floor + ABOVE_FLOOR);
            for player in frame.players.iter().filter(|player| player.health > 0) {
                let team = if player.team % 2 == 0 { &mut seen.0 } else { &mut seen.1 };
                *team = *team || sees(player, point, &parts, level, settings);
            }
        }
        Self { columns, cells }
    }

    /// Whether red and whether blue sees a cell.
    pub(super) fn teams(&self, column: usize, row: usize) -> (bool, bool) {
        self.cells.get(row * self.columns + column).copied().unwrap_or_default()
    }
}

/// The rule of the arena: in the field of view, near enough, and nothing solid between.
fn sees(
    player: &ShooterPlayer,
    point: Vec3,
    parts: &MovingParts,
    level: &MapLevel,
    settings: &MatchSettings,
) -> bool {
    let eyes = Vec3::new(player.x as f32, player.y as f32, player.eyes as f32);
    let turn = turn_between(player.yaw, yaw_toward(eyes, point)).abs();
    eyes.distance(point) <= settings.sight
        && turn <= settings.field_of_view / 2
        && level.is_clear(eyes, point, parts)
}
