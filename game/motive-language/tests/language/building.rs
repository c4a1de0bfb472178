//! What the checker accepts can be built: files are changed at random, and those without an error must give a model.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_core::{Catalogue, Vocabulary};
use motive_language::syntax::{SyntaxKind, parse};
use motive_language::{Loaded, NoFiles, SourceText, WorldVocabulary, load};
use proptest::prelude::*;

/// A file with something of every engine.
fn all_engines() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/all_engines.motive");
    std::fs::read_to_string(path).unwrap()
}

/// The shipped files that need no world.
const NETWORKS: [&str; 5] = ["cat", "door_take_1", "door_take_2", "door_take_3", "sander"];

fn shipped() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/networks");
    let read = |name: &&str| std::fs::read_to_string(format!("{folder}/{name}.motive")).unwrap();
    NETWORKS.iter().map(read).collect()
}

fn loaded(text: &str) -> Loaded {
    let (vocabulary, catalogue) = (Vocabulary::new(), Catalogue::default());
    let world = WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue };
    load(SourceText::new("mutated.motive", text), &world, &NoFiles)
}

/// A text either has an error that says what is wrong with it, or gives a model.
fn check(text: &str) {
    let loaded = loaded(text);
    for problem in &loaded.problems {
        let code = problem.diagnostic.code.as_str();
        assert!(!["internal-error", "cannot-be-built"].contains(&code), "{problem:?}\n{text}");
    }
    let is_right = !loaded.problems.iter().any(motive_language::FileProblem::is_error);
    assert_eq!(is_right, loaded.model.is_some(), "{:?}\n{text}", loaded.problems);
}

/// The tokens of a text, with the space between them.
fn tokens(text: &str) -> Vec<(SyntaxKind, String)> {
    let tokens = parse(text).syntax().tokens();
    tokens.map(|token| (token.kind(), token.text().to_owned())).collect()
}

/// A change to a text; the numbers are reduced to what there is to choose from.
#[derive(Clone, Debug)]
enum Change {
    /// Replaces a token by another of the same kind.
    Swap(usize, usize),
    /// Replaces a number by an unusual one.
    Number(usize, usize),
    /// Leaves a line out.
    Drop(usize),
    /// Writes a line again at another place.
    Copy(usize, usize),
}

const NUMBERS: [&str; 9] = ["0", "1", "0.5", "-1", "1e300", "1e-300", "1e999", "65536", "1e12"];

fn changed(text: &str, change: &Change) -> String {
    let mut tokens = tokens(text);
    let mut lines: Vec<&str> = text.lines().collect();
    match *change {
        Change::Swap(at, with) => {
            let words = [SyntaxKind::IDENT, SyntaxKind::KEYWORD, SyntaxKind::NUMBER];
            let all: Vec<usize> = (0..tokens.len()).filter(|at| words.contains(&tokens[*at].0)).collect();
            let at = all[at % all.len()];
            let alike: Vec<usize> =
                all.iter().copied().filter(|other| tokens[*other].0 == tokens[at].0).collect();
            tokens[at].1 = tokens[alike[with % alike.len()]].1.clone();
            tokens.into_iter().map(|(_, text)| text).collect()
        }
        Change::Number(at, with) => {
            let all: Vec<usize> =
                (0..tokens.len()).filter(|at| tokens[*at].0 == SyntaxKind::NUMBER).collect();
            if all.is_empty() {
                return text.to_owned();
            }
            tokens[all[at % all.len()]].1 = NUMBERS[with % NUMBERS.len()].to_owned();
            tokens.into_iter().map(|(_, text)| text).collect()
        }
        Change::Drop(at) => {
            lines.remove(at % lines.len());
            lines.join("\n")
        }
        Change::Copy(at, to) => {
            let line = lines[at % lines.len()];
            lines.insert(to % lines.len(), line);
            lines.join("\n")
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let number = || 0usize..100_000;
    prop_oneof![
        4 => (number(), number()).prop_map(|(at, with)| Change::Swap(at, with)),
        2 => (number(), number()).prop_map(|(at, with)| Change::Number(at, with)),
        1 => number().prop_map(Change::Drop),
        2 => (number(), number()).prop_map(|(at, to)| Change::Copy(at, to)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("MOTIVE_MUTATIONS").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_the_checker_accepts_of_a_mutated_file_builds(changes in prop::collection::vec(change(), 1..4)) {
        check(&changes.iter().fold(all_engines(), |text, one| changed(&text, one)));
    }

    #[test]
    fn what_the_checker_accepts_of_a_mutated_shipped_network_builds(
        file in 0..NETWORKS.len(),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        check(&changes.iter().fold(shipped()[file].clone(), |text, one| changed(&text, one)));
    }
}

#[test]
fn the_file_with_all_engines_is_right() {
    let loaded = loaded(&all_engines());
    let errors: Vec<_> = loaded.problems.iter().filter(|problem| problem.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let model = loaded.model.unwrap();
    assert_eq!(model.minds.len(), 7);
    assert_eq!(model.teams.len(), 1);
}

/// A chain of programs, each of which calls the next.
fn chain(length: usize) -> String {
    let mut text = String::from("property fuel: number own\naction hold\n");
    for number in 0..length {
        let next = if number + 1 < length { format!("P{}", number + 1) } else { "hold".into() };
        text.push_str(&format!("program P{number} {{ rule r when self.fuel > 1 do {next} }}\n"));
    }
    text.push_str("goal g maintains P0 { priority 1 }\nmind M = arbiter { goals g }\n");
    text
}

/// It used to grow with the cube of the length: a chain that is eight times as long took five hundred times as long.
#[test]
fn the_time_for_a_chain_of_programs_is_nearly_linear() {
    let time = |length: usize| {
        let text = chain(length);
        let start = std::time::Instant::now();
        assert!(loaded(&text).model.is_some());
        start.elapsed().as_secs_f64()
    };
    let best = |length: usize| (0..3).map(|_| time(length)).fold(f64::INFINITY, f64::min);
    let (short, long) = (best(500), best(4000));
    assert!(long < 50.0 * short, "{short} s for 500 programs, {long} s for 4000");
}
