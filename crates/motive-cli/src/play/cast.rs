//! Who plays: minds one by one, or a team from a file.

use super::reload::Watched;
use super::session::{Player, Setup};
use crate::console::Failure;
use crate::minds::{self, Choice, Found, FoundTeam, Unusable};
use crate::trace::{GoalText, MindText, Names};
use motive::htn::team::Board;
use motive::{Agent, Memory, Vocabulary};
use motive_language::diagnostic::Colour;
use motive_language::{TeamDefinition, WorldVocabulary};
use motive_worlds::{Run, World};
use std::sync::Arc;

/// Told what is wrong with a file before it is given up.
pub(super) type Report<'r> = dyn FnMut(&str) -> std::io::Result<()> + 'r;

/// A team that plays and the files that it comes from.
pub(super) struct Side {
    pub(super) choice: Choice,
    pub(super) team: TeamDefinition,
    pub(super) file: String,
    pub(super) watched: Watched,
}

/// What plays a body.
#[derive(Clone)]
enum Part {
    /// A mind of a file.
    File(Box<Found>),
    /// One in plain Rust that comes with the world, by its name.
    Plain(String, Arc<Vocabulary>),
}

/// The agents of a run and what is known of them.
pub(super) struct Cast {
    pub(super) players: Vec<Player>,
    /// The names that each knows, and the text of its mind; a coordinator's come last.
    pub(super) texts: Vec<(Names, MindText)>,
    agents: Vec<Agent>,
    team: Option<(Board, Option<Agent>)>,
    /// The team, if they are one, for when its file changes.
    pub(super) playing: Option<Side>,
}

impl Cast {
    /// Loads whoever is asked for.
    pub(super) fn new(
        setup: &Setup,
        world: &dyn World,
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
        if let Some(team) = &setup.team {
            let choice = Choice::read(team);
            let text = choice.text(&setup.world)?;
            let found = minds::load_team(text, &choice, &setup.world, &given, colour).map_err(&mut told)?;
            return Self::of_team(&found, choice, setup.seed);
        }
        let mut choices: Vec<Choice> = setup.minds.iter().map(|mind| Choice::read(mind)).collect();
        if choices.is_empty() {
            choices = vec![Choice::of_world(world); world.agents()];
        }
        let mut parts: Vec<(Choice, Part)> = Vec::new();
        for choice in choices {
            // Many bodies of one mind have one reading of its file.
            let known = parts.iter().find(|(earlier, _)| *earlier == choice).map(|(_, part)| part.clone());
            let part = match (known, &choice) {
                (Some(known), _) => known,
                (None, Choice::Plain(name)) => {
                    minds::check_plain(name, world)?;
                    Part::Plain(name.clone(), world.vocabulary().clone())
                }
                (None, _) => {
                    let text = choice.text(&setup.world)?;
                    let found =
                        minds::load(text, &choice, &setup.world, &given, colour).map_err(&mut told)?;
                    Part::File(Box::new(found))
                }
            };
            parts.push((choice, part));
        }
        Self::of_minds(parts, world, setup.seed)
    }

    fn of_minds(parts: Vec<(Choice, Part)>, world: &dyn World, seed: u64) -> Result<Self, Failure> {
        let (mut agents, mut players, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (choice, part)) in (0..).zip(parts) {
            let (names, mind, text, files) = match part {
                Part::File(found) => {
                    let text = MindText::of(&found.mind, &found.file);
                    let files = if let Choice::File(..) = choice { found.files } else { Vec::new() };
                    (found.vocabulary, found.mind.start().map_err(Failure::input)?, text, files)
                }
                Part::Plain(name, names) => {
                    let mind = world.mind_with(&name, &[]).map_err(Failure::input)?;
                    (names, mind, MindText::plain(&name, &format!("rust:{name}")), Vec::new())
                }
            };
            agents.push(Agent::new(Memory::new(names.clone()), mind, seed, number));
            let (mind, file) = (text.name.clone(), text.file.clone());
            players.push(Player { choice, mind, file, watched: Watched::new(files) });
            texts.push((Names::of(&names), text));
        }
        Ok(Self { players, texts, agents, team: None, playing: None })
    }

    fn of_team(found: &FoundTeam, choice: Choice, seed: u64) -> Result<Self, Failure> {
        let playing = found.team.start().map_err(Failure::input)?;
        let names = Names::of(&found.vocabulary);
        let (mut agents, mut players, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (member, mind)) in (0..).zip(playing.members) {
            agents.push(Agent::new(Memory::new(found.vocabulary.clone()), mind, seed, number));
            texts.push((names.clone(), member_text(&member, found)));
            // The files of a team are watched once for all members.
            let (choice, watched) = (Choice::Default, Watched::new(Vec::new()));
            players.push(Player { choice, mind: member, file: found.file.clone(), watched });
        }
        let coordinator = match playing.coordinator {
            None => None,
            Some(mind) => {
                let mut memory = Memory::new(found.vocabulary.clone());
                found.initial_state.apply_to(&mut memory).map_err(Failure::input)?;
                texts.push((names, member_text("coordinator", found)));
                Some(Agent::new(memory, mind, seed, agents.len() as u64))
            }
        };
        let watched = Watched::new(found.files.clone());
        let side = Side { choice, team: found.team.clone(), file: found.file.clone(), watched };
        Ok(Self { players, texts, agents, team: Some((playing.board, coordinator)), playing: Some(side) })
    }

    /// Puts them into a world.
    pub(super) fn enter(self, world: Box<dyn World>) -> Result<(Run, Vec<Player>), Failure> {
        let run = Run::new(world, self.agents).map_err(Failure::input)?;
        let run = match self.team {
            Some((board, coordinator)) => run.with_team(board, coordinator),
            None => run,
        };
        Ok((run, self.players))
    }
}

pub(super) fn member_text(name: &str, found: &FoundTeam) -> MindText {
    let goal = GoalText { name: name.to_owned(), kept: true, cases: vec![String::new()] };
    let rules = (*found.team.rules).clone();
    MindText { name: name.to_owned(), file: found.file.clone(), goals: vec![goal], rules }
}

/// The options of a world with room for a team, unless they say how many agents there are.
pub(super) fn with_room(setup: &Setup, members: usize) -> Vec<String> {
    let mut options = setup.options.clone();
    let about = motive_worlds::list().iter().find(|about| about.name == setup.world);
    let has_agents = about.is_some_and(|about| about.options.iter().any(|option| option.name == "agents"));
    if has_agents && !options.iter().any(|option| option.starts_with("agents=")) {
        options.push(format!("agents={members}"));
    }
    options
}
