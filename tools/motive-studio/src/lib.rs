//! The studio: the minds of a running game, or of a recording, in a browser.
//!
//! A [`Studio`] is an [`Observer`](motive_core::Observer). A game starts one and passes it to each decision:
//!
//! ```no_run
//! # use motive::prelude::*;
//! # fn play<A: Actions>(mind: Mind<A>, mut clock: Clock) -> std::io::Result<()> {
//! use motive_studio::Studio;
//!
//! let mut studio = Studio::serve("127.0.0.1:0")?; // any free port of this machine
//! println!("{}", studio.address());               // open it in a browser
//! let mut guard = mind.spawn(Seed(7)).named("guard"); // Optional: a name.
//! loop {
//!     let decision = guard.decide_with(clock.tick(), &mut studio);
//!     // carry it out
//! }
//! # }
//! ```
//!
//! A host that works with agents of the kernel calls [`Studio::introduce`] and [`Studio::tick`].
//!
//! The page lists the agents, and shows tick by tick what followed agents want, which rules were tried and why they failed, what they hold, plan, do and know,
//! with the answer of `motive why`. It stops the game at breakpoints, steps it, disables parts of minds, changes what an agent knows, and edits the files of
//! minds. A [`RunLibrary`] serves recordings to the same page, and [`export_page`] puts one into a file of its own.
//!
//! [`Studio::serve_several`] serves several runs at one address, such as those of the threads of a study. A game that plays one run after the other calls
//! [`Studio::begin_run`] before each.
//!
//! # What it costs
//!
//! An agent that no page follows pays three comparisons and one bit test per tick. A followed agent is traced, and its records go to another thread over a
//! bounded queue. The game never waits for a page, unless a page has paused it. When the queue is full, a record is dropped, the page shows how many, and the
//! agent is described anew.
//!
//! # What it lets in
//!
//! The socket is on this machine unless the game asks for another address. The address has a random token, without which every request
//! is refused; a page of another site is refused by its origin even if it knew the token. Messages, pages, breakpoints and changes by hand
//! are limited in size and number. What a page sends is checked, and refused with a reason; it never stops the game.
//!
//! # What is changed by hand
//!
//! Everything that a page changes is an [`Event::ByHand`](motive_core::trace::Event::ByHand) of the decision before which it took
//! effect: the page shows it, and so does a recording of the run. A run without changes by hand has none, and decides as without the studio.
//!
//! # How it is built
//!
//! Each module uses only those above it.
//!
//! | module | what it does |
//! |---|---|
//! | `mind_view`, `track` | what the page shows of a tick, and of a stretch of ticks |
//! | `agent_numbers` | whom the studio leaves alone, asked of every agent in every tick |
//! | `breakpoint`, `hand_change` | when a game stops, and changes by hand |
//! | `control` | what pages have asked of the game |
//! | `protocol`, `source` | messages, and runs that pages can look at |
//! | `find`, `live`, `recorded` | searches; runs as segments of records, from a queue or a file |
//! | `editing` | the files of minds, with the feature `files` |
//! | `page_session`, `server` | the answers to a page, and sockets |
//! | `library` | recorded runs, served or exported as pages of their own |
//! | `studio` | the side of the game: gates, traces and reports decisions, as an observer of agents |

mod agent_numbers;
mod breakpoint;
mod control;
#[cfg(feature = "files")]
mod editing;
mod find;
mod hand_change;
mod library;
mod live;
mod mind_view;
mod page_session;
mod protocol;
mod recorded;
mod server;
mod source;
mod studio;
mod track;

#[cfg(feature = "files")]
pub use editing::EditableFile;
pub use library::{RunLibrary, export_page};
pub use studio::Studio;
