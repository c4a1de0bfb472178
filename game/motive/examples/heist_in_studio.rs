//! The heist in the studio: a page in the browser shows both minds, stops them and changes them.
//!
//! `cargo run --features studio --example heist_in_studio`, then open the address that it prints. It begins paused. Any argument is the folder
//! of other minds to play it with.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::studio::Studio;
use std::error::Error;
use std::path::{Path, PathBuf};

#[path = "heist.rs"]
#[expect(dead_code, reason = "its `main` records instead")]
mod heist;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/heist");
    let minds = heist::load(&std::env::args().nth(1).map_or(here, PathBuf::from))?;
    let mut studio = Studio::serve("127.0.0.1:0")?.with_pace(4.0).paused();
    println!("studio: {}", studio.address());
    let agents = [minds[0].agent(1, 0), minds[1].agent(1, 1)];
    for (at, name) in ["guard", "thief"].into_iter().enumerate() {
        studio.introduce(agents[at].inner(), name, "");
        minds[at].studio_file().into_iter().for_each(|file| studio.add_file(file));
    }
    studio.wait_for_page(|| false);
    heist::play(&minds, agents, |agent, now| agent.decide_in(&mut studio, now))?;
    studio.finish()?;
    Ok(())
}
