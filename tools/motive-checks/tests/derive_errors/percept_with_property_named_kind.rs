use motive::prelude::*;

#[derive(Percept)]
struct Ghost {
    id: Id,
    kind: u32,
}

fn main() {}
