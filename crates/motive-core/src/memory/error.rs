use crate::vocabulary::Id;

/// Why memory refused a change. Nothing was changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// There is no such thing in memory.
    #[error("nothing with the id {0:?} is known; put it into memory first")]
    Unknown(Id),
    /// There is such a thing in memory already.
    #[error("something with the id {0:?} is known already; bring it up to date instead")]
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
    /// A number that is not a number.
    #[error("`{property}` was given a number that is not a number")]
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
    #[error("`{property}` cannot be set: it is worked out when it is asked for")]
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
