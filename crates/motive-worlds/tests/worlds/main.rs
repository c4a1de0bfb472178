//! The worlds, and the agents that come with them.

mod agent_files;
mod agents;
mod arena;
mod crowd;
mod hospital;
mod household;
mod networks;
mod pacman;
mod pacman_world;
mod room;
mod scenes;
mod team;
mod tileworld;
mod tileworld_agents;
mod worlds;
