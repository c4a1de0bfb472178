//! Hot reload: the file of a guard changes while the game runs, and the guard goes on with the new one.
//!
//! A file with mistakes changes nothing; the error says where they are.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;
use std::{error::Error, fs};

#[derive(SelfState)]
struct Body {
    tired: bool,
}

#[derive(Actions, Debug)]
enum Act {
    Patrol,
    Whistle,
    Rest,
}

const GUARD: &str = "
    goal rest achieves Rest { when self.tired == true priority 50 }
    goal watch maintains Watch { priority 10 }

    program Rest { done when self.tired == false otherwise do rest() }
    program Watch { otherwise do patrol() }

    conflicts among rest, patrol, whistle
    mind Guard = arbiter { goals rest, watch }
";

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::temp_dir().join(format!("motive_guard_{}.motive", std::process::id()));
    fs::write(&file, GUARD)?;

    let game = Game::new().is::<Body>().does::<Act>()?;
    let mind = game.load(&file)?;
    let mut guard = mind.spawn(Seed(1));
    let mut clock = Clock::new(Duration::from_millis(250));
    for tick in 0..9 {
        // Somebody edits the file: at first well, later not so well.
        match tick {
            3 => fs::write(&file, GUARD.replace("do patrol()", "do patrol(); whistle()"))?,
            6 => fs::write(&file, GUARD.replace("self.tired", "self.tirde"))?,
            _ => {}
        }
        match mind.reload_changed() {
            Ok(true) => println!("the file was loaded again"),
            Ok(false) => {}
            Err(error) => println!("{error}\nthe guard continues as before"),
        }
        guard.update(&Body { tired: tick % 3 == 2 });
        let decision = guard.decide(clock.tick());
        println!("tick {tick}: {:?}", decision.actions().collect::<Vec<_>>());
    }
    fs::remove_file(&file)?;
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
