//! The network console without its terminal: commands in, text out.

use super::console_command::{COMMANDS, skill, usage};
use super::curves::Curves;
use motive::networks::{
    AgentName, Blueprint, LinkKind, Literal, Network, NetworkError, NetworkGoal, NetworkSensor, NetworkStep,
    SensorValue, Simulation, Update,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The most steps that `step` makes until a skill starts.
const MAX_STEPS: u64 = 10_000;
/// The most steps of one `spread`.
const MAX_SPREAD: u64 = 1_000_000;
/// The deepest nesting of scripts.
const MAX_DEPTH: usize = 8;
/// The simulated time of a step, in microseconds, after which agents that do not answer are disabled.
const STEP_MICROS: u64 = 1_000_000;

/// A network in a simulated world, and the state of the console.
pub(crate) struct Shell {
    simulation: Simulation,
    curves: Option<Curves>,
    history: Vec<String>,
    log: bool,
    ignoring: BTreeSet<String>,
    clock: u64,
    depth: usize,
    /// The folder of scripts.
    folder: PathBuf,
}

/// Whether the console continues after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShellStatus {
    Continue,
    Quit,
}

impl Shell {
    pub(crate) fn new(blueprint: &Blueprint, folder: &Path) -> Result<Self, NetworkError> {
        let mut simulation = Simulation::new(blueprint)?;
        simulation.set_acting(false);
        Ok(Self {
            simulation,
            curves: None,
            history: Vec::new(),
            log: false,
            ignoring: BTreeSet::new(),
            clock: 0,
            depth: 0,
            folder: folder.to_owned(),
        })
    }

    /// Records activations from now on.
    pub(crate) fn keep_curves(&mut self) {
        self.curves.get_or_insert_default();
    }

    /// The recorded activations.
    pub(crate) fn curves(&self) -> Option<&Curves> {
        self.curves.as_ref()
    }

    pub(crate) fn network(&self) -> &Network {
        self.simulation.network()
    }

    /// Words for completion: commands, agents, parameters.
    pub(crate) fn words(&self) -> Vec<String> {
        let network = self.network();
        let commands = COMMANDS.iter().map(|(name, _, _)| (*name).to_owned());
        let skills = (0..network.skill_count()).map(|skill| network.skill_name(skill).to_owned());
        let sensors = network.sensors().map(|(name, _)| name.to_string());
        let parameters = network.parameters().all().map(|(name, _)| name.to_owned());
        commands.chain(skills).chain(sensors).chain(parameters).collect()
    }

