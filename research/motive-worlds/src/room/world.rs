//! The room as a world that an agent decides in.

use super::scene::{ACTIONS, AT_DOOR, AT_WINDOW, FACTS, Fact, HAND, RoomAct, RoomAction, RoomScene};
use crate::error::WorldError;
use crate::random_draws;
use crate::typed::World;
use motive::declare::{Declare, Properties, PropertyWriter, Senses};
use motive::kernel::{Action, ActionId, Effect, Expr, Property, Type, Vocabulary};
use motive::{Actions, Decision, GameBuilder, Point, Seed, SelfState};
use serde::{Deserialize, Serialize};

/// Columns and rows of the room.
const ROOM: (u8, u8) = (12, 7);
const DOOR: (u8, u8) = (11, 0);
const WINDOW: (u8, u8) = (11, 4);
/// What is gained by reaching everything, less one for each tick.
const REWARD: f64 = 1000.0;

/// A room for one agent.
///
/// # What there is
///
/// All is about the agent itself: its place `at`, how many hands it has free (`free_hands`), and truths such as `standing` or
/// `door_is_open`, by the same names in every scene.
///
/// # What can be done
///
/// Actions without arguments, such as `stand_up` or `pick_up_board`. One that cannot be done now is left out. `walk` and `crawl` go
/// a cell towards the door, along the row first and then up the wall with the window; crawling takes twice as long.
/// Actions of the whole body conflict with each other; closing a window goes with walking. What each needs and changes is declared, for
/// planners and networks; of walking and crawling, where they lead to in the end.
///
/// The world is over when everything that the scene is about has been reached.
#[derive(Debug)]
pub struct RoomWorld {
    scene: RoomScene,
    facts: RoomFacts,
    hands: i8,
    place: (u8, u8),
    tick: u64,
    done: u64,
    /// What the agent has chosen in this tick.
    wants: Vec<RoomAct>,
}

/// What can be chosen.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct RoomOptions {
    /// Which of the examples is played.
    pub scene: RoomScene,
}

/// Where the agent is.
#[derive(SelfState)]
pub struct RoomPlace {
    /// the cell where the character is
    at: Point,
}

/// Everything that may be so, in the order of the table.
#[derive(Clone, Debug)]
pub struct RoomFacts([bool; FACTS.len()]);

impl Declare for RoomFacts {
    type Names = [Property; FACTS.len()];

    fn declare(vocabulary: &mut Vocabulary) -> Self::Names {
        std::array::from_fn(|at| {
            let (name, _, line) = FACTS[at];
            let property = vocabulary.own(name, Type::Bool);
            vocabulary.describe_as(property, line);
            property
        })
    }
}

impl Properties for RoomFacts {
    fn properties(names: &Self::Names) -> Vec<Property> {
        names.to_vec()
    }

    fn write(&self, names: &Self::Names, to: &mut impl PropertyWriter) {
        names.iter().zip(&self.0).for_each(|(property, value)| to.write(*property, false, value, &[]));
    }
}

impl SelfState for RoomFacts {}

/// The hands of the agent.
#[derive(SelfState)]
pub struct RoomHands {
    /// how many hands are free
    free_hands: i8,
}

impl RoomWorld {
    fn holds(&self, (name, value): Fact) -> bool {
        fact(name).is_some_and(|at| self.facts.0[at] == value)
    }

    fn make(&mut self, (name, value): Fact) {
        if let Some(at) = fact(name) {
            self.facts.0[at] = value;
        }
    }

    /// What follows from where the agent is and what it holds.
    fn conclude(&mut self) {
        let near = |(column, row): (u8, u8), (x, y): (u8, u8)| column.abs_diff(x) + row.abs_diff(y) <= 1;
        self.make((HAND, self.hands > 0));
        self.make((AT_DOOR, near(self.place, DOOR)));
        self.make((AT_WINDOW, near(self.place, WINDOW)));
    }

    fn walk(&mut self) {
        let (column, row) = self.place;
        self.place = if column < DOOR.0 { (column + 1, row) } else { (column, row.saturating_sub(1)) };
    }

    fn perform(&mut self, command: &RoomAction) {
        self.done += 1;
        self.hands += command.frees;
        command.makes.iter().for_each(|fact| self.make(*fact));
        if command.pace > 0 && self.tick.is_multiple_of(command.pace) {
            self.walk();
        }
    }

    fn reached(&self) -> usize {
        self.scene.wanted().iter().filter(|fact| self.holds(**fact)).count()
    }
}

/// The place of a fact in the table.
fn fact(name: &str) -> Option<usize> {
    FACTS.iter().position(|(known, _, _)| *known == name)
}

/// The preconditions and effects of a scene action, declared for planners.
fn declared(command: &RoomAction, action: ActionId, free_hands: Property, properties: &[Property]) -> Action {
    let property = |name: &str| properties.get(fact(name)?).copied();
    let mut action = Action::new(action, &[]);
    for (name, value) in command.needs {
        // A free hand is counted, so that the robot's second one is not overlooked.
        action = match property(name) {
            Some(_) if *name == HAND => action.needs(Expr::own(free_hands).at_least(1)),
            Some(property) => action.needs(Expr::own(property).equals(*value)),
            None => action,
        };
    }
    // The way leads past the window to the door.
    let leads_to: &[Fact] = if command.pace > 0 { &[(AT_WINDOW, true), (AT_DOOR, true)] } else { &[] };
    for (name, value) in command.makes.iter().chain(leads_to) {
        if let Some(property) = property(name) {
            action = action.effect(Effect::set_own(property, *value));
        }
    }
    if command.frees == 0 {
        action
    } else {
        action.effect(Effect::add_own(free_hands, f64::from(command.frees)))
    }
}

