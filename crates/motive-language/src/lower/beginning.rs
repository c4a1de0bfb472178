//! What is known at the beginning: the things that a file names, and the facts that it states.

use super::{Lowering, span_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{CompareOp, Expr as View, FactItem, FieldExpr, NameRef, ResourceItem};
use motive_core::{Id, Kind, Memory, MemoryError, Property, Relation, Thing, Value};

/// What a file says is there before anything is done: `resource axe: tool { weight: 3 }` and `fact self.wood == 2`.
///
/// A world tells its agents what there is, so that only files without a world, and plans that begin somewhere else, need this.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    things: Vec<Thing>,
    values: Vec<(Id, Property, Value)>,
    rows: Vec<(Relation, Vec<Value>)>,
}

impl Beginning {
    /// Whether the file says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.things.is_empty() && self.values.is_empty() && self.rows.is_empty()
    }

    /// Puts all of it into a memory, over what is there.
    ///
    /// # Errors
    /// If the memory has other names than the file.
    pub fn remember(&self, memory: &mut Memory) -> Result<(), MemoryError> {
        for thing in &self.things {
            memory.put(thing.clone())?;
        }
        for (id, property, value) in &self.values {
            memory.set(*id, *property, value.clone())?;
        }
        for (relation, row) in &self.rows {
            memory.relate(*relation, row)?;
        }
        Ok(())
    }
}

impl Lowering<'_> {
    /// Everything that the files say is there.
    pub(super) fn beginning(&mut self) -> Beginning {
        let mut beginning = Beginning::default();
        for (file, item) in self.declared.resources.clone() {
            beginning.things.extend(self.within(file, |this| this.known_thing(&item)));
        }
        let missing = |thing: &Thing| !beginning.things.iter().any(|known| known.id() == thing.id());
        let members: Vec<Thing> = self.known_members().into_iter().filter(missing).collect();
        beginning.things.extend(members);
        for (file, item) in self.declared.facts.clone() {
            self.within(file, |this| this.fact(&item, &mut beginning));
        }
        beginning
    }

    fn known_thing(&mut self, item: &ResourceItem) -> Option<Thing> {
        let id = self.declared.things.get(&item.name()?.text()).copied()?;
        let mut resource = Thing::new(id);
        if let Some(name) = item.kind() {
            resource = resource.kind(self.kind_of(&name)?);
        }
        for field in item.values().into_iter().flat_map(|values| values.fields().collect::<Vec<_>>()) {
            let property = self.property(&field.name()?)?;
            let value = self.known_value(&field.value()?, property)?;
            resource = match (field.is_divisible(), value.number()) {
                (true, Some(amount)) => resource.divisible(property, amount),
                _ => resource.with(property, value),
            };
        }
        Some(resource)
    }

    fn kind_of(&mut self, name: &NameRef) -> Option<Kind> {
        let names = self.shared_names();
        let found = names.find_kind(&name.text());
        if found.is_none() {
            let known: Vec<&str> = names.kinds().iter().map(|kind| names.name(kind.symbol())).collect();
            self.unknown("kind", &name.text(), span_of(name), known);
        }
        found
    }

    /// `fact near(axe, tree)`, `fact self.wood == 2`, `fact self.armed`, `fact not self.armed`
    fn fact(&mut self, item: &FactItem, beginning: &mut Beginning) -> Option<()> {
        let fact = item.fact()?;
        match &fact {
            View::Call(call) => {
                let arguments: Vec<_> =
                    call.arguments().map(|list| list.arguments().collect()).unwrap_or_default();
                let (relation, row) = self.row(call.name()?, &arguments)?;
                let row: Option<Vec<Value>> = row.iter().map(|value| value.constant().cloned()).collect();
                match row {
                    Some(row) => beginning.rows.push((relation, row)),
                    None => {
                        self.error("not-constant", span_of(call), "a fact is about things that are known");
                    }
                }
            }
            View::Field(field) => {
                let (id, property) = self.told(field)?;
                beginning.values.push((id, property, Value::Bool(true)));
            }
            View::Not(not) => {
                let Some(View::Field(field)) = not.operand() else { return self.not_a_fact(&fact) };
                let (id, property) = self.told(&field)?;
                beginning.values.push((id, property, Value::Bool(false)));
            }
            View::Compare(compare) => {
                let (Some(View::Field(field)), Some(CompareOp::Equal), Some(value)) =
                    (compare.left(), compare.op(), compare.right())
                else {
                    return self.not_a_fact(&fact);
                };
                let (id, property) = self.told(&field)?;
                beginning.values.push((id, property, self.known_value(&value, property)?));
            }
            _ => return self.not_a_fact(&fact),
        }
        Some(())
    }

    /// The property of a known thing that a fact is about.
    fn told(&mut self, field: &FieldExpr) -> Option<(Id, Property)> {
        let thing = self.value(&field.base()?)?;
        let names: Vec<_> = field.names().collect();
        let (Some(Value::Id(id)), [name]) = (thing.constant(), &names[..]) else {
            let message = "a fact is about a property of the agent, or of a resource of the file";
            self.error("not-constant", span_of(field), message);
            return None;
        };
        Some((*id, self.property(name)?))
    }

    fn known_value(&mut self, view: &View, property: Property) -> Option<Value> {
        let holds = self.names.property_info(property).map(|info| info.holds.clone());
        let value = self.value_as(view, holds.as_ref())?;
        if value.constant().is_none() {
            self.error("not-constant", span_of(view), "what is known at the beginning must be a plain value");
        }
        value.constant().cloned()
    }

    fn not_a_fact(&mut self, view: &View) -> Option<()> {
        let help = "state a row of a relation, as in `fact near(axe, tree)`, or a value, as in `fact self.wood == 2`";
        let message = "this cannot be stated as a fact";
        self.report(Diagnostic::error("not-a-fact", span_of(view), message).with_help(help));
        None
    }
}
