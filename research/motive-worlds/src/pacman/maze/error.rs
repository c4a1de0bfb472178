//! Why a text is not a maze.

use thiserror::Error;

/// Why a text is not a maze, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct MazeError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: MazeProblem,
}

/// What is wrong with a maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MazeProblem {
    /// The text has no tiles.
    #[error("there is no maze here, only empty lines")]
    Empty,
    /// A character means nothing.
    #[error(
        "`{0}` is no tile; a tile is `#` wall, `.` dot, `o` power pill, ` ` floor, `P` Pac-Man, `F` fruit, \
         `G` ghost, `_` ghost house or `=` its door"
    )]
    UnknownTile(char),
    /// A line of so many tiles is not as long as the first one.
    #[error("this line has {0} tiles, but the first one has {1}")]
    Ragged(usize, usize),
    /// There are more tiles than we handle.
    #[error(
        "the maze is too large; it can have {} lines of {} tiles and {} tiles that are not walls",
        super::MAX_SIDE,
        super::MAX_SIDE,
        super::MAX_CELLS
    )]
    TooLarge,
    /// A tunnel has only one end.
    #[error("this way out leads into a wall: a tunnel needs an opening on the opposite edge, too")]
    HalfTunnel,
    /// Pac-Man has no place to start.
    #[error("the maze has no `P` where Pac-Man could start")]
    NoPacman,
    /// Pac-Man has a second place to start.
    #[error("Pac-Man can start in one place only, and there is a `P` before this one")]
    SecondPacman,
    /// Something to eat is out of Pac-Man's reach, so that the level could never be cleared.
    #[error("Pac-Man cannot get here")]
    OutOfReach,
    /// A ghost is walled in.
    #[error("the ghost that starts here cannot get to Pac-Man")]
    WalledIn,
}
