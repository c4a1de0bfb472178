//! The heist in the studio: a page in the browser shows both minds, stops them and changes them.
//!
//! `cargo run -p motive-studio --example heist_in_studio`, then open the address that it prints. It begins paused. Any argument is the folder
//! of other minds to play it with.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive_studio::{EditableFile, Studio};
use std::error::Error;
use std::path::{Path, PathBuf};

#[path = "../../../game/motive/examples/heist.rs"]
#[expect(dead_code, reason = "its `main` records instead")]
mod heist;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../game/motive/examples/heist");
    let minds = heist::load(&std::env::args().nth(1).map_or(here, PathBuf::from))?;
    let mut studio = Studio::serve("127.0.0.1:0")?.with_pace(4.0).paused();
    println!("studio: {}", studio.address());
    for mind in &minds {
        if let (Some(path), Some(catalogue)) = (mind.path(), mind.catalogue()) {
            studio.add_file(EditableFile::new(path, mind.vocabulary(), catalogue.clone()));
        }
    }
    heist::play(&minds, heist::agents(&minds), &mut studio);
    studio.finish()?;
    Ok(())
}
