//! Players who leave a game and others who take their seat, as happens over a network.

use super::link::DelayedLink;
use super::{Match, PlayerCounts};

/// The step in which somebody comes back who has left.
const NEVER: u64 = u64::MAX;

impl Match {
    /// Takes a player out of the game: nobody sees it or is told of it, and its flag lies where it was. The seat keeps its team.
    pub fn leave(&mut self, number: usize) {
        let Some(player) = self.players.get_mut(number) else { return };
        let at = player.position;
        player.take_out(NEVER);
        player.events.clear();
        self.flags.drop_of(number, at, self.step);
        if let Some(link) = self.links.get_mut(number) {
            *link = DelayedLink::default();
        }
    }

    /// Puts a new player into a seat, at a start of its team. Where there are no teams it starts with no points.
    pub fn join(&mut self, number: usize, name: &str) {
        self.leave(number);
        let Some(player) = self.players.get_mut(number) else { return };
        player.name = name.into();
        if !self.game.has_teams() {
            player.counts = PlayerCounts::default();
        }
        self.spawn(number);
    }

    /// Names a player. Bots see the names of others.
    pub fn rename(&mut self, number: usize, name: &str) {
        if let Some(player) = self.players.get_mut(number) {
            player.name = name.into();
        }
    }

    /// Whether the seat has a player, dead or alive.
    #[must_use]
    pub fn is_taken(&self, number: usize) -> bool {
        self.players.get(number).is_some_and(|player| player.alive || player.respawns != NEVER)
    }
}
