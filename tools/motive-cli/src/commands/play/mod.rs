//! Minds in a world: run, recorded, watched, and changed while they run.

mod players;
mod reload;
mod session;
mod studio;
pub(crate) mod watch;

pub use reload::Reload;
pub(crate) use session::Player;
pub use session::{Session, Setup};
