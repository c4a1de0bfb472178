//! The scenes as a world for one agent or several.

use super::constants::{CAMERAS, COMPUTER, FRIEND, TICK};
use super::scene::{Scene, SceneAction, SceneCounts, SceneStage};
use super::view;
use crate::error::WorldError;
use crate::typed::World;
use motive::declare::Senses;
use motive::kernel::{Action, Condition, Effect, Expr, Pattern};
use motive::{Actions, Decision, GameBuilder, Id, Percept, Point, PropertyValue, Seed, SelfState};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Nervous people that there may be at the crossing.
const MOST_NERVOUS: usize = 50;
const NERVOUS: &str = "a number from 0 to 50";

/// a friend in the library to talk with
#[derive(Percept)]
pub struct Friend;

/// a computer in the library
#[derive(Percept)]
pub struct Computer;

/// watches the site
#[derive(Percept)]
pub struct Camera;

/// Where a scene takes place; `Outside` for characters that do not react to it.
#[derive(PropertyValue, Clone, Copy, Debug)]
pub enum SceneArea {
    Outside,
    Library,
    Road,
    Site,
}

/// What a character knows of itself.
#[derive(SelfState)]
pub struct SceneSelf {
    /// where the character is
    area: SceneArea,
    /// where it is
    at: Point,
    /// the thing at which the character stands
    place: Option<Id>,
    /// whether the character has done what it came for
    done: bool,
    /// whether it is its turn to cross the road
    turn: bool,
    /// whether the character is nervous by nature
    anxious: bool,
    /// how much running the character has seen lately
    run_seen: f64,
}

/// What a character knows of a thing.
#[derive(SelfState)]
pub struct ScenePlace {
    /// where it is
    at: Point,
}

/// What a character does.
#[derive(Actions, Clone, Copy, Debug)]
#[motive(one_at_a_time)]
pub enum SceneAct {
    /// walks to a thing
    WalkTo(Id),
    /// talks with the friend, loudly
    Chat(Id),
    /// uses the computer, quietly
    CheckSocialNetwork(Id),
    /// walks across the road or off the site
    Walk,
    /// runs across the road or off the site, which looks suspicious
    Run,
}

/// What can be chosen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SceneOptions {
    /// Which scene it is.
    pub scene: Scene,
    /// Whether characters react to places, cameras and people who run.
    pub ambiance: Reactions,
    /// How many people at the crossing are nervous by nature.
    pub nervous: usize,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self { scene: Scene::Library, ambiance: Reactions::On, nervous: 4 }
    }
}

/// Whether characters react to what is around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Reactions {
    On,
    Off,
}

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
    stage: SceneStage,
    commands: Vec<Option<SceneAction>>,
    /// Whether anybody notices what is around.
    noticed: bool,
    friend: Id,
    computer: Id,
}

impl ScenesWorld {
    /// What has come of it so far.
    pub fn counts(&self) -> &SceneCounts {
        &self.stage.counts
    }

    fn command(&self, act: SceneAct) -> Option<SceneAction> {
        match act {
            SceneAct::Walk => Some(SceneAction::Walk),
            SceneAct::Run => Some(SceneAction::Run),
            SceneAct::WalkTo(id) if id == self.friend => Some(SceneAction::WalkToFriend),
            SceneAct::WalkTo(id) if id == self.computer => Some(SceneAction::WalkToComputer),
            SceneAct::Chat(id) if id == self.friend => Some(SceneAction::Chat),
            SceneAct::CheckSocialNetwork(id) if id == self.computer => Some(SceneAction::Browse),
            _ => None,
        }
    }
}

