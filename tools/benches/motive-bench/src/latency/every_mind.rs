//! Every mind that comes with Motive, in every world and set-up that a study or a league uses.

use super::timed_mind::{DecisionTimes, TimedMind};
use anyhow::{Context, Result, anyhow};
use motive::kernel::{Agent, Memory, Mind, Vocabulary};
use motive_lab::AssetSources;
use motive_language::syntax::ast::Item;
use motive_language::syntax::parse;
use motive_language::{InitialState, MindDefinition, TeamDefinition, WorldVocabulary, load, world_of};
use motive_worlds::{AnyWorld, Run, Team, find};
use std::sync::Arc;

/// A world with options.
#[derive(Clone, Copy, Debug)]
pub(super) struct LatencySetup {
    pub(super) world: &'static str,
    pub(super) options: &'static [&'static str],
}

/// Every world as it is, the set-ups of studies and leagues, and a Tileworld beyond them.
pub(super) const SETUPS: &[LatencySetup] = &[
    LatencySetup { world: "arena", options: &[] },
    LatencySetup { world: "hospital", options: &[] },
    LatencySetup { world: "household", options: &[] },
    LatencySetup { world: "household", options: &["numbers=drawn"] },
    LatencySetup { world: "pacman", options: &[] },
    LatencySetup { world: "room", options: &[] },
    LatencySetup { world: "room", options: &["scene=window"] },
    LatencySetup { world: "room", options: &["scene=workshop"] },
    LatencySetup { world: "scenes", options: &[] },
    LatencySetup { world: "scenes", options: &["scene=crossing"] },
    LatencySetup { world: "scenes", options: &["scene=spy"] },
    LatencySetup { world: "shooter", options: &[] },
    LatencySetup { world: "shooter", options: &["map=stalwart-like", "game=domination", "agents=6"] },
    LatencySetup { world: "tileworld", options: &[] },
    LatencySetup { world: "tileworld", options: &["density=100", "rate=10"] },
    LatencySetup { world: "tileworld", options: &["size=80x80", "density=400"] },
];

impl LatencySetup {
    /// Such as `tileworld(density=100, rate=10)`.
    pub(super) fn name(&self) -> String {
        match self.options {
            [] => self.world.to_owned(),
            options => format!("{}({})", self.world, options.join(", ")),
        }
    }

    /// Every mind for its world: those of files by the name of the file and their own, then those in Rust.
    pub(super) fn contestants(&self) -> Result<Vec<TimedPlayer>> {
        let assets = AssetSources::built_in();
        let world = find(self.world, self.options)?;
        let mut all = Vec::new();
        for file in assets.agents_in("agents") {
            let text = assets.text(&file).map_err(|error| anyhow!(error))?;
            if world_of(&text.text).as_deref() != Some(self.world) {
                continue;
            }
            let short = file.trim_start_matches("agents/").trim_end_matches(".motive").to_owned();
            let own = own_names(&text.text);
            let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
            let model = load(text, &given, &assets).model.with_context(|| format!("`{file}` has errors"))?;
            let is_own = |name: &str| own.iter().any(|own| own == name);
            let minds = model.minds.iter().filter(|mind| is_own(&mind.name));
            all.extend(minds.map(|mind| TimedPlayer {
                name: format!("{short}:{}", mind.name),
                source: TimedSource::File(mind.clone(), model.vocabulary.clone()),
            }));
            let teams = model.teams.iter().filter(|team| is_own(&team.name));
            all.extend(teams.filter(|team| team.members.len() <= world.agents()).map(|team| TimedPlayer {
                name: format!("{short}:{}", team.name),
                source: TimedSource::Team(
                    team.clone(),
                    model.vocabulary.clone(),
                    Box::new(model.initial_state.clone()),
                ),
            }));
        }
        all.extend(
            world
                .minds()
                .iter()
                .map(|name| TimedPlayer { name: format!("rust:{name}"), source: TimedSource::Rust(name) }),
        );
        Ok(all)
    }
}

/// The minds and teams that a text declares itself.
fn own_names(text: &str) -> Vec<String> {
    let name = |item: Item| match item {
        Item::Mind(mind) => mind.name().map(|name| name.text().to_owned()),
        Item::Team(team) => team.name().map(|name| name.text().to_owned()),
        _ => None,
    };
    parse(text).file().items().filter_map(name).collect()
}

/// A mind that can play, or a team.
pub(super) struct TimedPlayer {
    pub(super) name: String,
    source: TimedSource,
}

enum TimedSource {
    File(MindDefinition, Arc<Vocabulary>),
    Team(TeamDefinition, Arc<Vocabulary>, Box<InitialState>),
    Rust(&'static str),
}

impl TimedPlayer {
    /// Whether its searches have no limit, as those of a publication: how long its decisions take is told, and counts for nothing.
    pub(super) fn is_unlimited(&self) -> bool {
        let TimedSource::File(mind, _) = &self.source else { return false };
        let limits = mind.plan.as_ref().map(|plan| plan.domain().rules().limits);
        limits.is_some_and(|limits| limits.work_per_tick == u64::MAX)
    }

    /// A run in which it plays every body, or as a team the first bodies.
    pub(super) fn enter(
        &self,
        mut world: Box<dyn AnyWorld>,
        seed: u64,
        times: &DecisionTimes,
    ) -> Result<Run> {
        world.reset(seed);
        let timed = |mind| -> Box<dyn Mind> { Box::new(TimedMind { mind, times: times.clone() }) };
        let agent = |memory, mind, number: usize| Agent::new(memory, timed(mind), seed, number as u64);
        let mut agents = Vec::new();
        if let TimedSource::Team(team, names, initial_state) = &self.source {
            let playing = team.start()?;
            let mut members = Vec::new();
            for (number, (name, mind)) in playing.members.into_iter().enumerate() {
                agents.push(agent(Memory::new(names.clone()), mind, number));
                members.push((number, name));
            }
            let coordinator = match playing.coordinator {
                None => None,
                Some(mind) => {
                    let mut memory = Memory::new(names.clone());
                    initial_state.apply_to(&mut memory)?;
                    Some(agent(memory, mind, members.len()))
                }
            };
            let team = Team { members, board: playing.board, coordinator };
            return Ok(Run::new(world, agents)?.with_team(team));
        }
        for number in 0..world.agents() {
            let (mind, names) = match &self.source {
                TimedSource::File(mind, names) => (mind.start()?, names.clone()),
                TimedSource::Rust(name) => (world.mind_with(name, &[])?, world.vocabulary().clone()),
                TimedSource::Team(..) => break,
            };
            agents.push(agent(Memory::new(names), mind, number));
        }
        Ok(Run::new(world, agents)?)
    }
}
