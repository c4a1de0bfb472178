//! The scenes as a world for one agent or several.

use super::constants::{CAMERAS, COMPUTER, FRIEND, TICK_MICROS};
use super::names::SceneNames;
use super::scene::{Scene, SceneAction, SceneCounts, Stage};
use super::view;
use crate::error::WorldError;
use crate::options::{KnownOption, Options};
use crate::world::AnyWorld;
use motive::kernel::{ActiveAction, Catalogue, Decision, Id, Memory, Point, Thing, Time, Vocabulary};
use std::sync::Arc;

/// Nervous people that there may be at the crossing.
const MOST_NERVOUS: usize = 50;

/// One of three scenes.
///
/// # What there is
///
/// In the library `friend` and `computer`, one of each (`the_friend`, `the_computer`), with `at`. On the site a `camera` or three, with `at`.
/// Everybody has `area` (`library`, `road` or `site`), `at`, `place` (the thing at which one stands), `done`, `turn` (it is one's turn to
/// cross), `anxious` (by nature), and `run_seen`, which is how much running was seen lately.
///
/// # What can be done
///
/// `walk_to(thing)`, `chat(friend)`, which is `loud`, `check_social_network(computer)`, `walk()`, and `run()`, which is `nervous` and `suspicious`.
/// What they need, and what they come to in the end, is declared; what they cost is not the world's to say.
#[derive(Debug)]
pub struct ScenesWorld {
    stage: Stage,
    names: SceneNames,
    commands: Vec<Option<SceneAction>>,
    /// Whether anybody notices what is around.
    noticed: bool,
}

impl ScenesWorld {
    /// The options of the world.
    pub(crate) const OPTIONS: &'static [KnownOption] = &[
        KnownOption {
            name: "scene",
            expects: "`library`, `crossing` or `spy`",
            default: "library",
            summary: "which of the three scenes",
        },
        KnownOption {
            name: "ambiance",
            expects: "`on` or `off`",
            default: "on",
            summary: "whether characters react to places, cameras and people who run",
        },
        KnownOption {
            name: "nervous",
            expects: "a number from 0 to 50",
            default: "4",
            summary: "number of nervous people at the crossing, beside ten calm ones",
        },
    ];

    /// A scene at its beginning, and whether anybody notices what is around.
    ///
    /// # Errors
    /// If the world's own names contradict each other.
    pub fn new(scene: Scene, noticed: bool) -> Result<Self, WorldError> {
        let names = SceneNames::new()?;
        let stage = Stage::new(scene, names.nervous);
        let commands = vec![None; stage.people.len()];
        Ok(Self { stage, names, commands, noticed })
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        let (mut scene, mut nervous, mut noticed) = (Scene::Library, 4, true);
        options.set("ambiance", &mut noticed, |value| match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        })?;
        options.set("nervous", &mut nervous, |value| value.parse().ok().filter(|n| *n <= MOST_NERVOUS))?;
        options.set("scene", &mut scene, |value| match value {
            "library" => Some(Scene::Library),
            "crossing" => Some(Scene::Crossing { nervous }),
            "spy" => Some(Scene::Spy),
            _ => None,
        })?;
        Self::new(scene, noticed)
    }

    /// What has come of it so far.
    #[must_use]
    pub fn counts(&self) -> &SceneCounts {
        &self.stage.counts
    }

    fn check(&self, agent: usize) -> Result<(), WorldError> {
        if agent < self.agents() { Ok(()) } else { Err(WorldError::NoAgent { agent, agents: self.agents() }) }
    }

    fn command(&self, act: &ActiveAction) -> Option<SceneAction> {
        let (names, thing) = (&self.names, act.arguments.first().and_then(|value| value.id()));
        let friend = thing == Some(names.friend.0);
        let computer = thing == Some(names.computer.0);
        match act.action {
            action if action == names.walk => Some(SceneAction::Walk),
            action if action == names.run => Some(SceneAction::Run),
            action if action == names.walk_to && friend => Some(SceneAction::WalkToFriend),
            action if action == names.walk_to && computer => Some(SceneAction::WalkToComputer),
            action if action == names.chat && friend => Some(SceneAction::Chat),
            action if action == names.browse && computer => Some(SceneAction::Browse),
            _ => None,
        }
    }

    /// The fixed things of the scene, written once.
    fn tell_things(&self, memory: &mut Memory) -> Result<(), WorldError> {
        let names = &self.names;
        match self.stage.scene {
            Scene::Library => {
                for ((id, kind), (x, y)) in [(names.friend, FRIEND), (names.computer, COMPUTER)] {
                    memory.put(Thing::new(id).kind(kind).with(names.at, Point::flat(x, y)))?;
                }
            }
            Scene::Spy if self.noticed => {
                for (number, at) in (0..).zip(CAMERAS) {
                    let camera = Thing::new(Id::new(number)).kind(names.camera);
                    memory.put(camera.with(names.at, Point::flat(at, 0.0)))?;
                }
            }
            Scene::Spy | Scene::Crossing { .. } => {}
        }
        Ok(())
    }
}

