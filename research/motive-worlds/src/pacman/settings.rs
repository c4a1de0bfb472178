//! The settings of Pac-Man.
//!
//! All of them are ours, chosen for good games in the standard maze, except where a field says otherwise.

use thiserror::Error;

use super::ghost::Temper;

/// The most ghosts that a game can have.
pub const MAX_GHOSTS: usize = 64;

/// A speed as a fraction: moves per number of ticks, spread evenly.
///
/// Whole numbers, so that speed is exact: with 4 of 5 a ghost rests in every fifth tick. Nobody moves more
/// than one cell in a tick, so more moves than ticks mean a move in every tick; `ticks` of 0 means never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pace {
    /// How many moves...
    pub moves: u8,
    /// ...in how many ticks.
    pub ticks: u8,
}

impl Pace {
    /// `moves` moves in `ticks` ticks.
    #[must_use]
    pub const fn new(moves: u8, ticks: u8) -> Self {
        Self { moves, ticks }
    }

    /// Whether the tick of this number is one of those with a move.
    #[must_use]
    pub const fn moves_at(self, tick: u64) -> bool {
        if self.ticks == 0 {
            return false;
        }
        // Within a window the moves made so far are floor(tick * moves / ticks): it moves when that grows.
        let before = (tick % self.ticks as u64) * self.moves as u64;
        before % self.ticks as u64 + self.moves as u64 >= self.ticks as u64
    }
}

/// What changes from level to level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LevelRules {
    /// The pace of a ghost that is not blue.
    pub ghost_pace: Pace,
    /// The pace of a blue ghost.
    pub blue_pace: Pace,
    /// For how many ticks after a power pill ghosts are blue. With 0 a pill only turns them around.
    pub blue_ticks: u32,
    /// What the fruit is worth. The standard values are the arcade's.
    pub fruit_score: u32,
}

impl Default for LevelRules {
    fn default() -> Self {
        Self { ghost_pace: Pace::new(4, 5), blue_pace: Pace::new(1, 2), blue_ticks: 40, fruit_score: 100 }
    }
}

/// The numbers of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct PacmanSettings {
    /// Lives at the start. 3 as in the arcade; with 0 the game is over before it begins.
    pub lives: u32,
    /// The ghosts, by the rule that each hunts by.
    pub ghosts: Vec<Temper>,
    /// The first ghost leaves the house at once, each further one this many ticks after the one before.
    pub release_ticks: u32,
    /// How long an eaten ghost stays in the house after its eyes came home.
    pub revive_ticks: u32,
    /// The number of ticks at the start of a life in which the ghosts go to their corners,
    pub scatter_ticks: u32,
    /// and then the number in which they hunt, and so on in turn.
    pub chase_ticks: u32,
    /// How many cells ahead of Pac-Man the ambusher waits for it.
    pub ambush_lead: u8,
    /// How many steps of Pac-Man's flight the flanker foresees.
    pub flank_lead: u8,
    /// From how many steps away the wanderer notices Pac-Man.
    pub wanderer_sight: u16,
    /// What a dot is worth. 10 as in the arcade.
    pub dot_score: u32,
    /// What a power pill is worth. 50 as in the arcade.
    pub pill_score: u32,
    /// What the first, second, third, and every further ghost eaten on one pill is worth. 200, 400, 800 and
    /// 1600 as in the arcade.
    pub ghost_scores: [u32; 4],
    /// While there is no fruit, one appears in a tick with the odds of 1 in this number; with 0 never. It does not
    /// appear where Pac-Man is.
    pub fruit_every: u32,
    /// How long a fruit stays.
    pub fruit_ticks: u32,
    /// The rules of each level; the last is for all further ones. If empty, every level has
    /// [`LevelRules::default`].
    pub levels: Vec<LevelRules>,
}

