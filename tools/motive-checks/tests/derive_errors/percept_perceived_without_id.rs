use motive::prelude::*;

#[derive(Percept)]
struct Ghost {
    distance: f32,
}

#[derive(Actions)]
enum Move {
    Wait,
}

fn look(agent: &mut Agent<Move>) {
    agent.perceive([Ghost { distance: 1.0 }]);
}

fn main() {}
