//! The names that a bot's mind uses, whatever game its body is in.
//!
//! They are GameBots' own notions under names that a designer would use; a table of the book's page on GameBots says which is which.
//!
//! Actions are the commands of the wire: what was commanded goes on until it is done or something else is commanded, also when the mind no longer
//! asks for it. `stop` and `stop_shooting` end it.

mod functions;
mod types;

pub use functions::{ATTACK_RANGE, FACING, NEAR, NEAR_NODE, NEARBY};
pub use types::ShooterTask;
pub(crate) use types::{
    Alarms, Briefing, CurrentNode, EventMoment, GameStanding, InSight, MoverLabel, NavPoint, Ownership, Path,
    PathRequest, PlaceNames, PointInSight, ReachAnswer, SafePoint, Station, Visibility,
};

use crate::body::primitive::PrimitiveFailure;
use crate::body::{
    BodyCommand, BodyEvent, OwnState, PointState, SeenFlag, SeenItem, SeenMover, SeenNode, SeenPlayer,
};
use crate::map::PlaceKind;
use motive::declare::{Declare, PropertyValue, ValueNames};
use motive::kernel::{
    Catalogue, Dependency, Facts, Id, Kind, Point, Property, Purity, Symbol, Value, Vocabulary,
};
use motive::{Actions, Error, Game};
use std::fmt;
use std::sync::Arc;

/// Things of which bodies tell.
type Things = (
    PlaceKind,
    BodyEvent,
    SeenPlayer,
    SeenFlag,
    PointState,
    NavPoint,
    SeenMover,
    SafePoint,
    Path,
    ReachAnswer,
    PathRequest,
    CurrentNode,
);
/// Properties of things, of which bodies tell besides.
type Parts = (SeenItem, SeenNode, InSight, Visibility, EventMoment, Ownership, MoverLabel, PointInSight);
/// What a bot knows of itself.
type Own = (OwnState, GameStanding, Alarms, Briefing, Station);

/// The vocabulary, with the handles for what bodies write and read.
#[derive(Clone)]
pub struct ShooterNames {
    /// The names.
    pub vocabulary: Arc<Vocabulary>,
    /// Which actions exclude each other.
    pub catalogue: Catalogue,
    /// The types that are declared, and what can be done that takes time.
    pub game: Arc<Game<ShooterTask>>,
    /// What can be done at once.
    pub commands: <BodyCommand as Declare>::Names,
    failures: ValueNames,
}

impl fmt::Debug for ShooterNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShooterNames").finish_non_exhaustive()
    }
}

impl ShooterNames {
    /// Declares everything.
    ///
    /// # Errors
    /// Never, as long as the names of this crate do not contradict each other.
    pub fn new() -> Result<Self, Error> {
        let mut game = Game::new().sees::<Things>().sees::<Parts>().is::<Own>();
        let commands = game.actions::<BodyCommand>();
        let (_, failures) = PrimitiveFailure::declare(game.vocabulary());
        let [position, time] = [game.names::<OwnState>().position, game.names::<EventMoment>().time];
        game.computed(
            ("distance", "straight-line distance from the bot"),
            by_place(position),
            move |facts, id| {
                Some(place_of(facts, Id::SELF, position)?.distance(place_of(facts, id, position)?))
            },
        );
        game.computed(("age", "seconds since it happened"), Purity::Volatile, move |facts, id| {
            Some(facts.time().seconds() - facts.values(id, time).number()?)
        });
        functions::declare(&mut game);
        let (label, item) = (game.names::<SeenPlayer>().name, game.names::<PlaceKind>().kind);
        game.vocabulary().display_name(label);
        game.vocabulary().describe_as(item, "something that whoever walks over it picks up");
        let game = game.does::<ShooterTask>()?;
        let (vocabulary, catalogue) = (game.vocabulary().clone(), game.catalogue().clone());
        Ok(Self { vocabulary, catalogue, game: Arc::new(game), commands, failures })
    }

    /// Whether an action takes time.
    pub fn is_task(&self, action: motive::kernel::ActionId) -> bool {
        ShooterTask::all(self.game.actions()).contains(&action)
    }

    /// The kinds that a bot forgets when it dies.
    pub(crate) fn forgotten_at_death(&self) -> [Option<Kind>; 3] {
        let game = &self.game;
        [
            game.names::<Path>().map(|names| names.kind),
            game.names::<PathRequest>().map(|names| names.kind),
            game.names::<CurrentNode>().map(|names| names.kind),
        ]
    }

    /// The word for why a primitive failed.
    pub fn failure(&self, failure: PrimitiveFailure) -> Symbol {
        let word = failure.to_value(&self.failures).as_ref().and_then(Value::symbol);
        word.unwrap_or(self.vocabulary.builtin().failed)
    }
}

/// What is computed from where the bot and a thing are.
fn by_place(position: Property) -> Purity {
    Purity::Reads(vec![Dependency::Own(position), Dependency::Property(position)])
}

fn place_of(facts: &dyn Facts, id: Id, position: Property) -> Option<Point> {
    facts.values(id, position).first()?.point()
}
