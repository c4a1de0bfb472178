use motive::prelude::*;

#[derive(Actions)]
struct Move<T> {
    to: T,
}

fn main() {}
