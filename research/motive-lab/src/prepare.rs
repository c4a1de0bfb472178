//! A study made ready to be played: who plays what, in which readings, with every agent loaded.

use crate::asset_sources::AssetSources;
use crate::design::{Design, DesignOptions, PointFactor, StudyAgent, StudyPart, mix};
use crate::error::{LabError, suggestion};
use crate::host_minds::HOST;
use crate::loaded_agent::{self, LoadedAgent};
use crate::metrics::OWN_METRICS;
use crate::statistics::below;
use crate::study::{AgentPlan, MOST_UNIVERSES, OpenPoint, PartPlan, Study, Universes};
use motive::kernel::engine::{SplitMix64, splitmix64};
use motive_language::diagnostic::nearest;
use motive_language::syntax::ast::Item;
use motive_language::syntax::parse;
use motive_language::{SourceText, world_with_uses};
use motive_worlds::{AnyWorld, Worlds};

/// A design with its agents loaded.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Which agent plays where, how often and with which seeds.
    pub design: Design,
    /// The study.
    pub study: Study,
    /// What was asked for beyond it.
    pub request: DesignOptions,
    /// Texts that the agents come from, each once, in order.
    pub(crate) texts: Vec<SourceText>,
    /// By part, by universe, and by the agent's place in the part.
    pub(crate) players: Vec<Vec<Vec<LoadedAgent>>>,
    pub(crate) is_in_library: bool,
    pub(crate) worlds: Worlds,
}

impl Prepared {
    /// The texts that its agents come from, each once: path and text.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|text| (text.name.as_str(), text.text.as_str()))
    }

    /// Says that the lab is part of a library that another program has loaded, as Python does. The executable then does not tell what makes the results, and
    /// the manifest has the version alone.
    pub fn in_library(self) -> Self {
        Self { is_in_library: true, ..self }
    }

    /// Works out who plays what, and loads the agents.
    ///
    /// # Errors
    /// If a world, an option, an agent or a metric is not there, or an agent's file has errors.
    pub fn new(study: &Study, assets: &AssetSources, options: &DesignOptions) -> Result<Self, LabError> {
        if options.runs == Some(0) {
            return Err(LabError::Request("the number of runs must be at least 1".into()));
        }
        let agents = entrants(study, assets, options)?;
        let mut design = Design {
            study: study.name.clone(),
            seed: study.seed,
            metrics: study.metrics.clone(),
            agents: agents.iter().map(|(agent, _)| agent.clone()).collect(),
            parts: Vec::new(),
        };
        let (mut texts, mut players): (Vec<SourceText>, Vec<Vec<Vec<LoadedAgent>>>) =
            (Vec::new(), Vec::new());
        for plan in &study.parts {
            let mut part = part_of(study, plan, &agents, options)?;
            if part.round_robin.is_some() {
                part.agents = meetings(&part.agents, &mut design.agents)?;
            }
            // The world of every condition is made once, so that a bad option is found now and not after an hour.
            let world = part.world(assets.worlds(), 0)?;
            for condition in 1..part.conditions() {
                part.world(assets.worlds(), condition)?;
            }
            known_metrics(study, &*world)?;
            let mut loaded = Vec::new();
            for universe in 0..part.universes.len().max(1) {
                loaded.push(loaded_agents(&part, universe, &design.agents, assets, &mut texts)?);
            }
            players.push(loaded);
            design.parts.push(part);
        }
        let total = design.total();
        if total > MOST_RUNS {
            return Err(LabError::Request(format!(
                "the study would have {total} runs, and {MOST_RUNS} is the most; ask for fewer, or divide it into several studies"
            )));
        }
        texts.sort_by(|a, b| a.name.cmp(&b.name));
        texts.dedup();
        let (study, request) = (study.clone(), options.clone());
        Ok(Self {
            design,
            study,
            request,
            texts,
            players,
            is_in_library: false,
            worlds: assets.worlds().clone(),
        })
    }
}

/// The most runs of a study. All of them are kept in memory, about 200 bytes each.
const MOST_RUNS: usize = 5_000_000;

