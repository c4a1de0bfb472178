use crate::vocabulary::Id;

/// Why memory refused a change. Nothing was changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// The thing is not in memory.
    #[error("{0:?} is not in memory; put it there first")]
    Unknown(Id),
    /// The thing is in memory already.
    #[error("{0:?} is in memory already; use `put` to update it")]
    Known(Id),
    /// The value is not of the property's type.
    #[error("`{property}` cannot hold {value}: it holds {expected}")]
    WrongType {
        /// The property.
        property: String,
        /// The value as text.
        value: String,
        /// What the property is declared to hold.
        expected: String,
    },
    /// NaN.
    #[error("`{property}` was given NaN")]
    NotANumber {
        /// The property.
        property: String,
    },
    /// A divisible quantity is exactly one number, at least 0.
    #[error("the divisible quantity `{property}` must be exactly one number of at least 0")]
    NotDivisible {
        /// The property.
        property: String,
    },
    /// Ids, and properties that are computed, cannot be set.
    #[error("`{property}` cannot be set: it is computed")]
    Computed {
        /// The property.
        property: String,
    },
    /// This property holds one value only.
    #[error("`{property}` holds exactly one value")]
    SingleValued {
        /// The property.
        property: String,
    },
    /// A property without values.
    #[error("`{property}` was given no value; remove the property instead")]
    NoValue {
        /// The property.
        property: String,
    },
    /// A property that every thing must have in this memory is missing.
    #[error("{id} lacks `{property}`, which everything in this memory must have")]
    Missing {
        /// The thing.
        id: String,
        /// The property.
        property: String,
    },
    /// A row of the wrong length.
    #[error("`{relation}` has {expected} columns, but a row of {found} was given")]
    Arity {
        /// The relation.
        relation: String,
        /// Columns declared.
        expected: usize,
        /// Columns given.
        found: usize,
    },
    /// A handle from another vocabulary.
    #[error("a name from another vocabulary was used; declare it in this memory's vocabulary")]
    Foreign,
    /// A saved memory that cannot be read back.
    #[error("this saved memory cannot be restored: {0}")]
    Restore(String),
}
