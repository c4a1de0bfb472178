use motive::prelude::*;

struct Ghost;

fn main() {
    let _ = Game::new().sees::<Ghost>();
}
