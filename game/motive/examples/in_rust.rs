//! A mind in Rust alone, without a file and without strings that join its parts.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::build::*;
use motive::prelude::*;
use std::time::Duration;

#[derive(Percept)]
struct Fire {
    id: Id,
    heat: f32,
}

#[derive(Percept)]
struct Bucket {
    id: Id,
    full: bool,
}

#[derive(SelfState)]
struct Body {
    #[motive(within = 0..=100)]
    fatigue: f32,
}

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
enum Act {
    /// Throws the water of a bucket at a fire.
    Throw(Id, Id),
    Fill(Id),
    Rest,
}

fn main() -> Result<(), motive::Error> {
    let put_out = program("put out")
        .done_when(none::<Fire>())
        .rule("throw", |r| {
            let fire = r.find::<Fire>().highest(Fire::heat());
            let bucket = r.find::<Bucket>().with(Bucket::full(), true).exclusive();
            r.does(Act::throw(bucket, fire));
        })
        .rule("fill", |r| {
            let bucket = r.find::<Bucket>().exclusive();
            r.does(Act::fill(bucket));
        });
    let rest = program("rest").rule("rest", |r| r.does(Act::Rest));

    let game = Game::new().sees::<(Fire, Bucket)>().is::<Body>().does::<Act>()?;
    let fireman = game
        .mind("fireman")
        .goal(achieve("safety", put_out).when(some::<Fire>()).priority(90))
        .goal(maintain("comfort", rest).priority(Body::fatigue() * 0.5))
        .build()?;

    let mut agent = fireman.spawn(Seed(1));
    let (mut heat, mut full, mut fatigue) = (3.0, true, 20.0);
    let mut clock = Clock::new(Duration::from_secs(1));
    for _ in 0..6 {
        agent.perceive((heat > 0.0).then_some(Fire { id: Id::new(1), heat }));
        agent.perceive([Bucket { id: Id::new(2), full }]);
        agent.update(&Body { fatigue });
        for action in agent.decide(clock.tick()).actions() {
            println!("heat {heat}, fatigue {fatigue}: {action:?}");
            match action {
                Act::Throw(..) => (heat, full) = (heat - 2.0, false),
                Act::Fill(_) => full = true,
                Act::Rest => fatigue -= 5.0,
            }
        }
    }
    assert!(heat < 0.0 && fatigue < 20.0, "the fire is out, and there was time to rest");
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
