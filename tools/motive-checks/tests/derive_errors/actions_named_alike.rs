use motive::prelude::*;

#[derive(Actions)]
enum Move {
    Go(Id),
    #[motive(name = "go")]
    Walk,
}

fn main() {}
