//! What a running primitive looks at, and where its commands go.

use super::settings::MonitorSettings;
use crate::body::{Aim, Atlas, BodyCommand, BodyEvent, BodyObservation, SeenItem, SeenPlayer};
use glam::Vec3;
use motive_core::KeyedRng;
use std::collections::BTreeMap;

/// The first number of questions that primitives ask. Minds number theirs from below.
pub(super) const FIRST_QUERY: f64 = 1e12;

/// One observation, with what the bot knows besides.
pub(super) struct PrimitiveContext<'a> {
    pub(super) seen: &'a BodyObservation,
    pub(super) atlas: &'a Atlas,
    pub(super) items: &'a BTreeMap<u64, SeenItem>,
    pub(super) settings: &'a MonitorSettings,
    pub(super) draws: KeyedRng,
    pub(super) queries: &'a mut u64,
    pub(super) commands: &'a mut Vec<BodyCommand>,
}

impl<'a> PrimitiveContext<'a> {
    pub(super) fn now(&self) -> f64 {
        self.seen.time
    }

    pub(super) fn command(&mut self, command: BodyCommand) {
        self.commands.push(command);
    }

    pub(super) fn run_to(&mut self, place: Vec3) {
        self.command(BodyCommand::RunTo(Aim::At(place)));
    }

    /// Asks for the path to a place. Gives the number of the question.
    pub(super) fn ask_path(&mut self, to: Vec3) -> f64 {
        let query = FIRST_QUERY + *self.queries as f64;
        *self.queries += 1;
        self.command(BodyCommand::GetPath { to, query });
        query
    }

    /// The answer to a question for a path.
    pub(super) fn path(&self, query: f64) -> Option<Option<&'a [Vec3]>> {
        self.seen.events.iter().find_map(|event| match event {
            BodyEvent::Path { query: answered, nodes } if *answered == query => Some(nodes.as_deref()),
            _ => None,
        })
    }

    /// Whether the body ran into a wall or a player since the last observation.
    pub(super) fn bumped(&self) -> bool {
        let bump = |event: &BodyEvent| matches!(event, BodyEvent::Bumped { .. } | BodyEvent::HitWall { .. });
        self.seen.events.iter().any(bump)
    }

    pub(super) fn enemies(&self) -> impl Iterator<Item = &'a SeenPlayer> + use<'a> {
        let team = self.seen.own.team;
        self.seen.players.iter().filter(move |player| player.team != team)
    }

    pub(super) fn nearest_enemy(&self) -> Option<&'a SeenPlayer> {
        let me = self.seen.own.position;
        self.enemies().min_by(|one, other| {
            one.position.distance(me).total_cmp(&other.position.distance(me)).then(one.id.cmp(&other.id))
        })
    }

    /// One of the places, each as likely as the others. They are drawn in the order of their numbers.
    pub(super) fn draw(&self, mut places: Vec<(u64, Vec3)>) -> Option<Vec3> {
        places.sort_by_key(|(id, _)| *id);
        let index = (self.draws.fraction(0) * places.len() as f64) as usize;
        places.get(index.min(places.len().checked_sub(1)?)).map(|(_, place)| *place)
    }
}
