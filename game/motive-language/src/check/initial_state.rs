//! Things and facts that files declare.

use super::expressions::constant_number;
use super::findings::Findings;
use super::names::NameTable;
use super::types::{fits, type_text};
use super::{ItemChecker, span_of};
use crate::model::InitialState;
use crate::syntax::ast::{CompareOp, Expr as View, FactItem, FieldExpr, ThingItem};
use motive_core::{Id, Memory, Property, Thing, Type, Value};

/// All things and facts of the files.
pub(super) fn initial_state(names: &NameTable, findings: &mut Findings) -> InitialState {
    let mut state = InitialState::default();
    for (file, item) in &names.thing_items {
        state.things.extend(ItemChecker::new(names, findings, *file).known_thing(item));
    }
    let missing = |thing: &Thing| !state.things.iter().any(|known| known.id() == thing.id());
    let members: Vec<Thing> = known_members(names).into_iter().filter(missing).collect();
    state.things.extend(members);
    for (file, item) in &names.facts {
        ItemChecker::new(names, findings, *file).fact(item, &mut state);
    }
    state
}

/// The members of all teams, as a coordinator knows them at first.
fn known_members(names: &NameTable) -> Vec<Thing> {
    let vocabulary = &names.vocabulary;
    let (Some(kind), Some(tasks), Some(silent)) = (
        vocabulary.find_kind("member"),
        vocabulary.find_property("tasks"),
        vocabulary.find_property("silent"),
    ) else {
        return Vec::new();
    };
    let clauses = names.teams.iter().flat_map(|(_, team)| team.members());
    let members = clauses.flat_map(|member| member.names());
    let ids = members.filter_map(|name| names.things.get(name.text()).copied());
    ids.map(|id| Thing::new(id).kind(kind).with(tasks, 0.0).with(silent, 0.0)).collect()
}

impl ItemChecker<'_> {
    fn known_thing(&mut self, item: &ThingItem) -> Option<Thing> {
        let id = self.names.things.get(item.name()?.text()).copied()?;
        let mut thing = Thing::new(id);
        if let Some(name) = item.kind().filter(|name| !self.names.is_any_thing(name)) {
            thing = thing.kind(self.kind(&name)?);
        }
        for field in item.values() {
            let property = self.property(&field.name()?)?;
            let value = self.known_value(&field.value()?, property)?;
            thing = match (field.is_divisible(), value.number()) {
                (true, Some(amount)) if amount >= 0.0 => thing.divisible(property, amount),
                (true, _) => {
                    let message = "a divisible amount is a number from 0 on";
                    return self.refuse("not-an-amount", &field, message);
                }
                (false, _) => thing.with(property, value),
            };
        }
        let mut memory = Memory::new(self.names.vocabulary.clone());
        if let Err(error) = memory.put(thing.clone()) {
            return self.refuse("bad-thing", item, error.to_string());
        }
        Some(thing)
    }

    /// `fact near(axe, tree)`, `fact self.wood == 2`, `fact self.armed`, `fact not self.armed`
    fn fact(&mut self, item: &FactItem, state: &mut InitialState) -> Option<()> {
        let fact = item.fact()?;
        match &fact {
            View::Call(call) => {
                let arguments: Vec<_> = call.arguments().collect();
                let (relation, row) = self.row(call.name()?, &arguments)?;
                let row: Option<Vec<Value>> = row.iter().map(|value| value.constant().cloned()).collect();
                match row {
                    Some(row) => state.rows.push((relation, row)),
                    None => {
                        self.error(
                            "not-constant",
                            span_of(call),
                            "the arguments of a fact must be constants",
                        );
                    }
                }
            }
            View::Field(field) => {
                let (id, property) = self.told_truth(field)?;
                state.values.push((id, property, Value::Bool(true)));
            }
            View::Not(not) => {
                let Some(View::Field(field)) = not.operand() else { return self.not_a_fact(&fact) };
                let (id, property) = self.told_truth(&field)?;
                state.values.push((id, property, Value::Bool(false)));
            }
            View::Compare(compare) => {
                let (Some(View::Field(field)), Some(CompareOp::Equal), Some(value)) =
                    (compare.left(), compare.op(), compare.right())
                else {
                    return self.not_a_fact(&fact);
                };
                let (id, property) = self.told(&field)?;
                state.values.push((id, property, self.known_value(&value, property)?));
            }
            _ => return self.not_a_fact(&fact),
        }
        Some(())
    }

    /// The thing and the property that a fact is about.
    fn told(&mut self, field: &FieldExpr) -> Option<(Id, Property)> {
        let thing = self.value(&field.base()?)?;
        let names: Vec<_> = field.names().collect();
        let (Some(Value::Id(id)), [name]) = (thing.constant(), &names[..]) else {
            let message = "expected a property of the agent, or of a thing of the file";
            return self.refuse("not-constant", field, message);
        };
        Some((*id, self.property(name)?))
    }

    /// As [`ItemChecker::told`], for a property that is true or false.
    fn told_truth(&mut self, field: &FieldExpr) -> Option<(Id, Property)> {
        let (id, property) = self.told(field)?;
        let holds = self.names.vocabulary.property_info(property)?.holds.clone();
        if fits(&Type::Bool, &holds) {
            return Some((id, property));
        }
        let message = format!("this is {}, not true or false", type_text(&holds, &self.names.vocabulary));
        let help = "state its value, as in `fact self.wood == 2`";
        self.refuse_with_help("wrong-type", field, message, help)
    }

    fn known_value(&mut self, view: &View, property: Property) -> Option<Value> {
        let holds = self.names.vocabulary.property_info(property).map(|info| info.holds.clone());
        let value = self.value_as(view, holds.as_ref())?;
        // A number with a sign is a constant too.
        if let Some(number) = constant_number(view) {
            return Some(Value::from(number));
        }
        if value.constant().is_none() {
            self.error("not-constant", span_of(view), "expected a constant");
        }
        value.constant().cloned()
    }

    fn not_a_fact(&mut self, view: &View) -> Option<()> {
        let help = "state a row of a relation, as in `fact near(axe, tree)`, or a value, as in `fact self.wood == 2`";
        let message = "this cannot be stated as a fact";
        self.refuse_with_help("not-a-fact", view, message, help)
    }
}
