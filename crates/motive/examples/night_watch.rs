//! A night watchman: an agent built in Rust, with a function and an action of the host, run for ten ticks.
//!
//! Run it with `cargo run -p motive --example night_watch`.

#![expect(clippy::print_stdout, reason = "an example talks to whoever runs it")]

use motive::teleo::{Definition, Library, Rule};
use motive::{
    Agent, Arbiter, Character, Condition, Dependency, Expr, Goal, Id, Memory, Pattern, Point, Purity, Thing,
    Time, Type, Vocabulary,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The names of the game, a function that conditions can call, and two actions that cannot be done at once.
    let mut names = Vocabulary::new();
    let (thief, post) = (names.kind("thief"), names.kind("post"));
    let place = names.own("place", Type::Point);
    let reads = Purity::Reads(vec![Dependency::Property(place)]);
    let distance = names.computed("distance", Type::Number, reads, move |facts, id| {
        let (me, it) =
            (facts.values(Id::SELF, place).first()?.point()?, facts.values(id, place).first()?.point()?);
        Some(me.distance(it).into())
    });
    let (chase, walk) = (names.action("chase", 1), names.action("walk_to", 1));
    let names = names.finish()?;

    // Chase a thief who is nearer than six steps; otherwise walk to the post that is farthest away.
    let near = Pattern::of(thief).named("who").within(distance, motive::Range::new(0.0, 6.0));
    let far =
        Pattern::of(post).named("where").prefer_within(distance, motive::Range::at_least(0.0).highest());
    let library = Library::new(
        &names,
        vec![
            Definition::new("Catch")
                .done_when(Condition::no(near.clone()))
                .rule(Rule::new("chase").when(near.clone()).act(chase, [Expr::var("who")])),
            Definition::new("Patrol").rule(Rule::new("walk").when(far).act(walk, [Expr::var("where")])),
        ],
    )?;
    let urgency = Expr::from(100) - Expr::choose(Pattern::of(thief)).get(distance);
    let watchman = Character::new(names.clone())
        .goal(Goal::achieve("catch", "Catch").updated(Condition::exists(near), urgency))
        .goal(Goal::maintain("patrol", "Patrol").always(10))
        .library(&library)
        .conflict(chase, walk)
        .build()?;

    // Each tick: the world tells the agent what it perceives, the agent decides, the world does it.
    let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(watchman), 1, 0);
    agent.memory_mut().set_own(place, Point::flat(0.0, 0.0))?;
    for (post_number, x) in [(1, -5.0), (2, 8.0)] {
        agent
            .memory_mut()
            .put(Thing::new(Id::new(post_number)).kind(post).with(place, Point::flat(x, 0.0)))?;
    }
    for tick in 0..10 {
        let thief_at = Point::flat(12.0 - tick as f32, 1.0);
        agent.memory_mut().put(Thing::new(Id::new(9)).kind(thief).with(place, thief_at))?;
        let decision = agent.tick(Time::of_tick(tick, 100_000));
        println!("tick {tick}: {:?} {}", decision.actions[0].phase, decision.display(&names).join(" and "));
    }
    Ok(())
}
