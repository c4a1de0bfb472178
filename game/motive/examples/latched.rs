//! Actions that take time: a latched action goes on until the game says that it succeeded or failed.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(Percept)]
struct Door {
    id: Id,
    open: bool,
    jammed: bool,
}

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
enum Act {
    #[motive(until_ended)]
    Open(Id),
    Leave,
}

const PRISONER: &str = "
    goal freedom achieves Escape { priority 10 }

    program Escape {
        rule leave when some door { open: true } do leave()
        rule open when d: door { open: false, jammed: false } do open(d)
    }

    mind Prisoner = arbiter { goals freedom }
";

fn main() -> Result<(), motive::Error> {
    let game = Game::new().sees::<Door>().does::<Act>()?;
    let mut prisoner = game.parse("prisoner.motive", PRISONER)?.spawn(Seed(1));
    let mut doors = [1, 2].map(|number| Door { id: Id::new(number), open: false, jammed: false });
    let mut opening: Option<(RunId, Id, u64)> = None;

    let mut clock = Clock::new(Duration::from_millis(500));
    for tick in 0..10 {
        // Opening takes three ticks. The second door is jammed, which shows only then.
        if let Some((run, id, since)) = opening
            && tick - since == 3
        {
            if id == doors[1].id {
                doors[1].jammed = true;
                prisoner.fail(run);
            } else {
                doors[0].open = true;
                prisoner.succeed(run);
            }
            opening = None;
        }
        prisoner.perceive(&doors);
        for Active { action, phase, run, .. } in prisoner.decide(clock.tick()) {
            println!("tick {tick}: {phase:?} {action:?}");
            match (phase, action) {
                (Phase::Started, Act::Open(id)) => opening = Some((run, id, tick)),
                (_, Act::Leave) => return Ok(()),
                _ => {}
            }
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
