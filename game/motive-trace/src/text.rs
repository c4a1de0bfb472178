//! Numbers, lists and paragraphs as text, for reports.

/// `1234567` as `1,234,567`.
pub fn thousands(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut grouped = String::from(if number < 0.0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of any size: `1,234`, but `0.42`, because of a small one the fraction says most.
pub fn figure(number: f64) -> String {
    if number.fract() != 0.0 && number.abs() < 10.0 { format!("{number:.2}") } else { thousands(number) }
}

/// `1 file`, `2 files`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count as f64), if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// As [`listed`], but no more than so many; the rest is counted.
pub fn listed_some(items: &[String], most: usize) -> String {
    if items.len() <= most + 1 {
        return listed(items);
    }
    let mut shown = items[..most].to_vec();
    shown.push(format!("{} more", items.len() - most));
    listed(&shown)
}

/// The width of text for reading.
const COLUMNS: usize = 100;

/// A paragraph broken into lines between words, ending in a line break. Lines after the first are indented.
pub fn wrapped(paragraph: &str, indent: usize) -> String {
    let lead = paragraph.len() - paragraph.trim_start().len();
    let mut text = paragraph[..lead].to_owned();
    let mut column = lead;
    for (at, word) in paragraph.split_whitespace().enumerate() {
        let width = word.chars().count();
        if at > 0 && column + 1 + width > COLUMNS {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if at > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Removes the numbers by which the language makes names unique: `'3: ghost` becomes `ghost`, `m'2` becomes `m`, and `'4 = self.load`, which
/// only asks whether there is a value, becomes `self.load != none`.
pub fn tidy(text: &str) -> String {
    let hidden = text.strip_prefix('\'').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    if let Some(value) = hidden.and_then(|rest| rest.strip_prefix(" = ")) {
        return format!("{} != none", tidy(value));
    }
    let mut tidied = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\'') {
        tidied.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            tidied.push('\'');
        }
        rest = &after[digits..];
        let is_whole_name = !tidied.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if digits > 0 && is_whole_name {
            rest = rest.strip_prefix(": ").unwrap_or(rest);
        }
    }
    tidied.push_str(rest);
    tidied
}

/// A number with at most three decimals.
pub fn brief(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "infinite" } else { "-infinite" }.into();
    }
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// A part of 1 in percent.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

#[cfg(test)]
#[path = "../tests/unit/text.rs"]
mod tests;
