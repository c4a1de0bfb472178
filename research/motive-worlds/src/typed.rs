//! Worlds written with the types of a game.

use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{OptionInfo, of_defaults};
use crate::registry::About;
use crate::world::AnyWorld;
use motive::declare::{Actions, Declarations, Perception, Senses};
use motive::kernel::{self, ActionEnd, Catalogue, Facts, Id, Memory, Phase, Property, Vocabulary};
use motive::{Active, Decision, Game, GameBuilder, RunId, Seed, Time};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::mem::discriminant;
use std::sync::Arc;
use std::time::Duration;

/// A world of your own, in one file.
///
/// It says with types what its agents see, what they are and what they do, as a [`Game`] does, and nothing of it twice: the files of minds,
/// `motive play`, `why`, the studio, the lab and Python know it by these. What holds for every world:
///
/// - *Deterministic.* The same options, seed and decisions give the same percepts and scores.
/// - *Order does not matter.* [`World::act`] only notes what an agent decided; nothing moves before [`World::step`].
///
/// ```
/// use motive::prelude::*;
/// use motive::declare::Senses;
/// use motive_worlds::{World, WorldError};
///
/// /// Wants to be picked.
/// #[derive(Percept)]
/// struct Berry { id: Id, distance: u32 }
///
/// #[derive(SelfState)]
/// struct Body { picked: u32 }
///
/// #[derive(Actions)]
/// #[motive(one_at_a_time)]
/// enum Act { Step, Pick(Id) }
///
/// struct Hedge { distance: u32, picked: u32, act: Option<Act>, ticks: u32 }
///
/// impl World for Hedge {
///     const NAME: &'static str = "hedge";
///     type Sees = Berry;
///     type Is = Body;
///     type Does = Act;
///     type Options = ();
///
///     fn new(_: &(), seed: Seed) -> Result<Self, WorldError> {
///         Ok(Self { distance: 3 + (seed.0 % 3) as u32, picked: 0, act: None, ticks: 0 })
///     }
///     fn perceive(&mut self, _: usize, to: &mut Senses<'_>) {
///         to.perceive([Berry { id: Id::new(1), distance: self.distance }]);
///         to.update(&Body { picked: self.picked });
///     }
///     fn act(&mut self, _: usize, decision: Decision<Act>) {
///         self.act = decision.into_iter().next().map(|active| active.action);
///     }
///     fn step(&mut self) {
///         self.ticks += 1;
///         match self.act.take() {
///             Some(Act::Step) => self.distance = self.distance.saturating_sub(1),
///             Some(Act::Pick(_)) if self.distance == 0 => (self.picked, self.distance) = (self.picked + 1, 3),
///             _ => {}
///         }
///     }
///     fn is_over(&self) -> bool { self.ticks >= 20 }
///     fn score(&self, _: usize) -> f64 { self.picked.into() }
/// }
///
/// let mut hedge = motive_worlds::Worlds::of::<Hedge>().find::<&str>("hedge", &[])?;
/// hedge.reset(7);
/// assert!(hedge.vocabulary().find_kind("berry").is_some());
/// # Ok::<(), WorldError>(())
/// ```
pub trait World: Sized + Send + 'static {
    /// The name under which it is found.
    const NAME: &'static str;
    /// What it is, in a line.
    const SUMMARY: &'static str = "";
    /// How long a tick takes in the time of the world.
    const TICK: Duration = Duration::from_millis(100);
    /// What options are for: a line for each that is described. They are listed in this order, before all others.
    const OPTIONS: &'static [(&'static str, &'static str)] = &[];
    /// What may be given for an option, if its type does not say it: `("length", "a number from 1 to 9")`. Words of an enum are known.
    const EXPECTS: &'static [(&'static str, &'static str)] = &[];

    /// The kinds of things that agents see: one type, or several as a tuple.
    type Sees: Declarations;
    /// What agents know of themselves.
    type Is: Declarations;
    /// What agents do.
    type Does: Actions;
    /// What can be chosen: the fields of a struct, each a number, a truth, a text or an enum of words.
    type Options: Default + Serialize + DeserializeOwned + Send;

    /// A new world, at its first tick.
    ///
    /// # Errors
    /// If there cannot be a world with these options.
    fn new(options: &Self::Options, seed: Seed) -> Result<Self, WorldError>;

    /// Declares what types cannot say: functions, computed properties, named things, what actions need and change.
    /// A world that keeps handles from here overrides [`World::reset`], so as not to lose them.
    fn declare(&mut self, game: GameBuilder) -> GameBuilder {
        game
    }

    /// Declares names before the types do: they are numbered, in recordings too, and listed in the order of their declaration.
    fn declare_first(&mut self, game: GameBuilder) -> GameBuilder {
        game
    }

    /// How long a tick takes, if that depends on the options.
    fn tick_length(&self) -> Duration {
        Self::TICK
    }

    /// Restarts the world. All randomness from here on depends on the seed alone.
    fn reset(&mut self, options: &Self::Options, seed: Seed) {
        // It could be made with these options before.
        if let Ok(world) = Self::new(options, seed) {
            *self = world;
        }
    }

    /// Passes in, before the first percepts, what an agent knows once and for all, and forgets what is left of another game: its memory is
    /// new, or is not as it was left.
    fn begin(&mut self, _agent: usize, _to: &mut Senses<'_>) {}

    /// How many agents there is room for, numbered from 0.
    fn agents(&self) -> usize {
        1
    }

    /// Passes in what an agent perceives now.
    fn perceive(&mut self, agent: usize, to: &mut Senses<'_>);

    /// Notes what an agent has decided. It is done in the next step, once.
    fn act(&mut self, agent: usize, decision: Decision<Self::Does>);

    /// Names the actions of an agent that have ended since it was last asked. One that failed says why: a word that the world declares, or an
    /// empty one. Needed for actions that continue until the world ends them.
    fn ended(&mut self, _agent: usize, _report: &mut dyn FnMut(RunId, Result<(), &'static str>)) {}

    /// Lets one tick pass.
    fn step(&mut self);

    /// Whether nothing will happen any more.
    fn is_over(&self) -> bool;

    /// How well an agent has done so far; more is better.
    fn score(&self, agent: usize) -> f64;

    /// The world as text, for people. It fits into a terminal of 80 columns and 22 rows. A world with frames of its own says there how they are drawn.
    fn draw(&self) -> String {
        String::new()
    }

    /// What the signs of [`World::draw`] mean, in one line of at most 78 columns.
    fn legend(&self) -> &'static str {
        ""
    }

    /// All that can be seen now, for recordings.
    fn frame(&self) -> Frame {
        Frame::Text(self.draw())
    }

    /// A frame of such a world, recorded or as it is now, as text. `None` if it is a frame of another world.
    fn redraw(&self, frame: &Frame) -> Option<String> {
        frame.text().filter(|_| discriminant(frame) == discriminant(&self.frame()))
    }

    /// Numbers about the run so far, by name and always in the same order.
    fn metrics(&self) -> Vec<(&'static str, f64)> {
        vec![("score", self.score(0))]
    }

    /// The minds in plain Rust that come with the world, by name, to compare agent files with.
    fn minds() -> &'static [&'static str] {
        &[]
    }

    /// A new mind of one of those names.
    fn mind(&self, _name: &str, _game: &Game<Self::Does>) -> Option<Box<dyn kernel::Mind>> {
        None
    }

    /// The numbers of such a mind that can be set, with what they are otherwise.
    fn mind_numbers(_name: &str) -> &'static [(&'static str, f64)] {
        &[]
    }

    /// A new mind of one of those names with some of its numbers set. They are numbers that it has.
    ///
    /// # Errors
    /// If there is no such mind, or it cannot be made of them.
    fn mind_with(
        &self,
        name: &str,
        _set: &[(String, f64)],
        game: &Game<Self::Does>,
    ) -> Result<Box<dyn kernel::Mind>, WorldError> {
        self.mind(name, game).ok_or_else(|| WorldError::UnknownMind(name.to_owned()))
    }
}