impl Default for PacmanSettings {
    fn default() -> Self {
        Self {
            lives: 3,
            ghosts: Temper::ALL.to_vec(),
            release_ticks: 15,
            revive_ticks: 10,
            scatter_ticks: 30,
            chase_ticks: 100,
            ambush_lead: 4,
            flank_lead: 4,
            wanderer_sight: 6,
            dot_score: 10,
            pill_score: 50,
            ghost_scores: [200, 400, 800, 1600],
            fruit_every: 150,
            fruit_ticks: 60,
            levels: standard_levels(),
        }
    }
}

fn standard_levels() -> Vec<LevelRules> {
    let level = |ghost_pace, blue_ticks, fruit_score| LevelRules {
        ghost_pace,
        blue_ticks,
        fruit_score,
        ..LevelRules::default()
    };
    vec![
        level(Pace::new(4, 5), 40, 100),
        level(Pace::new(5, 6), 35, 300),
        level(Pace::new(7, 8), 30, 500),
        level(Pace::new(9, 10), 25, 700),
        level(Pace::new(14, 15), 20, 1000),
        level(Pace::new(19, 20), 15, 2000),
        level(Pace::new(1, 1), 10, 3000),
        level(Pace::new(1, 1), 0, 5000),
    ]
}

impl PacmanSettings {
    /// The rules of a level, counted from 1.
    #[must_use]
    pub fn level(&self, number: u32) -> LevelRules {
        let index = number.saturating_sub(1) as usize;
        self.levels.get(index).or(self.levels.last()).copied().unwrap_or_default()
    }
}

/// Why a game cannot begin with these settings in this maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PacmanSettingsError {
    /// There are ghosts, but the maze has no place for them.
    #[error("the settings ask for {ghosts} ghosts, but the maze has no `G` where a ghost could start")]
    NoHouse {
        /// How many ghosts the settings ask for.
        ghosts: usize,
    },
    /// There are too many ghosts.
    #[error("the settings ask for {ghosts} ghosts; the most is {MAX_GHOSTS}")]
    TooManyGhosts {
        /// How many ghosts the settings ask for.
        ghosts: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(pace: Pace) -> String {
        (1..=10).map(|tick| if pace.moves_at(tick) { 'm' } else { '-' }).collect()
    }

    #[test]
    fn a_pace_spreads_its_moves_evenly() {
        assert_eq!(moves(Pace::new(1, 1)), "mmmmmmmmmm");
        assert_eq!(moves(Pace::new(1, 2)), "m-m-m-m-m-");
        assert_eq!(moves(Pace::new(4, 5)), "mmmm-mmmm-");
        assert_eq!(moves(Pace::new(0, 5)), "----------");
    }

    #[test]
    fn any_two_numbers_are_a_pace() {
        assert_eq!(moves(Pace::new(3, 0)), "----------");
        assert_eq!(moves(Pace::new(255, 3)), "mmmmmmmmmm");
        for ticks in 1..=u8::MAX {
            for count in 0..=ticks {
                let pace = Pace::new(count, ticks);
                let made = (100..100 + u64::from(ticks)).filter(|&tick| pace.moves_at(tick)).count();
                assert_eq!(made, usize::from(count), "{pace:?}");
            }
        }
    }

    #[test]
    fn levels_get_harder_and_the_last_one_stays() {
        let settings = PacmanSettings::default();
        let speed = |rules: LevelRules| f64::from(rules.ghost_pace.moves) / f64::from(rules.ghost_pace.ticks);
        for number in 1..20 {
            let (now, next) = (settings.level(number), settings.level(number + 1));
            assert!(speed(next) >= speed(now) && next.blue_ticks <= now.blue_ticks, "level {number}");
        }
        assert_eq!(settings.level(8), settings.level(u32::MAX));
        assert_eq!(settings.level(0), settings.level(1));
    }

    #[test]
    fn no_levels_at_all_means_the_default_rules() {
        let settings = PacmanSettings { levels: Vec::new(), ..PacmanSettings::default() };
        assert_eq!(settings.level(3), LevelRules::default());
    }
}
