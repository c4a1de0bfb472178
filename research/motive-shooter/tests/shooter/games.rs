//! The rules of each game, replay and speed.

use crate::{arena, shipped, steps};
use glam::Vec3;
use motive_shooter::body::{Aim, BodyCommand};
use motive_shooter::game::{FlagState, Match, MatchError, MatchSettings};
use motive_shooter::map::{ArenaMap, PlaceKind};
use motive_shooter::rules::GameType;

fn flag_base(arena: &Match, team: u8) -> Vec3 {
    arena.map().places_where(move |kind| *kind == PlaceKind::Flag(team)).next().unwrap().position
}

fn somewhere(arena: &Match) -> Vec3 {
    arena.map().places_where(|kind| *kind == PlaceKind::Safe).next().unwrap().position
}

fn go(arena: &mut Match, player: usize, to: Vec3) {
    arena.place_player(player, to, 0);
    steps(arena, 1);
}

#[test]
fn a_flag_is_captured_only_while_ones_own_is_at_home() {
    let mut arena = shipped("ctf-simple", MatchSettings::default());
    let (red, blue) = (flag_base(&arena, 0), flag_base(&arena, 1));
    let (out, hidden) = (somewhere(&arena), Vec3::new(950.0, 250.0, 0.0));
    go(&mut arena, 0, blue);
    assert_eq!(arena.flags()[1].state, FlagState::Carried(0));
    go(&mut arena, 1, red);
    assert_eq!(arena.flags()[0].state, FlagState::Carried(1));
    go(&mut arena, 1, hidden);
    go(&mut arena, 0, red);
    assert_eq!(arena.scores(), [0.0, 0.0], "the own flag is away");
    go(&mut arena, 0, out);
    arena.hurt_player(1, 200, Some(0));
    assert!(matches!(arena.flags()[0].state, FlagState::Dropped { .. }));
    go(&mut arena, 0, hidden);
    assert_eq!(arena.flags()[0].state, FlagState::AtBase, "a touch returns the own flag");
    assert_eq!(arena.players()[0].counts().returns, 1);
    go(&mut arena, 0, red);
    assert_eq!(arena.scores(), [1.0, 0.0]);
    assert_eq!(arena.flags()[1].state, FlagState::AtBase);
    assert_eq!(arena.players()[0].counts().captures, 1);
    assert_eq!(arena.individual_score(0), 8.0, "a capture and a kill");
}

#[test]
fn a_dropped_flag_returns_by_itself() {
    let mut arena = shipped("ctf-simple", MatchSettings::default());
    let (blue, out) = (flag_base(&arena, 1), somewhere(&arena));
    go(&mut arena, 0, blue);
    go(&mut arena, 0, out);
    arena.hurt_player(0, 200, None);
    steps(&mut arena, 490);
    assert!(matches!(arena.flags()[1].state, FlagState::Dropped { .. }));
    steps(&mut arena, 15);
    assert_eq!(arena.flags()[1].state, FlagState::AtBase);
}

#[test]
fn players_start_in_the_room_of_their_team() {
    let arena = shipped("ctf-simple", MatchSettings { players: 6, ..MatchSettings::default() });
    for (number, player) in arena.players().iter().enumerate() {
        let left = player.position().x < 2_000.0;
        assert_eq!((player.team(), left), ((number % 2) as u8, number % 2 == 0));
    }
}

#[test]
fn domination_points_belong_to_who_touched_them_last_and_pay() {
    let settings = MatchSettings { score_limit: 3.0, ..MatchSettings::default() };
    let mut arena = shipped("stalwart-like", settings);
    assert_eq!(arena.points().len(), 3);
    assert!(arena.points().iter().all(|point| point.owner.is_none()));
    let point = arena.points()[0].position;
    go(&mut arena, 0, point);
    assert_eq!(arena.points()[0].owner, Some(0));
    steps(&mut arena, 19);
    assert!((arena.scores()[0] - 1.0).abs() < 1e-6, "one point a second: {:?}", arena.scores());
    arena.place_player(0, arena.map().places()[0].position, 0);
    go(&mut arena, 1, point);
    assert_eq!(arena.points()[0].owner, Some(1));
    steps(&mut arena, 100);
    assert!(arena.is_over(), "the limit is reached: {:?}", arena.scores());
    let over = arena.scores().to_vec();
    steps(&mut arena, 10);
    assert_eq!(arena.scores(), over, "nothing happens any more");
}

