//! Who is in a ward, and who looks after whom.

use super::WARD;
use super::game::Role::{self, Doctor, Nurse, Patient, Visitor};
use serde::Deserialize;

/// How many of each role there are in a ward. The thesis says that there are 32, and not how many of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Staff {
    /// 8 nurses, 4 doctors, 12 patients and 8 visitors.
    #[default]
    Full,
    /// 4 nurses, 4 doctors, 16 patients and 8 visitors.
    Short,
}

/// The order of roles in a ward: any first few of them are a mixture.
const FULL: [Role; 8] = [Nurse, Patient, Visitor, Doctor, Patient, Nurse, Visitor, Patient];
const SHORT: [Role; 8] = [Nurse, Patient, Visitor, Doctor, Patient, Patient, Visitor, Patient];

impl Staff {
    fn roles(self) -> &'static [Role; 8] {
        match self {
            Self::Full => &FULL,
            Self::Short => &SHORT,
        }
    }

    /// The role of a character.
    pub(super) fn role(self, npc: usize) -> Role {
        self.roles()[npc % WARD % 8]
    }

    /// How many of a role a ward has.
    pub(super) fn count(self, role: Role) -> usize {
        self.roles().iter().filter(|one| **one == role).count() * (WARD / 8)
    }

    /// The number of a character among those of its role in its ward, from 0.
    pub(super) fn rank(self, npc: usize) -> usize {
        let (place, role) = (npc % WARD, self.role(npc));
        (0..place).filter(|other| self.role(*other) == role).count()
    }

    /// The character with this number among those of a role in another's ward, if there is one.
    pub(super) fn nth(self, npc: usize, role: Role, rank: usize) -> Option<usize> {
        let ward = npc / WARD * WARD;
        (0..WARD).filter(|place| self.role(*place) == role).nth(rank).map(|place| ward + place)
    }

    /// Those of another role that fall to a character if each takes one in turn: with eight nurses, to the first nurse the first patient and the ninth.
    pub(super) fn share(self, npc: usize, own: Role, others: Role) -> impl Iterator<Item = usize> {
        let (rank, apart) = (self.rank(npc), self.count(own));
        (0..).map_while(move |round| self.nth(npc, others, rank + round * apart))
    }
}
