//! Many agents: in a crowd only those decide for whom something changed. Agents come and go while it runs.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;

#[derive(Own)]
struct Body {
    hungry: bool,
}

#[derive(Percept)]
struct Wolf {
    id: Id,
    distance: f32,
}

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
enum Act {
    Graze,
    Rest,
    Flee(Id),
}

const SHEEP: &str = "
    goal safety achieves Escape { when some wolf { distance: ..20 } priority 90 }
    goal food achieves Eat { when self.hungry == true priority 50 }
    goal rest maintains Rest { priority 10 }

    program Escape {
        done when no wolf { distance: ..20 }
        rule run when w: wolf { distance: ..20 lowest } do flee(w)
    }
    program Eat { done when self.hungry == false otherwise do graze() }
    program Rest { otherwise do rest() }

    mind Sheep = arbiter { goals safety, food, rest }
";

fn main() -> Result<(), GameError> {
    let game = Game::new().own::<Body>().percept::<Wolf>().actions::<Act>();
    let sheep = game.parse("sheep.motive", SHEEP)?;
    let mut flock = GameCrowd::new();
    for number in 0..1_000 {
        let number = flock.add(sheep.agent(1, number));
        flock.own(number, &Body { hungry: number % 10 == 0 })?;
    }
    for tick in 0..8 {
        match tick {
            3 => flock.perceive(17, [Wolf { id: Id::new(1), distance: 12.0 }])?,
            4 => flock.perceive(17, [Wolf { id: Id::new(1), distance: 11.0 }])?,
            5 => drop(flock.remove(17)),
            6 => _ = flock.add(sheep.agent(1, 1_000)),
            _ => {}
        }
        let (mut decisions, mut fleeing) = (0, 0);
        flock.decide(Time::of_tick(tick, 100_000), |_, decided| {
            decisions += 1;
            fleeing += decided.actions().filter(|action| matches!(action, Act::Flee(_))).count();
        });
        println!("tick {tick}: {decisions} of {} decide, {fleeing} flee", flock.len());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), GameError> {
    main()
}
