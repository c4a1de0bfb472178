//! What can be chosen by name. A test compares the defaults that are told here with those of [`MatchSettings`].

use std::io;
use std::path::Path;
use std::sync::Arc;

use motive_shooter::game::MatchSettings;
use motive_shooter::map::{ArenaMap, SHIPPED};
use motive_shooter::rules::GameType;
use motive_util::read_regular_file;

use crate::error::WorldError;
use crate::options::{OptionInfo, OptionValue, Options, nearest};

/// How long the file of a map may be. The largest that comes along has 3,000 bytes, and a device has no end.
const MOST_BYTES: u64 = 1 << 20;

pub(super) fn known() -> Vec<OptionInfo> {
    let option = OptionInfo::new;
    let number = |name, default, summary| option(name, f64::EXPECTS, default, summary);
    let switch = |name, default, summary| option(name, bool::EXPECTS, default, summary);
    vec![
        option(
            "map",
            "the name of a map, or a file whose name ends in `.map`",
            "ctf-simple",
            "where to play: corridor, crossfire, ctf-fortress, ctf-simple, duel, empty, stalwart-like, team-yards, or a file of your own",
        ),
        option(
            "game",
            "`any`, `deathmatch`, `team_deathmatch`, `capture_the_flag` or `domination`",
            "any",
            "which game; `any` is the one that the map is made for",
        ),
        option("agents", "a number from 1 to 64", "2", "how many players; even ones are red, odd ones blue"),
        number("time_limit", "300", "seconds that the game lasts; 0 for no limit (thesis)"),
        number("score_limit", "0", "points at which the game ends; 0 for no limit"),
        number("update", "0.25", "seconds between two decisions (specified)"),
        switch("armed", "no", "whether everybody starts with an enforcer (specified)"),
        switch("friendly_fire", "no", "whether shots hurt one's own team (ours)"),
        switch("nodes", "yes", "whether bots are told of navigation points in sight (ours)"),
        number("item_returns", "30", "seconds until an item is there again (thesis)"),
        number("respawn", "2", "seconds until the dead start again (specified)"),
        number("flag_returns", "25", "seconds until a dropped flag returns by itself (ours)"),
        number("points_per_second", "1", "points for each domination point that is held (specified)"),
        number("latency", "0", "seconds that commands and percepts are late"),
        number("jitter", "0", "seconds that they may be later still"),
        number("loss", "0", "the part of events that is lost, from 0 to 1"),
        number("push_every", "0", "seconds between two pushes off a player's way; 0 for none"),
        number("slow_paths", "0", "seconds that answers about paths are late"),
    ]
}

pub(super) fn read(options: &Options<'_>) -> Result<(Arc<ArenaMap>, MatchSettings), WorldError> {
    let mut settings = MatchSettings::default();
    let mut map = String::from("ctf-simple");
    options.set("map", &mut map, |text| Some(text.to_owned()))?;
    options.set("game", &mut settings.game, |text| match text {
        "any" => Some(None),
        name => GameType::of_name(name).map(Some),
    })?;
    options.set("agents", &mut settings.players, |text| text.parse().ok())?;
    let faults = &mut settings.faults;
    let numbers: [(&str, &mut f64); 12] = [
        ("time_limit", &mut settings.time_limit),
        ("score_limit", &mut settings.score_limit),
        ("update", &mut settings.update),
        ("item_returns", &mut settings.item_returns),
        ("respawn", &mut settings.respawn),
        ("flag_returns", &mut settings.flag_returns),
        ("points_per_second", &mut settings.points_per_second),
        ("latency", &mut faults.latency),
        ("jitter", &mut faults.jitter),
        ("loss", &mut faults.loss),
        ("push_every", &mut faults.push_every),
        ("slow_paths", &mut faults.slow_paths),
    ];
    for (name, into) in numbers {
        options.set(name, into, f64::read)?;
    }
    let switches = [
        ("armed", &mut settings.armed),
        ("friendly_fire", &mut settings.friendly_fire),
        ("nodes", &mut settings.shows_nodes),
    ];
    for (name, into) in switches {
        options.set(name, into, bool::read)?;
    }
    Ok((Arc::new(map_of(&map)?), settings))
}

/// A map that comes along, or one from a file.
fn map_of(name: &str) -> Result<ArenaMap, WorldError> {
    if let Some((name, text)) = SHIPPED.iter().find(|(known, _)| *known == name) {
        return read_map(name, text);
    }
    if name.ends_with(".map") {
        let text =
            read_limited(name).map_err(|error| WorldError::Map(name.to_owned(), vec![error.to_string()]))?;
        return read_map(name, &text);
    }
    let known = SHIPPED.iter().map(|(name, _)| *name);
    let hint = match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            format!("there are {}; a file of your own ends in `.map`", known.collect::<Vec<_>>().join(", "))
        }
    };
    Err(WorldError::Map(name.to_owned(), vec![format!("there is no such map; {hint}")]))
}

/// The text of a file that is not longer than any map.
fn read_limited(path: &str) -> io::Result<String> {
    String::from_utf8(read_regular_file(Path::new(path), MOST_BYTES)?).map_err(io::Error::other)
}

fn read_map(name: &str, text: &str) -> Result<ArenaMap, WorldError> {
    ArenaMap::read(name, text)
        .map_err(|errors| WorldError::Map(name.to_owned(), errors.iter().map(ToString::to_string).collect()))
}
