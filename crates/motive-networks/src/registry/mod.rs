//! The agents of a network: their records, the numbers of propositions, and who answers.

pub(crate) mod add;
pub(crate) mod health;
pub(crate) mod propositions;
pub(crate) mod records;
