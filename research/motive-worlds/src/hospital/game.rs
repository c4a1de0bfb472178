//! The people of the hospital and the effects of their actions.

use super::WARD;
use super::settings::HospitalSettings;

/// The roles of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Looks after patients.
    Nurse,
    /// Reads charts.
    Doctor,
    /// Lies in bed.
    Patient,
    /// Keeps a patient company.
    Visitor,
}

/// What a patient has, 100 at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Medication.
    Medication,
    /// Food.
    Food,
    /// How long ago the chart was read.
    CheckUp,
    /// Company: 100 less loneliness.
    Company,
}

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Walk to a place or person.
    Goto,
    /// Take medication from the cabinet.
    GetPills,
    /// Give it to a patient.
    Medicate,
    /// Take food from the kitchen.
    GetFood,
    /// Give it to a patient.
    Feed,
    /// Greet a visitor.
    Greet,
    /// Talk with a colleague.
    Socialise,
    /// Rest in the break room.
    TakeBreak,
    /// Do paperwork at the desk.
    DoAdmin,
    /// Read a patient's chart.
    CheckChart,
    /// Call for company.
    Call,
    /// Keep a patient company.
    Chat,
    /// Do nothing.
    Rest,
}

impl Task {
    /// All of them.
    pub const ALL: [Self; 13] = {
        use Task::*;
        [
            Goto, GetPills, Medicate, GetFood, Feed, Greet, Socialise, TakeBreak, DoAdmin, CheckChart, Call,
            Chat, Rest,
        ]
    };
}

/// What a character decides to do, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HospitalAction {
    /// What.
    pub task: Task,
    /// With what, by its number.
    pub target: Option<u64>,
}

/// Somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Npc {
    /// What they are.
    pub role: Role,
    /// Where they are: the number of a place or of who they are with.
    pub at: u64,
    /// What they are doing, and for how many more queries.
    pub doing: Option<(HospitalAction, u32)>,
    /// What a patient has.
    pub levels: [f64; 4],
    /// How tired a nurse is.
    pub fatigue: f64,
    /// How much of a nurse's paperwork is done.
    pub admin: f64,
    /// How much a nurse has talked lately.
    pub social: f64,
    /// Whether a nurse carries medication and food.
    pub carries: [bool; 2],
    /// Whether a patient has called and is still waiting.
    pub calling: bool,
    /// Whether a visitor was greeted since arriving.
    pub greeted: bool,
    /// How often each task was completed.
    pub done: [u32; 13],
}

/// A hospital.
#[derive(Clone, Debug)]
pub struct Hospital {
    settings: HospitalSettings,
    npcs: Vec<Npc>,
    /// Queries that have passed.
    pub queries: u64,
    ended: Vec<Option<bool>>,
}

/// Numbers of things: of each ward first the places, then the people.
const ROOM: u64 = 64;
const FIRST_PERSON: u64 = 8;
/// The most wards there may be.
pub(super) const MOST_WARDS: usize = 40_000;

/// A place of a ward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Desk = 1,
    Pills = 2,
    Kitchen = 3,
    BreakRoom = 4,
    Lounge = 5,
}

impl Spot {
    pub(super) fn number(self, ward: usize) -> u64 {
        ward as u64 * ROOM + self as u64
    }
}

/// The number of a person as a thing.
pub(super) fn person(npc: usize) -> u64 {
    (npc / WARD) as u64 * ROOM + FIRST_PERSON + (npc % WARD) as u64
}

fn npc_of(number: u64) -> Option<usize> {
    let place = (number % ROOM).checked_sub(FIRST_PERSON)? as usize;
    (place < WARD).then_some((number / ROOM) as usize * WARD + place)
}

impl Hospital {
    /// A hospital at the start. It has no chance in it.
    pub fn new(settings: HospitalSettings) -> Self {
        let mut hospital = Self { settings, npcs: Vec::new(), queries: 0, ended: Vec::new() };
        hospital.reset();
        hospital
    }

    /// Restarts.
    pub fn reset(&mut self) {
        let settings = &self.settings;
        let npc = |number: usize| {
            let (role, rank) = (settings.staff.role(number), settings.staff.rank(number));
            let spot = if role == Role::Visitor { Spot::Lounge } else { Spot::Desk };
            let at = if role == Role::Patient { person(number) } else { spot.number(number / WARD) };
            let spread = 100.0 - settings.start;
            // Patients and levels are spread over the range in steps that do not repeat.
            let level = |which: usize| {
                let share = (rank * 5 + which * 3) % 12;
                settings.start + spread * (share as f64 + 1.0) / 12.0
            };
            Npc {
                role,
                at,
                doing: None,
                levels: [level(0), level(1), level(2), level(3)],
                fatigue: rank as f64 * 10.0,
                admin: 100.0,
                social: 100.0,
                carries: [false; 2],
                calling: false,
                greeted: false,
                done: [0; 13],
            }
        };
        self.npcs = (0..settings.wards * WARD).map(npc).collect();
        self.ended = vec![None; self.npcs.len()];
        self.queries = 0;
    }

    /// The numbers in use.
    pub fn settings(&self) -> &HospitalSettings {
        &self.settings
    }

    /// Everybody, ward by ward.
    pub fn npcs(&self) -> &[Npc] {
        &self.npcs
    }

    /// Everybody, to be changed by hand.
    pub fn npcs_mut(&mut self) -> &mut [Npc] {
        &mut self.npcs
    }

    /// Whether a character's action ended in the last step, and whether it succeeded.
    pub fn ended(&mut self, npc: usize) -> Option<bool> {
        self.ended.get(npc).copied().flatten()
    }

