//! Nothing but tests: see `tests/repository`.
