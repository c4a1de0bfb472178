//! What a server's log tells of a match.

use motive_openarena::log::MatchLog;

#[test]
fn a_match_is_counted() {
    let text = "  0:00 InitGame: \\x\\y\n  0:01 ClientUserinfoChanged: 0 n\\^1Anna\\t\\1\\model\\x\n\
        0:01 ClientUserinfoChanged: 1 n\\Bob\\t\\2\n  0:05 Item: 0 weapon_shotgun\n\
        0:09 Kill: 0 1 6: Anna killed Bob by MOD_ROCKET\n  0:10 Kill: 1022 0 19: <world> killed Anna by MOD_FALLING\n\
        0:11 Kill: 1 1 7: Bob killed Bob by MOD_ROCKET_SPLASH\n  0:12 CTF: 0 1 1: Anna captured the BLUE flag!\n\
        0:20 Exit: Timelimit hit.\n  0:20 red:1  blue:0\n  0:20 score: 6  ping: 50  client: 0 Anna\n";
    let log = MatchLog::parse(text);
    let (anna, bob) = (&log.players[&0], &log.players[&1]);
    assert_eq!((anna.name.as_str(), anna.team, anna.kills, anna.suicides), ("Anna", Some(0), 1, 1));
    assert_eq!((anna.captures, anna.items, bob.deaths, bob.suicides), (1, 1, 1, 1));
    assert_eq!((anna.score, bob.score), (6, 0));
    assert_eq!((log.team_scores, log.over), (Some([1, 0]), true));
}

#[test]
fn what_comes_after_the_end_is_another_match() {
    let log = MatchLog::parse(
        "0:00 InitGame: \\a\\b\n0:01 ClientUserinfoChanged: 0 n\\Anna\\t\\0\n0:20 Exit: Timelimit hit.\n\
         0:20 score: 6  ping: 50  client: 0 Anna\n0:25 ShutdownGame:\n0:25 InitGame: \\a\\b\n\
         0:26 ClientUserinfoChanged: 0 n\\Anna\\t\\0\n",
    );
    assert_eq!((log.over, log.players[&0].score), (true, 6));
}

#[test]
fn points_that_are_taken_and_held_are_counted() {
    let log = MatchLog::parse(
        "0:01 ClientUserinfoChanged: 2 n\\Anna\\t\\2\n0:03 DOM: -1 0 1 3: SPECTATOR holds point Top for 1 point!\n\
         0:05 DOM: 2 0 0 2: Anna takes point Top!\n0:06 DOM: -1 0 1 2: BLUE holds point Top for 1 point!\n",
    );
    assert_eq!((log.players[&2].points_taken, log.holds), (1, [0, 1]));
}

#[test]
fn a_new_match_begins_from_nothing() {
    let log = MatchLog::parse("0:00 ClientUserinfoChanged: 3 n\\A\\t\\0\n0:09 InitGame: \\a\\b\n");
    assert!(log.players.is_empty());
}
