//! Saved changes of a projection.

use super::fact_table::{FactId, FactTable};
use super::row_changes::SharedRow;
use super::{ImaginedThing, Projection};
use crate::vocabulary::{Facts, FactsMut, Id, Relation, Value};
use std::sync::Arc;

/// The differences between a [`Projection`] and its base.
///
/// It borrows nothing and is as large as the differences, so a planner can keep one for each state of its open list between ticks.
///
/// ```
/// use motive_core::{Facts, FactsMut, Id, Memory, Projection, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (mana, health) = (names.own("mana", Type::Number), names.own("health", Type::Number));
/// let mut memory = Memory::new(names.finish()?);
///
/// let mut imagined = Projection::new(&memory);
/// imagined.put(Id::SELF, mana, 40.into());
/// let later = imagined.save();
///
/// memory.set_own(health, 7)?; // meanwhile, the world goes on
/// let imagined = Projection::resume(&memory, &later);
/// assert_eq!(imagined.values(Id::SELF, mana).number(), Some(40.0));
/// assert_eq!(imagined.values(Id::SELF, health).number(), Some(7.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Overlay {
    facts: Arc<FactTable>,
    written: Box<[(FactId, Value)]>,
    first_imagined: u64,
    imagined: Box<[ImaginedThing]>,
    gone: Box<[Id]>,
    hidden: Box<[(Relation, SharedRow)]>,
    added: Box<[(Relation, SharedRow)]>,
}

impl<'a, F: Facts + ?Sized> Projection<'a, F> {
    /// Saves the differences from the base. Checkpoints are not saved.
    #[must_use]
    pub fn save(&self) -> Overlay {
        let written =
            self.facts.iter().filter_map(|(fact, ..)| Some((fact, self.written[fact.index()].clone()?)));
        let hidden = self.rows.hidden().map(|(relation, row)| (relation, row.clone()));
        let added = self
            .vocabulary()
            .relations()
            .flat_map(|relation| self.rows.added(relation).map(move |row| (relation, row.clone())));
        Overlay {
            facts: self.facts.clone(),
            written: written.collect(),
            first_imagined: self.first_imagined,
            imagined: self.imagined.clone().into(),
            gone: self.gone.clone().into(),
            hidden: hidden.collect(),
            added: added.collect(),
        }
    }

    /// Continues with saved differences. Facts keep their numbers.
    ///
    /// The base may have changed in the meantime. Differences that no longer are any, because the base agrees with them or no longer knows
    /// the thing, are left out.
    #[must_use]
    pub fn resume(base: &'a F, overlay: &Overlay) -> Self {
        let mut new = Self::with_facts(base, overlay.facts.clone(), overlay.first_imagined);
        for imagined in &overlay.imagined {
            new.imagine(imagined.clone());
        }
        for id in &overlay.gone {
            new.destroy(*id);
        }
        for (fact, value) in &overlay.written {
            new.write(*fact, value.clone());
        }
        for (relation, row) in &overlay.hidden {
            new.unrelate(*relation, row);
        }
        for (relation, row) in &overlay.added {
            new.relate(*relation, row);
        }
        new.trail.clear();
        new
    }
}
