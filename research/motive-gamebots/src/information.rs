//! What a server tells a bot.

use crate::attributes::{AttributeReader, Record, Switch, records};
use crate::{AttributeError, Dialect, Location, Message, Rotation};
use serde::Serialize;

records! {
    /// The game that is played. `NFO`, once.
    GameInfo {
        /// Kind of game, such as `BotDeathMatchPlus`, `BotDomination` or `BotCTFGame`.
        game_type: Option<String> = "Gametype",
        /// Name of the map.
        level: Option<String> = "Level",
        /// Minutes until the game ends; 0 for no end.
        time_limit: Option<f64> = "TimeLimit",
        /// Kills that win a game of every player for himself.
        frag_limit: Option<i32> = "FragLimit",
        /// Points that win a game of teams.
        goal_team_score: Option<f64> = "GoalTeamScore",
        /// Number of teams.
        max_teams: Option<i32> = "MaxTeams",
        /// Whether the server waits for `NEXT` of every bot after each block. Told by our server alone.
        lockstep: Option<bool> = "Lockstep",
    }

    /// The bot has entered the game. `INITED`, in UT2004 only.
    Initialised {
        /// Id of the bot.
        bot: String = "BotId",
    }

    /// A block of synchronous messages begins or ends. `BEG`, `END`.
    BlockMark {
        /// Seconds of game time.
        time: Option<f64> = "Time",
    }

    /// The bot itself. `SLF`, synchronous.
    OwnState {
        /// Id of the bot.
        id: String = "Id",
        /// Which way it faces.
        rotation: Rotation = "Rotation",
        /// Where it is.
        location: Location = "Location",
        /// How it moves, per second.
        velocity: Location = "Velocity",
        /// Its name.
        name: Option<String> = "Name",
        /// Its team; 255 for none.
        team: Option<i32> = "Team",
        /// Health; 100 is the usual maximum.
        health: i32 = "Health",
        /// Id of the weapon in hand, or `None`.
        weapon: Option<String> = "Weapon",
        /// Shots left in the weapon in hand.
        ammunition: Option<i32> = "CurrentAmmo",
        /// Armour.
        armour: Option<i32> = "Armor",
        /// Whether it shoots the second way.
        alternate_firing: Option<Switch> = "AltFiring",
        /// Whether it shoots. Servers of 2000 do not tell.
        shooting: Option<bool> = "Shooting",
        /// Whether it carries a flag of another team. Told by our server alone.
        has_flag: Option<bool> = "HasFlag",
        /// Shots that the weapon in hand holds at most. Told by our server alone.
        capacity: Option<i32> = "MaxAmmo",
        /// Classes of all weapons that it has, with commas between them. Told by our server alone.
        weapons: Option<String> = "Weapons",
    }

    /// A player in sight. `PLR`, synchronous; `SEE`, asynchronous.
    PlayerSeen {
        /// Id of the player.
        id: String = "Id",
        /// Which way it faces.
        rotation: Option<Rotation> = "Rotation",
        /// Where it is.
        location: Location = "Location",
        /// How it moves, per second.
        velocity: Option<Location> = "Velocity",
        /// Its name.
        name: Option<String> = "Name",
        /// Its team; 255 for none.
        team: Option<i32> = "Team",
        /// Whether one can run straight to it.
        reachable: Option<bool> = "Reachable",
        /// Id of the weapon in its hand.
        weapon: Option<String> = "Weapon",
    }

    /// A navigation point in sight. `NAV`, synchronous.
    NodeSeen {
        /// Id of the point.
        id: String = "Id",
        /// Where it is.
        location: Location = "Location",
        /// Whether one can run straight to it.
        reachable: Option<bool> = "Reachable",
    }

    /// An item in sight. `INV`, synchronous.
    ItemSeen {
        /// Id of the item.
        id: String = "Id",
        /// Where it is.
        location: Location = "Location",
        /// Whether one can run straight to it.
        reachable: Option<bool> = "Reachable",
        /// What it is.
        class: Option<String> = "Class",
    }

    /// A domination point in sight. `DOM`, synchronous.
    DominationPoint {
        /// Id of the point.
        id: String = "Id",
        /// Where it is.
        location: Location = "Location",
        /// Whether one can run straight to it.
        reachable: Option<bool> = "Reachable",
        /// The team that holds it; 255 for none.
        controller: Option<i32> = "Controller",
    }

    /// A lift or door in sight. `MOV`, synchronous.
    MoverSeen {
        /// Id of the mover.
        id: String = "Id",
        /// Where it is.
        location: Location = "Location",
        /// Whether one can run straight to it.
        reachable: Option<bool> = "Reachable",
        /// Whether shooting at it sets it off.
        damage_trigger: Option<bool> = "DamageTrig",
        /// What it is.
        class: Option<String> = "Class",
    }

    /// A flag. `FLG`, synchronous.
    Flag {
        /// Id of the flag.
        id: String = "Id",
        /// Where it is, if it is in sight.
        location: Option<Location> = "Location",
        /// Who carries it.
        holder: Option<String> = "Holder",
        /// The team that it belongs to.
        team: Option<i32> = "Team",
        /// Whether one can run straight to it.
        reachable: Option<bool> = "Reachable",
        /// `home`, `held` or `dropped`.
        state: Option<String> = "State",
    }

    /// Whether a place can be run to straight. `RCH`, in answer to `CHECKREACH`.
    ReachAnswer {
        /// The id that the question had.
        request: Option<String> = "Id",
        /// The answer.
        reachable: bool = "Reachable",
        /// Where the bot was when it was asked.
        from: Option<Location> = "From",
    }

    /// The bot died. `DIE`.
    Death {
        /// Id of the killer.
        killer: Option<String> = "Killer",
        /// What it died of.
        damage_type: Option<String> = "DamageType",
    }

    /// Somebody else died. `KIL`.
    Kill {
        /// Id of the victim.
        victim: Option<String> = "Id",
        /// Id of the killer.
        killer: Option<String> = "Killer",
        /// What the victim died of.
        damage_type: Option<String> = "DamageType",
    }

    /// The bot took damage. `DAM`
    DamageTaken {
        /// Who did it, if the bot can tell.
        instigator: Option<String> = "Instigator",
        /// How much.
        amount: Option<i32> = "Damage",
        /// By what.
        damage_type: Option<String> = "DamageType",
    }

    /// The bot did damage. `HIT`
    DamageDone {
        /// To whom.
        victim: Option<String> = "Id",
        /// How much.
        amount: Option<i32> = "Damage",
        /// By what.
        damage_type: Option<String> = "DamageType",
    }

    /// The bot ran into another player or an object. `BMP`.
    Bump {
        /// Id of what it ran into.
        id: Option<String> = "Id",
        /// Where that is.
        location: Option<Location> = "Location",
    }

    /// The bot ran into a wall. `WAL`.
    WallHit {
        /// Id of the wall.
        id: Option<String> = "Id",
        /// Direction that the wall faces.
        normal: Option<Location> = "Normal",
        /// Where the bot is.
        location: Option<Location> = "Location",
    }

    /// The bot has something new. `AIN`.
    ItemGained {
        /// Id of the item.
        id: Option<String> = "Id",
        /// What it is.
        class: Option<String> = "Class",
    }

    /// The bot has another weapon in hand. `CWP`.
    WeaponChange {
        /// Id of the weapon.
        id: Option<String> = "Id",
        /// What it is.
        class: Option<String> = "Class",
    }

    /// Somebody speaks: to the team (`VMT`), to everybody (`VMG`), or the game itself (`VMS`).
    Chat {
        /// Name of the speaker.
        name: Option<String> = "Name",
        /// What is said.
        text: Option<String> = "Text",
        /// Id of the speaker.
        id: Option<String> = "Id",
    }

    /// A sound. `HRN` for a noise, `HRP` for somebody who picks something up.
    Heard {
        /// Id of what makes it.
        source: Option<String> = "Source",
        /// Where it comes from, if that is told.
        location: Option<Location> = "Location",
        /// What it is, such as `shot` or `steps`. Told by our server alone.
        noise: Option<String> = "Noise",
    }

    /// The bot falls. `FAL`
    Fall {
        /// Units a second when it landed. Told by our server alone.
        speed: Option<f64> = "Speed",
    }

    /// Nothing is where an item or flag was, as the bot can see. `GON`, synchronous; told by our server alone, and passed over by others' clients.
    Gone {
        /// Id of the item or flag.
        id: String = "Id",
    }

    /// Something flies towards the bot. `PRJ`.
    Projectile {
        /// Id of the projectile.
        id: Option<String> = "Id",
        /// Seconds until it arrives.
        time: Option<f64> = "Time",
        /// Where it comes from, as a direction.
        direction: Option<Location> = "Direction",
        /// Where it is.
        location: Option<Location> = "Origin",
        /// What it is.
        class: Option<String> = "Class",
    }

    /// The bot (`ZCB`), its head (`ZCH`) or its feet (`ZCF`) are in another zone, such as water.
    ZoneChange {
        /// Id of the zone.
        zone: Option<String> = "Id",
    }
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathNode {
    /// Id of the navigation point.
    pub id: String,
    /// Where it is.
    pub location: Location,
}

/// The way to a place. `PTH` in the protocol of 2000, a batch `SPTH`, `IPTH`, `EPTH` in UT2004.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PathAnswer {
    /// The id that the question had.
    pub request: Option<String>,
    /// The points to run to, in order. None if one can run there straight, or if there is no way.
    pub nodes: Vec<PathNode>,
    /// Whether there is a way. Told by our server alone, where there is none.
    pub found: Option<bool>,
}

