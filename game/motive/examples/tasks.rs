//! Tasks that break down into others: an order is carried out step by step, with a second way where the first fails.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(SelfState)]
struct Body {
    has_wood: bool,
    has_axe: bool,
    warm: bool,
}

#[derive(Actions, Debug)]
enum Act {
    ChopTree,
    GatherSticks,
    LightFire,
}

const CAMPER: &str = "
    task GetWarm {
        achieves self.warm == true
        do GetWood; light_fire()
    }

    task GetWood {
        achieves self.has_wood == true
        method chop
            when self.has_axe == true
            do   chop_tree()
        method gather
            do gather_sticks()
    }

    goal warmth achieves task GetWarm { when self.warm == false priority 10 }
    mind Camper = arbiter { goals warmth }
";

fn main() -> Result<(), motive::Error> {
    let game = Game::new().is::<Body>().does::<Act>()?;
    let mind = game.parse("camper.motive", CAMPER)?;
    for (number, has_axe) in [(0, true), (1, false)] {
        let mut camper = mind.spawn_numbered(Seed(1), number);
        let mut body = Body { has_wood: false, has_axe, warm: false };
        let mut clock = Clock::new(Duration::from_secs(1));
        for tick in 0..5 {
            camper.update(&body);
            for active in camper.decide(clock.tick()).started() {
                println!("camper {number}, tick {tick}: {:?}", active.action);
                match active.action {
                    Act::ChopTree | Act::GatherSticks => body.has_wood = true,
                    Act::LightFire => body.warm = true,
                }
            }
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