    /// From one decision to the next.
    pub fn step(&mut self, commands: &[Option<HospitalAction>]) {
        self.queries += 1;
        self.ended.fill(None);
        self.pass();
        for npc in 0..self.npcs.len() {
            self.take_up(npc, commands.get(npc).copied().flatten());
            self.work_on(npc);
        }
    }

    /// Lets time pass for all characters.
    fn pass(&mut self) {
        let settings = &self.settings;
        let (query, staff) = (settings.query, settings.staff);
        let last = staff.count(Role::Patient).saturating_sub(1).max(1) as f64;
        for (number, npc) in self.npcs.iter_mut().enumerate() {
            match npc.role {
                Role::Patient => {
                    // From slower to faster over the patients of a ward.
                    let place = staff.rank(number) as f64 / last;
                    let pace = 1.0 - settings.stagger + 2.0 * settings.stagger * place;
                    for (level, falls) in npc.levels.iter_mut().zip(settings.falls) {
                        *level = (*level - falls * settings.pace * pace * query).max(0.0);
                    }
                }
                Role::Nurse => {
                    npc.fatigue = (npc.fatigue + settings.tires * query).min(100.0);
                    npc.admin = (npc.admin - settings.paper * query).max(0.0);
                    npc.social = (npc.social - settings.talk * query).max(0.0);
                }
                Role::Doctor | Role::Visitor => {}
            }
        }
    }

    /// Starts new actions that are possible; running ones continue.
    fn take_up(&mut self, npc: usize, command: Option<HospitalAction>) {
        let Some(command) = command else {
            self.npcs[npc].doing = None;
            return;
        };
        if self.npcs[npc].doing.is_some_and(|(doing, _)| doing == command) {
            return;
        }
        self.npcs[npc].doing = None;
        if !self.possible(npc, command) {
            self.ended[npc] = Some(false);
            return;
        }
        let seconds = self.settings.task_seconds.get(command.task as usize).copied().unwrap_or(1.0);
        let already = command.task == Task::Goto && command.target == Some(self.npcs[npc].at);
        let queries = if already { 1 } else { (seconds / self.settings.query).round() as u32 };
        self.npcs[npc].doing = Some((command, queries));
    }

    /// Whether an action is possible at a character's place and with what it carries.
    fn possible(&self, npc: usize, command: HospitalAction) -> bool {
        let (own, ward) = (&self.npcs[npc], npc / WARD);
        let other = command.target.and_then(npc_of).and_then(|other| self.npcs.get(other));
        let with =
            |role: Role| other.is_some_and(|other| other.role == role) && command.target == Some(own.at);
        let nurse = own.role == Role::Nurse;
        match command.task {
            Task::Goto => command.target.is_some(),
            Task::GetPills => nurse && own.at == Spot::Pills.number(ward),
            Task::Medicate => nurse && own.carries[0] && with(Role::Patient),
            Task::GetFood => nurse && own.at == Spot::Kitchen.number(ward),
            Task::Feed => nurse && own.carries[1] && with(Role::Patient),
            Task::Greet => nurse && with(Role::Visitor),
            Task::Socialise => nurse && (with(Role::Nurse) || with(Role::Doctor)),
            Task::TakeBreak => nurse && own.at == Spot::BreakRoom.number(ward),
            Task::DoAdmin => nurse && own.at == Spot::Desk.number(ward),
            Task::CheckChart => own.role == Role::Doctor && with(Role::Patient),
            Task::Call => own.role == Role::Patient,
            Task::Chat => own.role == Role::Visitor && with(Role::Patient),
            Task::Rest => true,
        }
    }

    fn work_on(&mut self, npc: usize) {
        let Some((command, left)) = self.npcs[npc].doing else { return };
        if left > 1 {
            self.npcs[npc].doing = Some((command, left - 1));
            return;
        }
        self.npcs[npc].doing = None;
        self.ended[npc] = Some(true);
        self.npcs[npc].done[command.task as usize] += 1;
        self.complete(npc, command);
    }

    fn complete(&mut self, npc: usize, command: HospitalAction) {
        let (full, lounge) = (100.0, Spot::Lounge.number(npc / WARD));
        let own = &mut self.npcs[npc];
        match command.task {
            Task::Goto => {
                own.at = command.target.unwrap_or(own.at);
                // Coming back to the lounge counts as a new arrival.
                if own.role == Role::Visitor && own.at == lounge {
                    own.greeted = false;
                }
            }
            Task::GetPills => own.carries[0] = true,
            Task::GetFood => own.carries[1] = true,
            Task::TakeBreak => own.fatigue = 0.0,
            Task::DoAdmin => own.admin = full,
            Task::Socialise => own.social = full,
            Task::Call => own.calling = true,
            Task::Medicate => own.carries[0] = false,
            Task::Feed => own.carries[1] = false,
            Task::Greet | Task::CheckChart | Task::Chat | Task::Rest => {}
        }
        let Some(other) = command.target.and_then(npc_of).and_then(|other| self.npcs.get_mut(other)) else {
            return;
        };
        match command.task {
            Task::Medicate => other.levels[Level::Medication as usize] = full,
            Task::Feed => other.levels[Level::Food as usize] = full,
            Task::CheckChart => other.levels[Level::CheckUp as usize] = full,
            Task::Greet => other.greeted = true,
            Task::Chat => {
                other.levels[Level::Company as usize] = full;
                other.calling = false;
            }
            _ => {}
        }
    }
}
