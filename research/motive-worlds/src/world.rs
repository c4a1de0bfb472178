//! The trait that every world implements.

use std::sync::Arc;

use motive::kernel::{ActionEnd, Catalogue, Decision, Memory, Mind, Time, Vocabulary};

use crate::error::WorldError;
use crate::frame::{Backdrop, Frame};

/// A world that agents decide in.
///
/// [`Run`](crate::Run) plays a tick like this: every agent [perceives](AnyWorld::perceive), every agent thinks, every
/// agent [acts](AnyWorld::act), and then the world [steps](AnyWorld::step). What holds for every world:
///
/// - *Deterministic.* After [`AnyWorld::reset`] with the same seed, the same decisions give the same percepts, frames and
///   scores, on any machine.
/// - *Order does not matter.* [`AnyWorld::act`] only notes what an agent decided; nothing moves before [`AnyWorld::step`]. So the order in which
///   agents of one tick are asked changes nothing.
/// - *Nothing is fatal.* An action that the world does not know, or that cannot be done, is left out. An agent number that does not
///   exist, or a memory with names of another world, is a [`WorldError`].
/// - *Percepts are changes.* A world writes into a memory what is new since it last did so, and fills one that it has
///   not written before. What an agent notes for itself stays untouched.
///
/// ```
/// use motive::kernel::{Agent, Expr, Memory};
/// use motive::arbiter::{Arbiter, Character, Goal};
/// use motive::arbiter::teleo::{Definition, Library, Rule};
///
/// let mut world = motive_worlds::find("pacman", &["lives=1"])?;
/// world.reset(7);
///
/// // An agent that always goes for the nearest dot, with the names that the world declares.
/// let names = world.vocabulary().clone();
/// let way_to_dot = names.find_property("way_to_dot").ok_or("no such property")?;
/// let go = names.find_action("move").ok_or("no such action")?;
/// let eat = Rule::new("eat").act(go, [Expr::own(way_to_dot)]);
/// let library = Library::new(&names, vec![Definition::new("Eat").rule(eat)])?;
/// let glutton = Character::new(names.clone())
///     .goal(Goal::maintain("eat", "Eat").always(1))
///     .library(&library)
///     .catalogue(world.catalogue().clone())
///     .build()?;
/// let mut agent = Agent::new(Memory::new(names), Arbiter::new(glutton), 7, 0);
///
/// while !world.is_over() {
///     world.perceive(0, agent.memory_mut())?;
///     let decision = agent.tick(world.time());
///     world.act(0, decision)?;
///     world.step();
/// }
/// assert!(world.score(0) > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyWorld: Send {
    /// The name under which [`find`](crate::find) finds it.
    fn name(&self) -> &str;

    /// The names that agents of this world use. It never changes.
    fn vocabulary(&self) -> &Arc<Vocabulary>;

    /// What is known of the actions: which conflict, what they need and change.
    fn catalogue(&self) -> &Catalogue;

    /// Restarts the world. All randomness from here on depends on the seed alone.
    fn reset(&mut self, seed: u64);

    /// How many agents there is room for, numbered from 0.
    fn agents(&self) -> usize;

    /// Writes what an agent perceives now into its memory, and tells the memory the time.
    ///
    /// # Errors
    /// If there is no such agent, or the memory's names are not those of this world.
    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError>;

    /// Notes what an agent has decided. It is done in the next [`step`](AnyWorld::step), once.
    ///
    /// # Errors
    /// If there is no such agent.
    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError>;

    /// Writes what the members of a team know of the game together into the memory of their coordinator, who has no body. Members are given by
    /// the numbers of their agents and by their names. Most worlds report nothing.
    ///
    /// # Errors
    /// If the memory's names are not those of this world.
    fn report(&mut self, _members: &[(usize, String)], _memory: &mut Memory) -> Result<(), WorldError> {
        Ok(())
    }

    /// Names the latched actions of an agent that ended since it was last asked, by the number of their run. An agent is asked after it
    /// has perceived.
    fn ended(&mut self, _agent: usize, _report: &mut dyn FnMut(u64, ActionEnd)) {}

    /// Lets one tick pass. Does nothing when the world is over.
    fn step(&mut self);

    /// How many ticks have passed, and how much of the world's time.
    fn time(&self) -> Time;

    /// Whether nothing will happen any more.
    fn is_over(&self) -> bool;

    /// How well an agent has done so far; more is better. An agent that does not exist has done nothing.
    fn score(&self, agent: usize) -> f64;

    /// The world as text, for people. It fits into a terminal of 80 columns and 22 rows.
    fn draw(&self) -> String;

    /// What the signs of [`draw`](AnyWorld::draw) mean, in one line of at most 78 columns.
    fn legend(&self) -> &'static str {
        ""
    }

    /// All that can be seen now, for recordings.
    fn frame(&self) -> Frame {
        Frame::Text(self.draw())
    }

    /// What does not change, if a recording of this world can be shown as a page. Then its frames are recorded too.
    fn backdrop(&self) -> Option<Backdrop> {
        None
    }

    /// A recorded frame of such a world as text. `None` if it is a frame of another world.
    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Text(text) = frame { Some(text.clone()) } else { None }
    }

    /// Its map as an SVG picture, if it has one.
    fn picture(&self) -> Option<String> {
        None
    }

    /// Numbers about the run so far, by name and always in the same order.
    fn metrics(&self) -> Vec<(&'static str, f64)>;

    /// The minds in plain Rust that come with the world, by name, to compare agent files with.
    fn minds(&self) -> &'static [&'static str] {
        &[]
    }

    /// A new mind of one of those names. It needs a memory with exactly this world's vocabulary, or one that extends it.
    fn mind(&self, _name: &str) -> Option<Box<dyn Mind>> {
        None
    }

    /// The numbers of such a mind that can be set, with what they are otherwise.
    fn mind_numbers(&self, _name: &str) -> &'static [(&'static str, f64)] {
        &[]
    }

    /// A new mind of one of those names with some of its numbers set, so that a study can vary and a search can find them.
    ///
    /// # Errors
    /// If there is no such mind, it has no such number, or it cannot be made of them.
    fn mind_with(&self, name: &str, set: &[(String, f64)]) -> Result<Box<dyn Mind>, WorldError> {
        if let Some((number, _)) = set.first() {
            let (mind, number) = (name.to_owned(), number.clone());
            return Err(WorldError::UnknownNumber(mind, number, Vec::new()));
        }
        self.mind(name).ok_or_else(|| WorldError::UnknownMind(name.to_owned()))
    }
}
