//! The kernel of Motive: what every decision engine shares.
//!
//! An agent gets from *what it knows* to *what it does now*. The kernel holds both ends and the interfaces between them; the engines
//! in between (rules, plans, task networks, skill networks) are crates of their own and know nothing of each other.
//!
//! ```
//! use motive_core::{Condition, Memory, Pattern, Scope, Thing, Type, Vocabulary};
//!
//! // The names of the game, declared once.
//! let mut names = Vocabulary::new();
//! let ghost = names.kind("ghost");
//! let distance = names.property("distance", Type::Number);
//! let names = names.finish()?;
//!
//! // A question, compiled once.
//! let near = Pattern::of(ghost).within(distance, motive_core::Range::at_most(10.0));
//! let danger = Scope::new(&names).condition(&Condition::exists(near))?;
//!
//! // What one agent knows, written by the game every tick.
//! let mut memory = Memory::new(names.clone());
//! memory.put(Thing::new(motive_core::Id::new(20)).kind(ghost).with(distance, 4))?;
//! assert!(danger.check(&memory));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! Each module uses only those above it; the private `prefetch` comes before all of them.
//!
//! | module | contents |
//! |---|---|
//! | [`vocabulary`] | the names a game declares, values, and [`Facts`], the interface through which everything is read |
//! | [`trace`] | events that tell what an agent considered, and [`Tracer`](trace::Tracer) |
//! | [`memory`] | [`Memory`]: things with properties, relations, change tracking, forgetting, snapshots |
//! | [`condition`] | [`Condition`], [`Expr`] and [`Pattern`]: written, compiled, evaluated |
//! | [`binding`] | [`Ledger`]: who has reserved what in this tick; [`KeyedRng`]; [`Budget`] |
//! | [`action`] | [`Action`]: preconditions and effects; [`Command`], [`Proposal`], [`Decision`] |
//! | [`projection`] | [`Projection`]: a memory with simulated changes, for planners |
//! | [`sensing`] | sensors that can be switched on and off |
//! | [`mind`] | [`Agent`], and the traits [`Mind`], [`Behaviour`] and [`Program`] |
//! | [`crowd`] | [`Crowd`]: many agents, of which only those decide whose decision may have changed |
//! | [`engine`] | everything the author of an engine needs beyond that |
//!
//! # Promises
//!
//! - The same input and seed give the same decisions, on every machine and with any number of threads.
//! - No input panics. What is wrong with a program is an error when it is built; running it cannot fail.
//! - Nothing reads a clock, a file or the network.
//! - An idle tick allocates nothing.

pub mod action;
pub mod binding;
pub mod condition;
pub mod crowd;
pub mod engine;
pub mod memory;
pub mod mind;
mod prefetch;
pub mod projection;
pub mod sensing;
pub mod trace;
pub mod vocabulary;

#[doc(no_inline)]
pub use {
    action::{
        Action, ActionEnd, ActionPattern, ActiveAction, Arguments, Blend, Catalogue, Command, CompiledAction,
        ConflictScope, Decision, DropReason, Effect, Effects, Phase, Proposal, Resolution, RunningActions,
        Throttle, Veto,
    },
    binding::{Budget, Holder, Holding, KeyedRng, Ledger},
    condition::{
        Access, Aggregate, BindingRules, BindingTieBreak, Bindings, BuildError, BuiltinFunction, CallFailure,
        Column, Comparison, CompiledCondition, CompiledExpr, Condition, Expr, MultiValueMatch, Negation,
        NumberMatch, Pattern, PreferenceScoring, PreferredEnd, Range, RangeExpr, RangeOrder, ReadSet, Scope,
        SharedHold, Sharing,
    },
    crowd::Crowd,
    memory::{Changes, Channel, ForgettingPolicy, Memory, MemoryError, Snapshot, Team, Thing, WatchToken},
    mind::{
        Agent, AgentLabel, Behaviour, Callable, Context, CrowdObserver, GoalMode, GoalText, Mind, MindText,
        Observer, Outcome, Program, RuleText, Standalone, Stuck, TaskState, TaskView, TickContext,
        WakeCondition,
    },
    projection::{FactId, Projection},
    vocabulary::{
        ActionId, ActionInfo, ActionLifetime, ActionTarget, BuiltinNames, Declaration, Dependency, Facts,
        FactsMut, Function, FunctionInfo, HostFunction, Id, Kind, NameSource, Point, Property, PropertyInfo,
        PropertyValues, Purity, Query, Relation, RelationInfo, Shared, Symbol, Threshold, Time, Type, Value,
        Vocabulary, VocabularyError,
    },
};