impl World for RoomWorld {
    const NAME: &'static str = "room";
    const SUMMARY: &'static str =
        "a dude with a glass in its hand and a shut door, or a robot with a board to sand";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[(
        "scene",
        "`door`: a dude with a glass who wants out; `window`: the same with a window to close; `workshop`: a robot that sands a board",
    )];

    type Sees = ();
    type Is = (RoomPlace, RoomFacts, RoomHands);
    type Does = RoomAct;
    type Options = RoomOptions;

    /// The chair stands somewhere along the wall across from the window.
    fn new(options: &RoomOptions, seed: Seed) -> Result<Self, WorldError> {
        let mut world = Self {
            scene: options.scene,
            facts: RoomFacts(FACTS.map(|(_, value, _)| value)),
            hands: options.scene.hands(),
            place: (random_draws::below(4, seed.0, 0, 1) as u8, ROOM.1 - 1),
            tick: 0,
            done: 0,
            wants: Vec::new(),
        };
        world.conclude();
        Ok(world)
    }

    fn declare_first(&mut self, mut game: GameBuilder) -> GameBuilder {
        let _ = (game.names::<RoomPlace>(), game.names::<RoomFacts>(), game.names::<RoomAct>());
        game
    }

    fn declare(&mut self, mut game: GameBuilder) -> GameBuilder {
        let (properties, hands) = (game.names::<RoomFacts>(), game.names::<RoomHands>().free_hands);
        let names = game.names::<RoomAct>();
        let action = |command: &RoomAction| Some((command.act.id(&names)?, *command));
        let actions: Vec<(ActionId, RoomAction)> = ACTIONS.iter().filter_map(action).collect();
        let bodily: Vec<ActionId> =
            actions.iter().filter(|(_, command)| command.body).map(|(action, _)| *action).collect();
        for (number, one) in bodily.iter().enumerate() {
            for other in bodily.iter().skip(number + 1) {
                game = game.conflict(*one, *other);
            }
        }
        game.effects(move |catalogue, vocabulary| {
            let mut declared = actions.iter().map(|(id, command)| declared(command, *id, hands, &properties));
            declared.try_for_each(|action| catalogue.add(&action, vocabulary))
        })
    }

    fn perceive(&mut self, _: usize, to: &mut Senses<'_>) {
        to.update(&RoomPlace { at: Point::flat(f32::from(self.place.0), f32::from(self.place.1)) });
        to.update(&RoomHands { free_hands: self.hands });
        to.update(&self.facts);
    }

    fn act(&mut self, _: usize, decision: Decision<RoomAct>) {
        self.wants = decision.actions().copied().collect();
    }

    fn step(&mut self) {
        self.tick += 1;
        // All that is done in a tick begins in the same situation; of what takes the whole body, the first is done.
        let can = |command: &RoomAction| command.needs.iter().all(|fact| self.holds(*fact));
        let wanted = ACTIONS.iter().filter(|command| self.wants.contains(&command.act) && can(command));
        let wanted: Vec<&RoomAction> = wanted.collect();
        let mut moved = false;
        for command in wanted {
            // Another action may have taken the last hand, or the body.
            if (command.body && moved) || self.hands + command.frees < 0 {
                continue;
            }
            moved |= command.body;
            self.perform(command);
        }
        self.wants.clear();
        self.conclude();
    }

    fn is_over(&self) -> bool {
        self.reached() == self.scene.wanted().len()
    }

    /// A thousand less the ticks that it took, if everything was reached.
    fn score(&self, _: usize) -> f64 {
        if self.is_over() { (REWARD - self.tick as f64).max(0.0) } else { 0.0 }
    }

    fn legend(&self) -> &'static str {
        "@ robot  D door  / open door  W window  o open window"
    }

    fn draw(&self) -> String {
        let mark = |place: (u8, u8)| match place {
            place if place == self.place => '@',
            DOOR => {
                if self.holds(("door_is_open", true)) {
                    '/'
                } else {
                    'D'
                }
            }
            WINDOW => {
                if self.holds(("window_is_open", true)) {
                    'o'
                } else {
                    'W'
                }
            }
            _ => '.',
        };
        let row = |row: u8| (0..ROOM.0).map(|column| mark((column, row))).collect::<String>();
        let rows: Vec<String> = (0..ROOM.1).map(row).collect();
        let so = FACTS.iter().zip(self.facts.0).filter(|(_, value)| *value).map(|((name, ..), _)| *name);
        format!("{}\n\n{}\n", rows.join("\n"), so.collect::<Vec<_>>().join("\n"))
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        vec![
            ("score", self.score(0)),
            ("reached", self.reached() as f64),
            ("ticks", self.tick as f64),
            ("actions", self.done as f64),
        ]
    }
}
