//! A line for each name of the world, for `motive world scenes`.

pub(super) const DESCRIPTIONS: &[(&str, &str)] = &[
    ("friend", "a friend in the library to talk with"),
    ("computer", "a computer in the library"),
    ("camera", "watches the site"),
    ("area", "where the character is"),
    ("at", "where it is"),
    ("place", "the thing at which the character stands"),
    ("done", "whether the character has done what it came for"),
    ("turn", "whether it is its turn to cross the road"),
    ("anxious", "whether the character is nervous by nature"),
    ("run_seen", "how much running the character has seen lately"),
    ("the_friend", "the one friend"),
    ("the_computer", "the one computer"),
    ("walk_to", "walks to a thing"),
    ("chat", "talks with the friend, loudly"),
    ("check_social_network", "uses the computer, quietly"),
    ("walk", "walks across the road or off the site"),
    ("run", "runs across the road or off the site, which looks suspicious"),
];
