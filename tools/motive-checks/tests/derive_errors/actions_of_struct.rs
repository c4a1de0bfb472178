use motive::prelude::*;

#[derive(Actions)]
struct Move {
    to: Id,
}

fn main() {}
