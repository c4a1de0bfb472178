//! Motive makes game characters decide.
