//! The design of a study: every agent, condition, run and seed, resolved.

use crate::asset_sources::AssetSources;
use crate::error::LabError;
use crate::host_minds::HOST;
use crate::player::{self, Player};
use crate::run::tick_counts::TickMetric;
use crate::study::{AgentPlan, Axis, Changes, OpenPoint, PartPlan, Seeds, Store, Study, Timed};
use crate::universes::universes;
use motive_language::SourceText;
use motive_language::diagnostic::nearest;
use motive_language::syntax::ast::Item;
use motive_language::syntax::parse;
use motive_worlds::World;
use serde::{Deserialize, Serialize};

/// Metrics that every run has, whatever the world.
const OWN_METRICS: &[&str] = &[
    "score",
    "steps",
    "work",
    CPU_SECONDS,
    TickMetric::ALL[0].1,
    TickMetric::ALL[1].1,
    TickMetric::ALL[2].1,
];

/// The time of the thread that a run took. It is the one metric that no second run repeats.
pub(crate) const CPU_SECONDS: &str = "cpu_seconds";

/// What a caller changes about a study.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignOptions {
    /// So many runs of each agent in each condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<usize>,
    /// Only as many runs as the study has for a quick look.
    #[serde(default)]
    pub quick: bool,
    /// Further agents, as `FILE` or `FILE:NAME`.
    #[serde(default)]
    pub minds: Vec<String>,
}

/// A study with every name resolved. It is stored beside the results and says what each of them is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Design {
    /// The study's name.
    pub study: String,
    /// The seed from which those of all runs are derived.
    pub seed: u64,
    /// The metrics that are recorded of each run.
    pub metrics: Vec<String>,
    /// The agents.
    pub agents: Vec<Agent>,
    /// Where.
    pub parts: Vec<Part>,
}

/// An agent that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Agent {
    /// Its name.
    pub name: String,
    /// A description in a few words.
    pub label: String,
    /// Its minds, as `FILE:NAME`.
    pub minds: Vec<String>,
    /// Named values of its file that are set to another value.
    pub set: Vec<(String, f64)>,
    /// The last of its minds plays every further body of the world.
    #[serde(default)]
    pub every_body: bool,
    /// The two agents that this one is the meeting of, in a round robin.
    #[serde(default)]
    pub pair: Option<[String; 2]>,
}

/// A world with conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Part {
    /// Its name.
    pub name: String,
    /// A description in one line.
    pub title: String,
    /// The world.
    pub world: String,
    /// Options that are the same in all conditions.
    pub options: Vec<(String, String)>,
    /// Options that are varied.
    pub axes: Vec<Axis>,
    /// The agents that take part, by number.
    pub agents: Vec<usize>,
    /// Ticks of a run.
    pub steps: u64,
    /// Runs of each agent in each condition.
    pub runs: usize,
    /// See [`Store`].
    pub store: Store,
    /// See [`Seeds`].
    pub seeds: Seeds,
    /// The metric that says who won, if the agents are pairs that play each other.
    #[serde(default)]
    pub round_robin: Option<String>,
    /// Nothing is left to chance.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_chance: bool,
    /// See [`Timed`].
    #[serde(default, skip_serializing_if = "Timed::is_usual")]
    pub timed: Timed,
    /// Open points whose readings are varied too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PointFactor>,
    /// The combinations of readings that are played: of each point, the number of its reading. One without readings if there are no points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub universes: Vec<Vec<usize>>,
}

/// An open point as a factor of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PointFactor {
    /// The point's name.
    pub id: String,
    /// What each of its readings changes.
    pub readings: Vec<Changes>,
}

impl Part {
    /// How many conditions there are: every combination of options in every universe.
    #[must_use]
    pub fn conditions(&self) -> usize {
        self.combinations() * self.universes.len().max(1)
    }

    /// How many combinations of options there are.
    fn combinations(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Which combination of readings a condition has.
    #[must_use]
    pub fn universe(&self, condition: usize) -> usize {
        condition / self.combinations().max(1)
    }

    /// What is varied, by name: options, then open points.
    pub fn factors(&self) -> impl Iterator<Item = &str> + Clone {
        let points = self.points.iter().map(|point| point.id.as_str());
        self.axes.iter().map(|axis| axis.option.as_str()).chain(points)
    }

    /// What the readings of a universe change, in the order of the points.
    pub(crate) fn changes(&self, universe: usize) -> impl Iterator<Item = &Changes> {
        let readings = self.universes.get(universe).map_or(&[][..], Vec::as_slice);
        self.points.iter().zip(readings).filter_map(|(point, reading)| point.readings.get(*reading))
    }

    /// The value of each factor in a condition: of options, and then the readings. The last option changes fastest, the universe slowest.
    #[must_use]
    pub fn values(&self, condition: usize) -> Vec<&str> {
        let mut values = self.option_values(condition);
        values.extend(self.changes(self.universe(condition)).map(|changes| changes.reading.as_str()));
        values
    }

    /// What the varied options are in a condition, in the order of the axes.
    fn option_values(&self, condition: usize) -> Vec<&str> {
        let mut rest = condition;
        let mut values: Vec<&str> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let length = axis.values.len().max(1);
            values.push(axis.values.get(rest % length).map_or("", String::as_str));
            rest /= length;
        }
        values.reverse();
        values
    }

