//! The example `thirst` of the crate big-brain: thirst grows, at 80 the agent begins to drink, and drinks until it is at 10.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(SelfState)]
struct Body {
    #[motive(within = 0..=100)]
    thirst: f32,
}

#[derive(Actions, Debug)]
enum Act {
    /// Makes the agent less thirsty, by this much a second.
    Drink { per_second: f32 },
}

const DRINKER: &str = "
    goal quench achieves Quench { when self.thirst >= 80 priority self.thirst updated }

    program Quench {
        done when self.thirst <= 10
        otherwise do drink(5)
    }

    mind Drinker = arbiter { goals quench }
";

fn main() -> Result<(), motive::Error> {
    let game = Game::new().is::<Body>().does::<Act>()?;
    let mut drinker = game.parse("drinker.motive", DRINKER)?.spawn(Seed(1));
    let mut body = Body { thirst: 75.0 };
    let mut clock = Clock::new(Duration::from_secs(1));
    for tick in 0..60 {
        body.thirst = (body.thirst + 2.0).min(100.0);
        drinker.update(&body);
        for Active { action: Act::Drink { per_second }, phase, .. } in drinker.decide(clock.tick()) {
            match phase {
                Phase::Started => println!("second {tick}: time to drink, thirst is {}", body.thirst),
                Phase::Stopped => println!("second {tick}: done drinking, thirst is {}", body.thirst),
                Phase::Continued | Phase::Changed => {}
            }
            if phase != Phase::Stopped {
                body.thirst -= per_second;
            }
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
