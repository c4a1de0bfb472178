//! The tables in `docs/fidelity` account for every requirement, and name real tests at the level from which they say that it is reached.

use crate::text;
use std::collections::{BTreeMap, BTreeSet};

const TABLES: [&str; 4] = ["grue.md", "drives.md", "htn.md", "networks.md"];
/// The folders in which crates lie.
const FLOORS: [&str; 4] = ["game/", "hosts/", "research/", "tools/"];
const STATUSES: [&str; 4] = ["met", "departs", "replaced", "not built"];
/// From where a requirement is reached, in the order in which a row lists it, with the folders of the tests that show it.
const LEVELS: [(&str, &[&str]); 6] = [
    ("file", &["game/motive-language/tests/"]),
    ("program", &["tools/"]),
    (
        "wire",
        &[
            "research/motive-net/tests/",
            "research/motive-gamebots/tests/sockets/",
            "research/motive-openarena/tests/",
        ],
    ),
    ("Python", &["hosts/python/"]),
    ("Bevy", &["hosts/bevy/"]),
    ("Rust", &["game/", "research/"]),
];
/// What a row says where nothing reaches the requirement.
const NOWHERE: &str = "–";

/// A line of a table: a requirement and what is said about it.
struct Row {
    table: &'static str,
    line: String,
}

impl Row {
    /// The six columns; a bar behind a backslash separates none.
    fn columns(&self) -> Vec<String> {
        let bar = '\u{1}';
        let line = self.line.replace("\\|", &bar.to_string());
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        inner.split('|').map(|column| column.trim().replace(bar, "|")).collect()
    }

    fn column(&self, number: usize) -> String {
        self.columns().get(number).cloned().unwrap_or_default()
    }

    fn id(&self) -> String {
        self.column(0)
    }

    fn status(&self) -> String {
        self.column(2)
    }

    /// The words of "reached by".
    fn reached_by(&self) -> Vec<String> {
        let words = self.column(3);
        words.split(", ").filter(|word| *word != NOWHERE).map(str::to_owned).collect()
    }

    fn is_requirement(&self) -> bool {
        self.line.starts_with("| R-")
    }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for table in TABLES {
        for line in text(&format!("docs/fidelity/{table}")).lines() {
            if line.starts_with("| R-") || line.starts_with("| E-") {
                rows.push(Row { table, line: line.to_owned() });
            }
        }
    }
    rows
}

/// The tests in backquotes, each a `file::test`.
fn named_tests(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let quoted = page.split('`').skip(1).step_by(2);
    let is_path = |text: &&str| FLOORS.iter().any(|floor| text.starts_with(floor));
    quoted.filter(is_path).filter_map(|text| text.split_once("::"))
}

/// The text of a file; one that is missing has no test.
fn source(file: &str) -> String {
    std::fs::read_to_string(crate::root().join(file)).unwrap_or_default()
}

/// Whether a test in this file shows that a requirement is reached so. Files are played by tests of other crates too.
fn is_at_level(file: &str, level: &str) -> bool {
    let folders = LEVELS.iter().find(|(word, _)| *word == level).map_or(&[][..], |(_, folders)| folders);
    let in_folder = folders.iter().any(|folder| file.starts_with(folder));
    in_folder || level == "file" && source(file).contains(".motive")
}

/// `requirements.txt` lists the requirements of the specifications; it grows when a specification does.
#[test]
fn every_requirement_has_one_row() {
    let list = text("docs/fidelity/requirements.txt");
    let required: BTreeSet<&str> = list.lines().collect();
    assert_eq!(required.len(), 614, "the list itself has changed");
    let mut found: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for row in rows().into_iter().filter(Row::is_requirement) {
        found.entry(row.id()).or_default().push(row.table);
    }
    let missing: Vec<&&str> = required.iter().filter(|id| !found.contains_key(**id)).collect();
    assert!(missing.is_empty(), "no table has a row for {missing:?}; add one, if only to say `not built`");
    for (id, tables) in &found {
        assert_eq!(tables.len(), 1, "{id} has rows in {tables:?}");
        assert!(required.contains(&**id), "{id} is not in requirements.txt");
    }
}

