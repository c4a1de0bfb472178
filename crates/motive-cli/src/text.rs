//! Small matters of wording.

/// `1234567` as `1,234,567`.
pub(crate) fn thousands(number: f64) -> String {
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
pub(crate) fn figure(number: f64) -> String {
    if number.fract() != 0.0 && number.abs() < 10.0 { format!("{number:.2}") } else { thousands(number) }
}

/// `1 file`, `2 files`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count as f64), if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// As [`listed`], but no more than so many; the rest is counted.
pub(crate) fn listed_some(items: &[String], most: usize) -> String {
    if items.len() <= most + 1 {
        return listed(items);
    }
    let mut shown = items[..most].to_vec();
    shown.push(format!("{} more", items.len() - most));
    listed(&shown)
}

/// `did you mean x?` behind an error, if there is something that may be meant.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    motive_language::diagnostic::nearest(name, known)
        .map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}

/// Columns that text for reading may have.
const COLUMNS: usize = 100;

/// The one goal of a mind that is a single behaviour, such as a plan for drives: nobody wrote it, so nobody is told of it.
pub(crate) const UNWRITTEN: &str = "it";

/// A paragraph broken into lines between words, ending in a line break. Lines after the first are indented.
pub(crate) fn wrapped(paragraph: &str, indent: usize) -> String {
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

/// Takes out what the language put into names to keep them apart: `'3: ghost` is `ghost`, `m'2` is `m`, and `'4 = self.load`, which only asks
/// whether there is a value, is `self.load != none`.
pub(crate) fn tidy(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(thousands(1_234_567.0), "1,234,567");
        assert_eq!(thousands(-12.0), "-12");
        assert_eq!([0.4236, 3.0, 1234.5, -0.5].map(figure), ["0.42", "3", "1,234", "-0.50"]);
        assert_eq!(counted(1, "file"), "1 file");
        assert_eq!(counted(1000, "tick"), "1,000 ticks");
    }

    #[test]
    fn lists_read_aloud() {
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
