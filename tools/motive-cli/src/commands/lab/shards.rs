//! The command that plays one shard of a study, as a job of a cluster has it.

use std::path::Path;

/// What of a call of `motive lab run` every shard has to be told.
#[derive(Clone, Debug)]
pub(super) struct ShardCommand<'a> {
    /// The study, as it was named.
    pub(super) study: &'a str,
    pub(super) runs: Option<u32>,
    pub(super) quick: bool,
    pub(super) minds: &'a [String],
    /// How many shards there are.
    pub(super) shards: usize,
}

impl ShardCommand<'_> {
    /// A line for a shell. `number` is what the shell replaces by the shard's number, from 1.
    pub(super) fn line(&self, program: &str, number: &str, out: &Path) -> String {
        let (of, out) = (self.shards, quoted(&out.display().to_string()));
        self.beginning(program) + &format!(" --shard \"{number}/{of}\" --jobs 1 --resume --out {out}")
    }

    /// The part of the line that says what is run.
    pub(super) fn beginning(&self, program: &str) -> String {
        let mut line = format!("{} lab run {}", quoted(program), quoted(self.study));
        if let Some(runs) = self.runs {
            line += &format!(" --runs {runs}");
        }
        if self.quick {
            line += " --quick";
        }
        for mind in self.minds {
            line += &format!(" --mind {}", quoted(mind));
        }
        line
    }
}

/// A text as one word of a shell.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./=,:@%+".contains(sign);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
#[path = "../../../tests/unit/lab_shards.rs"]
mod tests;
