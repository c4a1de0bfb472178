//! What the configuration strings say about game and players.

use crate::session::Session;
use crate::wire::InfoString;
use motive_shooter::rules::{GameType, Team};

/// Where the configuration strings of players begin.
const PLAYERS: u16 = 544;
const SCORES: [u16; 2] = [6, 7];
const FLAG_STATUS: u16 = 23;
const INTERMISSION: u16 = 22;
const LEVEL_START: u16 = 21;

/// A game that a server can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Everybody against everybody.
    FreeForAll,
    /// One against one; others wait.
    Tournament,
    /// Two teams.
    TeamDeathmatch,
    /// Two flags.
    CaptureTheFlag,
    /// Two points that a team must hold together.
    DoubleDomination,
    /// Points that count as long as they are held.
    Domination,
    /// One that the vocabulary has no words for.
    Other(i32),
}

impl GameKind {
    /// Those that can be chosen by name.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("duel", Self::FreeForAll),
        ("tournament", Self::Tournament),
        ("team", Self::TeamDeathmatch),
        ("ctf", Self::CaptureTheFlag),
        ("double_domination", Self::DoubleDomination),
        ("domination", Self::Domination),
    ];

    /// The game of a number.
    #[must_use]
    pub fn of_number(number: i32) -> Self {
        match number {
            0 => Self::FreeForAll,
            1 => Self::Tournament,
            3 => Self::TeamDeathmatch,
            4 => Self::CaptureTheFlag,
            11 => Self::DoubleDomination,
            12 => Self::Domination,
            other => Self::Other(other),
        }
    }

    /// Its number, as the server's variable `g_gametype` has it.
    #[must_use]
    pub fn number(self) -> i32 {
        match self {
            Self::FreeForAll => 0,
            Self::Tournament => 1,
            Self::TeamDeathmatch => 3,
            Self::CaptureTheFlag => 4,
            Self::DoubleDomination => 11,
            Self::Domination => 12,
            Self::Other(number) => number,
        }
    }

    /// Whether there are two teams.
    #[must_use]
    pub fn has_teams(self) -> bool {
        !matches!(self, Self::FreeForAll | Self::Tournament | Self::Other(2 | 10 | 13))
    }

    /// What it is in the shooter's words.
    #[must_use]
    pub fn game_type(self) -> GameType {
        match self {
            Self::CaptureTheFlag => GameType::CaptureTheFlag,
            Self::DoubleDomination | Self::Domination => GameType::Domination,
            other if other.has_teams() => GameType::TeamDeathmatch,
            _ => GameType::Deathmatch,
        }
    }
}

/// What everybody knows about a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerInfo {
    /// Its name, without colours.
    pub name: String,
    /// 1 red, 2 blue, 3 looks on, 0 there are no teams.
    pub team: i32,
}

impl Session {
    /// What everybody knows about a player; nothing if there is none of this number.
    #[must_use]
    pub fn player(&self, client: i32) -> Option<PlayerInfo> {
        let number = u16::try_from(client).ok().filter(|client| *client < 64)?;
        let text = self.config(PLAYERS + number);
        if text.is_empty() {
            return None;
        }
        let info = InfoString::parse(text);
        let team = info.get("t").and_then(|team| team.parse().ok()).unwrap_or(0);
        Some(PlayerInfo { name: plain(info.get("n").unwrap_or_default()), team })
    }

    /// Which game is played.
    #[must_use]
    pub fn game_kind(&self) -> GameKind {
        let number = self.server_info().get("g_gametype").and_then(|text| text.parse().ok());
        GameKind::of_number(number.unwrap_or(0))
    }

    /// Points of red and blue, or of the first and the second.
    #[must_use]
    pub fn scores(&self) -> [i32; 2] {
        SCORES.map(|number| self.config(number).trim().parse().unwrap_or(0))
    }

    /// For red and blue whether the flag is away from its base.
    #[must_use]
    pub fn flags_away(&self) -> [bool; 2] {
        let mut states = self.config(FLAG_STATUS).bytes();
        let mut away = || states.next().is_some_and(|state| state != b'0');
        [away(), away()]
    }

    /// Whether the game is over and the next one has not begun.
    #[must_use]
    pub fn is_intermission(&self) -> bool {
        self.config(INTERMISSION).trim() == "1"
    }

    /// When the game began, by the server's clock.
    #[must_use]
    pub fn level_start(&self) -> i32 {
        self.config(LEVEL_START).trim().parse().unwrap_or(0)
    }
}

/// A name without its colours: `^1Red` is `Red`.
pub(crate) fn plain(name: &str) -> String {
    let mut letters = name.chars();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '^' => drop(letters.next()),
            letter => text.push(letter),
        }
    }
    text
}

/// The team in the shooter's words: 0 red, 1 blue. Without teams the own player is red and all others blue, so that they are enemies.
pub(crate) fn team(info: &PlayerInfo, is_own: bool, kind: GameKind) -> Team {
    match (kind.has_teams(), info.team) {
        (true, 2) => 1,
        (true, _) => 0,
        (false, _) => Team::from(!is_own),
    }
}
