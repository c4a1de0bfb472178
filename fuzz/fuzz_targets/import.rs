//! Every printed notation: any text is read or refused with a place, and what was read can be written as Motive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_notations::{grue2002, grue2005, hansen2008, network_to_motive, read_lisp, read_tcl};
use motive_notations::{Notation, pddl as pddl_notation, to_motive};
use motive_planner::pddl;

fuzz_target!(|text: &str| {
    if let Ok((library, _)) = grue2002::read(text) {
        to_motive(&library, Notation::Grue2002);
        grue2002::print(&library);
    }
    if let Ok((library, _)) = grue2005::read(text) {
        to_motive(&library, Notation::Grue2005);
        grue2005::print(&library);
    }
    for network in [read_lisp(text), read_tcl(text).map(|read| read.blueprint)].into_iter().flatten() {
        let _ = network_to_motive(&network);
    }
    let (simple, compound) = text.split_once('\0').unwrap_or((text, text));
    if let Ok((domain, _)) = hansen2008::read(simple, compound) {
        let _ = hansen2008::to_motive(&domain);
    }
    if let Ok(task) = pddl::read(simple, compound)
        && let Ok(grounded) = task.ground()
    {
        let _ = pddl_notation::to_motive(&task, &grounded);
    }
});
