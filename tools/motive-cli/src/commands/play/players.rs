//! The players of a run: single minds, or a team from a file.

use super::reload::WatchedFiles;
use super::session::{PlayingMind, Setup};
use crate::console::Failure;
use crate::minds::{self, Choice, FoundMind, FoundTeam, Unusable};
use motive::kernel::{Agent, Memory, Vocabulary};
use motive_language::diagnostic::Colour;
use motive_language::{TeamDefinition, WorldVocabulary};
use motive_worlds::{AnyWorld, Run, Team};
use std::sync::Arc;

/// Called with what is wrong with a file before loading fails.
pub(super) type Report<'r> = dyn FnMut(&str) -> std::io::Result<()> + 'r;

/// The name of the agent that leads a team.
pub(super) const COORDINATOR: &str = "coordinator";

/// A team that plays and the files that it comes from.
pub(super) struct PlayingTeam {
    pub(super) choice: Choice,
    pub(super) team: TeamDefinition,
    pub(super) file: String,
    pub(super) watched: WatchedFiles,
}

/// Where the mind of a player comes from.
#[derive(Clone)]
enum PlayerMind {
    /// A mind of a file.
    File(Box<FoundMind>),
    /// One in plain Rust that comes with the world, by its name.
    Plain(String, Arc<Vocabulary>),
}

/// The agents of a run before they enter the world.
pub(super) struct Cast {
    pub(super) players: Vec<PlayingMind>,
    agents: Vec<Agent>,
    teams: Vec<Team>,
    /// The teams, for when their files change.
    pub(super) playing: Vec<PlayingTeam>,
}

impl Cast {
    /// Loads the minds or the team of a set-up.
    pub(super) fn new(
        setup: &Setup,
        world: &dyn AnyWorld,
        colour: Colour,
        report: &mut Report<'_>,
    ) -> Result<Self, Failure> {
        let mut told = |unusable: Unusable| -> Failure {
            match report(unusable.report.trim_end()) {
                Ok(()) => Failure::Input(unusable.summary),
                Err(error) => Failure::Output(error),
            }
        };
        let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
        if !setup.teams.is_empty() {
            let mut teams = Vec::new();
            for team in &setup.teams {
                let choice = Choice::read(team);
                let text = choice.text(&setup.world)?;
                let found =
                    minds::load_team(text, &choice, &setup.world, &given, colour).map_err(&mut told)?;
                teams.push((found, choice));
            }
            return Self::of_teams(teams, setup.seed);
        }
        let mut choices: Vec<Choice> = setup.minds.iter().map(|mind| Choice::read(mind)).collect();
        if choices.is_empty() {
            choices = vec![Choice::of_world(world); world.agents()];
        }
        let mut parts: Vec<(Choice, PlayerMind)> = Vec::new();
        for choice in choices {
            // Many bodies of one mind have one reading of its file.
            let known = parts.iter().find(|(earlier, _)| *earlier == choice).map(|(_, part)| part.clone());
            let part = match (known, &choice) {
                (Some(known), _) => known,
                (None, Choice::Plain(name)) => {
                    minds::check_plain(name, world)?;
                    PlayerMind::Plain(name.clone(), world.vocabulary().clone())
                }
                (None, _) => {
                    let text = choice.text(&setup.world)?;
                    let found =
                        minds::load(text, &choice, &setup.world, &given, colour).map_err(&mut told)?;
                    PlayerMind::File(Box::new(found))
                }
            };
            parts.push((choice, part));
        }
        Self::of_minds(parts, world, setup.seed)
    }

