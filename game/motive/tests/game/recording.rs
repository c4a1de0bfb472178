//! Recordings of a game, explained.

use motive::prelude::*;
use motive::recording::{AgentChoice, Reader, Recording, explain};
use std::fs::File;
use std::io::BufReader;

#[derive(Percept)]
struct Chest {
    id: Id,
    name: String,
    locked: bool,
}

#[derive(Actions, Clone, Copy)]
#[motive(one_at_a_time)]
enum Act {
    Open(Id),
    Wait,
}

const THIEF: &str = "
goal loot maintains Loot { priority 1 }

program Loot {
    rule open when c: chest do Unlock(c)
    otherwise do wait()
}

task Unlock(c) {
    needs not c.locked
    do open(c)
}

mind Thief = arbiter { goals loot }
";

/// What `motive why` says of one decision in front of a chest.
fn explained(file: &str, locked: bool) -> String {
    let game = Game::new().sees::<Chest>().does::<Act>().unwrap();
    let mut thief = game.parse("thief.motive", THIEF).unwrap().spawn(Seed(1));
    let path = std::env::temp_dir().join(format!("motive_{file}_{}.trace", std::process::id()));
    let mut recording = Recording::create(&path).unwrap();
    thief.perceive([Chest { id: Id::new(20), name: "strongbox".into(), locked }]);
    thief.decide_with(Time::of_tick(0, 100_000), &mut recording);
    recording.finish().unwrap();
    let mut reader = Reader::new(BufReader::new(File::open(&path).unwrap())).unwrap();
    let text = explain(&mut reader, 0, &AgentChoice::First).unwrap().text();
    std::fs::remove_file(path).unwrap();
    text
}

#[test]
fn the_condition_of_a_task_that_a_rule_calls_is_shown_as_written() {
    let text = explained("task", true);
    assert!(text.contains("Unlock: not applicable, `not (c.locked)` is false"), "{text}");
    assert!(text.contains("Goal `loot` (priority 1): rule `Loot.otherwise` applies."), "{text}");
}

#[test]
fn things_are_shown_by_the_field_name() {
    let text = explained("name", false);
    assert!(text.contains("open(strongbox)") && !text.contains('#'), "{text}");
}
