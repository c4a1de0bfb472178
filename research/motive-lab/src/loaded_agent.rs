//! Agents of a study, made once and shared by all runs.

use crate::asset_sources::AssetSources;
use crate::design::{StudyAgent, StudyPart};
use crate::error::{LabError, suggestion};
use crate::host_minds::{HOST, HostMind, RunFailure, Seat};
use crate::study::MemoryStore;
use motive::kernel::{Memory, Mind, Vocabulary};
use motive_language::diagnostic::{Colour, DiagnosticLevel, NamedText, render_all};
use motive_language::syntax::ast::{AstNode, Item};
use motive_language::syntax::parse;
use motive_language::{Files, Loaded, Model, SourceText, WorldVocabulary};
use motive_worlds::{AnyWorld, Run, Team};
use std::cell::RefCell;
use std::sync::Arc;

/// All minds of an agent, ready to be put into a world.
#[derive(Clone, Debug)]
pub(crate) struct LoadedAgent {
    minds: Vec<Template>,
    /// The last of them plays every further body.
    every_body: bool,
    /// Teams, instead of minds.
    teams: Vec<TeamTemplate>,
}

/// A team of a file.
#[derive(Clone, Debug)]
struct TeamTemplate {
    team: motive_language::TeamDefinition,
    names: Arc<Vocabulary>,
    initial_state: motive_language::InitialState,
}

/// What a mind is made from. It is immutable, so that all threads share it.
#[derive(Clone, Debug)]
enum Template {
    /// From an agent file.
    File(motive_language::MindDefinition, Arc<Vocabulary>),
    /// In plain Rust, by the name that the world has for it, with numbers that are set.
    Plain(String, Vec<(String, f64)>),
    /// Of the program that runs the lab.
    Host(HostMind),
}

/// The prefix of a mind in Rust that comes with a world: `rust:NAME`.
pub(crate) const RUST: &str = "rust";

