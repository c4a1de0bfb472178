//! The hospital as text, and as it is recorded.

use std::fmt::Write as _;

use super::WARD;
use super::game::{Hospital, Npc, Role, Task};
use serde::{Deserialize, Serialize};

/// Somebody as recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CharacterView {
    /// What they are and which of them.
    pub who: String,
    /// What they do.
    pub doing: String,
    /// What they have, in whole numbers: a patient's medication, food, check-up and company; a nurse's fatigue, paperwork and talk.
    pub levels: Vec<u8>,
}

/// All that can be seen of the first ward.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HospitalFrame {
    /// Tenths of a second since the start.
    pub tenths: u64,
    /// How many there are in all wards.
    pub everybody: usize,
    /// Who is in the first ward.
    pub ward: Vec<CharacterView>,
}

impl Hospital {
    /// All that can be seen now.
    pub fn frame(&self) -> HospitalFrame {
        let seen = |(number, npc): (usize, &Npc)| CharacterView {
            who: format!("{} {}", role(npc.role), self.settings().staff.rank(number) + 1),
            doing: npc.doing.map_or("", |(command, _)| word(command.task)).to_owned(),
            levels: levels(npc),
        };
        let tenths = (self.queries as f64 * self.settings().query * 10.0).round() as u64;
        let ward = self.npcs().iter().take(WARD).enumerate().map(seen).collect();
        HospitalFrame { tenths, everybody: self.npcs().len(), ward }
    }
}

fn levels(npc: &Npc) -> Vec<u8> {
    let whole = |level: f64| level.round().clamp(0.0, 100.0) as u8;
    match npc.role {
        Role::Patient => npc.levels.map(whole).to_vec(),
        Role::Nurse => [npc.fatigue, npc.admin, npc.social].map(whole).to_vec(),
        Role::Doctor | Role::Visitor => Vec::new(),
    }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Nurse => "nurse",
        Role::Doctor => "doctor",
        Role::Patient => "patient",
        Role::Visitor => "visitor",
    }
}

fn word(task: Task) -> &'static str {
    match task {
        Task::Goto => "walks",
        Task::GetPills => "takes medication",
        Task::Medicate => "gives medication",
        Task::GetFood => "takes food",
        Task::Feed => "gives food",
        Task::Greet => "greets",
        Task::Socialise => "talks",
        Task::TakeBreak => "has a break",
        Task::DoAdmin => "does paperwork",
        Task::CheckChart => "reads a chart",
        Task::Call => "calls",
        Task::Chat => "chats",
        Task::Rest => "rests",
    }
}

impl HospitalFrame {
    /// The first ward as text, in two columns.
    pub fn draw(&self) -> String {
        let mut text =
            format!("{}.{} s, {} characters\n", self.tenths / 10, self.tenths % 10, self.everybody);
        let line = |seen: &CharacterView| {
            let levels: String = seen.levels.iter().map(|level| format!("{level:>3}")).collect();
            format!("{:<10} {:<16}{levels:<12}", seen.who, seen.doing)
        };
        let rows = self.ward.len().div_ceil(2);
        for (number, left) in self.ward.iter().take(rows).enumerate() {
            let right = self.ward.get(number + rows).map(line).unwrap_or_default();
            let _ = writeln!(text, "{}", format!("{}  {right}", line(left)).trim_end());
        }
        text
    }
}
