//! The measures. To add one, write a file with a list of its measures and name it in [`all`].

mod bind;
mod choice;
mod contest;
mod files;
mod hospital;
mod hospital_decision;
mod household;
mod htn;
mod idle;
mod lab;
mod net;
mod network;
mod pacman;
mod plan;
mod threads;
mod tileworld;
mod tree;

use crate::measure::Measure;

/// Everything that can be measured, in the order of the table.
pub(crate) fn all() -> Vec<Measure> {
    let subjects = [
        bind::MEASURES,
        idle::MEASURES,
        choice::MEASURES,
        tree::MEASURES,
        pacman::MEASURES,
        files::MEASURES,
        tileworld::MEASURES,
        network::MEASURES,
        net::MEASURES,
        plan::MEASURES,
        hospital::MEASURES,
        hospital_decision::MEASURES,
        household::MEASURES,
        htn::MEASURES,
        threads::MEASURES,
        lab::MEASURES,
    ];
    subjects.into_iter().flatten().copied().collect()
}
