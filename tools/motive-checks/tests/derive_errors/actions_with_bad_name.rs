use motive::prelude::*;

#[derive(Actions)]
enum Move {
    #[motive(name = "go to")]
    Go(Id),
}

fn main() {}
