//! What a body senses and does, on a map of our own making.

use super::conversation::joined;
use super::maps::areas_joined_by;
use glam::Vec3;
use motive_openarena::body::{BotSenses, InputSettings, PlayerInput, SenseSettings};
use motive_openarena::game::{GameKind, Weapon};
use motive_openarena::map::{EntityList, GameMap, Navigation, Walls};
use motive_openarena::wire::{EntityField, EntityState, GameSnapshot, PlayerField, PlayerState, UserMove};
use motive_shooter::body::{Aim, BodyCommand};
use motive_shooter::rules::WeaponClass;
use proptest::prelude::*;
use std::sync::Arc;

const JUMP: i32 = 5;
const LIFT: i32 = 11;

/// A map without walls, with one lift whose floor is up 200 units in the map's file.
fn walls() -> Walls {
    let mut bytes = [b"IBSP".to_vec(), 46i32.to_le_bytes().to_vec()].concat();
    let models = [[0.0f32; 6], [-40.0, -40.0, 180.0, 40.0, 40.0, 200.0]];
    let models: Vec<u8> = models
        .iter()
        .flat_map(|model| {
            model.iter().flat_map(|value| value.to_le_bytes()).chain([0; 16]).collect::<Vec<u8>>()
        })
        .collect();
    for lump in 0..17 {
        let (at, length) = if lump == 7 { (8 + 17 * 8, models.len() as i32) } else { (0, 0) };
        bytes.extend([at, length].iter().flat_map(|value: &i32| value.to_le_bytes()));
    }
    Walls::read("walls", &[bytes, models].concat()).expect("a map").0
}

fn map(travel: i32) -> Arc<GameMap> {
    let navigation = Navigation::read("two", &areas_joined_by(travel)).expect("a navigation file");
    Arc::new(GameMap::new("two", walls(), EntityList::default(), navigation))
}

/// A player who is well, stands, and has what everybody starts with.
fn player(at: Vec3) -> PlayerState {
    let mut player = PlayerState::default()
        .with_float(PlayerField::OriginX, at.x)
        .with_float(PlayerField::OriginY, at.y)
        .with_float(PlayerField::OriginZ, at.z)
        .with(PlayerField::ViewHeight, 26)
        .with(PlayerField::Weapon, Weapon::MachineGun as i32);
    player.stats[0] = 100;
    player.stats[3] = 1 << Weapon::Gauntlet as i32 | 1 << Weapon::MachineGun as i32;
    player.ammo[Weapon::MachineGun as usize] = 100;
    player
}

fn snapshot(time: i32, player: PlayerState, entities: Vec<EntityState>) -> Arc<GameSnapshot> {
    Arc::new(GameSnapshot { sequence: time as u32, time, flags: 0, areas: Vec::new(), player, entities })
}

fn input(travel: i32) -> PlayerInput {
    PlayerInput::new(map(travel), InputSettings { aim_error: 0.0, ..InputSettings::default() }, 1, 1)
}

/// Where a move looks, in degrees.
fn yaw(user_move: &UserMove) -> f32 {
    f32::from(user_move.angles[1]) / 65_536.0 * 360.0
}

/// Where a move goes on the floor.
fn direction(user_move: &UserMove) -> Vec3 {
    let yaw = yaw(user_move).to_radians();
    let ahead = Vec3::new(yaw.cos(), yaw.sin(), 0.0);
    let right = Vec3::new(ahead.y, -ahead.x, 0.0);
    ahead * f32::from(user_move.forward) + right * f32::from(user_move.right)
}

#[test]
fn a_body_knows_its_weapons_and_armour_and_takes_the_best_in_hand() {
    let mut owner = player(Vec3::new(50.0, 0.0, 24.0));
    owner.stats[3] |= 1 << Weapon::RocketLauncher as i32;
    owner.stats[4] = 75;
    owner.ammo[Weapon::RocketLauncher as usize] = 5;
    let now = snapshot(1_000, owner, Vec::new());
    let (session, _) = joined();
    let mut senses = BotSenses::new(map(JUMP), GameKind::FreeForAll, SenseSettings::default());
    senses.see(&now, &session);
    let own = senses.observe(&session, false).unwrap().own;
    assert_eq!((own.health, own.armour, own.ammunition), (100, 75, 100));
    assert_eq!(own.weapons, [WeaponClass::Enforcer, WeaponClass::RocketLauncher]);
    let moves = input(JUMP).moves(&now);
    assert!(moves.iter().all(|it| i32::from(it.weapon) == Weapon::RocketLauncher as i32), "{moves:?}");
}

