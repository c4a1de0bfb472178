use motive::prelude::*;

#[derive(Percept)]
enum Ghost {
    Blue,
}

fn main() {}
