use super::*;

#[test]
fn the_arguments_are_well_formed() {
    Arguments::command().debug_assert();
}