#[test]
fn a_body_that_is_hit_looks_to_where_the_shot_came_from() {
    let mut input = input(JUMP);
    let well = player(Vec3::new(50.0, 0.0, 24.0));
    input.moves(&snapshot(1_000, well, Vec::new()));
    // The shot flew toward 90 degrees, so that it came from 270.
    let hit = well.with(PlayerField::DamageEvent, 1).with(PlayerField::DamageYaw, 64);
    let mut looks = Vec::new();
    for time in (1_050..1_900).step_by(50) {
        looks.extend(input.moves(&snapshot(time, hit, Vec::new())).iter().map(yaw));
    }
    assert!(looks[..6].iter().all(|look| *look < 1.0 || *look > 359.0), "it takes time to react: {looks:?}");
    assert!((looks[looks.len() - 3] - 270.0).abs() < 1.0, "{looks:?}");
}

#[test]
fn strafing_keeps_to_its_side_for_a_moment() {
    let mut input = input(JUMP);
    let at = Vec3::new(50.0, 0.0, 24.0);
    let enemy = Aim::At(Vec3::new(200.0, 0.0, 0.0));
    let strafe = |y: f32| BodyCommand::StrafeTo(Vec3::new(50.0, y, 0.0), enemy);
    let runs_left = player(at).with_float(PlayerField::VelocityY, 300.0);
    input.obey(&strafe(240.0), &snapshot(1_000, player(at), Vec::new()));
    let mut sides = Vec::new();
    for time in [1_100, 1_200, 1_300, 1_500] {
        let now = snapshot(time, runs_left, Vec::new());
        input.obey(&strafe(-240.0), &now);
        sides.push(direction(&input.moves(&now)[0]).y > 0.0);
    }
    assert_eq!(sides, [true, true, true, false]);
}

/// The lift of the map, so much lower than in the map's file.
fn lift(below: f32) -> EntityState {
    EntityState::new(70)
        .with(EntityField::Type, 4)
        .with(EntityField::Model, 1)
        .with_float(EntityField::PosBaseZ, -below)
}

#[test]
fn a_body_steps_on_a_lift_that_is_down_and_waits_beside_one_that_is_up() {
    let goal = BodyCommand::RunTo(Aim::At(Vec3::new(-50.0, 0.0, 300.0)));
    let stride = |at: Vec3, below: f32| {
        let mut input = input(LIFT);
        let now = snapshot(1_000, player(at), vec![lift(below)]);
        input.obey(&goal, &now);
        direction(&input.moves(&now)[0])
    };
    let beside = Vec3::new(55.0, 0.0, 24.0);
    assert!(stride(beside, 200.0).x < -100.0, "it goes to the middle of the lift");
    assert_eq!(stride(Vec3::new(10.0, 0.0, 24.0), 200.0), Vec3::ZERO, "it rides");
    assert_eq!(stride(Vec3::new(20.0, 0.0, 24.0), 100.0), Vec3::ZERO, "it waits where the way begins");
}

#[test]
fn a_body_that_comes_too_slowly_to_a_gap_takes_a_run_up_and_jumps_then() {
    let mut input = input(JUMP);
    let goal = BodyCommand::RunTo(Aim::At(Vec3::new(-195.0, 0.0, 100.0)));
    let mut time = 1_000;
    let mut stride = |x: f32, speed: f32| {
        time += 50;
        let player = player(Vec3::new(x, 0.0, 24.0)).with_float(PlayerField::VelocityX, speed);
        let now = snapshot(time, player, Vec::new());
        input.obey(&goal, &now);
        let user_move = input.moves(&now)[0];
        (direction(&user_move).x.signum(), user_move.up > 0)
    };
    let (ahead, back) = (-1.0, 1.0);
    assert_eq!(stride(80.0, -100.0), (ahead, false), "on its way");
    assert_eq!(stride(15.0, 0.0), (back, false), "at the edge, from a stand");
    assert_eq!(stride(60.0, 300.0), (back, false));
    assert_eq!(stride(95.0, 0.0), (ahead, false), "far enough");
    assert_eq!(stride(60.0, -250.0), (ahead, false));
    assert_eq!(stride(15.0, -200.0), (ahead, true), "it has had its run-up, and dares it");
    assert_eq!(stride(15.0, -320.0), (ahead, true), "whoever is fast enough needs none");
}

