use motive::prelude::*;

#[derive(Percept)]
struct Ghost {
    id: Id,
    #[motive(wthin = 0..=10)]
    distance: f32,
}

fn main() {}
