//! The scenes of the room: initial facts, actions and goals.

/// Which of the examples is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoomScene {
    /// A dude sits in a chair with a glass in its only hand; the door is shut.
    #[default]
    Door,
    /// The same, and the window on the way is open and should not be.
    Window,
    /// A robot with two hands has a board to sand and itself to paint.
    Workshop,
}

/// Something that is so or not.
pub(super) type Fact = (&'static str, bool);

/// Something that can be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomAction {
    pub(super) name: &'static str,
    pub(super) needs: &'static [Fact],
    pub(super) makes: &'static [Fact],
    /// How many hands it frees, or takes if it is below nothing.
    pub(super) frees: i8,
    /// The number of ticks per cell that it moves the body; 0 if it does not move it.
    pub(super) pace: u64,
    /// It takes the whole body, so that nothing else that does can be done with it.
    pub(super) body: bool,
}

const fn command(name: &'static str, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    RoomAction { name, needs, makes, frees: 0, pace: 0, body: false }
}

const fn hand(command: RoomAction, frees: i8) -> RoomAction {
    RoomAction { frees, ..command }
}

const fn body(command: RoomAction, pace: u64) -> RoomAction {
    RoomAction { pace, body: true, ..command }
}

/// Whether a hand is free. It follows from how many are.
pub(super) const HAND: &str = "hand_is_free";
/// Whether the dude is there. It follows from where it is.
pub(super) const AT_DOOR: &str = "at_door";
/// The same of the window.
pub(super) const AT_WINDOW: &str = "at_window";

/// Everything that may be so, in all scenes, and whether it is at first.
pub(super) const FACTS: &[Fact] = &[
    (HAND, false),
    (AT_DOOR, false),
    (AT_WINDOW, false),
    ("door_is_located", false),
    ("door_is_open", false),
    ("window_is_open", true),
    ("glass_in_hand", true),
    ("sitting", true),
    ("standing", false),
    ("operational", true),
    ("sander_somewhere", true),
    ("sprayer_somewhere", true),
    ("board_somewhere", true),
    ("sander_in_hand", false),
    ("sprayer_in_hand", false),
    ("board_in_hand", false),
    ("board_in_vise", false),
    ("board_sanded", false),
    ("self_painted", false),
];

/// Everything that can be done, in all scenes.
pub(super) const ACTIONS: &[RoomAction] = &[
    command("locate_door", &[], &[("door_is_located", true)]),
    body(
        command("stand_up", &[("standing", false), (HAND, true)], &[("standing", true), ("sitting", false)]),
        0,
    ),
    body(command("fall_down", &[("standing", true)], &[("standing", false)]), 0),
    body(command("walk", &[("door_is_located", true), ("standing", true)], &[]), 1),
    body(command("crawl", &[("door_is_located", true), ("standing", false), ("sitting", false)], &[]), 2),
    hand(command("put_down_glass", &[("glass_in_hand", true)], &[("glass_in_hand", false)]), 1),
    hand(command("pick_up_glass", &[("glass_in_hand", false), (HAND, true)], &[("glass_in_hand", true)]), -1),
    command("open_door", &[(AT_DOOR, true), (HAND, true)], &[("door_is_open", true)]),
    command("close_window", &[(AT_WINDOW, true), (HAND, true)], &[("window_is_open", false)]),
    take(
        "pick_up_sander",
        &[("sander_somewhere", true), (HAND, true)],
        &[("sander_in_hand", true), ("sander_somewhere", false)],
    ),
    take(
        "pick_up_sprayer",
        &[("sprayer_somewhere", true), (HAND, true)],
        &[("sprayer_in_hand", true), ("sprayer_somewhere", false)],
    ),
    take(
        "pick_up_board",
        &[("board_somewhere", true), (HAND, true)],
        &[("board_in_hand", true), ("board_somewhere", false)],
    ),
    leave(
        "put_down_sander",
        &[("sander_in_hand", true)],
        &[("sander_in_hand", false), ("sander_somewhere", true)],
    ),
    leave(
        "put_down_sprayer",
        &[("sprayer_in_hand", true)],
        &[("sprayer_in_hand", false), ("sprayer_somewhere", true)],
    ),
    leave(
        "put_down_board",
        &[("board_in_hand", true)],
        &[("board_in_hand", false), ("board_somewhere", true)],
    ),
    leave(
        "place_board_in_vise",
        &[("board_in_hand", true)],
        &[("board_in_hand", false), ("board_in_vise", true)],
    ),
    work(
        "sand_board_in_hand",
        &[("operational", true), ("board_in_hand", true), ("sander_in_hand", true)],
        &[("board_sanded", true)],
    ),
    work(
        "sand_board_in_vise",
        &[("operational", true), ("board_in_vise", true), ("sander_in_hand", true)],
        &[("board_sanded", true)],
    ),
    work(
        "spray_paint_self",
        &[("operational", true), ("sprayer_in_hand", true)],
        &[("self_painted", true), ("operational", false)],
    ),
];

const fn take(name: &'static str, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    body(hand(command(name, needs, makes), -1), 0)
}

const fn leave(name: &'static str, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    body(hand(command(name, needs, makes), 1), 0)
}

const fn work(name: &'static str, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    body(command(name, needs, makes), 0)
}

impl RoomScene {
    /// The scene of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "door" => Some(Self::Door),
            "window" => Some(Self::Window),
            "workshop" => Some(Self::Workshop),
            _ => None,
        }
    }

    /// What is wanted.
    pub(super) fn wanted(self) -> &'static [Fact] {
        match self {
            Self::Door => &[("door_is_open", true)],
            Self::Window => &[("door_is_open", true), ("window_is_open", false)],
            Self::Workshop => &[("board_sanded", true), ("self_painted", true)],
        }
    }

    /// How many hands are free at first.
    pub(super) fn hands(self) -> i8 {
        match self {
            Self::Workshop => 2,
            Self::Door | Self::Window => 0,
        }
    }
}
