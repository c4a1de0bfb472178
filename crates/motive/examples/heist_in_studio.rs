//! The heist in the studio: a page in the browser shows both minds, stops them and changes them.
//!
//! `cargo run --features studio --example heist_in_studio`, then open the address that it prints.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::studio::Studio;
use std::error::Error;

#[path = "heist.rs"]
#[expect(dead_code, reason = "its `main` records instead")]
mod heist;

fn main() -> Result<(), Box<dyn Error>> {
    let mut studio = Studio::serve("127.0.0.1:0")?.with_pace(4.0);
    println!("studio: {}", studio.address());
    studio.wait_for_page(|| false);
    let minds = heist::load()?;
    let agents = [minds[0].agent(1, 0), minds[1].agent(1, 1)];
    for (at, name) in ["guard", "thief"].into_iter().enumerate() {
        studio.introduce(agents[at].inner(), name, "");
        minds[at].studio_file().into_iter().for_each(|file| studio.add_file(file));
    }
    heist::play(&minds, agents, |agent, now| agent.decide_in(&mut studio, now))?;
    studio.finish()?;
    Ok(())
}
