//! Tasks that break down into others: an order is carried out step by step, with a second way where the first fails.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;

#[derive(Own)]
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

fn main() -> Result<(), GameError> {
    let game = Game::new().own::<Body>().actions::<Act>();
    let mind = game.parse("camper.motive", CAMPER)?;
    for (number, has_axe) in [(0, true), (1, false)] {
        let mut camper = mind.agent(1, number);
        let mut body = Body { has_wood: false, has_axe, warm: false };
        for tick in 0..5 {
            camper.own(&body)?;
            for action in camper.decide(Time::of_tick(tick, 1_000_000)).started() {
                println!("camper {number}, tick {tick}: {action:?}");
                match action {
                    Act::ChopTree | Act::GatherSticks => body.has_wood = true,
                    Act::LightFire => body.warm = true,
                }
            }
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), GameError> {
    main()
}
