//! A guard in thirty lines: it patrols, and chases a thief who comes near.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;

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

fn main() -> Result<(), GameError> {
    let game = Game::new().percept::<Thief>().actions::<Act>();
    let mut guard = game.parse("guard.motive", GUARD)?.agent(1, 0);
    for tick in 0..10 {
        let distance = 10.0 - tick as f32;
        guard.perceive([Thief { id: Id::new(7), distance }])?;
        let decided = guard.decide(Time::of_tick(tick, 100_000));
        println!("the thief is {distance} steps away: {:?}", decided.actions().next());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), GameError> {
    main()
}
