//! `motive openarena`: what it says without the game, and a match with it.

#[cfg(feature = "openarena")]
use crate::common::Folder;
use crate::common::motive;

#[test]
#[cfg(not(feature = "openarena"))]
fn a_program_without_openarena_says_how_to_get_it() {
    let said = motive(&["openarena", "match", "--map", "oa_dm4"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("--features openarena"), "{}", said.err);
}

#[cfg(feature = "openarena")]
fn agent(name: &str) -> String {
    format!("{}/../../agents/shooter/{name}.motive", env!("CARGO_MANIFEST_DIR"))
}

#[test]
#[cfg(feature = "openarena")]
fn what_cannot_be_played_is_refused_with_a_reason() {
    let mind = agent("duellist");
    let wrong: [(&[&str], &str); 3] = [
        (&["--map", "oa_dm4", "--red", &mind, "--blue", "stock:9"], "a skill from 1 to 5"),
        (&["--map", "oa_dm4", "--game", "chess", "--red", &mind, "--blue", "stock:3"], "one of duel"),
        (&["--map", "no_such_map", "--red", &mind, "--blue", "stock:3"], "no_such_map"),
    ];
    for (arguments, expected) in wrong {
        let said = motive(&[&["openarena", "match"], arguments].concat());
        assert_eq!(said.code, Some(2), "{}", said.err);
        let installed = !said.err.contains("apt-get install");
        assert!(!installed || said.err.contains(expected), "{expected}: {}", said.err);
    }
}

/// A short match, if the game is there: it is recorded, explained and shown.
#[test]
#[cfg(feature = "openarena")]
fn a_match_in_the_real_game_is_played_recorded_and_shown() {
    if !motive_openarena::server::GameServer::is_installed() {
        eprintln!("skipped: OpenArena's server is not on this machine (apt-get install openarena-server)");
        return;
    }
    let folder = Folder::new("openarena-match");
    let (trace, page) = (folder.0.join("match.trace"), folder.0.join("match.html"));
    let (trace, page) = (trace.to_str().unwrap(), page.to_str().unwrap());
    let mind = agent("duellist");
    let players = ["--map", "oa_dm4", "--red", mind.as_str(), "--blue", "stock:1"];
    let more = ["--minutes", "1", "--timescale", "5", "--record", trace, "--json"];
    let said = motive(&[&["openarena", "match"], &players[..], &more[..]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((report["over"].as_bool(), report["map"].as_str()), (Some(true), Some("oa_dm4")));
    assert!(report["decisions"].as_u64() > Some(50), "{report}");
    let shown = motive(&["trace", "page", trace, "-o", page]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(std::fs::metadata(page).unwrap().len() > 10_000);
}
