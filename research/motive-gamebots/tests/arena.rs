//! Bots in the arena over lines: the same game as without them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_gamebots::bridge::{ObservationBuilder, WireIds, to_bot_command};
use motive_gamebots::{
    ClientRequest, Dialect, GameInfo, Message, ServerMessage, ServerSession, SessionSettings,
};
use motive_shooter::body::{Aim, BodyCommand, BodyObservation};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use motive_shooter::rules::GameType;
use std::sync::Arc;

fn map(name: &str) -> Arc<ArenaMap> {
    Arc::new(ArenaMap::shipped(name).unwrap())
}

fn game() -> GameInfo {
    GameInfo {
        game_type: Some("BotDeathMatchPlus".to_owned()),
        level: Some("duel".to_owned()),
        time_limit: Some(5.0),
        frag_limit: None,
        goal_team_score: None,
        max_teams: None,
        lockstep: None,
    }
}

fn session(dialect: Dialect, password: Option<&str>) -> ServerSession {
    let settings = SessionSettings { dialect, password: password.map(str::to_owned), game: game() };
    ServerSession::new(settings, WireIds::of_map(map("duel")))
}

/// What a conversation looks like, as in a terminal.
fn transcript(session: &mut ServerSession, lines: &[&str]) -> String {
    let mut shown: Vec<String> = session.greet().iter().map(|message| format!("< {message}")).collect();
    for line in lines {
        shown.push(format!("> {line}"));
        let reaction = session.line(line);
        shown.extend(reaction.replies.iter().map(|message| format!("< {message}")));
        match reaction.request {
            Some(ClientRequest::Join { .. }) => {
                shown.extend(session.joined(0).iter().map(|message| format!("< {message}")));
            }
            Some(request) => shown.push(format!("= {request:?}")),
            None => {}
        }
    }
    shown.join("\n")
}

/// A simple bot: runs to whatever it sees, shoots at players, turns otherwise.
fn decide(seen: &BodyObservation) -> Vec<BodyCommand> {
    if let Some(enemy) = seen.players.first() {
        return vec![BodyCommand::Shoot(Aim::Thing(enemy.id)), BodyCommand::RunTo(Aim::At(enemy.position))];
    }
    if let Some(item) = seen.items.first() {
        let path = BodyCommand::GetPath { to: item.position, query: seen.time };
        return vec![BodyCommand::StopShooting, path, BodyCommand::RunTo(Aim::At(item.position))];
    }
    vec![BodyCommand::StopShooting, BodyCommand::Rotate(7000.0)]
}

fn play(map_name: &str, over_lines: Option<Dialect>) -> (Vec<f64>, Vec<BodyObservation>) {
    let settings =
        MatchSettings { players: 4, time_limit: 30.0, armed: true, shows_nodes: true, ..Default::default() };
    let mut arena = Match::new(map(map_name), settings, 3).unwrap();
    let ids = WireIds::of_map(map(map_name));
    let info = SessionSettings { dialect: over_lines.unwrap_or_default(), password: None, game: game() };
    let mut sessions: Vec<_> = (0..4).map(|_| ServerSession::new(info.clone(), ids.clone())).collect();
    let mut clients: Vec<_> = (0..4).map(|_| ObservationBuilder::new(ids.clone())).collect();
    if over_lines.is_some() {
        for (number, session) in sessions.iter_mut().enumerate() {
            session.line("READY");
            assert!(matches!(session.line("INIT {Name Bob}").request, Some(ClientRequest::Join { .. })));
            session.joined(number);
        }
    }
    let mut all = Vec::new();
    while !arena.is_over() {
        for bot in 0..4 {
            let seen = arena.observe(bot).unwrap();
            let sensed = match over_lines {
                None => seen,
                Some(dialect) => {
                    receive(&sessions[bot].observation(&seen), &mut clients[bot], dialect).unwrap()
                }
            };
            for command in decide(&sensed) {
                match over_lines {
                    None => arena.command(bot, command),
                    Some(dialect) => {
                        let line = to_bot_command(&command, &ids).unwrap().encode(dialect).to_string();
                        if let Some(ClientRequest::Command(command)) = sessions[bot].line(&line).request {
                            arena.command(bot, command);
                        }
                    }
                }
            }
            all.push(sensed);
        }
        for _ in 0..arena.settings().steps_per_update() {
            arena.step();
        }
    }
    (arena.scores().to_vec(), all)
}

