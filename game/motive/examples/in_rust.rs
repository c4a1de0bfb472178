//! A character in Rust alone, without a file: the derives give handles for kinds, properties and actions.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::arbiter::Goal;
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::kernel::{Condition, Expr, Pattern, Range};
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

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
enum Act {
    /// Throws the water of a bucket at a fire.
    Throw(Id, Id),
    Fill(Id),
    Rest,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new();
    let (fire, bucket) = (game.names::<Fire>(), game.names::<Bucket>());
    let game = game.does::<Act>()?;
    let act = game.actions();

    let hottest = Pattern::of(fire.kind).named("fire").within(fire.heat, Range::at_least(1.0).highest());
    let a_bucket = |full: bool| Pattern::of(bucket.kind).with(bucket.full, full).named("bucket").exclusive();
    let library = Library::new(
        game.vocabulary(),
        vec![
            Definition::new("PutOut")
                .done_when(Condition::no(Pattern::of(fire.kind)))
                .rule(
                    Rule::new("throw")
                        .when(hottest)
                        .when(a_bucket(true))
                        .act(act.throw, [Expr::var("bucket"), Expr::var("fire")]),
                )
                .rule(Rule::new("fill").when(a_bucket(false)).act(act.fill, [Expr::var("bucket")])),
            Definition::new("Relax").rule(Rule::new("rest").act(act.rest, [])),
        ],
    )?;
    let fireman = game
        .character()
        .goal(Goal::achieve("safety", "PutOut").when(Condition::exists(Pattern::of(fire.kind)), 90))
        .goal(Goal::maintain("comfort", "Relax").always(10))
        .library(&library)
        .build()?;

    let mut agent = game.mind(fireman).spawn(Seed(1));
    let (mut heat, mut full) = (3.0, true);
    let mut clock = Clock::new(Duration::from_secs(1));
    for _ in 0..6 {
        agent.perceive((heat > 0.0).then_some(Fire { id: Id::new(1), heat }));
        agent.perceive([Bucket { id: Id::new(2), full }]);
        for action in agent.decide(clock.tick()).actions() {
            println!("heat {heat}: {action:?}");
            match action {
                Act::Throw(..) => (heat, full) = (heat - 2.0, false),
                Act::Fill(_) => full = true,
                Act::Rest => {}
            }
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
