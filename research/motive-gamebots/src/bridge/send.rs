//! What a bot of the arena senses, as messages.

use super::{WireIds, location};
use crate::{
    BlockMark, Bump, Chat, DamageDone, DamageTaken, Death, DominationPointSeen, EmptyPlace, Fall, FlagSeen,
    GameScore, Heard, ItemGained, ItemSeen, Kill, MoverSeen, NodeSeen, PathAnswer, PathNode, PlayerSeen,
    Projectile, ReachAnswer, Rotation, SelfReport, ServerMessage, Switch, WallHit,
};
use glam::Vec3;
use motive_shooter::body::{BodyEvent, BodyObservation, Id, MoverClass, Noise, SeenFlag, SeenItem};
use motive_shooter::map::PlaceKind;
use motive_shooter::rules::WeaponClass;

/// The team of nobody.
pub(super) const NO_TEAM: i32 = 255;

/// What is told about an observation: events first, then the block of what is sensed. `request` gives the id that a question had.
pub fn observation_messages(
    seen: &BodyObservation,
    ids: &WireIds,
    mut request: impl FnMut(f64) -> Option<String>,
) -> Vec<ServerMessage> {
    let mut messages: Vec<ServerMessage> =
        seen.events.iter().map(|event| event_message(event, ids, &mut request)).collect();
    messages.push(ServerMessage::Begin(BlockMark { time: Some(seen.time) }));
    messages.push(ServerMessage::Own(own(seen, ids)));
    messages.push(ServerMessage::Score(score(seen, ids)));
    sighting_messages(seen, ids, &mut messages);
    messages.push(ServerMessage::End(BlockMark { time: Some(seen.time) }));
    messages
}

/// What a viewer is told: a block like a bot's, but without a bot.
pub fn overview_messages(seen: &BodyObservation, ids: &WireIds) -> Vec<ServerMessage> {
    let mut messages = vec![ServerMessage::Begin(BlockMark { time: Some(seen.time) })];
    messages.push(ServerMessage::Score(GameScore {
        have_flag: None,
        enemy_has_flag: None,
        ..score(seen, ids)
    }));
    sighting_messages(seen, ids, &mut messages);
    messages.push(ServerMessage::End(BlockMark { time: Some(seen.time) }));
    messages
}

/// All that is in sight.
fn sighting_messages(seen: &BodyObservation, ids: &WireIds, messages: &mut Vec<ServerMessage>) {
    messages.extend(seen.players.iter().map(|player| {
        ServerMessage::Player(PlayerSeen {
            id: ids.id(player.id),
            rotation: Some(Rotation::new(0, player.yaw, 0)),
            location: location(player.position),
            velocity: Some(location(player.velocity)),
            name: Some(player.name.to_string()),
            team: Some(i32::from(player.team)),
            reachable: Some(player.reachable),
            weapon: weapon_name(player.weapon),
        })
    }));
    messages.extend(seen.items.iter().map(|thing| ServerMessage::Item(item(thing, ids))));
    messages.extend(seen.flags.iter().map(|thing| ServerMessage::Flag(flag(thing, ids))));
    messages.extend(seen.nodes.iter().map(|node| {
        let (id, location) = (ids.id(node.id), location(node.position));
        ServerMessage::Node(NodeSeen { id, location, reachable: Some(node.reachable) })
    }));
    messages.extend(seen.game.points.iter().map(|point| {
        ServerMessage::DominationPoint(DominationPointSeen {
            id: ids.id(point.id),
            location: location(point.position),
            reachable: Some(false),
            controller: Some(point.owner.map_or(NO_TEAM, i32::from)),
        })
    }));
    messages.extend(seen.movers.iter().map(|mover| {
        ServerMessage::Mover(MoverSeen {
            id: ids.id(mover.id),
            location: location(mover.position),
            reachable: Some(mover.open),
            damage_trigger: Some(false),
            class: Some(mover_class(mover.class).to_owned()),
        })
    }));
    messages.extend(seen.bare.iter().map(|id| ServerMessage::Gone(EmptyPlace { id: ids.id(*id) })));
}

/// The weapon in hand.
fn weapon_name(class: Option<WeaponClass>) -> Option<String> {
    Some(class.map_or("None", WeaponClass::name).to_owned())
}

/// `Door` or `Lift`.
pub(super) fn mover_class(class: MoverClass) -> &'static str {
    match class {
        MoverClass::Door => "Door",
        MoverClass::Lift => "Lift",
    }
}

fn own(seen: &BodyObservation, ids: &WireIds) -> SelfReport {
    let own = &seen.own;
    SelfReport {
        id: ids.id(own.id),
        rotation: Rotation::new(own.pitch, own.yaw, 0),
        location: location(own.position),
        velocity: location(own.velocity),
        name: Some(own.name.to_string()),
        team: Some(i32::from(own.team)),
        health: own.health,
        weapon: weapon_name(own.weapon),
        ammunition: Some(own.ammunition),
        armour: Some(own.armour),
        alternate_firing: Some(Switch(false)),
        shooting: Some(own.shooting),
        has_flag: Some(own.has_flag),
        capacity: Some(own.capacity),
        weapons: Some(own.weapons.iter().map(|class| class.name()).collect::<Vec<_>>().join(",")),
    }
}

