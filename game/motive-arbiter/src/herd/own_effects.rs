//! Actions on memory that need and change nothing but the agent's own properties.

use motive_core::action::CompiledAction;
use motive_core::engine::EffectCode;
use motive_core::engine::{ConditionCode, ExprCode};
use motive_core::vocabulary::{Id, Property, Value, Vocabulary};

/// Whether an action needs and changes nothing but the agent's own properties.
pub(super) fn changes_only_own(action: &CompiledAction, names: &Vocabulary) -> bool {
    let own = |property: Property| {
        names.property_info(property).is_some_and(|info| info.own.is_some() && info.computed.is_none())
    };
    let plain = |effect: &EffectCode| match effect {
        EffectCode::Set(thing, property, value) | EffectCode::Add(thing, property, value) => {
            matches!(thing, ExprCode::Constant(Value::Id(Id::SELF))) && own(*property) && expression(value)
        }
        _ => false,
    };
    condition(&action.needs().code) && action.effects().code().iter().all(plain)
}

fn condition(code: &ConditionCode) -> bool {
    match code {
        ConditionCode::Always => true,
        ConditionCode::Holds(value) | ConditionCode::Let(_, value) => expression(value),
        ConditionCode::Compare(left, _, right) => expression(left) && expression(right),
        ConditionCode::Not(inner) => condition(inner),
        ConditionCode::All(parts) | ConditionCode::Any(parts) => parts.iter().all(condition),
        _ => false,
    }
}

fn expression(code: &ExprCode) -> bool {
    match code {
        ExprCode::Constant(_) | ExprCode::Variable(_) | ExprCode::Own(_) | ExprCode::Now => true,
        ExprCode::Arithmetic(_, left, right) => expression(left) && expression(right),
        ExprCode::Builtin(builtin, parts) => builtin.is_of_numbers() && parts.iter().all(expression),
        ExprCode::Drawn(_, parts) | ExprCode::List(parts) => parts.iter().all(expression),
        ExprCode::If(when, then, otherwise) => condition(when) && expression(then) && expression(otherwise),
        _ => false,
    }
}