    /// All options of a condition as a world takes them. `{name}` in a fixed option is what the option of that name is.
    #[must_use]
    pub fn options_of(&self, condition: usize) -> Vec<String> {
        let values = self.option_values(condition);
        let varied: Vec<(&str, &str)> =
            self.axes.iter().map(|axis| axis.option.as_str()).zip(values).collect();
        let read: Vec<&(String, String)> =
            self.changes(self.universe(condition)).flat_map(|changes| &changes.options).collect();
        // What a reading says of an option counts before what the part says.
        let fixed = self.options.iter().filter(|(name, _)| read.iter().all(|(option, _)| option != name));
        let fixed = fixed.chain(read.iter().copied()).map(|(name, value)| {
            let filled = varied
                .iter()
                .fold(value.clone(), |text, (option, value)| text.replace(&format!("{{{option}}}"), value));
            format!("{name}={filled}")
        });
        let varied = varied.iter().map(|(option, value)| format!("{option}={value}"));
        varied.chain(fixed).collect()
    }

    pub(crate) fn world(&self, condition: usize) -> Result<Box<dyn World>, LabError> {
        motive_worlds::find(&self.world, &self.options_of(condition))
            .map_err(|error| LabError::World { part: self.name.clone(), why: error.to_string() })
    }
}

/// An agent in a condition of a part: what is run several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The part's number.
    pub part: usize,
    /// The condition's number in the part.
    pub condition: usize,
    /// The agent's number.
    pub agent: usize,
}

impl Design {
    /// Every cell, in the order of the results.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            for condition in 0..part.conditions() {
                cells.extend(part.agents.iter().map(|agent| Cell { part: number, condition, agent: *agent }));
            }
        }
        cells
    }

    /// Runs of each agent in each condition of a cell's part.
    #[must_use]
    pub fn runs(&self, cell: Cell) -> usize {
        self.parts.get(cell.part).map_or(0, |part| part.runs)
    }

    /// How many runs there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.cells().iter().map(|cell| self.runs(*cell)).sum()
    }

    /// The seed of a run. It depends on what the run is, not on what else there is: more runs, conditions or agents leave
    /// those that were there as they were.
    #[must_use]
    pub fn seed(&self, cell: Cell, run: usize) -> u64 {
        let Some(part) = self.parts.get(cell.part) else { return 0 };
        let mut seed = mix(self.seed, part.name.as_bytes());
        for (factor, value) in part.factors().zip(part.values(cell.condition)) {
            seed = mix(mix(seed, factor.as_bytes()), value.as_bytes());
        }
        if part.seeds == Seeds::Own {
            seed = mix(seed, self.agents.get(cell.agent).map_or("", |agent| &agent.name).as_bytes());
        }
        // Whole numbers up to here survive any spreadsheet.
        mix(seed, &(run as u64).to_le_bytes()) >> 11
    }
}

/// FNV-1a over the bytes, then the finaliser of SplitMix64, so that neighbours have nothing in common.
fn mix(state: u64, bytes: &[u8]) -> u64 {
    let mut hash = state ^ 0xCBF2_9CE4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    motive::kernel::engine::splitmix64(hash)
}

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
    pub(crate) players: Vec<Vec<Vec<Player>>>,
}

impl Prepared {
    /// The texts that its agents come from, each once: path and text.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|text| (text.name.as_str(), text.text.as_str()))
    }
}

