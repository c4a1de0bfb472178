use motive::prelude::*;

#[derive(Actions)]
enum Move {
    Go(Option<Id>),
}

fn main() {}
