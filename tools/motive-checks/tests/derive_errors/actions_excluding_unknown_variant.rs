use motive::prelude::*;

#[derive(Actions)]
enum Move {
    #[motive(excludes(Wlak))]
    Stop,
    Walk,
}

fn main() {}
