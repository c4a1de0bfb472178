//! Every number of the arena, and where it comes from.
//!
//! A field is marked `[T]` if the thesis gives its default, `[EXT]` if it is taken from what is publicly known of Half-Life 2, on which the
//! thesis' arena was built, and `[OURS]` if we had to choose it. Three of ours are marked as calibrated: they were chosen so that two of the three wizards
//! live about as long as published (`experiments/sloan2015-arena-world.toml` has all that was tried). Lengths are in units (about an inch), times in seconds.

/// What can be asked for beyond the thesis' arena. All of it is `[OURS]`; the thesis names these as what its arena lacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harder {
    /// Antlions are of fire or of frost; lightning kills those of frost and only wounds those of fire, a blast the other way round.
    pub weaknesses: bool,
    /// Another wizard stands in the arena, is bitten too, and is hurt by blasts.
    pub allies: bool,
    /// Antlions explode when they die and hurt who is near.
    pub exploding: bool,
    /// The wizard has a shield that takes heat from explosions and blasts, as long as it stands still.
    pub heat_shield: bool,
}

/// How an arena is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ArenaSettings {
    /// Side of the square. `[OURS]`
    pub side: f64,
    /// Spawn points lie this far from the middle, in both directions. `[OURS]`
    pub spawn_at: f64,
    /// Seconds between two antlions, from and to. `[T]`
    pub spawn_every: [f64; 2],
    /// Whether each spawn point has its own clock. `[OURS]`: the thesis can be read either way.
    pub clock_per_point: bool,
    /// How many antlions there may be. `[EXT]`: the engine's limit of characters less the wizard.
    pub most_antlions: usize,
    /// An antlion's health. `[EXT]`
    pub antlion_health: f64,
    /// What a swipe takes. `[EXT]`
    pub swipe_damage: f64,
    /// How far a swipe reaches. `[EXT]`
    pub swipe_reach: f64,
    /// Seconds between two swipes of one antlion. `[OURS]`
    pub swipe_every: f64,
    /// Units a second. `[OURS]`: calibrated.
    pub antlion_speed: f64,
    /// How near an antlion comes. `[OURS]`
    pub antlion_stops: f64,
    /// The wizard's health and mana at the start, which are also the most. `[T]`
    pub full: f64,
    /// Units a second. `[OURS]`
    pub wizard_speed: f64,
    /// How far a strike reaches. `[OURS]`
    pub melee_reach: f64,
    /// What a strike takes. `[OURS]`: calibrated with `sloan2015-arena-world`; the thesis' worked example has the same number.
    pub melee_damage: f64,
    /// How likely a strike hits. `[OURS]`; that it can miss is `[T]`.
    pub melee_hits: f64,
    /// Seconds that a strike takes. `[OURS]`
    pub melee_time: f64,
    /// Mana of a lightning. `[T]`
    pub lightning_mana: f64,
    /// How far a lightning reaches. `[EXT]`
    pub lightning_range: f64,
    /// Seconds from one lightning to the next, from and to. `[EXT]`
    pub lightning_rest: [f64; 2],
    /// Seconds of the cast. `[OURS]`: calibrated.
    pub lightning_time: f64,
    /// How likely it misses an antlion that stands. `[OURS]`
    pub misses_standing: f64,
    /// How likely it misses one that runs. `[OURS]`; that it can is `[T]`.
    pub misses_running: f64,
    /// Mana of a blast. `[T]`
    pub blast_mana: f64,
    /// How far a blast kills. `[EXT]`
    pub blast_radius: f64,
    /// Seconds of the cast. `[OURS]`
    pub blast_time: f64,
    /// Mana of a healing. `[T]`
    pub heal_mana: f64,
    /// Health that it gives. `[T]`
    pub heal_amount: f64,
    /// Seconds of the cast. `[OURS]`
    pub heal_time: f64,
    /// A hit of more than this is heavy damage. `[EXT]`
    pub heavy_hit: f64,
    /// So is this much within [`ArenaSettings::heavy_within`]. `[OURS]`: no single swipe would ever count.
    pub heavy_sum: f64,
    /// Seconds. `[OURS]`
    pub heavy_within: f64,
    /// Seconds between two potions, from and to. `[T]`
    pub potion_every: [f64; 2],
    /// What a potion gives, from and to, in whole numbers. `[T]`
    pub potion_amount: [f64; 2],
    /// Which part of potions are of health. `[OURS]`
    pub health_share: f64,
    /// A potion is drunk from this near. `[OURS]`
    pub potion_reach: f64,
    /// Whether the wizard sees how much is in a potion; if not, it expects the mean. `[OURS]`: the thesis does not say.
    pub amount_is_seen: bool,
    /// Whether plans expect antlions that are near to bite during every action, and not only while walking. `[OURS]`; walking is `[T]`.
    pub bites_in_thought: bool,
    /// Plans expect antlions within this distance to follow a walk to its end; with 0 all of them stand still in thought. `[OURS]`: the thesis
    /// says that the planner does not take the world to be static, and not what it expects of antlions.
    pub chase_in_thought: f64,
    /// Seconds that an antlion lies on its back after a blast or lightning nearby; 0 for never. That it is flipped is `[EXT]`, for how long is `[OURS]`.
    pub flip_time: f64,
    /// How far a blast flips those that it does not kill. `[EXT]`
    pub flip_by_blast: f64,
    /// How far from where it strikes lightning flips them. `[EXT]`
    pub flip_by_lightning: f64,
    /// Seconds between two pounces of one antlion; 0 for none. `[EXT]`: 1.5 in the engine, with the damage of a swipe.
    pub pounce_every: f64,
    /// From how far an antlion pounces. `[EXT]`
    pub pounce_range: f64,
    /// Way-points along each side, between which the wizard walks; 0 to walk straight. The thesis has nodes, and does not say where. `[OURS]`
    pub nodes: f64,
    /// Seconds of a tick of the game. `[OURS]`
    pub tick: f64,
    /// Ticks from one decision to the next: 200 ms, as in the thesis' other two studies; for this one it is `[OURS]`.
    pub ticks_per_query: u32,
    /// After how many seconds an episode ends even if the wizard lives; 0 for never. `[OURS]`
    pub longest: f64,
    /// What is harder than in the thesis.
    pub harder: Harder,
    /// The other wizard stands this far from the middle. `[OURS]`
    pub ally_at: f64,
    /// What an element takes from an antlion that withstands it. `[OURS]`
    pub withstood_damage: f64,
    /// How far an antlion's explosion reaches. `[OURS]`
    pub explosion_radius: f64,
    /// What it takes. `[OURS]`
    pub explosion_damage: f64,
}

