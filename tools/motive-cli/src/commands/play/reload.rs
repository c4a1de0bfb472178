//! Loading changed files into running agents.

use super::session::PlaySession;
use crate::console::Failure;
use crate::minds::{self, FoundTeam, Unusable};
use motive::arbiter::{Arbiter, Character};
use motive::kernel::Agent;
use motive_language::WorldVocabulary;
use motive_language::diagnostic::Colour;
use motive_worlds::Run;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

/// The result of loading a changed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reload {
    /// It was loaded into the running agent.
    Loaded {
        /// The agent.
        agent: usize,
        /// The file.
        file: String,
    },
    /// It cannot be used; the agent keeps its mind.
    Broken {
        /// The agent.
        agent: usize,
        /// The file.
        file: String,
        /// The errors with their places; may be empty.
        report: String,
        /// The same as one sentence.
        summary: String,
    },
}

impl Reload {
    fn new(agent: usize, file: String, outcome: Result<(), Unusable>) -> Self {
        match outcome {
            Ok(()) => Self::Loaded { agent, file },
            Err(Unusable { report, summary }) => Self::Broken { agent, file, report, summary },
        }
    }
}

/// When a file was last changed, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

/// Files that are checked for changes.
#[derive(Debug)]
pub(super) struct WatchedFiles {
    files: Vec<(PathBuf, Stamp)>,
}

impl WatchedFiles {
    /// Watches files from now on.
    pub(super) fn new(files: Vec<PathBuf>) -> Self {
        let stamped = |file: PathBuf| {
            let stamp = stamp(&file);
            (file, stamp)
        };
        Self { files: files.into_iter().map(stamped).collect() }
    }

    /// The files.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().map(|(file, _)| file)
    }

    /// Whether any file changed since the last call. One that is missing is being replaced right now, as
    /// editors do, and counts when it is back.
    pub(super) fn changed(&mut self) -> bool {
        let mut changed = false;
        for (file, known) in &mut self.files {
            let now = stamp(file);
            if now.is_some() && now != *known {
                *known = now;
                changed = true;
            }
        }
        changed
    }
}

fn stamp(file: &PathBuf) -> Stamp {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

impl PlaySession {
    /// Loads the files that changed since the last call into the running agents. A file with errors leaves the
    /// old mind in place.
    pub fn reload(&mut self) -> Vec<Reload> {
        self.reload_with(Colour::Off)
    }

    pub(crate) fn reload_with(&mut self, colour: Colour) -> Vec<Reload> {
        let mut happened = Vec::new();
        for agent in 0..self.players.len() {
            if self.players[agent].watched.changed() {
                let file = self.players[agent].file.clone();
                happened.push(Reload::new(agent, file, self.load_again(agent, colour)));
            }
        }
        for team in 0..self.playing_teams.len() {
            if self.playing_teams[team].watched.changed() {
                let file = self.playing_teams[team].file.clone();
                happened.push(Reload::new(team, file, self.load_team_again(team, colour)));
            }
        }
        happened
    }

    fn load_again(&mut self, number: usize, colour: Colour) -> Result<(), Unusable> {
        // It is checked against the names that the agent knows, so that it can only add to them.
        let (player, world) = (&self.players[number], self.run.world());
        let text = player.choice.text(world.name()).map_err(unreadable)?;
        let vocabulary = self.run.agents()[number].memory().shared_vocabulary();
        let given = WorldVocabulary { vocabulary, catalogue: world.catalogue() };
        let found = minds::load(text, &player.choice, world.name(), &given, colour)?;
        let (mind, memory) = self.run.agents_mut()[number].parts_mut();
        let refused = |error: &dyn Display| {
            Unusable::because(format!("`{}` cannot be loaded into a running agent: {error}", found.file))
        };
        memory.extend_vocabulary(found.vocabulary.clone()).map_err(|error| refused(&error))?;
        found.definition.engine.take_over(mind, memory).map_err(|error| refused(&error))?;
        let player = &mut self.players[number];
        player.mind = found.definition.name;
        player.watched = WatchedFiles::new(found.files);
        self.introduce(number);
        Ok(())
    }

    /// Reloads the team: the members continue with the tasks as they are now.
    fn load_team_again(&mut self, number: usize, colour: Colour) -> Result<(), Unusable> {
        let found = self.find_team_again(number, colour)?;
        self.hand_over(number, &found).map_err(|error| {
            Unusable::because(format!("`{}` cannot be loaded into a running team: {error}", found.file))
        })?;
        (0..self.recorded()).for_each(|number| self.introduce(number));
        let team = &mut self.playing_teams[number];
        (team.team, team.watched) = (found.definition, WatchedFiles::new(found.files));
        Ok(())
    }

    fn find_team_again(&self, number: usize, colour: Colour) -> Result<FoundTeam, Unusable> {
        // With several teams the body of that number is the first of the team.
        let (Some(team), Some(agent)) = (self.playing_teams.get(number), self.run.agents().get(number))
        else {
            return Err(Unusable::because("no such team plays".to_owned()));
        };
        let world = self.run.world();
        let text = team.choice.text(world.name()).map_err(unreadable)?;
        let given =
            WorldVocabulary { vocabulary: agent.memory().shared_vocabulary(), catalogue: world.catalogue() };
        minds::load_team(text, &team.choice, world.name(), &given, colour)
    }

    fn hand_over(&mut self, number: usize, found: &FoundTeam) -> Result<(), Box<dyn std::error::Error>> {
        let (Some(before), Some(team)) = (self.playing_teams.get(number), self.run.teams().get(number))
        else {
            return Ok(());
        };
        let (before, board) = (&before.team, team.board.clone());
        let members: Vec<usize> = team.members.iter().map(|(member, _)| *member).collect();
        for member in &members {
            if let Some(agent) = self.run.agents_mut().get_mut(*member) {
                agent.memory_mut().extend_vocabulary(found.vocabulary.clone())?;
            }
        }
        if let Some(coordinator) = coordinator(&mut self.run, number) {
            coordinator.memory_mut().extend_vocabulary(found.vocabulary.clone())?;
        }
        let mut characters = found.definition.take_over(before, &board)?.into_iter();
        for (member, character) in members.iter().zip(characters.by_ref()) {
            if let Some(agent) = self.run.agents_mut().get_mut(*member) {
                replace(agent, character);
            }
        }
        if let Some((agent, character)) = coordinator(&mut self.run, number).zip(characters.next()) {
            replace(agent, character);
        }
        Ok(())
    }
}

/// The coordinator of a team.
fn coordinator(run: &mut Run, team: usize) -> Option<&mut Agent> {
    run.teams_mut().get_mut(team)?.coordinator.as_mut()
}

fn replace(agent: &mut Agent, character: Arc<Character>) {
    let (mind, memory) = agent.parts_mut();
    match mind.as_any_mut().and_then(|mind| mind.downcast_mut::<Arbiter>()) {
        Some(running) => running.replace(character, memory),
        None => *mind = Box::new(Arbiter::new(character)),
    }
}

fn unreadable(failure: Failure) -> Unusable {
    Unusable::because(failure.to_string())
}