impl Design {
    /// Works out who plays what, and loads the agents.
    ///
    /// # Errors
    /// If a world, an option, an agent or a metric is not there, or an agent's file has errors.
    #[expect(
        clippy::new_ret_no_self,
        reason = "a design is of no use without the agents that it was made with"
    )]
    pub fn new(study: &Study, assets: &AssetSources, options: &DesignOptions) -> Result<Prepared, LabError> {
        if options.runs == Some(0) {
            return Err(LabError::Request("the number of runs must be at least 1".into()));
        }
        let agents = enter(study, assets, options)?;
        let mut design = Self {
            study: study.name.clone(),
            seed: study.seed,
            metrics: study.metrics.clone(),
            agents: agents.iter().map(|(agent, _)| agent.clone()).collect(),
            parts: Vec::new(),
        };
        let (mut texts, mut players): (Vec<SourceText>, Vec<Vec<Vec<Player>>>) = (Vec::new(), Vec::new());
        for plan in &study.parts {
            let mut part = part_of(study, plan, &agents, options)?;
            if part.round_robin.is_some() {
                part.agents = meetings(&part.agents, &mut design.agents)?;
            }
            // The world of every condition is made once, so that a bad option is found now and not after an hour.
            let world = part.world(0)?;
            for condition in 1..part.conditions() {
                part.world(condition)?;
            }
            known_metrics(study, &*world)?;
            let mut loaded = Vec::new();
            for universe in 0..part.universes.len().max(1) {
                loaded.push(everyone_in(&part, universe, &design.agents, assets, &mut texts)?);
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
        Ok(Prepared { design, study: study.clone(), request: options.clone(), texts, players })
    }
}

/// The most runs of a study. All of them are kept in memory, about 200 bytes each.
const MOST_RUNS: usize = 5_000_000;

/// The agents of a part as the readings of a universe have them.
fn everyone_in(
    part: &Part,
    universe: usize,
    agents: &[Agent],
    assets: &AssetSources,
    texts: &mut Vec<SourceText>,
) -> Result<Vec<Player>, LabError> {
    let world = part.world(universe * part.combinations())?;
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
        let (player, read) = Player::load(&agent, part, &*world, &assets)?;
        players.push(player);
        texts.extend(read);
    }
    Ok(players)
}

/// Adds an agent for every pair of some agents in both orders. Returns the numbers of the pairs.
fn meetings(players: &[usize], agents: &mut Vec<Agent>) -> Result<Vec<usize>, LabError> {
    if let Some(agent) = players.iter().map(|player| &agents[*player]).find(|agent| !agent.set.is_empty()) {
        let why =
            "sets values of its file, which would be those of its opponents too; give it a file of its own";
        return Err(LabError::Agent { agent: agent.name.clone(), why: why.into() });
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
            agents.push(Agent { pair, ..agent_of(&name, &name, &minds, &[]) });
        }
    }
    Ok(pairs)
}

/// All agents, with the world that each is made for.
fn enter(
    study: &Study,
    assets: &AssetSources,
    options: &DesignOptions,
) -> Result<Vec<(Agent, Option<String>)>, LabError> {
    let mut agents: Vec<(Agent, Option<String>)> = Vec::new();
    for plan in &study.agents {
        match &plan.folder {
            Some(folder) => agents.extend(everybody(study, plan, folder, assets)?),
            None => {
                let world = home(&plan.minds, assets)
                    .map_err(|why| LabError::Agent { agent: plan.name.clone(), why })?;
                let agent = agent_of(&plan.name, &plan.label, &plan.minds, &plan.set);
                agents.push((Agent { every_body: plan.every_body, ..agent }, world));
            }
        }
    }
    for mind in &options.minds {
        let minds = [mind.clone()];
        let world = home(&minds, assets).map_err(|why| LabError::Agent { agent: mind.clone(), why })?;
        agents.push((agent_of(mind, mind, &minds, &[]), world));
    }
    for (at, (agent, _)) in agents.iter().enumerate() {
        if agents[..at].iter().any(|(other, _)| other.name == agent.name) {
            return Err(LabError::Request(format!("two agents are called `{}`", agent.name)));
        }
    }
    Ok(agents)
}

fn agent_of(name: &str, label: &str, minds: &[String], set: &[(String, f64)]) -> Agent {
    Agent {
        name: name.into(),
        label: label.into(),
        minds: minds.into(),
        set: set.into(),
        every_body: false,
        pair: None,
    }
}

/// The world that the first of some minds is written for.
fn home(minds: &[String], assets: &AssetSources) -> Result<Option<String>, String> {
    let Some(mind) = minds.first() else { return Ok(None) };
    let (file, _) = player::split(mind);
    if file == player::RUST || file == HOST {
        return Ok(None);
    }
    Ok(player::home_of(&assets.text(file)?, assets))
}

