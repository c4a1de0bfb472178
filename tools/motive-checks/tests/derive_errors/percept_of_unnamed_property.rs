use motive::prelude::*;

#[derive(Percept)]
enum Ghost {
    Blue(f32),
}

fn main() {}
