//! Johnson's network descriptions: Tcl scripts of `ASNA-become-*` commands.
//!
//! A small part of Tcl is run: procedures, variables, lists, loops and sums. What it would have sent to daemons and agents makes a
//! network instead. Work and nesting are bounded.

mod commands;
mod words;

use crate::ImportError;
use motive_networks::{Blueprint, NetworkProfile};
use std::collections::BTreeMap;
use words::{TclCommand, TclWord, Wrong, commands};

/// A network, and what its script does with it.
#[derive(Clone, Debug, PartialEq)]
pub struct TclNetwork {
    /// The network.
    pub blueprint: Blueprint,
    /// Steps, reports of sensors and ends of skills that the script orders once the network is there, as a script for
    /// `motive net run --script`; empty if it orders none.
    pub script: String,
}

/// Reads a network by running a script. Procedures that nothing calls are called with the names of their parameters, the last one
/// first, until there is a network.
///
/// # Errors
/// If the script is not in the part of Tcl that is known, or describes no network.
pub fn read(text: &str) -> Result<TclNetwork, ImportError> {
    let mut interpreter = Interpreter::new(text.len());
    interpreter.script(text, 0)?;
    if interpreter.is_empty() {
        interpreter.call_something()?;
    }
    interpreter.finish()
}

/// How many commands a script may run.
const MOST_WORK: u32 = 200_000;
/// How deep commands may be nested.
const DEEPEST: u32 = 48;
/// How long a value may become.
const LONGEST: usize = 1 << 20;

/// The outcome of a command.
pub(super) enum Flow {
    Value(String),
    Return(String),
}

impl Flow {
    pub(super) fn value(self) -> String {
        match self {
            Self::Value(value) | Self::Return(value) => value,
        }
    }
}

#[derive(Clone)]
struct Procedure {
    parameters: Vec<String>,
    body: String,
}

/// Runs scripts and collects the agents that they describe.
pub(super) struct Interpreter {
    pub(super) network: Blueprint,
    /// What is done with the network once it runs, as lines of a script.
    pub(super) script: Vec<String>,
    procedures: Vec<(String, Procedure)>,
    frames: Vec<BTreeMap<String, String>>,
    work: u32,
    pub(super) depth: u32,
    /// The offset of the outermost command.
    place: usize,
    end: usize,
}

