use motive::prelude::*;

#[derive(Own)]
struct Body {
    id: Id,
}

fn main() {}
