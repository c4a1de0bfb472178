//! The grammar: that the committed parser is its own, what trees it gives, that it takes every agent, and what is coloured how.
//!
//! After a change to `grammar.js`, `UPDATE=1 cargo test` writes the parser anew. Needs Node.

use std::fs;
use std::path::{Path, PathBuf};
use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_motive::LANGUAGE.into()).unwrap();
    parser.parse(text, None).unwrap()
}

/// Version 14 of tree-sitter's tables, which editors of the last years read.
#[test]
fn the_committed_parser_is_that_of_the_grammar() {
    let folder = std::env::temp_dir().join(format!("tree-sitter-motive-{}", std::process::id()));
    let into = if std::env::var_os("UPDATE").is_some() { here().join("src") } else { folder.clone() };
    let grammar = Some(here().join("grammar.js"));
    let runtime = Some("node");
    generate_parser_in_directory(here(), Some(into), grammar, 14, None, runtime, true, OptLevel::default())
        .unwrap();
    if folder.exists() {
        for file in ["parser.c", "grammar.json", "node-types.json"] {
            let (new, committed) = (fs::read(folder.join(file)), fs::read(here().join("src").join(file)));
            assert!(new.unwrap() == committed.unwrap(), "{file} is old: run `UPDATE=1 cargo test`");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "motive") {
            found.push(path);
        }
    }
}

#[test]
fn every_agent_is_taken_without_errors() {
    let mut all = Vec::new();
    // The agents, and the minds of games: examples, the plug-in for Bevy, benches.
    for folder in ["agents", "tools/benches", "hosts/bevy/bevy_motive", "game/motive/examples"] {
        files(&here().join("../../..").join(folder), &mut all);
    }
    assert!(all.len() > 70, "{}", all.len());
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let tree = parse(&text);
        assert!(!tree.root_node().has_error(), "{}: {}", path.display(), tree.root_node().to_sexp());
    }
}

/// The queries that editors read from the folder beside the colours.
#[test]
fn every_query_fits_the_grammar() {
    for entry in fs::read_dir(here().join("queries")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let query = Query::new(&tree_sitter_motive::LANGUAGE.into(), &text);
        assert!(query.is_ok_and(|query| query.pattern_count() > 0), "{}", path.display());
    }
}

/// Rules, their conditions and steps, patterns and pairs are nodes, also in all agents together.
#[test]
fn agents_have_rules_with_conditions_steps_patterns_and_pairs() {
    let mut all = Vec::new();
    files(&here().join("../../../agents"), &mut all);
    let texts: String = all.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let tree = parse(&texts).root_node().to_sexp();
    let count = |node: &str| tree.matches(node).count();
    let begins = |line: &&str| {
        line.split_whitespace().next().is_some_and(|word| ["rule", "method", "otherwise"].contains(&word))
    };
    assert_eq!(count("(rule "), texts.lines().filter(begins).count());
    for node in ["(condition ", "(steps ", "(binder ", "(pair "] {
        assert!(count(node) > 100, "{node}: {}", count(node));
    }
}

#[test]
fn an_open_bracket_is_an_error() {
    assert!(parse("goal eat achieves Eat { priority 20").root_node().has_error());
}

/// Cases in the form of tree-sitter's own tests: a title between lines of `=`, a text, `---`, a tree.
#[test]
fn trees_are_those_of_the_corpus() {
    let text = fs::read_to_string(here().join("test/corpus/declarations.txt")).unwrap();
    let is_rule = |line: &str| line.len() > 3 && line.chars().all(|each| each == '=');
    let mut parts = Vec::new();
    for line in text.lines() {
        if is_rule(line) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(parts.len() >= 8, "titles and cases take turns");
    for case in parts.chunks(2) {
        let [title, case] = case else { panic!("a title without a case") };
        let (text, tree) = case.split_once("\n---\n").unwrap();
        assert_eq!(parse(text).root_node().to_sexp(), flat(tree).replace("( ", "("), "{title}");
    }
}

#[test]
fn words_are_coloured_by_what_they_are() {
    let text = "goal eat achieves Eat { when self.energy < 20 priority 5 } // often\n\
        program Eat { rule go when d: dot { distance: 0..9 lowest } let far = d.size do move_to(\"x\", d) }";
    let tree = parse(text);
    let query =
        Query::new(&tree_sitter_motive::LANGUAGE.into(), tree_sitter_motive::HIGHLIGHTS_QUERY).unwrap();
    let mut cursor = QueryCursor::new();
    let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
    let mut found = Vec::new();
    while let Some((matched, index)) = captures.next() {
        let capture = matched.captures[*index];
        found.push((&text[capture.node.byte_range()], query.capture_names()[capture.index as usize]));
    }
    for expected in [
        ("goal", "keyword"),
        ("eat", "type"),
        ("achieves", "keyword"),
        ("self", "variable.builtin"),
        ("energy", "property"),
        ("<", "operator"),
        ("20", "number"),
        ("// often", "comment"),
        ("Eat", "type"),
        ("go", "label"),
        ("d", "variable.parameter"),
        ("dot", "type"),
        ("distance", "property"),
        ("lowest", "keyword"),
        ("far", "variable"),
        ("size", "property"),
        ("move_to", "function"),
        ("\"x\"", "string"),
        ("{", "punctuation.bracket"),
    ] {
        assert!(found.contains(&expected), "{expected:?} is not among {found:?}");
    }
}
