//! The three scenes and what happens in them.

use super::constants::{CALM, CAMERAS, COMPUTER, EVERY, EXIT, FRIEND, RUN, SIGHT, STRIDE, WALK, wearing_off};
use motive::drives::ambiance::{AmbianceLimits, Area, Modifier, Rate, Sensitivity};
use motive::kernel::{Symbol, Vocabulary};
use serde::{Deserialize, Serialize};

/// Which scene it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scene {
    /// Company in a library.
    #[default]
    Library,
    /// People who cross a road, some of them nervous by nature.
    Crossing,
    /// A spy who leaves a site with cameras.
    Spy,
}

/// What a person does in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SceneAction {
    WalkToFriend,
    WalkToComputer,
    Chat,
    Browse,
    Walk,
    Run,
}

/// One of the people.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Person {
    pub(super) at: (f32, f32),
    pub(super) anxious: bool,
    pub(super) done: bool,
    /// Crossed the road at a run.
    pub(super) ran: bool,
}

/// Counts over a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneCounts {
    /// Chats in the library.
    pub chats: u64,
    /// Visits to the net in the library.
    pub visits: u64,
    /// People who are calm by nature and crossed at a run.
    pub calm_ran: u64,
    /// The same at a walk.
    pub calm_walked: u64,
    /// Nervous people who crossed at a run.
    pub nervous_ran: u64,
    /// How many had run before the first calm one did; none if none did.
    pub runs_before_calm: Option<u64>,
    /// Ticks at a run where a camera sees it.
    pub ran_in_sight: u64,
    /// Ticks at a walk there.
    pub walked_in_sight: u64,
    /// Ticks at a run where no camera sees it.
    pub ran_unseen: u64,
    /// Ticks at a walk there.
    pub walked_unseen: u64,
}

/// The state of a scene.
#[derive(Clone, Debug)]
pub(super) struct SceneStage {
    pub(super) scene: Scene,
    pub(super) people: Vec<Person>,
    pub(super) counts: SceneCounts,
    pub(super) tick: u64,
    area: Area,
    /// What is seen there.
    run: Symbol,
}

impl SceneStage {
    /// A scene with so many nervous people, if it is the crossing.
    pub(super) fn new(scene: Scene, nervous: usize) -> Self {
        let person = |anxious| Person { at: (0.0, 0.0), anxious, done: false, ran: false };
        let people = match scene {
            Scene::Crossing => queue(nervous).into_iter().map(person).collect(),
            _ => vec![person(false)],
        };
        let (area, counts) = (Area::new(AmbianceLimits::default()), SceneCounts::default());
        let run = Vocabulary::new().symbol("run");
        Self { scene, people, counts, tick: 0, area, run }
    }

    /// Whose turn it is at the crossing.
    pub(super) fn turn(&self) -> Option<usize> {
        let number = (self.tick / EVERY) as usize;
        (self.tick.is_multiple_of(EVERY) && number < self.people.len()).then_some(number)
    }

    /// How much running was seen lately.
    pub(super) fn run_seen(&self) -> f64 {
        self.area.cost(&[self.run], &Sensitivity::new([self.run]), self.tick as f64)
    }

    pub(super) fn is_over(&self) -> bool {
        self.people.iter().all(|person| person.done)
    }

    /// Whether a camera sees this place.
    pub(super) fn in_sight(at: f32) -> bool {
        CAMERAS.iter().any(|camera| (camera - at).abs() <= SIGHT)
    }

    pub(super) fn step(&mut self, commands: &[Option<SceneAction>]) {
        match self.scene {
            Scene::Library => self.library(commands.first().copied().flatten()),
            Scene::Crossing => {
                if let Some(number) = self.turn() {
                    self.cross(number, commands.get(number).copied().flatten());
                }
            }
            Scene::Spy => self.sneak(commands.first().copied().flatten()),
        }
        self.tick += 1;
        self.area.remove_expired(self.tick as f64);
    }

    fn library(&mut self, command: Option<SceneAction>) {
        let Some(person) = self.people.first_mut() else { return };
        match command {
            Some(SceneAction::WalkToFriend) => person.at = toward(person.at, FRIEND),
            Some(SceneAction::WalkToComputer) => person.at = toward(person.at, COMPUTER),
            Some(SceneAction::Chat) if person.at == FRIEND => {
                person.done = true;
                self.counts.chats += 1;
            }
            Some(SceneAction::Browse) if person.at == COMPUTER => {
                person.done = true;
                self.counts.visits += 1;
            }
            _ => {}
        }
    }

    /// One person crosses. Without a decision it walks. All others see a person who runs.
    fn cross(&mut self, number: usize, command: Option<SceneAction>) {
        let Some(person) = self.people.get_mut(number) else { return };
        (person.done, person.ran) = (true, command == Some(SceneAction::Run));
        let counts = &mut self.counts;
        match (person.anxious, person.ran) {
            (true, true) => counts.nervous_ran += 1,
            (true, false) => {}
            (false, false) => counts.calm_walked += 1,
            (false, true) => {
                if counts.runs_before_calm.is_none() {
                    counts.runs_before_calm = Some(counts.nervous_ran);
                }
                counts.calm_ran += 1;
            }
        }
        if person.ran {
            let seen = Modifier::new(self.run, 1.0, Rate::AtOnce).dampened(wearing_off());
            self.area.add_event(seen, self.tick as f64);
        }
    }

    fn sneak(&mut self, command: Option<SceneAction>) {
        let Some(person) = self.people.first_mut() else { return };
        let (seen, counts) = (Self::in_sight(person.at.0), &mut self.counts);
        let far = match (command, seen) {
            (Some(SceneAction::Run), true) => (&mut counts.ran_in_sight, RUN),
            (Some(SceneAction::Run), false) => (&mut counts.ran_unseen, RUN),
            (Some(SceneAction::Walk), true) => (&mut counts.walked_in_sight, WALK),
            (Some(SceneAction::Walk), false) => (&mut counts.walked_unseen, WALK),
            _ => return,
        };
        *far.0 += 1;
        person.at.0 += far.1;
        person.done = person.at.0 >= EXIT;
    }
}

/// Who crosses in which order, true for the nervous: they are spread among the first of the calm.
fn queue(nervous: usize) -> Vec<bool> {
    let mut queue = Vec::new();
    for number in 0..CALM.max(nervous) {
        if number < CALM {
            queue.push(false);
        }
        if number < nervous {
            queue.push(true);
        }
    }
    queue
}

fn toward(from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = (dx * dx + dy * dy).sqrt();
    if far <= STRIDE { to } else { (from.0 + dx / far * STRIDE, from.1 + dy / far * STRIDE) }
}