impl AnyWorld for ScenesWorld {
    fn name(&self) -> &str {
        "scenes"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.names.catalogue
    }

    fn reset(&mut self, _seed: u64) {
        self.stage = Stage::new(self.stage.scene, self.names.nervous);
        self.commands.fill(None);
    }

    fn agents(&self) -> usize {
        self.stage.people.len()
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        self.check(agent)?;
        let (names, stage) = (&self.names, &self.stage);
        if !memory.shared_vocabulary().extends(&names.vocabulary) {
            return Err(WorldError::ForeignMemory);
        }
        let Some(person) = stage.people.get(agent) else { return Ok(()) };
        memory.set_time(self.time());
        if memory.own(names.area).is_none() {
            self.tell_things(memory)?;
            let area = match stage.scene {
                _ if !self.noticed => 0,
                Scene::Library => 1,
                Scene::Crossing { .. } => 2,
                Scene::Spy => 3,
            };
            memory.set_own(names.area, names.areas[area])?;
            memory.set_own(names.anxious, person.anxious)?;
        }
        memory.set_own(names.at, Point::flat(person.at.0, person.at.1))?;
        memory.set_own(names.done, person.done)?;
        memory.set_own(names.turn, stage.turn() == Some(agent))?;
        memory.set_own(names.run_seen, if self.noticed { stage.run_seen() } else { 0.0 })?;
        match (stage.scene, person.at) {
            (Scene::Library, FRIEND) => memory.set_own(names.place, names.friend.0)?,
            (Scene::Library, COMPUTER) => memory.set_own(names.place, names.computer.0)?,
            _ => {
                memory.unset(Id::SELF, names.place);
            }
        }
        Ok(())
    }

    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        self.check(agent)?;
        self.commands[agent] = decision.actions.iter().find_map(|act| self.command(act));
        Ok(())
    }

    fn step(&mut self) {
        self.stage.step(&self.commands);
        self.commands.fill(None);
    }

    fn time(&self) -> Time {
        Time::of_tick(self.stage.tick, TICK_MICROS)
    }

    fn is_over(&self) -> bool {
        self.stage.is_over()
    }

    fn score(&self, agent: usize) -> f64 {
        f64::from(u8::from(self.stage.people.get(agent).is_some_and(|person| person.done)))
    }

    fn legend(&self) -> &'static str {
        view::legend(self.stage.scene)
    }

    fn draw(&self) -> String {
        view::draw(&self.stage)
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let counts = &self.stage.counts;
        let before = counts.runs_before_calm.map_or(-1.0, |runs| runs as f64);
        vec![
            ("chats", counts.chats as f64),
            ("visits", counts.visits as f64),
            ("calm_ran", counts.calm_ran as f64),
            ("calm_walked", counts.calm_walked as f64),
            ("nervous_ran", counts.nervous_ran as f64),
            ("runs_before_calm", before),
            ("ran_in_sight", counts.ran_in_sight as f64),
            ("walked_in_sight", counts.walked_in_sight as f64),
            ("ran_unseen", counts.ran_unseen as f64),
            ("walked_unseen", counts.walked_unseen as f64),
        ]
    }
}
