//! The measures. To add one, write a file with a list of its measures and name it in [`all`].

mod binding;
mod door;
mod drive_choice;
mod drive_plans;
mod editor;
mod files;
mod herd_and_single_agents;
mod hospital;
mod hospital_decision;
mod household;
mod idle_ticks;
mod lab;
#[cfg(feature = "net")]
mod net;
mod network;
mod pacman;
mod reactive_tree;
mod recorded_run;
mod shooter;
mod studio;
mod tasks;
mod threads;
mod tileworld;

use crate::measure::SpeedMeasure;

/// Everything that can be measured, in the order of the table.
pub(crate) fn all() -> Vec<SpeedMeasure> {
    let subjects = [
        binding::MEASURES,
        idle_ticks::MEASURES,
        door::MEASURES,
        drive_choice::MEASURES,
        reactive_tree::MEASURES,
        pacman::MEASURES,
        files::MEASURES,
        editor::MEASURES,
        tileworld::MEASURES,
        shooter::MEASURES,
        studio::MEASURES,
        recorded_run::MEASURES,
        network::MEASURES,
        #[cfg(feature = "net")]
        net::MEASURES,
        drive_plans::MEASURES,
        hospital::MEASURES,
        hospital_decision::MEASURES,
        household::MEASURES,
        tasks::MEASURES,
        threads::MEASURES,
        lab::MEASURES,
        crate::latency::MEASURES,
    ];
    subjects.into_iter().flatten().copied().collect()
}