#[test]
fn nobody_is_told_of_what_no_way_leads_to() {
    const ROCKET: i32 = 12;
    let text = r#"{ "classname" "info_player_deathmatch" "origin" "50 0 24" }
        { "classname" "item_health" "origin" "-50 0 15" }
        { "classname" "domination_point" "origin" "-50 50 15" }"#;
    let known = |travel: i32| {
        let navigation = Navigation::read("two", &areas_joined_by(travel)).unwrap();
        let map = Arc::new(GameMap::new("two", walls(), EntityList::parse(text), navigation));
        let mut senses = BotSenses::new(map.clone(), GameKind::Domination, SenseSettings::default());
        let (session, _) = joined();
        senses.see(&snapshot(1_000, player(Vec3::new(50.0, 0.0, 24.0)), Vec::new()), &session);
        let seen = senses.observe(&session, false).expect("something is sensed");
        let reachable = map.places().iter().filter(|place| place.reachable && !place.class.is_empty());
        (reachable.count(), seen.items.len(), seen.game.points.len())
    };
    assert_eq!(known(JUMP), (3, 1, 1));
    assert_eq!(known(ROCKET), (1, 0, 0), "only the start");
}

fn any_value() -> impl Strategy<Value = i32> {
    prop_oneof![
        any::<i32>(),
        -70_000..70_000i32,
        Just(f32::NAN.to_bits() as i32),
        Just(f32::INFINITY.to_bits() as i32)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A server may put anything into the fields of a snapshot.
    #[test]
    fn no_snapshot_stops_a_body(
        own in proptest::collection::vec(any_value(), 48),
        lists in proptest::collection::vec(any_value(), 64),
        others in proptest::collection::vec(proptest::collection::vec(any_value(), 51), 0..6),
        alive in any::<bool>(),
        times in proptest::collection::vec(any::<i32>(), 1..5),
    ) {
        let short = |value: i32| i32::from(value as i16);
        let mut state = PlayerState::default();
        for (field, value) in PlayerField::ALL.into_iter().zip(&own) {
            state = state.with(field, *value);
        }
        // The first three lists are sent with 16 bits a number.
        for (at, values) in lists.chunks(4).enumerate() {
            (state.stats[at], state.persistent[at], state.ammo[at], state.powerups[at]) =
                (short(values[0]), short(values[1]), short(values[2]), values[3]);
        }
        if alive {
            state = state.with(PlayerField::MoveType, 0);
            state.stats[0] = 100;
        }
        let entity = |(number, values): (usize, &Vec<i32>)| {
            let fields = EntityField::ALL.into_iter().zip(values);
            let entity = fields.fold(EntityState::new(number as u16 + 60), |entity, (field, value)| entity.with(field, *value));
            entity.with(EntityField::Type, number as i32)
        };
        let entities: Vec<EntityState> = others.iter().enumerate().map(entity).collect();
        let (session, _) = joined();
        let mut senses = BotSenses::new(map(LIFT), GameKind::Domination, SenseSettings::default());
        let mut input = input(LIFT);
        for time in times {
            let now = snapshot(time, state, entities.clone());
            senses.see(&now, &session);
            let seen = senses.observe(&session, true);
            for player in seen.iter().flat_map(|seen| &seen.players) {
                input.obey(&BodyCommand::Shoot(Aim::Thing(player.id)), &now);
            }
            input.obey(&BodyCommand::RunTo(Aim::At(Vec3::new(-50.0, 0.0, 300.0))), &now);
            prop_assert!(input.moves(&now).len() <= 2);
        }
    }
}
