//! The kernel.

pub mod action;
pub mod binding;
pub mod condition;
pub mod crowd;
pub mod memory;
pub mod mind;
pub mod projection;
pub mod sensing;
pub mod trace;
pub mod vocabulary;

#[doc(no_inline)]
pub use {
    action::{
        Action, ActiveAction, Arguments, Blend, Catalogue, Command, CompiledAction, ConflictScope, Decision,
        Dropped, Effect, Effects, Ending, Phase, Proposal, Resolution, RunningActions, Shape, Throttle, Veto,
    },
    binding::{Budget, Holder, Holding, KeyedRng, Ledger},
    condition::{
        Access, BindingRules, Bindings, BuildError, Builtin, CallFailure, Column, Comparison,
        CompiledCondition, CompiledExpr, Condition, Expr, Fold, ManyValues, Negation, Numbers, Pattern,
        Preferring, Range, RangeOf, RangeOrder, Reads, Scope, SharedHold, Sharing, Tie, Toward,
    },
    crowd::Crowd,
    memory::{Alarm, Changes, Channel, Forgetting, Memory, MemoryError, Snapshot, Team, Thing},
    mind::{
        Agent, Behaviour, Callable, Context, GoalMode, Mind, Outcome, Program, Standalone, Stuck, TaskState,
        TaskView, TickContext, WakeCondition,
    },
    projection::{FactId, Overlay, Projection},
    vocabulary::{
        ActionId, ActionInfo, ActionTarget, BuiltIn, Dependency, Facts, FactsMut, Found, Function,
        FunctionInfo, HostFunction, Id, Kind, Lifetime, Point, Property, PropertyInfo, Purity, Query,
        Relation, RelationInfo, Symbol, Threshold, Time, Type, Value, Vocabulary, VocabularyError,
    },
};
