//! A network as a `.motive` text.

use motive_language::format::format;
use motive_networks::{Blueprint, Literal, Parameters, Prediction, SensorValue, Skill};
use std::fmt::Write;

/// Writes a network as a `.motive` text. Names keep their words; hyphens become underscores.
pub fn to_motive(network: &Blueprint) -> String {
    let mut text =
        format!("network {} profile {}", plain_name(&network.name), network.settings.profile.name());
    let (own, usual) = (network.settings.parameters.all(), Parameters::default().all());
    for ((word, value), (_, default)) in own.into_iter().zip(usual) {
        if value != default {
            let _ = write!(text, " {} {value}", if word == "protection" { "protected" } else { word });
        }
    }
    text.push_str(" {\n");
    for goal in &network.goals {
        let word = if goal.protected { "protect" } else { "want" };
        let _ = writeln!(text, "{word} {}", term(&goal.literal));
    }
    for sensor in &network.sensors {
        let count = network.counted.iter().find(|(counted, _)| *counted == sensor.proposition);
        let _ = match count {
            Some((_, count)) => writeln!(text, "sense {} counted {count}", plain_name(&sensor.proposition)),
            None => writeln!(text, "sense {} is {}", plain_name(&sensor.proposition), value(&sensor.value)),
        };
    }
    network.skills.iter().for_each(|skill| print_skill(&mut text, skill));
    text.push_str("}\n");
    // If the formatter rejects the text, the unformatted text is still correct.
    format(&text).unwrap_or(text)
}

fn print_skill(text: &mut String, skill: &Skill) {
    let _ = writeln!(text, "skill {} {{", plain_name(&skill.name));
    let needs: Vec<String> = skill.preconditions.iter().map(term).collect();
    let adds: Vec<String> = skill.adds.iter().map(|add| term(&add.literal)).collect();
    let drops: Vec<String> = skill.deletes.iter().map(dropped).collect();
    for (word, list) in [("needs", needs), ("adds", adds), ("drops", drops)] {
        if !list.is_empty() {
            let _ = writeln!(text, "{word} {}", list.join(", "));
        }
    }
    text.push_str("}\n");
}

/// The delete list, with the values that literals had before.
fn dropped(drop: &Prediction) -> String {
    match drop.literal.value {
        SensorValue::Truth(truth) => {
            term(&Literal { value: SensorValue::Truth(!truth), ..drop.literal.clone() })
        }
        _ => term(&drop.literal),
    }
}

fn term(pair: &Literal) -> String {
    let proposition = plain_name(&pair.proposition);
    match &pair.value {
        SensorValue::Truth(true) => proposition,
        SensorValue::Truth(false) => format!("not {proposition}"),
        other => format!("{proposition} == {}", value(other)),
    }
}

fn value(sign: &SensorValue) -> String {
    match sign {
        SensorValue::Truth(truth) => truth.to_string(),
        SensorValue::Number(number) => number.to_string(),
        SensorValue::Word(word) => plain_name(word),
    }
}

/// A name with underscores for hyphens, in backquotes if it is still not a plain word.
pub(in crate::networks) fn plain_name(text: &str) -> String {
    let plain = text.replace('-', "_");
    let begins = plain.chars().next().is_some_and(|letter| letter.is_alphabetic() || letter == '_');
    let odd = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let reserved =
        ["true", "false", "not", "and", "or", "some", "no", "any", "is", "when"].contains(&plain.as_str());
    if begins && !plain.contains(odd) && !reserved { plain } else { format!("`{text}`") }
}
