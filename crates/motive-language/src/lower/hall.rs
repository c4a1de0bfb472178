//! Where the engines of a mind meet: rules ask tasks, tasks call programs, and either may come first.

use motive_arbiter::CharacterBuilder;
use motive_core::{Behaviour, Callable, Context, Outcome, Program, Stuck};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, Weak};

/// The engines of a mind by name, filled in once all of them are built. A program of the mind that is never started, so that whoever has the
/// mind has the engines.
#[derive(Debug)]
pub(super) struct Hall {
    name: Arc<str>,
    engines: OnceLock<BTreeMap<String, Callable>>,
}

impl Hall {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { name: "'hall".into(), engines: OnceLock::new() })
    }

    /// Something that will be in the hall when it is asked for.
    pub(super) fn guest(self: &Arc<Self>, name: &str, arity: usize, version: u64) -> Callable {
        // The hall keeps the engines; they must not keep the hall.
        let (hall, wanted): (Weak<Self>, String) = (Arc::downgrade(self), name.to_owned());
        let start = move |values: &[motive_core::Value]| -> Box<dyn Behaviour> {
            let hall = hall.upgrade();
            let engine = hall.as_ref().and_then(|hall| hall.engines.get()?.get(&wanted));
            match engine {
                Some(engine) => engine.start(values),
                None => Box::new(|_: &mut Context<'_>| Outcome::Stuck(Stuck::Nothing)),
            }
        };
        Callable::new(name, arity, start).versioned(version)
    }

    pub(super) fn fill(&self, engines: BTreeMap<String, Callable>) {
        // Filled once, by whoever made it.
        drop(self.engines.set(engines));
    }
}

/// Keeps a hall.
#[derive(Clone, Debug)]
pub(super) struct Keeper(pub(super) Arc<Hall>);

impl Program for Keeper {
    fn name(&self) -> &Arc<str> {
        &self.0.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(|_: &mut Context<'_>| Outcome::Stuck(Stuck::Nothing))
    }
}

/// An engine beside the arbiter that can pursue a goal, and be called by rules and tasks.
pub(super) struct OtherEngine {
    guest: Callable,
    add: Box<dyn Fn(CharacterBuilder) -> CharacterBuilder>,
}

impl OtherEngine {
    pub(super) fn of<P: Program + Clone + 'static>(program: P) -> Self {
        let guest = Callable::of(program.clone());
        Self { guest, add: Box::new(move |builder| builder.program(program.clone())) }
    }

    /// What rules and tasks call, by its name.
    pub(super) fn guest(&self) -> (String, Callable) {
        (self.guest.name.to_string(), self.guest.clone())
    }

    /// Gives it to a character.
    pub(super) fn add_to(&self, builder: CharacterBuilder) -> CharacterBuilder {
        (self.add)(builder)
    }
}