/// The agents of a part as the readings of a universe have them.
fn loaded_agents(
    part: &StudyPart,
    universe: usize,
    agents: &[StudyAgent],
    assets: &AssetSources,
    texts: &mut Vec<SourceText>,
) -> Result<Vec<LoadedAgent>, LabError> {
    let world = part.world(assets.worlds(), universe * part.combinations())?;
    let files: Vec<(String, String)> =
        part.changes(universe).flat_map(|changes| changes.files.iter().cloned()).collect();
    let assets = assets.clone().with_swapped(files);
    let mut players = Vec::new();
    for number in &part.agents {
        let mut agent = agents[*number].clone();
        for changes in part.changes(universe) {
            if let Some((_, minds)) = changes.minds.iter().find(|(name, _)| *name == agent.name) {
                agent.minds = minds.clone();
            }
            let set = changes.set.iter().filter(|(name, _)| *name == agent.name).flat_map(|(_, set)| set);
            for (name, value) in set {
                agent.set.retain(|(known, _)| known != name);
                agent.set.push((name.clone(), *value));
            }
        }
        let (player, read) = LoadedAgent::load(&agent, part, &*world, &assets)?;
        players.push(player);
        texts.extend(read);
    }
    Ok(players)
}

/// Adds an agent for every pair of some agents in both orders. Returns the numbers of the pairs.
fn meetings(players: &[usize], agents: &mut Vec<StudyAgent>) -> Result<Vec<usize>, LabError> {
    if let Some(agent) = players.iter().map(|player| &agents[*player]).find(|agent| !agent.set.is_empty()) {
        let why =
            "sets values of its file, which would be those of its opponents too; give it a file of its own";
        return Err(LabError::Agent(agent.name.clone(), why.into()));
    }
    let mut pairs = Vec::new();
    for (first, second) in players.iter().flat_map(|one| players.iter().map(move |other| (*one, *other))) {
        if first == second {
            continue;
        }
        let (one, other) = (&agents[first], &agents[second]);
        let name = format!("{} : {}", one.name, other.name);
        // The same pair in another part is the same agent.
        let known = agents.iter().position(|agent| agent.name == name);
        pairs.push(known.unwrap_or(agents.len()));
        if known.is_none() {
            let minds = [one.minds.as_slice(), &other.minds].concat();
            let pair = Some([one.name.clone(), other.name.clone()]);
            agents.push(StudyAgent { pair, ..StudyAgent::new(&name, &name, &minds, &[]) });
        }
    }
    Ok(pairs)
}

/// All agents, with the world that each is made for.
fn entrants(
    study: &Study,
    assets: &AssetSources,
    options: &DesignOptions,
) -> Result<Vec<(StudyAgent, Option<String>)>, LabError> {
    let mut agents: Vec<(StudyAgent, Option<String>)> = Vec::new();
    for plan in &study.agents {
        match &plan.folder {
            Some(folder) => agents.extend(agents_in(study, plan, folder, assets)?),
            None => {
                let world =
                    home(&plan.minds, assets).map_err(|why| LabError::Agent(plan.name.clone(), why))?;
                let agent = StudyAgent::new(&plan.name, &plan.label, &plan.minds, &plan.set);
                agents.push((StudyAgent { every_body: plan.every_body, ..agent }, world));
            }
        }
    }
    for mind in &options.minds {
        let minds = [mind.clone()];
        let world = home(&minds, assets).map_err(|why| LabError::Agent(mind.clone(), why))?;
        agents.push((StudyAgent::new(mind, mind, &minds, &[]), world));
    }
    for (at, (agent, _)) in agents.iter().enumerate() {
        if agents[..at].iter().any(|(other, _)| other.name == agent.name) {
            return Err(LabError::Request(format!("two agents are called `{}`", agent.name)));
        }
    }
    Ok(agents)
}

/// The world that the first of some minds is written for.
fn home(minds: &[String], assets: &AssetSources) -> Result<Option<String>, String> {
    let Some(mind) = minds.first() else { return Ok(None) };
    let (file, _) = loaded_agent::split(mind);
    if file == loaded_agent::RUST || file == HOST {
        return Ok(None);
    }
    Ok(world_with_uses(&assets.text(file)?, assets))
}

