use motive::prelude::*;

#[derive(Percept)]
struct Ghost(Id, f32);

fn main() {}
