//! The hospital: wards of nurses, doctors, patients and visitors, each with a mind of its own.
//!
//! A ward has 32 characters: 8 nurses, 4 doctors, 12 patients and 8 visitors, unless an option says otherwise. What patients have of medication, food, check-ups and company
//! falls with time. Nurses fetch and bring medication and food, greet visitors, do paperwork, talk with colleagues and take breaks; doctors
//! read charts; patients call for company, and their visitors come and chat. A larger hospital is more such wards.
//!
//! It is the first study of Sloan's thesis (2015, Dublin Institute of Technology, chapter 4). The thesis tells who there is and what they do; its
//! state machines and its graph of actions are lost with their figures. Every number here but the 32 characters, the query every 200 ms and the
//! cycle of about four minutes is ours; all stand in [`HospitalSettings`].
//!
//! Characters see only what concerns them, and levels in steps, as on a chart: a mind is not told of changes too small to see.

mod game;
mod minds;
mod settings;
mod staff;
mod view;
mod vocabulary;
mod world;

pub use game::{Hospital, HospitalAction, Level, Npc, Role, Task};
pub use settings::HospitalSettings;
pub use staff::Staff;
pub use view::{CharacterView, HospitalFrame};
pub use world::HospitalWorld;

/// Characters of a ward (thesis).
pub const WARD: usize = 32;