/// Every mind of every file in a folder that is written for a world of the study. Folders in it do not take part: they hold what other studies put in the place
/// of these files.
fn agents_in(
    study: &Study,
    plan: &AgentPlan,
    folder: &str,
    assets: &AssetSources,
) -> Result<Vec<(StudyAgent, Option<String>)>, LabError> {
    let unusable = |why: String| LabError::Agent(folder.to_owned(), why);
    let mut found = Vec::new();
    let directly = |file: &String| {
        file.rsplit_once('/').is_some_and(|(parent, _)| parent == folder.trim_end_matches('/'))
    };
    for file in assets.agents_in(folder).into_iter().filter(directly) {
        let text = assets.text(&file).map_err(unusable)?;
        let home = world_with_uses(&text, assets);
        let Some(part) = study.parts.iter().find(|part| home.as_ref() == Some(&part.world)) else { continue };
        let world = default_world(part, assets)?;
        let own = names_of_minds(&text.text);
        let (model, _) = loaded_agent::model(text, &[], &*world, assets).map_err(unusable)?;
        let stem = file.rsplit('/').next().unwrap_or(&file).trim_end_matches(".motive");
        // Minds of files that it uses take part where those files do.
        for mind in model.minds.iter().filter(|mind| own.contains(&mind.name)) {
            // One mind in a file goes by the file's name.
            let name = if own.len() == 1 { stem.to_owned() } else { mind.name.clone() };
            let name = format!("{}{name}", plan.name);
            let agent = StudyAgent::new(&name, &mind.name, &[format!("{file}:{}", mind.name)], &[]);
            found.push((agent, home.clone()));
        }
    }
    for part in &study.parts {
        for name in default_world(part, assets)?.minds() {
            let mind = format!("{}:{name}", loaded_agent::RUST);
            let agent = StudyAgent::new(
                &format!("{}{mind}", plan.name),
                "in plain Rust",
                std::slice::from_ref(&mind),
                &[],
            );
            found.push((agent, Some(part.world.clone())));
        }
    }
    if found.is_empty() {
        return Err(unusable("there is no mind in this folder for any world of the study".into()));
    }
    Ok(found)
}

fn default_world(part: &PartPlan, assets: &AssetSources) -> Result<Box<dyn AnyWorld>, LabError> {
    assets
        .worlds()
        .find::<&str>(&part.world, &[])
        .map_err(|error| LabError::World(part.name.clone(), error.to_string()))
}

/// The minds that a text itself declares.
fn names_of_minds(text: &str) -> Vec<String> {
    let mind = |item| match item {
        Item::Mind(mind) => mind.name().map(|name| name.text().to_owned()),
        _ => None,
    };
    parse(text).file().items().filter_map(mind).collect()
}

