//! Built-in commands of Tcl.

use super::run::{Flow, Interpreter};
use super::words::{element, list};
use crate::ImportError;

impl Interpreter {
    pub(super) fn builtin(&mut self, name: &str, arguments: &[String]) -> Result<Flow, ImportError> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let value = match (name, &words[..]) {
            ("proc", [name, parameters, body]) => {
                let parameters = self.syntax(list(parameters))?;
                self.define(name, parameters, body);
                String::new()
            }
            ("set", [name, value]) => self.set(name, (*value).to_owned())?,
            ("set", [name]) => match self.get(name) {
                Some(value) => value.clone(),
                None => return self.wrong(format!("there is no variable `{name}`"), "one that is set"),
            },
            ("unset", names) => {
                names.iter().for_each(|name| self.unset(name));
                String::new()
            }
            ("puts" | "source" | "after" | "exit" | "global", _) => String::new(),
            ("return", []) => return Ok(Flow::Return(String::new())),
            ("return", [value]) => return Ok(Flow::Return((*value).to_owned())),
            ("expr", parts) => self.expression(&parts.join(" "))?,
            ("if", _) => return self.branch(&words),
            ("while", [condition, body]) => return self.repeat("", condition, "", body),
            ("for", [start, condition, next, body]) => return self.repeat(start, condition, next, body),
            ("foreach", [variable, items, body]) => return self.for_each(variable, items, body),
            ("eval", parts) => return self.nested(&parts.join(" ")),
            ("catch", [body]) => match self.nested(body) {
                Ok(_) => "0".to_owned(),
                Err(_) => "1".to_owned(),
            },
            ("incr", [name]) => self.increment(name, "1")?,
            ("incr", [name, by]) => self.increment(name, by)?,
            _ => self.list_command(name, &words)?,
        };
        Ok(Flow::Value(value))
    }

    fn nested(&mut self, body: &str) -> Result<Flow, ImportError> {
        let depth = self.depth + 1;
        self.script(body, depth)
    }

    fn list_command(&mut self, name: &str, words: &[&str]) -> Result<String, ImportError> {
        Ok(match (name, words) {
            ("list", items) => items.iter().map(|item| element(item)).collect::<Vec<_>>().join(" "),
            ("llength", [text]) => self.syntax(list(text))?.len().to_string(),
            ("lindex", [text, at]) => {
                let at: usize = at.parse().unwrap_or(usize::MAX);
                self.syntax(list(text))?.get(at).cloned().unwrap_or_default()
            }
            ("lappend", [name, items @ ..]) => {
                let mut text = self.get(name).cloned().unwrap_or_default();
                for item in items {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(&element(item));
                }
                self.set(name, text)?
            }
            ("string", ["length", text]) => text.chars().count().to_string(),
            ("string", ["tolower", text]) => text.to_lowercase(),
            ("string", ["toupper", text]) => text.to_uppercase(),
            ("string", ["compare", one, other]) => (one.cmp(other) as i8).to_string(),
            ("string", ["equal", one, other]) => u8::from(one == other).to_string(),
            _ => return self.wrong(format!("there is no command `{name}` of this form"), "a known command"),
        })
    }

    fn increment(&mut self, name: &str, by: &str) -> Result<String, ImportError> {
        let old = self.get(name).and_then(|value| value.parse::<i64>().ok());
        match (old, by.parse::<i64>()) {
            (Some(old), Ok(by)) => self.set(name, old.wrapping_add(by).to_string()),
            _ => self.wrong(format!("`{name}` cannot be incremented by `{by}`"), "whole numbers"),
        }
    }

    fn branch(&mut self, words: &[&str]) -> Result<Flow, ImportError> {
        let mut rest = words;
        loop {
            let [condition, after @ ..] = rest else {
                return self.wrong("`if` is not complete", "a condition and what to do");
            };
            let after = after.strip_prefix(&["then"]).unwrap_or(after);
            let [body, after @ ..] = after else {
                return self.wrong("`if` is not complete", "what to do");
            };
            if self.truth(condition)? {
                return self.nested(body);
            }
            match after {
                [] => return Ok(Flow::Value(String::new())),
                ["elseif", more @ ..] => rest = more,
                ["else", body] | [body] => return self.nested(body),
                _ => return self.wrong("`if` is not complete", "`else` and what to do"),
            }
        }
    }

    fn repeat(&mut self, start: &str, condition: &str, next: &str, body: &str) -> Result<Flow, ImportError> {
        self.nested(start)?;
        while self.truth(condition)? {
            if let Flow::Return(value) = self.nested(body)? {
                return Ok(Flow::Return(value));
            }
            // An empty loop must be bounded too.
            self.nested("set {} {}")?;
            self.nested(next)?;
        }
        Ok(Flow::Value(String::new()))
    }

    fn for_each(&mut self, variable: &str, items: &str, body: &str) -> Result<Flow, ImportError> {
        for item in self.syntax(list(items))? {
            self.set(variable, item)?;
            if let Flow::Return(value) = self.nested(body)? {
                return Ok(Flow::Return(value));
            }
        }
        Ok(Flow::Value(String::new()))
    }
}
