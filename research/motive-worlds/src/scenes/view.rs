//! The scenes as text.

use super::constants::{COMPUTER, EXIT, FRIEND, STRIDE};
use super::scene::{Person, Scene, SceneStage};

/// Columns of the spy's way out.
const COLUMNS: usize = 40;

/// What the signs mean.
pub(super) fn legend(scene: Scene) -> &'static str {
    match scene {
        Scene::Library => "@ visitor  f friend  c computer",
        Scene::Crossing => "c calm  n nervous  > crosses now  . walked  ! ran",
        Scene::Spy => "@ spy  ▒ seen by a camera  X exit",
    }
}

/// The scene as it is now.
pub(super) fn draw(stage: &SceneStage) -> String {
    match stage.scene {
        Scene::Library => library(stage),
        Scene::Crossing => stage.people.iter().enumerate().map(|one| crosser(stage, one)).collect(),
        Scene::Spy => way_out(stage),
    }
}

/// From the door at the top left, a cell for each stride.
fn library(stage: &SceneStage) -> String {
    let cell = |place: (f32, f32)| ((place.0 / STRIDE).round() as i32, (place.1 / STRIDE).round() as i32);
    let visitor = stage.people.first().map(|person| cell(person.at));
    let sign = |at: (i32, i32)| match at {
        at if Some(at) == visitor => '@',
        at if at == cell(FRIEND) => 'f',
        at if at == cell(COMPUTER) => 'c',
        _ => '.',
    };
    let side = cell(FRIEND).0;
    let row = |y: i32| (0..=side).flat_map(|x| [sign((x, y)), ' ']).collect::<String>();
    let rows: Vec<String> = (0..=side).map(row).collect();
    rows.join("\n")
}

fn crosser(stage: &SceneStage, (number, person): (usize, &Person)) -> char {
    match (person.done, person.ran) {
        (false, _) if stage.turn() == Some(number) => '>',
        (false, _) if person.anxious => 'n',
        (false, _) => 'c',
        (true, true) => '!',
        (true, false) => '.',
    }
}

fn way_out(stage: &SceneStage) -> String {
    let unit = EXIT / COLUMNS as f32;
    let spy = stage.people.first().map(|person| (person.at.0 / unit) as usize);
    let sign = |column: usize| match column {
        column if Some(column) == spy => '@',
        COLUMNS => 'X',
        column if SceneStage::in_sight(column as f32 * unit) => '▒',
        _ => '.',
    };
    (0..=COLUMNS).map(sign).collect()
}
