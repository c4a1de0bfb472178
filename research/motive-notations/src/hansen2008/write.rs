//! Writes the two files.

use super::{Argument, Block, Domain, Words};
use std::fmt::Write;

/// The two files as the thesis prints them, simple tasks first. Read again, they are the same.
///
/// ```
/// use motive_notations::hansen2008::{read, write};
///
/// let compound = "Head Greet who\nSubtasks\nSay $0, Wave\n";
/// let (domain, _) = read("Head Say what\nHead Wave\n", compound).map_err(|_| "it is right")?;
/// let (simple, compound) = write(&domain);
/// assert_eq!(compound, "Head Greet who\nGoals\nPreconditions\nSubtasks\nSay $0,Wave\n");
/// assert_eq!(read(&simple, &compound).map_err(|_| "it is right")?.0, domain);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn write(domain: &Domain) -> (String, String) {
    let simple = domain.simple.iter().map(|block| text(block, false)).collect();
    let compound = domain.compound.iter().map(|block| text(block, true)).collect();
    (simple, compound)
}

fn text(block: &Block, is_compound: bool) -> String {
    let mut text = String::new();
    let parameters: String = block.parameters.iter().map(|name| format!(" {name}")).collect();
    let _ = writeln!(text, "Head {}{parameters}", block.name);
    for (keyword, conditions) in [("Goals", &block.goals), ("Preconditions", &block.needs)] {
        let _ = writeln!(text, "{keyword}");
        for condition in conditions {
            let _ = writeln!(text, "{}", words(condition));
        }
    }
    if is_compound {
        text.push_str("Subtasks\n");
        for line in &block.lines {
            let _ = writeln!(text, "{}", line.iter().map(words).collect::<Vec<_>>().join(","));
        }
    }
    text
}

fn words(words: &Words) -> String {
    let mut text = words.name.clone();
    for argument in &words.arguments {
        match argument {
            Argument::Parameter(place) => {
                let _ = write!(text, " ${place}");
            }
            Argument::Literal(word) => {
                let _ = write!(text, " {word}");
            }
        }
    }
    text
}