fn part_of(
    study: &Study,
    plan: &PartPlan,
    agents: &[(StudyAgent, Option<String>)],
    options: &DesignOptions,
) -> Result<StudyPart, LabError> {
    let number = |name: &String| {
        let known = agents.iter().map(|(agent, _)| agent.name.as_str());
        agents.iter().position(|(agent, _)| agent.name == *name).ok_or_else(|| {
            let near = nearest(name, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            LabError::Request(format!("the part `{}` names no agent with `{name}`{near}", plan.name))
        })
    };
    let fits = |world: &Option<String>| world.as_ref().is_none_or(|world| *world == plan.world);
    let who: Vec<usize> = match &plan.agents {
        Some(names) => {
            let extra = agents.len() - options.minds.len();
            let named = names.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            named.into_iter().chain((extra..agents.len()).filter(|number| fits(&agents[*number].1))).collect()
        }
        None => (0..agents.len()).filter(|number| fits(&agents[*number].1)).collect(),
    };
    let usual = plan.runs.unwrap_or(study.runs);
    let runs = match options.runs {
        Some(runs) => runs,
        None if options.quick => study.quick_runs.min(usual),
        None => usual,
    };
    let points: Vec<&OpenPoint> =
        plan.readings.iter().filter_map(|id| study.open.iter().find(|point| point.id == *id)).collect();
    Ok(StudyPart {
        name: plan.name.clone(),
        title: plan.title.clone(),
        world: plan.world.clone(),
        options: plan.options.clone(),
        axes: plan.axes.clone(),
        agents: who,
        steps: plan.steps.unwrap_or(study.steps) as u64,
        runs,
        store: plan.store,
        seeds: plan.seeds,
        round_robin: plan.round_robin.clone(),
        without_chance: plan.without_chance,
        timed: plan.timed,
        universes: played_universes(study, plan, &points)?,
        points: points.iter().map(|point| factor_of(point)).collect(),
    })
}

fn factor_of(point: &OpenPoint) -> PointFactor {
    let readings = point.reading.iter().map(crate::study::Reading::changes).collect();
    PointFactor { id: point.id.clone(), readings }
}

/// The combinations of readings that a part plays.
fn played_universes(
    study: &Study,
    plan: &PartPlan,
    points: &[&OpenPoint],
) -> Result<Vec<Vec<usize>>, LabError> {
    if points.is_empty() {
        return Ok(Vec::new());
    }
    let seed = mix(study.seed, plan.name.as_bytes());
    universes(points, plan.universes, seed).ok_or_else(|| {
        LabError::Request(format!(
            "the part `{}` has too many combinations of readings; draw some of them with `universes = 100`",
            plan.name
        ))
    })
}

fn known_metrics(study: &Study, world: &dyn AnyWorld) -> Result<(), LabError> {
    let known: Vec<&str> =
        world.metrics().iter().map(|(name, _)| *name).chain(OWN_METRICS.iter().copied()).collect();
    if let Some(metric) = study.metrics.iter().find(|metric| !known.contains(&metric.as_str())) {
        let hint = suggestion(metric, known.iter().copied(), "it has");
        return Err(LabError::Request(format!("`{}` has no metric `{metric}`; {hint}", world.name())));
    }
    Ok(())
}

/// The combinations that a part plays: of each point, in order, the number of its reading. Nothing if there would be more than can be run.
fn universes(points: &[&OpenPoint], which: Universes, seed: u64) -> Option<Vec<Vec<usize>>> {
    let sizes: Vec<usize> = points.iter().map(|point| point.reading.len()).collect();
    match which {
        Universes::All => cross(&sizes),
        Universes::Each => Some(one_change_each(&sizes)),
        Universes::Drawn(count) => match cross(&sizes) {
            Some(all) if all.len() <= count => Some(all),
            _ => Some(drawn(&sizes, count, seed)),
        },
    }
}

fn cross(sizes: &[usize]) -> Option<Vec<Vec<usize>>> {
    let total = sizes.iter().try_fold(1_usize, |total, size| total.checked_mul(*size));
    total.filter(|total| *total <= MOST_UNIVERSES)?;
    let mut all = vec![Vec::new()];
    for size in sizes {
        let extended = all.iter().flat_map(|start: &Vec<usize>| {
            (0..*size).map(move |reading| start.iter().copied().chain([reading]).collect())
        });
        all = extended.collect();
    }
    Some(all)
}

fn one_change_each(sizes: &[usize]) -> Vec<Vec<usize>> {
    let first = vec![0; sizes.len()];
    let mut all = vec![first.clone()];
    for (point, size) in sizes.iter().enumerate() {
        for reading in 1..*size {
            let mut changed = first.clone();
            changed[point] = reading;
            all.push(changed);
        }
    }
    all
}

/// A sample in which each reading of a point occurs equally often, as near as the count allows (a Latin hypercube). Of equal combinations one is left.
fn drawn(sizes: &[usize], count: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut columns = Vec::new();
    for (point, size) in sizes.iter().enumerate() {
        let mut stream = SplitMix64(splitmix64(seed ^ splitmix64(point as u64)));
        let mut column: Vec<usize> = (0..count).map(|at| at % size).collect();
        for at in (1..count).rev() {
            column.swap(at, below(&mut stream, at + 1));
        }
        // The first combination is the one of first readings.
        if let Some(first) = column.iter().position(|reading| *reading == 0) {
            column.swap(0, first);
        }
        columns.push(column);
    }
    let mut all: Vec<Vec<usize>> = Vec::with_capacity(count);
    for at in 0..count {
        let combination: Vec<usize> = columns.iter().map(|column| column[at]).collect();
        if !all.contains(&combination) {
            all.push(combination);
        }
    }
    all
}

#[cfg(test)]
#[path = "../tests/unit/prepare.rs"]
mod tests;