impl World for ScenesWorld {
    const NAME: &'static str = "scenes";
    const SUMMARY: &'static str =
        "a library, a crossing and a guarded site, whose surroundings change what people do";
    const TICK: Duration = TICK;
    const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("scene", "which of the three scenes"),
        ("ambiance", "whether characters react to places, cameras and people who run"),
        ("nervous", "number of nervous people at the crossing, beside ten calm ones"),
    ];
    const EXPECTS: &'static [(&'static str, &'static str)] = &[("nervous", NERVOUS)];

    type Sees = (Friend, Computer, Camera);
    type Is = (SceneSelf, ScenePlace);
    type Does = SceneAct;
    type Options = SceneOptions;

    fn new(options: &SceneOptions, _: Seed) -> Result<Self, WorldError> {
        if options.nervous > MOST_NERVOUS {
            let (option, value, expects) = ("nervous".into(), options.nervous.to_string(), NERVOUS.into());
            return Err(WorldError::BadValue(option, value, expects));
        }
        let stage = SceneStage::new(options.scene, options.nervous);
        let commands = vec![None; stage.people.len()];
        let noticed = options.ambiance == Reactions::On;
        Ok(Self { stage, commands, noticed, friend: Id::SELF, computer: Id::SELF })
    }

    fn declare_first(&mut self, mut game: GameBuilder) -> GameBuilder {
        game.names::<Friend>();
        self.friend = game.the("the_friend", "the one friend");
        game.names::<Computer>();
        self.computer = game.the("the_computer", "the one computer");
        game
    }

    fn declare(&mut self, mut game: GameBuilder) -> GameBuilder {
        let (friend, own, acts) =
            (game.names::<Friend>(), game.names::<SceneSelf>(), game.names::<SceneAct>());
        let [loud, nervous, suspicious] =
            ["loud", "nervous", "suspicious"].map(|tag| game.vocabulary().symbol(tag));
        game.effects(move |catalogue, names| {
            let here = || Expr::own(own.place).equals(Expr::var("it"));
            // Across the road and off the site; in the library, where a friend is, it leads nowhere.
            let outdoors = || Condition::no(Pattern::of(friend.kind));
            let finished = || Effect::set_own(own.done, true);
            let declared = [
                Action::new(acts.walk_to, &["it"])
                    .effect(Effect::set_own(own.at, Expr::var("it").get(own.at)))
                    .effect(Effect::set_own(own.place, Expr::var("it"))),
                Action::new(acts.chat, &["it"]).needs(here()).effect(finished()).tag(loud),
                Action::new(acts.check_social_network, &["it"]).needs(here()).effect(finished()),
                Action::new(acts.walk, &[]).needs(outdoors()).effect(finished()),
                Action::new(acts.run, &[]).needs(outdoors()).effect(finished()).tag(nervous).tag(suspicious),
            ];
            declared.iter().try_for_each(|action| catalogue.add(action, names))
        })
    }

    fn reset(&mut self, options: &SceneOptions, _: Seed) {
        self.stage = SceneStage::new(options.scene, options.nervous);
        self.commands.fill(None);
    }

    fn agents(&self) -> usize {
        self.stage.people.len()
    }

    /// The fixed things of the scene.
    fn begin(&mut self, _: usize, to: &mut Senses<'_>) {
        let kinds = (to.names::<Friend>(), to.names::<Computer>(), to.names::<Camera>());
        let (Some(friend), Some(computer), Some(camera)) = kinds else { return };
        match self.stage.scene {
            Scene::Library => {
                for (id, kind, (x, y)) in
                    [(self.friend, friend.kind, FRIEND), (self.computer, computer.kind, COMPUTER)]
                {
                    to.remember_as(kind, id, &ScenePlace { at: Point::flat(x, y) });
                }
            }
            Scene::Spy if self.noticed => {
                for (number, at) in (0..).zip(CAMERAS) {
                    to.remember_as(camera.kind, Id::new(number), &ScenePlace { at: Point::flat(at, 0.0) });
                }
            }
            Scene::Spy | Scene::Crossing => {}
        }
    }

    fn perceive(&mut self, agent: usize, to: &mut Senses<'_>) {
        let (stage, person) = (&self.stage, &self.stage.people[agent]);
        to.update(&SceneSelf {
            area: match stage.scene {
                _ if !self.noticed => SceneArea::Outside,
                Scene::Library => SceneArea::Library,
                Scene::Crossing => SceneArea::Road,
                Scene::Spy => SceneArea::Site,
            },
            at: Point::flat(person.at.0, person.at.1),
            place: match (stage.scene, person.at) {
                (Scene::Library, FRIEND) => Some(self.friend),
                (Scene::Library, COMPUTER) => Some(self.computer),
                _ => None,
            },
            done: person.done,
            turn: stage.turn() == Some(agent),
            anxious: person.anxious,
            run_seen: if self.noticed { stage.run_seen() } else { 0.0 },
        });
    }

    fn act(&mut self, agent: usize, decision: Decision<SceneAct>) {
        self.commands[agent] = decision.actions().find_map(|act| self.command(*act));
    }

    fn step(&mut self) {
        self.stage.step(&self.commands);
        self.commands.fill(None);
    }

    fn is_over(&self) -> bool {
        self.stage.is_over()
    }

    fn score(&self, agent: usize) -> f64 {
        f64::from(u8::from(self.stage.people[agent].done))
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