/// Reads messages as a client does, from their lines.
fn receive(
    messages: &[Message],
    client: &mut ObservationBuilder,
    dialect: Dialect,
) -> Option<BodyObservation> {
    let lines = messages.iter().map(|message| Message::parse(&message.to_string()).unwrap());
    let told = lines.map(|message| ServerMessage::decode(&message, dialect).unwrap());
    told.filter_map(|information| client.apply(information)).last()
}

#[test]
fn a_game_over_lines_is_the_game_in_process() {
    for (map, game) in [
        ("duel", GameType::Deathmatch),
        ("ctf-simple", GameType::CaptureTheFlag),
        ("stalwart-like", GameType::Domination),
    ] {
        assert!(ArenaMap::shipped(map).unwrap().games().contains(&game));
        let (scores, in_process) = play(map, None);
        for dialect in [Dialect::Ut99, Dialect::Ut2004] {
            let (other_scores, over_lines) = play(map, Some(dialect));
            assert_eq!(other_scores, scores, "{map}");
            assert_eq!(over_lines.len(), in_process.len());
            for (number, (one, other)) in in_process.iter().zip(&over_lines).enumerate() {
                assert_eq!(one.own, other.own, "{map}, observation {number}");
                assert_eq!(one.players, other.players, "{map}, observation {number}");
                assert_eq!(one.bare, other.bare, "{map}, observation {number}");
                assert_eq!(
                    (&one.items, &one.flags),
                    (&other.items, &other.flags),
                    "{map}, observation {number}"
                );
            }
        }
    }
}