impl LoadedAgent {
    /// Loads the minds of an agent for a world, and gives the texts that it took.
    pub(crate) fn load(
        agent: &StudyAgent,
        part: &StudyPart,
        world: &dyn AnyWorld,
        assets: &AssetSources,
    ) -> Result<(Self, Vec<SourceText>), LabError> {
        let unusable = |why: String| LabError::Agent(agent.name.clone(), why);
        if agent.minds.len() > world.agents() {
            let (given, room) = (agent.minds.len(), world.agents());
            return Err(unusable(format!("it has {given} minds, and `{}` has room for {room}", part.world)));
        }
        let (mut minds, mut teams, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for mind in &agent.minds {
            let (file, name) = split(mind);
            if file == RUST {
                minds.push(plain(name.unwrap_or_default(), &agent.set, world).map_err(unusable)?);
                continue;
            }
            if file == HOST {
                let host = host(name.unwrap_or_default(), &agent.set, assets).map_err(unusable)?;
                texts.push(host.source().clone());
                minds.push(Template::Host(host));
                continue;
            }
            let text = assets.text(file).map_err(unusable)?;
            let (model, read) = model(text, &agent.set, world, assets).map_err(unusable)?;
            if model.world.as_deref().is_some_and(|other| other != part.world) {
                let other = model.world.unwrap_or_default();
                return Err(unusable(format!("`{file}` is written for `{other}`, not for `{}`", part.world)));
            }
            match (model.mind(name), model.team(name)) {
                (Some(found), _) => minds.push(Template::File(found.clone(), model.vocabulary.clone())),
                (None, Some(team)) => teams.push(TeamTemplate {
                    team: team.clone(),
                    names: model.vocabulary.clone(),
                    initial_state: model.initial_state.clone(),
                }),
                (None, None) => return Err(unusable(no_mind(file, name, &model))),
            }
            texts.extend(read);
        }
        let player = Self { minds, every_body: agent.every_body, teams };
        player.fits(world).map_err(unusable)?;
        Ok((player, texts))
    }

    /// Whether teams can play each other in a world.
    fn fits(&self, world: &dyn AnyWorld) -> Result<(), String> {
        let Some(first) = self.teams.first() else { return Ok(()) };
        if !self.minds.is_empty() {
            return Err("it has minds and teams; give each mind a team, or each team a mind".to_owned());
        }
        let members = first.team.members.len();
        if self.teams.iter().any(|team| team.team.members.len() != members) {
            return Err("teams that play each other need equally many members".to_owned());
        }
        let (wanted, room) = (members * self.teams.len(), world.agents());
        if wanted > room {
            return Err(format!("its teams have {wanted} members, and the world has room for {room}"));
        }
        Ok(())
    }

    /// All agents in a world, ready for one run.
    pub(crate) fn enter(
        &self,
        world: Box<dyn AnyWorld>,
        store: MemoryStore,
        seed: u64,
        failure: &RunFailure,
    ) -> Result<Run, String> {
        if self.teams.is_empty() {
            let agents = self.agents(&*world, store, seed, failure)?;
            return Run::new(world, agents).map_err(|error| error.to_string());
        }
        let mut bodies: Vec<(usize, motive::kernel::Agent)> = Vec::new();
        let mut teams = Vec::new();
        let count = self.teams.len();
        let members: usize = self.teams.iter().map(|team| team.team.members.len()).sum();
        for (side, template) in self.teams.iter().enumerate() {
            let playing = template.team.start().map_err(|error| error.to_string())?;
            let memory = || store.memory(template.names.clone());
            let mut names = Vec::new();
            for (number, (name, mind)) in playing.members.into_iter().enumerate() {
                let body = number * count + side;
                bodies.push((body, motive::kernel::Agent::new(memory(), mind, seed, body as u64)));
                names.push((body, name));
            }
            let coordinator = match playing.coordinator {
                None => None,
                Some(mind) => {
                    let mut memory = memory();
                    template.initial_state.apply_to(&mut memory).map_err(|error| error.to_string())?;
                    Some(motive::kernel::Agent::new(memory, mind, seed, (members + side) as u64))
                }
            };
            teams.push(Team { members: names, board: playing.board, coordinator });
        }
        bodies.sort_by_key(|(body, _)| *body);
        let agents = bodies.into_iter().map(|(_, agent)| agent).collect();
        let run = Run::new(world, agents).map_err(|error| error.to_string())?;
        Ok(teams.into_iter().fold(run, Run::with_team))
    }

    /// Agents for one run in a world.
    fn agents(
        &self,
        world: &dyn AnyWorld,
        store: MemoryStore,
        seed: u64,
        failure: &RunFailure,
    ) -> Result<Vec<motive::kernel::Agent<Box<dyn Mind>>>, String> {
        let agent = |(number, template): (u64, &Template)| {
            let (mind, names): (Box<dyn Mind>, _) = match template {
                Template::File(mind, names) => {
                    (mind.start().map_err(|error| error.to_string())?, names.clone())
                }
                Template::Plain(name, set) => {
                    let mind = world.mind_with(name, set).map_err(|error| error.to_string())?;
                    (mind, world.vocabulary().clone())
                }
                Template::Host(mind) => {
                    let mind = mind.start(Seat { world, seed, number, failure })?;
                    (mind, world.vocabulary().clone())
                }
            };
            Ok(motive::kernel::Agent::new(store.memory(names), mind, seed, number))
        };
        let bodies = if self.every_body { world.agents() } else { self.minds.len() };
        let last = self.minds.last().filter(|_| self.every_body);
        let minds = self.minds.iter().chain(last.into_iter().cycle());
        (0..).zip(minds.take(bodies)).map(agent).collect()
    }
}

impl MemoryStore {
    fn memory(self, names: Arc<Vocabulary>) -> Memory {
        match self {
            Self::Indexed => Memory::new(names),
            Self::List => Memory::as_list(names),
        }
    }
}

/// A mind that comes with a world.
fn plain(name: &str, set: &[(String, f64)], world: &dyn AnyWorld) -> Result<Template, String> {
    if world.minds().contains(&name) {
        world.mind_with(name, set).map_err(|error| error.to_string())?;
        return Ok(Template::Plain(name.to_owned(), set.to_vec()));
    }
    let hint = suggestion(name, world.minds().iter().copied(), "it has");
    Err(format!("`{}` has no mind `{name}` in Rust; {hint}", world.name()))
}

/// A mind of the program that runs the lab.
fn host(name: &str, set: &[(String, f64)], assets: &AssetSources) -> Result<HostMind, String> {
    if let Some((value, _)) = set.first() {
        return Err(format!("`{HOST}:{name}` has no file in which `{value}` could be set"));
    }
    assets.host_mind(name).cloned()
}

/// `FILE:NAME` as file and name.
pub(crate) fn split(mind: &str) -> (&str, Option<&str>) {
    match mind.rsplit_once(':') {
        Some((file, name)) if !name.is_empty() && !name.contains(['/', '\\']) => (file, Some(name)),
        _ => (mind, None),
    }
}

/// The minds of a text and of all that it uses, with named values replaced; and the texts as they stand in the files.
pub(crate) fn model(
    text: SourceText,
    set: &[(String, f64)],
    world: &dyn AnyWorld,
    assets: &AssetSources,
) -> Result<(Model, Vec<SourceText>), String> {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let replacing = Replacing::new(assets, set);
    let original = text.clone();
    let loaded = motive_language::load(replacing.replace(text), &given, &replacing);
    if let Some(name) = replacing.missing() {
        return Err(format!(
            "`{}` has no value `{name}` to set; it would be a line such as `let {name} = 1`",
            original.name
        ));
    }
    let Some(model) = loaded.model.clone() else { return Err(load_errors(&original.name, &loaded)) };
    let mut texts = vec![original];
    for used in loaded.texts.iter().skip(1) {
        texts.push(assets.text(&used.name)?);
    }
    Ok((model, texts))
}

fn no_mind(file: &str, name: Option<&str>, model: &Model) -> String {
    let Some(name) = name else { return format!("there is no mind in `{file}`") };
    let hint = suggestion(name, model.minds.iter().map(|mind| mind.name.as_str()), "it has");
    format!("there is no mind `{name}` in `{file}`; {hint}")
}

/// The errors of a file and of those that it uses, with their places.
pub fn load_errors(name: &str, loaded: &Loaded) -> String {
    let mut told = format!("`{name}` has errors");
    for (number, text) in loaded.texts.iter().enumerate() {
        let own = loaded.problems.iter().filter(|problem| problem.file == number);
        let errors = own.filter(|problem| problem.diagnostic.severity == DiagnosticLevel::Error);
        let errors: Vec<_> = errors.take(20).map(|problem| problem.diagnostic.clone()).collect();
        if !errors.is_empty() {
            told.push('\n');
            told.push_str(
                render_all(NamedText { name: &text.name, text: &text.text }, &errors, Colour::Off).trim_end(),
            );
        }
    }
    told
}

/// Files in which named values are replaced as they are read.
///
/// `let patience = 5` at the top of a file is a parameter of its agents. A study may set it, and `tune` searches it; the
/// file stays as it is.
struct Replacing<'a> {
    files: &'a dyn Files,
    set: &'a [(String, f64)],
    met: RefCell<Vec<bool>>,
}

