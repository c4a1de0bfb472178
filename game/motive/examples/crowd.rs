//! Many agents: in a crowd only those decide for whom something changed. Agents come and go while it runs.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(SelfState)]
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

fn main() -> Result<(), motive::Error> {
    let game = Game::new().is::<Body>().sees::<Wolf>().does::<Act>()?;
    let sheep = game.parse("sheep.motive", SHEEP)?;
    let mut flock = sheep.crowd(Seed(1));
    let ids: Vec<AgentId> = (0..1_000).map(|_| flock.spawn()).collect();
    for (number, id) in ids.iter().enumerate() {
        flock.agent(*id).update(&Body { hungry: number % 10 == 0 });
    }
    let mut clock = Clock::new(Duration::from_millis(100));
    for tick in 0..8 {
        match tick {
            3 => flock.agent(ids[17]).perceive([Wolf { id: Id::new(1), distance: 12.0 }]),
            4 => flock.agent(ids[17]).perceive([Wolf { id: Id::new(1), distance: 11.0 }]),
            5 => drop(flock.remove(ids[17])),
            6 => _ = flock.spawn(),
            _ => {}
        }
        let (mut decisions, mut fleeing) = (0, 0);
        flock.decide(clock.tick(), |_, decision| {
            decisions += 1;
            fleeing += decision.actions().filter(|action| matches!(action, Act::Flee(_))).count();
        });
        println!("tick {tick}: {decisions} of {} decide, {fleeing} flee", flock.len());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
