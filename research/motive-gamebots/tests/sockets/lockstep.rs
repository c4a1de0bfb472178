//! Games in lockstep: the same every time, and the same as in process.

use crate::bots::{connect, decide, in_team, play};
use crate::{Server, in_lockstep};
use motive_gamebots::server::ServerSettings;
use motive_gamebots::{ClientSettings, Dialect};
use motive_shooter::body::BodyObservation;
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

fn settings() -> MatchSettings {
    MatchSettings { players: 4, time_limit: 20.0, armed: true, ..Default::default() }
}

fn in_process(map: &str) -> (Vec<f64>, Vec<Vec<BodyObservation>>) {
    let map = ArenaMap::shipped(map).unwrap();
    let mut arena = Match::new(map.into(), settings(), 3).unwrap();
    let mut all = vec![Vec::new(); 4];
    while !arena.is_over() {
        let seen: Vec<_> = (0..4).map(|bot| arena.observe(bot).unwrap()).collect();
        for (bot, seen) in seen.into_iter().enumerate() {
            decide(&seen).into_iter().for_each(|command| arena.command(bot, command));
            all[bot].push(seen);
        }
        (0..arena.settings().steps_per_update()).for_each(|_| arena.step());
    }
    (arena.scores().to_vec(), all)
}

/// Four bots that join in the order `first`, with names that give them the places of the game in process.
fn over_sockets(
    map: &str,
    dialect: Dialect,
    order: [usize; 4],
    runtime: &Runtime,
) -> (Vec<f64>, Vec<Vec<BodyObservation>>) {
    runtime.block_on(async {
        let server = Server::start(map, settings(), ServerSettings { dialect, ..in_lockstep() }).await;
        let mut bots = vec![None, None, None, None];
        for bot in order {
            let names = ["Bot0", "Bot1", "Bot2", "Bot3"];
            let connection = connect(&server, in_team(names[bot], (bot % 2) as i32)).await;
            bots[bot] = Some(tokio::spawn(play(connection)));
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let mut all = Vec::new();
        for bot in bots {
            let mut played = bot.unwrap().await.unwrap().unwrap();
            assert_eq!(played.refused_lines, 0);
            assert!(played.observations.pop().unwrap().time >= 20.0, "the end of the game is told");
            all.push(played.observations);
        }
        let report = server.end().await;
        assert_eq!((report.late_turns, report.missed_blocks, report.over), (0, 0, true));
        (report.scores, all)
    })
}

#[test]
fn a_game_over_sockets_in_lockstep_is_the_game_in_process_whoever_comes_first() {
    let alone = Builder::new_current_thread().enable_all().build().unwrap();
    let many = Builder::new_multi_thread().worker_threads(8).enable_all().build().unwrap();
    for map in ["ctf-simple", "stalwart-like", "team-yards"] {
        let (scores, mut seen) = in_process(map);
        for observation in seen.iter_mut().flatten() {
            observation.game.points.iter_mut().for_each(|point| point.name = "".into());
        }
        let runs = [
            (Dialect::Ut99, [0, 1, 2, 3], &alone),
            (Dialect::Ut2004, [3, 2, 1, 0], &many),
            (Dialect::Ut99, [2, 3, 0, 1], &many),
        ];
        for (dialect, order, runtime) in runs {
            let (other_scores, mut other) = over_sockets(map, dialect, order, runtime);
            for observation in other.iter_mut().flatten() {
                observation.game.points.iter_mut().for_each(|point| point.name = "".into());
            }
            assert_eq!(other_scores, scores, "{map}");
            assert!(other == seen, "{map}: what bots sense is the same");
        }
    }
}

#[tokio::test]
async fn a_bot_that_does_not_end_its_turn_is_not_waited_for_forever() {
    let mut settings = in_lockstep();
    settings.limits.turn = Duration::from_millis(20);
    let game = MatchSettings { players: 2, time_limit: 2.0, ..Default::default() };
    let server = Server::start("duel", game, settings).await;
    let mut silent = crate::Peer::new(&server).await;
    silent.type_in("INIT {Name Silent}\n").await;
    let other = connect(&server, ClientSettings::default()).await;
    assert_eq!(play(other).await.unwrap().observations.len(), 9);
    let report = server.end().await;
    assert_eq!((report.late_turns, report.over), (8, true));
}
