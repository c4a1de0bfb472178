//! The weapons of the game, and which of the shooter's four each of them is.

use motive_shooter::rules::WeaponClass;

/// A weapon, by the number that the wire has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "they are the names of the game's weapons")]
pub enum Weapon {
    Gauntlet = 1,
    MachineGun = 2,
    Shotgun = 3,
    GrenadeLauncher = 4,
    RocketLauncher = 5,
    LightningGun = 6,
    RailGun = 7,
    PlasmaGun = 8,
    Bfg = 9,
    NailGun = 11,
    ProximityLauncher = 12,
    ChainGun = 13,
}

impl Weapon {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Gauntlet,
        Self::MachineGun,
        Self::Shotgun,
        Self::GrenadeLauncher,
        Self::RocketLauncher,
        Self::LightningGun,
        Self::RailGun,
        Self::PlasmaGun,
        Self::Bfg,
        Self::NailGun,
        Self::ProximityLauncher,
        Self::ChainGun,
    ];

    /// The weapon of a number.
    #[must_use]
    pub fn of_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|weapon| *weapon as i32 == number)
    }

    /// Its entity class.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Gauntlet => "weapon_gauntlet",
            Self::MachineGun => "weapon_machinegun",
            Self::Shotgun => "weapon_shotgun",
            Self::GrenadeLauncher => "weapon_grenadelauncher",
            Self::RocketLauncher => "weapon_rocketlauncher",
            Self::LightningGun => "weapon_lightning",
            Self::RailGun => "weapon_railgun",
            Self::PlasmaGun => "weapon_plasmagun",
            Self::Bfg => "weapon_bfg",
            Self::NailGun => "weapon_nailgun",
            Self::ProximityLauncher => "weapon_prox_launcher",
            Self::ChainGun => "weapon_chaingun",
        }
    }

    /// The weapon of an entity class.
    #[must_use]
    pub fn of_class(class: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|weapon| weapon.class() == class)
    }

    /// The weapon that a class of ammunition fits.
    #[must_use]
    pub fn of_ammunition(class: &str) -> Option<Self> {
        Some(match class {
            "ammo_bullets" => Self::MachineGun,
            "ammo_shells" => Self::Shotgun,
            "ammo_grenades" => Self::GrenadeLauncher,
            "ammo_rockets" => Self::RocketLauncher,
            "ammo_lightning" => Self::LightningGun,
            "ammo_slugs" => Self::RailGun,
            "ammo_cells" => Self::PlasmaGun,
            "ammo_bfg" => Self::Bfg,
            "ammo_nails" => Self::NailGun,
            "ammo_mines" => Self::ProximityLauncher,
            "ammo_belt" => Self::ChainGun,
            _ => return None,
        })
    }

    /// How fast its shots fly, in units a second; none if they hit at once.
    #[must_use]
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
    #[must_use]
    pub const fn explodes(self) -> bool {
        matches!(self, Self::GrenadeLauncher | Self::RocketLauncher | Self::Bfg | Self::ProximityLauncher)
    }

    /// How far it reaches.
    #[must_use]
    pub const fn range(self) -> f32 {
        match self {
            Self::Gauntlet => 50.0,
            Self::LightningGun => 740.0,
            _ => 8_192.0,
        }
    }

    /// Shots with which nobody needs to look for more (ours).
    #[must_use]
    pub const fn enough(self) -> i32 {
        match self {
            Self::MachineGun | Self::LightningGun | Self::PlasmaGun | Self::ChainGun => 100,
            _ => 15,
        }
    }

    /// How good it is against somebody at a distance; ours. The game's own bots have such numbers in their files.
    #[must_use]
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
}

/// Which of the shooter's weapons one of the game is: by how it is used, since the game has twelve and the vocabulary four. None for the gauntlet.
#[must_use]
pub fn weapon_class(weapon: Weapon) -> Option<WeaponClass> {
    Some(match weapon {
        Weapon::Gauntlet => return None,
        Weapon::MachineGun | Weapon::Shotgun => WeaponClass::Enforcer,
        Weapon::LightningGun | Weapon::PlasmaGun | Weapon::NailGun | Weapon::ChainGun => WeaponClass::Minigun,
        Weapon::RailGun => WeaponClass::SniperRifle,
        Weapon::GrenadeLauncher | Weapon::RocketLauncher | Weapon::Bfg | Weapon::ProximityLauncher => {
            WeaponClass::RocketLauncher
        }
    })
}
