//! What `NFO` tells of a game of the arena, and what a client makes of it.

use crate::GameInfo;
use crate::bridge::WireIds;
use motive_shooter::arena::{Arena, GameType};

impl GameInfo {
    /// What a server tells of a game.
    pub fn of_arena(arena: &Arena, ids: &WireIds, lockstep: bool) -> GameInfo {
        let (settings, game) = (arena.settings(), arena.game());
        let limit = (settings.score_limit > 0.0).then_some(settings.score_limit);
        GameInfo {
            game_type: Some(game_class(game).to_owned()),
            level: Some(ids.level().to_owned()),
            time_limit: Some(settings.time_limit / 60.0),
            frag_limit: limit.filter(|_| !game.has_teams()).map(|limit| limit as i32),
            goal_team_score: limit.filter(|_| game.has_teams()),
            max_teams: game.has_teams().then_some(2),
            lockstep: lockstep.then_some(true),
        }
    }

    /// The game that the server's name for it means. A name that is not known is a deathmatch.
    pub fn game(&self) -> GameType {
        let name = self.game_type.as_deref().unwrap_or_default().to_ascii_lowercase();
        let has = |word: &str| name.contains(word);
        if has("ctf") || has("flag") {
            GameType::CaptureTheFlag
        } else if has("domination") {
            GameType::Domination
        } else if has("team") {
            GameType::TeamDeathmatch
        } else {
            GameType::Deathmatch
        }
    }
}

/// The class of a game in Unreal Tournament.
fn game_class(game: GameType) -> &'static str {
    match game {
        GameType::Deathmatch => "BotDeathMatchPlus",
        GameType::TeamDeathmatch => "BotTeamGame",
        GameType::CaptureTheFlag => "BotCTFGame",
        GameType::Domination => "BotDomination",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_known_by_its_class() {
        for game in GameType::ALL {
            let mut told = GameInfo::named(game_class(game));
            assert_eq!(told.game(), game);
            told.game_type = told.game_type.map(|name| format!("Botpack.{name}"));
            assert_eq!(told.game(), game);
        }
    }

    impl GameInfo {
        fn named(class: &str) -> GameInfo {
            GameInfo {
                game_type: Some(class.to_owned()),
                level: None,
                time_limit: None,
                frag_limit: None,
                goal_team_score: None,
                max_teams: None,
                lockstep: None,
            }
        }
    }
}
