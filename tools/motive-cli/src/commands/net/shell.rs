//! The network console without its terminal: commands in, text out.

use super::console_command::{AgentCommand, COMMANDS, ConsoleCommand};
use super::curves::Curves;
use motive::networks::{
    AgentName, Blueprint, LinkKind, Literal, Network, NetworkError, NetworkGoal, NetworkStep, SensorValue,
    Simulation, Update,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The most steps that `step` makes until a skill starts.
const MAX_STEPS: u64 = 10_000;
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

/// Whether the console goes on after a line.
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
        let line = ConsoleCommand::read(text)?;
        if line != ConsoleCommand::Empty {
            self.history.push(text.trim().to_owned());
        }
        match line {
            ConsoleCommand::Empty => {}
            ConsoleCommand::Apply(update) => self.apply(*update)?,
            ConsoleCommand::Agent(command, name) => self.agent(command, &name)?,
            ConsoleCommand::Ignore(name) => {
                self.network().skill(&name).ok_or_else(|| format!("there is no skill `{name}`"))?;
                self.ignoring.insert(name);
            }
            ConsoleCommand::Spread(count) => {
                for _ in 0..count {
                    self.step(out)?;
                }
            }
            ConsoleCommand::Step => {
                let acted = (0..MAX_STEPS).find_map(|_| match self.step(out) {
                    Ok(step) => step.selected.map(|_| Ok(())),
                    Err(error) => Some(Err(error)),
                });
                match acted {
                    Some(result) => result?,
                    None => return Err(format!("no skill started within {MAX_STEPS} steps")),
                }
            }
            ConsoleCommand::Show(None) => self.show_all(out),
            ConsoleCommand::Show(Some(name)) => self.show(&name, out)?,
            ConsoleCommand::Explanation(name) => self.why(&name, out)?,
            ConsoleCommand::Parameters => {
                for (name, value) in self.network().parameters().all() {
                    let _ = writeln!(out, "{name:12} {value}");
                }
            }
            ConsoleCommand::Links => self.links(out),
            ConsoleCommand::Want(words) => self.want(&words, out)?,
            ConsoleCommand::Auto(on) => self.simulation.set_acting(on),
            ConsoleCommand::Log(on) => self.log = on,
            ConsoleCommand::Source(file) => return self.source(&file, out),
            ConsoleCommand::History => {
                for (number, line) in (1..).zip(&self.history) {
                    let _ = writeln!(out, "{number:4}  {line}");
                }
            }
            ConsoleCommand::Help => {
                for (name, arguments, help) in COMMANDS {
                    let _ = writeln!(out, "{:46} {help}", format!("{name} {arguments}"));
                }
            }
            ConsoleCommand::Quit => return Ok(ShellStatus::Quit),
        }
        Ok(ShellStatus::Continue)
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

    fn agent(&mut self, command: AgentCommand, name: &str) -> Result<(), String> {
        let who = self.who(name)?;
        self.apply(command.update(who))
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
                let list = |entries: Vec<String>| {
                    if entries.is_empty() { "-".to_owned() } else { entries.join(", ") }
                };
                let _ = writeln!(
                    out,
                    "  needs {}",
                    list(agent.preconditions.iter().map(Literal::to_string).collect())
                );
                let _ = writeln!(
                    out,
                    "  adds  {}",
                    list(agent.adds.iter().map(|add| add.literal.to_string()).collect())
                );
                let _ = writeln!(
                    out,
                    "  deletes {}",
                    list(agent.deletes.iter().map(|entry| entry.literal.to_string()).collect())
                );
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
        let _ = writeln!(
            out,
            "{name} had {:.6} before the last step and has {:.6} now",
            why.had,
            network.level(skill)
        );
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
                let _ = writeln!(
                    out,
                    "{:10} {from} -> {to}  {:.6}  ({})",
                    kind.name(),
                    link.amount,
                    link.proposition
                );
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
        let best =
            by_skill.chain(by_name).fold(
                None,
                |best: Option<(usize, Literal)>, (score, literal)| match &best {
                    Some((known, _)) if *known >= score => best,
                    _ if score > 0 => Some((score, literal)),
                    _ => best,
                },
            );
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

#[cfg(test)]
mod tests {
    use super::*;
    use motive::networks::NetworkProfile;

    fn shell() -> Shell {
        let mut shell = Shell::new(&Blueprint::new("test", NetworkProfile::Bad1990), Path::new(".")).unwrap();
        let lines = "sensor door-is-open F\nsensor at-door T\nskill open-door needs at-door, not door-is-open adds door-is-open\n\
                     skill shut-door needs door-is-open drops door-is-open";
        shell.script("set-up", lines, &mut String::new()).unwrap();
        shell
    }

    fn output(shell: &mut Shell, line: &str) -> String {
        let mut out = String::new();
        shell.execute(line, &mut out).unwrap();
        out
    }

    /// R-003-089
    #[test]
    fn a_phrase_becomes_a_goal() {
        let mut shell = shell();
        assert_eq!(output(&mut shell, "want open the door"), "goal door-is-open T\n");
        assert!(shell.execute("want a pony", &mut String::new()).is_err());
    }

    /// R-003-067
    #[test]
    fn agents_can_be_shown() {
        let mut shell = shell();
        let sensor = output(&mut shell, "show door-is-open");
        assert!(sensor.contains("needed by: open-door (F), shut-door (T)"), "{sensor}");
        output(&mut shell, "goal door-is-open");
        output(&mut shell, "spread 1");
        let why = output(&mut shell, "why open-door");
        assert!(why.contains("+70.000000 goals") && why.contains("from door-is-open T"), "{why}");
    }

    /// R-003-047
    #[test]
    fn a_skill_that_ignores_messages_is_disabled() {
        let mut shell = shell();
        output(&mut shell, "goal door-is-open");
        output(&mut shell, "ignore open-door");
        output(&mut shell, "step");
        output(&mut shell, "spread 12");
        assert!(output(&mut shell, "show open-door").contains("disabled"));
    }

    #[test]
    fn errors_are_explained_in_a_sentence() {
        let mut shell = shell();
        let mut error = |line: &str| shell.execute(line, &mut String::new()).unwrap_err();
        assert_eq!(
            error("spraed 3"),
            "there is no command `spraed`; did you mean `spread`?; `help` lists them all"
        );
        assert!(error("sense").contains("`sense` is written"));
        assert!(error("sense nothing T").contains("there is no sensor `nothing`"));
        assert!(error("set mean 0").contains("must be from 1e-9 to 1e9"));
        assert!(error("sensor at-door T").contains("there is already a sensor"));
    }

    #[test]
    fn history_lists_the_lines() {
        let mut shell = shell();
        output(&mut shell, "parameters");
        assert!(output(&mut shell, "history").contains("   5  parameters"));
    }
}