impl Default for ArenaSettings {
    fn default() -> Self {
        Self {
            side: 2000.0,
            spawn_at: 900.0,
            spawn_every: [2.5, 5.0],
            clock_per_point: false,
            most_antlions: 31,
            antlion_health: 30.0,
            swipe_damage: 5.0,
            swipe_reach: 100.0,
            swipe_every: 1.2,
            antlion_speed: 200.0,
            antlion_stops: 60.0,
            full: 100.0,
            wizard_speed: 200.0,
            melee_reach: 70.0,
            melee_damage: 30.0,
            melee_hits: 0.85,
            melee_time: 0.8,
            lightning_mana: 20.0,
            lightning_range: 1200.0,
            lightning_rest: [2.0, 3.0],
            lightning_time: 0.8,
            misses_standing: 0.1,
            misses_running: 0.3,
            blast_mana: 60.0,
            blast_radius: 128.0,
            blast_time: 1.2,
            heal_mana: 15.0,
            heal_amount: 25.0,
            heal_time: 1.5,
            heavy_hit: 20.0,
            heavy_sum: 15.0,
            heavy_within: 1.0,
            potion_every: [10.0, 20.0],
            potion_amount: [1.0, 100.0],
            health_share: 0.5,
            potion_reach: 40.0,
            amount_is_seen: true,
            bites_in_thought: false,
            chase_in_thought: 0.0,
            flip_time: 0.0,
            flip_by_blast: 400.0,
            flip_by_lightning: 200.0,
            pounce_every: 0.0,
            pounce_range: 175.0,
            nodes: 0.0,
            tick: 0.05,
            ticks_per_query: 4,
            longest: 7200.0,
            harder: Harder::default(),
            ally_at: 300.0,
            withstood_damage: 10.0,
            explosion_radius: 150.0,
            explosion_damage: 12.0,
        }
    }
}

/// Settings that are not valid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`{what}` is {found}, which is no {needed} of an arena")]
#[non_exhaustive]
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
    #[must_use]
    pub fn query(&self) -> f64 {
        self.tick * f64::from(self.ticks_per_query)
    }

    /// What is expected of a potion whose amount is not seen.
    #[must_use]
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
