//! The hospital as a world that minds decide in.

use std::sync::OnceLock;
use std::time::Duration;

use motive::declare::Senses;
use motive::kernel::{Id, Mind, Phase};
use motive::{Decision, Game, GameBuilder, RunId, Seed};

use super::WARD;
use super::game::{Hospital, HospitalAction, Level, Role, Spot, Task, person};
use super::minds;
use super::settings::HospitalSettings;
use super::vocabulary::{
    BreakRoom, Colleague, Desk, HospitalAct, HospitalBody, HospitalKinds, HospitalNames, Kitchen, Lounge,
    Patient, Pills, Visitor,
};
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::Options;
use crate::typed::World;

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
pub struct HospitalWorld {
    /// The game. Agents learn of a change by hand when they perceive next.
    pub game: Hospital,
    /// Once they are declared.
    names: Option<HospitalNames>,
    minds: OnceLock<Option<minds::Minds>>,
    commands: Vec<Option<HospitalAction>>,
    runs: Vec<Option<RunId>>,
    settings: HospitalSettings,
}

/// Why an action has failed.
const CAME_TO_NOTHING: &str = "came_to_nothing";

impl HospitalWorld {
    /// A hospital with custom settings.
    pub fn with_settings(settings: HospitalSettings) -> Self {
        let game = Hospital::new(settings.clone());
        let everybody = game.npcs().len();
        Self {
            game,
            names: None,
            minds: OnceLock::new(),
            commands: vec![None; everybody],
            runs: vec![None; everybody],
            settings,
        }
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        Ok(Self::with_settings(HospitalSettings::default().with(options)?))
    }

    /// The state machine of a role, as data: what the mind `fsm` runs in such a body. Nothing before the world has its names.
    pub fn machine(&self, role: Role) -> Option<motive::machines::fsm::Machine> {
        Some(minds::fsm::machine("fsm", role, self.names.as_ref()?, &self.settings))
    }

    /// A level as it stands on a chart.
    fn charted(&self, level: f64) -> f64 {
        let chart = self.settings.chart;
        if chart > 0.0 { (level / chart).floor() * chart } else { level }
    }

    fn body(&self, npc: usize) -> Option<HospitalBody> {
        let own = self.game.npcs().get(npc)?;
        let nurse = |level: f64| (own.role == Role::Nurse).then(|| self.charted(level));
        let carries = |which: usize| (own.role == Role::Nurse).then_some(own.carries[which]);
        let patient = own.role == Role::Patient;
        Some(HospitalBody {
            at: Some(Id::new(own.at)),
            fatigue: nurse(own.fatigue),
            admin: nurse(own.admin),
            social: nurse(own.social),
            has_pills: carries(0),
            has_food: carries(1),
            company: patient.then(|| self.charted(own.levels[Level::Company as usize])),
            calling: patient.then_some(own.calling),
            ..HospitalBody::default()
        })
    }

    /// A patient as one of a role sees it.
    fn patient(&self, npc: usize, seen_by: Role) -> Option<Patient> {
        let seen = self.game.npcs().get(npc)?;
        let level =
            |role: Role, level: Level| (seen_by == role).then(|| self.charted(seen.levels[level as usize]));
        Some(Patient {
            id: Id::new(person(npc)),
            medication: level(Role::Nurse, Level::Medication),
            food: level(Role::Nurse, Level::Food),
            check_up: level(Role::Doctor, Level::CheckUp),
            company: level(Role::Visitor, Level::Company),
            calling: (seen_by == Role::Visitor).then_some(seen.calling),
        })
    }

    fn visitor(&self, npc: usize) -> Option<Visitor> {
        let seen = self.game.npcs().get(npc)?;
        // A visitor can be greeted in the lounge alone.
        let there = seen.at == Spot::Lounge.number(npc / WARD);
        Some(Visitor { id: Id::new(person(npc)), greeted: seen.greeted || !there })
    }

    /// Passes in the patients and visitors that concern a character. They are always the same, so that none is forgotten.
    fn show_people(&self, npc: usize, role: Role, to: &mut Senses<'_>) {
        let share = |others: Role| self.settings.staff.share(npc, role, others);
        if role != Role::Patient {
            to.remember(share(Role::Patient).filter_map(|other| self.patient(other, role)));
        }
        if role == Role::Nurse {
            to.remember(share(Role::Visitor).filter_map(|other| self.visitor(other)));
        }
    }
}

