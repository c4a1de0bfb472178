//! The messages of a server, as a table: variant, kind of message, and the fields with their attributes.

use crate::attributes::{AttributeReader, AttributeRecord, messages};
use crate::{AttributeError, Dialect, Location, Message, Rotation, Switch};
use serde::Serialize;

messages! {
    /// A message from the server, as a value. See the types for what is in them.
    enum ServerMessage or Other

    records {
        /// The game that is played. `NFO`, once.
        Game "NFO": GameInfo {
            game_type: Option<String> = "Gametype", "Kind of game, such as `BotDeathMatchPlus`, `BotDomination` or `BotCTFGame`.";
            level: Option<String> = "Level", "Name of the map.";
            time_limit: Option<f64> = "TimeLimit", "Minutes until the game ends; 0 for no end.";
            frag_limit: Option<i32> = "FragLimit", "Kills that win a game of every player for himself.";
            goal_team_score: Option<f64> = "GoalTeamScore", "Points that win a game of teams.";
            max_teams: Option<i32> = "MaxTeams", "Number of teams.";
            lockstep: Option<bool> = "Lockstep", "Whether the server waits for `NEXT` of every bot after each block. Told by our server alone.";
        }
        /// The bot has entered the game. `INITED`, in UT2004 only.
        Initialised "INITED": Initialised {
            bot: String = "BotId", "Id of the bot.";
        }
        /// A block of synchronous messages begins or ends. `BEG`, `END`.
        Begin "BEG" / End "END": BlockMark {
            time: Option<f64> = "Time", "Seconds of game time.";
        }
        /// The bot itself. `SLF`, synchronous.
        Own "SLF": SelfReport {
            id: String = "Id", "Id of the bot.";
            rotation: Rotation = "Rotation", "Which way it faces.";
            location: Location = "Location", "Where it is.";
            velocity: Location = "Velocity", "How it moves, per second.";
            name: Option<String> = "Name", "Its name.";
            team: Option<i32> = "Team", "Its team; 255 for none.";
            health: i32 = "Health", "Health; 100 is the usual maximum.";
            weapon: Option<String> = "Weapon", "Id of the weapon in hand, or `None`.";
            ammunition: Option<i32> = "CurrentAmmo", "Shots left in the weapon in hand.";
            armour: Option<i32> = "Armor", "Armour.";
            alternate_firing: Option<Switch> = "AltFiring", "Whether it shoots the second way.";
            shooting: Option<bool> = "Shooting", "Whether it shoots. Servers of 2000 do not tell.";
            has_flag: Option<bool> = "HasFlag", "Whether it carries a flag of another team. Told by our server alone.";
            capacity: Option<i32> = "MaxAmmo", "Shots that the weapon in hand holds at most. Told by our server alone.";
            weapons: Option<String> = "Weapons", "Classes of all weapons that it has, with commas between them. Told by our server alone.";
        }
        /// A player in sight. `PLR`, synchronous; `SEE`, asynchronous.
        Player "PLR" / Sighted "SEE": PlayerSeen {
            id: String = "Id", "Id of the player.";
            rotation: Option<Rotation> = "Rotation", "Which way it faces.";
            location: Location = "Location", "Where it is.";
            velocity: Option<Location> = "Velocity", "How it moves, per second.";
            name: Option<String> = "Name", "Its name.";
            team: Option<i32> = "Team", "Its team; 255 for none.";
            reachable: Option<bool> = "Reachable", "Whether one can run straight to it.";
            weapon: Option<String> = "Weapon", "Id of the weapon in its hand.";
        }
        /// A navigation point in sight. `NAV`, synchronous.
        Node "NAV": NodeSeen {
            id: String = "Id", "Id of the point.";
            location: Location = "Location", "Where it is.";
            reachable: Option<bool> = "Reachable", "Whether one can run straight to it.";
        }
        /// An item in sight. `INV`, synchronous.
        Item "INV": ItemSeen {
            id: String = "Id", "Id of the item.";
            location: Location = "Location", "Where it is.";
            reachable: Option<bool> = "Reachable", "Whether one can run straight to it.";
            class: Option<String> = "Class", "What it is.";
        }
        /// A domination point in sight. `DOM`, synchronous.
        DominationPoint "DOM": DominationPointSeen {
            id: String = "Id", "Id of the point.";
            location: Location = "Location", "Where it is.";
            reachable: Option<bool> = "Reachable", "Whether one can run straight to it.";
            controller: Option<i32> = "Controller", "The team that holds it; 255 for none.";
        }
        /// A lift or door in sight. `MOV`, synchronous.
        Mover "MOV": MoverSeen {
            id: String = "Id", "Id of the mover.";
            location: Location = "Location", "Where it is.";
            reachable: Option<bool> = "Reachable", "Whether one can run straight to it.";
            damage_trigger: Option<bool> = "DamageTrig", "Whether shooting at it sets it off.";
            class: Option<String> = "Class", "What it is.";
        }
        /// A flag. `FLG`, synchronous.
        Flag "FLG": FlagSeen {
            id: String = "Id", "Id of the flag.";
            location: Option<Location> = "Location", "Where it is, if it is in sight.";
            holder: Option<String> = "Holder", "Who carries it.";
            team: Option<i32> = "Team", "The team that it belongs to.";
            reachable: Option<bool> = "Reachable", "Whether one can run straight to it.";
            state: Option<String> = "State", "`home`, `held` or `dropped`.";
        }
        /// Whether a place can be run to straight. `RCH`, in answer to `CHECKREACH`.
        Reach "RCH": ReachAnswer {
            request: Option<String> = "Id", "The id that the question had.";
            reachable: bool = "Reachable", "The answer.";
            from: Option<Location> = "From", "Where the bot was when it was asked.";
        }
        /// The bot died. `DIE`.
        Died "DIE": Death {
            killer: Option<String> = "Killer", "Id of the killer.";
            damage_type: Option<String> = "DamageType", "What it died of.";
        }
        /// Somebody else died. `KIL`.
        Killed "KIL": Kill {
            victim: Option<String> = "Id", "Id of the victim.";
            killer: Option<String> = "Killer", "Id of the killer.";
            damage_type: Option<String> = "DamageType", "What the victim died of.";
        }
        /// The bot took damage. `DAM`
        Damaged "DAM": DamageTaken {
            instigator: Option<String> = "Instigator", "Who did it, if the bot can tell.";
            amount: Option<i32> = "Damage", "How much.";
            damage_type: Option<String> = "DamageType", "By what.";
        }
        /// The bot did damage. `HIT`
        Hit "HIT": DamageDone {
            victim: Option<String> = "Id", "To whom.";
            amount: Option<i32> = "Damage", "How much.";
            damage_type: Option<String> = "DamageType", "By what.";
        }
        /// The bot ran into another player or an object. `BMP`.
        Bumped "BMP": Bump {
            id: Option<String> = "Id", "Id of what it ran into.";
            location: Option<Location> = "Location", "Where that is.";
        }
        /// The bot ran into a wall. `WAL`.
        Wall "WAL": WallHit {
            id: Option<String> = "Id", "Id of the wall.";
            normal: Option<Location> = "Normal", "Direction that the wall faces.";
            location: Option<Location> = "Location", "Where the bot is.";
        }
        /// The bot has something new. `AIN`.
        Gained "AIN": ItemGained {
            id: Option<String> = "Id", "Id of the item.";
            class: Option<String> = "Class", "What it is.";
        }
        /// The bot has another weapon in hand. `CWP`.
        WeaponChanged "CWP": WeaponChange {
            id: Option<String> = "Id", "Id of the weapon.";
            class: Option<String> = "Class", "What it is.";
        }
        /// Somebody speaks: to the team (`VMT`), to everybody (`VMG`), or the game itself (`VMS`).
        TeamChat "VMT" / Chat "VMG" / Announcement "VMS": Chat {
            name: Option<String> = "Name", "Name of the speaker.";
            text: Option<String> = "Text", "What is said.";
            id: Option<String> = "Id", "Id of the speaker.";
        }
        /// A sound. `HRN` for a noise, `HRP` for somebody who picks something up.
        Noise "HRN" / PickupHeard "HRP": Heard {
            source: Option<String> = "Source", "Id of what makes it.";
            location: Option<Location> = "Location", "Where it comes from, if that is told.";
            noise: Option<String> = "Noise", "What it is, such as `shot` or `steps`. Told by our server alone.";
        }
        /// The bot falls. `FAL`
        Falling "FAL": Fall {
            speed: Option<f64> = "Speed", "Units a second when it landed. Told by our server alone.";
        }
        /// Nothing is where an item or flag was, as the bot can see. `GON`, synchronous; told by our server alone, and passed over by others' clients.
        Gone "GON": EmptyPlace {
            id: String = "Id", "Id of the item or flag.";
        }
        /// Something flies towards the bot. `PRJ`.
        Incoming "PRJ": Projectile {
            id: Option<String> = "Id", "Id of the projectile.";
            time: Option<f64> = "Time", "Seconds until it arrives.";
            direction: Option<Location> = "Direction", "Where it comes from, as a direction.";
            location: Option<Location> = "Origin", "Where it is.";
            class: Option<String> = "Class", "What it is.";
        }
        /// The bot (`ZCB`), its head (`ZCH`) or its feet (`ZCF`) are in another zone, such as water.
        Zone "ZCB" / HeadZone "ZCH" / FootZone "ZCF": ZoneChange {
            zone: Option<String> = "Id", "Id of the zone.";
        }
        /// A step of a path. `IPTH`
        PathStep "IPTH": PathNode {
            id: String = "RouteId", "Id of the navigation point.";
            location: Location = "Location", "Where it is.";
        }
    }
    written_by_hand {
        Path "PTH": PathAnswer, "The answer to `GETPATH`. In UT2004 it is a batch: `SPTH`, some `IPTH`, `EPTH`.";
        PathBegin "SPTH": PathAnswer, "The steps of a path follow, in answer to the question with this id.";
        Score "GAM": GameScore, "Scores, and who holds what.";
    }
    marks {
        Hello "HELLO_BOT", "The server greets. In UT2004 the client answers `READY`.";
        PasswordWanted "PASSREQ", "The server wants a password.";
        PasswordRight "PASSWDOK", "The password was right.";
        PasswordWrong "PASSWDWRONG", "It was not.";
        Spawned "SPW", "The bot is in the game again.";
        Triggered "TRG", "The bot set something off.";
        Pong "PONG", "The answer to `PING`.";
        PathEnd "EPTH", "A path is complete.";
        Finished "FIN", "The game is over.";
    }
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

impl ServerMessage {
    /// Reads a message. Kinds that are not known become [`ServerMessage::Other`].
    ///
    /// # Errors
    ///
    /// An attribute is missing without which the message makes no sense, or its value has another type.
    pub fn decode(message: &Message, dialect: Dialect) -> Result<ServerMessage, AttributeError> {
        let known = Self::read(&AttributeReader::new(message, dialect))?;
        Ok(known.unwrap_or_else(|| ServerMessage::Other(message.clone())))
    }

    /// The message, or the messages of a batch, in the words of a dialect.
    pub fn encode(&self, dialect: Dialect) -> Vec<Message> {
        match self {
            ServerMessage::Path(path) if dialect == Dialect::Ut2004 => {
                let step = |node: &PathNode| node.write("IPTH", dialect);
                let (begin, end) = (path.begin("SPTH"), Message::new("EPTH"));
                std::iter::once(begin).chain(path.nodes.iter().map(step)).chain([end]).collect()
            }
            message => vec![message.write(dialect)],
        }
    }
}

impl PathAnswer {
    /// The message without the steps.
    fn begin(&self, kind: &str) -> Message {
        let id = if kind == "SPTH" { "MessageId" } else { "Id" };
        let message =
            self.request.iter().fold(Message::new(kind), |message, request| message.with(id, request));
        self.found.iter().fold(message, |message, found| message.with("Found", truth(*found)))
    }
}

/// `{0 nodeId x,y,z} {1 nodeId x,y,z}`: attributes whose names are numbers. What is not of this form is passed over.
impl AttributeRecord for PathAnswer {
    fn read(reader: &AttributeReader<'_>) -> Result<PathAnswer, AttributeError> {
        let message = reader.message();
        let found = message.get("Found").map(|value| value.eq_ignore_ascii_case("true"));
        if message.kind() == "SPTH" {
            let request = message.get("MessageId").map(str::to_owned);
            return Ok(PathAnswer { request, nodes: Vec::new(), found });
        }
        let numbered = |(name, value): (&str, &str)| {
            let (id, location) = value.split_once(char::is_whitespace)?;
            let node = PathNode { id: id.to_owned(), location: location.parse().ok()? };
            Some((name.parse::<u32>().ok()?, node))
        };
        let mut nodes: Vec<(u32, PathNode)> = message.attributes().filter_map(numbered).collect();
        nodes.sort_by_key(|(number, _)| *number);
        let nodes = nodes.into_iter().map(|(_, node)| node).collect();
        Ok(PathAnswer { request: message.get("Id").map(str::to_owned), nodes, found })
    }

    fn write(&self, kind: &str, _: Dialect) -> Message {
        let steps = self.nodes.iter().enumerate().filter(|_| kind == "PTH");
        steps.fold(self.begin(kind), |message, (number, node)| {
            message.with(&number.to_string(), format_args!("{} {}", node.id, node.location))
        })
    }
}

/// Reads `{Score team points}` and `{Dom point team}` as our server writes them, and groups in braces as others do.
impl AttributeRecord for GameScore {
    fn read(reader: &AttributeReader<'_>) -> Result<GameScore, AttributeError> {
        let mut score = GameScore::default();
        for (name, value) in reader.message().attributes() {
            match name.to_ascii_lowercase().as_str() {
                "score" | "scores" | "playerscores" | "teamscores" => {
                    let points = pairs(value).filter_map(|(key, number)| Some((key, number.parse().ok()?)));
                    score.scores.extend(points.filter(|(_, points): &(String, f64)| points.is_finite()));
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
        Ok(score)
    }

    fn write(&self, kind: &str, _: Dialect) -> Message {
        let scores = self.scores.iter().map(|(who, points)| ("Score", format!("{who} {points}")));
        let points = self.domination_points.iter().map(|(point, team)| ("Dom", format!("{point} {team}")));
        let flags = self.flags_away.iter().map(|(team, away)| ("Flag", format!("{team} {}", truth(*away))));
        let own = [("HaveFlag", self.have_flag), ("EnemyHasFlag", self.enemy_has_flag)];
        let own = own.into_iter().filter_map(|(name, value)| Some((name, truth(value?).to_owned())));
        let attributes = scores.chain(points).chain(flags).chain(own);
        attributes.fold(Message::new(kind), |message, (name, value)| message.with(name, value))
    }
}

fn truth(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// `key value`, alone or each in braces. A key may have blanks: the value is the last word.
fn pairs(text: &str) -> impl Iterator<Item = (String, &str)> {
    let groups = text.split(['{', '}']).map(str::trim).filter(|group| !group.is_empty());
    groups.filter_map(|group| {
        let (key, value) = group.rsplit_once(char::is_whitespace)?;
        Some((key.trim().to_owned(), value))
    })
}
