//! The other engines in Rust: a plan for drives, tasks and a state machine, each of which makes a camper warm.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::build::*;
use motive::prelude::*;
use std::time::Duration;

#[derive(Percept)]
struct Tree {
    id: Id,
}

#[derive(SelfState)]
struct Body {
    wood: u32,
    #[motive(within = 0..=100)]
    warmth: f32,
}

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
enum Act {
    Chop(Id),
    LightFire,
}

/// Actions with what they need and change. A plan that serves the drive is searched for.
fn drives() -> EngineBuilder {
    plan("drives", |plan| {
        plan.action(|a| {
            let tree = a.with::<Tree>();
            a.does(Act::chop(tree));
            a.adds(&Body::wood(), 1);
        });
        plan.action(|a| {
            a.does(Act::LightFire);
            a.needs(Body::wood().at_least(2));
            a.adds(&Body::wood(), -2);
            a.adds(&Body::warmth(), 50);
        });
        plan.drive("comfort", 1.0, |drive| {
            drive.goal("warm", |goal| goal.toward(Body::warmth(), 0.0, 100.0));
        });
    })
}

/// Tasks that are broken into smaller ones while they are done. One of them calls itself until it is reached.
fn htn() -> EngineBuilder {
    tasks("tasks", |t| {
        let (get_warm, get_wood) = (t.task("get warm"), t.task("get wood"));
        get_warm.achieves(Body::warmth().at_least(100)).then(get_wood).then(Act::LightFire).then(get_warm);
        get_wood.achieves(Body::wood().at_least(2)).then(Act::chop(some::<Tree>().best())).then(get_wood);
    })
}

/// A machine with two states.
fn fsm() -> EngineBuilder {
    machine("machine", |m| {
        let (chop, light) = (m.state("chop"), m.state("light"));
        chop.does(Act::chop(some::<Tree>().best())).to(light, Body::wood().at_least(2));
        light.does(Act::LightFire).to(chop, Body::wood().below(2));
    })
}

fn main() -> Result<(), motive::Error> {
    let game = Game::new().sees::<Tree>().is::<Body>().does::<Act>()?;
    for (name, engine) in [("drives", drives()), ("tasks", htn()), ("machine", fsm())] {
        let mut camper = game.mind(name).runs(engine).build()?.spawn(Seed(1));
        let mut body = Body { wood: 0, warmth: 0.0 };
        let mut clock = Clock::new(Duration::from_secs(1));
        for tick in 0..12 {
            camper.perceive([Tree { id: Id::new(1) }]);
            camper.update(&body);
            for action in camper.decide(clock.tick()).actions() {
                println!("{name}, tick {tick}: {action:?}");
                match action {
                    Act::Chop(_) => body.wood += 1,
                    Act::LightFire if body.wood >= 2 => {
                        (body.wood, body.warmth) = (body.wood - 2, body.warmth + 50.0);
                    }
                    Act::LightFire => {}
                }
            }
        }
        assert!(body.warmth >= 100.0, "{name} makes it warm");
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
