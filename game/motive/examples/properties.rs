//! Properties of all sorts: symbols, optional and multiple values, places, limits, and one that is computed when asked for.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::kernel::{Dependency, Facts, Purity, Type};
use motive::prelude::*;

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

#[derive(SelfState)]
struct Body {
    place: Point,
    #[motive(within = 0..=100)]
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

fn main() -> Result<(), motive::Error> {
    let mut game = Game::new().sees::<Dog>().is::<Body>();
    let place = game.names::<Body>().place;
    let reads = Purity::Reads(vec![Dependency::Property(place)]);
    game.vocabulary().computed("distance", Type::Number, reads, move |facts: &dyn Facts, id| {
        let at = |id| facts.values(id, place).first()?.point();
        Some(at(Id::SELF)?.distance(at(id)?).into())
    });
    let game = game.does::<Act>()?;
    let mut visitor = game.parse("visitor.motive", VISITOR)?.spawn(Seed(1));

    let dog = |number, x, mood| Dog {
        id: Id::new(number),
        place: Point::flat(x, 0.0),
        mood,
        follows: None,
        tricks: vec!["sit".into(), "roll".into()],
    };
    visitor.perceive([dog(1, 3.0, Mood::Calm), dog(2, 4.0, Mood::Angry)]);
    for courage in [20.0, 400.0] {
        visitor.update(&Body { place: Point::default(), courage });
        println!("courage {courage}: {:?}", visitor.decide(Time::default()).actions().next());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
