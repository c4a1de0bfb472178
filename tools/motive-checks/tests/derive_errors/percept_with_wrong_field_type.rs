use motive::prelude::*;

struct Sprite;

#[derive(Percept)]
struct Ghost {
    id: Id,
    sprite: Sprite,
}

fn main() {}
