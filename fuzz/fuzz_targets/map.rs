//! Maps of the arena and graphs of Hansen's form: any text is read or refused, and what is read can be played or written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_gamebots::MapGraph;
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(map) = ArenaMap::read("fuzz", text)
        && let Ok(mut arena) = Match::new(map.into(), MatchSettings::default(), 1)
    {
        for _ in 0..20 {
            arena.step();
        }
        arena.observe(0).expect("there are players");
    }
    let (graph, _) = MapGraph::parse_lenient(text);
    assert_eq!(MapGraph::parse(&graph.to_string()).as_ref(), Ok(&graph));
});