/// What is known of a world.
pub(crate) fn about<W: World>() -> About {
    let line = |lines: &'static [(&str, &'static str)], option: &OptionInfo| {
        lines.iter().find(|(name, _)| *name == option.name).map(|(_, line)| (*line).to_owned())
    };
    let mut options = of_defaults::<W::Options>();
    for option in &mut options {
        option.summary = line(W::OPTIONS, option).unwrap_or_default();
        option.expects = line(W::EXPECTS, option).unwrap_or_else(|| std::mem::take(&mut option.expects));
    }
    let place = |option: &OptionInfo| W::OPTIONS.iter().position(|(name, _)| *name == option.name);
    options.sort_by_key(|option| place(option).unwrap_or(usize::MAX));
    About::new(W::NAME, W::SUMMARY, options, |given| {
        let options: W::Options = given.read_into()?;
        Ok(Box::new(TypedWorld::<W>::new(options)?))
    })
}

/// Makes a [`World`], which is written with types, an [`AnyWorld`], which is known by handles. [`Worlds`](crate::Worlds) do so with those that
/// they find; make one of a world that you made yourself.
pub struct TypedWorld<W: World> {
    world: W,
    options: W::Options,
    game: Game<W::Does>,
    tick: u64,
    /// By agent.
    told: Vec<ToldMemory>,
}

