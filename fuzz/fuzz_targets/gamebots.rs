//! Bytes of a client to a server and of a server to a client: whatever they are, both sides go on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_gamebots::bridge::WireIds;
use motive_gamebots::{
    ClientRequest, ClientSession, ClientSettings, Dialect, GameInfo, LineSplitter, MapGraph, MapLearner, Message, ServerSession,
    SessionSettings, SplitLine,
};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use std::sync::{Arc, LazyLock};

static MAP: LazyLock<Arc<ArenaMap>> = LazyLock::new(|| ArenaMap::shipped("duel").expect("it comes along").into());

fuzz_target!(|data: &[u8]| {
    let (first, data) = data.split_first().unwrap_or((&0, &[]));
    let dialect = if first & 1 == 0 { Dialect::Ut99 } else { Dialect::Ut2004 };
    let mut arena = Match::new(MAP.clone(), MatchSettings::default(), 1).expect("a game on a map that comes along");
    let ids = WireIds::of_map(MAP.clone());
    let game = GameInfo::of_arena(&arena, &ids, first & 2 == 0);
    let settings = SessionSettings { dialect, password: (first & 4 != 0).then(|| "a".to_owned()), game };
    let mut server = ServerSession::new(settings, ids);
    let mut client = ClientSession::new(ClientSettings::default()).learning(MapLearner::new(MapGraph::new()));
    let mut lines = LineSplitter::new(256);
    for line in lines.push(data) {
        let SplitLine::Line(line) = line else { continue };
        if let Ok(message) = Message::parse(&line) {
            // What is written is read as what it is, once it has been written.
            let written = Message::parse(&message.to_string());
            assert_eq!(written.map(|message| message.to_string()).ok(), Some(message.to_string()));
        }
        client.line(&line);
        let reaction = server.line(&line);
        reaction.replies.iter().for_each(|reply| drop(client.line(&reply.to_string())));
        match reaction.request {
            Some(ClientRequest::Join { .. }) => drop(server.joined(0)),
            Some(ClientRequest::Command(command)) => arena.command(0, command),
            _ => {}
        }
        arena.step();
        if let Some(seen) = arena.observe(0) {
            server.observation(&seen).iter().for_each(|told| drop(client.line(&told.to_string())));
        }
    }
});