    fn of_minds(parts: Vec<(Choice, PlayerMind)>, world: &dyn AnyWorld, seed: u64) -> Result<Self, Failure> {
        let (mut agents, mut players) = (Vec::new(), Vec::new());
        for (number, (choice, part)) in (0..).zip(parts) {
            let (names, started, player) = match part {
                PlayerMind::File(found) => {
                    let files = if let Choice::File(..) = choice { found.files } else { Vec::new() };
                    let started = found.definition.start().map_err(Failure::input)?;
                    let (mind, file) = (found.definition.name, found.file);
                    let watched = WatchedFiles::new(files);
                    (found.vocabulary, started, PlayingMind { choice, mind, file, watched })
                }
                PlayerMind::Plain(mind, names) => {
                    let started = world.mind_with(&mind, &[]).map_err(Failure::input)?;
                    let (file, watched) = (format!("rust:{mind}"), WatchedFiles::new(Vec::new()));
                    (names, started, PlayingMind { choice, mind, file, watched })
                }
            };
            agents.push(Agent::new(Memory::new(names), started, seed, number));
            players.push(player);
        }
        Ok(Self { players, agents, teams: Vec::new(), playing: Vec::new() })
    }

    /// Members of several teams take turns: with two teams, the first has the even bodies and the second the odd ones.
    fn of_teams(teams: Vec<(FoundTeam, Choice)>, seed: u64) -> Result<Self, Failure> {
        let count = teams.len();
        let mut bodies: Vec<(usize, Agent, PlayingMind)> = Vec::new();
        let (mut entering, mut playing_teams) = (Vec::new(), Vec::new());
        for (side, (found, choice)) in teams.into_iter().enumerate() {
            let playing = found.definition.start().map_err(Failure::input)?;
            let mut members = Vec::new();
            for (number, (member, mind)) in playing.members.into_iter().enumerate() {
                let body = number * count + side;
                members.push((body, member.clone()));
                let agent = Agent::new(Memory::new(found.vocabulary.clone()), mind, seed, body as u64);
                // The files of a team are watched once for all members.
                let (choice, watched) = (Choice::Default, WatchedFiles::new(Vec::new()));
                let player = PlayingMind { choice, mind: member, file: found.file.clone(), watched };
                bodies.push((body, agent, player));
            }
            entering.push((members, playing.board, playing.coordinator, found.clone()));
            let (team, file) = (found.definition.clone(), found.file.clone());
            playing_teams.push(PlayingTeam { choice, team, file, watched: WatchedFiles::new(found.files) });
        }
        bodies.sort_by_key(|(body, ..)| *body);
        if bodies.iter().enumerate().any(|(number, (body, ..))| number != *body) {
            return Err(Failure::input("teams that play against each other need equally many members"));
        }
        let mut teams = Vec::new();
        for (members, board, coordinator, found) in entering {
            let number = (bodies.len() + teams.len()) as u64;
            let coordinator = match coordinator {
                None => None,
                Some(mind) => {
                    let mut memory = Memory::new(found.vocabulary.clone());
                    found.initial_state.apply_to(&mut memory).map_err(Failure::input)?;
                    Some(Agent::new(memory, mind, seed, number))
                }
            };
            teams.push(Team { members, board, coordinator });
        }
        let (agents, players) = bodies.into_iter().map(|(_, agent, player)| (agent, player)).unzip();
        Ok(Self { players, agents, teams, playing: playing_teams })
    }

    /// Puts them into a world.
    pub(super) fn enter(self, world: Box<dyn AnyWorld>) -> Result<(Run, Vec<PlayingMind>), Failure> {
        let run = Run::new(world, self.agents).map_err(Failure::input)?;
        Ok((self.teams.into_iter().fold(run, Run::with_team), self.players))
    }
}

/// The options of a world with room for a team, unless they say how many agents there are.
pub(super) fn with_room(setup: &Setup, members: usize) -> Vec<String> {
    let mut options = setup.options.clone();
    let about = setup.worlds.list().iter().find(|about| about.name == setup.world);
    let has_agents = about.is_some_and(|about| about.options.iter().any(|option| option.name == "agents"));
    if has_agents && !options.iter().any(|option| option.starts_with("agents=")) {
        options.push(format!("agents={members}"));
    }
    options
}
