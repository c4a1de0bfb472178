//! The names of this vocabulary beside those of the GameBots protocol.

/// A name here and its name on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameBotsName {
    /// The name in agent files.
    pub name: &'static str,
    /// The message or command.
    pub message: &'static str,
    /// The attribute of that message; empty where the message as a whole is meant.
    pub attribute: &'static str,
}

const fn name(name: &'static str, message: &'static str, attribute: &'static str) -> GameBotsName {
    GameBotsName { name, message, attribute }
}

/// All names that have a counterpart on the wire.
pub const GAMEBOTS: &[GameBotsName] = &[
    name("rotation", "SLF", "Rotation"),
    name("position", "SLF", "Location"),
    name("velocity", "SLF", "Velocity"),
    name("team", "SLF", "Team"),
    name("health", "SLF", "Health"),
    name("weapon", "SLF", "Weapon"),
    name("ammo", "SLF", "CurrentAmmo"),
    name("armour", "SLF", "Armor"),
    name("score", "GAM", "Score"),
    name("own_flag_away", "GAM", "Flag"),
    name("owner", "GAM", "Dom"),
    name("player", "PLR", ""),
    name("label", "PLR", "Name"),
    name("reachable", "PLR", "Reachable"),
    name("nav_point", "NAV", ""),
    name("item", "INV", ""),
    name("class", "INV", "Class"),
    name("flag", "FLG", ""),
    name("carrier", "FLG", "Holder"),
    name("domination_point", "DOM", ""),
    name("mover", "MOV", ""),
    name("hurt_event", "DAM", ""),
    name("hit_event", "HIT", ""),
    name("death_event", "DIE", ""),
    name("kill_event", "KIL", ""),
    name("bump_event", "BMP", ""),
    name("wall_event", "WAL", ""),
    name("fall_event", "FAL", ""),
    name("noise_event", "HRN", ""),
    name("pick_up_event", "AIN", ""),
    name("projectile_event", "PRJ", ""),
    name("message_event", "VMT", ""),
    name("path", "PTH", ""),
    name("query", "PTH", "Id"),
    name("reach_answer", "RCH", ""),
    name("run_to", "RUNTO", ""),
    name("strafe_to", "STRAFE", ""),
    name("turn_to", "TURNTO", ""),
    name("rotate", "ROTATE", "Amount"),
    name("jump", "JUMP", ""),
    name("shoot", "SHOOT", ""),
    name("stop_shooting", "STOPSHOOT", ""),
    name("stop", "STOP", ""),
    name("change_weapon", "CHANGEWEAPON", "Id"),
    name("get_path", "GETPATH", ""),
    name("check_reach", "CHECKREACH", ""),
    name("say", "MESSAGE", "Text"),
    name("walk", "SETWALK", "Walk"),
];