/// Every mind of every file in a folder that is written for a world of the study. Folders in it do not take part: they hold what other studies put in the place
/// of these files.
fn everybody(
    study: &Study,
    plan: &AgentPlan,
    folder: &str,
    assets: &AssetSources,
) -> Result<Vec<(Agent, Option<String>)>, LabError> {
    let unusable = |why: String| LabError::Agent { agent: folder.to_owned(), why };
    let mut found = Vec::new();
    let directly = |file: &String| {
        file.rsplit_once('/').is_some_and(|(parent, _)| parent == folder.trim_end_matches('/'))
    };
    for file in assets.agents_in(folder).into_iter().filter(directly) {
        let text = assets.text(&file).map_err(unusable)?;
        let home = player::home_of(&text, assets);
        let Some(part) = study.parts.iter().find(|part| home.as_ref() == Some(&part.world)) else { continue };
        let world = default_world(part)?;
        let own = names_of_minds(&text.text);
        let (model, _) = player::model(text, &[], &*world, assets).map_err(unusable)?;
        let stem = file.rsplit('/').next().unwrap_or(&file).trim_end_matches(".motive");
        // Minds of files that it uses take part where those files do.
        for mind in model.minds.iter().filter(|mind| own.contains(&mind.name)) {
            // One mind in a file goes by the file's name.
            let name = if own.len() == 1 { stem.to_owned() } else { mind.name.clone() };
            let name = format!("{}{name}", plan.name);
            let agent = agent_of(&name, &mind.name, &[format!("{file}:{}", mind.name)], &[]);
            found.push((agent, home.clone()));
        }
    }
    for part in &study.parts {
        for name in default_world(part)?.minds() {
            let mind = format!("{}:{name}", player::RUST);
            let agent =
                agent_of(&format!("{}{mind}", plan.name), "in plain Rust", std::slice::from_ref(&mind), &[]);
            found.push((agent, Some(part.world.clone())));
        }
    }
    if found.is_empty() {
        return Err(unusable("there is no mind in this folder for any world of the study".into()));
    }
    Ok(found)
}

fn default_world(part: &PartPlan) -> Result<Box<dyn World>, LabError> {
    motive_worlds::find::<&str>(&part.world, &[])
        .map_err(|error| LabError::World { part: part.name.clone(), why: error.to_string() })
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
    agents: &[(Agent, Option<String>)],
    options: &DesignOptions,
) -> Result<Part, LabError> {
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
    Ok(Part {
        name: plan.name.clone(),
        title: plan.title.clone(),
        world: plan.world.clone(),
        options: plan.options.clone(),
        axes: plan.axes.clone(),
        agents: who,
        steps: plan.steps,
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

fn known_metrics(study: &Study, world: &dyn World) -> Result<(), LabError> {
    let known: Vec<&str> =
        world.metrics().iter().map(|(name, _)| *name).chain(OWN_METRICS.iter().copied()).collect();
    for metric in &study.metrics {
        if !known.contains(&metric.as_str()) {
            let near = nearest(metric, known.iter().copied());
            let hint = near.map_or_else(
                || format!("it has {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            let why = format!("`{}` has no metric `{metric}`; {hint}", world.name());
            return Err(LabError::Request(why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(seeds: Seeds, values: &[&str]) -> Design {
        let axis = |option: &str, values: &[&str]| Axis {
            option: option.into(),
            label: option.into(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        let part = Part {
            name: "main".into(),
            title: String::new(),
            world: "pacman".into(),
            options: vec![("release_ticks".into(), "{lives}".into())],
            axes: vec![axis("lives", values), axis("fruit_every", &["0", "9"])],
            agents: vec![0, 1],
            steps: 10,
            runs: 3,
            store: Store::Indexed,
            seeds,
            round_robin: None,
            without_chance: false,
            timed: Timed::Run,
            points: Vec::new(),
            universes: Vec::new(),
        };
        let agents = ["a", "b"].map(|name| agent_of(name, name, &[], &[])).to_vec();
        Design { study: "s".into(), seed: 1, metrics: vec!["score".into()], agents, parts: vec![part] }
    }

    #[test]
    fn conditions_are_all_combinations_with_the_last_option_fastest() {
        let design = design(Seeds::Same, &["1", "3"]);
        let part = &design.parts[0];
        let all: Vec<Vec<&str>> = (0..part.conditions()).map(|condition| part.values(condition)).collect();
        assert_eq!(all, [["1", "0"], ["1", "9"], ["3", "0"], ["3", "9"]]);
        assert_eq!(part.options_of(2), ["lives=3", "fruit_every=0", "release_ticks=3"]);
        assert_eq!((design.cells().len(), design.total()), (8, 24));
    }

    #[test]
    fn seeds_depend_on_the_run_alone() {
        let (small, large) = (design(Seeds::Same, &["1", "3"]), design(Seeds::Same, &["2", "1", "3"]));
        let cell = |condition, agent| Cell { part: 0, condition, agent };
        assert_eq!(small.seed(cell(3, 0), 2), large.seed(cell(5, 0), 2), "lives 3, fruit 9");
        assert_eq!(small.seed(cell(3, 0), 2), small.seed(cell(3, 1), 2), "both agents");
        let own = design(Seeds::Own, &["1", "3"]);
        assert_ne!(own.seed(cell(3, 0), 2), own.seed(cell(3, 1), 2), "each agent its own");
        let mut all: Vec<u64> =
            own.cells().iter().flat_map(|cell| (0..50).map(|run| own.seed(*cell, run))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8 * 50);
        assert!(all.iter().all(|seed| *seed < 1 << 53));
    }
}
