//! What holds for the repository as a whole.

mod fidelity;
