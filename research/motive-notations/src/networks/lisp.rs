//! Maes' Lisp forms: `G(0) = (...)`, `S(0) = (...)`, `(defmodule NAME :condition-list '(...) ...)`.

use crate::ImportError;
use logos::Logos;
use motive_diagnostics::Span;
use motive_networks::{Blueprint, NetworkGoal, NetworkProfile, NetworkSensor, Skill};

/// Reads a network in Maes' notation. Propositions listed several times in the state are counted.
///
/// # Errors
/// If the text is not in the notation.
pub fn read(text: &str) -> Result<Blueprint, ImportError> {
    let mut reader = LispReader { tokens: tokens(text)?, next: 0, end: text.len() };
    let mut network = Blueprint::new("network", NetworkProfile::Maes1989);
    let mut state: Vec<String> = Vec::new();
    while let Some((word, span)) = reader.peek() {
        match word.as_str() {
            "G" | "S" => {
                reader.next += 1;
                for due in ["(", "0", ")", "="] {
                    reader.expect(due)?;
                }
                let names = reader.list()?;
                if word == "G" {
                    network.goals.extend(names.iter().map(|name| NetworkGoal::new(&**name)));
                } else {
                    state.extend(names);
                }
            }
            "(" => network.skills.push(reader.module()?),
            // The printed form ends some lines with a full stop.
            "." => reader.next += 1,
            _ => return Err(unexpected(&word, span, "`G(0) = (...)`, `S(0) = (...)` or `(defmodule ...)`")),
        }
    }
    for name in &state {
        let times = state.iter().filter(|other| *other == name).count() as u32;
        if !network.sensors.iter().any(|sensor| *sensor.proposition == **name) {
            network.sensors.push(NetworkSensor::new(name, true));
            if times > 1 {
                network.counted.push((name.as_str().into(), times));
            }
        }
    }
    network.add_missing_sensors();
    Ok(network)
}

fn unexpected(word: &str, span: Span, expected: &str) -> ImportError {
    ImportError { span, message: format!("found `{word}`"), expected: expected.to_owned() }
}

struct LispReader {
    tokens: Vec<(String, Span)>,
    next: usize,
    end: usize,
}

impl LispReader {
    fn peek(&self) -> Option<(String, Span)> {
        self.tokens.get(self.next).cloned()
    }

    fn take(&mut self, expected: &str) -> Result<(String, Span), ImportError> {
        let found = self.peek().ok_or_else(|| ImportError {
            span: self.end..self.end,
            message: "the text ends".to_owned(),
            expected: expected.to_owned(),
        })?;
        self.next += 1;
        Ok(found)
    }

    fn expect(&mut self, due: &str) -> Result<(), ImportError> {
        let (word, span) = self.take(&format!("`{due}`"))?;
        if word == due { Ok(()) } else { Err(unexpected(&word, span, &format!("`{due}`"))) }
    }

    /// Names in parentheses, with or without a quote before and commas between.
    fn list(&mut self) -> Result<Vec<String>, ImportError> {
        if self.peek().is_some_and(|(word, _)| word == "'") {
            self.next += 1;
        }
        self.expect("(")?;
        let mut names = Vec::new();
        loop {
            let (word, span) = self.take("a name or `)`")?;
            match word.as_str() {
                ")" => return Ok(names),
                "," => {}
                "(" | "'" | "=" => return Err(unexpected(&word, span, "a name or `)`")),
                _ => names.push(word),
            }
        }
    }

    fn module(&mut self) -> Result<Skill, ImportError> {
        self.expect("(")?;
        self.expect("defmodule")?;
        let (name, _) = self.take("the name of a module")?;
        let mut skill = Skill::new(&name.to_lowercase());
        loop {
            let (word, span) = self.take("a list of the module or `)`")?;
            skill = match word.as_str() {
                ")" => return Ok(skill),
                ":condition-list" => skill.needs(self.list()?.iter().map(|name| (name.as_str(), true))),
                ":add-list" => skill.adds(self.list()?.iter().map(|name| (name.as_str(), true))),
                ":delete-list" => skill.makes_false(self.list()?.iter().map(String::as_str)),
                _ => {
                    let due = "`:condition-list`, `:add-list`, `:delete-list` or `)`";
                    return Err(unexpected(&word, span, due));
                }
            };
        }
    }
}

/// A name or a sign; the text is kept beside it.
#[derive(Logos)]
#[logos(skip r"\s+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
enum LispToken {
    #[regex(r"[\p{Alphabetic}\p{N}_:?*-]+")]
    Name,
    #[regex(r"[()',=.]")]
    Sign,
}

/// Lisp ignores case, but `G` and `S` are written in upper case.
fn tokens(text: &str) -> Result<Vec<(String, Span)>, ImportError> {
    let tokens = LispToken::lexer(text).spanned().map(|(token, span)| match &text[span.clone()] {
        word @ ("G" | "S") => Ok((word.to_owned(), span)),
        word if token.is_ok() => Ok((word.to_lowercase(), span)),
        odd => Err(unexpected(odd, span, "a name or a parenthesis")),
    });
    tokens.collect()
}
