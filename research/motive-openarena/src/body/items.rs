//! The items of the game, in the order of the game's own list, and what they are in the shooter's words.

use super::weapons::{Weapon, weapon_class};
use motive_shooter::map::PlaceKind;
use motive_shooter::rules::Team;

/// Classes by the number under which a snapshot has them; 0 is no item.
const CLASSES: [&str; 61] = [
    "",
    "item_armor_shard",
    "item_armor_combat",
    "item_armor_body",
    "item_health_small",
    "item_health",
    "item_health_large",
    "item_health_mega",
    "weapon_gauntlet",
    "weapon_shotgun",
    "weapon_machinegun",
    "weapon_grenadelauncher",
    "weapon_rocketlauncher",
    "weapon_lightning",
    "weapon_railgun",
    "weapon_plasmagun",
    "weapon_bfg",
    "weapon_grapplinghook",
    "ammo_shells",
    "ammo_bullets",
    "ammo_grenades",
    "ammo_cells",
    "ammo_lightning",
    "ammo_rockets",
    "ammo_slugs",
    "ammo_bfg",
    "holdable_teleporter",
    "holdable_medkit",
    "item_quad",
    "item_enviro",
    "item_haste",
    "item_invis",
    "item_regen",
    "item_flight",
    "team_CTF_redflag",
    "team_CTF_blueflag",
    "holdable_kamikaze",
    "holdable_portal",
    "holdable_invulnerability",
    "ammo_nails",
    "ammo_mines",
    "ammo_belt",
    "item_scout",
    "item_guard",
    "item_doubler",
    "item_ammoregen",
    "team_CTF_neutralflag",
    "item_redcube",
    "item_bluecube",
    "weapon_nailgun",
    "weapon_prox_launcher",
    "weapon_chaingun",
    "team_DD_pointAblue",
    "team_DD_pointBblue",
    "team_DD_pointAred",
    "team_DD_pointBred",
    "team_DD_pointAwhite",
    "team_DD_pointBwhite",
    "team_dom_pointWhite",
    "team_dom_pointRed",
    "team_dom_pointBlue",
];

/// What an item is to a bot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ItemKind {
    /// Something to pick up.
    Place(PlaceKind),
    /// The flag of a team.
    Flag(Team),
    /// A domination point, and who holds it.
    Point(Option<Team>),
}

/// The class of an item by its number.
pub(crate) fn item_class(number: i32) -> Option<&'static str> {
    let class = CLASSES.get(usize::try_from(number).ok()?)?;
    Some(*class).filter(|class| !class.is_empty())
}

/// What a class is. None for powers and what else has no word in the vocabulary.
pub(crate) fn item_kind(class: &str) -> Option<ItemKind> {
    let weapon = |name: &str| Weapon::of_class(name).and_then(weapon_class);
    Some(match class {
        "team_CTF_redflag" => ItemKind::Flag(0),
        "team_CTF_blueflag" => ItemKind::Flag(1),
        "team_dom_pointWhite" | "team_DD_pointAwhite" | "team_DD_pointBwhite" => ItemKind::Point(None),
        "team_dom_pointRed" | "team_DD_pointAred" | "team_DD_pointBred" => ItemKind::Point(Some(0)),
        "team_dom_pointBlue" | "team_DD_pointAblue" | "team_DD_pointBblue" => ItemKind::Point(Some(1)),
        class if class.starts_with("item_armor_") => ItemKind::Place(PlaceKind::Armour),
        class if class.starts_with("item_health") || class == "item_regen" => {
            ItemKind::Place(PlaceKind::Health)
        }
        class if class.starts_with("weapon_") => ItemKind::Place(PlaceKind::Weapon(weapon(class)?)),
        class => ItemKind::Place(PlaceKind::Ammunition(weapon(Weapon::of_ammunition(class)?.class())?)),
    })
}
