//! Arithmetic and comparisons.

use super::run::Interpreter;
use crate::ImportError;

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
        type Test = fn(&f64, &f64) -> bool;
        let tests: [(&str, Test); 6] = [
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
