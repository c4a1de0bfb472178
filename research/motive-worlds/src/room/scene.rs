//! The scenes of the room: initial facts, actions and goals.

use motive::Actions;
use serde::{Deserialize, Serialize};

/// Which of the examples is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    pub(super) act: RoomAct,
    pub(super) needs: &'static [Fact],
    pub(super) makes: &'static [Fact],
    /// How many hands it frees, or takes if it is below nothing.
    pub(super) frees: i8,
    /// The number of ticks per cell that it moves the body; 0 if it does not move it.
    pub(super) pace: u64,
    /// It takes the whole body, so that nothing else that does can be done with it.
    pub(super) body: bool,
}

const fn command(act: RoomAct, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    RoomAction { act, needs, makes, frees: 0, pace: 0, body: false }
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

/// Everything that may be so, in all scenes, whether it is at first, and a line about it for `motive world room`.
pub(super) const FACTS: [(&str, bool, &str); 19] = [
    (HAND, false, "whether a hand is free"),
    (AT_DOOR, false, "whether the character is at the door"),
    (AT_WINDOW, false, "whether the character is at the window"),
    ("door_is_located", false, "whether the character knows where the door is"),
    ("door_is_open", false, "whether the door is open"),
    ("window_is_open", true, "whether the window is open"),
    ("glass_in_hand", true, "whether the character holds the glass"),
    ("sitting", true, "whether the character sits"),
    ("standing", false, "whether the character stands"),
    ("operational", true, "whether the robot works: paint stops it"),
    ("sander_somewhere", true, "whether the sander lies about"),
    ("sprayer_somewhere", true, "whether the sprayer lies about"),
    ("board_somewhere", true, "whether the board lies about"),
    ("sander_in_hand", false, "whether the robot holds the sander"),
    ("sprayer_in_hand", false, "whether the robot holds the sprayer"),
    ("board_in_hand", false, "whether the robot holds the board"),
    ("board_in_vise", false, "whether the board is in the vise"),
    ("board_sanded", false, "whether the board is sanded"),
    ("self_painted", false, "whether the robot has painted itself"),
];

/// Everything that can be done, in all scenes.
#[derive(Actions, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomAct {
    /// looks for the door
    LocateDoor,
    /// stands up; it takes a free hand
    StandUp,
    /// drops to the floor
    FallDown,
    /// walks a cell toward the door
    Walk,
    /// crawls a cell toward the door, at half the pace
    Crawl,
    /// puts down the glass
    PutDownGlass,
    /// picks up the glass
    PickUpGlass,
    /// opens the door
    OpenDoor,
    /// closes the window
    CloseWindow,
    /// picks up the sander
    PickUpSander,
    /// picks up the sprayer
    PickUpSprayer,
    /// picks up the board
    PickUpBoard,
    /// puts down the sander
    PutDownSander,
    /// puts down the sprayer
    PutDownSprayer,
    /// puts down the board
    PutDownBoard,
    /// puts the board into the vise
    PlaceBoardInVise,
    /// sands the board that it holds
    SandBoardInHand,
    /// sands the board in the vise
    SandBoardInVise,
    /// paints itself, after which it no longer works
    SprayPaintSelf,
}

/// What each of them needs and makes.
pub(super) const ACTIONS: &[RoomAction] = {
    use RoomAct::*;
    &[
        command(LocateDoor, &[], &[("door_is_located", true)]),
        body(
            command(StandUp, &[("standing", false), (HAND, true)], &[("standing", true), ("sitting", false)]),
            0,
        ),
        body(command(FallDown, &[("standing", true)], &[("standing", false)]), 0),
        body(command(Walk, &[("door_is_located", true), ("standing", true)], &[]), 1),
        body(command(Crawl, &[("door_is_located", true), ("standing", false), ("sitting", false)], &[]), 2),
        hand(command(PutDownGlass, &[("glass_in_hand", true)], &[("glass_in_hand", false)]), 1),
        hand(command(PickUpGlass, &[("glass_in_hand", false), (HAND, true)], &[("glass_in_hand", true)]), -1),
        command(OpenDoor, &[(AT_DOOR, true), (HAND, true)], &[("door_is_open", true)]),
        command(CloseWindow, &[(AT_WINDOW, true), (HAND, true)], &[("window_is_open", false)]),
        take(
            PickUpSander,
            &[("sander_somewhere", true), (HAND, true)],
            &[("sander_in_hand", true), ("sander_somewhere", false)],
        ),
        take(
            PickUpSprayer,
            &[("sprayer_somewhere", true), (HAND, true)],
            &[("sprayer_in_hand", true), ("sprayer_somewhere", false)],
        ),
        take(
            PickUpBoard,
            &[("board_somewhere", true), (HAND, true)],
            &[("board_in_hand", true), ("board_somewhere", false)],
        ),
        leave(
            PutDownSander,
            &[("sander_in_hand", true)],
            &[("sander_in_hand", false), ("sander_somewhere", true)],
        ),
        leave(
            PutDownSprayer,
            &[("sprayer_in_hand", true)],
            &[("sprayer_in_hand", false), ("sprayer_somewhere", true)],
        ),
        leave(
            PutDownBoard,
            &[("board_in_hand", true)],
            &[("board_in_hand", false), ("board_somewhere", true)],
        ),
        leave(
            PlaceBoardInVise,
            &[("board_in_hand", true)],
            &[("board_in_hand", false), ("board_in_vise", true)],
        ),
        work(
            SandBoardInHand,
            &[("operational", true), ("board_in_hand", true), ("sander_in_hand", true)],
            &[("board_sanded", true)],
        ),
        work(
            SandBoardInVise,
            &[("operational", true), ("board_in_vise", true), ("sander_in_hand", true)],
            &[("board_sanded", true)],
        ),
        work(
            SprayPaintSelf,
            &[("operational", true), ("sprayer_in_hand", true)],
            &[("self_painted", true), ("operational", false)],
        ),
    ]
};

const fn take(act: RoomAct, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    body(hand(command(act, needs, makes), -1), 0)
}

const fn leave(act: RoomAct, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    body(hand(command(act, needs, makes), 1), 0)
}

const fn work(act: RoomAct, needs: &'static [Fact], makes: &'static [Fact]) -> RoomAction {
    body(command(act, needs, makes), 0)
}

impl RoomScene {
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
