//! No text takes more than its share of time: what is done with one of twice the size takes about twice as long, whatever the text is made of.
//!
//! The time is that of the processor, measured from a size on at which it is much longer than what every text takes. Each test has a long form by hand, which takes
//! larger texts and more of them. The figures stand in `SECURITY.md`.

#![expect(clippy::print_stdout, reason = "the figures are what the long forms are run for")]

mod grammar;
mod measures;
mod notations;
mod texts;

use grammar::{Filling, templates};
use measures::{QUESTIONS, answers, check, check_alone, layout};
use motive_language::{Files, SourceText};
use std::time::Duration;
use texts::{HEADS, PARTS, WHOLE};

/// A text of twice the size may take so many times as long: somewhat more than `n log n`, and much less than `n * n`.
const MOST_PER_DOUBLING: f64 = 2.6;

/// How far texts grow.
#[derive(Clone, Copy)]
struct Effort {
    /// They grow until they take this long.
    least: Duration,
    /// Or until they have so many bytes: what is not slow by then is no matter.
    most_bytes: usize,
}

const SHORT: Effort = Effort { least: Duration::from_millis(4), most_bytes: 64 << 10 };
const LONG: Effort = Effort { least: Duration::from_millis(10), most_bytes: 128 << 10 };

/// How often times are measured anew before a growth is believed: another thread on the same core can slow one of them down, and only that.
const ATTEMPTS: usize = 7;

/// How many times longer something takes for a text of twice the size, and how long for the largest.
struct Growth {
    per_doubling: f64,
    bytes: usize,
    longest: Duration,
}

/// Measures a text of a size from which on it takes long enough, and one of four times the size. Too steep a growth is believed if larger texts show it too.
fn grow(effort: Effort, text: &dyn Fn(usize) -> String, work: &dyn Fn(&str) -> Duration) -> Growth {
    let nothing = work(&text(1));
    let mut size = 16;
    let mut single = text(size);
    while work(&single) < effort.least.max(nothing * 2) && single.len() < effort.most_bytes {
        size *= 2;
        single = text(size);
    }
    let mut growth = measure(effort, &single, &text(size * 4), work);
    for larger in [2, 4] {
        if growth.per_doubling > MOST_PER_DOUBLING {
            growth = measure(effort, &text(size * larger), &text(size * larger * 4), work);
        }
    }
    growth
}

/// The growth from a text to one of four times the size.
fn measure(effort: Effort, single: &str, large: &str, work: &dyn Fn(&str) -> Duration) -> Growth {
    let (mut time, mut longest) = (Duration::MAX, Duration::MAX);
    let mut per_doubling = 1.0;
    for _ in 0..ATTEMPTS {
        time = time.min(work(single));
        longest = longest.min(work(large));
        // What every text takes is no growth.
        let is_slow = longest > effort.least;
        per_doubling = if is_slow { (longest.as_secs_f64() / time.as_secs_f64()).sqrt() } else { 1.0 };
        if per_doubling <= MOST_PER_DOUBLING {
            break;
        }
    }
    Growth { per_doubling, bytes: large.len(), longest }
}

/// What grew, and what did with it.
#[derive(Default)]
struct Table(Vec<(String, &'static str, Growth)>);

impl Table {
    fn add(&mut self, shape: &str, work: &'static str, growth: Growth) {
        self.0.push((shape.to_owned(), work, growth));
    }

    /// Prints the steepest rows, and fails if one is too steep.
    fn judge(mut self) {
        self.0.sort_by(|a, b| b.2.per_doubling.total_cmp(&a.2.per_doubling));
        for (shape, work, growth) in self.0.iter().take(60) {
            let Growth { per_doubling, bytes, longest } = growth;
            println!(
                "{per_doubling:5.2}  {:9.1} ms  {bytes:9} B  {work}: {shape}",
                longest.as_secs_f64() * 1e3
            );
        }
        println!("{} rows", self.0.len());
        let steep = self.0.iter().filter(|row| row.2.per_doubling > MOST_PER_DOUBLING);
        let steep: Vec<_> = steep
            .map(|(shape, work, growth)| format!("{:.2} {work}: {shape}", growth.per_doubling))
            .collect();
        assert!(
            steep.is_empty(),
            "a text of twice the size takes so many times as long:\n{}",
            steep.join("\n")
        );
    }
}

impl Table {
    /// Measures all that is done with a text.
    fn all(&mut self, effort: Effort, shape: &str, text: &dyn Fn(usize) -> String) {
        self.add(shape, "check", grow(effort, text, &check_alone));
        self.add(shape, "fmt", grow(effort, text, &layout));
        self.add(shape, "answers", grow(effort, text, &|text| answers(text, &QUESTIONS)));
    }
}

/// Each way in which the grammar lets a text grow, or every so many of them.
fn grammar_grows(effort: Effort, every: usize) {
    let mut table = Table::default();
    for template in templates().iter().step_by(every) {
        for filling in [Filling::Same, Filling::Different] {
            table
                .all(effort, &format!("{filling:?} {}", template.name), &|size| template.text(filling, size));
        }
    }
    table.judge();
}

/// Files of which each has a definition of its own.
struct OneDefinition;

impl Files for OneDefinition {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let number = path.trim_matches(|sign: char| !sign.is_ascii_digit());
        Ok(SourceText::new(path, format!("condition c{number} when some ghost\n")))
    }
}

/// Files of which each uses the next.
struct EachUsesTheNext;

impl Files for EachUsesTheNext {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let number = path.trim_matches(|sign: char| !sign.is_ascii_digit()).parse().unwrap_or(0);
        Ok(SourceText::new(path, format!("use \"a{}.motive\"\n", number + 1)))
    }
}

/// Texts that mean something.
fn whole_texts_grow(effort: Effort) {
    let mut table = Table::default();
    for growing in WHOLE {
        table.all(effort, growing.name, &|size| growing.text(size));
    }
    let uses =
        |size: usize| (1..=size).map(|number| format!("use \"a{number}.motive\"\n")).collect::<String>();
    table.add("uses", "check", grow(effort, &uses, &|text| check(text, &OneDefinition)));
    table.add("uses of uses", "check", grow(effort, &uses, &|text| check(text, &EachUsesTheNext)));
    table.judge();
}

/// Texts that nobody would write.
fn broken_texts_grow(effort: Effort, every: usize) {
    let mut table = Table::default();
    let pairs = HEADS.iter().flat_map(|head| PARTS.iter().map(move |part| (head, part)));
    for (head, part) in pairs.step_by(every) {
        table.all(effort, &format!("{head:?} {part:?}..."), &|size| [*head, &part.repeat(size)].concat());
    }
    table.judge();
}

#[test]
fn texts_of_the_grammar() {
    grammar_grows(SHORT, 8);
}

#[test]
fn whole_texts() {
    whole_texts_grow(SHORT);
}

#[test]
fn broken_texts() {
    broken_texts_grow(SHORT, 31);
}

/// The long forms, by hand: `cargo test -p motive-cli --test program growth::all -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn all_texts_of_the_grammar() {
    grammar_grows(LONG, 1);
}

#[test]
#[ignore = "takes minutes"]
fn all_whole_texts() {
    whole_texts_grow(LONG);
}

#[test]
#[ignore = "takes minutes"]
fn all_broken_texts() {
    broken_texts_grow(LONG, 1);
}
