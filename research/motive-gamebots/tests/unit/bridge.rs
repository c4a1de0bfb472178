//! Places, ids and games on the wire and back.

use super::*;

#[test]
fn places_survive_the_wire() {
    let there = Vec3::new(0.1, -1234.567, f32::MIN_POSITIVE);
    let text = location(there).to_string();
    assert_eq!(place(text.parse().unwrap()), there, "{text}");
}

#[test]
fn ids_of_things_lead_back_to_them() {
    let mut ids_of = WireIds::of_map(Arc::new(ArenaMap::shipped("duel").unwrap()));
    for number in [ids::player(0), ids::player(63), ids::place(3), ids::flag(1), ids::mover(2)] {
        let id = ids_of.id(number);
        assert_eq!(ids_of.number(&id), number, "{id}");
    }
}

#[test]
fn a_level_from_a_file_has_neither_folders_nor_blanks() {
    assert_eq!(level_name("my maps/my {own}.map"), "my__own_");
    assert_eq!(level_name("ctf-simple"), "ctf-simple");
}

#[test]
fn ids_of_another_server_have_numbers_too_and_fill_no_memory() {
    let mut ids_of = WireIds::of_level("DM-Other");
    let first = ids_of.number("DM-Other.xPawn7");
    assert_eq!(ids_of.number("DM-Other.xPawn7"), first);
    assert_eq!(ids_of.id(first), "DM-Other.xPawn7");
    for number in 0..2 * MOST_FOREIGN {
        ids_of.number(&format!("x{number}"));
    }
    assert_eq!(ids_of.foreign.len(), MOST_FOREIGN);
}

#[test]
fn every_game_is_known_by_its_class() {
    for game in GameType::ALL {
        let mut told = GameInfo::named(game_class(game));
        assert_eq!(told.game(), game);
        told.game_type = told.game_type.map(|name| format!("Botpack.{name}"));
        assert_eq!(told.game(), game);
    }
}

impl GameInfo {
    fn named(class: &str) -> GameInfo {
        GameInfo {
            game_type: Some(class.to_owned()),
            level: None,
            time_limit: None,
            frag_limit: None,
            goal_team_score: None,
            max_teams: None,
            lockstep: None,
        }
    }
}
