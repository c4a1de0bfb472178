//! The hospital as a world that minds decide in.

use std::sync::Arc;

use motive::kernel::{
    ActionEnd, ActiveAction, Catalogue, Decision, Id, Memory, Mind, Phase, Time, Value, Vocabulary,
};

use super::game::{Hospital, HospitalAction, Role, Task};
use super::minds;
use super::names::HospitalNames;
use super::options;
use super::percepts::{HospitalReported, tell};
use super::settings::HospitalSettings;
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{KnownOption, Options};
use crate::world::AnyWorld;

/// The hospital as a world for 32 agents a ward.
///
/// # What there is
///
/// Places are of the kinds `desk`, `pills`, `kitchen`, `break_room` and `lounge`, people of the kinds `nurse`, `doctor`, `patient`, `visitor` and, seen by a nurse, `colleague`. Everybody
/// knows `at`, the thing that they are with, and of each thing whether it is `here`. A nurse has `fatigue`, `admin`, `social`, `has_pills` and
/// `has_food`, and knows `medication` and `food` of her patients, and whether her visitor was `greeted`; a doctor knows the `check_up` of his; a patient has `company` and
/// `calling`, and visitors know both of theirs. Levels are seen in steps of ten.
///
/// # What can be done
///
/// `goto`, `get_pills`, `medicate_patient`, `get_food`, `feed_patient`, `greet_visitor`, `socialise`, `take_break`, `do_admin`, `check_chart`, `chat` with a thing, and `call`
/// and `rest`; all are latched, conflict, and take their time.
///
/// The minds that come with it (`fsm`, `utility`, `goap`, `udgoap`) play any role: which one is told by the agent's own kind.
#[derive(Debug)]
pub struct HospitalWorld {
    game: Hospital,
    names: HospitalNames,
    minds: minds::Minds,
    told: Vec<HospitalReported>,
    commands: Vec<Option<HospitalAction>>,
    runs: Vec<u64>,
    settings: HospitalSettings,
}

impl HospitalWorld {
    /// The options of the world.
    pub(crate) const OPTIONS: &'static [KnownOption] = options::OPTIONS;

    /// A hospital with custom settings.
    ///
    /// # Errors
    /// If the world's own names contradict each other.
    pub fn new(settings: HospitalSettings) -> Result<Self, WorldError> {
        let names = HospitalNames::new(&settings)?;
        let minds = minds::Minds::new(&names, &settings)?;
        let game = Hospital::new(settings.clone());
        let everybody = game.npcs().len();
        Ok(Self {
            names,
            minds,
            told: vec![HospitalReported::default(); everybody],
            commands: vec![None; everybody],
            runs: vec![0; everybody],
            game,
            settings,
        })
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        Self::new(options::read(options)?)
    }

    /// The game behind the world.
    #[must_use]
    pub fn game(&self) -> &Hospital {
        &self.game
    }

    /// The state machine of a role, as data: what the mind `fsm` runs in such a body.
    #[must_use]
    pub fn machine(&self, role: Role) -> motive::machines::fsm::Machine {
        minds::fsm::machine("fsm", role, &self.names, &self.settings)
    }

    /// Changes the game by hand. Whom it concerns learns of it when perceiving next.
    pub fn change(&mut self, by: impl FnOnce(&mut Hospital)) {
        by(&mut self.game);
    }

    fn check(&self, agent: usize) -> Result<(), WorldError> {
        if agent < self.agents() { Ok(()) } else { Err(WorldError::NoAgent { agent, agents: self.agents() }) }
    }

    fn command(&self, act: &ActiveAction) -> Option<HospitalAction> {
        let task = Task::ALL.into_iter().find(|task| self.names.action(*task) == act.action)?;
        Some(HospitalAction { task, target: act.arguments.first().and_then(Value::id).and_then(Id::number) })
    }
}

