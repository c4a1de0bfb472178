//! How entities that got a mind become agents.

use crate::agent::{AgentNumber, MotiveAgent};
use crate::clock::MotiveClock;
use crate::game::{GameAgent, GameMind, MotiveGame};
use crate::herd::{Alone, FEWEST, HerdGroups, HerdMember};
use crate::live_minds::LiveMinds;
use crate::mind::{Mind, MindAsset};
use crate::save::SavedMind;
use crate::think::{ThinkBudget, ThinkEvery};
use crate::why::Explain;
use bevy_asset::{AssetId, AssetServer, Assets};
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_log::error;
use motive::Seed;

/// Entities that got a mind and whose agents have not started yet.
#[derive(Resource, Default)]
pub(crate) struct Starting {
    entities: Vec<Entity>,
    next_number: u64,
}

impl Starting {
    /// An entity is to start, or to start anew.
    pub(crate) fn add(&mut self, entity: Entity) {
        self.entities.push(entity);
    }

    /// The number that an agent gets which has none yet.
    fn number(&mut self, own: Option<AgentNumber>) -> AgentNumber {
        let number = own.unwrap_or(AgentNumber(self.next_number));
        self.next_number = self.next_number.max(number.0.saturating_add(1));
        number
    }
}

#[derive(QueryData)]
pub(crate) struct Newcomer {
    mind: &'static Mind,
    number: Option<&'static AgentNumber>,
    saved: Option<&'static SavedMind>,
    agent: Option<&'static MotiveAgent>,
    member: Option<&'static HerdMember>,
    name: Option<&'static Name>,
    is_alone: (Has<Alone>, Has<Explain>, Has<ThinkEvery>),
}

impl NewcomerItem<'_, '_> {
    fn number(&self) -> Option<AgentNumber> {
        self.number.copied().or(self.saved.map(SavedMind::number))
    }

    fn is_agent(&self) -> bool {
        self.agent.is_some() || self.member.is_some()
    }

    /// What it knew. An agent that still runs gets another mind, for which that is of no use.
    fn saved(&self) -> Option<&SavedMind> {
        self.saved.filter(|_| !self.is_agent())
    }

    fn may_be_in_herd(&self) -> bool {
        self.is_alone == (false, false, false) && self.saved().is_none_or(SavedMind::is_of_herd)
    }
}

/// Agents of one mind that may be a herd.
struct NewHerd {
    id: AssetId<MindAsset>,
    mind: GameMind,
    agents: Vec<(AgentNumber, Entity, GameAgent)>,
}

/// Starts the agents of entities that got a mind, as soon as it is loaded.
pub(crate) fn start_agents(
    mut starting: ResMut<Starting>,
    entities: Query<Newcomer>,
    (assets, server): (Res<Assets<MindAsset>>, Option<Res<AssetServer>>),
    (mut live, mut herds): (ResMut<LiveMinds>, ResMut<HerdGroups>),
    (game, clock, budget): (Res<MotiveGame>, Res<MotiveClock>, Res<ThinkBudget>),
    mut commands: Commands,
) {
    if starting.entities.is_empty() {
        return;
    }
    let mut starter = Starter { game: &game, clock: &clock, commands: &mut commands };
    let (mut waiting, mut new_herds) = (Vec::new(), Vec::<NewHerd>::new());
    let mut visited = EntityHashSet::default();
    for entity in std::mem::take(&mut starting.entities) {
        // Gone again, or without its mind, or in the list twice.
        let Ok(newcomer) = entities.get(entity) else { continue };
        if !visited.insert(entity) {
            continue;
        }
        let number = starting.number(newcomer.number());
        starter.commands.entity(entity).try_insert_if_new(number);
        let id = newcomer.mind.0.id();
        if newcomer.agent.is_some_and(|agent| agent.mind == id)
            || newcomer.member.is_some_and(|member| herds.mind(member) == Some(id))
        {
            continue;
        }
        let Some(asset) = assets.get(id) else {
            waiting.push(entity);
            continue;
        };
        if live.get(id).is_none() && !game.knows(&asset.game_mind().vocabulary()) {
            error!("the mind of {entity} was made for another game: it does not know what this one declares");
            continue;
        }
        let live = live.share(id, asset, server.as_deref());
        if newcomer.is_agent() {
            starter.commands.entity(entity).try_remove::<(MotiveAgent, HerdMember)>();
        }
        let mut agent = starter.restore(entity, newcomer.saved(), &live.mind, number);
        if let Some(name) = newcomer.name {
            agent = agent.named(name);
        }
        if live.is_single || budget.0.is_some() || !newcomer.may_be_in_herd() {
            starter.start(entity, agent, id, number);
            continue;
        }
        match new_herds.iter_mut().find(|herd| herd.id == id) {
            Some(herd) => herd.agents.push((number, entity, agent)),
            None => {
                new_herds.push(NewHerd {
                    id,
                    mind: live.mind.clone(),
                    agents: vec![(number, entity, agent)],
                });
            }
        }
    }
    starting.entities.append(&mut waiting);
    new_herds.into_iter().for_each(|new| starter.start_herd(new, &mut herds));
}

/// What is needed to start agents.
struct Starter<'a, 'w, 's> {
    game: &'a MotiveGame,
    clock: &'a MotiveClock,
    commands: &'a mut Commands<'w, 's>,
}

impl Starter<'_, '_, '_> {
    fn start(&mut self, entity: Entity, agent: GameAgent, mind: AssetId<MindAsset>, number: AgentNumber) {
        let agent = MotiveAgent::new(agent, mind, self.clock.0.clone());
        self.commands.entity(entity).try_remove::<SavedMind>().try_insert((agent, number));
    }

    /// An agent that knows what was saved, if anything was.
    fn restore(
        &self,
        entity: Entity,
        saved: Option<&SavedMind>,
        mind: &GameMind,
        number: AgentNumber,
    ) -> GameAgent {
        match saved.map(|saved| saved.restore(mind, self.game.seed(), number)) {
            Some(Ok(agent)) => return agent,
            Some(Err(error)) => {
                error!("the saved mind of {entity} cannot be restored, so it starts anew: {error}");
            }
            None => {}
        }
        mind.spawn_numbered(Seed(self.game.seed()), number.0)
    }

    /// Starts agents in a herd; as single agents where they are too few for one.
    fn start_herd(&mut self, new: NewHerd, herds: &mut HerdGroups) {
        let NewHerd { id, mind, mut agents } = new;
        agents.sort_unstable_by_key(|(number, entity, _)| (*number, *entity));
        let is_herd = agents.len() >= FEWEST || herds.have_room(id);
        for (number, entity, agent) in agents {
            if is_herd {
                let member = herds.add((id, &mind), entity, agent);
                self.commands.entity(entity).try_remove::<SavedMind>().try_insert((member, number));
            } else {
                self.start(entity, agent, id, number);
            }
        }
    }
}
