//! The options. A test compares the defaults that are described here with those of [`ArenaSettings`].

use super::settings::ArenaSettings;
use crate::error::WorldError;
use crate::options::{KnownOption, Options};

const fn number(name: &'static str, default: &'static str, summary: &'static str) -> KnownOption {
    KnownOption { name, expects: "a number from 0 on", default, summary }
}

const fn pair(name: &'static str, default: &'static str, summary: &'static str) -> KnownOption {
    KnownOption { name, expects: "two numbers, such as `2,3`", default, summary }
}

const fn switch(name: &'static str, default: &'static str, summary: &'static str) -> KnownOption {
    KnownOption { name, expects: "`yes` or `no`", default, summary }
}

pub(super) const OPTIONS: &[KnownOption] = &[
    number("side", "2000", "side of the square (ours)"),
    number("spawn_at", "900", "how far from the middle antlions come, in both directions (ours)"),
    pair("spawn_every", "2.5,5", "seconds between two antlions (the thesis)"),
    switch("clock_per_point", "no", "whether each of the four spawn points has its own clock (ours)"),
    number("most_antlions", "31", "how many antlions there may be (the engine's limit)"),
    number("antlion_health", "30", "health of an antlion (Half-Life 2)"),
    number("swipe_damage", "5", "health that a swipe takes (Half-Life 2)"),
    number("swipe_reach", "100", "how far a swipe reaches (Half-Life 2)"),
    number("swipe_every", "1.2", "seconds between two swipes of one antlion (ours)"),
    number("antlion_speed", "200", "units a second (calibrated)"),
    number("antlion_stops", "60", "how near an antlion comes (ours)"),
    number("wizard_speed", "200", "units a second (ours)"),
    number("melee_reach", "70", "how far a strike reaches (ours)"),
    number("melee_damage", "30", "health that a strike takes (calibrated; 30 in the thesis' worked example)"),
    number("melee_hits", "0.85", "how likely a strike hits (ours)"),
    number("melee_time", "0.8", "seconds that a strike takes (ours)"),
    number("lightning_mana", "20", "mana of a lightning (the thesis)"),
    number("lightning_range", "1200", "how far a lightning reaches (Half-Life 2)"),
    pair("lightning_rest", "2,3", "seconds from one lightning to the next (Half-Life 2)"),
    number("lightning_time", "0.8", "seconds of the cast (calibrated)"),
    number("misses_standing", "0.1", "how likely lightning misses an antlion that stands (ours)"),
    number("misses_running", "0.3", "how likely lightning misses one that runs (ours)"),
    number("blast_mana", "60", "mana of a blast (the thesis)"),
    number("blast_radius", "128", "how far a blast kills (Half-Life 2)"),
    number("blast_time", "1.2", "seconds of the cast (ours)"),
    number("heal_mana", "15", "mana of a healing (the thesis)"),
    number("heal_amount", "25", "health that it gives (the thesis)"),
    number("heal_time", "1.5", "seconds of the cast (ours)"),
    number("heavy_hit", "20", "a hit of more than this is heavy damage (Half-Life 2)"),
    number("heavy_sum", "15", "so is this much within `heavy_within` (ours)"),
    number("heavy_within", "1", "seconds (ours)"),
    pair("potion_every", "10,20", "seconds between two potions (the thesis)"),
    pair("potion_amount", "1,100", "what a potion gives (the thesis)"),
    number("health_share", "0.5", "which part of potions are of health (ours)"),
    number("potion_reach", "40", "a potion is drunk from this near (ours)"),
    switch("amount_is_seen", "yes", "whether the wizard sees how much is in a potion (ours)"),
    switch(
        "bites_in_thought",
        "no",
        "whether planners think of bites during every action, not while walking alone (ours)",
    ),
    number(
        "chase_in_thought",
        "0",
        "planners think of antlions within this distance as following a walk; 0: as standing still (ours)",
    ),
    number(
        "flip_time",
        "0",
        "seconds that an antlion lies on its back after a blast or lightning nearby (ours)",
    ),
    number("flip_by_blast", "400", "how far a blast flips antlions, if `flip_time` is above 0 (Half-Life 2)"),
    number("flip_by_lightning", "200", "how far from its target lightning flips them (Half-Life 2)"),
    number(
        "pounce_every",
        "0",
        "seconds between two pounces of one antlion; 0 for none (1.5 in Half-Life 2)",
    ),
    number("pounce_range", "175", "from how far an antlion pounces (Half-Life 2)"),
    number(
        "nodes",
        "0",
        "way-points along each side, between which the wizard walks; 0 for straight ways (ours)",
    ),
    number("longest", "7200", "seconds after which an episode ends anyway; 0 for never (ours)"),
    switch("weaknesses", "no", "antlions of fire withstand lightning, those of frost a blast (ours)"),
    switch("allies", "no", "another wizard stands there, whom blasts hurt too (ours)"),
    switch("exploding", "no", "antlions explode when they die (ours)"),
    switch("heat_shield", "no", "the wizard withstands explosions while it stands still (ours)"),
];

