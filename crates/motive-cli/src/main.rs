//! The `motive` program.

fn main() {}
