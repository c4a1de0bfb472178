//! Keys and values in one text: `\name\Anna\rate\25000`.

use std::fmt;

/// Keys and values that are sent as one text. The order stays; a key that comes twice has its last value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InfoString {
    pairs: Vec<(String, String)>,
}

impl InfoString {
    /// Reads a text. A key without a value has an empty one.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let mut parts = text.strip_prefix('\\').unwrap_or(text).split('\\');
        while let Some(key) = parts.next() {
            if !key.is_empty() {
                info.set(key, parts.next().unwrap_or_default());
            }
        }
        info
    }

    /// The value of a key, whatever the case of its letters.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a key. Backslashes, quotes and semicolons, which would end the text early, are left out.
    pub fn set(&mut self, key: &str, value: &str) {
        let plain = |text: &str| text.replace(['\\', '"', ';', '\n', '\r', '\0'], "");
        let (key, value) = (plain(key), plain(value));
        match self.pairs.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&key)) {
            Some((_, old)) => *old = value,
            None => self.pairs.push((key, value)),
        }
    }

    /// The same with a value.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.set(key, &value.to_string());
        self
    }
}

impl fmt::Display for InfoString {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pairs.iter().try_for_each(|(key, value)| write!(formatter, "\\{key}\\{value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_and_written() {
        let info = InfoString::parse("\\name\\Anna\\Rate\\1\\rate\\2\\last");
        assert_eq!((info.get("NAME"), info.get("rate"), info.get("none")), (Some("Anna"), Some("2"), None));
        assert_eq!(info.with("name", "B\\\"ob;").to_string(), "\\name\\Bob\\Rate\\2\\last\\");
    }
}
