//! A state machine as a mind. State machines, programs, tasks and plans can all pursue goals, side by side.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;

#[derive(Own)]
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

fn main() -> Result<(), GameError> {
    let game = Game::new().own::<Body>().actions::<Act>();
    let mut soldier = game.parse("soldier.motive", SOLDIER)?.agent(1, 0);
    let mut body = Body { health: 60.0, sees_enemy: false };
    for tick in 0..12 {
        body.sees_enemy = (2..8).contains(&tick);
        soldier.own(&body)?;
        for action in soldier.decide(Time::of_tick(tick, 500_000)).actions() {
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
fn runs() -> Result<(), GameError> {
    main()
}
