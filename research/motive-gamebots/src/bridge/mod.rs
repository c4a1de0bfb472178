//! Between the shooter's body and the wire: observations to messages and back, commands to messages and back.
//!
//! What our server tells beyond the protocol of 2000 are attributes and a message (`GON`) of their own, which programs of the time pass over. With them nothing is lost:
//! an [`Observation`](motive_shooter::Observation) that was sent is received as it was.

mod commands;
mod ids;
mod receive;
mod send;

pub use commands::{Requests, to_body_command, to_bot_command};
pub use ids::WireIds;
pub use receive::ObservationBuilder;
pub use send::{observation_messages, overview_messages};

use crate::Location;
use glam::Vec3;

/// A place of the arena as it is written: the shortest number that reads as the same.
pub(crate) fn location(place: Vec3) -> Location {
    let number = |value: f32| value.to_string().parse().unwrap_or_else(|_| f64::from(value));
    Location::new(number(place.x), number(place.y), number(place.z))
}

/// A place that was read, in the arena's numbers.
fn place(location: Location) -> Vec3 {
    Vec3::new(location.x as f32, location.y as f32, location.z as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_the_wire() {
        let there = Vec3::new(0.1, -1234.567, f32::MIN_POSITIVE);
        let text = location(there).to_string();
        assert_eq!(place(text.parse().unwrap()), there, "{text}");
    }
}
