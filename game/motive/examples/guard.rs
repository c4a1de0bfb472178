//! A guard in thirty lines: it patrols, and chases a thief who comes near.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(Percept)]
struct Thief {
    id: Id,
    distance: f32,
}

#[derive(Actions, Debug, PartialEq)]
#[motive(one_at_a_time)]
enum Act {
    Chase(Id),
    Patrol,
}

const GUARD: &str = "
    goal catch achieves Catch { when some thief { distance: ..6 } priority 90 }
    goal watch maintains Watch { priority 10 }

    program Catch {
        done when no thief { distance: ..6 }
        rule run when t: thief { distance: ..6 lowest } do chase(t)
    }
    program Watch { otherwise do patrol() }

    mind Guard = arbiter { goals catch, watch }
";

fn main() -> Result<(), motive::Error> {
    let game = Game::new().sees::<Thief>().does::<Act>()?;
    let mut guard = game.parse("guard.motive", GUARD)?.spawn(Seed(1));
    let mut clock = Clock::new(Duration::from_millis(100));
    for tick in 0..10 {
        let distance = 10.0 - tick as f32;
        guard.perceive([Thief { id: Id::new(7), distance }]);
        let decision = guard.decide(clock.tick());
        println!("the thief is {distance} steps away: {:?}", decision.actions().next());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
