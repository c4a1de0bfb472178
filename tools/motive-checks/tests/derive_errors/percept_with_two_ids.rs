use motive::prelude::*;

#[derive(Percept)]
struct Ghost {
    id: Id,
    #[motive(id)]
    other: Id,
}

fn main() {}
