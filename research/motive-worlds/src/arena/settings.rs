//! Every number of the arena, and where it comes from: the thesis, what is publicly known of Half-Life 2, on which the thesis' arena was built,
//! or our choice.
//!
//! Three of ours are calibrated: they were chosen so that two of the three wizards live about as long as published
//! (`experiments/sloan2015-arena-world.toml` has all that was tried). Lengths are in units (about an inch), times in seconds.

use crate::options::settings;

settings! {
    /// How an arena is. The last four options are what the thesis names as lacking in its arena.
    pub struct ArenaSettings {
        options:
        /// side of the square (ours)
        side: f64 = 2000.0,
        /// how far from the middle antlions come, in both directions (ours)
        spawn_at: f64 = 900.0,
        /// seconds between two antlions (the thesis)
        spawn_every: [f64; 2] = [2.5, 5.0],
        /// whether each of the four spawn points has its own clock (ours)
        /// The thesis can be read either way.
        clock_per_point: bool = false,
        /// how many antlions there may be (the engine's limit)
        /// The engine allows so many characters less the wizard.
        most_antlions: usize = 31,
        /// health of an antlion (Half-Life 2)
        antlion_health: f64 = 30.0,
        /// health that a swipe takes (Half-Life 2)
        swipe_damage: f64 = 5.0,
        /// how far a swipe reaches (Half-Life 2)
        swipe_reach: f64 = 100.0,
        /// seconds between two swipes of one antlion (ours)
        swipe_every: f64 = 1.2,
        /// units a second (calibrated)
        antlion_speed: f64 = 200.0,
        /// how near an antlion comes (ours)
        antlion_stops: f64 = 60.0,
        /// units a second (ours)
        wizard_speed: f64 = 200.0,
        /// how far a strike reaches (ours)
        melee_reach: f64 = 70.0,
        /// health that a strike takes (calibrated; 30 in the thesis' worked example)
        /// `sloan2015-arena-world` calibrated it.
        melee_damage: f64 = 30.0,
        /// how likely a strike hits (ours)
        /// That it can miss is from the thesis.
        melee_hits: f64 = 0.85,
        /// seconds that a strike takes (ours)
        melee_time: f64 = 0.8,
        /// mana of a lightning (the thesis)
        lightning_mana: f64 = 20.0,
        /// how far a lightning reaches (Half-Life 2)
        lightning_range: f64 = 1200.0,
        /// seconds from one lightning to the next (Half-Life 2)
        lightning_rest: [f64; 2] = [2.0, 3.0],
        /// seconds of the cast (calibrated)
        lightning_time: f64 = 0.8,
        /// how likely lightning misses an antlion that stands (ours)
        misses_standing: f64 = 0.1,
        /// how likely lightning misses one that runs (ours)
        /// That it can is from the thesis.
        misses_running: f64 = 0.3,
        /// mana of a blast (the thesis)
        blast_mana: f64 = 60.0,
        /// how far a blast kills (Half-Life 2)
        blast_radius: f64 = 128.0,
        /// seconds of the cast (ours)
        blast_time: f64 = 1.2,
        /// mana of a healing (the thesis)
        heal_mana: f64 = 15.0,
        /// health that it gives (the thesis)
        heal_amount: f64 = 25.0,
        /// seconds of the cast (ours)
        heal_time: f64 = 1.5,
        /// a hit of more than this is heavy damage (Half-Life 2)
        heavy_hit: f64 = 20.0,
        /// so is this much within `heavy_within` (ours)
        /// No single swipe would ever count.
        heavy_sum: f64 = 15.0,
        /// seconds (ours)
        heavy_within: f64 = 1.0,
        /// seconds between two potions (the thesis)
        potion_every: [f64; 2] = [10.0, 20.0],
        /// what a potion gives (the thesis)
        potion_amount: [f64; 2] = [1.0, 100.0],
        /// which part of potions are of health (ours)
        health_share: f64 = 0.5,
        /// a potion is drunk from this near (ours)
        potion_reach: f64 = 40.0,
        /// whether the wizard sees how much is in a potion (ours)
        /// If not, it expects the mean. The thesis does not say.
        amount_is_seen: bool = true,
        /// whether planners think of bites during every action, not while walking alone (ours)
        /// Walking is from the thesis.
        bites_in_thought: bool = false,
        /// planners think of antlions within this distance as following a walk; 0: as standing still (ours)
        /// The thesis says that the planner does not take the world to be static, and not what it expects of antlions.
        chase_in_thought: f64 = 0.0,
        /// seconds that an antlion lies on its back after a blast or lightning nearby (ours)
        /// 0 for never. That it is flipped is from Half-Life 2.
        flip_time: f64 = 0.0,
        /// how far a blast flips antlions, if `flip_time` is above 0 (Half-Life 2)
        flip_by_blast: f64 = 400.0,
        /// how far from its target lightning flips them (Half-Life 2)
        flip_by_lightning: f64 = 200.0,
        /// seconds between two pounces of one antlion; 0 for none (1.5 in Half-Life 2)
        /// A pounce does the damage of a swipe.
        pounce_every: f64 = 0.0,
        /// from how far an antlion pounces (Half-Life 2)
        pounce_range: f64 = 175.0,
        /// way-points along each side, between which the wizard walks; 0 for straight ways (ours)
        /// The thesis has nodes, and does not say where.
        nodes: f64 = 0.0,
        /// seconds after which an episode ends anyway; 0 for never (ours)
        longest: f64 = 7200.0,
        /// antlions of fire withstand lightning, those of frost a blast (ours)
        /// Lightning only wounds antlions of fire, and kills those of frost; a blast does the opposite.
        weaknesses: bool = false,
        /// another wizard stands there, whom blasts hurt too (ours)
        /// Antlions bite it too.
        allies: bool = false,
        /// antlions explode when they die (ours)
        /// An explosion hurts whatever is near.
        exploding: bool = false,
        /// the wizard withstands explosions while it stands still (ours)
        /// Blasts are such explosions too.
        heat_shield: bool = false,
        fixed:
        /// The wizard's health and mana at the start, which are also the most. (the thesis)
        full: f64 = 100.0,
        /// Seconds of a tick of the game. (ours)
        tick: f64 = 0.05,
        /// Ticks from one decision to the next: 200 ms, as in the thesis' other two studies; for this one it is (ours).
        ticks_per_query: u32 = 4,
        /// The other wizard stands this far from the middle. (ours)
        ally_at: f64 = 300.0,
        /// What an element takes from an antlion that withstands it. (ours)
        withstood_damage: f64 = 10.0,
        /// How far an antlion's explosion reaches. (ours)
        explosion_radius: f64 = 150.0,
        /// What it takes. (ours)
        explosion_damage: f64 = 12.0,
    }
}

