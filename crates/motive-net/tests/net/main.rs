//! Networks over processes.

mod cut;
mod desk;
mod loopback;
mod meeting;
mod spread;
mod takes;