/// What was told to the memory of an agent.
#[derive(Default)]
struct ToldMemory {
    perception: Perception,
    /// When, by the memory's own time; a memory that shows another time was not told.
    at: Option<Time>,
    /// The names of the memory, once they were compared with those of the world.
    names: Option<Arc<Vocabulary>>,
    /// Actions that could not be carried out, because an argument is of the wrong type.
    unreadable: Vec<RunId>,
}

impl<W: World> TypedWorld<W> {
    fn new(options: W::Options) -> Result<Self, WorldError> {
        Self::with(W::new(&options, Seed(0))?, options)
    }

    /// Takes a world that was made by hand. A reset makes it anew from its default options, unless it has a [`World::reset`] of its own.
    ///
    /// # Errors
    /// If the declarations of the world contradict each other.
    pub fn of(world: W) -> Result<Self, WorldError> {
        Self::with(world, W::Options::default())
    }

    /// The world itself.
    pub fn inner(&self) -> &W {
        &self.world
    }

    /// The world itself, to change it by hand. Agents learn of it when they perceive next.
    pub fn inner_mut(&mut self) -> &mut W {
        &mut self.world
    }

    fn with(mut world: W, options: W::Options) -> Result<Self, WorldError> {
        let game = world.declare_first(Game::new()).sees::<W::Sees>().is::<W::Is>();
        let game = world.declare(game).does::<W::Does>();
        let game = game.map_err(|error| WorldError::Actions(error.to_string()))?;
        let told = (0..world.agents()).map(|_| ToldMemory::default()).collect();
        Ok(Self { world, options, game, tick: 0, told })
    }

    fn check(&self, agent: usize) -> Result<(), WorldError> {
        let agents = self.told.len();
        if agent < agents { Ok(()) } else { Err(WorldError::NoAgent(agent, agents)) }
    }
}

impl<W: World> AnyWorld for TypedWorld<W> {
    fn name(&self) -> &str {
        W::NAME
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        self.game.vocabulary()
    }

    fn catalogue(&self) -> &Catalogue {
        self.game.catalogue()
    }

    fn reset(&mut self, seed: u64) {
        self.world.reset(&self.options, Seed(seed));
        self.told = (0..self.world.agents()).map(|_| ToldMemory::default()).collect();
        self.tick = 0;
    }