/// Settings that are not valid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`{what}` is {found}, which is no {needed} of an arena")]
pub struct ArenaSettingsError {
    /// The setting.
    pub what: &'static str,
    /// What it is.
    pub found: f64,
    /// What it would have to be.
    pub needed: &'static str,
}

impl ArenaSettings {
    /// Seconds from one decision to the next.
    pub fn query(&self) -> f64 {
        self.tick * f64::from(self.ticks_per_query)
    }

    /// What is expected of a potion whose amount is not seen.
    pub fn expected_amount(&self) -> f64 {
        (self.potion_amount[0] + self.potion_amount[1]) / 2.0
    }

    /// Refuses what no game can be played with: numbers that are none, times that stand still, more antlions than there is room for.
    pub(crate) fn check(&self) -> Result<(), ArenaSettingsError> {
        let positive = [
            ("side", self.side),
            ("tick", self.tick),
            ("full", self.full),
            ("antlion_health", self.antlion_health),
            ("swipe_every", self.swipe_every),
            ("spawn_every", self.spawn_every[0]),
            ("potion_every", self.potion_every[0]),
            ("melee_time", self.melee_time),
            ("lightning_time", self.lightning_time),
            ("blast_time", self.blast_time),
            ("heal_time", self.heal_time),
            ("ticks_per_query", f64::from(self.ticks_per_query)),
        ];
        for (what, found) in positive {
            if !(found.is_finite() && (LEAST..=MOST).contains(&found)) {
                return Err(ArenaSettingsError { what, found, needed: "length, time or amount" });
            }
        }
        let odds = [
            ("melee_hits", self.melee_hits),
            ("misses_standing", self.misses_standing),
            ("misses_running", self.misses_running),
            ("health_share", self.health_share),
        ];
        for (what, found) in odds {
            if !(0.0..=1.0).contains(&found) {
                return Err(ArenaSettingsError { what, found, needed: "part from 0 to 1" });
            }
        }
        for (what, [from, to]) in [
            ("spawn_every", self.spawn_every),
            ("lightning_rest", self.lightning_rest),
            ("potion_every", self.potion_every),
            ("potion_amount", self.potion_amount),
        ] {
            if !(from.is_finite() && to.is_finite() && from <= to && to <= MOST) {
                return Err(ArenaSettingsError { what, found: to, needed: "upper end" });
            }
        }
        if !(0.0..=MOST_NODES).contains(&self.nodes) || self.nodes == 1.0 || self.nodes.fract() != 0.0 {
            return Err(ArenaSettingsError {
                what: "nodes",
                found: self.nodes,
                needed: "number of way-points along a side (0, or a whole number from 2 to 100)",
            });
        }
        if self.most_antlions > MOST_ANTLIONS {
            let found = self.most_antlions as f64;
            return Err(ArenaSettingsError { what: "most_antlions", found, needed: "number" });
        }
        Ok(())
    }
}

/// Shorter times and lengths would make an episode endless to play, longer ones lose their digits.
const LEAST: f64 = 1e-3;
const MOST: f64 = 1e6;
/// More way-points than this are as good as none.
const MOST_NODES: f64 = 100.0;
/// More than anybody could look at.
const MOST_ANTLIONS: usize = 10_000;
