//! What the `lab` commands share: finding a study, the progress bar, and shards as jobs of clusters.

mod find_study;
mod kubernetes;
mod progress_bar;
mod shard_command;
mod slurm;
mod studio;

pub(crate) use find_study::{failure, find};
pub(crate) use kubernetes::KubernetesJob;
pub(crate) use progress_bar::Bar;
pub(crate) use shard_command::ShardCommand;
pub(crate) use slurm::SlurmJob;
pub(crate) use studio::StudyStudio;
