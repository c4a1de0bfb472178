//! What the game consists of, and what that is in the shooter's words: kinds of games, players, weapons and items.

use motive_shooter::map::PlaceKind;
use motive_shooter::rules::{GameType, Team, WeaponClass};

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
    pub fn of_number(number: i32) -> Self {
        let known = Self::NAMED.into_iter().find(|(_, kind)| kind.number() == number);
        known.map_or(Self::Other(number), |(_, kind)| kind)
    }

    /// Its number, as the server's variable `g_gametype` has it.
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
    pub fn has_teams(self) -> bool {
        !matches!(self, Self::FreeForAll | Self::Tournament | Self::Other(2 | 10 | 13))
    }

    /// What it is in the shooter's words.
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

impl PlayerInfo {
    /// Its team in the shooter's words: 0 red, 1 blue. Without teams the own player is red and all others blue, so that they are enemies.
    pub(crate) fn team_in(&self, kind: GameKind, is_own: bool) -> Team {
        match (kind.has_teams(), self.team) {
            (true, 2) => 1,
            (true, _) => 0,
            (false, _) => Team::from(!is_own),
        }
    }
}

/// A name without its colours: `^1Red` is `Red`.
pub(crate) fn plain_name(name: &str) -> String {
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

/// Declares the weapons: the number that the wire has for each, its entity class and that of its ammunition.
macro_rules! weapons {
    ($($weapon:ident = $number:literal, $class:literal, $ammunition:literal;)*) => {
        /// A weapon, by the number that the wire has for it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "they are the names of the game's weapons")]
        pub enum Weapon { $($weapon = $number,)* }

        impl Weapon {
            /// All of them.
            pub const ALL: [Self; [$($number),*].len()] = [$(Self::$weapon),*];

            /// Its entity class.
            pub const fn class(self) -> &'static str {
                match self { $(Self::$weapon => $class,)* }
            }

            /// The entity class of its ammunition; empty if it needs none.
            pub const fn ammunition(self) -> &'static str {
                match self { $(Self::$weapon => $ammunition,)* }
            }
        }
    };
}

weapons! {
    Gauntlet = 1, "weapon_gauntlet", "";
    MachineGun = 2, "weapon_machinegun", "ammo_bullets";
    Shotgun = 3, "weapon_shotgun", "ammo_shells";
    GrenadeLauncher = 4, "weapon_grenadelauncher", "ammo_grenades";
    RocketLauncher = 5, "weapon_rocketlauncher", "ammo_rockets";
    LightningGun = 6, "weapon_lightning", "ammo_lightning";
    RailGun = 7, "weapon_railgun", "ammo_slugs";
    PlasmaGun = 8, "weapon_plasmagun", "ammo_cells";
    Bfg = 9, "weapon_bfg", "ammo_bfg";
    NailGun = 11, "weapon_nailgun", "ammo_nails";
    ProximityLauncher = 12, "weapon_prox_launcher", "ammo_mines";
    ChainGun = 13, "weapon_chaingun", "ammo_belt";
}

