//! Capture the flag: flags stand at their base, are carried, or lie where their carrier died.

use super::items::touches;
use super::settings::steps;
use crate::map::{ArenaMap, PlaceKind, Team};
use glam::Vec3;

/// Where a flag is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlagState {
    /// At its base.
    AtBase,
    /// Carried by a player.
    Carried(usize),
    /// On the floor, until it returns by itself.
    Dropped {
        /// Where.
        at: Vec3,
        /// The step in which it returns.
        returns: u64,
    },
}

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flag {
    /// Whose it is.
    pub team: Team,
    /// Where it stands when nobody has taken it.
    pub base: Vec3,
    /// Where it is.
    pub state: FlagState,
}

/// What a player did with flags in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlagEvent {
    Captured,
    Returned,
}

/// Both flags; none where there is no such game.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags {
    pub(super) all: Vec<Flag>,
    returns_after: u64,
}

impl Flags {
    pub(super) fn new(map: &ArenaMap, seconds: f64) -> Self {
        let flag = |place: &crate::map::MapPlace| match place.kind {
            PlaceKind::Flag(team) => Some(Flag { team, base: place.position, state: FlagState::AtBase }),
            _ => None,
        };
        let mut all: Vec<Flag> = map.places().iter().filter_map(flag).collect();
        all.sort_by_key(|flag| flag.team);
        all.dedup_by_key(|flag| flag.team);
        Self { all, returns_after: steps(seconds) }
    }

    pub(super) fn is_away(&self, team: Team) -> bool {
        self.all.iter().any(|flag| flag.team == team && flag.state != FlagState::AtBase)
    }

    pub(super) fn is_carried_by(&self, player: usize) -> bool {
        self.all.iter().any(|flag| flag.state == FlagState::Carried(player))
    }

    /// A carrier died.
    pub(super) fn drop_of(&mut self, player: usize, at: Vec3, now: u64) {
        for flag in self.all.iter_mut().filter(|flag| flag.state == FlagState::Carried(player)) {
            flag.state = FlagState::Dropped { at, returns: now + self.returns_after };
        }
    }

    /// Dropped flags return by themselves.
    pub(super) fn expire(&mut self, now: u64) {
        for flag in &mut self.all {
            if matches!(flag.state, FlagState::Dropped { returns, .. } if returns <= now) {
                flag.state = FlagState::AtBase;
            }
        }
    }

    /// A living player takes an enemy's flag that it touches, returns its own, or scores.
    pub(super) fn touch(&mut self, player: usize, team: Team, position: Vec3) -> Option<FlagEvent> {
        let mut event = None;
        for flag in &mut self.all {
            let lies = match flag.state {
                FlagState::AtBase => flag.base,
                FlagState::Dropped { at, .. } => at,
                FlagState::Carried(_) => continue,
            };
            if !touches(position, lies) {
                continue;
            }
            if flag.team != team {
                flag.state = FlagState::Carried(player);
            } else if flag.state != FlagState::AtBase {
                flag.state = FlagState::AtBase;
                event = Some(FlagEvent::Returned);
            }
        }
        let own = self.all.iter().find(|flag| flag.team == team);
        let home = own.is_some_and(|own| own.state == FlagState::AtBase && touches(position, own.base));
        if home && self.is_carried_by(player) {
            for flag in self.all.iter_mut().filter(|flag| flag.state == FlagState::Carried(player)) {
                flag.state = FlagState::AtBase;
            }
            event = Some(FlagEvent::Captured);
        }
        event
    }
}
