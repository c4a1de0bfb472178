//! The fidelity tables name real tests.

use std::path::Path;

/// The places in backquotes in a table: `file::test`.
fn named_tests(page: &str) -> Vec<(String, String)> {
    let quoted = page.split('`').skip(1).step_by(2);
    let places = quoted.filter(|text| text.starts_with("crates/"));
    places.filter_map(|text| text.split_once("::").map(|(file, test)| (file.into(), test.into()))).collect()
}

#[test]
fn every_test_that_a_table_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = |name: &str| std::fs::read_to_string(root.join("docs/fidelity").join(name)).unwrap();
    let (grue, networks) = (named_tests(&page("grue.md")), named_tests(&page("networks.md")));
    assert!(grue.len() > 200, "only {} tests are named", grue.len());
    assert!(networks.len() > 80, "only {} tests are named", networks.len());
    for (file, test) in grue.into_iter().chain(networks) {
        let source =
            std::fs::read_to_string(root.join(&file)).unwrap_or_else(|_| panic!("{file} is missing"));
        assert!(source.contains(&format!("fn {test}(")), "{file} has no test `{test}`");
    }
}

#[test]
fn no_requirement_is_without_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/fidelity/grue.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| R-") || line.starts_with("| E-"));
    for row in rows {
        let id = row.split('|').nth(1).unwrap_or_default().trim();
        assert!(row.contains("`crates/"), "{id} names no test");
    }
}

/// A requirement of networks without a test says that it is missing.
#[test]
fn what_networks_lack_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/fidelity/networks.md")).unwrap();
    for row in page.lines().filter(|line| line.starts_with("| R-")) {
        assert!(row.contains("`crates/") || row.contains("not yet"), "{row}");
    }
}

#[test]
fn every_test_that_the_table_of_drives_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/fidelity/drives.md")).unwrap();
    let named = named_tests(&page);
    assert!(named.len() > 70, "only {} tests are named", named.len());
    for (file, test) in named {
        let source =
            std::fs::read_to_string(root.join(&file)).unwrap_or_else(|_| panic!("{file} is missing"));
        assert!(source.contains(&format!("fn {test}(")), "{file} has no test `{test}`");
    }
}

/// What has no test says so.
#[test]
fn what_is_not_built_for_drives_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/fidelity/drives.md")).unwrap();
    for row in page.lines().filter(|line| line.starts_with("| R-001-")) {
        assert!(row.contains("`crates/") || row.contains("*not built*"), "{row}");
    }
}

/// A requirement of the task networks names a test, or says what it waits for.
#[test]
fn every_requirement_of_the_task_networks_is_accounted_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/fidelity/htn.md")).unwrap();
    for (file, test) in named_tests(&page) {
        let source =
            std::fs::read_to_string(root.join(&file)).unwrap_or_else(|_| panic!("{file} is missing"));
        assert!(source.contains(&format!("fn {test}(")), "{file} has no test `{test}`");
    }
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| R-002-")).collect();
    assert!(rows.len() > 100, "only {} requirements are listed", rows.len());
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert!(!cells[3].is_empty() || !cells[4].is_empty(), "{} has neither test nor remark", cells[1]);
    }
}
