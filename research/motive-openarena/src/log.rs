//! The log of a server: what really happened, for scores.

use std::collections::BTreeMap;

/// What a player did in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerRecord {
    /// Its name.
    pub name: String,
    /// 0 red, 1 blue; none without teams.
    pub team: Option<u8>,
    /// Others that it killed.
    pub kills: u32,
    /// How often it was killed by others.
    pub deaths: u32,
    /// How often it died by its own fault.
    pub suicides: u32,
    /// Own team mates that it killed.
    pub team_kills: u32,
    /// Flags brought home.
    pub captures: u32,
    /// Flags taken.
    pub flags_taken: u32,
    /// Own flags returned.
    pub returns: u32,
    /// Domination points taken.
    pub points_taken: u32,
    /// Items picked up.
    pub items: u32,
    /// Points that the server gave it.
    pub score: i32,
}

/// What happened in one match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchLog {
    /// Players by their numbers. Those who have left are still there.
    pub players: BTreeMap<u32, PlayerRecord>,
    /// How often red and blue were given points for a domination point that they held.
    pub holds: [u32; 2],
    /// Points of red and blue, if the server has told them.
    pub team_scores: Option<[i32; 2]>,
    /// Whether the match was played to its end.
    pub over: bool,
}

impl MatchLog {
    /// Reads the first match of a log that was played to its end, or else the last one, which may still go on. A server begins another match by itself a
    /// few seconds after the end of one. Lines of other kinds are passed over.
    pub fn parse(text: &str) -> Self {
        let mut log = Self::default();
        for line in text.lines() {
            if log.over && line.contains(" InitGame:") {
                break;
            }
            log.line(line);
        }
        log
    }

    /// Takes in a line: a time, a kind and its words.
    fn line(&mut self, line: &str) {
        let text = line.trim_start();
        let text = match text.split_once(' ') {
            Some((time, rest))
                if time.contains(':') && time.bytes().all(|it| it.is_ascii_digit() || it == b':') =>
            {
                rest
            }
            _ => text,
        };
        let Some((kind, rest)) = text.split_once(':') else { return };
        let mut numbers =
            rest.split_whitespace().map_while(|word| word.trim_end_matches(':').parse::<i64>().ok());
        let mut number = || numbers.next();
        match kind {
            "InitGame" => *self = Self::default(),
            "ClientUserinfoChanged" => self.joined(rest.trim_start()),
            "Kill" => {
                let (Some(killer), Some(killed)) = (number(), number()) else { return };
                self.killed(killer, killed);
            }
            "Item" => {
                if let Some(player) = number().and_then(|who| self.player(who)) {
                    player.items += 1;
                }
            }
            "CTF" => {
                let (Some(who), _, Some(what)) = (number(), number(), number()) else { return };
                if let Some(player) = self.player(who) {
                    match what {
                        0 => player.flags_taken += 1,
                        1 => player.captures += 1,
                        2 => player.returns += 1,
                        _ => {}
                    }
                }
            }
            "DOM" => {
                let (Some(who), _, Some(what), team) = (number(), number(), number(), number()) else {
                    return;
                };
                match (what, team) {
                    (0, _) => self.player(who).into_iter().for_each(|player| player.points_taken += 1),
                    (1, Some(team @ 1..=2)) => self.holds[team as usize - 1] += 1,
                    _ => {}
                }
            }
            "PlayerScore" => {
                if let (Some(who), Some(score)) = (number(), number())
                    && let Some(player) = self.player(who)
                {
                    player.score = score as i32;
                }
            }
            // `score: 6  ping: 50  client: 0 Anna`
            "score" => {
                let mut words = rest.split_whitespace();
                let score = words.next().and_then(|word| word.parse().ok());
                let mut after = words.skip_while(|word| *word != "client:").skip(1);
                let client = after.next().and_then(|word| word.parse::<i64>().ok());
                if let (Some(score), Some(player)) = (score, client.and_then(|who| self.player(who))) {
                    player.score = score;
                }
            }
            "red" => self.final_scores(rest),
            "Exit" => self.over = true,
            _ => {}
        }
    }

    fn joined(&mut self, rest: &str) {
        let Some((number, info)) = rest.split_once(' ') else { return };
        let Ok(number) = number.parse::<u32>() else { return };
        let info = crate::wire::InfoString::parse(info);
        if number < 64 {
            let player = self.players.entry(number).or_default();
            player.name = crate::game::plain_name(info.get("n").unwrap_or_default());
            player.team = match info.get("t") {
                Some("1") => Some(0),
                Some("2") => Some(1),
                _ => None,
            };
        }
    }

    fn player(&mut self, number: i64) -> Option<&mut PlayerRecord> {
        self.players.get_mut(&u32::try_from(number).ok()?)
    }

    fn killed(&mut self, killer: i64, killed: i64) {
        let team = |log: &mut Self, who: i64| log.player(who).and_then(|player| player.team);
        let mates =
            killer != killed && team(self, killer).is_some() && team(self, killer) == team(self, killed);
        let by_other = self.player(killer).is_some() && killer != killed;
        if let Some(player) = self.player(killer).filter(|_| by_other) {
            if mates { player.team_kills += 1 } else { player.kills += 1 }
        }
        if let Some(player) = self.player(killed) {
            if by_other { player.deaths += 1 } else { player.suicides += 1 }
        }
    }

    /// `red:8  blue:6`
    fn final_scores(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let red = words.next().and_then(|word| word.parse().ok());
        let blue = words.next().and_then(|word| word.strip_prefix("blue:")?.parse().ok());
        self.team_scores = red.zip(blue).map(|(red, blue)| [red, blue]);
    }
}
