//! Drives: the character plans for all its wants at once, with what the things around it can be used for.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(Percept)]
struct Fridge {
    id: Id,
}

#[derive(Percept)]
struct Bed {
    id: Id,
}

#[derive(SelfState)]
struct Body {
    /// The thing at which the agent stands.
    at: Id,
    #[motive(within = 0..=100)]
    food: f32,
    #[motive(within = 0..=100)]
    energy: f32,
}

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
enum Act {
    GoTo(Id),
    Eat(Id),
    Sleep(Id),
}

const TENANT: &str = "
    action go_to(it) { effect self.at = it takes 2 s }
    action eat(it: fridge) { needs self.at == it effect self.food += 50 takes 5 s }
    action sleep(it: bed) { needs self.at == it effect self.energy += 30 takes 10 s }

    object fridge supplies go_to, eat
    object bed supplies go_to, sleep

    drive hunger { goal self.food toward 100 }
    drive rest { goal self.energy toward 100 }
    utility weighted_mean

    mind Tenant = plan for hunger, rest
";

fn main() -> Result<(), motive::Error> {
    let game = Game::new().sees::<(Fridge, Bed)>().is::<Body>().does::<Act>()?;
    let (fridge, bed) = (Id::new(1), Id::new(2));
    let mut tenant = game.parse("tenant.motive", TENANT)?.spawn(Seed(1));
    let mut body = Body { at: bed, food: 20.0, energy: 60.0 };
    let mut clock = Clock::new(Duration::from_secs(1));
    for _ in 0..10 {
        tenant.perceive([Fridge { id: fridge }]);
        tenant.perceive([Bed { id: bed }]);
        tenant.update(&body);
        for action in tenant.decide(clock.tick()).actions() {
            println!("food {}, energy {}: {action:?}", body.food, body.energy);
            match action {
                Act::GoTo(place) => body.at = *place,
                Act::Eat(_) => body.food += 50.0,
                Act::Sleep(_) => body.energy += 30.0,
            }
        }
        (body.food, body.energy) =
            ((body.food - 5.0).clamp(0.0, 100.0), (body.energy - 5.0).clamp(0.0, 100.0));
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
