//! The kernel.

pub mod action;
pub mod binding;
pub mod condition;
pub mod crowd;
pub mod engine;
pub mod memory;
pub mod mind;
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
        Agent, Behaviour, Callable, Context, GoalMode, GoalText, Mind, MindText, Outcome, Program, RuleText,
        Standalone, Stuck, TaskState, TaskView, TickContext, WakeCondition,
    },
    projection::{FactId, Overlay, Projection},
    vocabulary::{
        ActionId, ActionInfo, ActionLifetime, ActionTarget, BuiltinNames, Dependency, Facts, FactsMut,
        Function, FunctionInfo, HostFunction, Id, Kind, NameSource, Point, Property, PropertyInfo,
        PropertyValues, Purity, Query, Relation, RelationInfo, Symbol, Threshold, Time, Type, Value,
        Vocabulary, VocabularyError,
    },
};
