//! The session of the book, typed as it stands there.

use crate::{Peer, Server, in_lockstep};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;

/// The lines of the blocks of plain text.
fn session() -> Vec<&'static str> {
    let page = include_str!("../../../../docs/book/src/gamebots.md");
    let mut inside = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(language) => inside = !inside && language == "text",
            None if inside => lines.push(line),
            None => {}
        }
    }
    lines
}

/// `motive arena serve map=duel agents=1 --lockstep --turn 0`
#[tokio::test]
async fn the_session_of_the_book_is_as_it_stands_there() {
    let game = MatchSettings { players: 1, ..Default::default() };
    let map = std::sync::Arc::new(ArenaMap::shipped("duel").unwrap());
    let arena = Match::new(map, game, 0).unwrap();
    let server = Server::serve(arena, in_lockstep()).await;
    let mut nc = Peer::new(&server).await;
    let mut answers = 0;
    for line in session() {
        if let Some(typed) = line.strip_prefix("> ") {
            nc.type_in(&format!("{typed}\n")).await;
            continue;
        }
        let told = nc.line_of(line.split(' ').next().unwrap()).await;
        let expected = line.trim_end_matches("...");
        assert!(told.starts_with(expected), "the book has `{line}`, the server says `{told}`");
        assert!(line.ends_with("...") || told == line, "the book has `{line}`, the server says `{told}`");
        answers += 1;
    }
    assert_eq!(answers, 8);
    assert_eq!(server.stop().await.late_turns, 0);
}
