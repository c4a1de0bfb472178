use motive::prelude::*;

#[derive(SelfState)]
struct Body {
    id: Id,
}

fn main() {}
