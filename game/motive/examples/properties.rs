//! Properties of all sorts: symbols, optional and multiple values, places, limits, and one that is computed when asked for.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use motive::{Dependency, Facts, Purity};

#[derive(PropertyValue)]
enum Mood {
    Calm,
    Angry,
}

#[derive(Percept)]
#[motive(is = "animal")]
struct Dog {
    id: Id,
    place: Point,
    mood: Mood,
    /// Whom it follows, if anybody.
    follows: Option<Id>,
    tricks: Vec<String>,
}

#[derive(Own)]
struct Body {
    place: Point,
    #[motive(limits(0, 100))]
    courage: f32,
}

#[derive(Actions, Debug, PartialEq)]
#[motive(one_at_a_time)]
enum Act {
    Pet(Id),
    Avoid(Id),
}

const VISITOR: &str = "
    goal company maintains Befriend { when some animal priority 10 }

    program Befriend {
        rule avoid
            when a: animal { mood: angry, distance: ..5 }, self.courage < 50
            do   avoid(a)
        rule pet
            when d: dog { mood: calm, tricks: \"sit\" } prefer { distance: any lowest }
            do   pet(d)
    }

    mind Visitor = arbiter { goals company }
";

fn main() -> Result<(), GameError> {
    let mut game = Game::new().percept::<Dog>().actions::<Act>();
    let place = game.names::<Body>().place;
    let game = game.declare(|names| {
        let reads = Purity::Reads(vec![Dependency::Property(place)]);
        names.computed("distance", Type::Number, reads, move |facts: &dyn Facts, id| {
            let at = |id| facts.values(id, place).first()?.point();
            Some(at(Id::SELF)?.distance(at(id)?).into())
        });
    });
    let mut visitor = game.parse("visitor.motive", VISITOR)?.agent(1, 0);

    let dog = |number, x, mood| Dog {
        id: Id::new(number),
        place: Point::flat(x, 0.0),
        mood,
        follows: None,
        tricks: vec!["sit".into(), "roll".into()],
    };
    visitor.perceive([dog(1, 3.0, Mood::Calm), dog(2, 4.0, Mood::Angry)])?;
    for courage in [20.0, 400.0] {
        visitor.own(&Body { place: Point::default(), courage })?;
        println!("courage {courage}: {:?}", visitor.decide(Time::default()).actions().next());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), GameError> {
    main()
}
