//! The worlds, and the agents that come with them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agent_files;
mod arena;
mod built_pacman_agents;
#[path = "../../examples/players/careful.rs"]
mod careful_player;
mod every_world;
mod hospital;
mod hospital_crowd;
mod household;
mod networks;
mod pacman;
mod pacman_game;
mod pacman_maze;
mod pacman_players;
mod pacman_settings;
mod pacman_view;
mod pacman_world;
#[expect(dead_code, reason = "one of the two algorithms is for the tests of drives alone")]
#[path = "../../../../game/motive-drives/tests/drives/printed_planners.rs"]
mod printed_planners;
mod random_change;
mod room;
mod scenes;
mod shooter;
mod shooter_gordon;
mod shooter_hansen;
mod team;
mod tileworld;
mod tileworld_agents;
