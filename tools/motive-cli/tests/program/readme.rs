//! The commands of the README, typed in order in a copy of what a clone has.

use crate::common::Folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of the blocks of a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(opened) => inside = !inside && opened == language,
            None if inside => lines.push(line),
            None => {}
        }
    }
    lines
}

/// What is typed: the blocks for a shell, and the commands in the column "try it".
fn commands(page: &str) -> Vec<String> {
    let uncommented = |line: &str| line.split(" #").next().unwrap_or_default().trim().to_owned();
    let typed = blocks(page, "sh").into_iter().map(uncommented).filter(|line| !line.is_empty());
    let tried = page.lines().filter(|line| line.starts_with("| [")).filter_map(|line| {
        let cell = line.trim_end_matches('|').rsplit('|').next()?.trim();
        cell.strip_prefix("`motive ")?.strip_suffix('`').map(|words| format!("motive {words}"))
    });
    typed.chain(tried).flat_map(|line| line.split(" && ").map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// What is added so that a command ends soon.
fn shortened(words: &[&str]) -> &'static [&'static str] {
    match words {
        ["play", ..] if words.contains(&"--steps") => &[],
        ["play", ..] if words.contains(&"--watch") => &["--steps", "50"],
        ["play", ..] => &["--steps", "50", "--headless"],
        ["lab", "run", ..] => &["--runs", "1"],
        _ => &[],
    }
}

#[test]
fn the_commands_of_the_readme_work_in_order() {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let folder = Folder::new("readme");
    folder.file("glutton.motive", blocks(&page, "motive").join("\n"));
    for name in ["agents", "experiments", "research"] {
        #[cfg(unix)]
        std::os::unix::fs::symlink(root().join(name).canonicalize().unwrap(), folder.0.join(name)).unwrap();
    }
    let commands = commands(&page);
    assert!(commands.len() > 8, "only {commands:?}");
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().collect();
        match words.as_slice() {
            ["cargo", "install", "--path", path, ..] => {
                assert!(root().join(path).join("Cargo.toml").exists());
            }
            // This test is a part of it.
            ["cargo", "test", "--workspace"] => {}
            ["cargo", "run", "--", words @ ..] | ["motive", words @ ..] => {
                type_in(words, &folder);
            }
            _ => panic!("the README has a command that this test does not know: {command}"),
        }
    }
}

fn type_in(words: &[&str], folder: &Folder) {
    // With their feature these go on for ever; `net_spread.rs`, `gamebots.rs` and `openarena.rs` run them.
    let (feature, is_built) = match words {
        ["net", "serve" | "join", ..] => (Some("net"), cfg!(feature = "net")),
        ["arena", "serve", ..] | ["bot", ..] => (Some("gamebots"), cfg!(feature = "gamebots")),
        ["openarena", ..] => (Some("openarena"), cfg!(feature = "openarena")),
        _ => (None, false),
    };
    if is_built {
        return;
    }
    // A terminal is what `--watch` needs; everything else is the same without it.
    let plain = words.iter().filter(|word| **word != "--watch");
    let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
    command.args(plain).args(shortened(words)).current_dir(&folder.0).stdin(Stdio::null());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if let Some(feature) = feature {
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(&format!("--features {feature}")), "{words:?}: {said}");
    } else {
        assert_eq!(output.status.code(), Some(0), "{words:?}: {said}");
    }
}