    /// Executes a line.
    pub(crate) fn execute(&mut self, text: &str, out: &mut String) -> Result<ShellStatus, String> {
        let line = text.split('#').next().unwrap_or("").trim();
        if !line.is_empty() {
            self.history.push(text.trim().to_owned());
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (command, &words[..]) {
            ("", _) => {}
            ("quit" | "exit", []) => return Ok(ShellStatus::Quit),
            ("source", [_, ..]) => return self.source(rest, out),
            ("ignore", [name]) => {
                self.network().skill(name).ok_or_else(|| format!("there is no skill `{name}`"))?;
                self.ignoring.insert((*name).to_owned());
            }
            ("spread", []) => _ = self.step(out)?,
            ("spread", [count]) => {
                let count: u64 = count.parse().map_err(|_| format!("`{count}` is not a number of steps"))?;
                (0..count.min(MAX_SPREAD)).try_for_each(|_| self.step(out).map(drop))?;
            }
            ("step", []) => self.step_until_start(out)?,
            ("show", []) => self.show_all(out),
            ("show", [name]) => self.show(name, out)?,
            ("why", [name]) => self.why(name, out)?,
            ("parameters", []) => {
                for (name, value) in self.network().parameters().all() {
                    let _ = writeln!(out, "{name:12} {value}");
                }
            }
            ("links", []) => self.links(out),
            ("want", [_, ..]) => self.want(rest, out)?,
            ("auto", ["on" | "off"]) => self.simulation.set_acting(rest == "on"),
            ("log", ["on" | "off"]) => self.log = rest == "on",
            ("history", []) => {
                for (number, line) in (1..).zip(&self.history) {
                    let _ = writeln!(out, "{number:4}  {line}");
                }
            }
            ("help", []) => {
                for (name, arguments, help) in COMMANDS {
                    let _ = writeln!(out, "{:46} {help}", format!("{name} {arguments}"));
                }
            }
            _ => self.update(command, &words, rest)?,
        }
        Ok(ShellStatus::Continue)
    }

    /// Executes a command that changes the network.
    fn update(&mut self, command: &str, words: &[&str], rest: &str) -> Result<(), String> {
        let update: Update = match (command, words) {
            ("sensor", [name, value]) => NetworkSensor::new(name, SensorValue::from(*value)).into(),
            ("goal", [name]) => NetworkGoal::new(*name).into(),
            ("goal", [name, "protected"]) => NetworkGoal::new(*name).protected().into(),
            ("goal", [name, value]) => NetworkGoal::new((*name, *value)).into(),
            ("goal", [name, value, "protected"]) => NetworkGoal::new((*name, *value)).protected().into(),
            ("skill", [name, ..]) => skill(name, rest[name.len()..].trim())?.into(),
            ("sense", [name, value]) => {
                Update::Sense { sensor: (*name).into(), value: SensorValue::from(*value) }
            }
            ("complete", [name]) => Update::Complete((*name).into()),
            ("withdraw", [name]) => Update::Withdraw(Literal::from(*name)),
            ("withdraw", [name, value]) => Update::Withdraw(Literal::from((*name, *value))),
            ("disable", [name]) => Update::Disable(self.who(name)?),
            ("enable", [name]) => Update::Enable(self.who(name)?),
            ("amputate", [name]) => Update::Amputate(self.who(name)?),
            ("set", [name, value]) => {
                let value = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
                Update::Parameter { name: (*name).into(), value }
            }
            _ => return Err(usage(command)),
        };
        self.apply(update)
    }

    /// Makes steps until a skill starts.
    fn step_until_start(&mut self, out: &mut String) -> Result<(), String> {
        for _ in 0..MAX_STEPS {
            if self.step(out)?.selected.is_some() {
                return Ok(());
            }
        }
        Err(format!("no skill started within {MAX_STEPS} steps"))
    }

    /// Executes the lines of a script; stops at the first error.
    pub(crate) fn script(&mut self, name: &str, text: &str, out: &mut String) -> Result<ShellStatus, String> {
        for (number, line) in (1..).zip(text.lines()) {
            match self.execute(line, out) {
                Ok(ShellStatus::Continue) => {}
                Ok(ShellStatus::Quit) => return Ok(ShellStatus::Quit),
                Err(error) => return Err(format!("{name}, line {number}: {error}")),
            }
        }
        Ok(ShellStatus::Continue)
    }

    fn source(&mut self, file: &str, out: &mut String) -> Result<ShellStatus, String> {
        if self.depth >= MAX_DEPTH {
            return Err("scripts are nested too deeply".to_owned());
        }
        let path = self.folder.join(file);
        self.permit(&path, file)?;
        let text = crate::files::read_text(&path).map_err(|failure| failure.to_string())?;
        self.depth += 1;
        let status = self.script(file, &text.text, out);
        self.depth -= 1;
        status
    }

    /// A script may come from a stranger: it uses what lies in its own folder, so that no message quotes another file.
    fn permit(&self, path: &Path, file: &str) -> Result<(), String> {
        let real = |path: &Path| {
            std::fs::canonicalize(path).map_err(|error| format!("cannot read `{file}`: {error}"))
        };
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        if real(path)?.starts_with(real(folder)?) {
            return Ok(());
        }
        Err(format!("`{file}` lies outside of the folder `{}`; move it there", folder.display()))
    }

    fn apply(&mut self, update: Update) -> Result<(), String> {
        self.simulation.network_mut().apply(update).map_err(|error| error.to_string())
    }

    fn who(&self, name: &str) -> Result<AgentName, String> {
        let network = self.network();
        if network.skill(name).is_some() {
            return Ok(AgentName::skill(name));
        }
        if network.value(name).is_some() {
            return Ok(AgentName::sensor(name));
        }
        match network.goals().find(|goal| *goal.literal.proposition == *name) {
            Some(goal) => Ok(AgentName::Goal(goal.literal.clone())),
            None => {
                let words = self.words();
                let hint = crate::console::did_you_mean(name, words.iter().map(String::as_str));
                Err(format!("there is no agent `{name}`{hint}"))
            }
        }
    }

    /// Makes one step and prints the skills that start, or the log. Skills that ignore messages owe an answer from now on.
    fn step(&mut self, out: &mut String) -> Result<NetworkStep, String> {
        self.clock += STEP_MICROS;
        self.apply(Update::Clock(self.clock))?;
        let step = self.simulation.step().map_err(|error| error.to_string())?;
        for name in self.ignoring.clone() {
            if self.network().skill(&name).is_some_and(|skill| self.network().is_executing(skill)) {
                self.apply(Update::Asked(AgentName::skill(&name)))?;
            }
        }
        if let Some(curves) = &mut self.curves {
            curves.note(self.simulation.network(), step);
        }
        if self.log {
            out.push_str(&self.network().log(step));
        } else {
            for skill in self.network().started() {
                let (name, level) = (self.network().skill_name(*skill), self.network().level(*skill));
                let _ = writeln!(out, "{:5}  {name}  ({level:.6} >= {:.6})", step.number, step.used);
            }
        }
        Ok(step)
    }

    fn show_all(&self, out: &mut String) {
        let network = self.network();
        let _ = writeln!(out, "step {}, threshold {:.6}", network.steps(), network.threshold());
        for (name, value) in network.sensors() {
            let passed_over = match network.passed_over(name) {
                Some(count) if count > 0 => format!("  ({count} reports passed over)"),
                _ => String::new(),
            };
            let _ = writeln!(out, "  sensor {name} = {value}{passed_over}");
        }
        for goal in network.goals() {
            let holds = if network.holds(&goal.literal) { "holds" } else { "does not hold" };
            let word = if goal.protected { "protected goal" } else { "goal" };
            let _ = writeln!(out, "  {word} {}: {holds}", goal.literal);
        }
        for skill in 0..network.skill_count() {
            let _ = writeln!(out, "  {}", skill_line(network, skill));
        }
    }

    fn show(&self, name: &str, out: &mut String) -> Result<(), String> {
        let network = self.network();
        if let Some(skill) = network.skill(name) {
            let _ = writeln!(out, "{}", skill_line(network, skill));
            if let Some(agent) = network.skill_agent(skill) {
                let mut list = |word: &str, literals: Vec<&Literal>| {
                    let all: Vec<String> = literals.into_iter().map(Literal::to_string).collect();
                    let all = if all.is_empty() { "-".to_owned() } else { all.join(", ") };
                    let _ = writeln!(out, "  {word} {all}");
                };
                list("needs", agent.preconditions.iter().collect());
                list("adds ", agent.adds.iter().map(|add| &add.literal).collect());
                list("deletes", agent.deletes.iter().map(|entry| &entry.literal).collect());
            }
            return Ok(());
        }
        match network.describe_sensor(name) {
            Some(text) => out.push_str(&text),
            None => {
                let who = self.who(name)?;
                let _ = writeln!(out, "{who}");
            }
        }
        Ok(())
    }

    fn why(&self, name: &str, out: &mut String) -> Result<(), String> {
        let network = self.network();
        let skill = network.skill(name).ok_or_else(|| format!("there is no skill `{name}`"))?;
        let Some(why) = network.explain(skill) else { return Ok(()) };
        let (had, has) = (why.had, network.level(skill));
        let _ = writeln!(out, "{name} had {had:.6} before the last step and has {has:.6} now");
        for kind in LinkKind::ALL {
            let amount = why.flows.of(kind);
            if amount > 0.0 {
                let sign = if kind.takes_away() { '-' } else { '+' };
                let _ = writeln!(out, "  {sign}{amount:.6} {}", kind.name());
            }
            for part in why.parts.iter().filter(|part| part.kind == kind) {
                let _ = writeln!(out, "      {:.6} from {} for {}", part.amount, part.from, part.proposition);
            }
        }
        let _ = writeln!(out, "  = {:.6} before decay, {:.6} after", why.flows.before, why.flows.after);
        Ok(())
    }

    fn links(&self, out: &mut String) {
        let network = self.network();
        for kind in [LinkKind::Forward, LinkKind::Backward, LinkKind::Inhibition] {
            for link in network.links(kind) {
                let (from, to) = (network.skill_name(link.from), network.skill_name(link.to));
                let (kind, amount, about) = (kind.name(), link.amount, &link.proposition);
                let _ = writeln!(out, "{kind:10} {from} -> {to}  {amount:.6}  ({about})");
            }
        }
    }

    /// Adds the goal whose words match a phrase best. For "close the window" that is `window-is-open F`, if a skill
    /// `close-window` makes it so.
    fn want(&mut self, phrase: &str, out: &mut String) -> Result<(), String> {
        let network = self.network();
        let asked = keywords(phrase);
        let score = |text: &str| keywords(text).intersection(&asked).count();
        let by_skill = (0..network.skill_count()).filter_map(|skill| {
            let agent = network.skill_agent(skill)?;
            let made = agent.predictions().next()?;
            Some((score(&agent.name), made.literal.clone()))
        });
        let by_name = network.sensors().map(|(name, _)| (score(name), Literal::from(&**name)));
        // Of several that match equally well, the first.
        let matching = by_skill.chain(by_name).filter(|(score, _)| *score > 0);
        let best = matching.min_by_key(|(score, _)| std::cmp::Reverse(*score));
        let (_, literal) = best.ok_or_else(|| format!("no skill or sensor matches \"{phrase}\""))?;
        let _ = writeln!(out, "goal {literal}");
        self.apply(Update::Goal(NetworkGoal::new(literal)))
    }
}

/// The words of a text except for common ones.
fn keywords(text: &str) -> BTreeSet<String> {
    let empty = ["the", "a", "an", "is", "to", "be", "please", "it"];
    let words = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| !word.is_empty() && !empty.contains(&word.as_str())).collect()
}

fn skill_line(network: &Network, skill: usize) -> String {
    let mut line = format!("skill {} = {:.6}", network.skill_name(skill), network.level(skill));
    let marks = [
        (network.is_executable(skill), "executable"),
        (network.is_executing(skill), "executing"),
        (network.is_disabled(&AgentName::skill(network.skill_name(skill))) == Some(true), "disabled"),
    ];
    let set: Vec<&str> = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
    if !set.is_empty() {
        let _ = write!(line, "  ({})", set.join(", "));
    }
    line
}

/// The values of all sensors as JSON.
pub(crate) fn state(network: &Network) -> serde_json::Map<String, serde_json::Value> {
    let json = |value: &SensorValue| match value {
        SensorValue::Truth(truth) => (*truth).into(),
        SensorValue::Number(number) => (*number).into(),
        SensorValue::Word(word) => word.to_string().into(),
    };
    network.sensors().map(|(name, value)| (name.to_string(), json(value))).collect()
}
