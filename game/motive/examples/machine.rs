//! A state machine as a mind. State machines, programs, tasks and plans can all pursue goals, side by side.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(SelfState)]
struct Body {
    health: f32,
    sees_enemy: bool,
}

#[derive(Actions, Debug, PartialEq)]
enum Act {
    Patrol,
    Shoot,
    Hide,
}

const SOLDIER: &str = "
    machine Soldier starts patrol {
        state patrol {
            do patrol()
            to fight when self.sees_enemy == true
        }
        state fight {
            do shoot()
            to hide when self.health < 30
            to patrol when self.sees_enemy == false
        }
        state hide {
            do hide()
            to patrol when self.health > 80
        }
    }

    mind Soldier = machine Soldier
";

fn main() -> Result<(), motive::Error> {
    let game = Game::new().is::<Body>().does::<Act>()?;
    let mut soldier = game.parse("soldier.motive", SOLDIER)?.spawn(Seed(1));
    let mut body = Body { health: 60.0, sees_enemy: false };
    let mut clock = Clock::new(Duration::from_millis(500));
    for tick in 0..12 {
        body.sees_enemy = (2..8).contains(&tick);
        soldier.update(&body);
        for action in soldier.decide(clock.tick()).actions() {
            println!("tick {tick}, health {}: {action:?}", body.health);
            body.health += match action {
                Act::Patrol => 0.0,
                Act::Shoot => -20.0,
                Act::Hide => 15.0,
            };
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
