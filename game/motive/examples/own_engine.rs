//! Your own engine under the arbiter: a behaviour written in Rust pursues a goal beside programs from rules.
//!
//! The engine here is a dance of a few steps, each for a while. It needs two traits: a `Program` is what all agents share, a
//! `Behaviour` is what one agent keeps while it follows the program.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::arbiter::Goal;
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::kernel::{ActionId, Behaviour, Command, Context, Expr, Outcome, Program};
use motive::prelude::*;
use std::sync::Arc;
use std::time::Duration;

#[derive(SelfState)]
struct Body {
    thirsty: bool,
}

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
enum Act {
    StepLeft,
    StepRight,
    Turn,
    Drink,
}

struct Dance {
    name: Arc<str>,
    steps: Arc<[ActionId]>,
    micros_per_step: u64,
}

impl Program for Dance {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        let (steps, micros_per_step) = (self.steps.clone(), self.micros_per_step);
        let mut began = None;
        // A closure is a behaviour. One that keeps more implements the trait.
        Box::new(move |cx: &mut Context<'_>| {
            let now = cx.time().micros;
            let step = (now - *began.get_or_insert(now)) / micros_per_step;
            let action = steps[step as usize % steps.len()];
            cx.propose(Command::Act { action, arguments: [].into_iter().collect() });
            Outcome::Acting
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new();
    let body = game.names::<Body>();
    let game = game.does::<Act>()?;
    let act = game.actions();
    let dance = Dance {
        name: "Dance".into(),
        steps: [act.step_left, act.step_right, act.turn].into(),
        micros_per_step: 2_000_000,
    };
    let thirsty = Expr::own(body.thirsty).equals(true);
    let refresh =
        Definition::new("Refresh").done_when(!thirsty.clone()).rule(Rule::new("drink").act(act.drink, []));
    let dancer = game
        .character()
        .goal(Goal::achieve("refreshment", "Refresh").when(thirsty, 50))
        .goal(Goal::maintain("fun", "Dance").always(10))
        .library(&Library::new(game.vocabulary(), vec![refresh])?)
        .program(dance)
        .build()?;

    let mut dancer = game.mind_of_character(dancer).spawn(Seed(1));
    let mut clock = Clock::new(Duration::from_secs(1));
    for tick in 0..8 {
        dancer.update(&Body { thirsty: tick == 3 });
        println!("second {tick}: {:?}", dancer.decide(clock.tick()).actions().next());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
