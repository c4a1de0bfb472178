//! The console without its terminal: lines in, text out.

use super::curves::Curves;
use super::line::{COMMANDS, Command, Line};
use motive::network::{
    AgentName, Blueprint, Goal, LinkKind, Literal, Network, NetworkError, SensorValue, Simulation, Step,
    Update,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How many steps `step` makes until something acts.
const MOST_STEPS: u64 = 10_000;
/// How deep scripts may call each other.
const DEEPEST: usize = 8;
/// How much time passes in a step for agents that owe an answer, in microseconds.
const STEP_MICROS: u64 = 1_000_000;

/// A network, the world it acts in, and what was typed.
pub(crate) struct Shell {
    rehearsal: Simulation,
    curves: Option<Curves>,
    history: Vec<String>,
    log: bool,
    ignoring: BTreeSet<String>,
    clock: u64,
    depth: usize,
    /// Where scripts are looked for.
    folder: PathBuf,
}

/// Whether more lines are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goes {
    On,
    Over,
}

impl Shell {
    pub(crate) fn new(blueprint: &Blueprint, folder: &Path) -> Result<Self, NetworkError> {
        let mut rehearsal = Simulation::new(blueprint)?;
        rehearsal.set_acting(false);
        Ok(Self {
            rehearsal,
            curves: None,
            history: Vec::new(),
            log: false,
            ignoring: BTreeSet::new(),
            clock: 0,
            depth: 0,
            folder: folder.to_owned(),
        })
    }

    /// Takes down every step from now on, for a picture.
    pub(crate) fn keep_curves(&mut self) {
        self.curves.get_or_insert_default();
    }

    /// What was taken down.
    pub(crate) fn curves(&self) -> Option<&Curves> {
        self.curves.as_ref()
    }

    pub(crate) fn network(&self) -> &Network {
        self.rehearsal.network()
    }

    /// Names that can be completed: commands, agents, parameters.
    pub(crate) fn words(&self) -> Vec<String> {
        let network = self.network();
        let commands = COMMANDS.iter().map(|(name, _, _)| (*name).to_owned());
        let skills = (0..network.skill_count()).map(|skill| network.skill_name(skill).to_owned());
        let sensors = network.sensors().map(|(name, _)| name.to_string());
        let parameters = network.parameters().all().map(|(name, _)| name.to_owned());
        commands.chain(skills).chain(sensors).chain(parameters).collect()
    }

    /// Does what a line says.
    pub(crate) fn execute(&mut self, text: &str, out: &mut String) -> Result<Goes, String> {
        let line = Line::read(text)?;
        if line != Line::Nothing {
            self.history.push(text.trim().to_owned());
        }
        match line {
            Line::Nothing => {}
            Line::Take(arrival) => self.take(*arrival)?,
            Line::Agent(command, name) => self.agent(command, &name)?,
            Line::Ignore(name) => {
                self.network().skill(&name).ok_or_else(|| format!("there is no skill `{name}`"))?;
                self.ignoring.insert(name);
            }
            Line::Spread(count) => {
                for _ in 0..count {
                    self.step(out)?;
                }
            }
            Line::Step => {
                let acted = (0..MOST_STEPS).find_map(|_| match self.step(out) {
                    Ok(step) => step.selected.map(|_| Ok(())),
                    Err(error) => Some(Err(error)),
                });
                match acted {
                    Some(result) => result?,
                    None => return Err(format!("nothing acted within {MOST_STEPS} steps")),
                }
            }
            Line::Show(None) => self.show_all(out),
            Line::Show(Some(name)) => self.show(&name, out)?,
            Line::Explanation(name) => self.why(&name, out)?,
            Line::Parameters => {
                for (name, value) in self.network().parameters().all() {
                    let _ = writeln!(out, "{name:12} {value}");
                }
            }
            Line::Links => self.links(out),
            Line::Want(words) => self.want(&words, out)?,
            Line::Auto(on) => self.rehearsal.set_acting(on),
            Line::Log(on) => self.log = on,
            Line::Source(file) => return self.source(&file, out),
            Line::History => {
                for (number, line) in (1..).zip(&self.history) {
                    let _ = writeln!(out, "{number:4}  {line}");
                }
            }
            Line::Help => {
                for (name, arguments, says) in COMMANDS {
                    let _ = writeln!(out, "{:46} {says}", format!("{name} {arguments}"));
                }
            }
            Line::Quit => return Ok(Goes::Over),
        }
        Ok(Goes::On)
    }

    /// Does what the lines of a text say; stops at the first that cannot be done.
    pub(crate) fn script(&mut self, name: &str, text: &str, out: &mut String) -> Result<Goes, String> {
        for (number, line) in (1..).zip(text.lines()) {
            match self.execute(line, out) {
                Ok(Goes::On) => {}
                Ok(Goes::Over) => return Ok(Goes::Over),
                Err(error) => return Err(format!("{name}, line {number}: {error}")),
            }
        }
        Ok(Goes::On)
    }

    fn source(&mut self, file: &str, out: &mut String) -> Result<Goes, String> {
        if self.depth >= DEEPEST {
            return Err("scripts call each other too deeply".to_owned());
        }
        let path = self.folder.join(file);
        let text =
            std::fs::read_to_string(&path).map_err(|error| format!("cannot read `{file}`: {error}"))?;
        self.depth += 1;
        let goes = self.script(file, &text, out);
        self.depth -= 1;
        goes
    }

