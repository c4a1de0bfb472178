use motive::prelude::*;

#[derive(Percept)]
struct Ghost {
    id: Id,
    #[motive(lmits(0, 10))]
    distance: f32,
}

fn main() {}
