//! Commands, words and lists of Tcl.

use super::Interpreter;
use crate::ImportError;

/// A command: where it begins, and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TclCommand {
    pub(super) at: usize,
    pub(super) words: Vec<TclWord>,
}

/// A word as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TclWord {
    /// In braces: no substitution.
    Braced(String),
    /// Anything else: variables, commands in brackets and backslashes are substituted.
    Plain(String),
}

/// An error message and its offset.
pub(super) type Wrong = (usize, &'static str);

/// Splits a script into commands.
pub(super) fn commands(text: &str) -> Result<Vec<TclCommand>, Wrong> {
    let mut cursor = Cursor { text, at: 0 };
    let mut all = Vec::new();
    while let Some(command) = cursor.command()? {
        if !command.words.is_empty() {
            all.push(command);
        }
    }
    Ok(all)
}

/// Splits a list into its elements.
pub(super) fn list(text: &str) -> Result<Vec<String>, Wrong> {
    let mut cursor = Cursor { text, at: 0 };
    let mut all = Vec::new();
    loop {
        cursor.skip(|letter| letter.is_whitespace());
        match cursor.peek() {
            None => return Ok(all),
            Some('{') => all.push(cursor.braced()?),
            Some('"') => all.push(cursor.quoted()?),
            Some(_) => all.push(cursor.bare(|letter| letter.is_whitespace())?),
        }
    }
}

/// Whether an element of a list needs braces.
pub(super) fn element(text: &str) -> String {
    let odd = |letter: char| letter.is_whitespace() || "{}[]$\";\\".contains(letter);
    if text.is_empty() || text.contains(odd) { format!("{{{text}}}") } else { text.to_owned() }
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn skip(&mut self, what: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&what) {
            self.bump();
        }
    }

    fn command(&mut self) -> Result<Option<TclCommand>, Wrong> {
        self.skip(|letter| letter.is_whitespace() || letter == ';');
        let at = self.at;
        match self.peek() {
            None => return Ok(None),
            Some('#') => {
                self.skip(|letter| letter != '\n');
                return Ok(Some(TclCommand { at, words: Vec::new() }));
            }
            Some(_) => {}
        }
        let mut words: Vec<TclWord> = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                None | Some(';') => break,
                // Some listings continue a list on an indented line without a backslash.
                Some('\n') if self.goes_on(&words) => {
                    self.skip(char::is_whitespace);
                }
                Some('\n') => break,
                Some('{') => words.push(TclWord::Braced(self.braced()?)),
                Some('"') => words.push(TclWord::Plain(self.quoted()?)),
                Some(_) => {
                    words.push(TclWord::Plain(self.bare(|letter| letter.is_whitespace() || letter == ';')?));
                }
            }
        }
        self.bump();
        Ok(Some(TclCommand { at, words }))
    }

    fn goes_on(&self, words: &[TclWord]) -> bool {
        let is_agent = matches!(words.first(), Some(TclWord::Plain(name)) if name.starts_with("ASN") && name.contains('-'));
        let next = self.rest().trim_start_matches('\n');
        is_agent && next.starts_with([' ', '\t']) && next.trim_start().starts_with('{')
    }

    /// Blanks and escaped line ends.
    fn blanks(&mut self) {
        loop {
            if self.rest().starts_with("\\\n") {
                self.at += 2;
            } else if self.peek().is_some_and(|letter| letter.is_whitespace() && letter != '\n') {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn braced(&mut self) -> Result<String, Wrong> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(letter) = self.bump() {
            match letter {
                '\\' => {
                    self.bump();
                }
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(self.text.get(start + 1..self.at - 1).unwrap_or("").to_owned());
                    }
                }
                _ => {}
            }
        }
        Err((start, "a brace that is not closed"))
    }

    fn quoted(&mut self) -> Result<String, Wrong> {
        let start = self.at;
        self.bump();
        while let Some(letter) = self.bump() {
            match letter {
                '\\' => {
                    self.bump();
                }
                '"' => return Ok(self.text.get(start + 1..self.at - 1).unwrap_or("").to_owned()),
                _ => {}
            }
        }
        Err((start, "a quotation mark that is not closed"))
    }

    fn bare(&mut self, ends: impl Fn(char) -> bool) -> Result<String, Wrong> {
        let start = self.at;
        let mut brackets = 0_usize;
        while let Some(letter) = self.peek() {
            match letter {
                '[' => brackets += 1,
                ']' => brackets = brackets.saturating_sub(1),
                '\\' => {
                    self.bump();
                }
                _ if brackets == 0 && ends(letter) => break,
                _ => {}
            }
            self.bump();
        }
        if brackets > 0 {
            return Err((start, "a bracket that is not closed"));
        }
        Ok(self.text.get(start..self.at).unwrap_or("").to_owned())
    }
}

/// How deep parentheses may be nested.
const DEEPEST: usize = 32;

impl Interpreter {
    /// The value of an expression as text.
    pub(super) fn expression(&mut self, text: &str) -> Result<String, ImportError> {
        let text = self.substitute(text)?;
        let mut reader = ExprReader { rest: &text, depth: 0 };
        match reader.compare() {
            Some(value) if reader.rest.trim().is_empty() => Ok(value.to_string()),
            _ => self.wrong(format!("`{text}` cannot be worked out"), "numbers, `+ - * /` and comparisons"),
        }
    }

    pub(super) fn truth(&mut self, text: &str) -> Result<bool, ImportError> {
        Ok(self.expression(text)?.parse::<f64>().is_ok_and(|value| value != 0.0))
    }
}

struct ExprReader<'t> {
    rest: &'t str,
    depth: usize,
}

impl ExprReader<'_> {
    fn eat(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(sign) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn compare(&mut self) -> Option<f64> {
        let left = self.sum()?;
        let truth = |holds: bool| f64::from(u8::from(holds));
        type NumberTest = fn(&f64, &f64) -> bool;
        let tests: [(&str, NumberTest); 6] = [
            ("==", f64::eq),
            ("!=", f64::ne),
            ("<=", f64::le),
            (">=", f64::ge),
            ("<", f64::lt),
            (">", f64::gt),
        ];
        for (sign, test) in tests {
            if self.eat(sign) {
                let right = self.sum()?;
                return Some(truth(test(&left, &right)));
            }
        }
        Some(left)
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.eat("+") {
                value += self.product()?;
            } else if self.eat("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.single()?;
        loop {
            if self.eat("*") {
                value *= self.single()?;
            } else if self.eat("/") {
                value /= self.single()?;
            } else {
                return Some(value);
            }
        }
    }

    fn single(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let value = if self.eat("(") {
            let inner = self.compare()?;
            self.eat(")").then_some(inner)
        } else if self.eat("-") {
            self.single().map(|value| -value)
        } else if self.eat("!") {
            self.single().map(|value| f64::from(u8::from(value == 0.0)))
        } else {
            let rest = self.rest.trim_start();
            let end =
                rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
            let (number, after) = rest.split_at(end);
            self.rest = after;
            number.parse().ok()
        };
        self.depth -= 1;
        value
    }
}