impl Weapon {
    /// The weapon of a number.
    pub fn of_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|weapon| *weapon as i32 == number)
    }

    /// The weapon of an entity class.
    pub fn of_class(class: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|weapon| weapon.class() == class)
    }

    /// The weapon that a class of ammunition fits.
    pub fn of_ammunition(class: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|weapon| !class.is_empty() && weapon.ammunition() == class)
    }

    /// How fast its shots fly, in units a second; none if they hit at once.
    pub const fn shot_speed(self) -> Option<f32> {
        match self {
            Self::GrenadeLauncher | Self::ProximityLauncher => Some(700.0),
            Self::RocketLauncher => Some(900.0),
            Self::PlasmaGun | Self::Bfg => Some(2_000.0),
            Self::NailGun => Some(1_400.0),
            _ => None,
        }
    }

    /// Whether its shots explode and hurt whoever stands near.
    pub const fn explodes(self) -> bool {
        matches!(self, Self::GrenadeLauncher | Self::RocketLauncher | Self::Bfg | Self::ProximityLauncher)
    }

    /// How far it reaches.
    pub const fn range(self) -> f32 {
        match self {
            Self::Gauntlet => 50.0,
            Self::LightningGun => 740.0,
            _ => 8_192.0,
        }
    }

    /// Shots with which nobody needs to look for more (ours).
    pub const fn enough(self) -> i32 {
        match self {
            Self::MachineGun | Self::LightningGun | Self::PlasmaGun | Self::ChainGun => 100,
            _ => 15,
        }
    }

    /// How good it is against somebody at a distance; ours. The game's own bots have such numbers in their files.
    pub fn worth(self, distance: f32) -> f32 {
        match self {
            Self::Gauntlet => 1.0,
            Self::MachineGun => 40.0,
            Self::Shotgun if distance < 220.0 => 75.0,
            Self::Shotgun if distance < 450.0 => 45.0,
            Self::Shotgun => 15.0,
            Self::GrenadeLauncher if (150.0..450.0).contains(&distance) => 38.0,
            Self::GrenadeLauncher => 4.0,
            Self::RocketLauncher if distance < 110.0 => 20.0,
            Self::RocketLauncher if distance < 650.0 => 85.0,
            Self::RocketLauncher => 38.0,
            Self::LightningGun if distance < 700.0 => 95.0,
            Self::LightningGun => 0.0,
            Self::RailGun if distance > 400.0 => 90.0,
            Self::RailGun => 55.0,
            Self::PlasmaGun if distance < 600.0 => 78.0,
            Self::PlasmaGun => 45.0,
            Self::Bfg => 92.0,
            Self::NailGun if distance < 450.0 => 65.0,
            Self::NailGun => 25.0,
            Self::ProximityLauncher => 2.0,
            Self::ChainGun if distance < 900.0 => 80.0,
            Self::ChainGun => 50.0,
        }
    }

    /// Which of the shooter's weapons it is: by how it is used, since the game has twelve and the vocabulary four. None for the gauntlet.
    pub fn shooter_class(self) -> Option<WeaponClass> {
        Some(match self {
            Self::Gauntlet => return None,
            Self::MachineGun | Self::Shotgun => WeaponClass::Enforcer,
            Self::LightningGun | Self::PlasmaGun | Self::NailGun | Self::ChainGun => WeaponClass::Minigun,
            Self::RailGun => WeaponClass::SniperRifle,
            _ => WeaponClass::RocketLauncher,
        })
    }
}

macro_rules! item_classes {
    ($($class:ident)*) => { [$(stringify!($class)),*] };
}

/// Classes by the number under which a snapshot has them, in the order of the game's own list, from 1.
const CLASSES: [&str; 60] = item_classes! {
    item_armor_shard item_armor_combat item_armor_body item_health_small item_health item_health_large
    item_health_mega weapon_gauntlet weapon_shotgun weapon_machinegun weapon_grenadelauncher
    weapon_rocketlauncher weapon_lightning weapon_railgun weapon_plasmagun weapon_bfg
    weapon_grapplinghook ammo_shells ammo_bullets ammo_grenades ammo_cells ammo_lightning ammo_rockets
    ammo_slugs ammo_bfg holdable_teleporter holdable_medkit item_quad item_enviro item_haste item_invis
    item_regen item_flight team_CTF_redflag team_CTF_blueflag holdable_kamikaze holdable_portal
    holdable_invulnerability ammo_nails ammo_mines ammo_belt item_scout item_guard item_doubler
    item_ammoregen team_CTF_neutralflag item_redcube item_bluecube weapon_nailgun weapon_prox_launcher
    weapon_chaingun team_DD_pointAblue team_DD_pointBblue team_DD_pointAred team_DD_pointBred
    team_DD_pointAwhite team_DD_pointBwhite team_dom_pointWhite team_dom_pointRed team_dom_pointBlue
};

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

/// The class of an item by its number; 0 is no item.
pub(crate) fn item_class(number: i32) -> Option<&'static str> {
    CLASSES.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// What a class is. None for powers and what else has no word in the vocabulary.
pub(crate) fn item_kind(class: &str) -> Option<ItemKind> {
    let weapon = |name: &str| Weapon::of_class(name).and_then(Weapon::shooter_class);
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
