//! Numbers, lists and paragraphs as text, for reports.

/// `1234567` as `1,234,567`.
#[must_use]
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
#[must_use]
pub fn figure(number: f64) -> String {
    if number.fract() != 0.0 && number.abs() < 10.0 { format!("{number:.2}") } else { thousands(number) }
}

/// `1 file`, `2 files`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count as f64), if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// As [`listed`], but no more than so many; the rest is counted.
#[must_use]
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
#[must_use]
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
#[must_use]
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
#[must_use]
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
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(thousands(1_234_567.0), "1,234,567");
        assert_eq!(thousands(-12.0), "-12");
        assert_eq!([0.4236, 3.0, 1234.5, -0.5].map(figure), ["0.42", "3", "1,234", "-0.50"]);
        assert_eq!([20.0, 2.0 / 3.0, -0.000_01, f64::INFINITY].map(brief), ["20", "0.667", "0", "infinite"]);
        assert_eq!(counted(1, "file"), "1 file");
        assert_eq!(counted(1000, "tick"), "1,000 ticks");
    }

    #[test]
    fn long_lists_are_shortened() {
        let items: Vec<String> = ["a", "b", "c", "d"].map(String::from).into();
        assert_eq!(listed(&items[..1]), "a");
        assert_eq!(listed(&items[..3]), "a, b and c");
        assert_eq!(listed_some(&items, 3), "a, b, c and d", "one more is as short as saying so");
        assert_eq!(listed_some(&items, 2), "a, b and 2 more");
    }

    #[test]
    fn paragraphs_are_broken_between_words() {
        assert_eq!(wrapped("  a b", 4), "  a b\n");
        assert_eq!(wrapped("", 4), "");
        let long = wrapped(&"word ".repeat(30), 2);
        assert_eq!(long.lines().count(), 2);
        assert!(long.lines().nth(1).unwrap().starts_with("  word"));
    }

    #[test]
    fn names_are_shown_as_they_were_written() {
        assert_eq!(tidy("'3: ghost { blue: true }"), "ghost { blue: true }");
        assert_eq!(tidy("m'2.distance < 4"), "m.distance < 4");
        assert_eq!(tidy("'4 = m'2.load"), "m.load != none");
        assert_eq!(tidy("say(\"it's\")"), "say(\"it's\")");
    }
}