    fn take(&mut self, arrival: Update) -> Result<(), String> {
        self.rehearsal.network_mut().apply(arrival).map_err(|error| error.to_string())
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
                let hint = crate::text::did_you_mean(name, words.iter().map(String::as_str));
                Err(format!("there is no agent `{name}`{hint}"))
            }
        }
    }

    fn agent(&mut self, command: Command, name: &str) -> Result<(), String> {
        let who = self.who(name)?;
        self.take(command.arrival(who))
    }

    /// One step, told in a line or in full. Agents that answer do so; those that ignore everybody are found out by the clock.
    fn step(&mut self, out: &mut String) -> Result<Step, String> {
        self.clock += STEP_MICROS;
        self.take(Update::Clock(self.clock))?;
        let step = self.rehearsal.step().map_err(|error| error.to_string())?;
        for name in self.ignoring.clone() {
            if self.network().skill(&name).is_some_and(|skill| self.network().is_executing(skill)) {
                self.take(Update::Asked(AgentName::skill(&name)))?;
            }
        }
        if let Some(curves) = &mut self.curves {
            curves.note(self.rehearsal.network(), step);
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
            let _ = writeln!(out, "  sensor {name} = {value}");
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
                let list =
                    |pairs: Vec<String>| if pairs.is_empty() { "-".to_owned() } else { pairs.join(", ") };
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
                    "  drops {}",
                    list(agent.deletes.iter().map(|drop| drop.literal.to_string()).collect())
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

    /// Finds the proposition whose words fit a phrase best, and wants it. "close the window" wants `window-is-open` to be
    /// false if a skill of that name makes it so.
    fn want(&mut self, phrase: &str, out: &mut String) -> Result<(), String> {
        let network = self.network();
        let asked = stems(phrase);
        let score = |text: &str| stems(text).intersection(&asked).count();
        let by_skill = (0..network.skill_count()).filter_map(|skill| {
            let agent = network.skill_agent(skill)?;
            let made = agent.predictions().next()?;
            Some((score(&agent.name), made.literal.clone()))
        });
        let by_name = network.sensors().map(|(name, _)| (score(name), Literal::from(&**name)));
        let best =
            by_skill.chain(by_name).fold(None, |best: Option<(usize, Literal)>, (score, pair)| match &best {
                Some((known, _)) if *known >= score => best,
                _ if score > 0 => Some((score, pair)),
                _ => best,
            });
        let (_, pair) = best.ok_or_else(|| format!("nothing here has to do with \"{phrase}\""))?;
        let _ = writeln!(out, "goal {pair}");
        self.take(Update::Goal(Goal::new(pair)))
    }
}

/// The words of a text that mean something.
fn stems(text: &str) -> BTreeSet<String> {
    let empty = ["the", "a", "an", "is", "to", "be", "please", "it"];
    let words = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| !word.is_empty() && !empty.contains(&word.as_str())).collect()
}

fn skill_line(network: &Network, skill: usize) -> String {
    let mut line = format!("skill {} = {:.6}", network.skill_name(skill), network.level(skill));
    let marks = [
        (network.is_executable(skill), "can be done"),
        (network.is_executing(skill), "is being done"),
        (network.is_disabled(&AgentName::skill(network.skill_name(skill))) == Some(true), "is disabled"),
    ];
    let said: Vec<&str> = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
    if !said.is_empty() {
        let _ = write!(line, "  ({})", said.join(", "));
    }
    line
}

/// What the sensors say, as data.
pub(crate) fn state(network: &Network) -> serde_json::Map<String, serde_json::Value> {
    let value = |sign: &SensorValue| match sign {
        SensorValue::Truth(truth) => (*truth).into(),
        SensorValue::Number(number) => (*number).into(),
        SensorValue::Word(word) => word.to_string().into(),
    };
    network.sensors().map(|(name, sign)| (name.to_string(), value(sign))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motive::network::Profile;

    fn shell() -> Shell {
        let mut shell = Shell::new(&Blueprint::new("test", Profile::Bad1990), Path::new(".")).unwrap();
        let lines = "sensor door-is-open F\nsensor at-door T\nskill open-door needs at-door, not door-is-open adds door-is-open\n\
                     skill shut-door needs door-is-open drops door-is-open";
        shell.script("set-up", lines, &mut String::new()).unwrap();
        shell
    }

    fn said(shell: &mut Shell, line: &str) -> String {
        let mut out = String::new();
        shell.execute(line, &mut out).unwrap();
        out
    }

    /// R-003-089
    #[test]
    fn a_phrase_becomes_a_goal() {
        let mut shell = shell();
        assert_eq!(said(&mut shell, "want open the door"), "goal door-is-open T\n");
        assert!(shell.execute("want a pony", &mut String::new()).is_err());
    }

    /// R-003-067
    #[test]
    fn agents_can_be_looked_at() {
        let mut shell = shell();
        let sensor = said(&mut shell, "show door-is-open");
        assert!(sensor.contains("needed by: open-door (F), shut-door (T)"), "{sensor}");
        said(&mut shell, "goal door-is-open");
        said(&mut shell, "spread 1");
        let why = said(&mut shell, "why open-door");
        assert!(why.contains("+70.000000 goals") && why.contains("from door-is-open T"), "{why}");
    }

    /// R-003-047
    #[test]
    fn a_skill_that_answers_nobody_is_found_out() {
        let mut shell = shell();
        said(&mut shell, "goal door-is-open");
        said(&mut shell, "ignore open-door");
        said(&mut shell, "step");
        said(&mut shell, "spread 12");
        assert!(said(&mut shell, "show open-door").contains("is disabled"));
    }

    #[test]
    fn what_cannot_be_read_is_said_in_a_sentence() {
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
    fn lines_are_remembered() {
        let mut shell = shell();
        said(&mut shell, "parameters");
        assert!(said(&mut shell, "history").contains("   5  parameters"));
    }
}