#[test]
fn every_row_has_six_columns_and_known_words() {
    for row in rows() {
        let (table, id) = (row.table, row.id());
        assert_eq!(
            row.columns().len(),
            6,
            "{table}: {id} needs the columns requirement, what, status, reached by, tests, note"
        );
        assert!(
            STATUSES.contains(&&*row.status()),
            "{table}: {id} has the status {:?}; there are {STATUSES:?}",
            row.status()
        );
        let words = row.reached_by();
        let listed: Vec<&str> =
            LEVELS.iter().map(|(word, _)| *word).filter(|word| words.iter().any(|own| own == word)).collect();
        assert_eq!(
            words,
            listed,
            "{table}: {id} is reached by words of this list, in its order, or by {NOWHERE}: {:?}",
            LEVELS.map(|(word, _)| word)
        );
    }
}

#[test]
fn a_row_without_a_test_is_not_built_or_replaced() {
    for row in rows() {
        let (table, id, status) = (row.table, row.id(), row.status());
        let tested = named_tests(&row.line).next().is_some();
        assert_eq!(
            tested,
            !row.reached_by().is_empty(),
            "{table}: {id}: whatever is reached has a test, and the other way round"
        );
        match &*status {
            "not built" => assert!(!tested, "{table}: {id} names a test and says that nothing is built"),
            "replaced" => {
                assert!(!row.column(5).is_empty(), "{table}: {id} does not say by what it is replaced");
            }
            "departs" => assert!(
                tested && !row.column(5).is_empty(),
                "{table}: {id} names no test or does not say from what it departs"
            ),
            _ => assert!(tested, "{table}: {id} names no test and does not say `not built`"),
        }
    }
}

#[test]
fn every_level_that_a_row_names_has_a_test_at_that_level() {
    let mut missing = Vec::new();
    for row in rows() {
        for level in row.reached_by() {
            if !named_tests(&row.line).any(|(file, _)| is_at_level(file, &level)) {
                missing.push(format!("{}: {} names no test at the level {level}", row.table, row.id()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_test_that_a_table_names_exists() {
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    let mut missing = Vec::new();
    for table in TABLES {
        for (file, test) in named_tests(&text(&format!("docs/fidelity/{table}"))) {
            let source = sources.entry(file.to_owned()).or_insert_with(|| source(file));
            let keyword = if file.ends_with(".py") { "def" } else { "fn" };
            if !source.contains(&format!("{keyword} {test}(")) {
                missing.push(format!("{table}: {file}::{test}"));
            }
        }
    }
    assert!(missing.is_empty(), "no such test:\n{}", missing.join("\n"));
}

/// Prints how many requirements have which status and how many are reached from where: `cargo test -p motive-checks fidelity -- --nocapture`.
#[test]
fn rows_are_counted_by_status_and_level() {
    let requirements: Vec<Row> = rows().into_iter().filter(Row::is_requirement).collect();
    for table in TABLES {
        let own: Vec<&Row> = requirements.iter().filter(|row| row.table == table).collect();
        let reached =
            |level: &str| own.iter().filter(|row| row.reached_by().iter().any(|word| word == level)).count();
        let mut counts = vec![own.len()];
        counts.extend(STATUSES.map(|status| own.iter().filter(|row| row.status() == status).count()));
        assert_eq!(counts.iter().skip(1).sum::<usize>(), own.len(), "{table}: each row has one status");
        counts.extend(LEVELS.iter().filter(|(word, _)| *word != "Rust").map(|(word, _)| reached(word)));
        counts.push(own.iter().filter(|row| row.reached_by() == ["Rust"]).count());
        println!("{table}: | {} |", counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" | "));
    }
    println!("columns: rows, {}, file, program, wire, Python, Bevy, Rust alone", STATUSES.join(", "));
}