impl<'a> Replacing<'a> {
    fn new(files: &'a dyn Files, set: &'a [(String, f64)]) -> Self {
        Self { files, set, met: RefCell::new(vec![false; set.len()]) }
    }

    /// The text with its named values replaced.
    fn replace(&self, text: SourceText) -> SourceText {
        if self.set.is_empty() {
            return text;
        }
        let mut places = Vec::new();
        for item in parse(&text.text).file().items() {
            let Item::Let(item) = item else { continue };
            let Some((name, value)) = item.name().zip(item.value()) else { continue };
            let name = name.text();
            let Some(number) = self.set.iter().position(|(wanted, _)| *wanted == name) else { continue };
            if let Some(met) = self.met.borrow_mut().get_mut(number) {
                *met = true;
            }
            places.push((value.syntax().span(), self.set[number].1));
        }
        let mut replaced = text.text;
        for (range, value) in places.into_iter().rev() {
            let space = replaced[range.clone()].len() - replaced[range.clone()].trim_start().len();
            // A negative number stands in parentheses, so that it may follow an operator.
            let shown = if value < 0.0 { format!("({value})") } else { value.to_string() };
            replaced.replace_range(range.start + space..range.end, &shown);
        }
        SourceText::new(text.name, replaced)
    }

    /// A value that no file has.
    fn missing(&self) -> Option<&str> {
        let met = self.met.borrow();
        self.set.iter().zip(&*met).find(|(_, met)| !**met).map(|((name, _), _)| name.as_str())
    }
}

impl Files for Replacing<'_> {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        self.files.read(path, from).map(|text| self.replace(text))
    }
}

#[cfg(test)]
#[path = "../tests/unit/loaded_agent.rs"]
mod tests;