/// Scores, and who holds what. `GAM`, synchronous.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameScore {
    /// Team or player and its score, in the order of the message.
    pub scores: Vec<(String, f64)>,
    /// Domination point and the team that holds it; 255 for none.
    pub domination_points: Vec<(String, i32)>,
    /// Team and whether its flag is away from its base. Told by our server alone.
    pub flags_away: Vec<(String, bool)>,
    /// Whether the bot's team has the enemy's flag.
    pub have_flag: Option<bool>,
    /// Whether the enemy has the flag of the bot's team.
    pub enemy_has_flag: Option<bool>,
}

/// Declares [`Information`] with the kind of message for each variant.
macro_rules! information {
    (
        records { $($(#[$about:meta])* $kind:literal $variant:ident($record:ty),)* }
        marks { $($(#[$mark_about:meta])* $mark:literal $mark_variant:ident,)* }
    ) => {
        /// A message from the server, as a value. See the types for what is in them.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[non_exhaustive]
        pub enum Information {
            $($(#[$about])* $variant($record),)*
            $($(#[$mark_about])* $mark_variant,)*
            /// `PTH`; `SPTH`, `IPTH` and `EPTH` in UT2004 are [`PathBegin`](Information::PathBegin) and so on.
            Path(PathAnswer),
            /// `SPTH`: the steps of a path follow, in answer to the question with this id.
            PathBegin(PathAnswer),
            /// `IPTH`: one step.
            PathStep(PathNode),
            /// `GAM`
            Score(GameScore),
            /// A kind of message that this crate does not know.
            Other(#[serde(serialize_with = "as_line")] Message),
        }

        impl Information {
            /// Reads a message. Kinds that are not known become [`Information::Other`].
            ///
            /// # Errors
            ///
            /// An attribute is missing without which the message makes no sense, or its value has another type.
            pub fn decode(message: &Message, dialect: Dialect) -> Result<Information, AttributeError> {
                let reader = AttributeReader::new(message, dialect);
                Ok(match message.kind() {
                    $($kind => Information::$variant(Record::read(&reader)?),)*
                    $($mark => Information::$mark_variant,)*
                    "PTH" => Information::Path(read_path(message)),
                    "SPTH" => Information::PathBegin(PathAnswer {
                        request: message.get("MessageId").map(str::to_owned),
                        nodes: Vec::new(),
                        found: found(message),
                    }),
                    "IPTH" => Information::PathStep(read_step(message)?),
                    "GAM" => Information::Score(read_score(message)),
                    _ => Information::Other(message.clone()),
                })
            }

            /// The message, or the messages of a batch, in the words of a dialect.
            pub fn encode(&self, dialect: Dialect) -> Vec<Message> {
                match self {
                    $(Information::$variant(record) => vec![record.write($kind, dialect)],)*
                    $(Information::$mark_variant => vec![Message::new($mark)],)*
                    Information::Path(path) => write_path(path, dialect),
                    Information::PathBegin(path) => vec![path_begin("SPTH", "MessageId", path.request.as_deref(), path.found)],
                    Information::PathStep(step) => vec![path_step(step)],
                    Information::Score(score) => vec![write_score(score)],
                    Information::Other(message) => vec![message.clone()],
                }
            }
        }
    };
}

information! {
    records {
        /// `NFO`
        "NFO" Game(GameInfo),
        /// `INITED`
        "INITED" Initialised(Initialised),
        /// `BEG`
        "BEG" Begin(BlockMark),
        /// `END`
        "END" End(BlockMark),
        /// `SLF`
        "SLF" Own(OwnState),
        /// `PLR`
        "PLR" Player(PlayerSeen),
        /// `SEE`
        "SEE" Sighted(PlayerSeen),
        /// `NAV`
        "NAV" Node(NodeSeen),
        /// `INV`
        "INV" Item(ItemSeen),
        /// `DOM`
        "DOM" DominationPoint(DominationPoint),
        /// `MOV`
        "MOV" Mover(MoverSeen),
        /// `FLG`
        "FLG" Flag(Flag),
        /// `RCH`
        "RCH" Reach(ReachAnswer),
        /// `DIE`
        "DIE" Died(Death),
        /// `KIL`
        "KIL" Killed(Kill),
        /// `DAM`
        "DAM" Damaged(DamageTaken),
        /// `HIT`
        "HIT" Hit(DamageDone),
        /// `BMP`
        "BMP" Bumped(Bump),
        /// `WAL`
        "WAL" Wall(WallHit),
        /// `AIN`
        "AIN" Gained(ItemGained),
        /// `CWP`
        "CWP" WeaponChanged(WeaponChange),
        /// `VMT`
        "VMT" TeamChat(Chat),
        /// `VMG`
        "VMG" Chat(Chat),
        /// `VMS`
        "VMS" Announcement(Chat),
        /// `HRN`
        "HRN" Noise(Heard),
        /// `HRP`
        "HRP" PickupHeard(Heard),
        /// `PRJ`
        "PRJ" Incoming(Projectile),
        /// `FAL`
        "FAL" Falling(Fall),
        /// `GON`
        "GON" Gone(Gone),
        /// `ZCB`
        "ZCB" Zone(ZoneChange),
        /// `ZCH`
        "ZCH" HeadZone(ZoneChange),
        /// `ZCF`
        "ZCF" FootZone(ZoneChange),
    }
    marks {
        /// `HELLO_BOT`: the server greets. In UT2004 the client answers `READY`.
        "HELLO_BOT" Hello,
        /// `PASSREQ`: the server wants a password.
        "PASSREQ" PasswordWanted,
        /// `PASSWDOK`: the password was right.
        "PASSWDOK" PasswordRight,
        /// `PASSWDWRONG`: it was not.
        "PASSWDWRONG" PasswordWrong,
        /// `SPW`: the bot is in the game again.
        "SPW" Spawned,
        /// `TRG`: the bot set something off.
        "TRG" Triggered,
        /// `PONG`: the answer to `PING`.
        "PONG" Pong,
        /// `EPTH`: a path is complete.
        "EPTH" PathEnd,
        /// `FIN`: the game is over.
        "FIN" Finished,
    }
}

fn as_line<S: serde::Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

/// `{0 nodeId x,y,z} {1 nodeId x,y,z}`: attributes whose names are numbers. What is not of this form is passed over.
fn read_path(message: &Message) -> PathAnswer {
    let mut numbered: Vec<(u32, PathNode)> = message
        .attributes()
        .filter_map(|(name, value)| {
            let (id, location) = value.split_once(char::is_whitespace)?;
            let node = PathNode { id: id.to_owned(), location: location.parse().ok()? };
            Some((name.parse().ok()?, node))
        })
        .collect();
    numbered.sort_by_key(|(number, _)| *number);
    let nodes = numbered.into_iter().map(|(_, node)| node).collect();
    PathAnswer { request: message.get("Id").map(str::to_owned), nodes, found: found(message) }
}

fn found(message: &Message) -> Option<bool> {
    message.get("Found").map(|value| value.eq_ignore_ascii_case("true"))
}

fn write_path(path: &PathAnswer, dialect: Dialect) -> Vec<Message> {
    match dialect {
        Dialect::Ut99 => {
            let message = path_begin("PTH", "Id", path.request.as_deref(), path.found);
            let steps = path.nodes.iter().enumerate();
            let with_step = |message: Message, (number, node): (usize, &PathNode)| {
                message.with(&number.to_string(), format_args!("{} {}", node.id, node.location))
            };
            vec![steps.fold(message, with_step)]
        }
        Dialect::Ut2004 => {
            std::iter::once(path_begin("SPTH", "MessageId", path.request.as_deref(), path.found))
                .chain(path.nodes.iter().map(path_step))
                .chain([Message::new("EPTH")])
                .collect()
        }
    }
}

fn path_begin(kind: &str, id: &str, request: Option<&str>, found: Option<bool>) -> Message {
    let message = request.iter().fold(Message::new(kind), |message, request| message.with(id, request));
    found.iter().fold(message, |message, found| message.with("Found", if *found { "True" } else { "False" }))
}

fn path_step(step: &PathNode) -> Message {
    Message::new("IPTH").with("RouteId", &step.id).with("Location", step.location)
}

fn read_step(message: &Message) -> Result<PathNode, AttributeError> {
    let reader = AttributeReader::new(message, Dialect::Ut2004);
    Ok(PathNode { id: reader.field("RouteId")?, location: reader.field("Location")? })
}

/// Reads `{Score team points}` and `{Dom point team}` as our server writes them, and groups in braces as others do.
fn read_score(message: &Message) -> GameScore {
    let mut score = GameScore::default();
    for (name, value) in message.attributes() {
        match name.to_ascii_lowercase().as_str() {
            "score" | "scores" | "playerscores" | "teamscores" => {
                score
                    .scores
                    .extend(pairs(value).filter_map(|(key, number)| Some((key, number.parse().ok()?))));
            }
            "dom" | "dompoints" => {
                let points = pairs(value).filter_map(|(key, team)| Some((key, team.parse().ok()?)));
                score.domination_points.extend(points);
            }
            "flag" => {
                let away = pairs(value).map(|(team, away)| (team, away.eq_ignore_ascii_case("true")));
                score.flags_away.extend(away);
            }
            "haveflag" => score.have_flag = Some(!value.eq_ignore_ascii_case("false")),
            "enemyhasflag" => score.enemy_has_flag = Some(!value.eq_ignore_ascii_case("false")),
            _ => {}
        }
    }
    score.scores.retain(|(_, points): &(String, f64)| points.is_finite());
    score
}

/// `key value`, alone or each in braces. A key may have blanks: the value is the last word.
fn pairs(text: &str) -> impl Iterator<Item = (String, &str)> {
    let groups = text.split(['{', '}']).map(str::trim).filter(|group| !group.is_empty());
    groups.filter_map(|group| {
        let (key, value) = group.rsplit_once(char::is_whitespace)?;
        Some((key.trim().to_owned(), value))
    })
}

fn write_score(score: &GameScore) -> Message {
    let mut message = Message::new("GAM");
    for (who, points) in &score.scores {
        message = message.with("Score", format_args!("{who} {points}"));
    }
    for (point, team) in &score.domination_points {
        message = message.with("Dom", format_args!("{point} {team}"));
    }
    for (team, away) in &score.flags_away {
        message = message.with("Flag", format_args!("{team} {}", if *away { "True" } else { "False" }));
    }
    for (name, value) in [("HaveFlag", score.have_flag), ("EnemyHasFlag", score.enemy_has_flag)] {
        if let Some(value) = value {
            message = message.with(name, if value { "True" } else { "False" });
        }
    }
    message
}