    fn agents(&self) -> usize {
        self.told.len()
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        self.check(agent)?;
        let time = self.time();
        let told = &mut self.told[agent];
        let names = memory.shared_vocabulary();
        if !told.names.as_ref().is_some_and(|known| Arc::ptr_eq(known, names)) {
            if !names.extends(self.game.vocabulary()) {
                return Err(WorldError::ForeignMemory);
            }
            told.names = Some(names.clone());
        }
        let is_new = told.at != Some(memory.time()) || knows_nothing_of_itself(memory);
        if is_new {
            told.perception.reset();
        }
        memory.set_time(time);
        told.at = Some(time);
        let mut senses = told.perception.of(self.game.types(), memory);
        if is_new {
            self.world.begin(agent, &mut senses);
        }
        self.world.perceive(agent, &mut senses);
        Ok(())
    }

    fn act(&mut self, agent: usize, decision: &kernel::Decision) -> Result<(), WorldError> {
        self.check(agent)?;
        let decision = Decision::read(decision, self.game.actions());
        for run in decision.unreadable() {
            self.told[agent].unreadable.push(run);
        }
        self.world.act(agent, decision);
        Ok(())
    }

    fn ended(&mut self, agent: usize, report: &mut dyn FnMut(u64, ActionEnd)) {
        let failed = ActionEnd::Failed(self.game.vocabulary().builtin().failed);
        if let Some(told) = self.told.get_mut(agent) {
            told.unreadable.drain(..).for_each(|run| report(run.number(), failed));
            let names = self.game.vocabulary();
            self.world.ended(agent, &mut |run, end| match end {
                Ok(()) => report(run.number(), ActionEnd::Succeeded),
                Err(why) => report(run.number(), names.find_symbol(why).map_or(failed, ActionEnd::Failed)),
            });
        }
    }

    fn step(&mut self) {
        if !self.world.is_over() {
            self.world.step();
            self.tick += 1;
        }
    }

    fn time(&self) -> Time {
        Time::of_tick(self.tick, self.world.tick_length().as_micros().try_into().unwrap_or(u64::MAX))
    }

    fn is_over(&self) -> bool {
        self.world.is_over()
    }

    fn score(&self, agent: usize) -> f64 {
        if agent < self.told.len() { self.world.score(agent) } else { 0.0 }
    }

    fn draw(&self) -> String {
        self.redraw(&self.frame()).unwrap_or_default()
    }

    fn legend(&self) -> &'static str {
        self.world.legend()
    }

    fn frame(&self) -> Frame {
        self.world.frame()
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        self.world.redraw(frame)
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        self.world.metrics()
    }

    fn minds(&self) -> &'static [&'static str] {
        W::minds()
    }

    fn mind(&self, name: &str) -> Option<Box<dyn kernel::Mind>> {
        self.world.mind(name, &self.game)
    }

    fn mind_numbers(&self, name: &str) -> &'static [(&'static str, f64)] {
        W::mind_numbers(name)
    }

    fn mind_with(&self, name: &str, set: &[(String, f64)]) -> Result<Box<dyn kernel::Mind>, WorldError> {
        let known = W::mind_numbers(name);
        if let Some((number, _)) = set.iter().find(|(name, _)| known.iter().all(|(known, _)| known != name)) {
            let known = known.iter().map(|(name, _)| (*name).to_owned()).collect();
            return Err(WorldError::UnknownNumber(name.to_owned(), number.clone(), known));
        }
        self.world.mind_with(name, set, &self.game)
    }
}

/// What a world makes of the most important action of a decision that means something to it; of equals the first counts.
pub(crate) fn most_important<A, T>(
    decision: &Decision<A>,
    mut read: impl FnMut(&Active<A>) -> Option<T>,
) -> Option<T> {
    let mut best: Option<(f64, T)> = None;
    for act in decision.iter().filter(|act| act.phase != Phase::Stopped) {
        if best.as_ref().is_none_or(|(priority, _)| act.priority > *priority)
            && let Some(read) = read(act)
        {
            best = Some((act.priority, read));
        }
    }
    best.map(|(_, read)| read)
}

/// Whether a memory was never told anything, although it may show the time at which another was.
fn knows_nothing_of_itself(memory: &Memory) -> bool {
    memory.thing(Id::SELF).is_none_or(|own| own.properties().all(|(property, _)| property == Property::KIND))
}