impl World for HospitalWorld {
    const NAME: &'static str = "hospital";
    const SUMMARY: &'static str = "wards of nurses, doctors, patients and visitors, 32 characters each";

    type Sees = HospitalKinds;
    type Is = HospitalBody;
    type Does = HospitalAct;
    type Options = ();

    fn new((): &(), _: Seed) -> Result<Self, WorldError> {
        Ok(Self::with_settings(HospitalSettings::default()))
    }

    /// There is no chance in a hospital: the seed changes nothing.
    fn reset(&mut self, (): &(), _: Seed) {
        self.game.reset();
        self.commands.fill(None);
        self.runs.fill(None);
    }

    fn declare_first(&mut self, game: GameBuilder) -> GameBuilder {
        let (names, mut game) = HospitalNames::declare(game);
        game.vocabulary().symbol(CAME_TO_NOTHING);
        self.names = Some(names.clone());
        let settings = self.settings.clone();
        game.effects(move |catalogue, vocabulary| names.declare_tasks(&settings, catalogue, vocabulary))
    }

    fn tick_length(&self) -> Duration {
        Duration::from_micros((self.settings.query * 1e6).round() as u64)
    }

    fn agents(&self) -> usize {
        self.game.npcs().len()
    }

    fn begin(&mut self, agent: usize, to: &mut Senses<'_>) {
        let (Some(own), Some(names)) = (self.game.npcs().get(agent), &self.names) else { return };
        to.memory().set_own_kind(names.role(own.role));
        let spot = |spot: Spot| Id::new(spot.number(agent / WARD));
        match own.role {
            Role::Nurse => {
                to.remember([(spot(Spot::Desk), &Desk)]);
                to.remember([(spot(Spot::Pills), &Pills)]);
                to.remember([(spot(Spot::Kitchen), &Kitchen)]);
                to.remember([(spot(Spot::BreakRoom), &BreakRoom)]);
            }
            Role::Doctor => to.remember([(spot(Spot::Desk), &Desk)]),
            Role::Visitor => to.remember([(spot(Spot::Lounge), &Lounge)]),
            Role::Patient => {}
        }
        self.show_people(agent, own.role, to);
        if own.role == Role::Nurse {
            // Nurses go in pairs.
            let staff = self.settings.staff;
            let colleague = staff.nth(agent, Role::Nurse, staff.rank(agent) ^ 1);
            to.remember(colleague.map(|other| (Id::new(person(other)), &Colleague)));
        }
    }

    fn perceive(&mut self, agent: usize, to: &mut Senses<'_>) {
        let (Some(own), Some(body)) = (self.game.npcs().get(agent), self.body(agent)) else { return };
        to.update(&body);
        self.show_people(agent, own.role, to);
    }

    fn act(&mut self, agent: usize, decision: Decision<HospitalAct>) {
        let act = decision.iter().find(|act| act.phase != Phase::Stopped);
        let command = act.zip(self.names.as_ref()).and_then(|(act, names)| names.command(act.action));
        if let (Some(noted), Some(run)) = (self.commands.get_mut(agent), self.runs.get_mut(agent)) {
            (*noted, *run) = (command, act.map(|act| act.run));
        }
    }

    fn ended(&mut self, agent: usize, report: &mut dyn FnMut(RunId, Result<(), &'static str>)) {
        if let (Some(succeeded), Some(Some(run))) = (self.game.ended(agent), self.runs.get(agent)) {
            report(*run, succeeded.then_some(()).ok_or(CAME_TO_NOTHING));
        }
    }

    fn step(&mut self) {
        self.game.step(&self.commands);
    }

    fn is_over(&self) -> bool {
        let ends = self.settings.seconds;
        ends > 0.0 && self.game.queries as f64 * self.settings.query >= ends
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

    fn frame(&self) -> Frame {
        Frame::Hospital(self.game.frame())
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

    fn minds() -> &'static [&'static str] {
        minds::NAMES
    }

    fn mind(&self, name: &str, game: &Game<HospitalAct>) -> Option<Box<dyn Mind>> {
        let names = self.names.as_ref()?;
        let minds = self.minds.get_or_init(|| minds::Minds::new(game, names, &self.settings).ok());
        minds.as_ref()?.make(name)
    }
}
