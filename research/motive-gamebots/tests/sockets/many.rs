//! Many bots in one game.

use crate::bots::{connect, play};
use crate::{Server, fast};
use motive_gamebots::ClientSettings;
use motive_shooter::game::MatchSettings;

/// The short form; five minutes of game time are measured by hand. In real time eight blocks may wait, so that a busy machine has two seconds.
#[tokio::test]
async fn sixteen_bots_miss_no_block() {
    let game = MatchSettings { players: 16, time_limit: 8.0, armed: true, ..Default::default() };
    let server = Server::start("stalwart-like", game, fast(1.0, 16)).await;
    let mut bots = Vec::new();
    for _ in 0..16 {
        bots.push(tokio::spawn(play(connect(&server, ClientSettings::default()).await)));
    }
    for bot in bots {
        let played = bot.await.unwrap().unwrap();
        assert_eq!(played.observations.len(), 32);
        let gaps = played.observations.windows(2).map(|pair| pair[1].time - pair[0].time);
        assert!(gaps.into_iter().all(|gap| (gap - 0.25).abs() < 1e-6));
    }
    let report = server.end().await;
    assert_eq!((report.blocks, report.missed_blocks), (16 * 32, 0));
}
