//! A line of every kind, in both dialects; what a bot knows; map graphs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use expect_test::expect;
use motive_gamebots::bridge::{ObservationBuilder, WireIds};
use motive_gamebots::{
    BotCommand, ChangeWeapon, CheckReach, Crouch, Dialect, Location, MapGraph, MapLearner, Message, Password,
    Rotate, Rotation, Say, ServerMessage, Strafe, TurnTo, Walk,
};
use motive_shooter::BodyObservation;
use motive_shooter::body::{BodyEvent, SeenPlayer};
use proptest::prelude::*;
use std::collections::BTreeMap;

const BLOCK: &str = "\
BEG {Time 12.50}
SLF {Id dom-test.RemoteBot0} {Rotation 0,16384,0} {Location 10.000000,20.000000,5.000000} {Velocity 0.000000,0.000000,0.000000} {Name Alpha} {Team 0} {Health 100} {Weapon dom-test.Enforcer0} {CurrentAmmo 20} {Armor 0} {AltFiring 0}
GAM {Score 0 3} {Score 1 2} {Dom dom-test.ControlPoint0 1}
NAV {Id dom-test.PathNode7} {Location 300.0,20.0,5.0} {Reachable True}
DOM {Id dom-test.ControlPoint0} {Location 700.0,20.0,5.0} {Reachable True} {Controller 1}
PLR {Id dom-test.RemoteBot3} {Rotation 0,0,0} {Location 650.0,20.0,5.0} {Velocity 400.0,0.0,0.0} {Name Enemy One} {Team 1} {Reachable True} {Weapon None}
END";

const OTHER_KINDS: &str = "\
NFO {Gametype BotDomination} {Level DOM-Stalwart} {TimeLimit 20} {GoalTeamScore 100} {MaxTeams 2} {Lockstep True}
INV {Id dom-test.InventorySpot4} {Location 1,2,3} {Reachable False} {Class Enforcer}
MOV {Id dom-test.Mover0} {Location 1,2,3} {Reachable False} {DamageTrig True} {Class Lift}
FLG {Id ctf.RedFlag0} {Location 1,2,3} {Holder ctf.Bot1} {Team 0} {Reachable False} {State held}
PTH {Id p1} {0 dom-test.PathNode7 300.0,20.0,5.0} {1 dom-test.PathNode9 520.0,20.0,5.0}
RCH {Id q1} {Reachable True} {From 1,2,3}
DIE {Killer dom-test.RemoteBot3} {DamageType shot}
KIL {Id dom-test.RemoteBot1} {Killer dom-test.RemoteBot3} {DamageType shot}
DAM {Damage 10} {DamageType shot} {Instigator dom-test.RemoteBot3}
HIT {Id dom-test.RemoteBot3} {Damage 10} {DamageType shot}
BMP {Id dom-test.RemoteBot3} {Location 1,2,3}
WAL {Id dom-test.Level0} {Normal 0,1,0} {Location 1,2,3}
AIN {Id dom-test.Enforcer0} {Class Enforcer}
CWP {Id dom-test.Enforcer0} {Class Enforcer}
VMG {Name Enemy One} {Text hello everybody}
VMS {Text Alpha has the flag}
VMT {Name Beta} {Text hello team}
HRN {Source dom-test.RemoteBot3}
HRP {Source dom-test.RemoteBot3}
PRJ {Id dom-test.Rocket1} {Time 0.75} {Direction 1,0,0} {Origin 1,2,3} {Class Rocket}
SEE {Id dom-test.RemoteBot3} {Location 1,2,3}
ZCB {Id dom-test.Water0}
ZCH {Id dom-test.Water0}
ZCF {Id dom-test.Water0}
HELLO_BOT
PASSREQ
PASSWDOK
PASSWDWRONG
INITED {BotId dom-test.RemoteBot0}
SPW
FAL
GON {Id dom-test.InventorySpot4}
TRG
PONG
FIN";