pub(super) fn read(options: &Options<'_>) -> Result<ArenaSettings, WorldError> {
    let mut settings = ArenaSettings::default();
    let s = &mut settings;
    let numbers: [(&str, &mut f64); 37] = [
        ("side", &mut s.side),
        ("spawn_at", &mut s.spawn_at),
        ("antlion_health", &mut s.antlion_health),
        ("swipe_damage", &mut s.swipe_damage),
        ("swipe_reach", &mut s.swipe_reach),
        ("swipe_every", &mut s.swipe_every),
        ("antlion_speed", &mut s.antlion_speed),
        ("antlion_stops", &mut s.antlion_stops),
        ("wizard_speed", &mut s.wizard_speed),
        ("melee_reach", &mut s.melee_reach),
        ("melee_damage", &mut s.melee_damage),
        ("melee_hits", &mut s.melee_hits),
        ("melee_time", &mut s.melee_time),
        ("lightning_mana", &mut s.lightning_mana),
        ("lightning_range", &mut s.lightning_range),
        ("lightning_time", &mut s.lightning_time),
        ("misses_standing", &mut s.misses_standing),
        ("misses_running", &mut s.misses_running),
        ("blast_mana", &mut s.blast_mana),
        ("blast_radius", &mut s.blast_radius),
        ("blast_time", &mut s.blast_time),
        ("heal_mana", &mut s.heal_mana),
        ("heal_amount", &mut s.heal_amount),
        ("heal_time", &mut s.heal_time),
        ("heavy_hit", &mut s.heavy_hit),
        ("heavy_sum", &mut s.heavy_sum),
        ("heavy_within", &mut s.heavy_within),
        ("health_share", &mut s.health_share),
        ("potion_reach", &mut s.potion_reach),
        ("chase_in_thought", &mut s.chase_in_thought),
        ("flip_time", &mut s.flip_time),
        ("flip_by_blast", &mut s.flip_by_blast),
        ("flip_by_lightning", &mut s.flip_by_lightning),
        ("pounce_every", &mut s.pounce_every),
        ("pounce_range", &mut s.pounce_range),
        ("nodes", &mut s.nodes),
        ("longest", &mut s.longest),
    ];
    for (name, into) in numbers {
        options.set(name, into, not_negative)?;
    }
    let pairs = [
        ("spawn_every", &mut s.spawn_every),
        ("lightning_rest", &mut s.lightning_rest),
        ("potion_every", &mut s.potion_every),
        ("potion_amount", &mut s.potion_amount),
    ];
    for (name, into) in pairs {
        options.set(name, into, |text| {
            let (from, to) = text.split_once(',')?;
            Some([not_negative(from.trim())?, not_negative(to.trim())?])
        })?;
    }
    let switches = [
        ("clock_per_point", &mut s.clock_per_point),
        ("amount_is_seen", &mut s.amount_is_seen),
        ("bites_in_thought", &mut s.bites_in_thought),
        ("weaknesses", &mut s.harder.weaknesses),
        ("allies", &mut s.harder.allies),
        ("exploding", &mut s.harder.exploding),
        ("heat_shield", &mut s.harder.heat_shield),
    ];
    for (name, into) in switches {
        options.set(name, into, |text| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
    }
    options.set("most_antlions", &mut s.most_antlions, |text| text.parse().ok())?;
    settings.check().map_err(WorldError::Arena)?;
    Ok(settings)
}

fn not_negative(text: &str) -> Option<f64> {
    text.parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0)
}
