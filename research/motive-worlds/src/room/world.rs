//! The room as a world that an agent decides in.

use std::sync::Arc;

use motive::kernel::{
    Action, ActionId, Catalogue, Decision, Effect, Expr, Memory, Point, Property, Time, Type, Vocabulary,
};

use super::scene::{ACTIONS, AT_DOOR, AT_WINDOW, FACTS, Fact, HAND, RoomAction, RoomScene};
use crate::error::WorldError;
use crate::options::{KnownOption, Options};
use crate::random_draws;
use crate::world::AnyWorld;

/// Ten ticks are a second of the world's time; ours.
const MICROS_PER_TICK: u64 = 100_000;
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
    vocabulary: Arc<Vocabulary>,
    catalogue: Catalogue,
    at: Property,
    free_hands: Property,
    properties: Vec<Property>,
    actions: Vec<ActionId>,
    facts: Vec<bool>,
    hands: i8,
    place: (u8, u8),
    tick: u64,
    done: u64,
    /// By action: the agent has chosen it in this tick.
    wants: Vec<bool>,
}

impl RoomWorld {
    /// The options of the world.
    pub(crate) const OPTIONS: &'static [KnownOption] = &[KnownOption {
        name: "scene",
        expects: "`door`, `window` or `workshop`",
        default: "door",
        summary: "`door`: a dude with a glass who wants out; `window`: the same with a window to close; `workshop`: a robot that sands a board",
    }];

    /// A room, begun with seed 0.
    ///
    /// # Errors
    /// If the world's own names contradict each other.
    pub fn new(scene: RoomScene) -> Result<Self, WorldError> {
        let mut names = Vocabulary::new();
        let at = names.own("at", Type::Point);
        let properties: Vec<Property> = FACTS.iter().map(|(name, _)| names.own(name, Type::Bool)).collect();
        let actions: Vec<ActionId> = ACTIONS.iter().map(|command| names.action(command.name, 0)).collect();
        let free_hands = names.own("free_hands", Type::Number);
        names.describe_all(super::descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        let mut catalogue = Catalogue::default();
        for (command, action) in ACTIONS.iter().zip(&actions) {
            let action = declared(command, *action, free_hands, &properties);
            catalogue.add(&action, &vocabulary).map_err(WorldError::Names)?;
        }
        let bodily: Vec<ActionId> = actions
            .iter()
            .zip(ACTIONS)
            .filter(|(_, command)| command.body)
            .map(|(action, _)| *action)
            .collect();
        for (number, one) in bodily.iter().enumerate() {
            for other in bodily.iter().skip(number + 1) {
                catalogue.conflict(*one, *other);
            }
        }
        let mut world = Self {
            scene,
            vocabulary,
            catalogue,
            at,
            free_hands,
            properties,
            actions,
            facts: Vec::new(),
            hands: 0,
            place: (0, 0),
            tick: 0,
            done: 0,
            wants: vec![false; ACTIONS.len()],
        };
        world.reset(0);
        Ok(world)
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        let mut scene = RoomScene::default();
        options.set("scene", &mut scene, RoomScene::of)?;
        Self::new(scene)
    }

    fn holds(&self, (name, value): Fact) -> bool {
        let at = FACTS.iter().position(|(known, _)| *known == name);
        at.and_then(|at| self.facts.get(at)) == Some(&value)
    }

    fn make(&mut self, (name, value): Fact) {
        let at = FACTS.iter().position(|(known, _)| *known == name);
        if let Some(fact) = at.and_then(|at| self.facts.get_mut(at)) {
            *fact = value;
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

/// The preconditions and effects of a scene action, declared for planners.
fn declared(command: &RoomAction, action: ActionId, free_hands: Property, properties: &[Property]) -> Action {
    let property = |name: &str| {
        let at = FACTS.iter().position(|(known, _)| *known == name)?;
        properties.get(at).copied()
    };
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

impl AnyWorld for RoomWorld {
    fn name(&self) -> &str {
        "room"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The chair stands somewhere along the wall across from the window.
    fn reset(&mut self, seed: u64) {
        self.facts = FACTS.iter().map(|(_, value)| *value).collect();
        self.hands = self.scene.hands();
        self.place = (random_draws::below(4, seed, 0, 1) as u8, ROOM.1 - 1);
        (self.tick, self.done) = (0, 0);
        self.wants.fill(false);
        self.conclude();
    }

    fn agents(&self) -> usize {
        1
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        if agent > 0 {
            return Err(WorldError::NoAgent { agent, agents: 1 });
        }
        let known = memory.shared_vocabulary();
        if !Arc::ptr_eq(known, &self.vocabulary) && !known.extends(&self.vocabulary) {
            return Err(WorldError::ForeignMemory);
        }
        memory.set_time(self.time());
        memory.set_own(self.at, Point::flat(f32::from(self.place.0), f32::from(self.place.1)))?;
        memory.set_own(self.free_hands, f64::from(self.hands))?;
        for (property, value) in self.properties.iter().zip(&self.facts) {
            memory.set_own(*property, *value)?;
        }
        Ok(())
    }

    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        if agent > 0 {
            return Err(WorldError::NoAgent { agent, agents: 1 });
        }
        for (wants, action) in self.wants.iter_mut().zip(&self.actions) {
            *wants = decision.actions.iter().any(|act| act.action == *action);
        }
        Ok(())
    }

    fn step(&mut self) {
        if self.is_over() {
            return;
        }
        self.tick += 1;
        // All that is done in a tick begins in the same situation; of what takes the whole body, the first is done.
        let can = |command: &RoomAction| command.needs.iter().all(|fact| self.holds(*fact));
        let wanted = ACTIONS.iter().zip(&self.wants).filter(|(command, wants)| **wants && can(command));
        let wanted: Vec<&RoomAction> = wanted.map(|(command, _)| command).collect();
        let mut moved = false;
        for command in wanted {
            // Another action may have taken the last hand, or the body.
            if (command.body && moved) || self.hands + command.frees < 0 {
                continue;
            }
            moved |= command.body;
            self.perform(command);
        }
        self.wants.fill(false);
        self.conclude();
    }

    fn time(&self) -> Time {
        Time::of_tick(self.tick, MICROS_PER_TICK)
    }

    fn is_over(&self) -> bool {
        self.reached() == self.scene.wanted().len()
    }

    /// A thousand less the ticks that it took, if everything was reached.
    fn score(&self, agent: usize) -> f64 {
        if agent == 0 && self.is_over() { (REWARD - self.tick as f64).max(0.0) } else { 0.0 }
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
        let so = FACTS.iter().zip(&self.facts).filter(|(_, value)| **value).map(|((name, _), _)| *name);
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