fn decode(line: &str) -> ServerMessage {
    ServerMessage::decode(&Message::parse(line).unwrap(), Dialect::Ut99).unwrap()
}

fn json(line: &str) -> String {
    serde_json::to_string(&decode(line)).unwrap()
}

#[test]
fn every_kind_of_message_is_decoded() {
    let known = BLOCK.lines().chain(OTHER_KINDS.lines()).map(json).collect::<Vec<_>>().join("\n");
    assert!(!known.contains("Other"), "{known}");
    expect![[r#"
        {"Begin":{"time":12.5}}
        {"Own":{"id":"dom-test.RemoteBot0","rotation":"0,16384,0","location":"10.0,20.0,5.0","velocity":"0.0,0.0,0.0","name":"Alpha","team":0,"health":100,"weapon":"dom-test.Enforcer0","ammunition":20,"armour":0,"alternate_firing":false,"shooting":null,"has_flag":null,"capacity":null,"weapons":null}}
        {"Score":{"scores":[["0",3.0],["1",2.0]],"domination_points":[["dom-test.ControlPoint0",1]],"flags_away":[],"have_flag":null,"enemy_has_flag":null}}
        {"Node":{"id":"dom-test.PathNode7","location":"300.0,20.0,5.0","reachable":true}}
        {"DominationPoint":{"id":"dom-test.ControlPoint0","location":"700.0,20.0,5.0","reachable":true,"controller":1}}
        {"Player":{"id":"dom-test.RemoteBot3","rotation":"0,0,0","location":"650.0,20.0,5.0","velocity":"400.0,0.0,0.0","name":"Enemy One","team":1,"reachable":true,"weapon":"None"}}
        {"End":{"time":null}}
        {"Game":{"game_type":"BotDomination","level":"DOM-Stalwart","time_limit":20.0,"frag_limit":null,"goal_team_score":100.0,"max_teams":2,"lockstep":true}}
        {"Item":{"id":"dom-test.InventorySpot4","location":"1.0,2.0,3.0","reachable":false,"class":"Enforcer"}}
        {"Mover":{"id":"dom-test.Mover0","location":"1.0,2.0,3.0","reachable":false,"damage_trigger":true,"class":"Lift"}}
        {"Flag":{"id":"ctf.RedFlag0","location":"1.0,2.0,3.0","holder":"ctf.Bot1","team":0,"reachable":false,"state":"held"}}
        {"Path":{"request":"p1","nodes":[{"id":"dom-test.PathNode7","location":"300.0,20.0,5.0"},{"id":"dom-test.PathNode9","location":"520.0,20.0,5.0"}],"found":null}}
        {"Reach":{"request":"q1","reachable":true,"from":"1.0,2.0,3.0"}}
        {"Died":{"killer":"dom-test.RemoteBot3","damage_type":"shot"}}
        {"Killed":{"victim":"dom-test.RemoteBot1","killer":"dom-test.RemoteBot3","damage_type":"shot"}}
        {"Damaged":{"instigator":"dom-test.RemoteBot3","amount":10,"damage_type":"shot"}}
        {"Hit":{"victim":"dom-test.RemoteBot3","amount":10,"damage_type":"shot"}}
        {"Bumped":{"id":"dom-test.RemoteBot3","location":"1.0,2.0,3.0"}}
        {"Wall":{"id":"dom-test.Level0","normal":"0.0,1.0,0.0","location":"1.0,2.0,3.0"}}
        {"Gained":{"id":"dom-test.Enforcer0","class":"Enforcer"}}
        {"WeaponChanged":{"id":"dom-test.Enforcer0","class":"Enforcer"}}
        {"Chat":{"name":"Enemy One","text":"hello everybody","id":null}}
        {"Announcement":{"name":null,"text":"Alpha has the flag","id":null}}
        {"TeamChat":{"name":"Beta","text":"hello team","id":null}}
        {"Noise":{"source":"dom-test.RemoteBot3","location":null,"noise":null}}
        {"PickupHeard":{"source":"dom-test.RemoteBot3","location":null,"noise":null}}
        {"Incoming":{"id":"dom-test.Rocket1","time":0.75,"direction":"1.0,0.0,0.0","location":"1.0,2.0,3.0","class":"Rocket"}}
        {"Sighted":{"id":"dom-test.RemoteBot3","rotation":null,"location":"1.0,2.0,3.0","velocity":null,"name":null,"team":null,"reachable":null,"weapon":null}}
        {"Zone":{"zone":"dom-test.Water0"}}
        {"HeadZone":{"zone":"dom-test.Water0"}}
        {"FootZone":{"zone":"dom-test.Water0"}}
        "Hello"
        "PasswordWanted"
        "PasswordRight"
        "PasswordWrong"
        {"Initialised":{"bot":"dom-test.RemoteBot0"}}
        "Spawned"
        {"Falling":{"speed":null}}
        {"Gone":{"id":"dom-test.InventorySpot4"}}
        "Triggered"
        "Pong"
        "Finished""#]]
    .assert_eq(&known);
}

#[test]
fn every_kind_survives_writing_and_reading_in_both_dialects() {
    for line in BLOCK.lines().chain(OTHER_KINDS.lines()) {
        let information = decode(line);
        for dialect in [Dialect::Ut99, Dialect::Ut2004] {
            let lines: Vec<_> = information.encode(dialect).iter().map(ToString::to_string).collect();
            let read: Vec<_> = lines
                .iter()
                .map(|line| ServerMessage::decode(&Message::parse(line).unwrap(), dialect).unwrap())
                .collect();
            if lines.len() == 1 {
                assert_eq!(read, std::slice::from_ref(&information), "{lines:?}");
            } else {
                // A batch means what the one message means.
                let sensed = |told: Vec<ServerMessage>| {
                    let mut builder = builder();
                    told.into_iter().chain([decode("END")]).find_map(|part| builder.apply(part)).unwrap()
                };
                let (batch, whole) = (sensed(read), sensed(vec![information.clone()]));
                assert!(matches!(whole.events[..], [BodyEvent::Path { .. }]), "{line}");
                assert_eq!(batch.events, whole.events);
            }
        }
    }
}

/// Every kind of message and command as it is written, the second dialect where it differs.
#[test]
fn every_kind_is_written_in_both_dialects() {
    let written = |information: &ServerMessage, dialect| {
        information.encode(dialect).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let mut shown = Vec::new();
    for line in BLOCK.lines().chain(OTHER_KINDS.lines()) {
        let information = decode(line);
        let (ut99, ut2004) = (written(&information, Dialect::Ut99), written(&information, Dialect::Ut2004));
        shown.push(ut99.join("\n"));
        if ut2004 != ut99 {
            shown.extend(ut2004.iter().map(|line| format!("    2004: {line}")));
        }
    }
    expect![[r#"
        BEG {Time 12.5}
        SLF {Id dom-test.RemoteBot0} {Rotation 0,16384,0} {Location 10.0,20.0,5.0} {Velocity 0.0,0.0,0.0} {Name Alpha} {Team 0} {Health 100} {Weapon dom-test.Enforcer0} {CurrentAmmo 20} {Armor 0} {AltFiring 0}
            2004: SLF {Id dom-test.RemoteBot0} {Rotation 0,16384,0} {Location 10.0,20.0,5.0} {Velocity 0.0,0.0,0.0} {Name Alpha} {Team 0} {Health 100} {Weapon dom-test.Enforcer0} {PrimaryAmmo 20} {Armor 0} {AltFiring 0}
        GAM {Score 0 3} {Score 1 2} {Dom dom-test.ControlPoint0 1}
        NAV {Id dom-test.PathNode7} {Location 300.0,20.0,5.0} {Reachable True}
        DOM {Id dom-test.ControlPoint0} {Location 700.0,20.0,5.0} {Reachable True} {Controller 1}
        PLR {Id dom-test.RemoteBot3} {Rotation 0,0,0} {Location 650.0,20.0,5.0} {Velocity 400.0,0.0,0.0} {Name Enemy One} {Team 1} {Reachable True} {Weapon None}
        END 
        NFO {Gametype BotDomination} {Level DOM-Stalwart} {TimeLimit 20} {GoalTeamScore 100} {MaxTeams 2} {Lockstep True}
        INV {Id dom-test.InventorySpot4} {Location 1.0,2.0,3.0} {Reachable False} {Class Enforcer}
            2004: INV {Id dom-test.InventorySpot4} {Location 1.0,2.0,3.0} {Reachable False} {Type Enforcer}
        MOV {Id dom-test.Mover0} {Location 1.0,2.0,3.0} {Reachable False} {DamageTrig True} {Class Lift}
            2004: MOV {Id dom-test.Mover0} {Location 1.0,2.0,3.0} {Reachable False} {DamageTrig True} {Type Lift}
        FLG {Id ctf.RedFlag0} {Location 1.0,2.0,3.0} {Holder ctf.Bot1} {Team 0} {Reachable False} {State held}
        PTH {Id p1} {0 dom-test.PathNode7 300.0,20.0,5.0} {1 dom-test.PathNode9 520.0,20.0,5.0}
            2004: SPTH {MessageId p1}
            2004: IPTH {RouteId dom-test.PathNode7} {Location 300.0,20.0,5.0}
            2004: IPTH {RouteId dom-test.PathNode9} {Location 520.0,20.0,5.0}
            2004: EPTH 
        RCH {Id q1} {Reachable True} {From 1.0,2.0,3.0}
        DIE {Killer dom-test.RemoteBot3} {DamageType shot}
        KIL {Id dom-test.RemoteBot1} {Killer dom-test.RemoteBot3} {DamageType shot}
        DAM {Instigator dom-test.RemoteBot3} {Damage 10} {DamageType shot}
        HIT {Id dom-test.RemoteBot3} {Damage 10} {DamageType shot}
        BMP {Id dom-test.RemoteBot3} {Location 1.0,2.0,3.0}
        WAL {Id dom-test.Level0} {Normal 0.0,1.0,0.0} {Location 1.0,2.0,3.0}
        AIN {Id dom-test.Enforcer0} {Class Enforcer}
            2004: AIN {Id dom-test.Enforcer0} {Type Enforcer}
        CWP {Id dom-test.Enforcer0} {Class Enforcer}
            2004: CWP {Id dom-test.Enforcer0} {Type Enforcer}
        VMG {Name Enemy One} {Text hello everybody}
        VMS {Text Alpha has the flag}
        VMT {Name Beta} {Text hello team}
        HRN {Source dom-test.RemoteBot3}
        HRP {Source dom-test.RemoteBot3}
        PRJ {Id dom-test.Rocket1} {Time 0.75} {Direction 1.0,0.0,0.0} {Origin 1.0,2.0,3.0} {Class Rocket}
        SEE {Id dom-test.RemoteBot3} {Location 1.0,2.0,3.0}
        ZCB {Id dom-test.Water0}
        ZCH {Id dom-test.Water0}
        ZCF {Id dom-test.Water0}
        HELLO_BOT 
        PASSREQ 
        PASSWDOK 
        PASSWDWRONG 
        INITED {BotId dom-test.RemoteBot0}
        SPW 
        FAL 
        GON {Id dom-test.InventorySpot4}
        TRG 
        PONG 
        FIN "#]].assert_eq(&shown.join("\n"));
}

#[test]
fn the_second_dialect_has_its_own_names() {
    let lines = |line: &str| {
        let messages = decode(line).encode(Dialect::Ut2004);
        messages.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        SPTH {MessageId p1}
        IPTH {RouteId a} {Location 1.0,2.0,3.0}
        EPTH "#]]
    .assert_eq(&lines("PTH {Id p1} {0 a 1,2,3}"));
    expect!["INV {Id i} {Location 1.0,2.0,3.0} {Type Enforcer}"]
        .assert_eq(&lines("INV {Id i} {Location 1,2,3} {Class Enforcer}"));
    assert!(lines(BLOCK.lines().nth(1).unwrap()).contains("{PrimaryAmmo 20}"));
}

#[test]
fn commands_are_written_as_the_sources_wrote_them() {
    let place = Location::new(300.0, 20.0, 5.0);
    let commands = [
        BotCommand::init("Bob", 1),
        BotCommand::Password(Password { password: "secret".to_owned() }),
        BotCommand::run_to(place),
        BotCommand::decode(&Message::parse("RUNTO {Target dom.Bot3}").unwrap()).unwrap().unwrap(),
        BotCommand::Strafe(Strafe { location: place, target: Some("dom.Bot3".to_owned()), focus: None }),
        BotCommand::TurnTo(TurnTo {
            target: None,
            rotation: Some(Rotation::new(0, 50_000, 0)),
            location: None,
        }),
        BotCommand::TurnTo(TurnTo { target: None, rotation: None, location: Some(place) }),
        BotCommand::Rotate(Rotate { amount: -7000, axis: None }),
        BotCommand::get_path("r1", place),
        BotCommand::CheckReach(CheckReach { request: None, target: None, location: Some(place) }),
        BotCommand::shoot("dom.Bot3", place),
        BotCommand::StopShooting,
        BotCommand::ChangeWeapon(ChangeWeapon { id: "Best".to_owned() }),
        BotCommand::Say(Say { text: "hello team".to_owned(), global: Some(false) }),
        BotCommand::Walk(Walk { walk: true }),
        BotCommand::Crouch(Crouch { crouch: false }),
        BotCommand::Ready,
        BotCommand::Stop,
        BotCommand::Jump,
        BotCommand::Next,
        BotCommand::Ping,
        BotCommand::Quit,
        BotCommand::Disconnect,
    ];
    let lines =
        |dialect| commands.iter().map(|command| command.encode(dialect).to_string()).collect::<Vec<_>>();
    expect![[r#"
        INIT {Name Bob} {Team 1}
        PASSWORD {Password secret}
        RUNTO {Location 300.0,20.0,5.0}
        RUNTO {Target dom.Bot3}
        STRAFE {Location 300.0,20.0,5.0} {Target dom.Bot3}
        TURNTO {Rotation 0,50000,0}
        TURNTO {Location 300.0,20.0,5.0}
        ROTATE {Amount -7000}
        GETPATH {Id r1} {Location 300.0,20.0,5.0}
        CHECKREACH {Location 300.0,20.0,5.0}
        SHOOT {Location 300.0,20.0,5.0} {Target dom.Bot3}
        STOPSHOOT 
        CHANGEWEAPON {Id Best}
        MESSAGE {Text hello team} {Global False}
        SETWALK {Walk True}
        SETCROUCH {Crouch False}
        READY 
        STOP 
        JUMP 
        NEXT 
        PING 
        QUIT 
        DISCONNECT "#]]
    .assert_eq(&lines(Dialect::Ut99).join("\n"));
    assert_eq!(lines(Dialect::Ut2004)[2], "MOVE {FirstLocation 300.0,20.0,5.0}");
    for dialect in [Dialect::Ut99, Dialect::Ut2004] {
        for (line, command) in lines(dialect).iter().zip(&commands) {
            let read = BotCommand::decode(&Message::parse(line).unwrap()).unwrap();
            assert_eq!(read.as_ref(), Some(command), "{line}");
        }
    }
}

#[test]
fn attributes_are_read_in_any_order_and_case() {
    let usual = decode("PLR {Id a} {Location 1,2,3} {Name Enemy One} {Team 1}");
    let other = decode("plr  {team 1.0}   {NAME Enemy One} {Colour red} {location 1 2 3} {id a}");
    assert_eq!(usual, other);
}

#[test]
fn what_is_missing_or_of_another_type_is_named() {
    let fault =
        |line| ServerMessage::decode(&Message::parse(line).unwrap(), Dialect::Ut99).unwrap_err().to_string();
    assert_eq!(fault("NAV {Location 1,2,3}"), "NAV: attribute `Id` is missing");
    assert_eq!(
        fault("NAV {Id a} {Location here}"),
        "NAV: attribute `Location` is `here`, and a place such as 10,20,5 is expected"
    );
    let fault = BotCommand::decode(&Message::parse("ROTATE {Amount much}").unwrap()).unwrap_err();
    assert_eq!(fault.to_string(), "ROTATE: attribute `Amount` is `much`, and a whole number is expected");
    assert_eq!(BotCommand::decode(&Message::new("DANCE")), Ok(None));
}

#[test]
fn paths_of_every_length_are_read() {
    for length in [0, 1, 2, 50] {
        let steps: String = (0..length).map(|i| format!(" {{{i} n{i} {i},0,0}}")).collect();
        let ServerMessage::Path(path) = decode(&format!("PTH {{Id r}}{steps}")) else { panic!() };
        assert_eq!(path.nodes.len(), length);
        assert!(path.nodes.iter().enumerate().all(|(i, node)| node.id == format!("n{i}")));
    }
}

#[test]
fn scores_are_read_as_our_server_and_as_others_write_them() {
    let ServerMessage::Score(ours) = decode("GAM {Score 0 3} {Score 1 2} {Dom p0 1} {HaveFlag True}") else {
        panic!()
    };
    let ServerMessage::Score(nested) = decode("GAM {Scores {0 3} {1 2}} {DomPoints {p0 1}} {HaveFlag 1}")
    else {
        panic!()
    };
    assert_eq!(ours, nested);
    assert_eq!(ours.scores, [("0".to_owned(), 3.0), ("1".to_owned(), 2.0)]);
}

fn builder() -> ObservationBuilder {
    ObservationBuilder::new(WireIds::of_level("dom-test"))
}

/// What a bot senses at the end of each block.
fn sensed(text: &str) -> Vec<BodyObservation> {
    let mut builder = builder();
    text.lines().filter_map(|line| builder.apply(decode(line))).collect()
}

#[test]
fn a_block_is_seen_whole_or_not_at_all() {
    let mut builder = builder();
    let lines: Vec<_> = BLOCK.lines().collect();
    for _ in 0..100_000 / lines.len() {
        for line in &lines {
            let seen = builder.apply(decode(line));
            assert_eq!(seen.is_some(), *line == "END");
            let Some(seen) = seen else { continue };
            let is_enemy = |player: &&SeenPlayer| player.team != seen.own.team;
            assert_eq!(
                seen.players.iter().filter(is_enemy).count(),
                1,
                "the enemy was in sight all the time"
            );
            assert_eq!((seen.nodes.len(), seen.game.points.len()), (1, 1));
        }
    }
}

#[test]
fn what_leaves_sight_is_remembered() {
    let mut learner = MapLearner::default();
    let mut builder = builder();
    let mut last = BodyObservation::default();
    for line in BLOCK.lines().chain(["BEG", "END"]) {
        if let Some(seen) = builder.apply(decode(line)) {
            learner.sensed(&seen, builder.ids());
            last = seen;
        }
    }
    assert_eq!((last.players.len(), last.nodes.len()), (0, 0));
    assert_eq!(learner.graph().nodes().count(), 2);
    assert_eq!((&*last.own.name, last.own.health), ("Alpha", 100));
}

#[test]
fn every_sighting_brings_the_newest() {
    let later =
        "BEG\nDOM {Id dom-test.ControlPoint0} {Location 700,20,5} {Reachable False} {Controller 0}\nEND";
    let seen = sensed(&format!("{BLOCK}\n{later}")).pop().unwrap();
    assert_eq!((seen.game.points[0].owner, seen.nodes.len()), (Some(0), 0));
    // A lift that goes up is where it was seen last.
    let lift = |height: u32| {
        format!("BEG\nMOV {{Id l}} {{Location 1,2,{height}}} {{Reachable True}} {{Class Lift}}\nEND")
    };
    let seen = sensed(&[lift(0), lift(150)].join("\n")).pop().unwrap();
    assert_eq!(seen.movers[0].position, motive_shooter::geometry::Vec3::new(1.0, 2.0, 150.0));
}

#[test]
fn what_happens_inside_a_block_is_told_with_it() {
    let mut builder = builder();
    for line in ["BEG", "DAM {Damage 10}", "NAV {Id a} {Location 1,2,3}"] {
        assert_eq!(builder.apply(decode(line)), None);
    }
    let seen = builder.apply(decode("END")).unwrap();
    assert_eq!(seen.events, [BodyEvent::Hurt { amount: 10, by: None }]);
    assert_eq!(seen.nodes.len(), 1);
}

#[test]
fn a_server_that_names_more_and_more_things_fills_no_memory() {
    let mut builder = builder();
    for block in 0..5 {
        builder.apply(decode("BEG"));
        for i in 0..5_000 {
            builder.apply(decode(&format!("NAV {{Id n{block}-{i}}} {{Location 1,2,3}}")));
            builder.apply(decode(&format!("PLR {{Id p{block}-{i}}} {{Location 1,2,3}}")));
        }
        let seen = builder.apply(decode("END")).unwrap();
        let most = ObservationBuilder::MOST_SIGHTINGS;
        assert_eq!((seen.nodes.len(), seen.players.len()), (most, most));
    }
}

const GRAPH: &str =
    "# a corridor\ndom.PathNode1 0,0,0\n@ dom.InventorySpot2 100,0,0\ndom.InventorySpot2 100,0,0\n";

#[test]
fn graph_files_are_read_and_written() {
    let graph = MapGraph::parse(GRAPH).unwrap();
    assert_eq!(MapGraph::parse(&graph.to_string()), Ok(graph.clone()));
    assert!(graph.has_edge("dom.PathNode1", "dom.InventorySpot2"));
    assert!(!graph.has_edge("dom.InventorySpot2", "dom.PathNode1"), "edges have a direction");
    assert_eq!(graph.inventory_nodes().collect::<Vec<_>>(), ["dom.InventorySpot2"]);
    assert_eq!(graph.location("nowhere"), None);
    assert_eq!(graph.nearest(Location::new(60.0, 0.0, 0.0), |_| true), Some("dom.InventorySpot2"));
}

#[test]
fn a_bad_line_of_a_graph_is_reported_with_its_number() {
    let text = format!("{GRAPH}one two three four\n@ x here\n");
    let fault = MapGraph::parse(&text).unwrap_err().to_string();
    assert_eq!(fault, "line 5: a point is `id x,y,z` and an edge `@ id x,y,z`: `one two three four`");
    let (graph, faults) = MapGraph::parse_lenient(&text);
    assert_eq!((graph.nodes().count(), faults.len()), (2, 2));
    assert!(MapGraph::parse("@ a 1,2,3").is_err(), "an edge without a start");
}

/// The ids of a server that has told this.
fn ids_of(text: &str) -> WireIds {
    let mut builder = builder();
    text.lines().for_each(|line| drop(builder.apply(decode(line))));
    builder.ids().clone()
}

#[test]
fn a_map_is_learnt_from_what_is_seen() {
    let mut graph = MapGraph::new();
    graph.add_node("here", Location::default());
    graph.learn(Some("here"), &sensed(BLOCK)[0], &ids_of(BLOCK));
    assert_eq!(graph.nodes().count(), 3);
    assert!(graph.has_edge("here", "dom-test.PathNode7"));
}

/// Lengths of shortest paths from one node, without a queue or a heuristic.
fn distances(graph: &MapGraph, from: &str) -> BTreeMap<String, f64> {
    let mut known = BTreeMap::from([(from.to_owned(), 0.0)]);
    loop {
        let before = known.clone();
        for (id, length) in &before {
            let node = graph.nodes().find(|(other, _)| other == id).unwrap().1;
            for next in node.neighbours() {
                let length = length + node.location().distance(graph.location(next).unwrap());
                let best = known.entry(next.to_owned()).or_insert(length);
                *best = best.min(length);
            }
        }
        if known == before {
            return known;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn paths_are_shortest(
        places in proptest::collection::vec((0..50i32, 0..50i32), 2..12),
        edges in proptest::collection::vec((0..12usize, 0..12usize), 0..40),
    ) {
        let mut graph = MapGraph::new();
        for (i, (x, y)) in places.iter().enumerate() {
            graph.add_node(&format!("n{i}"), Location::new(f64::from(*x), f64::from(*y), 0.0));
        }
        for (from, to) in edges {
            graph.add_edge(&format!("n{from}"), &format!("n{to}"));
        }
        let expected = distances(&graph, "n0");
        for i in 1..places.len() {
            let goal = format!("n{i}");
            let path = graph.path("n0", &goal);
            prop_assert_eq!(path.is_some(), expected.contains_key(&goal));
            if let Some(path) = path {
                let stops = std::iter::once("n0").chain(path.iter().copied()).collect::<Vec<_>>();
                prop_assert!(stops.windows(2).all(|pair| graph.has_edge(pair[0], pair[1])));
                let place = |id: &str| graph.location(id).unwrap();
                let length: f64 = stops.windows(2).map(|pair| place(pair[0]).distance(place(pair[1]))).sum();
                prop_assert!((length - expected[&goal]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn no_line_stops_a_reader(kind in 0..40usize, attributes in "[A-Za-z{} 0-9,.-]{0,80}") {
        let kinds: Vec<_> = OTHER_KINDS.lines().chain(BLOCK.lines()).map(|line| &line[..3]).collect();
        let line = format!("{} {attributes}", kinds[kind % kinds.len()]);
        if let Ok(message) = Message::parse(&line) {
            let mut known = builder();
            for dialect in [Dialect::Ut99, Dialect::Ut2004] {
                if let Ok(information) = ServerMessage::decode(&message, dialect) {
                    known.apply(information);
                }
            }
            let _ = BotCommand::decode(&message);
        }
    }
}

#[test]
fn vectors_are_read_with_commas_blanks_and_both() {
    for text in ["1,2.5,-3", "1 2.5 -3", " 1, 2.5,  -3 ", "1.0\t2.50 -3e0"] {
        assert_eq!(text.parse::<Location>(), Ok(Location::new(1.0, 2.5, -3.0)), "{text}");
    }
    assert_eq!("0 50000 0".parse::<Rotation>(), Ok(Rotation::new(0, 50_000, 0)));
}

#[test]
fn other_texts_are_refused() {
    for text in ["", "1,2", "1,2,3,4", "1,2,x", "1,2,NaN", "inf,0,0"] {
        assert!(text.parse::<Location>().is_err(), "{text}");
    }
}

#[test]
fn zero_is_zero_in_any_form() {
    assert!("0.0,0.00,-0.000000".parse::<Location>().unwrap().is_zero());
    assert!(!"0,0,0.0001".parse::<Location>().unwrap().is_zero());
}

#[test]
fn numbers_survive_writing_and_have_no_exponent() {
    let place = Location::new(1e-7, 1e20, 0.1 + 0.2);
    let text = place.to_string();
    assert!(!text.contains('e'), "{text}");
    assert_eq!(text.parse(), Ok(place));
}
