use motive::prelude::*;

#[derive(PropertyValue)]
enum Mood {
    Calm,
    Angry(f32),
}

fn main() {}