#[test]
fn a_bot_of_2000_joins_after_it_is_told_the_game() {
    let shown = transcript(
        &mut session(Dialect::Ut99, None),
        &["Init  {Team 0}  {Name X}", "RUNTO {Location 1 2 3}"],
    );
    expect_test::expect![[r#"
        < NFO {Gametype BotDeathMatchPlus} {Level duel} {TimeLimit 5}
        > Init  {Team 0}  {Name X}
        > RUNTO {Location 1 2 3}
        = Command(RunTo(At(Vec3(1.0, 2.0, 3.0))))"#]]
    .assert_eq(&shown);
}

#[test]
fn a_bot_of_2004_is_greeted_first() {
    let shown = transcript(
        &mut session(Dialect::Ut2004, None),
        &["INIT {Name X}", "READY", "INIT {Name X}", "MOVE {FirstLocation 1,2,3}", "PING", "DISCONNECT"],
    );
    expect_test::expect![[r#"
        < HELLO_BOT 
        > INIT {Name X}
        < ERR {Text READY is expected first}
        > READY
        < NFO {Gametype BotDeathMatchPlus} {Level duel} {TimeLimit 5}
        > INIT {Name X}
        < INITED {BotId duel.RemoteBot0}
        > MOVE {FirstLocation 1,2,3}
        = Command(RunTo(At(Vec3(1.0, 2.0, 3.0))))
        > PING
        < PONG 
        > DISCONNECT
        = Leave"#]]
    .assert_eq(&shown);
}

#[test]
fn a_password_is_asked_for_and_three_wrong_ones_end_it() {
    let lines = ["INIT", "PASSWORD {Password a}", "PASSWORD {Password secret}", "INIT {Name X}"];
    let shown = transcript(&mut session(Dialect::Ut99, Some("secret")), &lines);
    expect_test::expect![[r#"
        < PASSREQ 
        > INIT
        < ERR {Text PASSWORD (Password ...) is expected first}
        > PASSWORD {Password a}
        < PASSWDWRONG 
        > PASSWORD {Password secret}
        < PASSWDOK 
        < NFO {Gametype BotDeathMatchPlus} {Level duel} {TimeLimit 5}
        > INIT {Name X}"#]]
    .assert_eq(&shown);
    let mut guesser = session(Dialect::Ut99, Some("secret"));
    guesser.greet();
    let requests =
        ["a", "b", "c"].map(|guess| guesser.line(&format!("PASSWORD {{Password {guess}}}")).request);
    assert_eq!(requests, [None, None, Some(ClientRequest::Leave)]);
}

#[test]
fn what_a_client_must_not_do_is_refused_and_passed_over() {
    let lines = ["STOP", "INIT {Name X", "INIT {Name Y}", "DANCE", "RUNTO", "ROTATE {Amount x}", "}{"];
    let shown = transcript(&mut session(Dialect::Ut99, None), &lines);
    expect_test::expect![[r#"
        < NFO {Gametype BotDeathMatchPlus} {Level duel} {TimeLimit 5}
        > STOP
        < ERR {Text INIT is expected first}
        > INIT {Name X
        > INIT {Name Y}
        < ERR {Text INIT was said already}
        > DANCE
        < ERR {Text `DANCE` is no command of this server}
        > RUNTO
        < ERR {Text this command needs a Location, or a Target that is in sight}
        > ROTATE {Amount x}
        < ERR {Text ROTATE: attribute `Amount` is `x`, and a whole number is expected}
        > }{
        < ERR {Text column 1: a message starts with its kind, as in `INIT (Name Bob)`}"#]]
    .assert_eq(&shown);
}

#[test]
fn a_client_that_sends_garbage_hears_of_it_a_few_times_only() {
    let mut session = session(Dialect::Ut99, None);
    let replies: usize = (0..10_000).map(|_| session.line("}{").replies.len()).sum();
    assert!(replies < 30, "{replies}");
    assert_eq!(session.complaints(), 10_000);
}

#[test]
fn a_turn_to_a_direction_is_the_shorter_way_round() {
    let mut session = session(Dialect::Ut99, None);
    session.line("INIT {Name X}");
    session.joined(0);
    let mut seen = BodyObservation::default();
    seen.own.yaw = 65_000;
    session.observation(&seen);
    let turn = |session: &mut ServerSession, line: &str| session.line(line).request;
    assert_eq!(
        turn(&mut session, "TURNTO {Rotation 0,1000,0}"),
        Some(ClientRequest::Command(BodyCommand::Rotate(1536.0)))
    );
}

/// Hansen's bots of 2008 find values by counting words: `Id` comes first in the answer even if they gave none, and switches are numbers.
#[test]
fn a_client_that_counts_words_finds_what_it_expects() {
    let mut session = session(Dialect::Ut99, None);
    session.line("INIT {Name Bob} {Team 1");
    session.joined(0);
    let mut arena = Match::new(map("duel"), MatchSettings::default(), 1).unwrap();
    let places = arena.map().places();
    let far = places
        .iter()
        .map(|place| place.position)
        .find(|at| at.distance(arena.players()[0].position()) > 1100.0)
        .unwrap();
    let Some(ClientRequest::Command(command)) =
        session.line(&format!("GETPATH {{Location {} {} {}}}", far.x, far.y, far.z)).request
    else {
        panic!()
    };
    arena.command(0, command);
    arena.step();
    let told: Vec<String> =
        session.observation(&arena.observe(0).unwrap()).iter().map(ToString::to_string).collect();
    let words = |kind: &str| -> Vec<&str> {
        let line = told.iter().find(|line| line.starts_with(kind)).unwrap();
        line[4..].split(' ').collect()
    };
    let path = words("PTH ");
    assert!(path.len() > 4 && (path.len() - 2) % 3 == 0, "{path:?}");
    assert_eq!(path[4].trim_end_matches('}').split(',').count(), 3);
    let own = words("SLF ");
    let number = |at: usize| own[at].trim_end_matches('}').parse::<i32>();
    assert_eq!((own[0], own[10], own[12], own[20]), ("{Id", "{Team", "{Health", "{AltFiring"));
    for at in [11, 13, 17, 19, 21] {
        assert!(number(at).is_ok(), "{}", own[at]);
    }
}

#[test]
fn questions_of_clients_keep_their_ids() {
    let mut session = session(Dialect::Ut99, None);
    session.line("INIT {Name X}");
    session.joined(0);
    let mut arena = Match::new(map("duel"), MatchSettings::default(), 1).unwrap();
    let place = arena.map().places()[0].position;
    let line = format!("GETPATH {{Id way-1}} {{Location {},{},{}}}", place.x, place.y, place.z);
    let Some(ClientRequest::Command(command)) = session.line(&line).request else { panic!() };
    arena.command(0, command);
    arena.step();
    let told = session.observation(&arena.observe(0).unwrap());
    let path = told.iter().find(|message| message.kind() == "PTH").unwrap();
    assert_eq!(path.get("Id"), Some("way-1"));
}