impl Interpreter {
    pub(super) fn new(end: usize) -> Self {
        Self {
            network: Blueprint::new("network", NetworkProfile::Bad1990),
            script: Vec::new(),
            procedures: Vec::new(),
            frames: vec![BTreeMap::new()],
            work: 0,
            depth: 0,
            place: 0,
            end,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.network.skills.is_empty() && self.network.sensors.is_empty() && self.network.goals.is_empty()
    }

    pub(super) fn wrong<T>(&self, message: impl Into<String>, expected: &str) -> Result<T, ImportError> {
        let place = self.place.min(self.end);
        let span = place..(place + 1).min(self.end);
        Err(ImportError { span, message: message.into(), expected: expected.to_owned() })
    }

    pub(super) fn syntax<T>(&self, result: Result<T, Wrong>) -> Result<T, ImportError> {
        result.or_else(|(_, what)| self.wrong(format!("found {what}"), "Tcl commands"))
    }

    /// Runs a script. Only the outermost one has offsets in the file.
    pub(super) fn script(&mut self, text: &str, depth: u32) -> Result<Flow, ImportError> {
        if depth >= DEEPEST {
            return self.wrong("commands are nested too deeply", "a simpler script");
        }
        let outer = std::mem::replace(&mut self.depth, depth);
        let mut last = Flow::Value(String::new());
        for command in self.syntax(commands(text))? {
            if depth == 0 {
                self.place = command.at;
            }
            last = self.command(&command)?;
            if matches!(last, Flow::Return(_)) {
                break;
            }
        }
        self.depth = outer;
        Ok(last)
    }

    fn command(&mut self, command: &TclCommand) -> Result<Flow, ImportError> {
        self.work += 1;
        if self.work > MOST_WORK {
            return self.wrong("the script does not come to an end", "a script that does");
        }
        let words = command.words.iter().map(|word| match word {
            TclWord::Braced(text) => Ok(text.clone()),
            TclWord::Plain(text) => self.substitute(text),
        });
        let words = words.collect::<Result<Vec<String>, ImportError>>()?;
        let Some((name, arguments)) = words.split_first() else {
            return Ok(Flow::Value(String::new()));
        };
        let known = self.procedures.iter().find(|(known, _)| known == name);
        if let Some((_, known)) = known.cloned() {
            return self.call(name, &known, arguments).map(Flow::Value);
        }
        if name.starts_with("ASN") {
            self.agent_command(name, arguments)?;
            return Ok(Flow::Value(String::new()));
        }
        self.builtin(name, arguments)
    }

    fn call(&mut self, name: &str, known: &Procedure, arguments: &[String]) -> Result<String, ImportError> {
        if known.parameters.len() != arguments.len() {
            let (due, given) = (known.parameters.len(), arguments.len());
            return self
                .wrong(format!("`{name}` is called with {given} arguments"), &format!("{due} of them"));
        }
        self.frames.push(known.parameters.iter().cloned().zip(arguments.iter().cloned()).collect());
        let depth = self.depth + 1;
        let value = self.script(&known.body, depth);
        self.frames.pop();
        value.map(Flow::value)
    }

    pub(super) fn define(&mut self, name: &str, parameters: Vec<String>, body: &str) {
        self.procedures.retain(|(known, _)| known != name);
        self.procedures.push((name.to_owned(), Procedure { parameters, body: body.to_owned() }));
    }

    /// Calls procedures with the names of their parameters, the last one first, until there is a network.
    pub(super) fn call_something(&mut self) -> Result<(), ImportError> {
        for (name, known) in self.procedures.clone().into_iter().rev() {
            self.call(&name, &known, &known.parameters.clone())?;
            if !self.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    pub(super) fn get(&self, name: &str) -> Option<&String> {
        self.frames.last()?.get(name)
    }

    pub(super) fn set(&mut self, name: &str, value: String) -> Result<String, ImportError> {
        if value.len() > LONGEST {
            return self.wrong(format!("`{name}` grows too long"), "a shorter value");
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(name.to_owned(), value.clone());
        }
        Ok(value)
    }

    pub(super) fn unset(&mut self, name: &str) {
        if let Some(frame) = self.frames.last_mut() {
            frame.remove(name);
        }
    }

    /// Substitutes variables and commands in brackets.
    pub(super) fn substitute(&mut self, text: &str) -> Result<String, ImportError> {
        let mut made = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['$', '[', '\\']) {
            made.push_str(&rest[..at]);
            rest = &rest[at..];
            rest = match rest.as_bytes().first() {
                Some(b'$') => self.variable(&rest[1..], &mut made)?,
                Some(b'[') => self.bracket(rest, &mut made)?,
                _ => {
                    let mut letters = rest[1..].chars();
                    match letters.next() {
                        Some('n') => made.push('\n'),
                        Some('t') => made.push('\t'),
                        Some('\n') => made.push(' '),
                        Some(other) => made.push(other),
                        None => {}
                    }
                    letters.as_str()
                }
            };
            if made.len() > LONGEST {
                return self.wrong("a value grows too long", "a shorter one");
            }
        }
        made.push_str(rest);
        Ok(made)
    }

    fn variable<'t>(&self, rest: &'t str, made: &mut String) -> Result<&'t str, ImportError> {
        let (name, after) = match rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some(found) => found,
            None => {
                let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                rest.split_at(end.unwrap_or(rest.len()))
            }
        };
        if name.is_empty() {
            made.push('$');
            return Ok(rest);
        }
        match self.get(name) {
            Some(value) => made.push_str(value),
            None => return self.wrong(format!("there is no variable `{name}`"), "one that is set"),
        }
        Ok(after)
    }

    fn bracket<'t>(&mut self, rest: &'t str, made: &mut String) -> Result<&'t str, ImportError> {
        let mut depth = 0;
        for (at, letter) in rest.char_indices() {
            depth += match letter {
                '[' => 1,
                ']' => -1,
                _ => 0,
            };
            if depth == 0 {
                let value = self.script(&rest[1..at], self.depth + 1)?.value();
                made.push_str(&value);
                return Ok(&rest[at + 1..]);
            }
        }
        self.wrong("found a bracket that is not closed", "`]`")
    }

    pub(super) fn finish(mut self) -> Result<TclNetwork, ImportError> {
        if self.is_empty() {
            self.place = self.end;
            return self.wrong("the script describes no agent", "`ASNA-become-skill` and its like");
        }
        self.network.add_missing_sensors();
        let script = self.script.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        Ok(TclNetwork { blueprint: self.network, script })
    }
}
