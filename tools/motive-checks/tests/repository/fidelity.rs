//! The tables in `docs/fidelity` account for every requirement, and name real tests.

use crate::text;
use std::collections::{BTreeMap, BTreeSet};

const TABLES: [&str; 4] = ["grue.md", "drives.md", "htn.md", "networks.md"];
/// The folders in which crates lie.
const FLOORS: [&str; 4] = ["game/", "hosts/", "research/", "tools/"];

/// A line of a table: a requirement and what is said about it.
struct Row {
    table: &'static str,
    id: String,
    line: String,
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for table in TABLES {
        for line in text(&format!("docs/fidelity/{table}")).lines() {
            let id = line.split('|').nth(1).unwrap_or_default().trim();
            if line.starts_with("| R-") || line.starts_with("| E-") {
                rows.push(Row { table, id: id.to_owned(), line: line.to_owned() });
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

/// `requirements.txt` lists the requirements of the specifications; it grows when a specification does.
#[test]
fn every_requirement_has_one_row() {
    let list = text("docs/fidelity/requirements.txt");
    let required: BTreeSet<&str> = list.lines().collect();
    assert_eq!(required.len(), 562, "the list itself has changed");
    let mut found: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for row in rows().into_iter().filter(|row| row.id.starts_with("R-")) {
        found.entry(row.id).or_default().push(row.table);
    }
    let missing: Vec<&&str> = required.iter().filter(|id| !found.contains_key(**id)).collect();
    assert!(missing.is_empty(), "no table has a row for {missing:?}; add one, if only to say *not built*");
    for (id, tables) in &found {
        assert_eq!(tables.len(), 1, "{id} has rows in {tables:?}");
        assert!(required.contains(&**id), "{id} is not in requirements.txt");
    }
}

#[test]
fn a_row_without_a_test_says_so() {
    for Row { table, id, line } in rows() {
        let tested = named_tests(&line).next().is_some();
        let conceded = line.contains("*not built*") || line.contains("*superseded*");
        assert!(tested || conceded, "{table}: {id} names no test and does not say *not built*");
    }
}

#[test]
fn every_test_that_a_table_names_exists() {
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    let mut missing = Vec::new();
    for table in TABLES {
        for (file, test) in named_tests(&text(&format!("docs/fidelity/{table}"))) {
            let source = sources.entry(file.to_owned()).or_insert_with(|| {
                // A file that is missing has no test.
                std::fs::read_to_string(crate::root().join(file)).unwrap_or_default()
            });
            if !source.contains(&format!("fn {test}(")) {
                missing.push(format!("{table}: {file}::{test}"));
            }
        }
    }
    assert!(missing.is_empty(), "no such test:\n{}", missing.join("\n"));
}
