//! `motive openarena`: what it says without the game, and a match with it.

#[cfg(feature = "openarena")]
use crate::common::Folder;
use crate::common::motive;
#[cfg(feature = "openarena")]
use crate::replay::{recording, value};

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
    let wrong: [(&[&str], &str); 5] = [
        (&["--map", "oa_dm4", "--red", &mind, "--blue", "stock:9"], "a skill from 1 to 5"),
        (&["--map", "oa_dm4", "--game", "chess", "--red", &mind, "--blue", "stock:3"], "one of duel"),
        (&["--map", "no_such_map", "--red", &mind, "--blue", "stock:3"], "no_such_map"),
        (&["--map", "oa_dm6", "--game", "ctf", "--red", &mind, "--blue", "stock:3"], "has no flags"),
        (
            &["--map", "oa_dm6", "--game", "domination", "--red", &mind, "--blue", "stock:3"],
            "no domination points",
        ),
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
    let players = ["--map", "aggressor", "--red", mind.as_str(), "--blue", "stock:1"];
    let more = ["--minutes", "1", "--timescale", "5", "--record", trace, "--json"];
    let said = motive(&[&["openarena", "match"], &players[..], &more[..]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((report["over"].as_bool(), report["map"].as_str()), (Some(true), Some("aggressor")));
    // A minute of the game, ten decisions a second; a busy machine may miss some.
    assert!(report["decisions"].as_u64() > Some(300), "{report}");
    assert!(report["players"][0]["hits"].is_u64() && report["players"][1]["hits"].is_null(), "{report}");
    let shown = motive(&["trace", "page", trace, "-o", page]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    let page = std::fs::read_to_string(page).unwrap();
    let recording = recording(&page);
    let answers = &recording["answers"];
    assert_eq!(answers["agents"][0][1], "red1", "the one who was recorded");
    let pictures = answers["pictures"].as_array().unwrap();
    assert!(pictures.len() > 150, "five pictures a second: {}", pictures.len());
    let last = value(&recording, &pictures.last().unwrap()[1]);
    assert_eq!(last["shooter"]["players"].as_array().map(Vec::len), Some(2));
    let floor = answers["backdrop"]["shooter"]["floor"].as_array().unwrap();
    let stands = floor.iter().flat_map(|row| row.as_array().unwrap()).filter(|cell| !cell.is_null());
    assert!(stands.count() > 500, "the outline of the map is there");
}

/// A bot in the real game, if it is there, with its mind in the studio.
#[test]
#[cfg(feature = "openarena")]
fn the_mind_of_a_bot_in_the_real_game_is_shown_while_it_plays() {
    use motive_openarena::game::GameKind;
    use motive_openarena::server::{GameServer, GameServerSettings};
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    if !GameServer::is_installed() {
        eprintln!("skipped: OpenArena's server is not on this machine (apt-get install openarena-server)");
        return;
    }
    let folder = Folder::new("openarena-studio");
    let settings = GameServerSettings {
        map: "oa_dm1".into(),
        kind: GameKind::FreeForAll,
        minutes: 5.0,
        timescale: 1.0,
        players: 2,
    };
    let server = GameServer::start(&settings, &folder.0).unwrap();
    let mut bot = Command::new(env!("CARGO_BIN_EXE_motive"))
        .args(["bot", "--openarena", &server.address(), "--mind", &agent("duellist"), "--studio"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(bot.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("studio: ").unwrap().to_owned();
    let mind = crate::studio_page::StudioPage::open(&address, 0).first_decision();
    bot.kill().unwrap();
    bot.wait().unwrap();
    assert!(!mind["explanation"]["tasks"].as_array().unwrap().is_empty(), "{mind}");
}

/// The archived league: its report is what its matches give, and the book quotes that report.
#[test]
#[cfg(feature = "openarena")]
fn the_report_of_the_league_follows_from_its_matches() {
    let root = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
    let results = format!("{root}/experiments/openarena/results");
    let folder = Folder::new("openarena-league");
    std::fs::copy(format!("{results}/matches.jsonl"), folder.0.join("matches.jsonl")).unwrap();
    let league = format!("{root}/experiments/openarena/league-openarena.toml");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_motive"));
    let arguments = ["openarena", "league", &league, "--out", folder.0.to_str().unwrap()];
    let said = program.args(arguments).current_dir(&root).output().unwrap();
    let remarks = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success() && remarks.contains(": 0 matches to play"), "{remarks}");
    let archived = std::fs::read_to_string(format!("{results}/report.md")).unwrap();
    assert_eq!(std::fs::read_to_string(folder.0.join("report.md")).unwrap(), archived);
    let book = std::fs::read_to_string(format!("{root}/docs/book/src/openarena.md")).unwrap();
    let (_, quoted) = book.split_once("## Results").unwrap();
    // Rows with an interval.
    let rows: Vec<&str> =
        quoted.lines().filter(|line| line.starts_with("| ") && line.contains('[')).collect();
    assert!(rows.len() >= 5, "{rows:?}");
    for row in rows {
        assert!(archived.contains(row), "{row}");
    }
}
