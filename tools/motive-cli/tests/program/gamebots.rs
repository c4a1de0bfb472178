//! `motive arena serve` and `motive bot`, in processes of their own on the loopback interface.

#![cfg(all(unix, feature = "gamebots"))]

use crate::common::{Folder, Said, motive};
use crate::studio_page::StudioPage;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, Stdio};

/// A file that comes with the program.
fn agent(name: &str) -> String {
    format!("{}/../../agents/shooter/{name}.motive", env!("CARGO_MANIFEST_DIR"))
}

impl Said {
    #[track_caller]
    fn says(&self, text: &str) {
        assert!(self.out.contains(text) || self.err.contains(text), "out: {}\nerr: {}", self.out, self.err);
    }
}

/// A process of the program, which ends with the test.
struct Process {
    child: Child,
    err: BufReader<ChildStderr>,
}

impl Process {
    fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let err = BufReader::new(child.stderr.take().unwrap());
        Self { child, err }
    }

    /// A server on a free port, and its address.
    fn server(arguments: &[&str]) -> (Self, String) {
        let mut server = Self::new(&[&["arena", "serve", "--listen", "0"], arguments].concat());
        let line = server.wait_for("join it with: ");
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        (server, address)
    }

    /// Reads standard error up to a line with this text.
    fn wait_for(&mut self, text: &str) -> String {
        let mut said = String::new();
        loop {
            let mut line = String::new();
            assert!(self.err.read_line(&mut line).unwrap() > 0, "`{text}` was not said, but: {said}");
            if line.contains(text) {
                return line;
            }
            said.push_str(&line);
        }
    }

    /// Exit code, standard output and the rest of standard error.
    fn end(mut self) -> (Option<i32>, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        self.err.read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }

    fn json(self) -> Value {
        let (code, out, err) = self.end();
        assert_eq!(code, Some(0), "{err}");
        serde_json::from_str(&out).unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_mind_of_a_bot_is_shown_while_it_plays() {
    let (_server, address) = Process::server(&["map=duel", "agents=1", "time_limit=0"]);
    let mut bot = Process::new(&["bot", "--server", &address, "--mind", &agent("hunter"), "--studio"]);
    let mut line = String::new();
    BufReader::new(bot.child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("studio: ").unwrap().to_owned();
    bot.wait_for("plays");
    let mind = StudioPage::open(&address, 0).first_decision();
    assert!(mind["text"].as_str().unwrap().contains("Hunter"), "{}", mind["text"]);
    assert!(!mind["explanation"]["tasks"].as_array().unwrap().is_empty(), "{mind}");
}

/// R-002-079, R-002-080
#[test]
fn a_game_over_sockets_in_lockstep_ends_as_the_game_in_process() {
    let minds = [agent("hunter"), agent("gordon")];
    let options = ["map=ctf-simple", "time_limit=60", "armed=yes"];
    let seed = ["--seed", "5"];
    let (server, address) = Process::server(&[&options[..], &seed, &["--lockstep", "--json"]].concat());
    let bot = |team: &str, mind: &str| {
        Process::new(&["bot", "--server", &address, "--team", team, "--mind", mind, "--seed", "5", "--json"])
    };
    // Blue comes first, and is still the second player.
    let (blue, red) = (bot("1", &minds[1]), bot("0", &minds[0]));
    let (red, blue, game) = (red.json(), blue.json(), server.json());
    let played = motive(
        &[&["play", "shooter", "--json", "--mind", &minds[0], "--mind", &minds[1]], &options[..], &seed]
            .concat(),
    );
    let metrics = serde_json::from_str::<Value>(&played.ended(0).out).unwrap()["metrics"].clone();
    assert_eq!(
        game["scores"],
        serde_json::json!([metrics["score_first"].as_f64(), metrics["score_second"].as_f64()])
    );
    for (number, name) in ["first", "second"].into_iter().enumerate() {
        let player = &game["players"][number];
        assert_eq!(player["deaths"].as_f64(), metrics[format!("deaths_{name}")].as_f64());
        assert_eq!(player["score"].as_f64(), metrics[format!("individual_{name}")].as_f64());
    }
    assert_eq!((&game["late_turns"], &game["missed_blocks"]), (&0.into(), &0.into()));
    assert_eq!((&red["over"], &red["player"], &red["scores"]), (&true.into(), &0.into(), &game["scores"]));
    assert_eq!((&blue["over"], &blue["player"], &blue["connections"]), (&true.into(), &1.into(), &1.into()));
    assert!(metrics["shots"].as_f64() > Some(0.0));
}

#[test]
fn the_place_of_a_bot_that_is_killed_is_taken_by_the_next() {
    let hunter = agent("hunter");
    let (mut server, address) = Process::server(&["map=duel", "agents=1", "time_limit=0"]);
    let mut first = Process::new(&["bot", "--server", &address, "--mind", &hunter, "--name", "First"]);
    first.wait_for("First plays");
    let mut second = Process::new(&["bot", "--server", &address, "--mind", &hunter, "--name", "Second"]);
    second.wait_for("the server says: all 1 places are taken");
    // As `kill -9` does.
    first.child.kill().unwrap();
    second.wait_for("Second plays");
    server.wait_for("First is gone");
    server.wait_for("Second joined");
}

/// R-002-078
#[test]
fn a_bot_whose_server_dies_comes_back_to_the_next_or_gives_up() {
    let hunter = agent("hunter");
    let (mut server, address) = Process::server(&["map=duel"]);
    let mut bot = Process::new(&["bot", "--server", &address, "--mind", &hunter, "--retry", "6"]);
    bot.wait_for("plays in team");
    server.child.kill().unwrap();
    bot.wait_for("; trying again");
    let mut next = Process::new(&[
        "arena",
        "serve",
        "map=duel",
        "--listen",
        &address,
        "--speed",
        "20",
        "time_limit=600",
    ]);
    bot.wait_for("plays in team");
    next.child.kill().unwrap();
    let (code, _, err) = bot.end();
    assert_eq!(code, Some(3));
    assert!(err.contains("gave up after 6 s"), "{err}");
}

#[test]
fn what_cannot_be_used_is_refused_with_its_reason() {
    let folder = Folder::new("gamebots");
    let flags = "game capture_the_flag\nlegend\n R start red\n B start blue\n F flag red\n";
    let no_flag = folder.file("no flag.map", format!("{flags}floor\n######\n#R.FB#\n######\n"));
    let walled = format!("{flags} G flag blue\nfloor\n########\n#R.FB#G#\n########\n");
    let walled = folder.file("walled.map", walled);
    let serve = |arguments: &[&str]| motive(&[&["arena", "serve", "--listen", "0"], arguments].concat());
    serve(&["--map", &no_flag]).ended(2).says("capture_the_flag needs a flag of each team");
    serve(&["--map", &walled]).ended(2).says("the flag of blue cannot be reached");
    serve(&["map=dul"]).ended(2).says("did you mean `duel`?");
    serve(&["map=duel", "game=domination"]).ended(2).says("not made for domination");
    serve(&["--wait", "3"]).ended(2).says("the game has 2 places");
    serve(&["--speed", "0"]).ended(2).says("a number from 0.01 to 1000");
    motive(&["arena", "serve", "--listen", "here"]).ended(2).says("such as 127.0.0.1:3000");
    let (_server, address) = Process::server(&["--password", "secret", "--lockstep"]);
    motive(&["arena", "serve", "--listen", &address]).ended(1).says("choose another with `--listen`");
    let bot = |arguments: &[&str]| motive(&[&["bot", "--server", &address], arguments].concat());
    bot(&[]).ended(2).says("the server wants a password");
    bot(&["--password", "guess"]).ended(2).says("the server wants a password");
    bot(&["--password", "secret", "--team", "7", "--retry", "0"]).ended(3).says("there is no team 7");
    bot(&["--mind", &agent("nobody")]).ended(2).says("there is no such file");
    bot(&["--map", &no_flag]).ended(2).says("a flag of each team");
    motive(&["bot", "--server", "127.0.0.1:1", "--retry", "0"])
        .ended(3)
        .says("cannot connect to 127.0.0.1:1");
    let broken = folder.file("broken.map", "one two three\n");
    bot(&["--learn", &broken]).ended(2).says("line 1");
}

/// R-002-085, R-002-135
#[test]
fn a_bot_that_is_interrupted_stops_in_order_and_keeps_what_it_learnt() {
    let folder = Folder::new("gamebots-learn");
    let (graph, trace) = (folder.path("map"), folder.path("bot.trace"));
    let (mut server, address) = Process::server(&["map=duel", "time_limit=0", "--speed", "20"]);
    let mind = agent("hunter");
    let mut bot =
        Process::new(&["bot", "--server", &address, "--mind", &mind, "--learn", &graph, "--record", &trace]);
    bot.wait_for("plays in team");
    std::thread::sleep(std::time::Duration::from_secs(2));
    Command::new("kill").args(["-INT", &bot.child.id().to_string()]).status().unwrap();
    let (code, out, _) = bot.end();
    assert_eq!(code, Some(130));
    assert!(out.contains("the game went on"), "{out}");
    assert!(server.wait_for("is gone").contains("(left)"), "the bot says that it leaves");
    assert!(std::fs::read_to_string(&graph).unwrap().contains("\n@ duel."));
    motive(&["why", &trace, "--tick", "1"]).ended(0);
    motive(&["arena", "graph", "duel"]).ended(0).says("duel.PlayerStart");
}