#[test]
fn a_deathmatch_counts_kills_and_a_team_game_adds_them_up() {
    let settings = MatchSettings { players: 4, ..MatchSettings::default() };
    let mut alone = shipped("empty", settings.clone());
    alone.hurt_player(1, 200, Some(0));
    alone.hurt_player(2, 200, Some(0));
    alone.hurt_player(3, 200, None);
    steps(&mut alone, 1);
    assert_eq!(alone.scores(), [2.0, 0.0, 0.0, -1.0]);
    let mut teams = shipped("empty", MatchSettings { game: Some(GameType::TeamDeathmatch), ..settings });
    teams.hurt_player(1, 200, Some(0));
    teams.hurt_player(3, 200, Some(2));
    steps(&mut teams, 1);
    assert_eq!(teams.scores(), [2.0, 0.0]);
}

#[test]
fn a_game_ends_with_its_time() {
    let mut arena = shipped("empty", MatchSettings { time_limit: 2.0, ..MatchSettings::default() });
    steps(&mut arena, 39);
    assert!(!arena.is_over());
    steps(&mut arena, 100);
    assert!(arena.is_over());
    assert_eq!(arena.steps(), 40);
}

#[test]
fn what_cannot_be_played_is_an_error() {
    let map = std::sync::Arc::new(ArenaMap::shipped("empty").unwrap());
    let make = |settings: MatchSettings| Match::new(map.clone(), settings, 0).err().unwrap();
    let game = Some(GameType::CaptureTheFlag);
    let error = make(MatchSettings { game, ..MatchSettings::default() }).to_string();
    assert!(error.contains("not made for capture_the_flag"), "{error}");
    assert!(matches!(
        make(MatchSettings { players: 0, ..MatchSettings::default() }),
        MatchError::Players { .. }
    ));
    assert!(matches!(
        make(MatchSettings { players: 65, ..MatchSettings::default() }),
        MatchError::Players { .. }
    ));
    assert!(matches!(
        make(MatchSettings { update: f64::NAN, ..MatchSettings::default() }),
        MatchError::Number { .. }
    ));
    assert!(matches!(
        make(MatchSettings { respawn: -1.0, ..MatchSettings::default() }),
        MatchError::Number { .. }
    ));
}

/// Plays by a fixed recipe and returns everything that was observed.
fn play(seed: u64) -> String {
    let map = ArenaMap::shipped("empty").unwrap();
    let settings = MatchSettings { armed: true, players: 4, ..MatchSettings::default() };
    let mut arena = Match::new(map.into(), settings, seed).unwrap();
    let places: Vec<Vec3> = arena.map().places().iter().map(|place| place.position).collect();
    let mut seen = String::new();
    for step in 0..400_usize {
        for player in 0..4 {
            if (step + player).is_multiple_of(5) {
                let observed = arena.observe(player).unwrap();
                if let Some(enemy) = observed.players.first() {
                    arena.command(player, BodyCommand::Shoot(Aim::Thing(enemy.id)));
                }
                let to = places[(step * 7 + player * 3) % places.len()];
                arena.command(player, BodyCommand::RunTo(Aim::At(to)));
                seen.push_str(&format!("{observed:?}\n"));
            }
        }
        arena.step();
    }
    seen
}

#[test]
fn the_same_seed_and_commands_give_the_same_bytes() {
    let first = play(5);
    assert_eq!(first, play(5));
    assert_ne!(first, play(6));
    assert!(first.contains("Hurt"), "the recipe gives a fight");
}

#[test]
fn an_empty_map_of_ones_own_can_be_played() {
    let mut arena = arena(
        "game deathmatch\nlegend\n s start\nfloor\n###\n#s#\n###\n",
        MatchSettings { players: 1, ..MatchSettings::default() },
    );
    arena.command(9, BodyCommand::Jump);
    steps(&mut arena, 10);
    assert!(arena.observe(9).is_none());
}