impl AnyWorld for HospitalWorld {
    fn name(&self) -> &str {
        "hospital"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.names.catalogue
    }

    /// There is no chance in a hospital: the seed changes nothing.
    fn reset(&mut self, _seed: u64) {
        self.game.reset();
        self.told.fill(HospitalReported::default());
        self.commands.fill(None);
    }

    fn agents(&self) -> usize {
        self.game.npcs().len()
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        self.check(agent)?;
        let time = self.time();
        let Some(told) = self.told.get_mut(agent) else { return Ok(()) };
        tell(told, memory, agent, time, &self.game, &self.names)
    }

    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        self.check(agent)?;
        let act = decision.actions.iter().find(|act| act.phase != Phase::Stopped);
        let command = act.and_then(|act| self.command(act));
        if let (Some(noted), Some(run)) = (self.commands.get_mut(agent), self.runs.get_mut(agent)) {
            (*noted, *run) = (command, act.map_or(0, |act| act.run));
        }
        Ok(())
    }

    fn ended(&mut self, agent: usize, report: &mut dyn FnMut(u64, ActionEnd)) {
        if let (Some(well), Some(run)) = (self.game.ended(agent), self.runs.get(agent)) {
            report(*run, if well { ActionEnd::Succeeded } else { ActionEnd::Failed(self.names.failed) });
        }
    }

    fn step(&mut self) {
        if !self.is_over() {
            self.game.step(&self.commands);
        }
    }

    fn time(&self) -> Time {
        Time::of_tick(self.game.queries(), (self.settings.query * 1e6).round() as u64)
    }

    fn is_over(&self) -> bool {
        let ends = self.settings.ends;
        ends > 0.0 && self.game.queries() as f64 * self.settings.query >= ends
    }

    /// How many actions other than walking and resting were completed.
    fn score(&self, agent: usize) -> f64 {
        let Some(npc) = self.game.npcs().get(agent) else { return 0.0 };
        let idle = npc.done[Task::Goto as usize] + npc.done[Task::Rest as usize];
        f64::from(npc.done.iter().sum::<u32>() - idle)
    }

    fn legend(&self) -> &'static str {
        "0 to 100: patient medication food check-up company  nurse fatigue admin talk"
    }

    fn draw(&self) -> String {
        self.game.frame().draw()
    }

    fn frame(&self) -> Frame {
        Frame::Hospital(self.game.frame())
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Hospital(frame) = frame { Some(frame.draw()) } else { None }
    }

    /// How often things were done by all, and the means of the patients' levels.
    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let npcs = self.game.npcs();
        let done = |task: Task| npcs.iter().map(|npc| f64::from(npc.done[task as usize])).sum::<f64>();
        let patients = || npcs.iter().filter(|npc| npc.role == Role::Patient);
        let level = |at: usize| {
            let sum: f64 = patients().map(|npc| npc.levels[at]).sum();
            sum / patients().count().max(1) as f64
        };
        let least = patients().flat_map(|npc| npc.levels).fold(100.0, f64::min);
        vec![
            ("characters", npcs.len() as f64),
            ("walks", done(Task::Goto)),
            ("medicated", done(Task::Medicate)),
            ("fed", done(Task::Feed)),
            ("greeted", done(Task::Greet)),
            ("talks", done(Task::Socialise)),
            ("breaks", done(Task::TakeBreak)),
            ("paperwork", done(Task::DoAdmin)),
            ("check_ups", done(Task::CheckChart)),
            ("calls", done(Task::Call)),
            ("chats", done(Task::Chat)),
            ("rests", done(Task::Rest)),
            ("medication", level(0)),
            ("food", level(1)),
            ("check_up", level(2)),
            ("company", level(3)),
            ("least_level", least),
        ]
    }

    fn minds(&self) -> &'static [&'static str] {
        minds::NAMES
    }

    fn mind(&self, name: &str) -> Option<Box<dyn Mind>> {
        self.minds.make(name)
    }
}
