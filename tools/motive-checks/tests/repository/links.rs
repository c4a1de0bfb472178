//! Links between the pages of the documentation lead somewhere.

use crate::root;
use crate::source_files::crates;
use std::fs;
use std::path::{Path, PathBuf};

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

/// The targets of Markdown links, without those in code.
fn links(page: &str) -> Vec<&str> {
    let prose = page.split("```").step_by(2);
    let targets = prose.flat_map(|text| text.split("](").skip(1));
    targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target)).collect()
}

#[test]
fn every_link_of_the_documentation_leads_to_a_file() {
    let mut found = vec![
        root().join("README.md"),
        root().join("ARCHITECTURE.md"),
        root().join("CONTRIBUTING.md"),
        root().join("tools/benches/README.md"),
    ];
    pages(&root().join("docs"), &mut found);
    let floors = ["game", "research", "tools", "hosts"].map(str::to_owned);
    let folders = floors.into_iter().chain(crates().into_iter().map(|it| it.folder));
    found.extend(folders.map(|folder| root().join(folder).join("README.md")).filter(|page| page.exists()));
    assert!(found.len() > 20, "only {} pages", found.len());
    let mut broken = Vec::new();
    for page in found {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let file = link.split('#').next().unwrap_or_default();
            let is_local = !file.is_empty() && !file.contains("://");
            if is_local && !page.parent().unwrap().join(file).exists() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

/// Every page of the book is in its table of contents.
#[test]
fn the_table_of_contents_names_every_page_of_the_book() {
    let source = root().join("docs/book/src");
    let summary = fs::read_to_string(source.join("SUMMARY.md")).unwrap();
    let mut found = Vec::new();
    pages(&source, &mut found);
    for page in found {
        let name = page.strip_prefix(&source).unwrap().to_str().unwrap();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is not in SUMMARY.md"
        );
    }
}