fn score(seen: &BodyObservation, ids: &WireIds) -> GameScore {
    let game = &seen.game;
    let team = usize::from(seen.own.team);
    let away = |of: usize| game.flags_away.get(of).copied();
    GameScore {
        scores: game.scores.iter().enumerate().map(|(who, points)| (who.to_string(), *points)).collect(),
        domination_points: game
            .points
            .iter()
            .map(|point| (ids.id(point.id), point.owner.map_or(NO_TEAM, i32::from)))
            .collect(),
        flags_away: game.flags_away.iter().enumerate().map(|(of, away)| (of.to_string(), *away)).collect(),
        have_flag: away(1 - team.min(1)),
        enemy_has_flag: away(team),
    }
}

fn item(thing: &SeenItem, ids: &WireIds) -> ItemSeen {
    ItemSeen {
        id: ids.id(thing.id),
        location: location(thing.position),
        reachable: Some(thing.reachable),
        class: Some(item_class(&thing.kind)),
    }
}

/// `enforcer`, `enforcer_ammo`, `health` and so on.
pub(super) fn item_class(kind: &PlaceKind) -> String {
    match kind {
        PlaceKind::Weapon(class) => class.name().to_owned(),
        PlaceKind::Ammunition(class) => format!("{}_ammo", class.name()),
        PlaceKind::Health => "health".to_owned(),
        PlaceKind::Armour => "armour".to_owned(),
        _ => "other".to_owned(),
    }
}

fn flag(thing: &SeenFlag, ids: &WireIds) -> FlagSeen {
    let state = match (thing.carrier, thing.at_base) {
        (Some(_), _) => "held",
        (None, true) => "home",
        (None, false) => "dropped",
    };
    FlagSeen {
        id: ids.id(thing.id),
        location: Some(location(thing.position)),
        holder: thing.carrier.map(|carrier| ids.id(carrier)),
        team: Some(i32::from(thing.team)),
        reachable: Some(thing.reachable),
        state: Some(state.to_owned()),
    }
}

fn event_message(
    event: &BodyEvent,
    ids: &WireIds,
    request: &mut impl FnMut(f64) -> Option<String>,
) -> ServerMessage {
    let who = |id: &Option<Id>| id.map(|id| ids.id(id));
    match event {
        BodyEvent::Hurt { amount, by } => ServerMessage::Damaged(DamageTaken {
            instigator: who(by),
            amount: Some(*amount),
            damage_type: None,
        }),
        BodyEvent::Hit { amount, whom } => ServerMessage::Hit(DamageDone {
            victim: Some(ids.id(*whom)),
            amount: Some(*amount),
            damage_type: None,
        }),
        BodyEvent::Died { by } => ServerMessage::Died(Death { killer: who(by), damage_type: None }),
        BodyEvent::Killed { who: victim, by } => {
            ServerMessage::Killed(Kill { victim: Some(ids.id(*victim)), killer: who(by), damage_type: None })
        }
        BodyEvent::Spawned => ServerMessage::Spawned,
        BodyEvent::Bumped { whom } => ServerMessage::Bumped(Bump { id: Some(ids.id(*whom)), location: None }),
        BodyEvent::HitWall { at } => {
            ServerMessage::Wall(WallHit { id: None, normal: None, location: Some(location(*at)) })
        }
        BodyEvent::Fell { speed } => ServerMessage::Falling(Fall { speed: Some(number(*speed)) }),
        BodyEvent::Heard { noise, at, by } => {
            let heard = Heard {
                source: Some(ids.id(*by)),
                location: Some(location(*at)),
                noise: Some(noise.name().to_owned()),
            };
            if *noise == Noise::PickUp {
                ServerMessage::PickupHeard(heard)
            } else {
                ServerMessage::Noise(heard)
            }
        }
        BodyEvent::PickedUp { item } => {
            ServerMessage::Gained(ItemGained { id: Some(ids.id(*item)), class: None })
        }
        BodyEvent::Projectile { at, velocity } => ServerMessage::Incoming(Projectile {
            id: None,
            time: None,
            direction: Some(location(*velocity)),
            location: Some(location(*at)),
            class: Some("Rocket".to_owned()),
        }),
        BodyEvent::Message { from, text } => {
            let id = ids.id(*from);
            ServerMessage::TeamChat(Chat {
                name: Some(id.clone()),
                text: Some(text.to_string()),
                id: Some(id),
            })
        }
        BodyEvent::Path { query, nodes } => ServerMessage::Path(path(nodes.as_deref(), ids, request(*query))),
        BodyEvent::Reach { query, reachable } => {
            ServerMessage::Reach(ReachAnswer { request: request(*query), reachable: *reachable, from: None })
        }
    }
}

fn number(value: f32) -> f64 {
    location(Vec3::splat(value)).x
}

fn path(nodes: Option<&[Vec3]>, ids: &WireIds, request: Option<String>) -> PathAnswer {
    let steps = nodes.unwrap_or_default().iter().enumerate();
    let nodes_told =
        steps.map(|(step, at)| PathNode { id: ids.node_id(*at, step), location: location(*at) }).collect();
    PathAnswer { request, nodes: nodes_told, found: nodes.is_none().then_some(false) }
}
