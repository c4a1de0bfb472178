//! Motive for Zed: starts the language server, if it is in the PATH.

use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree, register_extension};

struct MotiveExtension;

impl Extension for MotiveExtension {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let why = "`motive-lsp` is not in the PATH: `cargo install --path tools/motive-lsp` installs it";
        let command = worktree.which("motive-lsp").ok_or(why)?;
        Ok(Command { command, args: Vec::new(), env: worktree.shell_env() })
    }
}

register_extension!(MotiveExtension);
